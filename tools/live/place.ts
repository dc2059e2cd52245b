// The stack of the test and what the test does to it: services in a folder of their own, a killed task manager, batch queries.
import type { FlinkRole } from '../../src/stack/flink-config.js'
import { isAlive } from '../../src/stack/processes.js'
import { httpJson, pause } from '../../src/deploy/http.js'
import { openSession } from '../../src/deploy/gateway.js'
import { servicesDown, servicesUp, type ServicesUp } from '../../src/stack/services.js'
import type { ServiceName } from '../../src/stack/service.js'
import { readState } from '../../src/stack/state.js'
import { say } from './verdicts.js'

export type Endpoints = Required<Pick<ServicesUp, 'kafka' | 'registry' | 'connect' | 'postgres' | 'iceberg' | 'flink'>>

const REPORTED = /^(fetched|\S+( \S+)* is ready)/

export async function up(folder: string, services: readonly ServiceName[], signal?: AbortSignal): Promise<ServicesUp> {
  const done = await servicesUp({
    folder,
    services,
    env: process.env,
    say: (line) => (REPORTED.test(line) ? say(`     ${line}`) : undefined),
    ...(services.length === 0 ? { flinkVersion: '2.2.0' } : {}),
    signal,
  })
  if (!done.ok) throw new Error(done.diagnostics.map((d) => `${d.code} ${d.message}`).join('; '))
  return done.value
}

export async function down(folder: string): Promise<void> {
  const done = await servicesDown({ folder, say: () => {} })
  if (!done.ok) throw new Error(done.diagnostics.map((d) => d.message).join('; '))
}

/** kill −9; the job manager stays. Gives the time. */
export async function killTaskManager(folder: string): Promise<number> {
  const manager = (await readState(folder)).flink?.processes.find((p) => p.name === ('task manager' satisfies FlinkRole))
  if (manager === undefined || !(await isAlive(manager))) throw new Error('no task manager runs')
  const killed = Date.now()
  process.kill(manager.pid, 'SIGKILL')
  while (await isAlive(manager)) await pause(50)
  return killed
}

export interface FlinkJob {
  /** Waits until every task runs; after a kill at this time, only once the job manager has noticed it. */
  readonly runsAgain: (killed: number) => Promise<void>
  /** Waits for a checkpoint that began after this call. */
  readonly checkpoint: () => Promise<void>
}

export async function until(what: string, seconds: number, done: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error(`${what}: not after ${seconds} s`)
    await pause(200)
  }
}

async function get<T>(url: string): Promise<T | null> {
  const result = await httpJson<T>({ method: 'GET', url, timeoutMillis: 10_000 })
  return result.ok ? result.value : null
}

export function jobOf(rest: string, id: string): FlinkJob {
  return {
    runsAgain: (killed) =>
      until('the job runs again', 180, async () => {
        const job = await get<{
          readonly state: string
          readonly timestamps: Readonly<Record<string, number>>
          readonly vertices: readonly { readonly status: string }[]
        }>(`${rest}/jobs/${id}`)
        if (job === null || (job.timestamps['RESTARTING'] ?? 0) < killed) return false
        return job.state === 'RUNNING' && job.vertices.every((v) => v.status === 'RUNNING')
      }),
    checkpoint: async () => {
      const began = Date.now()
      await until('a checkpoint', 120, async () => {
        const c = await get<{ latest: { completed: { trigger_timestamp: number } | null } }>(`${rest}/jobs/${id}/checkpoints`)
        return (c?.latest.completed?.trigger_timestamp ?? 0) > began
      })
    },
  }
}

/** Rows of a batch query, after these statements. */
export async function query(
  gateway: string,
  before: readonly string[],
  select: string,
): Promise<readonly (readonly unknown[])[]> {
  const opened = await openSession(gateway, { 'execution.runtime-mode': 'batch' })
  if (!opened.ok) throw new Error(`no session: ${JSON.stringify(opened.failure)}`)
  try {
    for (const statement of [...before, select]) {
      const ran = await opened.value.execute(statement)
      if (!ran.ok) throw new Error(`${statement}: ${JSON.stringify(ran.failure).slice(0, 2000)}`)
      if (statement === select) return ran.value.rows.map((r) => r.fields)
    }
    return []
  } finally {
    await opened.value.close()
  }
}
