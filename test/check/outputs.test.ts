// `import pipeline`: the output of another pipeline as an input, and what makes it none.
import { describe, expect, it } from 'vitest'
import { flinkProgram } from '../../src/codegen/flink/program.js'
import { valueSchema, isKafkaSink } from '../../src/codegen/schemas.js'
import type { SourceOperator } from '../../src/ir/plan.js'
import { runTest } from '../../src/runtime/test-runner/run-test.js'
import { checkProgram, type Checked } from '../support/check-program.js'
import { CUSTOMERS, errors, ORDERS } from './base.js'

const PRODUCER = `pipeline shop {
  checkpoint every 20 seconds exactly once
}
${ORDERS}
stream big =
  from orders
  where amount > 100
  select order_id, region, amount, created_at

stream revenue =
  from orders
  window tumble 5 minutes late count
  group by region
  select region, window_start, window_time, sum(amount) as total

stream bare =
  from big
  select order_id, amount

sink kafka 'shop.order.big.v1' from big append { message key order_id as text }
sink kafka 'shop.revenue.summed.v1' from revenue append { format json }
sink kafka 'shop.order.bare.v1' from bare append { format json }
`
const consumer = (names: string, ...parts: readonly string[]): string =>
  [`import pipeline shop { ${names} } from './shop.flow'`, 'pipeline alerts {\n}', ...parts].join('\n')
const TO = (relation: string): string => `sink kafka 'alerts.order.made.v1' from ${relation} append { format json }\n`
const check = (main: string, producer: string = PRODUCER): Checked => checkProgram({ 'main.flow': main, 'shop.flow': producer })
const sourceOf = (checked: Checked): SourceOperator => {
  expect(errors(checked)).toEqual([])
  const program = checked.programs.find((p) => p.file === 'main.flow')!
  return program.plan.operators.find((o): o is SourceOperator => o.kind === 'source')!
}

describe('the output of another pipeline', () => {
  const source = sourceOf(check(consumer('big', TO('big'))))

  it('is the topic of its sink, with format, key and schema', () => {
    expect(source.connector).toMatchObject({
      kind: 'kafka',
      topics: ['shop.order.big.v1'],
      start: { kind: 'earliest' },
      keyFormat: 'text',
      keyFields: ['order_id'],
    })
    const written = check(consumer('big', TO('big'))).programs.find((p) => p.file === 'shop.flow')!.plan
    const sink = written.operators.find((o) => o.kind === 'sink' && isKafkaSink(o) && o.target.topic === 'shop.order.big.v1')!
    const schema = sink.kind === 'sink' && isKafkaSink(sink) ? valueSchema(sink)! : null
    expect(source.format).toMatchObject({ kind: 'avro', subject: 'shop.order.big.v1-value', reader: schema!.schema })
    expect(source.physical.map((f) => f.type.key)).toEqual(schema!.columns.map((c) => c.typed.type.key))
  })

  it('is read where it is committed', () => {
    const table = flinkProgram(
      check(consumer('big', TO('big'))).programs.find((p) => p.file === 'main.flow')!.plan,
    ).statements.find((s) => s.kind === 'create table' && s.name[0] === 'big')
    expect(table).toMatchObject({
      options: expect.arrayContaining([expect.objectContaining({ name: 'properties.isolation.level', value: 'read_committed' })]),
      watermark: { column: 'created_at', strategy: { kind: 'delay', milliseconds: 30_000 } },
    })
  })

  it('keeps event time and lateness; its partitions are silent between two commits', () => {
    expect(source.time).toEqual({ ordinal: 3, delay: 30_000, idle: 60_000 + 20_000 })
  })

  it('behind a window, its partitions are silent between two results', () => {
    const { time, columns } = sourceOf(check(consumer('revenue', TO('revenue'))))
    expect(columns[time!.ordinal]!.name).toBe('window_time')
    expect(time).toMatchObject({ delay: 30_000, idle: 60_000 + 300_000 + 20_000 })
  })

  it('may have another name here', () => {
    expect(sourceOf(check(consumer('big as dear', TO('dear')))).name).toBe('dear')
  })

  it('is explained', () => {
    const { inferred } = check(consumer('big', TO('big'))).programs.find((p) => p.file === 'main.flow')!.plan
    expect(inferred.filter((i) => i.about === 'big').map((i) => i.what)).toEqual(['topic', 'format', 'time', 'idle', 'start'])
  })

  it('is given by a test', () => {
    const checked = check(
      consumer(
        'revenue',
        `stream hourly =
  from revenue
  window tumble 1 hour late count
  group by region
  select region, window_start, sum(total) as total
`,
        TO('hourly'),
        `test 't' for alerts {
  given revenue
    | region | window_start          | window_time               | total |
    | 'eu'   | '2026-01-01 00:00:00' | '2026-01-01 00:04:59.999' | 1.00  |
    | 'eu'   | '2026-01-01 00:05:00' | '2026-01-01 00:09:59.999' | 2.00  |
    | 'eu'   | '2026-01-01 01:00:00' | '2026-01-01 01:04:59.999' | 4.00  |
  expect hourly
    | region | window_start          | total |
    | 'eu'   | '2026-01-01 00:00:00' | 3.00  |
    | 'eu'   | '2026-01-01 01:00:00' | 4.00  |
}
`,
      ),
    )
    expect(errors(checked)).toEqual([])
    const { plan, tests } = checked.programs.find((p) => p.file === 'main.flow')!
    expect(runTest(plan, tests[0]!, { readFile: () => [] }).failures).toEqual([])
  })

  it('has no event time where its sink leaves it out, and says so', () => {
    const checked = check(
      consumer(
        'bare',
        'stream w =\n  from bare\n  window tumble 1 minute late count\n  group by order_id\n  select order_id, count(*) as n\n',
        TO('w'),
      ),
    )
    expect(checked.lines.find((l) => l.startsWith('FLOW4'))).toMatch(/event time/)
  })
})

describe('what is no output', () => {
  const withTable = `${PRODUCER}${CUSTOMERS}
catalog lake iceberg {
  uri        env('ICEBERG_URI')
  warehouse  's3://lakehouse/'
}
sink kafka 'shop.customer.copied.v1' from customers upsert { format json }
sink lake.shop.orders from orders append
`
  it.each([
    ['a relation that is only a step', consumer('orders', TO('orders')), PRODUCER, ['FLOW2072']],
    ['a name that is not there', consumer('bug', TO('bug')), PRODUCER, ['FLOW2072']],
    ['a pipeline of another name', consumer('big', TO('big')).replace('pipeline shop', 'pipeline store'), PRODUCER, ['FLOW2071']],
    ['a library', consumer('big', TO('big')), ORDERS, ['FLOW2071']],
    ['a file that is not there', consumer('big', TO('big')).replace('shop.flow', 'nowhere.flow'), PRODUCER, ['FLOW2003']],
    ['a table that changes', consumer('customers', TO('customers')), withTable, ['FLOW1900']],
    ['a table of Iceberg', consumer('orders', TO('orders')), withTable, ['FLOW1900']],
  ])('%s', (_, main, producer, wanted) => {
    expect(errors(check(main, producer))).toEqual(wanted)
  })

  it('offers what is meant', () => {
    const { diagnostics } = check(consumer('bigg', TO('bigg')))
    expect(diagnostics.find((d) => d.code === 'FLOW2072')!.fixes.map((f) => f.edits.map((e) => e.text))).toEqual([['big']])
  })
})

describe('pipelines that read from each other', () => {
  it('are refused, whichever relations it is about', () => {
    const back = `import pipeline alerts { dear } from './main.flow'\n${PRODUCER}
stream again =
  from dear
  select order_id
sink kafka 'shop.order.again.v1' from again append { format json }
`
    const main = consumer('big', 'stream dear =\n  from big\n  select order_id\n', TO('dear'))
    expect(new Set(errors(check(main, back)))).toEqual(new Set(['FLOW2070']))
  })

  it('are refused by way of a library', () => {
    const files = {
      'main.flow': consumer('big', TO('big')),
      'shop.flow': `import { seen } from './library.flow'\n${PRODUCER}\nsink kafka 'shop.order.seen.v1' from seen append { format json }\n`,
      'library.flow': `import pipeline alerts { big } from './main.flow'\nstream seen =\n  from big\n  select order_id\n`,
    }
    expect(errors(checkProgram(files))).toContain('FLOW2070')
  })

  it('are not those that read from one after the other', () => {
    const files = {
      'main.flow': consumer('big', TO('big')),
      'shop.flow': PRODUCER,
      'last.flow': `import pipeline alerts { big } from './main.flow'\npipeline last {\n}\nsink kafka 'last.order.made.v1' from big append { format json }\n`,
    }
    expect(errors(checkProgram(files))).toEqual([])
  })

  it('a pipeline does not read its own output', () => {
    const own = `import pipeline shop { big as mine } from './shop.flow'\n${PRODUCER}`
    expect(errors(checkProgram({ 'shop.flow': own }))).toEqual(['FLOW2070'])
  })
})
