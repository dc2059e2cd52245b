// Topics, connectors and tables: what stands in their artifacts and why.
import { describe, expect, it } from 'vitest'
import { connectText, planConnectors, slotName, tableRegex } from '../../src/codegen/debezium/connector.js'
import { DEFAULT_ENVIRONMENT } from '../../src/codegen/environment.js'
import { build } from '../../src/codegen/index.js'
import { planTopics, type TopicPlan } from '../../src/codegen/kafka/topics.js'
import { icebergType } from '../../src/codegen/iceberg/table.js'
import type { PlanProgram } from '../../src/ir/plan.js'
import {
  array,
  BIGINT,
  binary,
  BYTES,
  char,
  DATE,
  decimal,
  INT,
  map,
  notNull,
  nullable,
  row,
  SMALLINT,
  STRING,
  timestamp,
  timestampLtz,
  type FlowType,
} from '../../src/ir/types.js'
import { checkProgram } from '../support/check-program.js'

const DAY = 86_400_000

function planOf(text: string): PlanProgram {
  const result = checkProgram({ 'main.flow': text })
  expect(result.diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.code} ${d.message}`)).toEqual([])
  return result.programs[0]!.plan
}

const program = (sink: string, more = ''): string => `pipeline p {
  dlq 'dead'
  checkpoint every 1 minute exactly once
}
schema Order {
  id bigint not null,
  amount decimal(10, 2)
}
connection db postgres {
  host      env('DB_HOST')
  database  'shop'
  user      'debezium'
  password  secret('DB_PASSWORD')
}
table customers from cdc db 'public.customers' {
  schema Order
  primary key id
  time commit late by 5 seconds, idle never
}
stream orders from kafka 'shop.order.made.v1' {
  schema Order
}
stream good = from orders
  where amount > 0 else dlq 'free'
sink kafka 'shop.order.good.v1' from good append {
  format json
  ${sink}
}
sink kafka 'shop.customer.now.v1' from customers upsert {
  message key id as text
}
${more}`

const topics = (sink: string, more = ''): ReadonlyMap<string, TopicPlan> =>
  new Map(planTopics(planOf(program(sink, more)), DEFAULT_ENVIRONMENT).map((t) => [t.name, t]))
const config = (t: TopicPlan | undefined, name: string): string | undefined => t?.configs.find((c) => c.name === name)?.value

describe('topics', () => {
  it('are those that the pipeline owns; what it only reads belongs to somebody else', () =>
    expect([...topics('').values()].map((t) => [t.name, t.role])).toEqual([
      ['db.public.customers', 'cdc'],
      ['__debezium-heartbeat.db', 'heartbeat'],
      ['shop.customer.now.v1', 'result'],
      ['shop.order.good.v1', 'result'],
      ['dead', 'dlq'],
    ]))

  it.each([
    ['', 6],
    ['partitions for 2 MB/s', 6],
    ['partitions for 30 MB/s', 6],
    ['partitions for 31 MB/s', 7],
    ['partitions for 100 MB/s', 20],
    ['partitions 2', 2],
  ])('have partitions for twice the throughput, ten MB/s each, at least six unless said: %s', (sink, partitions) =>
    expect(topics(sink).get('shop.order.good.v1')!.partitions.value).toBe(partitions),
  )

  it('keep results a week, changes two, dead letters longer than any result', () => {
    const t = topics('retention 60 days')
    expect(config(t.get('db.public.customers'), 'retention.ms')).toBe(String(14 * DAY))
    expect(config(t.get('shop.order.good.v1'), 'retention.ms')).toBe(String(60 * DAY))
    expect(Number(config(t.get('dead'), 'retention.ms'))).toBeGreaterThan(60 * DAY)
    expect(config(topics('').get('shop.order.good.v1'), 'retention.ms')).toBe(String(7 * DAY))
    expect(config(topics('').get('dead'), 'retention.ms')).toBe(String(30 * DAY))
  })

  it('are compacted only where a row replaces another', () => {
    const t = topics('')
    expect(config(t.get('shop.customer.now.v1'), 'cleanup.policy')).toBe('compact')
    expect(config(t.get('shop.customer.now.v1'), 'retention.ms')).toBeUndefined()
    expect([...t.values()].filter((x) => config(x, 'cleanup.policy') === 'compact')).toHaveLength(1)
  })

  it('let one broker be away', () => {
    for (const t of topics('').values()) expect(Number(config(t, 'min.insync.replicas'))).toBeLessThan(t.replicationFactor.value)
    expect(config(topics('replicas 1').get('shop.order.good.v1'), 'min.insync.replicas')).toBe('1')
  })

  it('take what a topic block says', () =>
    expect(topics('', "topic 'dead' { partitions 9; retention 3 days }").get('dead')).toMatchObject({
      role: 'dlq',
      partitions: { value: 9 },
    }))

  it('say why each setting is as it is', () => {
    for (const t of topics('').values())
      for (const c of [...t.configs, t.partitions, t.replicationFactor]) expect(c.because).not.toBe('')
  })
})

describe('the Debezium connector', () => {
  const [connector] = planConnectors(planOf(program('')), DEFAULT_ENVIRONMENT)
  const values = Object.fromEntries(connector!.config.map((c) => [c.name, connectText(c.value)]))
  it('holds references, never values of the environment', () => {
    expect(values['database.hostname']).toBe('${env:DB_HOST}')
    expect(values['database.password']).toBe('${env:DB_PASSWORD}')
  })
  it('captures exactly the tables of the program', () => {
    expect(values).toMatchObject({
      'table.include.list': 'public\\.customers',
      'publication.autocreate.mode': 'filtered',
      'plugin.name': 'pgoutput',
      'topic.prefix': 'db',
    })
    expect(new RegExp(`^(?:${tableRegex('public.a$b')})$`).test('public.a$b')).toBe(true)
    expect(new RegExp(`^(?:${tableRegex('public.a$b')})$`).test('publicXa$b')).toBe(false)
  })
  it('carries decimals and times as the checker read them', () => {
    expect(values).toMatchObject({
      'decimal.handling.mode': 'string',
      'time.precision.mode': 'connect',
      'value.converter': 'org.apache.kafka.connect.json.JsonConverter',
    })
  })
  it.each([
    ['Orders-DB', 'flow_orders_db'],
    ['x'.repeat(80), `flow_${'x'.repeat(58)}`],
  ])('has a slot that PostgreSQL takes: %s', (connection, slot) => {
    expect(slotName(connection)).toBe(slot)
    expect(slotName(connection)).toMatch(/^[a-z0-9_]{1,63}$/)
  })
  it('uses no property name that Debezium 3.6 has dropped', () => {
    for (const name of Object.keys(values))
      expect(name).not.toMatch(/server\.name|whitelist|blacklist|database\.history|sanitize/)
  })
})

describe('Iceberg tables', () => {
  const ids = (): (() => number) => {
    let n = 10
    return () => ++n
  }
  it.each<[FlowType, unknown]>([
    [SMALLINT, 'int'],
    [BIGINT, 'long'],
    [decimal(10, 2), 'decimal(10, 2)'],
    [char(3), 'string'],
    [binary(16), 'fixed[16]'],
    [BYTES, 'binary'],
    [DATE, 'date'],
    [timestamp(3), 'timestamp'],
    [timestamp(9), 'timestamp_ns'],
    [timestampLtz(6), 'timestamptz'],
    [array(notNull(INT)), { type: 'list', 'element-id': 11, 'element-required': true, element: 'int' }],
    [
      map(notNull(STRING), nullable(INT)),
      { type: 'map', 'key-id': 11, key: 'string', 'value-id': 12, 'value-required': false, value: 'int' },
    ],
    [
      row([
        { name: 'a', type: array(nullable(INT)), nullable: false },
        { name: 'b', type: STRING, nullable: true },
      ]),
      {
        type: 'struct',
        fields: [
          {
            id: 11,
            name: 'a',
            required: true,
            type: { type: 'list', 'element-id': 13, 'element-required': false, element: 'int' },
          },
          { id: 12, name: 'b', required: false, type: 'string' },
        ],
      },
    ],
  ])('%o', (type, json) => expect(icebergType(type, ids())).toEqual(json))

  it('have identifier fields where rows replace each other, and partition fields with ids of their own', () => {
    const text = program(
      '',
      "catalog lake iceberg { uri env('URI'); warehouse 'w' }\nsink lake.shop.customers from customers upsert { partition by bucket(8, id) }\n",
    )
    const request = JSON.parse(build(planOf(text)).find((a) => a.path === 'iceberg/lake.shop.customers.json')!.text) as {
      requests: { body: Record<string, unknown> }[]
    }
    expect(request.requests[1]!.body).toMatchObject({
      name: 'customers',
      schema: {
        'identifier-field-ids': [1],
        fields: [
          { id: 1, name: 'id', required: true },
          { id: 2, name: 'amount' },
        ],
      },
      'partition-spec': { fields: [{ 'source-id': 1, 'field-id': 1000, transform: 'bucket[8]', name: 'id_bucket' }] },
    })
  })
})

describe('the manifest', () => {
  it('lists every other artifact with its hash, the jars, and the names of what is put in from outside', () => {
    const artifacts = build(planOf(program('')))
    const manifest = JSON.parse(artifacts.at(-1)!.text) as {
      artifacts: { path: string; sha256: string }[]
      jars: { artifact: string }[]
      references: unknown
    }
    expect(manifest.artifacts.map((a) => a.path)).toEqual(artifacts.slice(0, -1).map((a) => a.path))
    for (const a of manifest.artifacts) expect(a.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(manifest.jars.map((j) => j.artifact)).toEqual([
      'org.apache.flink:flink-sql-connector-kafka:5.0.0-2.2',
      'org.apache.flink:flink-sql-avro-confluent-registry:2.2.0',
    ])
    expect(manifest.references).toEqual({
      env: ['DB_HOST', 'KAFKA_BOOTSTRAP_SERVERS', 'SCHEMA_REGISTRY_URL'],
      secret: ['DB_PASSWORD'],
    })
  })
})
