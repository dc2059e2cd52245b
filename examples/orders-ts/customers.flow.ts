import { cdc, connection, env, minutes, seconds, secret, table } from 'flowc'

export const ordersDb = connection('orders_db', 'postgres', {
  host: env('ORDERS_DB_HOST'),
  database: 'orders_db',
  user: 'debezium',
  password: secret('DEBEZIUM_PASSWORD'), // a reference; the value never enters an artifact
})

export const customers = table(
  'customers',
  cdc(ordersDb, 'public.customers')
    .primaryKey('customer_id')
    .timeCommit({ lateBy: seconds(5), idleAfter: minutes(1) }),
).doc('Customers as they were at any time. Captured by Debezium.')
