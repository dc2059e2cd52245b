// checkExpr and checkCondition: one expression node to one typed expression.
import { expressions } from '../diagnostics/codes/expressions.js'
import { isError, STRING } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import { labels } from './apply.js'
import { checkCase } from './branches.js'
import { checkCall, computed } from './calls.js'
import { checkCast } from './cast.js'
import type { CheckCondition, CheckedExpr, CheckExpr, ExprContext } from './expr-api.js'
import { checkConstructor, checkElement, checkField } from './collections.js'
import { assume, noFacts } from './facts.js'
import type { Inner } from './inner.js'
import { checkLiteral, POISON } from './literal.js'
import { checkBetween, checkBinary, checkIn, checkIs, checkLike, checkUnary } from './operators.js'
import { paramValue } from './param-value.js'
import { checkDistinct, checkSpecial } from './special.js'
import { castNode, claim } from './spoken.js'

export const checkExpr: CheckExpr = (node, context) => finish(node, walk(node, scalar(context)), context)

export const checkCondition: CheckCondition = (node, context, what) =>
  requireCondition(node, walk(node, scalar(context)), context, what)

/** Aggregates have no meaning here; their arguments are checked all the same. */
function scalar(context: ExprContext): Inner {
  return start(context, (node, inner) => {
    context.bag.report(expressions.aggregatePlace, node.span, { name: node.name.text.toLowerCase(), place: context.place })
    for (const a of node.args) inner.check(a, inner)
    if (node.filter !== null) inner.check(node.filter, inner)
    return computed(node, POISON)
  })
}

export function start(context: ExprContext, aggregate: Inner['aggregate']): Inner {
  const facts = (context.holds ?? []).reduce((known, condition) => assume(known, condition, true), noFacts())
  const { bag, types, resolve } = context
  const has = context.has ?? ((): boolean => false)
  return { bag, types, resolve, has, aggregate, facts, cutMeant: false, check: walk }
}

/** A whole expression must have a type; NULL alone has none. */
export function finish(node: ast.ExprNode, checked: CheckedExpr, context: ExprContext): CheckedExpr {
  if (checked.expr.type.kind !== 'null') return checked
  context.bag.report(expressions.untypedNull, node.span, { place: 'by itself' }, { fixes: [castNode(node, STRING)] })
  return { ...checked, expr: POISON }
}

export function requireCondition(node: ast.ExprNode, checked: CheckedExpr, context: ExprContext, what: string): CheckedExpr {
  const { expr } = finish(node, checked, context)
  if (isError(expr) || expr.type.kind === 'boolean') return { ...checked, expr }
  context.bag.report(
    expressions.conditionType,
    node.span,
    { what, is: claim(node, expr) },
    { related: labels([{ node, checked }]) },
  )
  return { ...checked, expr: POISON }
}

export function walk(node: ast.ExprNode, inner: Inner): CheckedExpr {
  const checked = dispatch(node, inner.cutMeant ? { ...inner, cutMeant: false } : inner, inner.cutMeant)
  inner.types.set(node, { type: checked.expr.type, nullable: checked.expr.nullable })
  return checked
}

function dispatch(node: ast.ExprNode, inner: Inner, cutMeant: boolean): CheckedExpr {
  switch (node.kind) {
    case 'number':
    case 'string':
    case 'boolean':
    case 'null':
    case 'bytes':
    case 'typed literal':
    case 'interval':
      return computed(node, checkLiteral(node, inner.bag))
    case 'path':
      if (node.param === null && !inner.has(node.names[0]!.text)) return computed(node, POISON)
      if (node.param != null) return paramValue(node, node.param, inner)
      return inner.resolve(node.names, node.span) ?? computed(node, POISON)
    case 'unary':
      return computed(node, checkUnary(node, inner))
    case 'binary':
      return computed(node, checkBinary(node, inner, cutMeant))
    case 'is':
      return computed(node, checkIs(node, inner))
    case 'like':
      return computed(node, checkLike(node, inner))
    case 'between':
      return computed(node, checkBetween(node, inner))
    case 'in':
      return computed(node, checkIn(node, inner))
    case 'case':
      return computed(node, checkCase(node, inner))
    case 'cast':
      return computed(node, checkCast(node, inner))
    case 'call':
      return checkCall(node, inner, cutMeant)
    case 'missing':
      return computed(node, POISON)
    case 'element':
      return computed(node, checkElement(node, inner))
    case 'field':
      return computed(node, checkField(node, inner))
    case 'constructor':
      return computed(node, checkConstructor(node, inner))
    case 'special':
      return computed(node, checkSpecial(node, inner))
    case 'is distinct':
      return computed(node, checkDistinct(node, inner))
  }
}
