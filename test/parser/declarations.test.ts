import { describe, expect, it } from 'vitest'
import { print, read, tree } from './tree.js'

// Declarations besides sources, queries and sinks, the clauses of a source, and the steps of a test.

describe('a declaration', () => {
  it.each([
    ['param limit decimal(10, 2) = 5', '(param _ limit (named decimal [10 2]) (expression (number 5)))'],
    ['param limit decimal(10, 2)', '(param _ limit (named decimal [10 2]) _)'],
    ['param w duration = 5 minutes', '(param _ w (named duration []) (duration 300000ms))'],
    ["param region string = 'eu'", '(param _ region (named string []) (expression (string eu)))'],
    ['type money = decimal(18, 2)', '(type _ money (named decimal [18 2]))'],
    ['type tags = array<string not null>', '(type _ tags (array (named string []) true))'],
    [
      'fn net(a decimal(10, 2), rate double) = a / rate',
      '(fn _ net [{a (named decimal [10 2]) false _} {rate (named double []) false _}] _ (macro (binary / (path [a]) (path [rate]))))',
    ],
    ['fn one() int not null = 1', '(fn _ one [] {(named int []) true} (macro (number 1)))'],
    [
      "fn mask(card string) string from java 'com.acme.Mask' {\n  jar 'libs/mask.jar'\n  locally upper(card)\n}",
      "(fn _ mask [{card (named string []) false _}] {(named string []) false} (java 'com.acme.Mask' [(jar 'libs/mask.jar') (locally (call upper false false [(path [card])] _))]))",
    ],
    [
      'sql raw (orders, b) returns (a int not null, t timestamp(3)) time t primary key a = """\nselect a\nfrom orders\n"""',
      "(sql _ raw [orders b] [{a (named int []) true _} {t (named timestamp [3]) false _}] t [a] '\nselect a\nfrom orders\n')",
    ],
    ['sql raw () returns (a int) = """select 1"""', "(sql _ raw [] [{a (named int []) false _}] _ _ 'select 1')"],
    ["tap orders to kafka 'debug.orders'", "(tap _ orders 'debug.orders')"],
    ["import pipeline p { a, b as c } from './p.flow'", "(import pipeline _ p [{a _} {b c}] './p.flow')"],
    ['stream beat every 1 minute', '(source _ stream beat (every 60000ms) [])'],
    ['stream s from iceberg lake.x', '(source _ stream s (iceberg [lake x]) [])'],
    ["stream s from kafka ('a', 'b')", "(source _ stream s (kafka ['a' 'b'] false _ false) [])"],
    ["stream s from kafka pattern 'iot\\..*'", "(source _ stream s (kafka ['iot\\..*'] true _ false) [])"],
    ["stream s from kafka c2 't'", "(source _ stream s (kafka ['t'] false c2 false) [])"],
    ["stream s from kafka c2 ('a', 'b')", "(source _ stream s (kafka ['a' 'b'] false c2 false) [])"],
    ["stream s from kafka pattern pattern 't'", "(source _ stream s (kafka ['t'] true pattern false) [])"],
    ["table s from kafka 't' compacted", "(source _ table s (kafka ['t'] false _ true) [])"],
    ["stream s from cdc db 'a.b' as events", "(source _ stream s (cdc db 'a.b' true) [])"],
    [
      'pipeline p {\n  tuning { mini batch 2 seconds, align drift 5 minutes,\n    parallelism 4, max parallelism 128, watermarks every 200 ms, }\n}',
      '(pipeline _ p [(tuning [(mini batch 2000ms) (align drift 300000ms) (parallelism 4) (max parallelism 128) (watermarks every 200ms)])])',
    ],
    [
      'stream x =\n  from a\n  window tumble w late count',
      '(query _ stream x [(from a _) (window (tumble {0 w} _) {false (count)})])',
    ],
  ])('%s', (text, node) => {
    expect(tree(`${text}\n`)).toBe(node)
  })

  it('leaves its words to columns', () => {
    const words = ['param', 'type', 'fn', 'sql', 'tap', 'jar', 'locally', 'returns', 'events', 'open', 'until', 'meta', 'header']
    expect(read(`stream x =\n  from a\n  select\n${words.map((w) => `    ${w}`).join(',\n')}\n`).messages).toEqual([])
  })
})

describe('a `for`', () => {
  it('has declarations in its body, with names and texts that hold the variable', () => {
    const text =
      "for t in ['customers', 'orders'] {\n  /// of $t\n  table raw_$t from cdc db 'public.$t' {\n    primary key id\n  }\n\n  stream ${t}_big =\n    from raw_$t\n    where type > 1\n}\n"
    expect(tree(text)).toBe(
      "(for _ t ['customers' 'orders'] [(source of $t table raw_$t (cdc db 'public.$t' false) [(primary key [id])]) (query _ stream ${t}_big [(from raw_$t _) (where (binary > (path [type]) (number 1)) _)])])",
    )
  })

  it('nests', () => {
    const text = "for a in ['x'] {\n  for b in ['y', 'z',] {\n    tap $a to kafka '$b'\n  }\n}\n"
    expect(tree(text)).toBe("(for _ a ['x'] [(for _ b ['y' 'z'] [(tap _ $a '$b')])])")
  })

  it('gives each declaration of its body an id of its own, in its own place', () => {
    const { file, index } = read("\nfor t in ['x'] {\n  tap $t to kafka 'a'\n  tap $t to kafka 'b'\n}\n")
    const [loop] = file.declarations
    const body = loop!.kind === 'for' ? loop.body : []
    expect(body.map((d) => d.id)).toEqual(['a.flow|for t/tap $t', 'a.flow|for t/tap $t#2'])
    expect(body.map((d) => index.locate(d.span).start.line)).toEqual([3, 4])
  })

  it('loses no more than the declaration with the mistake', () => {
    const { file, codes } = read("for t in ['x'] {\n  tap $t kafka 'a'\n  tap $t to kafka 'b'\n}\n\nstream a =\n  from b\n")
    expect(codes).toEqual(['FLOW1001 2:10'])
    expect(file.declarations.map(print)).toEqual([
      "(for _ t ['x'] [(broken _ $t [$t]) (tap _ $t 'b')])",
      '(query _ stream a [(from b _)])',
    ])
  })
})

describe('a clause of a source', () => {
  it.each([
    ['start committed', '(start committed _ _)'],
    ['start committed else latest', '(start committed latest _)'],
    ["start at '2026-01-01 00:00:00'", "(start at _ '2026-01-01 00:00:00')"],
    ['start at begin', '(start at _ begin)'],
    ['until latest', '(until latest _)'],
    ["until at '2026-01-01 00:00:00'", "(until at '2026-01-01 00:00:00')"],
    ['until at stop', '(until at stop)'],
    ["history from iceberg lake.x until '2026-01-01' then kafka", "(history [lake x] '2026-01-01')"],
    ['invalid fail', '(invalid fail)'],
    ['invalid to dlq', '(invalid to dlq)'],
    ['parallelism 4', '(parallelism 4)'],
    ['snapshot at updated_at', '(snapshot at updated_at)'],
    ['deletes never', '(deletes never)'],
    [
      'meta { off = offset, part = partition, ts = timestamp }',
      '(meta [{off offset _ _} {part partition _ _} {ts timestamp _ _}])',
    ],
    ['meta {\n    kind = timestamp type,\n    e = leader epoch,\n  }', '(meta [{kind timestamp type _ _} {e leader epoch _ _}])'],
    [
      "meta { all = headers, t = topic, trace = header 'traceparent' as text }",
      "(meta [{all headers _ _} {t topic _ _} {trace header 'traceparent' text}])",
    ],
  ])('%s', (clause, node) => {
    expect(tree(`stream s from kafka 't' {\n  ${clause}\n}\n`)).toBe(`(source _ stream s (kafka ['t'] false _ false) [${node}])`)
  })
})

describe('a step of a test', () => {
  it.each([
    ['idle a', '(idle a _)'],
    ['idle a partition 1', '(idle a 1)'],
    ['end', '(end)'],
    ['open', '(open)'],
    ["expect error 'FLOW4001'", "(expect error 'FLOW4001')"],
  ])('%s', (step, node) => {
    expect(tree(`test 't' for p {\n  ${step}\n  restart\n}\n`)).toBe(`(test _ 't' p [${node} (restart)])`)
  })
})

describe('a message', () => {
  it.each([
    ['param x', 'FLOW1001 1:7 a `param` ends too early, expected a type'],
    ['fn f(a int)', "FLOW1001 1:11 an `fn` ends too early, expected `= expression` or `from java 'class'`"],
    ['fn f(a int) = a {\n}', 'FLOW1001 1:17 unexpected `{` in an `fn`, expected the end of the expression'],
    ['sql s (a) returns (b int) = """\nselect', 'FLOW1045 1:29 the SQL that begins here is not closed'],
    ["for t in ['a']", '1:1 `for` has no block'],
    ["stream s from kafka 't' {\n  start latest committed\n}", 'FLOW1001 2:16 unexpected `committed` in `start`'],
    ["stream s from kafka 't' {\n  start somewhere\n}", 'FLOW1001 2:9 unexpected `somewhere` in `start`'],
    ["stream s from kafka 't' {\n  meta { a = ofset }\n}", 'FLOW1001 2:14 unexpected `ofset` in `meta`'],
    ['pipeline p {\n  tuning { speed 3 }\n}', 'FLOW1001 2:12 unexpected `speed` in `tuning`'],
  ])('says what is wrong: %s', (text, message) => {
    expect(read(`${text}\n`).messages.join('\n')).toContain(message)
  })
})
