// The unit of deployment: its properties, what it writes, its taps and tests.
import type { Duration } from './durations.js'
import type { NAMED, Query } from './relations.js'
import type { IcebergTable, KafkaSource, KeyFormat } from './sources.js'
import type { TestSteps } from './tests.js'

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
}
export interface KafkaSinkProperties<R> extends TopicProperties {
  readonly messageKey?: { readonly columns: (keyof R & string) | readonly (keyof R & string)[]; readonly as?: KeyFormat }
  readonly format?: 'avro' | 'json'
  readonly with?: Readonly<Record<string, string>>
}
export interface IcebergSinkProperties<R> {
  readonly partitionBy?: readonly Partition<keyof R & string>[]
  readonly formatVersion?: 2 | 3
  readonly key?: readonly (keyof R & string)[]
  readonly with?: Readonly<Record<string, string>>
}
/** `'region'`, `days('created_at')`, `bucket(16, 'customer_id')` */
export type Partition<K extends string> = K | { readonly transform: string; readonly column: K; readonly parameter?: number }

/** What a topic with a schema in the registry takes. */
export type Fits<R, S> = { readonly [K in keyof S]: K extends keyof R ? R[K] : never }

type Named<R> = Query<R> & { readonly [NAMED]: unknown }
type NamedStream<R> = Named<R> & { readonly changes: 'none: rows are only added' }

export interface Pipeline {
  readonly name: string
  /** `sink kafka 'topic' from R append { … }` */
  sinkAppend<R, const T extends string>(from: NamedStream<R>, to: KafkaSource<unknown, T>, properties?: KafkaSinkProperties<NoInfer<R>>): Pipeline
  /** `sink lake.sales.orders from R append { … }` */
  sinkAppend<R>(from: NamedStream<R>, to: IcebergTable, properties?: IcebergSinkProperties<NoInfer<R>>): Pipeline
  sinkUpsert<R, const T extends string>(from: Named<R>, to: KafkaSource<unknown, T>, properties?: KafkaSinkProperties<NoInfer<R>>): Pipeline
  sinkUpsert<R>(from: Named<R>, to: IcebergTable, properties?: IcebergSinkProperties<NoInfer<R>>): Pipeline
  /** `topic 'name' { … }` */
  topic(name: string, properties: TopicProperties): Pipeline
  /** `tap NAME to kafka 'topic'` */
  tap(relation: Named<unknown>, topic: string): Pipeline
  /** Relations that nothing reads yet belong to the program all the same. */
  declare(...declarations: readonly object[]): Pipeline
  test(title: string, steps: (t: TestSteps) => TestSteps): Pipeline
  doc(text: string): Pipeline
}
