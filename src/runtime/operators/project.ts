// New columns from old ones; the kind of change stays.
import type { ProjectOperator } from '../../ir/plan.js'
import { NO_ROW } from '../functions/eval.js'
import { compileExpr } from '../functions/evaluator.js'
import { columnValue } from '../functions/not-null.js'
import type { Context, Handler } from './handler.js'

export function project(op: ProjectOperator, context: Context): Handler {
  const columns = op.exprs.map((e) => columnValue(compileExpr(e), e))
  return { process: ({ kind, row }) => context.emit('main', { kind, row: columns.map((column) => column(row, NO_ROW)) }) }
}
