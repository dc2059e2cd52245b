// Work that appears whole or not at all: done in a folder beside the cache's own, then moved into place by a rename.
import { existsSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { stack } from '../diagnostics/codes/stack.js'
import { failStack } from './outcome.js'
import { pidIsTaken } from './processes.js'

const SCRATCH = 'fetching-'
const ownerOf = (folder: string): number => Number(folder.slice(SCRATCH.length).split('-')[0])

/** A folder in `cache`, gone afterwards; also on an interrupt, which may leave no time for more. */
export async function inScratch<T>(
  cache: string,
  signal: AbortSignal | undefined,
  work: (scratch: string) => Promise<T>,
): Promise<T> {
  const scratch = await open(cache)
  const interrupted = (): void => {
    try {
      rmSync(scratch, { recursive: true, force: true })
    } catch {
      // a program that is just ending still wrote into it: the next command sweeps
    }
  }
  signal?.addEventListener('abort', interrupted)
  try {
    return await work(scratch)
  } finally {
    signal?.removeEventListener('abort', interrupted)
    await rm(scratch, { recursive: true, force: true })
  }
}

async function open(cache: string): Promise<string> {
  try {
    await mkdir(cache, { recursive: true })
    for (const left of await readdir(cache))
      if (left.startsWith(SCRATCH) && !pidIsTaken(ownerOf(left))) await rm(join(cache, left), { recursive: true, force: true })
    return await mkdtemp(join(cache, `${SCRATCH}${process.pid}-`))
  } catch (error) {
    return failStack(stack.folderUnusable, { folder: cache, reason: (error as Error).message })
  }
}

/** Another process may have brought the same piece in the meantime: then this one is left over. */
export async function settle(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!existsSync(to)) throw error
  }
}
