// Types as a program writes them: `t.decimal(18, 2)`, and the rows that a schema of them describes.
import type {
  Bytes,
  CalendarDate,
  DayTimeInterval,
  Decimal,
  Double,
  Multiset,
  TimeOfDay,
  Timestamp,
  TimestampLtz,
} from './values.js'

export declare const FIELD: unique symbol

/** A type with its nullability: `F` has `null` where a value may be NULL. Fields are nullable unless they say `notNull()`. */
export interface FieldType<out F> {
  readonly [FIELD]: F
  notNull(): FieldType<NonNullable<F>>
  /** The `///` lines above a field of a schema. */
  doc(text: string): FieldType<F>
}

export type Fields = Readonly<Record<string, FieldType<unknown>>>
export type TypeOf<S> = S extends FieldType<infer F> ? F : never
/** The row of a schema. */
export type RowOf<S> = { [K in keyof S]: TypeOf<S[K]> }

/** The types of the language, as `t.NAME`. */
export interface Types {
  tinyint(): FieldType<number | null>
  smallint(): FieldType<number | null>
  int(): FieldType<number | null>
  bigint(): FieldType<bigint | null>
  float(): FieldType<Double | null>
  double(): FieldType<Double | null>
  decimal(precision?: number, scale?: number): FieldType<Decimal | null>
  boolean(): FieldType<boolean | null>
  char(length?: number): FieldType<string | null>
  varchar(length: number): FieldType<string | null>
  string(): FieldType<string | null>
  binary(length?: number): FieldType<Bytes | null>
  varbinary(length: number): FieldType<Bytes | null>
  bytes(): FieldType<Bytes | null>
  date(): FieldType<CalendarDate | null>
  time(precision?: number): FieldType<TimeOfDay | null>
  timestamp(precision?: number): FieldType<Timestamp | null>
  timestampLtz(precision?: number): FieldType<TimestampLtz | null>
  /** Of a `param` only. */
  duration(): FieldType<DayTimeInterval>
  array<E>(element: FieldType<E>): FieldType<readonly E[] | null>
  multiset<E>(element: FieldType<E>): FieldType<Multiset<E> | null>
  map<K, V>(key: FieldType<K>, value: FieldType<V>): FieldType<ReadonlyMap<K, V> | null>
  row<const S extends Fields>(fields: S): FieldType<RowOf<S> | null>
}
