// Ends a job with a savepoint. While tasks are lost or start again Flink refuses savepoints: the command waits for the tasks, and
// asks again where one was lost in the midst of it.
import { deploy } from '../diagnostics/codes/deploy.js'
import { failDeploy, oneLine } from './failure.js'
import { isFinal, type SavepointResult } from './flink-rest.js'
import { pause } from './http.js'
import type { JobDetails, Jobs } from './job-rest.js'
import type { FlinkProblem } from './stack-trace.js'

export interface StopRequest {
  readonly pipeline: string
  readonly job: string
  /** Where the savepoint goes; null: where the cluster puts them. */
  readonly folder: string | null
  readonly drain: boolean
  readonly signal: AbortSignal
  /** What is going on, for the line of progress. */
  readonly say: (text: string) => void
  readonly limits?: StopLimits
}

/** Milliseconds. */
export interface StopLimits {
  /** For tasks to run again. A cluster notices a lost task manager after 50 seconds at most (`heartbeat.timeout`), then starts another. */
  readonly running: number
  readonly savepoint: number
  /** Between two looks at the job. */
  readonly pause: number
  /** How old the cluster's own picture of a job may be (`web.refresh-interval`): the look after a refusal has to be younger. */
  readonly stale: number
}

const LIMITS: StopLimits = { running: 180_000, savepoint: 600_000, pause: 250, stale: 3000 }

/**
 * Failures that pass when the job has recovered: org.apache.flink.runtime.checkpoint.CheckpointFailureReason (tasks that do not
 * run yet or no longer), and StopWithSavepointStoppingException (the savepoint is there, a task fails while it ends, and the job
 * starts again from its last checkpoint).
 */
const PASSING =
  /Not all required tasks are currently running|tasks not ready|task is closing|Checkpoint Coordinator is suspending|CheckpointCoordinator shutdown|FailoverRegion is restarting|Task has failed|failed during stopping/
const LOST_TASK_MANAGER = 'RecipientUnreachableException'

const passes = ({ causes, message }: FlinkProblem): boolean =>
  PASSING.test(message) || causes.some((c) => PASSING.test(c.message) || c.type.endsWith(LOST_TASK_MANAGER))

export type Stopped =
  /** `savepoint`: its place, a URL. */
  | { readonly kind: 'savepoint'; readonly savepoint: string }
  /** The job came to an end of its own meanwhile; null: the cluster no longer knows it. */
  | { readonly kind: 'ended'; readonly job: JobDetails | null }

/**
 * Once Flink works on a savepoint, the signal is not looked at: its place must not get lost.
 * @throws DeployFailure FLOW8411 where the job goes on without one.
 */
export async function stopWithSavepoint(jobs: Jobs, request: StopRequest): Promise<Stopped> {
  const { pipeline, job, folder, drain, signal, say, limits = LIMITS } = request
  const deadline = Date.now() + limits.running
  const giveUp = (reason: string): never => failDeploy(deploy.savepointFailed, { pipeline, job, reason })
  for (;;) {
    const now = await jobs.job(job)
    if (now === null || isFinal(now.state)) return { kind: 'ended', job: now }
    const missing = now.vertices.filter((v) => v.status !== 'RUNNING' && v.status !== 'FINISHED')
    if (missing.length > 0) {
      if (Date.now() > deadline) giveUp(await whyNotRunning(jobs, now, missing.length, limits.running))
      say(`waiting for ${missing.length} of ${now.vertices.length} tasks of ${pipeline}: ${now.state}`)
      await pause(limits.pause, signal)
      continue
    }
    say(`taking a savepoint of ${pipeline}`)
    const result = await jobs.stop(job, { folder, drain, timeoutMillis: limits.savepoint })
    if (result.kind === 'completed') return { kind: 'savepoint', savepoint: result.location }
    if (result.kind !== 'failed' || !passes(result.problem) || Date.now() > deadline) giveUp(reasonOf(result))
    say(`a task of ${pipeline} was lost, waiting for it`)
    await pause(limits.stale, signal)
  }
}

async function whyNotRunning(jobs: Jobs, { id, state, vertices }: JobDetails, missing: number, waited: number): Promise<string> {
  const last = (await jobs.exceptions(id))[0]
  const failure = last === undefined ? '' : `; its last failure: ${oneLine(last.problem.message)}`
  return `${missing} of its ${vertices.length} tasks do not run after ${waited / 1000} seconds, it is ${state}${failure}`
}

function reasonOf(result: Exclude<SavepointResult, { readonly kind: 'completed' }>): string {
  switch (result.kind) {
    case 'failed':
      return oneLine(result.problem.message)
    case 'timeout':
      return `it is not done after ${result.afterMillis / 60_000} minutes`
    case 'unreachable':
      return result.problem.reason
  }
}
