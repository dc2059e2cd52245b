// Each node knows the call that made it, and a mistake the call that is wrong.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sum } from '../../../src/api/aggregates.js'
import { condition, scopeOf } from '../../../src/api/callbacks.js'
import { when } from '../../../src/api/cases.js'
import { upper } from '../../../src/api/functions.js'
import { lit } from '../../../src/api/literals.js'
import type { ApiMistake } from '../../../src/api/mistake.js'
import { markIn, spanAt, spanOf } from '../../../src/api/nodes.js'
import { markOf, siteOf } from '../../../src/api/site.js'
import type { Columns } from '../../../src/api/types/columns.js'
import type { ExprNode } from '../../../src/surface/ast.js'
import type { Everything } from './rows.js'

const where = (callback: (o: Columns<Everything>) => unknown): ExprNode =>
  condition(callback, [scopeOf(null, 'orders')], where).expr
const lineOf = (node: { readonly span: ExprNode['span'] }): number => siteOf(markIn(node.span))!.line
/** The line of whoever calls this. */
const here = (): number => siteOf(markOf(here))!.line

it('operators, columns, functions and constants stand where they were called', () => {
  const first = here()
  // prettier-ignore
  const node = where((o) =>
    upper(
      o.name,
    )
      .eq('x')
      .and(
        o.flag,
      ),
  ) as ExprNode & { kind: 'binary' }
  const left = node.left as ExprNode & { kind: 'binary' }
  const called = left.left as ExprNode & { kind: 'call' }
  expect([node, node.right, left, left.right, called, called.args[0]!].map((n) => lineOf(n) - first)).toEqual([7, 8, 6, 6, 3, 4])
})

it('the file is the one that called', () => {
  expect(siteOf(spanOf(here).mark)).toBe(null)
  const node = where((o) => o.name.isNull())
  expect(siteOf(markIn(node.span))!.file).toMatch(/sites\.test\.ts$/)
  expect(siteOf(markIn(node.span))!.column).toBeGreaterThan(1)
})

it('one call has one mark', () => {
  const node = where((o) => o.n.between(1, 2)) as ExprNode & { kind: 'between' }
  expect(markIn(node.low.span)).toBe(markIn(node.span))
  expect(markIn(node.operand.span)).not.toBe(markIn(node.span))
})

/** What stands on the line of a mistake. */
const mistakeOf = (run: () => unknown): { readonly mistake: string; readonly line: string } => {
  try {
    run()
  } catch (error) {
    const { flowc } = error as ApiMistake
    return { mistake: flowc.mistake, line: SOURCE[flowc.site!.line - 1]! }
  }
  throw new Error('nothing was wrong')
}
const SOURCE = readFileSync(new URL(import.meta.url), 'utf8').split('\n')

it('a mistake stands where it was made', () => {
  const dropped = mistakeOf(() =>
    where(
      (o) =>
        o.n.gt(1) && // here
        o.flag,
    ),
  )
  expect(dropped).toMatchObject({ mistake: 'dropped', line: expect.stringContaining('o.n.gt(1) && // here') as string })
  const text = mistakeOf(() =>
    where((o) => {
      const wrong = String(o.name) // here too
      return o.name.eq(wrong)
    }),
  )
  expect(text).toMatchObject({ mistake: 'asText', line: expect.stringContaining('// here too') as string })
  const result = mistakeOf(() => where(() => undefined)) // the clause
  expect(result).toMatchObject({ mistake: 'notAnOperand', line: expect.stringContaining('// the clause') as string })
  const operand = mistakeOf(() =>
    where((o) => {
      const more = when(o.flag, 1)
      return more.else(sum({} as never) as never) // the operand
    }),
  )
  expect(operand).toMatchObject({ mistake: 'notAnOperand', line: expect.stringContaining('// the operand') as string })
})

it('an engine that cannot tell gives no site', () => {
  const { captureStackTrace } = Error
  try {
    Reflect.deleteProperty(Error, 'captureStackTrace')
    expect(markOf(here)).toBe(null)
    expect(where((o) => o.n.eq(1)).kind).toBe('binary')
  } finally {
    Error.captureStackTrace = captureStackTrace
  }
})

it('the limit of stack traces stays what it was', () => {
  const limit = Error.stackTraceLimit
  markOf(here)
  expect(Error.stackTraceLimit).toBe(limit)
})

it.each<[string, string, number, number]>([
  ['    at where (file:///app/a.flow.ts:3:5)', 'file:///app/a.flow.ts', 3, 5],
  ['    at Object.<anonymous> (/app/a (copy)/b.ts:10:20)', '/app/a (copy)/b.ts', 10, 20],
  ['    at C:\\work\\a.ts:1:2', 'C:\\work\\a.ts', 1, 2],
  ['    at async file:///a.ts:7:8', 'file:///a.ts', 7, 8],
])('reads %s', (frame, file, line, column) => {
  expect(siteOf({ stack: `Error\n${frame}` })).toEqual({ file, line, column })
  expect(siteOf({ stack: 'Error' })).toBe(null)
  expect(spanAt(null)).toMatchObject({ declaration: '', start: -1, end: -1 })
})

it('an expression costs little more than its site', () => {
  const ROUNDS = 500
  const build = (o: Columns<Everything>): unknown => {
    let all = lit(true).and(o.flag)
    for (let i = 0; i < ROUNDS; i++) all = all.and(o.n.gt(i))
    return all
  }
  const marks = (): void => {
    // three expressions a round: a column, a comparison, an `and`
    for (let i = 0; i < ROUNDS * 3; i++) markOf(marks)
  }
  const best = (run: () => void): number =>
    Math.min(
      ...Array.from({ length: 7 }, () => {
        // by the processor's clock: other work is not counted
        const start = process.cpuUsage()
        run()
        const { user, system } = process.cpuUsage(start)
        return user + system
      }),
    )
  // a few µs each; measured against each other, since machines are not equally fast. What looked at all that is inside would take
  // hundreds of times as long
  expect(best(() => where(build)) / best(marks)).toBeLessThan(10)
})
