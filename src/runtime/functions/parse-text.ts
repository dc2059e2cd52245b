// Texts as numbers, booleans, dates, times and timestamps: exactly the texts that Flink 2.2 takes, with its reading of
// each (BinaryStringDataUtil, DateTimeUtils, java.time with ResolverStyle.SMART). Null: Flink throws.
import { daysFromCivil, daysInMonth, isLeapYear, MS_PER_DAY, NS_PER_MS } from '../../core/civil-time.js'
import { divideHalfUp, fitsPrecision, parseDecimal, pow10, toPrecision } from '../../core/decimal.js'
import type { Instant } from '../value.js'

const TRUE = new Set(['t', 'true', 'y', 'yes', '1'])
const FALSE = new Set(['f', 'false', 'n', 'no', '0'])

export function textToBoolean(text: string): boolean | null {
  const lower = text.toLowerCase()
  return TRUE.has(lower) ? true : FALSE.has(lower) ? false : null
}

const trimSpaces = (text: string): string => text.replace(/^ +| +$/g, '')

/** Digits behind a point are checked and dropped; `.` alone is 0. */
const INTEGER = /^([+-]?)(\d*)(?:\.\d*)?$/

/** Any whole number; the caller checks the range. */
export function textToInteger(text: string): bigint | null {
  const match = INTEGER.exec(trimSpaces(text))
  if (match === null || match[0] === '' || match[0] === '+' || match[0] === '-') return null
  const magnitude = BigInt(match[2] === '' ? 0 : match[2]!)
  return match[1] === '-' ? -magnitude : magnitude
}

// Double.parseDouble: a type suffix and hexadecimal floats are numbers in Java; blanks are all characters up to U+0020.
const FLOAT =
  /^([+-]?)(?:(NaN)|(Infinity)|((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[fFdD]?|0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?\d+)[fFdD]?)$/

export function textToDouble(text: string): number | null {
  const parsed = parseFloating(text)
  return parsed === null ? null : parsed.value
}

export function textToFloat(text: string): number | null {
  const parsed = parseFloating(text)
  if (parsed === null) return null
  const float = Math.fround(parsed.value)
  return parsed.decimal === null ? float : correctTie(float, parsed.value, parsed.decimal)
}

function parseFloating(text: string): { value: number; decimal: string | null } | null {
  // eslint-disable-next-line no-control-regex
  const match = FLOAT.exec(text.replace(/^[\u0000- ]+|[\u0000- ]+$/g, ''))
  if (match === null) return null
  const sign = match[1] === '-' ? -1 : 1
  if (match[2] !== undefined) return { value: NaN, decimal: null }
  if (match[3] !== undefined) return { value: sign * Infinity, decimal: null }
  if (match[4] !== undefined) return { value: sign * Number(match[4]), decimal: (sign < 0 ? '-' : '') + match[4] }
  const digits = match[5]! + match[6]!
  if (digits === '') return null
  return { value: sign * Number(`0x${digits}`) * 2 ** (Number(match[7]) - 4 * match[6]!.length), decimal: null }
}

/** Float.parseFloat rounds the text once; through a double, a text just beside the middle of two floats may fall on the wrong one. */
function correctTie(float: number, double: number, text: string): number {
  if (!Number.isFinite(float) || float === double) return float
  const away = double > float ? nextFloat(float, 1) : nextFloat(float, -1)
  if ((float + away) / 2 !== double) return float
  const exact = parseDecimal(text)
  const middle = parseDecimal(decimalExpansion(double))
  if (exact === null || middle === null) return float
  const scale = Math.max(exact.scale, middle.scale)
  const x = exact.unscaled * pow10(scale - exact.scale)
  const y = middle.unscaled * pow10(scale - middle.scale)
  if (x === y) return float
  return x > y === away > float ? away : float
}

function nextFloat(value: number, direction: 1 | -1): number {
  const view = new DataView(new ArrayBuffer(4))
  view.setFloat32(0, value)
  const up = value > 0 === direction > 0
  if (value === 0) return direction * 2 ** -149
  view.setInt32(0, view.getInt32(0) + (up ? 1 : -1))
  return view.getFloat32(0)
}

/** All digits of a double. */
function decimalExpansion(value: number): string {
  let scale = 0
  let scaled = value
  while (!Number.isInteger(scaled)) {
    scaled *= 2
    scale++
  }
  const unscaled = BigInt(scaled) * 5n ** BigInt(scale)
  return `${unscaled}e-${scale}`
}

/**
 * toDecimal. Up to precision 18 and 18 bytes an own scanner reads the bytes: it counts leading zeros as digits and drops
 * one character after the number, so that '12a' is 12 and '0001.5' does not fit DECIMAL(3, 1). Longer ones are BigDecimal's.
 */
export function textToDecimal(text: string, precision: number, scale: number): bigint | null {
  if (precision > 18 || new TextEncoder().encode(text).length > 18) {
    const parsed = parseDecimal(text.replace(/^[ \n\t]+|[ \n\t]+$/g, ''))
    return parsed === null ? null : toPrecision(parsed, precision, scale)
  }
  const match = /^[ \n\t]*([+-]?)([\d.]*)/.exec(text)!
  const [all, sign, digits] = [match[0], match[1]!, match[2]!]
  if (all.length === text.length && digits === '') return null
  const point = digits.indexOf('.')
  if (point >= 0 && digits.indexOf('.', point + 1) >= 0) return null
  const significand = digits.replace('.', '')
  let exponent = point < 0 ? 0 : -(significand.length - point)
  let rest = text.slice(all.length)
  const letter = rest.charAt(0)
  rest = rest.slice(1)
  if ((letter === 'e' || letter === 'E') && rest !== '') {
    const power = /^([+-]?)(\d*)/.exec(rest)!
    if (power[1] !== '' && power[0].length === rest.length && power[2] === '') return null
    // The first digits count up to forty; one character after them is dropped.
    let value = 0
    for (const digit of power[2]!) if (value < 40) value = value * 10 + Number(digit)
    exponent += power[1] === '-' ? -value : value
    rest = rest.slice(power[0].length + 1)
  }
  if (/[^ \n\t]/.test(rest)) return null
  const change = exponent + scale
  if (significand.length + change > precision) return null
  const magnitude = BigInt(significand === '' ? 0 : significand)
  if (change < -18) return null
  const unscaled = change >= 0 ? magnitude * pow10(change) : divideHalfUp(magnitude, pow10(-change))
  return fitsPrecision(unscaled, 18) ? (sign === '-' ? -unscaled : unscaled) : null
}

const integer = (text: string): number | null => (/^\d+$/.test(text.trim()) ? Number(text.trim()) : null)

/** Month and day may be left out and have one digit; what follows a blank is not read. */
export function textToDate(text: string): number | null {
  const blank = text.indexOf(' ')
  const parts = (blank > 0 ? text.slice(0, blank) : text).split('-')
  // Behind the second hyphen everything is the day.
  if (parts.length > 3) return null
  const [year, month, day] = [
    integer(parts[0]!),
    parts[1] === undefined ? 1 : integer(parts[1]),
    parts[2] === undefined ? 1 : integer(parts[2]),
  ]
  if (year === null || month === null || day === null || year > 9999 || month < 1 || month > 12 || day < 1) return null
  if (day > (month === 2 ? (isLeapYear(year) ? 29 : 28) : daysInMonth(year, month))) return null
  return daysFromCivil(year, month, day)
}

/** Milliseconds of the day, truncated to the precision. Minutes and seconds may be left out; a zone offset is subtracted. */
export function textToTime(text: string, precision: number): number | null {
  let zone = text.indexOf('-')
  let direction = -1
  if (zone < 0) {
    zone = text.indexOf('+')
    direction = 1
  }
  const end = zone < 0 ? text.length : zone
  const offset = zone < 0 ? ['0'] : splitOnce(text.slice(zone + 1), ':')
  const [zoneHour, zoneMinute] = [integer(offset[0]!), offset[1] === undefined ? 0 : integer(offset[1])]
  const parts = text.slice(0, end).split(':')
  if (parts.length > 3) return null
  const [secondText, fraction] = parts[2] === undefined ? ['0', undefined] : splitOnce(parts[2], '.')
  const [hour, minute, second] = [integer(parts[0]!), parts[1] === undefined ? 0 : integer(parts[1]), integer(secondText!)]
  if (hour === null || minute === null || second === null || zoneHour === null || zoneMinute === null) return null
  if (hour > 23 || minute > 59 || second > 59) return null
  const ms =
    (hour + direction * zoneHour) * 3_600_000 +
    (minute + direction * zoneMinute) * 60_000 +
    second * 1000 +
    milliseconds(fraction ?? '')
  const unit = precision >= 3 ? 1 : 10 ** (3 - precision)
  return Math.trunc(ms / unit) * unit + 0
}

function splitOnce(text: string, separator: string): [string] | [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/** Three digits, the fourth rounds; what is no digit counts as 0. */
function milliseconds(fraction: string): number {
  const digits = fraction.trim().replace(/[^0-9]/g, '0')
  const three = Number(digits.slice(0, 3).padEnd(3, '0'))
  return digits.charAt(3) >= '5' ? three + 1 : three
}

/**
 * The formatter `yyyy-[MM][M]-[dd][d][ [HH][H]:[mm][m]:[ss][s][.fraction]]`. Two digits may be followed by the same
 * number once more ('2020-01-011' is the first); a day that the month lacks becomes its last day; 24:00:00 is the next day.
 */
export function textToTimestamp(text: string, precision: number): Instant | null {
  const reader = new FieldReader(text)
  const year = reader.year()
  if (year === null || !reader.literal('-')) return null
  const month = reader.field()
  if (month === null || !reader.literal('-')) return null
  const day = reader.field()
  if (day === null) return null
  let time = [0, 0, 0]
  let nanos = 0
  if (!reader.atEnd) {
    if (!reader.literal(' ')) return null
    const [hour, , minute, , second] = [reader.field(), reader.literal(':'), reader.field(), reader.literal(':'), reader.field()]
    if (hour === null || minute === null || second === null || !reader.ok) return null
    time = [hour, minute, second]
    nanos = reader.fraction()
  }
  if (!reader.atEnd || year < 1 || month < 1 || month > 12 || day < 1 || day > 31) return null
  const [hour, minute, second] = time as [number, number, number]
  const nextDay = hour === 24 && minute === 0 && second === 0 && nanos === 0
  if ((hour > 23 && !nextDay) || minute > 59 || second > 59) return null
  const days = daysFromCivil(year, month, Math.min(day, daysInMonth(year, month))) + (nextDay ? 1 : 0)
  const kept = Math.floor(nanos / 10 ** (9 - precision)) * 10 ** (9 - precision)
  const seconds = (nextDay ? 0 : hour) * 3600 + minute * 60 + second
  return { ms: days * MS_PER_DAY + seconds * 1000 + Math.floor(kept / NS_PER_MS), ns: kept % NS_PER_MS }
}

class FieldReader {
  readonly #text: string
  #at = 0
  ok = true
  constructor(text: string) {
    this.#text = text
  }

  get atEnd(): boolean {
    return this.#at === this.#text.length
  }

  literal(character: string): boolean {
    const found = this.#text.charAt(this.#at) === character
    if (found) this.#at++
    else this.ok = false
    return found
  }

  /** Four digits, or more with a plus sign. */
  year(): number | null {
    const match = /^(?:\d{4}(?!\d)|\+\d{5,10}(?!\d))/.exec(this.#text)
    if (match === null) return null
    this.#at = match[0].length
    return Number(match[0])
  }

  /** `[MM][M]`: two digits, then the same value again; or one digit. */
  field(): number | null {
    const digits = /^\d{1,21}/.exec(this.#text.slice(this.#at, this.#at + 21))?.[0]
    if (digits === undefined) return null
    if (digits.length <= 2) {
      this.#at += digits.length
      return Number(digits)
    }
    const value = Number(digits.slice(0, 2))
    this.#at += Number(digits.slice(2)) === value ? digits.length : 2
    return value
  }

  fraction(): number {
    const match = /^\.(\d{0,9})/.exec(this.#text.slice(this.#at))
    if (match === null) return 0
    this.#at += match[0].length
    return Number(match[1]!.padEnd(9, '0'))
  }
}
