import { describe, expect, it } from 'vitest'
import { print, read, tree } from './tree.js'

const block = (head: string, body: string): string => {
  const text = tree(`${head} {\n  ${body}\n}\n`)
  const list = text.replace(/\(kafka \['\w+'\] false _ false\)/, '')
  return list.slice(list.indexOf('['))
}
const steps = (body: string): string => {
  const { file, messages } = read(`test 't' for p {\n${body}\n}\n`)
  expect(messages).toEqual([])
  const test = file.declarations[0]!
  return test.kind === 'test' ? test.steps.map(print).join(' ') : test.kind
}

describe('a property', () => {
  it('ends at a line break outside brackets and not after a comma', () => {
    expect(
      block(
        "stream s from kafka 't'",
        "time a late by 5 seconds,\n    idle never\n  with {\n    'a' = 'b',\n    'c' = 'd',\n  }\n  start latest",
      ),
    ).toBe("[(time (column [a] _) 5000ms {_}) (with [{'a' 'b'} {'c' 'd'}]) (start latest _ _)])")
  })

  it.each(['f(a,\n b\n || c\n)', 'f((a)\n || g(b)\n)', '(f(\n a\n || b,\n c\n)\n || d\n)'])(
    'goes on in brackets where a line begins with `||`: %j',
    (expr) => {
      const locally = (text: string): string => tree(`fn f(a int) int from java 'x' {\n  locally ${text}\n}`)
      expect(locally(expr)).toBe(locally(expr.replaceAll('\n', '')))
    },
  )

  it('ends at `;`, so that a block fits on a line', () => {
    expect(tree("topic 't' { partitions 6; retention 7 days; cleanup compact }")).toBe(
      "(topic _ 't' [(partitions 6) (retention 604800000ms) (cleanup compact)])",
    )
  })

  it.each([
    ['schema registry', '(schema (registry _ _))'],
    ["schema registry subject 's' version 3", "(schema (registry 's' 3))"],
    ["schema file 'a.avsc'", "(schema (file 'a.avsc'))"],
    ['schema file', '(schema (named file))'],
    ['schema order_event', '(schema (named order_event))'],
    ['primary key a, b', '(primary key [a b])'],
    ['message key a, b as json', '(message key [a b] json)'],
    ['time commit', '(time (commit) _ _)'],
    ['time commit.ts', '(time (column [commit ts] _) _ _)'],
    ['time `commit`', '(time (column [commit] _) _ _)'],
    ["time metadata('timestamp') late by 1 minute idle never", "(time (metadata 'timestamp') 60000ms {_})"],
    ['time payload.event_ms as epoch millis', '(time (column [payload event_ms] epoch millis) _ _)'],
    ['time a as EPOCH SECONDS', '(time (column [a] epoch seconds) _ _)'],
    ["start at '2026-01-01 00:00:00'", "(start at _ '2026-01-01 00:00:00')"],
    ['late strict as behind', '(late {true (as behind)})'],
    ['late accept', '(late {false (accept)})'],
    ['format json', '(format json)'],
  ])('of a source: %s', (text, node) => {
    expect(block("stream s from kafka 't'", text)).toBe(`[${node}])`)
  })

  it.each([
    ['key a, b', '(key [a b])'],
    [
      'partition by region, days(ts), bucket(16, id), truncate(name, 4)',
      '(partition by [{identity region _} {days ts _} {bucket id 16} {truncate name 4}])',
    ],
    ['format version 2', '(format version 2)'],
    ['format avro', '(format avro)'],
    ['throughput 1.5 MB/s', '(throughput 1.5)'],
    ['min insync 2', '(min insync 2)'],
  ])('of a sink: %s', (text, node) => {
    expect(block("sink kafka 't' from x append", text)).toBe(`[${node}])`)
  })

  it.each([
    ["time zone 'UTC'", "(time zone 'UTC')"],
    ['checkpoint every 10 seconds', '(checkpoint 10000ms exactly-once)'],
    ['checkpoint every 10 seconds at least once', '(checkpoint 10000ms at-least-once)'],
  ])('of a pipeline: %s', (text, node) => {
    expect(block('pipeline p', text)).toBe(`[${node}])`)
  })

  it('of a connection has words for a name, and a text, number, truth value or reference for a value', () => {
    expect(
      block('connection c postgres', "topic prefix 'x'\n  port 5432\n  ssl true\n  env env('E')\n  secret secret('S')"),
    ).toBe('[{topic prefix (text x)} {port (number 5432)} {ssl (text true)} {env (env E)} {secret (secret S)}])')
  })
})

describe('a head', () => {
  it.each([
    ["stream s from files 'data/*.ndjson'", "(source _ stream s (files 'data/*.ndjson') [])"],
    ["import { a, b as c, } from './x.flow'", "(import _ [{a _} {b c}] './x.flow')"],
    ["import {\n  a,\n  b\n} from './x.flow'", "(import _ [{a _} {b _}] './x.flow')"],
    ["sink kafka 't' from a upsert", "(sink _ (kafka 't') a upsert [])"],
    ['sink kafka.db.t from a append', '(sink _ (catalog [kafka db t]) a append [])'],
    ['let x =\n  from a', '(query _ let x [(from a _)])'],
    ['table x = from a', '(query _ table x [(from a _)])'],
    ['SCHEMA s { a INT }', '(schema _ s [{a (named int []) false _}])'],
    [
      'schema s { a int, b map<string, int>, }',
      '(schema _ s [{a (named int []) false _} {b (map (named string []) false (named int []) false) false _}])',
    ],
  ])('%s', (text, node) => {
    expect(tree(`${text}\n`)).toBe(node)
  })
})

describe('a test', () => {
  it.each([
    ["given a, b from 'x.ndjson'", "(given [a b] (file 'x.ndjson'))"],
    ['expect nothing from a', '(expect nothing a)'],
    ["watermark a to '2026-01-01 00:00:00'", '(watermark a (string 2026-01-01 00:00:00))'],
    ["expect watermark a timestamp '2026-01-01 00:00:00'", '(expect watermark a (string 2026-01-01 00:00:00))'],
    ['advance 10 minutes', '(advance 600000ms)'],
    ['restart; restart', '(restart) (restart)'],
    [
      'expect changes a\n  | @op | n |\n  | +I  | 1 |\n  | -u | 2 |',
      '(expect changes a (table [{@op} {n}] [{[(row kind +I) (number 1)]} {[(row kind -U) (number 2)]}]))',
    ],
    ['expect nothing\n | a |', '(expect nothing (table [{a}] []))'],
  ])('has the step %s', (text, node) => {
    expect(steps(text)).toBe(node)
  })

  it('leaves a column out where nothing stands between two bars', () => {
    expect(steps('given a\n| x | y | z |\n|| 1 ||\n| | | null |\n| 1 || 2 |')).toBe(
      '(given [a] (table [{x} {y} {z}] [{[_ (number 1) _]} {[_ _ (null)]} {[(number 1) _ (number 2)]}]))',
    )
  })

  it('reads a sign and a primary in a cell, and the forms of nested values', () => {
    const row =
      "| -1.50 | +5 | 'a''b' | true | c | date '2026-01-01' | array[1, -2] | map['k', 1] | row('x', null, row(1)) | array[] |"
    const head = `|${' x |'.repeat(10)}`.replace(/x/g, () => 'x')
    expect(steps(`given a\n${head}\n${row}`)).toContain(
      "{[(number -1.50) (number +5) (string a'b) (boolean true) (word c) (string 2026-01-01) (array [(number 1) (number -2)]) (map [(string k) (number 1)]) (row [(string x) (null) (row [(number 1)])]) (array [])]}",
    )
  })

  it('reads the fields of a row by their names, all of them or none', () => {
    expect(steps('given a\n| x |\n| row(`a b` = 1, zip = row(x = null)) |')).toContain(
      '{[(row [(number 1) (row [(null)] [x])] [a b zip])]}',
    )
    expect(() => steps('given a\n| x |\n| row(a = 1, 2) |')).toThrow()
  })

  it('takes reserved words, quoted names and meta columns as heads', () => {
    expect(steps('given a\n| end | `x y` | @header.trace-id |')).toBe('(given [a] (table [{end} {x y} {@header.trace-id}] []))')
  })
})
