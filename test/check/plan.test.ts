// The plan that the back ends read: ids, ports, order, hidden columns, row times, determinism.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { build } from '../../src/codegen/index.js'
import { bug } from '../../src/core/bug.js'
import { columnsOf, type Expr } from '../../src/ir/expr.js'
import type { Operator, PlanProgram } from '../../src/ir/plan.js'
import { checkProgram } from '../support/check-program.js'
import { CUSTOMERS, LAKE, ORDER, ORDERS, PIPELINE, program } from './base.js'

const JOIN = 'left join customers as c at o.created_at on o.customer_id = c.customer_id'
const planOf = (...parts: readonly string[]): PlanProgram => {
  const { programs, lines } = program(...parts)
  expect(programs, lines.join('\n')).toHaveLength(1)
  return programs[0]!.plan
}
const ids = (plan: PlanProgram): readonly string[] => plan.operators.map((o) => o.id)
const operator = (plan: PlanProgram, id: string): Operator => plan.operators.find((o) => o.id === id)!
const names = (o: Operator): readonly string[] => o.columns.map((c) => (c.hidden === true ? `(${c.name})` : c.name))

/** Every example and every kind of operator. */
const examples = fileURLToPath(new URL('../../examples/', import.meta.url))
const exampleFiles = (name: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(`${examples}${name}`)
      .filter((f) => /\.(flow|lock)$/.test(f))
      .map((f) => [f, readFileSync(`${examples}${name}/${f}`, 'utf8')]),
  )
const EXAMPLES = readdirSync(examples)
const WIDE = [
  "stream checked =\n  from orders as o\n  where o.amount > 0 else dlq 'negative'\n  where o.region is not null else dlq 'no_region'",
  `stream enriched =\n  from checked as o\n  ${JOIN} late to dlq\n  select o.order_id, o.customer_id, c.segment, o.region, o.created_at\n  left join customers as d at created_at on order_id = d.customer_id late as behind\n  select order_id, d.segment, created_at, region`,
  'stream sums =\n  from enriched\n  window tumble 5 minutes late to dlq\n  group by region, region, segment\n  select region, segment, window_start, window_time, count(*) as n, sum(order_id) as region_0\n  having n > 1',
  'stream result =\n  from sums\n  select n, window_time\n  union all others\n  union all others',
  'stream others =\n  from orders\n  select order_id as n, created_at as at',
  'sink lake.shop.behind from behind append',
]

function exprsOf(o: Operator): readonly (readonly [Expr, number])[] {
  switch (o.kind) {
    case 'filter':
      return [[o.condition, 1]]
    case 'split':
      return o.test.kind === 'condition' ? [[o.test.condition, 1]] : []
    case 'project':
      return o.exprs.map((e) => [e, 1])
    case 'temporal_join':
      return [...o.keys.map((k) => [k.left, 1] as const), ...(o.residual === null ? [] : [[o.residual, 2] as const])]
    case 'window_aggregate':
      return [...o.keys, ...o.calls.flatMap((c) => [c.argument, c.filter].filter((e) => e !== null))].map((e) => [e, 1])
    case 'envelope':
      return o.key === null ? [] : [[o.key, 1]]
    default:
      return []
  }
}

describe.each<[string, () => readonly PlanProgram[]]>([
  ['all clauses together', () => [planOf(...WIDE)]],
  ...EXAMPLES.map((e): [string, () => readonly PlanProgram[]] => [
    `example ${e}`,
    () => checkProgram(exampleFiles(e)).programs.map((p) => p.plan),
  ]),
])('the contract of the plan: %s', (_, plans) => {
  it('has operators with ids of their own, each after what it reads, through ports that exist', () => {
    for (const plan of plans()) {
      const seen = new Map<string, Operator>()
      for (const o of plan.operators) {
        expect(seen.has(o.id)).toBe(false)
        for (const e of o.inputs) expect(seen.get(e.operator)?.ports, `${o.id} reads ${e.operator}`).toContain(e.port)
        seen.set(o.id, o)
        expect(o.id.startsWith(`${plan.pipeline.name}/`)).toBe(true)
      }
      for (const r of plan.relations) expect(seen.get(r.edge.operator)?.ports).toContain(r.edge.port)
    }
  })

  it('names the columns of one operator differently', () => {
    for (const plan of plans())
      for (const o of plan.operators) expect(new Set(o.columns.map((c) => c.name)).size, o.id).toBe(o.columns.length)
  })

  it('has expressions over columns that are there, with their types', () => {
    for (const plan of plans())
      for (const o of plan.operators)
        for (const [e, inputs] of exprsOf(o))
          for (const c of columnsOf(e)) {
            expect(c.input).toBeLessThan(inputs)
            const column = operator(plan, o.inputs[c.input]!.operator).columns[c.ordinal]
            expect(column?.type.key, `${o.id}: column ${c.ordinal}`).toBe(c.type.key)
          }
  })

  it('says of each column where it comes from, and of keys and times which columns they are', () => {
    for (const plan of plans())
      for (const o of plan.operators) {
        for (const c of o.columns)
          for (const from of c.from)
            expect(operator(plan, from.column.operator).columns.length).toBeGreaterThan(from.column.ordinal)
        const width = o.kind === 'sink' ? o.row.length : o.columns.length
        for (const k of [...o.traits.keys.flat(), ...(o.traits.time === null ? [] : [o.traits.time])])
          expect(k).toBeLessThan(width)
        for (const w of o.traits.watermark) expect(operator(plan, w).kind).toBe('source')
      }
  })

  it('goes through JSON and back, and comes out the same twice', () => {
    const [first, second] = [JSON.stringify(plans()), JSON.stringify(plans())]
    expect(second).toBe(first)
    expect(JSON.stringify(JSON.parse(first))).toBe(first)
    expect(first).not.toContain('"kind":"error"')
  })
})

describe('identities', () => {
  it('are made of names and discriminators, never of positions', () => {
    expect(ids(planOf(...WIDE)).map((id) => id.slice('shop/'.length))).toEqual([
      'orders/source',
      'checked/split(negative)',
      'checked/split(no_region)',
      'customers/source',
      'customers/versions',
      'customers/filter(live)',
      'customers/project(live)',
      'enriched/split(late:c)',
      'enriched/temporal_join(c)',
      'enriched/project',
      'enriched/split(late:d)',
      'enriched/temporal_join(d)',
      'enriched/project#2',
      'sums/split(late:tumble)',
      'sums/window_aggregate(tumble)',
      'sums/filter(having)',
      'sums/project',
      'others/project',
      'result/project',
      'result/union(others)',
      'result/union(others)#2',
      'sink(lake.shop.behind)',
      'sink(lake.shop.result)',
      'sink(lake.shop.customers)',
      'dlq/envelope(checked/split(negative):negative)',
      'dlq/envelope(checked/split(no_region):no_region)',
      'dlq/envelope(enriched/split(late:c))',
      'dlq/envelope(sums/split(late:tumble))',
      'dlq/union',
      "sink(dlq 'shop.order.dlq')",
    ])
  })

  it('do not change where another relation is added, or a filter in front', () => {
    const base = [
      'stream result =\n  from orders\n  window tumble 5 minutes late to dlq\n  group by region\n  select region, window_start, count(*) as n',
    ]
    const more = [
      'stream extra =\n  from orders\n  select order_id\nsink lake.shop.extra from extra append',
      base[0]!.replace('from orders', 'from orders\n  where amount > 1'),
    ]
    const stateful = (plan: PlanProgram) =>
      plan.operators.filter((o) => o.kind === 'window_aggregate' || o.kind === 'versions' || o.kind === 'source').map((o) => o.id)
    expect(stateful(planOf(...more))).toEqual(stateful(planOf(...base)))
  })

  it('are one operator each, however many read it', () => {
    const plan = planOf(
      `stream enriched =\n  from orders as o\n  ${JOIN} late to dlq\n  select o.order_id, c.segment, o.region, o.created_at`,
      'stream result =\n  from enriched\n  select order_id',
      'stream more =\n  from enriched\n  select segment',
      'sink lake.shop.more from more append',
      'sink lake.shop.all from enriched append',
    )
    expect(plan.operators.filter((o) => o.kind === 'source' || o.kind === 'temporal_join').map((o) => o.id)).toEqual([
      'shop/orders/source',
      'shop/customers/source',
      'shop/enriched/temporal_join(c)',
    ])
  })
})

describe('hidden columns', () => {
  it('carry the origin of a record to the lanes of a DLQ, and nowhere else', () => {
    const plan = planOf(
      `stream result =\n  from orders as o\n  where o.amount > 0 else dlq 'negative'\n  select o.order_id, o.created_at\n  where order_id > 0`,
    )
    expect(names(operator(plan, 'shop/orders/source')).slice(-4)).toEqual(['($topic)', '($partition)', '($offset)', '($key)'])
    expect(names(operator(plan, 'shop/result/split(negative)')).slice(-1)).toEqual(['($key)'])
    expect(names(operator(plan, 'shop/result/project'))).toEqual(['order_id', 'created_at'])
    const plain = planOf('stream result =\n  from orders\n  select order_id')
    expect(names(operator(plain, 'shop/orders/source'))).not.toContain('($topic)')
  })

  it('carry it through select, extend, union and the left side of a join', () => {
    const plan = planOf(
      `stream joined =\n  from orders as o\n  ${JOIN} late as behind\n  select o.order_id, c.segment, o.created_at\n  extend twice = order_id * 2\n  union all again\nstream again =\n  from joined_again\n  select order_id, region, created_at, order_id as twice\nstream joined_again =\n  from orders\nstream result =\n  from joined\n  where segment is not null else dlq 'no_segment'\nsink lake.shop.behind from behind append`,
    )
    const envelope = plan.operators.find((o) => o.kind === 'envelope')!
    expect(envelope.kind === 'envelope' && envelope.originTopic).not.toBeNull()
    expect(names(operator(plan, 'shop/joined/union(again)'))).toContain('($offset)')
  })

  it('have no origin behind an aggregation, nor where one side of a union has none', () => {
    const window = planOf(
      "stream result =\n  from orders\n  window tumble 5 minutes late count\n  group by region\n  select region, window_start, count(*) as n\n  where n > 1 else dlq 'few'",
    )
    const union = planOf(
      "stream files from files 'x.ndjson' {\n  schema Order\n}\nstream result =\n  from orders\n  union all files\n  where amount > 0 else dlq 'negative'",
    )
    for (const plan of [window, union]) {
      const envelope = plan.operators.find((o) => o.kind === 'envelope')!
      expect(envelope.kind === 'envelope' && [envelope.originTopic, envelope.key]).toEqual([null, null])
    }
  })

  it('of a captured table are its operation and commit time, which no reader sees', () => {
    const plan = planOf('stream result =\n  from orders\n  select order_id')
    expect(names(operator(plan, 'shop/customers/source'))).toEqual(['customer_id', 'name', 'segment', '($op)', '($commit_time)'])
    expect(names(operator(plan, 'shop/customers/project(live)'))).toEqual(['customer_id', 'name', 'segment'])
  })
})

describe('row times', () => {
  const commit = (plan: PlanProgram): string =>
    operator(plan, plan.operators.find((o) => o.kind === 'versions')!.id).columns.at(-1)!.type.key
  const job = (type: string, name: string): string =>
    [
      "import { customers, lake } from './lib.flow'",
      `pipeline ${name} {\n  dlq 'a.dlq'\n}`,
      ORDER.replace('created_at   timestamp(3)', `created_at   ${type}(3)`),
      ORDERS.slice(ORDER.length),
      `stream result =\n  from orders as o\n  ${JOIN} late to dlq\n  select o.order_id, c.segment`,
      'sink lake.shop.result from result append',
    ].join('\n')

  it('of a table follow the rows that join it, in each job for itself', () => {
    const { programs, lines } = checkProgram({
      'lib.flow': [CUSTOMERS, LAKE].join('\n'),
      'a.flow': job('timestamp', 'a'),
      'b.flow': job('timestamp_ltz', 'b'),
    })
    expect(lines).toEqual([])
    expect(programs.map((p) => [p.pipeline, commit(p.plan)])).toEqual([
      ['a', 'TIMESTAMP(3)'],
      ['b', 'TIMESTAMP_LTZ(3)'],
    ])
  })
})

it('calls connections and catalogs as they were declared, whatever an import calls them', () => {
  const { programs, lines } = checkProgram({
    'lib.flow': [CUSTOMERS, LAKE].join('\n'),
    'main.flow': [
      "import { customers as people, lake as sea, db as base, Customer } from './lib.flow'",
      PIPELINE,
      "table others from cdc base 'public.others' {\n  schema       Customer\n  primary key  customer_id\n}",
      'sink sea.shop.people from people upsert',
      'sink sea.shop.others from others upsert',
    ].join('\n'),
  })
  expect(lines).toEqual([])
  const { plan } = programs[0]!
  expect([plan.connections.map((c) => c.name), plan.catalogs.map((c) => c.name)]).toEqual([['db'], ['lake']])
  expect(
    plan.operators.flatMap((o) => (o.kind === 'source' && o.connector.kind === 'cdc' ? [o.connector.connection] : [])),
  ).toEqual(['db', 'db'])
  expect(plan.operators.flatMap((o) => (o.kind === 'sink' && o.target.kind === 'iceberg' ? [o.target.catalog] : []))).toEqual([
    'lake',
    'lake',
  ])
  expect(plan.relations.map((r) => r.name)).toEqual(['customers', 'others'])
})

describe("a schema with the names of the compiler's own columns", () => {
  const CDC = CUSTOMERS.replace(
    '  segment      string\n',
    '  segment      string,\n  `$op`        string,\n  `$commit_time` string\n',
  )
  const checked = (...parts: readonly string[]): PlanProgram => {
    const { programs, lines } = checkProgram({ 'main.flow': [PIPELINE, LAKE, ...parts].join('\n') })
    expect(programs, lines.join('\n')).toHaveLength(1)
    return programs[0]!.plan
  }

  it('does not decide which versions are deleted, nor follow the time of a join', () => {
    const plan = checked(
      ORDERS.replace('created_at   timestamp(3) not null', 'created_at   timestamp_ltz(3) not null'),
      CDC,
      `stream result =\n  from orders as o\n  ${JOIN} late to dlq\n  select o.order_id, c.segment, c.\`$op\` as op, c.\`$commit_time\` as time`,
      'sink lake.shop.result from result append',
    )
    const join = plan.operators.find((o) => o.kind === 'temporal_join')!
    const versions = operator(plan, join.inputs[1]!.operator)
    const asked = columnsOf(join.kind === 'temporal_join' ? join.residual! : bug('no join')).map(
      (c) => versions.columns[c.ordinal],
    )
    expect(asked).toMatchObject([{ name: '$op', hidden: true }])
    const times = versions.columns.filter((c) => c.name === '$commit_time')
    expect(times.map((c) => [c.hidden === true, c.type.key])).toEqual([
      [false, 'STRING'],
      [true, 'TIMESTAMP_LTZ(3)'],
    ])
  })

  it('does not say where a dead letter came from', () => {
    const plan = checked(
      ORDERS.replace('region       string', 'region       string,\n  `$topic`     string'),
      "stream result =\n  from orders\n  where amount > 0 else dlq 'negative'",
      'sink lake.shop.result from result append',
    )
    const envelope = plan.operators.find((o) => o.kind === 'envelope')!
    const input = operator(plan, envelope.inputs[0]!.operator)
    expect(envelope.kind === 'envelope' && input.columns[envelope.originTopic!]).toMatchObject({ name: '$topic', hidden: true })
  })
})

it('unions of unions of the same streams take no more time than they are long', { timeout: 5_000 }, () => {
  const levels = Array.from({ length: 60 }, (_, i) => `stream u${i + 1} =\n  from u${i}\n  union all u${i}`)
  const { programs, lines } = checkProgram({
    'main.flow': [
      PIPELINE,
      ORDERS,
      LAKE,
      'stream u0 =\n  from orders',
      ...levels,
      "stream result =\n  from u60\n  where amount > 1 else dlq 'small'",
      'sink lake.shop.result from result append',
    ].join('\n'),
  })
  expect(lines).toEqual([])
  expect(build(programs[0]!.plan).length).toBeGreaterThan(0)
})
