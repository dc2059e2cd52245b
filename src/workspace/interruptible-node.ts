// Work for which the thread stands still, and which Ctrl-C ends at once. Who listens for the signal is called by the event loop, and that
// does not turn meanwhile; a script of `node:vm` is watched by a thread of its own.
import { Script } from 'node:vm'
import { isMainThread } from 'node:worker_threads'
import { Interrupted } from '../core/interrupted.js'

const WORK = Symbol.for('flowc.work')
const holder = globalThis as unknown as Record<symbol, (() => void) | undefined>
let script: Script | null = null

/** `stop` is called, and `Interrupted` thrown. The signal is sent once more, for those who listen. */
export function interruptible<T>(work: () => T, stop: () => void): T {
  // where nobody listens the signal ends the process by itself, and only the main thread is told of it
  if (!isMainThread || process.listenerCount('SIGINT') === 0) return work()
  let result: { readonly value: T } | null = null
  const before = holder[WORK]
  holder[WORK] = () => {
    result = { value: work() }
  }
  try {
    script ??= new Script("globalThis[Symbol.for('flowc.work')]()")
    script.runInThisContext({ breakOnSigint: true })
  } catch (cause) {
    if ((cause as { readonly code?: unknown } | null)?.code !== 'ERR_SCRIPT_EXECUTION_INTERRUPTED') throw cause
    stop()
    process.kill(process.pid, 'SIGINT')
    throw new Interrupted()
  } finally {
    if (before === undefined) delete holder[WORK]
    else holder[WORK] = before
  }
  return result!.value
}
