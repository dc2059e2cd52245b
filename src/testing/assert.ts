// The same checks for runners without `expect`, such as `node:test`.
import type { DlqRow } from '../api/types/tests.js'
import { dlqDiff, ledgerReport } from './checks.js'
import { FlowAssertionError, type Called } from './errors.js'
import type { WrittenRow } from './matchers.js'
import { rowsDiff, type RowsOptions } from './rows-diff.js'
import type { DeadLetter, FlowRun, LedgerLine } from './types.js'

function must(report: string | null, called: Called): void {
  if (report !== null) throw new FlowAssertionError(report, [], called)
}

/**
 * Throws unless these are the rows, in any order, in the columns that are named; decimals are compared by value.
 *
 * @example
 * const run = runFlow(shop, (test) =>
 *   test.given(orders, [
 *     { order_id: 1, customer_id: 7, region: 'eu', amount: '10.00', created_at: '2026-01-01 10:00:01' },
 *     { order_id: 2, customer_id: 7, region: 'eu', amount: '0.00', created_at: '2026-01-01 10:00:02' },
 *   ]),
 * )
 * assertRows(run.rows(revenue5min), [{ region: 'eu', revenue: '10.00', orders: 1 }])
 */
export function assertRows<R>(actual: readonly R[], expected: readonly WrittenRow<readonly R[]>[], options?: RowsOptions): void {
  must(rowsDiff({ matcher: 'assertRows', called: assertRows }, actual, expected, options), assertRows)
}

/**
 * Throws unless these are the dead letters, and no others.
 *
 * @example
 * const run = runFlow(shop, (test) =>
 *   test.given(orders, [
 *     { order_id: 1, customer_id: 7, region: 'eu', amount: '10.00', created_at: '2026-01-01 10:00:01' },
 *     { order_id: 2, customer_id: 7, region: 'eu', amount: '0.00', created_at: '2026-01-01 10:00:02' },
 *   ]),
 * )
 * assertDlq(run, [{ '@reason': 'non_positive_amount', order_id: 2 }])
 */
export function assertDlq(actual: FlowRun | readonly DeadLetter[], expected: readonly DlqRow[]): void {
  must(dlqDiff({ matcher: 'assertDlq', called: assertDlq }, actual, expected), assertDlq)
}

/**
 * Throws unless every row that came to a point where rows part was kept, filtered, rejected or late.
 *
 * @example
 * const run = runFlow(shop, (test) =>
 *   test.given(orders, [
 *     { order_id: 1, customer_id: 7, region: 'eu', amount: '10.00', created_at: '2026-01-01 10:00:01' },
 *     { order_id: 2, customer_id: 7, region: 'eu', amount: '0.00', created_at: '2026-01-01 10:00:02' },
 *   ]),
 * )
 * assertBalance(run)
 */
export function assertBalance(actual: FlowRun | readonly LedgerLine[]): void {
  must(ledgerReport({ matcher: 'assertBalance', called: assertBalance }, actual), assertBalance)
}
