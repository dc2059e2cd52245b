import { describe, expect, it } from 'vitest'
import {
  civilFromDays,
  daysFromCivil,
  formatDate,
  formatTime,
  formatTimestamp,
  parseDate,
  parseTime,
  parseTimestamp,
  truncateInstant,
} from './civil-time.js'

describe('civil time', () => {
  it('agrees with the platform on every day around leap years and on far years', () => {
    for (const year of [0, 1, 4, 99, 100, 400, 1582, 1899, 1900, 1969, 1970, 1999, 2000, 2023, 2024, 2100, 9999]) {
      for (let dayOfYear = 0; dayOfYear < 366; dayOfYear++) {
        const date = new Date(0)
        date.setUTCFullYear(year, 0, 1)
        date.setUTCDate(date.getUTCDate() + dayOfYear)
        const [y, m, d] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
        const days = date.getTime() / 86_400_000
        expect(daysFromCivil(y, m, d)).toBe(days)
        expect(civilFromDays(days)).toEqual({ year: y, month: m, day: d })
      }
    }
  })

  it.each(['2023-02-29', '2024-13-01', '2024-00-10', '2024-04-31', '24-01-01', '2024-1-1', '2024-01-01 ', ''])(
    'refuses the day %j',
    (text) => {
      expect(parseDate(text)).toBeNull()
    },
  )

  it('takes days through text and back', () => {
    expect(parseDate('1970-01-01')).toBe(0)
    expect(parseDate('2024-02-29')).toBe(19782)
    expect(formatDate(19782)).toBe('2024-02-29')
    expect(formatDate(-719162)).toBe('0001-01-01')
  })

  it.each(['24:00:00', '10:60:00', '10:00:60', '10:00', '1:00:00', '10:00:00.', '10:00:00.0123456789'])(
    'refuses the time %j',
    (text) => {
      expect(parseTime(text)).toBeNull()
    },
  )

  it('reads nanoseconds and pads what is left out', () => {
    expect(parseTime('23:59:59.5')).toEqual({ ms: 86_399_500, ns: 0 })
    expect(parseTime('00:00:00.123456789')).toEqual({ ms: 123, ns: 456789 })
    expect(parseTime('10:30', true)).toEqual({ ms: 37_800_000, ns: 0 })
    expect(formatTime(123, 9, 456789)).toBe('00:00:00.123456789')
    expect(formatTime(86_399_500, 0)).toBe('23:59:59')
  })

  it('takes instants before the epoch through text and back', () => {
    const at = parseTimestamp('1969-12-31 23:59:59.999')
    expect(at).toEqual({ ms: -1, ns: 0 })
    expect(formatTimestamp(at!, 3)).toBe('1969-12-31 23:59:59.999')
    expect(formatTimestamp(at!, 0, 'T')).toBe('1969-12-31T23:59:59')
    expect(parseTimestamp('2024-01-01T00:00:00')).toBeNull()
    expect(parseTimestamp('2024-01-01T00:00:00', 'T')).toEqual({ ms: 1_704_067_200_000, ns: 0 })
  })

  it('cuts towards the past', () => {
    expect(truncateInstant({ ms: -1, ns: 0 }, 0)).toEqual({ ms: -1000, ns: 0 })
    expect(truncateInstant({ ms: 1234, ns: 567891 }, 6)).toEqual({ ms: 1234, ns: 567000 })
    expect(truncateInstant({ ms: 1234, ns: 567891 }, 2)).toEqual({ ms: 1230, ns: 0 })
    expect(truncateInstant({ ms: 1234, ns: 567891 }, 9)).toEqual({ ms: 1234, ns: 567891 })
  })
})
