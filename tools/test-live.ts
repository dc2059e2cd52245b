// The orders example on the real systems, from one command to the last row: Kafka, registry, Debezium on PostgreSQL, Iceberg
// and Flink, everything through `flowc`. What comes out is compared with the interpreter over the captured bytes.
// npx tsx tools/test-live.ts [--keep]: with --keep Flink is left running for the next call.
import { rm } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { pause } from '../src/deploy/http.js'
import { servicesDown } from '../src/stack/services.js'
import { SERVICES } from '../src/stack/service.js'
import { schemasOf, timeText, type Schemas } from './live/avro-frames.js'
import { expectRun, flowcIn, sql, type Database, type Flowc } from './live/command.js'
import { down, jobOf, killTaskManager, query, until, up, type Endpoints, type FlinkJob } from './live/place.js'
import { PASSWORD, projectAt, type Project } from './live/project.js'
import { capture, line, planOf, replay, rowsIn, type Fields, type Restart, type Rows } from './live/replay.js'
import { topicsOf, type Topics } from './live/topics.js'
import { compare, count, say, totals } from './live/verdicts.js'

const WORK = resolve('.flowc', 'test-live')
const STACK = join(WORK, 'stack')
const KEEP = process.argv.includes('--keep')
const ORDERS = 'sales.order.created.v1'
const CUSTOMERS = 'orders_db.public.customers'
const REVENUE = 'sales.revenue.aggregated.v1'
const DLQ = 'sales.orders.dlq'
const MINUTE = 60_000

const interrupt = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupt.abort())

interface World {
  readonly e: Endpoints
  readonly project: Project
  readonly flowc: Flowc
  readonly topics: Topics
  readonly schemas: Schemas
  readonly db: Database
}

async function emptyStack(): Promise<void> {
  const services = SERVICES.filter((s) => s !== 'flink')
  if (!KEEP) await down(STACK)
  else await servicesDown({ folder: STACK, services, say: () => {} })
  for (const part of KEEP ? services : SERVICES) await rm(join(STACK, part), { recursive: true, force: true })
  for (const part of ['plans', 'savepoints', 'capture', 'run', 'replay'])
    await rm(join(WORK, part), { recursive: true, force: true })
}

async function makeWorld(): Promise<World> {
  const e = (await up(STACK, [], interrupt.signal)) as Endpoints
  const project = projectAt(join(WORK, 'project'), WORK, e)
  project.environment('live')
  const topics = topicsOf(e.kafka.bootstrap)
  await topics.create(ORDERS)
  const schemas = schemasOf(e.registry.url)
  await sql(
    e.postgres,
    `CREATE ROLE debezium LOGIN REPLICATION PASSWORD '${PASSWORD}'`,
    'CREATE DATABASE orders_db OWNER debezium',
  )
  const db = { ...e.postgres, user: 'debezium', password: PASSWORD, database: 'orders_db' }
  await sql(
    db,
    'CREATE TABLE customers (customer_id bigint PRIMARY KEY, name text, segment text)',
    "INSERT INTO customers VALUES (7, 'Ann', 'gold'), (8, 'Bob', 'silver'), (9, 'Cai', 'silver'), (10, 'Dana', NULL), (11, 'Eli', 'bronze')",
  )
  return { e, project, flowc: flowcIn(project.root), topics, schemas, db }
}

/** A registry that answers questions and takes nothing new. */
function readOnly(url: string): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = 'GET', url: path = '/' } = request
      if (method === 'PUT' || method === 'DELETE' || (method === 'POST' && path.endsWith('/versions'))) {
        response.writeHead(403, { 'content-type': 'application/json' }).end('{"error_code":40301,"message":"read-only"}')
        return
      }
      const body = method === 'POST' ? { body: Buffer.concat(chunks), headers: { 'content-type': 'application/json' } } : {}
      void fetch(`${url}${path}`, { method, ...body }).then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(Buffer.from(await answer.arrayBuffer()))
      })
    })
  })
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      done({ url: `http://127.0.0.1:${port}`, close: () => void server.close() })
    })
  })
}

/** A port that nobody listens on. */
async function deadPort(): Promise<number> {
  for (let port = 39_000; ; port++) {
    const free = await new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1', () => (socket.destroy(), done(false))).on('error', () => done(true))
    })
    if (free) return port
  }
}

/** `apply` where systems are missing or refuse; the last one finishes what the others could not. */
async function applying({ e, project, flowc, topics }: World): Promise<void> {
  const port = await deadPort()
  const dead = `http://127.0.0.1:${port}`
  const registry = await readOnly(e.registry.url)
  project.environment('kafka-down', (s) => (s['kafka']!['bootstrap'] = `127.0.0.1:${port}`))
  project.environment('registry-down', (s) => (s['registry']!['url'] = dead))
  project.environment('connect-down', (s) => (s['connect']!['url'] = dead))
  project.environment('iceberg-down', (s) => ((s['catalogs']!['lake'] as Record<string, string>)['uri'] = dead))
  project.environment('wrong-password', (s) => (s.secrets = 'envs/wrong-secrets'))
  project.environment('read-only', (s) => (s['registry']!['url'] = registry.url))
  for (const system of ['kafka', 'registry', 'connect', 'iceberg'])
    await expectRun(flowc, `apply, ${system} down`, ['apply', '-e', `${system}-down`], 4, [String(port), 'nothing was made'])
  const wrong = await expectRun(flowc, 'apply, wrong password of the database', ['apply', '-e', 'wrong-password'], 4, [
    /password/,
    'nothing was made',
  ])
  count(!wrong.text.includes('nobody knows it'), 'apply does not print the password')
  await expectRun(flowc, 'apply, read-only registry', ['apply', '-e', 'read-only'], 4, ['made before it stopped', '403'])
  registry.close()
  await expectRun(flowc, 'apply finishes what was begun', ['apply', '-e', 'live'], 0, [/created +connector/, /exists +topic/])
  await expectRun(flowc, 'apply again', ['apply', '-e', 'live'], 0, ['applied: 0 made'])
  const configs = await topics.configs(REVENUE)
  await topics.setConfig(REVENUE, { ...configs, 'retention.ms': '1000000' })
  await expectRun(flowc, 'apply, a topic differs', ['apply', '-e', 'live'], 3, [REVENUE, 'retention.ms', '1000000'])
  await topics.setConfig(REVENUE, configs as Record<string, string>)
}

/** `submit` where it must not, then where it must, then again. Gives the id of the job. */
async function submitting({ project, flowc }: World): Promise<string> {
  const port = await deadPort()
  const dead = `http://127.0.0.1:${port}`
  project.environment('gateway-down', (s) => (s['flink']!['gateway'] = dead))
  project.environment('flink-down', (s) => (s['flink']!['rest'] = dead))
  project.environment('plans-read-only', (s) => (s['flink']!['plans'] = 'file:///proc/plans'))
  for (const system of ['gateway', 'flink'])
    await expectRun(flowc, `submit, ${system} down`, ['submit', 'orders.flow', '-e', `${system}-down`], 4, [String(port)])
  await expectRun(flowc, 'submit, another version', ['submit', 'orders.flow', '-e', 'live', '--target', 'flink-2.3'], 4, [
    '2.2.0',
    '2.3',
  ])
  await expectRun(flowc, 'submit, folder of plans read-only', ['submit', 'orders.flow', '-e', 'plans-read-only'], 4, [
    '/proc/plans',
  ])
  const job = await submit(flowc, 'submit')
  await expectRun(flowc, 'submit, it runs already', ['submit', 'orders.flow', '-e', 'live'], 4, [job])
  await expectRun(flowc, 'status', ['status', '-e', 'live'], 0, ['sales_orders', 'RUNNING', job])
  return job
}

async function submit(flowc: Flowc, title: string, words: readonly string[] = []): Promise<string> {
  const ran = await expectRun(flowc, title, ['submit', 'orders.flow', '-e', 'live'], 0, ['is RUNNING', ...words])
  const job = /job ([0-9a-f]{32})/.exec(ran.text)?.[1]
  if (job === undefined) throw new Error('without a job there is nothing to test')
  return job
}

interface Played {
  /** When the job began to read. */
  readonly start: number
  readonly restarts: readonly Restart[]
  /** Orders that the split has let through after a restart and that it would have called late before. */
  readonly afterRestore: readonly number[]
}

/** The written timeline. Orders are 20 ms apart; changes of customers stand between them, at the database's own clock. */
async function play(w: World, first: string): Promise<Played> {
  const { topics, schemas, project, db, flowc } = w
  const id = await schemas.register(`${ORDERS}-value`, project.lockedSchema(`${ORDERS}-value`))
  const producer = await topics.producer()
  const restarts: Restart[] = []
  const start = Date.now()
  let next = 2000
  let job: FlinkJob = jobOf(w.e.flink.rest, first)
  const send = async (order: { order_id: number; customer_id: number; region: string; amount: string; created_at: number }) => {
    await producer.send({ topic: ORDERS, messages: [{ key: String(order.customer_id), value: await schemas.encode(id, order) }] })
    await pause(20)
    return order.order_id
  }
  const order = (customer_id: number, amount: string, created_at = Date.now(), region = 'eu') =>
    send({ order_id: next++, customer_id, region, amount, created_at })
  const change = async (...statements: readonly string[]) => {
    await sql(db, ...statements)
    await pause(20)
  }
  const restartAt = async (offset: number) => void restarts.push({ source: 'orders', offset })

  say('     the orders of the example, from a quarter of an hour ago up to now')
  const file = readFileSync(join(project.root, 'data', 'orders.ndjson'), 'utf8')
  const written = file
    .split('\n')
    .filter((l) => l !== '')
    .map((l) => ({
      ...(JSON.parse(l) as { order_id: number; customer_id: number; region: string; created_at: string }),
      line: l,
    }))
  const timeOf = (o: { created_at: string }): number => Date.parse(`${o.created_at.replace(' ', 'T')}Z`)
  const shift = Date.now() - 10_000 - Math.max(...written.map(timeOf))
  for (const o of written) {
    const amount = /"amount": (-?[\d.]+)/.exec(o.line)![1]!
    await send({ order_id: o.order_id, customer_id: o.customer_id, region: o.region, amount, created_at: timeOf(o) + shift })
  }
  await job.checkpoint()

  await expectRun(flowc, 'stop --savepoint', ['stop', 'sales_orders', '-e', 'live', '--savepoint'], 0, ['savepoint'])
  await expectRun(flowc, 'status of a stopped pipeline', ['status', '-e', 'live'], 0, ['stopped, savepoint'])
  job = jobOf(w.e.flink.rest, await submit(flowc, 'submit goes on from the savepoint', ['goes on from savepoint']))
  await restartAt(await topics.size(ORDERS))

  say('     customers change between orders of this moment')
  await order(7, '10.00')
  const golden = Date.now()
  await order(8, '11.00')
  await order(9, '12.00', undefined, 'us')
  await order(12, '13.00')
  await change("UPDATE customers SET segment = 'platinum' WHERE customer_id = 7")
  await change("INSERT INTO customers VALUES (12, 'Flo', 'bronze')", 'DELETE FROM customers WHERE customer_id = 8')
  await change('UPDATE customers SET customer_id = 90 WHERE customer_id = 9')
  const platinum = Date.now()
  for (const [customer, amount] of [7, 8, 9, 90, 12].map((c) => [c, `2${c % 10}.50`] as const)) await order(customer, amount)
  await order(7, '-5.00')
  await job.checkpoint()

  say('     the task manager is killed while orders come in')
  for (let i = 0; i < 6; i++) await order(i % 2 === 0 ? 7 : 11, i === 3 ? '0.00' : `3${i}.00`)
  const before = await job.restarts()
  await killTaskManager(STACK)
  await restartAt(await topics.committed('sales_orders', ORDERS))
  for (let i = 0; i < 4; i++) await order(12, i === 2 ? '-1.00' : `4${i}.00`)
  await change("UPDATE customers SET segment = 'gold' WHERE customer_id = 10")
  await order(10, '44.00', undefined, 'apac')
  await up(STACK, ['flink'], interrupt.signal)
  await job.running(before)
  await order(10, '45.00')
  await order(7, '46.00', Date.now() - 6 * MINUTE) // late
  await order(7, '0.00', Date.now() - 6 * MINUTE) // late and bad
  await job.checkpoint()

  say('     customers are silent for a minute: the orders alone move the clock')
  const ahead = 8 * MINUTE
  await order(11, '50.00', Date.now() + ahead)
  await until('windows of this moment', 240, async () => {
    await order(11, '51.00', Date.now() + ahead)
    await pause(8000)
    const ends = await Promise.all((await topics.read(REVENUE)).map(async (r) => (await schemas.decode(r.value!)) as Fields))
    return ends.some((r) => String(r['window_start']) <= timeText(platinum) && timeText(platinum) < String(r['window_end']))
  })
  await job.checkpoint()
  await job.checkpoint()

  say('     the task manager is killed in a silent moment; late orders come first')
  const again = await job.restarts()
  await killTaskManager(STACK)
  await restartAt(await topics.size(ORDERS))
  await up(STACK, ['flink'], interrupt.signal)
  await job.running(again)
  const afterRestore = [await order(7, '60.00', platinum), await order(7, '61.00', golden)]
  await order(7, '62.00', Date.now() + ahead + MINUTE)
  await order(7, '63.00', platinum) // late again
  await order(12, '-7.00', Date.now() + ahead + MINUTE)
  await job.checkpoint()
  await producer.disconnect()
  await expectRun(flowc, 'stop --savepoint --drain', ['stop', 'sales_orders', '-e', 'live', '--savepoint', '--drain'], 0, [
    'savepoint',
  ])
  return { start, restarts, afterRestore }
}

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

async function comparing(w: World, { start, restarts, afterRestore }: Played): Promise<void> {
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
  const found = new Set(live.lake.map((r) => r['segment']))
  count(found.size >= 4, `segments found by the join: ${[...found].join(', ')}`)
}

const rows = (list: readonly Fields[], without: readonly string[] = []): readonly string[] => list.map((r) => line(r, without))

const orderIds = (records: readonly { readonly value: Buffer | null }[], schemas: Schemas): Promise<readonly number[]> =>
  Promise.all(records.map(async (r) => Number(((await schemas.decode(r.value!)) as Fields)['order_id'])))

async function all(): Promise<void> {
  await emptyStack()
  const world = await makeWorld()
  await applying(world)
  const job = await submitting(world)
  await comparing(world, await play(world, job))
}

console.log('\n== The orders example on the real systems')
const interrupted = new Promise<never>((_, reject) => {
  interrupt.signal.addEventListener('abort', () => reject(new Error('interrupted')))
})
try {
  await Promise.race([all(), interrupted])
} catch (error) {
  // what does not start or answer is a failure, never a skip
  count(false, error instanceof Error ? error.message : String(error), error instanceof Error ? (error.stack ?? '') : '')
} finally {
  if (!KEEP) await down(STACK)
}
const { passed, failed } = totals()
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
