// PostgreSQL with logical decoding, from the binaries that the machine has; its own data folder, never the machine's cluster.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chown, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stack } from '../diagnostics/codes/stack.js'
import { lastWords, run } from './command.js'
import { failStack } from './outcome.js'
import { pidIsTaken } from './processes.js'
import type { Fetching, Service, Starting, Task } from './service.js'

const SERVER = 'PostgreSQL server'
const DEBIAN = '/usr/lib/postgresql'

/** Reachable from this machine only: no secret. */
export const POSTGRES_USER = 'postgres'
export const POSTGRES_PASSWORD = 'postgres'
export const POSTGRES_DATABASE = 'postgres'

/** For tests on a database that dies with its folder; nothing is synced to disk. */
export function serverSettings(port: number): readonly string[] {
  const settings: Readonly<Record<string, string | number>> = {
    listen_addresses: '127.0.0.1',
    port,
    // a socket's path may be too long, and nobody needs one
    unix_socket_directories: '',
    wal_level: 'logical',
    max_replication_slots: 10,
    max_wal_senders: 10,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    shared_buffers: '64MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
  }
  return Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
}

/**
 * Debian keeps each major version's programs in a folder of its own; elsewhere they are on the path. A data folder is read by
 * the version that made it only.
 */
async function findPrograms(env: Fetching['env'], data: string | null): Promise<string> {
  const made =
    data === null || !existsSync(join(data, 'PG_VERSION')) ? null : readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  const majors = existsSync(DEBIAN) ? readdirSync(DEBIAN).filter((m) => existsSync(join(DEBIAN, m, 'bin', 'postgres'))) : []
  const newest = majors.sort((a, b) => Number(a) - Number(b)).at(-1)
  const major = made !== null && majors.includes(made) ? made : newest
  if (major !== undefined) return `${join(DEBIAN, major, 'bin')}/`
  const found = await run('initdb', ['--version'], { env })
  if (!found.missing) return ''
  const need = 'the service `postgres` runs the programs of this machine'
  return failStack(stack.toolMissing, { tool: 'initdb', need, install: 'postgresql' })
}

/** How a program is called: by root as somebody else, for PostgreSQL refuses to run as root. */
type Call = (program: string, args: readonly string[]) => readonly [string, readonly string[]]

interface Owner {
  readonly uid: number
  readonly gid: number
}

async function findOwner(env: Fetching['env']): Promise<Owner | null> {
  if (process.getuid?.() !== 0) return null
  const [uid, gid] = await Promise.all([id(env, '-u'), id(env, '-g')])
  return uid === null || gid === null ? failStack(stack.noPostgresUser, {}) : { uid, gid }
}

async function callAs(env: Fetching['env'], owner: Owner | null, folder: string): Promise<Call> {
  if (owner === null) return (program, args) => [program, args]
  const as = ['--reuid', String(owner.uid), '--regid', String(owner.gid), '--clear-groups']
  const canEnter = (await run('setpriv', [...as, '--', 'test', '-x', folder], { env })).code === 0
  // A folder below one that only root may enter, such as /root: the right to pass goes along, nothing else of root.
  const rights = canEnter ? [] : ['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override']
  return (program, args) => ['setpriv', [...as, ...rights, '--', program, ...args]]
}

async function id(env: Fetching['env'], flag: '-u' | '-g'): Promise<number | null> {
  const ran = await run('id', [flag, POSTGRES_USER], { env })
  return ran.code === 0 ? Number(ran.stdout.trim()) : null
}

/** Made beside its place and moved there: an interrupted one leaves nothing that looks like a database. */
async function createCluster(s: Starting, programs: string, call: Call, data: string): Promise<void> {
  if (existsSync(data)) return
  const [next, password] = [join(s.folder, 'data.next'), join(s.folder, 'password')]
  await rm(next, { recursive: true, force: true })
  await writeFile(password, `${POSTGRES_PASSWORD}\n`)
  try {
    const args = [
      '-D',
      next,
      '-U',
      POSTGRES_USER,
      '-A',
      'scram-sha-256',
      `--pwfile=${password}`,
      '-E',
      'UTF8',
      '--no-locale',
      '-N',
    ]
    const [program, all] = call(`${programs}initdb`, args)
    const ran = await run(program, all, { cwd: s.folder, env: s.env, signal: s.signal })
    if (ran.code !== 0)
      failStack(stack.notPrepared, { service: 'PostgreSQL', step: 'creating its data folder', reason: lastWords(ran) })
    await rename(next, data)
  } finally {
    await rm(password, { force: true })
  }
}

/**
 * After a crash the server believes its old pid file where somebody else has that pid by now. Otherwise the file stays: by it
 * the server finds out whether its old children are still at work.
 */
async function forgetPid(data: string, gone: readonly number[]): Promise<void> {
  const file = join(data, 'postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  if (gone.includes(pid) && pidIsTaken(pid)) await rm(file)
}

const dataOf = (folder: string): string => join(folder, 'data')

export const postgres: Service = {
  name: 'postgres',
  title: 'PostgreSQL',
  needs: [],
  readySeconds: 60,
  version: async ({ env }) => {
    const ran = await run(`${await findPrograms(env, null)}postgres`, ['--version'], { env })
    return /\d+(\.\d+)*/.exec(ran.stdout)?.[0] ?? 'unknown'
  },
  check: async ({ env }) => {
    await findPrograms(env, null)
    await findOwner(env)
  },
  fetch: () => Promise.resolve(),
  prepare: async (s): Promise<readonly Task[]> => {
    const data = dataOf(s.folder)
    const programs = await findPrograms(s.env, data)
    const owner = await findOwner(s.env)
    if (owner !== null) await chown(s.folder, owner.uid, owner.gid)
    const call = await callAs(s.env, owner, s.folder)
    await createCluster(s, programs, call, data)
    await forgetPid(data, s.gone)
    const [program, args] = call(`${programs}postgres`, ['-D', data, ...serverSettings(s.ports['postgres']!)])
    // SIGINT is its fast shutdown; SIGTERM would wait for every client to leave
    return [{ name: SERVER, program, args, stopSignal: 'SIGINT' }]
  },
  awaited: async ({ env, folder, ports }) => {
    const isReady = `${await findPrograms(env, dataOf(folder))}pg_isready`
    const ran = await run(isReady, ['-q', '-h', '127.0.0.1', '-p', String(ports['postgres']), '-t', '2'], { env })
    return ran.code === 0 ? null : SERVER
  },
  address: (ports) => `postgresql://${POSTGRES_USER}:${POSTGRES_PASSWORD}@127.0.0.1:${ports['postgres']}/${POSTGRES_DATABASE}`,
}
