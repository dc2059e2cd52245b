// Processes that outlive the command: started in a session of their own, known by pid and start time, so that a pid that
// the system has given to somebody else is never touched.
import { spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { pause } from '../deploy/http.js'
import { run } from './command.js'

export interface ProcessRecord {
  readonly name: string
  readonly pid: number
  /** Boot and start time: with the pid an identity. */
  readonly started: string
  /** What asks it politely to end, where that is not SIGTERM. */
  readonly stopSignal?: NodeJS.Signals
}

/** null: there is no such process (a zombie is none, once all of its threads are gone and its ports with them). */
async function startOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    try {
      // after the name, which may hold anything, in parentheses: field 3 is the state, field 22 the start in clock ticks
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
      if (fields[0] === 'X' || (fields[0] === 'Z' && readdirSync(`/proc/${pid}/task`).length === 1)) return null
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

/** This process: the one thing that is surely alive. */
export async function self(): Promise<ProcessRecord> {
  return { name: 'flowc', pid: process.pid, started: (await startOf(process.pid)) ?? '' }
}

/** Whether any process, of whomever, has this pid now. */
export function pidIsTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Memory that it holds in bytes; null where the system does not say. */
export async function memoryOf(pid: number): Promise<number | null> {
  let kilobytes: string | undefined
  if (process.platform === 'linux') {
    try {
      kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    } catch {
      return null
    }
  } else kilobytes = (await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout.trim()
  return kilobytes === undefined || kilobytes === '' ? null : Number(kilobytes) * 1024
}

export interface Launch {
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** File for stdout and stderr. */
  readonly output: string
  readonly cwd?: string
  readonly stopSignal?: NodeJS.Signals
}

export async function launch(l: Launch): Promise<ProcessRecord | null> {
  const out = openSync(l.output, 'w')
  const child = spawn(l.program, l.args, { cwd: l.cwd, detached: true, env: { ...l.env }, stdio: ['ignore', out, out] })
  closeSync(out)
  child.on('error', () => {}) // no pid then: said by the caller
  child.unref()
  if (child.pid === undefined) return null
  const started = await startOf(child.pid)
  if (started === null) return null
  return { name: l.name, pid: child.pid, started, ...(l.stopSignal === undefined ? {} : { stopSignal: l.stopSignal }) }
}

const GRACE_MILLIS = 15_000

/** Ends a process politely, after 15 seconds by force. Returns false where it was gone already. */
export async function stopProcess(p: ProcessRecord): Promise<boolean> {
  if (!(await isAlive(p))) return false
  endAtOnce(p)
  const deadline = Date.now() + GRACE_MILLIS
  while (await isAlive(p)) {
    if (Date.now() > deadline) signal(p.pid, 'SIGKILL')
    await pause(50)
  }
  return true
}

/** For a process that this very command has started: its pid is its own. Does not wait. */
export const endAtOnce = (p: ProcessRecord): void => signal(p.pid, p.stopSignal ?? 'SIGTERM')

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
