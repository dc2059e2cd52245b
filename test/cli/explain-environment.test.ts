// What `explain` says of a pipeline in an environment is what `build` writes for it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli, type CliResult } from '../kit/run-cli.js'

let cwd: string
const flowc = (...args: readonly string[]): Promise<CliResult> => runCli(args, { cwd })

const FILES: Readonly<Record<string, string>> = {
  'writes.flow': `pipeline writes {
}
schema Rate {
  currency  string not null,
  rate      decimal(10, 4),
  at        timestamp(3) not null
}
stream rates_in from kafka 'shop.rate.seen.v1' {
  schema  Rate
  time    at late by 1 second, idle after 1 minute
}
stream rates =
  from rates_in
  select currency, rate, at
sink kafka 'shop.rate.kept.v1' from rates append {
  retention  7 days
}
`,
  'shop.flow': `import pipeline writes { rates } from './writes.flow'

param least decimal(10, 2) = 1

pipeline shop {
  dlq 'shop.order.dlq'
}
connection db postgres {
  host      'localhost'
  database  'shop'
  user      'debezium'
  password  secret('DB_PASSWORD')
}
catalog lake iceberg {
  uri        'http://localhost:8181'
  warehouse  's3://lake/'
}
schema Order {
  order_id     bigint not null,
  customer_id  bigint,
  currency     string,
  amount       decimal(10, 2),
  created_at   timestamp(3) not null
}
schema Customer {
  customer_id  bigint not null,
  segment      string
}
stream orders from kafka 'shop.order.created.v1' {
  schema  Order
  time    created_at late by 10 seconds, idle after 1 minute
}
table customers from cdc db 'public.customers' {
  schema       Customer
  primary key  customer_id
  time         commit late by 0 seconds, idle never
}
stream big =
  from orders as o
  where o.amount >= least else dlq 'small'
  left join customers as c
    at o.created_at
    on o.customer_id = c.customer_id
    late to dlq
  select o.order_id, o.currency, c.segment, o.created_at
stream prices =
  from rates
  select currency, rate
sink kafka 'shop.order.big.v1' from big append {
  retention  7 days
}
sink kafka 'shop.rate.price.v1' from prices append {
}
sink lake.shop.big from big append {
}
tap big to kafka 'debug.big'
`,
  'said.flow': `pipeline said {
  checkpoint every 90 seconds at least once
}
schema Row {
  id  bigint not null
}
stream rows from files 'rows.ndjson' {
  schema  Row
}
sink kafka 'shop.row.kept.v1' from rows append {
  format json
}
`,
  'flow.config.json': JSON.stringify({
    checkpoint: '2 minutes',
    environments: {
      plain: {},
      checkpoint: { checkpoint: '3 minutes' },
      prefix: { topics: { prefix: 'dev.' } },
      streams: {
        streams: {
          orders: {
            start: 'latest',
            until: 'at 2026-01-01 00:00:00',
            parallelism: 3,
            options: { 'scan.topic-partition-discovery.interval': '1 min' },
          },
          rates: { start: 'committed else latest' },
        },
      },
      taps: { taps: 'off' },
      systems: {
        kafka: { bootstrap: { env: 'BOOTSTRAP' }, properties: { 'fetch.min.bytes': '10' } },
        registry: { url: 'http://registry:8080' },
        connections: { db: { host: 'db.prod' } },
        catalogs: { lake: { uri: 'http://lake:8181' } },
        variables: { BOOTSTRAP: 'kafka:9092' },
        params: { least: '10.00' },
        topics: { replicas: 1, partitions: 4, retention: { dlq: '3 days' } },
        flink: { settings: { 'table.exec.state.ttl': '1 d' } },
      },
      files: { files: '/data' },
    },
  }),
}

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'flowc-explain-'))
  for (const [path, text] of Object.entries(FILES)) writeFileSync(join(cwd, path), text)
})
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

interface Inferred {
  readonly about: string
  readonly what: string
  readonly value: string
  readonly because: string
}
const json = <T>(text: string): T => JSON.parse(text) as T

/** The file says behind an option why it is there. */
const withoutReasons = (sql: string): string => sql.replaceAll(/ -- .*$/gm, '')

async function both(file: string, env: string): Promise<{ inferred: readonly Inferred[]; text: string; sql: string }> {
  const pipeline = file.replace('.flow', '')
  const built = await flowc('build', file, '-e', env, '-o', env)
  expect(built.exit, built.all).toBe(0)
  const manifest = json<{ inferred: readonly Inferred[] }>(readFileSync(join(cwd, env, pipeline, 'manifest.json'), 'utf8'))
  const explained = await flowc('explain', file, '-e', env, '--format', 'json')
  expect(explained.exit, explained.all).toBe(0)
  const { inferred } = json<{ inferred: readonly Inferred[] }>(explained.stdout)
  expect(inferred).toEqual(manifest.inferred)
  const { stdout: text } = await flowc('explain', file, '-e', env)
  return { inferred, text, sql: withoutReasons(readFileSync(join(cwd, env, pipeline, 'flink', `${pipeline}.sql`), 'utf8')) }
}

const environments = Object.keys(json<{ environments: object }>(FILES['flow.config.json']!).environments)

describe.each(environments)('environment `%s`', (env) => {
  it('is explained with the values that are built', async () => {
    const { text, sql } = await both('shop.flow', env)
    const checkpoint = /^ {2}checkpoint +every (\d+) minutes, exactly-once$/m.exec(text)?.[1]
    expect(sql).toContain(`'execution.checkpointing.interval' = '${checkpoint} min'`)
    expect(sql).toContain(`'topic' = '${/^ {2}dlq +(\S+)$/m.exec(text)?.[1]}'`)
    // where the text of the statements changes: all kinds of them
    for (const relation of ['prefix', 'systems'].includes(env) ? ['orders', 'customers', 'rates', 'big'] : ['orders']) {
      const shown = json<{ sql: readonly string[] }>(
        (await flowc('explain', 'shop.flow', relation, '-e', env, '--format', 'json')).stdout,
      )
      expect(shown.sql.length).toBeGreaterThan(0)
      for (const statement of shown.sql) expect(sql).toContain(statement)
    }
  })
})

it('the folder of files is that of the environment', async () => {
  const { sql } = await both('said.flow', 'files')
  const [shown] = json<{ sql: readonly string[] }>(
    (await flowc('explain', 'said.flow', 'rows', '-e', 'files', '--format', 'json')).stdout,
  ).sql
  expect(shown).toContain('/data/rows.ndjson')
  expect(sql).toContain(shown)
})

describe('the reason', () => {
  const of = ({ inferred }: { readonly inferred: readonly Inferred[] }, what: string): readonly string[] =>
    inferred.filter((i) => i.what === what).map((i) => `${i.about}: ${i.value}, ${i.because}`)

  it('of a checkpoint is the environment, also where the pipeline says another', async () => {
    expect(of(await both('shop.flow', 'checkpoint'), 'checkpoint')).toEqual([
      'pipeline shop: every 3 minutes exactly once, said by the environment',
    ])
    expect(of(await both('said.flow', 'checkpoint'), 'checkpoint')).toEqual([
      'pipeline said: every 3 minutes at least once, said by the environment',
    ])
  })

  it('of where reading begins is the environment', async () => {
    expect(of(await both('shop.flow', 'streams'), 'start')).toEqual([
      'orders: latest, said by the environment',
      'rates: committed else latest, said by the environment',
    ])
  })

  it('names topics and subjects with their prefix', async () => {
    const { inferred } = await both('shop.flow', 'prefix')
    expect(of({ inferred }, 'topic')).toContainEqual('rates: dev.shop.rate.kept.v1, written by pipeline writes')
    expect(of({ inferred }, 'format')).toContainEqual(
      'rates: avro, subject dev.shop.rate.kept.v1-value, written by pipeline writes',
    )
  })
})
