// What a printer knows of the text that a tree was read from: places, comments not yet written, names as they were written.
// A tree that was built without a text has none of it.
import type { SourceIndex } from '../core/source.js'
import type { Comment, Trivia } from '../parser/trivia.js'
import type { Node } from '../surface/ast.js'

export interface Range {
  readonly start: number
  readonly end: number
}

export interface Origin {
  /** Null: the tree was built without a text. */
  readonly text: string | null
  /** Offsets of a node; zeros where there is no text. */
  readonly range: (node: Node) => Range
  /** The comments that begin in a range and have not been taken before, in order. */
  readonly take: (start: number, end: number) => readonly Comment[]
  /** All comments that begin in a range, taken or not. */
  readonly all: (start: number, end: number) => readonly Comment[]
  /** As `take`, and they stay. */
  readonly peek: (start: number, end: number) => readonly Comment[]
  /** Whether a blank line stands directly above what begins at an offset. */
  readonly blankAbove: (offset: number) => boolean
  /** Whether no line ends between two offsets. */
  readonly sameLine: (start: number, end: number) => boolean
  /** The first token from an offset on that says this, in lower case; -1 where there is none before `end`. */
  readonly find: (image: string, start: number, end: number) => number
}

export const NO_ORIGIN: Origin = {
  text: null,
  range: () => ({ start: 0, end: 0 }),
  take: () => [],
  all: () => [],
  peek: () => [],
  blankAbove: () => false,
  sameLine: () => true,
  find: () => -1,
}

/** `text` has `\n` as its only line end. */
export function originOf(text: string, trivia: Trivia, index: SourceIndex): Origin {
  const { comments, tokens } = trivia
  const taken = new Set<Comment>()
  const firstFrom = (list: readonly Range[], offset: number): number => {
    let low = 0
    let high = list.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (list[middle]!.start < offset) low = middle + 1
      else high = middle
    }
    return low
  }
  const all = (start: number, end: number): readonly Comment[] => {
    const first = firstFrom(comments, start)
    let last = first
    while (last < comments.length && comments[last]!.start < end) last++
    return comments.slice(first, last)
  }
  const peek = (start: number, end: number): readonly Comment[] => all(start, end).filter((c) => !taken.has(c))
  return {
    text,
    range: (node) => index.range(node.span),
    all,
    peek,
    take: (start, end) => {
      const found = peek(start, end)
      for (const c of found) taken.add(c)
      return found
    },
    blankAbove: (offset) => {
      let lines = 0
      for (let i = offset - 1; i >= 0; i--) {
        const c = text.charCodeAt(i)
        if (c === 10) lines++
        else if (c !== 32 && c !== 9 && c !== 12 && c !== 11 && c !== 0xa0 && c !== 0xfeff) break
      }
      return lines > 1
    },
    sameLine: (start, end) => {
      const lineEnd = text.indexOf('\n', start)
      return lineEnd < 0 || lineEnd >= end
    },
    find: (image, start, end) => {
      for (let i = firstFrom(tokens, start); i < tokens.length && tokens[i]!.start < end; i++)
        if (tokens[i]!.image.toLowerCase() === image) return tokens[i]!.start
      return -1
    },
  }
}
