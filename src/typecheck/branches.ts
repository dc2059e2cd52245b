// CASE and COALESCE: bringing branches to a common type, and what that type cannot hold.
import type { Span } from '../core/span.js'
import { expressions } from '../diagnostics/codes/expressions.js'
import { commonOf, fitsApproximate } from '../functions/common-type.js'
import { digitsOf } from '../functions/decimal-types.js'
import type { Expr } from '../ir/expr.js'
import { BOOLEAN, DOUBLE, equalTypes, isApproximate, isError, isExact, STRING, type FlowType } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import { apply, labels } from './apply.js'
import { convert } from './convert.js'
import { exprKey } from './expr-key.js'
import { assume, isNonZero, type Facts } from './facts.js'
import { operandOf, type Inner, type Operand } from './inner.js'
import { literal, POISON } from './literal.js'
import { castNode, claim, helpOf } from './spoken.js'

/** What becomes of a value brought to a common type; null: it keeps its meaning. Literals are exempt: they are written for it. */
function lossOf(from: FlowType, to: FlowType): string | null {
  if (equalTypes(from, to)) return null
  if (from.kind === 'double' && to.kind === 'float') return 'DOUBLE is narrowed to FLOAT'
  if (isExact(from) && isApproximate(to))
    return fitsApproximate(from, to)
      ? null
      : `${from.key} becomes ${to.key}, which keeps about ${to.kind === 'float' ? 7 : 15} digits`
  if (isExact(from) && to.kind === 'decimal' && digitsOf(from)!.scale > to.scale) return `${from.key} loses fraction digits`
  return null
}

/** Reports branches that lose something; false where Flink narrows DOUBLE to FLOAT, which is refused. */
function checkLoss(operands: readonly Operand[], type: FlowType, what: string, at: Span, inner: Inner): boolean {
  const losing = operands.filter((o) => o.checked.expr.kind !== 'literal' && lossOf(o.checked.expr.type, type) !== null)
  const [first] = losing
  if (first === undefined) return true
  const loss = lossOf(first.checked.expr.type, type)!
  if (loss.includes('narrowed')) {
    const float = operands.find((o) => o.checked.expr.type.kind === 'float') ?? first
    inner.bag.report(
      expressions.floatNarrows,
      at,
      {
        operator: /`(\w+)/.exec(what)![1]!,
        left: claim(float.node, float.checked.expr),
        right: claim(first.node, first.checked.expr),
      },
      { related: labels([float, first]), ...helpOf([castNode(float.node, DOUBLE)]), fixes: [castNode(float.node, DOUBLE)] },
    )
    return false
  }
  inner.bag.report(expressions.commonTypeLossy, at, { what, type: type.key, lossy: loss }, { related: labels(losing) })
  return true
}

const CASE = 'branches of `case`'

interface Arm {
  readonly when: Expr
  readonly then: Operand
  /** What holds where this arm's value is computed. */
  readonly facts: Facts
}

export function checkCase(node: ast.ExprNode & { kind: 'case' }, inner: Inner): Expr {
  const subject = node.operand === null ? null : operandOf(node.operand, inner)
  const arms: Arm[] = []
  let facts = inner.facts
  let bad = false
  for (const branch of node.branches) {
    const when =
      subject === null
        ? condition(branch.when, { ...inner, facts })
        : apply('eq', [subject, operandOf(branch.when, inner)], branch.when.span, inner, 'case')
    bad ||= isError(when)
    const inside = assume(facts, when, true)
    arms.push({ when, then: operandOf(branch.then, { ...inner, facts: inside }), facts: inside })
    facts = assume(facts, when, false)
  }
  const otherwise = node.otherwise === null ? null : operandOf(node.otherwise, { ...inner, facts })
  const values = [...arms.map((a) => a.then), ...(otherwise === null ? [] : [otherwise])]
  const type = commonBranch(values, CASE, node.span, inner)
  if (bad || type === null) return POISON
  const last = otherwise === null ? literal(null, type) : convert(otherwise.checked.expr, type)
  const branches = arms.map((a) => ({ when: a.when, then: convert(a.then.checked.expr, type) }))
  const result: Expr = {
    kind: 'case',
    branches,
    otherwise: last,
    type,
    nullable: last.nullable || branches.some((b, i) => b.then.nullable && !isGuarded(arms[i]!)),
  }
  const proven =
    arms.every((a) => isNonZero(a.then.checked.expr, a.facts)) && (otherwise === null || isNonZero(otherwise.checked.expr, facts))
  if (proven) inner.facts.nonZeroCases.add(result)
  return result
}

/** `case when x is not null then x`: not NULL, for Flink too (Calcite's SqlCaseOperator), and only in this form. */
function isGuarded({ when, then }: Arm): boolean {
  return when.kind === 'call' && when.fn === 'is_not_null' && exprKey(when.args[0]!) === exprKey(then.checked.expr)
}

function condition(node: ast.ExprNode, inner: Inner): Expr {
  const operand = operandOf(node, inner)
  const { expr } = operand.checked
  if (isError(expr) || expr.type.kind === 'boolean') return expr
  if (expr.type.kind === 'null') {
    inner.bag.report(expressions.untypedNull, node.span, { place: 'as a condition' }, { fixes: [castNode(node, BOOLEAN)] })
    return POISON
  }
  inner.bag.report(
    expressions.conditionType,
    node.span,
    { what: 'the condition of `when`', is: claim(node, expr) },
    { related: labels([operand]) },
  )
  return POISON
}

/** The common type of values of equal standing, `what` in the words of a message; null where there is none (reported). */
export function commonBranch(values: readonly Operand[], what: string, at: Span, inner: Inner): FlowType | null {
  if (values.some((v) => isError(v.checked.expr))) return null
  const common = commonOf(values.map((v) => v.checked.expr.type))
  if (common === null) {
    const [first, second] = clash(values)
    inner.bag.report(
      expressions.noCommonType,
      at,
      { what, left: claim(first.node, first.checked.expr), right: claim(second.node, second.checked.expr) },
      { related: labels([first, second]) },
    )
    return null
  }
  if (common.type.kind === 'null') {
    const first = values[0]!
    inner.bag.report(
      expressions.untypedNull,
      first.node.span,
      { place: what === CASE ? 'in every branch of `case`' : `in all ${what}` },
      { fixes: [castNode(first.node, STRING)] },
    )
    return null
  }
  return checkLoss(values, common.type, what, at, inner) ? common.type : null
}

/** The first two values that have no common type. */
function clash(values: readonly Operand[]): [Operand, Operand] {
  const typed = values.filter((v) => v.checked.expr.type.kind !== 'null')
  for (const [i, a] of typed.entries())
    for (const b of typed.slice(i + 1)) if (commonOf([a.checked.expr.type, b.checked.expr.type]) === null) return [a, b]
  return [typed[0]!, typed.at(-1)!]
}

/** `word`: `coalesce`, or `ifnull` with its two arguments, which is the same. */
export function checkCoalesce(operands: readonly Operand[], at: Span, inner: Inner, word = 'coalesce'): Expr {
  const result = apply('coalesce', operands, at, inner, word)
  if (isError(result)) return result
  return checkLoss(operands, result.type, `arguments of \`${word}\``, at, inner) ? result : POISON
}

/** `if(c, a, b)`: only one of them is computed, so what `c` says holds in `a`, and its opposite in `b`. */
export function checkIf(args: readonly ast.ExprNode[], at: Span, inner: Inner): Expr {
  const [condition, yes, no] = args as readonly [ast.ExprNode, ast.ExprNode, ast.ExprNode]
  const when = operandOf(condition, inner)
  const known = (holds: boolean): Inner =>
    when.checked.expr.type.kind === 'boolean' ? { ...inner, facts: assume(inner.facts, when.checked.expr, holds) } : inner
  const values = [operandOf(yes, known(true)), operandOf(no, known(false))]
  if ([when, ...values].some((o) => isError(o.checked.expr))) return POISON
  const result = apply('if', [when, ...values], at, inner)
  return isError(result) || checkLoss(values, result.type, 'arguments of `if`', at, inner) ? result : POISON
}

/** `nullif(a, b)` is `case when a = b then null else a end`, in Flink too: of the type of `a`, and always nullable. */
export function checkNullIf([a, b]: readonly [Operand, Operand], at: Span, inner: Inner): Expr {
  const when = apply('eq', [a, b], at, inner, 'nullif')
  if (isError(when)) return POISON
  const { type } = a.checked.expr
  const otherwise = a.checked.expr
  const result: Expr = {
    kind: 'case',
    branches: [{ when, then: literal(null, type) }],
    otherwise,
    type,
    nullable: true,
  }
  if (isNonZero(otherwise, assume(inner.facts, when, false))) inner.facts.nonZeroCases.add(result)
  return result
}
