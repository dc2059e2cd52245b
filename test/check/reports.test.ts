// Faults that people of this trade have reported in public, as far as this version can say them: reports.md lists them.
import { describe, expect, it } from 'vitest'
import { build } from '../../src/codegen/index.js'
import { renderText } from '../../src/diagnostics/render/text.js'
import { runTest } from '../../src/runtime/test-runner/run-test.js'
import { checkProgram, type Checked } from '../support/check-program.js'
import { applyFixes } from '../support/fixes.js'
import { CONNECTION, CUSTOMERS, LAKE, ORDERS, PIPELINE } from './base.js'

const check = (...parts: readonly string[]): Checked => checkProgram({ 'main.flow': parts.join('\n') })
const artifact = (checked: Checked, ending: string): string => {
  expect(checked.lines.filter((l) => !/FLOW(5012|4016|2012|4018)/.test(l))).toEqual([])
  return build(checked.programs[0]!.plan).find((a) => a.path.endsWith(ending))!.text
}
const sql = (checked: Checked): string => artifact(checked, '.sql')
/** Runs the test blocks in the interpreter. */
function passes(checked: Checked): void {
  expect(checked.programs, checked.lines.join('\n')).toHaveLength(1)
  const { plan, tests } = checked.programs[0]!
  expect(tests.length).toBeGreaterThan(0)
  for (const t of tests) expect(runTest(plan, t, { readFile: () => [] }).failures, t.title).toEqual([])
}
const toTopic = (relation: string): string => `sink kafka 'shop.result.made.v1' from ${relation} append {\n  format json\n}`

describe('R001: columns named by reserved words of SQL', () => {
  const flow = (group: string): Checked =>
    check(
      PIPELINE,
      'schema Audit {\n  id bigint not null,\n  table string,\n  `order` int,\n  `group` string,\n  timestamp bigint\n}',
      "stream audit from kafka 'shop.audit.written.v1' {\n  schema Audit\n}",
      `stream hot =\n  from audit\n  where ${group} is not null\n  select id, table, order`,
      toTopic('hot'),
      "test 'rows with a group come out' for shop {\n  given audit\n    | id | table | order | group | timestamp |\n    | 1 | 't1' | 3 | 'g' | 5 |\n    | 2 | 't1' | 3 | null | 5 |\n  expect hot\n    | id | table | order |\n    | 1 | 't1' | 3 |\n}",
    )
  it('are written plainly, and quoted everywhere in the SQL', () => {
    const text = sql(flow('group'))
    for (const name of ['table', 'order', 'group', 'timestamp']) {
      expect(text).toContain(`\`${name}\``)
      expect(text).not.toMatch(new RegExp(`[^\`.'a-zA-Z_]${name} (?:STRING|INT|BIGINT|IS)`))
    }
    passes(flow('group'))
  })
})

it('R002: reserved words are quoted in key and watermark clauses too', () => {
  const text = sql(
    check(
      PIPELINE,
      LAKE,
      'schema Meter {\n  date date not null,\n  user string not null,\n  time timestamp(3) not null,\n  value double\n}',
      "stream meter from kafka 'shop.meter.read.v1' {\n  schema Meter\n  time time late by 5 seconds, idle after 1 minute\n}",
      'stream m =\n  from meter\n  window tumble 1 minute late count\n  group by date, user\n  select date, user, window_start, max(value) as value',
      'sink lake.shop.m from m upsert {\n  key date, user, window_start\n}',
    ),
  )
  expect(text).toMatch(/WATERMARK FOR `time` AS `time` - INTERVAL '5' SECOND/)
  expect(text).toContain('PRIMARY KEY (`date`, `user`, `window_start`) NOT ENFORCED')
})

it('R004: semicolons, quotes and dashes inside texts and comments end nothing', () => {
  const checked = check(
    PIPELINE,
    'schema S {\n  id bigint\n}',
    "stream s from kafka 'shop.raw.seen.v1' {\n  schema S\n  with { 'properties.client.id' = 'a;b;' }\n}",
    "-- don't split here; it's a comment\nstream f =\n  from s\n  select id, 'a;b''c' as tag",
    toTopic('f'),
  )
  const text = sql(checked)
  expect(text).toContain("'a;b''c'")
  expect(text).toContain("'properties.client.id' = 'a;b;'")
})

it('R007: a mistake in an imported file stands there, with the way it came in', () => {
  const files = {
    'main.flow': `import { big } from './lib/clicks.flow'\n${PIPELINE}\n${toTopic('big')}`,
    'lib/clicks.flow':
      "schema C {\n  id bigint,\n  url string\n}\nstream clicks from kafka 'shop.click.made.v1' {\n  schema C\n}\nstream big =\n  from clicks\n  select id, urll\n",
  }
  const { diagnostics, index } = checkProgram(files)
  expect(renderText(diagnostics, index)).toMatch(
    /there is no column `urll` in `clicks`\n +--> lib\/clicks\.flow:10:14[\s\S]*did you mean `url`\?/,
  )
})

it('R009: a circle is shown step by step, at its first definition', () => {
  const { lines, diagnostics } = check(
    'stream price =\n  from cart\n  select id, total\nstream cart =\n  from price\n  select id, total',
  )
  expect(lines).toEqual(['FLOW2005 1:8 circular definition: price → cart → price'])
  expect(diagnostics[0]!.related).toHaveLength(2)
})

it('R011: a text that ends too early is said where it ends', () => {
  const { lines } = check(
    "schema S {\n  id bigint\n}\nstream s from files 'x.csv' {\n  schema S\n}\nstream f =\n  from s\n  select id,\nstream g =\n  from\nstream h =\n  from s\n  where (id",
  )
  const places = lines.map((l) => l.split(' ')[1])
  expect(places.some((p) => p!.startsWith('11:'))).toBe(true)
  expect(places.some((p) => p!.startsWith('14:'))).toBe(true)
  expect(lines.every((l) => l.startsWith('FLOW10'))).toBe(true)
})

describe('R037: a window over a timestamp that is not the event time', () => {
  const flow = (select: string): Checked =>
    check(
      PIPELINE,
      'schema Word {\n  word string,\n  ts timestamp(3) not null,\n  made timestamp(3)\n}',
      "stream w from kafka 'shop.word.seen.v1' {\n  schema Word\n  time ts late by 2 seconds, idle after 1 minute\n}",
      `stream v =\n  from w\n  ${select}`,
      'stream b =\n  from v\n  window tumble 3 seconds late count\n  group by word\n  select word, window_start, window_end, count(*) as n',
      toTopic('b'),
    )
  it.each([
    ['select word, made as ts', '`select` computes `ts` anew'],
    ["select word, ts + interval '1' hour as ts", '`select` computes `ts` anew'],
    ['select word', '`select` leaves out `ts`'],
  ])('%s: says where it lost the role', (select, reason) => {
    const { lines } = flow(select)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(`a window needs event time, and \`v\` has lost it: ${reason}`)
  })
  it('with the event time becomes a window of it, grouped by both bounds', () => {
    const text = sql(flow('select word, ts'))
    expect(text).toMatch(/TUMBLE\([\s\S]*?DESCRIPTOR\(`ts`\), INTERVAL '3' SECOND/)
    expect(text).toMatch(/GROUP BY[\s\S]*`?window_start`?,[\s\S]*`?window_end`?/)
  })
})

it('R046: an event time that may be NULL is refused where it is declared', () => {
  const flow = check(
    'schema S {\n  id bigint,\n  at timestamp(3)\n}',
    "stream s from kafka 'shop.raw.seen.v1' {\n  schema S\n  time at late by 5 seconds\n}",
  )
  expect(flow.lines).toEqual([
    'FLOW4002 7:8 event time `at` may be NULL (it is declared nullable); Flink stops the job at the first NULL',
  ])
})

describe('R054: the key of a captured table inside a row', () => {
  const HDR = 'schema D {\n  hdr row<id bigint not null> not null,\n  id bigint not null,\n  name string\n}'
  it('is refused at the declaration of the key', () => {
    const { lines } = check(CONNECTION, HDR, "table d from cdc db 'public.d' {\n  schema D\n  primary key hdr.id\n}")
    expect(lines.map((l) => l.split(' ').slice(0, 2).join(' ').replace(/:\d+$/, ''))).toEqual(['FLOW1001 15'])
    expect(check(CONNECTION, HDR, "table d from cdc db 'public.d' {\n  schema D\n  primary key hdr\n}").lines).toHaveLength(1)
  })
  it('may be nested on the left side, which is an expression', () => {
    const flow = check(
      PIPELINE,
      CONNECTION,
      HDR,
      "table d from cdc db 'public.d' {\n  schema D\n  primary key id\n  time commit late by 1 second, idle after 1 minute\n}",
      'schema S {\n  ref row<id bigint> ,\n  at timestamp(3) not null\n}',
      "stream s from kafka 'shop.ref.seen.v1' {\n  schema S\n  time at late by 1 second, idle after 1 minute\n}",
      'stream f =\n  from s\n  left join d at s.at on s.ref.id = d.id late to dlq\n  select s.ref.id, d.name',
      toTopic('f'),
    )
    expect(flow.lines).toEqual([])
  })
})

describe('R055: which join it is', () => {
  const flow = (rows: string, expected: string): Checked =>
    check(
      PIPELINE,
      CONNECTION,
      'schema C {\n  id string not null,\n  tier string\n}\nschema T {\n  id string not null,\n  cust string,\n  at timestamp(3) not null\n}',
      "table c from cdc db 'public.c' {\n  schema C\n  primary key id\n  time commit late by 0 seconds, idle never\n}",
      "stream t from kafka 'shop.trade.made.v1' {\n  schema T\n  time at late by 0 seconds, idle never\n}",
      'stream f =\n  from t\n  left join c at t.at on t.cust = c.id late to dlq\n  select t.id, c.tier, t.at',
      toTopic('f'),
      `test 'each row gets the version of its time' for shop {\n  given c, t\n    | @from | @time | id | tier | cust | at |\n${rows}  expect f\n    | id | tier |\n${expected}  expect dlq\n    | @reason | id |\n    | 'late' | 't3' |\n}`,
    )
  it('is the temporal one, by name, and joins each row with the version of its time', () => {
    const checked = flow(
      "    | c | '2026-01-01 10:00:00' | 'k' | 'basic' | | |\n    | t | | 't1' | | 'k' | '2026-01-01 10:05:00' |\n    | c | '2026-01-01 10:10:00' | 'k' | 'gold' | | |\n    | t | | 't2' | | 'k' | '2026-01-01 10:12:00' |\n    | c | '2026-01-01 10:20:00' | 'z' | 'x' | | |\n    | t | | 't3' | | 'k' | '2026-01-01 09:59:00' |\n    | t | | 't4' | | 'k' | '2026-01-01 10:20:00' |\n",
      "    | 't1' | 'basic' |\n    | 't2' | 'gold' |\n    | 't4' | 'gold' |\n",
    )
    expect(checked.programs[0]?.plan.operators.filter((o) => o.kind === 'temporal_join').map((o) => o.id)).toEqual([
      'shop/f/temporal_join(c)',
    ])
    passes(checked)
  })
})

it('R063: a stream without a key cannot be joined as it was at a time', () => {
  const { lines, diagnostics } = check(
    ORDERS,
    'stream f =\n  from orders as o\n  join orders as d at o.created_at on o.order_id = d.order_id late count\n  select o.order_id',
  )
  expect(lines).toEqual(['FLOW4009 20:8 `orders` is not a versioned table, so it cannot be joined as it was at a time'])
  expect(diagnostics[0]!.help).toContain('`table … from cdc …`')
})

it('R064: a left join with a further condition keeps the row that it does not fit', () => {
  passes(
    check(
      PIPELINE,
      CONNECTION,
      'schema D {\n  id bigint not null,\n  b int\n}\nschema S {\n  id bigint not null,\n  a int,\n  at timestamp(3) not null\n}',
      "table d from cdc db 'public.d' {\n  schema D\n  primary key id\n  time commit late by 0 seconds, idle never\n}",
      "stream s from kafka 'shop.raw.seen.v1' {\n  schema S\n  time at late by 0 seconds, idle never\n}",
      'stream f =\n  from s\n  left join d at s.at on s.id = d.id and s.a > d.b late to dlq\n  select s.id, s.a, d.id as did, d.b',
      toTopic('f'),
      "test 'the row comes with NULLs' for shop {\n  given d, s\n    | @from | @time | id | b | a | at |\n    | d | '2026-01-01 10:00:00' | 1 | 11 | | |\n    | s | | 1 | | 10 | '2026-01-01 10:00:01' |\n    | s | | 1 | | 12 | '2026-01-01 10:00:02' |\n    | s | | 2 | | 5 | '2026-01-01 10:00:03' |\n    | d | '2026-01-01 11:00:00' | 9 | 0 | | |\n  expect f\n    | id | a | did | b |\n    | 1 | 10 | null | null |\n    | 1 | 12 | 1 | 11 |\n    | 2 | 5 | null | null |\n}",
    ),
  )
})

it('R069: a key on an append sink is ambiguous, and the message says what would happen', () => {
  const text = [PIPELINE, ORDERS, LAKE, 'sink lake.shop.orders from orders append {\n  key order_id\n}'].join('\n')
  const checked = check(text)
  expect(checked.lines.map((l) => l.slice(0, 8))).toEqual(['FLOW5004'])
  expect(checkProgram(applyFixes({ 'main.flow': text }, checked)).lines).toEqual([])
})

it('R071: a key column that may be NULL, and the filter that makes it a key', () => {
  const table = (where: string): Checked =>
    check(
      PIPELINE,
      ORDERS,
      LAKE,
      `stream r =\n  from orders${where}\n  window tumble 1 minute late count\n  group by region\n  select region, window_start, count(*) as n`,
      'sink lake.shop.r from r upsert',
    )
  expect(table('').lines.map((l) => l.slice(0, 8))).toEqual(['FLOW5018'])
  expect(sql(table('\n  where region is not null'))).toMatch(/`region` STRING NOT NULL/)
})

it('R076: a sink keyed by something else than its rows, with both keys named', () => {
  const checked = check(
    PIPELINE,
    CUSTOMERS,
    LAKE,
    'table by_name =\n  from customers\n  select customer_id, name',
    'sink lake.shop.by_name from by_name upsert {\n  key name\n}',
  )
  expect(checked.lines[0]).toContain('rows of `by_name` are unique by (customer_id), the key of sink lake.shop.by_name is (name)')
})

it('R080: a captured table is read from its beginning, whatever is said', () => {
  const checked = check(CUSTOMERS.replace('  primary key', '  start        latest\n  primary key'))
  expect(checked.lines.map((l) => l.replace(/ \d+:\d+/, ''))).toEqual(['FLOW5013 `start` has no meaning for a cdc table'])
})

describe('R081: records without a key', () => {
  const flow = (...properties: readonly string[]): Checked =>
    check(
      PIPELINE,
      ORDERS,
      `sink kafka 'shop.result.made.v1' from orders append {\n  format json\n${properties.map((p) => `  ${p}\n`).join('')}}`,
    )
  it('cannot go to a compacted topic', () => {
    expect(flow('cleanup compact').lines.map((l) => l.slice(0, 8))).toEqual(['FLOW5014'])
  })
  it('do not lose it where the sink only appends', () => {
    const text = sql(flow('message key order_id as json'))
    expect(text).toMatch(/'key\.format' = 'json'/)
    expect(text).toMatch(/'key\.fields' = '[^']*order_id/)
  })
})

it('R089: a captured table without a key says so', () => {
  const { lines } = check(CUSTOMERS.replace('  primary key  customer_id\n', ''))
  expect(lines.map((l) => l.replace(/ \d+:\d+/, ''))).toEqual(['FLOW3412 table `customers` says no primary key'])
})

describe('R103: types of several schema files', () => {
  const avsc = (name: string, namespace: string, fields: unknown): string =>
    JSON.stringify({ type: 'record', name, namespace, fields })
  const money = avsc('Money', 'c', [{ name: 'units', type: 'long' }])
  const flow = (file: string): string =>
    `stream s from files 'x.avro' {\n  schema file 'schemas/${file}'\n}\nstream r =\n  from s\n  select *`
  const order = avsc('Order', 'a', [{ name: 'price', type: 'c.Money' }])
  it('are found whatever the order of their names', () => {
    expect(
      checkProgram({ 'main.flow': flow('a_order.avsc'), 'schemas/a_order.avsc': order, 'schemas/c_money.avsc': money }).lines,
    ).toEqual([])
  })
  it('are named with their namespace, and near ones are offered', () => {
    const item = avsc('Item', 'b', [{ name: 'price', type: 'Money' }])
    const { lines } = checkProgram({
      'main.flow': flow('b_item.avsc'),
      'schemas/b_item.avsc': item,
      'schemas/c_money.avsc': money,
    })
    expect(lines.join()).toMatch(/b\.Money[\s\S]*c\.Money/)
  })
  it('are refused where two files define one differently', () => {
    const other = avsc('Money', 'c', [{ name: 'units', type: 'string' }])
    const { lines } = checkProgram({
      'main.flow': flow('a_order.avsc'),
      'schemas/a_order.avsc': order,
      'schemas/c_money.avsc': money,
      'schemas/d_copy.avsc': other,
    })
    expect(lines.join()).toMatch(/c_money\.avsc[\s\S]*d_copy\.avsc|d_copy\.avsc[\s\S]*c_money\.avsc/)
  })
})

it('R122, R123: checkpoints and the start of a topic are always written out', () => {
  const checked = check(PIPELINE, ORDERS, LAKE, 'sink lake.shop.orders from orders append')
  const text = sql(checked)
  expect(text).toMatch(/'execution\.checkpointing\.interval' = '1 min'/)
  expect(text).toMatch(/'scan\.startup\.mode' = 'earliest-offset'/)
  expect(checked.programs[0]!.plan.inferred.map((i) => i.what)).toEqual(expect.arrayContaining(['checkpoint', 'start']))
})

it('R043: epoch seconds and epoch milliseconds are two things', () => {
  const flow = (unit: string, at: string): Checked =>
    check(
      PIPELINE,
      'schema S {\n  id bigint not null,\n  created bigint not null\n}',
      `stream s from kafka 'shop.raw.seen.v1' {\n  schema S\n  time created as epoch ${unit} late by 10 seconds\n}`,
      toTopic('s'),
      `test 't' for shop {\n  given s\n    | id | created |\n    | 1 | 1700000000 |\n  expect s\n    | id | event_time |\n    | 1 | '${at}' |\n}`,
    )
  passes(flow('seconds', '2023-11-14 22:13:20'))
  passes(flow('millis', '1970-01-20 16:13:20'))
})

it('R079: a NULL column is a row, and only a delete is a delete', () => {
  const rows = (last: string): string =>
    `  given customers\n    | @op | @time | customer_id | segment |\n    | c | '2026-01-01 10:00:00' | 1 | 'gold' |\n    | u | '2026-01-01 10:00:01' | 1 | null |\n${last}`
  passes(
    check(
      PIPELINE,
      CUSTOMERS,
      'table f =\n  from customers\n  select customer_id, segment',
      "sink kafka 'shop.customer.copied.v1' from f upsert {\n  format json\n}",
      `test 'NULL' for shop {\n${rows('')}  expect f\n    | customer_id | segment |\n    | 1 | null |\n}`,
      `test 'delete' for shop {\n${rows("    | d | '2026-01-01 10:00:02' | 1 | |\n")}  expect nothing from f\n}`,
    ),
  )
})

it('R088: a change of the primary key is a delete of one key and an insert of another', () => {
  const row = (rows: readonly string[]): string =>
    `test 'rows ending with ${rows.at(-1)!.slice(2, 3)}' for shop {\n  given customers\n    | @op | @time | customer_id | name |\n${rows.map((r) => `    ${r}\n`).join('')}  expect customers\n    | customer_id | name |\n    | 2 | 'a' |\n}`
  const [create, gone, again] = [
    "| c | '2026-01-01 10:00:00' | 1 | 'a' |",
    "| d | '2026-01-01 10:00:01' | 1 | |",
    "| c | '2026-01-01 10:00:01' | 2 | 'a' |",
  ]
  passes(
    check(
      PIPELINE,
      CUSTOMERS,
      LAKE,
      'sink lake.shop.customers from customers upsert',
      row([create!, gone!, again!]),
      row([create!, again!, gone!]),
    ),
  )
})

it('R094: two tables whose names become one topic', () => {
  const table = (name: string, of: string): string =>
    `table ${name} from cdc db '${of}' {\n  schema       Customer\n  primary key  customer_id\n}\nsink lake.shop.${name} from ${name} upsert`
  const { lines } = check(PIPELINE, CUSTOMERS, LAKE, table('a', 'public.order@line'), table('b', 'public.order$line'))
  expect(lines.filter((l) => l.startsWith('FLOW5017')).map((l) => l.replace(/ \d+:\d+/, ''))).toEqual([
    'FLOW5017 the captured table: `public.order$line` and `public.order@line` are both written to topic `db.public.order_line`',
  ])
})

it('R029: an element of a list may be missing, whatever the list says of its elements', () => {
  const { model, lines } = check(
    'schema Cart {\n  id bigint not null,\n  lines array<row<sku string not null, qty int not null> not null> not null\n}',
    "stream carts from files 'carts.ndjson' {\n  schema Cart\n}",
    'stream f =\n  from carts\n  select id, lines[1].qty as first_qty',
  )
  expect(lines).toEqual([])
  const column = model.scopes.get('main.flow')!.get('f')!.type!.columns[1]!
  expect([column.type.key, column.nullable]).toEqual(['INT', true])
})

it('R034: a condition on NULL where there is none is told', () => {
  const { lines } = check(ORDERS, 'stream r =\n  from orders\n  where order_id is null')
  expect(lines.map((l) => l.replace(/ \d+:\d+/, ''))).toEqual(['FLOW4081 `where` lets no row through: `order_id` is never NULL'])
})

describe('R048, R070: an Iceberg table read back', () => {
  const back = (more: string): Checked =>
    check(
      PIPELINE,
      CUSTOMERS,
      LAKE,
      'schema Back {\n  customer_id bigint not null,\n  at timestamp(6) not null\n}',
      `stream back from iceberg lake.shop.u {\n  schema Back\n  time at${more}\n}`,
      'sink lake.shop.customers from customers upsert',
      toTopic('back'),
    )
  it('has microseconds, and an event time of milliseconds beside them', () => {
    const { model } = back('\n  until latest')
    expect(
      model.scopes
        .get('main.flow')!
        .get('back')!
        .type!.columns.map((c) => `${c.name} ${c.type.key}`),
    ).toEqual(['customer_id BIGINT', 'at TIMESTAMP(6)', 'event_time TIMESTAMP(3)'])
  })
  it('is not read for ever, where changes of its rows would be missed', () => {
    expect(back('').lines.some((l) => l.startsWith('FLOW1900'))).toBe(true)
    expect(back('\n  until latest').lines.some((l) => l.startsWith('FLOW1900'))).toBe(false)
  })
})

it('R123: committed offsets need an otherwise', () => {
  const start = (more: string): readonly string[] =>
    check(ORDERS.replace('  message key', `  start        committed${more}\n  message key`)).lines.map((l) => l.slice(0, 8))
  expect([start(''), start(' else earliest')]).toEqual([['FLOW4031'], []])
})
