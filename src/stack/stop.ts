// Ends processes that a stack has started, the last one first.
import { stopProcess, type ProcessRecord } from './processes.js'
import type { ServiceName } from './service.js'
import type { StateFile } from './state.js'

/** Names of those that were still there. */
export async function stopProcesses(
  processes: readonly ProcessRecord[],
  say: (line: string) => void,
): Promise<readonly string[]> {
  const stopped: string[] = []
  for (const p of processes.toReversed()) {
    if (!(await stopProcess(p))) continue
    stopped.push(p.name)
    say(`stopped the ${p.name} (${p.pid})`)
  }
  return stopped
}

/** Its ports stay remembered. */
export async function stopService(state: StateFile, name: ServiceName, say: (line: string) => void): Promise<readonly string[]> {
  const record = state.get(name)
  if (record === undefined) return []
  const stopped = await stopProcesses(record.processes, say)
  await state.set(name, { ...record, processes: [], complete: false })
  return stopped
}
