// The order of a java.util.HashMap; more of it is recorded in test/conformance/values.
import { expect, it } from 'vitest'
import { INT, STRING } from '../ir/types.js'
import { hashMapOf } from './java-map.js'

it('goes bucket by bucket', () => {
  // as Flink 2.2.0 prints CAST(MAP[…] AS MAP<STRING, BIGINT>)
  const entries = ['b', 'a', 'c', 'aa', 'B'].map((k, i) => [k, i + 1] as const)
  expect(hashMapOf(entries, STRING).entries).toEqual([
    ['aa', 4],
    ['a', 2],
    ['c', 3],
    ['b', 1],
    ['B', 5],
  ])
})

it('keeps the place of the first of equal keys, and the value of the last', () => {
  expect(
    hashMapOf(
      [
        [3, 'a'],
        [19, 'b'],
        [3, 'c'],
      ],
      INT,
    ).entries,
  ).toEqual([
    [3, 'c'],
    [19, 'b'],
  ])
})

it('grows when it is three quarters full', () => {
  const keys = (n: number): readonly (readonly [number, number])[] =>
    Array.from({ length: n }, (_, i) => [16 * (n - i), i] as const)
  // one bucket of 16: the order of insertion; of 32: two buckets
  expect(hashMapOf(keys(12), INT).entries.map(([k]) => k)).toEqual(keys(12).map(([k]) => k))
  expect(hashMapOf(keys(13), INT).entries.map(([k]) => (k as number) % 32)).toEqual([...Array(6).fill(0), ...Array(7).fill(16)])
})
