// Operators and predicates as nodes: unary, binary, IS, LIKE, BETWEEN, IN.
import { expressions } from '../diagnostics/codes/expressions.js'
import type { FunctionId } from '../functions/ids.js'
import type { Expr } from '../ir/expr.js'
import { BOOLEAN, isError, isNumeric } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import { apply, labels } from './apply.js'
import { areRows, compareRows } from './collections.js'
import { convert } from './convert.js'
import { assume } from './facts.js'
import { operandOf, type Inner, type Operand } from './inner.js'
import { checkPattern, lintArithmetic, lintDateInterval, lintPadding } from './lints.js'
import { numberLiteral, POISON } from './literal.js'
import { checkSimilarPattern } from './special.js'
import { claim, spoken, wrap } from './spoken.js'

const IDS: Readonly<Record<ast.BinaryOperator, FunctionId>> = {
  '+': 'plus',
  '-': 'minus',
  '*': 'times',
  '/': 'divide',
  '%': 'mod',
  '=': 'eq',
  '<>': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
  and: 'and',
  or: 'or',
  '||': 'concat',
}

type NodeOf<K extends ast.ExprNode['kind']> = Extract<ast.ExprNode, { kind: K }>

const withExpr = (operand: Operand, expr: Expr): Operand => ({ ...operand, checked: { ...operand.checked, expr } })

const not = (expr: Expr): Expr =>
  isError(expr) ? expr : { kind: 'call', fn: 'not', args: [expr], type: BOOLEAN, nullable: expr.nullable }

export function checkUnary(node: NodeOf<'unary'>, inner: Inner): Expr {
  // Flink's parser takes the minus into the literal
  if (node.operator === '-' && node.operand.kind === 'number') {
    const literal = numberLiteral(node.operand, '-', inner.bag)
    inner.types.set(node.operand, literal)
    return literal
  }
  const operand = operandOf(node.operand, inner)
  if (node.operator === '+') {
    const { expr } = operand.checked
    if (isError(expr) || isNumeric(expr.type) || expr.type.kind.startsWith('interval')) return expr
    inner.bag.report(
      expressions.operandType,
      node.operand.span,
      { operator: '+', wants: 'a number or an interval', is: claim(node.operand, expr) },
      { related: labels([operand]) },
    )
    return POISON
  }
  return apply(node.operator === '-' ? 'negate' : 'not', [operand], node.span, inner)
}

const ARITHMETIC: ReadonlySet<string> = new Set(['plus', 'minus', 'times', 'divide', 'mod'])

export function checkBinary(node: NodeOf<'binary'>, inner: Inner, cutMeant: boolean): Expr {
  const id = IDS[node.operator]
  if ((id === 'eq' || id === 'ne') && areRows([node.left, node.right])) return checkRows(node, inner)
  const left = operandOf(node.left, inner)
  // the right side of AND and OR is computed only where the left one has not decided
  const behind = id === 'and' || id === 'or' ? { ...inner, facts: assume(inner.facts, left.checked.expr, id === 'and') } : inner
  const right = operandOf(node.right, behind)
  const isComparison = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'].includes(id)
  if (isComparison && reportNull(node, left, right, inner)) return POISON
  const result = apply(id, [left, right], node.span, inner)
  if (isError(result)) return result
  if (id === 'eq' || id === 'ne') lintPadding([left, right], inner)
  if (ARITHMETIC.has(id)) {
    lintArithmetic(id as 'plus', left, right, result, node.span, node.operator, { ...inner, cutMeant })
    if (id === 'plus' || id === 'minus') lintDateInterval(left, right, node.span, node.operator, inner)
  }
  return result
}

/** `row(a, b) = row(c, d)`; `<>` of Flink is TRUE for them where a NULL leaves it open. */
function checkRows(node: NodeOf<'binary'>, inner: Inner): Expr {
  const equal = compareRows(node.left, [node.right], '=', inner)
  if (node.operator === '=' || isError(equal)) return equal
  const { operatorSpan, span } = node
  inner.bag.report(
    expressions.notComparable,
    span,
    { operator: '<>', is: `\`${spoken(node.left)}\` is a row` },
    {
      help: 'Flink says TRUE for `row(1, null) <> row(1, 2)`; `not (a = b)` gives NULL',
      fixes: [
        {
          title: 'write `not (… = …)`',
          edits: [...wrap(span, 'not (', ')'), { span: operatorSpan, text: '=' }],
        },
      ],
    },
  )
  return POISON
}

/** `x = null`: the fix is `x is null`. */
function reportNull(node: NodeOf<'binary'>, left: Operand, right: Operand, inner: Inner): boolean {
  const isNull = (o: Operand): boolean => o.checked.expr.type.kind === 'null'
  if (!isNull(left) && !isNull(right)) return false
  const negated = node.operator === '<>'
  const isEquality = negated || node.operator === '='
  const test = negated ? 'is not null' : 'is null'
  inner.bag.report(
    expressions.nullComparison,
    node.span,
    { operator: node.operator, negated },
    {
      ...(isEquality ? {} : { help: 'compare with a value, or test with `is null`' }),
      ...(isEquality && isNull(right) && !isNull(left)
        ? {
            fixes: [
              {
                title: `write \`${test}\``,
                edits: [{ span: { ...node.span, start: node.operatorSpan.start, end: node.right.span.end }, text: test }],
              },
            ],
          }
        : {}),
    },
  )
  return true
}

const TESTS: Readonly<Record<string, readonly [FunctionId, FunctionId]>> = {
  null: ['is_null', 'is_not_null'],
  true: ['is_true', 'is_not_true'],
  false: ['is_false', 'is_not_false'],
}

export function checkIs(node: NodeOf<'is'>, inner: Inner): Expr {
  const operand = operandOf(node.operand, inner)
  if (node.test !== 'unknown') return apply(TESTS[node.test]![node.negated ? 1 : 0], [operand], node.span, inner)
  const { expr } = operand.checked
  if (isError(expr)) return expr
  if (expr.type.kind === 'boolean') return apply(node.negated ? 'is_not_null' : 'is_null', [operand], node.span, inner)
  inner.bag.report(
    expressions.operandType,
    node.operand.span,
    { operator: 'is unknown', wants: 'a condition (BOOLEAN)', is: claim(node.operand, expr) },
    { related: labels([operand]), help: 'whether another value is missing says `is null`' },
  )
  return POISON
}

export function checkLike(node: NodeOf<'like'>, inner: Inner): Expr {
  const operand = operandOf(node.operand, inner)
  const pattern = operandOf(node.pattern, inner)
  const escape = node.escape === null ? null : operandOf(node.escape, inner)
  const args = escape === null ? [operand, pattern] : [operand, pattern, escape]
  const result = apply(node.style, args, node.span, inner)
  const check = node.style === 'like' ? checkPattern : checkSimilarPattern
  if (isError(result) || !check(pattern, escape, inner)) return POISON
  lintPadding([operand, pattern], inner)
  return node.negated ? not(result) : result
}

/** `x >= low AND x <= high`, negated `x < low OR x > high`: what Flink plans. */
export function checkBetween(node: NodeOf<'between'>, inner: Inner): Expr {
  const operand = operandOf(node.operand, inner)
  const [low, high] = [operandOf(node.low, inner), operandOf(node.high, inner)]
  const bound = (id: FunctionId, limit: Operand): Expr => apply(id, [operand, limit], limit.node.span, inner, 'between')
  const within = (from: Operand, to: Operand): Expr =>
    node.negated ? joined('or', [bound('lt', from), bound('gt', to)]) : joined('and', [bound('ge', from), bound('le', to)])
  const plain = within(low, high)
  // either bound may be the lower one
  return node.symmetric && !isError(plain) ? joined(node.negated ? 'and' : 'or', [plain, within(high, low)]) : plain
}

const joined = (fn: 'and' | 'or', args: readonly Expr[]): Expr =>
  args.some((a) => isError(a)) ? POISON : { kind: 'call', fn, args, type: BOOLEAN, nullable: args.some((a) => a.nullable) }

export function checkIn(node: NodeOf<'in'>, inner: Inner): Expr {
  if (areRows([node.operand, ...node.list])) {
    const found = compareRows(node.operand, node.list, 'in', inner)
    return node.negated ? not(found) : found
  }
  const operands = [node.operand, ...node.list].map((n) => operandOf(n, inner))
  const nulls = operands.slice(1).filter((o) => o.checked.expr.type.kind === 'null')
  if (nulls.length > 0 && operands[0]!.checked.expr.type.kind !== 'null') {
    const operator = node.negated ? 'not in' : 'in'
    for (const o of nulls)
      inner.bag.report(expressions.nullComparison, o.node.span, { operator, negated: node.negated, member: spoken(node.operand) })
    return POISON
  }
  // numbers written out take the approximate type of a column among them
  const approximate = operands.find(
    (o) => o.checked.expr.kind !== 'literal' && ['float', 'double'].includes(o.checked.expr.type.kind),
  )?.checked.expr.type
  const adapted = operands.map((o) =>
    approximate !== undefined && o.checked.expr.kind === 'literal' && isNumeric(o.checked.expr.type)
      ? withExpr(o, convert(o.checked.expr, approximate))
      : o,
  )
  const result = apply('in', adapted, node.span, inner)
  if (isError(result)) return result
  lintPadding(operands, inner)
  return node.negated ? not(result) : result
}
