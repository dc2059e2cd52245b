// TypeScript 7 by its command line: what it says of a project. It runs beside other tests, so that more threads would only cost more.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const TSC = fileURLToPath(new URL('../../node_modules/@typescript/native/bin/tsc', import.meta.url))

/** `cwd`: the folder of its tsconfig.json; paths in the text are relative to it. */
export function tsc(cwd: string, ...args: readonly string[]): { readonly exit: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [TSC, '-p', '.', '--pretty', 'false', '--singleThreaded', ...args],
    // it ends before a garbage collector has been worth its while
    { cwd, encoding: 'utf8', env: { ...process.env, GOGC: 'off' }, maxBuffer: 1 << 26 },
  )
  return { exit: status, text: stdout + stderr }
}
