// A streaming run over decoded inputs: sources merged by event time, sink rows handed out one by one.
import { bug } from '../core/bug.js'
import type { OperatorId, PlanProgram, SourceOperator } from '../ir/plan.js'
import type { Change, LedgerEntry, Observer, SourceRecord } from './api.js'
import { createEngine } from './engine.js'
import { EvaluationFault } from './fault.js'
import { toInstant } from './instant.js'
import { historiesOf } from './test-runner/histories.js'
import { MAX_TIME } from './watermarks.js'
import { compileSource } from './operators/source.js'

/** Records of one source in the order in which they are read. */
export interface RunInput {
  readonly source: OperatorId
  readonly records: AsyncIterable<SourceRecord>
}

export interface RunOptions {
  readonly inputs: readonly RunInput[]
  /** A row of a sink, as soon as it is there. */
  readonly onSinkRow: (sink: OperatorId, change: Change) => void
  /** Every row that leaves any operator: late and rejected rows where they part from the others. */
  readonly observer?: Observer
  /** Called now and then, with the records read so far. */
  readonly onProgress?: (records: number) => void
  /** Asked between records; true ends the run without the end of input. */
  readonly stop?: () => boolean
  /** Waited for now and then between heartbeats, of which years of silence have millions: lets the process hear what else there is. */
  readonly turn?: () => Promise<void>
}

export interface RunOutcome {
  readonly finished: boolean
  readonly records: ReadonlyMap<OperatorId, number>
  readonly sinkRows: ReadonlyMap<OperatorId, number>
  readonly ledger: readonly LedgerEntry[]
}

const PROGRESS_EVERY = 1000

interface Head {
  readonly source: OperatorId
  readonly order: number
  readonly records: AsyncIterator<SourceRecord>
  readonly timeOf: (record: SourceRecord) => number
  record: SourceRecord
  time: number
}

/**
 * Several sources are read as if they were produced in the order of their event times: the smallest head first, ties in
 * the order of declaration, records without event time before all others. Throws RuntimeFault where the job would fail.
 */
export async function run(plan: PlanProgram, options: RunOptions): Promise<RunOutcome> {
  const sinks = new Set(plan.operators.flatMap((o) => (o.kind === 'sink' ? [o.id] : [])))
  const sinkRows = new Map<OperatorId, number>([...sinks].map((id) => [id, 0]))
  const engine = createEngine(plan, {
    observer: (operator, port, change) => {
      options.observer?.(operator, port, change)
      if (!sinks.has(operator)) return
      sinkRows.set(operator, sinkRows.get(operator)! + 1)
      options.onSinkRow(operator, change)
    },
  })
  const records = new Map<OperatorId, number>(options.inputs.map((i) => [i.source, 0]))
  const heads = await openHeads(plan, options.inputs)
  const beats = heartbeats(plan)
  for (const b of beats) records.set(b.source, 0)
  const histories = new Set(historiesOf(plan).values())
  let read = 0
  let beatsMade = 0
  const stopped = (): RunOutcome => ({ finished: false, records, sinkRows, ledger: engine.ledger })
  while (heads.length > 0) {
    if (options.stop?.() === true) return stopped()
    const head = earliest(heads)
    for (let b = due(beats, head.time); b !== null; b = due(beats, head.time)) {
      engine.push(b.source, beatRecord(b.next!))
      records.set(b.source, records.get(b.source)! + 1)
      b.next! += b.period
      if (++beatsMade % PROGRESS_EVERY !== 0) continue
      await options.turn?.()
      if (options.stop?.() === true) return stopped()
    }
    engine.push(head.source, head.record)
    records.set(head.source, records.get(head.source)! + 1)
    if (++read % PROGRESS_EVERY === 0) options.onProgress?.(read)
    if (await advance(head)) continue
    heads.splice(heads.indexOf(head), 1)
    if (histories.has(head.source)) engine.watermark(head.source, MAX_TIME)
  }
  engine.end()
  options.onProgress?.(read)
  return { finished: true, records, sinkRows, ledger: engine.ledger }
}

interface Heartbeat {
  readonly source: OperatorId
  readonly period: number
  /** Null until the first event: the clock of a replay shows the time of its events. */
  next: number | null
}

const heartbeats = (plan: PlanProgram): Heartbeat[] =>
  plan.operators.flatMap((o) =>
    o.kind === 'source' && o.connector.kind === 'every' ? [{ source: o.id, period: o.connector.period, next: null }] : [],
  )

/** The earliest beat that comes before an event of that time; none comes before the first event. */
function due(beats: readonly Heartbeat[], time: number): Heartbeat | null {
  if (time === -Infinity) return null
  let first: Heartbeat | null = null
  for (const b of beats) {
    b.next ??= (Math.floor(time / b.period) + 1) * b.period
    if (b.next <= time && (first === null || b.next < first.next!)) first = b
  }
  return first
}

const beatRecord = (at: number): SourceRecord => ({
  fields: [],
  op: 'c',
  commitTime: null,
  recordTime: at,
  topic: null,
  partition: 0,
  offset: null,
})

async function openHeads(plan: PlanProgram, inputs: readonly RunInput[]): Promise<Head[]> {
  const heads: Head[] = []
  for (const input of inputs) {
    const order = plan.operators.findIndex((o) => o.id === input.source)
    const op = plan.operators[order]
    if (op?.kind !== 'source') return bug(`no source ${input.source}`)
    const records = input.records[Symbol.asyncIterator]()
    const first = await records.next()
    if (first.done === true) continue
    const timeOf = eventTimeOf(op)
    heads.push({ source: input.source, order, records, timeOf, record: first.value, time: timeOf(first.value) })
  }
  return heads
}

async function advance(head: Head): Promise<boolean> {
  const next = await head.records.next()
  if (next.done === true) return false
  head.record = next.value
  head.time = head.timeOf(next.value)
  return true
}

function earliest(heads: readonly Head[]): Head {
  let best = heads[0]!
  for (const head of heads) if (head.time < best.time || (head.time === best.time && head.order < best.order)) best = head
  return best
}

/** A record that has no event time, or whose computing fails, comes first: the engine then says what is wrong with it. */
function eventTimeOf(op: SourceOperator): (record: SourceRecord) => number {
  const { time } = op
  if (time === null) return () => -Infinity
  const row = compileSource(op)
  return (record) => {
    try {
      const value = row(record)[time.ordinal]!
      return value === null ? -Infinity : toInstant(value).ms
    } catch (error) {
      if (error instanceof EvaluationFault) return -Infinity
      throw error
    }
  }
}
