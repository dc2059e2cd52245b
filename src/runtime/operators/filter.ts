// Keeps changes whose row satisfies the condition (IS TRUE), each change by itself.
import type { FilterOperator } from '../../ir/plan.js'
import { NO_ROW } from '../functions/eval.js'
import { compileCondition } from '../functions/evaluator.js'
import { counts, entry, type Context, type Handler } from './handler.js'

export function filter(op: FilterOperator, context: Context): Handler {
  const test = compileCondition(op.condition)
  const c = counts()
  return {
    process(change) {
      c.in++
      if (!test(change.row, NO_ROW)) {
        c.filtered++
        return
      }
      c.kept++
      context.emit('main', change)
    },
    ledger: () => entry(op.id, c),
  }
}
