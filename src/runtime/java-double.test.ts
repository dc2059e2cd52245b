// The texts are Java 17's.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { doubleToText, floatToText } from './java-double.js'

describe('a DOUBLE prints as in Java 17', () => {
  it.each([
    [1, '1.0'],
    [0, '0.0'],
    [-0, '-0.0'],
    [NaN, 'NaN'],
    [-Infinity, '-Infinity'],
    [0.1, '0.1'],
    [-2.5, '-2.5'],
    [2e23, '1.9999999999999998E23'],
    [1e23, '9.999999999999999E22'],
    [8.41e21, '8.409999999999999E21'],
    [2.0e-3, '0.002'],
    [0.001, '0.001'],
    [0.00099, '9.9E-4'],
    [9999999, '9999999.0'],
    [1e7, '1.0E7'],
    [1e-5, '1.0E-5'],
    [123456789.125, '1.23456789125E8'],
    [4.9e-324, '4.9E-324'],
    [1.5e-323, '1.5E-323'],
    [2.2250738585072014e-308, '2.2250738585072014E-308'],
    [Number.MAX_VALUE, '1.7976931348623157E308'],
    [9007199254740992, '9.007199254740992E15'],
    [2 ** 63, '9.223372036854776E18'],
    [2 ** 70, '1.1805916207174113E21'],
    [1 / 3, '0.3333333333333333'],
  ])('%d: %s', (value, text) => {
    expect(doubleToText(value)).toBe(text)
  })
  it('and the text gives the number back', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => {
        expect(Number(doubleToText(value))).toBe(value)
      }),
    )
  })
})

describe('a FLOAT prints as in Java 17', () => {
  it.each([
    [0.1, '0.1'],
    [16777217, '1.6777216E7'],
    [3.4028235e38, '3.4028235E38'],
    [1.4e-45, '1.4E-45'],
    // The long sum of the digit loop wraps here.
    [4.6605615e25, '4.6605615E25'],
    [1.17549435e-38, '1.17549435E-38'],
    [9999999, '9999999.0'],
    [3.3, '3.3'],
  ])('%d: %s', (value, text) => {
    expect(floatToText(Math.fround(value))).toBe(text)
  })
})
