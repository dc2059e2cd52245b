// CAST(x AS CHAR | VARCHAR | STRING) as Flink 2.2 prints values.
import { bug } from '../../core/bug.js'
import { formatDate, formatTimestamp, MS_PER_DAY } from '../../core/civil-time.js'
import { formatDecimal } from '../../core/decimal.js'
import type { FlowType } from '../../ir/types.js'
import { toInstant } from '../instant.js'
import { doubleToText, floatToText } from '../java-double.js'
import type { MapValue, Value } from '../value.js'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

const isTail = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80 && byte <= 0xbf

/** Half a surrogate pair in three bytes is one malformed character to Java, and three of them to TextDecoder. */
function withoutSurrogates(bytes: Uint8Array): Uint8Array {
  const first = bytes.indexOf(0xed)
  if (first < 0) return bytes
  const copy = bytes.slice()
  for (let i = first; i < copy.length; i++)
    if (copy[i] === 0xed && copy[i + 1]! >= 0xa0 && isTail(copy[i + 1]) && isTail(copy[i + 2])) copy.set([0xef, 0xbf, 0xbd], i)
  return copy
}

/** Without the length rules of CHAR(n) and VARCHAR(n). */
export function toText(value: Value, type: FlowType): string {
  if (value === null) return 'NULL'
  switch (type.kind) {
    case 'boolean':
      return value === true ? 'TRUE' : 'FALSE'
    case 'tinyint':
    case 'smallint':
    case 'int':
    case 'bigint':
      return String(value)
    case 'float':
      return floatToText(value as number)
    case 'double':
      return doubleToText(value as number)
    case 'decimal':
      return formatDecimal(value as bigint, type.scale)
    case 'char':
    case 'varchar':
      return value as string
    case 'binary':
    case 'varbinary':
      return decoder.decode(withoutSurrogates(value as Uint8Array))
    case 'date':
      return fourDigitYear(formatDate(value as number))
    case 'time':
      return timeText(value as number, type.precision)
    case 'timestamp':
    case 'timestamp_ltz':
      return fourDigitYear(formatTimestamp(toInstant(value), type.precision))
    case 'interval_year_month':
      return monthsText(value as number)
    case 'interval_day_time':
      return millisecondsText(value as number)
    case 'array':
      return `[${(value as readonly Value[]).map((v) => toText(v, type.element.type)).join(', ')}]`
    case 'row':
      return `(${type.fields.map((f, i) => toText((value as readonly Value[])[i]!, f.type)).join(', ')})`
    case 'map':
      return `{${(value as MapValue).entries.map(([k, v]) => `${toText(k, type.mapKey.type)}=${toText(v, type.value.type)}`).join(', ')}}`
    case 'multiset':
      return `{${(value as MapValue).entries.map(([k, v]) => `${toText(k, type.element.type)}=${String(v)}`).join(', ')}}`
    case 'null':
    case 'error':
      return bug(`a value of type ${type.key}`)
  }
}

/** Cut or blank-padded to the target; text is counted in code points, what a builder wrote (bytes, nested values) in UTF-16 units. */
export function fitText(text: string, source: FlowType, target: FlowType & { length: number }): string {
  const units =
    source.kind === 'binary' ||
    source.kind === 'varbinary' ||
    source.kind === 'array' ||
    source.kind === 'row' ||
    source.kind === 'map' ||
    source.kind === 'multiset'
  const characters = units ? null : Array.from(text)
  const length = characters?.length ?? text.length
  if (length > target.length)
    return characters === null ? text.slice(0, target.length) : characters.slice(0, target.length).join('')
  return target.kind === 'char' ? text + ' '.repeat(target.length - length) : text
}

/** Flink prints the last four digits of a year. */
const fourDigitYear = (text: string): string => text.replace(/^\+\d+(\d{4}-)/, '$1')

const pad2 = (n: number): string => String(n).padStart(2, '0')

/** Fraction digits end with the last one that is not zero, but one is always there. */
function timeText(millisOfDay: number, precision: number): string {
  let ms = millisOfDay
  while (ms < 0) ms += MS_PER_DAY
  const seconds = Math.floor(ms / 1000)
  const hms = `${pad2(Math.floor(seconds / 3600))}:${pad2(Math.floor(seconds / 60) % 60)}:${pad2(seconds % 60)}`
  if (precision === 0) return hms
  const digits = String(ms % 1000)
    .padStart(3, '0')
    .slice(0, precision)
  return `${hms}.${digits.replace(/0+$/, '') || '0'}`
}

function monthsText(months: number): string {
  const n = Math.abs(months)
  return `${months < 0 ? '-' : '+'}${Math.floor(n / 12)}-${pad2(n % 12)}`
}

function millisecondsText(milliseconds: number): string {
  const n = Math.abs(milliseconds)
  const seconds = Math.floor(n / 1000)
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60].map(pad2).join(':')
  return `${milliseconds < 0 ? '-' : '+'}${Math.floor(seconds / 86_400)} ${clock}.${String(n % 1000).padStart(3, '0')}`
}
