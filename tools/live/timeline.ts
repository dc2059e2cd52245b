// The timeline that is played: orders, changes of customers, a savepoint, three killed task managers.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pause } from '../../src/deploy/http.js'
import { timeText } from './avro-frames.js'
import { expectRun, sql } from './command.js'
import { submit } from './failures.js'
import { jobOf, killTaskManager, until, up, type FlinkJob } from './place.js'
import type { Fields, Restart } from './replay.js'
import { say } from './verdicts.js'
import { ORDERS, REVENUE, STACK, type World } from './world.js'

const MINUTE = 60_000

export interface Played {
  /** When the job began to read. */
  readonly start: number
  readonly restarts: readonly Restart[]
  /** Orders that the split has let through after a restart and that it would have called late before. */
  readonly afterRestore: readonly number[]
}

/** The written timeline. Orders are 20 ms apart; changes of customers stand between them, at the database's own clock. */
export async function play(w: World, first: string): Promise<Played> {
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
  const killed = await killTaskManager(STACK)
  await restartAt(await topics.committed('sales_orders', ORDERS))
  for (let i = 0; i < 4; i++) await order(12, i === 2 ? '-1.00' : `4${i}.00`)
  await change("UPDATE customers SET segment = 'gold' WHERE customer_id = 10")
  await order(10, '44.00', undefined, 'apac')
  await up(STACK, ['flink'], w.signal)
  await job.runsAgain(killed)
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
  const second = await killTaskManager(STACK)
  await restartAt(await topics.size(ORDERS))
  await up(STACK, ['flink'], w.signal)
  await job.runsAgain(second)
  const afterRestore = [await order(7, '60.00', platinum), await order(7, '61.00', golden)]
  await order(7, '62.00', Date.now() + ahead + MINUTE)
  await order(7, '63.00', platinum) // late again
  await order(12, '-7.00', Date.now() + ahead + MINUTE)
  await job.checkpoint()
  await producer.disconnect()

  say('     the task manager is killed, and the pipeline is stopped before another one is there')
  await killTaskManager(STACK)
  const stopped = expectRun(
    flowc,
    'stop --savepoint --drain while tasks are lost',
    ['stop', 'sales_orders', '-e', 'live', '--savepoint', '--drain'],
    0,
    ['savepoint'],
  )
  await pause(3000)
  await up(STACK, ['flink'], w.signal)
  await stopped
  return { start, restarts, afterRestore }
}
