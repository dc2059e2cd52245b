// Each clause of a query as its text.
import { describe, expect, it } from 'vitest'
import { count, expr, kafka, lit, min, minutes, relation, schema, stream, sum, t, table } from '../../../src/api/index.js'
import { customers, orders } from '../rows.js'
import type { Timestamp } from '../../../src/api/types/values.js'
import { lastText, loose, mistakeOf, nodesOf } from '../support.js'

const query = (of: unknown): string => lastText(loose({ relation }).relation!('q', of)).replace(/^let q =\n {2}/, '')

describe('one relation', () => {
  it('from', () => {
    expect(lastText(stream('copy', orders))).toBe('stream copy =\n  from orders')
    expect(lastText(table('copy', customers.as('c')))).toBe('table copy =\n  from customers as c')
    expect(lastText(relation('copy', orders))).toBe('let copy =\n  from orders')
  })

  it('where', () => {
    expect(query(orders.where((o) => o.amount.gt(0)))).toBe('from orders\n  where amount > 0')
    expect(query(orders.as('o').where((o) => o.amount.gt(0), { elseDlq: "it's 0" }))).toBe(
      "from orders as o\n  where o.amount > 0 else dlq 'it''s 0'",
    )
    expect(query(orders.where((o) => o.amount.isNotNull().and(o.region.eq('eu'))))).toBe(
      "from orders\n  where amount is not null and region = 'eu'",
    )
  })

  it('where … is not null', () => {
    expect(query(orders.whereNotNull('amount'))).toBe('from orders\n  where amount is not null')
    expect(query(orders.as('o').whereNotNull('amount', 'region'))).toBe(
      'from orders as o\n  where o.amount is not null and o.region is not null',
    )
  })

  it('select', () => {
    expect(query(orders.select('order_id', 'amount'))).toBe('from orders\n  select order_id, amount')
    expect(query(orders.as('o').select('order_id', 'region'))).toBe('from orders as o\n  select o.order_id, o.region')
    expect(query(orders.select((o) => ({ id: o.order_id, amount: o.amount, one: lit(1) })))).toBe(
      'from orders\n  select order_id as id, amount, 1 as one',
    )
    expect(query(orders.select((o) => ({ ...o, one: lit(1) })))).toBe('from orders\n  select *, 1 as one')
    expect(query(orders.as('o').select((o) => ({ one: lit(1), ...o })))).toBe('from orders as o\n  select 1 as one, o.*')
  })

  it('select, a column of a spread row replaced', () => {
    const all = 'order_id, customer_id, region'
    expect(query(orders.select((o) => ({ ...o, amount: o.amount.times(2), one: lit(1) })))).toBe(
      `from orders\n  select ${all}, amount * 2 as amount, payload, created_at, 1 as one`,
    )
    expect(query(orders.as('o').select((o) => ({ ...o, region: lit('eu') })))).toContain(
      "o.customer_id, 'eu' as region, o.amount",
    )
    const few = orders.select('order_id', 'amount').select((o) => ({ one: lit(1), ...o, order_id: o.order_id.plus(1) }))
    expect(query(few)).toContain('select 1 as one, order_id + 1 as order_id, amount')
    // the value behind the spread row counts, as in any object; a constant or a column in front of it is a default that is never needed
    expect(query(orders.select((o) => Object.assign({ region: lit('eu'), order_id: o.customer_id }, o)))).toContain(
      'select region, order_id, c',
    )
    const lost = /^FLOW2101: `amount\.times\(…\)` is lost: the row of `orders` is spread behind it and has a column `amount` too/
    expect(() => orders.select((o) => Object.assign({ amount: o.amount.times(2) }, o))).toThrow(lost)
    expect(() =>
      orders.as('o').select((o) => Object.assign({ amount: o.amount.times(2) }, (({ region: _, ...rest }) => rest)(o))),
    ).toThrow(/`amount` too/)
    expect(
      query(orders.select((o) => Object.assign({ amount: o.amount.times(2) }, (({ amount: _, ...rest }) => rest)(o)))),
    ).toContain('select amount * 2 as amount, order_id')
    // of a schema that is elsewhere the columns are not known: the checker tells that one stands twice
    const unknown = stream('unknown', kafka('x').schemaRegistry<{ id: bigint }>())
    expect(query(unknown.select((o) => ({ ...o, id: o.id.plus(1) })))).toContain('select *, id + 1 as id')
  })

  it('extend', () => {
    expect(query(orders.extend((o) => ({ gross: o.amount.times(2), big: o.amount.ge(100) })))).toBe(
      'from orders\n  extend gross = amount * 2, big = amount >= 100',
    )
  })

  it('union all', () => {
    const a = stream(
      'a',
      orders.where((o) => o.region.eq('eu')),
    )
    const b = stream(
      'b',
      orders.where((o) => o.region.ne('eu')),
    )
    expect(query(a.unionAll(b))).toBe('from a\n  union all b')
  })

  it('window, group by, having', () => {
    const windowed = orders.windowTumble(minutes(5), { late: 'dlq' })
    expect(query(windowed.groupBy('region').select((g) => ({ region: g.region, n: count() })))).toBe(
      'from orders\n  window tumble 5 minutes late to dlq\n  group by region\n  select region, count(*) as n',
    )
    expect(
      query(
        windowed
          .groupBy('region', 'customer_id')
          .having(() => count().gt(1))
          .select((g) => ({ start: g.window_start, total: sum(g.amount) })),
      ),
    ).toBe(
      `from orders
  window tumble 5 minutes late to dlq
  group by region, customer_id
  select window_start as start, sum(amount) as total
  having count(*) > 1`,
    )
    expect(query(windowed.groupBy().select(() => ({ n: count() })))).toContain('group by ()\n')
    const twice = windowed
      .groupBy()
      .having(() => count().gt(1))
      .having((g) => sum(g.amount).lt(9))
    expect(query(twice.select(() => ({ n: count() })))).toContain('having count(*) > 1 and sum(amount) < 9')
  })

  it('the window of another name: its own columns have none before them', () => {
    const q = orders
      .as('o')
      .windowTumble(minutes(5), { offset: minutes(1), late: 'count' })
      .groupBy('region')
      .select((g) => ({ region: g.region, window_end: g.window_end, total: sum(g.amount) }))
    expect(query(q)).toBe(
      'from orders as o\n  window tumble 5 minutes offset 1 minute late count\n  group by region\n  select region, window_end, sum(amount) as total',
    )
  })
})

describe('late', () => {
  it.each([
    ['dlq', 'late to dlq'],
    ['count', 'late count'],
    ['accept', 'late accept'],
    ['strict dlq', 'late strict to dlq'],
    ['strict count', 'late strict count'],
    [{ as: 'behind' }, 'late as behind'],
    [{ as: 'behind', strict: true }, 'late strict as behind'],
  ] as const)('%j', (late, text) => {
    const windowed = loose(orders).windowTumble!(minutes(1), { late })
    expect(query(loose(loose(windowed).groupBy!()).select!(() => ({ n: count() })))).toContain(`window tumble 1 minute ${text}\n`)
  })

  it('left out', () => {
    const q = orders
      .windowTumble(minutes(1))
      .groupBy()
      .select(() => ({ n: count() }))
    expect(query(q)).toContain('window tumble 1 minute\n')
  })
})

describe('join', () => {
  const on = { at: (o: never) => (o as typeof row).created_at, on: (o: never, c: never) => pair(o, c) }
  const row = null as never as { created_at: object; customer_id: { eq(x: object): object } }
  const pair = (o: typeof row, c: typeof row) => o.customer_id.eq(c.customer_id)
  const join = (left: unknown, right: unknown, how: 'join' | 'leftJoin' = 'join', late?: unknown) =>
    loose(left)[how]!(right, late === undefined ? on : { ...on, late })

  it('with names for both sides', () => {
    const q = orders
      .as('o')
      .leftJoin(customers.as('c'), {
        at: (o) => o.created_at,
        on: (o, c) => o.customer_id.eq(c.customer_id),
        late: { as: 'late_orders' },
      })
      .where((_, c) => c.segment.isNotNull())
      .select((o, c) => ({ id: o.order_id, segment: c.segment }))
    expect(query(q)).toBe(
      `from orders as o
  left join customers as c at o.created_at on o.customer_id = c.customer_id
       late as late_orders
  where c.segment is not null
  select o.order_id as id, c.segment`,
    )
  })

  it('without: columns say whose they are by the relation', () => {
    const joined = join(orders, customers)
    expect(query(loose(joined).select!((o: { amount: object }, c: { segment: object }) => ({ a: o.amount, s: c.segment })))).toBe(
      `from orders
  join customers at orders.created_at on orders.customer_id = customers.customer_id
  select orders.amount as a, customers.segment as s`,
    )
  })

  it('behind a select the left side has nothing before its columns', () => {
    const q = orders
      .as('o')
      .select('customer_id', 'created_at')
      .join(customers, { at: (o) => o.created_at, on: (o, c) => o.customer_id.eq(c.customer_id), late: 'count' })
      .select((o, c) => ({ at: o.created_at, segment: c.segment }))
    expect(query(q)).toBe(
      `from orders as o
  select o.customer_id, o.created_at
  join customers at created_at on customer_id = customers.customer_id
       late count
  select created_at as at, customers.segment`,
    )
  })

  it('behind a select a ROW that is called as the other side is in brackets, so that its field is no column of that', () => {
    const joined = orders
      .select((o) => ({ customer_id: o.customer_id, created_at: o.created_at, c: o.payload }))
      .join(customers.as('c'), { at: (o) => o.created_at, on: (o, c) => o.customer_id.eq(c.customer_id), late: 'dlq' })
    expect(query(joined.select((o, c) => ({ id: o.c.id, whole: o.c, late: o.c.id.gt(1), segment: c.segment })))).toContain(
      'select (c).id as id, c as whole, (c).id > 1 as late, c.segment',
    )
    const text = stream(
      'q',
      joined.select((o) => ({ text: expr<bigint>`${o.c}.id + ${o.c.id} + ${o.customer_id}` })),
    )
    expect(JSON.stringify(nodesOf({ text }))).toContain('(c).id + (c).id + customer_id')
  })

  it('all columns of the first side behind a select are written out', () => {
    const joined = orders
      .select('customer_id', 'created_at')
      .join(customers.as('c'), { at: (o) => o.created_at, on: (o, c) => o.customer_id.eq(c.customer_id), late: 'dlq' })
    expect(query(joined.select((o, c) => ({ ...o, segment: c.segment })))).toContain('select customer_id, created_at, c.segment')
    expect(query(joined.select((o, c) => ({ ...c, at: o.created_at })))).toContain('select c.*, created_at as at')
    const unknown = stream('unknown', kafka('x').schemaRegistry<{ customer_id: bigint; created_at: Timestamp }>())
      .select((o) => ({ ...o }))
      .join(customers.as('c'), { at: (o) => o.created_at, on: (o, c) => o.customer_id.eq(c.customer_id), late: 'dlq' })
    expect(mistakeOf(() => unknown.select((o) => ({ ...o }))).message).toBe(
      'FLOW2132: `...unknown` would be read as the columns of all sides; behind a `select` nothing stands before a column that tells its side: name the columns instead of `...`',
    )
  })

  it('behind an extend nothing has', () => {
    const q = orders
      .select('customer_id', 'created_at')
      .join(customers.as('c'), { at: (o) => o.created_at, on: (o, c) => o.customer_id.eq(c.customer_id), late: 'count' })
    const added = loose(loose(q).extend!((_: object, c: { segment: object }) => ({ s: c.segment })))
    expect(query(added.select!((o: { s: object }, c: { segment: object }) => ({ s: o.s, t: c.segment })))).toContain(
      'extend s = c.segment\n  select s, segment as t',
    )
  })

  it('both sides spread', () => {
    const joined = loose(join(orders.as('o'), customers.as('c')))
    // as in an object: of two of one name the last value counts
    expect(query(joined.select!((o: object, c: object) => ({ ...o, ...c })))).toContain(
      'select o.order_id, c.customer_id, o.region, o.amount, o.payload, o.created_at, c.segment',
    )
    expect(query(joined.select!((o: object) => ({ ...o, one: lit(1) })))).toContain('select o.*, 1 as one')
  })

  it('two tables', () => {
    const q = join(join(orders.as('o'), customers.as('c')), customers.as('d'), 'leftJoin', 'dlq')
    expect(query(loose(q).select!((o: never, c: never, d: { segment: object }) => ({ s: d.segment })))).toContain(
      'left join customers as d at o.created_at on o.customer_id = c.customer_id\n       late to dlq',
    )
  })
})

describe('a column named like its relation', () => {
  it('is written behind it, so that its field is no other column', () => {
    const odd = stream('payload', kafka('x').schemaRegistry<{ payload: { id: bigint } | null; id: bigint }>())
    expect(query(odd.select((o) => ({ id: o.payload.id })))).toBe('from payload\n  select payload.payload.id')
    const grouped = (from: unknown): string => {
      const group = loose(loose(loose(from).windowTumble!(minutes(1))).groupBy!('id'))
      const made = group.select!((g: { id: object; payload: { id: never } }) => ({ id: g.id, least: min(g.payload.id) }))
      return query(loose(made).where!((r: { least: { isNotNull(): object } }) => r.least.isNotNull()))
    }
    expect(grouped(odd)).toContain('group by id\n  select id, min(payload.payload.id) as least\n  where least is not null')
    expect(grouped(stream('x', odd).as('payload'))).toContain('select id, min(payload.payload.id) as least')
  })
})

describe('immutability', () => {
  it('each method leaves what it was called on as it was', () => {
    const base = orders.where((o) => o.amount.gt(0))
    const before = query(base)
    base.select('order_id', 'region')
    base.extend(() => ({ one: lit(1) }))
    loose(base).windowTumble!(minutes(1))
    expect(query(base)).toBe(before)
    for (const object of [orders, base, orders.as('o'), orders.windowTumble(minutes(1)).groupBy()])
      expect(Object.isFrozen(object)).toBe(true)
  })

  it('a query is the start of several', () => {
    const base = orders.where((o) => o.amount.gt(0))
    expect(query(base.select((o) => ({ order_id: o.order_id })))).toBe('from orders\n  where amount > 0\n  select order_id')
    expect(query(base.select((o) => ({ amount: o.amount })))).toBe('from orders\n  where amount > 0\n  select amount')
  })
})

describe('mistakes', () => {
  const message = (use: () => unknown): string => mistakeOf(use).message

  it('a relation without a name is read', () => {
    const big = orders.where((o) => o.amount.gt(0))
    expect(message(() => loose(orders).unionAll!(big))).toMatch(/FLOW2121: unionAll wants a relation with a name.*name it: /)
    expect(message(() => loose(orders).join!(big, {}))).toMatch(/FLOW2121: join wants a relation with a name/)
    expect(message(() => loose(orders).unionAll!(kafka('x')))).toMatch(/this source has none.*stream\('orders', kafka/)
    expect(message(() => loose(orders).unionAll!(orders.as('o')))).toMatch(/FLOW2126: `as\('o'\)` cannot stand here/)
    expect(message(() => loose(orders).unionAll!('orders'))).toMatch(
      /FLOW2120: `unionAll` takes a relation, and got the text "orders"/,
    )
  })

  it('clauses where they cannot stand', () => {
    const windowed = loose(orders.windowTumble(minutes(1)))
    for (const [use, words] of [
      [() => loose(orders).groupBy!('region'), /FLOW2126: `groupBy` cannot stand here: it comes behind a window/],
      [() => loose(orders).having!(), /`having` cannot stand here: it comes behind `groupBy/],
      [() => windowed.where!(), /`where` cannot stand here: behind a window comes/],
      [() => windowed.extend!(), /`extend` cannot stand here: behind a window comes/],
      [() => windowed.select!(), /`select` cannot stand here: behind a window comes/],
      [() => loose({ stream }).stream!('x', windowed), /`stream` cannot stand here: behind a window come/],
      [() => loose({ stream }).stream!('x', loose(windowed).groupBy!()), /behind `groupBy\(…\)` comes its `select/],
    ] as const)
      expect(message(use)).toMatch(words)
  })

  it('what is no query', () => {
    expect(message(() => loose({ stream }).stream!('x', 5))).toMatch(/`stream` takes a source or a query, and got the number 5/)
    expect(message(() => loose({ relation }).relation!('x', kafka('y')))).toMatch(/`relation` takes a query/)
    expect(message(() => loose({ stream }).stream!('', orders))).toMatch(/FLOW2127: the name of `stream` is empty/)
    expect(message(() => loose({ stream }).stream!('a$b', orders))).toMatch(/FLOW2127.*has a `\$`/)
    expect(message(() => loose({ stream }).stream!('a\nb', orders))).toMatch(/FLOW2127.*a sign that no name can hold/)
    expect(message(() => loose(orders).select!())).toMatch(/`select` takes two columns or more, or a callback/)
    expect(message(() => loose(orders).whereNotNull!())).toMatch(/`whereNotNull` takes at least one column/)
    expect(message(() => loose(orders).where!((o: { region: object }) => o.region, { elseDlq: 5 }))).toMatch(
      /`where.elseDlq` takes a text/,
    )
    expect(message(() => loose(orders).windowTumble!(5))).toMatch(
      /`windowTumble` takes a duration such as `minutes\(5\)`, and got the number 5/,
    )
    expect(message(() => loose(orders).windowTumble!(minutes(5), { late: 'dqq' }))).toMatch(
      /`late` takes one of 'dlq'.*and got the text "dqq"/,
    )
  })

  it('columns of the same names in another order', () => {
    const a = stream('a', orders.select('order_id', 'customer_id'))
    const b = stream('b', orders.select('customer_id', 'order_id'))
    expect(message(() => a.unionAll(b))).toBe(
      'FLOW2125: `unionAll` goes by position, and `b` has the same columns in another order: `customer_id`, `order_id`; let both select `order_id`, `customer_id` in this order',
    )
    const c = stream(
      'c',
      b.select((x) => ({ order_id: x.order_id, customer_id: x.customer_id })),
    )
    expect(lastText(stream('u', a.unionAll(c)))).toBe('stream u =\n  from a\n  union all c')
    const swapped = schema('Swapped', { customer_id: t.bigint(), order_id: t.bigint() })
    const source = stream('source', kafka('x').schema(swapped))
    expect(message(() => loose(a).unionAll!(source))).toContain('FLOW2125')
    // a time that is no column adds one, so the columns are not known
    const timed = stream('timed', kafka('x').schema(swapped).timeMetadata('timestamp'))
    expect(lastText(loose({ relation }).relation!('u', loose(a).unionAll!(timed)))).toContain('union all timed')
    // by position: other names may be meant
    const d = stream(
      'd',
      orders.select((o) => ({ x: o.customer_id, customer_id: o.order_id })),
    )
    expect(lastText(loose({ relation }).relation!('u', loose(a).unionAll!(d)))).toContain('union all d')
  })
})
