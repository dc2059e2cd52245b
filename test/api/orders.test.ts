// The orders example in the TypeScript API says what examples/orders says in the text language: one plan.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { programOf } from '../../src/api/program.js'
import * as orders from '../fixtures/api/orders.flow.js'
import { checkProgram } from '../support/check-program.js'
import { textOf } from './support.js'

const read = (file: string): string => readFileSync(new URL(`../../examples/orders/${file}`, import.meta.url), 'utf8')
const lock = { 'flow.lock': read('flow.lock') }

/** Everything but places. */
const withoutPlaces = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, v: unknown) => (typeof v === 'object' && v !== null && 'declaration' in v ? undefined : v)),
  )

describe('orders', () => {
  const said = textOf(orders)
  const made = checkProgram({ 'orders.flow': said, ...lock })
  const text = checkProgram({ 'orders.flow': read('orders.flow'), 'customers.flow': read('customers.flow'), ...lock })

  it('has no diagnostics that the text has not', () => {
    expect(made.lines.map((l) => l.split(' ')[0])).toEqual(text.lines.map((l) => l.split(' ')[0]))
    expect(text.programs).toHaveLength(1)
  })

  it('makes the plan of the text', () => {
    const [a, b] = [made, text].map((c) => withoutPlaces(c.programs[0]!.plan))
    expect(a).toEqual(b)
  })

  it('makes the tests of the text', () => {
    const [a, b] = [made, text].map((c) => withoutPlaces(c.programs[0]!.tests))
    expect(a).toEqual(b)
  })

  it('is the same data each time, and nothing but data', () => {
    const data = programOf(orders)
    expect(JSON.parse(JSON.stringify(data))).toEqual(data)
    expect(programOf(orders)).toEqual(data)
  })

  it('knows the call that made each declaration and clause', () => {
    const { declarations, sites } = programOf(orders)
    const module = readFileSync(new URL('../fixtures/api/orders.flow.ts', import.meta.url), 'utf8').split('\n')
    const enriched = declarations.find((d) => d.kind === 'query' && d.name.text === 'enriched')!
    const called = (enriched as { clauses: readonly { span: { start: number } }[] }).clauses.map((c) => {
      const { line, column } = sites[c.span.start]!
      return /^[a-zA-Z]+/.exec(module[line - 1]!.slice(column - 1))?.[0]
    })
    expect(called).toEqual(['as', 'where', 'leftJoin', 'select'])
  })
})
