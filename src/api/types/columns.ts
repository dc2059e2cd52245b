// Columns and expressions as callbacks see them: one interface a kind of value, with the operators that the language has for it.
// `X` is what stands on the other side: a constant, or a value of a kind and level that fit.
import type { FieldType } from './fields.js'
import type {
  Beside,
  Bytes,
  Decimal,
  Interval,
  LevelIn,
  Multiset,
  Null,
  NullIn,
  Numeric,
  Operand,
  Peer,
  PerRow,
  Temporal,
  Timestamp,
  Told,
  TypeIn,
  Value,
  Wider,
  WithoutNull,
} from './values.js'

/**
 * What every value can do.
 *
 * @example
 * const isKnown = (value: Any<unknown, PerRow>): Bool<boolean, PerRow> => value.isNotNull()
 */
export interface Any<T, L = PerRow> extends Value<T, L> {
  /** `IS NULL` */
  isNull(): Bool<boolean, L>
  /** `IS NOT NULL` */
  isNotNull(): Bool<boolean, L>
  /** `=` */
  eq<X extends Operand<Peer<T>, Beside<L>>>(other: X): Bool<boolean | Null<T> | NullIn<X>, L | LevelIn<X>>
  /** `<>` */
  ne<X extends Operand<Peer<T>, Beside<L>>>(other: X): Bool<boolean | Null<T> | NullIn<X>, L | LevelIn<X>>
  /** `IS DISTINCT FROM`: as `<>`, with NULL as a value like any other. */
  isDistinctFrom<X extends Operand<Peer<T>, Beside<L>>>(other: X): Bool<boolean, L | LevelIn<X>>
  /** `IS NOT DISTINCT FROM` */
  isNotDistinctFrom<X extends Operand<Peer<T>, Beside<L>>>(other: X): Bool<boolean, L | LevelIn<X>>
  /** `IN (…)` */
  in<X extends readonly Operand<Peer<T>, Beside<L>>[]>(
    ...list: X
  ): Bool<boolean | Null<T> | NullIn<X[number]>, L | LevelIn<X[number]>>
  /** `NOT IN (…)` */
  notIn<X extends readonly Operand<Peer<T>, Beside<L>>[]>(
    ...list: X
  ): Bool<boolean | Null<T> | NullIn<X[number]>, L | LevelIn<X[number]>>
  /** `CAST(… AS type)`: `o.amount.cast(t.decimal(18, 2))`. */
  cast<F>(type: FieldType<F>): Col<WithoutNull<F> | Null<T>, L>
  /** `TRY_CAST(… AS type)`: NULL where the value cannot be converted. */
  tryCast<F>(type: FieldType<F>): Col<WithoutNull<F> | null, L>
}

/**
 * Values that have an order.
 *
 * @example
 * const isFirst = (at: Ordered<Timestamp, PerRow>, first: Value<Timestamp, PerRow>) => at.le(first)
 */
export interface Ordered<T, L> extends Any<T, L> {
  /** `<` */
  lt<X extends Operand<Peer<T>, Beside<L>>>(other: X): Bool<boolean | Null<T> | NullIn<X>, L | LevelIn<X>>
  /** `<=` */
  le<X extends Operand<Peer<T>, Beside<L>>>(other: X): Bool<boolean | Null<T> | NullIn<X>, L | LevelIn<X>>
  /** `>` */
  gt<X extends Operand<Peer<T>, Beside<L>>>(other: X): Bool<boolean | Null<T> | NullIn<X>, L | LevelIn<X>>
  /** `>=` */
  ge<X extends Operand<Peer<T>, Beside<L>>>(other: X): Bool<boolean | Null<T> | NullIn<X>, L | LevelIn<X>>
  /** `BETWEEN low AND high`, both ends included. */
  between<X extends Operand<Peer<T>, Beside<L>>, Y extends Operand<Peer<T>, Beside<L>>>(
    low: X,
    high: Y,
  ): Bool<boolean | Null<T> | NullIn<X | Y>, L | LevelIn<X | Y>>
  /** `NOT BETWEEN` */
  notBetween<X extends Operand<Peer<T>, Beside<L>>, Y extends Operand<Peer<T>, Beside<L>>>(
    low: X,
    high: Y,
  ): Bool<boolean | Null<T> | NullIn<X | Y>, L | LevelIn<X | Y>>
  /** `BETWEEN SYMMETRIC`: the ends may stand in either order. */
  betweenSymmetric<X extends Operand<Peer<T>, Beside<L>>, Y extends Operand<Peer<T>, Beside<L>>>(
    low: X,
    high: Y,
  ): Bool<boolean | Null<T> | NullIn<X | Y>, L | LevelIn<X | Y>>
  /** `NOT BETWEEN SYMMETRIC` */
  notBetweenSymmetric<X extends Operand<Peer<T>, Beside<L>>, Y extends Operand<Peer<T>, Beside<L>>>(
    low: X,
    high: Y,
  ): Bool<boolean | Null<T> | NullIn<X | Y>, L | LevelIn<X | Y>>
}

/** A number of intervals is an interval. */
type Product<T, X, L> = [TypeIn<X>] extends [Interval | null]
  ? Span<TypeIn<X> | Null<T>, L | LevelIn<X>>
  : Num<Wider<T, TypeIn<X>>, L | LevelIn<X>>
/** The remainder of whole numbers has the type of the divisor. */
type Remainder<T, U> = [T | U] extends [number | bigint | null] ? U | Null<T> : Wider<T, U>

/**
 * @example
 * const doubled = (amount: Num<Decimal, PerRow>): Num<Decimal, PerRow> => amount.times(2)
 */
export interface Num<T, L = PerRow> extends Ordered<T, L> {
  /** `+` */
  plus<const X extends Operand<Numeric, Beside<L>>>(other: X): Num<Wider<T, TypeIn<X>>, L | LevelIn<X>>
  /** `-` */
  minus<const X extends Operand<Numeric, Beside<L>>>(other: X): Num<Wider<T, TypeIn<X>>, L | LevelIn<X>>
  /** `*`; a whole number of intervals is an interval. */
  times<const X extends Operand<Numeric, Beside<L>> | Value<Interval | null, Beside<L>>>(other: X): Product<T, X, L>
  /** `/`; of whole numbers it cuts towards zero. */
  div<const X extends Operand<Numeric, Beside<L>>>(other: X): Num<Wider<T, TypeIn<X>>, L | LevelIn<X>>
  /** `%`, of exact numbers. */
  mod<const X extends Operand<number | bigint | Decimal, Beside<L>>>(other: X): Num<Remainder<T, TypeIn<X>>, L | LevelIn<X>>
  /** `-x` */
  negate(): Num<T, L>
}

/**
 * @example
 * const inEuros = (text: Str<string>): Str<string> => text.concat(' EUR')
 */
export interface Str<T, L = PerRow> extends Ordered<T, L> {
  /** `||` */
  concat<X extends Operand<string, Beside<L>>>(other: X): Str<string | Null<T> | NullIn<X>, L | LevelIn<X>>
  /** `LIKE`: `%` stands for any text, `_` for one character. */
  like<X extends Operand<string, Beside<L>>>(
    pattern: X,
    escape?: Operand<string, Beside<L>>,
  ): Bool<boolean | Null<T> | NullIn<X>, L | LevelIn<X>>
  /** `NOT LIKE` */
  notLike<X extends Operand<string, Beside<L>>>(
    pattern: X,
    escape?: Operand<string, Beside<L>>,
  ): Bool<boolean | Null<T> | NullIn<X>, L | LevelIn<X>>
  /** `SIMILAR TO`: a regular expression of SQL. */
  similarTo(pattern: string, escape?: string): Bool<boolean | Null<T>, L>
  /** `NOT SIMILAR TO` */
  notSimilarTo(pattern: string, escape?: string): Bool<boolean | Null<T>, L>
}

/**
 * @example
 * const neither = (a: Bool<boolean, PerRow>, b: Bool<boolean, PerRow>) => a.or(b).not()
 */
export interface Bool<T, L = PerRow> extends Ordered<T, L> {
  /** `AND` */
  and<X extends Operand<boolean, Beside<L>>>(other: X): Bool<boolean | Null<T> | NullIn<X>, L | LevelIn<X>>
  /** `OR` */
  or<X extends Operand<boolean, Beside<L>>>(other: X): Bool<boolean | Null<T> | NullIn<X>, L | LevelIn<X>>
  /** `NOT` */
  not(): Bool<T, L>
  /** `IS TRUE`: false for NULL. */
  isTrue(): Bool<boolean, L>
  /** `IS NOT TRUE`: true for NULL. */
  isNotTrue(): Bool<boolean, L>
  /** `IS FALSE`: false for NULL. */
  isFalse(): Bool<boolean, L>
  /** `IS NOT FALSE`: true for NULL. */
  isNotFalse(): Bool<boolean, L>
  /** `IS UNKNOWN`: true for NULL. */
  isUnknown(): Bool<boolean, L>
  /** `IS NOT UNKNOWN` */
  isNotUnknown(): Bool<boolean, L>
}

/**
 * What an interval does to a point in time.
 *
 * @example
 * const due = (placed: Time<Timestamp, PerRow>) => placed.plus(interval('14', 'day'))
 */
export interface Time<T, L = PerRow> extends Ordered<T, L> {
  /** `+` */
  plus<X extends Value<Interval | null, Beside<L>>>(interval: X): Time<T | NullIn<X>, L | LevelIn<X>>
  /** `-`; the time between two points is `difference(a, b, 'day', 'second')`. */
  minus<X extends Value<Interval | null, Beside<L>>>(interval: X): Time<T | NullIn<X>, L | LevelIn<X>>
}

/**
 * An interval.
 *
 * @example
 * const twice = (took: Span<DayTimeInterval, PerRow>) => took.times(2)
 */
export interface Span<T, L = PerRow> extends Ordered<T, L> {
  /** `+`: of an interval, or of a point in time. */
  plus<X extends Value<NonNullable<T> | Temporal | null, Beside<L>>>(other: X): Col<TypeIn<X> | Null<T>, L | LevelIn<X>>
  /** `-` */
  minus<X extends Value<NonNullable<T> | null, Beside<L>>>(other: X): Span<T | NullIn<X>, L | LevelIn<X>>
  /** `*` */
  times<X extends Operand<number | bigint, Beside<L>>>(count: X): Span<T | NullIn<X>, L | LevelIn<X>>
  /** `-x` */
  negate(): Span<T, L>
}

/**
 * @example
 * const first = (tags: Arr<readonly string[] | null, PerRow>): Str<string | null, PerRow> => tags.at(1)
 */
export interface Arr<T, L = PerRow> extends Any<T, L> {
  /** `a[i]`, counted from 1; NULL behind the end. */
  at<X extends number | Value<number | null, Beside<L>>>(index: X): Col<ElementOf<T> | null, L | LevelIn<X>>
}
/** The element of an array. */
export type ElementOf<T> = NonNullable<T> extends readonly (infer E)[] ? E : never

/**
 * @example
 * const length = (sizes: Dict<ReadonlyMap<string, number>, PerRow>) => sizes.at('length')
 */
export interface Dict<T, L = PerRow> extends Any<T, L> {
  /** `m[key]`; NULL where there is no such key. */
  at<X extends Operand<Peer<KeyOf<T>>, Beside<L>>>(key: X): Col<EntryOf<T> | null, L | LevelIn<X>>
}
type KeyOf<T> = NonNullable<T> extends ReadonlyMap<infer K, unknown> ? NonNullable<K> : never
type EntryOf<T> = NonNullable<T> extends ReadonlyMap<unknown, infer V> ? V : never

/** Every expression has them at run time, whatever its type. */
type MethodName =
  | keyof Num<number, never>
  | keyof Str<string, never>
  | keyof Bool<boolean, never>
  | keyof Time<Timestamp, never>
  | keyof Span<Interval, never>
  | keyof Arr<readonly number[], never>
  | 'field'
  | ByItself
/** What JavaScript calls by itself to make a text or a number of an object: an expression refuses it. */
type ByItself = 'toString' | 'toLocaleString' | 'valueOf' | 'toJSON'

/**
 * A ROW: its fields are properties; one that has the name of a method is `field('eq')`.
 *
 * @example
 * const city = (address: Nested<{ city: string | null }, PerRow>) => address.city
 */
export type Nested<T, L = PerRow> = Any<T, L> & {
  readonly [K in keyof NonNullable<T> as Exclude<K, MethodName>]: Col<NonNullable<T>[K] | Null<T>, L>
} & {
  field<K extends keyof NonNullable<T> & string>(name: K): Col<NonNullable<T>[K] | Null<T>, L>
}

/**
 * The expression of a type.
 *
 * @example
 * const known = <T>(value: Col<T, PerRow>) => value
 */
export type Col<T, L = PerRow> = 0 extends 1 & T
  ? Told
  : [T] extends [string | null]
    ? Str<T, L>
    : [T] extends [Numeric | null]
      ? Num<T, L>
      : [T] extends [boolean | null]
        ? Bool<T, L>
        : [T] extends [Temporal | null]
          ? Time<T, L>
          : [T] extends [Interval | null]
            ? Span<T, L>
            : [T] extends [Bytes | null]
              ? Ordered<T, L>
              : [T] extends [readonly unknown[] | null]
                ? Arr<T, L>
                : [T] extends [ReadonlyMap<unknown, unknown> | null]
                  ? Dict<T, L>
                  : [T] extends [Multiset<unknown> | { readonly kind: string } | null]
                    ? Any<T, L>
                    : [T] extends [object | null]
                      ? Nested<T, L>
                      : Any<T, L>

/**
 * The columns of a row, as `where`, `extend` and `select` see them.
 *
 * @example
 * const isLarge = (o: Columns<{ amount: Decimal; region: string | null }>) => o.amount.gt(100)
 */
export type Columns<R> = { readonly [K in keyof R]: Col<R[K], PerRow> }
