// Text of FLOAT and DOUBLE as Java 17 prints it (jdk.internal.math.FloatingDecimal), the runtime that Flink 2.x ships on.
// It is not the shortest text: 2E23 prints as 1.9999999999999998E23. Later JDKs print the shortest one.

const view = new DataView(new ArrayBuffer(8))
/** Bits of 5^i, as the JDK's table has them; above the table it estimates 3 bits a power. */
const BITS_OF_5 = [0, 3, 5, 7, 10, 12, 14, 17, 19, 21, 24, 26, 28, 31, 33, 35, 38, 40, 42, 45, 47, 49, 52, 54, 56, 59, 61]
const bitsOf5 = (power: number): number => BITS_OF_5[power] ?? power * 3
const SIGNIFICAND_BITS = 52
const HIDDEN_BIT = 1n << 52n

/** Digits `d1 d2 …` and the exponent of `0.d1d2… × 10^exponent`. */
interface Digits {
  readonly digits: string
  readonly exponent: number
}

export function doubleToText(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity'
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  view.setFloat64(0, value)
  const bits = view.getBigUint64(0)
  const biased = Number((bits >> 52n) & 0x7ffn)
  const fraction = bits & (HIDDEN_BIT - 1n)
  const sign = value < 0 ? '-' : ''
  if (biased !== 0) return sign + layout(digitsOf(biased - 1023, fraction | HIDDEN_BIT, 53))
  const significant = fraction.toString(2).length
  const shift = 53 - significant
  return sign + layout(digitsOf(1 - shift - 1023, fraction << BigInt(shift), significant))
}

export function floatToText(value: number): string {
  if (!Number.isFinite(value) || value === 0) return doubleToText(value)
  view.setFloat32(0, value)
  const bits = view.getUint32(0)
  const biased = (bits >>> 23) & 0xff
  const fraction = bits & 0x7fffff
  const sign = value < 0 ? '-' : ''
  if (biased !== 0) return sign + layout(digitsOf(biased - 127, BigInt(fraction | 0x800000) << 29n, 24))
  const significant = 32 - Math.clz32(fraction)
  const shift = 24 - significant
  return sign + layout(digitsOf(1 - shift - 127, (BigInt(fraction) << BigInt(shift)) << 29n, significant))
}

function layout({ digits, exponent }: Digits): string {
  if (exponent > 0 && exponent < 8) {
    const whole = digits.slice(0, exponent).padEnd(exponent, '0')
    return `${whole}.${digits.slice(exponent) || '0'}`
  }
  if (exponent <= 0 && exponent > -3) return `0.${'0'.repeat(-exponent)}${digits}`
  return `${digits[0]!}.${digits.slice(1) || '0'}E${exponent - 1}`
}

/** `fraction` holds 53 bits, the highest set; the value is fraction × 2^(exponent − 52). */
function digitsOf(exponent: number, fraction: bigint, significantBits: number): Digits {
  const tailZeros = trailingZeros(fraction)
  const fractionBits = SIGNIFICAND_BITS + 1 - tailZeros
  const tinyBits = Math.max(0, fractionBits - exponent - 1)
  if (exponent >= -21 && exponent <= 62 && tinyBits === 0) return wholeNumber(exponent, fraction, significantBits)

  // Steele and White's digit generation with a symmetric stop: value = b / s × 10^decimal, m is half a unit in the last place.
  let decimal = estimateDecimalExponent(fraction, exponent)
  const b5 = Math.max(0, -decimal)
  let b2 = b5 + tinyBits + exponent
  const s5 = Math.max(0, decimal)
  let s2 = s5 + tinyBits
  let m2 = b2 - significantBits
  b2 -= fractionBits - 1
  const common = Math.min(b2, s2)
  b2 -= common
  s2 -= common
  m2 -= common
  if (fractionBits === 1) m2 -= 1
  if (m2 < 0) {
    b2 -= m2
    s2 -= m2
    m2 = 0
  }
  // In an int or a long the JDK stops at `b + m > 10 s`, sums wrapped as Java wraps them; in big numbers at `b + m >= 10 s`.
  const bits = Math.max(fractionBits + b2 + bitsOf5(b5), s2 + 1 + bitsOf5(s5 + 1))
  const width = bits < 32 ? 32 : bits < 64 ? 64 : null
  const s = (5n ** BigInt(s5)) << BigInt(s2)
  const tens = s * 10n
  let b = ((fraction >> BigInt(tailZeros)) * 5n ** BigInt(b5)) << BigInt(b2)
  let m = (5n ** BigInt(b5)) << BigInt(m2)
  let digits = ''
  let low = false
  let high = false
  const step = (): number => {
    const quotient = b / s
    b = (b % s) * 10n
    m = width === null ? m * 10n : BigInt.asIntN(width, m * 10n)
    low = b < m
    high = width === null ? b + m >= tens : BigInt.asIntN(width, b + m) > tens
    return Number(quotient)
  }
  const first = step()
  if (first === 0 && !high) decimal -= 1
  else digits += String(first)
  // The scientific form has at least one digit after the point.
  if (decimal < -3 || decimal >= 8) low = high = false
  while (!low && !high) {
    digits += String(step())
    if (m <= 0n) low = high = true
  }
  if (high && (!low || 2n * b > tens || (2n * b === tens && Number(digits.at(-1)) % 2 === 1))) return roundUp(digits, decimal + 1)
  return { digits, exponent: decimal + 1 }
}

function wholeNumber(exponent: number, fraction: bigint, significantBits: number): Digits {
  const power = exponent - significantBits - 1
  const insignificant = exponent > significantBits && power > 1 ? Math.floor(power * Math.LOG10E * Math.LN2) : 0
  let value =
    exponent >= SIGNIFICAND_BITS
      ? fraction << BigInt(exponent - SIGNIFICAND_BITS)
      : fraction >> BigInt(SIGNIFICAND_BITS - exponent)
  if (insignificant > 0) {
    const unit = 10n ** BigInt(insignificant)
    const rest = value % unit
    value = value / unit + (rest >= unit / 2n ? 1n : 0n)
  }
  const text = value.toString()
  return { digits: text.replace(/0+$/, ''), exponent: text.length + insignificant }
}

function roundUp(digits: string, exponent: number): Digits {
  const kept = digits.replace(/9+$/, '')
  if (kept === '') return { digits: '1'.padEnd(digits.length, '0'), exponent: exponent + 1 }
  return { digits: kept.slice(0, -1) + String(Number(kept.at(-1)) + 1) + '0'.repeat(digits.length - kept.length), exponent }
}

/** First two terms of the logarithm around 1.5; too high by one at most, which the first digit tells. */
function estimateDecimalExponent(fraction: bigint, exponent: number): number {
  view.setBigUint64(0, (1023n << 52n) | (fraction & (HIDDEN_BIT - 1n)))
  const mantissa = view.getFloat64(0)
  return Math.floor((mantissa - 1.5) * 0.289529654 + 0.176091259 + exponent * 0.301029995663981)
}

function trailingZeros(value: bigint): number {
  let count = 0
  for (let v = value; (v & 1n) === 0n; v >>= 1n) count++
  return count
}
