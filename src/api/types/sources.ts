// Where rows come from: a source in the making has the clauses of its block as methods; `stream('orders', kafka(…)…)` names it.
import type { CdcSource } from './captured.js'
import type { Columns } from './columns.js'
import type { Catalog, KafkaConnection, PostgresConnection } from './connections.js'
import type { Param, Schema } from './declarations.js'
import type { Duration } from './durations.js'
import type { Ignored } from './ignores.js'
import type { Appending, Changing, Versions, WithLane } from './relations.js'
import type { Keyed } from './rows.js'
import type { SubjectRow, UnknownSubject, VersionRow } from './subjects.js'
import type { Bytes, PerRow, Text, Timestamp, TimestampLtz, Value } from './values.js'

// Not exported: an editor would offer them behind the dot.
declare const SOURCE: unique symbol
declare const TARGET: unique symbol

/**
 * @example
 * const format: KeyFormat = 'text'
 */
export type KeyFormat = 'text' | 'avro' | 'json' | 'raw'
/**
 * Where reading begins. `{ at: '2026-01-01 00:00:00' }`
 *
 * @example
 * const start: Start = { at: '2026-01-01 00:00:00' }
 */
export type Start =
  'earliest' | 'latest' | 'committed' | { readonly committedElse: 'earliest' | 'latest' } | { readonly at: Instant }
/**
 * Where the input ends.
 *
 * @example
 * const until: Until = 'latest'
 */
export type Until = 'latest' | { readonly at: Instant }
/** `'2026-01-01 00:00:00'`, or a param that holds a timestamp. */
export type Instant = string | Param<Timestamp> | Param<TimestampLtz>

/**
 * @example
 * const patience: TimeOptions = { lateBy: seconds(30), idleAfter: minutes(1) }
 */
export interface TimeOptions {
  /** How far out of order rows come. */
  readonly lateBy?: Duration
  /** After how long a silent partition no longer holds the others back. */
  readonly idleAfter?: Duration | 'never'
}
/** A number that counts from 1970. */
export type Epoch = 'epoch millis' | 'epoch seconds' | 'epoch micros'
/** A column by name, or a field inside one: `o => o.payload.at`. */
export type Place<R> = (keyof R & string) | ((row: Columns<R>) => Value<unknown, PerRow>)

/** What a record has beside its fields. */
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
type MetaOf<M> = M extends keyof MetaTypes ? MetaTypes[M] : M extends { readonly as: 'text' } ? string | null : Bytes | null
type WithMeta<R, M> = {
  -readonly [K in keyof R | keyof M]: K extends keyof M ? MetaOf<M[K]> : K extends keyof R ? R[K] : never
} & {}
type WithEventTime<R> = { [K in keyof R | 'event_time']: K extends keyof R ? R[K] : TimestampLtz } & {}

/** What a source does with rows behind its watermark, for all its readers. A topic waits for no end: `accept` is for files. */
export type SourceLate<N extends string> = 'accept' | 'dlq' | 'strict dlq' | { readonly as: N; readonly strict?: true }

/** What `stream` and `table` want to read of a source, `Wanted`, or what is wrong with its row. */
type Source<R, Wanted> = 0 extends 1 & R
  ? Wanted
  : string extends keyof R
    ? `the subject ${SubjectOf<R>}is not in the generated types: run \`flowc gen types\`, or name the row, schemaRegistry<Row>()`
    : Wanted
type SubjectOf<R> = { [K in keyof R]: NonNullable<R[K]> } extends UnknownSubject<infer S> ? `${S} ` : ''
/** A captured table or a compacted topic, before `table` names it. */
export interface NamelessTable<R> {
  readonly [SOURCE]: Source<R, 'a source: table(name, …) gives it a name'>
}
/** What `stream` and `table` take: a query, or a source whose row is known. */
export interface Known<Wanted> {
  readonly [SOURCE]?: Wanted
}
/** A query, which is no source. */
export interface NoSource {
  readonly [SOURCE]?: never
}
/** A source whose rows are only added; `Subject` is the row that the subject says. */
export interface StreamSource<R, Lanes, Subject = R> extends Appending<R, Lanes> {
  readonly [SOURCE]: Source<Subject, 'a source: stream(name, …) gives it a name'>
  /** Of the clause before it. `-- flow:ignore FLOW3405 because …` */
  ignore(codes: Ignored, because: string): this
}

/**
 * A topic that is read. Lanes are streams of late rows. Its schema is said before whatever adds columns.
 *
 * @example
 * const fromStart = <R>(source: KafkaSource<R>) => source.start('earliest')
 */
export interface KafkaSource<R, Lanes = {}> extends StreamSource<R, Lanes> {
  /** `message key a, b as text`: which columns place a record. */
  messageKey(columns: (keyof R & string) | readonly (keyof R & string)[], format?: KeyFormat): this
  /** `time created_at late by 30 seconds, idle after 1 minute`; a number that counts from 1970 adds the column `event_time`. */
  time<const E extends Epoch = never>(
    place: Place<R>,
    options?: TimeOptions & { readonly as?: E },
  ): [E] extends [never] ? this : KafkaSource<WithEventTime<R>, Lanes>
  /** `time metadata('timestamp')`: the record's own time, as the column `event_time`. */
  timeMetadata(key: 'timestamp', options?: TimeOptions): KafkaSource<WithEventTime<R>, Lanes>
  /** `start earliest` */
  start(position: Start): this
  /** `until latest` */
  until(position: Until): this
  /** `meta { off = offset }`: columns behind those of the schema. */
  meta<const M extends Readonly<Record<string, MetaItem>>>(columns: M): KafkaSource<WithMeta<R, M>, Lanes>
  /** `invalid fail` */
  invalid(action: 'fail' | 'to dlq'): this
  /** `parallelism 4`: subtasks that read. */
  parallelism(count: number): this
  /** `format json`, where the schema does not tell. */
  format(format: 'json' | 'avro'): this
  /** `late …`: a split for all readers. */
  late<const N extends string = never>(late: SourceLate<N>): KafkaSource<R, WithLane<Lanes, N, R>>
  /** `history from iceberg lake.sales.orders until '2026-01-01 00:00:00' then kafka` */
  historyFromIceberg(table: IcebergTable, options: { readonly until: Instant }): this
  /** `compacted`: the last record of a key counts. */
  compacted(): CompactedSource<R>
  /** `with { 'option' = 'value' }` */
  with(options: Readonly<Record<string, string>>): this
}

/**
 * Topics without a schema yet.
 *
 * @example
 * const both: KafkaTopics = kafka(['sales.order.created.v1', 'sales.order.changed.v1'])
 */
export interface KafkaTopics extends KafkaSource<NoSchema> {
  /** `schema registry subject 'a-value'` */
  schemaRegistry<const S extends string>(options: { readonly subject: S }): KafkaSource<SubjectRow<S>>
  schemaRegistry<const S extends string, const V extends number>(options: {
    readonly subject: S
    readonly version: V
  }): KafkaSource<VersionRow<S, V>>
  /** `schema NAME` */
  schema<S>(schema: Schema<S>): KafkaSource<S>
  /** `schema file 'x.avsc'`: its row is what the type argument says. */
  schemaFile<Row>(path: string): KafkaSource<Row>
}

type TopicRow<Topic extends string, Contract> = unknown extends Contract ? SubjectRow<`${Topic}-value`> : Contract
/**
 * A topic: read, or written. `Contract` is `unknown` until `schemaRegistry()` says that the subject decides, of a sink as well.
 *
 * @example
 * const revenue: KafkaTopic<'shop.revenue.aggregated.v1'> = kafka('shop.revenue.aggregated.v1')
 */
export interface KafkaTopic<Topic extends string, Contract = unknown> extends KafkaSource<TopicRow<Topic, Contract>> {
  readonly [TARGET]: Contract
  /** `schema registry`: the subject is that of the topic unless said. Without generated types the row can be named, `schemaRegistry<Row>()`. */
  schemaRegistry(): KafkaTopic<Topic, SubjectRow<`${Topic}-value`>>
  schemaRegistry<const S extends string = `${Topic}-value`, const V extends number = never>(options: {
    readonly subject?: S
    readonly version?: V
  }): KafkaTopic<Topic, [V] extends [never] ? SubjectRow<S> : VersionRow<S, V>>
  schemaRegistry<Row extends object>(): KafkaTopic<Topic, Row>
  /** `schema NAME` */
  schema<S>(schema: Schema<S>): KafkaSource<S>
  /** `schema file 'x.avsc'`: its row is what the type argument says. */
  schemaFile<Row>(path: string): KafkaSource<Row>
}
/** What a sink writes to. */
export interface KafkaTarget<out Contract> {
  readonly [TARGET]: Contract
}

/**
 * A topic in which the last record of a key counts.
 *
 * @example
 * const source: CompactedSource<{ key: string }> = kafka('shop.price.v1').schema(schema('Price', { key: t.string().notNull() })).compacted()
 */
export interface CompactedSource<R> extends Changing<R, Versions>, NamelessTable<R> {
  /** Of the clause before it. `-- flow:ignore FLOW3405 because …` */
  ignore(codes: Ignored, because: string): this
  primaryKey<const K extends keyof R & string>(...columns: readonly [K, ...K[]]): CompactedSource<Keyed<R, K>>
}

/**
 * An Iceberg table as it is when the job starts.
 *
 * @example
 * const once = <R>(source: IcebergSource<R>) => source.until('latest')
 */
export interface IcebergSource<R> extends StreamSource<R, {}> {
  /** `schema NAME`: the columns that are read. */
  schema<S>(schema: Schema<S>): IcebergSource<S>
  time<const E extends Epoch = never>(
    place: Place<R>,
    options?: TimeOptions & { readonly as?: E },
  ): [E] extends [never] ? this : IcebergSource<WithEventTime<R>>
  until(position: 'latest'): this
  late(late: 'accept'): this
}

/**
 * Files, read to their end.
 *
 * @example
 * const csv = <R>(source: FilesSource<R>) => source.format('csv')
 */
export interface FilesSource<R, Lanes = {}> extends StreamSource<R, Lanes> {
  schema<S>(schema: Schema<S>): FilesSource<S, Lanes>
  schemaFile<Row>(path: string): FilesSource<Row, Lanes>
  time<const E extends Epoch = never>(
    place: Place<R>,
    options?: TimeOptions & { readonly as?: E },
  ): [E] extends [never] ? this : FilesSource<WithEventTime<R>, Lanes>
  late<const N extends string = never>(late: SourceLate<N>): FilesSource<R, WithLane<Lanes, N, R>>
  invalid(action: 'fail' | 'to dlq'): this
  format(format: 'ndjson' | 'json' | 'csv' | 'avro'): this
  with(options: Readonly<Record<string, string>>): this
}

/** The row of a heartbeat. */
export interface BeatRow {
  beat_time: TimestampLtz
}
/**
 * `stream beat every 1 minute`
 *
 * @example
 * const beat: BeatSource = every(minutes(1))
 */
export interface BeatSource extends StreamSource<BeatRow, {}> {}

/**
 * A table of a catalog: `lake.table('sales', 'orders')`; it is read, written, and the history of a topic.
 *
 * @example
 * const target: IcebergTable = lake.table('shop', 'orders')
 */
export interface IcebergTable {
  readonly catalog: Catalog
  readonly path: readonly string[]
}

/** A source that has no schema yet. */
export interface NoSchema {
  readonly unknown: 'this source has no schema yet: say schema(…) or schemaFile<Row>(…) first'
}

export interface Sources {
  /** `from kafka 'topic'`, `from kafka ('a', 'b')`: several topics have one schema, so it is named. */
  kafka<const T extends string | readonly [string, ...string[]]>(
    topic: T,
    options?: { readonly connection?: KafkaConnection },
  ): T extends string ? KafkaTopic<T> : KafkaTopics
  /** `from kafka pattern 'iot\..*'` */
  kafkaPattern(pattern: string, options?: { readonly connection?: KafkaConnection }): KafkaTopics
  /** `from cdc orders_db 'public.customers'` */
  cdc<const P extends string, const T extends string>(
    connection: PostgresConnection<P>,
    table: T,
  ): CdcSource<SubjectRow<`${P}.${T}-value`>>
  /** `from files 'orders.ndjson'` */
  files(path: string): FilesSource<NoSchema>
  /** `from iceberg lake.sales.orders` */
  iceberg(table: IcebergTable): IcebergSource<NoSchema>
  /** `stream beat every 1 minute` */
  every(period: Duration): BeatSource
}
