// One command at a time in a folder. The lock names its holder; one that is gone holds nothing.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { pause } from '../deploy/http.js'
import { stack } from '../diagnostics/codes/stack.js'
import { failStack } from './outcome.js'
import { isAlive, self, type ProcessRecord } from './processes.js'

const PATIENCE_MILLIS = 20 * 60_000

/** Free, taken by this process, or held by another. Never waits. */
async function take(path: string, me: ProcessRecord): Promise<'taken' | ProcessRecord> {
  for (;;) {
    // Written elsewhere and linked: nobody ever reads half a lock.
    const mine = `${path}.${process.pid}`
    writeFileSync(mine, JSON.stringify(me))
    try {
      linkSync(mine, path)
      return 'taken'
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(mine, { force: true })
    }
    const text = readOrNull(path)
    if (text === null) continue
    const holder = parsed(text)
    if (holder !== null && (await isAlive(holder))) return holder
    // Moved aside before it is thrown away: if it is no longer the one that was read, its new holder gets it back.
    const aside = `${path}.stale-${process.pid}`
    try {
      renameSync(path, aside)
      if (readOrNull(aside) !== text) linkSync(aside, path)
    } catch (error) {
      if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    } finally {
      rmSync(aside, { force: true })
    }
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function parsed(text: string): ProcessRecord | null {
  try {
    const value = JSON.parse(text) as Partial<ProcessRecord>
    return typeof value.pid === 'number' && typeof value.started === 'string' ? (value as ProcessRecord) : null
  } catch {
    return null
  }
}

/** Waits for `path`, does the work, gives it back; on an interrupt at once. `waiting` is told who is waited for. */
export async function withLock<T>(
  path: string,
  signal: AbortSignal | undefined,
  waiting: (holder: ProcessRecord) => void,
  work: () => Promise<T>,
): Promise<T> {
  const me = await self()
  const deadline = Date.now() + PATIENCE_MILLIS
  for (let told = false; ;) {
    signal?.throwIfAborted()
    const holder = await take(path, me)
    if (holder === 'taken') break
    if (!told) waiting(holder)
    told = true
    if (Date.now() > deadline) failStack(stack.stackBusy, { lock: path, pid: holder.pid })
    await pause(200)
  }
  const release = (): void => rmSync(path, { force: true })
  signal?.addEventListener('abort', release)
  try {
    return await work()
  } finally {
    signal?.removeEventListener('abort', release)
    release()
  }
}

/** Takes `path` if it is free and returns how to give it back; null: somebody holds it. */
export async function tryLock(path: string): Promise<(() => void) | null> {
  return (await take(path, await self())) === 'taken' ? () => rmSync(path, { force: true }) : null
}
