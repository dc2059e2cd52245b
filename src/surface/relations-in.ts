// Which relations a declaration names: for walks along chains of them.
import type { Declaration, Name } from './ast.js'

/** The relations that a declaration names, as they are written. */
export function relationsIn(d: Declaration): readonly Name[] {
  switch (d.kind) {
    case 'query':
      return d.clauses.flatMap((c) => (c.kind === 'from' || c.kind === 'join' || c.kind === 'union' ? [c.relation] : []))
    case 'sink':
    case 'tap':
      return [d.relation]
    case 'sql':
      return d.inputs
    case 'test':
      return d.steps.flatMap((s) => (s.kind === 'given' ? s.relations : 'relation' in s ? [s.relation] : []))
    default:
      return []
  }
}
