import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bool, col, lit, planBuilder } from '../../../test/support/plan-builder.js'
import { rig } from '../../../test/support/engine-runner.js'
import { INT, timestamp } from '../../ir/types.js'
import { ledgerBalances } from './handler.js'

const TS = timestamp(3)

function lateRows(delay: number) {
  const b = planBuilder()
  const s = b.source(
    's',
    [
      ['id', INT],
      ['ts', TS],
    ],
    { time: { column: 'ts', delay } },
  )
  const split = b.split(s, { kind: 'late-row', time: 1, guards: s })
  b.relation('kept', split)
  b.relation('late', { operator: split, port: 'late' })
  return rig(b.plan())
}

describe('split by condition', () => {
  const b = planBuilder()
  const s = b.source('s', [['v', INT]])
  const split = b.split(s, { kind: 'condition', condition: bool('gt', col(0, INT), lit(0, INT)), reason: 'small' })
  b.relation('kept', split)
  b.relation('rejected', { operator: split, port: 'reject:small' })
  const plan = b.plan()

  it('rejects a row whose verdict is NULL', () => {
    const r = rig(plan)
    for (const v of [1, 0, null, 2]) r.push('s', [v])
    expect(r.rows('kept')).toEqual([[1], [2]])
    expect(r.rows('rejected')).toEqual([[0], [null]])
    expect(r.engine.ledger).toEqual([{ step: split, in: 4, kept: 2, filtered: 0, rejected: { small: 2 }, late: 0, unrouted: 0 }])
  })
})

it('counts rows that are rejected for a reason of any text', () => {
  const b = planBuilder()
  const s = b.source('s', [['v', INT]])
  const split = b.split(s, { kind: 'condition', condition: bool('gt', col(0, INT), lit(0, INT)), reason: '__proto__' })
  b.relation('kept', split)
  const r = rig(b.plan())
  r.push('s', [0])
  expect(Object.entries(r.engine.ledger[0]!.rejected)).toEqual([['__proto__', 1]])
  expect(r.engine.ledger.every(ledgerBalances)).toBe(true)
})

describe('split by lateness', () => {
  it('keeps every row before the first watermark', () => {
    const r = lateRows(0)
    r.push('s', [1, 1000])
    expect(r.rows('kept')).toEqual([[1, 1000]])
  })
  it('takes a row at the watermark as late and one a millisecond ahead not', () => {
    const r = lateRows(5)
    for (const [id, ts] of [
      [1, 1005],
      [2, 1000],
      [3, 1001],
    ] as const)
      r.push('s', [id, ts])
    expect(r.rows('late')).toEqual([[2, 1000]])
    expect(r.rows('kept')).toEqual([
      [1, 1005],
      [3, 1001],
    ])
  })
  it('compares with the watermark before the row, not with the one the row causes', () => {
    const r = lateRows(0)
    r.push('s', [1, 1000])
    r.push('s', [2, 2000])
    expect(r.rows('late')).toEqual([])
  })
  it('keeps rows again after a restart until the watermark is back', () => {
    const r = lateRows(0)
    r.push('s', [1, 1000])
    r.engine.restart()
    r.push('s', [2, 500])
    r.push('s', [3, 500])
    expect(r.rows('kept')).toEqual([
      [1, 1000],
      [2, 500],
    ])
    expect(r.rows('late')).toEqual([[3, 500]])
  })
  it('asks whether the row’s window has fired, at its last millisecond', () => {
    const b = planBuilder()
    const s = b.source('s', [['ts', TS]], { time: { column: 'ts', delay: 0 } })
    const split = b.split(s, { kind: 'late-window', time: 0, window: { kind: 'tumble', size: 10, offset: 0 }, guards: s })
    b.relation('kept', split)
    b.relation('late', { operator: split, port: 'late' })
    const r = rig(b.plan())
    for (const ts of [8, 3, 9, 3, -1, -11]) r.push('s', [ts])
    expect(r.rows('kept')).toEqual([[8], [3], [9]])
    expect(r.rows('late')).toEqual([[3], [-1], [-11]])
  })
})

it('sends each row through exactly one port and counts it once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer(), fc.integer({ min: -50, max: 50 })), { maxLength: 60 }),
      fc.integer({ min: 0, max: 20 }),
      (rows, delay) => {
        const r = lateRows(delay)
        for (const row of rows) r.push('s', row)
        const both = [...r.rows('kept'), ...r.rows('late')].map(String).sort()
        expect(both).toEqual(rows.map(String).sort())
        expect(r.engine.ledger.every(ledgerBalances)).toBe(true)
      },
    ),
  )
})
