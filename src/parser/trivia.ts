// What of a text is no token of the grammar: comments, and which of them stand on a line of their own. The tree does without;
// the formatter puts them back where they stood.
import type { IToken } from 'chevrotain'
import type { Lexed } from './lexer.js'

export interface Comment {
  /** Offset of its first letter, and behind its last one. */
  readonly start: number
  readonly end: number
  /** As written, without blanks at its end: `-- why`, `/// documentation`. */
  readonly text: string
  /** Nothing but blanks stands before it on its line. */
  readonly own: boolean
  /** In UTF-16 units, from 0. */
  readonly column: number
}

export interface TriviaToken {
  readonly start: number
  readonly end: number
  readonly image: string
}

export interface Trivia {
  /** All comments in the order of the text, documentation and those of other languages among them. */
  readonly comments: readonly Comment[]
  /** All tokens in the order of the text. */
  readonly tokens: readonly TriviaToken[]
}

export const NO_TRIVIA: Trivia = { comments: [], tokens: [] }

export function triviaOf(text: string, lexed: Pick<Lexed, 'tokens' | 'docs' | 'comments' | 'foreign'>): Trivia {
  const comment = ({ image, startOffset: start }: IToken): Comment => {
    const lineStart = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1
    const own = start === 0 || /^[\s\ufeff]*$/.test(text.slice(lineStart, start))
    return { start, end: start + image.length, text: image.trimEnd(), own, column: start - lineStart }
  }
  return {
    comments: [...lexed.docs, ...lexed.comments, ...lexed.foreign].sort((a, b) => a.startOffset - b.startOffset).map(comment),
    tokens: lexed.tokens.map((t) => ({ start: t.startOffset, end: t.endOffset + 1, image: t.image })),
  }
}
