// A project such as a large team has: one flow a file, rows of 40 columns that `flowc gen types` would have written.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const FLOWS = 300
export const COLUMNS = 40

const KINDS = [
  'string',
  'string | null',
  'number',
  'number | null',
  'bigint',
  'Decimal',
  'Decimal | null',
  'Double | null',
  'boolean | null',
  'Timestamp | null',
] as const
const IMPORTED = ['Decimal', 'Double', 'Timestamp', 'TimestampLtz']

const pad = (n: number): string => String(n).padStart(3, '0')
const range = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i)

/** Columns that the flows name, and `c_04` … for the rest. */
function row(name: string, named: readonly string[]): string {
  const others = range(COLUMNS - named.length).map((i) => `c_${pad(i)}: ${KINDS[i % KINDS.length]}`)
  return `interface ${name} {\n${[...named, ...others].map((line) => `  ${line}\n`).join('')}}\n`
}

function subjects(flows: readonly number[]): string {
  const orders = [
    'order_id: bigint',
    'customer_id: number',
    'amount: Decimal',
    'region: string | null',
    'created_at: TimestampLtz',
  ]
  const customers = ['customer_id: number', 'segment: string | null', 'discount: Decimal | null']
  return [
    `import type { ${IMPORTED.join(', ')} } from 'flowc'\n`,
    ...flows.flatMap((i) => [row(`Orders${pad(i)}`, orders), row(`Customers${pad(i)}`, customers)]),
    `declare module 'flowc' {\n  interface Subjects {`,
    ...flows.flatMap((i) => [
      `    'sales.orders_${pad(i)}.v1-value': Orders${pad(i)}`,
      `    'db_${pad(i)}.public.customers-value': Customers${pad(i)}`,
    ]),
    '  }\n}\n',
  ].join('\n')
}

/** One flow with each clause, its sinks and a test. */
function flow(i: number): string {
  const n = pad(i)
  return `import { catalog, cdc, connection, count, days, env, kafka, max, minutes, pipeline, seconds, secret, stream, sum, table } from 'flowc'

const db = connection('db_${n}', 'postgres', { host: env('DB_HOST'), database: 'shop', user: 'debezium', password: secret('DB_PASSWORD') })

export const customers = table('customers_${n}',
  cdc(db, 'public.customers').primaryKey('customer_id').timeCommit({ lateBy: seconds(5), idleAfter: minutes(1) }))

export const orders = stream('orders_${n}',
  kafka('sales.orders_${n}.v1').schemaRegistry().messageKey('customer_id', 'text')
    .time('created_at', { lateBy: seconds(30), idleAfter: minutes(1) }).start('earliest'))

export const enriched = stream('enriched_${n}', orders.as('o')
  .where(o => o.amount.gt(0).and(o.c_000.ne('x')), { elseDlq: 'non_positive_amount' })
  .extend(o => ({ net: o.amount.times(o.c_005).minus(1), wide: o.c_002.plus(o.c_003), label: o.c_000.concat('-').concat(o.c_001) }))
  .leftJoin(customers.as('c'), { at: o => o.created_at, on: (o, c) => o.customer_id.eq(c.customer_id), late: { as: 'late_orders' } })
  .select((o, c) => ({ ...o, segment: c.segment, discounted: o.net.times(c.discount) })))

export const revenue = stream('revenue_${n}', enriched
  .where(e => e.segment.isNotNull())
  .windowTumble(minutes(5), { late: 'count' })
  .groupBy('region', 'segment')
  .having(g => count().gt(1))
  .select(g => ({
    region: g.region, segment: g.segment, window_start: g.window_start, window_end: g.window_end,
    revenue: sum(g.net), widest: max(g.wide), orders: count().filter(g.discounted.gt(0)),
  })))

const lake = catalog('lake', { uri: env('ICEBERG_URI'), warehouse: 's3://lakehouse/' })

export default pipeline('flow_${n}', { owner: 'team-${n}', sla: minutes(10), dlq: 'dlq_${n}', checkpoint: { every: seconds(60), mode: 'exactly once' } })
  .sinkAppend(enriched, lake.table('sales', 'enriched_${n}'), { partitionBy: [days('created_at')] })
  .sinkAppend(revenue, kafka('sales.revenue_${n}.v1'), { messageKey: { columns: 'region', as: 'text' }, retention: days(7) })
  .test('revenue of a region', test => test
    .given(customers, [{ '@time': '2026-01-01 00:00:00', customer_id: 7, segment: 'gold', discount: '0.90' }])
    .given(orders, [
      { order_id: 1, customer_id: 7, region: 'eu', amount: '10.00', c_000: 'a', c_002: 2, c_005: '1.5', created_at: '2026-01-01 10:00:01' },
      { order_id: 2, customer_id: 7, region: 'eu', amount: '0.00', c_000: 'b', created_at: '2026-01-01 10:00:02' },
    ])
    .expect(revenue, [{ region: 'eu', segment: 'gold', orders: 1 }])
    .expectDlq([{ '@reason': 'non_positive_amount', order_id: 2 }]))
`
}

const CONFIG = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  },
  include: ['*.ts'],
}

export const nameOf = (flow: number): string => `flow_${pad(flow)}.flow.ts`

/** Writes the project to `folder`; `flowc` is resolved by the caller's `node_modules` in it. */
export function generate(folder: string, flows = FLOWS): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const all = range(flows)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ name: 'flows', type: 'module' })}\n`)
  writeFileSync(join(folder, 'tsconfig.json'), `${JSON.stringify(CONFIG, null, 2)}\n`)
  writeFileSync(join(folder, 'flow.types.d.ts'), subjects(all))
  for (const i of all) writeFileSync(join(folder, nameOf(i)), flow(i))
}
