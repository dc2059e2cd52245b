// What comes out of a run, as values of JavaScript: exact, and such that a fixture takes each of them back.
import { formatDate, formatTime, formatTimestamp } from '../core/civil-time.js'
import { formatDecimal } from '../core/decimal.js'
import type { FlowType } from '../ir/types.js'
import { bug } from '../core/bug.js'
import { toText } from '../runtime/functions/cast-to-text.js'
import { toInstant } from '../runtime/instant.js'
import type { MapValue, Value } from '../runtime/value.js'
import type { ResultCell } from './types.js'

export function resultCell(value: Value, type: FlowType): ResultCell {
  if (value === null) return null
  switch (type.kind) {
    case 'boolean':
    case 'tinyint':
    case 'smallint':
    case 'int':
    case 'bigint':
    case 'float':
    case 'double':
    case 'char':
    case 'varchar':
      return value as boolean | number | bigint | string
    case 'decimal':
      return formatDecimal(value as bigint, type.scale)
    case 'binary':
    case 'varbinary':
      return Array.from(value as Uint8Array, (b) => b.toString(16).padStart(2, '0')).join('')
    case 'date':
      return formatDate(value as number)
    case 'time':
      return shortest(formatTime(value as number, 3))
    case 'timestamp':
      return shortest(formatTimestamp(toInstant(value), 9))
    case 'timestamp_ltz':
      return `${shortest(formatTimestamp(toInstant(value), 9))}Z`
    case 'interval_year_month':
    case 'interval_day_time':
      return toText(value, type)
    case 'array':
      return Object.freeze((value as readonly Value[]).map((v) => resultCell(v, type.element.type)))
    case 'multiset':
      return new Map((value as MapValue).entries.map(([v, n]) => [resultCell(v, type.element.type), n as number]))
    case 'map':
      return new Map(
        (value as MapValue).entries.map(([k, v]) => [resultCell(k, type.mapKey.type), resultCell(v, type.value.type)]),
      )
    case 'row':
      return record(type.fields.map((f, i) => [f.name, resultCell((value as readonly Value[])[i]!, f.type)]))
    case 'null':
    case 'error':
      return bug(`a value of type ${type.key}`)
  }
}

/** Digits of the second are there where they say something. */
const shortest = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** An object with exactly these names, `__proto__` among them too; `hidden` is there for who knows its symbol. */
export function record<T>(
  entries: readonly (readonly [string, T])[],
  hidden?: symbol,
  value?: unknown,
): { readonly [name: string]: T } {
  const object: { [name: string]: T } = {}
  for (const [name, value] of entries)
    if (name === '__proto__') Object.defineProperty(object, name, { value, enumerable: true })
    else object[name] = value
  if (hidden !== undefined) Object.defineProperty(object, hidden, { value })
  return Object.freeze(object)
}
