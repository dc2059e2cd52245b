// Test rows as the JSON that Flink's `json` format reads into a bound table: physical fields, or a Debezium envelope.
import { bug } from '../../../src/core/bug.js'
import { formatTimestamp, parseDate, parseTime, parseTimestamp } from '../../../src/core/civil-time.js'
import type { LiteralValue } from '../../../src/ir/expr.js'
import type { PhysicalField, SourceOperator } from '../../../src/ir/plan.js'
import type { InputRow } from '../../../src/ir/test-plan.js'
import { INT, type FlowType } from '../../../src/ir/types.js'
import { formatRaw } from './raw-json.js'

/** One line of JSON. */
export function jsonRow(source: SourceOperator, row: InputRow): string {
  const imageOf = (fields: readonly LiteralValue[]): Json =>
    Object.fromEntries(source.physical.map((f, i) => [f.name, encoded(f, fields[i] ?? null)]))
  const image = imageOf(row.fields)
  if (source.connector.kind === 'every') return formatRaw({ tick_time: `${beatText(row)}Z` })
  if (source.format.kind !== 'debezium') return formatRaw(image)
  const deleted = row.op === 'd'
  return formatRaw({
    before: deleted ? image : row.before == null ? null : imageOf(row.before),
    after: deleted || row.op === 't' ? null : image,
    op: row.op,
    source: { ts_ms: row.commitTime },
  })
}

/** The tick at which a full period is seen. */
const beatText = (row: InputRow): string => formatTimestamp({ ms: row.recordTime ?? bug('a beat has its time'), ns: 0 }, 3)

type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [name: string]: Json }

function encoded(field: PhysicalField, value: LiteralValue): Json {
  if (value === null) return null
  if (field.encoding === undefined) return plain(value, field.type)
  const text = String(value)
  switch (field.encoding) {
    case 'debezium-date':
      return parseDate(text) ?? bug(`no date: ${text}`)
    case 'debezium-time-micros':
      return BigInt((parseTime(text) ?? bug(`no time: ${text}`)).ms) * 1000n
    case 'debezium-timestamp-millis':
      return instant(text) / 1_000_000n
    case 'debezium-timestamp-micros':
      return instant(text) / 1000n
    case 'debezium-zoned-timestamp':
      return `${text.replace(' ', 'T')}Z`
    case 'decimal-text':
      return text
  }
}

/** Nanoseconds since the epoch. */
function instant(text: string): bigint {
  const { ms, ns } = parseTimestamp(text) ?? bug(`no timestamp: ${text}`)
  return BigInt(ms) * 1_000_000n + BigInt(ns)
}

function plain(value: LiteralValue, type: FlowType): Json {
  if (value === null) return null
  const list = (): readonly LiteralValue[] => value as readonly LiteralValue[]
  switch (type.kind) {
    case 'binary':
    case 'varbinary':
      return Buffer.from(value as string, 'hex').toString('base64')
    case 'timestamp_ltz':
      return `${value as string}Z`
    case 'array':
      return list().map((v) => plain(v, type.element.type))
    case 'row':
      return Object.fromEntries(type.fields.map((f, i) => [f.name, plain(list()[i] ?? null, f.type)]))
    case 'map':
    case 'multiset':
      return Object.fromEntries(
        list().map((entry) => {
          const [k, v] = entry as readonly [LiteralValue, LiteralValue]
          return [String(k), plain(v, type.kind === 'map' ? type.value.type : INT)]
        }),
      )
    default:
      return value as boolean | number | string
  }
}
