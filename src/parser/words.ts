// What first words mean: which begin a declaration, a clause, a property or a step, which are promised for later versions,
// and how each thing is written. The layout, the messages and the generated grammar read these tables.
import { wordTable } from '../core/word-table.js'

/** Words that begin a declaration in column 1, with the rule that reads what stands before its block or query. */
export const DECLARATIONS: ReadonlySet<string> = new Set(
  'pipeline import connection catalog schema topic stream table let sink test param type for fn sql tap'.split(' '),
)

export const CLAUSES = ['from', 'where', 'join', 'left', 'window', 'group', 'select', 'extend', 'union'] as const

/** Clauses of the language that this version does not have, by first word. */
export const LATER_CLAUSES: Readonly<Record<string, string>> = wordTable({
  lookup: '`lookup`',
  right: '`right join`',
  full: '`full join`',
  semi: '`semi join`',
  anti: '`anti join`',
  unnest: '`unnest`',
  drop: '`drop`',
  rename: '`rename`',
  validate: '`validate`',
  top: '`top`',
  over: '`over`',
  match: '`match`',
  intersect: '`intersect`',
  except: '`except`',
  distinct: '`distinct`',
})

/** How other languages call a clause. */
export const SYNONYMS: Readonly<Record<string, string>> = wordTable({
  filter: 'where',
  project: 'select',
  map: 'select',
  derive: 'extend',
})

/** How others call a property. */
export const PROPERTY_SYNONYMS: Readonly<Record<string, string>> = wordTable({
  ttl: 'retention',
  replication: 'replicas',
  compaction: 'cleanup',
  watermark: 'time',
  event: 'time',
})

/** They continue the clause above, wherever they stand. */
export const CONTINUATIONS: ReadonlySet<string> = new Set('at on late as having with retain early time within'.split(' '))

/** Soft words that may begin a line inside a clause without being a clause. */
export const INNER: ReadonlySet<string> = new Set('filter escape similar offset to strict step every gap by'.split(' '))

/** SQL that has no meaning on a stream. */
export const ORDERING: Readonly<Record<string, string>> = wordTable({
  order: 'order by',
  limit: 'limit',
  fetch: 'fetch',
  qualify: 'qualify',
})

/** Words that lead into statements of SQL: pasted text. */
export const STATEMENTS: ReadonlySet<string> = new Set('select insert create with update delete drop alter set use'.split(' '))

export interface BlockWords {
  /** How messages call the block. */
  readonly where: string
  readonly known: readonly string[]
  readonly later: Readonly<Record<string, string>>
}

/** What a word of a block will be in a later version; undefined where it is nothing. */
export const promisedIn = (block: Pick<BlockWords, 'later'>, word: string): string | undefined =>
  Object.hasOwn(block.later, word) ? block.later[word] : undefined

const TOPIC_PROPERTIES = ['throughput', 'partitions', 'replicas', 'min insync', 'retention', 'cleanup']
const LATER_TOPIC = { compression: '`compression`', compatibility: '`compatibility`' }

export const BLOCKS = {
  pipeline: {
    where: 'a `pipeline`',
    known: ['owner', 'sla', 'dlq', 'checkpoint', 'time zone', 'tuning'],
    later: {},
  },
  topic: { where: 'a `topic`', known: TOPIC_PROPERTIES, later: LATER_TOPIC },
  source: {
    where: 'a source',
    known: [
      'schema',
      'primary key',
      'message key',
      'time',
      'start',
      'until',
      'history',
      'meta',
      'invalid',
      'parallelism',
      'snapshot at',
      'deletes never',
      'late',
      'format',
      'with',
    ],
    later: {},
  },
  sink: {
    where: 'a sink',
    known: ['message key', 'key', 'partition by', 'format', 'format version', ...TOPIC_PROPERTIES, 'with'],
    later: { ...LATER_TOPIC, on: '`on conflict`', parallelism: '`parallelism`' },
  },
  fn: { where: 'an `fn`', known: ['jar', 'locally'], later: {} },
  test: {
    where: 'a `test`',
    known: ['given', 'expect', 'watermark', 'idle', 'advance', 'restart', 'end', 'open'],
    later: {},
  },
} as const satisfies Record<string, BlockWords>

/** How a thing is called in a message, and how it is written. By clause, property or rule. */
export const FORMS: Readonly<Record<string, { readonly where: string; readonly example: string }>> = {
  from: { where: 'a `from` clause', example: 'from orders as o' },
  where: { where: 'a `where` clause', example: "where amount > 0 else dlq 'not_positive'" },
  join: {
    where: 'a `join` clause',
    example: 'left join customers as c at o.created_at on o.customer_id = c.customer_id late as behind',
  },
  left: {
    where: 'a `join` clause',
    example: 'left join customers as c at o.created_at on o.customer_id = c.customer_id late as behind',
  },
  window: { where: 'a `window` clause', example: 'window tumble 5 minutes late count' },
  group: { where: 'a `group by` clause', example: 'group by region select region, sum(amount) as revenue' },
  select: { where: 'a `select` clause', example: 'select order_id, amount * 2 as twice' },
  extend: { where: 'an `extend` clause', example: 'extend net = amount - tax' },
  union: { where: 'a `union all` clause', example: 'union all late_orders' },
  owner: { where: '`owner`', example: "owner 'team-sales'" },
  sla: { where: '`sla`', example: 'sla 10 minutes' },
  dlq: { where: '`dlq`', example: "dlq 'sales.orders.dlq'" },
  checkpoint: { where: '`checkpoint`', example: 'checkpoint every 60 seconds exactly once' },
  'time zone': { where: '`time zone`', example: "time zone 'UTC'" },
  throughput: { where: '`throughput`', example: 'throughput 2 MB/s' },
  partitions: { where: '`partitions`', example: 'partitions for 2 MB/s' },
  replicas: { where: '`replicas`', example: 'replicas 3' },
  min: { where: '`min insync`', example: 'min insync 2' },
  retention: { where: '`retention`', example: 'retention 7 days' },
  cleanup: { where: '`cleanup`', example: 'cleanup compact' },
  schema: { where: '`schema`', example: 'schema registry' },
  primary: { where: '`primary key`', example: 'primary key customer_id' },
  message: { where: '`message key`', example: 'message key customer_id as text' },
  time: { where: '`time`', example: 'time created_at late by 30 seconds, idle after 1 minute' },
  start: { where: '`start`', example: 'start earliest' },
  until: { where: '`until`', example: 'until latest' },
  history: { where: '`history`', example: "history from iceberg lake.sales.orders until '2026-01-01 00:00:00' then kafka" },
  meta: { where: '`meta`', example: "meta { off = offset, trace = header 'traceparent' as text }" },
  invalid: { where: '`invalid`', example: 'invalid fail' },
  parallelism: { where: '`parallelism`', example: 'parallelism 4' },
  snapshot: { where: '`snapshot at`', example: 'snapshot at updated_at' },
  deletes: { where: '`deletes never`', example: 'deletes never' },
  tuning: { where: '`tuning`', example: 'tuning { parallelism 4, mini batch 2 seconds }' },
  jar: { where: '`jar`', example: "jar 'libs/functions.jar'" },
  locally: { where: '`locally`', example: "locally concat('****', right(card, 4))" },
  late: { where: '`late`', example: 'late strict to dlq' },
  format: { where: '`format`', example: 'format json' },
  with: { where: '`with`', example: "with { 'scan.parallelism' = '4' }" },
  key: { where: '`key`', example: 'key order_id' },
  partition: { where: '`partition by`', example: 'partition by days(created_at)' },
  given: { where: '`given`', example: "given orders from 'orders.ndjson'" },
  expect: { where: '`expect`', example: 'expect nothing from orders' },
  watermark: { where: '`watermark`', example: "watermark orders to '2026-01-01 00:00:00'" },
  advance: { where: '`advance`', example: 'advance 10 minutes' },
  restart: { where: '`restart`', example: 'restart' },
  idle: { where: '`idle`', example: 'idle orders partition 1' },
  end: { where: '`end`', example: 'end' },
  open: { where: '`open`', example: 'open' },
  configProperty: { where: 'a setting', example: "host env('DB_HOST')" },
  field: { where: 'a field of a schema', example: 'amount decimal(18, 2) not null' },
  tableHead: { where: 'the first line of a table', example: '| order_id | amount |' },
  tableRow: { where: 'a row of a table', example: "| 1 | 'eu' | null |" },
  pipelineHead: { where: 'the head of a `pipeline`', example: 'pipeline sales_orders { … }' },
  connectionHead: { where: 'the head of a connection', example: 'connection orders_db postgres { … }' },
  catalogHead: { where: 'the head of a catalog', example: 'catalog lake iceberg { … }' },
  schemaHead: { where: 'the head of a `schema`', example: 'schema order { … }' },
  topicHead: { where: 'the head of a `topic`', example: "topic 'sales.orders' { … }" },
  testHead: { where: 'the head of a `test`', example: "test 'an order reaches the lake' for sales_orders { … }" },
  queryHead: { where: 'the head of a query', example: 'stream big = from orders' },
  sourceHead: { where: 'the head of a source', example: "stream orders from kafka 'sales.orders' { … }" },
  sinkHead: { where: 'the head of a sink', example: 'sink lake.sales.orders from orders append { … }' },
  importPipeline: {
    where: 'an `import pipeline`',
    example: "import pipeline sales_orders { revenue_5min } from './orders.flow'",
  },
  paramDeclaration: { where: 'a `param`', example: 'param threshold decimal(10, 2) = 100' },
  typeDeclaration: { where: 'a `type`', example: 'type money = decimal(18, 2)' },
  fnDeclaration: { where: 'an `fn`', example: 'fn net(amount decimal(18, 2)) = amount * 0.8' },
  sqlDeclaration: { where: 'a `sql` block', example: 'sql deduped (orders) returns (order_id bigint) = """ … """' },
  tapDeclaration: { where: 'a `tap`', example: "tap enriched to kafka 'debug.enriched'" },
  forHead: { where: 'the head of a `for`', example: "for t in ['customers', 'orders'] { … }" },
  importDeclaration: { where: 'an `import`', example: "import { customers } from './customers.flow'" },
}

/** What may be expected, by the word behind `expect`. */
export const EXPECTATIONS: typeof FORMS = {
  changes: { where: '`expect changes`', example: 'expect changes orders' },
  error: { where: '`expect error`', example: "expect error 'FLOW4004'" },
  watermark: { where: '`expect watermark`', example: "expect watermark orders '2026-01-01 00:00:00'" },
}
