// Quoting: identifiers, texts and intervals as Flink's parser reads them.
import { bug } from '../../core/bug.js'

export const quoteName = (name: string): string => `\`${name.replaceAll('`', '``')}\``
export const quotePath = (path: readonly string[]): string => path.map(quoteName).join('.')
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`

const UNITS = [
  { name: 'DAY', size: 86_400_000 },
  { name: 'HOUR', size: 3_600_000 },
  { name: 'MINUTE', size: 60_000 },
  { name: 'SECOND', size: 1_000 },
] as const

/** The longest interval that Flink takes in every place: a leading field of three digits, of days. */
export const MAX_INTERVAL = 1_000 * 86_400_000 - 1

/**
 * A day-time interval literal in its largest exact unit. A leading field has two digits unless it says more, and outside
 * window functions Flink refuses more than three (DayTimeIntervalType), so longer ones are written as DAY TO SECOND.
 */
export function intervalText(milliseconds: number): string {
  const sign = milliseconds < 0 ? '-' : ''
  const length = Math.abs(milliseconds)
  if (!Number.isInteger(length) || length > MAX_INTERVAL) return bug(`no interval literal for ${milliseconds} ms`)
  for (const unit of UNITS) {
    const value = length / unit.size
    if (Number.isInteger(value) && (value > 0 || unit.name === 'SECOND') && value <= 999)
      return `INTERVAL ${sign}'${value}' ${unit.name}${value > 99 ? '(3)' : ''}`
  }
  if (length < 100_000) return `INTERVAL ${sign}'${Math.floor(length / 1000)}.${pad(length % 1000, 3)}' SECOND`
  const days = Math.floor(length / 86_400_000)
  const clock = [Math.floor(length / 3_600_000) % 24, Math.floor(length / 60_000) % 60, Math.floor(length / 1000) % 60].map((x) =>
    pad(x, 2),
  )
  return `INTERVAL ${sign}'${days} ${clock.join(':')}.${pad(length % 1000, 3)}' DAY${days > 99 ? '(3)' : ''} TO SECOND(3)`
}

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0')

/** A duration in the spelling of Flink's options: `60 s`. */
export function optionDuration(milliseconds: number): string {
  if (milliseconds % 60_000 === 0 && milliseconds > 0) return `${milliseconds / 60_000} min`
  if (milliseconds % 1_000 === 0 && milliseconds > 0) return `${milliseconds / 1_000} s`
  return `${milliseconds} ms`
}

/** A path that stands in the folder of files, as against a URL or an absolute one. */
export const isRelative = (path: string): boolean => !/^[a-z][a-z0-9+.-]*:|^\//i.test(path)
