// A checked `test` block: a timeline over the inputs of a PlanProgram. Plain data; cells are literals of the columns' types.
import type { Span } from '../core/span.js'
import type { LiteralValue } from './expr.js'
import type { OperatorId } from './plan.js'

/** How a row changes the relation. */
export type RowKind = '+I' | '-U' | '+U' | '-D'

export interface TestPlan {
  readonly title: string
  readonly origin: Span
  readonly steps: readonly PlanStep[]
}

export type PlanStep =
  | { readonly kind: 'rows'; readonly rows: readonly InputRow[]; readonly origin: Span }
  /** Rows of a file; read when the test runs. */
  | { readonly kind: 'file'; readonly source: OperatorId; readonly path: string; readonly origin: Span }
  | { readonly kind: 'watermark'; readonly source: OperatorId; readonly to: number; readonly origin: Span }
  | { readonly kind: 'advance'; readonly milliseconds: number; readonly origin: Span }
  | { readonly kind: 'restart'; readonly origin: Span }
  /** `partition` null: all of them. */
  | { readonly kind: 'idle'; readonly source: OperatorId; readonly partition: number | null; readonly origin: Span }
  /** The end of all inputs; without one it comes after the last step, unless the test stays `open`. */
  | { readonly kind: 'end'; readonly origin: Span }
  | { readonly kind: 'open'; readonly origin: Span }
  | { readonly kind: 'expect watermark'; readonly relation: string; readonly at: number; readonly origin: Span }
  | { readonly kind: 'expect'; readonly relation: string; readonly table: ExpectedTable; readonly origin: Span }
  | { readonly kind: 'expect changes'; readonly relation: string; readonly table: ExpectedTable; readonly origin: Span }
  | { readonly kind: 'expect dlq'; readonly table: ExpectedDlq; readonly origin: Span }
  | { readonly kind: 'expect nothing'; readonly relation: string; readonly origin: Span }

/** One record as it arrives at a source: physical fields, and for cdc the kind of change. */
export interface InputRow {
  readonly source: OperatorId
  /** By physical field; a missing one is NULL or the schema's default, already filled in. */
  readonly fields: readonly LiteralValue[]
  /** cdc: `r c u d`, and `t` among events; else `c`. */
  readonly op: 'r' | 'c' | 'u' | 'd' | 't'
  /** Of a cdc event: the row before its change, by physical field; `fields` are the image that tables read. */
  readonly before?: readonly LiteralValue[] | null
  /** Epoch milliseconds of the commit (cdc), null elsewhere. */
  readonly commitTime: number | null
  /** null: Kafka's own record timestamp is not said. */
  readonly recordTime: number | null
  readonly partition: number
  /** null: counted per partition. */
  readonly offset: number | null
  /** Of a source of several topics: the one that the record is in; left out: the first one. */
  readonly topic?: string
  /** Names and bytes, the bytes as hexadecimal digits; left out: none. */
  readonly headers?: readonly (readonly [string, string])[]
  readonly origin: Span
}

export interface ExpectedTable {
  /** Output ordinals that the table names, in its order. */
  readonly columns: readonly { readonly name: string; readonly ordinal: number }[]
  readonly rows: readonly ExpectedRow[]
}

export interface ExpectedRow {
  readonly kind: RowKind
  /** undefined: an empty cell, unchecked. */
  readonly cells: readonly (LiteralValue | undefined)[]
  readonly origin: Span
}

/** What an envelope says beside its payload: reason, stage and step of the decision, origin and key of the record. */
export type DlqMeta = 'reason' | 'stage' | 'step' | 'topic' | 'partition' | 'offset' | 'key'

export interface ExpectedDlq {
  readonly columns: readonly ({ readonly meta: DlqMeta } | { readonly field: string })[]
  /** Cells of payload fields are literals of the field's type, compared with the JSON that the payload has for them. */
  readonly rows: readonly { readonly cells: readonly (LiteralValue | undefined)[]; readonly origin: Span }[]
}
