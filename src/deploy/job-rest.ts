// What status and submit ask the job manager beyond flink-rest: names, times, restarts, checkpoints, exceptions, stopping.
import { awaitSavepoint, type JobState, type SavepointResult } from './flink-rest.js'
import { httpSystem, type Endpoint } from './endpoint.js'
import { addressOf } from './endpoint.js'
import { problemOf, type FlinkProblem } from './stack-trace.js'

export interface NamedJob {
  readonly id: string
  readonly name: string
  readonly state: JobState
}

export interface JobDetails extends NamedJob {
  /** Milliseconds. */
  readonly start: number
  readonly duration: number
  readonly vertices: readonly { readonly name: string; readonly status: string }[]
}

export interface JobException {
  readonly at: number
  readonly task: string | null
  readonly problem: FlinkProblem
  /** The whole trace: classes in it tell sources from sinks. */
  readonly trace: string
}

export interface JobCheckpoint {
  readonly id: number
  /** Milliseconds since 1970 when it completed. */
  readonly at: number
  readonly bytes: number
}

export interface Cluster {
  readonly version: string
  readonly slots: number
  readonly freeSlots: number
  readonly config: ReadonlyMap<string, string>
}

export interface Jobs {
  cluster(): Promise<Cluster>
  list(): Promise<readonly NamedJob[]>
  /** Null: the cluster does not know it. */
  job(id: string): Promise<JobDetails | null>
  restarts(id: string): Promise<number | null>
  checkpoint(id: string): Promise<JobCheckpoint | null>
  /** Newest first. */
  exceptions(id: string): Promise<readonly JobException[]>
  cancel(id: string): Promise<void>
  stop(
    id: string,
    options: { readonly folder: string | null; readonly drain: boolean; readonly timeoutMillis: number },
  ): Promise<SavepointResult>
}

interface RawExceptions {
  readonly 'root-exception'?: string | null
  readonly timestamp?: number | null
  readonly exceptionHistory?: {
    readonly entries?: readonly { readonly stacktrace?: string; readonly timestamp?: number; readonly taskName?: string | null }[]
  }
}

export function jobsRest(endpoint: Endpoint): Jobs {
  const http = httpSystem(endpoint)
  return {
    async cluster() {
      const o = await http.call<Record<string, unknown>>('GET', '/overview', 'describe the cluster')
      const config = await http.call<readonly { readonly key: string; readonly value: string }[]>(
        'GET',
        '/jobmanager/config',
        'read its configuration',
      )
      return {
        version: String(o['flink-version']),
        slots: Number(o['slots-total']),
        freeSlots: Number(o['slots-available']),
        config: new Map(config.map((c) => [c.key, c.value])),
      }
    },
    async list() {
      const all = await http.call<{
        readonly jobs: readonly { readonly jid: string; readonly name: string; readonly state: JobState }[]
      }>('GET', '/jobs/overview', 'list its jobs')
      return all.jobs.map((j) => ({ id: j.jid, name: j.name, state: j.state }))
    },
    async job(id) {
      const j = await http.call<{
        readonly jid: string
        readonly name: string
        readonly state: JobState
        readonly 'start-time': number
        readonly duration: number
        readonly vertices: JobDetails['vertices']
      } | null>('GET', `/jobs/${id}`, `describe job ${id}`, { absent: [404] })
      return j === null
        ? null
        : { id: j.jid, name: j.name, state: j.state, start: j['start-time'], duration: j.duration, vertices: j.vertices }
    },
    async restarts(id) {
      const all = await http.call<readonly { readonly id: string; readonly value: string }[] | null>(
        'GET',
        `/jobs/${id}/metrics?get=numRestarts`,
        `count restarts of job ${id}`,
        { absent: [404] },
      )
      const value = all?.[0]?.value
      return value === undefined ? null : Number(value)
    },
    async checkpoint(id) {
      const c = await http.call<{
        readonly latest?: {
          readonly completed?: { readonly id: number; readonly latest_ack_timestamp: number; readonly state_size: number } | null
        }
      } | null>('GET', `/jobs/${id}/checkpoints`, `read checkpoints of job ${id}`, { absent: [404] })
      const last = c?.latest?.completed ?? null
      return last === null ? null : { id: last.id, at: last.latest_ack_timestamp, bytes: last.state_size }
    },
    async exceptions(id) {
      const e = await http.call<RawExceptions | null>('GET', `/jobs/${id}/exceptions`, `read exceptions of job ${id}`, {
        absent: [404],
      })
      const entries = e?.exceptionHistory?.entries ?? []
      const history = entries.map((x) => exception(x.stacktrace ?? '', x.timestamp ?? 0, x.taskName ?? null))
      if (history.length > 0) return history
      const root = e?.['root-exception'] ?? null
      return root === null ? [] : [exception(root, e?.timestamp ?? 0, null)]
    },
    async cancel(id) {
      // a job that has ended meanwhile is what was wanted
      await http.call('PATCH', `/jobs/${id}?mode=cancel`, `cancel job ${id}`, { absent: [404, 409] })
    },
    async stop(id, { folder, drain, timeoutMillis }) {
      const started = await http.call<{ readonly 'request-id': string }>('POST', `/jobs/${id}/stop`, `stop job ${id}`, {
        body: { ...(folder === null ? {} : { targetDirectory: folder }), drain },
      })
      return awaitSavepoint(addressOf(endpoint), id, started['request-id'], timeoutMillis)
    },
  }
}

const exception = (trace: string, at: number, task: string | null): JobException => ({
  at,
  task: task === null ? null : task.replace(/ \(\d+\/\d+\).*$/, ''),
  problem: problemOf(trace),
  trace,
})
