// What a test calls a relation: the object of the API, or its name.
import { DECLARATION, relationOf, type DeclarationRecord } from '../api/brands.js'

/** The name that it has in a plan; null: this is no relation. */
export function relationName(relation: unknown): string | null {
  if (typeof relation === 'string') return relation
  const named = relationOf(relation)
  if (named === null) return null
  const own = new Map(importedName(named.declared[DECLARATION]))
  return own.get(named.name) ?? named.name
}

/** Of an import under another name: that name, and what its own file calls the relation. */
export const importedName = ({ node }: DeclarationRecord): readonly (readonly [string, string])[] =>
  node.kind === 'import'
    ? node.names.flatMap(({ name, alias }) => (alias === null ? [] : [[alias.text, name.text] as const]))
    : []
