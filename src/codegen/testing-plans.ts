// Plans for codegen's own tests, built by hand: the operators as the front would write them.
import type { Span } from '../core/span.js'
import { DLQ_COLUMNS } from '../ir/dlq.js'
import type { CallExpr, ColumnExpr, Expr, LiteralValue } from '../ir/expr.js'
import {
  PLAN_VERSION,
  type AggregateCall,
  type Edge,
  type Operator,
  type PlanColumn,
  type PlanProgram,
  type PlanRelation,
  type PortName,
  type SinkOperator,
  type SourceOperator,
  type TargetName,
  type Traits,
} from '../ir/plan.js'
import { BIGINT, BOOLEAN, INT, STRING, char, decimal, notNull, nullable, timestamp, type Typed } from '../ir/types.js'
import { FUNCTIONS_VERSION } from '../functions/ids.js'

export const at = (declaration: string, start = 0, end = start + 1): Span => ({ declaration, start, end })

export const traits = (time: number | null = null, over: Partial<Traits> = {}): Traits => ({
  change: 'append',
  keys: [],
  time,
  watermark: [],
  state: { bound: 'none', detail: '' },
  ...over,
})

export const column = (name: string, t: Typed, hidden = false): PlanColumn => ({
  name,
  type: t.type,
  nullable: t.nullable,
  from: [],
  ...(hidden ? { hidden } : {}),
})

export const col = (input: number, ordinal: number, t: Typed): ColumnExpr => ({
  kind: 'column',
  input,
  ordinal,
  type: t.type,
  nullable: t.nullable,
})
export const lit = (value: LiteralValue, t: Typed): Expr => ({ kind: 'literal', value, type: t.type, nullable: t.nullable })
export const call = (fn: string, t: Typed, ...args: Expr[]): CallExpr => ({
  kind: 'call',
  fn,
  args,
  type: t.type,
  nullable: t.nullable,
})
export const edge = (operator: string, port: PortName = 'main'): Edge => ({ operator, port })

export const T3 = timestamp(3)
export const MONEY = decimal(18, 2)
const ORDERS: readonly [string, Typed][] = [
  ['order_id', notNull(BIGINT)],
  ['customer_id', notNull(BIGINT)],
  ['region', nullable(STRING)],
  ['amount', nullable(MONEY)],
  ['created_at', notNull(T3)],
]

const ORIGIN: readonly [string, Typed][] = [
  ['$topic', notNull(STRING)],
  ['$partition', notNull(INT)],
  ['$offset', notNull(BIGINT)],
]

export interface PlanOptions {
  readonly name?: string
  readonly target?: TargetName
  readonly operators: readonly Operator[]
  readonly relations?: readonly PlanRelation[]
  readonly over?: Partial<PlanProgram>
}

export function makePlan({
  name = 'sales_orders',
  target = 'flink-2.2',
  operators,
  relations = [],
  over = {},
}: PlanOptions): PlanProgram {
  return {
    planVersion: PLAN_VERSION,
    functionsVersion: FUNCTIONS_VERSION,
    target,
    semantics: { lateProbeRow: 'join' },
    pipeline: {
      name,
      doc: null,
      owner: null,
      sla: null,
      dlq: null,
      checkpoint: { interval: 60_000, mode: 'exactly-once' },
      timeZone: 'UTC',
      origin: at(`pipeline ${name}`, 0, 20),
    },
    operators,
    relations,
    connections: [],
    catalogs: [],
    topics: [],
    inferred: [],
    ...over,
  }
}

export const relation = (
  name: string,
  e: Edge,
  doc: string | null = null,
  kind: 'stream' | 'table' = 'stream',
): PlanRelation => ({ name, kind, edge: e, doc, origin: at(name) })

/** The kafka source `orders` of the language's example, with the origin of each record. */
export function ordersSource(pipeline = 'sales_orders', over: Partial<SourceOperator> = {}): SourceOperator {
  const id = `${pipeline}/orders/source`
  return {
    kind: 'source',
    id,
    inputs: [],
    columns: [...ORDERS.map(([n, t]) => column(n, t)), ...ORIGIN.map(([n, t]) => column(n, t, true))],
    ports: ['main'],
    traits: traits(4, { watermark: [id] }),
    relation: 'orders',
    origin: at('orders', 0, 200),
    name: 'orders',
    connector: {
      kind: 'kafka',
      topic: 'sales.order.created.v1',
      start: { kind: 'earliest' },
      keyFormat: 'text',
      keyFields: ['customer_id'],
    },
    format: {
      kind: 'avro',
      framing: 'confluent',
      subject: 'sales.order.created.v1-value',
      version: 3,
      reader: {},
      schemaOption: false,
    },
    physical: ORDERS.map(([n, t]) => ({ name: n, ...t })),
    compute: [
      ...ORDERS.map((_, field) => ({ kind: 'physical', field }) as const),
      { kind: 'metadata', key: 'topic' },
      { kind: 'metadata', key: 'partition' },
      { kind: 'metadata', key: 'offset' },
    ],
    time: { ordinal: 4, delay: 30_000, idle: 60_000 },
    primaryKey: [],
    acceptLate: false,
    options: [],
    ...over,
  }
}

export const CUSTOMERS: readonly [string, Typed][] = [
  ['customer_id', notNull(BIGINT)],
  ['segment', nullable(STRING)],
]

/** The captured table `customers`: source and its versions. */
export function customers(pipeline = 'sales_orders'): readonly Operator[] {
  const source = `${pipeline}/customers/source`
  const columns = [
    ...CUSTOMERS.map(([n, t]) => column(n, t)),
    column('$op', notNull(STRING), true),
    column('$commit_time', notNull(T3), true),
  ]
  return [
    {
      kind: 'source',
      id: source,
      inputs: [],
      columns,
      ports: ['main'],
      traits: traits(3, { watermark: [source] }),
      relation: 'customers',
      origin: at('customers', 0, 100),
      name: 'customers',
      connector: { kind: 'cdc', connection: 'orders_db', table: 'public.customers', topic: 'orders_db.public.customers' },
      format: { kind: 'debezium', encoding: 'avro', subject: 'orders_db.public.customers-value', version: 1, reader: null },
      physical: CUSTOMERS.map(([n, t]) => ({ name: n, ...t })),
      compute: [
        { kind: 'physical', field: 0 },
        { kind: 'physical', field: 1 },
        { kind: 'envelope', key: 'op' },
        { kind: 'envelope', key: 'commit_time' },
      ],
      time: { ordinal: 3, delay: 5_000, idle: 60_000 },
      primaryKey: [0],
      acceptLate: false,
      options: [],
    },
    {
      kind: 'versions',
      id: `${pipeline}/customers/versions`,
      inputs: [edge(source)],
      columns,
      ports: ['main'],
      traits: traits(3, { change: 'updating', keys: [[0]], watermark: [source] }),
      relation: 'customers',
      origin: at('customers', 0, 100),
      key: [0],
      time: 3,
      op: 2,
    },
  ]
}

export const positive = (ordinal: number, t: Typed): Expr =>
  call('gt', nullable(BOOLEAN), col(0, ordinal, t), lit(0, notNull(INT)))

export const count: AggregateCall = { fn: 'count', distinct: false, argument: null, filter: null, ...notNull(BIGINT) }
export const sum = (ordinal: number, t: Typed): AggregateCall => ({
  fn: 'sum',
  distinct: false,
  argument: col(0, ordinal, t),
  filter: null,
  ...nullable(decimal(38, 2)),
})

export function kafkaSink(
  pipeline: string,
  topic: string,
  from: Edge,
  row: readonly [string, Typed][],
  over: Partial<SinkOperator> = {},
): SinkOperator {
  return {
    kind: 'sink',
    id: `${pipeline}/${topic}/sink`,
    inputs: [from],
    columns: [],
    ports: [],
    traits: traits(),
    relation: topic,
    origin: at(`sink ${topic}`, 0, 40),
    name: topic,
    mode: 'append',
    target: {
      kind: 'kafka',
      topic,
      format: 'avro',
      subject: `${topic}-value`,
      keyFormat: null,
      owned: { throughput: null, partitions: null, replicas: null, minInsyncReplicas: null, retention: null, cleanup: null },
      role: 'result',
    },
    row: row.map(([name, t]) => ({ name, ...t })),
    key: [],
    ...over,
  }
}

/** The pipeline of the language's second chapter. */
export function salesOrders(target: TargetName = 'flink-2.2'): PlanProgram {
  const p = 'sales_orders'
  const orders = ordersSource(p)
  const [cdc, versions] = customers(p) as [Operator, Operator]
  const base = { traits: traits(4), origin: at('enriched', 10, 60) }
  const rejects: Operator = {
    ...base,
    kind: 'split',
    id: `${p}/enriched/split(non_positive_amount)`,
    inputs: [edge(orders.id)],
    columns: orders.columns,
    ports: ['main', 'reject:non_positive_amount'],
    relation: 'enriched',
    origin: at('enriched', 18, 60),
    test: { kind: 'condition', condition: positive(3, nullable(MONEY)), reason: 'non_positive_amount' },
  }
  const joinId = `${p}/enriched/temporal_join(c)`
  const late: Operator = {
    ...base,
    kind: 'split',
    id: `${p}/enriched/split(late_orders)`,
    inputs: [edge(rejects.id)],
    columns: orders.columns,
    ports: ['main', 'late'],
    relation: 'enriched',
    origin: at('enriched', 120, 150),
    test: { kind: 'late-row', time: 4, guards: joinId },
  }
  const joined = [...orders.columns, ...versions.columns]
  const join: Operator = {
    ...base,
    kind: 'temporal_join',
    id: joinId,
    inputs: [edge(late.id), edge(versions.id)],
    columns: joined.map((c, i) => (i >= orders.columns.length ? { ...c, nullable: true } : c)),
    ports: ['main'],
    relation: 'enriched',
    origin: at('enriched', 61, 119),
    join: 'left',
    leftTime: 4,
    rightTime: 3,
    keys: [{ left: col(0, 1, notNull(BIGINT)), right: 0 }],
    residual: call('ne', nullable(BOOLEAN), col(1, 2, notNull(STRING)), lit('d', notNull(char(1)))),
    output: [
      ...orders.columns.map((_, ordinal) => ({ input: 0 as const, ordinal })),
      ...versions.columns.map((_, ordinal) => ({ input: 1 as const, ordinal })),
    ],
  }
  const enrichedColumns: readonly [string, Typed, number][] = [
    ['order_id', notNull(BIGINT), 0],
    ['customer_id', notNull(BIGINT), 1],
    ['segment', nullable(STRING), 9],
    ['region', nullable(STRING), 2],
    ['amount', nullable(MONEY), 3],
    ['created_at', notNull(T3), 4],
  ]
  const enriched: Operator = {
    ...base,
    kind: 'project',
    id: `${p}/enriched/select`,
    inputs: [edge(join.id)],
    columns: enrichedColumns.map(([n, t]) => column(n, t)),
    ports: ['main'],
    traits: traits(5),
    relation: 'enriched',
    origin: at('enriched', 151, 220),
    exprs: enrichedColumns.map(([, t, i]) => col(0, i, t)),
    purpose: 'select',
  }
  const window: Operator = {
    ...base,
    kind: 'window_aggregate',
    id: `${p}/revenue_5min/window_aggregate(tumble)`,
    inputs: [edge(enriched.id)],
    columns: [
      column('region', nullable(STRING)),
      column('revenue', nullable(decimal(38, 2))),
      column('orders', notNull(BIGINT)),
      column('window_start', notNull(T3)),
      column('window_end', notNull(T3)),
      column('window_time', notNull(T3)),
    ],
    ports: ['main'],
    traits: traits(5),
    relation: 'revenue_5min',
    origin: at('revenue_5min', 30, 90),
    window: { kind: 'tumble', size: 300_000, offset: 0 },
    time: 5,
    keys: [col(0, 3, nullable(STRING))],
    calls: [sum(4, nullable(MONEY)), count],
    late: 'count',
  }
  const revenueRow: readonly [string, Typed, number][] = [
    ['region', nullable(STRING), 0],
    ['window_start', notNull(T3), 3],
    ['window_end', notNull(T3), 4],
    ['revenue', nullable(decimal(38, 2)), 1],
    ['orders', notNull(BIGINT), 2],
  ]
  const revenue: Operator = {
    ...base,
    kind: 'project',
    id: `${p}/revenue_5min/select`,
    inputs: [edge(window.id)],
    columns: revenueRow.map(([n, t]) => column(n, t)),
    ports: ['main'],
    traits: traits(null),
    relation: 'revenue_5min',
    origin: at('revenue_5min', 91, 150),
    exprs: revenueRow.map(([, t, i]) => col(0, i, t)),
    purpose: 'select',
  }
  const lateEnriched: Operator = {
    ...base,
    kind: 'project',
    id: `${p}/late_enriched/select`,
    inputs: [edge(late.id, 'late')],
    columns: enrichedColumns.map(([n, t]) => column(n, t)),
    ports: ['main'],
    traits: traits(5),
    relation: 'late_enriched',
    origin: at('late_enriched', 20, 100),
    exprs: [
      col(0, 0, notNull(BIGINT)),
      col(0, 1, notNull(BIGINT)),
      { kind: 'cast', mode: 'explicit', input: lit(null, nullable(STRING)), ...nullable(STRING) },
      col(0, 2, nullable(STRING)),
      col(0, 3, nullable(MONEY)),
      col(0, 4, notNull(T3)),
    ],
    purpose: 'select',
  }
  const all: Operator = {
    ...base,
    kind: 'union',
    id: `${p}/all_orders/union`,
    inputs: [edge(enriched.id), edge(lateEnriched.id)],
    columns: enriched.columns,
    ports: ['main'],
    traits: traits(5),
    relation: 'all_orders',
    origin: at('all_orders', 20, 40),
  }
  const envelope: Operator = {
    ...base,
    kind: 'envelope',
    id: `${p}/enriched/envelope(non_positive_amount)`,
    inputs: [edge(rejects.id, 'reject:non_positive_amount')],
    columns: DLQ_COLUMNS.map((c) => column(c.name, c)),
    ports: ['main'],
    traits: traits(null),
    relation: 'enriched',
    origin: at('enriched', 40, 60),
    pipeline: p,
    step: rejects.id,
    stage: 'validate',
    reason: 'non_positive_amount',
    payload: [0, 1, 2, 3, 4],
    eventTime: 4,
    originTopic: 5,
    originPartition: 6,
    originOffset: 7,
    key: { kind: 'cast', mode: 'explicit', input: col(0, 1, notNull(BIGINT)), ...notNull(STRING) },
  }
  const lake: SinkOperator = {
    kind: 'sink',
    id: `${p}/lake.sales.enriched_orders/sink`,
    inputs: [edge(all.id)],
    columns: [],
    ports: [],
    traits: traits(),
    relation: 'lake.sales.enriched_orders',
    origin: at('sink lake', 0, 60),
    name: 'lake.sales.enriched_orders',
    mode: 'append',
    target: {
      kind: 'iceberg',
      catalog: 'lake',
      namespace: ['sales'],
      table: 'enriched_orders',
      formatVersion: 2,
      partitions: [{ transform: 'days', column: 5, parameter: null }],
    },
    row: enrichedColumns.map(([name, t]) => ({ name, ...t })),
    key: [],
  }
  const result = kafkaSink(
    p,
    'sales.revenue.aggregated.v1',
    edge(revenue.id),
    revenueRow.map(([n, t]) => [n, t] as const),
  )
  const revenueSink: SinkOperator = {
    ...result,
    key: [0],
    target: {
      ...(result.target as SinkOperator['target'] & { kind: 'kafka' }),
      keyFormat: 'text',
      owned: { throughput: 2, partitions: null, replicas: null, minInsyncReplicas: null, retention: 604_800_000, cleanup: null },
    },
  }
  const dlq = kafkaSink(
    p,
    'sales.orders.dlq',
    edge(envelope.id),
    DLQ_COLUMNS.map((c) => [c.name, c] as const),
  )
  const dlqSink: SinkOperator = {
    ...dlq,
    row: DLQ_COLUMNS.map((c) => ({ name: c.name, type: c.type, nullable: c.nullable, doc: c.doc })),
    target: { ...(dlq.target as SinkOperator['target'] & { kind: 'kafka' }), role: 'dlq', format: 'json', subject: null },
  }
  return makePlan({
    name: p,
    target,
    operators: [
      orders,
      cdc,
      versions,
      rejects,
      late,
      join,
      enriched,
      window,
      revenue,
      lateEnriched,
      all,
      envelope,
      lake,
      revenueSink,
      dlqSink,
    ],
    relations: [
      relation('orders', edge(orders.id)),
      relation('customers', edge(versions.id), 'Customers as they were at any time. Captured by Debezium.', 'table'),
      relation('enriched', edge(enriched.id)),
      relation('late_orders', edge(late.id, 'late')),
      relation('revenue_5min', edge(revenue.id)),
      relation('late_enriched', edge(lateEnriched.id)),
      relation('all_orders', edge(all.id)),
    ],
    over: {
      pipeline: {
        name: p,
        doc: "Orders with the customer's segment at the time of the order, and revenue by region.",
        owner: 'team-sales',
        sla: 600_000,
        dlq: 'sales.orders.dlq',
        checkpoint: { interval: 60_000, mode: 'exactly-once' },
        timeZone: 'UTC',
        origin: at('pipeline sales_orders', 0, 120),
      },
      connections: [
        {
          name: 'orders_db',
          kind: 'postgres',
          properties: [
            { name: 'host', value: { kind: 'env', name: 'ORDERS_DB_HOST' } },
            { name: 'database', value: { kind: 'text', text: 'orders_db' } },
            { name: 'user', value: { kind: 'text', text: 'debezium' } },
            { name: 'password', value: { kind: 'secret', name: 'DEBEZIUM_PASSWORD' } },
          ],
        },
      ],
      catalogs: [
        {
          name: 'lake',
          kind: 'iceberg',
          properties: [
            { name: 'uri', value: { kind: 'env', name: 'ICEBERG_URI' } },
            { name: 'warehouse', value: { kind: 'text', text: 's3://lakehouse/' } },
          ],
        },
      ],
      inferred: [
        { about: 'orders', what: 'subject', value: 'sales.order.created.v1-value', because: 'the topic and the usual suffix' },
      ],
    },
  })
}

/** All plans of codegen's tests, by name. */
export const testingPlans = (target: TargetName): readonly (readonly [string, PlanProgram])[] => [
  ['sales-orders', salesOrders(target)],
]
