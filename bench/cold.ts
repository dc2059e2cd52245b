// Times of the whole command line in a fresh process: what a person waits for.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const flowc = fileURLToPath(new URL('../bin/flowc.mjs', import.meta.url))

/** Milliseconds of each of `rounds` runs; the first, which warms the disk cache, is left out. */
export function cold(args: readonly string[], rounds: number): readonly number[] {
  const times: number[] = []
  for (let i = 0; i <= rounds; i++) {
    const begin = performance.now()
    const result = spawnSync(process.execPath, [flowc, ...args], { cwd: root, encoding: 'utf8' })
    const time = performance.now() - begin
    if (result.status !== 0)
      throw new Error(`flowc ${args.join(' ')} failed with ${result.status}:\n${result.stdout}${result.stderr}`)
    if (i > 0) times.push(time)
  }
  return times
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
