import { describe, expect, it } from 'vitest'
import {
  array,
  INT,
  INTERVAL_DAY_TIME,
  map,
  multiset,
  notNull,
  nullable,
  row,
  STRING,
  type FlowType,
} from '../../src/ir/types.js'
import type { Value } from '../../src/runtime/value.js'
import { expectedValue } from '../../src/testing/expected-value.js'
import { assertRows } from '../../src/testing/index.js'
import { failuresOf, ORDERS, runText } from './base.js'

const GIVEN = `
  given customers
    | @time                 | customer_id | segment |
    | '2026-01-01 00:00:00' | 7           | 'gold'  |
  given orders
    | order_id | customer_id | region | amount | created_at            |
    | 1        | 7           | 'eu'   | 10.00  | '2026-01-01 10:00:01' |
    | 2        | 7           | 'eu'   |  5.00  | '2026-01-01 10:05:40.250' |
    | 3        | 7           | 'eu'   |  7.00  | '2026-01-01 10:00:02' |
    | 4        | 7           | 'eu'   | -1.00  | '2026-01-01 10:05:41' |
`

describe('a run', () => {
  const run = runText(ORDERS, GIVEN)

  it('has the rows of every relation, exact and as plain values', () => {
    expect([...run.relations].sort()).toEqual([
      'all_orders',
      'customers',
      'enriched',
      'late_enriched',
      'late_orders',
      'orders',
      'revenue_5min',
    ])
    expect(run.rows('revenue_5min')).toEqual([
      { region: 'eu', window_start: '2026-01-01 10:00:00', window_end: '2026-01-01 10:05:00', revenue: '10.00', orders: 1n },
      { region: 'eu', window_start: '2026-01-01 10:05:00', window_end: '2026-01-01 10:10:00', revenue: '5.00', orders: 1n },
    ])
    expect(run.rows('late_orders').map((r) => [r['order_id'], r['created_at']])).toEqual([[3n, '2026-01-01 10:00:02']])
    expect(run.rows('all_orders').map((r) => [r['order_id'], r['segment'], r['created_at']])).toEqual([
      [3n, null, '2026-01-01 10:00:02'],
      [1n, 'gold', '2026-01-01 10:00:01'],
      [2n, 'gold', '2026-01-01 10:05:40.25'],
    ])
  })
  it('has the changes of a relation in their order', () => {
    expect(run.changes('revenue_5min').map((r) => [r['@op'], r['revenue']])).toEqual([
      ['+I', '10.00'],
      ['+I', '5.00'],
    ])
  })
  it('has dead letters with reason, origin and payload', () => {
    expect(run.dlq).toEqual([
      {
        reason: 'non_positive_amount',
        stage: 'validate',
        step: expect.stringContaining('shop/enriched/'),
        eventTime: '2026-01-01 10:05:41',
        watermark: '2026-01-01 10:05:10.25',
        origin: { topic: 'shop.order.created.v1', partition: 0, offset: 3n, key: '7' },
        payload: { order_id: 4n, customer_id: 7n, region: 'eu', amount: '-1.00', created_at: '2026-01-01 10:05:41' },
      },
    ])
  })
  it('has a ledger that balances at each point where rows part', () => {
    expect(run.ledger.map((l) => [l.relation, l.in, l.kept, l.filtered, l.rejected, l.late, l.unrouted])).toEqual([
      ['customers', 1, 1, 0, {}, 0, 0],
      ['enriched', 4, 3, 0, { non_positive_amount: 1 }, 0, 0],
      ['enriched', 3, 2, 0, {}, 1, 0],
      ['revenue_5min', 2, 2, 0, {}, 0, 0],
    ])
  })
  it('has watermarks and the clock of the test', () => {
    expect(run.watermark('orders')).toBe('end of input')
    expect(run.clock).toBe('2026-01-01 10:05:41')
    const open = runText(ORDERS, `${GIVEN}\n  advance 30 seconds\n  open`)
    expect(open.watermark('orders')).toBe('2026-01-01 10:05:11')
    expect(open.clock).toBe('2026-01-01 10:06:11')
    expect(runText(ORDERS, 'open').watermark('orders')).toBe(null)
    expect(runText(ORDERS, 'open').clock).toBe(null)
  })
  it('cannot be changed', () => {
    const rows = run.rows('revenue_5min') as { revenue: unknown }[]
    expect(() => rows.push(rows[0]!)).toThrow()
    expect(() => (rows[0]!.revenue = 1)).toThrow()
  })
  it('says which relations it has when another one is asked for', () => {
    expect(() => run.rows('revenue_5mim')).toThrow(
      /error\[FLOW7041\]: there are no rows of `revenue_5mim`[^]*did you mean `revenue_5min`\?/,
    )
    expect(() => run.rows('x')).toThrow(/it reads `orders`, `customers`/)
    expect(() => run.watermark(3 as never)).toThrow(/error\[FLOW7042\]: [^]*this is the number 3/)
  })
})

describe('values', () => {
  it('of every type come out exactly, and as something that can be given again', () => {
    const run = runText(
      `
pipeline kinds { }
schema Kinds {
  b   boolean,
  i   int,
  l   bigint,
  d   decimal(38, 10),
  f   float,
  x   double,
  s   string,
  by  bytes,
  dt  date,
  tm  time(0),
  ts  timestamp(6),
  at  timestamp_ltz(3) not null,
  a   array<int>,
  m   map<string, decimal(4, 1)>,
  r   row<p int, q row<z string>>
}
stream kinds_in from kafka 'lab.kind.made.v1' {
  schema  Kinds
  time    at late by 0 seconds, idle after 1 minute
}
stream kinds_out = from kinds_in select *
sink kafka 'lab.kind.copied.v1' from kinds_out append {
  format  json
}
`,
      `
  given kinds_in
    | b    | i | l                   | d                                       | f   | x   | s    | by     | dt           | tm             | ts                           | at                     | a             | m            | r                |
    | true | 1 | 9223372036854775807 | 1234567890123456789012345678.0123456789 | 0.5 | NaN | 'it' | '00ff' | '2026-02-28' | '10:00:00' | '2026-01-01 10:00:00.000001' | '2026-01-01 10:00:00Z' | array[1,null] | map['a',1.5] | row(1, row('z')) |
    |      |   |                     |                                         |     |     |      |        |              |                |                              | '2026-01-01 10:00:01'  |               |              |                  |`,
      'kinds',
    )
    const rows = [
      {
        b: true,
        i: 1,
        l: 9223372036854775807n,
        d: '1234567890123456789012345678.0123456789',
        f: 0.5,
        x: NaN,
        s: 'it',
        by: '00ff',
        dt: '2026-02-28',
        tm: '10:00:00',
        ts: '2026-01-01 10:00:00.000001',
        at: '2026-01-01 10:00:00Z',
        a: [1, null],
        m: new Map([['a', '1.5']]),
        r: { p: 1, q: { z: 'z' } },
      },
      {
        ...Object.fromEntries(['b', 'i', 'l', 'd', 'f', 'x', 's', 'by', 'dt', 'tm', 'ts', 'a', 'm', 'r'].map((n) => [n, null])),
        at: '2026-01-01 10:00:01Z',
      },
    ]
    expect(run.rows('kinds_out')).toEqual(rows)
    assertRows(run.rows('kinds_out'), rows)
    const other = {
      l: 9223372036854775807n,
      d: '1234567890123456789012345678.012345678900',
      x: 'NaN',
      by: new Uint8Array([0, 255]),
      tm: '10:00',
      at: '2026-01-01T10:00:00.000',
      m: { a: 1.5 },
      r: { q: { z: 'z' }, p: 1 },
    }
    assertRows(run.rows('kinds_out') as readonly object[], [other, { at: '2026-01-01 10:00:01' }] as readonly object[])
  })
  it.each<[string, FlowType, Value, unknown, boolean | string]>([
    ['an interval as a CAST writes it', INTERVAL_DAY_TIME, 300_000, '+0 00:05:00.000', true],
    ['another interval', INTERVAL_DAY_TIME, 300_000, '+0 00:06:00.000', false],
    ['a multiset with its counts', multiset(notNull(STRING)), { entries: [['a', 2]] }, new Map([['a', 2]]), true],
    ['a multiset as an object', multiset(notNull(STRING)), { entries: [['a', 2]] }, { a: 1 }, false],
    ['a map with other keys than texts', map(notNull(INT), nullable(INT)), { entries: [[1, 2]] }, new Map([[1, 2n]]), true],
    ['a row without a field', row([{ name: 'x', type: INT, nullable: true }]), [null], {}, true],
    [
      'a row with one too many',
      row([{ name: 'x', type: INT, nullable: true }]),
      [null],
      { y: 1 },
      'ROW<`x` INT> has no field `y`',
    ],
    ['a list', array(nullable(INT)), [1, null], [1, null], true],
    ['something else than a list', array(nullable(INT)), [1], 1, '`1` is no ARRAY<INT>'],
    ['bytes for a number', INT, 1, new Uint8Array([1]), "`'01'` is no INT"],
    ['a map where a list is', array(nullable(INT)), [1], new Map(), '`{}` is no ARRAY<INT>'],
    ['a function', INT, 1, () => 1, 'a function is no value of a column'],
  ])('%s', (_, type, value, written, result) => {
    const expected = expectedValue(written, type)
    expect(expected.ok ? expected.test(value) : expected.problem).toBe(result)
  })
})

describe('a table', () => {
  const ROWS = `
  given customers
    | @op | @time                 | customer_id | segment  |
    | c   | '2026-01-01 09:00:00' | 7           | 'silver' |
    | c   | '2026-01-01 09:00:01' | 8           | 'silver' |
    | u   | '2026-01-01 10:00:30' | 7           | 'gold'   |
    | d   | '2026-01-01 10:02:00' | 8           |          |
`
  const run = runText(ORDERS, ROWS)
  it('has the newest row of each key, and its changes', () => {
    expect(run.rows('customers')).toEqual([{ customer_id: 7n, segment: 'gold' }])
    expect(run.changes('customers').map((r) => [r['@op'], r['customer_id'], r['segment']])).toEqual([
      ['+I', 7n, 'silver'],
      ['+I', 8n, 'silver'],
      ['-U', 7n, 'silver'],
      ['+U', 7n, 'gold'],
      ['-U', 8n, 'silver'],
    ])
  })
  it('is compared so by the steps of a test in text', () => {
    const changes = (rows: string) => failuresOf(ORDERS, `${ROWS}  expect customers\n    | customer_id |\n${rows}\n`)
    expect(changes('    | 7 |')).toEqual([])
    expect(changes('    | 7 |\n    | 8 |')).toHaveLength(1)
    const kinds = `${ROWS}  expect changes customers
    | @op | customer_id |
    | +I  | 7 |
    | +I  | 8 |
    | -U  | 7 |
    | +U  | 7 |
    | -U  | 8 |
`
    expect(failuresOf(ORDERS, kinds)).toEqual([])
    expect(failuresOf(ORDERS, `${kinds}  expect nothing from customers\n`)).toHaveLength(1)
  })
  it('is shown by its key', () => {
    expect(() => assertRows(run.rows('customers'), [{ customer_id: 8n, segment: 'gold' }])).toThrow(/1 missing, 1 unexpected/)
    expect(() => assertRows(run.rows('customers'), [{ customer_id: 7n, segment: 'silver' }])).toThrow(/1 different/)
  })
})
