// Columns and expressions as callbacks see them: one interface a kind of value, with the operators that the language has for it.
// `U = never` stands for a constant: it is not NULL, so it adds nothing to the nullability of the result.
import type { FieldType } from './fields.js'
import type {
  Decimal,
  Double,
  Interval,
  Multiset,
  Null,
  Numeric,
  PerRow,
  Plain,
  Temporal,
  Value,
} from './values.js'

/** The result of a comparison: NULL where an operand is. */
type Verdict<T, U, L> = Bool<boolean | Null<T> | Null<U>, L>

/** What a value of type `T` is compared with. */
type Peer<T> = [T] extends [Numeric | null] ? Numeric : NonNullable<T>

/** What every value can do. */
export interface Any<T, L> extends Value<T, L> {
  /** `IS NULL` */
  isNull(): Bool<boolean, L>
  /** `IS NOT NULL` */
  isNotNull(): Bool<boolean, L>
  /** `=` */
  eq<U extends Peer<T> | null = never>(other: Plain<Peer<T>> | Value<U, L>): Verdict<T, U, L>
  /** `<>` */
  ne<U extends Peer<T> | null = never>(other: Plain<Peer<T>> | Value<U, L>): Verdict<T, U, L>
  /** `IS DISTINCT FROM`: as `<>`, with NULL as a value like any other. */
  isDistinctFrom(other: Plain<Peer<T>> | Value<Peer<T> | null, L>): Bool<boolean, L>
  /** `IS NOT DISTINCT FROM` */
  isNotDistinctFrom(other: Plain<Peer<T>> | Value<Peer<T> | null, L>): Bool<boolean, L>
  /** `IN (…)` */
  in<U extends Peer<T> | null = never>(...list: readonly (Plain<Peer<T>> | Value<U, L>)[]): Verdict<T, U, L>
  /** `NOT IN (…)` */
  notIn<U extends Peer<T> | null = never>(...list: readonly (Plain<Peer<T>> | Value<U, L>)[]): Verdict<T, U, L>
  /** `CAST(… AS type)`: `o.amount.cast(t.decimal(18, 2))`. */
  cast<F>(type: FieldType<F>): Col<NonNullable<F> | Null<T>, L>
  /** `TRY_CAST(… AS type)`: NULL where the value cannot be converted. */
  tryCast<F>(type: FieldType<F>): Col<NonNullable<F> | null, L>
}

/** Values that have an order. */
export interface Ordered<T, L> extends Any<T, L> {
  /** `<` */
  lt<U extends Peer<T> | null = never>(other: Plain<Peer<T>> | Value<U, L>): Verdict<T, U, L>
  /** `<=` */
  le<U extends Peer<T> | null = never>(other: Plain<Peer<T>> | Value<U, L>): Verdict<T, U, L>
  /** `>` */
  gt<U extends Peer<T> | null = never>(other: Plain<Peer<T>> | Value<U, L>): Verdict<T, U, L>
  /** `>=` */
  ge<U extends Peer<T> | null = never>(other: Plain<Peer<T>> | Value<U, L>): Verdict<T, U, L>
  /** `BETWEEN low AND high`, both ends included. */
  between<U extends Peer<T> | null = never>(
    low: Plain<Peer<T>> | Value<U, L>,
    high: Plain<Peer<T>> | Value<U, L>,
  ): Verdict<T, U, L>
  notBetween<U extends Peer<T> | null = never>(
    low: Plain<Peer<T>> | Value<U, L>,
    high: Plain<Peer<T>> | Value<U, L>,
  ): Verdict<T, U, L>
  /** `BETWEEN SYMMETRIC`: the ends may stand in either order. */
  betweenSymmetric<U extends Peer<T> | null = never>(
    low: Plain<Peer<T>> | Value<U, L>,
    high: Plain<Peer<T>> | Value<U, L>,
  ): Verdict<T, U, L>
  notBetweenSymmetric<U extends Peer<T> | null = never>(
    low: Plain<Peer<T>> | Value<U, L>,
    high: Plain<Peer<T>> | Value<U, L>,
  ): Verdict<T, U, L>
}

/** The type that two numbers are brought to: DOUBLE before DECIMAL before BIGINT before the smaller ones. */
export type Wider<T, U> =
  | ([U] extends [never]
      ? NonNullable<T>
      : Double extends T | U
        ? Double
        : Decimal extends T | U
          ? Decimal
          : bigint extends T | U
            ? bigint
            : number)
  | Null<T>
  | Null<U>

/** The type of a number of JavaScript: `1` is an INT, `1.5` a DECIMAL. */
export type Written<N> = N extends number ? (`${N}` extends `${string}.${string}` ? Decimal : number) : N

/** `const` constants keep their digits in the type, so that `1` and `1.5` are told apart. */
type Operand<U, N extends number | bigint, L> = N | Value<U, L>
type Sum<T, U, N> = Wider<T, U | Written<N>>

export interface Num<T, L> extends Ordered<T, L> {
  /** `+` */
  plus<U extends Numeric | null = never, const N extends number | bigint = never>(other: Operand<U, N, L>): Num<Sum<T, U, N>, L>
  /** `-` */
  minus<U extends Numeric | null = never, const N extends number | bigint = never>(other: Operand<U, N, L>): Num<Sum<T, U, N>, L>
  /** `*` */
  times<U extends Numeric | null = never, const N extends number | bigint = never>(other: Operand<U, N, L>): Num<Sum<T, U, N>, L>
  /** `/`; of whole numbers it cuts towards zero. */
  div<U extends Numeric | null = never, const N extends number | bigint = never>(other: Operand<U, N, L>): Num<Sum<T, U, N>, L>
  /** `%` */
  mod<U extends Numeric | null = never, const N extends number | bigint = never>(other: Operand<U, N, L>): Num<Sum<T, U, N>, L>
  /** `-x` */
  negate(): Num<T, L>
}

export interface Str<T, L> extends Ordered<T, L> {
  /** `||` */
  concat<U extends string | null = never>(other: string | Value<U, L>): Str<string | Null<T> | Null<U>, L>
  /** `LIKE`: `%` stands for any text, `_` for one character. */
  like<U extends string | null = never>(pattern: string | Value<U, L>, escape?: string): Verdict<T, U, L>
  notLike<U extends string | null = never>(pattern: string | Value<U, L>, escape?: string): Verdict<T, U, L>
  /** `SIMILAR TO`: a regular expression of SQL. */
  similarTo(pattern: string, escape?: string): Verdict<T, never, L>
  notSimilarTo(pattern: string, escape?: string): Verdict<T, never, L>
}

export interface Bool<T, L> extends Ordered<T, L> {
  /** `AND` */
  and<U extends boolean | null = never>(other: boolean | Value<U, L>): Verdict<T, U, L>
  /** `OR` */
  or<U extends boolean | null = never>(other: boolean | Value<U, L>): Verdict<T, U, L>
  /** `NOT` */
  not(): Bool<T, L>
  /** `IS TRUE`: false for NULL. */
  isTrue(): Bool<boolean, L>
  isNotTrue(): Bool<boolean, L>
  isFalse(): Bool<boolean, L>
  isNotFalse(): Bool<boolean, L>
  /** `IS UNKNOWN`: true for NULL. */
  isUnknown(): Bool<boolean, L>
  isNotUnknown(): Bool<boolean, L>
}

/** What an interval does to a point in time. */
export interface Time<T, L> extends Ordered<T, L> {
  plus<U extends Interval | null>(interval: Value<U, L>): Col<T | Null<U>, L>
  minus<U extends Interval | null>(interval: Value<U, L>): Col<T | Null<U>, L>
}

export interface Span<T, L> extends Ordered<T, L> {
  plus<U extends Interval | null>(other: Value<U, L>): Span<T | Null<U>, L>
  minus<U extends Interval | null>(other: Value<U, L>): Span<T | Null<U>, L>
  negate(): Span<T, L>
}

export interface Arr<T, L> extends Any<T, L> {
  /** `a[i]`, counted from 1; NULL behind the end. */
  at(index: number | Value<number | null, L>): Col<ElementOf<T> | null, L>
}
type ElementOf<T> = NonNullable<T> extends readonly (infer E)[] ? E : never

export interface Dict<T, L> extends Any<T, L> {
  /** `m[key]`; NULL where there is no such key. */
  at(key: Plain<KeyOf<T>> | Value<KeyOf<T> | null, L>): Col<EntryOf<T> | null, L>
}
type KeyOf<T> = NonNullable<T> extends ReadonlyMap<infer K, unknown> ? NonNullable<K> : never
type EntryOf<T> = NonNullable<T> extends ReadonlyMap<unknown, infer V> ? V : never

/** A ROW: its fields are properties; one that has the name of a method is `field('eq')`. */
export type Nested<T, L> = Any<T, L> & {
  readonly [K in keyof NonNullable<T>]: Col<NonNullable<T>[K] | Null<T>, L>
} & {
  field<K extends keyof NonNullable<T> & string>(name: K): Col<NonNullable<T>[K] | Null<T>, L>
}

/** The expression of a type. */
export type Col<T, L> = [T] extends [string | null]
  ? Str<T, L>
  : [T] extends [Numeric | null]
    ? Num<T, L>
    : [T] extends [boolean | null]
      ? Bool<T, L>
      : [T] extends [Temporal | null]
        ? Time<T, L>
        : [T] extends [Interval | null]
          ? Span<T, L>
          : [T] extends [readonly unknown[] | null]
            ? Arr<T, L>
            : [T] extends [ReadonlyMap<never, unknown> | null]
              ? Dict<T, L>
              : [T] extends [Multiset<unknown> | { readonly kind: string } | null]
                ? Any<T, L>
                : [T] extends [object | null]
                  ? Nested<T, L>
                  : Any<T, L>

/** The columns of a row, as `where`, `extend` and `select` see them. */
export type Columns<R> = { readonly [K in keyof R]: Col<R[K], PerRow> }

