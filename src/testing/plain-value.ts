// Values of JavaScript whose column is not known: rows that a test has made or changed itself.
import { parseDecimal, type Decimal } from '../core/decimal.js'

/** As in the tables of `flowc test`: texts in quotes. */
export function plainText(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return ''
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  if (typeof value !== 'object') return String(value)
  if (isAsymmetric(value)) return matcherText(value)
  if (isPattern(value)) return String(value)
  if (isDate(value)) return Number.isNaN(value.getTime()) ? String(value) : value.toISOString()
  if (value instanceof Uint8Array) return `'${hex(value)}'`
  if (Array.isArray(value)) return `[${value.map(plainText).join(', ')}]`
  if (value instanceof Map) return `{${[...value].map(([k, v]) => `${plainText(k)}=${plainText(v)}`).join(', ')}}`
  if (saysNothing(value)) return Object.prototype.toString.call(value).slice('[object '.length, -1)
  return `(${Object.entries(value)
    .map(([k, v]) => `${k}=${plainText(v)}`)
    .join(', ')})`
}

/** A matcher of the runner, which stands in place of a value. */
export interface AsymmetricMatcher {
  readonly asymmetricMatch: (actual: unknown) => boolean
  readonly toAsymmetricMatcher?: () => string
  readonly sample?: unknown
}
export const isAsymmetric = (value: unknown): value is AsymmetricMatcher =>
  typeof value === 'object' && value !== null && typeof (value as Partial<AsymmetricMatcher>).asymmetricMatch === 'function'

/** `StringMatching /^9/`, as the runner itself prints it. */
const matcherText = (matcher: AsymmetricMatcher): string =>
  matcher.toAsymmetricMatcher?.() ?? `${String(matcher)} ${plainText(matcher.sample)}`.trimEnd()

/** A runner may have a realm of its own. */
const isPattern = (value: object): boolean => Object.prototype.toString.call(value) === '[object RegExp]'
const isDate = (value: object): value is Date => Object.prototype.toString.call(value) === '[object Date]'
const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
/** A set, a promise, an instance that hides what it holds. */
const saysNothing = (value: object): boolean => !isPlain(value) && Object.keys(value).length === 0
/** A runner may have a realm of its own, with a prototype of plain objects of its own. */
const sameClass = (a: object, b: object): boolean =>
  (isPlain(a) && isPlain(b)) || Object.getPrototypeOf(a) === Object.getPrototypeOf(b)

const hex = (bytes: Uint8Array): string => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')

/** Numbers are the same by value, also where one of the two is written as text: DECIMAL comes out as text. Two texts are the same letter by letter. */
export function samePlain(actual: unknown, expected: unknown): boolean {
  if (typeof actual === 'number' && typeof expected === 'number') return actual === expected || Object.is(actual, expected)
  if (isNumber(actual) || isNumber(expected)) return sameNumber(actual, expected)
  if (expected instanceof Uint8Array) return samePlain(actual instanceof Uint8Array ? hex(actual) : actual, hex(expected))
  if (actual instanceof Uint8Array) return samePlain(hex(actual), expected)
  if (typeof actual !== 'object' || typeof expected !== 'object' || actual === null || expected === null)
    return actual === expected
  if (Array.isArray(actual) || Array.isArray(expected))
    return (
      Array.isArray(actual) &&
      Array.isArray(expected) &&
      actual.length === expected.length &&
      actual.every((v, i) => samePlain(v, expected[i]))
    )
  if (actual instanceof Map || expected instanceof Map)
    return (
      actual instanceof Map &&
      expected instanceof Map &&
      actual.size === expected.size &&
      [...actual].every(([k, v]) => [...expected].some(([k2, v2]) => samePlain(k, k2) && samePlain(v, v2)))
    )
  if (isDate(actual) && isDate(expected)) return Object.is(actual.getTime(), expected.getTime())
  if (!sameClass(actual, expected) || saysNothing(actual)) return actual === expected
  const [a, e] = [actual as Readonly<Record<string, unknown>>, expected as Readonly<Record<string, unknown>>]
  const names = new Set([...Object.keys(a), ...Object.keys(e)])
  return [...names].every((name) => samePlain(a[name] ?? null, e[name] ?? null))
}

const isNumber = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint'

function sameNumber(actual: unknown, expected: unknown): boolean {
  const [a, e] = [decimalOf(actual), decimalOf(expected)]
  if (a === null || e === null) return false
  const scale = Math.max(a.scale, e.scale)
  return a.unscaled * 10n ** BigInt(scale - a.scale) === e.unscaled * 10n ** BigInt(scale - e.scale)
}

const decimalOf = (value: unknown): Decimal | null =>
  isNumber(value) || typeof value === 'string' ? parseDecimal(String(value)) : null
