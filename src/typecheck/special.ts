// Special forms: calls with words between their arguments, and IS DISTINCT FROM. Units and patterns are constants, so what
// Flink would compute wrongly for them is refused here.
import { expressionForms } from '../diagnostics/codes/expression-forms.js'
import { expressions } from '../diagnostics/codes/expressions.js'
import { similarPattern } from '../functions/similar-pattern.js'
import { familyOf, misfit, unitsOf, type TimeForm } from '../functions/time-units.js'
import type { Expr } from '../ir/expr.js'
import { char, INTERVAL_DAY_TIME, INTERVAL_YEAR_MONTH, isError, isInteger, isString } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import { apply, labels } from './apply.js'
import { rangeIsSound } from './interval.js'
import { operandOf, type Inner, type Operand } from './inner.js'
import { literal, POISON } from './literal.js'
import { claim, spoken } from './spoken.js'

type Special = Extract<ast.ExprNode, { kind: 'special' }>

/** A literal that the form makes of a word. */
function wordOperand(node: ast.ExprNode, text: string): Operand {
  return { node, checked: { expr: literal(text, char(text.length)), provenance: { span: node.span, note: null } } }
}

export function checkSpecial(node: Special, inner: Inner): Expr {
  const { form } = node
  const operand = (n: ast.ExprNode): Operand => operandOf(n, inner)
  const some = (...list: readonly (ast.ExprNode | null)[]): Operand[] => list.flatMap((n) => (n === null ? [] : [operand(n)]))
  switch (form.kind) {
    case 'interval':
      return countedInterval(node, form, inner)
    case 'difference': {
      if (!rangeIsSound(form, node.span, inner.bag)) return POISON
      const months = form.from === 'year' || form.from === 'month'
      return apply(months ? 'months_between' : 'time_between', some(form.left, form.right), node.span, inner)
    }
    case 'extract':
      return timed(node, 'extract', 'extract', form.unit, [operand(form.from)], inner)
    case 'floor':
    case 'ceil':
      return timed(node, form.kind, form.kind === 'floor' ? 'floor_time' : 'ceil_time', form.unit, [operand(form.operand)], inner)
    case 'timestampadd':
    case 'timestampdiff':
      return timed(node, form.kind, form.kind, form.unit, some(form.left, form.right), inner)
    case 'trim': {
      const characters = form.characters === null ? wordOperand(node, ' ') : operand(form.characters)
      return apply('trim', [wordOperand(node, form.where.toUpperCase()), characters, operand(form.from)], node.span, inner)
    }
    case 'position':
      return apply('position', some(form.needle, form.of, form.start), node.span, inner)
    case 'substring':
      return apply('substring', some(form.of, form.start, form.length), node.span, inner)
    case 'overlay':
      return apply('overlay', some(form.of, form.placing, form.start, form.length), node.span, inner)
  }
}

/** `TRIM(x)` */
export const checkTrim = (node: ast.ExprNode, text: Operand, inner: Inner): Expr =>
  apply('trim', [wordOperand(node, 'BOTH'), wordOperand(node, ' '), text], node.span, inner)

/** The unit must fit the type that it is applied to: the last operand. */
function timed(
  node: Special,
  form: TimeForm,
  id: 'extract' | 'floor_time' | 'ceil_time' | 'timestampadd' | 'timestampdiff',
  unit: ast.UnitNode,
  operands: readonly Operand[],
  inner: Inner,
): Expr {
  const result = apply(id, [wordOperand(node, unit.unit.toUpperCase()), ...operands], node.span, inner, form)
  if (isError(result)) return result
  const moment = operands.at(-1)!
  const { type } = moment.checked.expr
  const units = unitsOf(form, type)
  if (familyOf(type) === null || units.includes(unit.unit)) return result
  inner.bag.report(expressionForms.unitMisfit, unit.span, {
    form,
    unit: unit.unit,
    is: claim(moment.node, moment.checked.expr),
    why: misfit(form, type, unit.unit),
    units,
  })
  return POISON
}

/** `INTERVAL 5 DAY` is `5 * INTERVAL '1' DAY`, in Flink too. */
function countedInterval(node: Special, form: ast.SpecialForm & { kind: 'interval' }, inner: Inner): Expr {
  const count = operandOf(form.count, inner)
  const { expr } = count.checked
  if (isError(expr)) return expr
  if (!isInteger(expr.type)) {
    const operator = `INTERVAL … ${form.unit.toUpperCase()}`
    inner.bag.report(
      expressions.operandType,
      form.count.span,
      { operator, wants: 'an integer', is: claim(form.count, expr) },
      { related: labels([count]) },
    )
    return POISON
  }
  const sizes = { year: 12, month: 1, day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1000 } as const
  const months = form.unit === 'year' || form.unit === 'month'
  const one = literal(sizes[form.unit], months ? INTERVAL_YEAR_MONTH : INTERVAL_DAY_TIME)
  const unit: Operand = { node, checked: { expr: one, provenance: { span: node.span, note: null } } }
  return apply('times', [count, unit], node.span, inner)
}

export function checkDistinct(node: Extract<ast.ExprNode, { kind: 'is distinct' }>, inner: Inner): Expr {
  const [left, right] = [operandOf(node.left, inner), operandOf(node.right, inner)]
  const nulls = [left, right].filter((o) => o.checked.expr.type.kind === 'null')
  if (nulls.length > 0) {
    const other = [left, right].find((o) => o.checked.expr.type.kind !== 'null')
    const instead = other === undefined ? null : `${spoken(other.node)} is ${node.negated ? '' : 'not '}null`
    const fixes = instead === null ? [] : [{ title: `write \`${instead}\``, edits: [{ span: node.span, text: instead }] }]
    inner.bag.report(expressionForms.distinctFromNull, node.span, { instead }, { fixes })
    return POISON
  }
  return apply(node.negated ? 'is_not_distinct' : 'is_distinct', [left, right], node.span, inner)
}

/** Pattern and escape of SIMILAR TO: constants that Flink reads as the SQL standard does. */
export function checkSimilarPattern(pattern: Operand, escape: Operand | null, inner: Inner): boolean {
  const wrong = (node: ast.ExprNode, problem: string): false => {
    inner.bag.report(expressionForms.similarPattern, node.span, { problem })
    return false
  }
  const isText = (o: Operand): boolean => o.node.kind === 'string'
  if (!isText(pattern) && isString(pattern.checked.expr.type))
    return wrong(pattern.node, 'it must be a constant: a wrong one fails the job')
  if (escape !== null && !isText(escape)) return wrong(escape.node, 'its escape character must be a constant')
  const sign = escape === null ? null : (escape.node as ast.ExprNode & { kind: 'string' }).value
  if (sign !== null && sign.length !== 1) return wrong(escape!.node, `\`'${sign}'\` is not one character`)
  const read = similarPattern((pattern.node as ast.ExprNode & { kind: 'string' }).value, sign)
  return read.ok || wrong(pattern.node, read.problem)
}
