// The form of compiled expressions.
import type { CallExpr } from '../../ir/expr.js'
import type { Row, Value } from '../value.js'

/** Value over the rows of inputs 0 and 1. */
export type Eval = (left: Row, right: Row) => Value

/** Makes the evaluator of one call; `args` are those of the call's arguments. */
export type Evaluator = (call: CallExpr, args: readonly Eval[]) => Eval

/** The row of an operator without a second input. */
export const NO_ROW: Row = []
