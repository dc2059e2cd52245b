import { describe, expect, it } from 'vitest'
import { fixed, print, read } from './tree.js'

const query = (body: string): string => `stream x =\n  from r\n  ${body}\n`

/** Text, what it is answered with, and what of it survives. */
type Case = readonly [name: string, text: string, codes: readonly string[], survives?: string | undefined]
const cases: readonly Case[] = [
  [
    'an alias without `as`',
    'stream x =\n  from orders o\n  join c d at o.t on o.a = d.a\n  select o.a total, b',
    ['FLOW1020 2:15', 'FLOW1020 3:10', 'FLOW1020 4:14'],
    '(from orders o)',
  ],
  ['`==` and `!=`', query('where a == 1 and b != 2'), ['FLOW1024 3:11', 'FLOW1024 3:22'], '(binary <> (path [b]) (number 2))'],
  [
    '`::`',
    query('select a::int as b, o.c::decimal(10, 2) > d'),
    ['FLOW1024 3:11', 'FLOW1024 3:26'],
    '[(item (cast false (path [a]) (named int [])) b) (item (binary > (cast false (path [o c]) (named decimal [10 2])) (path [d])) _)]',
  ],
  ['`::` behind a bracket', query('select (a + b)::int as b, c'), ['FLOW1024 3:17'], '[(item (missing) b) (item (path [c]) _)]'],
  ['`&&` and `!`', query('where !a && b'), ['FLOW1024 3:9', 'FLOW1024 3:12'], '(binary and (unary not (path [a])) (path [b]))'],
  ['`#` before a comment', query('where a # no'), ['FLOW1016 3:11'], '(where (path [a]) _)'],
  ['ILIKE', query("where a ilike 'x'"), ['FLOW1024 3:11'], '(where (missing) _)'],
  ['NOT RLIKE', query("where a not rlike 'x'"), ['FLOW1024 3:15'], '(where (missing) _)'],
  ['AT TIME ZONE', query("select a at time zone 'UTC' as b, c"), ['FLOW3118 3:12'], '[(item (missing) b) (item (path [c]) _)]'],
  ['an interval of a column', query('where a > b - interval n day and c'), ['FLOW3128 3:26'], '(interval (path [n]) day)'],
  ['an interval of weeks', query("where a > b - interval '2' week"), ['FLOW3119 3:30'], "(interval false '2' day _ _ _)"],
  ['an interval of milliseconds', query("where a > interval '250' milliseconds"), ['FLOW3119 3:28'], undefined],
  ['an interval of quarters', query('where a > interval (n) quarters'), ['FLOW1001 3:26'], undefined],
  [
    'several values in WHEN',
    query('select case a when 1, 2 then 3 end as b'),
    ['FLOW3120 3:23'],
    '(case (path [a]) [{(number 1) (number 3)}] _) b)',
  ],
  ['a text with a prefix', query("where a = N'x' or a = U&'\\00e9'"), ['FLOW3121 3:13', 'FLOW3121 3:25'], '(string é)'],
  ['a text with escapes', query("where a = E'\\n'"), ['FLOW3121 3:13'], undefined],
  ['a literal of TIMESTAMP_LTZ', query("where a = timestamp_ltz '2026-01-01 00:00:00'"), ['FLOW3122 3:13'], undefined],
  ['bytes with half a byte', query("where a = x'0'"), ['FLOW3117 3:13'], undefined],
  [
    'units that do not exist',
    query('select extract(days from a) as b, floor(a to fortnight) as c'),
    ['FLOW3116 3:18', 'FLOW3116 3:48'],
    undefined,
  ],
  [
    'an OVER call',
    query('select sum(a) over (partition by b) as s, c'),
    ['FLOW1021 3:17'],
    '[(item (missing) s) (item (path [c]) _)]',
  ],
  ['an outer join', query('left outer join b at a.t on a.x = b.x'), ['FLOW1001 3:8'], '(join left b _'],
  ['a subquery in IN', query('where a in (select b from c)\n  select d'), ['FLOW1022 3:15'], '(where (missing) _) (select'],
  ['a subquery in FROM', 'stream x =\n  from (select a from b)\n  select c', ['FLOW1022 2:8'], '(bad []) (select'],
  ['EXISTS', query('where exists (select a from b)'), ['FLOW1022 3:17'], '(where (missing) _)'],
  [
    'ORDER BY and LIMIT',
    query('order by a\n  limit 10\n  select b'),
    ['FLOW1023 3:3', 'FLOW1023 4:3'],
    '(select [(item (path [b]) _)])',
  ],
  ['LIMIT behind a clause', query('select b limit 10'), ['FLOW1023 3:12'], '(select [(item (path [b]) _)])'],
  ['SELECT first', 'stream x =\n  select a from b', ['FLOW1025 2:3'], '(broken _ x [x])'],
  ['no `=`', 'stream x from orders\n  select a', ['FLOW1026 1:10'], '(query _ stream x [(from orders _) (select'],
  [
    'an interval without INTERVAL',
    query('where ts > a - 5 minutes and 1 hour = b'),
    ['FLOW1027 3:18', 'FLOW1027 3:32'],
    "(interval false '5' minute _ _ _)",
  ],
  [
    'a missing comma',
    query('select a\n    b,\n    c.d e.f'),
    ['FLOW1028 4:5', 'FLOW1028 5:9'],
    '(item (path [b]) _) (item (path [c d]) _) (item (path [e f]) _)',
  ],
  ['a missing comma in `extend`', query('extend a = 1 b = 2'), ['FLOW1028 3:16'], '{b (number 2)}'],
  [
    'a missing comma in a schema',
    'schema s {\n  a int not null\n  b string\n}',
    ['FLOW1028 3:3'],
    '{b (named string []) false _}',
  ],
  ['a missing comma in a list of names', "import { a b } from './x.flow'", ['FLOW1028 1:12'], '[{a _} {b _}]'],
  ['`;` in a query', 'stream x =\n  from a;\n  select b;', ['FLOW1029 2:9', 'FLOW1029 3:11'], '(select [(item (path [b]) _)])'],
  ['`;` behind a block', "topic 't' { replicas 3 };", ['FLOW1029 1:25'], '(replicas 3)'],
  [
    'a reserved word as a name',
    query('select end, case, null as on, a\n  union all like'),
    ['FLOW1030 3:10', 'FLOW1030 3:15', 'FLOW1030 4:13'],
    '[(item (path [end]) _) (item (path [case]) _) (item (null) on) (item (path [a]) _)]) (union like)',
  ],
  ['`group by` without `select`', query('group by a\n  union all b'), ['FLOW1031 3:3'], '(bad []) (union b)'],
  [
    '`having` before `select`',
    query('group by a\n  having n > 1\n  select a, count(*) as n\n  union all b'),
    ['FLOW1031 4:3'],
    '(union b)',
  ],
  [
    '`having` before `select` on one line',
    query('group by a having n > 1\n  select a, count(*) as n'),
    ['FLOW1031 3:14'],
    undefined,
  ],
  [
    'properties with commas between them',
    "sink kafka 't' from r append { format json, message key a, b as text }",
    ['FLOW1046 1:43'],
    '[(format json) (message key [a b] text)]',
  ],
  [
    'properties with nothing between them',
    "sink kafka 't' from r append { message key a as text format json }",
    ['FLOW1046 1:54'],
    'text) (format json)]',
  ],
  [
    'properties with a comma at the end of each line',
    "stream s from kafka 't' {\n  schema R,\n  time at late by 1 second, idle after 1 minute,\n  format json,\n}",
    ['FLOW1046 2:11', 'FLOW1046 3:48', 'FLOW1046 4:14'],
    '(format json)',
  ],
  [
    'settings with commas',
    "connection c postgres { host 'h', port 5432 }",
    ['FLOW1046 1:33'],
    '[{host (text h)} {port (number 5432)}]',
  ],
  ['a missing comma in `tuning`', 'pipeline p { tuning { parallelism 4 max parallelism 8 } }', ['FLOW1028 1:37'], undefined],
  ['a missing comma in `for`', "for a in ['b' 'c'] { schema s_$a { id int } }", ['FLOW1028 1:15'], undefined],
  ['`;` in a schema', 'schema s { a int; b int }', ['FLOW1029 1:17'], '{b (named int [])'],
  ['commas without fields', 'schema s { , a int,, b int, }', ['FLOW1001 1:12', 'FLOW1001 1:20'], '{b (named int [])'],
  ['a query without `from`', 'stream x =\n  where a', ['FLOW1032 2:3'], '(broken _ x [x])'],
  ['an empty query', 'stream x =', ['FLOW1032 1:1'], '(broken _ x [x])'],
  ['a second `from`', query('select a from b'), ['FLOW1038 3:12'], '(select [(item (path [a]) _)]) (bad [])'],
  ['a misspelt clause', query('wher a > 0\n  select b'), ['FLOW1003 3:3'], '(where (binary > (path [a]) (number 0)) _) (select'],
  ['a clause that nobody knows', query('frobnicate a\n  select b'), ['FLOW1003 3:3'], '(bad []) (select'],
  ['a misspelt declaration', 'strem x =\n  from a\n\nstream y =\n  from x', ['FLOW1002 1:1'], '(query _ stream x [(from a _)])'],
  [
    'a misspelt declaration behind a query',
    'stream y =\n  from x\nstrem z = from y',
    ['FLOW1002 3:1'],
    '(query _ stream y [(from x _)])',
  ],
  ['a statement of SQL', 'create table t (a int);\ninsert into u select 1;', ['FLOW1002 1:1', 'FLOW1002 2:1'], undefined],
  ['a misspelt property', "pipeline p {\n  ownr 'x'\n  sla 1 day\n}", ['FLOW1004 2:3'], "[(owner 'x') (sla 86400000ms)]"],
  ['a property that nobody knows', 'pipeline p {\n  frobnicate 1\n  sla 1 day\n}', ['FLOW1004 2:3'], '[(sla 86400000ms)]'],
  [
    'a misspelt step',
    "test 't' for p {\n  expct a\n    | x |\n  restart\n}",
    ['FLOW1005 2:3'],
    '[(expect a (table [{x}] [])) (restart)]',
  ],
  [
    'brackets that are never closed',
    query('select sum(a as b, c\n  where d > (1 + 2\n  extend e = 1'),
    ['FLOW1006 3:13', 'FLOW1006 4:13'],
    '[(item (missing) b) (item (path [c]) _)]) (where (missing) _) (extend',
  ],
  ['a block that is never closed', 'pipeline p {\n  sla 1 day\n\nstream y =\n  from x', ['FLOW1006 1:12'], '[(sla 86400000ms)]'],
  ['a bracket that closes nothing', query('select (a)) as b'), ['FLOW1007 3:13'], '(item (path [a]) b)'],
  ['an indented declaration', '  stream x =\n    from a', ['FLOW1008 1:3'], '(query _ stream x [(from a _)])'],
  ['an indented declaration behind a block', "topic 't' { replicas 3 }\n  stream x =\n    from a", ['FLOW1008 2:3'], undefined],
  [
    'an unindented line in a block',
    "stream s from kafka 't' {\nschema registry\n  start latest\n}",
    ['FLOW1009 2:1'],
    '[(schema (registry _ _)) (start latest _ _)]',
  ],
  ['an open text', "pipeline p {\n  owner 'x\n  sla 1 day\n}", ['FLOW1010 2:9'], '(sla 86400000ms)'],
  [
    'double quotes',
    query('where a = "x" and b\n  select c as "C d"'),
    ['FLOW1011 3:13', 'FLOW1011 4:15'],
    '(binary = (path [a]) (string x))',
  ],
  ['an open quoted name', query('where `a > 0\n  select b'), ['FLOW1012 3:9'], '(select'],
  ['an empty quoted name', query('where `` > 0'), ['FLOW1012 3:9'], undefined],
  ['a foreign character', query('where a § b\n  select c'), ['FLOW1013 3:11'], '(select'],
  [
    'typographic quotes',
    query('where a = ‘x’ and b = “y”\n  select c’d'),
    ['FLOW1014 3:13', 'FLOW1014 3:25', 'FLOW1013 4:11'],
    '(binary = (path [a]) (string x))',
  ],
  [
    'a word of another language',
    query('filter a > 0\n  select b'),
    ['FLOW1003 3:3'],
    '(where (binary > (path [a]) (number 0)) _) (select',
  ],
  ['an inner join', query('inner join b at a.t on a.x = b.x'), ['FLOW1003 3:3'], '(join inner b _'],
  ['SELECT DISTINCT', query('select distinct a, b'), ['FLOW1001 3:10'], '(select [(item (path [a]) _) (item (path [b]) _)])'],
  ['a query behind UNION ALL', query('union all select a from b'), ['FLOW1022 3:13'], undefined],
  ['a number that touches its unit', query('window tumble 5min'), ['FLOW1015 3:17'], '(tumble 300000ms _)'],
  ['comments of other languages', query('where a // no\n  /* no */ select b'), ['FLOW1016 3:11', 'FLOW1016 4:3'], '(select'],
  ['an unknown unit', query('window tumble 5 fortnights'), ['FLOW1033 3:19'], '(window (tumble'],
  ['a duration of half a millisecond', 'pipeline p { sla 0.5 ms }', ['FLOW1034 1:18'], undefined],
  ['a fraction as a count', "topic 't' { partitions 2.5; replicas 99999999999 }", ['FLOW1035 1:24', 'FLOW1035 1:38'], undefined],
  ['a repeated property', 'pipeline p {\n  sla 1 day\n  sla 2 days\n}', ['FLOW1036 3:3'], '[(sla 86400000ms)]'],
  ['a missing block', 'pipeline p', ['FLOW1037 1:1'], undefined],
  [
    'a row of another width',
    "test 't' for p {\n  given a\n    | x | y |\n    | 1 |\n    | 1 | 2 |\n}",
    ['FLOW1040 4:5'],
    '[{[(number 1) (number 2)]}]',
  ],
  [
    'an open row',
    "test 't' for p {\n  given a\n    | x\n    | 1\n}",
    ['FLOW1041 3:7', 'FLOW1041 4:7'],
    '(table [{x}] [{[(number 1)]}])',
  ],
  ['a step without its table', "test 't' for p {\n  expect dlq\n  restart\n}", ['FLOW1042 2:3'], '[(restart)]'],
  ['a table below a step without one', "test 't' for p {\n  restart\n    | x |\n}", ['FLOW1043 3:5'], '[(restart)]'],
  ['a column without a name', "test 't' for p {\n  given a\n    | x | |\n    | 1 | 2 |\n}", ['FLOW1044 3:5'], undefined],
  ['a source with `=`', "stream x = from kafka 't'", ['FLOW1001 1:23'], undefined],
  [
    'an operand that is missing',
    query('where a >\n  where\n  select , b, , c as d,\n  extend e ='),
    ['FLOW1001 3:11', 'FLOW1001 4:3', 'FLOW1001 5:10', 'FLOW1001 5:15', 'FLOW1001 6:12'],
    '[(item (missing) _) (item (path [b]) _) (item (missing) _) (item (path [c]) d)]',
  ],
  ['a lost word in `late`', query('window tumble 1 day late lost\n  select a'), ['FLOW1001 3:28'], '(bad []) (select'],
  ['text behind a block', "topic 't' { replicas 3 } x", ['FLOW1001 1:26'], '(replicas 3)'],
  [
    'a type that is wrong',
    'schema s {\n  a decimal(18,,2),\n  b array<int\n}',
    ['FLOW1001 2:16', 'FLOW1001 3:11'],
    '(broken _ s [s])',
  ],
  ['a lone bracket', '}', ['FLOW1007 1:1'], undefined],
]

describe('a mistake has one message at its place, and costs no more than its piece', () => {
  it.each(cases)('%s', (_, text, codes, survives) => {
    const answer = read(`${text}\n`)
    expect(answer.codes, answer.messages.join('\n')).toEqual(codes)
    if (survives !== undefined) expect(answer.file.declarations.map(print).join('\n')).toContain(survives)
  })
})

describe('a fix', () => {
  const withFixes = cases.filter(([, text]) => read(`${text}\n`).diagnostics.some((d) => d.fixes.length > 0))

  it.each(withFixes.map(([name, text]) => [name, text] as const))('removes its diagnostic: %s', (_, text) => {
    const answer = read(`${text}\n`)
    const codes = new Set(answer.diagnostics.filter((d) => d.fixes.length > 0).map((d) => d.code))
    const again = read(fixed(answer, `${text}\n`))
    expect(
      again.diagnostics.filter((d) => codes.has(d.code) && d.fixes.length > 0),
      fixed(answer, text),
    ).toEqual([])
  })

  it('makes a whole text right where each of its mistakes has one', () => {
    const text =
      'stream x =\n  from orders o\n  wher o.a == 1 and ts > b - 5 minutes;\n  select o.a total\n    c,\n    end\n\nstrem y =\n  from x\n  window tumble 5min\n'
    const answer = read(text)
    expect(answer.diagnostics.length).toBe(10)
    expect(fixed(answer, text)).toBe(
      "stream x =\n  from orders as o\n  where o.a = 1 and ts > b - INTERVAL '5' MINUTE\n  select o.a as total,\n    c,\n    `end`\n\nstream y =\n  from x\n  window tumble 5 minutes\n",
    )
    expect(read(fixed(answer, text)).messages).toEqual([])
  })
})

describe('a message', () => {
  it.each([
    [query('where a >'), 'FLOW1001 3:11 a `where` clause ends too early, expected an expression'],
    [query('where a > )'), 'FLOW1007 3:13 `)` closes nothing'],
    [
      query('window tumble five minutes'),
      'FLOW1001 3:17 unexpected `five` in a `window` clause, expected a duration such as `5 minutes`',
    ],
    [query('join t at a'), 'FLOW1001 3:13 a `join` clause ends too early, expected `on`'],
    [
      'stream s from kafka orders {\n}\n',
      "FLOW1001 1:21 unexpected `orders` in the head of a source, expected a topic such as `'sales.orders'`",
    ],
    ['sink lake.a from b {\n}\n', 'FLOW1001 1:18 the head of a sink ends too early, expected `append` or `upsert`'],
    [
      "sink 'j' from b append",
      "FLOW1001 1:6 unexpected `'j'` in the head of a sink, expected `kafka 'topic'` or `CATALOG.NAMESPACE.TABLE`",
    ],
    ['pipeline p {\n  checkpoint 5 seconds\n}\n', 'FLOW1001 2:14 unexpected `5` in `checkpoint`, expected `every`'],
    ['catalog c iceberg {\n  uri env(X)\n}\n', "FLOW1001 2:11 unexpected `X` in a setting, expected a text in '…'"],
    [
      "test 't' for p {\n  given a\n    | x |\n    | +x |\n}\n",
      'FLOW1001 4:8 unexpected `x` in a row of a table, expected a number, or a row kind such as `+I`',
    ],
    ['stream\n', 'FLOW1001 1:1 the head of a query ends too early, expected a name'],
  ])('says what was read and what was expected: %s', (text, message) => {
    expect(read(text).messages).toContain(message)
  })

  it.each([
    ['1 min', '1 minute'],
    ['5 min', '5 minutes'],
    ['2 weeks', '14 days'],
    ['1 week', '7 days'],
    ['3 secnds', '3 seconds'],
  ])('says how a duration is written: %s', (written, right) => {
    expect(read(query(`window tumble ${written} late count`)).diagnostics[0]!.help).toBe(`write \`${right}\``)
    const answer = read(query(`window tumble ${written} late count`))
    expect(fixed(answer, query(`window tumble ${written} late count`))).toContain(`tumble ${right} late`)
  })

  it('shows how the piece is written', () => {
    expect(read(query('window tumble')).diagnostics[0]!.help).toBe(
      'it is written like this: `window tumble 5 minutes late count`',
    )
    expect(read("test 't' for p {\n  expect error FLOW4004\n}\n").diagnostics[0]!.help).toBe(
      "it is written like this: `expect error 'FLOW4004'`",
    )
  })

  it.each<[string, string, string, string | null]>([
    [
      'a text of a table without its quotes',
      "test 't' for p {\n  given a\n    | x | at |\n    | 1 | 2026-01-01 10:00:00 |\n}\n",
      "texts and times stand in single quotes: `'2026-01-01 10:00:00'`",
      "    | 1 | '2026-01-01 10:00:00' |",
    ],
    [
      'a relation called like a step',
      "test 't' for p {\n  expect changes\n    | x |\n    | 1 |\n}\n",
      'it is written like this: `expect changes orders`; a relation called `changes` stands in backquotes',
      null,
    ],
    ['a property of another system', "topic 't' {\n  ttl 7 days\n}\n", 'did you mean `retention`?', '  retention 7 days'],
  ])('knows what was meant: %s', (_, text, help, holds) => {
    const answer = read(text)
    expect(answer.diagnostics.map((d) => d.help)).toEqual([help])
    if (holds !== null) expect(fixed(answer, text)).toContain(holds)
  })

  it('reads a relation in backquotes that is called like a step', () => {
    expect(
      read("test 't' for p {\n  expect changes `changes`\n    | x |\n    | 1 |\n  expect `changes`\n    | x |\n    | 1 |\n}\n")
        .messages,
    ).toEqual([])
  })

  it('marks the number that has no unit, not what comes behind it', () => {
    expect(read('pipeline p {\n  tuning {\n    align drift 5\n  }\n}\n').messages).toEqual([
      'FLOW1001 3:17 unexpected `5` in `tuning`, expected a unit such as `minutes` behind it',
    ])
  })

  it('names the nearest word', () => {
    expect(read('pipeline p {\n  chekpoint every 5 seconds\n}\n').diagnostics[0]!.help).toBe('did you mean `checkpoint`?')
  })

  it('shortens what it quotes', () => {
    expect(read(`${'x'.repeat(500)} y\n`).messages[0]!.length).toBeLessThan(100)
  })
})

describe('what could not be read', () => {
  it('marks its declaration as incomplete, and nothing else', () => {
    const { file } = read(
      'pipeline p {\n  frobnicate 1\n}\n\nstream a =\n  from b\n\nstream c =\n  from d\n  window hop 1 day\n\nstream e =\n  from f g\n',
    )
    expect(file.declarations.map((d) => d.incomplete)).toEqual([true, false, true, false])
  })

  it('names what it would have declared, lanes of late rows too', () => {
    const { file } = read(
      "import { a, b as c } form './x.flow'\n\nstream x =\n  select a\n  window tumble 1 day late as y\n\nstream z =\n  from a\n  window hop 1 day late strict as `w w`\n\nfn f(a int) = a\n",
    )
    expect(file.declarations.map(print)).toEqual([
      '(broken _ a [a c])',
      '(broken _ x [x y])',
      '(query _ stream z [(from a _) (bad [w w])])',
      '(fn _ f [{a (named int []) false _}] _ (macro (path [a])))',
    ])
  })
})
