// Runs a program to its end and gathers what it says. Interrupting the caller ends it.
import { spawn } from 'node:child_process'

export interface Ran {
  /** null: it could not be started, or a signal ended it. */
  readonly code: number | null
  readonly missing: boolean
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal | undefined
}

export function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return new Promise((done, failed) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      signal: options.signal,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (s: string) => (stdout += s))
    child.stderr.setEncoding('utf8').on('data', (s: string) => (stderr += s))
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (options.signal?.aborted === true) failed(error)
      else done({ code: null, missing: error.code === 'ENOENT', stdout, stderr: stderr || error.message })
    })
    child.on('close', (code) => done({ code, missing: false, stdout, stderr }))
  })
}

/** The last line that says something: what a build tool prints when it gives up. */
export function lastWords(ran: Ran): string {
  // eslint-disable-next-line no-control-regex -- tools colour their errors even into a pipe
  const plain = `${ran.stdout}\n${ran.stderr}`.replaceAll(/\u001b\[[\d;]*m/g, '')
  const lines = plain.split('\n').map((l) => l.trim())
  const telling = lines.find((l) => /^(\[ERROR\]|(\w+: )?(error|fatal)\b).*\w/i.test(l) && !/re-run maven/i.test(l))
  const line = telling ?? lines.findLast((l) => l !== '') ?? `ended with code ${ran.code}`
  return line
    .replace(/^\[?error\]?:?\s*/i, '')
    .replace(/ -> \[Help \d\]$/, '')
    .slice(0, 400)
}
