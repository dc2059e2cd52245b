// Days, times and instants of the proleptic ISO calendar, without Date: text to numbers and back.

export const MS_PER_DAY = 86_400_000
export const NS_PER_MS = 1_000_000

export interface CivilDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** Epoch milliseconds and the nanoseconds of that millisecond (0 … 999999). */
export interface InstantParts {
  readonly ms: number
  readonly ns: number
}

/** Days since 1970-01-01; months are counted from March so that the leap day ends a year. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

export function civilFromDays(days: number): CivilDate {
  const z = days + 719_468
  const era = Math.floor(z / 146_097)
  const dayOfEra = z - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shifted = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1
  const month = shifted + (shifted < 10 ? 3 : -9)
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}

export const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0')

const DATE_TEXT = /^(\d{4})-(\d{2})-(\d{2})$/
/** At most nine fraction digits; seconds may be left out only where a caller says so. */
const TIME_TEXT = /^(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?$/

/** `yyyy-MM-dd` of a day that exists, as epoch days. */
export function parseDate(text: string): number | null {
  const match = DATE_TEXT.exec(text)
  if (match === null) return null
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null
  return daysFromCivil(year, month, day)
}

/** `HH:mm:ss[.f…]` as milliseconds of the day and nanoseconds of the millisecond; `HH:mm` with `shortForm`. */
export function parseTime(text: string, shortForm = false): InstantParts | null {
  const match = TIME_TEXT.exec(text)
  if (match === null || (match[3] === undefined && !shortForm)) return null
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)]
  if (hour > 23 || minute > 59 || second > 59) return null
  const nanos = Number((match[4] ?? '').padEnd(9, '0'))
  return { ms: hour * 3_600_000 + minute * 60_000 + second * 1000 + Math.floor(nanos / NS_PER_MS), ns: nanos % NS_PER_MS }
}

/** `yyyy-MM-dd HH:mm:ss[.f…]`, or with `separator` between day and time. No time zone: the fields are taken as UTC. */
export function parseTimestamp(text: string, separator: ' ' | 'T' = ' ', shortForm = false): InstantParts | null {
  if (text.charAt(10) !== separator) return null
  const days = parseDate(text.slice(0, 10))
  const time = parseTime(text.slice(11), shortForm)
  return days === null || time === null ? null : { ms: days * MS_PER_DAY + time.ms, ns: time.ns }
}

/** `yyyy-MM-dd`; five digits and a sign appear only beyond the years 0000 … 9999, as in java.time. */
export function formatDate(days: number): string {
  const { year, month, day } = civilFromDays(days)
  const yearText = year < 0 ? `-${pad(-year, 4)}` : year > 9999 ? `+${year}` : pad(year, 4)
  return `${yearText}-${pad(month, 2)}-${pad(day, 2)}`
}

/** Exactly `digits` fraction digits (cut, not rounded), none and no point for 0. */
function fraction(milliseconds: number, nanos: number, digits: number): string {
  return digits === 0 ? '' : `.${(pad(milliseconds, 3) + pad(nanos, 6)).slice(0, digits)}`
}

/** `HH:mm:ss` and exactly `digits` fraction digits of a millisecond of the day. */
export function formatTime(millisOfDay: number, digits: number, ns = 0): string {
  const seconds = Math.floor(millisOfDay / 1000)
  const hms = `${pad(Math.floor(seconds / 3600), 2)}:${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}`
  return hms + fraction(millisOfDay % 1000, ns, digits)
}

/** `yyyy-MM-dd HH:mm:ss` and exactly `digits` fraction digits. */
export function formatTimestamp(at: InstantParts, digits: number, separator: ' ' | 'T' = ' '): string {
  const days = Math.floor(at.ms / MS_PER_DAY)
  return `${formatDate(days)}${separator}${formatTime(at.ms - days * MS_PER_DAY, digits, at.ns)}`
}

/** Cuts an instant to `precision` fraction digits, towards the past as Flink's TimestampData casts do. */
export function truncateInstant(at: InstantParts, precision: number): InstantParts {
  if (precision >= 9) return at
  if (precision <= 3) {
    const unit = 10 ** (3 - precision)
    return { ms: Math.floor(at.ms / unit) * unit, ns: 0 }
  }
  const unit = 10 ** (9 - precision)
  return { ms: at.ms, ns: Math.floor(at.ns / unit) * unit }
}
