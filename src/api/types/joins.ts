// `join … at`: callbacks get one row a side, `(o, c) => …`.
import type { Columns } from './columns.js'
import type { Duration } from './durations.js'
import type { Ignored } from './ignores.js'
import type {
  Appending,
  Joinable,
  Late,
  LateAs,
  NamedStream,
  Rejection,
  StreamQuery,
  Unnamed,
  WindowOptions,
  WithLane,
} from './relations.js'
import type { WindowedStream } from './groups.js'
import type { Extended, MergedAll, New, Nullable, Selected, Selection, UnionFit, United } from './rows.js'
import type { PerRow, Timestamp, TimestampLtz, Value } from './values.js'

/** The columns of each side. */
export type AllColumns<Rows extends readonly unknown[]> = { readonly [I in keyof Rows]: Columns<Rows[I]> }

export interface JoinOptions<Rows extends readonly unknown[], S, L> {
  /** The event time of the left side. */
  readonly at: (...rows: AllColumns<Rows>) => Value<Timestamp | TimestampLtz, PerRow>
  /** Equality of every column of the table's primary key, and further conditions. */
  readonly on: (...rows: AllColumns<[...Rows, S]>) => Value<boolean | null, PerRow>
  /** What happens to a row behind the watermark: the version that it needs may be gone. */
  readonly late?: L
}

export interface Join<Rows extends readonly unknown[], Lanes> {
  <S, const N extends string = never>(
    table: Joinable<S>,
    options: JoinOptions<Rows, S, Late | LateAs<N>>,
  ): Joined<[...Rows, S], WithLane<Lanes, N, MergedAll<Rows>>>
}
export interface LeftJoin<Rows extends readonly unknown[], Lanes> {
  <S, const N extends string = never>(
    table: Joinable<S>,
    options: JoinOptions<Rows, S, Late | LateAs<N>>,
  ): Joined<[...Rows, Nullable<S>], WithLane<Lanes, N, MergedAll<Rows>>>
}
/**
 * Behind a join. `Rows` has a row a side.
 *
 * @example
 * const all = <Rows extends readonly unknown[]>(joined: Joined<Rows>) => joined.where(() => lit(true))
 */
export interface Joined<Rows extends readonly unknown[], Lanes = {}> extends Appending<MergedAll<Rows>, Lanes>, Unnamed {
  /** Keeps the rows for which the condition is true; NULL is not. */
  where(condition: (...rows: AllColumns<Rows>) => Value<boolean | null, PerRow>, rejection?: Rejection): Joined<Rows, Lanes>
  /** Names the columns of the result. */
  select<S extends Selection<PerRow>>(columns: (...rows: AllColumns<Rows>) => S): StreamQuery<Selected<S>, Lanes>
  /** Adds columns; they stand with those of the first side. */
  extend<S extends Selection<PerRow> & New<Rows[0]>>(columns: (...rows: AllColumns<Rows>) => S): Joined<Added<Rows, S>, Lanes>
  join: Join<Rows, Lanes>
  leftJoin: LeftJoin<Rows, Lanes>
  /** Warnings or notes of the clause before it that are right and do not matter, and why. `-- flow:ignore FLOW4025 because …` above it */
  ignore(codes: Ignored, because: string): Joined<Rows, Lanes>
  /** `window tumble 5 minutes [offset …] late …`, over the columns of all sides. */
  windowTumble<const N extends string = never>(
    size: Duration,
    options?: WindowOptions<Late | LateAs<N>>,
  ): WindowedStream<Rows, WithLane<Lanes, N, MergedAll<Rows>>>
  /** Puts the rows of another stream behind these. Columns match by position. */
  unionAll<S>(other: NamedStream<S> & UnionFit<MergedAll<Rows>, S>): StreamQuery<United<MergedAll<Rows>, S>, Lanes>
}
type Added<Rows extends readonly unknown[], S> = Rows extends readonly [infer R, ...infer Others]
  ? [Extended<R, S>, ...Others]
  : never
