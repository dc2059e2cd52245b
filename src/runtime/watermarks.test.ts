import { describe, expect, it } from 'vitest'
import { planBuilder } from '../../test/support/plan-builder.js'
import { rig, type Rig } from '../../test/support/engine-runner.js'
import { INT, timestamp } from '../ir/types.js'
import { combinedGate, valveGate } from './watermarks.js'

const TS = timestamp(3)

function source(options: { delay?: number; idle?: number; acceptLate?: boolean } = {}): Rig & { at(): number | null } {
  const b = planBuilder()
  const s = b.source('s', [['ts', TS]], {
    time: { column: 'ts', delay: options.delay ?? 0, idle: options.idle ?? null },
    acceptLate: options.acceptLate ?? false,
  })
  b.relation('r', s)
  const r = rig(b.plan())
  return { ...r, at: () => r.engine.watermarkAt(s) }
}
const push = (r: Rig, ts: number, partition = 0): void => r.push('s', [ts], { partition })

describe('watermark of a source', () => {
  it('is the greatest event time minus the delay, and never goes back', () => {
    const r = source({ delay: 5 })
    expect(r.at()).toBe(null)
    push(r, 100)
    expect(r.at()).toBe(95)
    push(r, 50)
    expect(r.at()).toBe(95)
    push(r, 101)
    expect(r.at()).toBe(96)
  })
  it('is there before 1970 too', () => {
    const r = source()
    push(r, -5)
    expect(r.at()).toBe(-5)
  })
  it('is the least of the partitions, and waits for one that has not spoken', () => {
    const r = source()
    r.engine.partitions('p/s/source', 2)
    push(r, 100, 0)
    expect(r.at()).toBe(null)
    push(r, 40, 1)
    expect(r.at()).toBe(40)
    push(r, 150, 1)
    expect(r.at()).toBe(100)
  })
  it('does not go back when a partition comes into being later', () => {
    const r = source()
    push(r, 100, 0)
    push(r, 10, 1)
    expect(r.at()).toBe(100)
    push(r, 200, 0)
    expect(r.at()).toBe(100)
    push(r, 150, 1)
    expect(r.at()).toBe(150)
  })
  it('stands still until the end where nothing is late', () => {
    const r = source({ acceptLate: true })
    push(r, 100)
    expect(r.at()).toBe(null)
    r.engine.end()
    expect(r.at()).toBe(Infinity)
  })
  it('is raised from outside by force, never lowered', () => {
    const r = source()
    push(r, 100)
    r.engine.watermark('p/s/source', 500)
    expect(r.at()).toBe(500)
    r.engine.watermark('p/s/source', 200)
    push(r, 400)
    expect(r.at()).toBe(500)
    push(r, 501)
    expect(r.at()).toBe(501)
  })
  it('starts anew after a restart', () => {
    const r = source()
    push(r, 100)
    r.engine.restart()
    expect(r.at()).toBe(null)
    push(r, 70)
    expect(r.at()).toBe(70)
  })
  it('fails on a row without event time, naming source and record', () => {
    const r = source()
    push(r, 1)
    expect(() => r.push('s', [null], { offset: 7n })).toThrow(
      'event time `ts` of record 2 (partition 0, offset 7) of `s` is NULL',
    )
  })
})

describe('idle partitions', () => {
  it('hold nothing back after the time-out', () => {
    const r = source({ idle: 1000 })
    r.engine.partitions('p/s/source', 2)
    push(r, 100, 0)
    r.engine.advance(999)
    expect(r.at()).toBe(null)
    push(r, 200, 0)
    r.engine.advance(1)
    expect(r.at()).toBe(200)
  })
  it('do not lower the watermark when they return, nor hold it back before they rise above themselves', () => {
    const r = source({ idle: 1000 })
    push(r, 50, 0)
    push(r, 40, 1)
    push(r, 100, 0)
    r.engine.advance(500)
    push(r, 110, 0)
    r.engine.advance(500)
    expect(r.at()).toBe(110)
    // A record that does not raise its own partition leaves it idle.
    push(r, 30, 1)
    push(r, 120, 0)
    expect(r.at()).toBe(120)
    // One that does makes it count again.
    push(r, 60, 1)
    push(r, 130, 0)
    expect(r.at()).toBe(120)
    push(r, 125, 1)
    expect(r.at()).toBe(125)
  })
  it('give the greatest watermark when all are idle', () => {
    const r = source({ idle: 1000 })
    push(r, 50, 0)
    r.engine.partitions('p/s/source', 2)
    push(r, 40, 1)
    push(r, 90, 0)
    expect(r.at()).toBe(50)
    r.engine.advance(1000)
    expect(r.at()).toBe(90)
  })
})

it('lets a temporal join go on when its other input is idle', () => {
  const gate = combinedGate(2)
  expect(gate.watermark(0, 100)).toMatchObject({ advance: null })
  expect(gate.status(1, true)).toMatchObject({ advance: 100, idle: false })
  expect(gate.watermark(0, 120)).toMatchObject({ advance: 120 })
  expect(gate.status(0, true)).toMatchObject({ idle: true })
  expect(gate.status(1, false)).toMatchObject({ active: true })
  expect(gate.watermark(1, 80)).toMatchObject({ advance: null })
})

describe('a union', () => {
  it('follows its slower input', () => {
    const gate = valveGate(2)
    expect(gate.watermark(0, 100).advance).toBe(null)
    expect(gate.watermark(1, 70).advance).toBe(70)
    expect(gate.watermark(1, 60).advance).toBe(null)
    expect(gate.watermark(1, 130).advance).toBe(100)
  })
  it('ignores an idle input, and one that returns behind it until it has caught up', () => {
    const gate = valveGate(2)
    gate.watermark(0, 100)
    gate.watermark(1, 70)
    expect(gate.status(1, true).advance).toBe(100)
    expect(gate.status(1, false)).toMatchObject({ advance: null, active: false })
    expect(gate.watermark(1, 90).advance).toBe(null)
    expect(gate.watermark(0, 110).advance).toBe(110)
    expect(gate.watermark(1, 115).advance).toBe(null)
    expect(gate.watermark(0, 200).advance).toBe(115)
  })
  it('flushes the greatest watermark when the input that held it back is the last to become idle', () => {
    const gate = valveGate(2)
    gate.watermark(0, 100)
    gate.watermark(1, 70)
    expect(gate.status(0, true)).toMatchObject({ advance: null, idle: false })
    expect(gate.status(1, true)).toMatchObject({ advance: 100, idle: true })
    expect(gate.watermark(1, 500).advance).toBe(null)
    expect(gate.status(1, false)).toMatchObject({ active: true })
  })
})

it('takes a row before the watermark it causes: two windows of one source, one union', () => {
  const b = planBuilder()
  const s = b.source(
    's',
    [
      ['v', INT],
      ['ts', TS],
    ],
    { time: { column: 'ts', delay: 0 } },
  )
  const split = b.split(s, { kind: 'late-row', time: 1, guards: s })
  const u = b.union(split, { operator: split, port: 'late' })
  b.relation('u', u)
  const r = rig(b.plan())
  for (const row of [
    [1, 10],
    [2, 5],
    [3, 20],
  ] as const)
    r.push('s', row)
  expect(r.rows('u')).toEqual([
    [1, 10],
    [2, 5],
    [3, 20],
  ])
  expect(r.engine.watermarkAt(u)).toBe(20)
})
