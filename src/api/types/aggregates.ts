// Aggregates: they take one value per row and give one per group.
import type { Col } from './columns.js'
import type { Numeric, PerGroup, PerRow, Temporal, Value } from './values.js'

/**
 * `count(distinct x)` is `count(distinct(x))`.
 *
 * @example
 * const payers = (g: { customer_id: Num<bigint, PerRow> }): Distinct<bigint> => distinct(g.customer_id)
 */
export interface Distinct<out T> {
  readonly distinct: T
}
/** `L` is PerRow, or `never` of a constant or a key. */
type Argument<T, L> = Value<T, L> | Distinct<T>

/**
 * An aggregate; `filter` lets it see only some of the rows, and it may then see none.
 *
 * @example
 * const revenue = (g: { amount: Num<Decimal, PerRow> }): Aggregate<Decimal, null> => sum(g.amount)
 */
export type Aggregate<T, Empty> = Col<T, PerGroup> & {
  /** `FILTER (WHERE condition)` */
  filter(condition: Value<boolean | null, PerRow>): Col<T | Empty, PerGroup>
}

/** What has a smallest value. */
export type Ranked = Numeric | string | boolean | Temporal

/**
 * @example
 * const total: Aggregates['sum'] = sum
 */
export interface Aggregates {
  /** `COUNT(*)` without an argument, `COUNT(x)`: where x is not NULL. */
  count(x?: Value<unknown, PerRow> | Distinct<unknown>): Aggregate<bigint, never>
  /** `SUM(x)` */
  sum<T extends Numeric | null, L extends PerRow>(x: Argument<T, L>): Aggregate<T, null>
  /** `AVG(x)`; of whole numbers cut towards zero. */
  avg<T extends Numeric | null, L extends PerRow>(x: Argument<T, L>): Aggregate<T, null>
  /** `MIN(x)` */
  min<T extends Ranked | null, L extends PerRow>(x: Argument<T, L>): Aggregate<T, null>
  /** `MAX(x)` */
  max<T extends Ranked | null, L extends PerRow>(x: Argument<T, L>): Aggregate<T, null>
  /** Of an argument: `count(distinct(x))`. */
  distinct<T, L extends PerRow>(x: Value<T, L>): Distinct<T>
}
