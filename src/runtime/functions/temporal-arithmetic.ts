// Dates, times and timestamps moved by intervals, and arithmetic of intervals (ScalarOperatorGens of Flink's planner).
import { bug } from '../../core/bug.js'
import { civilFromDays, daysFromCivil, daysInMonth, MS_PER_DAY } from '../../core/civil-time.js'
import type { FlowType, TypeKind } from '../../ir/types.js'
import { fromInstant, toInstant } from '../instant.js'
import type { Value } from '../value.js'

export const TEMPORAL: ReadonlySet<TypeKind> = new Set<TypeKind>([
  'date',
  'time',
  'timestamp',
  'timestamp_ltz',
  'interval_day_time',
  'interval_year_month',
])

type Binary = (a: Value, b: Value) => Value

const isInterval = (t: FlowType): boolean => t.kind === 'interval_day_time' || t.kind === 'interval_year_month'

export function temporalArithmetic(operation: string, left: FlowType, right: FlowType): Binary {
  if (operation === 'times') {
    const [interval, factor] = isInterval(left) ? [0, 1] : [1, 0]
    const { kind } = isInterval(left) ? left : right
    return (...pair) => scaled(pair[factor] as number | bigint, pair[interval] as number, kind)
  }
  const sign = operation === 'minus' ? -1 : 1
  if (isInterval(left) && isInterval(right)) return (a, b) => (a as number) + sign * (b as number)
  if (isInterval(left)) {
    const shift = shiftOf(right, left)
    return (a, b) => shift(b, a as number)
  }
  const shift = shiftOf(left, right)
  return (a, b) => shift(a, sign * (b as number))
}

/** So many intervals: months wrap around as an INT, milliseconds as a BIGINT. */
export function scaled(count: number | bigint, size: number, kind: TypeKind): number {
  const product = BigInt(count) * BigInt(size)
  return Number(BigInt.asIntN(kind === 'interval_year_month' ? 32 : 64, product))
}

/** The moment moved by milliseconds or months. */
function shiftOf(moment: FlowType, interval: FlowType): (value: Value, by: number) => Value {
  const months = interval.kind === 'interval_year_month'
  switch (moment.kind) {
    case 'date':
      // Hours are cut off, not rounded: only whole days move a date.
      return months ? (v, by) => addMonths(v as number, by) : (v, by) => (v as number) + Math.trunc(by / MS_PER_DAY)
    case 'time':
      return (v, by) => ((((v as number) + by) % MS_PER_DAY) + MS_PER_DAY) % MS_PER_DAY
    case 'timestamp':
    case 'timestamp_ltz': {
      const { precision } = moment
      return (v, by) => {
        const { ms, ns } = toInstant(v)
        if (!months) return fromInstant({ ms: ms + by, ns }, precision)
        const day = Math.floor(ms / MS_PER_DAY)
        return fromInstant({ ms: addMonths(day, by) * MS_PER_DAY + (ms - day * MS_PER_DAY), ns }, precision)
      }
    }
    default:
      return bug(`${moment.key} moved by ${interval.key}`)
  }
}

/** A day that the month lacks becomes its last day. */
export function addMonths(days: number, months: number): number {
  const { year, month, day } = civilFromDays(days)
  const total = year * 12 + (month - 1) + months
  const [y, m] = [Math.floor(total / 12), (((total % 12) + 12) % 12) + 1]
  return daysFromCivil(y, m, Math.min(day, daysInMonth(y, m)))
}
