// Programs and tests as text, run the way `flowc/testing` runs them: for what is behind the API.
import { clockAfter } from '../../src/runtime/test-runner/beats.js'
import { playTest } from '../../src/runtime/test-runner/run-test.js'
import { flowRun } from '../../src/testing/run.js'
import type { FlowRun } from '../../src/testing/types.js'
import { checkProgram } from '../support/check-program.js'

export const ORDERS = `
pipeline shop {
  dlq  'shop.order.dlq.v1'
}

schema Customer {
  customer_id  bigint not null,
  segment      string
}

schema Order {
  order_id     bigint not null,
  customer_id  bigint not null,
  region       string,
  amount       decimal(18, 2),
  created_at   timestamp(3) not null
}

connection shop_db postgres {
  host      env('SHOP_DB_HOST')
  database  'shop'
  user      'debezium'
  password  secret('SHOP_DB_PASSWORD')
}

table customers from cdc shop_db 'public.customers' {
  schema       Customer
  primary key  customer_id
  time         commit late by 5 seconds, idle after 1 minute
}

stream orders from kafka 'shop.order.created.v1' {
  schema       Order
  message key  customer_id as text
  time         created_at late by 30 seconds, idle after 1 minute
}

stream enriched =
  from orders as o
  where o.amount > 0 else dlq 'non_positive_amount'
  left join customers as c at o.created_at on o.customer_id = c.customer_id
       late as late_orders
  select o.order_id, o.customer_id, c.segment, o.region, o.amount, o.created_at

stream revenue_5min =
  from enriched
  window tumble 5 minutes late count
  group by region
  select region, window_start, window_end, sum(amount) as revenue, count(*) as orders

stream late_enriched =
  from late_orders
  select order_id, customer_id, cast(null as string) as segment, region, amount, created_at

stream all_orders =
  from enriched
  union all late_enriched

sink kafka 'shop.order.enriched.v1' from all_orders append
sink kafka 'shop.revenue.aggregated.v1' from revenue_5min append {
  message key  region as text
}
`

/** A program with one test block. */
export function runText(program: string, steps: string, pipeline = 'shop'): FlowRun {
  const { played, clock } = play(program, steps, pipeline)
  return flowRun(played, clock, () => null)
}

/** What its `expect` steps find wrong. */
export const failuresOf = (program: string, steps: string): readonly unknown[] =>
  play(program, steps, 'shop').played.result.failures

function play(program: string, steps: string, pipeline: string) {
  const { lines, programs } = checkProgram({ 'a.flow': `${program}\ntest 't' for ${pipeline} {\n${steps}\n}\n` })
  if (programs.length === 0) throw new Error(lines.join('\n'))
  const { plan, tests } = programs[0]!
  const readFile = (): readonly [] => []
  const played = playTest(plan, tests[0]!, { readFile })
  return { played, clock: clockAfter(played.plan, tests[0]!, readFile) }
}
