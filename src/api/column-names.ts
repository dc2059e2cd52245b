// Objects whose names are columns or fields: in the order in which they were written, so none is named like a number.
import { argument } from './arguments.js'
import { mistake } from './mistake.js'
import { named } from './names.js'
import type { MarkedSpan } from './nodes.js'
import type { Name } from '../surface/ast.js'

/** Names and values of `{ id: …, total: … }`. `of`: whose object it is. */
export function columnEntries(value: unknown, of: string, span: MarkedSpan): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw argument(of, 'an object of names', value, span.mark)
  const prototype: unknown = Object.getPrototypeOf(value)
  // an object of another realm has another Object.prototype
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    throw mistake('columnName', { name: '__proto__', why: 'prototype' }, span.mark)
  const [symbol] = Object.getOwnPropertySymbols(value)
  if (symbol !== undefined) throw mistake('columnName', { name: String(symbol), why: 'symbol' }, span.mark)
  return Object.entries(value)
}

/** Such names come first in an object, wherever they were written. */
const INDEX = /^(?:0|[1-9][0-9]*)$/

export function columnName(name: string, span: MarkedSpan): Name {
  if (INDEX.test(name)) throw mistake('columnName', { name, why: 'number' }, span.mark)
  return named(name, 'a column', span)
}
