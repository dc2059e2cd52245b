// Literals as SQL text of exactly the type that the plan says: Flink derives a literal's type from its digits
// (0.50 is DECIMAL(3, 2), a timestamp without a fraction TIMESTAMP(0)), so every other type is written as a cast.
import { bug } from '../../core/bug.js'
import type { LiteralValue } from '../../ir/expr.js'
import type { FlowType } from '../../ir/types.js'
import { intervalText, quoteText } from './quote.js'
import { typeText } from './types.js'

const INT_MAX = 2147483647n
const INT_MIN = -2147483648n

const cast = (sql: string, type: FlowType): string => `CAST(${sql} AS ${typeText(type)})`

export function literalText(value: LiteralValue, type: FlowType): string {
  if (type.kind === 'null' || (value === null && type.kind === 'error')) return 'NULL'
  if (value === null) return cast('NULL', type)
  switch (type.kind) {
    case 'boolean':
      return value === true ? 'TRUE' : 'FALSE'
    case 'int':
      return String(value)
    case 'tinyint':
    case 'smallint':
      return cast(String(value), type)
    case 'bigint': {
      const digits = String(value)
      const n = BigInt(digits)
      if (n === -9223372036854775808n) return cast(quoteText(digits), type)
      return n >= INT_MIN && n <= INT_MAX ? cast(digits, type) : digits
    }
    case 'decimal':
      return decimalText(String(value), type)
    case 'float':
    case 'double':
      return floatText(value, type)
    case 'char':
      return String(value).length === type.length && type.length > 0
        ? quoteText(String(value))
        : cast(quoteText(String(value)), type)
    case 'varchar':
      return cast(quoteText(String(value)), type)
    case 'binary':
      return String(value).length === type.length * 2 ? `X'${String(value)}'` : cast(`X'${String(value)}'`, type)
    case 'varbinary':
      return cast(`X'${String(value)}'`, type)
    case 'date':
      return `DATE ${quoteText(String(value))}`
    case 'time':
      return fractionDigits(value) === 0 && type.precision === 0
        ? `TIME ${quoteText(String(value))}`
        : cast(quoteText(String(value)), type)
    case 'timestamp':
      return fractionDigits(value) === type.precision
        ? `TIMESTAMP ${quoteText(String(value))}`
        : cast(`TIMESTAMP ${quoteText(String(value))}`, type)
    case 'timestamp_ltz':
      // the session's zone is always UTC
      return cast(`TIMESTAMP ${quoteText(String(value))}`, type)
    case 'interval_day_time':
      return intervalText(Number(value))
    case 'interval_year_month': {
      const months = Number(value)
      const digits = String(Math.abs(months))
      return `INTERVAL ${months < 0 ? '-' : ''}'${digits}' MONTH${digits.length > 2 ? `(${digits.length})` : ''}`
    }
    case 'array':
      return cast(
        `ARRAY[${items(value)
          .map((v) => literalText(v, type.element.type))
          .join(', ')}]`,
        type,
      )
    case 'map':
      return cast(
        `MAP[${items(value)
          .flatMap((pair) => [literalText(items(pair)[0]!, type.mapKey.type), literalText(items(pair)[1]!, type.value.type)])
          .join(', ')}]`,
        type,
      )
    case 'row':
      return cast(
        `ROW(${items(value)
          .map((v, i) => literalText(v, type.fields[i]!.type))
          .join(', ')})`,
        type,
      )
    case 'multiset':
    case 'error':
      return bug(`a literal of type ${type.key} has no SQL text`)
  }
}

const items = (value: LiteralValue): readonly LiteralValue[] => value as readonly LiteralValue[]

const fractionDigits = (value: LiteralValue): number => {
  const point = String(value).indexOf('.')
  return point < 0 ? 0 : String(value).length - point - 1
}

function decimalText(digits: string, type: FlowType & { kind: 'decimal' }): string {
  const [whole = '', fraction = ''] = digits.replace('-', '').split('.')
  const significant = whole.replace(/^0+(?=\d)/, '')
  // digits of a literal must fit into 64 bits, those behind the point too
  const fitsLong = significant.length + fraction.length <= 18
  // a literal without a point is an integer for Flink
  const natural = fraction.length > 0 && significant.length + fraction.length === type.precision && fraction.length === type.scale
  if (natural && fitsLong) return digits
  return cast(fitsLong ? digits : quoteText(digits), type)
}

function floatText(value: LiteralValue, type: FlowType): string {
  if (typeof value === 'string') return cast(quoteText(value), type)
  const number = Number(value)
  const text = Object.is(number, -0) ? '-0' : String(number)
  const sql = text.includes('e') ? text.replace('e+', 'E').replace('e', 'E') : `${text}E0`
  return type.kind === 'double' ? sql : cast(sql, type)
}
