// What rows are read from: topics, captured tables, files, Iceberg tables, the clock.
import { argument, textOf } from '../arguments.js'
import type { Declared } from '../brands.js'
import { connectionName, icebergPath } from '../declarations/catalogs.js'
import { durationNode } from '../durations.js'
import { oneOrMore } from '../names.js'
import { textNode, type MarkedSpan } from '../nodes.js'
import type { Sources } from '../types/sources.js'
import type { Untyped } from '../functions.js'
import { sourceFrom, type Source } from './source.js'

function kafkaFrom(
  topics: readonly unknown[],
  pattern: boolean,
  options: unknown,
  of: string,
  span: MarkedSpan,
  refs: Set<Declared>,
) {
  const { connection } = (options ?? {}) as { readonly connection?: unknown }
  if (topics.length === 0) throw argument(of, 'at least one topic', topics, span.mark)
  return {
    kind: 'kafka' as const,
    topics: topics.map((topic) => textNode(textOf(topic, of, 'the name of a topic', span.mark), span, refs)),
    pattern,
    connection: connection === undefined ? null : connectionName(connection, `${of}.connection`, span, refs),
    compacted: false,
    span,
  }
}

/** `from kafka 'topic'`: one topic, or several of one schema. As the target of a sink: the topic that is written. */
export const kafka: Sources['kafka'] = ((topics: unknown, options?: unknown): Source =>
  sourceFrom(kafka, (span, refs) => kafkaFrom(oneOrMore(topics), false, options, 'kafka', span, refs))) as Untyped

/** `from kafka pattern 'orders\\..*'`: all topics whose name the regular expression matches. */
export const kafkaPattern: Sources['kafkaPattern'] = ((pattern: unknown, options?: unknown): Source =>
  sourceFrom(kafkaPattern, (span, refs) => kafkaFrom([pattern], true, options, 'kafkaPattern', span, refs))) as Untyped

/** `from cdc DB 'public.customers'`: a table of a database, by its changes. */
export const cdc: Sources['cdc'] = ((connection: unknown, table: unknown): Source =>
  sourceFrom(cdc, (span, refs) => ({
    kind: 'cdc',
    connection: connectionName(connection, 'cdc', span, refs),
    table: textNode(textOf(table, 'cdc', 'the name of a table', span.mark), span, refs),
    events: false,
    span,
  }))) as Untyped

/** `from files 'rides.ndjson'` */
export const files: Sources['files'] = ((path: unknown): Source =>
  sourceFrom(files, (span, refs) => ({
    kind: 'files',
    path: textNode(textOf(path, 'files', 'a path', span.mark), span, refs),
    span,
  }))) as Untyped

/** `from iceberg lake.sales.orders` */
export const iceberg: Sources['iceberg'] = ((table: unknown): Source =>
  sourceFrom(iceberg, (span, refs) => ({
    kind: 'iceberg',
    path: icebergPath(table, 'iceberg', span.mark, refs),
    span,
  }))) as Untyped

/** `every 1 minute`: a row at each full period of the clock. */
export const every: Sources['every'] = ((period: unknown): Source =>
  sourceFrom(every, (span, refs) => ({ kind: 'every', period: durationNode(period, 'every', span.mark, refs), span }))) as Untyped
