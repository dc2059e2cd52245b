// Numbers, texts and bytes of JSON → values; anything that would be read as something else is refused.
import { parseDecimal, toPrecision, unscaledFromBytes } from '../../core/decimal.js'
import { describeJson, isExactNumber, type ExactJson } from '../../core/exact-json.js'
import { data } from '../../diagnostics/codes/data.js'
import type { FlowType } from '../../ir/types.js'
import { compactJson } from './compact-json.js'
import type { Path } from './path.js'
import { refuse } from './problem.js'

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

export function fromBase64(text: string): Uint8Array | null {
  return BASE64.test(text) ? Uint8Array.from(atob(text), (c) => c.charCodeAt(0)) : null
}

export const wrong = (type: string, v: ExactJson, path: Path, reason: string | null = null): never =>
  refuse(data.wrongType, { path: path.toString(), expected: type, got: describeJson(v), reason })

const RANGES: Readonly<Record<string, readonly [bigint, bigint]>> = {
  tinyint: [-128n, 127n],
  smallint: [-32768n, 32767n],
  int: [-2147483648n, 2147483647n],
  bigint: [-9223372036854775808n, 9223372036854775807n],
}

export function integer(v: ExactJson, type: { readonly kind: FlowType['kind']; readonly key: string }, path: Path): bigint {
  const text = isExactNumber(v) ? v.digits : typeof v === 'string' && /^\s*[+-]?\d+\s*$/.test(v) ? v.trim() : null
  const number = text === null ? null : parseDecimal(text)
  if (number === null) return wrong(type.key, v, path)
  const unit = 10n ** BigInt(number.scale)
  if (number.unscaled % unit !== 0n) return wrong(type.key, v, path, 'Flink would silently cut the fraction')
  const whole = number.unscaled / unit
  const [low, high] = RANGES[type.kind]!
  return whole < low || whole > high ? wrong(type.key, v, path, `it holds ${low} to ${high}`) : whole
}

export function approximate(v: ExactJson, type: FlowType, path: Path): number {
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
export function exact(v: ExactJson, type: FlowType & { kind: 'decimal' }, path: Path): bigint {
  const text = isExactNumber(v) ? v.digits : typeof v === 'string' ? v.trim() : null
  const number = text === null ? null : parseDecimal(text)
  if (number === null) return wrong(type.key, v, path)
  return (
    toPrecision(number, type.precision, type.scale) ??
    wrong(type.key, v, path, 'it does not fit, and Flink would silently read NULL')
  )
}

/** Flink's json format turns whatever it finds into text: numbers keep their digits, objects become compact JSON. */
export function jsonText(v: ExactJson): string {
  if (typeof v === 'string') return v
  return isExactNumber(v) ? v.digits : typeof v === 'boolean' ? String(v) : compactJson(v)
}

/** Unscaled digits in Java's byte form, as Connect's Decimal carries them, at the column's scale. */
export function decimalFromBytes(bytes: Uint8Array, scale: number, type: FlowType & { kind: 'decimal' }): bigint | null {
  return bytes.length === 0 ? null : toPrecision({ unscaled: unscaledFromBytes(bytes), scale }, type.precision, type.scale)
}
