import { expect, it } from 'vitest'
import * as t from '../../ir/types.js'
import type { Value } from '../value.js'
import { sinkMember } from './sink-json.js'
import { decodeAll, field, testSource } from './testing.js'

const some = (type: t.FlowType): t.Typed => ({ type, nullable: true })
const LTZ = t.timestampLtz(3)
const PRICES = t.array(some(t.decimal(10, 2)))
const VISIT = t.row([
  { name: 'b', type: LTZ, nullable: true },
  { name: 'a', type: t.DOUBLE, nullable: true },
])

it.each<[string, t.FlowType, string]>([
  ['an instant', LTZ, '"2026-01-31 10:00:00.000Z"'],
  ['a wall clock', t.timestamp(3), '"2026-01-31 10:00:00.250"'],
  ['an array of decimals', PRICES, '["1.50",null,"-2.00"]'],
  ['a row with an instant', VISIT, '{"b":"2026-01-31 10:00:00.000Z","a":"1.5"}'],
  ['a map of arrays', t.map(some(t.STRING), some(PRICES)), '{"k":["0.05"]}'],
  ['days', t.array(some(t.DATE)), '["2026-01-31"]'],
  ['NULL', VISIT, 'null'],
])('%s is read back from the file of a run as it was', async (_, type, text) => {
  const { events } = await decodeAll(testSource({ fields: [field('v', type)] }), `{"v":${text}}\n`)
  const [values] = events as readonly (readonly Value[])[]
  expect(sinkMember(values![0]!, type)).toBe(text)
})
