// Where things begin and end, before any grammar looks: brackets, declarations, clauses and properties. Cutting the tokens
// here is what makes a mistake stay inside its own clause.
import { closes, isWord, lower, opens, type Brackets } from './brackets.js'
import type { Token } from './lexer.js'
import { CLAUSES, CONTINUATIONS, DECLARATIONS, INNER, LATER_CLAUSES, ORDERING } from './words.js'
import * as t from './tokens.js'

// ---------------------------------------------------------------- declarations

export interface Chunk {
  readonly tokens: Token[]
  /** False: it begins with no word that begins a declaration. */
  readonly known: boolean
  /** The first word as it was written, where `tokens` has what was probably meant. */
  readonly misspelt: Token | null
  /** Its first word is indented. */
  readonly indented: boolean
  /** Lines that begin with a declaration word in column 1 though the block is open. */
  readonly unindented: Token[]
}

const isPlain = (token: Token | undefined): boolean => isWord(token) && !t.RESERVED.has(lower(token))

/** A declaration by its shape, for text that stands where none should. */
export function looksLikeDeclaration(tokens: readonly Token[], i: number): boolean {
  const word = lower(tokens[i])
  const second = tokens[i + 1]
  const third = lower(tokens[i + 2])
  switch (word) {
    case 'stream':
    case 'table':
    case 'let':
      return isWord(second) && (third === '=' || third === 'from' || third === 'every')
    case 'pipeline':
    case 'schema':
      return isWord(second) && third === '{'
    case 'connection':
    case 'catalog':
      return isWord(second) && tokens[i + 3]?.image === '{'
    case 'topic':
    case 'test':
      return second?.tokenType === t.Text
    case 'sink':
      return isWord(second) && second!.line === tokens[i]!.line && !CONTINUATIONS.has(lower(second))
    case 'import':
      return second?.image === '{' || (lower(second) === 'pipeline' && tokens[i + 3]?.image === '{')
    case 'param':
      return isPlain(second) && isPlain(tokens[i + 2]) && tokens[i + 2]!.line === tokens[i]!.line
    case 'type':
      return isPlain(second) && third === '='
    case 'fn':
    case 'sql':
      return isWord(second) && third === '('
    case 'tap':
      return isWord(second) && third === 'to'
    case 'for':
      return isWord(second) && third === 'in'
    default:
      return false
  }
}

/** Cuts a file at declaration words in column 1, and at text that can belong to nothing before it. */
export function splitDeclarations(tokens: readonly Token[]): Chunk[] {
  const chunks: Chunk[] = []
  let level = 0
  let closed = false
  let current: Chunk | undefined
  const start = (token: Token, known: boolean, indented: boolean): void => {
    current = { tokens: [token], known, misspelt: null, indented, unindented: [] }
    chunks.push(current)
    level = 0
    closed = false
  }
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    const word = token.first && isWord(token)
    if (word && token.edge && DECLARATIONS.has(lower(token))) {
      start(token, true, false)
      continue
    }
    if (current === undefined || (token.first && level === 0)) {
      const lost = current === undefined || closed || !current.known
      if (word && (lost || !mayContinue(token)) && looksLikeDeclaration(tokens, i)) {
        start(token, true, true)
        continue
      }
      if (lost && (current === undefined || current.known)) {
        start(token, false, false)
        continue
      }
    }
    // a word in column 1 that is neither a declaration nor anything of a query: a misspelt declaration
    if (word && token.edge && !mayContinue(token) && resemblesDeclaration(tokens, i, level === 0)) {
      start(token, false, false)
      continue
    }
    current!.tokens.push(token)
    if (opens(token)) level++
    else if (level > 0 && closes(token)) {
      level--
      if (level === 0 && token.tokenType === t.RBrace && hasBlock(current!.tokens)) closed = true
    }
  }
  return mergeUnindented(chunks)
}

/** Whether `{` begins the block of the declaration; in an import it does not, and in a query it belongs to a clause. */
export const hasBlock = (tokens: readonly Token[]): boolean => lower(tokens[0]) !== 'import' && tokens[2]?.tokenType !== t.Equal

/** `strem x =` in column 1; where nothing is open above it, `strem x` is enough. */
function resemblesDeclaration(tokens: readonly Token[], i: number, alone: boolean): boolean {
  const second = tokens[i + 1]
  if (second === undefined || second.line !== tokens[i]!.line || !isWord(second) || t.RESERVED.has(second.lower)) return false
  return alone || ['=', '{'].includes(lower(tokens[i + 2]))
}

const mayContinue = (token: Token): boolean => {
  const word = lower(token)
  return (
    t.RESERVED.has(word) ||
    CONTINUATIONS.has(word) ||
    INNER.has(word) ||
    (CLAUSES as readonly string[]).includes(word) ||
    LATER_CLAUSES[word] !== undefined ||
    ORDERING[word] !== undefined
  )
}

/** Cuts the body of a `for`: its declarations begin in the column of the first one. */
export function splitBody(tokens: readonly Token[]): Chunk[] {
  const chunks: Chunk[] = []
  const column = tokens[0]?.column
  let level = 0
  for (const [i, token] of tokens.entries()) {
    const starts =
      level === 0 &&
      token.first &&
      isWord(token) &&
      DECLARATIONS.has(lower(token)) &&
      (token.column === column || looksLikeDeclaration(tokens, i))
    if (starts || chunks.length === 0) {
      const known = isWord(token) && DECLARATIONS.has(lower(token))
      chunks.push({ tokens: [token], known, misspelt: null, indented: false, unindented: [] })
    } else chunks.at(-1)!.tokens.push(token)
    if (opens(token)) level++
    else if (level > 0 && closes(token)) level--
  }
  return chunks
}

/** A block that is left open, and text further down that closes more than it opens: the lines between belong to the block. */
function mergeUnindented(chunks: readonly Chunk[]): Chunk[] {
  const balance = (chunk: Chunk): number => {
    let n = 0
    for (const { tokenType } of chunk.tokens) n += tokenType === t.LBrace ? 1 : tokenType === t.RBrace ? -1 : 0
    return n
  }
  const result: Chunk[] = []
  for (let i = 0; i < chunks.length; i++) {
    const chunk = chunks[i]!
    result.push(chunk)
    if (!chunk.known || balance(chunk) <= 0) continue
    let end = i + 1
    while (
      end < chunks.length &&
      balance(chunks[end]!) === 0 &&
      !chunks[end]!.tokens.some((x) => x.image === '{' || x.image === '=')
    )
      end++
    if (end >= chunks.length || balance(chunks[end]!) >= 0) continue
    for (let j = i + 1; j <= end; j++) {
      chunk.unindented.push(chunks[j]!.tokens[0]!)
      chunk.tokens.push(...chunks[j]!.tokens)
    }
    i = end
  }
  return result
}

// ---------------------------------------------------------------- clauses of a query

/** After these an operand follows: a clause word there is more likely a column. */
function expectsOperand(token: Token | undefined): boolean {
  if (token === undefined) return false
  const { tokenType } = token
  if (
    tokenType === t.Comma ||
    tokenType.CATEGORIES?.some((c) => c === t.Comparison || c === t.Additive || c === t.Multiplicative)
  )
    return true
  return [
    'select',
    'by',
    'and',
    'or',
    'not',
    'on',
    'extend',
    'where',
    'when',
    'then',
    'else',
    'case',
    'like',
    'between',
    'as',
    'at',
  ].includes(lower(token))
}

/** What the second token must be for a soft word to begin a clause where a column might stand. */
function secondFits(word: string, second: Token | undefined): boolean {
  const next = lower(second)
  switch (word) {
    case 'left':
      return ['join', 'lookup', 'unnest', 'outer'].includes(next)
    case 'right':
    case 'full':
    case 'semi':
    case 'anti':
      return ['join', 'lookup', 'unnest', 'outer'].includes(next)
    case 'window':
      return ['tumble', 'hop', 'cumulate', 'session', 'join'].includes(next)
    case 'group':
    case 'order':
    case 'over':
    case 'match':
      return next === 'by'
    case 'union':
      return next === 'all'
    case 'top':
    case 'limit':
      return second?.tokenType === t.NumberToken
    case 'validate':
      return next === '{'
    case 'distinct':
      return next === 'on'
    default:
      return isWord(second) && !second!.first && !['as', 'and', 'or', 'is', 'in', 'not', 'like', 'between'].includes(next)
  }
}

export type ClauseSlice = { readonly kind: 'clause' | 'later' | 'ordering' | 'unknown'; readonly tokens: Token[] }

function clauseKind(tokens: readonly Token[], i: number): ClauseSlice['kind'] | undefined {
  const token = tokens[i]!
  const previous = tokens[i - 1]
  const word = lower(token)
  if (!isWord(token)) return undefined
  if (word === 'from' && lower(previous) === 'distinct') return undefined
  if (word === 'from' || word === 'where' || word === 'select') return 'clause'
  const second = tokens[i + 1]
  if (CONTINUATIONS.has(word) || (INNER.has(word) && !(word === 'filter' && second?.tokenType !== t.LParen))) return undefined
  const soft = (CLAUSES as readonly string[]).includes(word)
    ? 'clause'
    : LATER_CLAUSES[word] !== undefined
      ? 'later'
      : ORDERING[word] !== undefined
        ? 'ordering'
        : undefined
  if (soft !== undefined) {
    if (soft === 'later' && word !== 'distinct' && t.RESERVED.has(word)) return undefined
    return !expectsOperand(previous) || secondFits(word, second) ? soft : undefined
  }
  if (t.RESERVED.has(word) || expectsOperand(previous)) return undefined
  // `wher amount > 0`: a word with something of its own behind it on the line; `b as x`, `b,` and `f(x)` are items
  if (second === undefined || second.line !== token.line) return undefined
  const own =
    [t.Text, t.NumberToken, t.LBrace, t.QuotedName].includes(second.tokenType) ||
    (isWord(second) && (!t.RESERVED.has(lower(second)) || ['case', 'not'].includes(lower(second))))
  return own && !['minute', 'minutes', 'second', 'seconds', 'hour', 'hours', 'day', 'days'].includes(word) ? 'unknown' : undefined
}

/** Whether the last clause is a `group by` without its `select`; others may stand before it on the line. */
function awaitsSelect(tokens: readonly Token[]): boolean {
  const select = tokens.findLastIndex((x) => x.tokenType === t.word('select'))
  return tokens.findLastIndex((x, i) => x.tokenType === t.word('group') && lower(tokens[i + 1]) === 'by') > select
}

/** Cuts the body of a query: a clause begins at the beginning of a line. `group by` keeps its `select`. */
export function splitClauses(tokens: readonly Token[], brackets: Brackets, offset: number): ClauseSlice[] {
  const slices: ClauseSlice[] = []
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    const kind = i === 0 || (token.first && brackets.depth[offset + i] === 0) ? clauseKind(tokens, i) : undefined
    const current = slices.at(-1)
    const continuesGroup = token.tokenType === t.word('select') && current?.kind === 'clause' && awaitsSelect(current.tokens)
    if (current === undefined || (kind !== undefined && !continuesGroup))
      slices.push({ kind: kind ?? 'unknown', tokens: [token] })
    else current.tokens.push(token)
  }
  return slices
}

// ---------------------------------------------------------------- items of a block

export interface ItemSlice {
  readonly tokens: Token[]
  /** The lines of a table below a step. */
  readonly rows: Token[][]
}

/** Cuts the inside of a block: an item ends at a line break outside brackets and not after a comma, or at `;`. */
export function splitItems(tokens: readonly Token[], brackets: Brackets, offset: number, base: number): ItemSlice[] {
  const items: ItemSlice[] = []
  let fresh = true
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    const outside = brackets.depth[offset + i]! <= base
    if (outside && token.tokenType === t.Semicolon) {
      fresh = true
      continue
    }
    // in brackets the sign joins texts
    const row = outside && token.first && (token.tokenType === t.Bar || token.tokenType === t.BarBar)
    if (row && items.length > 0) {
      items.at(-1)!.rows.push([token])
      fresh = false
      continue
    }
    const inRow = items.length > 0 && items.at(-1)!.rows.length > 0 && !token.first && !fresh
    if (inRow) {
      items.at(-1)!.rows.at(-1)!.push(token)
      continue
    }
    if (fresh || (token.first && outside && !closes(token) && tokens[i - 1]?.tokenType !== t.Comma))
      items.push({ tokens: [token], rows: [] })
    else items.at(-1)!.tokens.push(token)
    fresh = false
  }
  return items
}

/** Cuts the inside of a `schema` block at commas; a line break without one begins a new item too. `stray`: `;`, and commas behind nothing. */
export function splitFields(
  tokens: readonly Token[],
  brackets: Brackets,
  offset: number,
  base: number,
): { items: Token[][]; missing: Token[]; stray: Token[] } {
  const items: Token[][] = []
  const missing: Token[] = []
  const stray: Token[] = []
  let fresh = true
  let generics = 0
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    const outside = brackets.depth[offset + i]! <= base && generics === 0
    if (token.image === '<') generics++
    if (token.image === '>' && generics > 0) generics--
    if (outside && (token.tokenType === t.Comma || token.tokenType === t.Semicolon)) {
      if (fresh || token.tokenType === t.Semicolon) stray.push(token)
      fresh = true
      continue
    }
    if (fresh) items.push([token])
    else if (token.first && outside && !closes(token)) {
      missing.push(token)
      items.push([token])
    } else items.at(-1)!.push(token)
    fresh = false
  }
  return { items, missing, stray }
}
