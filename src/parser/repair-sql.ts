// Habits from SQL: subqueries, OVER calls, ORDER BY, operators of other dialects, durations as expressions.
import { syntax } from '../diagnostics/codes/syntax.js'
import { isWord, lower } from './brackets.js'
import { inExpression, isClause, NAMES, problem, withHole, type Failure } from './failure.js'
import { intervalUnit } from './grammar-special.js'
import { makeToken } from './lexer.js'
import { ofDoubleColon } from './repair-expressions.js'
import type { Problem } from './slice.js'
import * as t from './tokens.js'
import { ORDERING } from './words.js'

const AGGREGATES: ReadonlySet<string> = new Set(['count', 'sum', 'avg', 'min', 'max'])

export function ofSql(f: Failure): Problem | undefined {
  const { tokens, at } = f
  const token = tokens[at]
  const previous = tokens[at - 1]
  if (token === undefined) return undefined
  if (token.tokenType === t.Semicolon)
    return problem(
      f,
      syntax.straySemicolon,
      {},
      {
        repaired: tokens.length > 1 ? [...tokens.slice(0, at), ...tokens.slice(at + 1)] : null,
        edit: { start: token.startOffset, end: token.endOffset + 1, text: '', title: 'remove `;`' },
      },
    )
  const inner = token.tokenType === t.word('select') && previous?.tokenType === t.LParen
  const bare = token.tokenType === t.word('select') && NAMES.has(f.expected) && tokens[at + 1] !== undefined && !token.first
  if (inner || bare || (token.tokenType === t.LParen && lower(tokens[at + 1]) === 'select')) {
    const owner = lower(tokens[inner ? at - 2 : at - 1])
    const where =
      owner === 'in'
        ? '`in (…)`'
        : ['from', 'join', 'all'].includes(owner)
          ? `\`${owner === 'all' ? 'union all' : owner}\``
          : 'an expression'
    const hole = withHole(f)
    return problem(
      f,
      syntax.subquery,
      { where },
      { repaired: hole, lossy: hole === null, ...(inner ? {} : { from: at, to: at + 2 }) },
    )
  }
  if (token.tokenType === t.word('distinct') && lower(previous) === 'select')
    return problem(
      f,
      syntax.unexpectedToken,
      { found: token.image, where: 'a `select` clause', expected: 'a column or an expression', example: null },
      {
        repaired: [...tokens.slice(0, at), ...tokens.slice(at + 1)],
        help: 'rows are made distinct by `group by` over their columns',
      },
    )
  if (lower(token) === 'over' && tokens[at + 1]?.tokenType === t.LParen)
    return problem(f, syntax.overCall, {}, { repaired: withHole(f) })
  if (token.tokenType === t.DoubleColon) return ofDoubleColon(f)
  if (previous?.tokenType === t.NumberToken && isWord(token) && inExpression(f)) {
    const unit = intervalUnit(token.image)
    if (unit !== undefined) {
      const place = previous.startOffset
      const text = `INTERVAL '${previous.image}' ${unit.toUpperCase()}`
      return problem(
        f,
        syntax.bareInterval,
        { number: previous.image, unit: token.image },
        {
          from: at - 1,
          repaired: [
            ...tokens.slice(0, at - 1),
            makeToken(t.word('interval'), 'interval', place, place, previous),
            makeToken(t.Text, `'${previous.image}'`, place, previous.endOffset + 1, previous),
            makeToken(t.word(unit), unit, token.startOffset, token.endOffset + 1, token),
            ...tokens.slice(at + 1),
          ],
          edit: { start: place, end: token.endOffset + 1, text, title: `write \`${text}\`` },
        },
      )
    }
  }
  if (f.expected === '`join`' && lower(token) === 'outer')
    return problem(
      f,
      syntax.unexpectedToken,
      { found: token.image, where: 'a `join` clause', expected: '`join`', example: 'left join' },
      {
        repaired: [...tokens.slice(0, at), ...tokens.slice(at + 1)],
        edit: { start: token.startOffset, end: (tokens[at + 1] ?? token).startOffset, text: '', title: 'remove `outer`' },
      },
    )
  if (lower(token) === 'having' && isClause(f) && f.key !== 'group' && f.expected === '') {
    const counts = tokens.slice(at).some((x, i, rest) => AGGREGATES.has(lower(x)) && rest[i + 1]?.tokenType === t.LParen)
    return problem(
      f,
      syntax.havingAlone,
      {},
      {
        repaired: tokens.slice(0, at),
        lossy: true,
        ...(counts
          ? { help: 'an aggregate needs groups: `window … group by … select … having …`' }
          : { edit: { start: token.startOffset, end: token.endOffset + 1, text: 'where', title: 'write `where`' } }),
      },
    )
  }
  const ordering = ORDERING[lower(token)]
  if (ordering !== undefined && isClause(f) && f.expected === '')
    return problem(
      f,
      syntax.orderByLimit,
      { word: ordering },
      {
        repaired: tokens.slice(0, at),
        edit: {
          start: previous === undefined ? token.startOffset : previous.endOffset + 1,
          end: tokens.at(-1)!.endOffset + 1,
          text: '',
          title: `remove \`${ordering}\``,
        },
      },
    )
  return undefined
}
