// Durations as people write them outside of programs: in a configuration, on the command line.

const UNITS: Readonly<Record<string, number>> = { millisecond: 1, second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/** `7 days` as milliseconds; null: it is no duration. */
export function parseDuration(text: string): number | null {
  const found = /^(\d{1,9}) (millisecond|second|minute|hour|day)s?$/.exec(text)
  return found === null ? null : Number(found[1]) * UNITS[found[2]!]!
}

/** Milliseconds in these words, `90 seconds`: in the largest unit that divides them. */
export function durationText(milliseconds: number): string {
  const [unit, size] = Object.entries(UNITS).findLast(([, s]) => milliseconds !== 0 && milliseconds % s === 0) ?? [
    'millisecond',
    1,
  ]
  const n = milliseconds / size
  return `${n} ${unit}${n === 1 ? '' : 's'}`
}
