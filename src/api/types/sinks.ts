// What a sink is told, and which rows it cannot hold.
import type { TopicProperties } from './pipeline.js'
import type { Kind, Said } from './rows.js'
import type { IcebergTable, KeyFormat } from './sources.js'
import type { Interval, Multiset } from './values.js'
import type { KafkaTarget } from './sources.js'

/**
 * @example
 * const byRegion: KafkaSinkProperties<{ region: string | null }> = { messageKey: { columns: 'region', as: 'text' } }
 */
export interface KafkaSinkProperties<R> extends TopicProperties {
  /** `message key region as text` */
  readonly messageKey?: { readonly columns: (keyof R & string) | readonly (keyof R & string)[]; readonly as?: KeyFormat }
  readonly format?: 'avro' | 'json'
  readonly with?: Readonly<Record<string, string>>
}
/**
 * @example
 * const byDay: IcebergSinkProperties<{ created_at: Timestamp }> = { partitionBy: [days('created_at')] }
 */
export interface IcebergSinkProperties<R> {
  /** `partition by days(created_at), region` */
  readonly partitionBy?: readonly Partition<keyof R & string>[]
  readonly formatVersion?: 2 | 3
  readonly with?: Readonly<Record<string, string>>
  /** The `///` lines above it. */
  readonly doc?: string
}
export interface IcebergUpsertProperties<R> extends IcebergSinkProperties<R> {
  /** `key a, b`, where the relation has several keys. */
  readonly key?: readonly (keyof R & string)[]
}
export type SinkProperties<R, T> = T extends IcebergTable ? IcebergSinkProperties<R> : KafkaSinkProperties<R>
export type UpsertProperties<R, T> = T extends IcebergTable ? IcebergUpsertProperties<R> : KafkaSinkProperties<R>

/**
 * `days('created_at')`, `bucket(16, 'customer_id')`
 *
 * @example
 * const byDay: PartitionTransform<'created_at'> = days('created_at')
 */
export interface PartitionTransform<out K extends string> {
  readonly transform: string
  readonly column: K
}
/** A column, or a transform of one. */
export type Partition<K extends string> = K | PartitionTransform<K>

// ---------------------------------------------------------------- rows that do not fit

/** `unknown` where the target holds every column of `R`. */
export type Writable<R, T> = Reasons<R, T> extends infer Why ? ([Why] extends [never] ? unknown : Said<Why>) : never
type Reasons<R, T> =
  | (T extends KafkaTarget<infer C> ? (unknown extends C ? never : Missing<R, C> | Differs<R, C>) : never)
  // whether there is such a column at all is soon seen
  | ([Extract<R[keyof R], KindsOf<T>>] extends [never] ? never : Unwritten<R, KindsOf<T>>)
/** What a target does not hold. */
type KindsOf<T> = [T] extends [IcebergTable] ? Interval | Multiset<unknown> : Interval

type Unwritten<R, S> = {
  // `any` is what another mistake has left
  [K in keyof R & string]: unknown extends R[K]
    ? never
    : [NonNullable<R[K]>] extends [never]
      ? never
      : [NonNullable<R[K]>] extends [S]
        ? `${K} is ${Kind<R[K]> & string}: this sink has no such column, cast it to a text`
        : never
}[keyof R & string]
/** Where `schemaRegistry()` of the target says that its subject decides. */
type Missing<R, C> = { [K in Exclude<keyof C & string, keyof R>]: `the subject has a column ${K}` }[Exclude<
  keyof C & string,
  keyof R
>]
type Differs<R, C> = {
  [K in keyof R & string]: K extends keyof C
    ? [Kind<R[K]> & Kind<C[K]>] extends [never]
      ? `${K} is ${Kind<C[K]> & string} in the subject, and ${Kind<R[K]> & string} here`
      : null extends R[K]
        ? null extends C[K]
          ? never
          : `${K} is not null in the subject, and may be NULL here`
        : never
    : `the subject has no column ${K}`
}[keyof R & string]
