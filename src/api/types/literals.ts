// Literals with a type of their own. They are constants: one fits a row and a group.
import type { Col, Num, Ordered, Span, Time } from './columns.js'
import type { FieldType } from './fields.js'
import type { IntervalUnit } from './functions.js'
import type {
  Bytes,
  CalendarDate,
  Constant,
  DayTimeInterval,
  Decimal,
  Double,
  TimeOfDay,
  Timestamp,
  TimestampLtz,
  Whole,
  Written,
  YearMonthInterval,
} from './values.js'

export interface IntervalOptions {
  /** Digits of the first number: `DAY(3)`. */
  readonly precision?: number
  /** Digits of the fraction of seconds: `SECOND(3)`. */
  readonly fraction?: number
}

/** `1.50` is a DECIMAL, `1e3` a DOUBLE, `1` an INT, `3000000000` a BIGINT. */
export type Digits<D extends string> = string extends D
  ? Decimal
  : Lowercase<D> extends `${string}e${string}`
    ? Double
    : D extends `${string}.${string}`
      ? Decimal
      : Whole<D>

export interface Literals {
  /** A constant where an expression stands: `lit('eu')`, `lit(1)`. */
  lit<const C extends Constant>(value: C): Col<Written<C>, never>
  /** A number with its digits: `dec('1.50')`; with an exponent a DOUBLE, `dec('1e3')`. */
  dec<const D extends string>(digits: D): Num<Digits<D>, never>
  /** `CAST(NULL AS type)` */
  nullOf<F>(type: FieldType<F>): Col<F | null, never>
  /** `TIMESTAMP '2026-01-01 10:00:00'` */
  timestamp(value: string): Time<Timestamp, never>
  /** `TIMESTAMP WITH LOCAL TIME ZONE '2026-01-01 10:00:00'` */
  timestampLtz(value: string): Time<TimestampLtz, never>
  /** `DATE '2026-01-01'` */
  date(value: string): Time<CalendarDate, never>
  /** `TIME '10:00:00'` */
  time(value: string): Time<TimeOfDay, never>
  /** `X'0aff'` */
  bytes(hex: string): Ordered<Bytes, never>
  /** `INTERVAL '5' MINUTE`, `INTERVAL '1-2' YEAR TO MONTH` */
  interval(value: string, from: 'year' | 'month', to?: 'month', options?: IntervalOptions): Span<YearMonthInterval, never>
  interval(value: string, from: IntervalUnit, to?: IntervalUnit, options?: IntervalOptions): Span<DayTimeInterval, never>
}
