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
