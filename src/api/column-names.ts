// Objects whose names are columns or fields: in the order in which they were written, so none is named like a number.
import { isObject, wrong } from './arguments.js'
import { mistake } from './mistake.js'
import { named } from './names.js'
import type { MarkedSpan } from './nodes.js'
import { BROKEN, refused, unnamed } from './refused.js'
import type { Name } from '../surface/ast.js'

/** Names and values of `{ id: …, total: … }`. `of`: whose object it is. */
export function columnEntries(value: unknown, of: string, span: MarkedSpan): readonly (readonly [string, unknown])[] {
  if (!isObject(value)) return wrong(of, 'an object of names', value, span.mark, () => broken(span))
  const prototype: unknown = Object.getPrototypeOf(value)
  // an object of another realm has another Object.prototype
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    return refused(mistake('columnName', { name: '__proto__', why: 'prototype' }, span.mark), () => broken(span))
  const [symbol] = Object.getOwnPropertySymbols(value)
  if (symbol !== undefined) refused(mistake('columnName', { name: String(symbol), why: 'symbol' }, span.mark), () => {})
  return Object.entries(value)
}

/** One column of which nothing is known. */
export const broken = (span: MarkedSpan): readonly (readonly [string, unknown])[] => [[unnamed(span).text, BROKEN]]

/** Such names come first in an object, wherever they were written. */
const INDEX = /^(?:0|[1-9][0-9]*)$/

export function columnName(name: string, span: MarkedSpan): Name {
  if (INDEX.test(name)) return refused(mistake('columnName', { name, why: 'number' }, span.mark), () => unnamed(span))
  return named(name, 'a column', span)
}
