// Processes that outlive the command: started in a session of their own, known by pid and start time, so that a pid that
// the system has given to somebody else is never touched.
import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { pause } from '../deploy/http.js'
import { run } from './command.js'

export interface ProcessRecord {
  readonly name: string
  readonly pid: number
  /** Boot and start time: with the pid an identity. */
  readonly started: string
}

/** null: there is no such process (a zombie is none). */
async function startOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    try {
      // after the name, which may hold anything, in parentheses: field 3 is the state, field 22 the start in clock ticks
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
      if (fields[0] === 'Z' || fields[0] === 'X') return null
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`
    } catch {
      return null
    }
  }
  const ps = await run('ps', ['-o', 'stat=,lstart=', '-p', String(pid)])
  const line = ps.stdout.trim()
  return line === '' || line.startsWith('Z') ? null : line.replace(/^\S+\s+/, '')
}

export const isAlive = async (p: ProcessRecord): Promise<boolean> => (await startOf(p.pid)) === p.started

export interface Launch {
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** File for stdout and stderr. */
  readonly output: string
}

export async function launch(l: Launch): Promise<ProcessRecord | null> {
  const out = openSync(l.output, 'w')
  const child = spawn(l.program, l.args, { detached: true, env: { ...l.env }, stdio: ['ignore', out, out] })
  closeSync(out)
  child.on('error', () => {}) // no pid then: said by the caller
  child.unref()
  if (child.pid === undefined) return null
  const started = await startOf(child.pid)
  return started === null ? null : { name: l.name, pid: child.pid, started }
}

const GRACE_MILLIS = 15_000

/** Ends a process politely, after 15 seconds by force. Returns false where it was gone already. */
export async function stopProcess(p: ProcessRecord): Promise<boolean> {
  if (!(await isAlive(p))) return false
  signal(p.pid, 'SIGTERM')
  const deadline = Date.now() + GRACE_MILLIS
  while (await isAlive(p)) {
    if (Date.now() > deadline) signal(p.pid, 'SIGKILL')
    await pause(50)
  }
  return true
}

/** For a process that this very command has started: its pid is its own. Does not wait. */
export const endAtOnce = (p: ProcessRecord): void => signal(p.pid, 'SIGTERM')

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
