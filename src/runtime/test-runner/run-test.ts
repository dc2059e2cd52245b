// Runs one checked test: the timeline first, then the end of input, then what was expected.
import { bug } from '../../core/bug.js'
import { formatTimestamp } from '../../core/civil-time.js'
import type { Span } from '../../core/span.js'
import type { OperatorId, PlanProgram } from '../../ir/plan.js'
import { withStandIns } from '../../ir/stand-in.js'
import type { PlanStep, TestPlan } from '../../ir/test-plan.js'
import { RuntimeFault, type Change, type Engine, type SourceRecord } from '../api.js'
import { createEngine } from '../engine.js'
import { fileRecords } from '../file-record.js'
import { ledgerBalances } from '../operators/handler.js'
import { MAX_TIME } from '../watermarks.js'
import { withBeats } from './beats.js'
import { withHistories } from './histories.js'
import { expectChanges, expectDlq, expectNothing, expectRows, type Seen } from './expectations.js'
import { partitionsOf, recordOf, sourceOf } from './records.js'
import type { TestFailure, TestResult } from './result.js'

export interface TestOptions {
  /** Records of a `given … from` file, decoded by the source's format. */
  readonly readFile: (source: OperatorId, path: string) => Iterable<SourceRecord>
}

/** A test that has been run, and all that went through its plan. */
export interface Played {
  readonly result: TestResult
  /** The plan that ran: an input stands for raw SQL. */
  readonly plan: PlanProgram
  readonly seen: Seen
  readonly watermarkAt: (operator: OperatorId) => number | null
}

export const runTest = (program: PlanProgram, test: TestPlan, options: TestOptions): TestResult =>
  playTest(program, test, options).result

export function playTest(program: PlanProgram, test: TestPlan, options: TestOptions): Played {
  const plan = withStandIns(program)
  const changes = new Map<string, Change[]>()
  const engine = createEngine(plan, {
    observer: (operator, port, change) => {
      const at = `${operator}\u0000${port}`
      const list = changes.get(at)
      if (list === undefined) changes.set(at, [change])
      else list.push(change)
    },
  })
  const seen: Seen = (operator, port) => changes.get(`${operator}\u0000${port}`) ?? []
  declarePartitions(engine, plan, test)

  const failures: TestFailure[] = []
  const played = withHistories(plan, withBeats(plan, test, options.readFile))
  const fault = timeline(plan, played, options, engine, failures)
  if (fault === null) {
    for (const step of test.steps) {
      const failure = expectation(plan, step, seen)
      if (failure !== null) failures.push(failure)
    }
  } else failures.push(fault)
  const { ledger } = engine
  if (fault === null) for (const e of ledger) if (!ledgerBalances(e)) bug(`the ledger of ${e.step} does not balance`)
  const result = { title: test.title, origin: test.origin, passed: failures.length === 0, failures, ledger }
  return { result, plan, seen, watermarkAt: (operator) => engine.watermarkAt(operator) }
}

/** A test that names several partitions of a source has all of them from the start, as in Kafka; so it is with its topics. */
function declarePartitions(engine: Engine, plan: PlanProgram, test: TestPlan): void {
  for (const source of plan.operators)
    if (source.kind === 'source')
      for (const { topic, count } of partitionsOf(source, test)) engine.partitions(source.id, count, topic)
}

/** Gives the fault that ended the run, null where it went to the end. */
function timeline(
  plan: PlanProgram,
  test: TestPlan,
  options: TestOptions,
  engine: Engine,
  failures: TestFailure[],
): TestFailure | null {
  const offsets = new Map<string, bigint>()
  const files = new Map<OperatorId, (record: SourceRecord) => SourceRecord>()
  const fromFile = (id: OperatorId): ((record: SourceRecord) => SourceRecord) => {
    const known = files.get(id) ?? fileRecords(sourceOf(plan, id))
    files.set(id, known)
    return known
  }
  let at: Span = test.origin
  let ended = test.steps.some((s) => s.kind === 'open')
  try {
    for (const step of test.steps) {
      at = step.origin
      switch (step.kind) {
        case 'rows':
          for (const row of step.rows) {
            at = row.origin
            engine.push(row.source, recordOf(plan, row, offsets))
          }
          break
        case 'file':
          for (const record of options.readFile(step.source, step.path)) engine.push(step.source, fromFile(step.source)(record))
          break
        case 'watermark':
          engine.watermark(step.source, step.to)
          break
        case 'advance':
          engine.advance(step.milliseconds)
          break
        case 'restart':
          engine.restart()
          break
        case 'idle':
          engine.idle(step.source, step.partition)
          break
        case 'end':
          engine.end()
          ended = true
          break
        case 'open':
          break
        case 'expect watermark': {
          const failure = expectWatermark(plan, step, engine)
          if (failure !== null) failures.push(failure)
          break
        }
        case 'expect':
        case 'expect changes':
        case 'expect dlq':
        case 'expect nothing':
          break
      }
    }
    at = test.origin
    if (!ended) engine.end()
    return null
  } catch (error) {
    if (error instanceof RuntimeFault) return { origin: at, message: error.message, diff: null }
    throw error
  }
}

function expectation(plan: PlanProgram, step: PlanStep, seen: Seen): TestFailure | null {
  switch (step.kind) {
    case 'expect':
      return expectRows(plan, step, seen)
    case 'expect changes':
      return expectChanges(plan, step, seen)
    case 'expect dlq':
      return expectDlq(plan, step, seen)
    case 'expect nothing':
      return expectNothing(plan, step, seen)
    default:
      return null
  }
}

function expectWatermark(
  plan: PlanProgram,
  step: Extract<PlanStep, { kind: 'expect watermark' }>,
  engine: Engine,
): TestFailure | null {
  const relation = plan.relations.find((r) => r.name === step.relation) ?? bug(`no relation ${step.relation}`)
  const actual = engine.watermarkAt(relation.edge.operator)
  if (actual === step.at) return null
  const message = `the watermark of \`${step.relation}\` is ${timeText(actual)}, not ${timeText(step.at)}`
  return { origin: step.origin, message, diff: null }
}

function timeText(time: number | null): string {
  if (time === null) return 'not there yet'
  return time === MAX_TIME ? 'at the end of input' : `'${formatTimestamp({ ms: time, ns: 0 }, 3)}'`
}
