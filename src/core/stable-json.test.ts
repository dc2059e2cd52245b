import { describe, expect, it } from 'vitest'
import { stableJson, type Json } from './stable-json.js'

describe('stable JSON', () => {
  const samples: Json[] = [
    null,
    true,
    1.5,
    '',
    'a"\n\u2028ä',
    [],
    {},
    [1, [2, { a: [] }]],
    { b: { d: 1, c: [{}] }, a: null, z: undefined, e: [undefined as unknown as Json] },
  ]

  it('writes the bytes of JSON.stringify, with and without indentation, in written order', () => {
    for (const sample of samples) {
      expect(stableJson(sample, { order: 'written' })).toBe(JSON.stringify(sample))
      expect(stableJson(sample, { order: 'written', indent: 2 })).toBe(JSON.stringify(sample, null, 2))
    }
  })

  it('sorts keys at every depth', () => {
    expect(stableJson({ b: 1, a: { d: 1, c: 2 } })).toBe('{"a":{"c":2,"d":1},"b":1}')
  })

  it('keeps every digit of a whole number beyond 2^53', () => {
    expect(stableJson({ default: 9007199254740993n })).toBe('{"default":9007199254740993}')
  })

  it('writes what is thousands of times inside of itself', () => {
    let deep: Json = 1
    for (let i = 0; i < 1500; i++) deep = { kind: 'call', args: [deep, i] }
    expect(stableJson(deep)).toHaveLength(
      1 + 1500 * '{"args":[,],"kind":"call"}'.length + Array.from({ length: 1500 }, (_, i) => `${i}`).join('').length,
    )
  })
})
