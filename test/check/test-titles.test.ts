// A test that cannot fail, and two tests that nobody can tell apart.
import { describe, expect, it } from 'vitest'
import { SourceIndex } from '../../src/core/source.js'
import { compile } from '../../src/workspace/compile.js'
import { checkProgram } from '../support/check-program.js'

const HEAD = `pipeline shop {
}
schema Order {
  order_id  bigint not null
}
stream orders from kafka 'shop.order.made.v1' {
  schema  Order
}
sink kafka 'shop.order.copied.v1' from orders append {
  format  json
}
`
const GIVEN = `  given orders
    | order_id |
    | 1        |
`
const EXPECT = `  expect orders
    | order_id |
    | 1        |
`
const test = (title: string, ...steps: readonly string[]): string => `test '${title}' for shop {\n${steps.join('')}}\n`
const lines = (...tests: readonly string[]): readonly string[] => checkProgram({ 'p.flow': HEAD + tests.join('') }).lines

describe('a test without expectations', () => {
  it('is told', () => {
    expect(lines(test('copies', GIVEN))).toEqual([
      'FLOW7010 12:6 the test `copies` expects nothing: it passes whatever comes out',
    ])
  })
  it.each([
    ['rows', EXPECT],
    ['no rows', '  expect nothing from orders\n'],
    ['changes', '  expect changes orders\n    | @op | order_id |\n    | +I  | 1        |\n'],
  ])('not with expected %s', (_, step) => {
    expect(lines(test('copies', GIVEN, step))).toEqual([])
  })
  it('not where one of its steps cannot be read', () => {
    expect(lines(test('copies', GIVEN, '  expct orders\n')).map((l) => l.slice(0, 8))).not.toContain('FLOW7010')
  })
  it('can be meant', () => {
    const text = `${HEAD}-- flow:ignore FLOW7010 because it must not fail, no more\n${test('copies', GIVEN)}`
    const { diagnostics, suppressed } = compile({
      host: { readText: (path) => (path === 'a.flow' ? { kind: 'text', text } : { kind: 'missing' }), list: () => [] },
      files: ['a.flow'],
      target: 'flink-2.2',
      index: new SourceIndex(),
      before: [],
    })
    expect([diagnostics.map((d) => d.code), suppressed.map((s) => s.diagnostic.code)]).toEqual([[], ['FLOW7010']])
  })
})

describe('tests of one title', () => {
  it('are told, with the first', () => {
    const {
      lines: told,
      diagnostics,
      index,
    } = checkProgram({
      'p.flow': HEAD + test('copies', GIVEN, EXPECT) + test('others', EXPECT) + test('copies', EXPECT),
    })
    expect(told).toEqual(['FLOW7011 25:6 two tests of `shop` are called `copies`'])
    expect(index.locate(diagnostics[0]!.related[0]!.span).start.line).toBe(12)
  })
  it('not where they are tests of two pipelines', () => {
    const other = HEAD.replace('pipeline shop', 'pipeline store').replaceAll('shop.', 'store.')
    const checked = checkProgram({
      'p.flow': HEAD + test('copies', EXPECT),
      'q.flow': other + test('copies', EXPECT).replace('for shop', 'for store'),
    })
    expect(checked.lines).toEqual([])
  })
  it('also in two files', () => {
    const checked = checkProgram({
      'p.flow': HEAD + test('copies', EXPECT),
      'p.test.flow': `import { shop, orders } from './p.flow'\n${test('copies', EXPECT)}`,
    })
    expect(checked.lines).toEqual(['FLOW7011 2:6 two tests of `shop` are called `copies`'])
  })
})
