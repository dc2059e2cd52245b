// Taps and tuning: what they may say, and that a tap changes nothing of the rest of a job.
import { describe, expect, it } from 'vitest'
import { bindTables } from '../../src/codegen/flink/bind.js'
import { printProgram, printStatement } from '../../src/codegen/flink/printer.js'
import { flinkProgram } from '../../src/codegen/flink/program.js'
import { supportsPlan } from '../../src/codegen/supports.js'
import { planTopics } from '../../src/codegen/kafka/topics.js'
import { DEFAULT_ENVIRONMENT } from '../../src/codegen/environment.js'
import type { PlanProgram } from '../../src/ir/plan.js'
import { isTap, withoutTaps } from '../../src/ir/taps.js'
import { runTest } from '../../src/runtime/test-runner/run-test.js'
import { checkProgram } from '../support/check-program.js'
import { codes, CUSTOMERS, errors, ORDERS, PIPELINE } from './base.js'

const ENRICHED = `stream enriched =
  from orders as o
  left join customers as c at o.created_at on o.customer_id = c.customer_id late as late_orders
  select o.order_id, o.amount, o.region, o.created_at, c.segment

stream revenue =
  from enriched
  where amount > 1
  window tumble 5 minutes late to dlq
  group by segment
  select segment, window_start, sum(amount) as total

stream late_ids =
  from late_orders
  select order_id, region

sink kafka 'shop.revenue.summed.v1' from revenue append { format json }
sink kafka 'shop.order.late.v1' from late_ids append { format json }
sink kafka 'shop.customer.copied.v1' from customers upsert { format json }
`
const TAPS = `tap enriched to kafka 'debug.enriched'
tap late_orders to kafka 'debug.late'
tap revenue to kafka 'debug.revenue'
tap customers to kafka 'debug.customers'
`
const text = (...parts: readonly string[]): string => [PIPELINE, ORDERS, CUSTOMERS, ...parts].join('\n')
const planOf = (...parts: readonly string[]): PlanProgram => {
  const checked = checkProgram({ 'main.flow': text(...parts) })
  expect(errors(checked)).toEqual([])
  return checked.programs[0]!.plan
}
const found = (...parts: readonly string[]): readonly string[] => errors(checkProgram({ 'main.flow': text(...parts) }))

describe('a tap', () => {
  const bare = planOf(ENRICHED)
  const tapped = planOf(ENRICHED, TAPS)

  it('leaves every operator of the rest as it is, to the last field', () => {
    expect(withoutTaps(tapped)).toEqual(bare)
    expect(tapped.operators.slice(0, bare.operators.length)).toEqual(bare.operators)
    expect(tapped.operators).toHaveLength(bare.operators.length + 8)
  })

  it('leaves every statement of the rest as it is', () => {
    const [without, with_] = [flinkProgram(bare), flinkProgram(tapped)]
    const own = with_.statements.filter((s) => !(s.kind === 'create table' && s.name[0]!.startsWith('debug.')))
    const inserts = own.flatMap((s) => (s.kind === 'statement set' ? s.inserts : []))
    const kept = inserts.filter((i) => !i.target[0]!.startsWith('debug.'))
    expect(inserts.slice(0, kept.length)).toEqual(kept) // ids of a compiled plan are counted in the order of the inserts
    const rest = own.map((s) => (s.kind === 'statement set' ? { ...s, inserts: kept } : s))
    expect(rest.map((s) => printStatement(s)?.sql)).toEqual(without.statements.map((s) => printStatement(s)?.sql))
  })

  it('takes no name from the rest', () => {
    const clash = planOf(ENRICHED, "tap enriched to kafka 'revenue_input'\n")
    const views = (p: PlanProgram): readonly string[] =>
      flinkProgram(p).statements.flatMap((s) => (s.kind === 'create view' ? [s.name] : []))
    expect(views(bare)).toContain('revenue_input')
    expect(views(clash)).toEqual(views(bare))
  })

  it('shows the columns that the job has anyway', () => {
    const columns = Object.fromEntries(tapped.operators.filter(isTap).map((o) => [o.name, o.row.map((c) => c.name)]))
    expect(columns).toEqual({
      "tap 'debug.enriched'": ['order_id', 'amount', 'region', 'created_at', 'segment'],
      "tap 'debug.late'": expect.arrayContaining(['order_id', 'region']),
      "tap 'debug.revenue'": ['segment', 'window_start', 'total'],
      "tap 'debug.customers'": ['customer_id', 'name', 'segment'],
    })
    expect(columns["tap 'debug.late'"]).not.toContain('made_at')
    expect(tapped.inferred.find((i) => i.about === "tap 'debug.late'" && i.what === 'columns left out')?.value).toContain(
      'made_at',
    )
  })

  it('writes added rows as JSON, and changes with what they do', () => {
    const sql = printProgram(flinkProgram(tapped)).text
    const table = (topic: string): string => sql.slice(sql.indexOf(`CREATE TABLE \`${topic}\``)).split(';\n')[0]!
    expect(table('debug.revenue')).toContain("'value.format' = 'json'")
    expect(table('debug.customers')).toContain("'value.format' = 'debezium-json'")
    expect(table('debug.customers')).toContain("'sink.delivery-guarantee' = 'at-least-once'")
    expect(table('debug.customers')).not.toContain('transaction')
  })

  it('of a table that is only joined shows rows, and no versions of what is gone', () => {
    const joined = ENRICHED.replace(/^sink kafka 'shop.customer.*$/m, '')
    const bare = planOf(joined)
    const tapped = planOf(joined, "tap customers to kafka 'debug.customers'\n")
    expect(withoutTaps(tapped)).toEqual(bare)
    const set = flinkProgram(tapped).statements.find((s) => s.kind === 'statement set')
    expect(set?.kind === 'statement set' && set.inserts.at(-1)!.sql).toContain("WHERE `$op` <> 'd'")
  })

  it('owns its topic, one partition for a day', () => {
    const topic = planTopics(tapped, DEFAULT_ENVIRONMENT).find((t) => t.name === 'debug.revenue')!
    expect([topic.role, topic.partitions.value]).toEqual(['tap', 1])
    expect(topic.configs.find((c) => c.name === 'retention.ms')?.value).toBe('86400000')
  })

  it('is not in the ledger', () => {
    const test = `test 't' for shop {
  given orders
    | order_id | amount | created_at            | made_at               |
    | 1        | 5.00   | '2026-01-01 00:00:00' | '2026-01-01 00:00:00' |
}
`
    const ledger = (...parts: readonly string[]): unknown => {
      const checked = checkProgram({ 'main.flow': text(...parts, test) })
      const { plan, tests } = checked.programs[0]!
      return runTest(plan, tests[0]!, { readFile: () => [] }).ledger
    }
    expect(ledger(ENRICHED, TAPS)).toEqual(ledger(ENRICHED))
  })

  it('keeps its connector when tables are bound to others', () => {
    const bound = bindTables(flinkProgram(tapped), () => null)
    expect(bound).toEqual(flinkProgram(tapped))
  })

  it.each([
    [
      'a relation that nothing else reads',
      "stream unread =\n  from orders\n  select order_id\ntap unread to kafka 'debug.x'\n",
      ['FLOW2060'],
    ],
    ['a relation that is not there', "tap nothing to kafka 'debug.x'\n", ['FLOW2002']],
    ['a topic that a sink writes', "tap enriched to kafka 'shop.revenue.summed.v1'\n", ['FLOW5009']],
    ['the topic of the dead letters', "tap enriched to kafka 'shop.order.dlq'\n", ['FLOW5009']],
    ['a topic that another tap writes', "tap enriched to kafka 'debug.x'\ntap revenue to kafka 'debug.x'\n", ['FLOW5009']],
    ['a topic that cannot be', "tap enriched to kafka 'debug x'\n", ['FLOW5011']],
  ])('is refused for %s', (_, tap, wanted) => {
    expect(found(ENRICHED, tap)).toEqual(wanted)
  })

  it('says nothing where a sink that may read the relation is wrong', () => {
    const sink =
      "stream seen =\n  from orders\n  select order_id\nsink kafka 'shop.order.seen.v1' from seen upsert { format json }\ntap seen to kafka 'debug.x'\n"
    expect(found(ENRICHED, sink)).toEqual(['FLOW5002'])
  })

  it('is refused in a library', () => {
    expect(errors(checkProgram({ 'main.flow': `${ORDERS}\ntap orders to kafka 'debug.x'\n` }))).toEqual(['FLOW5015'])
  })
})

describe('tuning', () => {
  const COPY = "sink kafka 'shop.order.copied.v1' from orders append { format json }\n"
  const of = (tuning: string, ...rest: readonly string[]): ReturnType<typeof checkProgram> =>
    checkProgram({
      'main.flow': [`pipeline shop {\n  tuning { ${tuning} }\n}\n`, ORDERS, ...(rest.length === 0 ? [COPY] : rest)].join('\n'),
    })

  it.each([
    ['parallelism 4', { 'parallelism.default': '4' }],
    ['max parallelism 128', { 'pipeline.max-parallelism': '128' }],
    [
      'mini batch 2 seconds',
      {
        'table.exec.mini-batch.enabled': 'true',
        'table.exec.mini-batch.allow-latency': '2 s',
        'table.exec.mini-batch.size': '5000',
      },
    ],
    ['watermarks every 500 ms', { 'pipeline.auto-watermark-interval': '500 ms' }],
  ])('%s is a setting', (tuning, settings) => {
    const { plan } = of(tuning).programs[0]!
    const set = flinkProgram(plan).statements.flatMap((s) => (s.kind === 'set' ? [[s.key, s.value] as const] : []))
    expect(Object.fromEntries(set)).toMatchObject(settings)
    expect(new Set(set.map(([key]) => key)).size).toBe(set.length)
  })

  it('is options of the tables that are read', () => {
    const options = (tuning: string): Record<string, string> => {
      const table = flinkProgram(of(tuning).programs[0]!.plan).statements.find((s) => s.kind === 'create table')!
      return Object.fromEntries(table.kind === 'create table' ? table.options.map((o) => [o.name, o.value]) : [])
    }
    expect(options('align drift 5 minutes')).toMatchObject({
      'scan.watermark.alignment.group': 'shop',
      'scan.watermark.alignment.max-drift': '5 min',
      'scan.watermark.emit.strategy': 'on-event',
    })
    expect(options('watermarks every 200 ms')).toMatchObject({ 'scan.watermark.emit.strategy': 'on-periodic' })
    expect(Object.keys(options('parallelism 2'))).not.toContain('scan.watermark.alignment.group')
  })

  it('gives way to what the environment says of its cluster', () => {
    const settings = [{ name: 'parallelism.default', value: '16' }]
    const set = flinkProgram(of('parallelism 4').programs[0]!.plan, { ...DEFAULT_ENVIRONMENT, settings }).statements
    expect(set.flatMap((s) => (s.kind === 'set' && s.key === 'parallelism.default' ? [s.value] : []))).toEqual(['16'])
  })

  it.each([
    'parallelism 0',
    'parallelism 32769',
    'max parallelism 32769',
    'parallelism 8, max parallelism 4',
    'parallelism 2, parallelism 3',
    'mini batch 0 seconds',
    'mini batch 2 hours',
    'watermarks every 0 ms',
    'watermarks every 2 days',
    'align drift 500 ms',
    'align drift 400 days',
  ])('refuses `%s`', (tuning) => {
    expect(errors(of(tuning))).toEqual(['FLOW2061'])
  })

  it('refuses to align what has no event time', () => {
    const files =
      "schema Row { id bigint }\nstream rows from files 'rows.ndjson' {\n  schema Row\n}\nsink kafka 'shop.row.copied.v1' from rows append { format json }\n"
    expect(errors(checkProgram({ 'main.flow': `pipeline shop {\n  tuning { align drift 1 minute }\n}\n${files}` }))).toEqual([
      'FLOW2061',
    ])
  })

  it.each([
    ['watermarks every 200 ms', ['FLOW2062']],
    ['mini batch 2 seconds', ['FLOW2064']],
    ['parallelism 4, max parallelism 8, align drift 1 minute', []],
  ])('`%s` says where a test and Flink differ', (tuning, wanted) => {
    expect(codes(of(tuning)).filter((c) => c.startsWith('FLOW206'))).toEqual(wanted)
  })

  it('warns of Flink 1.20, where a source that waits may go idle', () => {
    const verdicts = (target: PlanProgram['target']): readonly string[] => {
      const plan = of('align drift 1 minute').programs[0]!.plan
      return supportsPlan({ ...plan, target }).map((v) => `${v.severity} ${v.message}`)
    }
    expect(verdicts('flink-2.2')).toEqual([])
    expect(verdicts('flink-1.20')).toEqual([expect.stringMatching(/^warning with `align drift`/)])
  })

  it('refuses subtasks without a partition where nothing is ever idle', () => {
    const topic = "topic 'shop.order.created.v1' { partitions 2 }\n"
    const never = ORDERS.replace('idle after 1 minute', 'idle never')
    const with_ = (tuning: string, orders: string): readonly string[] =>
      errors(checkProgram({ 'main.flow': [`pipeline shop {\n  tuning { ${tuning} }\n}\n`, orders, topic, COPY].join('\n') }))
    expect(with_('parallelism 3', never)).toEqual(['FLOW2061'])
    expect(with_('parallelism 2', never)).toEqual([])
    expect(with_('parallelism 3', ORDERS)).toEqual([])
    expect(with_('parallelism 3', never.replace('  message key', '  parallelism 2\n  message key'))).toEqual([])
  })

  it('says whose changes mini batches leave out', () => {
    const checked = of(
      'mini batch 2 seconds',
      CUSTOMERS,
      "sink kafka 'shop.customer.copied.v1' from customers upsert { format json }\n",
      COPY,
    )
    expect(checked.lines.find((l) => l.startsWith('FLOW2063'))).toContain('`customers`')
  })
})
