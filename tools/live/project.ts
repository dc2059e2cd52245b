// The example as a project of its own, with an environment file for the test's systems; variants of it are environments of
// their own that differ in one thing.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Endpoints } from './place.js'

export const PASSWORD = 'a secret of the test'

export interface Project {
  readonly root: string
  /** envs/NAME.json: the live one, with these settings over it. */
  readonly environment: (name: string, change?: (settings: Settings) => void) => void
  readonly lockedSchema: (subject: string) => string
}

type Settings = Record<string, Record<string, unknown>> & { secrets: unknown; checkpoint: unknown }

export function projectAt(root: string, work: string, e: Endpoints): Project {
  rmSync(root, { recursive: true, force: true })
  cpSync(join('examples', 'orders'), root, { recursive: true, filter: (path) => !/\/(out|\.flowc)(\/|$)/.test(path) })
  mkdirSync(join(root, 'envs'), { recursive: true })
  const url = (folder: string): string => pathToFileURL(join(work, folder)).href
  const live = (): Settings =>
    ({
      kafka: { bootstrap: e.kafka.bootstrap },
      registry: { url: e.registry.url },
      connect: { url: e.connect.url, avroConverter: 'apicurio', references: 'values' },
      flink: { gateway: e.flink.gateway, rest: e.flink.rest, plans: url('plans'), savepoints: url('savepoints') },
      catalogs: { lake: { uri: e.iceberg.uri, warehouse: e.iceberg.warehouse } },
      connections: { orders_db: { host: e.postgres.host, port: String(e.postgres.port) } },
      topics: { partitions: 1, replicas: 1 },
      checkpoint: '3 seconds',
      secrets: 'envs/secrets',
    }) as unknown as Settings
  writeFileSync(join(root, 'envs', 'secrets'), `DEBEZIUM_PASSWORD=${PASSWORD}\n`)
  writeFileSync(join(root, 'envs', 'wrong-secrets'), 'DEBEZIUM_PASSWORD=nobody knows it\n')
  return {
    root,
    environment(name, change = () => {}) {
      const settings = live()
      change(settings)
      writeFileSync(join(root, 'envs', `${name}.json`), JSON.stringify(settings, null, 2))
    },
    lockedSchema(subject) {
      const lock = JSON.parse(readFileSync(join(root, 'flow.lock'), 'utf8')) as {
        subjects: readonly { subject: string; schema: string }[]
      }
      return lock.subjects.find((s) => s.subject === subject)!.schema
    },
  }
}
