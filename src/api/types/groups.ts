// Windows and groups: what stands between `windowTumble` and the `select` of a group.
import type { Ignored } from './ignores.js'
import type { AllColumns } from './joins.js'
import type { Laned, StreamQuery } from './relations.js'
import type { GroupColumns, KeyNames, KeysInFront, MergedAll, Selected, Selection, WindowColumn } from './rows.js'
import type { PerGroup, PerRow, Refused, Value } from './values.js'

/**
 * `Rows` has a row a side: one, or those of a join.
 *
 * @example
 * const hourly = <R>(rows: StreamQuery<R>): WindowedStream<[R]> => rows.windowTumble(hours(1), { late: 'count' })
 */
export interface WindowedStream<Rows extends readonly unknown[], Lanes = {}> extends Laned<Lanes> {
  /**
   * One row a key and window; without keys, one a window. A callback gives names to keys that need one, fields of a ROW and columns that two
   * sides of a join have: `(o) => ({ id: o.payload.id })`; `g.id` is one value for the group.
   */
  groupBy<
    const K extends Exclude<keyof MergedAll<Rows> & string, WindowColumn> = never,
    S extends Selection<PerRow> & KeyNames = never,
  >(
    first?: K | ((...rows: AllColumns<Rows>) => S),
    ...more: readonly K[]
  ): Grouped<[Keys<MergedAll<Rows>, K, S>, ...AllColumns<Rows>], Lanes>
  /** Of the window. `-- flow:ignore FLOW4018 because …` */
  ignore(codes: Ignored, because: string): WindowedStream<Rows, Lanes>
  readonly select: Refused<'behind a window comes groupBy(…)'>
  readonly where: Refused<'behind a window comes groupBy(…): put the condition before the window'>
  readonly extend: Refused<'behind a window comes groupBy(…): put the columns before the window'>
}
type Keys<R, K, S> = [S] extends [never] ? GroupColumns<R, K> : GroupColumns<KeysInFront<R, S>, keyof S>

/**
 * `Groups` are what callbacks get: the columns of the group, keys and window, and the others for aggregates; behind them the rows of the sides.
 *
 * @example
 * const counted = <G extends readonly unknown[]>(groups: Grouped<G>) => groups.select(() => ({ orders: count() }))
 */
export interface Grouped<Groups extends readonly unknown[], Lanes = {}> extends Laned<Lanes> {
  /** Keeps groups by their results. */
  having(condition: (...groups: Groups) => Value<boolean | null, PerGroup>): Grouped<Groups, Lanes>
  /** Of the group, which ends with its `select`. `-- flow:ignore FLOW4018 because …` */
  ignore(codes: Ignored, because: string): Grouped<Groups, Lanes>
  /** One row a group. */
  select<S extends Selection<PerGroup>>(columns: (...groups: Groups) => S): StreamQuery<Selected<S>, Lanes>
}
