// What the API makes, as text; the text read again is the same tree.
import { describe, expect, it } from 'vitest'
import { meaning } from '../../support/generate/same-tree.js'
import { AGGREGATES, FUNCTIONS, LITERALS, OPERATORS } from './rows.js'
import { nodeOf, parsed, textOf } from './support.js'

describe.each([
  ['operators', OPERATORS],
  ['functions', FUNCTIONS],
  ['literals', LITERALS],
  ['aggregates', AGGREGATES],
])('%s', (_, rows) => {
  it.each(rows)('%s %#', (_, build, text) => {
    expect(textOf(build)).toBe(text)
    expect(meaning(parsed(text))).toEqual(meaning(nodeOf(build)))
  })
})

it('columns stand behind the name of their side', () => {
  expect(textOf((o) => o.n.plus(1).gt(o.id), 'o')).toBe('o.n + 1 > o.id')
  expect(textOf((o) => o.ship.home.zip.isNull(), 'the orders')).toBe('`the orders`.ship.home.zip is null')
})
