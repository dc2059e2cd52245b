// `*` and one of its columns once more: what is meant is said, and a fix does it.
import { expect, it } from 'vitest'
import { kafka, stream } from '../../src/api/index.js'
import { textOf } from '../api/support.js'
import { checkProgram } from '../support/check-program.js'

const program = (select: string): string => `schema order {
  id      bigint,
  region  string,
  amount  int
}

stream orders from kafka 'shop.order.v1' {
  schema  order
}

stream doubled =
  from orders as o
  select ${select}
`

const fixed = (text: string): readonly string[] => {
  const checked = checkProgram({ 'a.flow': text })
  const [found] = checked.diagnostics.filter((d) => d.code === 'FLOW2010')
  return found!.fixes.map((fix) => {
    const [edit] = fix.edits
    const { start, end } = checked.index.range(edit!.span)
    return text.slice(0, start) + edit!.text + text.slice(end)
  })
}
const help = (text: string) => checkProgram({ 'a.flow': text }).diagnostics.find((d) => d.code === 'FLOW2010')?.help

it('a column behind a star', () => {
  const text = program('*, amount * 2 as amount')
  expect(help(text)).toBe('`*` is every column: list the others, or give this one another name')
  expect(fixed(text)).toEqual([program('o.id, o.region, amount * 2 as amount')])
  expect(checkProgram({ 'a.flow': fixed(text)[0]! }).diagnostics.filter((d) => d.severity === 'error')).toEqual([])
  expect(help(program('o.*, upper(region) as region'))).toMatch(/^`o\.\*` is every column/)
})

it('others have the advice that they had', () => {
  expect(help(program('id, amount as id'))).toBe('rename one with `as`, or leave it out')
})

it('what a spread row of a registry replaces is told, never taken in silence', () => {
  const orders = stream('orders', kafka('shop.order.v1').schemaRegistry<{ id: bigint; amount: number }>())
  const text = textOf({
    doubled: stream(
      'doubled',
      orders.select((o) => ({ ...o, amount: o.amount.times(2) })),
    ),
  })
  const known = text.replace(/ {2}schema +registry/, '  schema  order')
  expect(help(`schema order {\n  id bigint,\n  amount int\n}\n\n${known}`)).toMatch(/^`\*` is every column: list the others/)
})
