// Pieces that are all there and stand in another order, or with a part too many: what was meant is read.
import { syntax } from '../diagnostics/codes/syntax.js'
import { lower, matchBrackets } from './brackets.js'
import { problem, type Failure } from './failure.js'
import { makeToken, type Token } from './lexer.js'
import type { Problem } from './slice.js'
import * as t from './tokens.js'
import { FORMS } from './words.js'

/** As it stands in the text; what is between two tokens becomes one space. */
const written = (tokens: readonly Token[]): string =>
  tokens.map((token, i) => (i > 0 && token.startOffset > tokens[i - 1]!.endOffset + 1 ? ' ' : '') + token.image).join('')

/** `join c on o.a = c.a at o.t`: the time stands in front. Undefined where there is no `at` at all. */
export function joinOrder(f: Failure): Problem | undefined {
  const { tokens, at } = f
  if (f.rules.at(-1) !== 'joinClause' || f.expected !== '`at`' || lower(tokens[at]) !== 'on') return undefined
  const { depth } = matchBrackets(tokens)
  const behind = (i: number): boolean => i > at && depth[i] === depth[at]
  const time = tokens.findIndex((x, i) => behind(i) && lower(x) === 'at' && lower(tokens[i + 1]) !== 'time')
  if (time < 0) return undefined
  const late = tokens.findIndex((x, i) => i > time && behind(i) && lower(x) === 'late')
  const end = late < 0 ? tokens.length : late
  const [on, moved] = [tokens.slice(at, time), tokens.slice(time, end)]
  if (on.length < 2 || moved.length < 2) return undefined
  const text = `${written(moved)} ${written(on)}`
  return problem(
    f,
    syntax.unexpectedToken,
    { found: tokens[at]!.image, where: FORMS['join']!.where, expected: f.expected, example: null },
    {
      help: `the time stands in front of the condition: \`${text}\``,
      repaired: [...tokens.slice(0, at), ...moved, ...on, ...tokens.slice(end)],
      edit: { start: tokens[at]!.startOffset, end: moved.at(-1)!.endOffset + 1, text, title: `write \`${text}\`` },
    },
  )
}

/** `orders.is_big(amount)`: names of a file are imported one by one, so a function has no qualifier. */
export function qualifiedCall(f: Failure): Problem | undefined {
  const { tokens, at, key } = f
  if (tokens[at]?.tokenType !== t.LParen || tokens[at - 2]?.tokenType !== t.Dot) return undefined
  let start = at - 1
  while (tokens[start - 1]?.tokenType === t.Dot && tokens[start - 2] !== undefined) start -= 2
  const name = tokens[at - 1]!
  return problem(
    f,
    syntax.unexpectedToken,
    { found: '(', where: FORMS[key]?.where ?? 'a declaration', expected: 'an operator', example: null },
    {
      help: `a function has no qualifier: \`${name.image}(…)\`; one of another file is imported by its name`,
      repaired: [...tokens.slice(0, start), ...tokens.slice(at - 1)],
      edit: {
        start: tokens[start]!.startOffset,
        end: name.startOffset,
        text: '',
        title: `call \`${name.image}\` by its name alone`,
      },
    },
  )
}

/** `| 2026-01-01 10:00:00 |` in a row of a table: a text without its quotes. */
export function bareCell(f: Failure): Problem | undefined {
  const { tokens, at, key } = f
  if (key !== 'tableRow' || f.expected !== '' || tokens[at] === undefined) return undefined
  const start = tokens.findLastIndex((x, i) => i < at && x.tokenType === t.Bar) + 1
  const next = tokens.findIndex((x, i) => i > at && x.tokenType === t.Bar)
  const end = next < 0 ? tokens.length : next
  const cell = tokens.slice(start, end)
  if (start === 0 || cell.some((x) => [t.Text, t.DoubleQuoted].includes(x.tokenType))) return undefined
  const [first, last] = [cell[0]!, cell.at(-1)!]
  const text = `'${written(cell).replaceAll("'", "''")}'`
  const quoted = makeToken(t.Text, text, first.startOffset, last.endOffset + 1, first)
  return problem(
    f,
    syntax.unexpectedToken,
    { found: tokens[at].image, where: FORMS[key]!.where, expected: '`|`', example: null },
    {
      help: `texts and times stand in single quotes: \`${text}\``,
      repaired: [...tokens.slice(0, start), quoted, ...tokens.slice(end)],
      edit: { start: first.startOffset, end: last.endOffset + 1, text, title: `write \`${text}\`` },
    },
  )
}
