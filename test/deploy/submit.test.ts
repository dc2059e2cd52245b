// submit, status and stop against a Flink in this process: what is checked, what is sent, what is kept, where mistakes point.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DeploymentRecord } from '../../src/deploy/record.js'
import { deployProject, type DeployProject } from '../kit/deploy-project.js'

let p: DeployProject
let reset: () => void
beforeAll(async () => {
  p = await deployProject()
  p.world.kafka.topics.set('sales.order.created.v1', { partitions: 1, replicas: 1, configs: new Map() })
  await p.flowc('apply')
  reset = p.capture()
})
beforeEach(() => reset())
afterAll(() => p.close())

const recordPath = (): string => join(p.folder, '.flowc/deployments/dev/sales_orders.json')
const record = (): DeploymentRecord => JSON.parse(readFileSync(recordPath(), 'utf8')) as DeploymentRecord
const trace = (message: string): string =>
  `<Exception on server side:\norg.apache.flink.table.gateway.api.utils.SqlGatewayException: Failed to fetchResults.\nCaused by: ${message}\n\nEnd of exception on server side>`

describe('submit', () => {
  it('defines the tables, compiles the plan, starts it, and keeps a record', async () => {
    const result = await p.flowc('submit', 'orders.flow')
    expect(result.exit, result.all).toBe(0)
    expect(result.stdout).toBe(
      'submitted sales_orders to dev: job job1 is RUNNING, from compiled plan s3://flink/plans/dev/sales_orders-20260101T000000Z.json\n',
    )
    const { statements, properties } = p.world.flink
    expect(properties[0]).toMatchObject({ 'pipeline.name': 'sales_orders', 'table.plan.compile.catalog-objects': 'IDENTIFIER' })
    expect(statements.map((s) => s.split(/[\n(]/)[0])).toEqual([
      'CREATE CATALOG `lake` WITH ',
      'CREATE DATABASE IF NOT EXISTS `lake`.`sales`',
      'CREATE TABLE `orders` ',
      'CREATE TABLE `customers_changes` ',
      'CREATE TABLE `sales.revenue.aggregated.v1` ',
      'CREATE TABLE `sales.orders.dlq` ',
      ...statements.filter((s) => s.startsWith('CREATE VIEW')).map((s) => s.split(/[\n(]/)[0]),
      "COMPILE PLAN 's3://flink/plans/dev/sales_orders-20260101T000000Z.json' FOR STATEMENT SET",
      "EXECUTE PLAN 's3://flink/plans/dev/sales_orders-20260101T000000Z.json'",
    ])
    expect(statements.join('\n')).toContain("'properties.bootstrap.servers' = 'kafka:9092'")
    expect(statements.join('\n')).not.toMatch(/\$\{|EXECUTE STATEMENT SET|;$/)
    expect(record()).toMatchObject({
      pipeline: 'sales_orders',
      environment: 'dev',
      state: 'running',
      jobId: 'job1',
      submittedAt: '2026-01-01T00:00:00.000Z',
      manifest: { target: 'flink-2.2' },
      plan: { planVersion: 1 },
    })
  })

  it('sends logins and keeps them out of messages, records and artifacts', async () => {
    p.configure((e) => {
      e.kafka['sasl'] = { mechanism: 'scram-sha-512', user: 'flow', password: { secret: 'KAFKA_PASSWORD' } }
      e.secrets = 'secrets.env'
    })
    writeFileSync(join(p.folder, 'secrets.env'), '# not for version control\nexport KAFKA_PASSWORD="sess\\"ame"\n')
    p.world.flink.refuse = (s) =>
      s.startsWith('COMPILE') ? trace(`org.apache.flink.table.api.ValidationException: bad option password="sess\\"ame"`) : null
    const result = await p.flowc('submit', 'orders.flow')
    expect(result.exit).toBe(4)
    expect(p.world.flink.statements.join('\n')).toContain(
      `'properties.sasl.jaas.config' = 'org.apache.flink.kafka.shaded.org.apache.kafka.common.security.scram.ScramLoginModule required username="flow" password="sess\\\\\\"ame";'`,
    )
    expect(result.all).not.toContain('sess')
    expect(result.stderr).toContain('bad option password="${secret:KAFKA_PASSWORD}"')
  })

  it('goes on from the savepoint of the last stop with the same compiled plan', async () => {
    await p.flowc('submit', 'orders.flow')
    const stopped = await p.flowc('stop', 'orders.flow', '--savepoint')
    expect(stopped.exit, stopped.all).toBe(0)
    expect(stopped.stdout).toBe('stopped sales_orders: savepoint file:/savepoints/savepoint-1\n')
    expect(p.world.flink.stopped).toEqual([{ body: { drain: false } }])
    const again = await p.flowc('submit', 'orders.flow')
    expect(again.exit, again.all).toBe(0)
    expect(again.stdout).toContain('goes on from savepoint file:/savepoints/savepoint-1')
    expect(p.world.flink.properties.at(-1)).toMatchObject({ 'execution.state-recovery.path': 'file:/savepoints/savepoint-1' })
    expect(p.world.flink.statements.filter((s) => s.startsWith('COMPILE'))).toHaveLength(1)
    expect(record()).toMatchObject({ restoredFrom: 'file:/savepoints/savepoint-1', continueFrom: null })
  })

  it('does not use a savepoint for another program, and does not lose it over a failure', async () => {
    await p.flowc('submit', 'orders.flow')
    await p.flowc('stop', 'sales_orders', '--savepoint')
    p.edit('orders.flow', (t) => t.replace('o.amount > 0', 'o.amount > 1'))
    const changed = await p.flowc('submit', 'orders.flow')
    expect(changed.exit).toBe(4)
    expect(changed.stderr).toContain('error[FLOW8413]: `sales_orders` was stopped with savepoint `file:/savepoints/savepoint-1`')
    p.world.flink.refuse = (s) => (s.startsWith('EXECUTE') ? trace('java.io.IOException: no') : null)
    expect((await p.flowc('submit', 'orders.flow', '--fresh')).exit).toBe(4)
    p.world.flink.refuse = null
    expect(record().continueFrom).toMatchObject({ savepoint: 'file:/savepoints/savepoint-1' })
    const fresh = await p.flowc('submit', 'orders.flow', '--fresh')
    expect(fresh.exit, fresh.all).toBe(0)
    expect(p.world.flink.properties.at(-1)).not.toHaveProperty('execution.state-recovery.path')
    expect(record().continueFrom).toBeNull()
  })

  it('submits SQL text where no plan can be kept, and says what that costs', async () => {
    p.configure((e) => delete e.flink['plans'])
    const result = await p.flowc('submit', 'orders.flow')
    expect(result.exit, result.all).toBe(0)
    expect(result.stderr).toContain('note[FLOW8408]: the job is submitted as SQL text')
    expect(p.world.flink.statements.map((s) => s.split('\n')[0]).slice(-2)).toEqual([
      'EXPLAIN STATEMENT SET',
      'EXECUTE STATEMENT SET',
    ])
  })
})

describe('submit refuses', () => {
  const cases: readonly (readonly [string, () => void, string, string])[] = [
    [
      'another version of Flink',
      () => (p.world.flink.version = '1.20.3'),
      'FLOW8207',
      'the SQL gateway is version 1.20.3, the target is 2.2',
    ],
    ['a full cluster', () => (p.world.flink.freeSlots = 0), 'FLOW8402', 'the job needs 1 slot, 0 of 8 are free'],
    [
      'a missing topic of its own',
      () => p.world.kafka.topics.delete('sales.orders.dlq'),
      'FLOW8404',
      'there is no topic `sales.orders.dlq`',
    ],
    [
      'a missing topic of somebody else, at the source that reads it',
      () => p.world.kafka.topics.delete('sales.order.created.v1'),
      'FLOW8404',
      'there is no topic `sales.order.created.v1`\n  --> orders.flow:11:1',
    ],
    [
      'a differing table',
      () => (p.world.iceberg.tables.get('sales.enriched_orders')!['partition-specs'][0]!.fields = []),
      'FLOW8304',
      'exists and differs',
    ],
    [
      'a job of the same name that somebody else started',
      () =>
        p.world.flink.jobs.set('x', {
          id: 'x',
          name: 'sales_orders',
          state: 'RUNNING',
          states: ['RUNNING'],
          vertices: [],
          exceptions: [],
        }),
      'FLOW8403',
      '`sales_orders` is RUNNING as job x, which was not submitted from here',
    ],
    [
      'a job manager where the gateway should be',
      () => p.configure((e) => (e.flink['gateway'] = e.flink['rest'])),
      'FLOW8205',
      'is not the SQL gateway',
    ],
    [
      'a gateway that is not there',
      () => p.configure((e) => (e.flink['gateway'] = 'http://127.0.0.1:1')),
      'FLOW8201',
      'the SQL gateway at `http://127.0.0.1:1` cannot be reached: connection refused',
    ],
    [
      'a job manager that is not there',
      () => p.configure((e) => (e.flink['rest'] = 'http://127.0.0.1:1')),
      'FLOW8201',
      'the job manager at `http://127.0.0.1:1`',
    ],
    [
      'a slow gateway',
      () => {
        p.world.flink.gateway.trouble = 'slow'
        p.env['FLOWC_TIMEOUT'] = '0.3'
      },
      'FLOW8202',
      'the SQL gateway at',
    ],
    ['a login page', () => (p.world.flink.rest.trouble = 'html'), 'FLOW8205', 'it answers HTML, not JSON'],
    [
      'a wrong password',
      () => (p.world.flink.rest.trouble = 'wrong password'),
      'FLOW8203',
      'refuses the login: status 401, Unauthorized; nothing was sent',
    ],
    ['a gateway that only reads', () => (p.world.flink.gateway.trouble = 'read-only'), 'FLOW8204', 'does not allow to'],
  ]
  it.each(cases)('%s', async (_, change, code, message) => {
    change()
    const result = await p.flowc('submit', 'orders.flow')
    expect(result.exit, result.all).toBe(code === 'FLOW8304' ? 3 : 4)
    expect(result.stderr).toContain(`error[${code}]`)
    expect(result.stderr).toContain(message)
    expect(p.world.flink.statements).toEqual([])
    expect(existsSync(recordPath())).toBe(false)
  })

  it('what it has submitted itself and runs', async () => {
    await p.flowc('submit', 'orders.flow')
    const result = await p.flowc('submit', 'orders.flow')
    expect(result.exit).toBe(4)
    expect(result.stderr).toContain('`sales_orders` is RUNNING as job job1')
    expect(result.stderr).toContain('`flowc stop sales_orders --savepoint` stops it')
    expect(p.world.flink.jobs.size).toBe(1)
  })
})

describe('raw SQL and functions of Java', () => {
  const PROGRAM = `pipeline raw {
}
fn mask(card string) string from java 'com.acme.Mask' {
  jar  'libs/acme.jar'
}
schema Row {
  id    bigint not null,
  card  string,
  at    timestamp(3) not null
}
stream rows from kafka 'shop.row.made.v1' {
  schema  Row
  time    at late by 0 seconds, idle after 1 minute
}
sql moved (rows) returns (id bigint not null, at timestamp(3) not null) time at = """
  SELECT id, \`at\` FROM rows
"""
stream counts =
  from moved
  window tumble 1 minute late count
  group by ()
  select window_start, count(*) as n
stream cards =
  from rows
  select id, mask(card) as card
sink kafka 'shop.row.counted.v1' from counts append {
  format  json
}
sink kafka 'shop.row.masked.v1' from cards append {
  format  json
}
`
  beforeEach(async () => {
    writeFileSync(join(p.folder, 'raw.flow'), PROGRAM)
    p.configure((e) => Object.assign(e, { files: 'file:///srv/files' }))
    p.world.kafka.topics.set('shop.row.made.v1', { partitions: 1, replicas: 1, configs: new Map() })
    await p.flowc('apply', 'raw.flow')
  })
  const described = (type: string) => (statement: string) =>
    statement === 'DESCRIBE `moved`'
      ? [
          ['id', 'BIGINT', 'false'],
          ['at', type, 'false'],
        ]
      : null

  it('are made known before the tables, and the event time is asked for', async () => {
    p.world.flink.answer = described('TIMESTAMP(3) *ROWTIME*')
    const result = await p.flowc('submit', 'raw.flow')
    expect(result.exit, result.all).toBe(0)
    const { statements } = p.world.flink
    expect(statements[0]).toBe(
      "CREATE FUNCTION `mask` AS 'com.acme.Mask' LANGUAGE JAVA\n  USING JAR 'file:///srv/files/libs/acme.jar'",
    )
    expect(statements.indexOf('DESCRIBE `moved`')).toBe(statements.findIndex((s) => s.startsWith('CREATE VIEW `moved`')) + 1)
  })

  it.each([
    ['TIMESTAMP(3)', 'Flink has no watermark for it'],
    ['TIMESTAMP_LTZ(3) *ROWTIME*', 'is TIMESTAMP_LTZ(3) on Flink'],
  ])('an event time that is %s is refused', async (type, words) => {
    p.world.flink.answer = described(type)
    const result = await p.flowc('submit', 'raw.flow')
    expect(result.exit).not.toBe(0)
    expect(result.all).toContain('FLOW2083')
    expect(result.all).toContain(words)
    expect(result.all).toMatch(/--> raw\.flow:\d+/)
    expect(p.world.flink.jobs.size).toBe(0)
  })
})

describe('the words of Flink', () => {
  it.each([
    [
      'a connector that is missing',
      'EXECUTE|COMPILE',
      "org.apache.flink.table.api.ValidationException: Could not find any factory for identifier 'kafka' that implements 'org.apache.flink.table.factories.DynamicTableFactory' in the classpath.\n\nAvailable factory identifiers are:\n\nblackhole",
      'Flink does not know connector `kafka`',
      'org.apache.flink:flink-sql-connector-kafka:5.0.0-2.2',
    ],
    [
      'a format that is missing',
      'COMPILE',
      "org.apache.flink.table.api.ValidationException: Could not find any factory for identifier 'avro-confluent' that implements 'org.apache.flink.table.factories.DeserializationFormatFactory' in the classpath.",
      'Flink does not know format `avro-confluent`',
      'flink-sql-avro-confluent-registry:2.2.0',
    ],
    [
      'a catalog that is missing',
      'CREATE CATALOG',
      "org.apache.flink.table.api.ValidationException: Could not find any factory for identifier 'iceberg' that implements 'org.apache.flink.table.factories.CatalogFactory' in the classpath.",
      'Flink does not know catalog `iceberg`',
      'org.apache.iceberg:iceberg-flink-runtime-2.1:1.11.0',
    ],
    [
      'a class of Hadoop that is missing',
      'CREATE CATALOG',
      'java.lang.NoClassDefFoundError: org/apache/hadoop/conf/Configuration',
      'Flink does not know class `org.apache.hadoop.conf.Configuration`',
      'org.apache.hadoop:hadoop-client-api:3.4.1',
    ],
  ])('name the jar of %s', async (_, statement, message, says, jar) => {
    p.world.flink.refuse = (s) => (new RegExp(`^(${statement})`).test(s) ? trace(message) : null)
    const result = await p.flowc('submit', 'orders.flow')
    expect(result.exit).toBe(4)
    expect(result.stderr).toContain(`error[FLOW8401]: ${says}`)
    expect(result.stderr).toContain(jar)
    expect(p.world.flink.jobs.size).toBe(0)
  })

  it('come back with the clause of the program, without a position in the SQL text', async () => {
    p.world.flink.refuse = (s) => {
      if (!s.startsWith('CREATE VIEW `revenue_5min`')) return null
      const lines = s.split('\n')
      const line = lines.findIndex((l) => l.includes('SUM(`amount`)')) + 1
      const column = lines[line - 1]!.indexOf('SUM') + 1
      return trace(
        `org.apache.calcite.runtime.CalciteContextException: From line ${line}, column ${column} to line ${line}, column ${column + 12}: Cannot apply 'SUM'`,
      )
    }
    const result = await p.flowc('submit', 'orders.flow')
    expect(result.exit).toBe(4)
    const clause =
      readFileSync(join(p.folder, 'orders.flow'), 'utf8')
        .split('\n')
        .findIndex((l) => l.includes('group by region')) + 1
    expect(result.stderr).toContain("error[FLOW8405]: Flink refuses the view `revenue_5min`: Cannot apply 'SUM'\n")
    expect(result.stderr).toMatch(new RegExp(`orders\\.flow:${clause}:\\d+`))
  })

  it('of a failing job name the source that it reads', async () => {
    p.world.flink.next = {
      states: ['CREATED', 'RUNNING', 'RESTARTING'],
      vertices: [{ name: 'Source: orders[1] -> Calc[2]', status: 'FAILED' }],
      exceptions: [1, 2, 3].map((n) => ({
        stacktrace:
          'java.io.IOException: Failed to deserialize Avro record.\n\tat org.apache.flink.formats.avro.AvroRowDataDeserializationSchema.deserialize(X.java:1)\nCaused by: java.io.IOException: Unknown data format. Magic number does not match',
        timestamp: Date.parse('2025-12-31T23:59:00Z') + n,
        taskName: 'Source: orders[1] -> (Calc[2], Calc[8] -> sales.orders.dlq[9]: Writer) (1/1) - execution #3',
      })),
    }
    const result = await p.flowc('submit', 'orders.flow')
    expect(result.exit).toBe(4)
    expect(result.stderr).toContain('error[FLOW8406]: job job1 of `sales_orders` failed in task `Source: orders[1]')
    expect(result.stderr).toContain('Unknown data format. Magic number does not match\n  --> orders.flow:11:1')
    const status = await p.flowc('status')
    expect(status.exit).toBe(4)
    expect(status.stdout).toContain('  --> orders.flow:11:1')
  })

  it('of a program in TypeScript name its line, and the file stops it', async () => {
    const text = readFileSync(join(p.folder, 'orders.flow'), 'utf8')
    writeFileSync(join(p.folder, 'orders.flow.ts'), `import { flow } from 'flowc'\n\nexport const all = flow\`\n${text}\`\n`)
    const dlq = 'sales.orders.dlq'
    p.world.flink.next = {
      states: ['RUNNING'],
      vertices: [{ name: 'Source: orders[1] -> Calc[2]', status: 'RUNNING' }],
      exceptions: [
        {
          stacktrace: 'java.io.IOException: gone',
          timestamp: Date.parse('2025-12-31T23:59:00Z'),
          taskName: `Source: orders[1] -> (Calc[2], Calc[8] -> ${dlq}[9]: Writer) (1/1) - execution #3`,
        },
      ],
    }
    const result = await p.flowc('submit', 'orders.flow.ts')
    expect(result.exit, result.all).toBe(0)
    const line = 11 + 3
    expect((await p.flowc('status', 'orders.flow.ts')).stdout).toContain(`  --> orders.flow.ts:${line}:1`)
    expect(record().places.find((place) => place.name === 'orders')).toMatchObject({ file: 'orders.flow.ts', line })
    expect((await p.flowc('stop', 'orders.flow.ts')).exit).toBe(0)
  })
})

describe('a submit that breaks off', () => {
  it('is finished by the next when the job was started and nobody saw it run', async () => {
    p.world.flink.next.states = ['CREATED']
    p.world.flink.rest.intercept = (r) => (r.path === '/jobs/job1' ? { status: 500, body: { errors: ['leader is gone'] } } : null)
    const first = await p.flowc('submit', 'orders.flow')
    expect(first.exit).toBe(4)
    expect(record()).toMatchObject({ state: 'submitted', jobId: 'job1' })
    p.world.flink.rest.intercept = null
    p.world.flink.jobs.get('job1')!.states = ['RUNNING']
    const second = await p.flowc('submit', 'orders.flow')
    expect(second.exit, second.all).toBe(0)
    expect(second.stdout).toContain('job job1 is RUNNING, was started by an earlier run')
    expect(p.world.flink.jobs.size).toBe(1)
  })

  it('is finished by the next when the answer of the gateway was lost', async () => {
    p.world.flink.gateway.intercept = (r) => {
      if (!/\/result\//.test(r.path) || p.world.flink.jobs.size === 0) return null
      return { status: 502, body: '<html>bad gateway</html>' }
    }
    expect((await p.flowc('submit', 'orders.flow')).exit).toBe(4)
    expect(record()).toMatchObject({ state: 'submitting', jobId: null })
    p.world.flink.gateway.intercept = null
    const second = await p.flowc('submit', 'orders.flow')
    expect(second.exit, second.all).toBe(0)
    expect(record()).toMatchObject({ state: 'running', jobId: 'job1' })
    expect(p.world.flink.jobs.size).toBe(1)
  })

  it('starts nothing with a damaged record', async () => {
    await p.flowc('submit', 'orders.flow')
    writeFileSync(recordPath(), '{}')
    const result = await p.flowc('submit', 'orders.flow')
    expect(result.exit).toBe(2)
    expect(result.stderr).toContain('error[FLOW8409]')
    expect(p.world.flink.jobs.size).toBe(1)
  })
})

describe('status', () => {
  it('shows state, uptime, restarts and the last checkpoint', async () => {
    expect((await p.flowc('status')).stdout).toBe('nothing was submitted to dev from here\n')
    await p.flowc('submit', 'orders.flow')
    const result = await p.flowc('status')
    expect(result.exit, result.all).toBe(0)
    expect(result.stdout).toMatch(/sales_orders +RUNNING +job1 +1 h 2 min +2 +30 s ago/)
    const json = JSON.parse((await p.flowc('status', 'sales_orders', '--format', 'json')).stdout) as unknown
    expect(json).toMatchObject({
      ok: true,
      environment: 'dev',
      pipelines: [
        {
          pipeline: 'sales_orders',
          state: 'RUNNING',
          job: 'job1',
          restarts: 2,
          checkpoint: { id: 7, at: '2025-12-31T23:59:30.000Z' },
        },
      ],
    })
  })
  it('says when the cluster has forgotten a job', async () => {
    await p.flowc('submit', 'orders.flow')
    p.world.flink.jobs.clear()
    const result = await p.flowc('status')
    expect(result.exit).toBe(0)
    expect(result.stdout).toMatch(/sales_orders +gone/)
    expect(result.stderr).toContain('warning[FLOW8412]')
  })
  it('knows what was submitted only', async () => {
    await p.flowc('submit', 'orders.flow')
    const result = await p.flowc('status', 'sales_order')
    expect(result.exit).toBe(2)
    expect(result.stderr).toContain('submitted there: `sales_orders`')
  })
})

describe('stop', () => {
  it('cancels without a savepoint, and the next submit begins anew', async () => {
    await p.flowc('submit', 'orders.flow')
    const result = await p.flowc('stop', 'sales_orders')
    expect(result.exit, result.all).toBe(0)
    expect(result.stdout).toBe('stopped sales_orders: without a savepoint, the next submit begins anew\n')
    expect(record()).toMatchObject({ state: 'stopped', continueFrom: null })
    const again = await p.flowc('stop', 'sales_orders')
    expect(again.exit).toBe(0)
    expect(again.stdout).toBe('sales_orders does not run: job job1 is CANCELED\n')
  })
  it('leaves the job running where no savepoint can be taken', async () => {
    await p.flowc('submit', 'orders.flow')
    p.world.flink.savepoint = { failure: 'java.lang.IllegalStateException: No savepoint directory configured.' }
    const result = await p.flowc('stop', 'sales_orders', '--savepoint')
    expect(result.exit).toBe(4)
    expect(result.stderr).toContain('took no savepoint and goes on running: No savepoint directory configured')
    expect(result.stderr).toContain('`flowc stop sales_orders` ends it without one, and its state is lost')
    expect(record().state).toBe('running')
  })
  it('drains only when asked, and then there is nothing to go on with', async () => {
    p.configure((e) => (e.flink['savepoints'] = 's3://flink/savepoints'))
    await p.flowc('submit', 'orders.flow')
    expect((await p.flowc('stop', 'sales_orders', '--drain')).exit).toBe(2)
    expect((await p.flowc('stop', 'sales_orders', '--savepoint', '--drain')).exit).toBe(0)
    expect(p.world.flink.stopped).toEqual([{ body: { targetDirectory: 's3://flink/savepoints', drain: true } }])
    expect(record().continueFrom).toBeNull()
  })
})
