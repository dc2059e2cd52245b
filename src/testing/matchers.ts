// Matchers for `expect` of Vitest, Jest and whatever takes `expect.extend`.
import type { DlqRow } from '../api/types/tests.js'
import { dlqDiff, ledgerReport } from './checks.js'
import type { Called } from './errors.js'
import { rowsDiff, type RowsOptions } from './rows-diff.js'

interface MatcherResult {
  readonly pass: boolean
  readonly message: () => string
}

/** What may stand for a value that came out: DECIMAL as number too, BIGINT as number too. */
type Written<V> = V extends bigint
  ? bigint | number
  : V extends string
    ? string | number | bigint
    : V extends readonly (infer E)[]
      ? readonly Written<E>[]
      : V
/** Of a row only the columns that are named are looked at. */
export type WrittenRow<A> = A extends readonly (infer R)[] ? { readonly [K in keyof R]?: Written<R[K]> } : never

/**
 * What `expect(…)` has with these matchers; `A` is what stands in its brackets.
 *
 * @example
 * const check = (it: FlowMatchers<FlowRun>) => it.toBalance()
 */
export interface FlowMatchers<A, Result = void> {
  /** The same rows, in any order, in the columns that are named; decimals by value. */
  toEqualRows: (rows: readonly WrittenRow<A>[], options?: RowsOptions) => Result
  /** These dead letters and no others: `@reason`, `@stage`, `@step`, … and fields of the payload. */
  toHaveDlq: (rows: readonly DlqRow[]) => Result
  /** Every row that came to a point where rows part was kept, filtered, rejected or late: none is unrouted or missing. */
  toBalance: () => Result
}

const result = (report: string | null, otherwise: string): MatcherResult => ({
  pass: report === null,
  message: () => report ?? otherwise,
})

const at = (matcher: string, called: Called): { readonly matcher: string; readonly called: Called } => ({ matcher, called })

/**
 * `expect.extend(matchers)`
 *
 * @example
 * expect.extend(matchers) // once; for Vitest `import 'flowc/testing/vitest'` does it, with the types
 *
 * const run = runFlow(shop, (test) =>
 *   test.given(orders, [
 *     { order_id: 1, customer_id: 7, region: 'eu', amount: '10.00', created_at: '2026-01-01 10:00:01' },
 *     { order_id: 2, customer_id: 7, region: 'eu', amount: '0.00', created_at: '2026-01-01 10:00:02' },
 *   ]),
 * )
 * expect(run.rows(revenue5min)).toEqualRows([{ region: 'eu', revenue: '10.00', orders: 1 }])
 * expect(run).toHaveDlq([{ '@reason': 'non_positive_amount', order_id: 2 }])
 * expect(run).toBalance()
 */
export const matchers = {
  toEqualRows(actual: unknown, expected: unknown, options?: RowsOptions): MatcherResult {
    return result(
      rowsDiff(at('toEqualRows', matchers.toEqualRows), actual, expected, options),
      'the rows are as expected, and should not be',
    )
  },
  toHaveDlq(actual: unknown, expected: unknown): MatcherResult {
    return result(
      dlqDiff(at('toHaveDlq', matchers.toHaveDlq), actual, expected),
      'the dead letters are as expected, and should not be',
    )
  },
  toBalance(actual: unknown): MatcherResult {
    return result(ledgerReport(at('toBalance', matchers.toBalance), actual), 'the ledger balances, and should not')
  },
}
