// What stands in generated programs, seen through whole .flow texts.
import { describe, expect, it } from 'vitest'
import type { FlinkProgram, SqlCreateTable, SqlCreateView } from '../../src/codegen/artifact.js'
import { bindTables } from '../../src/codegen/flink/bind.js'
import { expectedCounts } from '../../src/codegen/flink/explain.js'
import { printProgram, printStatement } from '../../src/codegen/flink/printer.js'
import { flinkProgram } from '../../src/codegen/flink/program.js'
import { supports, supportsPlan } from '../../src/codegen/supports.js'
import type { PlanProgram, TargetName } from '../../src/ir/plan.js'
import { checkProgram, type Checked } from '../support/check-program.js'

const HEAD = `pipeline p {
  dlq 'dead'
  checkpoint every 1 minute exactly once
}

schema Order {
  id         bigint not null,
  region     string not null,
  amount     decimal(10, 2),
  at         timestamp(3) not null
}

stream orders from kafka 'shop.order.made.v1' {
  schema       Order
  message key  id as text
  time         at late by 30 seconds, idle after 1 minute
  start        earliest
}
`

const CUSTOMERS = `
connection db postgres {
  host      'db'
  database  'shop'
  user      'debezium'
  password  secret('PASSWORD')
}

schema Customer {
  id       bigint not null,
  segment  string
}

table customers from cdc db 'public.customers' {
  schema       Customer
  primary key  id
  time         commit late by 5 seconds, idle after 1 minute
}
`

function checked(text: string, target: TargetName = 'flink-2.2'): Checked {
  const result = checkProgram({ 'main.flow': text }, target)
  expect(result.diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.code} ${d.message}`)).toEqual([])
  return result
}
const planOf = (text: string, target: TargetName = 'flink-2.2'): PlanProgram => checked(text, target).programs[0]!.plan
const tables = (p: FlinkProgram): readonly SqlCreateTable[] => p.statements.filter((s) => s.kind === 'create table')
const views = (p: FlinkProgram): readonly SqlCreateView[] => p.statements.filter((s) => s.kind === 'create view')
const view = (p: FlinkProgram, name: string): SqlCreateView => views(p).find((v) => v.name === name)!
const option = (t: SqlCreateTable, name: string): string | undefined => t.options.find((o) => o.name === name)?.value

describe('one SELECT a relation', () => {
  it('joins filters, projections and an aggregate with HAVING', () => {
    const p = flinkProgram(
      planOf(`${HEAD}
stream a =
  from orders
  where amount > 1
  extend cents = amount * 100
  where region <> 'x'
  window tumble 5 minutes late count
  group by region
  select region, window_start, sum(cents) as cents
  having sum(cents) > 10
sink kafka 'shop.order.a.v1' from a append { format json }
`),
    )
    expect(views(p).map((v) => v.name)).toEqual(['a_input', 'a'])
    expect(view(p, 'a').sql).toMatch(
      /^SELECT\n {2}`region`,\n {2}`window_start`,\n {2}SUM\(`cents`\) AS `cents`\nFROM TABLE\(TUMBLE\(TABLE `a_input`/,
    )
    expect(view(p, 'a').sql).toContain('\nHAVING SUM(`cents`) > 10')
    expect(view(p, 'a_input').sql).toContain("WHERE `amount` > 1\n  AND `region` <> 'x'")
  })

  it('writes a long expression once, in a subquery', () => {
    const p = flinkProgram(
      planOf(`${HEAD}
stream a =
  from orders
  extend share = cast(amount as double) / 3e0 + 1e0
  select id, share, share * share as square, at
sink kafka 'shop.order.a.v1' from a append { format json }
`),
    )
    expect(view(p, 'a').sql.match(/3E0/g)).toHaveLength(1)
  })

  it('leaves out columns that nobody reads, and relations without a reader', () => {
    const p = flinkProgram(
      planOf(`${HEAD}
stream a = from orders
  select id, region, amount, at
stream unread = from a
  select id
stream b = from a
  select id, at
sink kafka 'shop.order.b.v1' from b append { format json }
`),
    )
    expect(views(p).map((v) => [v.name, v.columns])).toEqual([
      ['a', ['id', 'at']],
      ['b', ['id', 'at']],
    ])
  })
})

describe('splits', () => {
  const program = flinkProgram(
    planOf(`${HEAD}
stream a =
  from orders
  where amount > 0 else dlq 'free'
  window tumble 7 minutes offset 1 minute late to dlq
  group by region
  select region, window_start, count(*) as n
sink kafka 'shop.order.a.v1' from a append { format json }
`),
  )
  it('are complements: IS TRUE and IS NOT TRUE', () => {
    expect(view(program, 'a_input').sql).toContain('(`amount` > 0) IS TRUE')
    const dlq = program.statements.find((s) => s.kind === 'statement set')!.inserts.find((i) => i.target[0] === 'dead')!
    expect(dlq.sql).toContain('(`amount` > 0) IS NOT TRUE')
    expect(dlq.sql.match(/UNION ALL/g)).toHaveLength(1)
  })
  it('name the fired window by arithmetic on the row, with the complement on the kept branch', () => {
    expect(view(program, 'a_input').sql).toMatch(
      /- 60000, 420000\) \+ 420000, 420000\)\n\s+\+ 420000 - 1\n\s+<= EXTRACT\(EPOCH FROM CURRENT_WATERMARK\(`at`\)\)[^]*\) IS NOT TRUE$/,
    )
  })
})

describe('a stateful operator with several readers', () => {
  it('goes through one ROW, the event time outside', () => {
    const p = flinkProgram(
      planOf(`${HEAD}${CUSTOMERS}
stream a =
  from orders as o
  left join customers as c at o.at on o.id = c.id late as behind
  select o.id, c.segment, o.at
stream b = from a
  select id
stream c = from a
  select segment
sink kafka 'shop.order.b.v1' from b append { format json }
sink kafka 'shop.order.c.v1' from c append { format json }
`),
    )
    expect(view(p, 'a_joined').columns).toEqual(['packed'])
    expect(view(p, 'a').sql).toContain('`packed`.`segment`')
  })
  it('stays plain for one', () => {
    const p = flinkProgram(
      planOf(`${HEAD}${CUSTOMERS}
stream a =
  from orders as o
  join customers as c at o.at on o.id = c.id late as behind
  select o.id, c.segment, o.at
sink kafka 'shop.order.a.v1' from a append { format json }
`),
    )
    expect(views(p).map((v) => v.name)).toEqual(['customers', 'a_input', 'a'])
    expect(view(p, 'a').sql).toContain('INNER JOIN `customers` FOR SYSTEM_TIME AS OF')
  })
  it('counts one keep-last operator for joins and one for everything else', () => {
    const text = (rest: string): string => `${HEAD}${CUSTOMERS}
stream a =
  from orders as o
  join customers as c at o.at on o.id = c.id late as behind
  select o.id, c.segment, o.at
sink kafka 'shop.order.a.v1' from a append { format json }
${rest}`
    expect(expectedCounts(planOf(text(''))).versions).toBe(1)
    expect(
      expectedCounts(planOf(text("sink kafka 'shop.customer.now.v1' from customers upsert { message key id as text }\n")))
        .versions,
    ).toBe(2)
  })
})

describe('sources', () => {
  it('say where they start and when a watermark comes', () => {
    const [orders] = tables(flinkProgram(planOf(`${HEAD}sink kafka 'x.y.z.v1' from orders append { format json }\n`)))
    expect(option(orders!, 'scan.startup.mode')).toBe('earliest-offset')
    expect(option(orders!, 'scan.watermark.emit.strategy')).toBe('on-event')
    expect(option(orders!, 'scan.watermark.idle-timeout')).toBe('1 min')
    expect(option(orders!, 'properties.group.id')).toBe('p')
  })
  it('put in no secret where a text of the program looks like a reference', () => {
    const program = `${HEAD.replace(
      '  start        earliest',
      "  with { 'properties.client.rack' = '${secret:B}$${env:C}' }",
    )}sink kafka 'x.y.z.v1' from orders append\n`
    const orders = tables(flinkProgram(planOf(program))).find((t) => t.name[0] === 'orders')
    expect(option(orders!, 'properties.client.rack')).toBe('$${secret:B}$${env:C}')
  })
  it('read a change envelope as plain rows, the key from the newest image', () => {
    const table = tables(
      flinkProgram(
        planOf(`${HEAD}${CUSTOMERS}sink kafka 'shop.customer.now.v1' from customers upsert { message key id as text }\n`),
      ),
    ).find((t) => t.name[0] === 'customers_changes')!
    const printed = printStatement(table)!.sql
    expect(printed).toContain('`id` AS COALESCE(`after`.`id`, `before`.`id`)')
    expect(printed).toContain('`segment` AS `after`.`segment`')
    expect(printed).toContain("WATERMARK FOR `$commit_time` AS `$commit_time` - INTERVAL '5' SECOND")
    expect(table.primaryKey).toEqual([])
  })
  it('of files that accept late rows move their watermark at the end only', () => {
    const p = flinkProgram(
      planOf(`pipeline p { checkpoint every 1 minute exactly once }
schema S { id int not null, at timestamp(3) not null }
stream s from files '/data/s.ndjson' {
  schema S
  time   at late by 1 second, idle never
  late   accept
}
sink kafka 'x.y.z.v1' from s append { format json }
`),
    )
    expect(printStatement(tables(p)[0]!)!.sql).toContain('WATERMARK FOR `at` AS CAST(NULL AS TIMESTAMP(3))')
  })
})

describe('sinks', () => {
  const sink = (declaration: string, target: TargetName = 'flink-2.2'): FlinkProgram =>
    flinkProgram(planOf(`${HEAD}${declaration}\n`, target))
  it('write a text key as the text of its value', () => {
    const key = (clause: string): readonly (string | undefined)[] => {
      const table = tables(sink(`sink kafka 'x.y.z.v1' from orders append {\n  message key ${clause}\n  format json\n}`)).find(
        (t) => t.role === 'sink',
      )!
      return [option(table, 'key.format'), option(table, 'key.fields'), option(table, 'value.fields-include')]
    }
    expect(key('region as text')).toEqual(['raw', 'region', 'ALL'])
    expect(key('id as text')).toEqual(['csv', 'id', 'ALL'])
    expect(key('at as text')).toEqual(['raw', 'key_at', 'EXCEPT_KEY'])
    expect(key('id as raw')).toEqual(['raw', 'id', 'ALL'])
    expect(key('id, region as json')).toEqual(['json', 'id;region', 'ALL'])
  })
  it('exactly once: an id a topic that stays the same, a transaction within the broker limit', () => {
    const table = tables(sink("sink kafka 'x.y.z.v1' from orders append { format json }")).find((t) => t.role === 'sink')!
    expect(option(table, 'sink.transactional-id-prefix')).toBe('p-x.y.z.v1')
    expect(Number(option(table, 'properties.transaction.timeout.ms'))).toBeLessThanOrEqual(900_000)
  })
  it('that upsert say on 2.3 what a conflict means', () => {
    const text = `${CUSTOMERS}sink kafka 'shop.customer.now.v1' from customers upsert { message key id as text }`
    const suffix = (target: TargetName): string | null =>
      sink(text, target).statements.find((s) => s.kind === 'statement set')!.inserts[0]!.suffix
    expect([suffix('flink-1.20'), suffix('flink-2.2'), suffix('flink-2.3')]).toEqual([null, null, 'ON CONFLICT DO DEDUPLICATE'])
  })
  const LAKE = `
catalog lake iceberg {
  uri        env('ICEBERG_URI')
  warehouse  'w'
}
`
  it('in Iceberg lose no delete of a captured table', () => {
    const table = tables(sink(`${CUSTOMERS}${LAKE}sink lake.shop.customers from customers upsert { partition by id }`)).find(
      (t) => t.role === 'sink',
    )!
    expect(option(table, 'write.upsert.enabled')).toBe('false')
    expect(table.primaryKey).toEqual(['id'])
    expect(printStatement(table)!.sql).toContain('PARTITIONED BY (`id`)')
  })
  it('in Iceberg replace rows that are only inserted', () => {
    const table = tables(
      sink(`${LAKE}
stream a = from orders
  window tumble 1 hour late count
  group by region
  select region, window_start, count(*) as n
sink lake.shop.a from a upsert {}
`),
    ).find((t) => t.role === 'sink')!
    expect(option(table, 'write.upsert.enabled')).toBe('true')
  })
  it('with partition transforms are made by the catalog, not by SQL', () => {
    const p = sink(`${LAKE}sink lake.shop.orders from orders append { partition by days(at) }`)
    const table = tables(p).find((t) => t.role === 'sink')!
    expect(printStatement(table)).toBeNull()
    expect(printProgram(p).text).toContain('iceberg/lake.shop.orders.json')
  })
})

describe('binding other connectors', () => {
  const LAKE =
    "catalog lake iceberg { uri 'http://x'; warehouse 'w' }\nsink lake.shop.orders from good append { partition by days(at) }\n"
  const text = `${HEAD}
stream good = from orders
  where amount > 0 else dlq 'free'
${LAKE}`
  const bound = bindTables(flinkProgram(planOf(text)), (t) => ({
    options: [{ name: 'connector', value: 'script' }],
    ...(t.watermark === null ? {} : { watermark: { column: t.watermark.column, strategy: { kind: 'source' as const } } }),
  }))
  it('makes metadata physical, takes the connector watermark, forgets catalogs', () => {
    const orders = tables(bound).find((t) => t.name[0] === 'orders')!
    expect(orders.columns.filter((c) => c.name.startsWith('$')).map((c) => c.kind)).toEqual([
      'physical',
      'physical',
      'physical',
      'computed',
    ])
    expect(printStatement(orders)!.sql).toContain('WATERMARK FOR `at` AS SOURCE_WATERMARK()')
    expect(bound.statements.some((s) => s.kind === 'create catalog' || s.kind === 'create database')).toBe(false)
  })
  it('keeps the path of an Iceberg table as one name', () => {
    const set = bound.statements.find((s) => s.kind === 'statement set')!
    expect(set.inserts.map((i) => i.target)).toContainEqual(['lake.shop.orders'])
    expect(printStatement(tables(bound).find((t) => t.name[0] === 'lake.shop.orders')!)).not.toBeNull()
  })
  it('leaves the views as they are', () => expect(views(bound)).toEqual(views(flinkProgram(planOf(text)))))
})

describe('the source map', () => {
  it('ties ranges of the SQL text to the lines that they come from', () => {
    const text = `${HEAD}
stream a =
  from orders
  where amount > 41
  select id, at
sink kafka 'shop.order.a.v1' from a append { format json }
`
    const result = checked(text)
    const { text: sql, map } = printProgram(flinkProgram(result.programs[0]!.plan))
    const at = sql.indexOf('`amount` > 41')
    const covering = map.mappings.filter((m) => m.start <= at && m.end > at).sort((x, y) => x.end - x.start - (y.end - y.start))
    const { file, start, end } = result.index.range(covering[0]!.origin)
    expect(file).toBe('main.flow')
    expect(text.slice(start, end)).toContain('where amount > 41')
    for (const m of map.mappings) expect(m.start >= 0 && m.end <= sql.length && m.start < m.end).toBe(true)
  })
})

describe('verdicts', () => {
  const plan = planOf(`${HEAD}sink kafka 'x.y.z.v1' from orders append { format json }\n`)
  const messages = (over: Partial<PlanProgram>): string[] => supportsPlan({ ...plan, ...over }).map((v) => v.message)
  it('are none for a plain program', () => expect(messages({})).toEqual([]))
  it('are the same for each operator alone', () => {
    for (const o of plan.operators) expect(supports(o, o.traits, 'flink-2.1')).toEqual([])
    const long = planOf(
      `${HEAD}stream w =\n  from orders\n  window tumble 2000 days late count\n  group by region\n  select region, count(*) as n\n\nsink kafka 'x.y.z.v1' from w append { format json }\n`,
    )
    const [window] = long.operators.filter((o) => o.kind === 'window_aggregate')
    expect(supports(window!, window!.traits, 'flink-2.2').map((v) => v.message)).toEqual([
      'a window of 1000 days or more has no interval literal in Flink',
    ])
  })
  it('refuse what a version cannot plan', () => {
    const rows = planOf(
      `${HEAD}stream w =\n  from orders\n  select id, array[cast(row(id, 'a') as row<n bigint, s string>)] as pairs\n\nsink kafka 'x.y.z.v1' from w append { format json }\n`,
    )
    const on = (target: 'flink-1.20' | 'flink-2.1'): string[] =>
      rows.operators.flatMap((o) => supports(o, o.traits, target).map((v) => v.message))
    expect(on('flink-1.20')).toEqual(['an array of rows that are made in place cannot be planned by Flink 1.20'])
    expect(on('flink-2.1')).toEqual([])
  })
  it('refuse everything where nothing has been tried, and say what cannot be had at all', () => {
    const lake = planOf(
      `${HEAD}catalog lake iceberg {\n  uri 'http://x'\n  warehouse 's3://x'\n}\nsink lake.s.t from orders append\n`,
    )
    expect(supportsPlan({ ...plan, target: 'confluent' }).map((v) => v.message)).toEqual([
      'statements for Confluent Cloud are not written yet: none has been tried there',
    ])
    expect(supportsPlan({ ...lake, target: 'confluent' }).map((v) => v.message)).toEqual([
      '`lake.s.t` writes an Iceberg table: its statements write topics',
      'statements for Confluent Cloud are not written yet: none has been tried there',
    ])
  })
  it('refuse a checkpoint interval that no Kafka transaction outlives', () => {
    const pipeline = { ...plan.pipeline, checkpoint: { interval: 14 * 60_000, mode: 'exactly-once' as const } }
    expect(messages({ pipeline })[0]).toContain('14 minutes leaves no room')
    expect(messages({ pipeline: { ...pipeline, checkpoint: { ...pipeline.checkpoint, mode: 'at-least-once' } } })).toEqual([])
  })
  it('refuse a parallelism of its own for a source where the connector has none', () => {
    const operators = plan.operators.map((o) => (o.kind === 'source' ? { ...o, parallelism: 2 } : o))
    expect(messages({ operators })).toEqual([])
    expect(messages({ operators, target: 'flink-1.20' })).toEqual([
      '`parallelism` of `orders`: the Kafka connector of flink-1.20 reads with the parallelism of the job',
    ])
  })
  it('refuse options that are unknown, or said by a clause', () => {
    const operators = plan.operators.map((o) =>
      o.kind === 'source'
        ? {
            ...o,
            options: [
              { name: 'scan.startup.mode', value: 'x' },
              { name: 'nonsense', value: 'y' },
            ],
          }
        : o,
    )
    expect(messages({ operators })).toHaveLength(2)
  })
})
