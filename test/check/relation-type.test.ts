// What the checker knows of each relation, also in a wrong program: columns, kind of change, keys, event time, watermark, state.
import { describe, expect, it } from 'vitest'
import type { RelationType } from '../../src/typecheck/model.js'
import { checkProgram } from '../support/check-program.js'
import { CUSTOMERS, ORDERS, library, program } from './base.js'

const JOIN = 'left join customers as c at o.created_at on o.customer_id = c.customer_id late as behind'
const types = (text: string): ReadonlyMap<string, RelationType | null> => {
  const { model } = library(ORDERS, CUSTOMERS, text)
  return new Map([...model.scopes.get('main.flow')!].map(([name, s]) => [name, s.type]))
}
const columns = (t: RelationType | null | undefined): string =>
  t!.columns.map((c) => `${c.name} ${c.type.key}${c.nullable ? '' : ' NOT NULL'}`).join(', ')

describe('columns', () => {
  it('come from the schema, and carry their documentation through a select', () => {
    const { model } = checkProgram({
      'main.flow':
        "schema S {\n  /// What was paid.\n  amount decimal(5, 2)\n}\nstream s from files 'x.csv' {\n  schema S\n}\nstream r =\n  from s\n  select amount as paid\n",
    })
    const r = model.scopes.get('main.flow')!.get('r')!.type!
    expect(columns(r)).toBe('paid DECIMAL(5, 2)')
    expect(r.columns[0]!.doc).toBe('What was paid.')
  })

  it('of the right side of a left join may be NULL, of an inner join not', () => {
    const of = (side: string) =>
      columns(types(`stream r =\n  from orders as o\n  ${side}\n  select o.order_id, c.customer_id, c.segment`).get('r'))
    expect(of(JOIN)).toBe('order_id BIGINT NOT NULL, customer_id BIGINT, segment STRING')
    expect(of(JOIN.replace('left ', ''))).toBe('order_id BIGINT NOT NULL, customer_id BIGINT NOT NULL, segment STRING')
  })

  it('are NOT NULL behind a filter that says so', () => {
    expect(
      columns(types('stream r =\n  from orders\n  where region is not null and amount > 1\n  select region, amount').get('r')),
    ).toBe('region STRING NOT NULL, amount DECIMAL(10, 2)')
  })

  it('of an aggregation have the types that Flink derives', () => {
    const r = types(
      'stream r =\n  from orders\n  window tumble 1 hour late count\n  group by region\n  select region, window_start, window_end, window_time, count(*) as n, sum(amount) as s, avg(amount) as a, max(order_id) as m',
    ).get('r')
    expect(columns(r)).toBe(
      'region STRING, window_start TIMESTAMP(3) NOT NULL, window_end TIMESTAMP(3) NOT NULL, window_time TIMESTAMP(3) NOT NULL, n BIGINT NOT NULL, s DECIMAL(38, 2), a DECIMAL(38, 6), m BIGINT NOT NULL',
    )
  })

  it('of a union have the wider type and may be NULL where one side may', () => {
    expect(
      columns(
        types(
          'stream a =\n  from orders\n  select cast(order_id as int) as x, region as y\nstream r =\n  from orders\n  select order_id as x, cast(1 as string) as y\n  union all a',
        ).get('r'),
      ),
    ).toBe('x BIGINT NOT NULL, y STRING')
  })

  it('of a relation beside a mistake are known all the same', () => {
    const all = types(
      'stream broken =\n  from orders\n  select nothing, order_id\nstream fine =\n  from broken\n  select order_id\nstream lost =\n  from nowhere',
    )
    expect(columns(all.get('fine'))).toBe('order_id BIGINT NOT NULL')
    expect(all.get('lost')).toBeNull()
    expect(columns(all.get('orders'))).toContain('order_id BIGINT NOT NULL')
  })
})

describe('change, keys and versions', () => {
  it('say who made a relation what it is', () => {
    const all = types(
      'table gold =\n  from customers\n  where segment is not null\n  select customer_id as id, name\ntable names =\n  from customers\n  select name',
    )
    expect([all.get('orders')!.change.value, all.get('orders')!.keys]).toEqual(['append', []])
    expect([all.get('customers')!.change.value, all.get('customers')!.keys, all.get('customers')!.versioned]).toEqual([
      'updating',
      [['customer_id']],
      true,
    ])
    expect(all.get('gold')!.change.reason).toBe('`customers` is a table: its rows change')
    expect([all.get('gold')!.keys, all.get('gold')!.versioned]).toEqual([[['id']], false])
    expect(all.get('names')!.keys).toEqual([])
  })

  it('of a window: the group and any of its times', () => {
    const keys = (list: string) =>
      types(
        `stream r =\n  from orders\n  window tumble 1 hour late count\n  group by region, item.sku\n  select ${list}, count(*) as n`,
      ).get('r')!.keys
    expect(keys('region, item.sku, window_start, window_end')).toEqual([
      ['region', 'sku', 'window_start'],
      ['region', 'sku', 'window_end'],
    ])
    expect(keys('region, item.sku as s, window_time as at')).toEqual([['region', 's', 'at']])
    expect(keys('region, window_start')).toEqual([])
    expect(keys('region, item.sku')).toEqual([])
  })
})

describe('event time', () => {
  it.each<[string, string, string | null, string | null]>([
    ['is kept under another name', 'select region, created_at as at', 'at', null],
    ['is kept by a star', 'select *, amount * 2 as twice', 'created_at', null],
    ['is kept once', 'select created_at as a, created_at as b', 'a', null],
    ['is kept by extend and where', 'where amount > 1\n  extend twice = amount * 2', 'created_at', null],
    ['is lost where it is left out', 'select region', null, '`select` leaves out `created_at`'],
    [
      'is lost where it is computed anew',
      "select region, created_at + interval '1' hour as created_at",
      null,
      '`select` computes `created_at` anew, and a computed column is a plain timestamp',
    ],
    ['is lost where it is cast', 'select cast(created_at as timestamp(3)) as at', null, '`select` leaves out `created_at`'],
    [
      'is that of a window behind it',
      'window tumble 1 hour late count\n  group by region\n  select region, window_time',
      'window_time',
      null,
    ],
    [
      'of a window is lost with its column',
      'window tumble 1 hour late count\n  group by region\n  select region, window_start',
      null,
      '`select` leaves out `window_time`',
    ],
  ])('%s', (_, clauses, time, lost) => {
    const r = types(`stream r =\n  from orders\n  ${clauses}`).get('r')!
    expect([r.time?.column ?? null, r.timeLost?.reason ?? null]).toEqual([time, lost])
  })

  it('of a table is not that of its rows', () => {
    expect(types('').get('customers')!.timeLost!.reason).toBe('a table has rows that change, not events in time')
  })

  it('of a union is where both sides have it', () => {
    const all = types(
      'stream a =\n  from orders\n  select order_id, created_at\nstream b =\n  from orders\n  select order_id, made_at\nstream good =\n  from a\n  union all a\nstream bad =\n  from a\n  union all b',
    )
    expect(all.get('good')!.time?.column).toBe('created_at')
    expect(all.get('bad')!.timeLost!.reason).toBe('`select` leaves out `created_at`')
  })

  it('that is lost stays lost, by the step that lost it', () => {
    const { lines } = program(
      'stream a =\n  from orders\n  select region\nstream b =\n  from a\n  where region is not null\nstream result =\n  from b\n  window tumble 1 hour late count\n  group by region\n  select region, count(*) as n',
    )
    expect(lines).toEqual(['FLOW4003 54:3 a window needs event time, and `b` has lost it: `select` leaves out `created_at`'])
  })
})

describe('watermark and state', () => {
  it('name the sources that a relation waits for, with their lateness and idleness', () => {
    const all = types(`stream enriched =\n  from orders as o\n  ${JOIN}\n  select o.order_id, o.created_at`)
    expect(all.get('enriched')!.watermark.map(({ source, delay, idle }) => [source, delay, idle])).toEqual([
      ['orders', 30_000, 60_000],
      ['customers', 5_000, 60_000],
    ])
    expect(all.get('behind')!.watermark.map((w) => w.source)).toEqual(['orders'])
  })

  it('say what the steps of a relation keep', () => {
    const all = types(
      `stream enriched =\n  from orders as o\n  ${JOIN}\n  select o.region, o.created_at\nstream sums =\n  from enriched\n  window tumble 1 hour late count\n  group by region\n  select region, window_start, count(*) as n`,
    )
    expect([...all].map(([name, t]) => [name, t?.state.bound])).toEqual(
      [
        ['orders', 'none'],
        ['customers', 'keys'],
        ['enriched', 'versions'],
        ['behind', 'none'],
        ['sums', 'window'],
      ].sort((a, b) => [...all.keys()].indexOf(a[0]!) - [...all.keys()].indexOf(b[0]!)),
    )
    expect(all.get('sums')!.state.detail).toBe('accumulators of each group until its window of 1 hour fires')
  })
})
