// Rows of a relation, checked by TypeScript against its row type where they are written.
import type { Named } from '../api/types/relations.js'
import type { GivenRow } from '../api/types/tests.js'

/**
 * The rows as they are: TypeScript knows them as rows of the relation.
 *
 * @example
 * const paid = fixtures(orders, [{ order_id: 1, customer_id: 7, region: 'eu', amount: '10.00', created_at: '2026-01-01 10:00:01' }])
 * const run = runFlow(shop, (test) => test.given(orders, paid))
 * assertRows(run.rows(revenue5min), [{ orders: 1 }])
 */
export function fixtures<R>(_relation: Named<R>, rows: readonly GivenRow<NoInfer<R>>[]): readonly GivenRow<R>[] {
  return rows.map((row): GivenRow<R> => frozen({ ...row }))
}

/**
 * @example
 * const paid = (order: RowFactory<{ order_id: bigint; amount: Decimal }>) => order.many(3, { amount: '10.00' })
 */
export interface RowFactory<R> {
  /** A row with the usual values, but for those that are given. */
  (own?: GivenRow<R>): GivenRow<R>
  /** So many rows, each with the next number. */
  many(count: number, own?: GivenRow<R> | ((n: number) => GivenRow<R>)): readonly GivenRow<R>[]
}

/**
 * Makes rows that differ in what a test is about: `order({ amount: '12.00' })`. The usual values may be made from the number of
 * the row, which counts from 1: `rowFactory(orders, (n) => ({ order_id: n, region: 'eu' }))`.
 *
 * @example
 * const order = rowFactory(orders, (n) => ({
 *   order_id: n,
 *   customer_id: 7,
 *   region: 'eu',
 *   amount: '10.00',
 *   created_at: '2026-01-01 10:00:01',
 * }))
 * const run = runFlow(shop, (test) => test.given(orders, [order(), order({ region: 'us' }), ...order.many(3)]))
 * assertRows(run.rows(revenue5min), [
 *   { region: 'eu', orders: 4 },
 *   { region: 'us', orders: 1 },
 * ])
 */
export function rowFactory<R>(
  _relation: Named<R>,
  usual: GivenRow<NoInfer<R>> | ((n: number) => GivenRow<NoInfer<R>>),
): RowFactory<R> {
  let made = 0
  const make = (own?: GivenRow<R>): GivenRow<R> => {
    made++
    const row: GivenRow<R> = typeof usual === 'function' ? usual(made) : usual
    return frozen({ ...row, ...own })
  }
  return Object.assign(make, {
    many: (count: number, own?: GivenRow<R> | ((n: number) => GivenRow<R>)): readonly GivenRow<R>[] =>
      Array.from({ length: count }, (_, i) => make(typeof own === 'function' ? own(i + 1) : own)),
  })
}

/** `Object.freeze` gives another type to what it takes. */
function frozen<T>(value: T): T {
  Object.freeze(value)
  return value
}
