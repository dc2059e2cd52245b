// Why a piece of text could not be read, and what was probably meant. Habits from SQL come first, then what later versions
// will have, then slips; the rest is "unexpected, expected".
import { syntax } from '../diagnostics/codes/syntax.js'
import { isWord, lower } from './brackets.js'
import { NAMES, problem, withHole, type Failure } from './failure.js'
import { makeToken, type Token } from './lexer.js'
import { ofExpression } from './repair-expressions.js'
import { ofLater } from './repair-later.js'
import { bareCell, joinOrder, qualifiedCall } from './repair-order.js'
import { ofSql } from './repair-sql.js'
import type { Problem } from './slice.js'
import * as t from './tokens.js'
import { CLAUSES, CONTINUATIONS, EXPECTATIONS, FORMS } from './words.js'

const insert = (f: Failure, type: typeof t.Comma, image: string): readonly Token[] => {
  const before = f.tokens[f.at - 1] ?? f.tokens[0]!
  const place = before.endOffset + 1
  return [...f.tokens.slice(0, f.at), makeToken(type, image, place, place, before), ...f.tokens.slice(f.at)]
}

export function diagnose(f: Failure): Problem {
  return (
    ofSql(f) ?? ofExpression(f) ?? joinOrder(f) ?? ofLater(f) ?? qualifiedCall(f) ?? bareCell(f) ?? ofSlips(f) ?? unexpected(f)
  )
}

// ---------------------------------------------------------------- slips

const EXPRESSIONS: ReadonlySet<string> = new Set(['an expression', 'a column or an expression'])

function ofSlips(f: Failure): Problem | undefined {
  const { tokens, at, key, expected } = f
  const token = tokens[at]
  const previous = tokens[at - 1]
  if (key === 'group' && expected === '`select`' && (token === undefined || token.first || lower(token) === 'having'))
    return withoutSelect(f)
  if (expected === '`when`' && lower(previous) === 'case' && endsOperand(token)) return asQuotedName(f, at - 1)
  if (token === undefined) return undefined
  const next = tokens[at + 1]
  const reserved = t.RESERVED.has(lower(token)) && token.tokenType !== t.Ident
  const asName = NAMES.has(expected) || (EXPRESSIONS.has(expected) && endsOperand(next))
  if (f.key === 'message' && lower(token) === 'as' && NAMES.has(expected))
    return problem(f, syntax.messageKeyColumns, {}, { from: at - 2, to: at, repaired: null })
  if (reserved && asName && !(token.first && CONTINUATIONS.has(lower(token)))) return asQuotedName(f, at)
  const nameLike = token.tokenType === t.QuotedName || (isWord(token) && !reserved)
  const afterOperand = previous !== undefined && closesOperand(previous)
  const items = ['select', 'group', 'extend'].includes(key)
  const list = LISTS.has(key) && ['', '`}`', '`]`'].includes(expected)
  const itemBegins = nameLike || [t.NumberToken, t.Text, t.LParen, t.word('case'), t.word('not')].includes(token.tokenType)
  if (afterOperand && itemBegins && (list || (items && (token.first || !endsOperand(next))))) {
    return missingCommas(f, items || key === 'message' || key === 'primary' ? runOfNames(f) : 1)
  }
  if (key === 'from' && token.tokenType === t.Text && ['kafka', 'files', 'cdc'].includes(lower(previous)))
    return problem(
      f,
      syntax.unexpectedToken,
      { found: token.image, where: 'the `from` clause of a query', expected: 'the name of a relation', example: null },
      { help: "a source is declared by itself and without `=`: `stream NAME from kafka 'topic' { … }`" },
    )
  const aliased =
    (key === 'from' && expected === '') ||
    ((key === 'join' || key === 'left') && expected === '`at`') ||
    ((key === 'select' || key === 'group') && (expected === '' || expected === '`select`'))
  if (aliased && nameLike && afterOperand && !token.first && endsOperand(next, true)) {
    return problem(
      f,
      syntax.implicitAlias,
      { name: token.image },
      {
        repaired: insert(f, t.word('as'), 'as'),
        edit: { start: token.startOffset, end: token.startOffset, text: 'as ', title: `insert \`as\`` },
      },
    )
  }
  return undefined
}

/** `group by … having … select …` is SQL's order: `having` is read as if it stood behind. */
function withoutSelect(f: Failure): Problem {
  const { tokens, at } = f
  const having = lower(tokens[at]) === 'having'
  const select = tokens.findIndex((x, i) => i > at && x.tokenType === t.word('select'))
  const group = tokens.findLastIndex((x, i) => i < at && x.tokenType === t.word('group') && lower(tokens[i + 1]) === 'by')
  if (!having) return problem(f, syntax.groupWithoutSelect, { having }, { from: group, to: group + 2 })
  const repaired = select < 0 ? null : [...tokens.slice(0, at), ...tokens.slice(select), ...tokens.slice(at, select)]
  return problem(f, syntax.groupWithoutSelect, { having }, { repaired, lossy: true })
}

/** How many names follow each other without a comma: `select order_id region amount` is one slip, not one for each. */
function runOfNames({ tokens, at }: Failure): number {
  let n = 1
  const isName = (token: Token | undefined): boolean =>
    token !== undefined && !token.first && (token.tokenType === t.QuotedName || (isWord(token) && !t.RESERVED.has(lower(token))))
  if (!isName(tokens[at])) return n
  while (isName(tokens[at + n])) n++
  return endsOperand(tokens[at + n]) && n > 1 ? n : 1
}

/** Puts a comma in front of each of the `count` tokens. */
function missingCommas(f: Failure, count: number): Problem {
  const { tokens, at } = f
  const start = tokens[at - 1]!.endOffset + 1
  const run = tokens.slice(at, at + count)
  const repaired = [
    ...tokens.slice(0, at),
    ...run.flatMap((token, i) => {
      const before = tokens[at + i - 1]!
      const place = before.endOffset + 1
      return [makeToken(t.Comma, ',', place, place, before), token]
    }),
    ...tokens.slice(at + count),
  ]
  const edit =
    count === 1
      ? { start, end: start, text: ',', title: 'insert `,`' }
      : {
          start,
          end: run.at(-1)!.endOffset + 1,
          text: run.map((token) => `, ${token.image}`).join(''),
          title: `write \`${[tokens[at - 1]!, ...run].map((token) => token.image).join(', ')}\``,
        }
  return problem(f, syntax.missingComma, { before: run[0]!.image }, { repaired, edit, to: at + count })
}

/** A reserved word that stands for a name. */
function asQuotedName(f: Failure, at: number): Problem {
  const word = f.tokens[at]!
  const image = `\`${word.image}\``
  const name = makeToken(t.QuotedName, image, word.startOffset, word.endOffset + 1, word)
  return problem(
    f,
    syntax.reservedName,
    { word: word.image },
    {
      from: at,
      to: at + 1,
      repaired: [...f.tokens.slice(0, at), name, ...f.tokens.slice(at + 1)],
      edit: { start: word.startOffset, end: word.endOffset + 1, text: image, title: `write \`${word.image}\` in backquotes` },
    },
  )
}

/** Pieces that are lists of names or options. */
const LISTS: ReadonlySet<string> = new Set([
  'importDeclaration',
  'with',
  'primary',
  'message',
  'key',
  'partition',
  'given',
  'tuning',
  'meta',
  'forHead',
])

/** After a token that ends an operand comes an operator, a comma or the end. */
const closesOperand = (token: Token): boolean =>
  isWord(token) || [t.Text, t.NumberToken, t.QuotedName, t.RParen, t.RBracket, t.Star, t.DoubleQuoted].includes(token.tokenType)

/** True if this token may follow a whole item. */
const endsOperand = (token: Token | undefined, clause = false): boolean =>
  token === undefined ||
  token.first ||
  [t.Comma, t.RParen, t.word('as')].includes(token.tokenType) ||
  (clause && [...CLAUSES, 'at', 'on', 'having', 'late'].includes(lower(token)))

// ---------------------------------------------------------------- everything else

function unexpected(f: Failure): Problem {
  const { tokens, at, key } = f
  const token = tokens[at]
  const form = (key === 'expect' ? EXPECTATIONS[lower(tokens[1])] : undefined) ??
    FORMS[key] ?? { where: 'a declaration', example: null }
  // `5` without its unit: the number is the mistake, wherever the next token stands
  const unitless = f.expected === 'a unit such as `minutes`' && tokens[at - 1]?.tokenType === t.NumberToken
  const found = unitless ? tokens[at - 1]!.image : token === undefined ? null : token.image
  const hole = withHole(f)
  const word = key === 'expect' && token === undefined && tokens.length === 2 ? lower(tokens[1]) : ''
  const alone = ['changes', 'watermark'].includes(word)
  return problem(
    f,
    syntax.unexpectedToken,
    {
      found,
      where: form.where,
      expected: unitless ? `${f.expected} behind it` : f.expected === '' ? rest(key) : f.expected,
      example: form.example,
    },
    {
      repaired: hole,
      ...(unitless ? { from: at - 1, to: at } : {}),
      // a line that was taken for the rest of this clause may be a clause of its own
      lossy: hole !== null && token?.first === true,
      ...(alone
        ? { help: `it is written like this: \`${form.example!}\`; a relation called \`${word}\` stands in backquotes` }
        : {}),
    },
  )
}

const rest = (key: string): string => {
  switch (key) {
    case 'select':
      return '`,`, `as NAME`, an operator or the next clause on a line of its own'
    case 'where':
      return "an operator, `else dlq '…'` or the next clause on a line of its own"
    case 'extend':
      return '`,`, an operator or the next clause on a line of its own'
    default:
      return (CLAUSES as readonly string[]).includes(key) ? 'the next clause on a line of its own' : 'the end of the line'
  }
}
