// Rows → NDJSON as Flink's json format writes them (RowDataToJsonConverters) with
// 'json.encode.decimal-as-plain-number' = 'true'; every text here was compared with what Flink 2.2 wrote.
import { formatDate, formatTime, formatTimestamp } from '../../core/civil-time.js'
import { formatDecimal } from '../../core/decimal.js'
import { isString, type FlowType } from '../../ir/types.js'
import { base64 } from '../base64.js'
import { toInstant } from '../instant.js'
import { doubleToText, floatToText } from '../java-double.js'
import type { MapValue, Row, Value } from '../value.js'
import { quoteJson } from './compact-json.js'

export interface JsonColumn {
  readonly name: string
  readonly type: FlowType
}

/** One line without its line break. */
export function encodeJson(columns: readonly JsonColumn[], row: Row): string {
  return `{${columns.map((c, i) => `${quoteJson(c.name)}:${encodeValue(c.type, row[i]!)}`).join(',')}}`
}

export function encodeValue(type: FlowType, value: Value): string {
  if (value === null) return 'null'
  switch (type.kind) {
    case 'boolean':
    case 'tinyint':
    case 'smallint':
    case 'int':
    case 'bigint':
    case 'interval_year_month':
    case 'interval_day_time':
      return String(value)
    case 'float':
      return approximate(value as number, floatToText)
    case 'double':
      return approximate(value as number, doubleToText)
    case 'decimal':
      return formatDecimal(value as bigint, type.scale)
    case 'char':
    case 'varchar':
      return quoteJson(value as string)
    case 'binary':
    case 'varbinary':
      return `"${base64(value as Uint8Array)}"`
    case 'date':
      return `"${formatDate(value as number)}"`
    case 'time':
      // whole seconds: the converter divides the milliseconds
      return `"${formatTime(value as number, 0)}"`
    case 'timestamp':
      return `"${timestampText(value)}"`
    case 'timestamp_ltz':
      return `"${timestampText(value)}Z"`
    case 'array':
      return `[${(value as readonly Value[]).map((v) => encodeValue(type.element.type, v)).join(',')}]`
    case 'map':
    case 'multiset': {
      const of = type.kind === 'map' ? type.value.type : null
      const { entries } = value as MapValue
      return `{${entries.map(([k, v]) => `${quoteJson(keyText(type.kind === 'map' ? type.mapKey.type : type.element.type, k))}:${of === null ? String(v) : encodeValue(of, v)}`).join(',')}}`
    }
    case 'row':
      return `{${type.fields.map((f, i) => `${quoteJson(f.name)}:${encodeValue(f.type, (value as readonly Value[])[i]!)}`).join(',')}}`
    case 'null':
    case 'error':
      return 'null'
  }
}

/** Jackson puts NaN and the infinities in quotes. */
const approximate = (n: number, text: (n: number) => string): string => (Number.isFinite(n) ? text(n) : `"${text(n)}"`)

/** As many fraction digits as are not zero. */
const timestampText = (value: Value): string => formatTimestamp(toInstant(value), 9).replace(/\.?0*$/, '')

const keyText = (type: FlowType, key: Value): string => (isString(type) ? (key as string) : String(key))
