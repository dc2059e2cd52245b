// Programs in TypeScript print what they share into each of their texts. A job that sees two of them has it once.
import { describe, expect, it } from 'vitest'
import { build } from '../../src/codegen/index.js'
import { SourceIndex } from '../../src/core/source.js'
import type { PlanProgram } from '../../src/ir/plan.js'
import { compile } from '../../src/workspace/compile.js'
import type { Host } from '../../src/workspace/host.js'

const SHARED = `connection shop_db postgres {
  host      env('SHOP_DB_HOST')
  database  'shop'
  user      'flow'
  password  secret('SHOP_DB_PASSWORD')
}

catalog lake iceberg {
  uri        env('ICEBERG_URI')
  warehouse  's3://lake/'
}

param least decimal(10, 2) = 1.00

topic 'orders.dlq' {
  partitions  3
}

schema customer {
  customer_id  bigint not null,
  segment      string
}

table customers from cdc shop_db 'public.customers' {
  schema       customer
  primary key  customer_id
  time         commit late by 5 seconds, idle after 1 minute
}

schema order_row {
  order_id     bigint not null,
  customer_id  bigint not null,
  amount       decimal(10, 2),
  created_at   timestamp_ltz(3) not null
}

stream orders from kafka 'orders' {
  schema       order_row
  message key  customer_id as text
  time         created_at late by 30 seconds, idle after 1 minute
}
`
const ENRICHED = `${SHARED}
stream enriched =
  from orders as o
  where o.amount > least else dlq 'small'
  left join customers as c at o.created_at on o.customer_id = c.customer_id
       late as late_orders
  select o.order_id, o.customer_id, c.segment, o.created_at
`
const job = (imports: string): string => `${imports}

pipeline both {
  owner  'team'
  dlq    'both.dlq'
}

stream plain =
  from orders
  select order_id, customer_id, cast(null as string) as segment, created_at

stream all_orders =
  from enriched
  union all plain

sink lake.shop.enriched from all_orders append
`

function run(files: Readonly<Record<string, string>>, asked: readonly string[]) {
  const host: Host = {
    readText: (path) => (path in files ? { kind: 'text', text: files[path]! } : { kind: 'missing' }),
    list: () => [],
  }
  const { diagnostics, programs } = compile({ host, files: asked, target: 'flink-2.2', index: new SourceIndex(), before: [] })
  return { found: diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.code} ${d.message}`), programs }
}

describe('two programs in TypeScript', () => {
  const imports = "import { enriched, lake } from './enriched.flow.ts'\nimport { orders } from './orders.flow.ts'"
  it('that print the same declarations give one of each to a job that reads both', () => {
    const { found, programs } = run({ 'enriched.flow.ts': ENRICHED, 'orders.flow.ts': SHARED, 'both.flow': job(imports) }, [
      'both.flow',
    ])
    expect(found).toEqual([])
    const { plan } = programs[0]!
    const ids = plan.operators.map((o) => o.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(plan.relations.map((r) => r.name).sort()).toEqual(['all_orders', 'customers', 'enriched', 'orders', 'plain'])
    expect(plan.catalogs).toHaveLength(1)
    expect(plan.connections).toHaveLength(1)
    expect(plan.topics.filter((t) => t.name === 'orders.dlq')).toHaveLength(1)
    expect(plan.inferred.filter((i) => i.about === 'least')).toHaveLength(1)
  })
  it('clash where what they print differs', () => {
    const other = SHARED.replace('late by 30 seconds', 'late by 31 seconds').replace("'s3://lake/'", "'s3://other/'")
    const { found } = run({ 'enriched.flow.ts': ENRICHED, 'orders.flow.ts': other, 'both.flow': job(imports) }, ['both.flow'])
    expect(found).toEqual([
      'FLOW2014 pipeline `both` would hold two catalogs named `lake`',
      'FLOW2014 pipeline `both` would hold two relations named `orders`',
    ])
  })
  it('are strangers where no job reads both', () => {
    const one = `${SHARED}\npipeline one {\n  owner  'team'\n}\n\nsink lake.shop.one from orders append\n`
    const two = one.replaceAll(/\bone\b/g, 'two')
    const alone = run({ 'one.flow.ts': one, 'two.flow.ts': two }, ['one.flow.ts'])
    const both = run({ 'one.flow.ts': one, 'two.flow.ts': two }, ['one.flow.ts', 'two.flow.ts'])
    expect(both.found).toEqual([])
    expect(both.programs).toHaveLength(2)
    expect(both.programs[0]!.plan).toEqual(alone.programs[0]!.plan)
  })
  it('give what texts give that import the same', () => {
    const sink = (name: string): string =>
      `pipeline ${name} {\n  dlq  'shop.${name}.dlq'\n}\n\nsink lake.shop.${name} from kept append\n`
    const kept = `stream kept =
  from orders as o
  join customers as c at o.created_at on o.customer_id = c.customer_id late to dlq
  select o.order_id, c.segment
`
    const imports = "import { customers, orders, lake } from './shared.flow'\n"
    const texts = run(
      {
        'shared.flow': SHARED,
        ...Object.fromEntries(['one', 'two'].map((n) => [`${n}.flow`, `${imports}\n${sink(n)}\n${kept}`])),
      },
      ['one.flow', 'two.flow'],
    )
    const scripts = run(Object.fromEntries(['one', 'two'].map((n) => [`${n}.flow.ts`, `${SHARED}\n${sink(n)}\n${kept}`])), [
      'one.flow.ts',
      'two.flow.ts',
    ])
    expect([...texts.found, ...scripts.found]).toEqual([])
    const artifacts = (plan: PlanProgram) =>
      build(plan)
        .filter((a) => /^(connectors|tables|schemas)\/|^topics\.json$/.test(a.path) || a.path.endsWith('.sql'))
        .map((a) => ({ path: a.path, text: a.text.replaceAll(/^--.*$/gm, '') }))
    expect(scripts.programs).toHaveLength(2)
    for (const [i, { plan }] of scripts.programs.entries()) {
      expect(artifacts(plan)).toEqual(artifacts(texts.programs[i]!.plan))
      expect(artifacts(plan).map((a) => a.path)).toContainEqual(expect.stringMatching(/^connectors\//))
    }
  })
})

it('texts that declare the same thing twice clash as ever', () => {
  const imports = "import { enriched, lake } from './enriched.flow'\nimport { orders } from './orders.flow'"
  const { found } = run({ 'enriched.flow': ENRICHED, 'orders.flow': SHARED, 'both.flow': job(imports) }, ['both.flow'])
  expect(found).toContain('FLOW2014 pipeline `both` would hold two relations named `orders`')
})
