// What `.ignore(…)` of the TypeScript API can hang on: declarations, and the clauses of queries and sources.
import type { Node } from './nodes.js'
import type { Clause, Declaration, SourceClause } from './ast.js'
import { ignoresOf, type IgnoreData } from './program-data.js'

export type Ignorable = Declaration | Clause | SourceClause

const clausesOf = (d: Declaration): readonly (Clause | SourceClause)[] =>
  d.kind === 'query' || d.kind === 'source' ? d.clauses : []

/**
 * What of a declaration a comment speaks of that stands above `covers`: what begins there, or else the smallest around it, since of a
 * property or a column only the whole can be ignored. Null: the place is outside.
 */
export function ignorableIn(
  d: Declaration,
  covers: number,
  rangeOf: (node: Node) => { readonly start: number; readonly end: number },
): Ignorable | null {
  const holds = (node: Node): boolean => {
    const { start, end } = rangeOf(node)
    return start <= covers && covers < end
  }
  if (!holds(d)) return null
  if (rangeOf(d).start === covers) return d
  if (d.kind === 'for') return d.body.map((inner) => ignorableIn(inner, covers, rangeOf)).find((found) => found !== null) ?? d
  return clausesOf(d).find(holds) ?? d
}

/** All that a tree built by calls ignores, as its text says it from above to below. */
export const ignoresIn = (d: Declaration): readonly IgnoreData[] => [
  ...ignoresOf(d),
  ...clausesOf(d).flatMap(ignoresOf),
  ...(d.kind === 'for' ? d.body.flatMap(ignoresIn) : []),
]
