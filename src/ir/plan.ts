// PlanProgram: the only door from the front (typecheck) to codegen, runtime and state. Plain serialisable data:
// operators in topological order, every expression typed, every operator with its output row, ports and traits.
import type { Span } from '../core/span.js'
import type { Json } from '../core/stable-json.js'
import type { Expr } from './expr.js'
import { BIGINT, INT, STRING, type FlowType, type Typed } from './types.js'

export const PLAN_VERSION = 1

/** `pipeline/relation/kind(discriminator)`: derived from names that people wrote, never from positions. */
export type OperatorId = string

/** `main`, `late`, or `reject:<reason>`. */
export type PortName = 'main' | 'late' | `reject:${string}`

export interface Edge {
  readonly operator: OperatorId
  readonly port: PortName
}

export interface ColumnId {
  readonly operator: OperatorId
  readonly ordinal: number
}

/** How an output column came to be: read by lineage, pruning, key tracking and source maps. */
export interface ColumnOrigin {
  readonly column: ColumnId
  readonly how: 'copy' | 'compute' | 'key' | 'filter' | 'order'
}

export interface PlanColumn extends Typed {
  readonly name: string
  /** Carried by the compiler (row time of CDC, origin of a record); not visible to the program. */
  readonly hidden?: boolean
  readonly from: readonly ColumnOrigin[]
  readonly doc?: string
}

export interface Traits {
  /** `append`: rows are only ever inserted. `updating`: rows already emitted may change or vanish. */
  readonly change: 'append' | 'updating'
  /** Column sets (ordinals) that identify a row under updates: Flink's upsert keys. */
  readonly keys: readonly (readonly number[])[]
  /** Ordinal of the event-time attribute, or null where the relation has none. */
  readonly time: number | null
  /** The sources whose watermarks this one follows, by operator id, in order. */
  readonly watermark: readonly OperatorId[]
  readonly state: { readonly bound: 'none' | 'window' | 'versions' | 'keys'; readonly detail: string }
}

interface OperatorBase<K extends string> {
  readonly kind: K
  readonly id: OperatorId
  readonly inputs: readonly Edge[]
  /** One row for all ports: a split hands its input row on unchanged. Empty for sinks. */
  readonly columns: readonly PlanColumn[]
  readonly ports: readonly PortName[]
  /** Traits of every port. */
  readonly traits: Traits
  /** The named relation this operator was written for. */
  readonly relation: string
  readonly origin: Span
}

// ---------------------------------------------------------------- sources

/** One field as the format delivers it. */
export interface PhysicalField extends Typed {
  readonly name: string
  /** What the format carries when it is not what `type` says: converted on reading. */
  readonly encoding?: FieldEncoding
}

/**
 * `debezium-date` INT days → DATE · `debezium-time-micros` BIGINT → TIME(3), cut to milliseconds · `debezium-timestamp-millis`
 * BIGINT → TIMESTAMP(3) · `debezium-timestamp-micros` BIGINT → TIMESTAMP(3), floor(x / 1000) · `debezium-zoned-timestamp` STRING
 * `2020-01-01T00:00:00.123456Z`, always with Z → TIMESTAMP_LTZ(3), cut to milliseconds · `decimal-text` STRING → DECIMAL(p, s).
 */
export type FieldEncoding =
  | 'debezium-date'
  | 'debezium-time-micros'
  | 'debezium-timestamp-millis'
  | 'debezium-timestamp-micros'
  | 'debezium-zoned-timestamp'
  | 'decimal-text'

/** The type that the format itself delivers for a field: what the DDL of the physical column has to say. */
export function carriedType(field: PhysicalField): FlowType {
  if (field.encoding === undefined) return field.type
  switch (field.encoding) {
    case 'debezium-date':
      return INT
    case 'debezium-time-micros':
    case 'debezium-timestamp-millis':
    case 'debezium-timestamp-micros':
      return BIGINT
    case 'debezium-zoned-timestamp':
    case 'decimal-text':
      return STRING
  }
}

export type SourceFormat =
  /** Avro: `reader` is the reader schema in JSON; `schemaOption` when Flink must be given it (enums). */
  | {
      readonly kind: 'avro'
      readonly framing: 'confluent' | 'container'
      readonly subject: string | null
      readonly version: number | null
      readonly reader: Json
      readonly schemaOption: boolean
    }
  | { readonly kind: 'json' }
  | { readonly kind: 'csv' }
  /** Rows of the clock, or of a table that has types of its own. */
  | { readonly kind: 'none' }
  /** A Debezium envelope around the row; `rowFields` are the fields of before/after. */
  | {
      readonly kind: 'debezium'
      readonly encoding: 'avro' | 'json'
      readonly subject: string | null
      readonly version: number | null
      readonly reader: Json | null
    }

export type SourceConnector =
  | {
      readonly kind: 'kafka'
      /** Read together; empty where `pattern` says which. */
      readonly topics: readonly string[]
      /** A regular expression that the whole name of a topic matches (java.util.regex.Matcher.matches). */
      readonly pattern: string | null
      /** A second cluster, by the name of its connection; null: the environment's. */
      readonly connection: string | null
      readonly start: StartPosition
      /** Where the input ends; null: never. */
      readonly until: EndPosition | null
      readonly keyFormat: KeyFormat | null
      readonly keyFields: readonly string[]
    }
  | { readonly kind: 'files'; readonly path: string }
  /** A table of a catalog as it is when the job starts: read once to its end. */
  | {
      readonly kind: 'iceberg'
      readonly catalog: string
      readonly namespace: readonly string[]
      readonly table: string
      /** Where it is the history of a topic: the topic's source, and the event time (epoch milliseconds) at which that takes over. */
      readonly before: { readonly source: OperatorId; readonly until: number } | null
    }
  /** A heartbeat: a row at each full period (milliseconds) of the clock. */
  | { readonly kind: 'every'; readonly period: number }
  | {
      readonly kind: 'cdc'
      readonly connection: string
      readonly table: string
      readonly topic: string
      /** The change events themselves, with both images, as against the newest image of a row. */
      readonly events: boolean
      /** Its rows are never deleted: the program promises it. */
      readonly deletesNever: boolean
    }

export type StartPosition =
  | { readonly kind: 'earliest' | 'latest' }
  /** The consumer group's committed offsets; `otherwise` where there are none (null: the job fails then). */
  | { readonly kind: 'committed'; readonly otherwise: 'earliest' | 'latest' | null }
  | { readonly kind: 'timestamp'; readonly epochMillis: number }
/** `latest`: what is there when the job starts. `timestamp`: the first record of a partition that is not older ends it. */
export type EndPosition = { readonly kind: 'latest' } | { readonly kind: 'timestamp'; readonly epochMillis: number }
export type KeyFormat = 'text' | 'avro' | 'json' | 'raw'

export interface EventTime {
  /** Output column that carries the event time. */
  readonly ordinal: number
  /** Watermark = event time − delay, in milliseconds. */
  readonly delay: number
  /** A partition silent for this long (processing time, ms) holds nothing back; null: it always does. */
  readonly idle: number | null
}

export interface SourceOperator extends OperatorBase<'source'> {
  readonly name: string
  readonly connector: SourceConnector
  readonly format: SourceFormat
  /** Physical fields; output columns read them through `compute` (input 0, ordinal = physical field). */
  readonly physical: readonly PhysicalField[]
  /**
   * One per output column. A cdc source has as physical fields those of the row image, and computes over the newest
   * image: `after`, and for a delete (`$op` = 'd') the key from `before`, all else NULL.
   */
  readonly compute: readonly SourceExpr[]
  readonly time: EventTime | null
  /** Primary key as output ordinals (cdc), else empty. */
  readonly primaryKey: readonly number[]
  /** `late accept` for the whole source: nothing is late, the watermark moves only at the end of input. */
  readonly acceptLate: boolean
  /** Subtasks that read it; null: the job's own parallelism. */
  readonly parallelism: number | null
  readonly options: readonly { readonly name: string; readonly value: string }[]
}

export type SourceExpr =
  | { readonly kind: 'physical'; readonly field: number }
  /** What the clock shows: the full period that a heartbeat stands for. */
  | { readonly kind: 'clock' }
  | { readonly kind: 'computed'; readonly expr: Expr }
  /** A BIGINT of epoch units as TIMESTAMP(3), UTC wall clock; sub-millisecond digits are cut (floor). */
  | { readonly kind: 'epoch'; readonly input: Expr; readonly unit: 'seconds' | 'millis' | 'micros' }
  /** Metadata of a record, as Flink's Kafka connector has it. */
  | { readonly kind: 'metadata'; readonly key: RecordMetadata }
  /** The last header of that name: its bytes, or they as UTF-8 text; NULL where there is none. */
  | { readonly kind: 'header'; readonly header: string; readonly as: 'text' | 'raw' }
  /** Debezium: `op` of the envelope; `source.ts_ms` as the commit time; the images, as rows of all physical fields. */
  | { readonly kind: 'envelope'; readonly key: 'op' | 'commit_time' | 'before' | 'after' }
  /**
   * Debezium: a row of the first snapshot (`op` = 'r') at a time of its own, every other change at its commit. Snapshot rows
   * move no watermark: they come in no order of time, and none may be missed that a later row of the snapshot would bring.
   */
  | { readonly kind: 'change time'; readonly snapshot: Expr }

/**
 * KafkaDynamicSource.ReadableMetadata: STRING, INT, BIGINT, TIMESTAMP_LTZ(3), STRING NOT NULL, INT, MAP<STRING, BYTES> NOT
 * NULL. Only `leader-epoch` may be NULL.
 */
export type RecordMetadata = 'topic' | 'partition' | 'offset' | 'timestamp' | 'timestamp-type' | 'leader-epoch' | 'headers'

// ---------------------------------------------------------------- operators

/**
 * The newest change of each key, by event time (a later arrival wins among equals): Flink's keep-last deduplication.
 * Its output still carries `$op`; a row with `$op` = 'd' says that the key is gone from then on.
 */
export interface VersionsOperator extends OperatorBase<'versions'> {
  readonly key: readonly number[]
  readonly time: number
  readonly op: number
}

/** Keeps rows for which the condition IS TRUE. */
export interface FilterOperator extends OperatorBase<'filter'> {
  readonly condition: Expr
  /** `live`: drops deleted versions; inserted by the compiler where a cdc table is read as a table. */
  readonly purpose: 'where' | 'having' | 'live'
}

/** One input, several ports: each row leaves through exactly one of them. */
export interface SplitOperator extends OperatorBase<'split'> {
  readonly test: SplitTest
}

export type SplitTest =
  /** main: condition IS TRUE; reject:<reason>: IS NOT TRUE. */
  | { readonly kind: 'condition'; readonly condition: Expr; readonly reason: string }
  /** late: `time <= watermark`. `guards` is the operator that would lose or mis-join the row. */
  | { readonly kind: 'late-row'; readonly time: number; readonly guards: OperatorId }
  /** late: the row's window has fired, `window_end - 1 ms <= watermark`. */
  | { readonly kind: 'late-window'; readonly time: number; readonly window: TumbleWindow; readonly guards: OperatorId }

export interface ProjectOperator extends OperatorBase<'project'> {
  readonly exprs: readonly Expr[]
  /** `union`: casts one branch of a UNION ALL to the common row; `family`: brings row times to one family. */
  readonly purpose: 'select' | 'extend' | 'union' | 'key'
}

/** Event-time temporal join with a versioned table (TemporalRowTimeJoinOperator). Inputs: 0 left, 1 versions. */
export interface TemporalJoinOperator extends OperatorBase<'temporal_join'> {
  readonly join: 'left' | 'inner'
  /** Left event time (ordinal in input 0). */
  readonly leftTime: number
  readonly rightTime: number
  /** Equalities on all primary-key columns of the right side, as pairs of typed expressions. */
  readonly keys: readonly { readonly left: Expr; readonly right: number }[]
  /** Further conditions over both inputs; includes `right.$op <> 'd'` for cdc tables. */
  readonly residual: Expr | null
  /** Output: left columns, then right columns; which input column each one is. */
  readonly output: readonly { readonly input: 0 | 1; readonly ordinal: number }[]
}

export interface TumbleWindow {
  readonly kind: 'tumble'
  /** Milliseconds. */
  readonly size: number
  readonly offset: number
}

export interface AggregateCall extends Typed {
  readonly fn: 'count' | 'sum' | 'avg' | 'min' | 'max'
  readonly distinct: boolean
  /** null: COUNT(*). */
  readonly argument: Expr | null
  readonly filter: Expr | null
}

/** Window TVF aggregation: one row a key and window, emitted when the watermark reaches window_end − 1 ms. */
export interface WindowAggregateOperator extends OperatorBase<'window_aggregate'> {
  readonly window: TumbleWindow
  readonly time: number
  readonly keys: readonly Expr[]
  readonly calls: readonly AggregateCall[]
  /** Output columns in order: keys, calls, then window_start, window_end, window_time. */
  readonly late: 'split' | 'count' | 'accept'
}

/**
 * Raw Flink SQL with a declared result. It is not interpreted: locally its rows are those of a test (ir/stand-in.ts). Output
 * columns are the declared ones, found in the result of `body` by their names.
 */
export interface SqlOperator extends OperatorBase<'sql'> {
  /** What the relation is called: it is fed under this name. */
  readonly name: string
  /** One query. */
  readonly body: string
  readonly bodyOrigin: Span
  /** What each input is called in the text, and which of its columns are there. */
  readonly reads: readonly { readonly name: string; readonly columns: readonly number[] }[]
  /** Delay and idleness are those that a test goes by: the largest of the sources behind it. */
  readonly time: EventTime | null
  /** Ordinals; empty: rows are only added. */
  readonly primaryKey: readonly number[]
}

export interface UnionOperator extends OperatorBase<'union'> {}

/** Turns the rows of a reject or late port into the dead-letter envelope (DLQ_COLUMNS). */
export interface EnvelopeOperator extends OperatorBase<'envelope'> {
  readonly pipeline: string
  readonly step: OperatorId
  readonly stage: 'validate' | 'late'
  readonly reason: string
  /** Input ordinals of the payload's fields. */
  readonly payload: readonly number[]
  /** Input ordinals, null where the row has no such thing. */
  readonly eventTime: number | null
  /**
   * Whether the envelope tells the watermark at the decision. False where the row has no event time, and behind a union,
   * whose branches have watermarks of their own (Flink moves CURRENT_WATERMARK into them): the field is NULL then.
   */
  readonly watermark: boolean
  readonly originTopic: number | null
  readonly originPartition: number | null
  readonly originOffset: number | null
  /** The driving record's key as text, over input 0. */
  readonly key: Expr | null
}

export interface SinkOperator extends OperatorBase<'sink'> {
  readonly name: string
  readonly mode: 'append' | 'upsert'
  readonly target: SinkTarget
  /** Sink columns: name and type; input ordinal i feeds column i. */
  readonly row: readonly { readonly name: string; readonly type: FlowType; readonly nullable: boolean; readonly doc?: string }[]
  /** Ordinals of the key of an upsert sink, or of the message key's columns. */
  readonly key: readonly number[]
}

export type SinkTarget =
  | {
      readonly kind: 'kafka'
      readonly topic: string
      /** `debezium-json`: each change as `{before, after, op}`, what a tap of rows that change writes. */
      readonly format: 'avro' | 'json' | 'debezium-json'
      readonly subject: string | null
      readonly keyFormat: KeyFormat | null
      readonly owned: TopicSpec
      readonly role: 'result' | 'dlq' | 'tap'
    }
  | {
      readonly kind: 'iceberg'
      readonly catalog: string
      readonly namespace: readonly string[]
      readonly table: string
      readonly formatVersion: 2 | 3
      readonly partitions: readonly {
        readonly transform: 'identity' | 'years' | 'months' | 'days' | 'hours' | 'bucket' | 'truncate'
        readonly column: number
        readonly parameter: number | null
      }[]
    }

export interface TopicSpec {
  readonly throughput: number | null
  /** Declared partitions; null: derived from throughput and policy. */
  readonly partitions: number | null
  readonly replicas: number | null
  readonly minInsyncReplicas: number | null
  /** Milliseconds; null: policy. */
  readonly retention: number | null
  readonly cleanup: 'delete' | 'compact' | null
}

/** Nothing is said of the topic. */
export const NO_TOPIC_SPEC: TopicSpec = {
  throughput: null,
  partitions: null,
  replicas: null,
  minInsyncReplicas: null,
  retention: null,
  cleanup: null,
}

export type Operator =
  | SourceOperator
  | VersionsOperator
  | FilterOperator
  | SplitOperator
  | ProjectOperator
  | TemporalJoinOperator
  | WindowAggregateOperator
  | SqlOperator
  | UnionOperator
  | EnvelopeOperator
  | SinkOperator

export type OperatorKind = Operator['kind']
export type OperatorOf<K extends OperatorKind> = Extract<Operator, { kind: K }>

/** A table from kind to handler that must be total: a new operator breaks the build where it is missing. */
export type OperatorTable<A extends readonly unknown[], R> = {
  readonly [K in OperatorKind]: (op: OperatorOf<K>, ...args: A) => R
}

/** Calls the handler of an operator's kind; hides the one cast that TypeScript needs here. */
export function dispatch<A extends readonly unknown[], R>(table: OperatorTable<A, R>, op: Operator, ...args: A): R {
  return (table[op.kind] as (op: Operator, ...args: A) => R)(op, ...args)
}

/** The operators that Flink keeps state for, or may: each one written is one in the plan. */
export const STATEFUL: ReadonlySet<OperatorKind> = new Set<OperatorKind>(['versions', 'temporal_join', 'window_aggregate', 'sql'])

// ---------------------------------------------------------------- program

export interface PlanRelation {
  readonly name: string
  readonly kind: 'stream' | 'table'
  readonly edge: Edge
  readonly doc: string | null
  readonly origin: Span
}

/** What differs in rows between Flink versions; read by the runtime too. */
export interface SemanticsProfile {
  /** ≤ 2.3: a late probe row is joined with what is left of the versions; 2.4 drops it. */
  readonly lateProbeRow: 'join' | 'drop'
}

export type TargetName = 'flink-1.20' | 'flink-2.1' | 'flink-2.2' | 'flink-2.3' | 'confluent'

export interface PlanPipeline {
  readonly name: string
  readonly doc: string | null
  readonly owner: string | null
  /** Milliseconds, null where not said. */
  readonly sla: number | null
  readonly dlq: string | null
  readonly checkpoint: { readonly interval: number; readonly mode: 'exactly-once' | 'at-least-once' }
  readonly timeZone: string
  readonly tuning: PlanTuning
  readonly origin: Span
}

/** What `tuning { … }` says; durations in milliseconds, null: nothing. */
export interface PlanTuning {
  readonly miniBatch: number | null
  readonly alignDrift: number | null
  /** null: a watermark after every row. */
  readonly watermarksEvery: number | null
  readonly parallelism: number | null
  readonly maxParallelism: number | null
}

export const NO_TUNING: PlanTuning = {
  miniBatch: null,
  alignDrift: null,
  watermarksEvery: null,
  parallelism: null,
  maxParallelism: null,
}

export interface PlanConnection {
  readonly name: string
  readonly kind: 'postgres' | 'kafka'
  /** Values; secrets and environment references stay references. */
  readonly properties: readonly { readonly name: string; readonly value: ConfigValue }[]
}

export type ConfigValue =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'env' | 'secret'; readonly name: string }

export interface PlanCatalog {
  readonly name: string
  readonly kind: 'iceberg'
  readonly properties: readonly { readonly name: string; readonly value: ConfigValue }[]
}

/** A topic block: a topic that this project owns although no sink or cdc table implies it. */
export interface PlanTopic {
  readonly name: string
  readonly spec: TopicSpec
}

export interface PlanProgram {
  readonly planVersion: typeof PLAN_VERSION
  readonly functionsVersion: number
  readonly target: TargetName
  readonly semantics: SemanticsProfile
  readonly pipeline: PlanPipeline
  /** In topological order; ties in the order of the text. */
  readonly operators: readonly Operator[]
  readonly relations: readonly PlanRelation[]
  readonly connections: readonly PlanConnection[]
  readonly catalogs: readonly PlanCatalog[]
  readonly topics: readonly PlanTopic[]
  /** Every value that the compiler chose itself, with where it came from: for `explain` and the manifest. */
  readonly inferred: readonly {
    readonly about: string
    readonly what: string
    readonly value: string
    readonly because: string
  }[]
}
