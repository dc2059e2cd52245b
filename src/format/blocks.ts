// The inside of `{ … }`: a property a line, its value two columns behind the longest key of the lines around it.
import { align, behind, hardline, indent, type Doc } from './doc.js'
import type { Origin, Range } from './origin.js'
import { lines, run, type Piece } from './pieces.js'

export interface Property extends Range {
  /** Lines of their own above it. */
  readonly above: Doc
  readonly key: string
  /** Null: the key says it all. */
  readonly value: (() => Doc) | null
  /** The value is a block of its own: it stands one blank behind its key. */
  readonly block?: boolean
}

/** Alone in its block it reads as one phrase. */
const PHRASES: ReadonlySet<string> = new Set(['partition by'])

export function blockDoc(o: Origin, head: Doc, braces: Braces, properties: readonly Property[]): Doc {
  const widths = widthsOf(o, properties)
  const pieces = properties.map((p, i): Piece => {
    const width = widths[i]!
    return {
      start: p.start,
      end: p.end,
      print: () => {
        if (p.value === null) return [p.above, p.key]
        if (p.block === true) return [p.above, p.key, ' ', p.value()]
        return [p.above, p.key.padEnd(width), align(width, p.value())]
      },
    }
  })
  return bracesDoc(o, head, braces, pieces)
}

/** Where values begin: the lines between two blank lines have one column. */
function widthsOf(o: Origin, properties: readonly Property[]): readonly number[] {
  const sections: Property[][] = []
  for (const p of properties) {
    const first = o.peek(sections.at(-1)?.at(-1)?.end ?? p.start, p.start).find((c) => c.own)
    if (sections.length === 0 || o.blankAbove(first?.start ?? p.start) || o.blankAbove(p.start)) sections.push([p])
    else sections.at(-1)!.push(p)
  }
  return sections.flatMap((section) => {
    const keys = section.filter((p) => p.value !== null && p.block !== true).map((p) => p.key)
    const phrase = properties.length === 1 && PHRASES.has(keys[0] ?? '')
    const width = Math.max(0, ...keys.map((k) => k.length)) + (phrase ? 1 : 2)
    return section.map(() => width)
  })
}

/** Where a block stands: its declaration begins, its brace opens, its brace closes. */
export interface Braces {
  readonly begin: number
  readonly open: number
  readonly end: number
}

/** `HEAD {`, pieces a line each, `}`. A comment behind the head or behind `{` stays on that line. */
export function bracesDoc(o: Origin, head: Doc, { begin, open, end }: Braces, pieces: readonly Piece[]): Doc {
  const opened = openingComment(o, begin, open, pieces[0]?.start ?? end)
  const inner = lines(run(o, pieces, open, end, false))
  if (inner.length === 0 && opened === null) return [head, ' {}']
  return [head, ' {', opened === null ? '' : behind(opened), indent([hardline, inner]), hardline, '}']
}

/** The comment that stays on the line of what opens a body; others of the head are left to the declaration. */
export function openingComment(o: Origin, begin: number, open: number, first: number): string | null {
  const found =
    o.peek(open, first).find((c) => !c.own && o.sameLine(open, c.start)) ?? o.peek(begin, open).findLast((c) => !c.own)
  if (found === undefined) return null
  o.take(found.start, found.end)
  return found.text
}
