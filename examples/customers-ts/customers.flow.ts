import {
  bucket,
  catalog,
  cdc,
  coalesce,
  connection,
  env,
  kafka,
  minutes,
  pipeline,
  schema,
  seconds,
  secret,
  t,
  table,
} from 'flowc'

const crm = connection('crm', 'postgres', {
  host: env('CRM_DB_HOST'),
  database: 'crm',
  user: 'debezium',
  password: secret('CRM_DB_PASSWORD'),
  topicPrefix: 'crm',
})

const Customer = schema('Customer', {
  customer_id: t.bigint().notNull(),
  name: t.string(),
  email: t.string(),
  segment: t.string(),
  opted_out: t.boolean(),
})

const customers = table(
  'customers',
  cdc(crm, 'public.customers')
    .schema(Customer)
    .primaryKey('customer_id')
    .timeCommit({ lateBy: seconds(5), idleAfter: minutes(1) }),
)

const reachable = table(
  'reachable',
  customers
    .where(c => c.opted_out.isNotTrue())
    .select(c => ({ customer_id: c.customer_id, name: c.name, email: c.email, segment: coalesce(c.segment, 'none') })),
).doc('Nobody who has opted out leaves the database.')

const lake = catalog('lake', { uri: env('ICEBERG_URI'), warehouse: 's3://lakehouse/' })

// two customers of the tests
const ann = { customer_id: 1, name: 'Ann', email: 'Ann@Shop.org', segment: 'gold' }
const bob = { customer_id: 2, name: 'Bob', email: null, segment: null }

export default pipeline('customer_copy', {
  owner: 'team-crm',
  checkpoint: { every: seconds(60), mode: 'exactly once' },
})
  .doc('The customers of the shop, copied row by row: the current state in the lake and in a compacted topic.')
  .sinkUpsert(customers, lake.table('crm', 'customers'), { partitionBy: [bucket(16, 'customer_id')], formatVersion: 2 })
  .sinkUpsert(reachable, kafka('crm.customer.reachable.v1'), { messageKey: { columns: 'customer_id', as: 'text' } })
  .test('opting out removes the customer from the topic and not from the lake', test =>
    test
      .given(customers, [
        { '@op': 'r', '@time': '2026-01-01 00:00:00', ...ann, opted_out: false },
        { '@op': 'r', '@time': '2026-01-01 00:00:00', ...bob, opted_out: null },
        { '@op': 'u', '@time': '2026-01-01 00:10:00', ...ann, opted_out: true },
      ])
      .expect(customers, [
        { customer_id: 1, name: 'Ann', opted_out: true },
        { customer_id: 2, name: 'Bob', opted_out: null },
      ])
      .expect(reachable, [{ customer_id: 2, name: 'Bob', email: null, segment: 'none' }]),
  )
  .test('a deleted customer is gone everywhere', test =>
    test
      .given(customers, [
        { '@op': 'c', '@time': '2026-01-01 00:00:00', customer_id: 1, name: 'Ann', segment: 'gold' },
        { '@op': 'd', '@time': '2026-01-01 00:10:00', customer_id: 1 },
      ])
      .expectNothing(customers)
      .expectNothing(reachable),
  )
