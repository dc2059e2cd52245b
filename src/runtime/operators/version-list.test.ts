import fc from 'fast-check'
import { expect, it } from 'vitest'
import { VersionList } from './version-list.js'

it('answers as a plain list of all versions does, and forgets only what no later question needs', () => {
  const time = fc.integer({ min: 0, max: 20 })
  const step = fc.oneof(
    fc.record({ kind: fc.constant('put' as const), time }),
    fc.record({ kind: fc.constant('at' as const), time }),
    fc.record({ kind: fc.constant('forget' as const), time }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const list = new VersionList()
      let plain = new Map<number, number>()
      const newest = (at: number): number | undefined => [...plain.keys()].filter((t) => t <= at).sort((a, b) => b - a)[0]
      steps.forEach((s, i) => {
        const found = newest(s.time)
        if (s.kind === 'put') {
          list.put(s.time, [i])
          plain.set(s.time, i)
        } else if (s.kind === 'forget') {
          list.forget(s.time)
          plain = new Map([...plain].filter(([t]) => found === undefined || t >= found))
        }
        expect(list.at(s.time)).toEqual(s.kind === 'put' ? [i] : found === undefined ? null : [plain.get(found)])
      })
    }),
  )
})
