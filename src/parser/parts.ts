// A declaration cut into head and block, and what is wrong with its brackets.
import { syntax } from '../diagnostics/codes/syntax.js'
import type * as ast from '../surface/ast.js'
import { closerOf, matchBrackets, type Brackets } from './brackets.js'
import { hasBlock, splitItems, type ItemSlice } from './layout.js'
import type { Token } from './lexer.js'
import { spanAt, type Reading } from './slice.js'
import * as t from './tokens.js'

/** What every declaration has. */
export interface Base {
  readonly id: string
  readonly doc: string | null
  readonly hash: string
  readonly incomplete: boolean
  readonly span: ast.Node['span']
}

/** A declaration cut into what stands before its block, in it, and behind it. */
export interface Parts {
  readonly tokens: Token[]
  readonly brackets: Brackets
  readonly head: Token[]
  /** Null where there is no block. */
  readonly body: { readonly tokens: Token[]; readonly offset: number; readonly base: number } | null
}

export function cut(reading: Reading, all: readonly Token[]): Parts {
  let tokens = all.slice()
  let brackets = matchBrackets(tokens)
  if (brackets.stray.size > 0) {
    for (const token of brackets.stray)
      reading.report(
        syntax.strayBracket,
        spanAt(reading, token),
        { bracket: token.image },
        { fixes: [{ title: `remove \`${token.image}\``, edits: [{ span: spanAt(reading, token), text: '' }] }] },
      )
    tokens = tokens.filter((x) => !brackets.stray.has(x))
    brackets = matchBrackets(tokens)
  }
  for (const token of brackets.unclosed)
    reading.report(syntax.unclosedBracket, spanAt(reading, token), {
      open: token.image,
      close: closerOf(token),
    })
  const open = tokens.findIndex((x, i) => x.tokenType === t.LBrace && brackets.depth[i] === 0)
  if (open < 0 || !hasBlock(tokens)) return { tokens, brackets, head: tokens, body: null }
  const partner = brackets.partner[open]!
  const end = partner < 0 ? tokens.length : partner
  const behind = tokens[end + 1]
  if (behind !== undefined && !reading.known(behind.startOffset, behind.endOffset + 1)) {
    const place = spanAt(reading, behind)
    if (behind.tokenType === t.Semicolon) reading.report(syntax.straySemicolon, place, {})
    else
      reading.report(syntax.unexpectedToken, place, {
        found: behind.image,
        where: 'a declaration that its `}` has ended',
        expected: 'the next declaration on a line of its own',
        example: null,
      })
  }
  const body = { tokens: tokens.slice(open + 1, end), offset: open + 1, base: partner < 0 ? 0 : 1 }
  return { tokens, brackets, head: tokens.slice(0, open), body }
}

export const items = (parts: Parts): ItemSlice[] =>
  splitItems(parts.body!.tokens, parts.brackets, parts.body!.offset, parts.body!.base)

export function noBlock(reading: Reading, parts: Parts, where: string): [] {
  reading.lose()
  const first = parts.tokens[0]!
  const last = parts.tokens.at(-1)!
  if (!reading.known(first.startOffset, last.endOffset + 1))
    reading.report(syntax.missingBlock, spanAt(reading, first), { where })
  return []
}
