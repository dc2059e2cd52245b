// The unit of deployment: its properties, what it writes, its taps and tests.
import type { Declarable } from './declarations.js'
import type { Duration } from './durations.js'
import type { Ignored } from './ignores.js'
import type { Named, NamedStream } from './relations.js'
import type { SinkProperties, UpsertProperties, Writable } from './sinks.js'
import type { IcebergTable, KafkaTarget } from './sources.js'
import type { TestSteps } from './tests.js'

/**
 * @example
 * const shared: PipelineProperties = { owner: 'team-shop', sla: minutes(10), dlq: 'shop.dlq' }
 * const copies = pipeline('copies', shared)
 */
export interface PipelineProperties {
  readonly owner?: string
  /** From event time to where a result can be seen. */
  readonly sla?: Duration
  /** The dead-letter topic. */
  readonly dlq?: string
  readonly timeZone?: string
  readonly checkpoint?: { readonly every: Duration; readonly mode: 'exactly once' | 'at least once' }
  readonly tuning?: {
    readonly miniBatch?: Duration
    readonly alignDrift?: Duration
    readonly watermarksEvery?: Duration
    readonly parallelism?: number
    readonly maxParallelism?: number
  }
}

/**
 * @example
 * const kept: TopicProperties = { retention: days(7), partitions: 12 }
 * const copies = pipeline('copies').sinkAppend(orders, kafka('shop.order.copied.v1'), { ...kept })
 */
export interface TopicProperties {
  /** MB/s */
  readonly throughput?: number
  readonly partitions?: number
  /** MB/s: as many partitions as that takes. */
  readonly partitionsFor?: number
  readonly replicas?: number
  readonly minInsync?: number
  readonly retention?: Duration
  readonly cleanup?: 'delete' | 'compact'
  /** The `///` lines above it. */
  readonly doc?: string
}

/** A topic, or a table of a catalog. */
export type SinkTarget = KafkaTarget<unknown> | IcebergTable

/**
 * @example
 * const withCopy = (p: Pipeline) => p.sinkAppend(orders, lake.table('shop', 'orders'))
 */
export interface Pipeline {
  readonly name: string
  /** `sink kafka 'topic' from R append { … }`, `sink lake.sales.orders from R append { … }` */
  sinkAppend<R, T extends SinkTarget>(from: NamedStream<R> & Writable<R, T>, to: T, properties?: SinkProperties<R, T>): Pipeline
  /** `sink … from R upsert { … }`: the newest row of each key. */
  sinkUpsert<R, T extends SinkTarget>(from: Named<R> & Writable<R, T>, to: T, properties?: UpsertProperties<R, T>): Pipeline
  /** `topic 'name' { … }` */
  topic(name: string, properties: TopicProperties): Pipeline
  /** `tap NAME to kafka 'topic'` */
  tap(relation: Named<unknown>, topic: string, options?: { readonly doc?: string }): Pipeline
  /** Relations that nothing reads yet belong to the program all the same. */
  declare(...declarations: readonly Declarable[]): Pipeline
  /** `test 'title' for NAME { … }` */
  test(title: string, steps: (t: TestSteps) => TestSteps, options?: { readonly doc?: string }): Pipeline
  /** Warnings or notes of the part that was added last, or of the pipeline itself, and why they do not matter. */
  ignore(codes: Ignored, because: string): Pipeline
  /** The `///` lines above it. */
  doc(text: string): Pipeline
}
