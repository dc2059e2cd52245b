// What codegen yields: files as data, in a fixed order, byte-stable.
import type { Span } from '../core/span.js'

export interface Artifact {
  /** Relative to the pipeline's output folder, `/` between folders. */
  readonly path: string
  readonly mediaType: 'application/sql' | 'application/json' | 'text/plain'
  readonly text: string
}

/** A column of a generated CREATE TABLE. `type` carries NOT NULL where it holds. */
export type SqlColumn =
  | { readonly kind: 'physical'; readonly name: string; readonly type: string; readonly comment?: string }
  | { readonly kind: 'metadata'; readonly name: string; readonly type: string; readonly key: string }
  | { readonly kind: 'computed'; readonly name: string; readonly sql: string; readonly comment?: string }

/**
 * How a table's watermark moves: `delay` milliseconds behind the column; `source`: the connector emits it
 * (SOURCE_WATERMARK()); `end`: only at the end of a bounded input.
 */
export interface SqlWatermark {
  readonly column: string
  readonly strategy:
    /** `only`: a condition over the columns; rows that do not meet it move nothing. */
    | { readonly kind: 'delay'; readonly milliseconds: number; readonly only: string | null }
    | { readonly kind: 'source' }
    | { readonly kind: 'end'; readonly type: string }
}

/** Ties a range of a statement's own text to a place of the program. */
export interface SqlMark {
  readonly start: number
  readonly end: number
  readonly origin: Span
}

export interface SqlCreateTable {
  readonly kind: 'create table'
  readonly name: readonly string[]
  readonly role: 'source' | 'sink'
  /** Operator that the table stands for. */
  readonly operator: string
  readonly columns: readonly SqlColumn[]
  /** A table of a catalog whose physical columns and connector it has: only other columns are written. */
  readonly like?: readonly string[]
  readonly primaryKey: readonly string[]
  readonly partitionedBy: readonly string[]
  readonly watermark: SqlWatermark | null
  readonly options: SqlOptions
  readonly comment: string | null
  /** `catalog`: made beforehand through the catalog's own API, so the text only mentions it. */
  readonly madeBy: 'sql' | 'catalog'
  readonly origin: Span
}

export interface SqlCreateView {
  readonly kind: 'create view'
  readonly name: string
  readonly columns: readonly string[]
  /** The query behind AS. */
  readonly sql: string
  readonly marks: readonly SqlMark[]
  readonly comment: string | null
  /** What the view is for, in words; printed as a comment above it. */
  readonly note: string | null
  /** Of raw SQL: the column that has to be an event time of that type, which only a Flink can tell. */
  readonly rowtime?: { readonly column: string; readonly type: string }
  readonly origin: Span
}

export interface SqlInsert {
  /** Operator of the sink. */
  readonly sink: string
  readonly target: readonly string[]
  readonly columns: readonly string[]
  /** The query alone, without INSERT INTO. */
  readonly sql: string
  readonly marks: readonly SqlMark[]
  /** `ON CONFLICT DO DEDUPLICATE`, where the target wants it. */
  readonly suffix: string | null
  readonly origin: Span
}

/**
 * Generated SQL before it is text. The judge binds other connectors to the same statements; submit sends them one by one
 * (never by cutting text at semicolons).
 */
export type SqlStatement =
  | { readonly kind: 'set'; readonly key: string; readonly value: string; readonly because: string; readonly origin: Span }
  | { readonly kind: 'create catalog'; readonly name: string; readonly options: SqlOptions; readonly origin: Span }
  /** `jar`: may hold references; null: the class is on the class path. */
  | {
      readonly kind: 'create function'
      readonly name: string
      readonly className: string
      readonly jar: string | null
      readonly origin: Span
    }
  | { readonly kind: 'create database'; readonly catalog: string; readonly name: string; readonly origin: Span }
  | SqlCreateTable
  | SqlCreateView
  | { readonly kind: 'statement set'; readonly inserts: readonly SqlInsert[]; readonly origin: Span }

export type SqlOptions = readonly { readonly name: string; readonly value: string; readonly because?: string }[]

export interface FlinkProgram {
  readonly target: string
  /** Comment at the top of the text. */
  readonly heading: readonly string[]
  readonly statements: readonly SqlStatement[]
}

/** Ties ranges of the SQL text to ranges of the program: a planner message comes back with the user's line. */
export interface SqlSourceMap {
  readonly version: 1
  readonly mappings: readonly { readonly start: number; readonly end: number; readonly origin: Span }[]
}

/** Why a plan cannot be built for a target, or what is worth knowing about it there. */
export interface Verdict {
  readonly severity: 'error' | 'warning' | 'note'
  readonly operator: string | null
  readonly message: string
  readonly help: string | null
  readonly origin: Span
}
