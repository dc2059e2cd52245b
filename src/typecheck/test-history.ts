// Rows that a test gives to a stream with a history: those before its border are rows of the table, the others of the topic.
import { bug } from '../core/bug.js'
import { parseTimestamp } from '../core/civil-time.js'
import { tests } from '../diagnostics/codes/tests.js'
import type { Expr, LiteralValue } from '../ir/expr.js'
import type { OperatorId, PlanProgram, SourceExpr, SourceOperator } from '../ir/plan.js'
import type { InputRow } from '../ir/test-plan.js'
import type { Checking } from './checking.js'

/** The table that a topic's source follows; null where it has no history. */
export function historyOf(plan: PlanProgram, topic: SourceOperator): SourceOperator | null {
  const found = plan.operators.find(
    (o) => o.kind === 'source' && o.connector.kind === 'iceberg' && o.connector.before?.source === topic.id,
  )
  return found?.kind === 'source' ? found : null
}

/** Sorts rows by their branch. A table is read to its end before its topic begins: `begun` has the topics that have. */
export class HistoryRows {
  readonly #begun = new Set<OperatorId>()

  /** Null: reported. */
  route(row: InputRow, topic: SourceOperator, plan: PlanProgram, { bag }: Checking): InputRow | null {
    const history = historyOf(plan, topic)
    if (history?.connector.kind !== 'iceberg' || history.connector.before === null) return row
    const time = timeIn(topic.compute[topic.time!.ordinal]!, row.fields)
    if (time === null || time >= history.connector.before.until) {
      this.#begun.add(topic.id)
      return row
    }
    if (!this.#begun.has(topic.id)) return { ...row, source: history.id, partition: 0, offset: null }
    bag.report(tests.cell, row.origin, {
      column: topic.columns[topic.time!.ordinal]!.name,
      problem: 'the row is of the history, which has been read to its end when the first row of the topic comes',
    })
    return null
  }
}

/** The event time that a source makes of its fields, as epoch milliseconds; null where it is NULL. */
function timeIn(e: SourceExpr, fields: readonly LiteralValue[]): number | null {
  if (e.kind === 'physical') return instant(fields[e.field]!)
  if (e.kind === 'computed') return instant(valueIn(e.expr, fields))
  if (e.kind !== 'epoch') return bug(`a history goes by ${e.kind}`)
  const value = valueIn(e.input, fields)
  if (value === null) return null
  const number = BigInt(value as string)
  return Number(e.unit === 'seconds' ? number * 1000n : e.unit === 'millis' ? number : number / 1000n)
}

const instant = (value: LiteralValue): number | null =>
  value === null ? null : (parseTimestamp(value as string) ?? bug(`no timestamp: ${String(value)}`)).ms

/** A field, a field of a field, or a cast of one: what `time` can name. */
function valueIn(e: Expr, fields: readonly LiteralValue[]): LiteralValue {
  switch (e.kind) {
    case 'column':
      return fields[e.ordinal]!
    case 'cast':
      return valueIn(e.input, fields)
    case 'field': {
      const row = valueIn(e.input, fields)
      return row === null ? null : (row as readonly LiteralValue[])[e.index]!
    }
    default:
      return bug(`an event time is no ${e.kind}`)
  }
}
