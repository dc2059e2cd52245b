// Constants of JavaScript and texts: each comes out as the value that it is.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DECLARATION, type Declared } from '../../../src/api/brands.js'
import { numberNode } from '../../../src/api/constants.js'
import { operandOf } from '../../../src/api/expression.js'
import { bytes, dec, interval, lit, timestamp } from '../../../src/api/literals.js'
import { plainTextNode, spanAt, textNode } from '../../../src/api/nodes.js'
import { blockWithParams, paramMarker } from '../../../src/api/texts.js'
import { parseDecimal } from '../../../src/core/decimal.js'
import { printExpression } from '../../../src/format/expressions.js'
import { checkProgram } from '../../support/check-program.js'
import { parsed, textOf } from './support.js'

const span = spanAt(null)
const digits = (value: number | bigint): string => printExpression(numberNode(value, span))

describe('numbers', () => {
  it.each<[number | bigint, string]>([
    [0, '0'],
    [-0, '0'],
    [1, '1'],
    [-1, '-1'],
    [0.1, '0.1'],
    [1.5, '1.5'],
    [1e-7, '0.0000001'],
    [-1.25e-10, '-0.000000000125'],
    [123456.789, '123456.789'],
    [9007199254740991, '9007199254740991'],
    [9007199254740993n, '9007199254740993'],
    [-9007199254740993n, '-9007199254740993'],
    [0n, '0'],
  ])('%s', (value, text) => {
    expect(digits(value)).toBe(text)
  })

  it.each([NaN, Infinity, -Infinity])('%s is none', (value) => {
    expect(() => digits(value)).toThrow(/^FLOW2110: .* is no number of the language; it comes of a division by 0 or of a text/)
  })

  it('the time of the build is none', () => {
    const noted = Symbol.for('flowc.chance')
    Reflect.set(globalThis, noted, new Set([1767225600123]))
    try {
      expect(() => digits(1767225600123)).toThrow(/^FLOW2110: \d+ is the time of this build or a random number.*a `param`/)
      expect(digits(1767225600124)).toBe('1767225600124')
    } finally {
      Reflect.deleteProperty(globalThis, noted)
    }
    // without somebody who notes it the time is a number as any other: nothing here asks a clock
    expect(digits(1767225600123)).toBe('1767225600123')
  })

  it.each([2 ** 53, -(2 ** 53), 1e21, Number.MAX_VALUE])('%s is not exact', (value) => {
    expect(() => digits(value)).toThrow(/^FLOW2110: .* is beyond 2\^53.*write it as a bigint/)
  })

  it('every number is printed exactly, without an exponent, and read again', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e15, max: 1e15 }), (value) => {
        const text = digits(value)
        expect(text).not.toMatch(/e/i)
        expect(Number(text)).toBe(value === 0 ? 0 : value)
        expect(printExpression(parsed(text))).toBe(text)
      }),
    )
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        expect(BigInt(digits(value))).toBe(value)
      }),
    )
  })

  it('digits are kept', () => {
    expect(textOf(() => dec('1.50'))).toBe('1.50')
    expect(parseDecimal(textOf(() => dec('+0.10')))).toEqual({ unscaled: 10n, scale: 2 })
    expect(() => dec('1,5' as '1.5')).toThrow(/^FLOW2113: `1,5` is not a number such as '1.50'/)
    expect(() => dec(1.5 as never)).toThrow(/^FLOW2113/)
  })
})

it('literals that are none', () => {
  expect(() => bytes('0af')).toThrow(/^FLOW2113: `0af` is not an even number of hexadecimal digits/)
  expect(() => timestamp(new Date(0) as never)).toThrow(/^FLOW2120: `timestamp\(…\)` takes a text, and got a Date/)
  expect(() => interval('5', 'minutes' as never)).toThrow(/^FLOW2120: .*one of 'year', 'month'/)
})

const prefix: Declared = { [DECLARATION]: {} } as unknown as Declared
/** What a param is in a template string. */
const env = paramMarker('env', prefix)

describe('texts', () => {
  const written = (value: string): string => textNode(value, span, new Set()).value

  it('a param in a template string is found, and is the only thing that is one', () => {
    const refs = new Set<Declared>()
    expect(textNode(`${env}.orders.\${env}`, span, refs).value).toBe('${env}.orders.$${env}')
    expect([...refs]).toEqual([prefix])
    expect(textNode(`${env}${env}`, span, refs).value).toBe('${env}${env}')
    expect(operandOf(`below ${env}`, span)).toMatchObject({ node: { value: 'below ${env}' }, refs: [prefix] })
  })

  it('what looks like a param and is none is refused', () => {
    expect(() => written('\0env#99999\0')).toThrow(/^FLOW2111: .*NUL/)
    expect(() => written('a\0b')).toThrow(/^FLOW2111: .*NUL/)
  })

  it('a param whose name needs quotes has no place in a text', () => {
    const odd = paramMarker('my env', { [DECLARATION]: {} } as unknown as Declared)
    expect(() => written(`${odd}.orders`)).toThrow(/^FLOW2127: the name of a param that stands in a text "my env"/)
  })

  it('a text stands on one line', () => {
    expect(() => written('a\nb')).toThrow(/^FLOW2111: the text 'a\\nb' holds a line break/)
    expect(() => textOf((o) => o.name.eq('a\r'))).toThrow(/^FLOW2111/)
    expect(() => written('a\ud83dz')).toThrow(/^FLOW2111: .* holds a half of a character/)
    expect(written('🙂')).toBe('🙂')
  })

  it('tests and imports have no params', () => {
    expect(plainTextNode('costs ${5}', span).value).toBe('costs ${5}')
    expect(() => plainTextNode(`${env}.flow`, span)).toThrow(/^FLOW2112: the param `env` stands in a text/)
  })

  it('a block has lines', () => {
    const refs = new Set<Declared>()
    expect(blockWithParams(`SELECT '\${x}'\r\nFROM ${env}`, null, refs)).toBe("SELECT '$${x}'\nFROM ${env}")
    expect([...refs]).toEqual([prefix])
  })

  it('any other text is in the plan as it was given', () => {
    const texts = fc.sample(
      fc
        .array(
          fc.oneof(
            fc.constantFrom(
              "'",
              '$',
              '{',
              '}',
              '${',
              '$${',
              '${env}',
              '$',
              '-- ',
              '`',
              '"""',
              '\\',
              '/',
              '\u2028',
              '\ufeff',
              '\t',
              '🙂',
            ),
            fc.string({ unit: 'binary', maxLength: 4 }),
          ),
        )
        .map((parts) => parts.join('').replaceAll(/[\0\r\n]/g, '')),
      60,
    )
    const selected = texts.map((value, i) => `${textOf(() => lit(value))} as c${i}`)
    const { programs, lines } = checkProgram({
      'texts.flow': `param env string = 'dev'
pipeline p {
  owner  'team'
}
schema One {
  id  int
}
stream ones from files 'ones.ndjson' {
  schema  One
}
stream texts =
  from ones
  select ${selected.join(', ')}
sink kafka 'texts' from texts append {
  format  json
}
`,
    })
    expect(lines.filter((l) => /^FLOW[123]/.test(l))).toEqual([])
    const plan = JSON.stringify(programs[0]!.plan)
    for (const value of texts) expect(plan).toContain(`"value":${JSON.stringify(value)}`)
  })
})
