// The functions of the language. The first operand decides which kind the others have; the level is that of all of them.
import type { Cases, Case } from './cases.js'
import type { Col, ElementOf, Nested, Num, Str } from './columns.js'
import type {
  AnyOperand,
  Beside,
  CalendarDate,
  Common,
  DayTimeInterval,
  Interval,
  Level,
  LevelIn,
  Null,
  NullIn,
  Operand,
  Peer,
  Temporal,
  TimeOfDay,
  Timestamp,
  TimestampLtz,
  TypeIn,
  Value,
  WithoutNull,
  YearMonthInterval,
} from './values.js'

// ---------------------------------------------------------------- units

type DateField =
  | 'millennium'
  | 'century'
  | 'decade'
  | 'year'
  | 'quarter'
  | 'month'
  | 'week'
  | 'day'
  | 'doy'
  | 'dow'
  | 'isodow'
  | 'isoyear'
  | 'epoch'

/** Units of `interval`. */
export type IntervalUnit = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'

/** Which fields a value has. */
export type ExtractUnit<T> = [T] extends [Timestamp | TimestampLtz | null]
  ? DateField | 'hour' | 'minute' | 'second' | 'millisecond' | 'microsecond' | 'nanosecond'
  : [T] extends [CalendarDate | null]
    ? DateField
    : [T] extends [TimeOfDay | null]
      ? 'hour' | 'minute' | 'second'
      : [T] extends [DayTimeInterval | null]
        ? 'day' | 'hour' | 'minute' | 'second' | 'millisecond'
        : 'year' | 'month'
/** What a date or time is rounded down to. */
export type FloorUnit<T> = [T] extends [CalendarDate | null]
  ? 'millennium' | 'century' | 'decade' | 'year' | 'quarter' | 'month' | 'week'
  : [T] extends [TimeOfDay | null]
    ? 'hour' | 'minute' | 'second'
    : | 'millennium'
      | 'century'
      | 'decade'
      | 'year'
      | 'quarter'
      | 'month'
      | 'week'
      | 'day'
      | 'hour'
      | 'minute'
      | 'second'
      | 'millisecond'
/** What a date or timestamp is rounded up to. */
export type CeilUnit<T> = [T] extends [CalendarDate | null]
  ? 'year' | 'quarter' | 'month' | 'week'
  : 'day' | 'hour' | 'minute' | 'second' | 'millisecond'
export type AddUnit<T> = [T] extends [CalendarDate | null]
  ? 'millennium' | 'century' | 'decade' | 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second'
  : [T] extends [TimeOfDay | null]
    ? 'hour' | 'minute' | 'second'
    : | 'millennium'
      | 'century'
      | 'decade'
      | 'year'
      | 'quarter'
      | 'month'
      | 'week'
      | 'day'
      | 'hour'
      | 'minute'
      | 'second'
      | 'millisecond'
export type DiffUnit = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second'

// ---------------------------------------------------------------- functions of a row

type Same<X> = Beside<LevelIn<X>>
/** Of an argument that may be left out: what the place asks for where the call stands says nothing of it. */
type Given<X> = NoInfer<X>
type Moment = Timestamp | TimestampLtz | CalendarDate
/** A date moved by hours is a timestamp. */
type Moved<T, U> = U extends 'hour' | 'minute' | 'second' ? (CalendarDate extends T ? Timestamp | Null<T> : T) : T
type Between<F> = F extends 'year' | 'month' ? YearMonthInterval : DayTimeInterval

export interface RowFunctions {
  /** `COALESCE(a, b, …)`: the first that is not NULL. */
  coalesce<const X extends AnyOperand | null, const Y extends readonly (Operand<Peer<TypeIn<X>>, Same<X>> | null)[]>(
    first: X,
    ...others: Y
  ): Col<Coalesced<TypeIn<X>, Y>, LevelIn<X | Y[number]>>
  /** `IFNULL(a, b)` */
  ifNull<const X extends AnyOperand, const Y extends Operand<Peer<TypeIn<X>>, Same<X>> | null>(
    value: X,
    otherwise: Y,
  ): Col<Coalesced<TypeIn<X>, readonly [Y]>, LevelIn<X | Y>>
  /** `NULLIF(a, b)`: NULL where they are equal. */
  nullIf<const X extends AnyOperand, const Y extends Operand<Peer<TypeIn<X>>, Same<X>>>(
    value: X,
    other: Y,
  ): Col<TypeIn<X> | null, LevelIn<X> | LevelIn<Y>>
  /** `IF(condition, a, b)` */
  ifElse<
    C extends Operand<boolean, Level>,
    const X extends AnyOperand<Same<C>> | null,
    const Y extends Operand<Peer<TypeIn<X>>, Same<C | X>> | null,
  >(
    condition: C,
    yes: X,
    no: Y,
  ): Col<Common<TypeIn<X>, TypeIn<Y>> | NullIn<C>, LevelIn<C> | LevelIn<X> | LevelIn<Y>>
  /** `CASE WHEN condition THEN value … ELSE value END` */
  when<C extends Operand<boolean, Level>, const X extends AnyOperand<Same<C>> | null>(
    condition: C,
    then: X,
  ): Case<TypeIn<X>, LevelIn<C> | LevelIn<X>>
  /** `CASE x WHEN value THEN result … ELSE result END` */
  caseOf<const X extends AnyOperand>(value: X): Cases<TypeIn<X>, LevelIn<X>>

  /** `UPPER(x)` */
  upper<X extends Operand<string, Level>>(text: X): Str<string | NullIn<X>, LevelIn<X>>
  /** `LOWER(x)` */
  lower<X extends Operand<string, Level>>(text: X): Str<string | NullIn<X>, LevelIn<X>>
  /** `CHAR_LENGTH(x)` */
  charLength<X extends Operand<string, Level>>(text: X): Num<number | NullIn<X>, LevelIn<X>>
  /** `TRIM(LEADING characters FROM x)` */
  trim<X extends Operand<string, Level>, Y extends Operand<string, Same<X>> = never>(
    text: X,
    options?: { readonly where?: 'both' | 'leading' | 'trailing'; readonly characters?: Y },
  ): Str<string | NullIn<X | Given<Y>>, LevelIn<X | Given<Y>>>
  /** `POSITION(needle IN text FROM start)`: from 1; 0 where it does not occur. */
  position<X extends Operand<string, Level>, Y extends Operand<string, Same<X>>, Z extends Operand<number, Same<X>> = never>(
    needle: X,
    text: Y,
    start?: Z,
  ): Num<number | NullIn<X | Y | Given<Z>>, LevelIn<X | Y | Given<Z>>>
  /** `SUBSTRING(text FROM from FOR length)`; NULL for a negative length. */
  substring<X extends Operand<string, Level>, Y extends Operand<number, Same<X>>, Z extends Operand<number, Same<X>> = never>(
    text: X,
    from: Y,
    length?: Z,
  ): Str<string | null, LevelIn<X | Y | Given<Z>>>
  /** `OVERLAY(text PLACING placing FROM from FOR length)` */
  overlay<
    X extends Operand<string, Level>,
    Y extends Operand<string, Same<X>>,
    Z extends Operand<number, Same<X>>,
    W extends Operand<number, Same<X>> = never,
  >(
    text: X,
    placing: Y,
    from: Z,
    length?: W,
  ): Str<string | NullIn<X | Y | Z | Given<W>>, LevelIn<X | Y | Z | Given<W>>>

  /** `EXTRACT(unit FROM x)`; `extract('epoch', x)` counts seconds from 1970. */
  extract<T extends Temporal | Interval | null, L extends Level>(
    unit: ExtractUnit<T>,
    from: Value<T, L>,
  ): Num<bigint | Null<T>, L>
  /** `FLOOR(x TO unit)` */
  floor<T extends Temporal | null, L extends Level>(value: Value<T, L>, to: FloorUnit<T>): Col<T, L>
  /** `CEIL(x TO unit)` */
  ceil<T extends Timestamp | TimestampLtz | CalendarDate | null, L extends Level>(value: Value<T, L>, to: CeilUnit<T>): Col<T, L>
  /** `TIMESTAMPADD(unit, count, x)` */
  timestampAdd<
    T extends Temporal | null,
    L extends Level,
    const U extends AddUnit<T>,
    N extends Operand<number | bigint, Beside<L>>,
  >(
    unit: U,
    count: N,
    to: Value<T, L>,
  ): Col<Moved<T, U> | NullIn<N>, L | LevelIn<N>>
  /** `TIMESTAMPDIFF(unit, from, to)`: whole units. */
  timestampDiff<X extends Value<Moment | null, Level>, Y extends Value<Peer<TypeIn<X>> | null, Same<X>>>(
    unit: DiffUnit,
    from: X,
    to: Y,
  ): Num<number | NullIn<X | Y>, LevelIn<X | Y>>
  /** `(a - b) DAY TO SECOND`, `(a - b) MONTH`: the time from `b` to `a` as an interval. */
  difference<
    X extends Value<Moment | null, Level>,
    Y extends Value<Peer<TypeIn<X>> | null, Same<X>>,
    const F extends IntervalUnit,
  >(
    a: X,
    b: Y,
    from: F,
    to?: IntervalUnit,
  ): Col<Between<F> | NullIn<X | Y>, LevelIn<X | Y>>
  /** `INTERVAL (count) DAY` */
  intervalOf<X extends Operand<number | bigint, Level>, const F extends IntervalUnit>(
    count: X,
    unit: F,
  ): Col<Between<F> | NullIn<X>, LevelIn<X>>

  /** `CARDINALITY(x)`: how many elements or entries. */
  cardinality<X extends Value<readonly unknown[] | ReadonlyMap<unknown, unknown> | null, Level>>(
    of: X,
  ): Num<number | NullIn<X>, LevelIn<X>>
  /** `ELEMENT(x)`: the only element. */
  element<X extends Value<readonly unknown[] | null, Level>>(of: X): Col<ElementOf<TypeIn<X>> | null, LevelIn<X>>
  /** `ARRAY[a, b]` */
  array<const X extends AnyOperand | null, const Y extends readonly (Operand<Peer<TypeIn<X>>, Same<X>> | null)[]>(
    first: X,
    ...others: Y
  ): Col<readonly Common<TypeIn<X>, TypeIn<X | Y[number]>>[], LevelIn<X | Y[number]>>
  /** `MAP[key, value, key, value]` */
  map<
    const K extends AnyOperand,
    const V extends AnyOperand<Same<K>> | null,
    const M extends readonly (Operand<Peer<TypeIn<K>>, Same<K>> | Operand<Peer<TypeIn<V>>, Same<K | V>> | null)[],
  >(
    key: K,
    value: V,
    ...more: M
  ): Col<ReadonlyMap<TypeIn<K>, TypeIn<V> | NullIn<M[number]>>, LevelIn<K | V | M[number]>>
  /** `ROW(a, b)`: its fields have no names of their own; `.cast(t.row({ … }))` gives some. */
  row<const X extends readonly AnyOperand[]>(...values: X): Nested<Unnamed<X>, LevelIn<X[number]>>
}

/** NULL only where every argument can be. As `Wider`, the condition is for hovers. */
type Coalesced<T, Y extends readonly unknown[]> = [T] extends [unknown]
  ? WithoutNull<Common<T, T | TypeIn<Y[number]>>> | (null extends T ? (AllNull<Y> extends true ? null : never) : never)
  : never
type AllNull<Y extends readonly unknown[]> = {
  [I in keyof Y]: [NullIn<Y[I]>] extends [never] ? false : true
}[number] extends true
  ? true
  : false
type Unnamed<X> = { -readonly [I in keyof X as I extends `${infer N extends number}` ? `EXPR$${N}` : never]: TypeIn<X[I]> }
