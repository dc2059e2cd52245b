// Brackets of a run of tokens: partners, depths, and what is never closed or closes nothing.
import type { Token } from './lexer.js'
import * as t from './tokens.js'

export const lower = (token: Token | undefined): string => token?.lower ?? ''
export const isWord = (token: Token | undefined): boolean => token !== undefined && token.wordy

const OPENERS = [t.LParen, t.LBracket, t.LBrace] as const
const CLOSERS = [t.RParen, t.RBracket, t.RBrace] as const
export const opens = ({ tokenType: x }: Token): boolean => x === t.LParen || x === t.LBrace || x === t.LBracket
export const closes = ({ tokenType: x }: Token): boolean => x === t.RParen || x === t.RBrace || x === t.RBracket
export const closerOf = (open: Token): string => String(CLOSERS[OPENERS.indexOf(open.tokenType)]?.PATTERN ?? '')
/** Types nest in `<…>`; elsewhere the sign compares. */
const GENERIC: ReadonlySet<string> = new Set(['array', 'multiset', 'map', 'row'])

export interface Brackets {
  /** For each token: how many closed brackets it stands in. Brackets that are never closed do not count. */
  readonly depth: readonly number[]
  /** Index of the partner of a bracket, -1 otherwise. */
  readonly partner: readonly number[]
  readonly unclosed: ReadonlySet<Token>
  readonly stray: ReadonlySet<Token>
}

export function matchBrackets(tokens: readonly Token[]): Brackets {
  const partner = tokens.map(() => -1)
  const open: number[] = []
  const unclosed = new Set<Token>()
  const stray = new Set<Token>()
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    if (opens(token)) open.push(i)
    else if (closes(token)) {
      const opener = OPENERS[CLOSERS.indexOf(token.tokenType)]
      let at = open.length - 1
      while (at >= 0 && tokens[open[at]!]!.tokenType !== opener) at--
      if (at < 0) stray.add(token)
      else {
        for (const lost of open.splice(at + 1)) unclosed.add(tokens[lost]!)
        const start = open.pop()!
        partner[start] = i
        partner[i] = start
      }
    }
  }
  for (const lost of open) unclosed.add(tokens[lost]!)
  const depth: number[] = []
  let level = 0
  for (let i = 0; i < tokens.length; i++) {
    if (partner[i]! >= 0 && partner[i]! < i) level--
    depth.push(level)
    if (partner[i]! > i) level++
  }
  return { depth, partner, unclosed, stray }
}

const CASE = t.word('case')
const END = t.word('end')

/** The first token at which the text is nested deeper than `limit`: brackets, `case … end` and types in `<…>`. */
export function tooDeep(tokens: readonly Token[], limit: number): Token | undefined {
  let depth = 0
  let generics = 0
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    const { tokenType } = token
    if (opens(token) || tokenType === CASE) depth++
    else if (closes(token) || tokenType === END) depth = Math.max(0, depth - 1)
    else if (tokenType === t.Less && GENERIC.has(lower(tokens[i - 1]))) generics++
    else if (tokenType === t.Greater && generics > 0) generics--
    else continue
    if (depth + generics > limit) return token
  }
  return undefined
}
