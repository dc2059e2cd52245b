// One export of everything that a call of the API gives: a project that writes declarations has to be able to name their types.
import {
  bucket,
  caseOf,
  catalog,
  cdc,
  days,
  env,
  every,
  expr,
  files,
  flow,
  iceberg,
  importStream,
  importTable,
  kafkaPattern,
  lit,
  namedType,
  relation,
  topic,
  connection,
  count,
  fn,
  kafka,
  minutes,
  pipeline,
  schema,
  secret,
  seconds,
  stream,
  sum,
  t,
  table,
  when,
  param,
  sql,
  importPipeline,
} from '../../src/api/index.js'
export const Order = schema('Order', {
  id: t.bigint().notNull(),
  customer: t.bigint(),
  amount: t.decimal(10, 2),
  at: t.timestamp(3).notNull(),
  ship: t.row({ city: t.string() }),
})
export const db = connection('db', 'postgres', { host: 'h', database: 'd', user: 'u', password: secret('P') })
export const Customer = schema('Customer', { id: t.bigint().notNull(), segment: t.string() })
export const customers = table('customers', cdc(db, 'public.c').schema(Customer).primaryKey('id'))
export const src = kafka('x').schema(Order).meta({ off: 'offset' })
export const orders = stream('orders', src.time('at', { lateBy: seconds(1) }))
export const q = orders.where((o) => o.amount.gt(0))
export const joined = orders
  .as('o')
  .leftJoin(customers.as('c'), { at: (o) => o.at, on: (o, c) => o.customer.eq(c.id), late: { as: 'l' } })
export const windowed = orders.windowTumble(minutes(5), { late: 'count' })
export const grouped = windowed.groupBy('customer')
export const perCustomer = stream(
  'p',
  grouped.select((g) => ({ c: g.customer, n: count(), s: sum(g.amount), k: when(count().gt(1), 'a').else('b') })),
)
export const net = fn('net', { amount: t.decimal(10, 2) }, (p) => p.amount.times(2))
export const size = param('size', t.duration(), minutes(1))
export const lake = catalog('lake', { uri: 'u', warehouse: 'w' })
export const raw = sql('raw', { inputs: [orders], returns: { id: t.bigint() } }, 'select 1')
export const imported = importPipeline('p', './b.flow').stream<{ a: string }>('x')
export const fields = { id: t.bigint() }
export const aggregate = count()
export const several = kafka(['a', 'b'])
export const pattern = kafkaPattern('a.*')
export const topicOf = kafka('y')
export const contract = kafka('y').schemaRegistry<{ a: string }>()
export const late = src.time('at').late({ as: 'behind' })
export const events = cdc(db, 'public.c').schema(Customer).asEvents()
export const captured = cdc(db, 'public.c')
export const file = files('x.ndjson').schema(Order)
export const ice = iceberg(lake.table('a', 'b')).schema(Order)
export const clock = every(minutes(1))
export const alias = customers.as('c')
export const changed = customers.where((c) => c.segment.eq('gold'))
export const current = relation('current', changed)
export const names = orders.select('id', 'amount')
export const united = names.unionAll(stream('more', names))
export const lane = stream(
  'behind_all',
  joined.select((o) => ({ id: o.id })),
).lane('l')
export const keyed = sql('keyed', { inputs: [orders], returns: { id: t.bigint().notNull() }, primaryKey: ['id'] }, 'select 1')
export const other = importStream<{ a: string }>('a', './b.flow')
export const otherTable = importTable<{ a: string }>('t', './b.flow')
export const money = namedType('money', t.decimal(18, 2))
export const least = param('least', t.decimal(10, 2), '1.00')
export const text = flow`stream z = from ${orders}`
export const one = lit(1)
export const kind = caseOf(lit('a')).when('a', 1)
export const begun = when(lit(true), 'a')
export const written = expr<bigint>`1`
export const partitions = [days('at'), bucket(16, 'id')]
export const host = env('H')
export const declared = topic('t', { partitions: 1 })
export const table_ = lake.table('a', 'b')
export const row = t.row({ a: t.array(t.int()), m: t.map(t.string(), t.int()), s: t.multiset(t.string()) })

export const main = pipeline('p').sinkAppend(perCustomer, kafka('y'))
