// Proves the stack itself on real services: each is started, asked for what it is for, ended with kill -9, started again,
// stopped. Returns nothing: every fact is a line of the count that the caller gives.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Kafka, logLevel } from 'kafkajs'
import { openSession } from '../../src/deploy/gateway.js'
import { httpJson, pause } from '../../src/deploy/http.js'
import type { Outcome } from '../../src/stack/outcome.js'
import { SERVICES, type ServiceName } from '../../src/stack/service.js'
import { servicesDown, servicesStatus, servicesUp, type ServicesUp } from '../../src/stack/services.js'
import type { FlinkVersion } from '../../src/stack/versions.js'

export interface StackCheck {
  readonly folder: string
  readonly services?: readonly ServiceName[]
  readonly flinkVersion: FlinkVersion
  readonly count: (ok: boolean, line: string) => void
  readonly say: (line: string) => void
  readonly signal?: AbortSignal
}

type Up = Required<ServicesUp>

function value<T>(o: Outcome<T>): T {
  if (o.ok) return o.value
  throw new Error(o.diagnostics.map((d) => [d.message, ...d.notes].join('\n')).join('\n'))
}

const upOptions = (c: StackCheck, folder = c.folder) => ({
  folder,
  services: c.services ?? [],
  flinkVersion: c.flinkVersion,
  env: process.env,
  say: c.say,
  signal: c.signal,
})

/** Everything, in the order of a session: up, use, up again, crash, up, use, down. */
export async function checkStack(c: StackCheck): Promise<void> {
  try {
    const since = performance.now()
    const up = value(await servicesUp(upOptions(c)))
    const started = up.started.map((s) => `${s.service} ${s.seconds.toFixed(1)} s`).join(', ')
    c.count(up.started.length > 0, `up in ${((performance.now() - since) / 1000).toFixed(0)} s: ${started}`)
    await useAll(c, up, 'first')
    const again = value(await servicesUp(upOptions(c)))
    c.count(again.started.length === 0 && again.downloaded.length === 0, 'a second up starts and downloads nothing')
    await crash(c)
    await useAll(c, value(await servicesUp(upOptions(c))), 'second')
    await memory(c)
  } finally {
    const stopped = value(await servicesDown({ folder: c.folder, say: c.say }))
    const status = value(await servicesStatus(c.folder, process.env))
    c.count(stopped.length > 0 && status.services.length === 0, `down: ${stopped.join(', ')}`)
  }
}

async function crash(c: StackCheck): Promise<void> {
  const before = value(await servicesStatus(c.folder, process.env)).services
  // the first process of each service but Flink, whose start is the slowest: there the task manager alone
  const victims = before.map((s) => s.processes.find((p) => p.name === 'task manager') ?? s.processes[0]!)
  for (const { pid } of victims) process.kill(pid, 'SIGKILL')
  await pause(300)
  const after = value(await servicesStatus(c.folder, process.env)).services
  c.count(
    after.every((s) => s.state === (s.service === 'flink' ? 'partly stopped' : 'stopped')),
    `status after kill -9 of ${victims.map((p) => p.name).join(', ')}: ${after.map((s) => `${s.service} ${s.state}`).join(', ')}`,
  )
  const up = value(await servicesUp(upOptions(c)))
  const now = value(await servicesStatus(c.folder, process.env)).services
  const same = now.every((s) => {
    const earlier = before.find((b) => b.service === s.service)
    return s.state === 'running' && JSON.stringify(s.ports) === JSON.stringify(earlier?.ports)
  })
  c.count(same && up.started.length === before.length, 'up after the crash starts all of them again, on the same ports')
  const pids = (services: typeof now): string => services.flatMap((s) => s.processes.map((p) => p.pid)).join()
  const spared = before.map((s) => ({ ...s, processes: s.processes.filter((p) => !victims.includes(p)) }))
  const kept = now.map((s) => ({
    ...s,
    processes: s.processes.filter((p) => spared.some((b) => b.processes.some((q) => q.pid === p.pid))),
  }))
  c.count(pids(spared) === pids(kept), `what was not killed goes on: ${pids(kept)}`)
}

async function memory(c: StackCheck): Promise<void> {
  const { services } = value(await servicesStatus(c.folder, process.env))
  const lines = services.map((s) => `${s.service} ${Math.round(s.processes.reduce((n, p) => n + (p.memory ?? 0), 0) / 1e6)} MB`)
  c.count(
    services.every((s) => s.processes.every((p) => p.memory !== null)),
    `memory: ${lines.join(', ')}`,
  )
}

/** `round` names what is written, so that the second one also sees what the first one left. */
async function useAll(c: StackCheck, up: ServicesUp, round: 'first' | 'second'): Promise<void> {
  const have = SERVICES.filter((s) => up[s] !== undefined)
  const asked = (work: (up: Up) => Promise<string>, needs: readonly ServiceName[], title: string): Promise<void> =>
    needs.every((n) => have.includes(n)) ? ask(c, `${round}: ${title}`, () => work(up as Up)) : Promise.resolve()
  await asked((u) => useKafka(u, round), ['kafka'], 'Kafka: exactly-once produce, read committed')
  await asked((u) => useRegistry(u), ['registry'], 'registry: register, list, refuse what is not compatible')
  await asked((u) => useConnect(u, round), ['connect', 'postgres'], 'Debezium: PostgreSQL to registry-framed Avro in Kafka')
  await asked((u) => useFlink(u), ['flink'], 'Flink: SELECT 1 through the gateway')
  await asked((u) => useIceberg(u, round), ['iceberg', 'flink'], 'Iceberg: written and read by Flink through the REST catalog')
}

async function ask(c: StackCheck, title: string, work: () => Promise<string>): Promise<void> {
  try {
    c.count(true, `${title}: ${await work()}`)
  } catch (error) {
    c.count(false, `${title}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function expectEqual(actual: unknown, expected: unknown): void {
  const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (a !== e) throw new Error(`expected ${e}, got ${a}`)
}

const clientOf = (up: Up): Kafka =>
  new Kafka({ clientId: 'stack-check', brokers: [up.kafka.bootstrap], logLevel: logLevel.NOTHING })

async function useKafka(up: Up, round: string): Promise<string> {
  const admin = clientOf(up).admin()
  await admin.connect()
  try {
    const { brokers } = await admin.describeCluster()
    expectEqual(brokers.length, 1)
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: 4, name: '1' }], // 4: a broker
    })
    const config = Object.fromEntries(resources[0]!.configEntries.map((e) => [e.configName, e.configValue]))
    expectEqual([config['auto.create.topics.enable'], config['transaction.max.timeout.ms']], ['false', '900000'])
    await admin.createTopics({ topics: [{ topic: 'check', numPartitions: 1, replicationFactor: 1 }] })
    const producer = clientOf(up).producer({ transactionalId: 'stack-check', idempotent: true, maxInFlightRequests: 1 })
    await producer.connect()
    for (const end of ['abort', 'commit'] as const) {
      const transaction = await producer.transaction()
      await transaction.send({ topic: 'check', messages: [{ key: end, value: round }] })
      await transaction[end]()
    }
    await producer.disconnect()
    const read = await readAll(up, 'check')
    const expected = round === 'first' ? ['commit first'] : ['commit first', 'commit second']
    expectEqual(
      read.map((m) => `${m.key?.toString()} ${m.value?.toString()}`),
      expected,
    )
    return `${read.length} rows`
  } finally {
    await admin.disconnect()
  }
}

interface Message {
  readonly key: Buffer | null
  readonly value: Buffer | null
}

/** All committed messages that are there when it is called; waits for at least `atLeast`. */
async function readAll(up: Up, topic: string, atLeast = 1): Promise<readonly Message[]> {
  const consumer = clientOf(up).consumer({ groupId: `stack-check-${topic}-${process.hrtime.bigint()}`, readUncommitted: false })
  const messages: Message[] = []
  await consumer.connect()
  await consumer.subscribe({ topics: [topic], fromBeginning: true })
  let last = Date.now()
  await consumer.run({
    eachMessage: ({ message }) => {
      messages.push(message)
      last = Date.now()
      return Promise.resolve()
    },
  })
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline && (messages.length < atLeast || Date.now() - last < 1000)) await pause(100)
  await consumer.disconnect()
  return messages
}

async function useRegistry(up: Up): Promise<string> {
  const { url } = up.registry
  const register = (type: string) =>
    httpJson<{ id: number }>({
      method: 'POST',
      url: `${url}/subjects/check-value/versions`,
      body: { schema: JSON.stringify({ type: 'record', name: 'Check', fields: [{ name: 'a', type }] }) },
    })
  const [first, same, other] = [await register('int'), await register('int'), await register('string')]
  if (!first.ok || !same.ok) throw new Error(`it refuses a schema: ${JSON.stringify(first)}`)
  expectEqual(same.value.id, first.value.id)
  if (other.ok || other.problem.status !== 409)
    throw new Error(`a change that is not compatible is not refused: ${JSON.stringify(other)}`)
  const subjects = await httpJson<readonly string[]>({ method: 'GET', url: `${url}/subjects` })
  if (!subjects.ok || !subjects.value.includes('check-value')) throw new Error(`subjects: ${JSON.stringify(subjects)}`)
  const config = await httpJson<{ compatibilityLevel: string }>({ method: 'GET', url: `${url}/config` })
  expectEqual(config.ok && config.value.compatibilityLevel, 'BACKWARD')
  return `${subjects.value.length} subjects, id ${first.value.id}`
}

async function sql(up: Up, database: string, statement: string): Promise<string> {
  const { host, port, user, password } = up.postgres
  const args = ['-h', host, '-p', String(port), '-U', user, '-d', database, '-v', 'ON_ERROR_STOP=1', '-Atc', statement]
  const { stdout } = await promisify(execFile)('psql', args, { env: { ...process.env, PGPASSWORD: password } })
  return stdout.trim()
}

const TOPIC = 'shop.public.customers'

async function useConnect(up: Up, round: string): Promise<string> {
  const plugins = await httpJson<readonly { class: string }[]>({
    method: 'GET',
    url: `${up.connect.url}/connector-plugins?connectorsOnly=false`,
  })
  const classes = plugins.ok ? plugins.value.map((p) => p.class) : []
  const [debezium, converter] = [
    'io.debezium.connector.postgresql.PostgresConnector',
    'io.apicurio.registry.utils.converter.AvroConverter',
  ]
  for (const needed of [debezium, converter]) if (!classes.includes(needed)) throw new Error(`no plugin ${needed}`)
  if (round === 'first') {
    await sql(up, up.postgres.database, 'CREATE DATABASE shop')
    await sql(up, 'shop', 'CREATE TABLE customers (id BIGINT PRIMARY KEY, name TEXT NOT NULL)')
    const created = await httpJson({
      method: 'PUT',
      url: `${up.connect.url}/connectors/check/config`,
      body: connectorConfig(up, debezium, converter),
    })
    if (!created.ok) throw new Error(`${created.problem.reason} ${created.problem.body}`)
  }
  await sql(up, 'shop', `INSERT INTO customers VALUES (${round === 'first' ? 1 : 2}, '${round}')`)
  const expected = round === 'first' ? 1 : 2
  const admin = clientOf(up).admin()
  await admin.connect()
  const deadline = Date.now() + 60_000
  while (!(await admin.listTopics()).includes(TOPIC) && Date.now() < deadline) await pause(200)
  await admin.disconnect()
  const rows = await readAll(up, TOPIC, expected)
  expectEqual(rows.length, expected)
  const frame = rows.at(-1)!.value!
  expectEqual(frame[0], 0)
  const schema = await httpJson<{ schema: string }>({
    method: 'GET',
    url: `${up.registry.url}/schemas/ids/${frame.readUInt32BE(1)}`,
  })
  if (!schema.ok) throw new Error(`id ${frame.readUInt32BE(1)}: ${schema.problem.reason}`)
  expectEqual((JSON.parse(schema.value.schema) as { name: string }).name, 'Envelope')
  if (!frame.includes(round)) throw new Error('the frame does not hold the row')
  return `${rows.length} changes, frames of schema id ${frame.readUInt32BE(1)}`
}

const connectorConfig = (up: Up, debezium: string, converter: string): Readonly<Record<string, string>> => ({
  'connector.class': debezium,
  'database.hostname': up.postgres.host,
  'database.port': String(up.postgres.port),
  'database.user': up.postgres.user,
  'database.password': up.postgres.password,
  'database.dbname': 'shop',
  'topic.prefix': 'shop',
  'table.include.list': 'public.customers',
  'plugin.name': 'pgoutput',
  'publication.autocreate.mode': 'filtered',
  'schema.name.adjustment.mode': 'avro',
  'topic.creation.default.replication.factor': '1',
  'topic.creation.default.partitions': '1',
  ...Object.fromEntries(
    ['key', 'value'].flatMap((part) => [
      [`${part}.converter`, converter],
      [`${part}.converter.apicurio.registry.url`, up.registry.apicurio],
      [`${part}.converter.apicurio.registry.auto-register`, 'true'],
      [`${part}.converter.apicurio.registry.find-latest`, 'false'],
      [`${part}.converter.apicurio.registry.as-confluent`, 'true'],
      [`${part}.converter.apicurio.registry.use-id`, 'contentId'],
      [`${part}.converter.apicurio.registry.headers.enabled`, 'false'],
    ]),
  ),
})

async function rowsOf(up: Up, statements: readonly string[]): Promise<readonly (readonly unknown[])[]> {
  const session = await openSession(up.flink.gateway, { 'execution.runtime-mode': 'batch', 'table.dml-sync': 'true' })
  if (!session.ok) throw new Error(JSON.stringify(session.failure))
  try {
    let rows: readonly (readonly unknown[])[] = []
    for (const statement of statements) {
      const result = await session.value.execute(statement)
      if (!result.ok) throw new Error(`${statement}: ${JSON.stringify(result.failure).slice(0, 1000)}`)
      rows = result.value.rows.map((r) => r.fields)
    }
    return rows
  } finally {
    await session.value.close()
  }
}

async function useFlink(up: Up): Promise<string> {
  expectEqual(await rowsOf(up, ['SELECT 1']), [[1]])
  return `Flink ${up.flink.version}`
}

async function useIceberg(up: Up, round: string): Promise<string> {
  const { uri, warehouse } = up.iceberg
  const rows = await rowsOf(up, [
    `CREATE CATALOG lake WITH ('type' = 'iceberg', 'catalog-type' = 'rest', 'uri' = '${uri}', 'warehouse' = '${warehouse}')`,
    'CREATE DATABASE IF NOT EXISTS lake.sales',
    'CREATE TABLE IF NOT EXISTS lake.sales.orders (id BIGINT, region STRING) PARTITIONED BY (region)',
    `INSERT INTO lake.sales.orders VALUES (${round === 'first' ? 1 : 2}, '${round}')`,
    'SELECT id, region FROM lake.sales.orders ORDER BY id',
  ])
  expectEqual(
    rows,
    round === 'first'
      ? [[1, 'first']]
      : [
          [1, 'first'],
          [2, 'second'],
        ],
  )
  return `${rows.length} rows`
}
