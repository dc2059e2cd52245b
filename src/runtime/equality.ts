// When two values are the same: for keys (grouping, DISTINCT), for `=` and `<`, and for comparing test results.
import { bug } from '../core/bug.js'
import type { FlowType, Typed } from '../ir/types.js'
import { compareInstants, toInstant } from './instant.js'
import type { MapValue, Row, Value } from './value.js'

/**
 * Text that is equal exactly where Flink's binary rows are: NULL is a value, every NaN is one, 0.0 and -0.0 are two,
 * maps depend on the order of their entries.
 */
export function valueKey(value: Value, type: FlowType): string {
  if (value === null) return '~'
  switch (type.kind) {
    case 'boolean':
      return value === true ? '1' : '0'
    case 'float':
    case 'double':
      return Object.is(value, -0) ? '-0' : String(value)
    case 'char':
    case 'varchar':
      return `${(value as string).length}:${value as string}`
    case 'binary':
    case 'varbinary':
      return hex(value as Uint8Array)
    case 'timestamp':
    case 'timestamp_ltz': {
      const at = toInstant(value)
      return `${at.ms}.${at.ns}`
    }
    case 'array':
      return `[${(value as readonly Value[]).map((v) => valueKey(v, type.element.type)).join(',')}]`
    case 'row':
      return `(${type.fields.map((f, i) => valueKey((value as readonly Value[])[i]!, f.type)).join(',')})`
    case 'map':
      return `{${(value as MapValue).entries.map(([k, v]) => `${valueKey(k, type.mapKey.type)}=${valueKey(v, type.value.type)}`).join(',')}}`
    case 'multiset':
      return `{${(value as MapValue).entries.map(([k, v]) => `${valueKey(k, type.element.type)}=${String(v)}`).join(',')}}`
    default:
      return String(value)
  }
}

export function rowKey(values: readonly Value[], types: readonly FlowType[]): string {
  if (values.length === 1) return valueKey(values[0]!, types[0]!)
  let key = ''
  for (let i = 0; i < values.length; i++) key += (i === 0 ? '' : '|') + valueKey(values[i]!, types[i]!)
  return key
}

/** Key of some columns of a row. */
export const columnsKey = (row: Row, ordinals: readonly number[], columns: readonly Typed[]): string =>
  rowKey(
    ordinals.map((i) => row[i]!),
    ordinals.map((i) => columns[i]!.type),
  )

const hex = (bytes: Uint8Array): string => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')

const encoder = new TextEncoder()

/** Order of CHAR and VARCHAR: unsigned UTF-8 bytes, which differs from UTF-16 order above U+FFFF. */
export function compareTexts(a: string, b: string): number {
  const n = Math.min(a.length, b.length)
  for (let i = 0; i < n; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x === y) continue
    if (x < 0xd800 && y < 0xd800) return x < y ? -1 : 1
    return compareBytes(encoder.encode(a), encoder.encode(b))
  }
  return Math.sign(a.length - b.length)
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const n = Math.min(a.length, b.length)
  for (let i = 0; i < n; i++) if (a[i] !== b[i]) return a[i]! < b[i]! ? -1 : 1
  return Math.sign(a.length - b.length)
}

/** `<` over two non-null values of one type; NaN is neither less nor greater nor equal (undefined). */
export function compareValues(a: Value, b: Value, type: FlowType): number | undefined {
  switch (type.kind) {
    case 'char':
    case 'varchar':
      return compareTexts(a as string, b as string)
    case 'binary':
    case 'varbinary':
      return compareBytes(a as Uint8Array, b as Uint8Array)
    case 'timestamp':
    case 'timestamp_ltz':
      return compareInstants(toInstant(a), toInstant(b))
    case 'array':
    case 'map':
    case 'multiset':
    case 'row':
      return bug(`values of type ${type.key} have no order`)
    default: {
      const x = a as number | bigint | boolean
      const y = b as number | bigint | boolean
      return x < y ? -1 : x > y ? 1 : x === y ? 0 : undefined
    }
  }
}

/** `=` over two non-null values of one type, as Flink generates it: NaN differs from NaN, 0.0 equals -0.0, nested NULLs are equal. */
export function equalValues(a: Value, b: Value, type: FlowType): boolean {
  return same(a, b, type, (x, y) => x === y)
}

/** Whether a test's expected value is there: NaN is NaN, 0.0 is -0.0, NULL is NULL, maps in any order. */
export function sameValue(a: Value, b: Value, type: FlowType): boolean {
  if (a === null || b === null) return a === b
  return same(a, b, type, (x, y) => x === y || (Number.isNaN(x) && Number.isNaN(y)))
}

function same(a: Value, b: Value, type: FlowType, floats: (x: number, y: number) => boolean): boolean {
  const nested = (x: Value, y: Value, t: FlowType): boolean => (x === null || y === null ? x === y : same(x, y, t, floats))
  switch (type.kind) {
    case 'float':
    case 'double':
      return floats(a as number, b as number)
    case 'array': {
      const [x, y] = [a as readonly Value[], b as readonly Value[]]
      return x.length === y.length && x.every((v, i) => nested(v, y[i]!, type.element.type))
    }
    case 'row': {
      const [x, y] = [a as readonly Value[], b as readonly Value[]]
      return type.fields.every((f, i) => nested(x[i]!, y[i]!, f.type))
    }
    case 'map':
    case 'multiset': {
      const [keyType, valueType] = type.kind === 'map' ? [type.mapKey.type, type.value.type] : [type.element.type, null]
      const [x, y] = [(a as MapValue).entries, (b as MapValue).entries]
      if (x.length !== y.length) return false
      const byKey = new Map(y.map(([k, v]) => [valueKey(k, keyType), v]))
      return x.every(([k, v]) => {
        const other = byKey.get(valueKey(k, keyType))
        return other !== undefined && (valueType === null ? v === other : nested(v, other, valueType))
      })
    }
    default:
      return compareValues(a, b, type) === 0
  }
}
