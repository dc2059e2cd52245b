// The functions of the language. Each keeps the level of its arguments; aggregates take one value per row and give one per group.
import type { Col } from './columns.js'
import type { Numeric, PerGroup, PerRow, Value } from './values.js'

/** `count(distinct x)` is `count(distinct(x))`. */
export interface Distinct<T> {
  readonly distinct: T
}
/** An aggregate; `filter` lets it see only some of the rows, and it may then see none. */
export type Aggregate<T, Empty> = Col<T, PerGroup> & {
  filter(condition: Value<boolean | null, PerRow>): Col<T | Empty, PerGroup>
}

export interface Aggregates {
  /** `count(*)` without an argument. */
  count(x?: Value<unknown, PerRow> | Distinct<unknown>): Aggregate<bigint, never>
  sum<T extends Numeric | null>(x: Value<T, PerRow> | Distinct<T>): Aggregate<T, null>
  avg<T extends Numeric | null>(x: Value<T, PerRow> | Distinct<T>): Aggregate<T, null>
  min<T>(x: Value<T, PerRow> | Distinct<T>): Aggregate<T, null>
  max<T>(x: Value<T, PerRow> | Distinct<T>): Aggregate<T, null>
  distinct<T>(x: Value<T, PerRow>): Distinct<T>
}
