// A source: the physical fields of a record become its output row.
import { bug } from '../../core/bug.js'
import { columnsOf } from '../../ir/expr.js'
import type { SourceExpr, SourceOperator } from '../../ir/plan.js'
import { STRING } from '../../ir/types.js'
import type { SourceRecord } from '../api.js'
import { NO_ROW } from '../functions/eval.js'
import { compileExpr } from '../functions/evaluator.js'
import { columnValue } from '../functions/not-null.js'
import { hashMapOf } from '../java-map.js'
import type { Row, Value } from '../value.js'

export type SourceRow = (record: SourceRecord) => Row

/** `op`, key from `before`, all else NULL: what a cdc source makes of a delete. */
export function compileSource(op: SourceOperator): SourceRow {
  const columns = op.compute.map(compileColumn)
  const cdc = op.connector.kind === 'cdc' && !op.connector.events
  const keyFields = new Set(op.primaryKey.flatMap((ordinal) => physicalFields(op.compute[ordinal]!)))
  return (record) => {
    const image =
      cdc && record.op === 'd' ? { ...record, fields: record.fields.map((v, i) => (keyFields.has(i) ? v : null)) } : record
    return columns.map((column) => column(image))
  }
}

function physicalFields(e: SourceExpr): readonly number[] {
  if (e.kind === 'physical') return [e.field]
  const expr = e.kind === 'computed' ? e.expr : e.kind === 'epoch' ? e.input : null
  return expr === null ? [] : columnsOf(expr).map((c) => c.ordinal)
}

function compileColumn(e: SourceExpr): (record: SourceRecord) => Value {
  switch (e.kind) {
    case 'physical':
      return (record) => record.fields[e.field]!
    case 'clock':
      return (record) => record.recordTime
    case 'computed': {
      const evaluate = columnValue(compileExpr(e.expr), e.expr)
      return (record) => evaluate(record.fields, NO_ROW)
    }
    case 'epoch': {
      const evaluate = compileExpr(e.input)
      return (record) => {
        const value = evaluate(record.fields, NO_ROW)
        return value === null ? null : epochMillis(value as bigint, e.unit)
      }
    }
    case 'metadata':
      return METADATA[e.key]
    case 'header': {
      const decode = e.as === 'text' ? (bytes: Uint8Array): Value => utf8.decode(bytes) : (bytes: Uint8Array): Value => bytes
      return (record) => {
        const found = record.headers?.findLast(([name]) => name === e.header)
        return found === undefined ? null : decode(found[1])
      }
    }
    case 'change time': {
      const snapshot = columnValue(compileExpr(e.snapshot), e.snapshot)
      return (record) => (record.op === 'r' ? snapshot(record.fields, NO_ROW) : record.commitTime)
    }
    case 'envelope':
      return ENVELOPE[e.key]
  }
}

const METADATA: { readonly [K in (SourceExpr & { kind: 'metadata' })['key']]: (record: SourceRecord) => Value } = {
  topic: (record) => record.topic,
  partition: (record) => record.partition,
  offset: (record) => record.offset,
  timestamp: (record) => record.recordTime,
  // what a topic has by default; what the broker knows of its leaders is known to nobody else
  'timestamp-type': () => 'CreateTime',
  'leader-epoch': () => null,
  // KafkaDynamicSource.ReadableMetadata makes a HashMap
  headers: (record) => hashMapOf(record.headers ?? [], STRING),
}

/** Bytes that are no UTF-8 become U+FFFD; a byte order mark stays (java.lang.String). */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

const ENVELOPE: { readonly [K in (SourceExpr & { kind: 'envelope' })['key']]: (record: SourceRecord) => Value } = {
  op: (record) => record.op,
  commit_time: (record) => record.commitTime,
  before: (record) => (record.images ?? bug('a cdc event has its images')).before,
  after: (record) => (record.images ?? bug('a cdc event has its images')).after,
}

/** 0000-01-01 to 9999-12-31: TO_TIMESTAMP_LTZ gives NULL beyond. */
const FIRST = -62_167_219_200_000n
const LAST = 253_402_300_799_999n

function epochMillis(value: bigint, unit: 'seconds' | 'millis' | 'micros'): number | null {
  const millis = unit === 'seconds' ? value * 1000n : unit === 'millis' ? value : floorDivide(value, 1000n)
  return millis < FIRST || millis > LAST ? null : Number(millis)
}

const floorDivide = (a: bigint, b: bigint): bigint => a / b - (a % b < 0n ? 1n : 0n)
