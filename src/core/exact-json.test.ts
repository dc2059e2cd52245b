import { describe, expect, it } from 'vitest'
import { describeJson, parseExactJson, toPlainJson, type ExactJson } from './exact-json.js'

const value = (text: string): ExactJson => {
  const result = parseExactJson(text)
  if (!result.ok) throw new Error(result.reason)
  return result.value
}

describe('exact JSON', () => {
  it.each(['9007199254740993', '0.0', '-0', '1e400', '1.10', '12345678901234567890.123'])('keeps the digits of %s', (digits) => {
    expect(value(digits)).toEqual({ digits })
  })

  it.each([
    ['{"a":[1,{"b":null}],"c":"\\u00e4\\n\\"\\\\"}', { a: [1, { b: null }], c: 'ä\n"\\' }],
    [' [ true , false , [ ] , { } ] ', [true, false, [], {}]],
    ['"\\ud83d\\ude00"', '😀'],
    ['"x\\t"', 'x\t'],
  ])('reads %s as the platform does', (text, expected) => {
    expect(toPlainJson(value(text))).toEqual(expected)
    expect(toPlainJson(value(text))).toEqual(JSON.parse(text))
  })

  it('keeps whole numbers beyond 2^53 as bigint', () => {
    expect(toPlainJson(value('[9007199254740993, 12, 1.5]'))).toEqual([9007199254740993n, 12, 1.5])
  })

  it('takes a key named __proto__ as any other', () => {
    const object = value('{"__proto__":{"x":1}}') as ReadonlyMap<string, ExactJson>
    expect([...object.keys()]).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(toPlainJson(object))).toBe(Object.prototype)
  })

  it('names the first repeated key and keeps its last value', () => {
    const result = parseExactJson('{"a":1,"b":{"c":1,"c":2},"a":3}')
    expect(result).toMatchObject({ ok: true, duplicate: 'c' })
  })

  it.each([
    ['{"a":1,}', 7, 'expected a quoted key, found `}`', false],
    ['{a:1}', 1, 'expected a quoted key or `}`, found `a`', false],
    ['[1 2]', 3, 'expected `,` or `]`, found `2`', false],
    ['01', 1, 'expected the end of the text, found `1`', false],
    ['{"a" 1}', 5, 'expected `:`, found `1`', false],
    ['"a\nb"', 2, 'the control character U+000A stands unescaped in a string', false],
    ['"\\x"', 1, '`\\x` is no escape of JSON', false],
    ['"\\u12g4"', 1, '`\\u` needs four hexadecimal digits', false],
    ["{'a':1}", 1, "expected a quoted key or `}`, found `'`", false],
    ['NaN', 0, 'expected a JSON value, found `N`', false],
    ['', 0, 'expected a JSON value, found the end of the text', true],
    ['{"a":', 5, 'expected a JSON value, found the end of the text', true],
    ['{"a":"b', 5, 'a string is not closed', true],
    ['{"a":1', 6, 'expected `,` or `}`, found the end of the text', true],
    ['{"a":tru', 8, 'expected `true`, found the end of the text', true],
    ['"\\u12', 0, 'x', true],
  ])('refuses %j and says where', (text, offset, reason, truncated) => {
    const result = parseExactJson(text)
    expect(result.ok).toBe(false)
    if (result.ok) return
    expect(result.truncated).toBe(truncated)
    if (reason === 'x') return
    expect([result.offset, result.reason]).toEqual([offset, reason])
  })

  it('refuses nesting that would overflow a recursive reader', () => {
    expect(parseExactJson('['.repeat(100_000))).toMatchObject({ ok: false, truncated: false })
    expect(parseExactJson(`${'['.repeat(150)}${']'.repeat(150)}`).ok).toBe(true)
  })

  it('agrees with the platform on what is JSON at all', () => {
    const pieces = ['{', '}', '[', ']', ',', ':', '"a"', '1', '-', '0', '.5', 'e1', 'true', 'null', ' ', '"\\n"', '\t']
    let seed = 7
    for (let i = 0; i < 5000; i++) {
      let text = ''
      const length = 1 + (i % 9)
      for (let k = 0; k < length; k++) {
        seed = (seed * 1103515245 + 12345) % 2147483648
        text += pieces[seed % pieces.length]!
      }
      let ok = true
      try {
        JSON.parse(text)
      } catch {
        ok = false
      }
      expect([text, parseExactJson(text).ok]).toEqual([text, ok])
    }
  })

  it('describes values for messages', () => {
    expect([undefined, null, true, 'x', { digits: '1' }, [], new Map()].map((v) => describeJson(v as ExactJson))).toEqual([
      'nothing',
      'null',
      'true',
      "the text 'x'",
      'the number 1',
      'a list',
      'an object',
    ])
  })
})
