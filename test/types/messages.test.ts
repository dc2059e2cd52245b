import { describe, expect, it } from 'vitest'
import { checkNode } from './check.js'
import { MESSAGES } from './messages.js'
import { parseExprs } from './parse-exprs.js'

describe.each(MESSAGES)('%s', (_, expectations) => {
  const parsed = parseExprs(expectations.map(([expression]) => expression))
  it.each(expectations.map((e, i) => [e[0], e[1], e[2], parsed[i]!.node] as const))(
    '%s',
    (_expression, messages, where, node) => {
      const { diagnostics } = checkNode(node!, where ?? 'scalar')
      expect(diagnostics.map((d) => `${d.severity[0]!.toUpperCase()} ${d.code.slice(4)} ${d.message}`)).toEqual(messages)
    },
  )
})

describe('the way out', () => {
  it.each([
    ["nts3 > '2024-01-01 00:00:00'", "write `TIMESTAMP '2024-01-01 00:00:00'`"],
    ["nltz3 > '2024-01-01 00:00:00'", "write `cast('2024-01-01 00:00:00' as timestamp_ltz(3))`"],
    ["nd18 > '1.5'", 'write `1.5`'],
    ['ns = 1', "write `'1'` or `try_cast(ns as int)`, which gives NULL for a text that cannot be read"],
    ['ns || ni', 'write `cast(ni as string)`'],
    ['nltz3 = nts3', 'write `cast(nts3 as timestamp_ltz(3))`, which reads the wall clock in the time zone of the pipeline'],
    ['nf + nd', 'write `cast(nf as double)`'],
    ['nd18 / ni', 'divide by `nullif(ni, 0)`, or guard the quotient: `case when ni <> 0 then … end`'],
    ['cast(ns as int)', 'write `try_cast(ns as int)`, which gives NULL, and decide what becomes of those rows'],
    ["nc3 = 'a'", 'write `cast(nc3 as string)`, which is not padded'],
    ['coalesc(i, 1)', 'did you mean `coalesce`?'],
    ["INTERVAL '100' DAY", "the first number has at most two digits: write `DAY(3)`, or `100 * INTERVAL '1' DAY`"],
    ['cast(ns as text)', 'did you mean `string`?'],
  ])('of %s names what is written there', (expression, help) => {
    const { diagnostics } = checkNode(parseExprs([expression])[0]!.node!)
    expect(diagnostics.map((d) => d.help)).toEqual([help])
  })
})
