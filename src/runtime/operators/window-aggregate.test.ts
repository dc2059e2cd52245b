import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aggregate, bool, col, countAll, lit, planBuilder } from '../../../test/support/plan-builder.js'
import { rig, type Rig } from '../../../test/support/engine-runner.js'
import { BIGINT, INT, STRING, timestamp } from '../../ir/types.js'
import { ledgerBalances } from './handler.js'

const TS = timestamp(3)

function counted(options: { size?: number; offset?: number; delay?: number; late?: 'split' | 'count' } = {}): Rig {
  const b = planBuilder()
  const s = b.source(
    's',
    [
      ['k', STRING],
      ['v', INT],
      ['ts', TS],
    ],
    { time: { column: 'ts', delay: options.delay ?? 0 } },
  )
  const w = b.window(s, {
    size: options.size ?? 10,
    offset: options.offset ?? 0,
    time: 'ts',
    keys: ['k'],
    calls: [countAll(), aggregate('sum', col(1, INT), INT)],
    late: options.late ?? 'count',
  })
  b.relation('w', w)
  return rig(b.plan())
}

describe('tumbling window aggregation', () => {
  it('fires when the watermark reaches the last millisecond, not one before', () => {
    const r = counted()
    r.push('s', ['a', 1, 3])
    r.push('s', ['a', 2, 8])
    expect(r.rows('w')).toEqual([])
    r.push('s', ['a', 4, 9])
    expect(r.rows('w')).toEqual([['a', 3n, 7, 0, 10, 9]])
  })
  it('drops a row whose window has fired and keeps one behind the watermark whose window is open', () => {
    const r = counted()
    for (const ts of [3, 18, 9, 12]) r.push('s', ['a', 1, ts])
    r.engine.end()
    expect(r.rows('w')).toEqual([
      ['a', 1n, 1, 0, 10, 9],
      ['a', 2n, 2, 10, 20, 19],
    ])
    expect(r.engine.ledger).toEqual([
      { step: 'p/r1/window_aggregate', in: 4, kept: 3, filtered: 0, rejected: {}, late: 1, unrouted: 0 },
    ])
  })
  it('counts a drop as unrouted where a split stands before it', () => {
    const r = counted({ late: 'split' })
    for (const ts of [3, 18, 9]) r.push('s', ['a', 1, ts])
    expect(r.engine.ledger[0]).toMatchObject({ late: 0, unrouted: 1 })
  })
  it('fires windows in the order of their ends, groups in the order of their first row', () => {
    const r = counted({ delay: 100 })
    for (const [k, ts] of [
      ['b', 25],
      ['a', 5],
      ['c', 15],
      ['a', 25],
      ['b', 7],
    ] as const)
      r.push('s', [k, 1, ts])
    r.engine.end()
    expect(r.rows('w').map((row) => `${String(row[0])}@${String(row[3])}`)).toEqual(['a@0', 'b@0', 'c@10', 'b@20', 'a@20'])
  })
  it('aligns windows before 1970 downwards, and by the offset', () => {
    const r = counted({ size: 10, offset: 3 })
    for (const ts of [-1, -7, -8, 2, 3]) r.push('s', ['a', 1, ts])
    r.engine.end()
    expect(r.rows('w').map((row) => [row[3], row[1]])).toEqual([
      [-7, 3n],
      [3, 1n],
    ])
    expect(r.engine.ledger[0]).toMatchObject({ late: 1 })
  })
  it('groups NULL with NULL', () => {
    const r = counted()
    r.push('s', [null, 1, 1])
    r.push('s', [null, null, 2])
    r.engine.end()
    expect(r.rows('w')).toEqual([[null, 2n, 1, 0, 10, 9]])
  })
  it('keeps its watermark over a restart: a row that the split lets through again is still dropped', () => {
    const r = counted({ late: 'split' })
    r.push('s', ['a', 1, 3])
    r.push('s', ['a', 1, 19])
    r.engine.restart()
    r.push('s', ['a', 1, 4])
    r.push('s', ['a', 1, 25])
    r.engine.end()
    expect(r.rows('w').map((row) => [row[3], row[1]])).toEqual([
      [0, 1n],
      [10, 1n],
      [20, 1n],
    ])
    expect(r.engine.ledger[0]).toMatchObject({ kept: 3, unrouted: 1 })
  })
  it('passes on its own watermark where a lower one arrives after a restart', () => {
    const r = counted()
    r.push('s', ['a', 1, 19])
    r.engine.restart()
    expect(r.engine.watermarkAt('p/r1/window_aggregate')).toBe(null)
    r.push('s', ['a', 1, 12])
    expect(r.engine.watermarkAt('p/s/source')).toBe(12)
    expect(r.engine.watermarkAt('p/r1/window_aggregate')).toBe(19)
  })
  it('filters and counts distinct values per call', () => {
    const b = planBuilder()
    const s = b.source(
      's',
      [
        ['v', INT],
        ['ts', TS],
      ],
      { time: { column: 'ts', delay: 0 } },
    )
    const positive = bool('gt', col(0, INT), lit(0, INT))
    const w = b.window(s, {
      size: 10,
      time: 'ts',
      calls: [
        aggregate('count', col(0, INT), BIGINT, { distinct: true }),
        aggregate('sum', col(0, INT), INT, { distinct: true, filter: positive }),
        aggregate('count', null, BIGINT, { filter: positive }),
        aggregate('min', col(0, INT), INT),
        aggregate('avg', col(0, INT), INT),
      ],
    })
    b.relation('w', w)
    const r = rig(b.plan())
    for (const v of [2, 2, -3, null, -3, 0]) r.push('s', [v, 1])
    r.engine.end()
    expect(r.rows('w')[0]!.slice(0, 5)).toEqual([3n, 2, 2n, -3, 0])
  })
})

it('equals a plain computation over all rows when nothing is late', () => {
  const row = fc.tuple(fc.constantFrom('a', 'b', null), fc.option(fc.integer()), fc.integer({ min: -100, max: 100 }))
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 80 }),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: -40, max: 40 }),
      (rows, size, offset) => {
        const r = counted({ size, offset, delay: 1000 })
        for (const x of rows) r.push('s', x)
        r.engine.end()
        const naive = new Map<string, { count: bigint; sum: number | null }>()
        for (const [k, v, ts] of rows) {
          const start = Math.floor((ts - offset) / size) * size + offset
          const key = `${k}@${start}`
          const old = naive.get(key) ?? { count: 0n, sum: null }
          naive.set(key, { count: old.count + 1n, sum: v === null ? old.sum : ((old.sum ?? 0) + v) | 0 })
        }
        const actual = r.rows('w').map(([k, count, sum, start]) => [`${String(k)}@${String(start)}`, { count, sum }] as const)
        expect(new Map(actual)).toEqual(naive)
        expect(actual.length).toBe(naive.size)
        expect(r.engine.ledger.every(ledgerBalances)).toBe(true)
      },
    ),
  )
})

it('does not notice a restart at a point where nothing is behind the watermark', () => {
  const row = fc.tuple(fc.constantFrom('a', 'b'), fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 7 }))
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), fc.nat(40), (steps, at) => {
      let time = 0
      const rows = steps.map(([k, v, step]) => [k, v, (time += step)] as const)
      const [plain, restarted] = [counted(), counted()]
      rows.forEach((x, i) => {
        plain.push('s', x)
        if (i === at) restarted.engine.restart()
        restarted.push('s', x)
      })
      plain.engine.end()
      restarted.engine.end()
      expect(restarted.text('w')).toEqual(plain.text('w'))
    }),
  )
})

it('keeps tens of thousands of windows open and fires them one by one in a moment', { timeout: 5_000 }, () => {
  const n = 20_000
  const r = counted({ size: 1, delay: n })
  for (let i = 0; i < 2 * n; i++) r.push('s', ['a', 1, i])
  expect(r.rows('w')).toHaveLength(n)
  r.engine.end()
  expect(r.rows('w').map((row) => row[3])).toEqual(Array.from({ length: 2 * n }, (_, i) => i))
})
