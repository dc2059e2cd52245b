// Create-only apply against systems in this process: what it makes, what it leaves alone, how it goes on after a failure.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deployProject, type DeployProject } from '../kit/deploy-project.js'
import type { Trouble } from '../kit/fake-server.js'

let p: DeployProject
let reset: () => void
beforeAll(async () => {
  p = await deployProject()
  reset = p.capture()
})
beforeEach(() => reset())
afterAll(() => p.close())

const TOPICS = ['orders_db.public.customers', '__debezium-heartbeat.orders_db', 'sales.revenue.aggregated.v1', 'sales.orders.dlq']
const SUBJECTS = ['sales.revenue.aggregated.v1-value', 'sales.orders.dlq-value']

/** Requests that change something. */
const writes = (): readonly string[] =>
  [p.world.registry.server, p.world.connect.server, p.world.iceberg.server]
    .flatMap((s) => s.calls)
    .filter((c) => /^(PUT|POST|DELETE)/.test(c) && !/validate$|^POST \/subjects\/[^/]+$|^POST \/compatibility/.test(c))

describe('apply', () => {
  it('makes everything in the order in which things need each other, and nothing the second time', async () => {
    const first = await p.flowc('apply', 'orders.flow')
    expect(first.exit, first.all).toBe(0)
    const kinds = first.stdout.split('\n').flatMap((l) => /^created +(\w+) /.exec(l)?.[1] ?? [])
    expect(kinds).toEqual([...TOPICS.map(() => 'topic'), ...SUBJECTS.map(() => 'subject'), 'namespace', 'table', 'connector'])
    expect(first.stdout).toContain('sales.orders.dlq-value  version 1, id 2, compatibility BACKWARD')
    expect(first.stdout).toMatch(/applied: 9 made, 0 there already\n$/)
    expect(p.world.kafka.created).toEqual(TOPICS)
    expect([...p.world.iceberg.tables.keys()]).toEqual(['sales.enriched_orders'])
    const before = writes().length
    const second = await p.flowc('apply', 'orders.flow')
    expect(second.exit).toBe(0)
    expect(second.stdout).toMatch(/applied: 0 made, 9 there already\n$/)
    expect(writes()).toHaveLength(before)
  })

  it('sends Connect the name and the configuration alone, with references that the worker puts in', async () => {
    await p.flowc('apply')
    const { config } = p.world.connect.connectors.get('orders_db')!
    expect(config).toMatchObject({
      name: 'orders_db',
      'database.hostname': 'db',
      'database.password': '${env:DEBEZIUM_PASSWORD}',
    })
    expect(Object.keys(config)).not.toContain('because')
  })

  it('puts values in where the worker cannot, and shows them nowhere', async () => {
    p.configure((e) => (e.connect['references'] = 'values'))
    const made = await p.flowc('apply')
    expect(made.exit, made.all).toBe(0)
    const { config } = p.world.connect.connectors.get('orders_db')!
    expect(config['database.password']).toBe('pa55word')
    config['database.password'] = 'other'
    const differing = await p.flowc('apply', '--format', 'json')
    expect(differing.exit).toBe(3)
    expect(differing.all).toContain('`database.password` is another value, not shown there')
    expect(`${made.all}${differing.all}`).not.toMatch(/pa55word|other`/)
    expect((await p.flowc('build', '-o', 'built')).exit).toBe(0)
    expect(readFileSync(join(p.folder, 'built/sales_orders/connectors/orders_db.json'), 'utf8')).toContain(
      '${env:DEBEZIUM_PASSWORD}',
    )
  })

  it('only looks with --dry-run', async () => {
    const result = await p.flowc('apply', '--dry-run')
    expect(result.exit).toBe(0)
    expect(result.stdout).toMatch(/9 things to make, 0 there\n$/)
    expect(p.world.kafka.created).toEqual([])
    expect(writes()).toEqual([])
  })

  it('gives names the prefix of the environment', async () => {
    p.configure((e) => (e.topics['prefix'] = 'dev.'))
    const result = await p.flowc('apply')
    expect(result.exit, result.all).toBe(0)
    expect(p.world.kafka.created).toEqual([
      'dev.orders_db.public.customers',
      '__debezium-heartbeat.dev.orders_db',
      'dev.sales.revenue.aggregated.v1',
      'dev.sales.orders.dlq',
    ])
    expect(p.world.connect.connectors.get('dev.orders_db')!.config['topic.prefix']).toBe('dev.orders_db')
    expect([...p.world.registry.subjects.keys()]).toContain('dev.sales.orders.dlq-value')
  })

  it('finds the catalog behind its prefix', async () => {
    p.world.iceberg.prefix = 'ws'
    expect((await p.flowc('apply')).exit).toBe(0)
    expect(p.world.iceberg.server.calls).toContain('POST /v1/ws/namespaces/sales/tables')
  })
})

describe('what exists and differs', () => {
  const cases: readonly (readonly [string, () => void, string, string])[] = [
    [
      'a topic with other partitions and retention',
      () => {
        const t = p.world.kafka.topics.get('sales.orders.dlq')!
        t.partitions = 1
        t.configs.set('retention.ms', '1000')
      },
      'FLOW8301',
      'topic `sales.orders.dlq` exists and differs: `partitions` is `1` there and `3` here; `retention.ms` is `1000` there and `2592000000` here',
    ],
    [
      'a subject with another schema, with the answer of the registry',
      () => {
        const [v] = p.world.registry.subjects.get('sales.revenue.aggregated.v1-value')!
        v!.schema = v!.schema.replace('"name":"orders","type":"long"', '"name":"orders","type":"int"')
      },
      'FLOW8302',
      'has another schema in version 1: `orders` is `int` there and `long` here; as a next version, the registry would refuse it: {errorType:',
    ],
    [
      'a table with another column and no partitions',
      () => {
        const t = p.world.iceberg.tables.get('sales.enriched_orders')!
        t.schemas[0]!.fields[4]!.type = 'double'
        t['partition-specs'][0]!.fields = []
      },
      'FLOW8304',
      'table `lake.sales.enriched_orders` exists and differs: `amount` is double not null there and decimal(18, 2) not null here; `partitions` is none there and day(created_at) here',
    ],
    [
      'a connector with another mode and a setting of its own',
      () => {
        const { config } = p.world.connect.connectors.get('orders_db')!
        config['snapshot.mode'] = 'never'
        config['errors.tolerance'] = 'all'
      },
      'FLOW8303',
      'connector `orders_db` exists and differs: `errors.tolerance` is `all` there and not set here; `snapshot.mode` is `never` there and `initial` here',
    ],
  ]
  it.each(cases)('is shown and left alone: %s', async (_, change, code, message) => {
    await p.flowc('apply')
    change()
    p.world.kafka.topics.delete('sales.revenue.aggregated.v1')
    const before = writes().length
    const result = await p.flowc('apply')
    expect(result.exit).toBe(3)
    expect(result.stderr).toContain(`error[${code}]: `)
    expect(result.stderr).toContain(message)
    expect(result.stdout).toContain('nothing was made')
    expect(writes()).toHaveLength(before)
    expect(p.world.kafka.topics.has('sales.revenue.aggregated.v1')).toBe(false)
  })

  it('is only a real difference: other spellings, defaults of the broker and more captured tables are none', async () => {
    await p.flowc('apply')
    const { config } = p.world.connect.connectors.get('orders_db')!
    config['table.include.list'] = 'public\\.orders, public\\.customers'
    config['tombstones.on.delete'] = 'FALSE'
    config['heartbeat.interval.ms'] = '010000'
    p.world.kafka.topics.get('sales.orders.dlq')!.configs.set('compression.type', 'zstd')
    const subject = p.world.registry.subjects.get('sales.orders.dlq-value')![0]!
    subject.schema = JSON.stringify(JSON.parse(subject.schema), null, 2)
    const table = p.world.iceberg.tables.get('sales.enriched_orders')!
    for (const f of table.schemas[0]!.fields) f.id += 100
    table['partition-specs'][0]!.fields[0]!['source-id'] += 100
    table.properties['owner'] = 'somebody'
    const result = await p.flowc('apply')
    expect(result.exit, result.all).toBe(0)
  })

  it('is reported for all kinds at once', async () => {
    await p.flowc('apply')
    for (const [, change] of cases) change()
    const result = await p.flowc('apply')
    expect(result.stderr.match(/error\[FLOW830\d\]/g)).toEqual([
      'error[FLOW8301]',
      'error[FLOW8302]',
      'error[FLOW8304]',
      'error[FLOW8303]',
    ])
  })
})

describe('a system that does not answer as it should', () => {
  type System = 'registry' | 'connect' | 'iceberg'
  const NAMES = { registry: /registry|FLOW80/, connect: /Connect/, iceberg: /catalog `lake`/ }
  const troubles: readonly (readonly [Trouble | 'down', RegExp])[] = [
    ['down', /connection refused/],
    ['slow', /within 0(\.3)? ?seconds|did not answer|no answer/],
    ['html', /HTML/],
    ['wrong password', /401/],
    ['broken', /500/],
    ['read-only', /403/],
  ]
  const all = (['registry', 'connect', 'iceberg'] as const).flatMap((system) => troubles.map(([t, m]) => [system, t, m] as const))
  it.each(all)('%s is %s: message, exit code 4, and the next run does all', async (system: System, trouble, message) => {
    const { server } = p.world[system]
    const address = (url: string): void =>
      p.configure((e) => {
        if (system === 'iceberg') e.catalogs.lake['uri'] = url
        else e[system]['url'] = url
      })
    if (trouble === 'down') address('http://127.0.0.1:1')
    else server.trouble = trouble
    if (trouble === 'slow') p.env['FLOWC_TIMEOUT'] = '0.3'
    const result = await p.flowc('apply')
    expect(result.exit, result.all).toBe(4)
    expect(result.stderr).toMatch(message)
    expect(result.stderr).toMatch(NAMES[system])
    expect(result.stderr).not.toMatch(/FLOW0009|pa55word/)
    // reading comes first: a system that cannot be read keeps everything from being made
    if (trouble !== 'read-only') expect(p.world.kafka.created).toEqual([])
    server.trouble = null
    delete p.env['FLOWC_TIMEOUT']
    address(server.url)
    const again = await p.flowc('apply')
    expect(again.exit, again.all).toBe(0)
    expect(p.world.connect.connectors.size).toBe(1)
  })

  it.each([
    [{ kind: 'unreachable', reason: 'connection refused' }, 'Kafka at `kafka:9092` cannot be reached: connection refused'],
    [
      { kind: 'login', reason: 'SASL SCRAM SHA512 authentication failed' },
      'refuses the login: SASL SCRAM SHA512 authentication failed; nothing was sent',
    ],
    [{ kind: 'timeout', reason: 'no answer within 30 seconds' }, 'no answer within 30 seconds'],
    [
      { kind: 'forbidden', action: 'describe topics', reason: 'Cluster authorization failed' },
      'Kafka does not allow to describe topics: Cluster authorization failed',
    ],
  ] as const)('Kafka: %j', async (problem, message) => {
    p.world.kafka.problem = problem
    const result = await p.flowc('apply')
    expect(result.exit).toBe(4)
    expect(result.stderr).toContain(message)
    expect(writes()).toEqual([])
    p.world.kafka.problem = null
    expect((await p.flowc('apply')).exit).toBe(0)
  })
})

describe('a run that breaks off', () => {
  it('has said what it made, and the next one makes the rest', async () => {
    p.world.kafka.failOn = 'sales.revenue.aggregated.v1'
    const first = await p.flowc('apply')
    expect(first.exit).toBe(4)
    expect(first.stdout).toContain('2 made before it stopped')
    expect(first.stderr).toContain('Kafka does not allow to create topic sales.revenue.aggregated.v1')
    expect(p.world.kafka.created).toEqual(TOPICS.slice(0, 2))
    p.world.kafka.failOn = null
    p.world.iceberg.server.intercept = (r) =>
      r.method === 'POST' && r.path.endsWith('/tables') ? { status: 503, body: { error: { message: 'no disk' } } } : null
    const second = await p.flowc('apply', '--format', 'json')
    expect(second.exit).toBe(4)
    const { steps } = JSON.parse(second.stdout) as { steps: { status: string; kind: string }[] }
    expect(steps.filter((s) => s.status === 'created').map((s) => s.kind)).toEqual([
      'topic',
      'topic',
      'subject',
      'subject',
      'namespace',
    ])
    p.world.iceberg.server.intercept = null
    const third = await p.flowc('apply')
    expect(third.exit).toBe(0)
    expect(third.stdout).toContain('applied: 2 made, 7 there already')
  })

  it('restarts a connector that failed when its cause is gone', async () => {
    p.world.connect.next = {
      state: 'FAILED',
      trace: 'io.debezium.DebeziumException: outer\nCaused by: java.lang.Exception: slot is in use',
    }
    const first = await p.flowc('apply')
    expect(first.exit).toBe(4)
    expect(first.stderr).toContain('connector `orders_db` does not run: its task 0 failed with slot is in use')
    p.world.connect.next = { state: 'RUNNING', trace: null }
    const second = await p.flowc('apply')
    expect(second.exit, second.all).toBe(0)
    expect(second.stdout).toContain('restarted  connector  orders_db')
    expect(p.world.connect.server.calls).toContain('POST /connectors/orders_db/restart')
  })

  it('waits while Connect shares out its tasks', async () => {
    let left = 2
    p.world.connect.server.intercept = () =>
      left-- > 0 ? { status: 409, body: { error_code: 409, message: 'rebalance' } } : null
    expect((await p.flowc('apply')).exit).toBe(0)
  })
})

describe('what is refused before anything is made', () => {
  it('more replicas than brokers', async () => {
    p.configure((e) => (e.topics = {}))
    const result = await p.flowc('apply')
    expect(result.exit).toBe(4)
    expect(result.stderr).toContain('topic `sales.orders.dlq` wants 3 replicas, the cluster has 1 broker')
    expect(result.stderr).toContain('`"topics": {"replicas": 1}`')
    expect(writes()).toEqual([])
  })
  it('a configuration that Connect finds wrong', async () => {
    p.world.connect.errors = {
      'database.hostname': 'Error while validating connector config: FATAL: password authentication failed',
    }
    const result = await p.flowc('apply')
    expect(result.exit).toBe(4)
    expect(result.stderr).toContain(
      '`database.hostname`: Error while validating connector config: FATAL: password authentication failed',
    )
    expect(result.stderr).toContain('`DEBEZIUM_PASSWORD`')
    expect(p.world.kafka.created).toEqual([])
  })
  it('a plug-in that Connect does not have', async () => {
    p.world.connect.plugins = []
    const result = await p.flowc('apply')
    expect(result.exit).toBe(4)
    expect(result.stderr).toContain('error[FLOW8307]')
  })
  it('a secret that is nowhere', async () => {
    p.configure((e) => (e.connect['references'] = 'values'))
    delete p.env['DEBEZIUM_PASSWORD']
    const result = await p.flowc('apply')
    expect(result.exit).toBe(2)
    expect(result.stderr).toContain('needs the secret `DEBEZIUM_PASSWORD`, which is not in the process environment')
    expect(p.world.connect.server.calls.filter((c) => c.startsWith('PUT'))).toEqual([])
    expect(p.world.kafka.created).toEqual([])
  })
  it('an environment without Connect', async () => {
    p.configure((e) => Reflect.deleteProperty(e, 'connect'))
    const result = await p.flowc('apply')
    expect(result.exit).toBe(2)
    expect(result.stderr).toContain('environment `dev` does not say `connect.url`')
  })
  it('an environment that does not exist', async () => {
    const result = await p.flowc('apply', '-e', 'dve')
    expect(result.exit).toBe(2)
    expect(result.stderr).toContain('there is no environment `dve`')
    expect(result.stderr).toContain('did you mean `dev`?')
  })
  it('settings for a catalog that no program has are mentioned when they are nearly those of one', async () => {
    p.configure((e) => Object.assign(e.catalogs, { lak: { warehouse: 'w' }, another: { warehouse: 'w' } }))
    const result = await p.flowc('apply')
    expect(result.exit).toBe(0)
    expect(result.stderr).toContain('warning[FLOW0212]: no program has a catalog `lak`')
    expect(result.stderr).toContain('did you mean `lake`?')
    expect(result.stderr).not.toContain('another')
  })
  it('settings that the plug-in does not know are only mentioned', async () => {
    p.world.connect.unlisted.push('skipped.operations')
    const result = await p.flowc('apply')
    expect(result.exit).toBe(0)
    expect(result.stderr).toContain(
      'warning[FLOW8312]: connector `orders_db`: this version of the plug-in does not know `skipped.operations`',
    )
  })
})
