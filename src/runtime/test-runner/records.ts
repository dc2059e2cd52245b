// Rows of `given` tables as the records that a source would read.
import { bug } from '../../core/bug.js'
import { defaultTopic, topicsOf } from '../../ir/kafka-source.js'
import type { OperatorId, PlanProgram, SourceOperator } from '../../ir/plan.js'
import type { InputRow, TestPlan } from '../../ir/test-plan.js'
import { BYTES } from '../../ir/types.js'
import type { SourceRecord } from '../api.js'
import { decodeLiteral } from '../literal.js'
import type { Row } from '../value.js'

export const sourceOf = (plan: PlanProgram, id: OperatorId): SourceOperator =>
  plan.operators.find((o): o is SourceOperator => o.id === id && o.kind === 'source') ?? bug(`no source ${id}`)

/**
 * The partitions that a test names, by topic. A source of one topic whose test names one partition is left out: that
 * partition comes with its first record. Of several topics each has one at least.
 */
export function partitionsOf(
  source: SourceOperator,
  test: TestPlan,
): readonly { readonly topic: string | null; readonly count: number }[] {
  const several = source.connector.kind === 'kafka' && (source.connector.pattern !== null || source.connector.topics.length > 1)
  const counts = new Map<string | null, number>(several ? topicsOf(source).map((t) => [t, 1]) : [])
  const atLeast = (topic: string | null, count: number): void => void counts.set(topic, Math.max(counts.get(topic) ?? 0, count))
  for (const step of test.steps) {
    if (step.kind === 'rows')
      for (const row of step.rows) if (row.source === source.id) atLeast(row.topic ?? defaultTopic(source), row.partition + 1)
    if (step.kind === 'idle' && step.source === source.id && !several) atLeast(defaultTopic(source), (step.partition ?? 0) + 1)
  }
  return [...counts].flatMap(([topic, count]) => (several || count > 1 ? [{ topic, count }] : []))
}

/** `offsets` counts the records of each partition. */
export function recordOf(plan: PlanProgram, row: InputRow, offsets: Map<string, bigint>): SourceRecord {
  const source = sourceOf(plan, row.source)
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
    ...(row.headers === undefined
      ? {}
      : { headers: row.headers.map(([name, hex]) => [name, decodeLiteral(hex, BYTES) as Uint8Array] as const) }),
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
