// TRIM, POSITION, SUBSTRING, OVERLAY, SIMILAR TO, UPPER, LOWER, CHAR_LENGTH (BinaryStringData, SqlFunctionUtils and
// SqlLikeUtils of Flink). Characters are code points; OVERLAY alone counts UTF-16 units.
import { bug } from '../../core/bug.js'
import { similarPattern } from '../../functions/similar-pattern.js'
import type { Expr } from '../../ir/expr.js'
import type { Value } from '../value.js'
import type { Eval, Evaluator } from './eval.js'

/** Applied to arguments of which none is NULL. */
const strict =
  (apply: (...values: Value[]) => Value): Evaluator =>
  (_, args) =>
    nullIfAny(args, apply)

const nullIfAny =
  (args: readonly Eval[], apply: (...values: Value[]) => Value): Eval =>
  (l, r) => {
    const values: Value[] = []
    for (const arg of args) {
      const value = arg(l, r)
      if (value === null) return null
      values.push(value)
    }
    return apply(...values)
  }

const literalText = (e: Expr): string =>
  e.kind === 'literal' && typeof e.value === 'string' ? e.value : bug('an argument that is no literal text')

const trim: Evaluator = (call, [, characters, text]) => {
  const where = literalText(call.args[0]!)
  return nullIfAny([characters!, text!], (set, value) => {
    const unwanted = new Set(set as string)
    const all = Array.from(value as string)
    let [start, end] = [0, all.length]
    if (where !== 'TRAILING') while (start < end && unwanted.has(all[start]!)) start++
    if (where !== 'LEADING') while (end > start && unwanted.has(all[end - 1]!)) end--
    return all.slice(start, end).join('')
  })
}

/** From 1; an empty text is at 1 wherever the search begins. */
function position(needle: string, text: string, from: number): number {
  if (needle === '') return 1
  const all = Array.from(text)
  const start = all.slice(0, Math.max(from - 1, 0)).join('').length
  const at = text.indexOf(needle, start)
  return at < 0 || from > all.length ? 0 : Array.from(text.slice(0, at)).length + 1
}

function substring(text: string, start: number, length: number | null): string | null {
  if (length !== null && length < 0) return null
  const all = Array.from(text)
  const from = start > 0 ? start - 1 : start < 0 ? all.length + start : 0
  return from < 0 ? '' : all.slice(from, length === null ? undefined : from + length).join('')
}

const LONE_HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Half a character becomes `?`; without a positive length nothing of the rest is kept. */
function overlay(text: string, placing: string, start: number, length: number): string {
  if (start <= 0 || start > text.length) return text
  const rest = start + length <= text.length && length > 0 ? text.slice(start - 1 + length) : ''
  return (text.slice(0, start - 1) + placing + rest).replace(LONE_HALF, '?')
}

const similar: Evaluator = (call, [text]) => {
  const escape = call.args[2] === undefined ? null : literalText(call.args[2])
  const pattern = similarPattern(literalText(call.args[1]!), escape)
  if (!pattern.ok) return bug(`a pattern of SIMILAR TO that was not refused: ${pattern.problem}`)
  const regex = new RegExp(`^(?:${pattern.source})$`, 'u')
  return nullIfAny([text!], (value) => regex.test(value as string))
}

export const TEXT_FORMS = {
  trim,
  position: strict((needle, text, from) => position(needle as string, text as string, (from as number | undefined) ?? 1)),
  substring: strict((text, start, length) => substring(text as string, start as number, (length as number | undefined) ?? null)),
  overlay: strict((text, placing, start, length) =>
    overlay(text as string, placing as string, start as number, (length as number | undefined) ?? (placing as string).length),
  ),
  similar,
  upper: strict((text) => (text as string).toUpperCase()),
  lower: strict((text) => (text as string).toLowerCase()),
  char_length: strict((text) => Array.from(text as string).length),
} as const satisfies Record<string, Evaluator>
