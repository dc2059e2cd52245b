// What the parts of the expression checker share while they walk one expression.
import type { DiagnosticBag } from '../diagnostics/bag.js'
import type { Typed } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import type { CheckedExpr, ExprContext } from './expr-api.js'
import type { Facts } from './facts.js'

export interface Inner {
  readonly bag: DiagnosticBag
  readonly types: WeakMap<object, Typed>
  readonly resolve: ExprContext['resolve']
  /** Whether the name alone is a column here. */
  readonly has: (name: string) => boolean
  /** What an aggregate call means here. */
  readonly aggregate: (node: ast.ExprNode & { kind: 'call' }, inner: Inner) => CheckedExpr
  readonly facts: Facts
  /** An explicit cast to an integer stands right around: a cut fraction is meant. */
  readonly cutMeant: boolean
  readonly check: (node: ast.ExprNode, inner: Inner) => CheckedExpr
}

/** A checked argument together with what was written. */
export interface Operand {
  readonly node: ast.ExprNode
  readonly checked: CheckedExpr
}

export const operandOf = (node: ast.ExprNode, inner: Inner): Operand => ({ node, checked: inner.check(node, inner) })
