// What `.ignore(…)` of the TypeScript API can hang on: declarations, and the clauses of queries and sources.
import type { Node } from './nodes.js'
import type { Clause, Declaration, SourceClause } from './ast.js'
import { ignoresOf, type IgnoreData } from './program-data.js'

export type Ignorable = Declaration | Clause | SourceClause

const clausesOf = (d: Declaration): readonly (Clause | SourceClause)[] =>
  d.kind === 'query' || d.kind === 'source' ? d.clauses : []

/**
 * The one that begins where a comment of a text says, or else the smallest around that place: of a property or a column only the
 * whole can be ignored.
 */
export function ignorableAt(
  declarations: readonly Declaration[],
  covers: number,
  rangeOf: (node: Node) => { readonly start: number; readonly end: number },
): Ignorable | null {
  const holds = (node: Node): boolean => {
    const { start, end } = rangeOf(node)
    return start <= covers && covers < end
  }
  const whole = declarations.find(holds)
  if (whole === undefined || rangeOf(whole).start === covers) return whole ?? null
  if (whole.kind === 'for') return ignorableAt(whole.body, covers, rangeOf) ?? whole
  return clausesOf(whole).find(holds) ?? whole
}

/** All that a tree built by calls ignores, as its text says it from above to below. */
export const ignoresIn = (d: Declaration): readonly IgnoreData[] => [
  ...ignoresOf(d),
  ...clausesOf(d).flatMap(ignoresOf),
  ...(d.kind === 'for' ? d.body.flatMap(ignoresIn) : []),
]
