// Exact decimal numbers as unscaled digits and a scale: text to digits and back, rounding, limits.

/** `unscaled × 10^-scale`. */
export interface Decimal {
  readonly unscaled: bigint
  readonly scale: number
}

const POWERS: bigint[] = [1n]

export function pow10(exponent: number): bigint {
  for (let i = POWERS.length; i <= exponent; i++) POWERS.push(POWERS[i - 1]! * 10n)
  return POWERS[exponent]!
}

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/
/** An exponent beyond this is not a number that a DECIMAL(38, s) could hold or round to anything but zero. */
const MAX_EXPONENT = 6144

/** Digits as written: `12.50` has scale 2, `1e3` scale 0, `.5` scale 1. Null where the text is no plain number. */
export function parseDecimal(text: string): Decimal | null {
  const match = NUMBER.exec(text)
  if (match === null) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  if (whole === '' && fraction === '') return null
  const e = Number(exponent)
  if (Math.abs(e) > MAX_EXPONENT) return null
  const digits = BigInt(whole + fraction)
  const unscaled = sign === '-' ? -digits : digits
  const scale = fraction.length - e
  return scale >= 0 ? { unscaled, scale } : { unscaled: unscaled * pow10(-scale), scale: 0 }
}

/** Exactly `scale` fraction digits, no exponent, no plus sign. */
export function formatDecimal(unscaled: bigint, scale: number): string {
  const negative = unscaled < 0n
  const digits = (negative ? -unscaled : unscaled).toString().padStart(scale + 1, '0')
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return negative ? `-${text}` : text
}

/** Division rounded half away from zero (java.math.RoundingMode.HALF_UP). */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n
  const a = dividend < 0n ? -dividend : dividend
  const b = divisor < 0n ? -divisor : divisor
  const quotient = (2n * a + b) / (2n * b)
  return negative ? -quotient : quotient
}

/** The same number at another scale, HALF_UP where digits are lost. */
export function rescale(unscaled: bigint, from: number, to: number): bigint {
  if (to >= from) return unscaled * pow10(to - from)
  return divideHalfUp(unscaled, pow10(from - to))
}

/** Whether the number has at most `precision` digits. */
export function fitsPrecision(unscaled: bigint, precision: number): boolean {
  const limit = pow10(precision)
  return unscaled < limit && unscaled > -limit
}

/** Unscaled digits of DECIMAL(precision, scale): rounded HALF_UP, null where it does not fit (DecimalData.fromBigDecimal). */
export function toPrecision(value: Decimal, precision: number, scale: number): bigint | null {
  const unscaled = rescale(value.unscaled, value.scale, scale)
  return fitsPrecision(unscaled, precision) ? unscaled : null
}

/** Java's BigInteger bytes (two's complement, big endian), as Avro and Connect carry unscaled digits. */
export function unscaledFromBytes(bytes: Uint8Array): bigint {
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)
  return bytes.length > 0 && bytes[0]! >= 0x80 ? value - (1n << BigInt(8 * bytes.length)) : value
}

/** The shortest two's complement form, as BigInteger.toByteArray gives it. */
export function unscaledToBytes(unscaled: bigint): Uint8Array {
  let length = 1
  while (BigInt.asIntN(8 * length, unscaled) !== unscaled) length++
  const bytes = new Uint8Array(length)
  let rest = BigInt.asUintN(8 * length, unscaled)
  for (let i = length - 1; i >= 0; i--) {
    bytes[i] = Number(rest & 0xffn)
    rest >>= 8n
  }
  return bytes
}
