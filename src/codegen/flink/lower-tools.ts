// What the handlers of single operators get from the lowering as a whole.
import type { Edge, Operator } from '../../ir/plan.js'
import type { NameAllocator } from './names.js'
import type { Query, Select } from './select.js'
import type { PlanShape } from './shape.js'
import type { Views } from './views.js'

export interface LowerTools {
  readonly shape: PlanShape
  readonly names: NameAllocator
  readonly views: Views
  readonly query: (edge: Edge) => Query
  /** The query as one SELECT to which clauses may be added: not a union, not grouped. */
  readonly open: (edge: Edge) => Select
  /** A relation with a name: what window functions and temporal joins take. `avoid`: column names that it must not have. */
  readonly named: (edge: Edge, reader: Operator, note: string, avoid?: readonly string[]) => Select
  /** Made at the first call for a key, the same afterwards. */
  readonly once: (key: string, make: () => Select) => Select
}

/** What derived names begin with; the dead-letter lanes belong to no relation. */
export const labelOf = (o: Operator): string => (o.relation === '' ? 'dlq' : o.relation)

export const mainOf = (o: Operator): Edge => ({ operator: o.id, port: 'main' })
