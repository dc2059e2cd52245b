// Ordinary comments: those above a declaration and inside of it stand above its constant, where nothing smaller has taken them.
import type { Origin } from '../format/origin.js'
import type { Comment } from '../parser/trivia.js'
import type * as ast from '../surface/ast.js'
import type { Piece } from './code.js'
import { commentLines, type Module } from './module.js'

/** Behind the comments that belong to a declaration: on its last line, and of a query those that are indented below it. */
export function endOf(o: Origin, d: ast.Declaration, next: ast.Declaration | undefined): number {
  const { start, end } = o.range(d)
  if (o.text === null) return end
  const limit = next === undefined ? o.text.length + 1 : o.range(next).start
  const column = start - (o.text.lastIndexOf('\n', start - 1) + 1)
  let last = end
  for (const c of o.peek(end, Math.max(limit, end))) {
    const same = !c.own && o.sameLine(last, c.start)
    const below = d.kind === 'query' && c.own && c.column > column && !c.text.startsWith('///')
    if (!same && !below) break
    last = c.end
  }
  return last
}

/** What stands at the top of a file and apart from its first declaration is about the file. */
export function headerOf(o: Origin, declarations: readonly ast.Declaration[]): string {
  const first = declarations[0]
  if (o.text === null || first === undefined) return ''
  const above = o.peek(0, o.range(first).start)
  const apart = above.findLastIndex((_, i) => o.blankAbove(above[i + 1]?.start ?? o.range(first).start))
  return apart < 0 ? '' : commentLines(o.take(0, above[apart]!.start + 1))
}

/** Comments in front of what has documentation; that is said by `.doc(…)`. */
export function takenAbove(o: Origin, from: number, to: number, doc: string | null): string {
  return commentLines(withoutDoc(o.take(from, Math.max(from, to)), doc))
}

export function withoutDoc(comments: readonly Comment[], doc: string | null): readonly Comment[] {
  if (doc === null) return comments
  const lines = doc.split('\n').length
  const last = comments.slice(-lines)
  return last.length === lines && last.every((c) => c.text.startsWith('///')) ? comments.slice(0, -lines) : comments
}

/**
 * A part of a declaration with its comments: those from `from` on stand above it, the one that ends its line behind it. What was
 * inside of it and nothing smaller has taken stands above it too.
 */
export function withComments(
  m: Module,
  from: number,
  node: ast.Node,
  print: () => string,
  doc: string | null = null,
): Piece & { end: number } {
  const { origin: o } = m
  const { start, end } = o.range(node)
  if (o.text === null) return { code: print(), end }
  const above = withoutDoc(o.take(Math.min(from, start), start), doc)
  const code = print()
  const left = o.take(start, end)
  const lineEnd = o.text.indexOf('\n', end)
  const behind = o.peek(end, lineEnd < 0 ? o.text.length + 1 : lineEnd).filter((c) => onlyEnds(o.text!.slice(end, c.start)))
  for (const c of behind) o.take(c.start, c.end)
  const last = behind.length === 0 && left.at(-1)?.own === false ? left.at(-1)! : null
  const lines = [...above, ...(last === null ? left : left.slice(0, -1))]
  const tail = last === null ? behind : [last]
  return {
    code,
    end: behind.at(-1)?.end ?? end,
    above: lines.length === 0 ? '' : `\n${commentLines(lines)}`,
    behind: tail.length === 0 ? '' : ` ${commentLines(tail)}`,
  }
}

/** Between a part and the comment behind it stands nothing but what ends or parts it. */
const onlyEnds = (between: string): boolean => /^[\s,|)\]}]*$/.test(between) || !/[^\s]/.test(between.replace(/--.*$/, ''))

/** Parts one behind the other; `print` is called for each of them in order. */
export function parts<N extends ast.Node>(
  m: Module,
  from: number,
  nodes: readonly N[],
  print: (node: N) => string,
  docOf: (node: N) => string | null = () => null,
): readonly Piece[] {
  let last = from
  return nodes.map((node) => {
    const piece = withComments(m, last, node, () => print(node), docOf(node))
    last = piece.end
    return piece
  })
}
