// A project of somebody who has installed the package: a flow over schemas of a registry, a test of it for node:test, and what must not compile.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './tarball.js'

/** `module` and `moduleResolution` of the configurations that are promised. */
export const MODULES = [
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
] as const

const FLOW = `import { catalog, cdc, connection, count, days, env, kafka, minutes, nullOf, pipeline, seconds, secret, stream, sum, t, table } from 'flowc'

const ordersDb = connection('orders_db', 'postgres', {
  host: env('ORDERS_DB_HOST'), database: 'orders_db', user: 'debezium', password: secret('DEBEZIUM_PASSWORD'),
})
export const customers = table('customers',
  cdc(ordersDb, 'public.customers').primaryKey('customer_id').timeCommit({ lateBy: seconds(5), idleAfter: minutes(1) }),
).doc('Customers as they were at any time.')
export const orders = stream('orders',
  kafka('sales.order.created.v1').schemaRegistry().messageKey('customer_id', 'text')
    .time('created_at', { lateBy: seconds(30), idleAfter: minutes(1) }).start('earliest'))
export const enriched = stream('enriched', orders.as('o')
  .where(o => o.amount.gt(0), { elseDlq: 'non_positive_amount' })
  .leftJoin(customers.as('c'), { at: o => o.created_at, on: (o, c) => o.customer_id.eq(c.customer_id), late: { as: 'late_orders' } })
  .select((o, c) => ({ order_id: o.order_id, customer_id: o.customer_id, segment: c.segment, region: o.region, amount: o.amount, created_at: o.created_at })))
export const revenue = stream('revenue_5min', enriched
  .windowTumble(minutes(5), { late: 'count' })
  .groupBy('region')
  .select(g => ({ region: g.region, window_start: g.window_start, window_end: g.window_end, revenue: sum(g.amount), orders: count() })))
const lateEnriched = stream('late_enriched', enriched.lane('late_orders').select(o => ({
  order_id: o.order_id, customer_id: o.customer_id, segment: nullOf(t.string()), region: o.region, amount: o.amount, created_at: o.created_at,
})))
const allOrders = stream('all_orders', enriched.unionAll(lateEnriched))
const lake = catalog('lake', { uri: env('ICEBERG_URI'), warehouse: 's3://lakehouse/' })

export default pipeline('sales_orders', {
  owner: 'team-sales', sla: minutes(10), dlq: 'sales.orders.dlq', checkpoint: { every: seconds(60), mode: 'exactly once' },
})
  .sinkAppend(allOrders, lake.table('sales', 'enriched_orders'), { partitionBy: [days('created_at')] })
  .sinkAppend(revenue, kafka('sales.revenue.aggregated.v1'), { messageKey: { columns: 'region', as: 'text' }, partitionsFor: 2, retention: days(7) })
  .test('revenue of a region', test => test
    .given(customers, [{ '@time': '2026-01-01 00:00:00', customer_id: 7, segment: 'gold' }])
    .given(orders, [
      { order_id: 1, customer_id: 7, region: 'eu', amount: '10.00', created_at: '2026-01-01 10:00:01' },
      { order_id: 2, customer_id: 7, region: 'eu', amount: '-1.00', created_at: '2026-01-01 10:00:02' },
    ])
    .expect(revenue, [{ region: 'eu', revenue: '10.00', orders: 1 }])
    .expectDlq([{ '@reason': 'non_positive_amount', order_id: 2 }]))
`

/** Each file has one mistake, and the core of its message. */
export const WRONG: readonly (readonly [file: string, text: string, message: RegExp])[] = [
  [
    'wrong-column.ts',
    `import { orders } from './orders.flow.ts'\nexport const q = orders.where(o => o.amuont.gt(0))\n`,
    /Property 'amuont' does not exist on type 'Columns<SalesOrderCreatedV1>'\. Did you mean 'amount'\?/,
  ],
  [
    'wrong-type.ts',
    `import { orders } from './orders.flow.ts'\nexport const q = orders.where(o => o.amount)\n`,
    /is not assignable to type 'Value<boolean \| null, "one value per row">'/,
  ],
  [
    'no-window.ts',
    `import { orders } from './orders.flow.ts'\nexport const q = orders.groupBy('region')\n`,
    /Refused<"groupBy comes behind a window/,
  ],
]

/** Node 20 needs a loader for it. */
const TEST = `import test from 'node:test'
import { assertBalance, assertDlq, assertRows, runFlow } from 'flowc/testing'
import salesOrders, { customers, orders, revenue } from './orders.flow.ts'

test('revenue of a region', () => {
  const run = runFlow(salesOrders, test => test
    .given(customers, [{ '@time': '2026-01-01 00:00:00', customer_id: 7, segment: 'gold' }])
    .given(orders, [
      { order_id: 1, customer_id: 7, region: 'eu', amount: '10.00', created_at: '2026-01-01 10:00:01' },
      { order_id: 2, customer_id: 7, region: 'eu', amount: '-1.00', created_at: '2026-01-01 10:00:02' },
    ]))
  assertRows(run.rows(revenue), [{ region: 'eu', revenue: '10.00', orders: 1 }])
  assertDlq(run, [{ '@reason': 'non_positive_amount', order_id: 2 }])
  assertBalance(run)
})
`

/** So that the project needs no types of Node. */
const RUNNER = `declare module 'node:test' {
  export default function test(title: string, run: () => void): void
}
`

/** Its test under Vitest: the plugin brings the matchers, with their types, and finds what JavaScript decides about a column. */
const UNDER_VITEST = {
  'vitest.config.ts': `import { flowc } from 'flowc/testing/vite'
import { defineConfig } from 'vitest/config'

export default defineConfig({ plugins: [flowc()], test: { include: ['under-vitest/*.test.ts'] } })
`,
  'under-vitest/orders.test.ts': `import { expect, test } from 'vitest'
import { pipeline, kafka, stream } from 'flowc'
import { runFlow } from 'flowc/testing'
import salesOrders, { customers, orders, revenue } from '../orders.flow.ts'

const rows = [{ order_id: 1, customer_id: 7, region: 'eu', amount: '10.00', created_at: '2026-01-01 10:00:01' }]

test('revenue of a region', () => {
  const run = runFlow(salesOrders, test => test
    .given(customers, [{ '@time': '2026-01-01 00:00:00', customer_id: 7, segment: 'gold' }])
    .given(orders, rows))
  expect(run.rows(revenue)).toEqualRows([{ region: 'eu', revenue: '10.00', orders: 1 }])
})
test('a condition that is lost', () => {
  const large = stream('large', orders.where(o => o.amount.gt(100) || o.region.eq('eu')))
  const decided = pipeline('decided').sinkAppend(large, kafka('sales.order.large.v1'))
  expect(() => runFlow(decided, test => test.given(orders, rows))).toThrow(/FLOW2114[^]*orders.test.ts:15:51/)
})
`,
  'tsconfig.vitest.json': `${JSON.stringify({
    compilerOptions: {
      target: 'es2023',
      lib: ['es2023', 'dom'],
      module: 'nodenext',
      strict: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      noEmit: true,
      types: [],
    },
    include: ['vitest.config.ts', 'under-vitest/*.ts', '*.d.ts'],
  })}\n`,
}

/** For a project that has Vitest. */
export function writeVitest(folder: string): void {
  mkdirSync(join(folder, 'under-vitest'))
  for (const [file, text] of Object.entries(UNDER_VITEST)) writeFileSync(join(folder, file), text)
}

/** Writes the project: what TypeScript reads as nodenext reads it; \`flowc gen types\` has still to be run. */
export function writeSample(folder: string): void {
  mkdirSync(folder, { recursive: true })
  cpSync(join(ROOT, 'examples', 'orders', 'flow.lock'), join(folder, 'flow.lock'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ name: 'shop', private: true, type: 'module' }, null, 2)}\n`)
  writeFileSync(join(folder, 'flow.config.json'), '{}\n')
  writeFileSync(join(folder, 'orders.flow.ts'), FLOW)
  writeFileSync(join(folder, 'orders.test.ts'), TEST)
  writeFileSync(join(folder, 'runner.d.ts'), RUNNER)
  for (const [file, text] of WRONG) writeFileSync(join(folder, file), text)
  for (const [module, moduleResolution] of MODULES)
    writeFileSync(
      join(folder, `tsconfig.${moduleResolution}.json`),
      `${JSON.stringify(
        {
          compilerOptions: {
            target: 'es2022',
            lib: ['es2022'],
            module,
            moduleResolution,
            strict: true,
            allowImportingTsExtensions: true,
            skipLibCheck: false,
            noEmit: true,
            types: [],
          },
          include: ['*.ts'],
        },
        null,
        2,
      )}\n`,
    )
}
