// A test's timeline as the judge connector plays it. Restarts cut it into segments; what is expected costs no step.
import { bug } from '../../../src/core/bug.js'
import type { PlanProgram, SourceOperator } from '../../../src/ir/plan.js'
import type { InputRow, TestPlan } from '../../../src/ir/test-plan.js'
import { defaultTopic } from '../../../src/ir/kafka-source.js'
import { withBeats } from '../../../src/runtime/test-runner/beats.js'
import { withHistories } from '../../../src/runtime/test-runner/histories.js'
import { MAX_TIME } from '../../../src/runtime/watermarks.js'
import { partitionsOf } from '../../../src/runtime/test-runner/records.js'
import { jsonRow } from './json-row.js'
import type { TimelineStep } from './timeline.js'

/** One thing that happens to the pipeline: recordings count these. */
export type Happening =
  /** `made`: rows that raw SQL makes of it. Flink makes them itself, the interpreter is given them. */
  | { readonly kind: 'row'; readonly row: InputRow; readonly offset: number; readonly made: readonly InputRow[] }
  | { readonly kind: 'watermark'; readonly source: string; readonly to: number }
  | { readonly kind: 'advance'; readonly milliseconds: number }
  | { readonly kind: 'restart' }
  | { readonly kind: 'idle'; readonly source: string; readonly partition: number | null }

/** The test with the beats of its clock and the ends of its histories. */
export const played = (plan: PlanProgram, test: TestPlan): TestPlan =>
  withHistories(
    plan,
    withBeats(plan, test, () => bug('scenarios give their rows in tables')),
  )

export function happenings(plan: PlanProgram, test: TestPlan): readonly Happening[] {
  const made = new Set(plan.operators.flatMap((o) => (o.kind === 'sql' ? [o.id] : [])))
  const offsets = new Map<string, number>()
  return test.steps.flatMap((step): readonly Happening[] => {
    switch (step.kind) {
      case 'rows':
        return step.rows.flatMap((row, i): readonly Happening[] => {
          if (made.has(row.source)) return i === 0 ? bug('rows of raw SQL stand behind the row that they are made of') : []
          const counter = `${row.source}\n${row.topic ?? ''}\n${row.partition}`
          const offset = row.offset ?? offsets.get(counter) ?? 0
          offsets.set(counter, offset + 1)
          const next = step.rows.findIndex((r, n) => n > i && !made.has(r.source))
          return [{ kind: 'row', row, offset, made: step.rows.slice(i + 1, next < 0 ? undefined : next) }]
        })
      case 'watermark':
        return [{ kind: 'watermark', source: step.source, to: step.to }]
      case 'advance':
        return [{ kind: 'advance', milliseconds: step.milliseconds }]
      case 'restart':
        return [{ kind: 'restart' }]
      case 'idle':
        return [{ kind: 'idle', source: step.source, partition: step.partition }]
      case 'file':
        return bug('scenarios give their rows in tables')
      default:
        return []
    }
  })
}

/** Flink's last watermark. */
const MAX_LONG = '9223372036854775807'

/** The partitions of a source, those of all its topics. */
export function splitsOf(
  source: SourceOperator,
  test: TestPlan,
): readonly { readonly topic: string | null; readonly partition: number }[] {
  const counts = partitionsOf(source, test)
  const all = counts.length === 0 ? [{ topic: defaultTopic(source), count: 1 }] : counts
  return all.flatMap(({ topic, count }) => Array.from({ length: count }, (_, partition) => ({ topic, partition })))
}

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
  for (const [index, h] of happenings(plan, test).entries()) {
    const add = (step: Omit<TimelineStep, 'segment'>): void => {
      steps.push({ segment, ...step })
      happeningOf.push(index)
    }
    switch (h.kind) {
      case 'row': {
        const { row, offset } = h
        const body = jsonRow(source(row.source), row)
        const topic = row.topic ?? defaultTopic(source(row.source))
        const splits = splitsOf(source(row.source), test)
        const partition = splits.findIndex((s) => s.topic === topic && s.partition === row.partition)
        if (partition < 0) return bug(`no partition ${row.partition} of ${topic ?? row.source}`)
        const record = { topic: topic ?? '', number: row.partition, headers: row.headers ?? [] }
        add({ kind: 'ROW', table: tableOf(row.source), partition, offset, recordTime: row.recordTime, record, body })
        break
      }
      case 'watermark':
        for (let partition = 0; partition < splitsOf(source(h.source), test).length; partition++)
          add({
            kind: 'WATERMARK',
            table: tableOf(h.source),
            partition,
            offset: 0,
            recordTime: null,
            body: h.to === MAX_TIME ? MAX_LONG : String(h.to),
          })
        break
      case 'advance': {
        const body = String(Math.max(1, Math.round(h.milliseconds * scale)))
        add({ kind: 'PAUSE', table: '', partition: 0, offset: 0, recordTime: null, body })
        break
      }
      case 'restart':
        segment++
        break
      case 'idle':
        for (const [partition, split] of splitsOf(source(h.source), test).entries())
          if (h.partition === null || split.partition === h.partition)
            add({ kind: 'IDLE', table: tableOf(h.source), partition, offset: 0, recordTime: null, body: '' })
        break
    }
  }
  return { steps, happeningOf }
}
