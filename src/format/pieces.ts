// Pieces of a program that follow each other, each with its comments: those above it, and one behind it on its line.
// A comment inside of a piece that no smaller piece takes is written above the whole piece, or behind it if that is free.
import type { Comment } from '../parser/trivia.js'
import { behind, hardline, type Doc } from './doc.js'
import type { Origin, Range } from './origin.js'

export interface Piece extends Range {
  readonly print: () => Doc
  /** A `///` right above it documents it: what was no documentation must not become it. */
  readonly documented?: boolean
}

/** A line above a piece: a comment, or nothing. */
export interface Above {
  readonly text: string
  readonly blank: boolean
}

export interface Placed {
  readonly above: readonly Above[]
  /** A blank line stood above the piece itself. */
  readonly blank: boolean
  readonly doc: Doc
  readonly behind: string | null
}

export interface Run {
  readonly placed: readonly Placed[]
  /** Comments behind the last piece that are not on its line. */
  readonly rest: readonly Above[]
}

const aboveOf = (o: Origin, c: Comment): Above => ({ text: c.text, blank: o.blankAbove(c.start) })

/**
 * Prints pieces in order. `start` is where the run begins, `end` where it is closed (null: the last piece ends it).
 * `inline`: the first piece stands on a line that has begun, so what belongs above it is left to whoever holds the run.
 */
export function run(o: Origin, pieces: readonly Piece[], start: number, end: number | null, inline: boolean): Run {
  const placed: { above: Above[]; blank: boolean; doc: Doc; behind: string | null }[] = []
  let from = start
  pieces.forEach((piece, i) => {
    const doc = piece.print()
    const fixed = inline && i === 0
    const above: Above[] = []
    let own: string | null = null
    if (!fixed) {
      const previous = placed.at(-1)
      for (const c of o.take(from, piece.start)) {
        if (previous !== undefined && previous.behind === null && !c.own && o.sameLine(from, c.start)) previous.behind = c.text
        else if (!c.own) above.push(...moved([c], piece))
        else above.push(aboveOf(o, c))
      }
      const found = o.peek(piece.start, piece.end).at(-1)
      // the run ends where its last piece does: what stands behind that is behind the whole
      const left = end === null && i === pieces.length - 1 && found?.own === false
      const inside = o.take(piece.start, left ? found.start : piece.end)
      const last = inside.at(-1)
      if (!left && last !== undefined && !last.own) own = last.text
      const lifted = own === null ? inside : inside.slice(0, -1)
      above.unshift(...moved(lifted, piece))
    }
    placed.push({ above, blank: o.text !== null && !fixed && o.blankAbove(piece.start), doc, behind: own })
    from = piece.end
  })
  const rest: Above[] = []
  const last = placed.at(-1)
  if (end !== null && last !== undefined) {
    for (const c of o.take(from, end)) {
      if (!c.own && o.sameLine(from, c.start)) {
        // a comment from inside of it gives way
        if (last.behind !== null) last.above.push({ text: last.behind, blank: false })
        last.behind = c.text
      } else rest.push(aboveOf(o, c))
    }
  } else if (end !== null) rest.push(...o.take(from, end).map((c) => aboveOf(o, c)))
  return { placed, rest }
}

function moved(comments: readonly Comment[], piece: Piece): Above[] {
  const lines = comments.map((c) => ({ text: c.text, blank: false }))
  const cut = piece.documented === true && comments.some((c) => c.text.startsWith('///'))
  return cut ? [...lines, { text: '', blank: false }] : lines
}

/** The lines above a piece inside of a line-up that has no blank lines. */
export const above = (p: Placed): Doc => p.above.map((a) => [a.text, hardline])

/** The same with their blank lines, which part a `///` from what it does not document. */
export const aboveApart = (p: Placed): Doc => [
  ...p.above.map((a, i) => [a.blank && i > 0 ? hardline : '', a.text, hardline]),
  p.blank && p.above.length > 0 ? hardline : '',
]

export const withBehind = (p: Placed): Doc => (p.behind === null ? p.doc : [p.doc, behind(p.behind)])

/** Pieces a line each, with at most one blank line between two of them and none at the ends. */
export function lines({ placed, rest }: Run): Doc[] {
  const out: Doc[] = []
  const add = (doc: Doc, blank: boolean): void => {
    if (out.length > 0) out.push(hardline)
    if (blank && out.length > 0) out.push(hardline)
    out.push(doc)
  }
  for (const p of placed) {
    let gap = false
    for (const a of p.above) {
      if (a.text === '') gap = true
      else {
        add(a.text, a.blank || gap)
        gap = false
      }
    }
    add(withBehind(p), p.blank || gap)
  }
  for (const a of rest) add(a.text, a.blank)
  return out
}
