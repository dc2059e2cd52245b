// Puts orders into the real topic: framed Avro with the schema of flow.lock, registered if the registry lacks it.
//   node produce.mjs [FILE]      envs/local.json says where
// The times of the file are moved so that its first order is of this moment and finds the customers that there are now.
import { readFileSync } from 'node:fs'
import avro from 'avsc'
import { Kafka, logLevel, Partitioners } from 'kafkajs'

const TOPIC = 'sales.order.created.v1'
const { kafka: broker, registry } = JSON.parse(readFileSync(new URL('envs/local.json', import.meta.url), 'utf8'))

const lock = JSON.parse(readFileSync(new URL('flow.lock', import.meta.url), 'utf8'))
const { schema } = lock.subjects.find((s) => s.subject === `${TOPIC}-value`)
const answer = await fetch(`${registry.url}/subjects/${TOPIC}-value/versions`, {
  method: 'POST',
  headers: { 'content-type': 'application/vnd.schemaregistry.v1+json' },
  body: JSON.stringify({ schema }),
})
if (!answer.ok) throw new Error(`the registry refuses the schema: ${await answer.text()}`)
const { id } = await answer.json()

class Decimal extends avro.types.LogicalType {
  _toValue(number) {
    const unscaled = Math.round(number * 100)
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64BE(BigInt(unscaled))
    return bytes
  }
  _fromValue(bytes) {
    return bytes
  }
}
const type = avro.Type.forSchema(JSON.parse(schema), { logicalTypes: { decimal: Decimal } })
const frame = Buffer.alloc(5)
frame.writeUInt32BE(id, 1)

const orders = readFileSync(process.argv[2] ?? new URL('data/orders.ndjson', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line))
const timeOf = (order) => Date.parse(`${order.created_at.replace(' ', 'T')}Z`)
const shift = Date.now() - Math.min(...orders.map(timeOf))

const kafka = new Kafka({ brokers: broker.bootstrap.split(','), clientId: 'orders-producer', logLevel: logLevel.ERROR })
const admin = kafka.admin()
await admin.connect()
await admin.createTopics({ topics: [{ topic: TOPIC, numPartitions: 1, replicationFactor: 1 }] })
await admin.disconnect()

const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner })
await producer.connect()
for (const order of orders) {
  const value = Buffer.concat([frame, type.toBuffer({ ...order, created_at: timeOf(order) + shift })])
  await producer.send({ topic: TOPIC, messages: [{ key: String(order.customer_id), value }] })
}
await producer.disconnect()
console.log(`${orders.length} orders are in ${TOPIC}`)
