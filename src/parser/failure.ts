// A place where reading failed, and holes: the broken expression replaced by a token that stands for any.
import type { Definition } from '../diagnostics/define.js'
import { lower, matchBrackets } from './brackets.js'
import { makeToken, type Token } from './lexer.js'
import type { Problem } from './slice.js'
import * as t from './tokens.js'
import { CLAUSES } from './words.js'

export interface Failure {
  readonly tokens: readonly Token[]
  /** Index of the token that does not fit; the length at the end. */
  readonly at: number
  /** What the grammar expected there; empty where it was done. */
  readonly expected: string
  readonly rules: readonly string[]
  readonly key: string
}

export const problem = <P extends object>(
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

/** Where the grammar expects a name. */
export const NAMES: ReadonlySet<string> = new Set(['a name', "`kafka 'topic'`, `files 'path'` or `cdc CONNECTION 'table'`"])

export const isClause = (f: Failure): boolean => (CLAUSES as readonly string[]).includes(f.key)
export const inExpression = (f: Failure): boolean => isClause(f) && f.key !== 'from' && f.key !== 'window' && f.key !== 'union'

/** The tokens with the broken expression replaced by a hole, so that the rest of the clause survives; null where none stands. */
export function withHole(f: Failure): readonly Token[] | null {
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
