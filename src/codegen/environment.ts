// What a build knows besides the plan: how systems are reached and the team's policy. Values of secrets and of the
// environment are never in here, only references: `${env:NAME}` and `${secret:NAME}`, put in when a job is submitted.
import type { ConfigValue } from '../ir/plan.js'

/** A value of the environment: a text, a reference, or both in one text (`user:${secret:PASSWORD}`). */
export type EnvValue = ConfigValue | { readonly kind: 'parts'; readonly parts: readonly ConfigValue[] }

export interface NamedValue {
  readonly name: string
  readonly value: EnvValue
}

export interface Environment {
  /** First part of the names of consumer groups and connectors; topics have it in the plan. */
  readonly prefix: string
  readonly kafka: KafkaCluster
  readonly registry: {
    readonly url: ConfigValue
    readonly auth: RegistryAuth | null
    readonly options: readonly NamedValue[]
  }
  /** Folder that relative paths of `from files` stand in, as the cluster sees it. */
  readonly files: ConfigValue
  readonly topics: TopicPolicy
  readonly connect: ConnectPolicy
  /** SET statements beside those that the compiler derives. */
  readonly settings: readonly { readonly name: string; readonly value: string }[]
}

/** How clients reach a Kafka cluster. */
export interface KafkaCluster {
  readonly bootstrap: ConfigValue
  readonly sasl: KafkaSasl | null
  /** PEM texts; all null: encrypted, with the authorities that Java trusts. Null: not encrypted. */
  readonly ssl: KafkaSsl | null
  readonly properties: readonly NamedValue[]
}

export interface KafkaSasl {
  readonly mechanism: 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512'
  readonly user: ConfigValue
  readonly password: ConfigValue
}

export interface KafkaSsl {
  readonly ca: string | null
  readonly certificate: string | null
  readonly key: ConfigValue | null
}

export type RegistryAuth =
  | { readonly kind: 'basic'; readonly user: ConfigValue; readonly password: ConfigValue }
  | { readonly kind: 'bearer'; readonly token: ConfigValue }

export interface TopicPolicy {
  readonly replicas: number
  /** Said by the environment for every topic, whatever the program says: a broker for development. */
  readonly forced: { readonly partitions: number | null; readonly replicas: number | null }
  /** MB/s that one partition carries. */
  readonly partitionThroughput: number
  /** Head-room over the declared throughput. */
  readonly growth: number
  /** Fewest partitions of a topic that others depend on: a result, a captured table, one with declared throughput. */
  readonly importantPartitions: number
  readonly dlqPartitions: number
  /** Milliseconds. */
  readonly retention: { readonly result: number; readonly cdc: number; readonly dlq: number }
}

export interface ConnectPolicy {
  /** Whose Avro converter the Connect workers have. */
  readonly avroConverter: 'confluent' | 'apicurio'
  /** Address of the registry for the converter, where it is not the registry's own: Apicurio's converter speaks its own API. */
  readonly registryUrl: ConfigValue | null
  readonly heartbeat: number
}

const DAY = 86_400_000

export const DEFAULT_ENVIRONMENT: Environment = {
  prefix: '',
  kafka: { bootstrap: { kind: 'env', name: 'KAFKA_BOOTSTRAP_SERVERS' }, sasl: null, ssl: null, properties: [] },
  registry: { url: { kind: 'env', name: 'SCHEMA_REGISTRY_URL' }, auth: null, options: [] },
  files: { kind: 'env', name: 'FLOW_FILES' },
  topics: {
    replicas: 3,
    forced: { partitions: null, replicas: null },
    partitionThroughput: 10,
    growth: 2,
    importantPartitions: 6,
    dlqPartitions: 3,
    retention: { result: 7 * DAY, cdc: 14 * DAY, dlq: 30 * DAY },
  },
  connect: { avroConverter: 'confluent', registryUrl: null, heartbeat: 10_000 },
  settings: [],
}

export const text = (value: string): ConfigValue => ({ kind: 'text', text: value })
export const parts = (...list: readonly ConfigValue[]): EnvValue => ({ kind: 'parts', parts: list })

/** The plain values that a value is made of. */
export const partsOf = (value: EnvValue): readonly ConfigValue[] => (value.kind === 'parts' ? value.parts : [value])

/** A configuration value as text of an artifact. A written `${` is escaped as `$${`, so that only references are replaced. */
export function configText(value: EnvValue): string {
  switch (value.kind) {
    case 'text':
      return plainText(value.text)
    case 'parts':
      return value.parts.map(configText).join('')
    default:
      return `\${${value.kind}:${value.name}}`
  }
}

/** A text that holds no references, whatever it looks like. */
export const plainText = (value: string): string => value.replaceAll('${', () => '$${') // as a text `$$` would be one `$`
