// Captured tables of a database, and their changes as events.
import type { Schema } from './declarations.js'
import type { Ignored } from './ignores.js'
import type { Changing, Versions, WithLane } from './relations.js'
import type { Keyed } from './rows.js'
import type { Epoch, NamelessTable, Place, SourceLate, StreamSource, TimeOptions } from './sources.js'
import type { VersionRow } from './subjects.js'
import type { TimestampLtz } from './values.js'

/**
 * A captured table.
 *
 * @example
 * const never = <R>(source: CdcSource<R>) => source.deletesNever()
 */
export interface CdcSource<R> extends Changing<R, Versions>, NamelessTable<R> {
  /** Of the clause before it. `-- flow:ignore FLOW3405 because …` */
  ignore(codes: Ignored, because: string): this
  /** `schema registry`, the default: the subject is that of the topic, `<topic prefix>.<table>-value`. */
  schemaRegistry(options?: { readonly version: number }): this
  schemaRegistry<const S extends string, const V extends number = never>(options: {
    readonly subject: S
    readonly version?: V
  }): CdcSource<VersionRow<S, V>>
  schemaRegistry<Row>(options?: { readonly subject?: string; readonly version?: number }): CdcSource<Row>
  /** `schema NAME` */
  schema<S>(schema: Schema<S>): CdcSource<S>
  /** `schema file 'x.avsc'`: its row is what the type argument says. */
  schemaFile<Row>(path: string): CdcSource<Row>
  /** `primary key a, b`: all other columns may be NULL, as a delete has only its key. */
  primaryKey<const K extends keyof R & string>(...columns: readonly [K, ...K[]]): CdcSource<Keyed<R, K>>
  /** `time commit`, the default: when the database committed the change. */
  timeCommit(options?: TimeOptions): this
  /** `time updated_at late by 5 seconds`; it needs `deletesNever()`. */
  time(place: Place<R>, options?: TimeOptions & { readonly as?: Epoch }): this
  /** `snapshot at updated_at`: dates the rows of the first snapshot. */
  snapshotAt(column: keyof R & string): this
  /** `deletes never` */
  deletesNever(): this
  /** `invalid fail` */
  invalid(action: 'fail' | 'to dlq'): this
  /** `format json`, where the schema does not tell. */
  format(format: 'json' | 'avro'): this
  /** `with { 'option' = 'value' }` */
  with(options: Readonly<Record<string, string>>): this
  /** `as events`: the changes themselves, as rows that are only added. */
  asEvents(): EventsSource<R>
}
/** What `as events` gives of a row. No field of it is certain. */
export interface Changes<R> {
  op: string
  before: { [K in keyof R]: R[K] | null } | null
  after: { [K in keyof R]: R[K] | null } | null
  commit_time: TimestampLtz
}
/**
 * Changes of a captured table, as a stream. `R` is the row of the table.
 *
 * @example
 * const strict = <R>(source: EventsSource<R>) => source.late('strict dlq')
 */
export interface EventsSource<R, Lanes = {}> extends StreamSource<Changes<R>, Lanes, R> {
  schemaRegistry(options?: { readonly version: number }): this
  schemaRegistry<const S extends string, const V extends number = never>(options: {
    readonly subject: S
    readonly version?: V
  }): EventsSource<VersionRow<S, V>, Lanes>
  schemaRegistry<Row>(options?: { readonly subject?: string; readonly version?: number }): EventsSource<Row, Lanes>
  schema<S>(schema: Schema<S>): EventsSource<S, Lanes>
  schemaFile<Row>(path: string): EventsSource<Row, Lanes>
  timeCommit(options?: TimeOptions): this
  late<const N extends string = never>(late: SourceLate<N>): EventsSource<R, WithLane<Lanes, N, Changes<R>>>
  invalid(action: 'fail' | 'to dlq'): this
  format(format: 'json' | 'avro'): this
  with(options: Readonly<Record<string, string>>): this
}
