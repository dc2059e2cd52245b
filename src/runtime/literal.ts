// Literals of a plan (JSON-safe, expr.ts) as values, and values as literals for reports.
import { bug } from '../core/bug.js'
import { formatDate, formatTime, formatTimestamp, parseDate, parseTime, parseTimestamp } from '../core/civil-time.js'
import { formatDecimal, parseDecimal, rescale } from '../core/decimal.js'
import type { LiteralValue } from '../ir/expr.js'
import type { FlowType } from '../ir/types.js'
import { fromInstant, toInstant } from './instant.js'
import { hashMapOf } from './java-map.js'
import type { MapValue, Value } from './value.js'

export function decodeLiteral(literal: LiteralValue, type: FlowType): Value {
  if (literal === null) return null
  const text = literal as string
  const wrong = (): never => bug(`literal ${JSON.stringify(literal)} is not of type ${type.key}`)
  switch (type.kind) {
    case 'boolean':
    case 'char':
    case 'varchar':
    case 'interval_year_month':
    case 'interval_day_time':
    case 'tinyint':
    case 'smallint':
    case 'int':
      return literal as boolean | string | number
    case 'float':
      return Math.fround(Number(literal))
    case 'double':
      return Number(literal)
    case 'bigint':
      return BigInt(literal as string | number)
    case 'decimal': {
      const parsed = parseDecimal(String(literal)) ?? wrong()
      return rescale(parsed.unscaled, parsed.scale, type.scale)
    }
    case 'binary':
    case 'varbinary':
      return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))
    case 'date':
      return parseDate(text) ?? wrong()
    case 'time':
      return (parseTime(text) ?? wrong()).ms
    case 'timestamp':
    case 'timestamp_ltz':
      return fromInstant(parseTimestamp(text) ?? wrong(), type.precision)
    case 'array':
      return (literal as readonly LiteralValue[]).map((v) => decodeLiteral(v, type.element.type))
    case 'row':
      return type.fields.map((f, i) => decodeLiteral((literal as readonly LiteralValue[])[i]!, f.type))
    case 'map':
      return hashMapOf(
        pairs(literal).map(([k, v]) => [decodeLiteral(k, type.mapKey.type), decodeLiteral(v, type.value.type)] as const),
        type.mapKey.type,
      )
    case 'multiset':
      return hashMapOf(
        pairs(literal).map(([k, v]) => [decodeLiteral(k, type.element.type), v as number] as const),
        type.element.type,
      )
    case 'null':
    case 'error':
      return bug(`a literal of type ${type.key}`)
  }
}

const pairs = (literal: LiteralValue): readonly (readonly [LiteralValue, LiteralValue])[] =>
  literal as unknown as readonly (readonly [LiteralValue, LiteralValue])[]

export function encodeLiteral(value: Value, type: FlowType): LiteralValue {
  if (value === null) return null
  switch (type.kind) {
    case 'float':
    case 'double':
      return Number.isFinite(value) ? (value as number) : String(value)
    case 'bigint':
      return String(value)
    case 'decimal':
      return formatDecimal(value as bigint, type.scale)
    case 'binary':
    case 'varbinary':
      return Array.from(value as Uint8Array, (b) => b.toString(16).padStart(2, '0')).join('')
    case 'date':
      return formatDate(value as number)
    case 'time':
      return formatTime(value as number, (value as number) % 1000 === 0 ? 0 : 3)
    case 'timestamp':
    case 'timestamp_ltz':
      return formatTimestamp(toInstant(value), type.precision)
    case 'array':
      return (value as readonly Value[]).map((v) => encodeLiteral(v, type.element.type))
    case 'row':
      return type.fields.map((f, i) => encodeLiteral((value as readonly Value[])[i]!, f.type))
    case 'map':
      return (value as MapValue).entries.map(([k, v]) => [encodeLiteral(k, type.mapKey.type), encodeLiteral(v, type.value.type)])
    case 'multiset':
      return (value as MapValue).entries.map(([k, v]) => [encodeLiteral(k, type.element.type), v as number])
    default:
      return value as boolean | number | string
  }
}
