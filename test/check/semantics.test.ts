// The faults that Flink SQL lets through or names badly: what the checker says of each that the language can express.
// `semantics.md` lists all of them, with what holds the others and what they wait for.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { catalog } from '../../src/diagnostics/catalog.js'
import { build } from '../../src/codegen/index.js'
import { checkProgram, type Checked } from '../support/check-program.js'
import { CUSTOMERS, LAKE, ORDERS, PIPELINE } from './base.js'

const GROUP = 'group by region\n  select region, window_start, count(*) as n'
const JOIN =
  'join customers as c at o.created_at on o.customer_id = c.customer_id late to dlq\n  select o.order_id, o.region, o.created_at, c.name'
const check = (...parts: readonly string[]): Checked => checkProgram({ 'main.flow': parts.join('\n') })
const orders = (clauses: string, kind = 'stream'): Checked =>
  check(ORDERS, CUSTOMERS, `${kind} r =\n  from orders as o\n  ${clauses}`)
const customers = (clauses: string, kind = 'table'): Checked => check(CUSTOMERS, `${kind} r =\n  from customers\n  ${clauses}`)
const source = (field: string, time: string, ...more: readonly string[]): Checked =>
  check(
    `schema S {\n  id bigint not null,\n  region string,\n  ${field}\n}\nstream s from kafka 'shop.raw.seen.v1' {\n  schema S\n  time ${time}\n}`,
    ...more,
  )
const sink = (relation: string, mode: string, block = ''): Checked =>
  check(PIPELINE, ORDERS, CUSTOMERS, LAKE, relation, `sink lake.shop.r from r ${mode}${block === '' ? '' : ` {\n  ${block}\n}`}`)
const topic = (name: string, properties: string): Checked =>
  check(
    PIPELINE,
    `topic '${name}' {\n  ${properties}\n}`,
    ORDERS,
    LAKE,
    `stream r =\n  from orders\n  window tumble 1 day late count\n  ${GROUP}`,
    'sink lake.shop.r from r append',
  )
const TABLE = 'table r =\n  from customers\n  select customer_id, name'
const STREAM = 'stream r =\n  from orders\n  select order_id, region, created_at'

const REFUSED: readonly (readonly [entry: string, what: string, code: string, program: () => Checked])[] = [
  [
    'E01',
    'a window behind a cast of the event time',
    'FLOW4003',
    () => orders(`select region, cast(created_at as timestamp(3)) as at\n  window tumble 1 hour late count\n  ${GROUP}`),
  ],
  ['E03', 'an event time that is a number', 'FLOW4001', () => source('at bigint not null', 'at late by 1 second, idle never')],
  ['E03', 'an event time that is a text', 'FLOW4001', () => source('at string not null', 'at late by 1 second, idle never')],
  ['E04', 'a number without its unit', 'FLOW4001', () => source('at_ms bigint not null', 'at_ms late by 1 second, idle never')],
  ['E05', 'an event time that may be NULL', 'FLOW4002', () => source('at timestamp(3)', 'at late by 1 second, idle never')],
  [
    'E06',
    'a window that waits for a silent partition',
    'FLOW4004',
    () =>
      source(
        'at timestamp(3) not null',
        'at late by 1 second',
        `stream r =\n  from s\n  window tumble 1 hour late count\n  ${GROUP}`,
      ),
  ],
  [
    'E07',
    'more readers than partitions',
    'FLOW4036',
    () =>
      check(
        PIPELINE,
        "topic 'shop.order.created.v1' {\n  partitions 2\n}",
        ORDERS.replace('  message key', '  parallelism  4\n  message key').replace(/idle after [^\n]*/, 'idle never'),
        LAKE,
        'sink lake.shop.o from orders append',
      ),
  ],
  ['E12', 'late rows of which nothing is said', 'FLOW4005', () => orders(`window tumble 1 hour\n  ${GROUP}`)],
  [
    'E15',
    'a window behind a group that leaves its time out',
    'FLOW4003',
    () =>
      orders(
        `window tumble 1 hour late count\n  ${GROUP}\n  window tumble 1 day late count\n  group by region\n  select region, sum(n) as n`,
      ),
  ],
  [
    'E17',
    'a union of event times of two kinds',
    'FLOW4024',
    () =>
      check(
        ORDERS,
        source('at timestamp_ltz(3) not null', 'at late by 1 second, idle never').model.files.length > 0
          ? "schema S {\n  id bigint not null,\n  at timestamp_ltz(3) not null\n}\nstream s from kafka 'shop.raw.seen.v1' {\n  schema S\n  time at late by 1 second, idle never\n}"
          : '',
        'stream r =\n  from orders\n  select order_id, created_at\n  union all s',
      ),
  ],
  ['E22', 'a window of a day', 'FLOW4018', () => orders(`window tumble 1 day late count\n  ${GROUP}`)],
  [
    'E24',
    'a bound of a window against an instant',
    'FLOW3102',
    () =>
      orders(
        `window tumble 1 hour late count\n  ${GROUP}\n  where window_start > cast('2026-01-01 00:00:00' as timestamp_ltz(3))`,
      ),
  ],
  [
    'E27',
    'a window over a table',
    'FLOW4007',
    () => customers('window tumble 1 hour late count\n  group by segment\n  select segment, count(*) as n'),
  ],
  ['E30', 'a window of a month', 'FLOW1033', () => orders(`window tumble 1 month late count\n  ${GROUP}`)],
  [
    'E32',
    'the old event time behind a window',
    'FLOW3022',
    () => orders('window tumble 1 hour late count\n  group by region\n  select region, created_at, count(*) as n'),
  ],
  [
    'E34',
    'a window without rows',
    'FLOW4081',
    () => orders(`window tumble 1 hour late count\n  ${GROUP}\n  having count(*) = 0`),
  ],
  [
    'E35',
    'a window of rows without event time',
    'FLOW4003',
    () => check(ORDERS.replace(/ {2}time .*\n/, ''), `stream r =\n  from orders\n  window tumble 1 hour late count\n  ${GROUP}`),
  ],
  ['E36', 'rows that change in an append sink', 'FLOW5001', () => sink(TABLE, 'append')],
  ['E37', 'an upsert sink without a key', 'FLOW5002', () => sink('table r =\n  from customers\n  select name', 'upsert')],
  ['E38', 'a sink keyed by something else', 'FLOW5003', () => sink(TABLE, 'upsert', 'key name')],
  [
    'E48',
    'a primary key on a stream',
    'FLOW5013',
    () => check(ORDERS.replace('message key  order_id as text', 'primary key  order_id')),
  ],
  ['E58', '`select distinct`', 'FLOW1001', () => orders('select distinct region')],
  [
    'E64',
    'a join without the whole key',
    'FLOW4010',
    () => orders(JOIN.replace('o.customer_id = c.customer_id', 'o.region = c.segment')),
  ],
  [
    'E65',
    'a join with a stream',
    'FLOW4009',
    () => orders('join orders as c at o.created_at on o.order_id = c.order_id late to dlq\n  select o.order_id'),
  ],
  [
    'E66',
    'a join that waits for a quiet table',
    'FLOW4004',
    () => check(ORDERS, CUSTOMERS.replace(', idle after 1 minute', ''), `stream r =\n  from orders as o\n  ${JOIN}`),
  ],
  [
    'E69',
    'a join with a topic',
    'FLOW4009',
    () =>
      check(
        ORDERS,
        "stream c from kafka 'shop.customer.changed.v1' {\n  schema Order\n}",
        'stream r =\n  from orders as o\n  join c at o.created_at on o.order_id = c.order_id late to dlq\n  select o.order_id',
      ),
  ],
  ['E70', 'a join key of another type', 'FLOW4013', () => orders(JOIN.replace('o.customer_id =', 'o.amount ='))],
  [
    'E72',
    'a join without an equality',
    'FLOW4010',
    () => orders(JOIN.replace('o.customer_id = c.customer_id', 'o.customer_id > c.customer_id')),
  ],
  ['E73', 'a subquery', 'FLOW1022', () => orders('where region in (select x from y)')],
  ['E84', '`order by`', 'FLOW1023', () => orders('order by amount')],
  ['E85', '`limit`', 'FLOW1023', () => orders('limit 5')],
  [
    'E92',
    'a sum that wraps',
    'FLOW3205',
    () =>
      orders(
        'extend i = cast(order_id as int)\n  window tumble 1 hour late count\n  group by region\n  select region, sum(i) as s',
      ),
  ],
  ['E93', 'a quotient of whole numbers', 'FLOW3201', () => orders('select order_id / 2 as half')],
  ['E94', 'a divisor that may be 0', 'FLOW3202', () => orders('select amount / customer_id as q')],
  [
    'E95',
    'a product that loses digits',
    'FLOW3204',
    () => orders('select cast(amount as decimal(38, 10)) * cast(amount as decimal(38, 10)) as p'),
  ],
  ['E97', 'a cast of a text that may fail', 'FLOW3114', () => orders('select cast(region as bigint) as r')],
  ['E98', 'a text against a number', 'FLOW3101', () => orders("where amount > '5'")],
  ['E99', '`<>` with NULL', 'FLOW3104', () => orders('where region <> null')],
  [
    'E103',
    'a group of doubles',
    'FLOW4085',
    () => orders('extend d = cast(amount as double)\n  window tumble 1 hour late count\n  group by d\n  select d, count(*) as n'),
  ],
  ['E113', 'a message key whose bytes are not said', 'FLOW5008', () => check(ORDERS.replace(' as text', ''))],
  ['E115', 'a compacted topic as a stream', 'FLOW4086', () => topic('shop.order.created.v1', 'cleanup compact')],
  [
    'E117',
    'a compacted topic without keys',
    'FLOW5014',
    () => check(PIPELINE, ORDERS, STREAM, "sink kafka 'shop.r.made.v1' from r append {\n  format json\n  cleanup compact\n}"),
  ],
  [
    'E120',
    'no checkpoints',
    'FLOW5017',
    () =>
      check(
        PIPELINE.replace("dlq  'shop.order.dlq'", 'checkpoint every 0 seconds exactly once'),
        ORDERS,
        LAKE,
        'sink lake.shop.o from orders append',
      ),
  ],
  ['E126', 'a name in another case', 'FLOW2006', () => orders('select Order_ID')],
  ['E127', 'rows that change in an Iceberg table', 'FLOW5001', () => sink(TABLE, 'append')],
  [
    'E128',
    'a partition outside the key',
    'FLOW5006',
    () => sink('table r =\n  from customers\n  select customer_id, name', 'upsert', 'partition by name'),
  ],
  [
    'E129',
    'a partition that moves',
    'FLOW5006',
    () => sink('table r =\n  from customers\n  select customer_id, segment', 'upsert', 'partition by segment'),
  ],
  ['E130', 'a key on an append sink', 'FLOW5004', () => sink(STREAM, 'append', 'key order_id')],
  [
    'window beyond retention',
    'a window longer than its topic',
    'FLOW4087',
    () => topic('shop.order.created.v1', 'retention 1 hour'),
  ],
]

describe('is told', () => {
  it.each(REFUSED)('%s: %s: %s', (_, __, code, program) => {
    expect([...new Set(program().lines.map((l) => l.slice(0, 8)))]).toContain(code)
  })
})

describe('cannot be written wrong', () => {
  const built = (...parts: readonly string[]): string => {
    const checked = check(PIPELINE, ORDERS, CUSTOMERS, LAKE, ...parts, 'sink lake.shop.kept from customers upsert')
    expect(checked.diagnostics.filter((d) => d.severity === 'error').map((d) => d.message)).toEqual([])
    return build(checked.programs[0]!.plan).find((a) => a.path.endsWith('.sql'))!.text
  }
  it('E02, E16: an event time of microseconds, or inside a row, becomes a column of milliseconds', () => {
    const text = built(
      "schema M {\n  id bigint not null,\n  head row<at timestamp(6) not null> not null\n}\nstream m from kafka 'shop.raw.moved.v1' {\n  schema M\n  time head.at late by 1 second, idle never\n}\nsink lake.shop.m from m append\nsink lake.shop.o from orders append",
    )
    expect(text).toMatch(/`event_time` AS CAST\(`head`\.`at` AS TIMESTAMP\(3\)\)/)
  })
  it('E14: of two copies of the event time one is a plain timestamp', () => {
    expect(built('stream r =\n  from orders\n  select created_at, created_at as again\nsink lake.shop.r from r append')).toMatch(
      /CAST\([^)]*`created_at`[^)]*AS TIMESTAMP\(3\)\)/,
    )
  })
  it('E21, E26, E44, E48, E118, E120, E140: zone, bounds of windows, columns, keys and prefixes are written out', () => {
    const text = built(
      `stream r =\n  from orders\n  window tumble 1 hour late count\n  ${GROUP}\nsink kafka 'shop.r.made.v1' from r append {\n  format json\n}`,
    )
    expect(text).toMatch(/SET 'table\.local-time-zone' = 'UTC'/)
    expect(text).toMatch(/GROUP BY[^;]*`window_start`[^;]*`window_end`/)
    expect(text).toMatch(/'sink\.transactional-id-prefix' = 'shop-shop\.r\.made\.v1'/)
    expect(text).toMatch(/SET 'execution\.checkpointing\.interval' = '1 min'/)
    expect(text).not.toMatch(/(?<!NOT )ENFORCED/)
    expect(text).toMatch(/INSERT INTO `[^`]+`[^(]*\([^)]+\)/)
  })
  it('E45: a star is expanded, without hidden columns', () => {
    const text = built('table r =\n  from customers\n  select *\nsink lake.shop.r from r upsert')
    expect(text).not.toMatch(/SELECT \*/)
  })
})

describe('semantics.md', () => {
  const text = readFileSync(new URL('./semantics.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| (E\d+b?) +\| (.*?) +\| (.*?) +\| (.*?) +\|$/gm)].map((m) => ({
    entry: m[1]!,
    held: m[3]!,
    waits: m[4]!,
  }))
  const STEPS = /^(—|.+ \(step [1-7]\))$/

  it('lists each fault once, in order', () => {
    const all = Array.from({ length: 146 }, (_, i) => `E${String(i + 1).padStart(2, '0')}`)
    all.splice(35, 0, 'E35b')
    expect(rows.map((r) => r.entry)).toEqual(all)
  })
  it('says of each what holds it or which step of the roadmap brings it', () => {
    expect(rows.filter((r) => !STEPS.test(r.waits) || (r.held === '—' && r.waits === '—'))).toEqual([])
  })
  it('names codes that exist, and files that are there', () => {
    const known = catalog()
    expect(
      rows.flatMap((r) => [...r.held.matchAll(/FLOW\d{4}/g)].map((m) => m[0])).filter((c) => !known.has(c as 'FLOW0000')),
    ).toEqual([])
    const files = [...new Set(rows.flatMap((r) => [...r.held.matchAll(/`((?:test|src|docs)\/[^`]+)`/g)].map((m) => m[1]!)))]
    const there = files.filter((f) => !existsSync(new URL(`../../${f}`, import.meta.url)))
    expect(there).toEqual([])
  })
  it('is told here where it says so', () => {
    const told = new Map<string, Set<string>>()
    for (const [entry, , code] of REFUSED) told.set(entry, (told.get(entry) ?? new Set()).add(code))
    const missing = rows.filter(
      (r) => r.held.startsWith('FLOW') && ![...r.held.matchAll(/FLOW\d{4}/g)].some((m) => told.get(r.entry)?.has(m[0])),
    )
    expect(missing).toEqual([])
  })
})

describe('reports.md', () => {
  const text = readFileSync(new URL('./reports.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| \[(R\d+)\]\([^)]*\) +\| (.*?) +\| (.*?) +\| (.*?) +\|$/gm)].map((m) => ({
    report: m[1]!,
    held: m[3]!,
    waits: m[4]!,
  }))
  it('lists each report once, with what holds it or the step that brings it', () => {
    expect(rows.length).toBe(65)
    expect(new Set(rows.map((r) => r.report)).size).toBe(rows.length)
    expect(rows.filter((r) => !/^(—|.+ \(step [1-7]\))$/.test(r.waits) || (r.held === '—' && r.waits === '—'))).toEqual([])
  })
  it('says `here` where a test has its number', () => {
    const tests = readFileSync(new URL('./reports.test.ts', import.meta.url), 'utf8')
    expect(rows.filter((r) => r.held.startsWith('here') && !tests.includes(r.report))).toEqual([])
  })
})
