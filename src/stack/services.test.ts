import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { isAlive, launch } from './processes.js'
import type { ServiceName } from './service.js'
import { servicesDown, servicesStatus, servicesUp, type UpOptions } from './services.js'

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

async function refused(
  env: Record<string, string>,
  more: Partial<UpOptions> & { readonly services?: readonly ServiceName[] } = {},
): Promise<readonly string[]> {
  const up = await servicesUp({ folder: join(folder, 'stack'), services: ['flink'], env, say: () => {}, ...more })
  return up.ok ? ['ok'] : up.diagnostics.map((d) => `${d.code} ${d.message}; ${d.help ?? ''}`)
}

describe('stack up says what is missing', () => {
  it.each([
    ['no Java', {}, /^FLOW8101 `java` is not installed; .*openjdk-17/],
    ['an old Java', { java: `echo 'java version "1.8.0_202"' >&2` }, /^FLOW8102 `java` is Java 8; the services need Java 17/],
    ['no Python', { java: JAVA_17 }, /^FLOW8101 `python3` is not installed; .*python3-pip/],
    ['no Maven', { java: JAVA_17, python3: '' }, /^FLOW8101 `mvn` is not installed; .*apt-get install maven/],
    ['no pip', { java: JAVA_17, python3: '[ "$1" = --version ]' }, /^FLOW8101 `pip` is not installed; .*python3-pip/],
    [
      'a download that fails',
      {
        java: JAVA_17,
        mvn: '',
        python3: 'case "$*" in *download*) echo "ERROR: No matching distribution found" >&2; exit 1;; esac',
      },
      /^FLOW8103 apache-flink-libraries==2\.2\.0 could not be downloaded from PyPI: No matching distribution found; what has arrived is kept/,
    ],
  ] as const)('%s', async (_, programs, message) => {
    expect((await refused(machine(programs)))[0]).toMatch(message)
  })

  it('an unknown version', async () => {
    expect((await refused(machine({}), { flinkVersion: '1.9.0' }))[0]).toMatch(
      /^FLOW8104 there is no stack for Flink `1\.9\.0`; known versions: `2\.2\.0`/,
    )
  })

  it('a cache that is no folder', async () => {
    writeFileSync(join(folder, 'file'), '')
    const tools = machine({ java: JAVA_17, python3: '', mvn: '' })
    expect((await refused({ ...tools, FLOWC_CACHE: join(folder, 'file') }))[0]).toMatch(
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
    expect((await refused(fetched(), { ports: { flink: port } }))[0]).toMatch(
      new RegExp(`^FLOW8108 port ${port}, wanted for .flink., is taken by another process; .--port flink=N`),
    )
    server.close()
  })

  it('a process that dies, with its last words, and stops the others', async () => {
    const java = `${JAVA_17}; case "$*" in *-version) exit 0;; *SqlGateway*) echo "Caused by: java.net.BindException: Address already in use"; exit 1;; *) exec sleep 60;; esac`
    const env = { ...fetched(java), PATH: `${join(folder, 'bin')}:${process.env['PATH']}` }
    expect((await refused(env))[0]).toMatch(
      /^FLOW8105 the SQL gateway ended while it was starting: Caused by: java\.net\.BindException/,
    )
    expect(await servicesStatus(join(folder, 'stack'), env)).toEqual({ ok: true, value: { services: [], endpoints: {} } })
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

describe('stack up', () => {
  it('says everything that is missing at once, each thing once', async () => {
    const all = await refused(machine({}), { services: ['kafka', 'registry', 'flink'] })
    expect(all.map((m) => m.split(';')[0])).toEqual(['FLOW8101 `java` is not installed'])
  })

  it('keeps the last words of a process that died', async () => {
    const java = `case "$*" in *-version) ${JAVA_17};; *) for i in 1 2 3; do echo "line $i"; done; exit 1;; esac`
    const env = { ...fetched(java), PATH: `${join(folder, 'bin')}:${process.env['PATH']}` }
    const up = await servicesUp({ folder: join(folder, 'stack'), services: ['flink'], env, say: () => {} })
    expect(up.ok ? [] : up.diagnostics[0]!.notes).toEqual(['it said last:\n  line 1\n  line 2\n  line 3'])
  })

  it('ends what it has started when it is interrupted', async () => {
    const java = `${JAVA_17}; case "$*" in *-version) exit 0;; *) exec sleep 60;; esac`
    const env = { ...fetched(java), PATH: `${join(folder, 'bin')}:${process.env['PATH']}` }
    const interrupt = new AbortController()
    const stackFolder = join(folder, 'stack')
    const up = servicesUp({ folder: stackFolder, services: ['flink'], env, say: () => {}, signal: interrupt.signal })
    const running = async (): Promise<readonly { readonly pid: number; readonly alive: boolean }[]> => {
      const status = await servicesStatus(stackFolder, env)
      return status.ok ? status.value.services.flatMap((s) => s.processes) : []
    }
    let seen = await running()
    for (let i = 0; i < 200 && seen.length < 3; i++) {
      await new Promise((done) => setTimeout(done, 20))
      seen = await running()
    }
    expect(seen.map((p) => p.alive)).toEqual([true, true, true])
    interrupt.abort()
    await expect(up).rejects.toThrow(/abort/i)
    expect(await running()).toEqual([])
    for (const { pid } of seen) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    expect(existsSync(join(stackFolder, 'lock'))).toBe(false)
  })
})

describe('stack down', () => {
  const sleeper = async () =>
    (await launch({
      name: 'job manager',
      program: process.execPath,
      args: ['-e', 'setTimeout(() => {}, 60000)'],
      env: process.env,
      output: join(folder, 'out'),
    }))!
  const record = (processes: readonly unknown[]) => ({ version: '1', ports: {}, needed: {}, complete: true, processes })

  it('ends what is recorded, also when the command that started it is long gone', async () => {
    const p = await sleeper()
    const flink = record([p, { ...p, name: 'task manager', started: 'another boot' }])
    writeFileSync(join(folder, 'stack.json'), JSON.stringify({ stateVersion: 2, services: { flink } }))
    const said: string[] = []
    expect(await servicesDown({ folder, say: (line) => said.push(line) })).toEqual({ ok: true, value: ['job manager'] })
    expect(said).toEqual([`stopped the job manager (${p.pid})`])
    expect(await isAlive(p)).toBe(false)
    expect(await servicesDown({ folder, say: () => {} })).toEqual({ ok: true, value: [] })
  })

  it('ends what needs the named service, and nothing else', async () => {
    const [kafka, connect, flink] = [await sleeper(), await sleeper(), await sleeper()]
    const services = { kafka: record([kafka]), connect: record([connect]), flink: record([flink]) }
    writeFileSync(join(folder, 'stack.json'), JSON.stringify({ stateVersion: 2, services }))
    const said: string[] = []
    await servicesDown({ folder, services: ['kafka'], say: (line) => said.push(line) })
    expect(said).toEqual([connect, kafka].map((p) => `stopped the job manager (${p.pid})`))
    expect(await isAlive(flink)).toBe(true)
    await servicesDown({ folder, say: () => {} })
    expect(await isAlive(flink)).toBe(false)
  })

  it('refuses a file that is not its own', async () => {
    writeFileSync(join(folder, 'stack.json'), '{"stateVersion": 99}')
    const down = await servicesDown({ folder, say: () => {} })
    expect(down.ok ? [] : down.diagnostics.map((d) => d.code)).toEqual(['FLOW8109'])
    expect(readFileSync(join(folder, 'stack.json'), 'utf8')).toBe('{"stateVersion": 99}')
  })
})
