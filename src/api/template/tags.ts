// flow`…` and expr`…`: the text language inside of TypeScript, where a backslash is written twice.
import type { TextDeclaration } from '../../surface/program-data.js'
import { kindOf, wrong } from '../arguments.js'
import { DECLARATION } from '../brands.js'
import { textExpression } from '../calls.js'
import { recordOf, refSet } from '../declared.js'
import { mistake } from '../mistake.js'
import type { Untyped } from '../functions.js'
import { spanAt } from '../nodes.js'
import { partMade } from '../parts.js'
import { refused } from '../refused.js'
import { markOf } from '../site.js'
import type { Declarations } from '../types/declarations.js'
import { contextBehind, type Context } from './context.js'
import { isWhole, writtenValue, type Filling } from './values.js'

/**
 * Whole declarations as text: flow`stream big = from ${orders} where amount > ${limit}`.
 *
 * @example
 * const limit = 100
 * const large = flow`
 *   stream large =
 *     from ${orders}
 *     where amount > ${limit}
 * `
 */
export const flow: Declarations['flow'] = ((strings: unknown, ...values: readonly unknown[]) => {
  const filling: Filling = { tag: 'flow', span: spanAt(markOf(flow)), refs: refSet(), parts: [] }
  const text = unindented(filled(strings, values, filling))
  const node: TextDeclaration = { kind: 'text', text, span: filling.span }
  partMade(filling.span, 'this text in flow`…`', filling.span.mark, { of: 'the module exports' })
  return Object.freeze({ text, [DECLARATION]: recordOf(node, filling.refs) })
}) as Untyped

/**
 * An expression as text: expr<bigint>`${o.amount} * 2`.
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, doubled: expr<Decimal>`amount * 2` }))
 */
export const expr: Declarations['expr'] = ((strings: unknown, ...values: readonly unknown[]) => {
  const filling: Filling = { tag: 'expr', span: spanAt(markOf(expr)), refs: refSet(), parts: [] }
  const text = filled(strings, values, filling).trim()
  return textExpression(text, filling.parts, [...filling.refs], filling.span)
}) as Untyped

function filled(strings: unknown, values: readonly unknown[], filling: Filling): string {
  const pieces = isTemplate(strings) ? strings : null
  if (pieces === null) return wrong(filling.tag, `a template: ${filling.tag}\`…\``, strings, filling.span.mark, () => '')
  let text = ''
  let context: Context = 'words'
  /** What the text ends with, if no letter may follow. */
  let whole: { readonly value: unknown } | null = null
  const apart = (value: unknown, word: RegExpExecArray | null): void => {
    if (word !== null)
      refused(
        mistake('inText', { is: kindOf(value), tag: `${filling.tag}\`…\``, beside: word[0] }, filling.span.mark),
        () => null,
      )
  }
  const add = (piece: string): void => {
    context = contextBehind(piece, context)
    text += piece
  }
  pieces.forEach((piece, i) => {
    const wants = 'a text: `\\` is written `\\\\`'
    add(piece ?? refused(mistake('literal', { written: pieces.raw[i]!, wants }, filling.span.mark), () => ''))
    if (whole !== null && piece !== '') apart(whole.value, /^(?:[A-Za-z0-9_]+|')/.exec(piece ?? ''))
    if (i >= values.length) return
    const value = values[i]
    const inWords = context === 'words' || context === 'block'
    const written = writtenValue(value, context, filling)
    if (whole !== null && piece === '') apart(whole.value, /^(?:[A-Za-z0-9_]+|')/.exec(written))
    whole = inWords && isWhole(value) ? { value } : null
    if (whole !== null) apart(value, /[A-Za-z0-9_]+$/.exec(text))
    // two signs would begin a comment
    text += text.endsWith('-') && written.startsWith('-') ? ` ${written}` : written
  })
  return text
}

/** What is undefined has an escape that JavaScript does not know. */
const isTemplate = (strings: unknown): strings is readonly (string | undefined)[] & { readonly raw: readonly string[] } =>
  Array.isArray(strings) && 'raw' in strings

/** Declarations begin in the first column, wherever the template stands in its program. */
function unindented(text: string): string {
  const lines = text.split(/\r\n|[\r\n]/)
  while (lines[0]?.trim() === '') lines.shift()
  while (lines.at(-1)?.trim() === '') lines.pop()
  const indents = lines.slice(/^\s/.test(lines[0] ?? '') ? 0 : 1).filter((l) => l.trim() !== '')
  const common = Math.min(...indents.map((l) => l.length - l.trimStart().length))
  const cut = Number.isFinite(common) ? common : 0
  return lines.map((l) => (l.slice(0, cut).trim() === '' ? l.slice(cut) : l.trimStart())).join('\n')
}
