// Splits as filters: each lane is the same input under one of two complementary conditions.
import { bug } from '../../core/bug.js'
import { children, type Expr } from '../../ir/expr.js'
import { isApproximate } from '../../ir/types.js'
import { STATEFUL, type Edge, type OperatorId, type PortName, type SplitOperator } from '../../ir/plan.js'
import { exprTerm } from './expr.js'
import { PRECEDENCE, inside, type SqlTerm } from './functions.js'
import { keptTerm, lateTerm, type LateTest } from './late.js'
import { labelOf, type LowerTools } from './lower-tools.js'
import { quoteName } from './quote.js'
import { cellOf, filtered, resolveIn, type Select } from './select.js'
import { PACKED } from './views.js'

const LATE = '$late'

export function splitSelect(o: SplitOperator, port: PortName, tools: LowerTools): Select {
  const { test } = o
  const edge = o.inputs[0]!
  if (test.kind === 'condition') {
    const input = tools.open(edge)
    const condition = inside(exprTerm(test.condition, resolveIn(input)), PRECEDENCE.primary)
    return filtered(input, port === 'main' ? isTrue(condition, true) : rejected(test.condition, condition, edge, tools), o.origin)
  }
  if (!behindAggregate(edge, tools)) {
    const input = tools.open(edge)
    const time = cellOf(input, test.time)
    return filtered(input, port === 'main' ? keptTerm(test, time) : lateTerm(test, time), o.origin)
  }
  const marked = tools.once(`${o.id}\nmarked`, () => mark(o, test, tools))
  return filtered(marked, isTrue(`${quoteName(PACKED)}.${quoteName(LATE)}`, port !== 'main'), o.origin)
}

const isTrue = (sql: string, positive: boolean): SqlTerm => ({
  sql: `${sql} IS ${positive ? '' : 'NOT '}TRUE`,
  precedence: PRECEDENCE.is,
})

/**
 * The complement of `p IS TRUE`. Flink rewrites `NOT (a > b)` to `a <= b`, so that `p IS NOT TRUE` is false, as `p IS TRUE`
 * is, where a NaN is compared or a NOT NULL decimal has overflowed (seen on 2.2). A CASE stands still: it is used where
 * the condition has approximate numbers or computes decimals.
 */
function rejected(condition: Expr, sql: string, edge: Edge, tools: LowerTools): SqlTerm {
  return isTrue(exactlyNegated(condition, edge, tools) ? sql : `(CASE WHEN ${sql} THEN TRUE END)`, false)
}

/** No NaN and no overflow can be among the values that the condition compares. */
function exactlyNegated(e: Expr, edge: Edge, tools: LowerTools): boolean {
  if (isApproximate(e.type)) return false
  if (e.type.kind === 'decimal' && e.kind !== 'literal' && e.kind !== 'field')
    return e.kind === 'column' && asRead(edge.operator, e.ordinal, tools, new Map())
  return children(e).every((c) => exactlyNegated(c, edge, tools))
}

/**
 * The column is one of a source, copied all the way: Flink merges projections, so one that computes it counts here too. `known`
 * are the answers so far: unions of unions meet again and again.
 */
function asRead(operator: OperatorId, ordinal: number, tools: LowerTools, known: Map<string, boolean>): boolean {
  const key = `${operator}\n${ordinal}`
  const before = known.get(key)
  if (before !== undefined) return before
  const { from } = tools.shape.operator(operator).columns[ordinal]!
  const answer = from.every((o) => o.how === 'copy' && asRead(o.column.operator, o.column.ordinal, tools, known))
  known.set(key, answer)
  return answer
}

/**
 * In a condition Flink moves an expression that asks for the watermark below a window aggregate, where it also keeps the
 * window function and the aggregate from merging (seen in EXPLAIN on 2.2). It stays above a join, and above a view that a
 * late split has marked. Behind a union there is no late split: the checker refuses it.
 */
function behindAggregate(edge: Edge, tools: LowerTools): boolean {
  const o = tools.shape.operator(edge.operator)
  if (o.kind === 'union') bug(`a late split behind the union ${o.id}`)
  if (o.kind === 'window_aggregate') return true
  if (STATEFUL.has(o.kind) || o.inputs.length === 0) return false
  return behindAggregate(o.inputs[0]!, tools) && !(o.kind === 'split' && o.test.kind !== 'condition')
}

/** The verdict as a column of a view that both lanes read, inside a ROW so that neither lane's filter is moved into it. */
function mark(o: SplitOperator, test: LateTest, tools: LowerTools): Select {
  const input = tools.open(o.inputs[0]!)
  const verdict = lateTerm(test, cellOf(input, test.time))
  const note = 'late or not, decided once and here: Flink would move the condition below the aggregate'
  const name = tools.names.fresh(`${labelOf(o)}_marked`)
  return tools.views.packed(o, input, name, [test.time], note, { name: LATE, type: 'BOOLEAN', term: verdict })
}
