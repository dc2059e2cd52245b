import { describe, expect, it } from 'vitest'
import {
  divideHalfUp,
  fitsPrecision,
  formatDecimal,
  parseDecimal,
  rescale,
  toPrecision,
  unscaledFromBytes,
  unscaledToBytes,
} from './decimal.js'

describe('decimal', () => {
  it.each([
    ['0', 0n, 0],
    ['-12.50', -1250n, 2],
    ['+.5', 5n, 1],
    ['5.', 5n, 0],
    ['1e3', 1000n, 0],
    ['1.25E1', 125n, 1],
    ['1E-7', 1n, 7],
    ['99999999999999999999999999999999999999', 99999999999999999999999999999999999999n, 0],
  ])('reads %s digit for digit', (text, unscaled, scale) => {
    expect(parseDecimal(text)).toEqual({ unscaled, scale })
  })

  it.each(['', '.', '-', 'e1', '1e', '1.2.3', ' 1', 'NaN', '0x10', '1e999999'])('refuses %j', (text) => {
    expect(parseDecimal(text)).toBeNull()
  })

  it.each([
    [-5n, 1, '-0.5'],
    [0n, 2, '0.00'],
    [1250n, 2, '12.50'],
    [-7n, 0, '-7'],
    [1n, 3, '0.001'],
  ])('writes %s at scale %i as %s', (unscaled, scale, text) => {
    expect(formatDecimal(unscaled, scale)).toBe(text)
  })

  it.each([
    [125n, 2, 1, 13n],
    [-125n, 2, 1, -13n],
    [124n, 2, 1, 12n],
    [-124n, 2, 1, -12n],
    [12n, 1, 3, 1200n],
    [5n, 1, 0, 1n],
    [-5n, 1, 0, -1n],
    [4n, 1, 0, 0n],
  ])('rescales %s from %i to %i half away from zero', (unscaled, from, to, expected) => {
    expect(rescale(unscaled, from, to)).toBe(expected)
  })

  it('rounds quotients half away from zero whatever the signs', () => {
    expect([divideHalfUp(7n, 2n), divideHalfUp(-7n, 2n), divideHalfUp(7n, -2n), divideHalfUp(-7n, -2n)]).toEqual([
      4n,
      -4n,
      -4n,
      4n,
    ])
  })

  it('knows what a precision can hold', () => {
    expect([fitsPrecision(99n, 2), fitsPrecision(-99n, 2), fitsPrecision(100n, 2), fitsPrecision(-100n, 2)]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(toPrecision({ unscaled: 99995n, scale: 3 }, 4, 2)).toBeNull()
    expect(toPrecision({ unscaled: 99994n, scale: 3 }, 4, 2)).toBe(9999n)
  })

  it.each([0n, 1n, -1n, 127n, 128n, -128n, -129n, 255n, 256n, 18446744073709551615n, -(10n ** 37n)])(
    'takes %s through bytes and back',
    (n) => {
      const bytes = unscaledToBytes(n)
      expect(unscaledFromBytes(bytes)).toBe(n)
      expect(bytes.length).toBeGreaterThan(0)
    },
  )

  it('writes the shortest two’s complement', () => {
    expect([...unscaledToBytes(128n)]).toEqual([0, 128])
    expect([...unscaledToBytes(-128n)]).toEqual([128])
    expect([...unscaledToBytes(0n)]).toEqual([0])
  })
})
