// Habits from other dialects inside an expression: operators, literals and units that Flink SQL does not have.
import { wordTable } from '../core/word-table.js'
import { expressionForms } from '../diagnostics/codes/expression-forms.js'
import { syntax } from '../diagnostics/codes/syntax.js'
import { isWord, lower } from './brackets.js'
import { inExpression, problem, withHole, type Failure } from './failure.js'
import { makeToken, textOf, type Token } from './lexer.js'
import type { Problem } from './slice.js'
import * as t from './tokens.js'

/** Units that an interval does not have: how many of which it is, or why Flink is wrong there. */
const NO_UNITS: Readonly<Record<string, { readonly factor: number; readonly unit: string; readonly why: string }>> = wordTable({
  week: { factor: 7, unit: 'day', why: "Flink reads `INTERVAL '1' WEEK` as one hour" },
  quarter: { factor: 3, unit: 'month', why: "Flink reads `INTERVAL '1' QUARTER` as one month" },
  millisecond: { factor: 0.001, unit: 'second', why: 'write it as a fraction of a second' },
  decade: { factor: 10, unit: 'year', why: 'write it in years' },
  century: { factor: 100, unit: 'year', why: 'write it in years' },
})

const FOREIGN: ReadonlySet<string> = new Set(['ilike', 'rlike', 'regexp'])

/** Index where the path ends in front of `at` begins; null where something else stands there. */
function pathBefore({ tokens, at }: Failure): number | null {
  let start = at - 1
  if (tokens[start] === undefined || !nameLike(tokens[start]!)) return null
  while (tokens[start - 1]?.tokenType === t.Dot && tokens[start - 2] !== undefined && nameLike(tokens[start - 2]!)) start -= 2
  return tokens[start - 1]?.tokenType === t.Dot ? null : start
}

const imagesOf = (tokens: readonly Token[]): string => tokens.map((x) => (x.tokenType === t.Comma ? ', ' : x.image)).join('')

/** `a.b::decimal(10, 2)` is `cast(a.b as decimal(10, 2))`. */
export function ofDoubleColon(f: Failure): Problem {
  const { tokens, at } = f
  const start = pathBefore(f)
  const type = tokens[at + 1]
  if (start === null || type === undefined || !nameLike(type) || tokens[at + 2]?.tokenType === t.DoubleColon)
    return problem(f, syntax.foreignOperator, { written: '::' }, { repaired: withHole(f) })
  let end = at + 2
  if (tokens[end]?.tokenType === t.LParen)
    while (end < tokens.length && [t.LParen, t.NumberToken, t.Comma].includes(tokens[end]!.tokenType)) end++
  if (tokens[end]?.tokenType === t.RParen && end > at + 2) end++
  const [operand, written] = [tokens.slice(start, at), tokens.slice(at + 1, end)]
  const [first, last] = [operand[0]!, written.at(-1)!]
  const make = (kind: typeof t.LParen, image: string, place: number): Token => makeToken(kind, image, place, place, first)
  const text = `cast(${imagesOf(operand)} as ${imagesOf(written)})`
  return problem(
    f,
    syntax.foreignOperator,
    { written: '::' },
    {
      repaired: [
        ...tokens.slice(0, start),
        make(t.word('cast'), 'cast', first.startOffset),
        make(t.LParen, '(', first.startOffset),
        ...operand,
        make(t.word('as'), 'as', tokens[at]!.startOffset),
        ...written,
        make(t.RParen, ')', last.endOffset + 1),
        ...tokens.slice(end),
      ],
      edit: { start: first.startOffset, end: last.endOffset + 1, text, title: `write \`${text}\`` },
    },
  )
}

export function ofExpression(f: Failure): Problem | undefined {
  const { tokens, at } = f
  const token = tokens[at]
  const previous = tokens[at - 1]
  if (token === undefined) return undefined
  if (f.expected.startsWith('an interval unit')) return ofInterval(f, token)
  if (!inExpression(f)) return undefined
  const word = lower(token)
  if (word === 'at' && lower(tokens[at + 1]) === 'time' && lower(tokens[at + 2]) === 'zone')
    return problem(f, expressionForms.atTimeZone, {}, { to: at + 3, repaired: withHole(f) })
  if (FOREIGN.has(word) && isWord(token) && (f.expected === '' || f.expected.startsWith('`like`')))
    return problem(f, syntax.foreignOperator, { written: token.image }, { repaired: withHole(f) })
  const next = tokens[at + 1]
  if (lower(previous) === 'interval' && nameLike(token) && next !== undefined && t.isIntervalUnit(next))
    return inBrackets(f, token)
  if (token.tokenType === t.Comma && f.expected === '`then`') {
    const then = tokens.findIndex((x, i) => i > at && x.tokenType === t.word('then'))
    const repaired = then < 0 ? withHole(f) : [...tokens.slice(0, at), ...tokens.slice(then)]
    return problem(f, expressionForms.caseList, {}, { repaired })
  }
  if (token.tokenType === t.Text && ['timestamp_ltz', 'datetime'].includes(lower(previous))) {
    const instead = lower(previous) === 'datetime' ? 'TIMESTAMP' : 'TIMESTAMP WITH LOCAL TIME ZONE'
    return problem(
      f,
      expressionForms.foreignLiteral,
      { keyword: previous!.image, instead: `${instead} ${token.image}` },
      {
        from: at - 1,
        repaired: withHole(f),
        edit: {
          start: previous!.startOffset,
          end: previous!.endOffset + 1,
          text: instead,
          title: `write \`${instead} '…'\``,
        },
      },
    )
  }
  return undefined
}

const nameLike = (token: Token): boolean => token.tokenType === t.QuotedName || (isWord(token) && !t.RESERVED.has(lower(token)))

/** `INTERVAL n DAY`, which Flink takes: here the number of units that is no literal stands in brackets. */
function inBrackets(f: Failure, token: Token): Problem {
  const { tokens, at } = f
  const [start, end] = [token.startOffset, token.endOffset + 1]
  return problem(
    f,
    expressionForms.intervalCount,
    { count: token.image },
    {
      repaired: [
        ...tokens.slice(0, at),
        makeToken(t.LParen, '(', start, start, token),
        token,
        makeToken(t.RParen, ')', end, end, token),
        ...tokens.slice(at + 1),
      ],
      edit: { start, end, text: `(${token.image})`, title: `write \`(${token.image})\`` },
    },
  )
}

/** `INTERVAL '2' WEEK`: what it is in units that exist, if its number is a plain one. */
function ofInterval(f: Failure, token: Token): Problem | undefined {
  const { tokens, at } = f
  const number = tokens[at - 1]
  const meant = NO_UNITS[lower(token).replace(/s$/, '')]
  if (meant === undefined || number === undefined || !isWord(token)) return undefined
  const digits = number.tokenType === t.Text ? textOf(number) : number.tokenType === t.NumberToken ? number.image : ''
  const count = /^[0-9]{1,6}$/.test(digits) ? times(digits, meant.factor) : null
  const unit = meant.unit.toUpperCase()
  const instead = count === null ? `${meant.factor} * INTERVAL '1' ${unit}` : spelled(count, unit)
  const simple = count !== null && lower(tokens[at - 2]) === 'interval'
  const start = tokens[at - 2]?.startOffset ?? 0
  return problem(
    f,
    expressionForms.intervalUnit,
    { unit: token.image, instead, why: meant.why },
    {
      repaired: [
        ...tokens.slice(0, at),
        makeToken(t.word(meant.unit), meant.unit, token.startOffset, token.endOffset + 1, token),
        ...tokens.slice(at + 1),
      ],
      edit: simple ? { start, end: token.endOffset + 1, text: instead, title: `write \`${instead}\`` } : null,
    },
  )
}

const times = (digits: string, factor: number): string =>
  factor < 1 ? String(Number(digits) / 1000) : String(Number(digits) * factor)

/** A literal has two digits before the point. */
const spelled = (count: string, unit: string): string =>
  count.split('.')[0]!.length > 2 ? `${count} * INTERVAL '1' ${unit}` : `INTERVAL '${count}' ${unit}`
