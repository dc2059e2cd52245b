// EXTRACT, FLOOR and CEIL of times, TIMESTAMPADD, TIMESTAMPDIFF and differences of times (ExtractCallGen, FloorCeilCallGen,
// TimestampDiffCallGen and DateTimeUtils of Flink). Years to weeks of a timestamp are taken from its day, and the day from a
// division towards zero: before 1970 a time of day belongs to the next day.
import { bug } from '../../core/bug.js'
import { civilFromDays, daysFromCivil, MS_PER_DAY, type CivilDate } from '../../core/civil-time.js'
import { unitIn } from '../../functions/time-functions.js'
import type { CallExpr } from '../../ir/expr.js'
import type { FlowType } from '../../ir/types.js'
import { fromInstant, toInstant } from '../instant.js'
import type { Instant, Value } from '../value.js'
import type { Eval, Evaluator } from './eval.js'
import { addMonths, scaled, temporalArithmetic } from './temporal-arithmetic.js'

const MILLISECONDS: Readonly<Record<string, number>> = {
  day: MS_PER_DAY,
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
  millisecond: 1,
}
const MONTHS: Readonly<Record<string, number>> = {
  millennium: 12_000,
  century: 1200,
  decade: 120,
  year: 12,
  quarter: 3,
  month: 1,
}

/** Applied to the last argument where it is not NULL. */
const onLast =
  (make: (call: CallExpr, unit: string, type: FlowType) => (value: Value) => Value): Evaluator =>
  (call, args) => {
    const moment = args.at(-1)!
    const apply = make(call, unitIn(call.args[0]!), call.args.at(-1)!.type)
    return (l, r) => {
      const value = moment(l, r)
      return value === null ? null : apply(value)
    }
  }

// ---------------------------------------------------------------- fields of a day

const mod = (a: number, b: number): number => ((a % b) + b) % b

/** Monday is 1; 1970-01-01 was a Thursday. */
const isoDayOfWeek = (days: number): number => mod(days + 3, 7) + 1

/** The day of the week's Thursday decides the year of the week. */
function isoWeek(days: number): { readonly year: number; readonly week: number } {
  const thursday = days - isoDayOfWeek(days) + 4
  const { year } = civilFromDays(thursday)
  return { year, week: Math.floor((thursday - daysFromCivil(year, 1, 1)) / 7) + 1 }
}

/** Centuries and millennia begin with year 1. */
const upwards = (year: number, size: number): number =>
  year > 0 ? Math.floor((year + size - 1) / size) : -Math.floor((size - 1 - year) / size)

function fieldOfDay(unit: string, days: number): number {
  const { year, month, day } = civilFromDays(days)
  switch (unit) {
    case 'millennium':
      return upwards(year, 1000)
    case 'century':
      return upwards(year, 100)
    case 'decade':
      return Math.floor(year / 10)
    case 'year':
      return year
    case 'isoyear':
      return isoWeek(days).year
    case 'quarter':
      return Math.floor((month + 2) / 3)
    case 'month':
      return month
    case 'week':
      return isoWeek(days).week
    case 'day':
      return day
    case 'doy':
      return days - daysFromCivil(year, 1, 1) + 1
    case 'dow':
      return (isoDayOfWeek(days) % 7) + 1
    case 'isodow':
      return isoDayOfWeek(days)
    default:
      return bug(`the field ${unit} of a day`)
  }
}

function fieldOfInstant(unit: string, { ms, ns }: Instant): number | bigint {
  switch (unit) {
    case 'hour':
      return Math.trunc((ms % MS_PER_DAY) / 3_600_000)
    case 'minute':
      return Math.trunc((ms % 3_600_000) / 60_000)
    case 'second':
      return Math.trunc((ms % 60_000) / 1000)
    case 'millisecond':
      return ms % 1000
    case 'microsecond':
      return (ms % 1000) * 1000 + Math.floor(ns / 1000)
    case 'nanosecond':
      return (ms % 1000) * 1_000_000 + ns
    case 'epoch':
      return Math.trunc(ms / 1000)
    default:
      return fieldOfDay(unit, Math.trunc(ms / MS_PER_DAY))
  }
}

/** Of months and years as they are written: 14 months are 1 year and 2 months. */
const fieldOfMonths = (unit: string, months: number): number => (unit === 'year' ? Math.trunc(months / 12) : months % 12)

const extract = onLast((_, unit, type) => {
  if (type.kind === 'interval_year_month') return (v) => BigInt(fieldOfMonths(unit, v as number))
  if (type.kind === 'interval_day_time' && unit === 'day') return (v) => BigInt(Math.trunc((v as number) / MS_PER_DAY))
  if (type.kind === 'date') return (v) => BigInt(unit === 'epoch' ? (v as number) * 86_400 : fieldOfDay(unit, v as number))
  return (v) => BigInt(fieldOfInstant(unit, toInstant(v)))
})

// ---------------------------------------------------------------- floor and ceil

const firstYear = (year: number, size: number): number => Math.floor((year - 1) / size) * size + 1

/** The last day of the Julian calendar, 1582-10-04: up to it FLOOR and CEIL take years, months and days from that calendar. */
const LAST_JULIAN = -141_428

/** Meeus, Astronomical Algorithms, as Calcite has it. */
function calendarOf(days: number): CivilDate {
  if (days > LAST_JULIAN) return civilFromDays(days)
  const c = days + 2_440_588 + 32_082
  const d = Math.floor((4 * c + 3) / 1461)
  const e = c - Math.floor((1461 * d) / 4)
  const m = Math.floor((5 * e + 2) / 153)
  return {
    year: d - 4800 + Math.floor(m / 10),
    month: m + 3 - 12 * Math.floor(m / 10),
    day: e - Math.floor((153 * m + 2) / 5) + 1,
  }
}

/** The first day of the unit in which a day lies. */
function floorDay(unit: string, days: number): number {
  const { year, month, day } = calendarOf(days)
  switch (unit) {
    case 'millennium':
      return daysFromCivil(firstYear(year, 1000), 1, 1)
    case 'century':
      return daysFromCivil(firstYear(year, 100), 1, 1)
    case 'decade':
      return daysFromCivil(Math.floor(year / 10) * 10, 1, 1)
    case 'year':
      return daysFromCivil(year, 1, 1)
    case 'quarter':
      return daysFromCivil(year, month - ((month - 1) % 3), 1)
    case 'month':
      return daysFromCivil(year, month, 1)
    case 'week':
      return daysFromCivil(year, month, day) - (isoDayOfWeek(days) % 7)
    default:
      return bug(`the beginning of ${unit} of a day`)
  }
}

function ceilDay(unit: string, days: number): number {
  const start = floorDay(unit, days)
  const { year, month, day } = calendarOf(days)
  if (start === daysFromCivil(year, month, day)) return start
  return unit === 'week' ? start + 7 : addMonths(start, MONTHS[unit]!)
}

const rounding = (day: (unit: string, days: number) => number, up: boolean): Evaluator =>
  onLast((_, unit, type) => {
    const size = MILLISECONDS[unit]
    if (type.kind === 'date') return (v) => day(unit, v as number)
    if (type.kind === 'time') return (v) => Math.floor((v as number) / size!) * size!
    const { precision } = type as FlowType & { precision: number }
    return (v) => {
      const { ms, ns } = toInstant(v)
      if (size === undefined) return fromInstant({ ms: day(unit, Math.trunc(ms / MS_PER_DAY)) * MS_PER_DAY, ns: 0 }, precision)
      const steps = up ? Math.ceil(ms / size) : Math.floor(ms / size)
      return fromInstant({ ms: steps * size + 0 + (up && size === 1 && ns > 0 ? 1 : 0), ns: 0 }, precision)
    }
  })

// ---------------------------------------------------------------- moving and measuring

/** `x + n * INTERVAL '1' unit`, which the planner makes of it. */
const timestampadd: Evaluator = (call, [, count, moment]) => {
  const unit = unitIn(call.args[0]!)
  const { type } = call.args[2]!
  const months = MONTHS[unit]
  const size = months ?? (unit === 'week' ? 7 * MS_PER_DAY : MILLISECONDS[unit]!)
  const interval: FlowType =
    months === undefined ? { kind: 'interval_day_time', key: '' } : { kind: 'interval_year_month', key: '' }
  const plus = temporalArithmetic('plus', call.type, interval)
  return (l, r) => {
    const n = count!(l, r)
    const value = moment!(l, r)
    if (n === null || value === null) return null
    const from = call.type.kind === type.kind ? value : fromInstant({ ms: (value as number) * MS_PER_DAY, ns: 0 }, 6)
    return plus(from, scaled(n as number | bigint, size, interval.kind))
  }
}

const millisecondsOf = (type: FlowType): ((v: Value) => number) =>
  type.kind === 'date' ? (v) => (v as number) * MS_PER_DAY : (v) => toInstant(v).ms

/** Whole months from `b` to `a` (DateTimeUtils.subtractMonths), of days. */
function monthsOfDays(a: number, b: number): number {
  if (a < b) return -monthsOfDays(b, a)
  let months = Math.trunc((a - b) / 31)
  for (;;) {
    if (addMonths(b, months) >= a) return months
    if (addMonths(b, months + 1) > a) return months
    months++
  }
}

/** Of instants; where the days are whole months apart, the time of day decides. */
function monthsOf(a: number, b: number): number {
  const [dayA, dayB] = [Math.floor(a / MS_PER_DAY), Math.floor(b / MS_PER_DAY)]
  const months = monthsOfDays(dayA, dayB)
  return addMonths(dayB, months) === dayA && a - dayA * MS_PER_DAY < b - dayB * MS_PER_DAY ? months - 1 : months
}

/** Of two arguments that are not NULL, as milliseconds. */
const measured =
  (first: number, measure: (call: CallExpr) => (a: number, b: number) => number): Evaluator =>
  (call, args) => {
    const [left, right]: readonly [Eval, Eval] = [args[first]!, args[first + 1]!]
    const ms = millisecondsOf(call.args[first]!.type)
    const apply = measure(call)
    return (l, r) => {
      const [a, b] = [left(l, r), right(l, r)]
      return a === null || b === null ? null : apply(ms(a), ms(b)) + 0
    }
  }

const months = (call: CallExpr, first: number): ((a: number, b: number) => number) =>
  call.args[first]!.type.kind === 'date' ? (a, b) => monthsOfDays(a / MS_PER_DAY, b / MS_PER_DAY) : monthsOf

/** The result is an INT, and weeks are counted from seconds that are one too. */
const timestampdiff = measured(1, (call) => {
  const unit = unitIn(call.args[0]!)
  const size = MONTHS[unit]
  if (size !== undefined) {
    const between = months(call, 1)
    return (a, b) => Math.trunc(between(b, a) / size)
  }
  if (unit === 'week') return (a, b) => Math.trunc((Math.trunc((b - a) / 1000) | 0) / 604_800)
  return (a, b) => Math.trunc((b - a) / MILLISECONDS[unit]!) | 0
})

export const TIME = {
  extract,
  floor_time: rounding(floorDay, false),
  ceil_time: rounding(ceilDay, true),
  timestampadd,
  timestampdiff,
  time_between: measured(0, () => (a, b) => a - b),
  months_between: measured(0, (call) => months(call, 0)),
} as const satisfies Record<string, Evaluator>
