// A test's timeline as the judge connector plays it. Restarts cut it into segments; what is expected costs no step.
import { bug } from '../../../src/core/bug.js'
import type { PlanProgram, SourceOperator } from '../../../src/ir/plan.js'
import type { InputRow, TestPlan } from '../../../src/ir/test-plan.js'
import { withBeats } from '../../../src/runtime/test-runner/beats.js'
import { jsonRow } from './json-row.js'
import type { TimelineStep } from './timeline.js'

/** One thing that happens to the pipeline: recordings count these. */
export type Happening =
  | { readonly kind: 'row'; readonly row: InputRow; readonly offset: number }
  | { readonly kind: 'watermark'; readonly source: string; readonly to: number }
  | { readonly kind: 'advance'; readonly milliseconds: number }
  | { readonly kind: 'restart' }

/** The test with the beats of its clock. */
export const played = (plan: PlanProgram, test: TestPlan): TestPlan =>
  withBeats(plan, test, () => bug('scenarios give their rows in tables'))

export function happenings(test: TestPlan): readonly Happening[] {
  const offsets = new Map<string, number>()
  return test.steps.flatMap((step): readonly Happening[] => {
    switch (step.kind) {
      case 'rows':
        return step.rows.map((row) => {
          const counter = `${row.source}\n${row.partition}`
          const offset = row.offset ?? offsets.get(counter) ?? 0
          offsets.set(counter, offset + 1)
          return { kind: 'row', row, offset }
        })
      case 'watermark':
        return [{ kind: 'watermark', source: step.source, to: step.to }]
      case 'advance':
        return [{ kind: 'advance', milliseconds: step.milliseconds }]
      case 'restart':
        return [{ kind: 'restart' }]
      case 'file':
        return bug('scenarios give their rows in tables')
      default:
        return []
    }
  })
}

export const partitionsOf = (test: TestPlan, source: string): number =>
  Math.max(0, ...happenings(test).flatMap((h) => (h.kind === 'row' && h.row.source === source ? [h.row.partition] : []))) + 1

/**
 * Real milliseconds for which the shortest idle time-out of a test stands; its pauses shrink in the same proportion. Long
 * enough that on a busy machine no partition goes idle between two steps.
 */
const REAL_IDLE = 8000

/** Real time a millisecond of the test; null where the test lets no time pass: then nothing may go idle. */
export function timeScale(plan: PlanProgram, test: TestPlan): number | null {
  if (!test.steps.some((s) => s.kind === 'advance')) return null
  const idles = plan.operators.flatMap((o) => (o.kind === 'source' && o.time?.idle != null ? [o.time.idle] : []))
  return idles.length === 0 ? 0 : REAL_IDLE / Math.min(...idles)
}

export interface Timeline {
  readonly steps: readonly TimelineStep[]
  /** The happening that a step stands for: a watermark takes one step a partition. */
  readonly happeningOf: readonly number[]
}

export function timelineOf(plan: PlanProgram, test: TestPlan, tableOf: (source: string) => string): Timeline {
  const sources = new Map(plan.operators.flatMap((o) => (o.kind === 'source' ? [[o.id, o] as const] : [])))
  const source = (id: string): SourceOperator => sources.get(id) ?? bug(`no source ${id}`)
  const scale = timeScale(plan, test) ?? 0
  const steps: TimelineStep[] = []
  const happeningOf: number[] = []
  let segment = 0
  for (const [index, h] of happenings(test).entries()) {
    const add = (step: Omit<TimelineStep, 'segment'>): void => {
      steps.push({ segment, ...step })
      happeningOf.push(index)
    }
    switch (h.kind) {
      case 'row': {
        const { row, offset } = h
        const body = jsonRow(source(row.source), row)
        add({ kind: 'ROW', table: tableOf(row.source), partition: row.partition, offset, recordTime: row.recordTime, body })
        break
      }
      case 'watermark':
        for (let partition = 0; partition < partitionsOf(test, h.source); partition++)
          add({ kind: 'WATERMARK', table: tableOf(h.source), partition, offset: 0, recordTime: null, body: String(h.to) })
        break
      case 'advance': {
        const body = String(Math.max(1, Math.round(h.milliseconds * scale)))
        add({ kind: 'PAUSE', table: '', partition: 0, offset: 0, recordTime: null, body })
        break
      }
      case 'restart':
        segment++
        break
    }
  }
  return { steps, happeningOf }
}
