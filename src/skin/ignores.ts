// `-- flow:ignore …` of a text: calls of `.ignore(…)` behind what the comments stand above. Who cannot say one keeps it as a comment.
import { withIgnores } from '../surface/program-data.js'
import { ignorableIn, type Ignorable } from '../surface/ignorable.js'
import type { Origin } from '../format/origin.js'
import type * as ast from '../surface/ast.js'
import { call, list, quoted } from './code.js'

export interface Ignores {
  /** Where the comments begin that become calls: nobody else prints them. */
  readonly taken: ReadonlySet<number>
  /** The calls of a piece, one behind the other. */
  readonly code: (piece: Ignorable) => string
  /** Of a declaration that stands as text: the comments above it. */
  readonly lines: (d: ast.Declaration) => string
  /** The same in its tree, where no text stands behind it. */
  readonly withAll: <D extends ast.Declaration>(d: D) => D
}

/** `hasCall`: what an import of another module is, no call says. */
export function ignoresFor(file: ast.FileNode, origin: Origin, hasCall: (d: ast.Declaration) => boolean): Ignores {
  const of = new Map<Ignorable, ast.IgnoreNode[]>()
  const taken = new Set<number>()
  for (const ignore of file.ignores) {
    if (!ignore.codes.every((c) => /^FLOW\d+$/.test(c.text))) continue
    // copies that a loop has made stand in one place
    for (const d of file.declarations) {
      const found = hasCall(d) ? ignorableIn(d, ignore.covers, (node) => origin.range(node)) : null
      if (found === null) continue
      // what a query begins with is a relation, of which `ignore` says it of the declaration
      const piece = found.kind === 'from' && found.alias === null ? d : found
      of.set(piece, [...(of.get(piece) ?? []), ignore])
      taken.add(origin.range(ignore).start)
    }
  }
  const ignoresOf = (piece: Ignorable): readonly ast.IgnoreNode[] => of.get(piece) ?? []
  const data = <P extends Ignorable>(piece: P): P =>
    withIgnores(piece, ...ignoresOf(piece).map(({ codes, reason, span }) => ({ codes: codes.map((c) => c.text), reason, span })))
  return {
    taken,
    code: (piece) => ignoresOf(piece).map(codeOf).join(''),
    lines: (d) =>
      ignoresOf(d)
        .filter((i) => origin.range(i).start < origin.range(d).start)
        .map((i) => `${origin.text!.slice(origin.range(i).start, origin.range(i).end)}\n`)
        .join(''),
    withAll: (d) => {
      const all = data(d)
      return 'clauses' in all ? { ...all, clauses: all.clauses.map((c: Ignorable) => data(c)) } : all
    },
  }
}

function codeOf({ codes, reason }: ast.IgnoreNode): string {
  const all = codes.map((c) => quoted(c.text))
  return call('.ignore', all.length === 1 ? all[0]! : list(all), quoted(reason))
}
