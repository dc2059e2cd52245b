// Programs in TypeScript print what they import into their own text: two of them that one job sees may say the same thing
// twice. What is the same in all but its place is one thing then; what differs is a clash of names as ever.
import { SCRIPT_ENDING } from '../core/paths.js'
import type * as ast from '../surface/ast.js'
import type { CheckedRelation } from './relation.js'

export const isScript = (path: string): boolean => path.endsWith(SCRIPT_ENDING)

/** Whether two relations of one name are copies of one. */
export const areCopies = (a: CheckedRelation, b: CheckedRelation): boolean =>
  a.file !== b.file && isScript(a.file) && isScript(b.file) && meaning(a) === meaning(b)

/** Operators say all that a job knows of a relation; what they read is compared under its own name. */
const meaning = (r: CheckedRelation): string =>
  JSON.stringify([r.kind, r.doc, r.shape?.edge, r.operators], (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : isSpan(value) ? null : value,
  )

const isSpan = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'declaration' in value && 'start' in value && 'end' in value

/** Declarations of all files that a job sees: a topic, connection or catalog that several scripts print counts once. */
export function withoutCopies(files: readonly ast.FileNode[]): readonly ast.Declaration[] {
  const seen = new Set<string>()
  return files.flatMap((file) =>
    file.declarations.filter((d) => {
      if (!isScript(file.path) || !(d.kind === 'topic' || d.kind === 'connection' || d.kind === 'catalog')) return true
      const key = `${d.id.slice(file.path.length)}|${d.hash}`
      if (seen.has(key)) return false
      seen.add(key)
      return true
    }),
  )
}
