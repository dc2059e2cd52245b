// Numbers as Java computes them: wrap-around, saturation, conversions between widths.
import { bug } from '../../core/bug.js'
import { parseDecimal, toPrecision, type Decimal } from '../../core/decimal.js'
import type { FlowType } from '../../ir/types.js'
import { doubleToText } from '../java-double.js'
import type { Value } from '../value.js'

/** Keeps the low bits, as Java's narrowing of int to byte and short does. */
export function wrapInteger(value: number, kind: 'tinyint' | 'smallint' | 'int'): number {
  const int = value | 0
  return kind === 'int' ? int : kind === 'smallint' ? (int << 16) >> 16 : (int << 24) >> 24
}

export const wrapLong = (value: bigint): bigint => BigInt.asIntN(64, value)

const MIN_LONG = -(2n ** 63n)
const MAX_LONG = 2n ** 63n - 1n

/** Java's (int) of a double: towards zero, saturating, NaN is 0. */
export function doubleToInt(value: number): number {
  if (Number.isNaN(value)) return 0
  return Math.max(-2147483648, Math.min(2147483647, Math.trunc(value))) + 0
}

export function doubleToLong(value: number): bigint {
  if (Number.isNaN(value)) return 0n
  if (value >= 2 ** 63) return MAX_LONG
  if (value <= -(2 ** 63)) return MIN_LONG
  return BigInt(Math.trunc(value))
}

/** Java's (float) of a long: rounded once, not through a double. */
export function longToFloat(value: bigint): number {
  const magnitude = value < 0n ? -value : value
  const excess = magnitude.toString(2).length - 50
  if (excess <= 0) return Math.fround(Number(value))
  const shift = BigInt(excess)
  const kept = magnitude >> shift
  // The last of 51 bits says whether anything was cut off: enough to round to 24 bits once.
  const sticky = kept << shift === magnitude ? 0 : 1
  const rounded = Math.fround(Number(kept) * 2 + sticky) * 2 ** (excess - 1)
  return value < 0n ? -rounded : rounded
}

/** DecimalDataUtils.doubleValue: a compact decimal (up to 18 digits) is a division of doubles, a longer one is rounded once. */
export function decimalToDouble(unscaled: bigint, precision: number, scale: number): number {
  if (precision <= 18) return Number(unscaled) / 10 ** scale
  return Number(`${unscaled}e-${scale}`)
}

/** BigDecimal.valueOf(double): the digits of the double's text; null for NaN and infinities, which have none. */
export function doubleToDecimal(value: number): Decimal | null {
  return Number.isFinite(value) ? parseDecimal(doubleToText(value)) : null
}

/** Exact numbers (integers and decimals) as a decimal. */
export function exactToDecimal(value: Value, type: FlowType): Decimal {
  switch (type.kind) {
    case 'tinyint':
    case 'smallint':
    case 'int':
      return { unscaled: BigInt(value as number), scale: 0 }
    case 'bigint':
      return { unscaled: value as bigint, scale: 0 }
    case 'decimal':
      return { unscaled: value as bigint, scale: type.scale }
    default:
      return bug(`${type.key} is no exact number`)
  }
}

/** DecimalData.fromBigDecimal for a type: HALF_UP, NULL where it does not fit, also for NOT NULL types. */
export const fitDecimal = (value: Decimal, type: FlowType & { kind: 'decimal' }): Value =>
  toPrecision(value, type.precision, type.scale)
