// Flat operator lists → trees, with the precedences of Calcite's SqlStdOperatorTable (asked of Flink 2.2: `||` binds like
// `*`, `IS …` weaker than `=` but `IS DISTINCT FROM` like it, NOT between IS and AND).
import type { Span } from '../core/span.js'
import type { BinaryOperator, ExprNode } from '../surface/ast.js'

export const PRECEDENCE: Readonly<Record<BinaryOperator, number>> = {
  or: 22,
  and: 24,
  '=': 30,
  '<>': 30,
  '<': 30,
  '<=': 30,
  '>': 30,
  '>=': 30,
  '+': 40,
  '-': 40,
  '*': 60,
  '/': 60,
  '%': 60,
  '||': 60,
}
export const NOT = 26
export const SIGN = 80
/** `is …`, and `like`, `between`, `in`: they follow their operand. */
export const IS = 28
export const TEST = 32
/** `is distinct from` stands between its operands, as comparisons do. */
export const DISTINCT = PRECEDENCE['=']

export type Item =
  | { readonly kind: 'operand'; readonly node: ExprNode }
  | { readonly kind: 'prefix'; readonly operator: 'not' | '-' | '+'; readonly span: Span }
  | { readonly kind: 'infix'; readonly operator: BinaryOperator; readonly span: Span }
  | { readonly kind: 'infix'; readonly operator: 'is distinct'; readonly negated: boolean; readonly span: Span }
  | {
      readonly kind: 'postfix'
      readonly precedence: number
      readonly end: number
      readonly build: (operand: ExprNode, span: Span) => ExprNode
    }

type Pending = Extract<Item, { kind: 'prefix' | 'infix' }>
const strength = (p: Pending): number => {
  if (p.kind === 'prefix') return p.operator === 'not' ? NOT : SIGN
  return p.operator === 'is distinct' ? DISTINCT : PRECEDENCE[p.operator]
}

/** Left-associative throughout, as Calcite's are. `items` is well-formed: the grammar has seen to it. */
export function fold(items: readonly Item[]): ExprNode {
  const operands: ExprNode[] = []
  const pending: Pending[] = []
  const reduce = (): void => {
    const op = pending.pop()!
    const right = operands.pop()!
    if (op.kind === 'prefix') {
      operands.push({ kind: 'unary', span: { ...op.span, end: right.span.end }, operator: op.operator, operand: right })
      return
    }
    const left = operands.pop()!
    const span = { ...left.span, end: right.span.end }
    if (op.operator === 'is distinct') operands.push({ kind: 'is distinct', left, negated: op.negated, right, span })
    else operands.push({ kind: 'binary', span, operator: op.operator, left, right, operatorSpan: op.span })
  }
  for (const item of items) {
    switch (item.kind) {
      case 'operand':
        operands.push(item.node)
        break
      case 'prefix':
        pending.push(item)
        break
      case 'infix':
        while (pending.length > 0 && strength(pending.at(-1)!) >= strength(item)) reduce()
        pending.push(item)
        break
      case 'postfix': {
        while (pending.length > 0 && strength(pending.at(-1)!) >= item.precedence) reduce()
        const operand = operands.pop()!
        operands.push(item.build(operand, { ...operand.span, end: item.end }))
        break
      }
    }
  }
  while (pending.length > 0) reduce()
  return operands[0]!
}
