// Calls by name, and what stands for a param: for the functions of the language, and for those that a program declares itself.
import type { ExprNode } from '../surface/ast.js'
import type { TextExpression } from '../surface/program-data.js'
import type { Declared } from './brands.js'
import { make, operandOf } from './expression.js'
import { nameNode, type MarkedSpan } from './nodes.js'
import { express } from './operators.js'

interface CallOptions {
  /** Its declaration, where the program has one. */
  readonly refs?: readonly Declared[]
}

/** `name(a, b)` */
export function callExpression(name: string, args: readonly unknown[], span: MarkedSpan, { refs = [] }: CallOptions = {}): never {
  const parts = args.map((a) => operandOf(a, span))
  const node: ExprNode = {
    kind: 'call',
    name: nameNode(name, span),
    distinct: false,
    star: false,
    args: parts.map((p) => p.node),
    filter: null,
    span,
  }
  return express(make({ node, parts, refs, shown: `${name}(…)` }))
}

/** A name that is no column of a row: a param, or a parameter in the body of a function (which has no declaration). */
export const nameExpression = (name: string, span: MarkedSpan, refs: readonly Declared[] = []): never =>
  express(make({ node: { kind: 'path', names: [nameNode(name, span)], span }, refs, shown: name }))

/** An expression that stands as text until the program is printed; `parts` are the expressions that the text was made with. */
export function textExpression(text: string, parts: readonly unknown[], refs: readonly Declared[], span: MarkedSpan): never {
  const node: TextExpression = { kind: 'text', text, span }
  return express(make({ node: node as unknown as ExprNode, parts: parts.map((p) => operandOf(p, span)), refs, shown: 'expr`…`' }))
}
