// Where rows come from: a source in the making has the clauses of its block as methods; `stream('orders', kafka(…)…)` names it.
import type { Columns } from './columns.js'
import type { Catalog, Connection, Schema } from './declarations.js'
import type { Duration } from './durations.js'
import type { Bytes, Text, TimestampLtz, Value, PerRow } from './values.js'

export declare const SOURCE: unique symbol

/**
 * Rows of the subjects of the Schema Registry, by subject: `flowc gen types` fills it in, from flow.lock.
 * `kafka('sales.order.created.v1')` finds its row under `'sales.order.created.v1-value'`.
 */
export interface Subjects {}

/** The row of a subject that is not in the generated file. */
export interface UnknownSubject {
  readonly unknown: 'this subject is not in the generated types: run `flowc gen types`'
}
export type SubjectRow<S extends string> = S extends keyof Subjects ? Subjects[S] : UnknownSubject
/** The row of a version. The newest one that is locked stands under the subject alone, older ones as `'x-value version 2'`. */
export type VersionRow<S extends string, V extends number> = `${S} version ${V}` extends keyof Subjects
  ? Subjects[`${S} version ${V}`]
  : SubjectRow<S>

/** A source whose rows are only added. */
export interface StreamSource<R> {
  readonly [SOURCE]: R
  readonly gives: 'stream'
}
/** A source whose rows change. */
export interface TableSource<R> {
  readonly [SOURCE]: R
  readonly gives: 'table'
}

export type KeyFormat = 'text' | 'avro' | 'json' | 'raw'
/** Where reading begins. `{ at: '2026-01-01 00:00:00' }` */
export type Start =
  'earliest' | 'latest' | 'committed' | { readonly committedElse: 'earliest' | 'latest' } | { readonly at: string | ParamInstant }
export type Until = 'latest' | { readonly at: string | ParamInstant }
/** A param of a type that is a moment. */
export interface ParamInstant {
  readonly param: string
}

export interface TimeOptions {
  /** How far out of order rows come. */
  readonly lateBy?: Duration
  /** After how long a silent partition no longer holds the others back. */
  readonly idleAfter?: Duration | 'never'
}
/** A number that counts from 1970. */
export type Epoch = 'epoch millis' | 'epoch seconds' | 'epoch micros'
type Col_ = Value<unknown, PerRow>
/** A column by name, or a field inside one: `o => o.payload.at`. */
export type Place<R> = (keyof R & string) | ((row: Columns<R>) => Col_)

export interface MetaTypes {
  topic: Text
  partition: number
  offset: bigint
  timestamp: TimestampLtz
  'timestamp type': Text
  'leader epoch': number | null
  headers: ReadonlyMap<string, Bytes | null>
}
export type MetaItem = keyof MetaTypes | { readonly header: string; readonly as: 'text' | 'raw' }
export type MetaOf<M> = M extends keyof MetaTypes
  ? MetaTypes[M]
  : M extends { readonly as: 'text' }
    ? string | null
    : M extends { readonly as: 'raw' }
      ? Bytes | null
      : never
type WithMeta<R, M> = { [K in keyof R | keyof M]: K extends keyof M ? MetaOf<M[K]> : K extends keyof R ? R[K] : never }
type WithEventTime<R> = { [K in keyof R | 'event_time']: K extends keyof R ? R[K] : TimestampLtz }

/** Clauses of every source that is read from Kafka. */
export interface KafkaSource<R, Topic extends string = string> extends StreamSource<R> {
  readonly topic: Topic
  /** `schema registry`: the subject is that of the topic unless said. */
  schemaRegistry(): KafkaSource<SubjectRow<`${Topic}-value`>, Topic>
  schemaRegistry<const S extends string>(options: { readonly subject: S }): KafkaSource<SubjectRow<S>, Topic>
  schemaRegistry<const V extends number, const S extends string = `${Topic}-value`>(options: {
    readonly subject?: S
    readonly version: V
  }): KafkaSource<VersionRow<S, V>, Topic>
  /** `schema NAME` */
  schema<S>(schema: Schema<S>): KafkaSource<S, Topic>
  /** `schema file 'x.avsc'`: its row is what the type argument says. */
  schemaFile<S>(path: string): KafkaSource<S, Topic>
  messageKey(columns: (keyof R & string) | readonly (keyof R & string)[], format?: KeyFormat): this
  time(place: Place<R>, options?: TimeOptions): this
  time(place: Place<R>, options: TimeOptions & { readonly as: Epoch }): KafkaSource<WithEventTime<R>, Topic>
  timeMetadata(key: 'timestamp', options?: TimeOptions): KafkaSource<WithEventTime<R>, Topic>
  start(position: Start): this
  until(position: Until): this
  meta<const M extends Readonly<Record<string, MetaItem>>>(columns: M): KafkaSource<WithMeta<R, M>, Topic>
  invalid(action: 'fail' | 'to dlq'): this
  parallelism(count: number): this
  format(format: 'json' | 'avro'): this
  late(late: 'accept' | 'strict dlq' | 'strict count' | { readonly as: string; readonly strict: true }): this
  historyFromIceberg(table: IcebergTable, options: { readonly until: string | ParamInstant }): this
  /** `compacted`: the last record of a key counts. */
  compacted(): TableSource<R>
  with(options: Readonly<Record<string, string>>): this
}

export interface CdcSource<R> extends TableSource<R> {
  schemaRegistry(): this
  schemaRegistry<const S extends string>(options: { readonly subject: S }): CdcSource<SubjectRow<S>>
  schemaRegistry<const S extends string, const V extends number>(options: {
    readonly subject: S
    readonly version: V
  }): CdcSource<VersionRow<S, V>>
  schema<S>(schema: Schema<S>): CdcSource<S>
  schemaFile<S>(path: string): CdcSource<S>
  /** A delete tells the key only: every other column may be NULL. */
  primaryKey<const K extends keyof R & string>(...columns: readonly [K, ...K[]]): CdcSource<Captured<R, K>>
  /** `time commit`: when the database committed the change. */
  timeCommit(options?: TimeOptions): this
  time(place: Place<R>, options?: TimeOptions): this
  /** `snapshot at updated_at`: dates the rows of the first snapshot. */
  snapshotAt(column: keyof R & string): this
  deletesNever(): this
  start(position: Start): this
  parallelism(count: number): this
  with(options: Readonly<Record<string, string>>): this
  /** `as events`: the changes themselves, as rows that are only added. */
  asEvents(): EventsSource<Changes<R>>
}
/** A captured table with its key. */
export type Captured<R, K> = { [P in keyof R]: P extends K ? R[P] : R[P] | null }
/** What `as events` gives of a row; the exact columns are those of docs/language/events.md. */
export interface Changes<R> {
  op: string
  before: { [K in keyof R]: R[K] | null } | null
  after: { [K in keyof R]: R[K] | null } | null
  commit_time: TimestampLtz
}
export interface EventsSource<R> extends StreamSource<R> {
  time(place: Place<R>, options?: TimeOptions): this
  timeCommit(options?: TimeOptions): this
  start(position: Start): this
  late(late: 'accept' | 'strict dlq' | 'strict count' | { readonly as: string; readonly strict: true }): this
  parallelism(count: number): this
  with(options: Readonly<Record<string, string>>): this
}

export interface IcebergSource<R> extends StreamSource<R> {
  schema<S>(schema: Schema<S>): IcebergSource<S>
  time(place: Place<R>, options?: TimeOptions): this
  until(position: Until): this
  late(late: 'accept' | 'strict dlq' | 'strict count' | { readonly as: string; readonly strict: true }): this
  parallelism(count: number): this
  with(options: Readonly<Record<string, string>>): this
}
export interface FilesSource<R> extends StreamSource<R> {
  schema<S>(schema: Schema<S>): FilesSource<S>
  schemaFile<S>(path: string): FilesSource<S>
  time(place: Place<R>, options?: TimeOptions): this
  late(late: 'accept' | 'strict dlq' | 'strict count' | { readonly as: string; readonly strict: true }): this
  format(format: string): this
  with(options: Readonly<Record<string, string>>): this
}
export interface BeatRow {
  beat_time: TimestampLtz
}

/** A table of a catalog: `lake.table('sales', 'orders')`; it is read, written, and the history of a topic. */
export interface IcebergTable {
  readonly catalog: Catalog
  readonly path: readonly string[]
}
export type { Connection }
