// The dead-letter envelope in SQL: constants, origin and the row as a JSON object.
import { DLQ_COLUMNS, isPayloadValue } from '../../ir/dlq.js'
import type { EnvelopeOperator, Operator, PlanColumn } from '../../ir/plan.js'
import type { FlowType } from '../../ir/types.js'
import { exprTerm } from './expr.js'
import { primary, type SqlTerm } from './functions.js'
import { quoteText } from './quote.js'
import { typeText } from './types.js'

/** SQL of each column of DLQ_COLUMNS; `watermark` is the one at the decision, null where the row has no event time. */
export function envelopeCells(
  o: EnvelopeOperator,
  input: Operator,
  cell: (ordinal: number) => SqlTerm,
  watermark: string | null,
): ReadonlyMap<number, SqlTerm> {
  const optional = (ordinal: number | null, type: FlowType): string => {
    if (ordinal === null) return `CAST(NULL AS ${typeText(type)})`
    const column = input.columns[ordinal]!
    return column.type.key === type.key ? cell(ordinal).sql : `CAST(${cell(ordinal).sql} AS ${typeText(type)})`
  }
  // a cast to its own type takes the event-time property off, so that lanes with and without a time can be united
  const plainTime = (sql: string, type: FlowType): string => `CAST(${sql} AS ${typeText(type)})`
  const values: Record<string, (type: FlowType) => string> = {
    pipeline: (type) => `CAST(${quoteText(o.pipeline)} AS ${typeText(type)})`,
    step: (type) => `CAST(${quoteText(o.step)} AS ${typeText(type)})`,
    stage: (type) => `CAST(${quoteText(o.stage)} AS ${typeText(type)})`,
    reason: (type) => `CAST(${quoteText(o.reason)} AS ${typeText(type)})`,
    event_time: (type) => plainTime(o.eventTime === null ? 'NULL' : cell(o.eventTime).sql, type),
    watermark: (type) => plainTime(watermark ?? 'NULL', type),
    topic: (type) => optional(o.originTopic, type),
    partition: (type) => optional(o.originPartition, type),
    offset: (type) => optional(o.originOffset, type),
    key: (type) => (o.key === null ? optional(null, type) : keyText(o, type, cell)),
    payload: () => payloadText(o.payload.map((i) => ({ column: input.columns[i]!, term: cell(i) }))),
  }
  return new Map(DLQ_COLUMNS.map((c, i) => [i, primary(values[c.name]!(c.type))]))
}

function keyText(o: EnvelopeOperator, type: FlowType, cell: (ordinal: number) => SqlTerm): string {
  const { sql } = exprTerm(o.key!, (c) => cell(c.ordinal))
  return o.key!.type.key === type.key ? sql : `CAST(${sql} AS ${typeText(type)})`
}

function payloadText(fields: readonly { readonly column: PlanColumn; readonly term: SqlTerm }[]): string {
  const entries = fields.map(({ column, term }) => {
    const value = isPayloadValue(column.type) ? term.sql : `CAST(${term.sql} AS STRING)`
    return `KEY ${quoteText(column.name)} VALUE ${value}`
  })
  return entries.length === 0 ? "CAST('{}' AS STRING)" : `JSON_OBJECT(\n  ${entries.join(',\n  ')}\n  NULL ON NULL\n)`
}
