// What running a test gives: plain data, rendered elsewhere.
import type { Span } from '../../core/span.js'
import type { LedgerEntry } from '../api.js'

export interface TestResult {
  readonly title: string
  readonly origin: Span
  readonly passed: boolean
  readonly failures: readonly TestFailure[]
  readonly ledger: readonly LedgerEntry[]
}

export interface TestFailure {
  /** The step, row or table that was not met. */
  readonly origin: Span
  readonly message: string
  readonly diff: RowsDiff | null
}

/** Expected and actual rows side by side, cells as text; null: unchecked or no such row. */
export interface RowsDiff {
  readonly columns: readonly string[]
  readonly lines: readonly DiffLine[]
}

export interface DiffLine {
  readonly status: 'equal' | 'different' | 'missing' | 'unexpected'
  readonly expected: readonly (string | null)[] | null
  readonly actual: readonly string[] | null
  /** Of `different`: which columns are not as expected. */
  readonly wrong: readonly number[]
  /** The expected row's place. */
  readonly origin: Span | null
}
