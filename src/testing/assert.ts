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

/** Throws unless these are the rows, in any order, in the columns that are named; decimals are compared by value. */
export function assertRows<R>(actual: readonly R[], expected: readonly WrittenRow<readonly R[]>[], options?: RowsOptions): void {
  must(rowsDiff({ matcher: 'assertRows', called: assertRows }, actual, expected, options), assertRows)
}

/** Throws unless these are the dead letters, and no others. */
export function assertDlq(actual: FlowRun | readonly DeadLetter[], expected: readonly DlqRow[]): void {
  must(dlqDiff({ matcher: 'assertDlq', called: assertDlq }, actual, expected), assertDlq)
}

/** Throws unless every row that came to a point where rows part was kept, filtered, rejected or late. */
export function assertBalance(actual: FlowRun | readonly LedgerLine[]): void {
  must(ledgerReport({ matcher: 'assertBalance', called: assertBalance }, actual), assertBalance)
}
