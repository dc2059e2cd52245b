// Keys that need a name in TypeScript have one, and the plan is that of the text.
import { expect, it } from 'vitest'
import { renderText } from '../../../src/diagnostics/render/text.js'
import { closeLoop, modulesOf } from '../../support/close-loop.js'
import { scrubbed } from '../../support/equal-plans.js'
import { compileFiles } from '../../support/flow-programs.js'

const HEAD = `pipeline shop {
  dlq 'shop.dlq'
}

connection shop_db postgres {
  host env('SHOP_DB_HOST')
  database 'shop'
  user 'debezium'
  password secret('SHOP_DB_PASSWORD')
}

schema placed {
  customer_id   bigint,
  region        string,
  amount        int,
  window_start  timestamp(3),
  payload       row<id bigint, address row<city string>>,
  created_at    timestamp(3) not null
}

schema person {
  id           bigint not null,
  area         string,
  segment      string
}

stream orders from kafka 'shop.order.created.v1' {
  schema  placed
  time    created_at late by 10 seconds, idle after 1 minute
}

table customers from cdc shop_db 'public.customers' {
  schema       person
  primary key  id
  time         commit late by 10 seconds, idle after 1 minute
}

stream daily =
`
const SINK = `
sink kafka 'shop.daily.counted.v1' from daily append {
  format json
}
`
const JOIN = `  from orders as o
  join customers as c at o.created_at on o.customer_id = c.id late to dlq
`
const WINDOW = '  window tumble 1 hour late count\n'

const PROGRAMS: readonly (readonly [string, string, string])[] = [
  [
    'a field',
    `  from orders\n${WINDOW}  group by payload.id, payload.address.city, region
  select payload.id, payload.address.city as place, sum(amount) as total
  having place <> 'x' and max(payload.id) > 1
`,
    '.groupBy((o) => ({ id: o.payload.id, city: o.payload.address.city, region: o.region }))',
  ],
  [
    'fields of one name',
    `  from orders as x\n${WINDOW}  group by x.payload.id, x.customer_id, payload.address
  select x.payload.address.city, x.payload.id, customer_id, window_end, count(*) as n
`,
    '.groupBy((x) => ({ id: x.payload.id, customer_id: x.customer_id, address: x.payload.address }))',
  ],
  [
    'sides of a join',
    `${JOIN}${WINDOW}  group by o.payload.id, c.area, segment
  select o.payload.id as here, area, c.segment, sum(o.amount) as total, max(c.area) as last
  having here > 1 and area <> 'x' and min(o.region) = 'x'
`,
    '.groupBy((o, c) => ({ id: o.payload.id, area: c.area, segment: c.segment }))',
  ],
  [
    'a column that is called as one of the window',
    `  from orders\n${WINDOW}  group by orders.window_start
  select orders.window_start as before, window_start, max(window_start) as last
`,
    '.groupBy((o) => ({ window_start_key: o.window_start }))',
  ],
  [
    'results that have the names of other keys',
    `  from orders\n${WINDOW}  group by customer_id, amount
  select customer_id as amount, amount as customer_id, count(*) as n
  having amount > 1 and sum(amount) > 2 and n > 3
`,
    '.having((g) => g.customer_id.gt(1).and(sum(g.amount).gt(2)).and(count().gt(3)))',
  ],
]

const before = PROGRAMS.map(([, query]) => {
  const compiled = compileFiles({ 'a.flow': `${HEAD}${query}${SINK}` }, 'a.flow')
  return { compiled, made: modulesOf({ 'a.flow': `${HEAD}${query}${SINK}` }, 'a.flow', compiled.model) }
})
const closed = await closeLoop(before.map((b) => b.made))

it.each(PROGRAMS.map(([name, , keys], i) => [name, keys, i] as const))('%s', (_, keys, i) => {
  const { compiled, made } = before[i]!
  expect(compiled.hasErrors, renderText(compiled.diagnostics, compiled.index)).toBe(false)
  expect(made.asText).toEqual([])
  expect(made.modules.get('a.flow.ts')!.replaceAll(', }', ' }')).toContain(keys)
  const again = closed[i]!
  if (!again.ok) throw new Error(again.problem)
  const after = compileFiles({ 'a.flow': again.text }, 'a.flow')
  expect(after.hasErrors, renderText(after.diagnostics, after.index)).toBe(false)
  expect(scrubbed(after.programs[0]!)).toEqual(scrubbed(compiled.programs[0]!))
})
