// A sink hands its rows to the observer, as port `main`; it has no consumers.
import type { SinkOperator } from '../../ir/plan.js'
import type { Context, Handler } from './handler.js'

export const sink = (_: SinkOperator, context: Context): Handler => ({ process: (change) => context.emit('main', change) })
