// CAST and TRY_CAST between all types, as the cast rules of Flink 2.2's planner generate them.
import { bug } from '../../core/bug.js'
import { MS_PER_DAY } from '../../core/civil-time.js'
import { pow10 } from '../../core/decimal.js'
import { runtime } from '../../diagnostics/codes/runtime.js'
import { isInteger, isString, MAX_LENGTH, type FlowType } from '../../ir/types.js'
import { fault } from '../fault.js'
import { fromInstant, toInstant, truncateTowardsEpoch, type TimestampType } from '../instant.js'
import { hashMapOf } from '../java-map.js'
import type { MapValue, Value } from '../value.js'
import { fitText, toText } from './cast-to-text.js'
import {
  decimalToDouble,
  doubleToDecimal,
  doubleToInt,
  doubleToLong,
  exactToDecimal,
  fitDecimal,
  longToFloat,
  wrapInteger,
  wrapLong,
} from './numeric.js'
import {
  textToBoolean,
  textToDate,
  textToDecimal,
  textToDouble,
  textToFloat,
  textToInteger,
  textToTime,
  textToTimestamp,
} from './parse-text.js'

/** Never called with NULL; may give NULL (decimal overflow). Throws EvaluationFault where the job would fail. */
export type Cast = (value: Value) => Value

type DecimalType = FlowType & { kind: 'decimal' }
type NumberKind = 'tinyint' | 'smallint' | 'int' | 'bigint' | 'float' | 'double'

/**
 * Whether TRY_CAST tries at all: Flink wraps those casts that read a text, as a whole or inside a value. Others fail the
 * job all the same, such as NaN as a DECIMAL.
 */
export function isTried(from: FlowType, to: FlowType): boolean {
  if (isString(from)) return !isString(to) && to.kind !== 'binary' && to.kind !== 'varbinary'
  if (from.kind === 'array' && to.kind === 'array') return isTried(from.element.type, to.element.type)
  if (from.kind === 'map' && to.kind === 'map')
    return isTried(from.mapKey.type, to.mapKey.type) || isTried(from.value.type, to.value.type)
  return from.kind === 'row' && to.kind === 'row' && from.fields.some((f, i) => isTried(f.type, to.fields[i]!.type))
}

export function compileCast(from: FlowType, to: FlowType): Cast {
  if (from.key === to.key) return (v) => v
  if (isString(to)) return castToText(from, to)
  switch (to.kind) {
    case 'boolean':
      return castToBoolean(from)
    case 'tinyint':
    case 'smallint':
    case 'int':
    case 'bigint':
    case 'float':
    case 'double':
      return castToNumber(from, to.kind)
    case 'decimal':
      return castToDecimal(from, to)
    case 'binary':
    case 'varbinary':
      return castToBytes(from, to as FlowType & { kind: 'binary' | 'varbinary'; length: number })
    case 'date':
      return castToDate(from)
    case 'time':
      return castToTime(from, to.precision)
    case 'timestamp':
    case 'timestamp_ltz':
      return castToTimestamp(from, to as TimestampType)
    case 'interval_year_month':
    case 'interval_day_time':
      return from.kind === to.kind ? (v) => v : castToNumber(from, from.kind === 'bigint' ? 'double' : 'int')
    case 'array': {
      if (from.kind !== 'array') break
      const element = nullable(compileCast(from.element.type, to.element.type))
      return (v) => (v as readonly Value[]).map(element)
    }
    case 'row': {
      if (from.kind !== 'row') break
      const fields = to.fields.map((f, i) => nullable(compileCast(from.fields[i]!.type, f.type)))
      return (v) => fields.map((cast, i) => cast((v as readonly Value[])[i]!))
    }
    case 'map': {
      if (from.kind !== 'map') break
      const key = nullable(compileCast(from.mapKey.type, to.mapKey.type))
      const value = nullable(compileCast(from.value.type, to.value.type))
      const entries = (v: Value): (readonly [Value, Value])[] =>
        (v as MapValue).entries.map(([k, x]) => [key(k), value(x)] as const)
      const keyType = to.mapKey.type
      return isSame(from.mapKey.type, keyType) && isSame(from.value.type, to.value.type)
        ? (v) => ({ entries: entries(v) })
        : (v) => hashMapOf(entries(v), keyType)
    }
    case 'multiset': {
      if (from.kind !== 'multiset') break
      const element = nullable(compileCast(from.element.type, to.element.type))
      return (v) => ({ entries: (v as MapValue).entries.map(([k, n]) => [element(k), n] as const) })
    }
    case 'null':
    case 'error':
  }
  return noCast(from, to)
}

/** Whether the planner leaves a cast out, so that a map stays the one it is. */
function isSame(from: FlowType, to: FlowType): boolean {
  if (isString(from) && isString(to)) return to.kind === 'varchar' && to.length >= from.length
  if (from.kind === 'array' && to.kind === 'array') return isSame(from.element.type, to.element.type)
  if (from.kind === 'map' && to.kind === 'map')
    return isSame(from.mapKey.type, to.mapKey.type) && isSame(from.value.type, to.value.type)
  if (from.kind === 'row' && to.kind === 'row') return from.fields.every((f, i) => isSame(f.type, to.fields[i]!.type))
  return from.key === to.key
}

const nullable =
  (cast: Cast): Cast =>
  (v) =>
    v === null ? null : cast(v)

const noCast = (from: FlowType, to: FlowType): never => bug(`no cast from ${from.key} to ${to.key}`)

function parsed<T extends Value>(value: T | null, text: Value, type: string): T {
  return value ?? fault(runtime.cast, { problem: `the text \`${text as string}\` is no ${type}` })
}

function castToText(from: FlowType, to: FlowType & { kind: 'char' | 'varchar'; length: number }): Cast {
  if (to.kind === 'varchar' && to.length === MAX_LENGTH) return (v) => toText(v, from)
  return (v) => fitText(toText(v, from), from, to)
}

function castToBoolean(from: FlowType): Cast {
  if (isString(from)) return (v) => parsed(textToBoolean(v as string), v, 'BOOLEAN')
  if (from.kind === 'bigint' || from.kind === 'decimal') return (v) => v !== 0n
  if (isInteger(from) || from.kind === 'float' || from.kind === 'double') return (v) => v !== 0
  return noCast(from, { kind: 'boolean', key: 'BOOLEAN' })
}

const RANGE = { tinyint: 2n ** 7n, smallint: 2n ** 15n, int: 2n ** 31n, bigint: 2n ** 63n } as const

function castToNumber(from: FlowType, to: NumberKind): Cast {
  const integral = to !== 'float' && to !== 'double'
  switch (from.kind) {
    case 'boolean': {
      const [no, yes] = to === 'bigint' ? [0n, 1n] : [0, 1]
      return (v) => (v === true ? yes : no)
    }
    case 'tinyint':
    case 'smallint':
    case 'int':
    case 'interval_year_month':
      if (to === 'bigint') return (v) => BigInt(v as number)
      if (to === 'float') return (v) => Math.fround(v as number)
      return to === 'double' ? (v) => v : (v) => wrapInteger(v as number, to)
    case 'bigint':
    case 'interval_day_time': {
      const long = (v: Value): bigint => (from.kind === 'bigint' ? (v as bigint) : BigInt(v as number))
      if (to === 'bigint') return long
      if (to === 'float') return (v) => longToFloat(long(v))
      return to === 'double' ? (v) => Number(long(v)) : (v) => wrapInteger(Number(BigInt.asIntN(32, long(v))), to)
    }
    case 'float':
    case 'double':
      if (to === 'double') return (v) => v
      if (to === 'float') return (v) => Math.fround(v as number)
      return to === 'bigint' ? (v) => doubleToLong(v as number) : (v) => wrapInteger(doubleToInt(v as number), to)
    case 'decimal': {
      const unit = pow10(from.scale)
      if (to === 'double') return (v) => decimalToDouble(v as bigint, from.precision, from.scale)
      if (to === 'float') return (v) => Math.fround(decimalToDouble(v as bigint, from.precision, from.scale))
      if (to === 'bigint') return (v) => wrapLong((v as bigint) / unit)
      return (v) => wrapInteger(Number(BigInt.asIntN(32, (v as bigint) / unit)), to)
    }
    case 'char':
    case 'varchar': {
      if (!integral) {
        const parse = to === 'float' ? textToFloat : textToDouble
        return (v) => parsed(parse(v as string), v, to.toUpperCase())
      }
      const limit = RANGE[to]
      return (v) => {
        const value = parsed(textToInteger(v as string), v, to.toUpperCase())
        if (value >= limit || value < -limit)
          return fault(runtime.cast, { problem: `the text \`${v as string}\` is out of the range of ${to.toUpperCase()}` })
        return to === 'bigint' ? value : Number(value)
      }
    }
    default:
      return bug(`no cast from ${from.key} to ${to.toUpperCase()}`)
  }
}

function castToDecimal(from: FlowType, to: DecimalType): Cast {
  switch (from.kind) {
    case 'boolean':
      return (v) => fitDecimal({ unscaled: v === true ? 1n : 0n, scale: 0 }, to)
    case 'tinyint':
    case 'smallint':
    case 'int':
    case 'bigint':
    case 'decimal':
      return (v) => fitDecimal(exactToDecimal(v, from), to)
    case 'float':
    case 'double':
      return (v) =>
        fitDecimal(
          doubleToDecimal(v as number) ?? fault(runtime.cast, { problem: `the number \`${toText(v, from)}\` is no ${to.key}` }),
          to,
        )
    case 'char':
    case 'varchar':
      return (v) => parsed(textToDecimal(v as string, to.precision, to.scale), v, to.key)
    default:
      return noCast(from, to)
  }
}

const encoder = new TextEncoder()

function castToBytes(from: FlowType, to: FlowType & { kind: 'binary' | 'varbinary'; length: number }): Cast {
  const bytes = isString(from)
    ? (v: Value): Uint8Array => encoder.encode(v as string)
    : from.kind === 'binary' || from.kind === 'varbinary'
      ? (v: Value): Uint8Array => v as Uint8Array
      : noCast(from, to)
  return (v) => {
    const all = bytes(v)
    if (all.length > to.length) return all.slice(0, to.length)
    if (all.length === to.length || to.kind === 'varbinary') return all
    const padded = new Uint8Array(to.length)
    padded.set(all)
    return padded
  }
}

function castToDate(from: FlowType): Cast {
  if (isString(from)) return (v) => parsed(textToDate(v as string), v, 'DATE')
  // A plain TIMESTAMP before 1970 is divided towards zero, so that it becomes the day after.
  if (from.kind === 'timestamp') return (v) => Math.trunc(toInstant(v).ms / MS_PER_DAY) + 0
  if (from.kind === 'timestamp_ltz') return (v) => Math.floor(toInstant(v).ms / MS_PER_DAY)
  return noCast(from, { kind: 'date', key: 'DATE' })
}

function castToTime(from: FlowType, precision: number): Cast {
  const unit = precision >= 3 ? 1 : 10 ** (3 - precision)
  const cut = (ms: number): number => Math.trunc(ms / unit) * unit + 0
  if (isString(from)) return (v) => parsed(textToTime(v as string, precision), v, `TIME(${precision})`)
  if (from.kind === 'time') return (v) => (from.precision > precision ? cut(v as number) : v)
  // Before 1970 the remainder is negative for a plain TIMESTAMP; it prints as the right time.
  if (from.kind === 'timestamp') return (v) => cut(toInstant(v).ms % MS_PER_DAY)
  if (from.kind === 'timestamp_ltz') return (v) => cut(((toInstant(v).ms % MS_PER_DAY) + MS_PER_DAY) % MS_PER_DAY)
  return noCast(from, { kind: 'time', precision, key: `TIME(${precision})` })
}

/** The session's time zone is UTC, so that TIMESTAMP and TIMESTAMP_LTZ have the same digits. */
function castToTimestamp(from: FlowType, to: TimestampType): Cast {
  if (isString(from)) {
    return (v) =>
      fromInstant(
        textToTimestamp(v as string, to.precision) ??
          fault(runtime.cast, { problem: `the text \`${v as string}\` is no ${to.key}` }),
        to.precision,
      )
  }
  switch (from.kind) {
    case 'date':
      return (v) => fromInstant({ ms: (v as number) * MS_PER_DAY, ns: 0 }, to.precision)
    case 'time':
      return (v) => fromInstant({ ms: v as number, ns: 0 }, to.precision)
    case 'timestamp':
    case 'timestamp_ltz':
      if (from.precision <= to.precision) return (v) => fromInstant(toInstant(v), to.precision)
      return (v) => fromInstant(truncateTowardsEpoch(toInstant(v), to.precision), to.precision)
    default:
      return noCast(from, to)
  }
}
