// A stream with a history: its table has been read to the end when the topic's first row comes. From then on, and again after
// each restart, its watermark is the last one.
import type { OperatorId, PlanProgram } from '../../ir/plan.js'
import type { InputRow, PlanStep, TestPlan } from '../../ir/test-plan.js'
import { MAX_TIME } from '../watermarks.js'

/** By the source of the topic, that of its history. */
export const historiesOf = (plan: PlanProgram): ReadonlyMap<OperatorId, OperatorId> =>
  new Map(
    plan.operators.flatMap((o) =>
      o.kind === 'source' && o.connector.kind === 'iceberg' && o.connector.before !== null
        ? [[o.connector.before.source, o.id] as const]
        : [],
    ),
  )

/** The test with the ends of its histories among its steps. */
export function withHistories(plan: PlanProgram, test: TestPlan): TestPlan {
  const histories = historiesOf(plan)
  if (histories.size === 0) return test
  const ended = new Set<OperatorId>()
  const end = (source: OperatorId, origin: PlanStep['origin']): PlanStep => ({ kind: 'watermark', source, to: MAX_TIME, origin })
  /** The step that ends the history before a row of this source; null where none has to. */
  const before = (source: OperatorId, origin: PlanStep['origin']): PlanStep | null => {
    const history = histories.get(source)
    if (history === undefined || ended.has(history)) return null
    ended.add(history)
    return end(history, origin)
  }
  const steps = test.steps.flatMap((step): readonly PlanStep[] => {
    switch (step.kind) {
      case 'rows': {
        const out: PlanStep[] = []
        let rows: InputRow[] = []
        for (const row of step.rows) {
          const stop = before(row.source, row.origin)
          if (stop !== null) {
            if (rows.length > 0) out.push({ ...step, rows })
            rows = []
            out.push(stop)
          }
          rows.push(row)
        }
        return rows.length > 0 ? [...out, { ...step, rows }] : out
      }
      case 'watermark': {
        const stop = before(step.source, step.origin)
        return stop === null ? [step] : [stop, step]
      }
      case 'restart':
        return [step, ...[...ended].map((id) => end(id, step.origin))]
      default:
        return [step]
    }
  })
  return { ...test, steps }
}
