import { describe, expect, it } from 'vitest'
import { bool, col, lit, OP_COLUMN, planBuilder } from '../../../test/support/plan-builder.js'
import { rig, type Rig } from '../../../test/support/engine-runner.js'
import { INT, STRING, timestamp } from '../../ir/types.js'

const TS = timestamp(3)

function joined(options: { join?: 'left' | 'inner'; late?: 'join' | 'drop'; live?: boolean } = {}): Rig {
  const b = planBuilder()
  const o = b.source(
    'o',
    [
      ['id', INT],
      ['key', INT],
      ['ts', TS],
    ],
    { time: { column: 'ts', delay: 0 } },
  )
  const c = b.source(
    'c',
    [
      ['id', INT],
      ['seg', STRING],
    ],
    {
      cdc: { key: ['id'] },
      time: { column: '$time', delay: 0 },
      more: [OP_COLUMN, { column: ['$time', TS], compute: { kind: 'envelope', key: 'commit_time' } }],
    },
  )
  const v = b.versions(c, ['id'], '$time')
  const j = b.join(o, v, {
    join: options.join ?? 'left',
    leftTime: 'ts',
    rightTime: '$time',
    on: [['key', 'id']],
    ...(options.live === false ? {} : { residual: bool('ne', col(2, STRING, 1), lit('d', STRING)) }),
  })
  b.relation(
    'j',
    b.project(j, [
      { name: 'id', expr: col(0, INT) },
      { name: 'seg', expr: col(4, STRING) },
    ]),
  )
  return rig(b.plan({ semantics: { lateProbeRow: options.late ?? 'join' } }))
}

const order = (r: Rig, id: number, ts: number, key: number | null = 7): void => r.push('o', [id, key, ts])
const customer = (r: Rig, seg: string, time: number, op: 'c' | 'u' | 'd' = 'c', id: number | null = 7): void =>
  r.push('c', [id, seg], { op, commitTime: time })

describe('temporal join', () => {
  it('joins with the version valid at the left row’s time, once both watermarks have passed it', () => {
    const r = joined()
    customer(r, 'a', 10)
    customer(r, 'b', 20)
    order(r, 1, 15)
    expect(r.text('j')).toEqual(['+I 1,a'])
    order(r, 2, 25)
    expect(r.text('j')).toEqual(['+I 1,a'])
    customer(r, 'c', 30)
    expect(r.text('j')).toEqual(['+I 1,a', '+I 2,b'])
  })
  it('takes a version of exactly the row’s time', () => {
    const r = joined()
    customer(r, 'a', 10)
    order(r, 1, 10)
    order(r, 2, 9)
    r.engine.end()
    expect(r.text('j')).toEqual(['+I 1,a', '+I 2,null'])
  })
  it('meets a NULL key with a NULL key, as Flink does', () => {
    const r = joined()
    customer(r, 'n', 1, 'c', null)
    order(r, 1, 5, null)
    r.engine.end()
    expect(r.text('j')).toEqual(['+I 1,n'])
  })
  it('pads a row before the first version, after a delete, and without a key', () => {
    const r = joined()
    customer(r, 'a', 10)
    customer(r, 'a', 20, 'd')
    order(r, 1, 5)
    order(r, 2, 15)
    order(r, 3, 25)
    order(r, 4, 26, null)
    r.engine.end()
    expect(r.text('j')).toEqual(['+I 1,null', '+I 2,a', '+I 3,null', '+I 4,null'])
  })
  it('emits nothing for them as an inner join', () => {
    const r = joined({ join: 'inner' })
    customer(r, 'a', 10)
    customer(r, 'a', 20, 'd')
    for (const [id, ts] of [
      [1, 5],
      [2, 15],
      [3, 25],
    ] as const)
      order(r, id, ts)
    r.engine.end()
    expect(r.text('j')).toEqual(['+I 2,a'])
  })
  it('emits the rows of a key in the order of arrival, keys in the order of their smallest time', () => {
    const r = joined()
    for (const [id, ts, key] of [
      [1, 30, 7],
      [2, 20, 8],
      [3, 10, 7],
      [4, 5, 8],
    ] as const)
      order(r, id, ts, key)
    r.engine.end()
    expect(r.text('j').map((t) => t.slice(3, 4))).toEqual(['2', '4', '1', '3'])
  })
  it('joins a late left row with what is left of the versions', () => {
    const r = joined()
    customer(r, 'a', 10)
    customer(r, 'b', 20)
    order(r, 1, 25)
    customer(r, 'c', 40)
    // The key's timer has fired at 25: the version of 10 is gone.
    order(r, 2, 12)
    order(r, 3, 50)
    customer(r, 'd', 60)
    expect(r.text('j')).toEqual(['+I 1,b', '+I 2,null', '+I 3,c'])
  })
  it('keeps old versions while no timer of the key fires', () => {
    const r = joined()
    customer(r, 'a', 10)
    customer(r, 'b', 20)
    order(r, 1, 50, 8)
    expect(r.text('j')).toEqual([])
    order(r, 2, 12)
    customer(r, 'x', 60, 'c', 8)
    r.engine.end()
    expect(r.text('j')).toEqual(['+I 2,null', '+I 1,null'])
  })
  it('drops a late left row where the semantics say so, and counts it', () => {
    const r = joined({ late: 'drop' })
    customer(r, 'a', 10)
    order(r, 1, 25)
    customer(r, 'b', 30)
    order(r, 2, 25)
    order(r, 3, 26)
    r.engine.end()
    expect(r.text('j')).toEqual(['+I 1,a', '+I 3,a'])
    expect(r.engine.ledger.find((e) => e.step.includes('temporal_join'))).toMatchObject({ in: 3, kept: 2, unrouted: 1 })
  })
  it('goes on after a restart with the rows that were waiting', () => {
    const r = joined()
    customer(r, 'a', 10)
    order(r, 1, 15)
    r.engine.restart()
    expect(r.text('j')).toEqual([])
    customer(r, 'b', 20)
    order(r, 2, 21)
    expect(r.text('j')).toEqual(['+I 1,a'])
  })
  it('joins one key with tens of thousands of versions and of waiting rows in a moment', { timeout: 5_000 }, () => {
    const r = joined()
    const n = 20_000
    for (let i = 0; i < n; i++) customer(r, String(i), 2 * i)
    for (let i = 0; i < n; i++) order(r, i, 2 * i + 1)
    r.engine.end()
    const behind = joined()
    for (let i = 0; i < n; i++) order(behind, i, 2 * i + 1)
    for (let i = 0; i < n; i++) customer(behind, String(i), 2 * i)
    behind.engine.end()
    const expected = Array.from({ length: n }, (_, i) => `+I ${i},${i}`)
    expect(r.text('j')).toEqual(expected)
    expect(behind.text('j')).toEqual(expected)
  })
})
