// One input, several ports: each row leaves through exactly one. Lateness compares with the watermark before the row.
import type { SplitOperator, SplitTest } from '../../ir/plan.js'
import { NO_ROW } from '../functions/eval.js'
import { compileCondition } from '../functions/evaluator.js'
import { toInstant } from '../instant.js'
import type { Row } from '../value.js'
import { counts, entry, type Context, type Handler } from './handler.js'
import { windowStart } from './tumble.js'

export function split(op: SplitOperator, context: Context): Handler {
  const c = counts()
  const { test } = op
  if (test.kind === 'condition') {
    const kept = compileCondition(test.condition)
    const { reason } = test
    c.rejected[reason] = 0
    return {
      process(change) {
        c.in++
        if (kept(change.row, NO_ROW)) {
          c.kept++
          context.emit('main', change)
        } else {
          c.rejected[reason]!++
          context.emit(`reject:${reason}`, change)
        }
      },
      ledger: () => entry(op.id, c),
    }
  }
  const bound = latenessBound(test)
  return {
    process(change) {
      c.in++
      if (bound(change.row) <= context.watermark()) {
        c.late++
        context.emit('late', change)
      } else {
        c.kept++
        context.emit('main', change)
      }
    },
    ledger: () => entry(op.id, c),
  }
}

/** The row is late when this is not ahead of the watermark. */
function latenessBound(test: SplitTest & { kind: 'late-row' | 'late-window' }): (row: Row) => number {
  if (test.kind === 'late-row') return (row) => toInstant(row[test.time]!).ms
  const { window } = test
  return (row) => windowStart(toInstant(row[test.time]!).ms, window) + window.size - 1
}
