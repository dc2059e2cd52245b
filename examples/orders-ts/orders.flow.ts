import { catalog, count, days, env, kafka, minutes, nullOf, pipeline, seconds, stream, sum, t } from 'flowc'
import { customers } from './customers.flow.ts'

export const orders = stream(
  'orders',
  kafka('sales.order.created.v1')
    .schemaRegistry() // subject sales.order.created.v1-value, version locked
    .messageKey('customer_id', 'text')
    .time('created_at', { lateBy: seconds(30), idleAfter: minutes(1) })
    .start('earliest'),
)

const enriched = stream(
  'enriched',
  orders
    .as('o')
    .where(o => o.amount.gt(0), { elseDlq: 'non_positive_amount' })
    .leftJoin(customers.as('c'), {
      at: o => o.created_at,
      on: (o, c) => o.customer_id.eq(c.customer_id),
      late: { as: 'late_orders' }, // behind the watermark: the right version may be gone
    })
    .select((o, c) => ({
      order_id: o.order_id,
      customer_id: o.customer_id,
      segment: c.segment,
      region: o.region,
      amount: o.amount,
      created_at: o.created_at,
    })),
)

const lateOrders = enriched.lane('late_orders')

const revenue5min = stream(
  'revenue_5min',
  enriched
    .windowTumble(minutes(5), { late: 'count' }) // the join has let through only rows ahead of the watermark
    .groupBy('region')
    .select(g => ({
      region: g.region,
      window_start: g.window_start,
      window_end: g.window_end,
      revenue: sum(g.amount),
      orders: count(),
    })),
)

// late for the join, still an order
const lateEnriched = stream(
  'late_enriched',
  lateOrders.select(l => ({
    order_id: l.order_id,
    customer_id: l.customer_id,
    segment: nullOf(t.string()),
    region: l.region,
    amount: l.amount,
    created_at: l.created_at,
  })),
)

const allOrders = stream(
  'all_orders',
  enriched.unionAll(lateEnriched), // by position, types must agree
)

// the default; an environment may override it
const lake = catalog('lake', {
  uri: env('ICEBERG_URI'),
  warehouse: 's3://lakehouse/',
})

// what most orders of the tests have in common
const order = { customer_id: 7, region: 'eu' }

export default pipeline('sales_orders', {
  owner: 'team-sales',
  sla: minutes(10), // event time → visible; checked against windows + lateness + commits
  dlq: 'sales.orders.dlq',
  checkpoint: { every: seconds(60), mode: 'exactly once' },
})
  .doc("Orders with the customer's segment at the time of the order, and revenue by region.")
  .sinkAppend(allOrders, lake.table('sales', 'enriched_orders'), { partitionBy: [days('created_at')] })
  .sinkAppend(revenue5min, kafka('sales.revenue.aggregated.v1'), {
    messageKey: { columns: 'region', as: 'text' },
    partitionsFor: 2,
    retention: days(7),
  })
  .test('a late order reaches the lake and the revenue does not move', test =>
    test
      .given(customers, [{ '@time': '2026-01-01 00:00:00', customer_id: 7, segment: 'gold' }])
      .given(orders, [
        { ...order, order_id: 1, amount: '10.00', created_at: '2026-01-01 10:00:01' },
        { ...order, order_id: 2, amount: '5.00', created_at: '2026-01-01 10:05:40' },
        { ...order, order_id: 3, amount: '7.00', created_at: '2026-01-01 10:00:02' }, // behind the watermark 10:05:10
        { ...order, order_id: 4, amount: '-1.00', created_at: '2026-01-01 10:05:41' },
      ])
      .expect(revenue5min, [
        { region: 'eu', window_start: '2026-01-01 10:00:00', revenue: '10.00', orders: 1 },
        { region: 'eu', window_start: '2026-01-01 10:05:00', revenue: '5.00', orders: 1 },
      ])
      .expect(allOrders, [
        { order_id: 1, segment: 'gold' },
        { order_id: 2, segment: 'gold' },
        { order_id: 3, segment: null },
      ])
      .expectDlq([{ '@reason': 'non_positive_amount', order_id: 4 }]),
  )
  .test('an order gets the segment that its customer had then', test =>
    test
      .given(customers, [
        { '@op': 'c', '@time': '2026-01-01 09:00:00', customer_id: 7, segment: 'silver' },
        { '@op': 'u', '@time': '2026-01-01 10:00:30', customer_id: 7, segment: 'gold' },
        { '@op': 'd', '@time': '2026-01-01 10:02:00', customer_id: 7 },
      ])
      .given(orders, [
        { ...order, order_id: 1, amount: '1.00', created_at: '2026-01-01 10:00:00' },
        { ...order, order_id: 2, amount: '2.00', created_at: '2026-01-01 10:01:00' },
        { ...order, order_id: 3, amount: '3.00', created_at: '2026-01-01 10:03:00' },
        { order_id: 4, customer_id: 8, region: 'us', amount: '4.00', created_at: '2026-01-01 10:03:00' },
      ])
      .expect(enriched, [
        { order_id: 1, segment: 'silver' },
        { order_id: 2, segment: 'gold' },
        { order_id: 3, segment: null },
        { order_id: 4, segment: null },
      ])
      .expectNothing(lateOrders),
  )
