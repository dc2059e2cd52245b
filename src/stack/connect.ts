// Kafka Connect, one distributed worker, with Debezium for PostgreSQL and an Avro converter.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { httpJson } from '../deploy/http.js'
import { CONNECT_JARS, CONNECT_VERSION, CONVERTER_JARS, DEBEZIUM_JARS } from './artifacts.js'
import { checkJars, fetchJars, jarFolder } from './fetch-jars.js'
import type { Service } from './service.js'
import { findJava } from './tools.js'

const WORKER = 'Connect worker'
const PLUGINS = [DEBEZIUM_JARS, CONVERTER_JARS]

export function workerProperties(plugins: readonly string[], ports: Readonly<Record<string, number>>): string {
  const entries: Readonly<Record<string, string | number>> = {
    'bootstrap.servers': `127.0.0.1:${ports['kafka']}`,
    'group.id': 'connect',
    // defaults: a connector says its own
    'key.converter': 'org.apache.kafka.connect.json.JsonConverter',
    'value.converter': 'org.apache.kafka.connect.json.JsonConverter',
    'key.converter.schemas.enable': 'false',
    'value.converter.schemas.enable': 'false',
    'config.storage.topic': 'connect.configs',
    'config.storage.replication.factor': 1,
    'offset.storage.topic': 'connect.offsets',
    'offset.storage.replication.factor': 1,
    'offset.storage.partitions': 1,
    'status.storage.topic': 'connect.status',
    'status.storage.replication.factor': 1,
    'status.storage.partitions': 1,
    'offset.flush.interval.ms': 1000,
    // the only worker need not wait for one that comes back
    'scheduled.rebalance.max.delay.ms': 0,
    listeners: `http://127.0.0.1:${ports['connect']}`,
    'rest.advertised.host.name': '127.0.0.1',
    'rest.advertised.port': ports['connect']!,
    'plugin.path': plugins.join(','),
    // reads manifests only: three times as fast as looking through all classes
    'plugin.discovery': 'service_load',
  }
  return Object.entries(entries)
    .map(([key, value]) => `${key}=${value}\n`)
    .join('')
}

export const connect: Service = {
  name: 'connect',
  title: 'Connect',
  needs: ['kafka', 'registry'],
  readySeconds: 120,
  version: () => Promise.resolve(CONNECT_VERSION),
  check: (f) => checkJars(f, [CONNECT_JARS, ...PLUGINS]),
  fetch: async (f) => {
    for (const set of [CONNECT_JARS, ...PLUGINS]) await fetchJars(f, set)
  },
  prepare: async (s) => {
    const properties = join(s.folder, 'connect.properties')
    await writeFile(
      properties,
      workerProperties(
        PLUGINS.map((set) => jarFolder(s.cache, set)),
        s.ports,
      ),
    )
    const args = [
      '-Xms96m',
      '-Xmx384m',
      '-XX:+UseSerialGC',
      '-XX:TieredStopAtLevel=1',
      '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
      '-Dorg.slf4j.simpleLogger.showDateTime=true',
      '-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss,SSS',
      '-Dorg.slf4j.simpleLogger.log.io.debezium=info',
      '-cp',
      join(jarFolder(s.cache, CONNECT_JARS), '*'),
      'org.apache.kafka.connect.cli.ConnectDistributed',
      properties,
    ]
    return [{ name: WORKER, program: await findJava(s.env), args }]
  },
  /** Answers only after the worker has joined its group and read its topics. */
  awaited: async ({ ports }) => {
    const url = `http://127.0.0.1:${ports['connect']}/connectors`
    return (await httpJson({ method: 'GET', url, timeoutMillis: 2000 })).ok ? null : WORKER
  },
  address: (ports) => `http://127.0.0.1:${ports['connect']}`,
}
