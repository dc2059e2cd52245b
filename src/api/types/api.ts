// All that a program imports, with its types: `export const kafka: Api['kafka'] = …`.
import type { Aggregates } from './aggregates.js'
import type { Declarations } from './declarations.js'
import type { Duration } from './durations.js'
import type { Types } from './fields.js'
import type { RowFunctions } from './functions.js'
import type { Literals } from './literals.js'
import type { Pipeline, PipelineProperties } from './pipeline.js'
import type { Appending, Changing, Stream, Table, TableQuery } from './relations.js'
import type { PartitionTransform } from './sinks.js'
import type { Known, NoSource, Sources } from './sources.js'

/** Names for relations. */
export interface Relations {
  /** `stream NAME from … { … }`, `stream NAME = from …` */
  stream<R, Lanes>(name: string, rows: Appending<R, Lanes> & Known<'a source: stream(name, …) gives it a name'>): Stream<R, Lanes>
  /** `table NAME from cdc … { … }`, `table NAME = from …` */
  table<R, Keeps>(name: string, rows: Changing<R, Keeps> & Known<'a source: table(name, …) gives it a name'>): Table<R, Keeps>
  /** `let NAME = from …`: a stream or a table, as its query is. */
  relation<R, Lanes>(name: string, query: Appending<R, Lanes> & NoSource): Stream<R, Lanes>
  relation<R>(name: string, query: TableQuery<R>): Table<R>
  /** `pipeline NAME { … }` */
  pipeline(name: string, properties?: PipelineProperties): Pipeline
}

export interface Units {
  ms(count: number): Duration
  seconds(count: number): Duration
  minutes(count: number): Duration
  /** Of a number a duration, of a column a partition transform. */
  hours(count: number): Duration
  hours<const K extends string>(column: K): PartitionTransform<K>
  /** Of a number a duration, of a column a partition transform. */
  days(count: number): Duration
  days<const K extends string>(column: K): PartitionTransform<K>
  months<const K extends string>(column: K): PartitionTransform<K>
  years<const K extends string>(column: K): PartitionTransform<K>
  /** One of so many buckets, by the hash of a column. */
  bucket<const K extends string>(count: number, column: K): PartitionTransform<K>
  /** The first characters of a text, or whole multiples of a number. */
  truncate<const K extends string>(width: number, column: K): PartitionTransform<K>
}

/**
 * @example
 * const read: Api['kafka'] = kafka
 */
export interface Api extends Relations, Sources, Declarations, Literals, RowFunctions, Aggregates, Units {
  readonly t: Types
}
