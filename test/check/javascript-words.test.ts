// Words that every object of JavaScript has are words like any other: unknown where another would be, names where they may be.
import { describe, expect, it } from 'vitest'
import { runTest } from '../../src/runtime/test-runner/run-test.js'
import { checkProgram } from '../support/check-program.js'
import { PIPELINE } from './base.js'

describe.each(['constructor', '__proto__'])('%s', (word) => {
  const other = 'x'.repeat(word.length)

  it('is unknown in every place that takes a certain word', () => {
    const places = [
      `${word} x from y`,
      `stream s from kafka 'a' {\n  ${word} x\n}`,
      `stream s from kafka 'a' {\n  time at late by 5 ${word}\n}`,
      `stream s from ${word} 'x' {\n}`,
      `stream s =\n  from t\n  ${word} x\n  select a`,
      `sink ${word} 'x' from s append`,
      `test 'x' for p {\n  ${word} x\n}`,
    ]
    for (const text of places) {
      const { lines } = checkProgram({ 'main.flow': text })
      const same = checkProgram({ 'main.flow': text.replaceAll(word, other) })
      expect(lines.length, text).toBeGreaterThan(0)
      expect(lines.map((l) => l.replaceAll(word, other))).toEqual(same.lines)
    }
  })

  it('may name relations, columns and reasons', () => {
    const { programs, lines } = checkProgram({
      'main.flow': `${PIPELINE}
schema S {
  id      bigint not null,
  ${word} string
}
stream orders from kafka 'shop.order.created.v1' {
  schema S
}
stream ${word} =
  from orders
  where id > 0 else dlq '${word}'
sink kafka 'shop.order.copied.v1' from ${word} append {
  format json
}
test 'a row and a dead letter' for shop {
  given orders
    | id | ${word} |
    | 1  | 'a' |
    | -1 | 'b' |
  expect ${word}
    | ${word} |
    | 'a' |
  expect dlq
    | @reason | ${word} |
    | '${word}' | 'b' |
}
`,
    })
    expect(lines).toEqual([])
    const [{ plan, tests }] = programs as [(typeof programs)[number]]
    expect(runTest(plan, tests[0]!, { readFile: () => [] }).failures).toEqual([])
  })
})
