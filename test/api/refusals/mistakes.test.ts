// Mistakes that are collected: each one that is independent of the others, and nothing but mistakes.
import { describe, expect, it } from 'vitest'
import * as api from '../../../src/api/index.js'
import { programOf } from '../../../src/api/program.js'
import { collecting } from '../../../src/api/refused.js'
import { a, named, o, told, type Any } from './support.js'

const { t, minutes, pipeline } = a

describe('what is too deep', () => {
  it.each<[string, () => unknown]>([
    [
      'an expression',
      () =>
        named(
          's',
          o.where!((r: Any) => repeated(5000, r.amount!, (all) => all.plus!(r.amount))),
        ),
    ],
    ['a type', () => a.schema!('S', { x: repeated(5000, t!.int!(), (type) => t!.array!(type).notNull!()) })],
  ])('%s is told once, however much deeper it is', (_, make) => {
    expect(told(make)).toEqual(['FLOW2115'])
  })
})

function repeated(times: number, first: Any, more: (value: Any) => Any): Any {
  let value = first
  for (let i = 0; i < times; i++) value = more(value)
  return value
}

describe('several mistakes', () => {
  it('of one call', () => {
    expect(told(() => pipeline!('p', { owner: 5, ownr: 'x', sla: '1 day', timezone: 'UTC' }))).toEqual([
      'FLOW2120',
      'FLOW2131',
      'FLOW2120',
      'FLOW2131',
    ])
  })
  it('of one chain', () => {
    const chain = (): unknown =>
      named(
        's',
        o.where!((r: Any) => r.amount!.gt!({}), { elseDLQ: 'x' }).extend!((r: Any) => ({
          n: r.amount!.plus!(Infinity),
          1: r.region,
        })).windowTumble!(minutes!('5'), { late: 'no' }).groupBy!((r: Any) => ({ n: r.amount!.plus!(1) })).select!((g: Any) => ({
          n: g.n,
          m: a.max!(),
        })),
      )
    expect(told(chain)).toEqual(['2104', '2131', '2110', '2106', '2130', '2120', '2133', '2120'].map((n) => `FLOW${n}`))
  })
  it('of callbacks: what is left in one is looked for where nothing else is wrong with it', () => {
    const left = (r: Any): unknown => (r.amount!.gt!(1), r.amount!.gt!(2))
    expect(
      told(() =>
        named(
          's',
          o.where!(left).where!((r: Any) => (r.amount!.gt!(1), r.amount!.gt!({}))),
        ),
      ),
    ).toEqual(['FLOW2101', 'FLOW2104'])
  })
})

describe('an exception of the program', () => {
  it('goes on as it is', () => {
    const wrong = new TypeError('mine')
    const run = (): unknown =>
      told(() =>
        o.where!(() => {
          throw wrong
        }),
      )
    expect(run).toThrow(wrong)
  })
})

describe('whatever a call is given', () => {
  const ODD: readonly unknown[] = [undefined, -1, '', 'x', [1], { a: 1 }, () => 1, Symbol('s')]
  const calls = Object.entries(api).flatMap(([name, value]): readonly (readonly [string, Any])[] =>
    typeof value === 'function'
      ? [[name, value as unknown as Any]]
      : Object.entries(value).map(([n, f]) => [`${name}.${n}`, f as Any]),
  )
  // settings are read by themselves
  const own = calls.filter(([name]) => !name.startsWith('define') && !name.includes('Error'))

  it.each(own)('%s tells mistakes and throws nothing else', (_, call) => {
    for (const first of ODD)
      for (const second of [undefined, {}]) {
        const run = (): unknown => {
          const made = call(first, second, second)
          return [
            made,
            o.where!(() => made),
            a.schema!('S', { x: made }),
            named('s', made),
            pipeline!('p').sinkAppend!(made, made),
          ]
        }
        expect(() => collecting(() => programOf({ all: run() })).made(), `${String(first)}, ${String(second)}`).not.toThrow()
      }
  })
})
