// Heartbeats of a test: its clock stands at the newest event time that was given, and `advance` moves it on. Each full period
// that it passes is a row; rows that are given take no time.
import { bug } from '../../core/bug.js'
import type { OperatorId, PlanProgram, SourceOperator } from '../../ir/plan.js'
import type { InputRow, PlanStep, TestPlan } from '../../ir/test-plan.js'
import type { SourceRecord } from '../api.js'
import { EvaluationFault } from '../fault.js'
import { toInstant } from '../instant.js'
import { compileSource } from '../operators/source.js'
import type { Value } from '../value.js'
import { recordOf } from './records.js'

type ReadFile = (source: OperatorId, path: string) => Iterable<SourceRecord>

/** The test with its beats among its steps: an `advance` is cut where one falls into it. */
export function withBeats(plan: PlanProgram, test: TestPlan, readFile: ReadFile): TestPlan {
  const beats = sourcesOf(plan).flatMap((o) => (o.connector.kind === 'every' ? [{ id: o.id, period: o.connector.period }] : []))
  if (beats.length === 0) return test
  const newest = newestTime(plan, readFile)
  let clock = 0
  const steps = test.steps.flatMap((step): readonly PlanStep[] => {
    if (step.kind !== 'advance') {
      clock = Math.max(clock, newest(step) ?? clock)
      return [step]
    }
    const end = clock + step.milliseconds
    const out: PlanStep[] = []
    while (clock < end) {
      const next = Math.min(end, ...beats.map(({ period }) => (Math.floor(clock / period) + 1) * period))
      out.push({ kind: 'advance', milliseconds: next - clock, origin: step.origin })
      clock = next
      const rows = beats.filter(({ period }) => clock % period === 0).map(({ id }) => beat(id, clock, step.origin))
      if (rows.length > 0) out.push({ kind: 'rows', rows, origin: step.origin })
    }
    for (const { id, period } of beats)
      if (clock % period !== 0) out.push({ kind: 'watermark', source: id, to: clock, origin: step.origin })
    return out
  })
  return { ...test, steps }
}

/** What the clock of a test shows at its end, in epoch milliseconds; null where it gives no event time and lets none pass. */
export function clockAfter(plan: PlanProgram, test: TestPlan, readFile: ReadFile): number | null {
  const newest = newestTime(plan, readFile)
  let clock: number | null = null
  for (const step of test.steps) {
    const time = newest(step)
    if (step.kind === 'advance') clock = (clock ?? 0) + step.milliseconds
    else if (time !== null) clock = Math.max(clock ?? time, time)
  }
  return clock
}

const sourcesOf = (plan: PlanProgram): readonly SourceOperator[] =>
  plan.operators.filter((o): o is SourceOperator => o.kind === 'source')

/** The newest event time of the rows that a step gives; null where it gives none. */
function newestTime(plan: PlanProgram, readFile: ReadFile): (step: PlanStep) => number | null {
  const times = new Map(sourcesOf(plan).map((o) => [o.id, eventTimeOf(o)]))
  return (step) => {
    if (step.kind !== 'rows' && step.kind !== 'file') return null
    const records =
      step.kind === 'file'
        ? [...readFile(step.source, step.path)].map((record) => ({ source: step.source, record }))
        : step.rows.map((row) => ({ source: row.source, record: recordOf(plan, row, new Map()) }))
    let newest: number | null = null
    for (const { source, record } of records) {
      const time = (times.get(source) ?? bug(`no source ${source}`))(record)
      if (time !== null) newest = Math.max(newest ?? -Infinity, toInstant(time).ms)
    }
    return newest
  }
}

const beat = (source: OperatorId, at: number, origin: InputRow['origin']): InputRow => ({
  source,
  fields: [],
  op: 'c',
  commitTime: null,
  recordTime: at,
  partition: 0,
  offset: null,
  origin,
})

function eventTimeOf(o: SourceOperator): (record: SourceRecord) => Value {
  const { time } = o
  if (time === null) return () => null
  const row = compileSource(o)
  return (record) => {
    try {
      return row(record)[time.ordinal]!
    } catch (error) {
      if (error instanceof EvaluationFault) return null // the run itself will say it
      throw error
    }
  }
}
