// What TypeScript knows of a value: its kind, whether it can be NULL, and whether there is one per row or one per group.
// Lengths, precision and scale are the compiler's: where TypeScript is silent, `flowc check` is not.

/** The level of a value inside `where`, `extend`, `select`, `on`: the names of levels are sentences, they stand in messages. */
export type PerRow = 'one value per row'
/** The level of a value behind `groupBy`: a key, a window column or an aggregate. */
export type PerGroup = 'one value per group'
export type Level = PerRow | PerGroup

export declare const LEVEL: unique symbol
export declare const TYPE: unique symbol

/** DECIMAL. Written as text, `'12.50'`: a JavaScript number would lose digits. */
export interface Decimal {
  readonly kind: 'DECIMAL'
}
/** FLOAT and DOUBLE. */
export interface Double {
  readonly kind: 'DOUBLE'
}
/** TIMESTAMP: a date and a time of day without a zone. */
export interface Timestamp {
  readonly kind: 'TIMESTAMP'
}
/** TIMESTAMP_LTZ: a moment. */
export interface TimestampLtz {
  readonly kind: 'TIMESTAMP_LTZ'
}
/** DATE */
export interface CalendarDate {
  readonly kind: 'DATE'
}
/** TIME */
export interface TimeOfDay {
  readonly kind: 'TIME'
}
/** INTERVAL YEAR TO MONTH */
export interface YearMonthInterval {
  readonly kind: 'INTERVAL YEAR TO MONTH'
}
/** INTERVAL DAY TO SECOND */
export interface DayTimeInterval {
  readonly kind: 'INTERVAL DAY TO SECOND'
}
/** BINARY, VARBINARY, BYTES */
export interface Bytes {
  readonly kind: 'BYTES'
}
/** MULTISET: each value with how often it occurs. */
export interface Multiset<T> {
  readonly kind: 'MULTISET'
  readonly element: T
}

/** TINYINT, SMALLINT and INT are `number`, BIGINT is `bigint`. */
export type Numeric = number | bigint | Decimal | Double
export type Text = string
export type Interval = YearMonthInterval | DayTimeInterval
/** Kinds that have a point on a calendar or clock. */
export type Temporal = Timestamp | TimestampLtz | CalendarDate | TimeOfDay

/** What a parameter asks for, nothing but level and type: a mismatch is then two lines long. */
export interface Value<out T, out L> {
  readonly [LEVEL]: L
  readonly [TYPE]: T
}

/** A call that a relation refuses; the text is the message. */
export interface Refused<Why extends string> {
  readonly refused: Why
}

/** `null` where `T` can be NULL. */
export type Null<T> = null extends T ? null : never

/** What JavaScript may write in place of a value of type `T`. */
export type Plain<T> = T extends bigint
  ? bigint | number
  : T extends Decimal | Double
    ? number | bigint
    : T extends string | number | boolean
      ? T
      : never

/** An operand: a value of the same level, or a constant of JavaScript. */
export type In<T, L> = Plain<T> | Value<T | null, L>
