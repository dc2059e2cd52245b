import { describe, expect, it } from 'vitest'
import { array, BYTES, decimal, DOUBLE, INT, map, notNull, nullable, row, STRING, timestamp, type FlowType } from '../ir/types.js'
import { compareTexts, compareValues, equalValues, rowKey, sameValue, valueKey } from './equality.js'
import type { Value } from './value.js'

describe('keys', () => {
  it.each<[string, FlowType, Value, Value, boolean]>([
    ['NULL is one value', INT, null, null, true],
    ['every NaN is one', DOUBLE, NaN, 0 / 0, true],
    ['0.0 and -0.0 are two', DOUBLE, 0, -0, false],
    ['decimals by their digits', decimal(10, 2), 100n, 100n, true],
    ['bytes by content', BYTES, Uint8Array.of(1, 2), Uint8Array.of(1, 2), true],
    ['an empty text is not NULL', STRING, '', null, false],
    ['nanoseconds count', timestamp(9), { ms: 1, ns: 1 }, { ms: 1, ns: 2 }, false],
    ['nested NULL is one value', array(nullable(INT)), [1, null], [1, null], true],
    ['elements are kept apart', array(nullable(STRING)), ['a,', 'b'], ['a', ',b'], false],
    [
      'map entries count in their order',
      map(notNull(STRING), nullable(INT)),
      {
        entries: [
          ['a', 1],
          ['b', 2],
        ],
      },
      {
        entries: [
          ['b', 2],
          ['a', 1],
        ],
      },
      false,
    ],
    ['rows field by field', row([{ name: 'x', ...nullable(INT) }]), [1], [2], false],
  ])('%s', (_, type, a, b, same) => {
    expect(valueKey(a, type) === valueKey(b, type)).toBe(same)
  })
  it('do not run columns into each other', () => {
    expect(rowKey(['a|1', 'b'], [STRING, STRING])).not.toBe(rowKey(['a', '1|b'], [STRING, STRING]))
    expect(rowKey([null, '~'], [STRING, STRING])).not.toBe(rowKey(['~', null], [STRING, STRING]))
  })
})

describe('order', () => {
  it('of texts is that of their UTF-8 bytes', () => {
    expect(compareTexts('\uffee', '\u{1f600}')).toBe(-1)
    expect(['\u{1f600}', '\uffee'].sort()).toEqual(['\u{1f600}', '\uffee'])
    expect(compareTexts('a', 'ab')).toBe(-1)
    expect(compareTexts('é', 'z')).toBe(1)
  })
  it('of a NaN is undefined', () => {
    expect(compareValues(NaN, 1, DOUBLE)).toBe(undefined)
    expect(compareValues(-0, 0, DOUBLE)).toBe(0)
  })
  it('of timestamps goes down to nanoseconds, across precisions', () => {
    expect(compareValues({ ms: 5, ns: 1 }, 5, timestamp(9))).toBe(1)
  })
})

it('SQL equality and a test’s equality differ for NaN', () => {
  expect(equalValues(NaN, NaN, DOUBLE)).toBe(false)
  expect(sameValue(NaN, NaN, DOUBLE)).toBe(true)
  expect(equalValues(0, -0, DOUBLE)).toBe(true)
  const type = map(notNull(STRING), nullable(INT))
  const value: Value = { entries: [['a', null]] }
  expect(sameValue(value, { entries: [['a', null]] }, type)).toBe(true)
  expect(sameValue(value, { entries: [['b', null]] }, type)).toBe(false)
  expect(sameValue(null, value, type)).toBe(false)
})
