import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitsPrecision, pow10, rescale } from '../core/decimal.js'
import {
  averageDigits,
  commonDigits,
  deriveDigits,
  exactDigits,
  sumDigits,
  type DecimalOperation,
  type Digits,
} from './decimal-types.js'

const digits = fc
  .integer({ min: 1, max: 38 })
  .chain((precision) => fc.integer({ min: 0, max: precision }).map((scale) => ({ precision, scale })))

/** The same rules said in digits before and after the point, and the cap digit by digit. */
function secondFormulation(operation: DecimalOperation, a: Digits, b: Digits): Digits {
  const [wa, wb] = [a.precision - a.scale, b.precision - b.scale]
  let whole: number
  let fraction: number
  switch (operation) {
    case 'plus':
    case 'minus':
      whole = 1 + (wa > wb ? wa : wb)
      fraction = a.scale > b.scale ? a.scale : b.scale
      break
    case 'times':
      whole = wa + wb + 1
      fraction = a.scale + b.scale
      break
    case 'divide':
      // the smallest divisor is 10^-s2: it moves the point by s2 places
      whole = wa + b.scale
      fraction = a.scale + wb + b.scale + 1
      if (fraction < 6) fraction = 6
      break
    case 'mod':
      whole = wa < wb ? wa : wb
      fraction = a.scale > b.scale ? a.scale : b.scale
  }
  const least = fraction < 6 ? fraction : 6
  while (whole + fraction > 38 && fraction > least) fraction--
  return { precision: whole + fraction > 38 ? 38 : whole + fraction, scale: fraction }
}

const OPERATIONS: readonly DecimalOperation[] = ['plus', 'minus', 'times', 'divide', 'mod']

describe('derived DECIMAL types', () => {
  it.each(OPERATIONS)('of %s agree with the rules said in another way', (operation) => {
    fc.assert(
      fc.property(
        digits,
        digits,
        (a, b) => void expect(deriveDigits(operation, a, b)).toEqual(secondFormulation(operation, a, b)),
      ),
    )
  })

  it('hold every exact sum, difference and product, unless they are clipped', () => {
    const largest = (d: Digits): bigint => pow10(d.precision) - 1n
    fc.assert(
      fc.property(digits, digits, fc.boolean(), (a, b, negative) => {
        const [x, y] = [largest(a), negative ? -largest(b) : largest(b)]
        const sum = exactDigits('plus', a, b)
        const aligned = [rescale(x, a.scale, sum.scale), rescale(y, b.scale, sum.scale)] as const
        expect(fitsPrecision(aligned[0] + aligned[1], sum.precision)).toBe(true)
        expect(fitsPrecision(aligned[0] - aligned[1], sum.precision)).toBe(true)
        expect(fitsPrecision(x * y, exactDigits('times', a, b).precision)).toBe(true)
      }),
    )
  })

  it('have at most 38 digits and at least 6 after the point, where there were so many', () => {
    fc.assert(
      fc.property(digits, digits, fc.constantFrom(...OPERATIONS), (a, b, operation) => {
        const derived = deriveDigits(operation, a, b)
        const exact = exactDigits(operation, a, b)
        expect(derived.precision).toBeLessThanOrEqual(38)
        expect(derived.scale).toBeGreaterThanOrEqual(Math.min(6, exact.scale))
        expect(derived.scale).toBeLessThanOrEqual(derived.precision)
      }),
    )
  })
})

describe('the common type of two DECIMALs', () => {
  it('keeps all digits before the point, and is clipped exactly where 38 are not enough', () => {
    fc.assert(
      fc.property(digits, digits, (a, b) => {
        const common = commonDigits(a, b)
        const whole = Math.max(a.precision - a.scale, b.precision - b.scale)
        expect(common.precision - common.scale).toBe(whole)
        expect(common.clipped).toBe(whole + Math.max(a.scale, b.scale) > 38)
        expect(common.scale).toBe(Math.min(Math.max(a.scale, b.scale), 38 - whole))
      }),
    )
  })
  it('does not depend on the order', () => {
    fc.assert(fc.property(digits, digits, (a, b) => void expect(commonDigits(a, b)).toEqual(commonDigits(b, a))))
  })
})

describe('aggregates of DECIMAL', () => {
  it('sum to 38 digits of the same scale', () =>
    expect(sumDigits({ precision: 10, scale: 2 })).toEqual({ precision: 38, scale: 2 }))
  it.each([
    [0, 6],
    [2, 6],
    [6, 6],
    [18, 18],
    [38, 38],
  ])('average scale %i to scale %i', (scale, expected) =>
    expect(averageDigits({ precision: 38, scale })).toEqual({ precision: 38, scale: expected }),
  )
})
