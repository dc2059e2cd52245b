// What a query leaves behind while it is checked: the shape after each of its clauses, for hover and `explain`.
import type { Span } from '../../core/span.js'
import type { Operator } from '../../ir/plan.js'
import type * as ast from '../../surface/ast.js'
import type { Shape } from '../relation.js'

export interface TrailStep {
  readonly clause: ast.Clause
  /** Behind the clause. */
  readonly shape: Shape
  /** The window that rows are in behind it. */
  readonly window: ast.WindowClause | null
  /** What the clause made. */
  readonly operators: readonly Operator[]
}

export interface Trail {
  readonly steps: readonly TrailStep[]
  /** The clause that could not be understood. */
  readonly stopped: Span | null
}
