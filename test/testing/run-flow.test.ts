// `runFlow` on everything it takes, and what it says when something is wrong.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { flow, importStream, kafka, minutes, param, pipeline, schema, seconds, stream, t } from '../../src/api/index.js'
import { fixtures, FlowAssertionError, FlowError, rowFactory, runFlow } from '../../src/testing/index.js'
import { folderWith } from '../kit/child.js'
import { processorTime } from '../kit/processor.js'
import { ORDERS } from './base.js'
import { customers, enriched, late, orders, revenue5min, shop } from './shop.js'

const root = new URL('.', import.meta.url).pathname
const order = rowFactory(orders, (n) => ({
  order_id: n,
  customer_id: 7,
  region: 'eu',
  amount: '10.00',
  created_at: '2026-01-01 10:00:01',
}))

/** What it throws, and the number of the line in this file that stands below `line`. */
function thrown(work: () => unknown): Error {
  try {
    work()
  } catch (error) {
    return error as Error
  }
  throw new Error('it does not throw')
}
const lineOf = (text: string): number => {
  const lines = SOURCE.split('\n')
  const found = lines.flatMap((line, i) => (line.includes(text) && !line.includes('lineOf(') ? [i + 1] : []))
  expect(found).toHaveLength(1)
  return found[0]!
}
const SOURCE = readFileSync(new URL(import.meta.url), 'utf8')

describe('a pipeline of the API', () => {
  const run = runFlow(
    shop,
    (test) =>
      test
        .given(customers, [{ '@time': '2026-01-01 00:00:00', customer_id: 7, segment: 'gold' }])
        .given(orders, [
          order(),
          order({ amount: 5, created_at: '2026-01-01 10:05:40' }),
          order({ created_at: '2026-01-01 10:00:02' }),
          order({ amount: '-1', created_at: '2026-01-01 10:05:41' }),
        ])
        .advance(minutes(1)),
    { root },
  )

  it('gives rows, lanes, dead letters, watermarks and the clock', () => {
    expect(run.rows(revenue5min)).toEqual([
      { region: 'eu', window_start: '2026-01-01 10:00:00', revenue: '10.00', orders: 1n },
      { region: 'eu', window_start: '2026-01-01 10:05:00', revenue: '5.00', orders: 1n },
    ])
    expect(run.rows(late).map((r) => r.order_id)).toEqual([3n])
    expect(run.rows(enriched).map((r) => r.segment)).toEqual(['gold', 'gold'])
    expect(run.changes(customers).map((c) => [c['@op'], c.customer_id])).toEqual([['+I', 7n]])
    expect(run.dlq.map((d) => [d.reason, d.payload['order_id']])).toEqual([['non_positive_amount', 4n]])
    expect(run.watermark(orders)).toBe('end of input')
    expect(run.clock).toBe('2026-01-01 10:06:41')
  })
  it('takes rows that came out as rows that go in', () => {
    const again = runFlow(shop, (test) => test.given(orders, run.rows(late)).open(), { root })
    expect(again.rows(orders)).toEqual(run.rows(late))
    expect(again.watermark(orders)).toBe('2026-01-01 09:59:32')
  })
  it('ends a deleted row in `-U` alone, as Flink does: recorded in test/conformance/recordings/cdc-table', () => {
    const change = { customer_id: 7, segment: 'gold', '@time': '2026-01-01 09:00:00' }
    const gone = runFlow(
      shop,
      (test) =>
        test
          .given(customers, [
            change,
            { customer_id: 7, '@op': 'd', '@time': '2026-01-01 09:01:00' },
            { ...change, segment: 'silver', '@time': '2026-01-01 09:02:00' },
            { customer_id: 7, '@op': 'd', '@time': '2026-01-01 09:03:00' },
          ])
          .expectChanges(customers, [
            { '@op': '+I', customer_id: 7, segment: 'gold' },
            { '@op': '-U', customer_id: 7, segment: 'gold' },
            { '@op': '+U', customer_id: 7, segment: 'silver' },
            { '@op': '-U', customer_id: 7, segment: 'silver' },
          ]),
      { root },
    )
    expect(gone.changes(customers).map((c) => [c['@op'], c.segment])).toEqual([
      ['+I', 'gold'],
      ['-U', 'gold'],
      ['+U', 'silver'],
      ['-U', 'silver'],
    ])
    expect(gone.rows(customers)).toEqual([])
  })
  it('takes rows of several sources in turn', () => {
    const turns = runFlow(
      shop,
      (test) =>
        test.givenTogether([
          { from: customers, row: { '@time': '2026-01-01 09:00:00', customer_id: 7, segment: 'silver' } },
          { from: orders, row: order({ created_at: '2026-01-01 10:00:00' }) },
          { from: customers, row: { '@time': '2026-01-01 10:30:00', customer_id: 7, segment: 'gold' } },
          { from: orders, row: order({ created_at: '2026-01-01 11:00:00' }) },
        ]),
      { root },
    )
    expect(turns.rows(enriched).map((r) => r.segment)).toEqual(['silver', 'gold'])
  })
  it('meets expectations among the steps, or shows what flowc test would show', () => {
    const given = fixtures(orders, [order({ order_id: 90 })])
    runFlow(
      shop,
      (test) =>
        test
          .given(orders, given)
          .expect(revenue5min, [{ revenue: '10' }])
          .expectDlq([]),
      { root },
    )
    const error = thrown(() =>
      runFlow(
        shop,
        (test) =>
          test
            .given(orders, given)
            .expect(revenue5min, [{ region: 'us', revenue: '10' }]) // not met
            .expectNothing(enriched),
        { root },
      ),
    )
    expect(error).toBeInstanceOf(FlowAssertionError)
    const shown = `test/testing/run-flow.test.ts:${lineOf('// not met')}:14`
    expect(error.message).toBe(
      [
        `${shown}: the rows of \`revenue_5min\` are not as expected: 1 different`,
        '  | region | revenue |',
        "- | 'us'   | 10.00   |",
        "+ | 'eu'   | 10.00   |",
        '    ^^^^^^',
        '  (- expected, + came out)',
        `${shown.replace(/\d+:14$/, `${lineOf('// not met') + 1}:14`)}: the rows of \`enriched\` are not as expected: 1 unexpected`,
        '  | order_id | customer_id | segment | region | amount | created_at                |',
        "+ | 90       | 7           | null    | 'eu'   | 10.00  | '2026-01-01 10:00:01.000' |",
        '  (- expected, + came out)',
      ].join('\n'),
    )
    expect(error.stack).not.toMatch(/src\/testing/)
  })
  it('compiles once: only the test is new from one run to the next', () => {
    const many = order({})
    const took = processorTime(() => {
      for (let i = 0; i < 100; i++) runFlow(shop, (test) => test.given(orders, [{ ...many, order_id: i }]), { root })
    })
    // the first one takes longer than ten of these
    expect(took).toBeLessThan(2500)
  })
})

describe('what is wrong', () => {
  it('with the rows of a test is said at the step', () => {
    const error = thrown(() => {
      runFlow(shop, (test) => test.given(orders, [order({ amount: '1.005' })]), { root }) // too fine
    })
    expect(error).toBeInstanceOf(FlowError)
    expect((error as FlowError).diagnostics.map((d) => d.code)).toEqual(['FLOW7002'])
    expect(error.message).toContain('error[FLOW7002]: column `amount`: `1.005` has 3 fraction digits, DECIMAL(18, 2) takes 2\n')
    expect(error.message).toContain(`--> test/testing/run-flow.test.ts:${lineOf('// too fine')}:36\n`)
  })
  it('with the flow is said at the clause', () => {
    const wrong = pipeline('wrong').sinkAppend(
      stream(
        'regions',
        orders
          .windowTumble(minutes(5)) // late rows?
          .groupBy('region')
          .select((g) => ({ region: g.region })),
      ),
      kafka('shop.region.seen.v1'),
    )
    const error = thrown(() => runFlow(wrong, (test) => test.given(orders, [order()]), { root }))
    expect(error.name).toBe('FlowError')
    expect(error.message).toMatch(/^error\[FLOW\d{4}\]: /)
    expect(error.message).toContain(`test/testing/run-flow.test.ts:${lineOf('// late rows?')}:`)
    expect(error.stack).not.toMatch(/src\/testing/)
  })
  it('with a job that fails is told with the row', () => {
    const ratio = pipeline('ratio').sinkAppend(
      stream(
        'ratios',
        orders.select((o) => ({ order_id: o.order_id, ratio: o.amount.div(o.customer_id) })),
      ),
      kafka('shop.ratio.made.v1'),
    )
    const error = thrown(() => runFlow(ratio, (test) => test.given(orders, [order({ customer_id: 0 })]), { root }))
    expect(error.message).toMatch(/run-flow\.test\.ts:\d+:\d+: the job would fail|run-flow\.test\.ts:\d+:\d+: .*division/i)
  })
  it('with the call is said as well', () => {
    expect(thrown(() => runFlow({} as never, (test) => test)).message).toMatch(
      /error\[FLOW7040\]: [^]*an object that flowc did not make/,
    )
    expect(thrown(() => runFlow(orders as never, (test) => test)).message).toMatch(/error\[FLOW7040\]: [^]*this is a `source`/)
    const none = thrown(() => runFlow(shop, (() => undefined) as never, { root })) // no steps
    expect(none.message).toMatch(/^error\[FLOW2120\]: /)
    expect(none.message).toContain(`--> test/testing/run-flow.test.ts:${lineOf('// no steps')}:`)
    const date = thrown(() => runFlow(shop, (test) => test.given(orders, [order({ region: new Date() as never })]), { root })) // a date
    expect(date).toBeInstanceOf(FlowError)
    expect(date.message).toContain(`--> test/testing/run-flow.test.ts:${lineOf('// a date')}:`)
    expect(() =>
      runFlow(
        shop,
        () => {
          throw new TypeError('of the test itself')
        },
        { root },
      ),
    ).toThrow(TypeError)
    expect(thrown(() => runFlow('./nowhere.flow', (test) => test)).message).toMatch(
      /error\[FLOW0101\]: [^]*test\/testing\/nowhere\.flow/,
    )
  })
  it('may be what a test is about', () => {
    const wrong = pipeline('wrong').sinkAppend(
      stream(
        'regions',
        orders
          .windowTumble(minutes(5))
          .groupBy('region')
          .select((g) => ({ region: g.region })),
      ),
      kafka('shop.region.seen.v1'),
    )
    const code = (thrown(() => runFlow(wrong, (test) => test.open(), { root })) as FlowError).diagnostics[0]!.code
    const run = runFlow(wrong, (test) => test.expectError(code), { root })
    expect(run.relations).toEqual([])
    expect(() => run.rows(orders)).toThrow(/FLOW7041/)
    expect(thrown(() => runFlow(shop, (test) => test.expectError('FLOW4001'), { root })).message).toMatch(/FLOW5030/)
  })
})

describe('a program as text', () => {
  const text = flow`${''}${null}`
  const first = [{ order_id: 1, customer_id: 7, region: 'eu', amount: '10.00', created_at: '2026-01-01 10:00:01' }]

  it('of a template has its relations by their names', () => {
    expect(text.text).toBeDefined()
    const regions = flow`
      pipeline regions { }
      stream eu = from ${orders} where region = ${'eu'} select order_id, amount
      sink kafka 'shop.order.eu.v1' from eu append
    `
    const run = runFlow(regions, (test) => test.given('orders', first).expect('eu', [{ amount: 10 }]), { root })
    expect(run.rows('eu')).toEqual([{ order_id: 1n, amount: '10.00' }])
    expect(run.rows(orders).map((r) => r.region)).toEqual(['eu'])
  })
  it('of a file is found from the file that calls, or from the root', () => {
    const { path, cleanup } = folderWith({
      'flow.config.json': '{}',
      'flows/orders.flow': ORDERS,
      'flows/two.flow': `${ORDERS}\npipeline more { }\n`,
      'flows/none.flow': ORDERS.replace(/pipeline shop \{[^}]*\}/, ''),
      'flows/wrong.flow': ORDERS.replace('o.amount > 0', 'o.amuont > 0'),
      'flows/first.ndjson': `${JSON.stringify({ ...first[0], amount: '10.00' })}\n`,
    })
    try {
      const options = { root: path }
      const run = runFlow('flows/orders.flow', (test) => test.given('orders', first).expectNothing('late_orders'), options)
      expect(run.rows('revenue_5min').map((r) => r['revenue'])).toEqual(['10.00'])
      // objects of an import know the rows
      const imported = importStream<{ order_id: bigint }>('enriched', './flows/orders.flow')
      expect(run.rows(imported)[0]!.order_id).toBe(1n)
      const renamed = importStream<{ order_id: bigint }>('enriched', './flows/orders.flow', { as: 'all' })
      expect(run.rows(renamed)).toEqual(run.rows(imported))
      runFlow('flows/orders.flow', (test) => test.given('orders', first).expect(renamed, [{ order_id: 1 }]), options)

      expect(thrown(() => runFlow('flows/two.flow', (test) => test.open(), options)).message).toMatch(/FLOW2015/)
      expect(thrown(() => runFlow('flows/none.flow', (test) => test.open(), options)).message).toMatch(
        /FLOW7043\]: `[^`]*flows\/none.flow` has no pipeline/,
      )
      expect(thrown(() => runFlow(flow`stream x = from ${orders}`, (test) => test.open(), options)).message).toMatch(
        /FLOW7043\]: the text has no pipeline/,
      )
      const wrong = thrown(() => runFlow('flows/wrong.flow', (test) => test.open(), options))
      expect(wrong.message).toMatch(/error\[FLOW\d+\]: [^]*amuont[^]*flows\/wrong\.flow:\d+:/)
    } finally {
      cleanup()
    }
  })
})

describe('a file of TypeScript', () => {
  const path = '../fixtures/typescript/cold_rooms.flow.ts'
  const readings = [{ device_id: 'a', celsius: '20.00', measured_at: '2026-01-01 10:00:05' }]

  it('is run for what it exports', () => {
    const run = runFlow(path, (test) => test.given('readings', readings))
    expect(run.rows('per_minute').map((r) => r['celsius'])).toEqual(['20.000000'])
    const took = processorTime(() => {
      for (let i = 0; i < 10; i++) runFlow(path, (test) => test.given('readings', readings))
    })
    // the module has run once
    expect(took).toBeLessThan(500)
  })
  it('has its places in it', () => {
    const error = thrown(() => runFlow(path, (test) => test.given('readings', [{ device_id: null, celsius: 1 }])))
    expect(error.message).toMatch(/FLOW70\d\d[^]*run-flow\.test\.ts:\d+/)
    const params = thrown(() => runFlow(path, (test) => test.open(), { params: { none: 1 } }))
    expect(params.message).toMatch(/error\[FLOW\d+\][^]*none/)
  })
})

describe('options', () => {
  const least = param('least', t.decimal(10, 2), '1.00')
  const wait = param('wait', t.duration(), minutes(10))
  const Reading = schema('Reading', { meter: t.string().notNull(), kwh: t.decimal(10, 2), at: t.timestamp(3).notNull() })
  const readings = stream(
    'readings',
    kafka('power.meter.read.v1')
      .schema(Reading)
      .time('at', { lateBy: seconds(5), idleAfter: wait }),
  )
  const large = stream(
    'large',
    readings.where((r) => r.kwh.ge(least.value())),
  )
  const meters = pipeline('meters').sinkAppend(large, kafka('power.meter.large.v1'))
  const rows = fixtures(readings, [
    { meter: 'a', kwh: '0.50', at: '2026-01-01 10:00:00' },
    { meter: 'b', kwh: '2.00', at: '2026-01-01 10:00:01' },
  ])
  const names = (options: Parameters<typeof runFlow>[2]): readonly string[] =>
    runFlow(meters, (test) => test.given(readings, rows).advance(wait), options)
      .rows(large)
      .map((r) => r.meter)

  it('params have the values of the call, of the environment, of the program', () => {
    const { path, cleanup } = folderWith({
      'flow.config.json':
        '{ "environments": { "low": { "params": { "least": "0.10" } }, "high": { "params": { "least": 9 } } } }',
    })
    try {
      expect(names({ root: path })).toEqual(['b'])
      expect(names({ root: path, environment: 'low' })).toEqual(['a', 'b'])
      expect(names({ root: path, environment: 'high' })).toEqual([])
      expect(names({ root: path, environment: 'high', params: { least: '0.5' } })).toEqual(['a', 'b'])
      expect(thrown(() => names({ root: path, params: { least: 'lots' } })).message).toMatch(/FLOW2033[^]*from `runFlow`/)
      expect(thrown(() => names({ root: path, environment: 'none' })).message).toMatch(/error\[FLOW\d+\]: [^]*none/)
      expect(thrown(() => names({ root: path, params: { leest: 1 } })).message).toMatch(/leest/)
    } finally {
      cleanup()
    }
  })
  it('schemas are those of flow.lock, or of another file', () => {
    const example = new URL('../../examples/orders/', import.meta.url).pathname
    const { path, cleanup } = folderWith({
      'flow.config.json': '{}',
      'locks/now.lock': readFileSync(`${example}flow.lock`),
      'orders.flow': readFileSync(`${example}orders.flow`),
      'customers.flow': readFileSync(`${example}customers.flow`),
    })
    try {
      const steps: Parameters<typeof runFlow>[1] = (test) =>
        test.given('orders', [{ order_id: 1, customer_id: 7, region: 'eu', amount: '1.00', created_at: '2026-01-01 10:00:00' }])
      const rows = runFlow(`${example}orders.flow`, steps).rows('revenue_5min')
      expect(rows.map((r) => r['revenue'])).toEqual(['1.00'])
      expect(runFlow('orders.flow', steps, { root: path, lock: 'locks/now.lock' }).rows('revenue_5min')).toEqual(rows)
      expect(thrown(() => runFlow('orders.flow', steps, { root: path })).message).toMatch(/error\[FLOW\d+\]: [^]*orders\.flow:/)
    } finally {
      cleanup()
    }
  })
  it('the target is that of the call', () => {
    expect(names({ root, target: 'flink-1.20' })).toEqual(['b'])
  })
  it('files of rows are found from the test', () => {
    const { path, cleanup } = folderWith({
      'flow.config.json': '{}',
      'rows.ndjson': '{"meter":"c","kwh":"3.00","at":"2026-01-01 10:00:00"}\n',
      'bad.ndjson': '{"meter":3}\n',
    })
    try {
      const relative = (name: string): string => `${'../'.repeat(root.split('/').length - 2)}${path.slice(1)}/${name}`
      const give = (name: string) => runFlow(meters, (test) => test.givenFile(readings, relative(name)), { root })
      expect(give('rows.ndjson').rows(large)).toEqual([{ meter: 'c', kwh: '3.00', at: '2026-01-01 10:00:00' }])
      expect(thrown(() => give('bad.ndjson')).message).toMatch(/error\[FLOW\d+\][^]*bad\.ndjson/)
      expect(thrown(() => give('none.ndjson')).message).toMatch(/error\[FLOW\d+\][^]*none\.ndjson[^]*run-flow\.test\.ts:\d+/)
      expect(thrown(() => give('rows.xlsx')).message).toMatch(/error\[FLOW\d+\][^]*\.ndjson/)
    } finally {
      cleanup()
    }
  })
})
