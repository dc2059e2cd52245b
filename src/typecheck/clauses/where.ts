// `where cond [else dlq 'reason']`: a filter, or a split whose rejected rows leave with a reason.
import { streaming } from '../../diagnostics/codes/streaming.js'
import { contextOf, scopeOf } from '../columns.js'
import { checkCondition } from '../expr.js'
import { checkPossible } from '../facts/never.js'
import { NO_STATE, passRow, traitsOf, type Shape } from '../relation.js'
import type { ClauseHandler } from './step.js'
import type { Typed } from '../../ir/types.js'
import type { Expr } from '../../ir/expr.js'

/** `x IS NOT NULL` in a conjunction that a kept row satisfies makes x NOT NULL behind it. */
export function provenNotNull(condition: Expr): ReadonlySet<number> {
  if (condition.kind !== 'call') return new Set()
  if (condition.fn === 'and') return new Set(condition.args.flatMap((a) => [...provenNotNull(a)]))
  if (condition.fn === 'is_not_null' && condition.args[0]?.kind === 'column') return new Set([condition.args[0].ordinal])
  return new Set()
}

/** Conditions that a row is known to have passed: more than anybody writes, and a bound to what each further clause costs. */
const REMEMBERED = 64

export const whereClause: ClauseHandler<'where'> = (clause, step) => {
  const { shape, checking } = step
  const scope = scopeOf(shape.columns, shape.unavailable, shape.name, step.partial || step.shape.open)
  const { expr: condition } = checkCondition(
    clause.condition,
    contextOf(scope, 'where', checking.bag, checking.types, shape.holds),
    'the condition of `where`',
  )
  checking.said.set(condition, clause.condition.span)
  const possible = checkPossible(
    condition,
    shape,
    '`where`',
    clause.condition.span,
    checking,
    clause.reject === null ? clause.span : null,
  )
  const sure = provenNotNull(condition)
  const narrow = <T extends Typed>(c: T, ordinal: number): T => (sure.has(ordinal) ? { ...c, nullable: false } : c)
  const id = clause.reject === null ? step.ids.make('filter', null) : step.ids.make('split', clause.reject.reason.value)
  const keptRow = passRow(shape).map(narrow)
  const kept: Shape = {
    ...shape,
    edge: { operator: id, port: 'main' },
    row: keptRow,
    columns: shape.columns.map((c) => narrow(c, c.ordinal)),
    state: NO_STATE,
    // an impossible one makes everything behind it impossible: it has been told
    holds: possible ? [...shape.holds.slice(1 - REMEMBERED), condition] : shape.holds,
  }
  const base = { id, inputs: [shape.edge], relation: '', origin: clause.span, traits: traitsOf(kept) }
  if (clause.reject === null) {
    step.emit({ ...base, kind: 'filter', columns: keptRow, ports: ['main'], condition, purpose: 'where' })
    return kept
  }
  if (shape.change.value === 'updating') {
    checking.bag.report(
      streaming.rejectUpdating,
      clause.reject.span,
      { relation: shape.name },
      { related: [{ span: shape.change.span, text: shape.change.reason }] },
    )
    return kept
  }
  const reason = clause.reject.reason.value
  const problem = reason.trim() === '' ? 'it is empty' : reason === 'late' ? '`late` is that of late rows' : null
  if (problem !== null)
    checking.bag.report(
      streaming.rejectReason,
      clause.reject.reason.span,
      { reason: problem },
      { help: "say what is wrong with the row: `else dlq 'negative_amount'`" },
    )
  const port = `reject:${reason}` as const
  // Both ports have one row; what only the kept rows prove is not said of it.
  const row = passRow(shape)
  step.emit({ ...base, kind: 'split', columns: row, ports: ['main', port], test: { kind: 'condition', condition, reason } })
  step.lane({
    split: id,
    port,
    stage: 'validate',
    reason,
    shape: { ...shape, edge: { operator: id, port }, row, state: NO_STATE, name: 'the rejected rows' },
    span: clause.reject.span,
  })
  return { ...kept, row, columns: shape.columns }
}
