// Durations and counts as written → numbers.
import { wordTable } from '../core/word-table.js'
import type { Span } from '../core/span.js'
import { suggest } from '../core/suggest.js'
import { syntax } from '../diagnostics/codes/syntax.js'
import type { Definition, Fix } from '../diagnostics/define.js'

export type Complain = <P extends object>(definition: Definition<P>, span: Span, parameters: P, fixes?: readonly Fix[]) => void

const UNITS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['millisecond', 1],
  ['milliseconds', 1],
  ['second', 1_000],
  ['seconds', 1_000],
  ['minute', 60_000],
  ['minutes', 60_000],
  ['hour', 3_600_000],
  ['hours', 3_600_000],
  ['day', 86_400_000],
  ['days', 86_400_000],
])
const SHORT: Readonly<Record<string, string>> = wordTable({
  s: 'seconds',
  sec: 'seconds',
  secs: 'seconds',
  m: 'minutes',
  min: 'minutes',
  mins: 'minutes',
  h: 'hours',
  hr: 'hours',
  hrs: 'hours',
  d: 'days',
})

/** `min` → `minutes`: the abbreviations of other languages. */
export const unitMeant = (word: string): string | undefined => SHORT[word.toLowerCase()]

export const isUnit = (word: string): boolean => UNITS.has(word.toLowerCase())

/** Stands where a duration could not be read: a value that causes no further message. */
const STAND_IN = 60_000

export function durationOf(
  number: string,
  unit: { readonly text: string; readonly span: Span },
  span: Span,
  complain: Complain,
): { milliseconds: number; written: string } {
  const written = `${number} ${unit.text}`
  const factor = UNITS.get(unit.text.toLowerCase())
  if (factor === undefined) {
    const week = /^weeks?$/i.test(unit.text) && /^\d{1,4}$/.test(number)
    const several = week ? 'days' : (unitMeant(unit.text) ?? suggest(unit.text, UNITS.keys())[0])
    const meant = number === '1' && !week && several !== 'ms' ? several?.replace(/s$/, '') : several
    const whole = `${week ? Number(number) * 7 : number} ${meant}`
    const hint = meant === undefined ? null : `write \`${whole}\``
    const fix = week ? { title: `write \`${whole}\``, edits: [{ span, text: whole }] } : undefined
    const fixes = meant === undefined ? [] : [fix ?? { title: `write \`${meant}\``, edits: [{ span: unit.span, text: meant }] }]
    complain(syntax.unknownUnit, unit.span, { unit: unit.text, hint }, fixes)
    return { milliseconds: STAND_IN, written }
  }
  const milliseconds = exactProduct(number, factor)
  if (milliseconds === undefined) {
    complain(syntax.durationRange, span, { written })
    return { milliseconds: STAND_IN, written }
  }
  return { milliseconds, written }
}

/** `1.5` × 1000 without binary fractions; undefined where the result is no whole number of milliseconds, or too large. */
function exactProduct(number: string, factor: number): number | undefined {
  const parts = /^([0-9]*)(?:\.([0-9]+))?$/.exec(number)
  if (parts === null || number.length > 30) return undefined
  const decimals = parts[2] ?? ''
  const scaled = BigInt((parts[1] ?? '') + decimals || '0') * BigInt(factor)
  const divisor = 10n ** BigInt(decimals.length)
  const value = scaled / divisor
  if (scaled % divisor !== 0n || value > BigInt(Number.MAX_SAFE_INTEGER)) return undefined
  return Number(value)
}

/** A whole number from 0 to 2147483647; complains and gives 1 otherwise. */
export function countOf(image: string, span: Span, complain: Complain): number {
  const value = Number(image)
  if (/^[0-9]+$/.test(image) && value <= 2147483647) return value
  complain(syntax.wholeNumber, span, { written: image })
  return 1
}
