// Taps, tuning, outputs of other pipelines, raw SQL and functions of Java on the command line.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli, type CliResult } from '../kit/run-cli.js'

let cwd = ''
const flowc = (...argv: readonly string[]): Promise<CliResult> => runCli(argv, { cwd })
const read = (path: string): string => readFileSync(join(cwd, path), 'utf8')

const SHOP = `pipeline shop {
  -- flow:ignore FLOW2062 because a second does not matter here
  tuning { parallelism 4, watermarks every 500 ms }
}

schema Order {
  order_id    bigint not null,
  region      string not null,
  amount      decimal(10, 2),
  created_at  timestamp(3) not null
}

stream orders from kafka 'shop.order.created.v1' {
  schema  Order
  time    created_at late by 10 seconds, idle after 1 minute
}

stream big =
  from orders
  where amount > 100

sink kafka 'shop.order.big.v1' from big append

tap big to kafka 'debug.big'
`
const FILES: Readonly<Record<string, string>> = {
  'shop.flow': SHOP,
  'alerts.flow': `import pipeline shop { big } from './shop.flow'
pipeline alerts {
}
sink kafka 'alerts.order.big.v1' from big append {
  format  json
}
`,
  'sql.flow': `pipeline sql {
}
schema Row {
  id  bigint not null
}
stream rows from kafka 'shop.row.made.v1' {
  schema  Row
}
sql even (rows) returns (id bigint not null) = """SELECT id FROM rows WHERE MOD(id, 2) = 0"""
sink kafka 'shop.row.even.v1' from even append {
  format  json
}
test 'given from a file' for sql {
  given even from 'rows.ndjson'
  expect even
    | id |
    | 2  |
    | 4  |
}
`,
  'java.flow': `pipeline java {
}
schema Row {
  id    bigint not null,
  card  string
}
stream rows from kafka 'shop.row.made.v1' {
  schema  Row
}
fn mask(card string) string from java 'com.acme.Mask'
stream masked =
  from rows
  select id, mask(card) as card
sink kafka 'shop.row.masked.v1' from masked append {
  format  json
}
`,
  'rows.ndjson': '{"id":2}\n{"id":4}\n',
  'orders.ndjson': `${JSON.stringify({ order_id: 1, region: 'eu', amount: 150, created_at: '2026-01-01 10:00:00' })}\n`,
  'flow.config.json': JSON.stringify({
    environments: { dev: {}, prod: { taps: 'off' }, prefixed: { topics: { prefix: 'dev.' } } },
  }),
}

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'flowc-around-'))
  for (const [path, text] of Object.entries(FILES)) writeFileSync(join(cwd, path), text)
})
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

describe('a tap', () => {
  it('has a file of its own in a run', async () => {
    const result = await flowc('run', 'shop.flow', '--input', 'orders=orders.ndjson', '--output', 'ran')
    expect(result.exit, result.all).toBe(0)
    expect(read('ran/debug.big.ndjson')).toBe(read('ran/shop.order.big.v1.ndjson'))
  })

  it('is left out where the environment says so', async () => {
    expect((await flowc('build', 'shop.flow', '-e', 'dev', '-o', 'with')).exit).toBe(0)
    expect((await flowc('build', 'shop.flow', '-e', 'prod', '-o', 'without')).exit).toBe(0)
    expect(read('with/shop/flink/shop.sql')).toContain('debug.big')
    expect(read('without/shop/flink/shop.sql')).not.toContain('debug.big')
    expect(read('without/shop/topics.json')).not.toContain('debug.big')
  })

  it('is explained, and so is tuning', async () => {
    const { stdout } = await flowc('explain', 'shop.flow')
    expect(stdout).toMatch(/tuning +parallelism 4, watermarks every 500 milliseconds/)
    expect(stdout).toMatch(/tap 'debug\.big' +format +json/)
  })
})

describe('the output of another pipeline', () => {
  it('comes along with its file; only the pipeline that was asked for is built', async () => {
    const result = await flowc('build', 'alerts.flow', '-e', 'dev', '-o', 'alerts')
    expect(result.exit, result.all).toBe(0)
    expect(result.all).not.toContain('built shop')
    expect(read('alerts/alerts/flink/alerts.sql')).toContain("'topic' = 'shop.order.big.v1'")
  })

  it('has the prefix of the environment, as the pipeline that writes it', async () => {
    expect((await flowc('build', 'alerts.flow', '-e', 'prefixed', '-o', 'prefixed')).exit).toBe(0)
    expect(read('prefixed/alerts/flink/alerts.sql')).toContain("'topic' = 'dev.shop.order.big.v1'")
    const { reads } = JSON.parse(read('prefixed/alerts/manifest.json')) as { reads: unknown }
    expect(reads).toEqual([{ source: 'big', subject: 'dev.shop.order.big.v1-value', version: null }])
  })

  it('is fed by a file in a run', async () => {
    const result = await flowc('run', 'alerts.flow', '--input', 'big=orders.ndjson', '--output', 'ran-alerts')
    expect(result.exit, result.all).toBe(0)
    expect(read('ran-alerts/alerts.order.big.v1.ndjson')).toContain('"order_id":1')
  })
})

describe('what only Flink can run', () => {
  it('raw SQL is refused in a run, and has the rows of a file in a test', async () => {
    const run = await flowc('run', 'sql.flow', '--input', 'rows=rows.ndjson')
    expect([run.exit, run.stderr]).toEqual([1, expect.stringContaining('FLOW4071')])
    const test = await flowc('test', 'sql.flow')
    expect(test.exit, test.all).toBe(0)
  })

  it('a function of Java without a stand-in is refused in a run', async () => {
    const run = await flowc('run', 'java.flow', '--input', 'rows=rows.ndjson')
    expect([run.exit, run.stderr]).toEqual([1, expect.stringContaining('FLOW4072')])
  })
})
