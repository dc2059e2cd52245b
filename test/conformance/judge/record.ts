// Runs every test of a scenario on a cluster and gives what came out.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '../../../src/core/hash.js'
import type { LiteralValue } from '../../../src/ir/expr.js'
import type { RowKind, TestPlan } from '../../../src/ir/test-plan.js'
import type { Scenario } from './compile.js'
import { JudgeFailure, runJob, type Cluster, type SinkLine } from './job.js'
import { fileName, judgedProgram } from './program.js'
import { recordPlan, type RecordPlan } from './record-plan.js'
import type { RecordedChange, RecordedTest, Recording } from './recording.js'
import { happenings, played, timelineOf, type Timeline } from './steps.js'

export async function recordTest(
  cluster: Cluster,
  recorded: RecordPlan,
  written: TestPlan,
  folder: string,
): Promise<RecordedTest> {
  const test = played(recorded.plan, written)
  const program = judgedProgram(recorded, test, folder)
  const timeline = timelineOf(recorded.plan, test, fileName)
  const lines = await runJob(cluster, {
    folder,
    ...program,
    steps: timeline.steps,
    sinks: recorded.watched.map((w) => fileName(w.sink.id)),
  })
  const relations = recorded.watched.map(
    ({ name, sink }) =>
      [name, changesOf(lines.get(fileName(sink.id)) ?? [], happenings(recorded.plan, test).length, timeline)] as const,
  )
  await rm(folder, { recursive: true, force: true })
  return { title: test.title, relations: Object.fromEntries(relations) }
}

/** `end`: what comes after the last happening. */
function changesOf(lines: readonly SinkLine[], end: number, timeline: Timeline): readonly RecordedChange[] {
  return lines.flatMap((line): readonly RecordedChange[] => {
    if (line.kind === 'W') return []
    if (line.step < 0) throw new JudgeFailure(`a row came before the first step: ${line.body}`)
    const at = timeline.happeningOf[line.step] ?? end
    return [{ at, kind: line.kind as RowKind, cells: JSON.parse(line.body) as LiteralValue[] }]
  })
}

/** Changes of one happening in a fixed order: Flink's own is that of hash tables. Changes of one key keep theirs. */
export function settled(test: RecordedTest, recorded: RecordPlan): RecordedTest {
  const relations = Object.entries(test.relations).map(([name, changes]) => {
    const sink = recorded.watched.find((w) => w.name === name)!.sink
    const keyOf = (c: RecordedChange): string =>
      JSON.stringify(sink.mode === 'upsert' ? sink.key.map((i) => c.cells[i]) : c.cells)
    const sorted = [...changes].sort((a, b) => a.at - b.at || (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0))
    return [name, sorted] as const
  })
  return { ...test, relations: Object.fromEntries(relations) }
}

/** The SQL without the folder of a run. */
export function hashesOf(scenario: Scenario): Recording['hashes'] {
  const recorded = recordPlan(scenario.plan)
  const programs = scenario.tests.map((t) => judgedProgram(recorded, t, 'FOLDER'))
  const sql = programs.map((p) => [...p.ddl, p.insert].join(';\n')).join('\n\n')
  return { scenario: sha256(scenario.text), sql: sha256(sql) }
}

export interface Work {
  readonly scenario: Scenario
  readonly recorded: RecordPlan
  readonly test: TestPlan
}

export const workOf = (scenario: Scenario): readonly Work[] => {
  const recorded = recordPlan(scenario.plan)
  return scenario.tests.map((test) => ({ scenario, recorded, test }))
}

export type Outcome = Work & { readonly result: RecordedTest | JudgeFailure }

/** As many side by side as the cluster has slots; outcomes come in the order of the work. */
export async function recordAll(
  cluster: Cluster,
  work: readonly Work[],
  folder: string,
  parallel: number,
  done: (o: Outcome) => void,
): Promise<readonly Outcome[]> {
  const queue = [...work.entries()]
  const outcomes: Outcome[] = []
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, w] = next
      const outcome: Outcome = { ...w, result: await attempt(cluster, w, join(folder, `${w.scenario.name}-${index}`)) }
      outcomes[index] = outcome
      done(outcome)
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  return outcomes
}

async function attempt(cluster: Cluster, w: Work, folder: string): Promise<RecordedTest | JudgeFailure> {
  try {
    return settled(await recordTest(cluster, w.recorded, w.test, folder), w.recorded)
  } catch (error) {
    if (error instanceof JudgeFailure) return error
    throw error
  }
}
