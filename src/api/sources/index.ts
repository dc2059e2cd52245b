// What rows are read from: topics, captured tables, files, Iceberg tables, the clock.
import { optionsOf, textOf, wrong } from '../arguments.js'
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
  const { connection } = optionsOf(options, ['connection'], of, span.mark)
  if (topics.length === 0) wrong(of, 'at least one topic', topics, span.mark, () => {})
  return {
    kind: 'kafka' as const,
    topics: topics.map((topic) => textNode(textOf(topic, of, 'the name of a topic', span.mark), span, refs)),
    pattern,
    connection: connection === undefined ? null : connectionName(connection, `${of}.connection`, span, refs),
    compacted: false,
    span,
  }
}

/**
 * `from kafka 'topic'`: one topic, or several of one schema. As the target of a sink: the topic that is written.
 *
 * @example
 * const payments = stream(
 *   'payments',
 *   kafka('shop.payment.v1')
 *     .schema(schema('Payment', { payment_id: t.bigint(), paid_at: t.timestamp(3).notNull() }))
 *     .time('paid_at', { lateBy: seconds(30), idleAfter: minutes(1) })
 *     .start('earliest'),
 * )
 */
export const kafka: Sources['kafka'] = ((topics: unknown, options?: unknown): Source =>
  sourceFrom(kafka, (span, refs) => kafkaFrom(oneOrMore(topics), false, options, 'kafka', span, refs))) as Untyped

/**
 * `from kafka pattern 'orders\\..*'`: all topics whose name the regular expression matches.
 *
 * @example
 * const events = stream(
 *   'events',
 *   kafkaPattern('shop\\.event\\..*')
 *     .schema(schema('Event', { at: t.timestamp(3).notNull(), text: t.string() }))
 *     .time('at', { lateBy: seconds(30) }),
 * )
 */
export const kafkaPattern: Sources['kafkaPattern'] = ((pattern: unknown, options?: unknown): Source =>
  sourceFrom(kafkaPattern, (span, refs) => kafkaFrom([pattern], true, options, 'kafkaPattern', span, refs))) as Untyped

/**
 * `from cdc DB 'public.customers'`: a table of a database, by its changes.
 *
 * @example
 * const accounts = table(
 *   'accounts',
 *   cdc(shopDb, 'public.accounts')
 *     .schema(schema('Account', { account_id: t.bigint().notNull(), iban: t.string() }))
 *     .primaryKey('account_id'),
 * )
 */
export const cdc: Sources['cdc'] = ((connection: unknown, table: unknown): Source =>
  sourceFrom(cdc, (span, refs) => ({
    kind: 'cdc',
    connection: connectionName(connection, 'cdc', span, refs),
    table: textNode(textOf(table, 'cdc', 'the name of a table', span.mark), span, refs),
    events: false,
    span,
  }))) as Untyped

/**
 * `from files 'rides.ndjson'`
 *
 * @example
 * const rides = stream(
 *   'rides',
 *   files('rides.ndjson').schema(schema('Ride', { ride_id: t.bigint(), at: t.timestamp(3).notNull() })).time('at'),
 * )
 */
export const files: Sources['files'] = ((path: unknown): Source =>
  sourceFrom(files, (span, refs) => ({
    kind: 'files',
    path: textNode(textOf(path, 'files', 'a path', span.mark), span, refs),
    span,
  }))) as Untyped

/**
 * `from iceberg lake.sales.orders`
 *
 * @example
 * const old = stream(
 *   'old',
 *   iceberg(lake.table('shop', 'orders'))
 *     .schema(schema('OldOrder', { order_id: t.bigint(), at: t.timestamp(3).notNull() }))
 *     .time('at')
 *     .until('latest'),
 * )
 */
export const iceberg: Sources['iceberg'] = ((table: unknown): Source =>
  sourceFrom(iceberg, (span, refs) => ({
    kind: 'iceberg',
    path: icebergPath(table, 'iceberg', span.mark, refs),
    span,
  }))) as Untyped

/**
 * `every 1 minute`: a row at each full period of the clock.
 *
 * @example
 * const beat = stream('beat', every(minutes(1)))
 */
export const every: Sources['every'] = ((period: unknown): Source =>
  sourceFrom(every, (span, refs) => ({ kind: 'every', period: durationNode(period, 'every', span.mark, refs), span }))) as Untyped
