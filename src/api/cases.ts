// CASE in the making: `when(a, x).when(b, y).else(z)`, `caseOf(o.kind).when('a', 1).end()`.
import type { ExprNode } from '../surface/ast.js'
import { wrong } from './arguments.js'
import { make, OPEN_CASE, operandOf } from './expression.js'
import type { Untyped } from './functions.js'
import { spanOf, type MarkedSpan } from './nodes.js'
import { express } from './operators.js'
import type { Core } from './recorder.js'
import type { RowFunctions } from './types/functions.js'

interface Branch {
  readonly when: Core
  readonly then: Core
}

/** What is known so far; its span is that of its beginning. */
interface Begun {
  readonly begun: 'when' | 'caseOf'
  readonly operand: Core | null
  readonly branches: readonly Branch[]
  readonly span: MarkedSpan
}

const branchOf = (when: unknown, then: unknown, span: MarkedSpan): Branch => ({
  when: operandOf(when, span),
  then: operandOf(then, span),
})

function open(begun: Begun): never {
  const more: Untyped = (...[condition, value]) =>
    open({ ...begun, branches: [...begun.branches, branchOf(condition, value, spanOf(more))] })
  const otherwise: Untyped = (...[value]) => ended(begun, operandOf(value, spanOf(otherwise)))
  return Object.freeze({ [OPEN_CASE]: begun.begun, when: more, else: otherwise, end: () => ended(begun, null) }) as never
}

function ended({ begun, operand, branches, span }: Begun, otherwise: Core | null): never {
  if (branches.length === 0) wrong('caseOf(…)', 'at least one `.when(…)`', undefined, span.mark, () => {})
  const node: ExprNode = {
    kind: 'case',
    operand: operand?.node ?? null,
    branches: branches.map((b) => ({ when: b.when.node, then: b.then.node })),
    otherwise: otherwise?.node ?? null,
    span,
  }
  const parts = [operand, ...branches.flatMap((b) => [b.when, b.then]), otherwise].filter((p) => p !== null)
  return express(make({ node, parts, shown: `${begun}(…)` }))
}

/**
 * `CASE WHEN condition THEN value … ELSE value END`
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, size: when(o.amount.gt(100), 'big').when(o.amount.gt(10), 'middle').else('small') }))
 */
export const when: RowFunctions['when'] = ((condition: unknown, then: unknown) => {
  const span = spanOf(when)
  return open({ begun: 'when', operand: null, branches: [branchOf(condition, then, span)], span })
}) as Untyped

/**
 * `CASE x WHEN value THEN result … ELSE result END`
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, zone: caseOf(o.region).when('de', 1).when('at', 2).else(9) }))
 */
export const caseOf: RowFunctions['caseOf'] = ((value: unknown) => {
  const span = spanOf(caseOf)
  return open({ begun: 'caseOf', operand: operandOf(value, span), branches: [], span })
}) as Untyped
