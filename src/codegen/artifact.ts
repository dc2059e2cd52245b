// What codegen yields: files as data, in a fixed order, byte-stable.
import type { Span } from '../core/span.js'
import type { Json } from '../core/stable-json.js'

export interface Artifact {
  /** Relative to the pipeline's output folder, `/` between folders. */
  readonly path: string
  readonly mediaType: 'application/sql' | 'application/json' | 'text/plain'
  readonly text: string
}

/** A column of a generated CREATE TABLE. */
export type SqlColumn =
  | { readonly kind: 'physical'; readonly name: string; readonly type: string; readonly comment?: string }
  | { readonly kind: 'metadata'; readonly name: string; readonly type: string; readonly key: string }
  | { readonly kind: 'computed'; readonly name: string; readonly sql: string }

/**
 * Generated SQL before it is text. The judge binds other connectors to the same statements; submit sends them one by one
 * (never by cutting text at semicolons).
 */
export type SqlStatement =
  | { readonly kind: 'set'; readonly key: string; readonly value: string; readonly origin: Span }
  | { readonly kind: 'create catalog'; readonly name: string; readonly options: SqlOptions; readonly origin: Span }
  | { readonly kind: 'create database'; readonly catalog: string; readonly name: string; readonly origin: Span }
  | {
      readonly kind: 'create table'
      readonly name: readonly string[]
      readonly role: 'source' | 'sink'
      /** Operator that the table stands for. */
      readonly operator: string
      readonly columns: readonly SqlColumn[]
      readonly primaryKey: readonly string[]
      readonly watermark: { readonly column: string; readonly delay: number } | null
      readonly options: SqlOptions
      readonly comment: string | null
      readonly origin: Span
    }
  | { readonly kind: 'create view'; readonly name: string; readonly columns: readonly string[]; readonly sql: string; readonly comment: string | null; readonly origin: Span }
  | { readonly kind: 'statement set'; readonly inserts: readonly { readonly sink: string; readonly sql: string; readonly origin: Span }[]; readonly origin: Span }

export type SqlOptions = readonly { readonly name: string; readonly value: string; readonly because?: string }[]

export interface FlinkProgram {
  readonly target: string
  readonly statements: readonly SqlStatement[]
}

/** Ties ranges of the SQL text to ranges of the program: a planner message comes back with the user's line. */
export interface SqlSourceMap {
  readonly version: 1
  readonly mappings: readonly { readonly start: number; readonly end: number; readonly origin: Span }[]
}

export type { Json }
