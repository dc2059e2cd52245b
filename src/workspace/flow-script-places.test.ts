import fc from 'fast-check'
import { expect, it } from 'vitest'
import { around, inPieces, type SitedRange } from './flow-script-places.js'

/** As it is meant, whatever it costs. */
function meant(ranges: readonly SitedRange[], start: number, end: number): readonly number[] {
  const small = ranges
    .map((r, depth) => ({ ...r, depth }))
    .sort((a, b) => a.end - a.start - (b.end - b.start) || b.depth - a.depth)
  const next = Math.min(...ranges.map((r) => r.start).filter((s) => s > start))
  const found = [
    small.filter((r) => r.start <= start && r.end >= end),
    small.filter((r) => r.start <= start && r.end >= start),
    small.filter((r) => r.start === next),
  ].find((list) => list.length > 0)
  return (found ?? []).map((r) => r.site)
}

const range = fc.tuple(fc.nat(30), fc.nat(8)).map(([start, length]) => ({ start, end: start + length }))

it('finds what is around a range in one piece of the text as in all of it', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 12 }), range, (list, { start, end }) => {
      const ranges = list.map((r, site) => ({ ...r, site }))
      expect(around(inPieces(ranges), start, end).map((r) => r.site)).toEqual(meant(ranges, start, end))
    }),
    { numRuns: 2000 },
  )
})

it('has a piece for each declaration', () => {
  const ranges = Array.from({ length: 100 }, (_, site) => ({ start: site * 10, end: site * 10 + 8, site }))
  expect(inPieces(ranges).map((p) => p.ranges.length)).toEqual(ranges.map(() => 1))
})
