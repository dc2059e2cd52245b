// Sources, schemas, connections, params, functions, SQL, imports: what does not fit.
import { bad, type Bad } from '../fragments.js'

const login = `host: 'h', database: 'd', user: 'u'`

export const DECLARATIONS: readonly Bad[] = [
  // rows of subjects
  bad(
    'a subject without a generated row',
    `stream('x', ‹kafka('nowhere')).where(o => o.amount.gt(1))`,
    'the subject nowhere-value is not in the generated types: run `flowc gen types`, or name the row, schemaRegistry<Row>()',
  ),
  bad(
    'what is told of it once',
    `stream('x', ‹kafka('nowhere').time('at')).extend(o => ({ b: upper(o.a) })).select(o => ({ id: o.id, b: o.b, c: o.c.times(2) })).where(o => o.c.gt(o.id))`,
    "Types of property '[SOURCE]' are incompatible",
  ),
  bad(
    'a topic with a slip',
    `stream('x', ‹kafka('types.oder.v1')).where(o => o.amount.gt(1))`,
    'types.oder.v1-value is not in the generated types',
  ),
  bad(
    'changes of a table that was not captured',
    `stream('x', ‹cdc(db, 'public.custmers').asEvents()).where(c => c.after.segment.eq('x'))`,
    'types_db.public.custmers-value is not in the generated types',
  ),
  bad(
    'several topics without a schema',
    `stream('x', kafka(['a', 'b'])).where(o => o.‹amount.gt(1))`,
    "Property 'amount' does not exist",
    'NoSchema',
  ),
  bad(
    'a column of a newer version',
    `stream('x', kafka('types.order.v1').schemaRegistry({ version: 1 })).where(o => o.‹amount.gt(1))`,
    "Property 'amount' does not exist on type 'Columns<OldOrder>'",
  ),
  bad(
    'a table that was not captured',
    `table('x', ‹cdc(db, 'public.custmers').primaryKey('id')).where(c => c.segment.eq('x'))`,
    'types_db.public.custmers-value is not in the generated types',
  ),
  bad('files without a schema', `stream('x', files('x.ndjson')).where(o => o.‹id.gt(1))`, "Property 'id' does not exist"),
  bad('a schema that is an object', `kafka('x').schema({ ‹id: t.bigint() })`, "'id' does not exist in type 'Schema<unknown>'"),

  // clauses of sources
  bad(
    'a message key that is no column',
    `kafka('types.order.v1').messageKey(‹'custmer_id')`,
    `'"custmer_id"' is not assignable to parameter of type`,
  ),
  bad(
    'an unknown format of a key',
    `kafka('types.order.v1').messageKey('customer_id', ‹'string')`,
    `'"string"' is not assignable to parameter of type 'KeyFormat`,
  ),
  bad(
    'a time that is no column',
    `kafka('types.order.v1').time(‹'create_at')`,
    `'"create_at"' is not assignable to parameter of type`,
  ),
  bad(
    'a lateness that is a number',
    `kafka('types.order.v1').time('created_at', { ‹lateBy: 30 })`,
    "'number' is not assignable to type 'Duration",
  ),
  bad(
    'a lateness that is a text',
    `kafka('types.order.v1').time('created_at', { ‹lateBy: '30 seconds' })`,
    "'string' is not assignable to type 'Duration",
  ),
  bad(
    'a misspelt option of time',
    `kafka('types.order.v1').time('created_at', { ‹lateby: seconds(1) })`,
    "'lateby' does not exist in type",
    "Did you mean to write 'lateBy'?",
  ),
  bad(
    'an epoch of days',
    `kafka('types.order.v1').time('order_id', { ‹as: 'epoch days' })`,
    `'"epoch days"' is not assignable to type 'Epoch`,
  ),
  bad(
    'an unknown start',
    `kafka('types.order.v1').start(‹'beginning')`,
    `'"beginning"' is not assignable to parameter of type 'Start'`,
  ),
  bad(
    'a start that is a Date',
    `kafka('types.order.v1').start({ ‹at: new Date() })`,
    "'Date' is not assignable to type 'Instant'",
  ),
  bad(
    'an end that is a start',
    `kafka('types.order.v1').until(‹'earliest')`,
    `'"earliest"' is not assignable to parameter of type 'Until'`,
  ),
  bad('an unknown meta column', `kafka('types.order.v1').meta({ ‹k: 'key' })`, `'"key"' is not assignable to type 'MetaItem'`),
  bad('a header without its form', `kafka('types.order.v1').meta({ ‹trace: { header: 'trace' } })`, `Property 'as' is missing`),
  bad(
    'an unknown way with invalid records',
    `kafka('types.order.v1').invalid(‹'skip')`,
    `'"skip"' is not assignable to parameter of type '"fail" | "to dlq"'`,
  ),
  bad(
    'a parallelism that is a text',
    `kafka('types.order.v1').parallelism(‹'2')`,
    "'string' is not assignable to parameter of type 'number'",
  ),
  bad(
    'late count of a source',
    `kafka('types.order.v1').late(‹'count')`,
    `'"count"' is not assignable to parameter of type 'SourceLate<`,
  ),
  bad(
    'a primary key of a topic',
    `kafka('types.order.v1').‹primaryKey('order_id')`,
    "Property 'primaryKey' does not exist on type 'KafkaTopic<",
  ),
  bad(
    'a primary key that is no column',
    `cdc(db, 'public.customers').primaryKey(‹'custmer_id')`,
    `'"custmer_id"' is not assignable to parameter of type`,
  ),
  bad(
    'a start of a captured table',
    `cdc(db, 'public.customers').‹start('earliest')`,
    "Property 'start' does not exist on type 'CdcSource<Customer>'",
  ),
  bad(
    'a message key of a captured table',
    `cdc(db, 'public.customers').‹messageKey('customer_id')`,
    "Property 'messageKey' does not exist on type 'CdcSource<Customer>'",
  ),
  bad(
    'late rows of a captured table',
    `cdc(db, 'public.customers').‹late('dlq')`,
    "Property 'late' does not exist on type 'CdcSource<Customer>'",
  ),
  bad(
    'a snapshot by a column that is not there',
    `cdc(db, 'public.customers').snapshotAt(‹'updated_at')`,
    `'"updated_at"' is not assignable to parameter of type`,
  ),
  bad(
    'a topic of a captured table',
    `cdc(‹'types_db', 'public.customers')`,
    "'string' is not assignable to parameter of type 'PostgresConnection<string>'",
  ),
  bad('a table of a cluster', `cdc(‹plant, 'public.customers')`, "'KafkaConnection'", "type 'PostgresConnection<string>'"),
  bad('a topic of a database', `kafka('types.order.v1', { ‹connection: db })`, "is not assignable to type 'KafkaConnection'"),
  bad(
    'history of a topic',
    `kafka('types.order.v1').historyFromIceberg(‹'lake.sales.orders', { until: '2026-01-01 00:00:00' })`,
    "'string' is not assignable to parameter of type 'IcebergTable'",
  ),
  bad(
    'history without its end',
    `kafka('types.order.v1').‹historyFromIceberg(lake.table('a', 'b'))`,
    'Expected 2 arguments, but got 1',
  ),
  bad(
    'an Iceberg table until a time',
    `iceberg(lake.table('a', 'b')).until(‹{ at: '2026-01-01 00:00:00' })`,
    `is not assignable to parameter of type '"latest"'`,
  ),
  bad('a clause of a heartbeat', `every(minutes(1)).‹time('beat_time')`, "Property 'time' does not exist on type 'BeatSource'"),
  bad('a period that is a number', `every(‹60)`, "'number' is not assignable to parameter of type 'Duration'"),
  bad(
    'a schema behind added columns',
    `kafka('x').meta({ off: 'offset' }).‹schemaRegistry()`,
    "Property 'schemaRegistry' does not exist on type 'KafkaSource<",
  ),

  // schemas and types
  bad('a field that is a text', `schema('S', { ‹id: 'bigint' })`, "'string' is not assignable to type 'FieldType<unknown>'"),
  bad('a field that is a constructor', `schema('S', { id: ‹t.bigint })`, "is not assignable to type 'FieldType<unknown>'"),
  bad('an unknown type', `schema('S', { id: t.‹integer() })`, "Property 'integer' does not exist on type 'Types'"),
  bad('a VARCHAR without a length', `schema('S', { id: t.‹varchar() })`, 'Expected 1 arguments, but got 0'),
  bad(
    'an array of a text',
    `schema('S', { id: t.array(‹'string') })`,
    "'string' is not assignable to parameter of type 'FieldType<unknown>'",
  ),

  // connections
  bad(
    'an unknown connector',
    `connection('x', ‹'mysql', {})`,
    `'"mysql"' is not assignable to parameter of type '"kafka" | "postgres"'`,
  ),
  bad(
    'a database without its host',
    `connection('x', 'postgres', ‹{ database: 'd', user: 'u', password: secret('P') })`,
    "Property 'host' is missing",
  ),
  bad(
    'a password in the program',
    `connection('x', 'postgres', { ${login}, ‹password: 'geheim' })`,
    "'string' is not assignable to type 'Reference'",
  ),
  bad(
    'a misspelt property of a connection',
    `connection('x', 'postgres', { ${login}, password: secret('P'), ‹topicprefix: 'crm' })`,
    "'topicprefix' does not exist",
    "Did you mean to write 'topicPrefix'?",
  ),
  bad(
    'an unknown mechanism',
    `connection('x', 'kafka', { bootstrap: 'b', ‹saslMechanism: 'gssapi' })`,
    `'"gssapi"' is not assignable to type`,
  ),
  bad('a catalog without its warehouse', `catalog('x', ‹{ uri: 'u' })`, "Property 'warehouse' is missing"),
  bad(
    "a catalog's token in the program",
    `catalog('x', { uri: 'u', warehouse: 'w', ‹token: 'abc' })`,
    "'string' is not assignable to type 'Reference'",
  ),

  // params and functions
  bad('a constant of another type as a default', `param('d', t.date(), ‹lit(5))`, 'string | Value<CalendarDate, never>'),
  bad('a default of another type', `param('least', t.decimal(10, 2), ‹true)`, "'true' is not assignable to parameter of type"),
  bad('a duration as a number', `param('size', t.duration(), ‹5)`, "'number' is not assignable to parameter of type 'Duration'"),
  bad(
    'a param of a wrong type',
    `const least = param('least', t.decimal(10, 2)); orders.where(o => o.note.gt(‹least))`,
    "'Decimal' is not assignable to type 'string",
  ),
  bad(
    'a window of a param that is a number',
    `const size = param('size', t.int()); orders.windowTumble(‹size)`,
    "type 'Param<number>'",
    "type 'Duration'",
  ),
  bad(
    'a start at a param that is a text',
    `const first = param('first', t.string()); kafka('x').start({ ‹at: first })`,
    "'Param<string>' is not assignable to type 'Instant'",
  ),
  bad(
    'a missing argument',
    `const f = fn('f', { a: t.int(), b: t.int() }, p => p.a.plus(p.b)); orders.select(o => ({ x: f(‹{ a: o.quantity }) }))`,
    "Property 'b' is missing",
  ),
  bad(
    'an argument that no parameter has',
    `const f = fn('f', { a: t.int() }, p => p.a); orders.select(o => ({ x: f({ a: o.quantity, ‹b: 1 }) }))`,
    "'b' does not exist in type",
  ),
  bad(
    'an argument of a wrong type',
    `const f = fn('f', { a: t.int() }, p => p.a); orders.select(o => ({ x: f({ ‹a: o.note }) }))`,
    "'string' is not assignable to type 'number",
  ),
  bad(
    'a BIGINT for an INT',
    `const f = fn('f', { a: t.int() }, p => p.a); orders.select(o => ({ x: f({ ‹a: o.order_id }) }))`,
    "'bigint' is not assignable to type 'number",
  ),
  bad(
    'a NULL for a parameter that is not null',
    `const f = fn('f', { a: t.int().notNull() }, p => p.a); orders.select(o => ({ x: f({ ‹a: o.discount }) }))`,
    "'null' is not assignable to type 'number'",
  ),
  bad(
    'a misspelt parameter',
    `fn('f', { amount: t.int() }, p => p.‹amuont.plus(1))`,
    "Property 'amuont' does not exist",
    "Did you mean 'amount'?",
  ),
  bad('a body that is a constant', `fn('f', { a: t.int() }, () => ‹1)`, "'number' is not assignable to type 'Value<"),
  bad(
    'a function of Java without its class',
    `fnFromJava('f', { a: t.int() }, t.int(), ‹{ jar: 'x.jar' })`,
    "Property 'class' is missing",
  ),

  // SQL and imports
  bad(
    'SQL whose time is no column',
    `sql('x', { inputs: [orders], returns: { id: t.bigint() }, ‹time: 'at' }, 'SELECT 1')`,
    `'"at"' is not assignable to type '"id"'`,
  ),
  bad(
    'SQL over a name',
    `sql('x', { inputs: [‹'orders'], returns: { id: t.bigint() } }, 'SELECT 1')`,
    "'string' is not assignable to type 'Named<unknown>'",
  ),
  bad(
    'a key of SQL that is no column',
    `sql('x', { inputs: [orders], returns: { id: t.bigint() }, primaryKey: [‹'key'] }, 'SELECT 1')`,
    `'"key"' is not assignable to type '"id"'`,
  ),
  bad(
    'an import without its row',
    `importStream('orders', './x.flow').where(o => o.‹amount.gt(1))`,
    "Property 'amount' does not exist on type 'Columns<Unsaid>'",
  ),
]
