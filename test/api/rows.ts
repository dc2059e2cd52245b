// The rows and relations that tests of the API are about.
import { cdc, connection, env, kafka, schema, secret, stream, t, table } from '../../src/api/index.js'

export const shopDb = connection('shop_db', 'postgres', {
  host: env('SHOP_DB_HOST'),
  database: 'shop',
  user: 'debezium',
  password: secret('SHOP_DB_PASSWORD'),
})

export const order = schema('Placed', {
  order_id: t.bigint().notNull(),
  customer_id: t.bigint(),
  region: t.string(),
  amount: t.decimal(10, 2),
  payload: t.row({ id: t.bigint(), at: t.timestamp(3) }),
  created_at: t.timestamp(3).notNull(),
})

export const customer = schema('Customer', { customer_id: t.bigint().notNull(), segment: t.string() })

export const orders = stream('orders', kafka('shop.order.created.v1').schema(order))
export const customers = table('customers', cdc(shopDb, 'public.customers').schema(customer).primaryKey('customer_id'))
