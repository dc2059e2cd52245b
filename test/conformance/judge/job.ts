// Runs one job over a timeline on a real cluster, through every restart that the timeline holds, and reads what its sinks wrote.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSession, type GatewayFailure, type Session } from '../../../src/deploy/gateway.js'
import { flinkRest, type JobStatus } from '../../../src/deploy/flink-rest.js'
import { startClock, stopClock, writeTimeline, type TimelineEvent } from './timeline.js'

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
  readonly settings: Readonly<Record<string, string>>
  readonly ddl: readonly string[]
  readonly insert: string
  readonly tables: ReadonlyMap<string, readonly TimelineEvent[]>
  /** Real length of each segment in milliseconds: all its events, then quiet. */
  readonly segments: readonly number[]
  readonly sinks: readonly string[]
}

export interface SinkLine {
  readonly segment: number
  /** Milliseconds since the start of its segment. */
  readonly at: number
  readonly kind: '+I' | '-U' | '+U' | '-D' | 'W'
  readonly body: string
}

export class JudgeFailure extends Error {
  override readonly name = 'JudgeFailure'
}

export const eventPath = (folder: string, table: string): string => join(folder, `${table}.events`)
export const sinkPath = (folder: string, sink: string): string => join(folder, `${sink}.changes`)

/** Real time between starting the clock and its first event: the enumerators must have seen it and handed out the splits. */
const LEAD = 250

const describe = (f: GatewayFailure): string => {
  switch (f.kind) {
    case 'refused':
      return `${f.problem.causes.map((c) => c.message.split('\nWas expecting')[0]).join('\n  ') || f.problem.message}\nin: ${f.statement}`
    case 'unreachable':
      return `${f.problem.url}: ${f.problem.reason} ${f.problem.body}`
    case 'timeout':
      return `not done after ${f.afterMillis} ms: ${f.statement}`
  }
}

async function must(session: Session, statement: string, config?: Record<string, string>): Promise<string | null> {
  const r = await session.execute(statement, config === undefined ? {} : { config })
  if (!r.ok) throw new JudgeFailure(describe(r.failure))
  return r.value.jobId
}

export async function runJob(cluster: Cluster, plan: JobPlan): Promise<ReadonlyMap<string, readonly SinkLine[]>> {
  mkdirSync(plan.folder, { recursive: true })
  for (const [table, events] of plan.tables) writeTimeline(eventPath(plan.folder, table), events)
  const opened = await openSession(cluster.gateway, { 'pipeline.jars': `file://${cluster.jar}`, ...plan.settings })
  if (!opened.ok) throw new JudgeFailure(describe(opened.failure))
  const session = opened.value
  try {
    await must(session, `ADD JAR '${cluster.jar}'`)
    for (const statement of plan.ddl) await must(session, statement)
    return await play(cluster, plan, session)
  } finally {
    await session.close()
  }
}

async function play(cluster: Cluster, plan: JobPlan, session: Session): Promise<ReadonlyMap<string, readonly SinkLine[]>> {
  const rest = flinkRest(cluster.rest)
  const starts: number[] = []
  let savepoint: string | null = null
  for (const [segment, length] of plan.segments.entries()) {
    const last = segment === plan.segments.length - 1
    stopClock(plan.folder)
    if (savepoint !== null) await must(session, `SET 'execution.state-recovery.path' = '${savepoint}'`)
    const job = await must(session, plan.insert)
    if (job === null) throw new JudgeFailure(`no job came from: ${plan.insert}`)
    try {
      await reach(cluster, job, (j) => j.state === 'RUNNING' && j.vertices.every((v) => v.status === 'RUNNING'), 60_000)
      const start = Date.now() + LEAD
      starts.push(start)
      startClock(plan.folder, segment, start, last ? length : null)
      if (last) {
        const end = await reach(cluster, job, () => false, LEAD + length + 60_000)
        if (end.state !== 'FINISHED') throw new JudgeFailure(`the job ended ${end.state}`)
      } else {
        await new Promise((done) => setTimeout(done, start + length - Date.now()))
        const made = await rest.savepoint(job, { folder: `file://${join(plan.folder, 'savepoint')}`, cancel: true })
        if (made.kind !== 'completed') throw new JudgeFailure(`no savepoint: ${JSON.stringify(made)}`)
        savepoint = made.location
        await reach(cluster, job, () => false, 30_000)
      }
    } catch (error) {
      await rest.cancel(job)
      throw error
    }
  }
  return new Map(plan.sinks.map((sink) => [sink, readSink(sinkPath(plan.folder, sink), starts)]))
}

/** Waits for a state; a job that fails gives its reason. */
async function reach(cluster: Cluster, id: string, ready: (job: JobStatus) => boolean, timeout: number): Promise<JobStatus> {
  const rest = flinkRest(cluster.rest)
  const now = await rest.waitFor(id, ready, timeout)
  if (!now.ok) throw new JudgeFailure(`${now.problem.url}: ${now.problem.reason}`)
  if (now.value === null) throw new JudgeFailure(`job ${id} is not where it should be after ${timeout} ms`)
  if (now.value.state === 'FAILED') {
    const why = await rest.failure(id)
    throw new JudgeFailure(`the job failed: ${why.ok ? (why.value?.causes.map((c) => c.message).join('\n  ') ?? 'no reason given') : why.problem.reason}`)
  }
  return now.value
}

function readSink(path: string, starts: readonly number[]): readonly SinkLine[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => {
    const [time, kind, body] = line.split('\t') as [string, SinkLine['kind'], string]
    const segment = starts.findLastIndex((s) => s - LEAD <= Number(time))
    return { segment, at: Number(time) - starts[segment]!, kind, body }
  })
}
