// Splits as filters: each lane is the same input under one of two complementary conditions.
import type { Span } from '../../core/span.js'
import { STATEFUL, type Edge, type PortName, type SplitOperator } from '../../ir/plan.js'
import { exprTerm } from './expr.js'
import { PRECEDENCE, inside, primary, type SqlTerm } from './functions.js'
import { keptTerm, lateTerm, type LateTest } from './late.js'
import { labelOf, type LowerTools } from './lower-tools.js'
import { quoteName } from './quote.js'
import { cellOf, filtered, resolveIn, type Select } from './select.js'
import { PACKED } from './views.js'
import { SqlWriter } from './writer.js'

const LATE = '$late'
/** Name of the one-row relation that holds the verdict on a row behind a union. */
const LATENESS = 'lateness'

export function splitSelect(o: SplitOperator, port: PortName, tools: LowerTools): Select {
  const { test } = o
  const edge = o.inputs[0]!
  if (test.kind === 'condition') {
    const input = tools.open(edge)
    const condition = inside(exprTerm(test.condition, resolveIn(input)), PRECEDENCE.primary)
    return filtered(input, isTrue(condition, port === 'main'), o.origin)
  }
  const moves = movedTo(edge, tools)
  if (moves === null) {
    const input = tools.open(edge)
    const time = cellOf(input, test.time)
    return filtered(input, port === 'main' ? keptTerm(test, time) : lateTerm(test, time), o.origin)
  }
  const marked = tools.once(`${o.id}\nmarked`, () => mark(o, test, moves, tools))
  return filtered(marked, isTrue(`${quoteName(PACKED)}.${quoteName(LATE)}`, port !== 'main'), o.origin)
}

const isTrue = (sql: string, positive: boolean): SqlTerm => ({
  sql: `${sql} IS ${positive ? '' : 'NOT '}TRUE`,
  precedence: PRECEDENCE.is,
})

/**
 * Where Flink would move an expression that asks for the watermark (seen in EXPLAIN on 2.2): through UNION ALL, where each
 * branch has its own watermark, and, in a condition, below a window aggregate, where it also keeps the window function and
 * the aggregate from merging. It stays above a join, and above a view that a late split has marked.
 */
export function movedTo(edge: Edge, tools: LowerTools): 'the branches of the union' | 'below the aggregate' | null {
  const o = tools.shape.operator(edge.operator)
  if (o.kind === 'union') return 'the branches of the union'
  if (o.kind === 'window_aggregate') return 'below the aggregate'
  if (STATEFUL.has(o.kind) || o.inputs.length === 0) return null
  const moves = movedTo(o.inputs[0]!, tools)
  return o.kind === 'split' && o.test.kind !== 'condition' ? null : moves
}

/** The SELECT with one more column, computed above a union: the argument of an UNNEST is not pushed into the branches. */
export function aboveUnion(s: Select, sql: string, relation: string, column: string, origin: Span): Select {
  const w = new SqlWriter()
  w.embed(s.from).at(origin, () =>
    w.write(`\nCROSS JOIN UNNEST(ARRAY[\n  ${sql.replaceAll('\n', '\n  ')}\n]) AS ${quoteName(relation)}(${quoteName(column)})`),
  )
  return { ...s, from: w.result(), relation: null }
}

/**
 * The verdict as a column of a view that both lanes read, inside a ROW so that neither lane's filter is moved into it.
 * Behind an aggregate the verdict is given by one operator. Behind a union it is the argument of an UNNEST, which is not
 * pushed into the branches; Flink plans one such operator a lane, since each expansion of the view has a correlation
 * variable of its own. Those two see the same rows, and at full speed they may see them between other watermarks.
 */
function mark(o: SplitOperator, test: LateTest, moves: string, tools: LowerTools): Select {
  const input = tools.open(o.inputs[0]!)
  const verdict = lateTerm(test, cellOf(input, test.time))
  const note = `late or not, decided once and here: Flink would move the condition ${moves === 'below the aggregate' ? moves : `into ${moves}`}`
  const name = tools.names.fresh(`${labelOf(o)}_marked`)
  const outside = [test.time]
  if (moves === 'below the aggregate')
    return tools.views.packed(o, input, name, outside, note, { name: LATE, type: 'BOOLEAN', term: verdict })
  const flagged = aboveUnion(input, verdict.sql, LATENESS, LATE, o.origin)
  return tools.views.packed(o, flagged, name, outside, note, { name: LATE, type: 'BOOLEAN', term: primary(quoteName(LATE)) })
}
