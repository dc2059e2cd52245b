// Sources with their clauses, declarations, functions, params, imports.
import type { ColumnsOf, RowOf, Str } from '../../../src/api/index.js'
import { api, customers, db, exact, fine, lake, lanes, o, orders, plant, row, value } from '../prelude.js'
import type {
  Bytes,
  Customer,
  Decimal,
  Double,
  Multiset,
  OldOrder,
  Order,
  PerGroup,
  PerRow,
  Revenue,
  Timestamp,
  TimestampLtz,
} from '../prelude.js'

const {
  cdc,
  connection,
  dec,
  env,
  files,
  fn,
  iceberg,
  kafka,
  kafkaPattern,
  minutes,
  param,
  schema,
  secret,
  seconds,
  sql,
  stream,
  t,
  table,
} = api

const order = schema('Order', {
  id: t.bigint().notNull(),
  region: t.string().doc('Where.'),
  amount: t.decimal(10, 2),
  at: t.timestamp(3).notNull(),
  ms: t.bigint(),
  lines: t.array(t.row({ sku: t.string().notNull(), n: t.int() }).notNull()),
})
interface Inline {
  id: bigint
  region: string | null
  amount: Decimal | null
  at: Timestamp
  ms: bigint | null
  lines: readonly { sku: string; n: number | null }[] | null
}

// kafka
row<Order>()(kafka('types.order.v1'))
row<Order>()(kafka('types.order.v1').schemaRegistry())
row<OldOrder>()(kafka('types.order.v1').schemaRegistry({ version: 1 }))
row<Order>()(kafka('types.order.v1').schemaRegistry({ version: 2 }))
row<Revenue>()(kafka('types.order.v1').schemaRegistry({ subject: 'types.revenue.v1-value' }))
row<OldOrder>()(kafka('x').schemaRegistry({ subject: 'types.order.v1-value', version: 1 }))
row<Order>()(kafka(['a', 'b']).schemaRegistry({ subject: 'types.order.v1-value' }))
row<Order>()(kafkaPattern('types.*').schemaRegistry({ subject: 'types.order.v1-value' }))
row<Customer>()(kafka('unknown').schemaRegistry<Customer>())
row<Customer>()(kafka('unknown').schemaFile<Customer>('customer.avsc'))
row<Inline>()(kafka('unknown').schema(order))
row<Inline>()(stream('x', kafka(['a', 'b'], { connection: plant }).schema(order)))
row<Order>()(
  kafka('types.order.v1')
    .messageKey('customer_id', 'text')
    .time('created_at', { lateBy: seconds(30), idleAfter: minutes(1) })
    .start('earliest')
    .until('latest')
    .invalid('fail')
    .parallelism(2)
    .format('avro')
    .with({ 'a.b': 'c' }),
)
row<Order>()(kafka('types.order.v1').messageKey(['customer_id', 'order_id']).start({ at: '2026-01-01 00:00:00' }))
row<Order>()(kafka('types.order.v1').start({ committedElse: 'latest' }).until({ at: '2026-01-02 00:00:00' }))
row<Order>()(kafka('types.order.v1').time((o) => o.created_at))
row<Inline & {}>()(kafka('x').schema(order).time('at', { idleAfter: 'never' }))
row<{ order_id: bigint; event_time: TimestampLtz }>()(
  kafka('x').schemaRegistry<OldOrder>().time('order_id', { as: 'epoch millis' }),
)
row<{ order_id: bigint; event_time: TimestampLtz }>()(kafka('x').schemaRegistry<OldOrder>().timeMetadata('timestamp'))
row<{
  order_id: bigint
  a: string
  b: number
  c: bigint
  d: TimestampLtz
  e: string
  f: number | null
  g: ReadonlyMap<string, Bytes | null>
  h: string | null
  i: Bytes | null
}>()(
  kafka('x')
    .schemaRegistry<OldOrder>()
    .meta({
      a: 'topic',
      b: 'partition',
      c: 'offset',
      d: 'timestamp',
      e: 'timestamp type',
      f: 'leader epoch',
      g: 'headers',
      h: { header: 'trace', as: 'text' },
      i: { header: 'trace', as: 'raw' },
    }),
)
lanes<{ behind: Order }>()(stream('x', kafka('types.order.v1').time('created_at').late({ as: 'behind', strict: true })))
lanes<{}>()(stream('x', kafka('types.order.v1').time('created_at').late('dlq')))
row<Order>()(kafka('types.order.v1').historyFromIceberg(lake.table('sales', 'orders'), { until: '2026-01-01 00:00:00' }))

// tables of a database
row<Customer>()(cdc(db, 'public.customers'))
row<Customer>()(
  cdc(
    connection('crm', 'postgres', { host: env('H'), port: 5432, database: 'd', user: 'u', password: secret('P') }),
    'public.customers',
  ),
)
row<Customer>()(
  cdc(
    connection('other', 'postgres', { host: 'h', database: 'd', user: 'u', password: secret('P'), topicPrefix: 'crm' }),
    'public.customers',
  ),
)
row<Customer>()(cdc(db, 'public.other').schemaRegistry<Customer>())
row<Customer>()(cdc(db, 'public.other').schemaRegistry({ subject: 'crm.public.customers-value' }))
row<{
  id: bigint
  region: string | null
  amount: Decimal | null
  at: Timestamp | null
  ms: bigint | null
  lines: Inline['lines']
}>()(
  table(
    'x',
    cdc(db, 'public.other')
      .schema(order)
      .primaryKey('id')
      .timeCommit({ lateBy: seconds(1) })
      .snapshotAt('at'),
  ),
)
row<{ id: bigint; region: string }>()(
  cdc(db, 'x')
    .schema(schema('S', { id: t.bigint(), region: t.string() }))
    .primaryKey('id', 'region')
    .time('id')
    .deletesNever(),
)

// files, Iceberg, the clock
row<Inline>()(files('orders.ndjson').schema(order).time('at').late('accept').format('ndjson'))
row<Customer>()(files('orders.avro').schemaFile<Customer>('x.avsc'))
row<Inline>()(iceberg(lake.table('sales', 'orders')).schema(order).time('at').until('latest'))
row<{ beat_time: TimestampLtz }>()(stream('beat', api.every(minutes(1))))

// types
exact<{ a: number | null; b: Double | null; c: string | null; d: Bytes }>()(
  null! as RowOf<{
    a: ReturnType<typeof t.smallint>
    b: ReturnType<typeof t.float>
    c: ReturnType<typeof t.varchar>
    d: ReturnType<ReturnType<typeof t.bytes>['notNull']>
  }>,
)
row<{ m: ReadonlyMap<string, Decimal | null> | null; s: Multiset<string> }>()(
  files('x.ndjson').schema(
    schema('M', { m: t.map(t.string().notNull(), t.decimal()), s: t.multiset(t.string().notNull()).notNull() }),
  ),
)
exact<Inline>()(null! as RowOf<typeof order>)
const inline = stream('inline', files('orders.ndjson').schema(order))
exact<Inline>()(null! as RowOf<typeof inline>)
const knownRegion = (o: ColumnsOf<typeof order>): Str<string | null> => o.region
stream(
  'known',
  inline.where((o) => knownRegion(o).isNotNull()),
)
const money = api.namedType('money', t.decimal(18, 2))
row<{ price: Decimal | null; net: Decimal }>()(files('x.csv').schema(schema('P', { price: money(), net: money().notNull() })))

// params
const least = param('least', t.decimal(10, 2), '100.00')
const name = param('name', t.string())
const size = param('size', t.duration(), minutes(5))
const first = param('first', t.timestampLtz(3), '2026-01-01 00:00:00')
// a constant is a default too, of every type that is brought to the param's
fine(param('a', t.decimal(10, 2), api.dec('1.50')), param('b', t.double(), api.dec('1e3')), param('c', t.float(), api.dec('1.5')))
fine(param('d', t.date(), api.date('2026-01-01')), param('e', t.timestamp(3), api.timestamp('2026-01-01 00:00:00')))
fine(param('f', t.time(), api.time('10:00:00')), param('g', t.bigint(), api.lit(5)), param('h', t.bytes(), api.bytes('00ff')))
value<Decimal, never>()(least)
value<Decimal, never>()(least.value().times(2))
value<boolean | null, PerRow>()(o.amount.gt(least))
value<string, PerRow>()(o.note.concat(name))
value<boolean, PerGroup>()(api.sum(o.total).gt(least))
fine(orders.windowTumble(size, { late: 'count' }), kafka(`${name}.orders`).start({ at: first }), name.doc('A name.'))
value<Timestamp, PerRow>()(o.created_at.plus(size))

// functions
const net = fn('net', { amount: t.decimal(18, 2), rate: t.decimal(5, 4).notNull() }, (p) =>
  p.amount.times(api.lit(1).minus(p.rate)),
)
const mask = api.fnFromJava('mask', { card: t.string() }, t.string(), {
  class: 'a.B',
  jar: 'x.jar',
  locally: (p) => api.upper(p.card),
})
value<Decimal | null, PerRow>()(net({ amount: o.amount, rate: dec('0.1') }))
value<Decimal | null, PerRow>()(net({ amount: o.quantity, rate: 1 }))
value<Decimal | null, PerGroup>()(net({ amount: api.sum(o.amount), rate: 0.5 }))
value<Decimal | null, PerGroup>()(api.sum(net({ amount: o.amount, rate: o.total })))
value<string | null, PerRow>()(mask({ card: o.region }))
value<string | null, never>()(mask({ card: 'x' }))

// SQL
row<{ id: bigint; n: number | null }>()(
  sql('ranked', { inputs: [orders, customers], returns: { id: t.bigint().notNull(), n: t.int() } }, 'SELECT 1'),
)
row<{ id: bigint; at: Timestamp }>()(
  sql('timed', { inputs: [orders], returns: { id: t.bigint().notNull(), at: t.timestamp(3).notNull() }, time: 'at' }, 'SELECT 1')
    .windowTumble(minutes(1), { late: 'count' })
    .groupBy('id')
    .select((g) => ({ id: g.id, at: g.window_end })),
)
row<{ id: bigint }>()(
  sql('keyed', { inputs: [orders], returns: { id: t.bigint().notNull() }, primaryKey: ['id'] }, 'SELECT 1').where((s) =>
    s.id.gt(1),
  ),
)

// imports
row<Order>()(api.importStream<Order>('orders', './orders.flow'))
row<Customer>()(api.importTable<Customer>('customers', './orders.flow', { as: 'c' }))
row<Revenue>()(api.importPipeline('sales', './sales.flow').stream<Revenue>('revenue'))
fine(
  orders.join(api.importTable<Customer>('c', './c.flow'), {
    at: (l) => l.created_at,
    on: (l, c) => l.customer_id.eq(c.customer_id),
  }),
)

// text
exact<string>()(api.flow`stream x = from ${orders} where amount > ${1}`.text)
