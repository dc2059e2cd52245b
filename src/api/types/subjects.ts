// The rows of the Schema Registry's subjects. A program's module `flowc` can be added to only where its index hands this file on as a
// whole, `export *`: TypeScript does not merge into names that are exported one by one.
import type { Told } from './values.js'

/**
 * Rows of the subjects of the Schema Registry, by subject: `flowc gen types` fills it in, from flow.lock.
 * `kafka('sales.order.created.v1')` finds its row under `'sales.order.created.v1-value'`.
 *
 * @example
 * declare module 'flowc' {
 *   interface Subjects {
 *     'shop.price.changed.v1-value': { item: string; price: Decimal }
 *   }
 * }
 * const prices = kafka('shop.price.changed.v1').schemaRegistry().messageKey('item', 'text')
 */
export interface Subjects {}

declare const SUBJECT: unique symbol

/**
 * The row of a subject that is not in the generated types. `stream` and `table` refuse its source; behind it any column is there, so that
 * nothing else is told.
 *
 * @example
 * const said = (row: UnknownSubject<'shop.nothing.v1-value'>) => Object.keys(row)
 */
export type UnknownSubject<S extends string> = { readonly [SUBJECT]?: S; readonly [column: string]: Told }
/**
 * @example
 * const isCheap = (p: Columns<SubjectRow<'shop.price.changed.v1-value'>>) => p.price.lt(10)
 */
export type SubjectRow<S extends string> = S extends keyof Subjects ? Subjects[S] : UnknownSubject<S>
/**
 * The row of a version; `never`: of the newest. That one stands under the subject alone, older ones that are locked as `'x-value version 2'`.
 *
 * @example
 * const isCheap = (p: Columns<VersionRow<'shop.price.changed.v1-value', 1>>) => p.price.lt(10)
 */
export type VersionRow<S extends string, V extends number> = [V] extends [never]
  ? SubjectRow<S>
  : `${S} version ${V}` extends keyof Subjects
    ? Subjects[`${S} version ${V}`]
    : SubjectRow<S>
