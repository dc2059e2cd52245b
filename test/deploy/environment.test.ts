// What `flowc build -e` shows is what will be submitted: the plan and the environment put together, references kept.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { References } from '../../src/deploy/references.js'
import { placeOfTask, type Place } from '../../src/deploy/places.js'
import { problemOf } from '../../src/deploy/kafka-admin.js'
import { normal } from '../../src/deploy/steps.js'
import type { EnvironmentJson } from '../kit/fake-world.js'
import { deployProject, type DeployProject } from '../kit/deploy-project.js'

let p: DeployProject
let reset: () => void
beforeAll(async () => {
  p = await deployProject()
  reset = p.capture()
})
beforeEach(() => reset())
afterAll(() => p.close())

async function build(change: (e: EnvironmentJson) => void, ...args: readonly string[]): Promise<(path: string) => string> {
  p.configure(change)
  const result = await p.flowc('build', '-o', 'built', ...args)
  expect(result.exit, result.all).toBe(0)
  return (path) => readFileSync(join(p.folder, 'built/sales_orders', path), 'utf8')
}
const SQL = 'flink/sales_orders.sql'

describe('a build for an environment', () => {
  it('has the addresses, the parameters of catalogs and connections, and the policy', async () => {
    const read = await build((e) => {
      e.topics = { replicas: 1, partitions: 1, retention: { dlq: '60 days' } }
      e.checkpoint = '2 seconds'
      e.flink['settings'] = { 'execution.buffer-timeout.interval': '0 ms' }
      e.kafka['properties'] = { 'fetch.max.wait.ms': '5' }
    })
    const sql = read(SQL)
    expect(sql).toContain("'properties.bootstrap.servers' = 'kafka:9092', -- from the environment")
    expect(sql).toContain("'properties.fetch.max.wait.ms' = '5', -- from the environment")
    expect(sql).toContain("SET 'execution.checkpointing.interval' = '2 s'")
    expect(sql).toContain("SET 'execution.buffer-timeout.interval' = '0 ms'; -- from the environment")
    expect(sql).toContain(`'uri' = '${p.world.environment.catalogs.lake['uri']}'`)
    const { topics } = JSON.parse(read('topics.json')) as {
      topics: { name: string; partitions: number; replicationFactor: number; configs: Record<string, string> }[]
    }
    expect(topics.every((t) => t.partitions === 1 && t.replicationFactor === 1 && t.configs['min.insync.replicas'] === '1')).toBe(
      true,
    )
    expect(topics.find((t) => t.name === 'sales.orders.dlq')!.configs['retention.ms']).toBe(String(60 * 86_400_000))
    expect(JSON.parse(read('connectors/orders_db.json'))).toMatchObject({
      name: 'orders_db',
      config: { 'database.hostname': 'db' },
    })
  })
  it('keeps references to secrets, and has nothing of the process environment', async () => {
    p.env['KAFKA_PASSWORD'] = 'hunter2'
    p.env['REGISTRY_PASSWORD'] = 'hunter3'
    const read = await build((e) => {
      e.kafka['sasl'] = { mechanism: 'plain', user: 'flow', password: { secret: 'KAFKA_PASSWORD' } }
      e.kafka['ssl'] = {}
      e.registry = { ...e.registry, user: 'r', password: { env: 'REGISTRY_PASSWORD' } }
    })
    const sql = read(SQL)
    expect(sql).toContain("'properties.security.protocol' = 'SASL_SSL'")
    expect(sql).toContain(
      `kafka.shaded.org.apache.kafka.common.security.plain.PlainLoginModule required username="flow" password="\${secret:KAFKA_PASSWORD}";'`,
    )
    expect(sql).toContain("'value.avro-confluent.basic-auth.user-info' = 'r:${env:REGISTRY_PASSWORD}'")
    const connector = JSON.parse(read('connectors/orders_db.json')) as { config: Record<string, string> }
    expect(connector.config['value.converter.basic.auth.user.info']).toBe('r:${env:REGISTRY_PASSWORD}')
    const manifest = JSON.parse(read('manifest.json')) as {
      references: unknown
      connectors: { name: string; because: Record<string, string> }[]
    }
    expect(manifest.references).toEqual({ env: ['REGISTRY_PASSWORD'], secret: ['DEBEZIUM_PASSWORD', 'KAFKA_PASSWORD'] })
    expect(manifest.connectors[0]!.because['slot.name']).toContain('one slot')
    for (const file of [SQL, 'plan.json', 'manifest.json', 'connectors/orders_db.json'])
      expect(read(file)).not.toContain('hunter')
  })
  it('names the classes of Kafka as the connector of the target has them', async () => {
    const read = await build(
      (e) => (e.kafka['sasl'] = { mechanism: 'scram-sha-256', user: 'u', password: { env: 'P' } }),
      '--target',
      'flink-1.20',
    )
    expect(read(SQL)).toContain("'org.apache.kafka.common.security.scram.ScramLoginModule required")
  })
  it('speaks the API that the converter of Connect knows', async () => {
    const read = await build((e) => {
      e.registry['url'] = 'http://registry:8080/apis/ccompat/v7'
      e.connect['avroConverter'] = 'apicurio'
    })
    expect(JSON.parse(read('connectors/orders_db.json'))).toMatchObject({
      config: { 'value.converter.apicurio.registry.url': 'http://registry:8080/apis/registry/v2' },
    })
  })
  it('has what it says of a source, in place of what the program says', async () => {
    const read = await build((e) => {
      e.streams = {
        orders: {
          start: 'committed else latest',
          until: 'at 2026-01-02 00:00:00',
          parallelism: 3,
          options: { 'properties.max.poll.records': '7' },
        },
      }
    })
    for (const option of [
      "'scan.startup.mode' = 'group-offsets'",
      "'properties.auto.offset.reset' = 'latest'",
      "'scan.bounded.mode' = 'timestamp'",
      "'scan.bounded.timestamp-millis' = '1767312000000'",
      "'scan.parallelism' = '3'",
      "'properties.max.poll.records' = '7'",
    ])
      expect(read(SQL)).toContain(option)
    const { inferred } = JSON.parse(read('manifest.json')) as { inferred: { about: string; what: string; value: string }[] }
    expect(inferred.filter((i) => i.about === 'orders' && i.what === 'start').map((i) => i.value)).toEqual([
      'committed else latest',
    ])
  })
  it('says of sources only what they can do', async () => {
    p.configure((e) => (e.streams = { orders: { start: 'yesterday', until: 'soon', parallelism: 0 } }))
    const wrong = await p.flowc('build', '-o', 'built')
    expect(wrong.exit).toBe(1)
    for (const name of ['start', 'until', 'parallelism']) expect(wrong.stderr).toContain(`streams.orders.${name}\``)
    p.configure((e) => (e.streams = { ordres: { start: 'latest' }, customers: { start: 'latest' } }))
    const unused = await p.flowc('apply', '-e', 'dev', '--dry-run')
    expect(unused.stderr).toContain('no program has a Kafka source `ordres`')
    expect(unused.stderr).toContain('no program has a Kafka source `customers`')
  })
  it('gives variables to env(…) of the program', async () => {
    const read = await build((e) => {
      Reflect.deleteProperty(e, 'catalogs')
      e.variables = { ICEBERG_URI: 'http://from-variables' }
    })
    expect(read(SQL)).toContain("'uri' = 'http://from-variables'")
  })
  it('is refused where the target cannot do it', async () => {
    p.configure((e) => (e.checkpoint = '20 minutes'))
    const result = await p.flowc('build', '-o', 'built')
    expect(result.exit).toBe(2)
    expect(result.stderr).toContain('a checkpoint every 20 minutes leaves no room in a Kafka transaction')
  })
  it('is the same twice', async () => {
    const one = (await build(() => {}))('manifest.json')
    expect((await build(() => {}))('manifest.json')).toBe(one)
  })
})

describe('references', () => {
  const references = (): References =>
    new References({ variables: { HOST: 'db', PASSWORD: 'env-pw' }, secrets: new Map([['PASSWORD', 'p"w']]), looked: 'x' })
  it('are put into a text, and only they', () => {
    expect(references().inText('a ${env:HOST} $${env:HOST} ${other} ${secret:PASSWORD}', 's')).toBe(
      'a db ${env:HOST} ${other} p"w',
    )
  })
  it('that are missing are all reported', () => {
    const r = references()
    r.inText('${env:A} ${secret:B} ${env:A}', 'topic.x')
    expect(r.missing.map((d) => d.message)).toEqual([
      '`topic.x` reads the environment variable `A`, which is not set',
      '`topic.x` needs the secret `B`, which is not in x',
    ])
  })
  it('are taken out of what other systems say, in any spelling', () => {
    const r = references()
    r.inText('${secret:PASSWORD}', 's')
    r.resolve({ kind: 'env', name: 'HOST' }, 's', { secret: false })
    expect(r.redact('user u, password p"w; {"pw":"p\\"w"}; ?pw=p%22w; host db')).toBe(
      'user u, password ${secret:PASSWORD}; {"pw":"${secret:PASSWORD}"}; ?pw=${secret:PASSWORD}; host db',
    )
  })
})

describe('the place of a failing task', () => {
  const place = (kind: Place['kind'], name: string): Place => ({
    kind,
    name,
    file: 'f',
    line: 1,
    column: 1,
    origin: { declaration: '', start: 0, end: 0 },
  })
  const places = [
    place('source', 'orders'),
    place('sink', 'orders.dlq'),
    place('sink', 'lake.sales.orders'),
    place('operator', 'TemporalJoin'),
  ]
  const READ = 'x\n\tat org.apache.flink.formats.avro.AvroRowDataDeserializationSchema.deserialize(A.java:1)'
  const WRITE = 'x\n\tat org.apache.flink.connector.kafka.sink.KafkaWriter.write(A.java:1)'
  it.each([
    ['Source: orders[1] -> Calc[2] -> orders.dlq[3]: Writer', READ, 'orders'],
    ['Source: orders[1] -> Calc[2] -> orders.dlq[3]: Writer', WRITE, 'orders.dlq'],
    [
      'Source: orders[1] -> Calc[2] -> orders.dlq[3]: Writer',
      'java.lang.ArithmeticException: / by zero\n\tat StreamExecCalc$5.processElement(Unknown Source)',
      'orders',
    ],
    ['TemporalJoin[8] -> Calc[9]', 'x', 'TemporalJoin'],
    ['orders.dlq[3]: Committer', WRITE, 'orders.dlq'],
    ['IcebergStreamWriter -> IcebergFilesCommitter -> IcebergSink lake.sales.orders: Writer', 'x', 'lake.sales.orders'],
    ['Calc[2]', 'x', null],
    ['reorders[1]', 'x', null],
  ])('%s', (task, trace, name) => {
    expect(placeOfTask(places, task, trace)?.name ?? null).toBe(name)
  })
})

describe('values that mean the same', () => {
  it.each([
    ['007', '7'],
    ['1.50', '1.5'],
    ['TRUE', 'true'],
    ['b, a', 'a,b'],
    ['compact,delete', 'delete,compact'],
    ['public\\.b,public\\.a', 'public\\.a, public\\.b'],
    ['9223372036854775807', '9223372036854775807'],
  ])('%s and %s', (a, b) => expect(normal(a)).toBe(normal(b)))
  it.each([
    ['9223372036854775807', '9223372036854775806'],
    ['a', 'A'],
    ['a b', 'a,b'],
  ])('but not %s and %s', (a, b) => expect(normal(a)).not.toBe(normal(b)))
})

describe('errors of kafkajs', () => {
  const error = (name: string, fields: object, cause?: Error): Error => Object.assign(new Error('m', { cause }), { name }, fields)
  it.each([
    [
      error(
        'KafkaJSNumberOfRetriesExceeded',
        {},
        error('KafkaJSConnectionError', { code: 'ECONNREFUSED', message: 'Connection error: connect ECONNREFUSED 127.0.0.1:1' }),
      ),
      { kind: 'unreachable', reason: 'connection refused' },
    ],
    [
      error('KafkaJSProtocolError', { type: 'ILLEGAL_SASL_STATE' }),
      { kind: 'login', reason: 'the listener takes no such login' },
    ],
    [
      error('KafkaJSSASLAuthenticationError', { message: 'SASL PLAIN authentication failed' }),
      { kind: 'login', reason: 'SASL PLAIN authentication failed' },
    ],
    [
      error('KafkaJSAggregateError', {
        errors: [error('KafkaJSCreateTopicError', { type: 'INVALID_CONFIG', message: 'Configuration is invalid' })],
      }),
      { kind: 'failed', action: 'create', reason: 'Configuration is invalid (INVALID_CONFIG)' },
    ],
    [
      error('KafkaJSAggregateError', {
        errors: [error('KafkaJSCreateTopicError', { type: 'TOPIC_AUTHORIZATION_FAILED', message: 'Not authorized' })],
      }),
      { kind: 'forbidden', action: 'create', reason: 'Not authorized' },
    ],
    [
      error('KafkaJSConnectionClosedError', { message: 'Closed connection' }),
      { kind: 'unreachable', reason: 'the connection was closed: another login or TLS may be wanted' },
    ],
  ] as const)('become words: %s', (e, problem) => expect(problemOf(e, 'create')).toEqual(problem))
})
