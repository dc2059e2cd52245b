// What the interpreter offers: feed records and time, read rows, watermarks and the ledger.
import type { Span } from '../core/span.js'
import type { Diagnostic, DiagnosticCode } from '../diagnostics/define.js'
import type { RowKind } from '../ir/test-plan.js'
import type { OperatorId, PlanProgram, PortName } from '../ir/plan.js'
import type { Row } from './value.js'

/** One record at a source. `fields` are the physical fields; for cdc those of the image that counts (before for a delete). */
export interface SourceRecord {
  readonly fields: Row
  readonly op: 'r' | 'c' | 'u' | 'd' | 't' | 'm'
  /** Of a cdc event: both images, by physical field; `fields` counts for nothing then. */
  readonly images?: { readonly before: Row | null; readonly after: Row | null }
  readonly commitTime: number | null
  readonly recordTime: number | null
  readonly topic: string | null
  readonly partition: number
  readonly offset: bigint | null
  /** In the order of the record; a name may come again. Left out: none. */
  readonly headers?: readonly (readonly [string, Uint8Array])[]
}

export interface Change {
  readonly kind: RowKind
  readonly row: Row
}

/** Called for every row that leaves an operator's port, in order of processing; for a row that a sink takes with its `main`. */
export type Observer = (operator: OperatorId, port: PortName, change: Change) => void

/** Rows at one point: in = kept + filtered + rejected + late + unrouted (unrouted: dropped by an operator that has a lane before it). */
export interface LedgerEntry {
  readonly step: OperatorId
  readonly in: number
  readonly kept: number
  readonly filtered: number
  readonly rejected: Readonly<Record<string, number>>
  /** Through a late port, or counted by an operator with `late count`. */
  readonly late: number
  readonly unrouted: number
}

/** A run of one plan. Deterministic: no clock but `advance`, no randomness. */
export interface Engine {
  /** Processes one record and every watermark it causes, to the end. Throws RuntimeFault where Flink's job would fail. */
  push(source: OperatorId, record: SourceRecord): void
  /** Declares partitions up front; a partition that has not spoken holds the watermark back, as in Kafka. */
  partitions(source: OperatorId, count: number, topic?: string | null): void
  /** A partition, in every topic where there are several, or all of them count as idle until they speak (test step `idle`). */
  idle(source: OperatorId, partition: number | null): void
  /** Forces a source's watermark (test step `watermark`). */
  watermark(source: OperatorId, epochMillis: number): void
  /** Processing time moves on: idle time-outs. */
  advance(milliseconds: number): void
  /** Savepoint, crash, restore: operators keep their state; source watermarks and splits start anew. */
  restart(): void
  /** End of all inputs: the last watermark. */
  end(): void
  /** Watermark at a port of an operator, null before the first one. */
  watermarkAt(operator: OperatorId): number | null
  readonly ledger: readonly LedgerEntry[]
}

export interface EngineOptions {
  readonly observer: Observer
}

export type CreateEngine = (plan: PlanProgram, options: EngineOptions) => Engine

/** The job would fail here on Flink: a cast that cannot be done, a division by zero, a NULL event time. */
export class RuntimeFault extends Error {
  override readonly name = 'RuntimeFault'
  readonly operator: OperatorId
  /** What to show (FLOW71xx); fault.ts makes a diagnostic of it. */
  readonly report: FaultReport
  constructor(report: FaultReport, operator: OperatorId, options?: ErrorOptions) {
    super(report.message, options)
    this.report = report
    this.operator = operator
  }
}

/** A diagnostic of FLOW71xx that has no place yet. */
export interface FaultReport {
  readonly code: DiagnosticCode
  readonly message: string
  readonly make: (at: Span | null) => Diagnostic
}
