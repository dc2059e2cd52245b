// CASE in the making: `when(a, x).when(b, y).else(z)`. A branch's result is of the kind of those before it.
import type { Col } from './columns.js'
import type { AnyOperand, Beside, Common, LevelIn, Operand, Peer, TypeIn } from './values.js'

/**
 * @example
 * const begun = (amount: Num<Decimal, PerRow>): Case<string, PerRow> => when(amount.gt(100), 'large')
 */
export interface Case<T, L> {
  /** `WHEN condition THEN value` */
  when<C extends Operand<boolean, Beside<L>>, const X extends Operand<Peer<T>, Beside<L>> | null>(
    condition: C,
    then: X,
  ): Case<Common<T, TypeIn<X>>, L | LevelIn<C> | LevelIn<X>>
  /** `ELSE value END` */
  else<const X extends Operand<Peer<T>, Beside<L>> | null>(value: X): Col<Common<T, TypeIn<X>>, L | LevelIn<X>>
  /** `END`: NULL where no condition is true. */
  end(): Col<T | null, L>
}

/**
 * Behind `caseOf(x)`: `V` is the type of `x`.
 *
 * @example
 * const begun = (region: Str<string | null, PerRow>): Cases<string | null, PerRow> => caseOf(region)
 */
export interface Cases<V, L> {
  /** `WHEN value THEN result` */
  when<C extends Operand<Peer<V>, Beside<L>>, const X extends AnyOperand<Beside<L>> | null>(
    value: C,
    then: X,
  ): CaseOf<[V, TypeIn<X>], L | LevelIn<C> | LevelIn<X>>
}

/**
 * `VT`: the type of what is compared, and that of the results.
 *
 * @example
 * const begun = (region: Str<string, PerRow>): CaseOf<[string, number], PerRow> => caseOf(region).when('eu', 1)
 */
export interface CaseOf<VT extends readonly [unknown, unknown], L> {
  /** `WHEN value THEN result` */
  when<C extends Operand<Peer<VT[0]>, Beside<L>>, const X extends Operand<Peer<VT[1]>, Beside<L>> | null>(
    value: C,
    then: X,
  ): CaseOf<[VT[0], Common<VT[1], TypeIn<X>>], L | LevelIn<C> | LevelIn<X>>
  /** `ELSE result END` */
  else<const X extends Operand<Peer<VT[1]>, Beside<L>> | null>(value: X): Col<Common<VT[1], TypeIn<X>>, L | LevelIn<X>>
  /** `END`: NULL where no value is equal. */
  end(): Col<VT[1] | null, L>
}
