// Other programs as functions: flowc, psql.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { count } from './verdicts.js'

export interface Ran {
  readonly exit: number
  /** Both streams. */
  readonly text: string
}

function call(program: string, args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): Promise<Ran> {
  return new Promise((done) => {
    execFile(program, [...args], { ...options, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      const exit = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      done({ exit, text: stdout + stderr })
    })
  })
}

/** As people have it: the bundle. */
const FLOWC = resolve('bin', 'flowc.mjs')

export type Flowc = (...args: readonly string[]) => Promise<Ran>

export const flowcIn =
  (cwd: string): Flowc =>
  (...args) =>
    call(process.execPath, [FLOWC, ...args], { cwd })

/** Runs it and counts whether it ended with this exit code and said all of this. */
export async function expectRun(
  flowc: Flowc,
  title: string,
  args: readonly string[],
  exit: number,
  words: readonly (string | RegExp)[],
): Promise<Ran> {
  const ran = await flowc(...args)
  const absent = words.filter((w) => (typeof w === 'string' ? !ran.text.includes(w) : !w.test(ran.text)))
  const first = /^error[^\n]*/m.exec(ran.text)?.[0] ?? ''
  count(
    ran.exit === exit && absent.length === 0,
    `${title}: exit ${ran.exit}${exit === 0 || first === '' ? '' : `, ${first}`}`,
    `wanted exit ${exit}${absent.length > 0 ? ` and ${absent.join(', ')}` : ''}\n${ran.text}`,
  )
  return ran
}

export interface Database {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

const DEBIAN = '/usr/lib/postgresql'

function psqlProgram(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((v) => `${DEBIAN}/${v}/bin/psql`) : []
  return versions.find((p) => existsSync(p)) ?? 'psql'
}

/** Each statement is a transaction of its own. */
export async function sql(db: Database, ...statements: readonly string[]): Promise<void> {
  const args = ['-h', db.host, '-p', String(db.port), '-U', db.user, '-d', db.database, '-q', '-v', 'ON_ERROR_STOP=1']
  const ran = await call(psqlProgram(), [...args, ...statements.flatMap((s) => ['-c', s])], {
    env: { ...process.env, PGPASSWORD: db.password },
  })
  if (ran.exit !== 0) throw new Error(`psql: ${ran.text}`)
}
