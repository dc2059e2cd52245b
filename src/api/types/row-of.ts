// Names for what a function of one's own takes: the row of something that is at hand, and its columns.
import type { Columns } from './columns.js'
import type { Schema } from './declarations.js'
import type { Fields, FieldsRow } from './fields.js'
import type { Query } from './relations.js'

/**
 * The row of a relation, a source, a schema, or of fields.
 *
 * @example
 * const Order = schema('Order', { order_id: t.bigint().notNull(), region: t.string() })
 * const row: RowOf<typeof Order> = { order_id: 1n, region: null }
 */
export type RowOf<S> = S extends Schema<infer R> ? R : S extends Query<infer R> ? R : S extends Fields ? FieldsRow<S> : never
/**
 * The columns of a relation, a source, a schema, or of fields: what callbacks get, and functions that they call.
 *
 * @example
 * const Order = schema('Order', { amount: t.decimal(10, 2), region: t.string() })
 * const isLarge = (o: ColumnsOf<typeof Order>) => o.amount.gt(100).and(o.region.eq('eu'))
 * const large = stream('large', stream('orders', kafka('shop.order.created.v1').schema(Order)).where(isLarge))
 */
export type ColumnsOf<S> = Columns<RowOf<S>>
