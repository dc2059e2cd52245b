import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { stackDown, stackStatus, stackUp } from './flink.js'
import { isAlive, launch } from './processes.js'

const root = mkdtempSync(join(tmpdir(), 'flowc-stack-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let folder = ''
let next = 0
beforeEach(() => {
  folder = join(root, String(next++))
  mkdirSync(folder)
})

/** Programs of a machine: a shell script each, nothing else on the path. */
function machine(programs: Readonly<Record<string, string>>): Record<string, string> {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  return { PATH: bin, FLOWC_CACHE: join(folder, 'cache'), HOME: folder }
}

const JAVA_17 = `echo 'openjdk version "17.0.15" 2025-04-15' >&2`

async function refused(env: Record<string, string>, version = '2.2.0'): Promise<readonly string[]> {
  const lines: string[] = []
  const up = await stackUp({ folder: join(folder, 'stack'), version, env, say: (line) => lines.push(line) })
  return up.ok ? ['ok'] : up.diagnostics.map((d) => `${d.code} ${d.message}; ${d.help ?? ''}`)
}

describe('stack up says what is missing', () => {
  it.each([
    ['no Java', {}, /^FLOW8101 `java` is not installed; .*openjdk-17/],
    ['an old Java', { java: `echo 'java version "1.8.0_202"' >&2` }, /^FLOW8102 `java` is Java 8; Flink needs Java 17/],
    ['no Python', { java: JAVA_17 }, /^FLOW8101 `python3` is not installed; .*python3-pip/],
    ['no pip', { java: JAVA_17, python3: '[ "$1" = --version ]' }, /^FLOW8101 `pip` is not installed; .*python3-pip/],
    [
      'a download that fails',
      { java: JAVA_17, python3: 'case "$*" in *download*) echo "ERROR: No matching distribution found" >&2; exit 1;; esac' },
      /^FLOW8103 apache-flink-libraries==2\.2\.0 could not be downloaded from PyPI: No matching distribution found; what has arrived is kept/,
    ],
  ] as const)('%s', async (_, programs, message) => {
    expect((await refused(machine(programs)))[0]).toMatch(message)
  })

  it('an unknown version', async () => {
    expect((await refused(machine({}), '1.9.0'))[0]).toMatch(
      /^FLOW8104 there is no stack for Flink `1\.9\.0`; known versions: `2\.2\.0`/,
    )
  })

  it('a cache that is no folder', async () => {
    writeFileSync(join(folder, 'file'), '')
    expect((await refused({ ...machine({ java: JAVA_17 }), FLOWC_CACHE: join(folder, 'file') }))[0]).toMatch(
      /^FLOW8109 `.*file` cannot be used by the stack/,
    )
  })

  it.each(['flink', '0', '65536', '80.5'])('a port that is none: %s', async (port) => {
    const env = { ...fetched(), FLOWC_FLINK_REST_PORT: port }
    expect((await refused(env))[0]).toBe(
      `FLOW8110 \`FLOWC_FLINK_REST_PORT\` is \`${port}\`, which is no port; ports are whole numbers from 1 to 65535`,
    )
  })

  it('a port that is taken', async () => {
    const server = createServer()
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    expect((await refused({ ...fetched(), FLOWC_FLINK_REST_PORT: String(port) }))[0]).toMatch(
      new RegExp(`^FLOW8108 port ${port} for the job manager is taken`),
    )
    server.close()
  })

  it('a process that dies, with its last words, and stops the others', async () => {
    const java = `${JAVA_17}; case "$*" in *-version) exit 0;; *SqlGateway*) echo "Caused by: java.net.BindException: Address already in use"; exit 1;; *) exec sleep 60;; esac`
    const env = { ...fetched(java), PATH: `${join(folder, 'bin')}:${process.env['PATH']}` }
    expect((await refused(env))[0]).toMatch(
      /^FLOW8105 the SQL gateway ended while it was starting: Caused by: java\.net\.BindException/,
    )
    expect(await stackStatus(join(folder, 'stack'))).toEqual({ ok: true, value: null })
  })
})

/** A machine whose cache holds all pieces already: nothing is downloaded. */
function fetched(java = JAVA_17): Record<string, string> {
  const env = machine({ java })
  const flink = join(env['FLOWC_CACHE']!, 'flink-2.2.0')
  const jars = [
    'lib/flink-dist-2.2.0.jar',
    'opt/flink-sql-gateway-2.2.0.jar',
    'connectors/flink-sql-connector-kafka-5.0.0-2.2.jar',
    'connectors/flink-sql-avro-confluent-registry-2.2.0.jar',
    'connectors/iceberg-flink-runtime-2.1-1.11.0.jar',
    'connectors/hadoop-client-api-3.4.1.jar',
    'connectors/hadoop-client-runtime-3.4.1.jar',
  ]
  for (const jar of jars) {
    mkdirSync(join(flink, jar, '..'), { recursive: true })
    writeFileSync(join(flink, jar), '')
  }
  return env
}

describe('stack down', () => {
  it('ends what is recorded, also when the command that started it is long gone', async () => {
    const p = (await launch({
      name: 'job manager',
      program: process.execPath,
      args: ['-e', 'setTimeout(() => {}, 60000)'],
      env: process.env,
      output: join(folder, 'out'),
    }))!
    const state = {
      stateVersion: 1,
      flink: '2.2.0',
      ports: { rest: 1, gateway: 2, rpc: 3, blob: 4 },
      processes: [p, { ...p, name: 'task manager', started: 'another boot' }],
    }
    writeFileSync(join(folder, 'stack.json'), JSON.stringify(state))
    const said: string[] = []
    expect(await stackDown(folder, (line) => said.push(line))).toEqual({ ok: true, value: ['job manager'] })
    expect(said).toEqual([`stopped the job manager (${p.pid})`])
    expect(await isAlive(p)).toBe(false)
    expect(await stackDown(folder, () => {})).toEqual({ ok: true, value: [] })
  })

  it('refuses a file that is not its own', async () => {
    writeFileSync(join(folder, 'stack.json'), '{"stateVersion": 99}')
    const down = await stackDown(folder, () => {})
    expect(down.ok ? [] : down.diagnostics.map((d) => d.code)).toEqual(['FLOW8109'])
    expect(readFileSync(join(folder, 'stack.json'), 'utf8')).toBe('{"stateVersion": 99}')
  })
})
