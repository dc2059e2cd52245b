// A small shop in the TypeScript API, for tests of `flowc/testing`.
import {
  cdc,
  connection,
  count,
  env,
  kafka,
  minutes,
  pipeline,
  schema,
  seconds,
  secret,
  stream,
  sum,
  t,
  table,
} from '../../src/api/index.js'

const shopDb = connection('shop_db', 'postgres', {
  host: env('SHOP_DB_HOST'),
  database: 'shop',
  user: 'debezium',
  password: secret('SHOP_DB_PASSWORD'),
})
const Customer = schema('Customer', { customer_id: t.bigint().notNull(), segment: t.string() })
const Order = schema('Order', {
  order_id: t.bigint().notNull(),
  customer_id: t.bigint().notNull(),
  region: t.string(),
  amount: t.decimal(18, 2),
  created_at: t.timestamp(3).notNull(),
})

export const customers = table(
  'customers',
  cdc(shopDb, 'public.customers')
    .schema(Customer)
    .primaryKey('customer_id')
    .timeCommit({ lateBy: seconds(5), idleAfter: minutes(1) }),
)
export const orders = stream(
  'orders',
  kafka('shop.order.created.v1')
    .schema(Order)
    .messageKey('customer_id', 'text')
    .time('created_at', { lateBy: seconds(30), idleAfter: minutes(1) }),
)
export const enriched = stream(
  'enriched',
  orders
    .as('o')
    .where((o) => o.amount.gt(0), { elseDlq: 'non_positive_amount' })
    .leftJoin(customers.as('c'), {
      at: (o) => o.created_at,
      on: (o, c) => o.customer_id.eq(c.customer_id),
      late: { as: 'late_orders' },
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
export const late = enriched.lane('late_orders')
export const revenue5min = stream(
  'revenue_5min',
  enriched
    .windowTumble(minutes(5), { late: 'count' })
    .groupBy('region')
    .select((g) => ({
      region: g.region,
      window_start: g.window_start,
      revenue: sum(g.amount),
      orders: count(),
    })),
)
const lateRows = stream(
  'late_rows',
  late.select((o) => ({ order_id: o.order_id, created_at: o.created_at })),
)

export const shop = pipeline('shop', { dlq: 'shop.order.dlq.v1' })
  .sinkAppend(enriched, kafka('shop.order.enriched.v1'))
  .sinkAppend(lateRows, kafka('shop.order.late.v1'))
  .sinkAppend(revenue5min, kafka('shop.revenue.aggregated.v1'), { messageKey: { columns: 'region', as: 'text' } })
  .test('nothing comes of nothing', (test) => test.given(orders, []).expectNothing(revenue5min))
