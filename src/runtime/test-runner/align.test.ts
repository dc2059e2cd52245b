// What a report costs: how often a cell is looked at.
import { describe, expect, it } from 'vitest'
import { alignRows, type Actual, type Expected } from './align.js'

const origin = { declaration: '', start: 0, end: 0 } as unknown as Expected['origin']
let looks = 0
const expected = (...texts: readonly (string | null)[]): Expected => ({
  origin,
  cells: texts.map((text) =>
    text === null
      ? null
      : {
          text,
          test: (actual, c) => {
            looks++
            return actual.texts[c] === text
          },
        },
  ),
})
const actual = (...texts: readonly string[]): Actual => ({ texts })
const range = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i)
const statuses = (lines: ReturnType<typeof alignRows>): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { status } of lines) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
/** Every second row has another amount; they come in reverse order. */
const halfWrong = (n: number, key: readonly number[] | null) => {
  looks = 0
  const came = range(n).map((i) => actual(String(i), i % 3 === 0 ? 'eu' : 'us', i % 2 === 0 ? 'x' : `wrong ${i}`))
  const lines = alignRows(
    range(n).map((i) => expected(String(i), i % 3 === 0 ? 'eu' : 'us', 'x')),
    came.toReversed(),
    key,
  )
  return { lines, looks }
}

describe('many rows that are wrong', () => {
  it.each([
    ['by likeness', null],
    ['by key', [0]],
    ['by a key of two columns', [1, 0]],
  ])('%s: each is shown beside its like, and costs no more than one of few', (_, key) => {
    for (const n of [200, 2_000]) {
      const { lines } = halfWrong(n, key)
      expect(statuses(lines)).toEqual({ equal: n / 2, different: n / 2 })
      for (const l of lines) expect(l.actual![0]).toBe(l.expected![0])
      expect(new Set(lines.map((l) => l.actual![0])).size).toBe(n)
    }
    expect(halfWrong(8_000, key).looks).toBeLessThan(5 * halfWrong(2_000, key).looks)
  })

  it('cells that many have in common', () => {
    const lines = alignRows(
      range(1_000).map((i) => expected(`a${i}`, 'eu')),
      range(1_000).map((i) => actual(`b${i}`, 'eu')),
    )
    expect(statuses(lines)).toEqual({ different: 1_000 })
  })

  it('what is missing, and what nobody expects', () => {
    const lines = alignRows(
      range(1_000).map((i) => expected(`a${i}`)),
      range(1_200).map((i) => actual(i < 200 ? `a${i}` : `b${i}`)),
    )
    expect(statuses(lines)).toEqual({ equal: 200, missing: 800, unexpected: 1_000 })
  })

  it('a row that is as expected is said to be, though it was not looked for', () => {
    const came = range(1_000).map((i) => actual(`a${i}`, `b${i}`))
    const lines = alignRows([expected('none', 'none'), ...range(999).map((i) => expected(`a${i}`, null))], came.toReversed())
    expect(statuses(lines)).toEqual({ equal: 999, missing: 1, unexpected: 1 })
  })
})

describe('many rows that are right', () => {
  it('have a pairing, where some one makes the test pass', () => {
    // each fits two rows, the last one only the first
    const came = range(400).map((i) => actual(String(i)))
    const either = (a: number, b: number): Expected => ({
      origin,
      cells: [{ text: `${a} or ${b}`, test: (row, c) => row.texts[c] === String(a) || row.texts[c] === String(b) }],
    })
    const lines = alignRows([...range(399).map((i) => either(i + 1, i)), either(0, 0)].toReversed(), came)
    expect(statuses(lines)).toEqual({ equal: 400 })
  })
})
