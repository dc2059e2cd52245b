// Rows that left through a late port into a lane of their own: shown at the end of a run, since no file is named after them.
import type { Operator, PlanProgram } from '../ir/plan.js'
import type { Observer } from '../runtime/api.js'
import { cellText } from './sink-files.js'

export interface LateRows {
  readonly step: string
  readonly head: readonly string[]
  readonly count: number
  readonly sample: readonly (readonly string[])[]
}

const SAMPLE = 50

/** Late rows that go to the dead letters are shown there. */
export function lateRows(plan: PlanProgram): { readonly observer: Observer; readonly found: () => readonly LateRows[] } {
  const toDlq = new Set(
    plan.operators.flatMap((o) =>
      o.kind === 'envelope' ? o.inputs.filter((i) => i.port === 'late').map((i) => i.operator) : [],
    ),
  )
  const splits = new Map<string, { readonly op: Operator; count: number; readonly sample: (readonly string[])[] }>(
    plan.operators
      .filter((o) => o.kind === 'split' && o.ports.includes('late') && !toDlq.has(o.id))
      .map((op) => [op.id, { op, count: 0, sample: [] }]),
  )
  const visible = (op: Operator): readonly number[] => op.columns.flatMap((c, i) => (c.hidden === true ? [] : [i]))
  return {
    observer: (operator, port, change) => {
      if (port !== 'late') return
      const at = splits.get(operator)
      if (at === undefined) return
      at.count++
      if (at.sample.length < SAMPLE) at.sample.push(visible(at.op).map((i) => cellText(change.row[i]!, at.op.columns[i]!.type)))
    },
    found: () =>
      [...splits.values()]
        .filter((s) => s.count > 0)
        .map(({ op, count, sample }) => ({ step: op.id, head: visible(op).map((i) => op.columns[i]!.name), count, sample })),
  }
}
