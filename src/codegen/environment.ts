// What a build knows besides the plan: how systems are reached and the team's policy. Values of secrets and of the
// environment are never in here, only references: `${env:NAME}` and `${secret:NAME}`, put in when a job is submitted.
import type { ConfigValue } from '../ir/plan.js'

export interface Environment {
  readonly kafka: {
    readonly bootstrap: ConfigValue
    readonly properties: readonly { readonly name: string; readonly value: ConfigValue }[]
  }
  readonly registry: {
    readonly url: ConfigValue
    readonly options: readonly { readonly name: string; readonly value: ConfigValue }[]
  }
  /** Folder that relative paths of `from files` stand in, as the cluster sees it. */
  readonly files: ConfigValue
  readonly topics: TopicPolicy
  readonly connect: ConnectPolicy
}

export interface TopicPolicy {
  readonly replicas: number
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
  readonly heartbeat: number
}

const DAY = 86_400_000

export const DEFAULT_ENVIRONMENT: Environment = {
  kafka: { bootstrap: { kind: 'env', name: 'KAFKA_BOOTSTRAP_SERVERS' }, properties: [] },
  registry: { url: { kind: 'env', name: 'SCHEMA_REGISTRY_URL' }, options: [] },
  files: { kind: 'env', name: 'FLOW_FILES' },
  topics: {
    replicas: 3,
    partitionThroughput: 10,
    growth: 2,
    importantPartitions: 6,
    dlqPartitions: 3,
    retention: { result: 7 * DAY, cdc: 14 * DAY, dlq: 30 * DAY },
  },
  connect: { avroConverter: 'confluent', heartbeat: 10_000 },
}

/** A configuration value as text of an artifact. A written `${` is escaped as `$${`, so that only references are replaced. */
export function configText(value: ConfigValue): string {
  return value.kind === 'text' ? value.text.replaceAll('${', '$${') : `\${${value.kind}:${value.name}}`
}
