// What a clause makes of a row: each shape is one flat mapped type, so that a hover shows columns and nothing else.
import type { Col } from './columns.js'
import type { Cell, Common, Null, Numeric, PerGroup, PerRow, Refused, Timestamp, TimestampLtz, Value } from './values.js'

// `& {}` keeps the names of these types out of hovers and messages, where a type goes over the columns of one row; else `Shown` does.

type Shown<T> = { [K in keyof T]: T[K] } & {}

/** What a callback returns: names, and a value for each. */
export type Selection<L> = Readonly<Record<string, Value<unknown, L>>>
/** The row that a selection makes. */
export type Selected<S> = { -readonly [K in keyof S]: Cell<S[K]> } & {}
/** Some columns by their names. */
export type Only<R, K> = Shown<{ [P in K & keyof R]: R[P] }>
/** New columns behind those that are there. */
export type Extended<R, S> = Shown<{
  [K in keyof R | keyof S]: K extends keyof S ? Cell<S[K]> : K extends keyof R ? R[K] : never
}>
/** Of `extend`: no name that the row has already. */
export type New<R> = string extends keyof R ? unknown : Fresh<R>
type Fresh<R> = {
  readonly [
    K in keyof R
  ]?: Refused<'extend adds columns, and this one is there: a select names all columns, and replaces this one'>
}
export type Nullable<R> = { [K in keyof R]: R[K] | null } & {}
export type NotNull<R, K> = { [P in keyof R]: P extends K ? NonNullable<R[P]> : R[P] } & {}
/** The row of a captured table: of a delete there is only the key, so that every other column may be NULL. */
export type Keyed<R, K> = { [P in keyof R]: P extends K ? NonNullable<R[P]> : R[P] | null } & {}

/** Two rows side by side. A name that both have is in neither: give one another name in a `select`. */
export type Merged<R, S> = Shown<{
  [K in Exclude<keyof R, keyof S> | Exclude<keyof S, keyof R>]: K extends keyof R ? R[K] : K extends keyof S ? S[K] : never
}>
export type MergedAll<Rows extends readonly unknown[]> = Rows extends readonly [infer R]
  ? R
  : Rows extends readonly [...infer Front, infer S]
    ? Merged<MergedAll<Front>, S>
    : never

// ---------------------------------------------------------------- windows and groups

/** The event time of a row is a column that is not NULL. A row with columns of both kinds does not tell which. */
type WindowTime<R> = { [K in keyof R]: R[K] extends Timestamp | TimestampLtz ? R[K] : never }[keyof R] extends infer E
  ? [E] extends [never]
    ? Timestamp | TimestampLtz
    : E
  : never
/** What a window adds. */
export type WindowColumn = 'window_start' | 'window_end' | 'window_time'

/**
 * Behind `groupBy` a key is one value for the row and for its group, every other column one per row, for an aggregate. A window's
 * column hides one of the same name from an earlier window, but not from aggregates.
 *
 * @example
 * const revenue = (g: GroupColumns<{ region: string; amount: Decimal }, 'region'>) => ({ region: g.region, revenue: sum(g.amount) })
 */
export type GroupColumns<R, K> = {
  readonly [P in keyof R | WindowColumn]: P extends WindowColumn
    ? Col<P extends 'window_time' ? WindowTime<R> : Timestamp, P extends keyof R ? never : PerGroup>
    : P extends keyof R
      ? Col<R[P], P extends K ? never : PerRow>
      : never
} & {}

/** The names of keys: those of the window's columns are taken. */
export type KeyNames = {
  readonly [K in WindowColumn]?: Refused<'a column of the window has this name: give the key another one'>
}
/** A key hides a column of its name. */
export type KeysInFront<R, S> = {
  [P in keyof R | keyof S]: P extends keyof S ? Cell<S[P]> : P extends keyof R ? R[P] : never
} & {}

// ---------------------------------------------------------------- union

/** What a message calls the type of a column. Numbers meet in a wider type, texts in a longer one. */
export type Kind<T> = [T] extends [Numeric | null]
  ? 'a number'
  : [T] extends [string | null]
    ? 'a text'
    : [T] extends [boolean | null]
      ? 'a BOOLEAN'
      : [T] extends [{ readonly kind: infer K } | null]
        ? K
        : [T] extends [readonly unknown[] | null]
          ? 'an array'
          : [T] extends [ReadonlyMap<unknown, unknown> | null]
            ? 'a map'
            : 'a row'

/** Columns of one name whose types do not meet, each with what is wrong. */
type Apart<R, S> = {
  [K in keyof R & keyof S & string]: [Kind<R[K]> & Kind<S[K]>] extends [never]
    ? `${K} is ${Kind<R[K]> & string} here and ${Kind<S[K]> & string} there`
    : never
}[keyof R & keyof S & string]
/** `unknown` where the rows of `S` can stand behind those of `R`. Columns match by position; names may differ, their number may not. */
export type UnionFit<R, S> = [S, keyof S] extends [R, keyof R] ? unknown : Misfit<R, S>
type Misfit<R, S> = [Apart<R, S>] extends [never]
  ? keyof R extends keyof S
    ? keyof S extends keyof R
      ? unknown
      : Refused<`union all: the other side has a column more, ${Exclude<keyof S, keyof R> & string}`>
    : keyof S extends keyof R
      ? Refused<`union all: the other side has no column ${Exclude<keyof R, keyof S> & string}`>
      : unknown
  : Said<`union all: ${Apart<R, S>}`>
/** One refusal a reason, each with its text. */
export type Said<Why> = Why extends string ? Refused<Why> : never
/** Of rows from two relations a column is nullable where one of them is. */
export type United<R, S> = [S] extends [R] ? R : Widened<R, S>
type Widened<R, S> = {
  [K in keyof R]: K extends keyof S ? Common<R[K], S[K]> : R[K] | Null<S[Exclude<keyof S, keyof R>]>
} & {}
