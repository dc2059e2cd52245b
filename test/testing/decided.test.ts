// Which of the decisions that a process knows of a test is told.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { refuseDecided } from '../../src/testing/decided-node.js'
import { decisions } from '../../src/testing/decisions.js'
import type { FlowError } from '../../src/testing/errors.js'
import { looksOf } from '../../src/testing/guards.js'
import { createNodeHost } from '../../src/workspace/host-node.js'
import type { Guard } from '../../src/workspace/script-guards.js'

const root = mkdtempSync(join(tmpdir(), 'flowc-decided-'))
const at = (name: string): string => join(root, name)
const write = (name: string, text: string): void => writeFileSync(at(name), text)
write('wrong.flow.ts', "import { big } from './big.js'\n\nconst a = o.vip || o.big\n")
write('big.ts', 'const b = o.x ? 1 : 2\n')
write('other.flow.ts', 'export const fine = 1\n')
write('wrong.test.ts', "import './wrong.flow.js'\nimport './other.flow.js'\n")
write('other.test.ts', "import { fine } from './other.flow.js'\n")
write('computed.test.ts', 'const flow = await import(name)\n')
afterAll(() => rmSync(root, { recursive: true, force: true }))
afterEach(() => {
  decisions.found.clear()
  decisions.mixed.clear()
})

const expression = { [Symbol.for('flowc.expression')]: {} }
const guard = (operator: string, by: string, line: number, column: number): Guard => ({
  kind: 'value',
  operator,
  by,
  line,
  column,
  of: [],
})
const project = { root, host: createNodeHost(root), target: 'flink-2.2', params: [] } as const
const site = (name: string) => ({ file: at(name), line: 1, column: 1 })
/** What a test is told that runs a flow: places of mistakes. */
function told(flow: string, test: string): readonly string[] {
  try {
    refuseDecided('(flow)', [site(flow), site(test)], project, told)
    return []
  } catch (error) {
    expect((error as FlowError).diagnostics.map((d) => d.code).every((code) => code === 'FLOW2114')).toBe(true)
    return [...(error as Error).message.matchAll(/--> .*\/(.*)/g)].map(([, place]) => place!)
  }
}

describe('what JavaScript has decided', () => {
  it('is told where the flow or the test loads it, all of it, in the order of places', () => {
    looksOf(at('wrong.flow.ts'), [guard('||', 'o.vip', 3, 11)])[0]!(expression)
    looksOf(at('big.ts'), [guard('?', 'o.x', 1, 11)])[0]!(expression)
    const both = ['big.ts:1:11', 'wrong.flow.ts:3:11']
    expect(told('wrong.flow.ts', 'wrong.test.ts')).toEqual(both)
    expect(told('other.flow.ts', 'wrong.test.ts')).toEqual(both)
    expect(told('big.ts', 'other.test.ts')).toEqual(['big.ts:1:11'])
    expect(told('other.flow.ts', 'other.test.ts')).toEqual([])
  })
  it('is told where a text does not say what it loads', () => {
    looksOf(at('big.ts'), [guard('?', 'o.x', 1, 11)])[0]!(expression)
    expect(told('other.flow.ts', 'computed.test.ts')).toEqual(['big.ts:1:11'])
  })
  it('is no mistake where the operand had another value too, before or later, in any copy of the module', () => {
    const guards = [guard('||', 'o.vip', 3, 11)]
    const [first, second] = [looksOf(at('wrong.flow.ts'), guards), looksOf(at('wrong.flow.ts'), guards)]
    first[0]!(expression)
    first[0]!(expression)
    expect(told('wrong.flow.ts', 'wrong.test.ts')).toHaveLength(1)
    second[0]!(undefined)
    expect(told('wrong.flow.ts', 'wrong.test.ts')).toEqual([])
    first[0]!(expression)
    expect(told('wrong.flow.ts', 'wrong.test.ts')).toEqual([])
  })
  it('is thrown where it would not end', () => {
    const looks = looksOf(at('wrong.flow.ts'), [guard('while', 'o.vip', 3, 11)])
    expect(() => looks[0]!(expression)).toThrow(/^FLOW2114: `while \(o\.vip\)` is decided/)
    expect(looks[0]!(0)).toBe(0)
  })
})
