// What is known behind each clause, which step made it so, and how far it is known in a wrong program.
import { describe, expect, it } from 'vitest'
import type { RelationFacts, RelationSymbol } from '../../src/typecheck/model.js'
import type { Checked } from '../support/check-program.js'
import { CUSTOMERS, ORDERS, library } from './base.js'

const JOIN = 'left join customers as c at o.created_at on o.customer_id = c.customer_id late as behind'
const GROUP = 'window tumble 1 hour late count\n  group by region\n  select region, window_start, window_time, count(*) as n'

function look(text: string): { readonly checked: Checked; readonly of: (name: string) => RelationSymbol } {
  const checked = library(ORDERS, CUSTOMERS, text)
  return { checked, of: (name) => checked.model.scopes.get('main.flow')!.get(name)! }
}
const summary = (t: RelationFacts): string =>
  [
    t.change.value,
    `key ${t.keys.map((k) => k.join('+')).join('|') || '-'}`,
    `time ${t.time?.column ?? '-'}`,
    `watermark ${t.watermark.map((w) => w.source).join('+') || '-'}`,
    ...(t.window === null ? [] : [t.window.words]),
    t.state.bound,
  ].join(', ')

describe('behind each clause', () => {
  it('the facts of the rows are known, the window while rows are in it', () => {
    const { of } = look(
      `stream sums =\n  from orders as o\n  ${JOIN}\n  select o.region, o.created_at, c.segment\n  ${GROUP}\n  where n > 1`,
    )
    expect(of('sums').clauses.map((c) => `${c.clause}: ${summary(c.type)}`)).toEqual([
      'from: append, key -, time created_at, watermark orders, none',
      'join: append, key -, time created_at, watermark orders+customers, versions',
      'select: append, key -, time created_at, watermark orders+customers, versions',
      'window: append, key -, time created_at, watermark orders+customers, tumble 1 hour, versions',
      'group by: append, key region+window_start|region+window_time, time window_time, watermark orders+customers, versions',
      'where: append, key region+window_start|region+window_time, time window_time, watermark orders+customers, versions',
    ])
    expect(of('behind').clauses.map((c) => c.clause)).toEqual(['from'])
    expect(summary(of('behind').type!)).toBe('append, key -, time created_at, watermark orders, none')
  })

  it('columns are known with the place they come from', () => {
    const { of } = look('stream a =\n  from orders\n  extend twice = amount * 2\n  select order_id, twice')
    expect(of('a').clauses.map((c) => c.type.columns.length)).toEqual([8, 9, 2])
    expect(of('a').clauses[1]!.type.columns.at(-1)!.name).toBe('twice')
  })

  it('a source has none, a table its key and versions', () => {
    const { of } = look('')
    expect(of('customers').clauses).toEqual([])
    expect(summary(of('customers').type!)).toBe('updating, key customer_id, time -, watermark customers, keys')
  })
})

describe('the step that made a fact so', () => {
  const made = (text: string, name: string, fact: keyof RelationFacts['madeBy']): string => {
    const { of, checked } = look(text)
    const by = of(name).type!.madeBy[fact]
    if (by === null) return 'nothing'
    const { file, start, end } = checked.index.range(by.span)
    return `${by.reason} <- ${checked.index.file(file)!.text.slice(start, end).split('\n')[0]}`
  }
  it.each<[string, keyof RelationFacts['madeBy'], string]>([
    ['from orders', 'time', 'the `time` of `orders` <- time         created_at late by 30 seconds, idle after 1 minute'],
    [
      'from orders\n  where amount > 1\n  select order_id, created_at',
      'time',
      'the `time` of `orders` <- time         created_at late by 30 seconds, idle after 1 minute',
    ],
    ['from orders\n  select created_at as at', 'time', '`select` makes `at` the event time <- select created_at as at'],
    ['from orders\n  select order_id', 'time', '`select` leaves out `created_at` <- select order_id'],
    [`from orders\n  ${GROUP}`, 'time', '`group by` makes `window_time` the event time <- group by region'],
    ['from orders', 'keys', '`orders` is a stream: its rows have no key <- orders'],
    [
      `from orders\n  ${GROUP}`,
      'keys',
      '`group by` makes (region, window_start) or (region, window_time) the key <- group by region',
    ],
    ['from customers', 'keys', 'the `primary key` of `customers` <- primary key  customer_id'],
    ['from customers\n  select customer_id as id', 'keys', '`select` makes (id) the key <- select customer_id as id'],
    ['from customers\n  select name', 'keys', '`select` keeps no key whole <- select name'],
    [
      'from customers\n  where name is not null',
      'change',
      "`customers` is a table: its rows change <- cdc db 'public.customers'",
    ],
    [
      `from orders as o\n  ${JOIN}`,
      'watermark',
      '`join` waits for `customers` <- left join customers as c at o.created_at on o.customer_id = c.customer_id late as behind',
    ],
    ['from orders', 'state', 'nothing'],
    [`from orders\n  ${GROUP}`, 'state', 'accumulators of each group until its window of 1 hour fires <- group by region'],
  ])('%s: %s', (clauses, fact, expected) => {
    expect(made(`let r =\n  ${clauses}`, 'r', fact)).toBe(expected)
  })

  it('is found through relations that hand it on', () => {
    expect(made('stream a =\n  from orders\n  select order_id\nstream b =\n  from a\n  where order_id > 1', 'b', 'time')).toBe(
      '`select` leaves out `created_at` <- select order_id',
    )
  })
})

describe('in a wrong program', () => {
  it.each<[string, string, string, number | null]>([
    [
      'a clause that cannot take its input',
      `from customers\n  where name is not null\n  ${GROUP}`,
      'updating, key customer_id, time -, watermark customers, none',
      2,
    ],
    [
      'a window alone',
      'from orders\n  where amount > 1\n  window tumble 1 hour late count',
      'append, key -, time created_at, watermark orders, tumble 1 hour, none',
      2,
    ],
    [
      'a clause that cannot be read',
      'from orders\n  top 5 by amount\n  select order_id, created_at',
      'append, key -, time created_at, watermark orders, none',
      1,
    ],
    [
      'a wrong column',
      'from orders\n  where nothing > 1\n  select order_id',
      'append, key -, time -, watermark orders, none',
      null,
    ],
  ])('with %s the facts before it are known', (_, clauses, facts, line) => {
    const { of, checked } = look(`let r =\n  ${clauses}`)
    const { type, stopped, span } = of('r')
    expect(summary(type!)).toBe(facts)
    expect(stopped === null ? null : checked.index.locate(stopped).start.line - checked.index.locate(span).start.line - 1).toBe(
      line,
    )
  })

  it('without its first step nothing is known', () => {
    expect(look('stream r =\n  from nowhere\n  select x').of('r').type).toBeNull()
  })

  it('a source without its key has the columns of its schema', () => {
    const { model } = library(CUSTOMERS.replace('  primary key  customer_id\n', ''))
    const { type, stopped } = model.scopes.get('main.flow')!.get('customers')!
    expect(type!.columns.map((c) => c.name)).toEqual(['customer_id', 'name', 'segment'])
    expect([type!.change.value, stopped === null]).toEqual(['updating', false])
  })
})
