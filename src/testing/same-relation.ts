// A run knows relations by their names, and the jobs of a family have relations of one name: one of another job would pass for its own.
import { DECLARATION, type DeclarationRecord, type Declared } from '../api/brands.js'
import { nameOf, saysTheSame } from '../api/program/names.js'
import { flowTests } from '../diagnostics/codes/flow-tests.js'
import { misuse, type Called } from './errors.js'

/** The name of the declaration, of a relation or of what it reads, that differs from the one of the flow; null: none does. */
export type Differing = (relation: Declared) => string | null

/** `flow`: null where its declarations are in a file and not in this process. */
export function differingFrom(flow: DeclarationRecord | null): Differing {
  if (flow === null) return () => null
  const own = new Map<string, DeclarationRecord['node']>()
  for (const { node } of reachedFrom(flow)) {
    const name = nameOf(node)
    if (name !== null && !own.has(name)) own.set(name, node)
  }
  const known = new WeakMap<DeclarationRecord, string | null>()
  return ({ [DECLARATION]: record }) => {
    const before = known.get(record)
    if (before !== undefined) return before
    const differing = reachedFrom(record).find(({ node }) => {
      const name = nameOf(node)
      const same = name === null ? undefined : own.get(name)
      return same !== undefined && !saysTheSame(same, node)
    })
    const name = differing === undefined ? null : nameOf(differing.node)
    known.set(record, name)
    return name
  }
}

export function refuseOther(relation: Declared, differing: Differing, pipeline: string, called: Called): void {
  const differs = differing(relation)
  if (differs === null) return
  const name = nameOf(relation[DECLARATION].node) ?? differs
  throw misuse(flowTests.otherRelation, { name, differs, pipeline }, called)
}

/** The declaration itself comes first. */
function reachedFrom(root: DeclarationRecord): readonly DeclarationRecord[] {
  const reached = new Set([root])
  for (const { refs, members } of reached) for (const next of [...refs, ...members]) reached.add(next[DECLARATION])
  return [...reached]
}
