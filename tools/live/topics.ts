// Kafka as the test uses it: one producer in a written order, whole topics read as read_committed readers see them.
import { Kafka, logLevel, Partitioners, type KafkaMessage, type Producer } from 'kafkajs'
import { pause } from '../../src/deploy/http.js'

export interface Read {
  readonly offset: number
  /** When it reached the topic, by its producer's clock. */
  readonly at: number
  readonly key: string | null
  readonly value: Buffer | null
}

export interface Topics {
  readonly create: (topic: string) => Promise<void>
  readonly producer: () => Promise<Producer>
  readonly read: (topic: string) => Promise<readonly Read[]>
  readonly size: (topic: string) => Promise<number>
  readonly setConfig: (topic: string, configs: Readonly<Record<string, string>>) => Promise<void>
  readonly configs: (topic: string) => Promise<Readonly<Record<string, string>>>
  /** The offset that the last finished checkpoint has committed. */
  readonly committed: (group: string, topic: string) => Promise<number>
}

/** Nothing more for so long: a topic with transactions ends in a marker that no reader sees. */
const QUIET = 2500
let readers = 0

export function topicsOf(bootstrap: string): Topics {
  const kafka = new Kafka({ brokers: [bootstrap], clientId: 'test-live', logLevel: logLevel.NOTHING })
  async function admin<T>(work: (admin: ReturnType<Kafka['admin']>) => Promise<T>): Promise<T> {
    const client = kafka.admin()
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.disconnect()
    }
  }
  const size = (topic: string): Promise<number> => admin(async (a) => Number((await a.fetchTopicOffsets(topic))[0]!.high))
  const configs: Topics['configs'] = (topic) =>
    admin(async (a) => {
      const { resources } = await a.describeConfigs({ includeSynonyms: false, resources: [{ type: 2, name: topic }] })
      const own = resources[0]!.configEntries.filter((e) => (e as { configSource?: number }).configSource === 1)
      return Object.fromEntries(own.map((e) => [e.configName, e.configValue]))
    })
  return {
    size,
    configs,
    create: (topic) =>
      admin(async (a) => void (await a.createTopics({ topics: [{ topic, numPartitions: 1, replicationFactor: 1 }] }))),
    async producer() {
      const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner })
      await producer.connect()
      return producer
    },
    async read(topic) {
      const high = await size(topic)
      if (high === 0) return []
      const found: Read[] = []
      let last = Date.now() + 10_000
      const consumer = kafka.consumer({ groupId: `test-live-${process.pid}-${readers++}`, readUncommitted: false })
      await consumer.connect()
      await consumer.subscribe({ topic, fromBeginning: true })
      await consumer.run({
        autoCommit: false,
        eachMessage: async ({ message }: { message: KafkaMessage }) => {
          last = Date.now()
          found.push({
            offset: Number(message.offset),
            at: Number(message.timestamp),
            key: message.key?.toString('utf8') ?? null,
            value: message.value,
          })
        },
      })
      while (found.at(-1)?.offset !== high - 1 && Date.now() < last + QUIET) await pause(50)
      await consumer.disconnect()
      return found
    },
    setConfig: (topic, wanted) =>
      admin(async (a) => {
        const configEntries = Object.entries(wanted).map(([name, value]) => ({ name, value }))
        await a.alterConfigs({ validateOnly: false, resources: [{ type: 2, name: topic, configEntries }] })
      }),
    committed: (group, topic) =>
      admin(async (a) => Number((await a.fetchOffsets({ groupId: group, topics: [topic] }))[0]!.partitions[0]!.offset)),
  }
}
