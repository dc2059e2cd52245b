// Partition transforms of Iceberg: `days('created_at')`, `bucket(16, 'customer_id')`.
import type { PartitionNode } from '../surface/ast.js'
import { countOf, wrong } from './arguments.js'
import { isBranded } from './brands.js'
import type { Untyped } from './functions.js'
import { named } from './names.js'
import { spanAt } from './nodes.js'
import { unnamed } from './refused.js'
import { markOf, type Mark } from './site.js'
import type { Units } from './types/api.js'

const PARTITION = Symbol.for('flowc.partition')

/** `days` and `hours` are in durations.ts, since they are durations of a number. */
export function transform(name: string, column: unknown, parameter: number | null, mark: Mark | null) {
  const span = spanAt(mark)
  const of = named(column, `the column of \`${name}\``, span)
  const node: PartitionNode = { transform: name, column: of, parameter, span }
  return Object.freeze({ transform: name, column: of.text, ...(parameter === null ? {} : { parameter }), [PARTITION]: node })
}

/**
 * `years('c')`
 *
 * @example
 * const copies = pipeline('copies').sinkAppend(orders, lake.table('shop', 'orders'), { partitionBy: [years('created_at')] })
 */
export const years: Units['years'] = ((column: unknown) => transform('years', column, null, markOf(years))) as Untyped
/**
 * `months('c')`
 *
 * @example
 * const copies = pipeline('copies').sinkAppend(orders, lake.table('shop', 'orders'), { partitionBy: [months('created_at')] })
 */
export const months: Units['months'] = ((column: unknown) => transform('months', column, null, markOf(months))) as Untyped
/**
 * `bucket(16, c)`: one of so many by the hash of a column.
 *
 * @example
 * const copies = pipeline('copies').sinkAppend(orders, lake.table('shop', 'orders'), { partitionBy: [bucket(16, 'customer_id')] })
 */
export const bucket: Units['bucket'] = ((count: unknown, column: unknown) => {
  const mark = markOf(bucket)
  return transform('bucket', column, countOf(count, 'bucket', mark), mark)
}) as Untyped
/**
 * `truncate(4, c)`: the first characters of a text, or whole multiples of a number.
 *
 * @example
 * const copies = pipeline('copies').sinkAppend(orders, lake.table('shop', 'orders'), { partitionBy: [truncate(2, 'region')] })
 */
export const truncate: Units['truncate'] = ((width: unknown, column: unknown) => {
  const mark = markOf(truncate)
  return transform('truncate', column, countOf(width, 'truncate', mark), mark)
}) as Untyped

/** A column by its name, or a transform of one. */
export function partitionNode(value: unknown, of: string, mark: Mark | null): PartitionNode {
  if (typeof value === 'string') return transform('identity', value, null, mark)[PARTITION]
  if (isBranded(value, PARTITION)) return (value as { readonly [PARTITION]: PartitionNode })[PARTITION]
  const span = spanAt(mark)
  return wrong(of, "a column or a transform such as `days('created_at')`", value, mark, () => ({
    transform: 'identity',
    column: unnamed(span),
    parameter: null,
    span,
  }))
}
