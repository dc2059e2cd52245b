// The job manager over its REST API: the cluster, jobs, their vertices and exceptions, savepoints.
import { httpJson, pause, urlOf, type Address, type HttpProblem, type HttpResult } from './http.js'
import { problemOf, type FlinkProblem } from './stack-trace.js'

export interface ClusterOverview {
  readonly taskManagers: number
  readonly slots: number
  readonly freeSlots: number
  readonly version: string
}

export type JobState =
  | 'INITIALIZING'
  | 'CREATED'
  | 'RUNNING'
  | 'FAILING'
  | 'FAILED'
  | 'CANCELLING'
  | 'CANCELED'
  | 'FINISHED'
  | 'RESTARTING'
  | 'SUSPENDED'
  | 'RECONCILING'

export interface JobStatus {
  readonly id: string
  readonly name: string
  readonly state: JobState
  readonly vertices: readonly { readonly id: string; readonly name: string; readonly status: string }[]
}

export type SavepointResult =
  | { readonly kind: 'completed'; readonly location: string }
  | { readonly kind: 'failed'; readonly problem: FlinkProblem }
  | { readonly kind: 'timeout'; readonly afterMillis: number }
  | { readonly kind: 'unreachable'; readonly problem: HttpProblem }

export interface FlinkRest {
  overview(): Promise<HttpResult<ClusterOverview>>
  jobs(): Promise<HttpResult<readonly { readonly id: string; readonly state: JobState }[]>>
  job(id: string): Promise<HttpResult<JobStatus>>
  /** Asks for the end of a job; `waitFor` says when it is there. */
  cancel(id: string): Promise<HttpResult<unknown>>
  /** Waits until the job is in one of these states, or in a final one; null after the time-out. */
  waitFor(id: string, ready: (job: JobStatus) => boolean, timeoutMillis: number): Promise<HttpResult<JobStatus | null>>
  savepoint(
    id: string,
    options: { readonly folder: string; readonly cancel: boolean; readonly timeoutMillis?: number },
  ): Promise<SavepointResult>
  /** Why the job failed or restarts; null when nothing went wrong. */
  failure(id: string): Promise<HttpResult<FlinkProblem | null>>
}

const FINAL: ReadonlySet<JobState> = new Set<JobState>(['FAILED', 'CANCELED', 'FINISHED'])
export const isFinal = (state: JobState): boolean => FINAL.has(state)

interface TriggerStatus {
  readonly status: { readonly id: 'IN_PROGRESS' | 'COMPLETED' }
  readonly operation?: {
    readonly location?: string
    readonly 'failure-cause'?: { readonly 'stack-trace'?: string; readonly class?: string }
  }
}

const mapped = <A, B>(r: HttpResult<A>, f: (value: A) => B): HttpResult<B> => (r.ok ? { ok: true, value: f(r.value) } : r)

/** Waits for a savepoint that was asked for; `stop` and `savepoints` share their status. */
export async function awaitSavepoint(base: Address, job: string, request: string, limit: number): Promise<SavepointResult> {
  const deadline = Date.now() + limit
  for (;;) {
    const now = await httpJson<TriggerStatus>({
      method: 'GET',
      url: `${urlOf(base)}/jobs/${job}/savepoints/${request}`,
      timeoutMillis: 20_000,
      address: base,
    })
    if (!now.ok) return { kind: 'unreachable', problem: now.problem }
    const { status, operation } = now.value
    if (status.id === 'COMPLETED') {
      if (operation?.location !== undefined) return { kind: 'completed', location: operation.location }
      const cause = operation?.['failure-cause']
      return { kind: 'failed', problem: problemOf(cause?.['stack-trace'] ?? cause?.class ?? 'no reason given') }
    }
    if (Date.now() > deadline) return { kind: 'timeout', afterMillis: limit }
    await pause(25)
  }
}

export function flinkRest(base: Address): FlinkRest {
  const root = urlOf(base)
  const get = <T>(path: string): Promise<HttpResult<T>> =>
    httpJson<T>({ method: 'GET', url: `${root}${path}`, timeoutMillis: 20_000, address: base })

  const job: FlinkRest['job'] = async (id) =>
    mapped(await get<{ jid: string; name: string; state: JobState; vertices: JobStatus['vertices'] }>(`/jobs/${id}`), (j) => ({
      id: j.jid,
      name: j.name,
      state: j.state,
      vertices: j.vertices.map(({ id: vertex, name, status }) => ({ id: vertex, name, status })),
    }))

  return {
    overview: async () =>
      mapped(await get<Record<string, unknown>>('/overview'), (o) => ({
        taskManagers: Number(o['taskmanagers']),
        slots: Number(o['slots-total']),
        freeSlots: Number(o['slots-available']),
        version: String(o['flink-version']),
      })),

    jobs: async () =>
      mapped(await get<{ jobs: { id: string; status: JobState }[] }>('/jobs'), (o) =>
        o.jobs.map((j) => ({ id: j.id, state: j.status })),
      ),

    job,

    cancel: (id) => httpJson({ method: 'PATCH', url: `${root}/jobs/${id}?mode=cancel`, address: base }),

    waitFor: async (id, ready, timeoutMillis) => {
      const deadline = Date.now() + timeoutMillis
      for (;;) {
        const now = await job(id)
        // a job that was just submitted is not known for a moment
        if (!now.ok && now.problem.status !== 404) return now
        if (now.ok && (ready(now.value) || isFinal(now.value.state))) return now
        if (Date.now() > deadline) return { ok: true, value: null }
        await pause(25)
      }
    },

    savepoint: async (id, options) => {
      const limit = options.timeoutMillis ?? 60_000
      const started = await httpJson<{ 'request-id': string }>({
        method: 'POST',
        url: `${root}/jobs/${id}/savepoints`,
        body: { 'target-directory': options.folder, 'cancel-job': options.cancel },
        address: base,
      })
      return started.ok
        ? awaitSavepoint(base, id, started.value['request-id'], limit)
        : { kind: 'unreachable', problem: started.problem }
    },

    failure: async (id) =>
      mapped(
        await get<{ 'root-exception'?: string | null; exceptionHistory?: { entries?: { stacktrace?: string }[] } }>(
          `/jobs/${id}/exceptions`,
        ),
        (e) => {
          const trace = e['root-exception'] ?? e.exceptionHistory?.entries?.[0]?.stacktrace ?? null
          return trace === null ? null : problemOf(trace)
        },
      ),
  }
}
