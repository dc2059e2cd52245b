// A whole program: declarations with the comments around them, and at most one blank line between them. What could not be
// read stays as it stands.
import { SourceIndex } from '../core/source.js'
import type { Diagnostic } from '../diagnostics/define.js'
import { parse } from '../parser/index.js'
import { NO_TRIVIA } from '../parser/trivia.js'
import type { Declaration, FileNode } from '../surface/ast.js'
import { alignComments } from './comments-behind.js'
import { declarationDoc } from './declarations.js'
import { hardline, join, literalline, render, willBreak, type Doc } from './doc.js'
import { ignoreLines } from './ignores.js'
import { NO_ORIGIN, originOf, type Origin } from './origin.js'
import { aboveApart, run, withBehind, type Piece } from './pieces.js'
import { docLines } from './types.js'

export interface Formatted {
  readonly text: string
  /** How many declarations could not be read and stand as they stood. */
  readonly unread: number
}

/** Line ends are `\n` in what comes out; a byte order mark stays. */
export function formatText(text: string, path = 'input.flow'): Formatted {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
  const source = text.slice(mark.length).replace(/\r\n?/g, '\n')
  const index = new SourceIndex()
  const { file, diagnostics, trivia: read } = parse({ path, text: source }, index)
  const trivia = read()
  // a file that is refused as a whole
  if (trivia === NO_TRIVIA) return { text, unread: 1 }
  const unread = unreadOf(file, diagnostics)
  const origin = originOf(source, trivia, index)
  const doc = bodyDoc(origin, file.declarations, 0, source.length + 1, unread)
  return { text: mark + finished(doc), unread: unread.size }
}

/** A program whose tree was built without a text. */
export const printFile = (file: FileNode): string => finished(bodyDoc(NO_ORIGIN, file.declarations, 0, 0, new Set()))

function finished(doc: Doc): string {
  // a text that nothing ends takes the line end of the file with it
  const text = alignComments(render(doc)).replace(/\n+$/, '')
  return text === '' ? '' : `${text}\n`
}

/** The declarations of which something could not be read, or only with a repair. */
export function unreadOf(file: FileNode, diagnostics: readonly Diagnostic[]): ReadonlySet<Declaration> {
  const wrong = new Set(diagnostics.filter((d) => d.severity === 'error').map((d) => d.primary?.span.declaration))
  return new Set(file.declarations.filter((d) => wrong.has(d.id) || isBroken(d)))
}

const isBroken = (d: Declaration): boolean => d.incomplete || d.kind === 'broken' || (d.kind === 'for' && d.body.some(isBroken))

function bodyDoc(
  o: Origin,
  declarations: readonly Declaration[],
  start: number,
  end: number,
  unread: ReadonlySet<Declaration>,
): Doc {
  const stray = strayText(o, start, declarations.length === 0 ? end : o.range(declarations[0]!).start)
  const pieces: Piece[] = stray === null ? [] : [{ ...stray, print: () => verbatim(o, stray.start, stray.end) }]
  const isUnread = (d: Declaration): boolean => unread.has(d) || d.kind === 'broken'
  // text that begins like no declaration hangs on the one above it: laid out, that one could take it in
  const clings = (i: number): boolean => {
    const d = declarations[i]
    if (d === undefined || !isUnread(d) || o.text === null) return false
    const { start } = o.range(d)
    return lineOf(o, start) < start || /^[^\w/]/.test(o.text.slice(start))
  }
  declarations.forEach((d, i) => {
    const range = o.range(d)
    const next = i + 1 < declarations.length ? o.range(declarations[i + 1]!).start : end
    if (d.kind === 'broken' || isUnread(d) || clings(i + 1)) {
      const last = strayText(o, range.end, next)?.end ?? range.end
      const first = lineOf(o, range.start)
      pieces.push({ start: first, end: last, documented: true, print: () => verbatim(o, first, last) })
      return
    }
    const last = d.kind === 'query' ? endOfQuery(o, range, next) : range.end
    pieces.push({
      start: range.start,
      end: last,
      documented: true,
      print: () => [
        ignoreLines(d),
        docLines(o, d.doc).map((l) => [l, hardline]),
        declarationDoc(o, d, last, (body, from, to) => bodyDoc(o, body, from, to, new Set())),
      ],
    })
  })
  return joined(run(o, pieces, start, end, false))
}

function joined({ placed, rest }: ReturnType<typeof run>): Doc {
  const out: Doc[] = []
  let long = false
  placed.forEach((p, i) => {
    const doc = withBehind(p)
    const long2 = willBreak(p.doc)
    const blank = p.above.length === 0 ? p.blank : p.above[0]!.blank
    if (i > 0) out.push(hardline, long || long2 || blank ? hardline : '')
    out.push(aboveApart(p), doc)
    long = long2
  })
  rest.forEach((a, i) => {
    if (out.length > 0) out.push(hardline, a.blank || (i === 0 && long) ? hardline : '')
    out.push(a.text)
  })
  return out
}

function verbatim(o: Origin, start: number, end: number): Doc {
  o.take(start, end)
  return join(literalline, o.text!.slice(start, end).split('\n'))
}

/** Where the line of an offset begins, if nothing but blanks stands before it: where it begins may be what is wrong. */
function lineOf(o: Origin, offset: number): number {
  const start = o.text!.lastIndexOf('\n', offset - 1) + 1
  return o.text!.slice(start, offset).trim() === '' ? start : offset
}

/** Text between declarations that is neither blank nor a comment: it was reported, and stays. */
function strayText(o: Origin, start: number, end: number): { start: number; end: number } | null {
  if (o.text === null) return null
  let bare = o.text.slice(start, end)
  for (const c of o.all(start, end))
    bare = bare.slice(0, c.start - start) + ' '.repeat(c.end - c.start) + bare.slice(c.end - start)
  const found = /\S(?:[^]*\S)?/.exec(bare.replaceAll('\ufeff', ' '))
  return found === null ? null : { start: start + found.index, end: start + found.index + found[0].length }
}

/** A query has no brace that ends it: comments behind it that are indented are its own. */
function endOfQuery(o: Origin, { start, end }: { start: number; end: number }, next: number): number {
  if (o.text === null) return end
  const column = start - (o.text.lastIndexOf('\n', start - 1) + 1)
  let last = end
  for (const c of o.peek(end, next)) {
    const same = !c.own && o.sameLine(last, c.start)
    if (!same && !(c.own && c.column > column && c.text.startsWith('--'))) break
    last = c.end
  }
  return last
}
