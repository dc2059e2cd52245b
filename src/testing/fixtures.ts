// Rows of a relation, checked by TypeScript against its row type where they are written.
import { declaredFields } from '../api/pipelines/digits.js'
import type { Named } from '../api/types/relations.js'
import type { GivenRow } from '../api/types/tests.js'
import { suggest } from '../core/suggest.js'
import { flowTests } from '../diagnostics/codes/flow-tests.js'
import { tests } from '../diagnostics/codes/tests.js'
import { misuse, spoken, type Called } from './errors.js'
import { relationName } from './names.js'
import { listOf } from './rows-diff.js'

/**
 * The rows as they are: TypeScript knows them as rows of the relation.
 *
 * @example
 * const paid = fixtures(orders, [{ order_id: 1, customer_id: 7, region: 'eu', amount: '10.00', created_at: '2026-01-01 10:00:01' }])
 * const run = runFlow(shop, (test) => test.given(orders, paid))
 * assertRows(run.rows(revenue5min), [{ orders: 1 }])
 */
export function fixtures<R>(_relation: Named<R>, rows: readonly GivenRow<NoInfer<R>>[]): readonly GivenRow<R>[] {
  return (listOf(rows, 'rows as a list of objects', { matcher: 'fixtures', called: fixtures }) as typeof rows).map(
    (row): GivenRow<R> => frozen({ ...row }),
  )
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
 * the row: `rowFactory(orders, (n) => ({ order_id: n, region: 'eu' }))`. A factory counts its rows from 1 on, over all tests that
 * use it: one whose numbers matter is made in its test.
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
  relation: Named<R>,
  usual: GivenRow<NoInfer<R>> | ((n: number) => GivenRow<NoInfer<R>>),
): RowFactory<R> {
  const fields = declaredFields(relation)
  let made = 0
  const next = (own: GivenRow<R> | undefined, called: Called): GivenRow<R> => {
    made++
    const row: GivenRow<R> = typeof usual === 'function' ? usual(made) : usual
    for (const part of own === undefined ? [row] : [row, own]) {
      listOf([part], 'rows that are objects', { matcher: 'rowFactory', called })
      if (fields.length > 0) knownFields(part as object, relation, fields, called)
    }
    return frozen({ ...row, ...own })
  }
  const make = (own?: GivenRow<R>): GivenRow<R> => next(own, make)
  const many = (count: number, own?: GivenRow<R> | ((n: number) => GivenRow<R>)): readonly GivenRow<R>[] => {
    if (!Number.isSafeInteger(count) || count < 0)
      throw misuse(flowTests.option, { name: 'many', wanted: 'how many rows, a whole number', got: spoken(count) }, many)
    return Array.from({ length: count }, (_, i) => next(typeof own === 'function' ? own(i + 1) : own, many))
  }
  return Object.assign(make, { many })
}

/** Where the program itself lists the fields, a misspelt one is told where it is written. */
function knownFields(row: object, relation: unknown, fields: readonly string[], called: Called): void {
  const name = Object.keys(row).find((key) => !key.startsWith('@') && !fields.includes(key))
  if (name === undefined) return
  const near = suggest(name, fields)
  const help = near.length > 0 ? `did you mean \`${near[0]}\`?` : `it has ${fields.map((f) => `\`${f}\``).join(', ')}`
  throw misuse(tests.column, { name, relation: relationName(relation) ?? 'the relation' }, called, { help })
}

/** `Object.freeze` gives another type to what it takes. */
function frozen<T>(value: T): T {
  Object.freeze(value)
  return value
}
