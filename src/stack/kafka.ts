// One Kafka broker that is its own controller (KRaft).
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stack } from '../diagnostics/codes/stack.js'
import { KAFKA_JARS, KAFKA_VERSION } from './artifacts.js'
import { lastWords, run } from './command.js'
import { checkJars, fetchJars, jarFolder } from './fetch-jars.js'
import { hasSaid } from './logs.js'
import { failStack } from './outcome.js'
import { canConnect } from './probe.js'
import type { Service, Starting } from './service.js'
import { findJava } from './tools.js'

const BROKER = 'Kafka broker'
const JAVA = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Dlog4j2.disable.jmx=true']
const LOGGING = [
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
  '-Dorg.slf4j.simpleLogger.showDateTime=true',
  '-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss,SSS',
  '-Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info',
]

/** Everything is one copy on one machine; topics are created by whoever means to, never by a consumer that asks. */
export function brokerProperties(data: string, ports: Readonly<Record<string, number>>): string {
  const [client, controller] = [`127.0.0.1:${ports['kafka']}`, `127.0.0.1:${ports['kafka-controller']}`]
  const entries: Readonly<Record<string, string | number>> = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    // written out, not found by bootstrap: a formatted folder survives another port
    'controller.quorum.voters': `1@${controller}`,
    listeners: `PLAINTEXT://${client},CONTROLLER://${controller}`,
    'advertised.listeners': `PLAINTEXT://${client}`,
    'inter.broker.listener.name': 'PLAINTEXT',
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': data,
    'auto.create.topics.enable': 'false',
    'num.partitions': 1,
    'default.replication.factor': 1,
    'min.insync.replicas': 1,
    'offsets.topic.num.partitions': 1,
    'offsets.topic.replication.factor': 1,
    'transaction.state.log.num.partitions': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'share.coordinator.state.topic.num.partitions': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    // a lone consumer need not wait for others
    'group.initial.rebalance.delay.ms': 0,
    'num.network.threads': 2,
    'num.io.threads': 2,
    'log.cleaner.dedupe.buffer.size': 2_097_152,
  }
  return Object.entries(entries)
    .map(([key, value]) => `${key}=${value}\n`)
    .join('')
}

/** A cluster's id: 16 bytes in URL-safe Base64 that does not look like a flag. */
const newClusterId = (): string => randomBytes(16).toString('base64url').replace(/^-/, 'A')

async function format(s: Starting, java: string, classPath: string, data: string, properties: string): Promise<void> {
  // the format writes this file last
  if (existsSync(join(data, 'meta.properties'))) return
  await rm(data, { recursive: true, force: true })
  const args = [...JAVA, '-Xmx128m', ...LOGGING, '-cp', classPath, 'kafka.tools.StorageTool', 'format']
  const ran = await run(java, [...args, '-t', newClusterId(), '-c', properties], { env: s.env, signal: s.signal })
  if (ran.code !== 0)
    failStack(stack.notPrepared, { service: 'Kafka', step: 'formatting its log folder', reason: lastWords(ran) })
}

export const kafka: Service = {
  name: 'kafka',
  title: 'Kafka',
  needs: [],
  readySeconds: 90,
  version: () => Promise.resolve(KAFKA_VERSION),
  check: (f) => checkJars(f, [KAFKA_JARS]),
  fetch: (f) => fetchJars(f, KAFKA_JARS),
  prepare: async (s) => {
    const java = await findJava(s.env)
    const classPath = join(jarFolder(s.cache, KAFKA_JARS), '*')
    const [data, properties] = [join(s.folder, 'data'), join(s.folder, 'server.properties')]
    await writeFile(properties, brokerProperties(data, s.ports))
    await format(s, java, classPath, data, properties)
    const args = [...JAVA, '-Xms128m', '-Xmx384m', ...LOGGING, '-cp', classPath, 'kafka.Kafka', properties]
    return [{ name: BROKER, program: java, args }]
  },
  awaited: async ({ folder, ports }) =>
    hasSaid(folder, BROKER, 'Kafka Server started') && (await canConnect(ports['kafka']!)) ? null : BROKER,
  address: (ports) => `127.0.0.1:${ports['kafka']}`,
}
