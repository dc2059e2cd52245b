// What the real systems hold, read back and compared with the interpreter over the captured bytes.
import { join } from 'node:path'
import type { Schemas } from './avro-frames.js'
import { expectRun } from './command.js'
import { query } from './place.js'
import { capture, line, planOf, replay, rowsIn, type Fields, type Rows } from './replay.js'
import type { Played } from './timeline.js'
import { compare, count, say } from './verdicts.js'
import { CUSTOMERS, DLQ, ORDERS, REVENUE, WORK, type World } from './world.js'

async function liveRows({ e, topics, schemas }: World): Promise<Rows> {
  const decoded = async (topic: string): Promise<readonly Fields[]> =>
    Promise.all((await topics.read(topic)).map(async (r) => ({ ...((await schemas.decode(r.value!)) as Fields) })))
  const catalog = `CREATE CATALOG lake WITH ('type'='iceberg', 'catalog-type'='rest', 'uri'='${e.iceberg.uri}', 'warehouse'='${e.iceberg.warehouse}')`
  const lake = await query(
    e.flink.gateway,
    [catalog],
    'SELECT order_id, customer_id, segment, region, CAST(amount AS STRING), CAST(created_at AS STRING) FROM lake.sales.enriched_orders',
  )
  return {
    lake: lake.map(([order_id, customer_id, segment, region, amount, at]) => {
      const [seconds, fraction = ''] = String(at).split('.')
      return { order_id, customer_id, segment, region, amount, created_at: `${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}` }
    }),
    revenue: await decoded(REVENUE),
    dlq: await decoded(DLQ),
  }
}

export async function comparing(w: World, { start, restarts, afterRestore }: Played): Promise<void> {
  const { topics, schemas, project, flowc } = w
  const folder = join(WORK, 'capture')
  const orders = await capture(folder, 'orders', ORDERS, await topics.read(ORDERS), schemas)
  const customers = await capture(folder, 'customers', CUSTOMERS, await topics.read(CUSTOMERS), schemas)
  say(`     captured: ${orders.records.length} orders, ${customers.records.length} changes of customers`)
  const live = await liveRows(w)

  const ledger = await replay(planOf(project.root, 'orders.flow'), [orders, customers], start, restarts, join(WORK, 'replay'))
  const replayed = rowsIn(join(WORK, 'replay'))
  compare('Iceberg table, against the interpreter with the restarts', rows(live.lake), rows(replayed.lake))
  compare(`${REVENUE}, against the interpreter with the restarts`, rows(live.revenue), rows(replayed.revenue))
  compare(`${DLQ}, against the interpreter with the restarts`, rows(live.dlq), rows(replayed.dlq))

  const run = join(WORK, 'run')
  const inputs = ['--input', `orders=${orders.file}`, '--input', `customers=${customers.file}`]
  await expectRun(flowc, 'flowc run over the capture', ['run', 'orders.flow', ...inputs, '-o', run], 0, [])
  const ran = rowsIn(run)
  const others = (list: readonly Fields[]): readonly Fields[] => list.filter((r) => !afterRestore.includes(Number(r['order_id'])))
  compare('Iceberg table, against flowc run', rows(others(live.lake)), rows(others(ran.lake)))
  compare(`${REVENUE}, against flowc run`, rows(live.revenue), rows(ran.revenue))
  // a file says neither topic nor offset, and flowc run knows of no restart that takes the watermark back
  const envelope = ['topic', 'partition', 'offset', 'watermark']
  compare(`${DLQ}, against flowc run`, rows(live.dlq, envelope), rows(ran.dlq, envelope))

  const segments = (from: Rows): string =>
    afterRestore.map((id) => String(from.lake.find((r) => r['order_id'] === id)?.['segment'] ?? null)).join(', ')
  // the window says `late count`: without it they would be unrouted
  const dropped = ledger.filter((l) => l.step.includes('window')).reduce((n, l) => n + l.late + l.unrouted, 0)
  count(
    segments(live) === segments(replayed) && dropped === afterRestore.length,
    `orders that were late by the clock before the restore: kept by the split, dropped by the window (${dropped} counted), segments live ${segments(live)}; without a restore ${segments(ran)}`,
    `interpreter: ${segments(replayed)}`,
  )
  const ids = live.lake.map((r) => Number(r['order_id']))
  count(new Set(ids).size === ids.length, `no order is twice in the table: ${ids.length} rows, ${new Set(ids).size} orders`)
  const lost = [...new Set(await orderIds(orders.records, schemas))].filter(
    (id) => !ids.includes(id) && !live.dlq.some((r) => String(r['payload']).includes(`"order_id":${id},`)),
  )
  count(
    lost.length === 0,
    `every order is in the table or a dead letter: ${orders.records.length} orders, ${ids.length} + ${live.dlq.length}`,
    lost.join(),
  )
  const found = new Set(live.lake.map((r) => String(r['segment'])))
  count(found.size >= 4, `segments found by the join: ${[...found].join(', ')}`)
}

const rows = (list: readonly Fields[], without: readonly string[] = []): readonly string[] => list.map((r) => line(r, without))

const orderIds = (records: readonly { readonly value: Buffer | null }[], schemas: Schemas): Promise<readonly number[]> =>
  Promise.all(records.map(async (r) => Number(((await schemas.decode(r.value!)) as Fields)['order_id'])))
