// UNION ALL: rows of all inputs as they come.
import type { UnionOperator } from '../../ir/plan.js'
import type { Context, Handler } from './handler.js'

export const union = (_: UnionOperator, context: Context): Handler => ({ process: (change) => context.emit('main', change) })
