// What the decoders of this folder share: what they yield, what they count, and how a problem is caught at its record.
import type { SourceOperator } from '../../ir/plan.js'
import type { SourceRecord } from '../api.js'
import type { Row } from '../value.js'
import { Refusal, type DataProblem, type Position } from './problem.js'

export type Decoded =
  | { readonly kind: 'record'; readonly record: SourceRecord; readonly position: Position }
  | { readonly kind: 'problem'; readonly problem: DataProblem }

/** Counts that are no problems: they grow while the records are taken. */
export interface DecodeStats {
  records: number
  problems: number
  /** Fields of the data that the schema does not have, and how often each stood there. */
  readonly ignoredFields: Map<string, number>
  /** Empty records after deletes. */
  tombstones: number
  /** Debezium's truncate (t) and message (m) events. */
  readonly ignoredEvents: Map<string, number>
}

export interface Decoding extends AsyncIterable<Decoded> {
  readonly stats: DecodeStats
}

/** Shared by the decoders of this folder. */
export interface DecodeContext {
  readonly source: SourceOperator
  readonly path: string
  readonly stats: DecodeStats
  readonly ignored: (field: string) => void
}

export const plainRecord = (fields: Row): SourceRecord => ({
  fields,
  op: 'c',
  commitTime: null,
  recordTime: null,
  topic: null,
  partition: 0,
  offset: null,
})

/** A problem instead of an exception; anything but a Refusal is our fault and passes. */
export function guarded(path: string, position: Position, read: () => SourceRecord | null): Decoded | null {
  try {
    const record = read()
    return record === null ? null : { kind: 'record', record, position }
  } catch (e) {
    if (e instanceof Refusal) return { kind: 'problem', problem: (e as Refusal).problem(path, position) }
    throw e
  }
}

export const isBlank = (text: string): boolean => /^[ \t\r]*$/.test(text)
