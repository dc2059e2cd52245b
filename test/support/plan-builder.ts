// Plans by hand, for tests of what reads plans: each method adds an operator and gives its id.
//
//   const b = planBuilder()
//   const s = b.source('orders', [['id', INT], ['ts', timestamp(3)]], { time: { column: 'ts', delay: 0 } })
//   const w = b.window(s, { size: 60_000, time: 'ts', keys: ['id'], calls: [count()] })
//   b.relation('counts', w)
//   const plan = b.plan()
import type { Expr, LiteralValue } from '../../src/ir/expr.js'
import { columnsOf } from '../../src/ir/expr.js'
import { DLQ_COLUMNS } from '../../src/ir/dlq.js'
import {
  PLAN_VERSION,
  type AggregateCall,
  type Edge,
  type Operator,
  type OperatorId,
  type PlanColumn,
  type PlanProgram,
  type PlanRelation,
  type PortName,
  type SourceExpr,
  type SplitTest,
  type Traits,
  NO_TUNING,
} from '../../src/ir/plan.js'
import { BIGINT, BOOLEAN, STRING, timestamp, type FlowType, type Typed } from '../../src/ir/types.js'
import type { Span } from '../../src/core/span.js'

export const NOWHERE: Span = { declaration: 'test', start: 0, end: 0 }

/** `[name, type]`, nullable; a third element makes it NOT NULL. */
export type ColumnSpec = readonly [name: string, type: FlowType, notNull?: 'not null']

export const lit = (value: LiteralValue, type: FlowType): Expr => ({ kind: 'literal', value, type, nullable: value === null })
export const col = (ordinal: number, type: FlowType, input = 0): Expr => ({
  kind: 'column',
  input,
  ordinal,
  type,
  nullable: true,
})
export const call = (fn: string, type: FlowType, ...args: Expr[]): Expr => ({ kind: 'call', fn, args, type, nullable: true })
export const bool = (fn: string, ...args: Expr[]): Expr => call(fn, BOOLEAN, ...args)
export const cast = (input: Expr, type: FlowType, mode: 'explicit' | 'try' = 'explicit'): Expr => ({
  kind: 'cast',
  mode,
  input,
  type,
  nullable: true,
})
export const aggregate = (
  fn: AggregateCall['fn'],
  argument: Expr | null,
  type: FlowType,
  more: Partial<Pick<AggregateCall, 'distinct' | 'filter'>> = {},
): AggregateCall => ({ fn, argument, type, nullable: true, distinct: false, filter: null, ...more })
export const countAll = (): AggregateCall => aggregate('count', null, BIGINT)

export interface SourceSpec {
  readonly time?: { readonly column: string; readonly delay: number; readonly idle?: number | null }
  readonly acceptLate?: boolean
  readonly cdc?: { readonly key: readonly string[] }
  /** Columns behind the physical ones. */
  readonly more?: readonly { readonly column: ColumnSpec; readonly compute: SourceExpr }[]
}

export interface PlanBuilder {
  source(name: string, fields: readonly ColumnSpec[], spec?: SourceSpec): OperatorId
  filter(input: At, condition: Expr): OperatorId
  split(input: At, test: SplitTest): OperatorId
  project(input: At, columns: readonly { readonly name: string; readonly expr: Expr }[]): OperatorId
  /** Key and time by column name; the column `$op` must be there. */
  versions(input: At, key: readonly string[], time: string): OperatorId
  join(
    left: At,
    versions: At,
    spec: {
      readonly join?: 'left' | 'inner'
      readonly leftTime: string
      readonly rightTime: string
      readonly on: readonly (readonly [left: string, right: string])[]
      readonly residual?: Expr
    },
  ): OperatorId
  window(
    input: At,
    spec: {
      readonly size: number
      readonly offset?: number
      readonly time: string
      readonly keys?: readonly string[]
      readonly calls: readonly AggregateCall[]
      readonly late?: 'split' | 'count' | 'accept'
    },
  ): OperatorId
  union(...inputs: readonly At[]): OperatorId
  envelope(input: At, reason: string): OperatorId
  sink(name: string, input: At): OperatorId
  /** A named relation: what tests and observers ask for. */
  relation(name: string, at: At): void
  columns(at: At): readonly PlanColumn[]
  plan(change?: Partial<PlanProgram>): PlanProgram
}

/** An operator's main port, or another one. */
export type At = OperatorId | Edge

const edge = (at: At): Edge => (typeof at === 'string' ? { operator: at, port: 'main' } : at)

export function planBuilder(pipeline = 'p'): PlanBuilder {
  const operators: Operator[] = []
  const relations: PlanRelation[] = []
  const operatorAt = (at: At): Operator => {
    const found = operators.find((o) => o.id === edge(at).operator)
    if (found === undefined) throw new Error(`no operator ${edge(at).operator}`)
    return found
  }
  const columnsAt = (at: At): readonly PlanColumn[] => operatorAt(at).columns
  const ordinal = (at: At, name: string): number => {
    const found = columnsAt(at).findIndex((c) => c.name === name)
    if (found < 0) throw new Error(`no column ${name}`)
    return found
  }
  const id = (kind: string): OperatorId => `${pipeline}/r${operators.length}/${kind}`
  const column = (name: string, typed: Typed, from: PlanColumn['from'] = []): PlanColumn => ({
    name,
    type: typed.type,
    nullable: typed.nullable,
    from,
  })
  const traits = (change: Partial<Traits> = {}): Traits => ({
    change: 'append',
    keys: [],
    time: null,
    watermark: [],
    state: { bound: 'none', detail: '' },
    ...change,
  })
  const base = (kind: string, inputs: readonly At[], columns: readonly PlanColumn[], ports: readonly PortName[] = ['main']) => ({
    id: id(kind),
    inputs: inputs.map(edge),
    columns,
    ports,
    relation: `r${operators.length}`,
    origin: NOWHERE,
  })
  const copies = (at: At): readonly PlanColumn[] =>
    columnsAt(at).map((c, i) => ({ ...c, from: [{ column: { operator: edge(at).operator, ordinal: i }, how: 'copy' as const }] }))
  const add = (op: Operator): OperatorId => {
    operators.push(op)
    return op.id
  }

  return {
    source(name, fields, spec = {}) {
      const more = spec.more ?? []
      const columns = [...fields, ...more.map((m) => m.column)].map(([n, type, notNull]) =>
        column(n, { type, nullable: notNull !== 'not null' }),
      )
      const at = (n: string): number => columns.findIndex((c) => c.name === n)
      return add({
        ...base('source', [], columns),
        id: `${pipeline}/${name}/source`,
        kind: 'source',
        name,
        connector:
          spec.cdc === undefined
            ? {
                kind: 'kafka',
                topics: [name],
                pattern: null,
                connection: null,
                start: { kind: 'earliest' },
                until: null,
                keyFormat: null,
                keyFields: [],
              }
            : { kind: 'cdc', connection: 'db', table: name, topic: name, events: false, deletesNever: false },
        format: { kind: 'json' },
        physical: fields.map(([n, type, notNull]) => ({ name: n, type, nullable: notNull !== 'not null' })),
        compute: [...fields.map((_, i): SourceExpr => ({ kind: 'physical', field: i })), ...more.map((m) => m.compute)],
        time:
          spec.time === undefined
            ? null
            : { ordinal: at(spec.time.column), delay: spec.time.delay, idle: spec.time.idle ?? null },
        primaryKey: (spec.cdc?.key ?? []).map(at),
        acceptLate: spec.acceptLate ?? false,
        parallelism: null,
        options: [],
        traits: traits({ time: spec.time === undefined ? null : at(spec.time.column) }),
      })
    },
    filter: (input, condition) =>
      add({
        ...base('filter', [input], copies(input)),
        kind: 'filter',
        condition,
        purpose: 'where',
        traits: operatorAt(input).traits,
      }),
    split(input, test) {
      const other: PortName = test.kind === 'condition' ? `reject:${test.reason}` : 'late'
      return add({
        ...base('split', [input], copies(input), ['main', other]),
        kind: 'split',
        test,
        traits: operatorAt(input).traits,
      })
    },
    project: (input, columns) =>
      add({
        ...base(
          'project',
          [input],
          columns.map((c) =>
            column(
              c.name,
              c.expr,
              columnsOf(c.expr).map((x) => ({
                column: { operator: edge(input).operator, ordinal: x.ordinal },
                how: c.expr.kind === 'column' ? 'copy' : 'compute',
              })),
            ),
          ),
        ),
        kind: 'project',
        exprs: columns.map((c) => c.expr),
        purpose: 'select',
        traits: traits({ change: operatorAt(input).traits.change }),
      }),
    versions(input, key, time) {
      const ordinals = key.map((k) => ordinal(input, k))
      return add({
        ...base('versions', [input], copies(input)),
        kind: 'versions',
        key: ordinals,
        time: ordinal(input, time),
        op: ordinal(input, '$op'),
        traits: traits({ change: 'updating', keys: [ordinals], time: ordinal(input, time) }),
      })
    },
    join(left, versions, spec) {
      const [l, r] = [columnsAt(left), columnsAt(versions)]
      return add({
        ...base('temporal_join', [left, versions], [...copies(left), ...copies(versions)]),
        kind: 'temporal_join',
        join: spec.join ?? 'left',
        leftTime: ordinal(left, spec.leftTime),
        rightTime: ordinal(versions, spec.rightTime),
        keys: spec.on.map(([a, b]) => ({ left: col(ordinal(left, a), l[ordinal(left, a)]!.type), right: ordinal(versions, b) })),
        residual: spec.residual ?? null,
        output: [
          ...l.map((_, i) => ({ input: 0 as const, ordinal: i })),
          ...r.map((_, i) => ({ input: 1 as const, ordinal: i })),
        ],
        traits: traits({ change: operatorAt(left).traits.change, time: ordinal(left, spec.leftTime) }),
      })
    },
    window(input, spec) {
      const keys = (spec.keys ?? []).map((k) => col(ordinal(input, k), columnsAt(input)[ordinal(input, k)]!.type))
      const bound = { type: timestamp(3), nullable: false }
      const columns = [
        ...(spec.keys ?? []).map((k, i) => column(k, keys[i]!)),
        ...spec.calls.map((c, i) => column(`a${i}`, c)),
        ...['window_start', 'window_end', 'window_time'].map((n) => column(n, bound)),
      ]
      return add({
        ...base('window_aggregate', [input], columns),
        kind: 'window_aggregate',
        window: { kind: 'tumble', size: spec.size, offset: spec.offset ?? 0 },
        time: ordinal(input, spec.time),
        keys,
        calls: spec.calls,
        late: spec.late ?? 'count',
        traits: traits({ time: columns.length - 1 }),
      })
    },
    union: (...inputs) => add({ ...base('union', inputs, copies(inputs[0]!)), kind: 'union', traits: traits() }),
    envelope(input, reason) {
      const { time } = operatorAt(input).traits
      return add({
        ...base(
          'envelope',
          [input],
          DLQ_COLUMNS.map((c) => column(c.name, c)),
        ),
        kind: 'envelope',
        pipeline,
        step: edge(input).operator,
        stage: reason === 'late' ? 'late' : 'validate',
        reason,
        payload: columnsAt(input).map((_, i) => i),
        eventTime: time,
        watermark: time !== null,
        originTopic: null,
        originPartition: null,
        originOffset: null,
        key: null,
        traits: traits(),
      })
    },
    sink: (name, input) =>
      add({
        ...base('sink', [input], [], []),
        kind: 'sink',
        name,
        mode: 'append',
        target: {
          kind: 'kafka',
          topic: name,
          format: 'json',
          subject: null,
          keyFormat: null,
          owned: { throughput: null, partitions: null, replicas: null, minInsyncReplicas: null, retention: null, cleanup: null },
          role: 'result',
        },
        row: columnsAt(input).map(({ name: n, type, nullable }) => ({ name: n, type, nullable })),
        key: [],
        traits: traits(),
      }),
    relation(name, at) {
      relations.push({
        name,
        kind: operatorAt(at).traits.change === 'append' ? 'stream' : 'table',
        edge: edge(at),
        doc: null,
        origin: NOWHERE,
      })
    },
    columns: columnsAt,
    plan: (change = {}) => ({
      planVersion: PLAN_VERSION,
      functionsVersion: 1,
      target: 'flink-2.2',
      semantics: { lateProbeRow: 'join' },
      pipeline: {
        name: pipeline,
        doc: null,
        owner: null,
        sla: null,
        dlq: null,
        checkpoint: { interval: 60_000, mode: 'exactly-once' },
        timeZone: 'UTC',
        tuning: NO_TUNING,
        origin: NOWHERE,
      },
      operators: [...operators],
      relations: [...relations],
      connections: [],
      catalogs: [],
      topics: [],
      inferred: [],
      ...change,
    }),
  }
}

/** The `$op` column of a cdc source. */
export const OP_COLUMN = {
  column: ['$op', STRING, 'not null'] as ColumnSpec,
  compute: { kind: 'envelope', key: 'op' } as SourceExpr,
}
