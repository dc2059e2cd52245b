// Times in texts and numbers of data files.
import { parseTimestamp, type InstantParts } from '../../core/civil-time.js'

const LAST_MS = 253_402_300_799_999n

/** Milliseconds of years 1 to 9999, the range of Flink's timestamps. */
export function epochMillis(ms: bigint): number | null {
  return ms >= -62_135_596_800_000n && ms <= LAST_MS ? Number(ms) : null
}

export const floorDivide = (a: bigint, b: bigint): bigint => (a % b < 0n ? a / b - 1n : a / b)

/** Flink's json format: SQL's form, with a `Z` for an instant. */
export function sqlInstant(text: string, zoned: boolean): InstantParts | null {
  if (!zoned) return parseTimestamp(text)
  return text.endsWith('Z') ? parseTimestamp(text.slice(0, -1)) : null
}

const OFFSET = /(Z|[+-]\d{2}:?\d{2})$/

/** SQL or ISO 8601, seconds optional. With a zone it is that instant; without one a TIMESTAMP_LTZ is not known. */
export function looseInstant(text: string, needsZone: boolean): InstantParts | null {
  const separator = text.charAt(10) === 'T' ? 'T' : ' '
  const zone = OFFSET.exec(text.slice(11))?.[1]
  if (zone === undefined && needsZone) return null
  const at = parseTimestamp(zone === undefined ? text : text.slice(0, -zone.length), separator, true)
  if (at === null || zone === undefined || zone === 'Z') return at
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))]
  if (hours > 18 || minutes > 59) return null
  const shift = (hours * 60 + minutes) * 60_000
  return { ms: at.ms + (zone.startsWith('-') ? shift : -shift), ns: at.ns }
}
