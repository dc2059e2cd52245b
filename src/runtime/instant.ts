// TIMESTAMP and TIMESTAMP_LTZ values: a number of milliseconds up to precision 3, an Instant above (value.ts).
import { NS_PER_MS } from '../core/civil-time.js'
import type { FlowType } from '../ir/types.js'
import type { Instant, Value } from './value.js'

export type TimestampType = FlowType & { kind: 'timestamp' | 'timestamp_ltz'; precision: number }

export const toInstant = (value: Value): Instant => (typeof value === 'number' ? { ms: value, ns: 0 } : (value as Instant))

/** The form that a type's values have; `at` has no digits below the type's precision. */
export const fromInstant = (at: Instant, precision: number): Value => (precision <= 3 ? at.ms : { ms: at.ms, ns: at.ns })

export const compareInstants = (a: Instant, b: Instant): number => (a.ms === b.ms ? Math.sign(a.ns - b.ns) : a.ms < b.ms ? -1 : 1)

/**
 * Digits below `precision` set to zero, before 1970 towards 1970 (DateTimeUtils.truncate divides and multiplies). Flink
 * counts the digits of the nanoseconds as a number: where it has no more than `precision` of them, nothing is cut.
 */
export function truncateTowardsEpoch(at: Instant, precision: number): Instant {
  if (precision >= 9) return at
  if (precision <= 3) {
    const unit = 10 ** (3 - precision)
    return { ms: Math.trunc(at.ms / unit) * unit + 0, ns: 0 }
  }
  if ((((at.ms % 1000) + 1000) % 1000) * NS_PER_MS + at.ns < 10 ** precision) return at
  const unit = 10 ** (9 - precision)
  return { ms: at.ms, ns: Math.floor((at.ns % NS_PER_MS) / unit) * unit }
}
