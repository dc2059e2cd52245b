// How Flink derives DECIMAL types (LogicalTypeMerging and the planner's FlinkTypeSystem): precision is capped at 38, and
// where it would be larger, fraction digits go first, down to 6.
import { decimal, isInteger, MAX_DECIMAL_PRECISION, type FlowType } from '../ir/types.js'

export interface Digits {
  readonly precision: number
  readonly scale: number
}

const INTEGER_DIGITS: Readonly<Record<string, number>> = { tinyint: 3, smallint: 5, int: 10, bigint: 19 }
/** Fraction digits that a derived type keeps at least, where it has so many. */
const MINIMAL_SCALE = 6

/** An exact number's digits; integers count as decimals wide enough for all their values. */
export function digitsOf(type: FlowType): Digits | null {
  if (type.kind === 'decimal') return { precision: type.precision, scale: type.scale }
  if (isInteger(type)) return { precision: INTEGER_DIGITS[type.kind]!, scale: 0 }
  return null
}

export const decimalOf = (d: Digits): FlowType & { kind: 'decimal' } => decimal(d.precision, d.scale)

/** Brings a derived type under 38 digits: whole digits are kept, fraction digits are given up. */
function adjust({ precision, scale }: Digits): Digits {
  if (precision <= MAX_DECIMAL_PRECISION) return { precision, scale }
  const whole = precision - scale
  return { precision: MAX_DECIMAL_PRECISION, scale: Math.max(MAX_DECIMAL_PRECISION - whole, Math.min(scale, MINIMAL_SCALE)) }
}

export type DecimalOperation = 'plus' | 'minus' | 'times' | 'divide' | 'mod'

/** The type before `adjust`: one that holds every exact result (for a quotient: all that Flink would compute). */
export function exactDigits(operation: DecimalOperation, a: Digits, b: Digits): Digits {
  switch (operation) {
    case 'plus':
    case 'minus': {
      const scale = Math.max(a.scale, b.scale)
      return { precision: Math.max(a.precision - a.scale, b.precision - b.scale) + scale + 1, scale }
    }
    case 'times':
      return { precision: a.precision + b.precision + 1, scale: a.scale + b.scale }
    case 'divide': {
      const scale = Math.max(6, a.scale + b.precision + 1)
      return { precision: a.precision - a.scale + b.scale + scale, scale }
    }
    case 'mod': {
      const scale = Math.max(a.scale, b.scale)
      return { precision: Math.min(a.precision - a.scale, b.precision - b.scale) + scale, scale }
    }
  }
}

export const deriveDigits = (operation: DecimalOperation, a: Digits, b: Digits): Digits => adjust(exactDigits(operation, a, b))

/** The common type of two exact numbers; what does not fit into 38 digits is taken from the fraction. */
export function commonDigits(a: Digits, b: Digits): Digits & { readonly clipped: boolean } {
  const whole = Math.max(a.precision - a.scale, b.precision - b.scale)
  const exact = Math.max(a.scale, b.scale)
  const scale = Math.min(exact, MAX_DECIMAL_PRECISION - whole)
  return { precision: whole + scale, scale, clipped: scale < exact }
}

/** SUM of DECIMAL(p, s). */
export const sumDigits = (d: Digits): Digits => ({ precision: MAX_DECIMAL_PRECISION, scale: d.scale })

/** AVG of DECIMAL(p, s): DECIMAL(38, s) divided by DECIMAL(20, 0), at least 6 fraction digits. */
export const averageDigits = (d: Digits): Digits => ({
  precision: MAX_DECIMAL_PRECISION,
  scale: Math.max(MINIMAL_SCALE, d.scale),
})
