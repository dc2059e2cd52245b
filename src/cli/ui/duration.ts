// Milliseconds in the words of the language: `90 seconds`, `5 minutes`.
const UNITS: readonly (readonly [number, string])[] = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
]

/** The largest unit that divides it. */
export function duration(milliseconds: number): string {
  const [size, unit] = UNITS.find(([s]) => milliseconds !== 0 && milliseconds % s === 0) ?? [1, 'millisecond']
  const n = milliseconds / size
  return `${n} ${unit}${n === 1 ? '' : 's'}`
}
