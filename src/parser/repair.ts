// Why a piece of text could not be read, and what was probably meant. Habits from SQL come first, then what later versions
// will have, then slips; the rest is "unexpected, expected".
import { syntax } from '../diagnostics/codes/syntax.js'
import type { Definition } from '../diagnostics/define.js'
import { intervalUnit } from './grammar-expressions.js'
import { isWord, lower, matchBrackets } from './brackets.js'
import { makeToken, type Token } from './lexer.js'
import type { Problem } from './slice.js'
import * as t from './tokens.js'
import { CLAUSES, CONTINUATIONS, FORMS, LATER_CLAUSES, ORDERING } from './words.js'

export interface Failure {
  readonly tokens: readonly Token[]
  /** Index of the token that does not fit; the length at the end. */
  readonly at: number
  /** What the grammar expected there; empty where it was done. */
  readonly expected: string
  readonly rules: readonly string[]
  readonly key: string
}

const problem = <P extends object>(
  f: Failure,
  definition: Definition<P>,
  parameters: P,
  more: Partial<Omit<Problem, 'report'>> & { help?: string } = {},
): Problem => ({
  report: (reading, at, fixes) =>
    reading.report(definition, at, parameters, { fixes, ...(more.help === undefined ? {} : { help: more.help }) }),
  from: more.from ?? f.at,
  to: more.to ?? f.at + 1,
  repaired: more.repaired ?? null,
  edit: more.edit ?? null,
  lossy: more.lossy ?? false,
})

const later = (f: Failure, what: string, more: Partial<Omit<Problem, 'report'>> = {}): Problem => {
  const hole = withHole(f)
  return problem(f, syntax.notSupportedYet, { what }, { repaired: hole, lossy: hole === null, ...more })
}

const insert = (f: Failure, type: typeof t.Comma, image: string): readonly Token[] => {
  const before = f.tokens[f.at - 1] ?? f.tokens[0]!
  const place = before.endOffset + 1
  return [...f.tokens.slice(0, f.at), makeToken(type, image, place, place, before), ...f.tokens.slice(f.at)]
}

export function diagnose(f: Failure): Problem {
  return ofSql(f) ?? ofLater(f) ?? ofSlips(f) ?? unexpected(f)
}

// ---------------------------------------------------------------- habits from SQL

function ofSql(f: Failure): Problem | undefined {
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
  if (token.tokenType === t.DoubleColon) return problem(f, syntax.foreignOperator, { written: '::' }, { repaired: withHole(f) })
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
  const ordering = ORDERING[lower(token)]
  if (ordering !== undefined && isClause(f) && f.expected === '')
    return problem(f, syntax.orderByLimit, { word: ordering }, { repaired: tokens.slice(0, at) })
  return undefined
}

// ---------------------------------------------------------------- what later versions have

function ofLater(f: Failure): Problem | undefined {
  const { tokens, at, key } = f
  const token = tokens[at]
  const previous = tokens[at - 1]
  if (token === undefined) return undefined
  const word = lower(token)
  if (f.expected === '`join`' && ['lookup', 'unnest'].includes(word)) return later(f, `\`${lower(previous)} ${word}\``)
  if (f.rules.at(-1) === 'joinClause' && f.expected === '`at`' && ['on', 'within', 'using', 'retain'].includes(word))
    return later(f, 'a `join` without `at`', { repaired: null })
  if (key === 'window' && f.expected === '`tumble`' && ['hop', 'cumulate', 'session', 'join'].includes(word))
    return later(f, `\`window ${word}\``)
  if (key === 'window' && word === 'in') return later(f, "a window in a time zone (`in '…'`)")
  if (isClause(f) && ['early', 'retain', 'within'].includes(word)) return later(f, `\`${word}\``, { repaired: null })
  if (key === 'join' && word === 'time') return later(f, '`time` in a join', { repaired: null })
  if (key === 'group' && ['sets', 'rollup', 'cube'].includes(word)) return later(f, '`grouping sets`', { repaired: null })
  if (key === 'union' && f.expected === '`all`') return later(f, '`union` without `all`')
  if (key === 'start' && word === 'committed') return later(f, '`start committed`')
  if (lower(previous) === 'is' || (lower(previous) === 'not' && lower(tokens[at - 2]) === 'is')) {
    if (word === 'distinct') return later(f, '`is distinct from`')
    if (word === 'unknown') return later(f, '`is unknown`')
  }
  if (token.tokenType === t.LBracket && inExpression(f))
    return later(f, ['array', 'map'].includes(lower(previous)) ? `\`${lower(previous)}[…]\`` : 'access by `[…]`')
  if (word === 'similar' && inExpression(f)) return later(f, '`similar to`')
  const callee = tokens[openCall(f)]
  if (callee !== undefined && ['from', 'for', 'placing'].includes(word) && isWord(callee))
    return later(f, `\`${lower(callee)}(… ${word} …)\``)
  const inCall = tokens[openCall({ ...f, at: at - 1 })]
  if (lower(previous) === 'in' && f.expected === '`(`' && isWord(inCall))
    return later(f, `\`${lower(inCall)}(… in …)\``, { from: at - 1 })
  if (callee !== undefined && ['both', 'leading', 'trailing'].includes(lower(previous)) && tokens[at - 2]?.tokenType === t.LParen)
    return later(f, `\`${lower(callee)}(… from …)\``, { from: at - 1 })
  if (token.tokenType === t.Text && lower(previous) === 'x') return later(f, "a binary literal `x'…'`", { from: at - 1 })
  if (token.tokenType === t.Comma && f.expected === '`)`' && f.rules.at(-1) === 'parenthesized')
    return later(f, 'a row value `(…, …)`')
  const clause = LATER_CLAUSES[word]
  if (clause !== undefined && isClause(f) && f.expected === '' && isWord(token)) return later(f, clause, { repaired: null })
  return undefined
}

// ---------------------------------------------------------------- slips

const NAMES: ReadonlySet<string> = new Set(['a name', "`kafka 'topic'`, `files 'path'` or `cdc CONNECTION 'table'`"])
const EXPRESSIONS: ReadonlySet<string> = new Set(['an expression', 'a column or an expression'])

function ofSlips(f: Failure): Problem | undefined {
  const { tokens, at, key, expected } = f
  const token = tokens[at]
  const previous = tokens[at - 1]
  if (key === 'group' && expected === '`select`' && (token === undefined || token.first))
    return problem(f, syntax.groupWithoutSelect, {}, { from: 0, to: 2 })
  if (expected === '`when`' && lower(previous) === 'case' && endsOperand(token)) return asQuotedName(f, at - 1)
  if (token === undefined) return undefined
  const next = tokens[at + 1]
  const reserved = t.RESERVED.has(lower(token)) && token.tokenType !== t.Ident
  const asName = NAMES.has(expected) || (EXPRESSIONS.has(expected) && endsOperand(next))
  if (reserved && asName && !(token.first && CONTINUATIONS.has(lower(token)))) return asQuotedName(f, at)
  const nameLike = token.tokenType === t.QuotedName || (isWord(token) && !reserved)
  const afterOperand = previous !== undefined && closesOperand(previous)
  const items = ['select', 'group', 'extend'].includes(key)
  const list = LISTS.has(key) && (expected === '' || expected === '`}`')
  const itemBegins = nameLike || [t.NumberToken, t.Text, t.LParen, t.word('case'), t.word('not')].includes(token.tokenType)
  if (afterOperand && itemBegins && (list || (items && (token.first || !endsOperand(next))))) {
    const place = previous.endOffset + 1
    return problem(
      f,
      syntax.missingComma,
      { before: token.image },
      {
        repaired: insert(f, t.Comma, ','),
        edit: { start: place, end: place, text: ',', title: 'insert `,`' },
      },
    )
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
const LISTS: ReadonlySet<string> = new Set(['importDeclaration', 'with', 'primary', 'message', 'key', 'partition', 'given'])

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
  const form = FORMS[key] ?? { where: 'a declaration', example: null }
  const found = token === undefined ? null : token.image
  const hole = withHole(f)
  return problem(
    f,
    syntax.unexpectedToken,
    { found, where: form.where, expected: f.expected === '' ? rest(key) : f.expected, example: form.example },
    {
      repaired: hole,
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

// ---------------------------------------------------------------- holes

const isClause = (f: Failure): boolean => (CLAUSES as readonly string[]).includes(f.key)
const inExpression = (f: Failure): boolean => isClause(f) && f.key !== 'from' && f.key !== 'window' && f.key !== 'union'

/** Index of the name before the innermost bracket that is open at the place of failure; -1 if there is none. */
function openCall(f: Failure): number {
  let depth = 0
  for (let i = f.at - 1; i > 0; i--) {
    if (f.tokens[i]!.tokenType === t.RParen) depth++
    else if (f.tokens[i]!.tokenType === t.LParen && depth-- === 0) return i - 1
  }
  return -1
}

/** The tokens with the broken expression replaced by a hole, so that the rest of the clause survives; null where none stands. */
function withHole(f: Failure): readonly Token[] | null {
  const { tokens, at, key } = f
  if (!inExpression(f)) return null
  const { depth } = matchBrackets(tokens)
  let start = Math.min(at, tokens.length)
  while (start > 0 && !(depth[start - 1] === 0 && opensExpression(tokens, start - 1, key))) start--
  if (start === 0) return null
  let end = Math.max(at, start)
  while (end < tokens.length && !(depth[end] === 0 && endsExpression(tokens, end, key))) end++
  // `… as NAME` at the end of a broken item keeps its name
  if (
    (key === 'select' || key === 'group') &&
    end - 2 >= start &&
    tokens[end - 2]!.tokenType === t.word('as') &&
    depth[end - 2] === 0
  )
    end -= 2
  if (tokens[start]?.tokenType === t.Missing && end === start + 1) return null
  const like = tokens[Math.min(start, tokens.length - 1)]!
  const from = start < end ? tokens[start]!.startOffset : tokens[start - 1]!.endOffset + 1
  const to = start < end ? tokens[end - 1]!.endOffset + 1 : from
  return [...tokens.slice(0, start), makeToken(t.Missing, '', from, to, like), ...tokens.slice(end)]
}

function opensExpression(tokens: readonly Token[], i: number, key: string): boolean {
  const token = tokens[i]!
  const word = lower(token)
  switch (key) {
    case 'where':
      return word === 'where'
    case 'join':
    case 'left':
      return word === 'on' || word === 'at'
    case 'extend':
      return token.tokenType === t.Equal && (tokens[i - 2]?.tokenType === t.Comma || lower(tokens[i - 2]) === 'extend')
    default:
      return token.tokenType === t.Comma || word === 'select' || word === 'by' || word === 'having'
  }
}

function endsExpression(tokens: readonly Token[], i: number, key: string): boolean {
  const token = tokens[i]!
  const word = lower(token)
  if (word === 'from' && lower(tokens[i - 1]) === 'distinct') return false
  if (word === 'from' || word === 'where' || word === 'select' || word === 'having') return true
  switch (key) {
    case 'where':
      return word === 'else' && lower(tokens[i + 1]) === 'dlq'
    case 'join':
    case 'left':
      return word === 'on' || word === 'late'
    default:
      return token.tokenType === t.Comma
  }
}
