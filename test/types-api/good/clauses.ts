// Each clause: the exact row of what it gives.
import { api, customers, enriched, events, gold, lanes, orders, revenue, row } from '../prelude.js'
import type { Customer, Decimal, Order, Timestamp, TimestampLtz } from '../prelude.js'

const { coalesce, count, dec, lit, minutes, nullOf, relation, stream, sum, t, table } = api

interface Slim {
  order_id: bigint
  region: string | null
}

// sources, named
row<Order>()(orders)
row<{ customer_id: bigint; segment: string | null; active: boolean | null }>()(customers)
row<Order>()(orders.doc('Orders.'))
row<Order>()(orders.as('o'))
row<{ customer_id: bigint; segment: string | null; active: boolean | null }>()(customers.as('c').where((c) => c.active))

// where
row<Order>()(orders.where((o) => o.amount.gt(0)))
row<Order>()(orders.where((o) => o.amount.gt(0), { elseDlq: 'too_small' }))
row<Order>()(orders.where((o) => o.paid))
row<Order>()(orders.where(() => lit(true)))
row<{ a: string; b: number | null }>()(
  stream(
    'x',
    orders.select((o) => ({ a: o.region, b: o.discount })),
  ).whereNotNull('a'),
)
row<{ a: string; b: number }>()(orders.select((o) => ({ a: o.region, b: o.discount })).whereNotNull('a', 'b'))

// select
row<Slim>()(orders.select('order_id', 'region'))
row<Slim>()(orders.select('region', 'order_id'))
row<{ order_id: bigint }>()(orders.select((o) => ({ order_id: o.order_id })))
row<{ id: bigint; region: string; gross: Decimal | null }>()(
  orders.select((o) => ({ id: o.order_id, region: coalesce(o.region, 'unknown'), gross: o.amount.times(dec('1.21')) })),
)
row<Slim & {}>()(orders.select('order_id', 'region').select((o) => ({ ...o })))
row<{ order_id: bigint; region: string; more: number }>()(
  orders.select('order_id', 'region').select((o) => ({ ...o, region: coalesce(o.region, ''), more: lit(1) })),
)
row<{ n: string | null; one: number; half: Decimal }>()(
  orders.select(() => ({ n: nullOf(t.string()), one: lit(1), half: lit(0.5) })),
)
row<{ city: string | null; first: string | null }>()(orders.select((o) => ({ city: o.ship.city, first: o.tags.at(1) })))
row<{ ok: boolean | null }>()(orders.select((o) => ({ ok: o.amount.gt(0).and(o.open) })))

// extend
row<{ order_id: bigint; region: string | null; twice: bigint }>()(
  orders.select('order_id', 'region').extend((o) => ({ twice: o.order_id.times(2) })),
)
row<{ customer_id: bigint; segment: string | null; active: boolean | null; upper: string | null }>()(
  customers.extend((c) => ({ upper: api.upper(c.segment) })),
)

// tables
row<{ customer_id: bigint; segment: string | null; active: boolean | null }>()(gold)
row<{ customer_id: bigint; segment: string | null }>()(customers.select('customer_id', 'segment'))
row<{ customer_id: bigint; segment: string }>()(table('x', customers.select('customer_id', 'segment').whereNotNull('segment')))
row<{ id: bigint }>()(
  relation(
    'ids',
    customers.select((c) => ({ id: c.customer_id })),
  ),
)
row<{ id: bigint }>()(
  relation(
    'ids',
    orders.select((o) => ({ id: o.order_id })),
  ),
)

// union all
row<Slim>()(orders.select('order_id', 'region').unionAll(stream('x', orders.select('region', 'order_id'))))
row<{ a: string | null }>()(
  orders
    .select((o) => ({ a: o.note }))
    .unionAll(
      stream(
        'x',
        orders.select((o) => ({ a: o.region })),
      ),
    ),
)
row<{ a: bigint }>()(
  orders
    .select((o) => ({ a: o.quantity }))
    .unionAll(
      stream(
        'x',
        orders.select((o) => ({ a: o.order_id })),
      ),
    ),
)
row<{ a: Decimal | null }>()(
  orders
    .select((o) => ({ a: o.quantity }))
    .unionAll(
      stream(
        'x',
        orders.select((o) => ({ a: o.amount })),
      ),
    ),
)
// by position: the other side has other names
row<{ a: string | null }>()(
  orders
    .select((o) => ({ a: o.note }))
    .unionAll(
      stream(
        'x',
        orders.select((o) => ({ b: o.region })),
      ),
    ),
)
row<Order>()(orders.unionAll(orders))

// joins
row<{ order_id: bigint; segment: string | null; region: string | null; amount: Decimal | null; created_at: Timestamp }>()(
  enriched,
)
row<{ id: bigint; segment: string | null }>()(
  orders
    .join(customers, { at: (o) => o.created_at, on: (o, c) => o.customer_id.eq(c.customer_id), late: 'dlq' })
    .select((o, c) => ({ id: c.customer_id, segment: c.segment })),
)
row<{ id: bigint | null; segment: string | null }>()(
  orders
    .leftJoin(customers, { at: (o) => o.created_at, on: (o, c) => o.customer_id.eq(c.customer_id) })
    .select((_, c) => ({ id: c.customer_id, segment: c.segment })),
)
row<{ one: string | null; two: string | null; three: bigint | null; note: string }>()(
  orders
    .as('o')
    .join(customers.as('a'), { at: (o) => o.created_at, on: (o, a) => o.customer_id.eq(a.customer_id), late: 'dlq' })
    .join(customers.as('b'), { at: (o) => o.created_at, on: (o, a, b) => a.customer_id.eq(b.customer_id), late: 'dlq' })
    .leftJoin(customers.as('d'), { at: (o) => o.created_at, on: (o, _a, _b, d) => o.customer_id.eq(d.customer_id), late: 'dlq' })
    .where((o, a) => a.active.and(o.open))
    .select((o, a, b, d) => ({ one: a.segment, two: b.segment, three: d.customer_id, note: o.note })),
)
row<{ note: string; upper: string | null; segment: string | null }>()(
  orders
    .leftJoin(customers, { at: (o) => o.created_at, on: (o, c) => o.customer_id.eq(c.customer_id), late: 'dlq' })
    .extend((o, c) => ({ shout: api.upper(c.segment) }))
    .select((o, c) => ({ note: o.note, upper: o.shout, segment: c.segment })),
)
// without a select the columns of both sides stand side by side; a name of both is in neither
row<{ order_id: bigint; at: Timestamp; segment: string | null; active: boolean | null }>()(
  stream(
    'pairs',
    orders
      .select((o) => ({ order_id: o.order_id, customer_id: o.customer_id, at: o.created_at }))
      .join(customers, { at: (o) => o.at, on: (o, c) => o.customer_id.eq(c.customer_id), late: 'dlq' }),
  ),
)

// windows and groups
row<{ region: string | null; window_start: Timestamp; revenue: Decimal | null; orders: bigint }>()(revenue)
row<{ start: Timestamp; end: Timestamp; time: Timestamp; n: bigint }>()(
  orders
    .windowTumble(minutes(1))
    .groupBy()
    .select((g) => ({ start: g.window_start, end: g.window_end, time: g.window_time, n: count() })),
)
row<{ region: string | null; note: string; total: Decimal }>()(
  orders
    .windowTumble(minutes(1), { offset: minutes(1), late: 'strict dlq' })
    .groupBy('region', 'note')
    .having((g) => sum(g.total).gt(100).and(g.region.isNotNull()))
    .select((g) => ({ region: g.region, note: g.note, total: sum(g.total) })),
)
row<{ segment: string | null; n: bigint }>()(
  orders
    .join(customers, { at: (o) => o.created_at, on: (o, c) => o.customer_id.eq(c.customer_id), late: 'dlq' })
    .windowTumble(minutes(1), { late: 'count' })
    .groupBy('segment')
    .select((g) => ({ segment: g.segment, n: count() })),
)
// keys that a callback names: fields, and the column of one side of two
row<{ id: bigint; n: bigint; last: string | null; total: Decimal | null }>()(
  orders
    .windowTumble(minutes(1), { late: 'count' })
    .groupBy((o) => ({ id: o.order_id, region: o.region }))
    .having((g, o) => g.region.eq('eu').and(sum(o.total).gt(1)))
    .select((g, o) => ({ id: g.id, n: count(), last: api.max(o.region), total: sum(g.amount) })),
)
row<{ customer_id: bigint; region: string | null; last: string | null; n: bigint }>()(
  orders
    .join(customers, { at: (o) => o.created_at, on: (o, c) => o.customer_id.eq(c.customer_id), late: 'dlq' })
    .windowTumble(minutes(1), { late: 'count' })
    .groupBy((o, c) => ({ customer_id: c.customer_id, region: o.region }))
    .select((g, _, c) => ({ customer_id: g.customer_id, region: g.region, last: api.max(c.segment), n: count() })),
)
// a window over windows: its own columns, and those of the first for aggregates
row<{ window_start: Timestamp; first: Timestamp }>()(
  revenue
    .windowTumble(minutes(60), { late: 'count' })
    .groupBy()
    .select((g) => ({ window_start: g.window_start, first: api.min(g.window_start) })),
)
// the time of a window is of the kind of the event time
row<{ w: TimestampLtz }>()(
  stream('beat', api.every(minutes(1)))
    .windowTumble(minutes(5), { late: 'count' })
    .groupBy()
    .select((g) => ({ w: g.window_time })),
)

// lanes
lanes<{ late_orders: Order }>()(enriched)
row<Order>()(enriched.lane('late_orders'))
lanes<{ late_orders: Order }>()(enriched.doc('With a lane.'))
lanes<{ late_orders: Order }>()(enriched.where((o) => o.amount.gt(0)))
lanes<{}>()(enriched.as('e'))
lanes<{ behind: Slim }>()(
  stream(
    'x',
    orders
      .select('order_id', 'region')
      .windowTumble(minutes(1), { late: { as: 'behind' } })
      .groupBy()
      .select(() => ({ n: count() })),
  ),
)
lanes<{ a: Order; b: Slim }>()(
  stream(
    'x',
    orders
      .join(customers, { at: (o) => o.created_at, on: (o, c) => o.customer_id.eq(c.customer_id), late: { as: 'a' } })
      .select((o) => ({ order_id: o.order_id, region: o.region }))
      .windowTumble(minutes(1), { late: { as: 'b', strict: true } })
      .groupBy()
      .select(() => ({ n: count() })),
  ),
)

// changes
row<{ op: string; before: Fields; after: Fields; commit_time: TimestampLtz }>()(events)
row<{ id: bigint | null; op: string }>()(events.select((e) => ({ id: e.after.customer_id, op: e.op })))
type Fields = { [K in keyof Customer]: Customer[K] | null } | null
