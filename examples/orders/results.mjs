// Shows what the pipeline has written: the Iceberg table, asked by a batch query, and the two topics, committed rows only.
//   node results.mjs      envs/local.json says where
import { readFileSync } from 'node:fs'
import avro from 'avsc'
import { Kafka, logLevel } from 'kafkajs'

const local = JSON.parse(readFileSync(new URL('envs/local.json', import.meta.url), 'utf8'))
const { gateway } = local.flink

const pause = (millis) => new Promise((done) => setTimeout(done, millis))

async function json(url, body) {
  const answer = await fetch(url, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) })
  const found = await answer.json()
  if (!answer.ok) throw new Error(`${url}: ${JSON.stringify(found).slice(0, 500)}`)
  return found
}

/** All rows of the last of these statements. */
async function query(...statements) {
  const { sessionHandle } = await json(`${gateway}/v1/sessions`, { properties: { 'execution.runtime-mode': 'batch' } })
  const session = `/v1/sessions/${sessionHandle}`
  let rows = []
  for (const statement of statements) {
    rows = []
    const { operationHandle } = await json(`${gateway}${session}/statements`, { statement })
    let next = `${session}/operations/${operationHandle}/result/0?rowFormat=JSON`
    while (next) {
      const page = await json(gateway + next)
      if (page.resultType === 'NOT_READY') await pause(300)
      else rows.push(...page.results.data.map((row) => row.fields))
      next = page.resultType === 'EOS' ? null : (page.nextResultUri ?? next)
    }
  }
  await fetch(gateway + session, { method: 'DELETE' })
  return rows
}

class Decimal extends avro.types.LogicalType {
  _fromValue(bytes) {
    const unscaled = Number(BigInt.asIntN(bytes.length * 8, BigInt(`0x${bytes.toString('hex')}`)))
    return (unscaled / 100).toFixed(2)
  }
  _toValue() {}
}
class Time extends avro.types.LogicalType {
  _fromValue(millis) {
    return new Date(millis).toISOString().slice(0, 19).replace('T', ' ')
  }
  _toValue() {}
}

async function topicRows(topic) {
  const kafka = new Kafka({ brokers: local.kafka.bootstrap.split(','), clientId: 'orders-results', logLevel: logLevel.NOTHING })
  const consumer = kafka.consumer({ groupId: `orders-results-${process.pid}-${topic}` })
  await consumer.connect()
  await consumer.subscribe({ topic, fromBeginning: true })
  const values = []
  let last = Date.now() + 5000
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ message }) => {
      values.push(message.value)
      last = Date.now()
    },
  })
  // the end of a topic with transactions is a mark that no reader sees: the end is where nothing more comes
  while (Date.now() < last + 2000) await pause(100)
  await consumer.disconnect()
  const types = new Map()
  const rows = []
  for (const value of values) {
    const id = value.readUInt32BE(1)
    if (!types.has(id)) {
      const { schema } = await json(`${local.registry.url}/schemas/ids/${id}`)
      const logicalTypes = { decimal: Decimal, 'timestamp-millis': Time }
      types.set(id, avro.Type.forSchema(JSON.parse(schema), { logicalTypes }))
    }
    rows.push({ ...types.get(id).fromBuffer(value.subarray(5)) })
  }
  return rows
}

const table = await query(
  `CREATE CATALOG lake WITH ('type'='iceberg', 'catalog-type'='rest', 'uri'='${local.catalogs.lake.uri}')`,
  `SELECT order_id, customer_id, segment, region, CAST(amount AS STRING), CAST(created_at AS STRING)
   FROM lake.sales.enriched_orders ORDER BY order_id`,
)
console.log(`Iceberg table sales.enriched_orders, ${table.length} rows`)
console.table(table)
const revenue = await topicRows('sales.revenue.aggregated.v1')
console.log(`topic sales.revenue.aggregated.v1, ${revenue.length} rows`)
console.table(revenue)
const letters = await topicRows('sales.orders.dlq')
console.log(`topic sales.orders.dlq, ${letters.length} rows`)
console.table(letters.map(({ reason, offset, payload }) => ({ reason, offset, payload })))
