// JSON → values of Flink types. Two sets of rules: `json`, what Flink's `json` format reads (JsonToRowDataConverters,
// timestamps in the SQL form), and `loose` for files that stand in for Avro records, where times may also be ISO 8601 or
// numbers, as Avro carries them. Where Flink would silently read something else than what is written (1.5 into INT,
// 'x' into BOOLEAN, 30 February), the value is refused.
import { MS_PER_DAY, parseDate, parseTime, parseTimestamp, truncateInstant, type InstantParts } from '../../core/civil-time.js'
import { parseDecimal, toPrecision, unscaledFromBytes } from '../../core/decimal.js'
import { describeJson, isExactArray, isExactNumber, isExactObject, type ExactJson } from '../../core/exact-json.js'
import { data } from '../../diagnostics/codes/data.js'
import type { FieldEncoding, PhysicalField } from '../../ir/plan.js'
import { INT, notNull, spell, type FlowType, type Typed } from '../../ir/types.js'
import { fromInstant } from '../instant.js'
import type { Value } from '../value.js'
import { compactJson } from './compact-json.js'
import { branchesOf, type AvroShapes, type Shape } from './avro-shape.js'
import { refuse } from './problem.js'

export type JsonRules = 'json' | 'loose'

/** Steps to the value that is being read: names of fields, `[i]`, `{key}`. */
export class Path {
  readonly #steps: string[] = []
  push(step: string): void {
    this.#steps.push(step)
  }
  pop(): void {
    this.#steps.pop()
  }
  clear(): void {
    this.#steps.length = 0
  }
  toString(): string {
    return this.#steps.join('').replace(/^\./, '')
  }
}

export type Convert = (v: ExactJson, path: Path) => Value

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

export function fromBase64(text: string): Uint8Array | null {
  return BASE64.test(text) ? Uint8Array.from(atob(text), (c) => c.charCodeAt(0)) : null
}

const wrong = (type: string, v: ExactJson, path: Path, reason: string | null = null): never =>
  refuse(data.wrongType, { path: path.toString(), expected: type, got: describeJson(v), reason })

/** A field of a record, with its NULL rule. `shape`: its Avro type where the file may wrap union branches. */
export function fieldConverter(field: PhysicalField, rules: JsonRules, shapes: AvroShapes | null, shape: Shape | null): Convert {
  const body =
    field.encoding === undefined ? converter(field.type, rules, shapes, shape) : encodedConverter(field.encoding, field.type)
  return withNull(field, body, shapes, shape)
}

function withNull(typed: Typed, body: Convert, shapes: AvroShapes | null, shape: Shape | null): Convert {
  const branches = shapes === null || shape === null ? null : branchesOf(shapes, shape)
  return (v, path) => {
    if (v === null) {
      return typed.nullable ? null : refuse(data.missingValue, { path: path.toString(), type: typed.type.key, got: 'null' })
    }
    // Avro's JSON writes a branch of a union as {"string": "x"}; only a union is unwrapped
    if (branches !== null && isExactObject(v) && v.size === 1) {
      const [key, inner] = [...v][0]!
      if (
        branches.has(key) &&
        !(typed.type.kind === 'row' && typed.type.fields.some((f) => f.name === key)) &&
        (typed.type.kind !== 'map' || key === 'map')
      )
        return body(inner, path)
    }
    return body(v, path)
  }
}

function element(typed: Typed, rules: JsonRules, shapes: AvroShapes | null, shape: Shape | null): Convert {
  return withNull(typed, converter(typed.type, rules, shapes, shape), shapes, shape)
}

const RANGES: Readonly<Record<string, readonly [bigint, bigint]>> = {
  tinyint: [-128n, 127n],
  smallint: [-32768n, 32767n],
  int: [-2147483648n, 2147483647n],
  bigint: [-9223372036854775808n, 9223372036854775807n],
}

function converter(type: FlowType, rules: JsonRules, shapes: AvroShapes | null = null, shape: Shape | null = null): Convert {
  switch (type.kind) {
    case 'boolean':
      return (v, path) => {
        if (typeof v === 'boolean') return v
        const word = typeof v === 'string' ? v.trim().toLowerCase() : ''
        return word === 'true' ? true : word === 'false' ? false : wrong(type.key, v, path, 'Flink would silently read FALSE')
      }
    case 'tinyint':
    case 'smallint':
    case 'int':
      return (v, path) => Number(integer(v, type, path))
    case 'bigint':
    case 'interval_year_month':
    case 'interval_day_time':
      return type.kind === 'bigint'
        ? (v, path) => integer(v, type, path)
        : (v, path) => Number(integer(v, { kind: 'bigint', key: type.key }, path))
    case 'float':
      return (v, path) => Math.fround(approximate(v, type, path))
    case 'double':
      return (v, path) => approximate(v, type, path)
    case 'decimal':
      return (v, path) => exact(v, type, path)
    case 'char':
    case 'varchar':
      return rules === 'json' ? jsonText : (v, path) => (typeof v === 'string' ? v : wrong(type.key, v, path))
    case 'binary':
    case 'varbinary':
      return (v, path) => {
        const bytes = typeof v === 'string' ? fromBase64(v) : null
        return bytes ?? wrong(type.key, v, path, 'bytes are written as base64 text')
      }
    case 'date':
      return (v, path) => {
        if (typeof v === 'string')
          return parseDate(v) ?? wrong(type.key, v, path, 'a day is written as yyyy-MM-dd and has to exist')
        return rules === 'loose' && isExactNumber(v)
          ? Number(integer(v, { kind: 'int', key: type.key }, path))
          : wrong(type.key, v, path, 'a day is written as yyyy-MM-dd')
      }
    case 'time':
      return (v, path) => timeOfDay(v, type.key, rules, path)
    case 'timestamp':
    case 'timestamp_ltz': {
      const { precision } = type
      const zoned = type.kind === 'timestamp_ltz'
      return (v, path) => fromInstant(truncateInstant(instant(v, type.key, zoned, rules, path), precision), precision)
    }
    case 'array': {
      const items = element(type.element, rules, shapes, itemShape(shapes, shape, 'items'))
      return (v, path) => {
        if (!isExactArray(v)) return wrong(type.key, v, path)
        return v.map((item, i) => {
          path.push(`[${i}]`)
          const value = items(item, path)
          path.pop()
          return value
        })
      }
    }
    case 'map':
    case 'multiset': {
      const values =
        type.kind === 'map'
          ? element(type.value, rules, shapes, itemShape(shapes, shape, 'values'))
          : element(notNull(INT), rules, null, null)
      const key = type.kind === 'map' ? type.mapKey.type : type.element.type
      if (key.kind !== 'char' && key.kind !== 'varchar')
        return (v, path) => wrong(type.key, v, path, 'JSON objects have text keys only')
      return (v, path) => {
        if (!isExactObject(v)) return wrong(type.key, v, path)
        const entries: [Value, Value][] = []
        for (const [k, item] of v) {
          path.push(`{${k}}`)
          entries.push([k, values(item, path)])
          path.pop()
        }
        return { entries }
      }
    }
    case 'row': {
      const record = shapes === null || shape === null ? null : shapes.record(shape)
      const fields = type.fields.map((f) => ({
        name: f.name,
        typed: f as Typed,
        read: element(f, rules, shapes, record?.get(f.name) ?? null),
      }))
      return (v, path) => {
        if (!isExactObject(v)) return wrong(spell({ type, nullable: true }), v, path)
        return fields.map(({ name, typed, read }) => {
          path.push(`.${name}`)
          const given = v.get(name)
          const value = given === undefined ? absent(typed, path) : read(given, path)
          path.pop()
          return value
        })
      }
    }
    case 'null':
      return () => null
    case 'error':
      return () => null
  }
}

export function absent(typed: Typed, path: Path): Value {
  return typed.nullable ? null : refuse(data.missingValue, { path: path.toString(), type: typed.type.key, got: 'missing' })
}

function itemShape(shapes: AvroShapes | null, shape: Shape | null, key: 'items' | 'values'): Shape | null {
  return shapes === null || shape === null ? null : shapes.item(shape, key)
}

function integer(v: ExactJson, type: { readonly kind: FlowType['kind']; readonly key: string }, path: Path): bigint {
  const text = isExactNumber(v) ? v.digits : typeof v === 'string' && /^\s*[+-]?\d+\s*$/.test(v) ? v.trim() : null
  const number = text === null ? null : parseDecimal(text)
  if (number === null) return wrong(type.key, v, path)
  const unit = 10n ** BigInt(number.scale)
  if (number.unscaled % unit !== 0n) return wrong(type.key, v, path, 'Flink would silently cut the fraction')
  const whole = number.unscaled / unit
  const [low, high] = RANGES[type.kind]!
  return whole < low || whole > high ? wrong(type.key, v, path, `it holds ${low} to ${high}`) : whole
}

function approximate(v: ExactJson, type: FlowType, path: Path): number {
  if (isExactNumber(v)) return Number(v.digits)
  if (typeof v === 'string') {
    const text = v.trim()
    if (text === 'NaN') return Number.NaN
    if (/^[+-]?Infinity$/.test(text)) return text.startsWith('-') ? -Infinity : Infinity
    if (parseDecimal(text) !== null) return Number(text)
  }
  return wrong(type.key, v, path)
}

/** Digits as written, rounded HALF_UP to the scale. */
function exact(v: ExactJson, type: FlowType & { kind: 'decimal' }, path: Path): bigint {
  const text = isExactNumber(v) ? v.digits : typeof v === 'string' ? v.trim() : null
  const number = text === null ? null : parseDecimal(text)
  if (number === null) return wrong(type.key, v, path)
  return (
    toPrecision(number, type.precision, type.scale) ??
    wrong(type.key, v, path, 'it does not fit, and Flink would silently read NULL')
  )
}

/** Flink's json format turns whatever it finds into text: numbers keep their digits, objects become compact JSON. */
function jsonText(v: ExactJson): string {
  if (typeof v === 'string') return v
  return isExactNumber(v) ? v.digits : typeof v === 'boolean' ? String(v) : compactJson(v)
}

function timeOfDay(v: ExactJson, type: string, rules: JsonRules, path: Path): number {
  if (typeof v === 'string') {
    const at = parseTime(v, rules === 'loose')
    if (at === null) return wrong(type, v, path, 'a time is written as HH:mm:ss')
    // JsonToRowDataConverters keeps whole seconds only
    return rules === 'json' ? at.ms - (at.ms % 1000) : at.ms
  }
  if (rules === 'loose' && isExactNumber(v)) {
    const ms = integer(v, { kind: 'int', key: type }, path)
    if (ms >= 0n && ms < BigInt(MS_PER_DAY)) return Number(ms)
    return wrong(type, v, path, 'milliseconds of a day are 0 to 86399999')
  }
  return wrong(type, v, path, 'a time is written as HH:mm:ss')
}

const LIMIT_MS = 253_402_300_799_999n

/** Milliseconds of years 1 to 9999, the range of Flink's timestamps. */
export function epochMillis(ms: bigint): number | null {
  return ms >= -62_135_596_800_000n && ms <= LIMIT_MS ? Number(ms) : null
}

function instant(v: ExactJson, type: string, zoned: boolean, rules: JsonRules, path: Path): InstantParts {
  if (typeof v === 'string') {
    const at = rules === 'json' ? sqlInstant(v, zoned) : looseInstant(v, zoned)
    if (at !== null) return at
    const form = zoned ? 'yyyy-MM-dd HH:mm:ss.fffZ' : 'yyyy-MM-dd HH:mm:ss.fff'
    return wrong(
      type,
      v,
      path,
      `${rules === 'json' ? "Flink's json format reads" : 'a timestamp is written as'} ${form}${rules === 'json' ? '' : `, yyyy-MM-ddTHH:mm:ss.fff${zoned ? 'Z' : ''} or as epoch milliseconds`}`,
    )
  }
  if (isExactNumber(v)) {
    if (rules === 'json')
      return wrong(
        type,
        v,
        path,
        "Flink's json format reads text only; an epoch number is a BIGINT, made a time by `time … as epoch millis`",
      )
    const ms = epochMillis(integer(v, { kind: 'bigint', key: type }, path))
    return ms === null ? wrong(type, v, path, 'as epoch milliseconds that is outside the years 1 to 9999') : { ms, ns: 0 }
  }
  return wrong(type, v, path)
}

function sqlInstant(text: string, zoned: boolean): InstantParts | null {
  if (!zoned) return parseTimestamp(text)
  return text.endsWith('Z') ? parseTimestamp(text.slice(0, -1)) : null
}

const OFFSET = /(Z|[+-]\d{2}:?\d{2})$/

/** SQL or ISO 8601, seconds optional. With a zone it is that instant; without one a TIMESTAMP_LTZ is not known. */
function looseInstant(text: string, needsZone: boolean): InstantParts | null {
  const separator = text.charAt(10) === 'T' ? 'T' : ' '
  const zone = OFFSET.exec(text.slice(11))?.[1]
  if (zone === undefined && needsZone) return null
  const at = parseTimestamp(zone === undefined ? text : text.slice(0, -zone.length), separator, true)
  if (at === null || zone === undefined || zone === 'Z') return at
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))]
  if (hours > 18 || minutes > 59) return null
  const shift = (hours * 60 + minutes) * 60_000
  return { ms: at.ms + (zone.startsWith('-') ? shift : -shift), ns: at.ns }
}

/** What Debezium carries in another form than the column's type (plan.ts, FieldEncoding). */
export function encodedConverter(encoding: FieldEncoding, type: FlowType): Convert {
  const long = (v: ExactJson, path: Path): bigint =>
    isExactNumber(v) ? integer(v, { kind: 'bigint', key: type.key }, path) : wrong(type.key, v, path, ENCODED[encoding])
  const millis = (ms: bigint, v: ExactJson, path: Path): number =>
    epochMillis(ms) ?? wrong(type.key, v, path, 'that is outside the years 1 to 9999')
  switch (encoding) {
    case 'debezium-date':
      return (v, path) =>
        Number(integer(isExactNumber(v) ? v : wrong(type.key, v, path, ENCODED[encoding]), { kind: 'int', key: type.key }, path))
    case 'debezium-time-micros':
      return (v, path) => Number(floorDivide(long(v, path), 1000n))
    case 'debezium-timestamp-millis':
      return (v, path) => millis(long(v, path), v, path)
    case 'debezium-timestamp-micros':
      return (v, path) => millis(floorDivide(long(v, path), 1000n), v, path)
    case 'debezium-zoned-timestamp':
      return (v, path) => {
        const at = typeof v === 'string' && v.endsWith('Z') ? parseTimestamp(v.slice(0, -1), 'T') : null
        return at === null ? wrong(type.key, v, path, ENCODED[encoding]) : at.ms
      }
    case 'decimal-text':
      return type.kind === 'decimal' ? (v, path) => exact(v, type, path) : (v, path) => wrong(type.key, v, path)
  }
}

const ENCODED: Readonly<Record<FieldEncoding, string>> = {
  'debezium-date': 'Debezium writes days since 1970 as a number',
  'debezium-time-micros': 'Debezium writes microseconds of the day as a number',
  'debezium-timestamp-millis': 'Debezium writes milliseconds since 1970 as a number',
  'debezium-timestamp-micros': 'Debezium writes microseconds since 1970 as a number',
  'debezium-zoned-timestamp': 'Debezium writes it as 2020-01-01T00:00:00.123456Z',
  'decimal-text': 'Debezium writes the digits as text',
}

export const floorDivide = (a: bigint, b: bigint): bigint => (a % b < 0n ? a / b - 1n : a / b)

/** Unscaled digits in Java's byte form, as Connect's Decimal carries them, at the column's scale. */
export function decimalFromBytes(bytes: Uint8Array, scale: number, type: FlowType & { kind: 'decimal' }): bigint | null {
  return bytes.length === 0 ? null : toPrecision({ unscaled: unscaledFromBytes(bytes), scale }, type.precision, type.scale)
}
