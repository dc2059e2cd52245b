// What deploying needs of a Kafka cluster. kafkajs is behind it; tests put a cluster of their own in.

export interface TopicState {
  readonly name: string
  readonly partitions: number
  readonly replicas: number
  /** Effective values, defaults of the broker included. */
  readonly configs: ReadonlyMap<string, string>
}

export interface TopicRequest {
  readonly name: string
  readonly partitions: number
  readonly replicas: number
  readonly configs: readonly { readonly name: string; readonly value: string }[]
}

export type KafkaProblem =
  | { readonly kind: 'unreachable' | 'login' | 'timeout'; readonly reason: string }
  | { readonly kind: 'forbidden' | 'failed'; readonly action: string; readonly reason: string }

/** Rejected calls carry one. */
export class KafkaFailure extends Error {
  override readonly name = 'KafkaFailure'
  readonly problem: KafkaProblem
  constructor(problem: KafkaProblem) {
    super(problem.reason)
    this.problem = problem
  }
}

export interface KafkaAdmin {
  brokers(): Promise<number>
  /** Null for those that do not exist. Configurations only for the names that are asked for. */
  topics(names: readonly string[], configs: readonly string[]): Promise<ReadonlyMap<string, TopicState | null>>
  /** `exists`: somebody else was faster. `validateOnly`: nothing is made. */
  create(topic: TopicRequest, options?: { readonly validateOnly?: boolean }): Promise<'created' | 'exists'>
  close(): Promise<void>
}

export interface KafkaOptions {
  readonly bootstrap: string
  readonly sasl: {
    readonly mechanism: 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512'
    readonly user: string
    readonly password: string
  } | null
  readonly ssl: { readonly ca: string | null; readonly certificate: string | null; readonly key: string | null } | null
  readonly timeoutMillis?: number
}

export type KafkaConnector = (options: KafkaOptions) => KafkaAdmin
