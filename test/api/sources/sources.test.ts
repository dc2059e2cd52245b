// Every kind of source and every clause of its block as text.
import { describe, expect, it } from 'vitest'
import {
  catalog,
  cdc,
  connection,
  env,
  every,
  files,
  hours,
  iceberg,
  kafka,
  kafkaPattern,
  minutes,
  ms,
  param,
  schema,
  seconds,
  stream,
  t,
  table,
} from '../../../src/api/index.js'
import { order, shopDb } from '../rows.js'
import { lastText, loose, mistakeOf, nodesOf } from '../support.js'

const lake = catalog('lake', { uri: env('ICEBERG_URI'), warehouse: 's3://lakehouse/' })
const second = connection('second', 'kafka', { bootstrap: env('SECOND') })
const source = (of: unknown, kind: 'stream' | 'table' = 'stream'): string =>
  lastText(loose({ stream, table })[kind]!('s', of)).replace(/^(?:stream|table) s /, '')
/** The only line of a block. */
const clause = (of: unknown, kind?: 'stream' | 'table'): string =>
  source(of, kind)
    .split('\n')
    .slice(1, -1)
    .map((l) => l.trim().replace(/ {2,}/, ' '))
    .join('\n')

const orders = kafka('shop.orders').schema(order)

describe('where rows come from', () => {
  it('topics', () => {
    expect(source(kafka('shop.orders'))).toBe("from kafka 'shop.orders'")
    expect(source(kafka('a', { connection: second }))).toBe("from kafka second 'a'")
    expect(source(loose({ kafka }).kafka!(['a', 'b']))).toBe("from kafka ('a', 'b')")
    expect(source(kafkaPattern('orders\\..*'))).toBe("from kafka pattern 'orders\\..*'")
    expect(source(loose(kafka('a')).compacted!(), 'table')).toBe("from kafka 'a' compacted")
  })

  it('captured tables', () => {
    expect(source(cdc(shopDb, 'public.orders'), 'table')).toBe("from cdc shop_db 'public.orders'")
    expect(source(cdc(shopDb, 'public.orders').asEvents())).toBe("from cdc shop_db 'public.orders' as events")
  })

  it('files, Iceberg tables, the clock', () => {
    expect(source(files('rides.ndjson'))).toBe("from files 'rides.ndjson'")
    expect(source(iceberg(lake.table('sales', 'orders')))).toBe('from iceberg lake.sales.orders')
    expect(source(every(minutes(1)))).toBe('every 1 minute')
  })

  it('brings along what it names', () => {
    const kinds = (of: unknown): readonly string[] => nodesOf({ s: loose({ stream }).stream!('s', of) }).map((d) => d.kind)
    expect(kinds(orders)).toEqual(['schema', 'source'])
    expect(kinds(kafka('a', { connection: second }))).toEqual(['connection', 'source'])
    expect(kinds(iceberg(lake.table('a')))).toEqual(['catalog', 'source'])
    expect(kinds(every(param('beat', t.duration(), minutes(1))))).toEqual(['param', 'source'])
  })
})

describe('clauses', () => {
  const text = loose(orders)
  const customers = loose(cdc(shopDb, 'public.customers'))
  const first = param('first', t.timestamp(3), '2026-01-01 00:00:00')

  it('schema', () => {
    expect(clause(orders)).toBe('schema Placed')
    expect(clause(kafka('a').schemaRegistry())).toBe('schema registry')
    expect(clause(kafka('a').schemaRegistry({ subject: 's-value', version: 3 }))).toBe(
      "schema registry subject 's-value' version 3",
    )
    expect(clause(kafka('a').schemaFile('order.avsc'))).toBe("schema file 'order.avsc'")
  })

  it.each([
    ['messageKey', ['order_id'], 'message key order_id'],
    ['messageKey', [['order_id', 'region'], 'text'], 'message key order_id, region as text'],
    ['time', ['created_at'], 'time created_at'],
    ['time', ['created_at', { lateBy: seconds(5) }], 'time created_at late by 5 seconds'],
    ['time', ['created_at', { idleAfter: 'never' }], 'time created_at, idle never'],
    [
      'time',
      ['order_id', { as: 'epoch millis', lateBy: ms(500), idleAfter: hours(1) }],
      'time order_id as epoch millis late by 500 ms, idle after 1 hour',
    ],
    ['time', [(o: { payload: { placed_at: object } }) => o.payload.placed_at], 'time payload.placed_at'],
    ['timeMetadata', ['timestamp', { lateBy: seconds(1.5) }], "time metadata('timestamp') late by 1.5 seconds"],
    ['timeCommit', [], 'time commit'],
    ['start', ['earliest'], 'start earliest'],
    ['start', ['committed'], 'start committed'],
    ['start', [{ committedElse: 'latest' }], 'start committed else latest'],
    ['start', [{ at: '2026-01-01 00:00:00' }], "start at '2026-01-01 00:00:00'"],
    ['start', [{ at: first }], 'start at first'],
    ['until', ['latest'], 'until latest'],
    ['until', [{ at: '2026-01-01 00:00:00' }], "until at '2026-01-01 00:00:00'"],
    ['until', [{ at: first }], 'until at first'],
    [
      'historyFromIceberg',
      [lake.table('sales', 'orders'), { until: first }],
      'history from iceberg lake.sales.orders until first then kafka',
    ],
    ['meta', [{ kind: 'timestamp type', off: 'offset' }], 'meta { kind = timestamp type, off = offset }'],
    ['meta', [{ trace: { header: 'traceparent', as: 'text' } }], "meta { trace = header 'traceparent' as text }"],
    ['invalid', ['to dlq'], 'invalid to dlq'],
    ['parallelism', [4], 'parallelism 4'],
    ['late', ['accept'], 'late accept'],
    ['late', ['dlq'], 'late to dlq'],
    ['late', ['strict dlq'], 'late strict to dlq'],
    ['late', [{ as: 'older', strict: true }], 'late strict as older'],
    ['format', ['json'], 'format json'],
    ['with', [{ 'scan.x': "it's" }], "with { 'scan.x' = 'it''s' }"],
  ] as const)('%s %#', (method, args, line) => {
    expect(clause(text[method]!(...args))).toBe(`schema Placed\n${line}`.replace(/^schema Placed\n(?=schema)/, ''))
  })

  it.each([
    ['primaryKey', ['customer_id', 'region'], 'primary key customer_id, region'],
    ['timeCommit', [{ lateBy: seconds(5), idleAfter: minutes(1) }], 'time commit late by 5 seconds, idle after 1 minute'],
    ['snapshotAt', ['updated_at'], 'snapshot at updated_at'],
    ['deletesNever', [], 'deletes never'],
  ] as const)('%s of a captured table', (method, args, line) => {
    expect(clause(customers[method]!(...args), 'table')).toBe(line)
  })

  it('stand in the order in which they were said', () => {
    expect(source(orders.messageKey('order_id').start('latest').parallelism(2))).toBe(
      `from kafka 'shop.orders' {
  schema       Placed
  message key  order_id
  start        latest
  parallelism  2
}`,
    )
  })
})

describe('immutability', () => {
  it('a clause makes a new source', () => {
    const before = source(orders)
    orders.start('latest')
    orders.compacted()
    expect(source(orders)).toBe(before)
    expect(Object.isFrozen(orders)).toBe(true)
  })
})

describe('mistakes', () => {
  const message = (use: () => unknown): string => mistakeOf(use).message
  const any = loose(orders)

  it.each([
    [() => any.start!('now'), /`start` takes one of 'earliest', 'latest', 'committed', and got the text "now"/],
    [() => any.start!({ at: 5 }), /`start` takes an instant such as '2026-01-01 00:00:00', or a param, and got the number 5/],
    [() => any.until!('now'), /`until` takes one of 'latest'/],
    [() => any.parallelism!(1.5), /`parallelism` takes a whole number, and got the number 1.5/],
    [() => any.messageKey!([]), /`messageKey` takes at least one column/],
    [() => any.primaryKey!(), /`primaryKey` takes at least one column/],
    [() => any.schema!({}), /`schema` takes a schema: `schema\('Order', \{ … \}\)`, and got an object/],
    [() => any.meta!('topic'), /`meta` takes an object of columns/],
    [() => any.meta!({ a: 'topics' }), /`meta.a` takes one of 'topic'/],
    [() => any.with!({ a: 1 }), /`with.a` takes a text, and got the number 1/],
    [() => any.time!('at', { lateBy: 5 }), /`time.lateBy` takes a duration such as `minutes\(5\)`, and got the number 5/],
    [() => any.time!('at', { as: 'millis' }), /`time.as` takes one of 'epoch millis'/],
    [() => any.time!((o: { a: { plus(n: number): object } }) => o.a.plus(1)), /`time` takes a column or a field of one/],
    [() => any.historyFromIceberg!('lake.orders', {}), /`historyFromIceberg` takes a table of a catalog/],
    [() => any.asEvents!(), /`asEvents` takes a captured table/],
    [() => loose(every(minutes(1))).compacted!(), /`compacted` takes a topic/],
    [() => loose({ cdc }).cdc!('db', 'public.x'), /`cdc` takes a connection: .*, and got the text "db"/],
    [() => loose({ kafka }).kafka!([]), /`kafka` takes at least one topic/],
    [() => loose({ kafka }).kafka!(5), /`kafka` takes the name of a topic, and got the number 5/],
    [() => loose({ kafka }).kafka!('a\nb'), /FLOW2111: the text 'a\\nb' holds a line break/],
    [() => loose({ schema }).schema!('X', { a: 'int' }), /`schema.a` takes a type such as `t.string\(\)`/],
  ] as const)('%#', (use, words) => {
    expect(message(use)).toMatch(words)
  })
})
