// Runs one job over a timeline on a real cluster, through every restart that the timeline holds, and reads what its sinks wrote.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSession, type GatewayFailure, type Session } from '../../../src/deploy/gateway.js'
import { flinkRest, isFinal, type JobStatus } from '../../../src/deploy/flink-rest.js'
import { pause } from '../../../src/deploy/http.js'
import { segmentDone, writeSegment, writeTimeline, type TimelineStep } from './timeline.js'

export interface Cluster {
  readonly gateway: string
  readonly rest: string
  readonly version: string
  /** Jar of the judge connector for this version. */
  readonly jar: string
}

export interface JobPlan {
  /** Connector options name files in this folder. */
  readonly folder: string
  readonly ddl: readonly string[]
  readonly insert: string
  readonly steps: readonly TimelineStep[]
  readonly sinks: readonly string[]
}

export interface SinkLine {
  /** Index of the step that caused it; the number of steps for the end of input; -1 before the first one. */
  readonly step: number
  readonly kind: '+I' | '-U' | '+U' | '-D' | 'W'
  readonly body: string
}

/** The cluster did not do what a recording needs. */
export class JudgeFailure extends Error {
  override readonly name = 'JudgeFailure'
}

/** What makes a run exact: one slot a job, no buffering, and checkpoints as fast as they come (a step waits for one). */
export const EXACT: Readonly<Record<string, string>> = {
  'parallelism.default': '1',
  'execution.buffer-timeout.interval': '0 ms',
  'table.local-time-zone': 'UTC',
  'execution.checkpointing.interval': '10 ms',
  'execution.checkpointing.mode': 'EXACTLY_ONCE',
  'execution.checkpointing.storage': 'jobmanager',
  'execution.checkpointing.tolerable-failed-checkpoints': '1000000',
  'restart-strategy.type': 'none',
}

export function describeFailure(f: GatewayFailure): string {
  switch (f.kind) {
    case 'refused':
      return `${f.problem.causes.map((c) => c.message.split('\nWas expecting')[0]).join('\n  ') || f.problem.message}\nin: ${f.statement.split('\n', 3).join(' ')} …`
    case 'unreachable':
      return `${f.problem.url}: ${f.problem.reason} ${f.problem.body}`
    case 'timeout':
      return `not done after ${f.afterMillis} ms: ${f.statement}`
  }
}

async function must(session: Session, statement: string): Promise<string | null> {
  const r = await session.execute(statement)
  if (!r.ok) throw new JudgeFailure(describeFailure(r.failure))
  return r.value.jobId
}

export async function runJob(cluster: Cluster, plan: JobPlan): Promise<ReadonlyMap<string, readonly SinkLine[]>> {
  mkdirSync(plan.folder, { recursive: true })
  writeTimeline(plan.folder, plan.steps)
  const opened = await openSession(cluster.gateway)
  if (!opened.ok) throw new JudgeFailure(describeFailure(opened.failure))
  const session = opened.value
  try {
    await must(session, `ADD JAR '${cluster.jar}'`)
    for (const statement of plan.ddl) await must(session, statement)
    // after the program's own SET statements: what it says of checkpoints would make the run wait
    for (const [key, value] of Object.entries(EXACT)) await must(session, `SET '${key}' = '${value}'`)
    await play(cluster, plan, session)
  } finally {
    await session.close()
  }
  return new Map(plan.sinks.map((sink) => [sink, readSink(join(plan.folder, `${sink}.changes`))]))
}

async function play(cluster: Cluster, plan: JobPlan, session: Session): Promise<void> {
  const rest = flinkRest(cluster.rest)
  const pauses = plan.steps.reduce((sum, s) => sum + (s.kind === 'PAUSE' ? Number(s.body) : 0), 0)
  const limit = 120_000 + pauses + plan.steps.length * 1000
  const last = plan.steps.at(-1)?.segment ?? 0
  for (let segment = 0; segment <= last; segment++) {
    writeSegment(plan.folder, segment, segment === last)
    const job = await must(session, plan.insert)
    if (job === null) throw new JudgeFailure(`no job came from: ${plan.insert}`)
    try {
      const now = await reach(cluster, job, () => segmentDone(plan.folder, segment), limit)
      if (segment === last) {
        if (now.state !== 'FINISHED') throw new JudgeFailure(`the job ended ${now.state}`)
      } else {
        const made = await rest.savepoint(job, { folder: `file://${join(plan.folder, 'savepoint')}`, cancel: true })
        if (made.kind !== 'completed') throw new JudgeFailure(`no savepoint: ${JSON.stringify(made)}`)
        await reach(cluster, job, () => false, 30_000)
        await must(session, `SET 'execution.state-recovery.path' = '${made.location}'`)
      }
    } catch (error) {
      await rest.cancel(job)
      throw error
    }
  }
}

/** Waits until the segment is over or the job is at its end; a job that fails gives its reason. */
async function reach(cluster: Cluster, id: string, ready: () => boolean, timeout: number): Promise<JobStatus> {
  const rest = flinkRest(cluster.rest)
  const deadline = Date.now() + timeout
  for (;;) {
    const now = await rest.job(id)
    if (!now.ok && now.problem.status !== 404) throw new JudgeFailure(`${now.problem.url}: ${now.problem.reason}`)
    if (now.ok) {
      if (now.value.state === 'FAILED') {
        const why = await rest.failure(id)
        throw new JudgeFailure(
          `the job failed: ${why.ok ? (why.value?.causes.map((c) => c.message).join('\n  ') ?? 'no reason given') : why.problem.reason}`,
        )
      }
      if (isFinal(now.value.state) || ready()) return now.value
    }
    if (Date.now() > deadline) throw new JudgeFailure(`job ${id} is not where it should be after ${timeout} ms`)
    await pause(50)
  }
}

function readSink(path: string): readonly SinkLine[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [step, kind, body] = line.split('\t') as [string, SinkLine['kind'], string]
      return { step: Number(step), kind, body }
    })
}
