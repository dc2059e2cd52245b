import { expect, it } from 'vitest'
import { OP_COLUMN, planBuilder } from '../../../test/support/plan-builder.js'
import { rig, type Rig } from '../../../test/support/engine-runner.js'
import { INT, STRING, timestamp } from '../../ir/types.js'

const TS = timestamp(3)

function customers(): Rig {
  const b = planBuilder()
  const s = b.source(
    'c',
    [
      ['id', INT],
      ['name', STRING],
    ],
    {
      cdc: { key: ['id'] },
      time: { column: '$time', delay: 0 },
      more: [OP_COLUMN, { column: ['$time', TS], compute: { kind: 'envelope', key: 'commit_time' } }],
    },
  )
  b.relation('v', b.versions(s, ['id'], '$time'))
  return rig(b.plan())
}

it('replaces a version by a newer one, and by a later arrival of the same time', () => {
  const r = customers()
  r.push('c', [1, 'a'], { op: 'r', commitTime: 10 })
  r.push('c', [1, 'b'], { op: 'u', commitTime: 20 })
  r.push('c', [1, 'c'], { op: 'u', commitTime: 20 })
  r.push('c', [2, 'x'], { op: 'c', commitTime: 5 })
  expect(r.text('v')).toEqual(['+I 1,a,r,10', '-U 1,a,r,10', '+U 1,b,u,20', '-U 1,b,u,20', '+U 1,c,u,20', '+I 2,x,c,5'])
})

it('drops an older change and counts it', () => {
  const r = customers()
  r.push('c', [1, 'a'], { commitTime: 10 })
  r.push('c', [1, 'old'], { commitTime: 9 })
  expect(r.text('v')).toEqual(['+I 1,a,c,10'])
  expect(r.engine.ledger).toEqual([{ step: 'p/r1/versions', in: 2, kept: 1, filtered: 1, rejected: {}, late: 0, unrouted: 0 }])
})

it('makes of a delete its key, its operation and NULLs', () => {
  const r = customers()
  r.push('c', [1, 'a'], { commitTime: 10 })
  r.push('c', [1, 'a'], { op: 'd', commitTime: 20 })
  expect(r.text('v').at(-1)).toBe('+U 1,null,d,20')
})
