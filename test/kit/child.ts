// The bundled command line as a child process, in a folder of its own: what a person runs. Builds the bundle when it is stale.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = join(root, 'bin/flowc.mjs')
const bundle = join(root, 'dist/flowc.mjs')

/** `npm test` has built it; a single test run after an edit builds it here. */
export function ensureBuilt(): void {
  const newest = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile() && !e.name.endsWith('.test.ts'))
    .reduce((time, e) => Math.max(time, statSync(join(e.parentPath, e.name)).mtimeMs), 0)
  if (existsSync(bundle) && statSync(bundle).mtimeMs > newest) return
  const built = spawnSync(process.execPath, [join(root, 'tools/build.mjs')], { encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`the bundle cannot be built:\n${built.stderr}`)
}

export interface ChildResult {
  readonly exit: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface ChildOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Put before node: `unshare`, a shell with limits. */
  readonly prefix?: readonly string[]
  /** Called with the running process. */
  readonly during?: (child: ChildProcess) => void
}

export async function flowc(args: readonly string[], options: ChildOptions): Promise<ChildResult> {
  const [program, ...rest] = [...(options.prefix ?? []), process.execPath, bin, ...args]
  const { NO_COLOR: _a, FORCE_COLOR: _b, ...env } = process.env
  const child = spawn(program!, rest, { cwd: options.cwd, env: { ...env, ...options.env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  options.during?.(child)
  const exit = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  return { exit, stdout, stderr }
}

/** A fresh folder with these files; removed by `cleanup`. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): {
  readonly path: string
  readonly cleanup: () => void
} {
  const path = mkdtempSync(join(tmpdir(), 'flowc-e2e-'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), content)
  }
  return { path, cleanup: () => rmSync(path, { recursive: true, force: true }) }
}
