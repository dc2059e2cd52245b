// Names that a program gives. The printer quotes what needs quotes; what it cannot quote is refused here.
import type { Span } from '../core/span.js'
import type { Name } from '../surface/ast.js'
import { writtenName } from '../surface/names.js'
import { wrong } from './arguments.js'
import { mistake } from './mistake.js'
import { markIn, nameNode } from './nodes.js'
import { refused, unnamed } from './refused.js'
import { paramsIn } from './texts.js'

/** A name that stands without quotes wherever it is used. */
export function plainWord(text: unknown, of: string, span: Span): Name {
  const name = named(text, of, span)
  if (writtenName(name.text) === name.text && !BEGINS_TYPE.test(name.text)) return name
  return refused(mistake('name', { name: name.text, of, why: 'word' }, markIn(span)), () => unnamed(span))
}

/** Types that are not written as a name. */
const BEGINS_TYPE = /^(?:array|map|multiset|row)$/i

/** `of`: whose name it is, in the words of a message. */
export function named(text: unknown, of: string, span: Span): Name {
  const mark = markIn(span)
  if (typeof text !== 'string') {
    // `groupBy(['a', 'b'])`
    const isList = Array.isArray(text) && text.length > 0 && text.every((n) => typeof n === 'string')
    const listed = isList ? `the names stand one after the other: ${text.map((n) => `'${n}'`).join(', ')}` : undefined
    return wrong(of, 'a text', text, mark, () => unnamed(span), listed)
  }
  const [param] = paramsIn(text)
  if (param !== undefined) return refused(mistake('name', { name: param, of, why: 'param' }, mark), () => unnamed(span))
  const why = text === '' ? 'empty' : text.includes('$') ? 'loop' : hasSign(text) ? 'sign' : null
  if (why !== null) return refused(mistake('name', { name: text, of, why }, mark), () => unnamed(span))
  return nameNode(text, span)
}

// control characters and line ends: a name in backquotes stands on one line
const hasSign = (text: string): boolean => /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text)

export const namedAll = (texts: readonly unknown[], of: string, span: Span): Name[] => texts.map((t) => named(t, of, span))

/** One name, or several. */
export const oneOrMore = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T])
