// The dead-letter envelope (DLQ_COLUMNS) around a rejected or late row.
import { bug } from '../../core/bug.js'
import type { EnvelopeOperator } from '../../ir/plan.js'
import { NO_ROW } from '../functions/eval.js'
import { compileExpr } from '../functions/evaluator.js'
import { toInstant } from '../instant.js'
import { jsonObject } from '../json-text.js'
import type { Row, Value } from '../value.js'
import { MAX_TIME, MIN_TIME } from '../watermarks.js'
import type { Context, Handler } from './handler.js'

export function envelope(op: EnvelopeOperator, context: Context): Handler {
  const input = context.plan.operators.find((o) => o.id === op.inputs[0]?.operator) ?? bug(`envelope ${op.id} has no input`)
  const fields = op.payload.map((ordinal) => input.columns[ordinal]!)
  const key = op.key === null ? null : compileExpr(op.key)
  const at = (row: Row, ordinal: number | null): Value => (ordinal === null ? null : row[ordinal]!)
  return {
    process({ kind, row }) {
      const eventTime = at(row, op.eventTime)
      const watermark = context.watermark()
      const payload = jsonObject(
        fields,
        op.payload.map((ordinal) => row[ordinal]!),
      )
      context.emit('main', {
        kind,
        row: [
          op.pipeline,
          op.step,
          op.stage,
          op.reason,
          eventTime === null ? null : toInstant(eventTime).ms,
          !op.watermark || watermark === MIN_TIME || watermark === MAX_TIME ? null : watermark,
          at(row, op.originTopic),
          at(row, op.originPartition),
          at(row, op.originOffset),
          key === null ? null : key(row, NO_ROW),
          payload,
        ],
      })
    },
  }
}
