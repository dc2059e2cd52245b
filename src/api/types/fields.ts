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
  WithoutNull,
} from './values.js'

declare const FIELD: unique symbol

/**
 * A type with its nullability: `F` has `null` where a value may be NULL. Fields are nullable unless they say `notNull()`.
 *
 * @example
 * const money: FieldType<Decimal | null> = t.decimal(18, 2)
 */
export interface FieldType<out F> {
  readonly [FIELD]: F
  /** `NOT NULL` */
  notNull(): FieldType<WithoutNull<F>>
  /** The `///` lines above a field of a schema. */
  doc(text: string): FieldType<F>
}
/** The type of a param that is a duration. */
export interface DurationType extends FieldType<DayTimeInterval> {
  readonly duration: true
}

/**
 * @example
 * const audit = { created_by: t.string(), created_at: t.timestamp(3) } satisfies Fields
 * const Note = schema('Note', { note: t.string(), ...audit })
 */
export type Fields = Readonly<Record<string, FieldType<unknown>>>
/**
 * @example
 * const money = t.decimal(18, 2)
 * const net = (p: { amount: Value<TypeOf<typeof money>, PerRow> }) => p.amount
 */
export type TypeOf<S> = S extends { readonly [FIELD]: infer F } ? F : never
/** The row that fields make. */
export type FieldsRow<S> = { -readonly [K in keyof S]: TypeOf<S[K]> } & {}

/**
 * The types of the language, as `t.NAME`.
 *
 * @example
 * const text: Types['string'] = t.string
 */
export interface Types {
  tinyint(): FieldType<number | null>
  smallint(): FieldType<number | null>
  int(): FieldType<number | null>
  bigint(): FieldType<bigint | null>
  float(): FieldType<Double | null>
  double(): FieldType<Double | null>
  /** `decimal(18, 2)`: 18 digits, 2 of them behind the point. */
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
  /** A date and a time of day without a zone; `timestamp(3)` has milliseconds. */
  timestamp(precision?: number): FieldType<Timestamp | null>
  /** A moment. */
  timestampLtz(precision?: number): FieldType<TimestampLtz | null>
  /** Of a `param` only. */
  duration(): DurationType
  array<E>(element: FieldType<E>): FieldType<readonly E[] | null>
  multiset<E>(element: FieldType<E>): FieldType<Multiset<E> | null>
  map<K, V>(key: FieldType<K>, value: FieldType<V>): FieldType<ReadonlyMap<K, V> | null>
  row<const S extends Fields>(fields: S): FieldType<FieldsRow<S> | null>
}
