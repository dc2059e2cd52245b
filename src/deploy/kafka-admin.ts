// KafkaAdmin on kafkajs 2.2.4. Its errors are told apart by class and protocol type; its log is silent.
import type { Admin, ConfigEntries } from 'kafkajs'
import {
  KafkaFailure,
  type KafkaAdmin,
  type KafkaConnector,
  type KafkaOptions,
  type KafkaProblem,
  type TopicState,
} from './kafka-model.js'

const TIMEOUT = 10_000
const TOPIC = 2

export const connectKafka: KafkaConnector = (options) => {
  let opened: Promise<Admin> | null = null
  const admin = (): Promise<Admin> => {
    opened ??= open(options)
    return opened
  }
  const call = async <T>(action: string, work: (a: Admin) => Promise<T>): Promise<T> => {
    const limit = options.timeoutMillis ?? 3 * TIMEOUT
    try {
      const a = await within(limit, admin())
      return await within(limit, work(a))
    } catch (error) {
      throw error instanceof KafkaFailure ? error : new KafkaFailure(problemOf(error, action))
    }
  }
  const api: KafkaAdmin = {
    brokers: () => call('describe the cluster', async (a) => (await a.describeCluster()).brokers.length),

    topics: (names, configs) =>
      call('describe topics', async (a) => {
        // asking for a topic that is not there fails for all of them
        const present = new Set(await a.listTopics())
        const there = names.filter((n) => present.has(n))
        const result = new Map<string, TopicState | null>(names.map((n) => [n, null]))
        if (there.length === 0) return result
        const { topics } = await a.fetchTopicMetadata({ topics: there })
        const described = await a.describeConfigs({
          includeSynonyms: false,
          resources: there.map((name) => ({ type: TOPIC, name, configNames: [...configs] })),
        })
        for (const t of topics)
          result.set(t.name, {
            name: t.name,
            partitions: t.partitions.length,
            replicas: t.partitions[0]?.replicas.length ?? 0,
            configs: configsOf(described.resources.find((r) => r.resourceName === t.name)?.configEntries ?? []),
          })
        return result
      }),

    create: (topic, { validateOnly = false } = {}) =>
      call(`create topic ${topic.name}`, async (a) => {
        const made = await a.createTopics({
          validateOnly,
          // nobody leads a topic that was only checked
          waitForLeaders: !validateOnly,
          topics: [
            {
              topic: topic.name,
              numPartitions: topic.partitions,
              replicationFactor: topic.replicas,
              configEntries: topic.configs.map((c) => ({ ...c })),
            },
          ],
        })
        return made ? 'created' : 'exists'
      }),

    close: async () => {
      const a = await opened?.catch(() => null)
      await a?.disconnect().catch(() => {})
    },
  }
  return api
}

const configsOf = (entries: readonly ConfigEntries[]): ReadonlyMap<string, string> =>
  new Map(entries.map((e) => [e.configName, e.configValue]))

async function open({ bootstrap, sasl, ssl }: KafkaOptions): Promise<Admin> {
  // bundled, a CommonJS module has no names but this one
  const { Kafka, logLevel } = (await import('kafkajs')).default
  const kafka = new Kafka({
    clientId: 'flowc',
    brokers: bootstrap.split(',').map((b) => b.trim()),
    logLevel: logLevel.NOTHING,
    connectionTimeout: TIMEOUT / 2,
    authenticationTimeout: TIMEOUT / 2,
    requestTimeout: TIMEOUT,
    retry: { retries: 2, initialRetryTime: 200 },
    ...(ssl === null
      ? {}
      : {
          ssl:
            ssl.ca === null && ssl.certificate === null
              ? true
              : {
                  ...(ssl.ca === null ? {} : { ca: [ssl.ca] }),
                  ...(ssl.certificate === null ? {} : { cert: ssl.certificate }),
                  ...(ssl.key === null ? {} : { key: ssl.key }),
                },
        }),
    ...(sasl === null ? {} : { sasl: saslOf(sasl) }),
  })
  const admin = kafka.admin()
  await admin.connect()
  return admin
}

function saslOf({ mechanism, user: username, password }: NonNullable<KafkaOptions['sasl']>) {
  switch (mechanism) {
    case 'PLAIN':
      return { mechanism: 'plain', username, password } as const
    case 'SCRAM-SHA-256':
      return { mechanism: 'scram-sha-256', username, password } as const
    case 'SCRAM-SHA-512':
      return { mechanism: 'scram-sha-512', username, password } as const
  }
}

/** kafkajs waits for ever for a server that takes the connection and says nothing in Kafka's words. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new KafkaFailure({ kind: 'timeout', reason: `no answer within ${milliseconds / 1000} seconds` })),
      milliseconds,
    )
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}

interface KafkaError extends Error {
  readonly type?: string
  readonly code?: unknown
  readonly errors?: readonly KafkaError[]
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was broken off',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name not resolved',
  ETIMEDOUT: 'connection timed out',
}

export function problemOf(error: unknown, action: string): KafkaProblem {
  const chain: KafkaError[] = []
  for (let e: unknown = error; e instanceof Error && chain.length < 8; e = e.cause) chain.push(e as KafkaError)
  const [first] = chain
  const root = first?.errors?.[0] ?? chain.at(-1)
  const type = root?.type ?? ''
  const reason = (root?.message ?? String(error)).replace(/^Connection error: /, '')
  if (chain.some((e) => e.name === 'KafkaJSSASLAuthenticationError') || type === 'SASL_AUTHENTICATION_FAILED')
    return { kind: 'login', reason }
  if (type === 'ILLEGAL_SASL_STATE' || type === 'UNSUPPORTED_SASL_MECHANISM')
    return { kind: 'login', reason: 'the listener takes no such login' }
  if (type.endsWith('_AUTHORIZATION_FAILED') || type === 'POLICY_VIOLATION') return { kind: 'forbidden', action, reason }
  if (/before secure TLS connection/.test(reason)) return { kind: 'unreachable', reason: 'the listener does not speak TLS' }
  const code = chain.map((e) => e.code).find((c) => typeof c === 'string')
  if (typeof code === 'string' && code in REASONS) return { kind: 'unreachable', reason: REASONS[code]! }
  const names = chain.map((e) => e.name)
  if (
    names.some((n) => n === 'KafkaJSConnectionError' || n === 'KafkaJSConnectionClosedError') ||
    reason === 'Broker not connected'
  )
    return {
      kind: 'unreachable',
      reason: reason === 'Closed connection' ? 'the connection was closed: another login or TLS may be wanted' : reason,
    }
  if (names.includes('KafkaJSRequestTimeoutError')) return { kind: 'timeout', reason: 'no answer in time' }
  return { kind: 'failed', action, reason: type === '' ? reason : `${reason} (${type})` }
}
