// Rows of `given` tables as the records that a source would read.
import { bug } from '../../core/bug.js'
import { defaultTopic } from '../../ir/kafka-source.js'
import type { PlanProgram, SourceOperator } from '../../ir/plan.js'
import type { InputRow } from '../../ir/test-plan.js'
import { BYTES } from '../../ir/types.js'
import type { SourceRecord } from '../api.js'
import { decodeLiteral } from '../literal.js'
import type { Row } from '../value.js'

/** `offsets` counts the records of each partition. */
export function recordOf(plan: PlanProgram, row: InputRow, offsets: Map<string, bigint>): SourceRecord {
  const source = (plan.operators.find((o) => o.id === row.source && o.kind === 'source') ??
    bug(`no source ${row.source}`)) as SourceOperator
  const topic = row.topic ?? defaultTopic(source)
  const counter = `${row.partition}\u0000${topic}\u0000${row.source}`
  const offset = row.offset === null ? (offsets.get(counter) ?? 0n) : BigInt(row.offset)
  offsets.set(counter, offset + 1n)
  const image = (fields: InputRow['fields']): Row => fields.map((f, i) => decodeLiteral(f, source.physical[i]!.type))
  return {
    fields: image(row.fields),
    ...(row.before === undefined ? {} : { images: imagesOf(row, image) }),
    op: row.op,
    commitTime: row.commitTime,
    recordTime: row.recordTime,
    topic,
    partition: row.partition,
    offset,
    ...(row.headers === undefined ? {} : { headers: row.headers.map(([name, hex]) => [name, decodeLiteral(hex, BYTES) as Uint8Array] as const) }),
  }
}

/** A delete has a row before, all else a row after; a truncation has neither. */
function imagesOf(row: InputRow, image: (fields: InputRow['fields']) => Row): { before: Row | null; after: Row | null } {
  const before = row.before ?? null
  switch (row.op) {
    case 'd':
      return { before: image(row.fields), after: null }
    case 't':
      return { before: null, after: null }
    default:
      return { before: before === null ? null : image(before), after: image(row.fields) }
  }
}
