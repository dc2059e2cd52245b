// What an operator is at run time: it takes changes and the rise of its watermark, and hands on rows through its ports.
import type { OperatorId, PlanProgram, PortName } from '../../ir/plan.js'
import type { Change, LedgerEntry } from '../api.js'

export interface Handler {
  process(change: Change, input: number): void
  /** The operator's watermark rose: fires timers; gives the watermark that is passed on afterwards. Default: `time`. */
  advance?(time: number): number
  /** Savepoint and restore: what is no state in Flink starts anew. */
  restart?(): void
  /** Rows counted at this point, for operators that drop or divide rows. */
  ledger?(): LedgerEntry
}

/** What the engine offers to an operator. */
export interface Context {
  readonly plan: PlanProgram
  /** Hands a row to all consumers of a port, each of which processes it to the end. */
  emit(port: PortName, change: Change): void
  /** The operator's watermark before the current row; -Infinity before the first. */
  watermark(): number
}

export interface Counts {
  in: number
  kept: number
  filtered: number
  rejected: Record<string, number>
  late: number
  unrouted: number
}

export const counts = (): Counts => ({
  in: 0,
  kept: 0,
  filtered: 0,
  // a reason is any text, `__proto__` too
  rejected: Object.create(null) as Counts['rejected'],
  late: 0,
  unrouted: 0,
})

export const entry = (step: OperatorId, c: Counts): LedgerEntry => ({ step, ...c, rejected: { ...c.rejected } })

/** in = kept + filtered + rejected + late + unrouted. */
export function ledgerBalances(e: LedgerEntry): boolean {
  const rejected = Object.values(e.rejected).reduce((sum, n) => sum + n, 0)
  return e.in === e.kept + e.filtered + rejected + e.late + e.unrouted
}
