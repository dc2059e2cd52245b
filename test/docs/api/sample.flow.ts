// What is in scope in the examples of the API: the streams and tables that they read, and of those of `flowc/testing` the flow.
import {
  catalog,
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
} from 'flowc'

export const shopDb = connection('shop_db', 'postgres', {
  host: env('SHOP_DB_HOST'),
  database: 'shop',
  user: 'debezium',
  password: secret('DEBEZIUM_PASSWORD'),
})
export const lake = catalog('lake', { uri: env('ICEBERG_URI'), warehouse: 's3://lakehouse/' })

const Order = schema('Order', {
  order_id: t.bigint().notNull(),
  customer_id: t.bigint().notNull(),
  region: t.string(),
  note: t.string(),
  amount: t.decimal(10, 2).notNull(),
  pieces: t.int(),
  weight: t.double(),
  tags: t.array(t.string()),
  token: t.bytes(),
  due: t.date(),
  paid_at: t.timestampLtz(3),
  shipped_at: t.timestamp(3),
  created_at: t.timestamp(3).notNull(),
})
const Customer = schema('Customer', {
  customer_id: t.bigint().notNull(),
  segment: t.string(),
  discount: t.decimal(3, 2),
})

export const orders = stream(
  'orders',
  kafka('shop.order.created.v1')
    .schema(Order)
    .messageKey('customer_id', 'text')
    .time('created_at', { lateBy: seconds(30), idleAfter: minutes(1) })
    .start('earliest'),
)
export const customers = table(
  'customers',
  cdc(shopDb, 'public.customers')
    .schema(Customer)
    .primaryKey('customer_id')
    .timeCommit({ lateBy: seconds(5), idleAfter: minutes(1) }),
)

const paid = stream(
  'paid',
  orders.where((o) => o.amount.gt(0), { elseDlq: 'non_positive_amount' }),
)
export const revenue5min = stream(
  'revenue_5min',
  paid
    .windowTumble(minutes(5), { late: 'dlq' })
    .groupBy('region')
    .select((g) => ({ region: g.region, window_start: g.window_start, revenue: sum(g.amount), orders: count() })),
)
export const shop = pipeline('shop', { dlq: 'shop.dlq' }).sinkAppend(revenue5min, kafka('shop.revenue.v1'), {
  messageKey: { columns: 'region', as: 'text' },
})
