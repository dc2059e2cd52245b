// Logs of the processes: where they lie, and what they said last.
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { slug } from './service.js'

/** What a process says; Flink's write this file themselves, and what else they print goes to `.out`. */
export const logFile = (folder: string, process: string): string => join(folder, `${slug(process)}.log`)
export const outputFile = (folder: string, process: string): string => join(folder, `${slug(process)}.out`)

/** What a run before this one said stays readable: one `.1` beside the new file. */
export async function rotate(path: string): Promise<void> {
  if (existsSync(path)) await rename(path, `${path}.1`)
}

/** Enough for what a process says while it starts. */
const BEGINNING = 1 << 22

/** Whether these words are among the first that it has said since it was started. */
export function hasSaid(folder: string, process: string, words: string): boolean {
  const path = logFile(folder, process)
  if (!existsSync(path)) return false
  const file = openSync(path, 'r')
  try {
    const text = Buffer.alloc(Math.min(BEGINNING, fstatSync(file).size))
    return text.subarray(0, readSync(file, text)).includes(words)
  } finally {
    closeSync(file)
  }
}

const LAST_LINES = 8

/** What a process said last: the line that names the reason, where there is one, and the lines around the end. */
export function lastSaid(folder: string, process: string): { readonly tail: string; readonly lines: readonly string[] } {
  const lines = [outputFile(folder, process), logFile(folder, process)]
    .filter((f) => existsSync(f))
    .flatMap((f) => readFileSync(f, 'utf8').split('\n'))
    .map((l) => l.trim())
    .filter((l) => l !== '' && !l.startsWith('at '))
  const telling = lines.findLast((l) => /Caused by|Exception|[Ee]rror|FATAL|PANIC/.test(l))
  return {
    tail: (telling ?? lines.at(-1) ?? 'it said nothing').slice(0, 300),
    lines: lines.slice(-LAST_LINES).map((l) => l.slice(0, 300)),
  }
}
