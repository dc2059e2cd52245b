// Twice the text takes about twice the time: a guard of ratios within one process, for six shapes of input.
import { describe, expect, it } from 'vitest'
import { processorTime } from '../kit/processor.js'
import { checkProgram } from '../support/check-program.js'

const LIMIT = 2.5
const ROUNDS = 3

const times = (n: number, piece: (i: number) => string, by = ''): string => Array.from({ length: n }, (_, i) => piece(i)).join(by)
const source = `schema s {\n  a int not null,\n  b string,\n  ts timestamp(3) not null\n}\nstream r from files 'r.ndjson' {\n  schema s\n  time ts late by 5 seconds\n}\n`

const SHAPES: readonly (readonly [string, number, (n: number) => string])[] = [
  [
    'declarations',
    300,
    (n) => source + times(n, (i) => `stream q${i} =\n  from ${i === 0 ? 'r' : 'q0'}\n  where a > ${i}\n  select a, b, ts\n`),
  ],
  ['clauses of one query', 300, (n) => `${source}stream q =\n  from r\n${times(n, (i) => `  where a > ${i}\n`)}`],
  [
    'items of one select',
    1500,
    (n) => `${source}stream q =\n  from r\n  select\n${times(n, (i) => `    a + ${i} as c${i}`, ',\n')}\n`,
  ],
  ['values of one list', 5000, (n) => `${source}stream q =\n  from r\n  where a in (${times(n, String, ', ')})\n`],
  [
    'rows of one table',
    1500,
    (n) =>
      `${source}test 't' for p {\n  given r\n    | a | b | ts |\n${times(n, (i) => `    | ${i} | 'x' | '2026-01-01 00:00:00' |\n`)}}\n`,
  ],
  ['text that makes no sense', 6000, (n) => times(n, (i) => `frobnicate ${i} ) and ( select 'x\n`)],
]

const time = (text: string): number => processorTime(() => checkProgram({ 'a.flow': text }))

/** Of the quickest runs, in turns: what else the machine does only makes them slower, and hits both. */
function ratio(short: string, long: string): number {
  let [a, b] = [Infinity, Infinity]
  for (let i = 0; i < ROUNDS; i++) {
    a = Math.min(a, time(short))
    b = Math.min(b, time(long))
  }
  return b / a
}

describe('time grows with the text, not faster', () => {
  it.each(SHAPES)(
    '%s',
    (_, n, text) => {
      const [short, long] = [text(n), text(2 * n)]
      time(long)
      // a ratio above the limit counts when it is above it again, and again
      const isLinear = (): boolean => ratio(short, long) <= LIMIT
      expect(isLinear() || isLinear() || isLinear()).toBe(true)
    },
    60_000,
  )
})
