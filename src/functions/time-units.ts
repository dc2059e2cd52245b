// Which units the time functions take of which type. Flink's planner accepts more of them; for the others it computes
// nonsense, ignores a part of the value, or generates no code (asked of Flink 2.2, recorded in test/conformance/values).
import type { FlowType } from '../ir/types.js'

export const LARGE_UNITS = ['millennium', 'century', 'decade', 'year', 'quarter', 'month', 'week'] as const
const CLOCK_UNITS = ['hour', 'minute', 'second'] as const

export type TimeForm = 'extract' | 'floor' | 'ceil' | 'timestampadd' | 'timestampdiff'
type Moment = 'date' | 'time' | 'timestamp'
type Family = Moment | 'days' | 'months'

const YEAR_TO_WEEK = ['year', 'quarter', 'month', 'week'] as const
const DIFFERENCE = [...YEAR_TO_WEEK, 'day', ...CLOCK_UNITS] as const

const UNITS: Readonly<Record<TimeForm, Readonly<Record<Moment, readonly string[]>>>> = {
  extract: {
    date: [...LARGE_UNITS, 'day', 'doy', 'dow', 'isodow', 'isoyear', 'epoch'],
    time: CLOCK_UNITS,
    timestamp: [
      ...LARGE_UNITS,
      'day',
      'doy',
      'dow',
      'isodow',
      'isoyear',
      'epoch',
      ...CLOCK_UNITS,
      'millisecond',
      'microsecond',
      'nanosecond',
    ],
  },
  floor: { date: LARGE_UNITS, time: CLOCK_UNITS, timestamp: [...LARGE_UNITS, 'day', ...CLOCK_UNITS, 'millisecond'] },
  ceil: { date: YEAR_TO_WEEK, time: [], timestamp: ['day', ...CLOCK_UNITS, 'millisecond'] },
  timestampadd: {
    date: [...LARGE_UNITS, 'day', ...CLOCK_UNITS],
    time: CLOCK_UNITS,
    timestamp: [...LARGE_UNITS, 'day', ...CLOCK_UNITS, 'millisecond'],
  },
  timestampdiff: { date: DIFFERENCE, time: [], timestamp: DIFFERENCE },
}

const OF_INTERVALS = { days: ['day', ...CLOCK_UNITS, 'millisecond'], months: ['year', 'month'] } as const

/** Null: no date, time, timestamp or interval. */
export function familyOf(type: FlowType): Family | null {
  switch (type.kind) {
    case 'timestamp':
    case 'timestamp_ltz':
      return 'timestamp'
    case 'date':
    case 'time':
      return type.kind
    case 'interval_day_time':
      return 'days'
    case 'interval_year_month':
      return 'months'
    default:
      return null
  }
}

export const isMoment = (type: FlowType): boolean => ['date', 'time', 'timestamp'].includes(familyOf(type) ?? '')

export const unitsOf = (form: TimeForm, type: FlowType): readonly string[] => {
  const family = familyOf(type)
  if (family === null) return []
  if (family === 'days' || family === 'months') return form === 'extract' ? OF_INTERVALS[family] : []
  const units = UNITS[form][family]
  // more digits than the type has
  const fine =
    type.kind === 'time' || (form === 'timestampadd' && type.kind !== 'date' && (type as { precision: number }).precision < 3)
  if (fine) return units.filter((u) => u !== 'millisecond')
  // of a TIMESTAMP_LTZ Flink drops the digits below a millisecond and forgets to round up
  const cut = form === 'ceil' && type.kind === 'timestamp_ltz' && type.precision > 3
  return cut ? units.filter((u) => u !== 'millisecond') : units
}

/** Why Flink's answer for another unit is of no use. */
export function misfit(form: TimeForm, type: FlowType, unit: string): string {
  if (!isMoment(type)) return 'the interval has no such field in Flink'
  const large = (LARGE_UNITS as readonly string[]).includes(unit)
  if (type.kind === 'time')
    return form === 'ceil' || form === 'timestampdiff'
      ? 'Flink gives 24:00:00, or no code at all'
      : 'a time of day has hours, minutes and whole seconds'
  if (form === 'ceil' && large)
    return type.kind === 'date'
      ? 'Flink gives the end of the next one for the first day of a decade, century or millennium'
      : 'Flink forgets the time of day: noon of January 1st would already be at the beginning of its year'
  if (form === 'timestampdiff')
    return unit === 'day'
      ? 'Flink cannot tell it'
      : 'its INT would silently wrap around in Flink; `(b - a) DAY TO SECOND` keeps milliseconds, as an interval'
  if (form === 'timestampadd' && type.kind !== 'date' && unit === 'millisecond') return `${type.key} has no milliseconds`
  if (form === 'ceil' && unit === 'millisecond') return 'Flink cuts the digits below a millisecond instead of rounding up'
  if (type.kind === 'date') return form === 'ceil' ? 'Flink gives the next day for every date' : 'a date has whole days'
  return 'Flink accepts it and computes nothing that makes sense'
}
