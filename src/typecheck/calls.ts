// Calls by name: catalogue functions, aggregates (handed on to where they stand), and names that are neither.
import { didYouMean, suggest } from '../core/suggest.js'
import { expressionForms } from '../diagnostics/codes/expression-forms.js'
import { expressions } from '../diagnostics/codes/expressions.js'
import { callableNames, findFunction, REWRITTEN } from '../functions/catalog.js'
import type { FunctionDef } from '../functions/definition.js'
import { FLINK_FUNCTIONS, INSTEAD } from '../functions/flink-names.js'
import type { Expr } from '../ir/expr.js'
import { isError } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import { writtenName } from '../surface/names.js'
import { apply } from './apply.js'
import { checkCoalesce, checkIf, checkNullIf } from './branches.js'
import { reportClock } from './clock.js'
import { elementOf } from './collections.js'
import type { CheckedExpr } from './expr-api.js'
import { replace } from './fixes.js'
import { callFn } from './fn-call.js'
import { operandOf, type Inner, type Operand } from './inner.js'
import { POISON } from './literal.js'
import { checkTrim } from './special.js'

type CallNode = Extract<ast.ExprNode, { kind: 'call' }>

export const computed = (node: ast.ExprNode, expr: Expr): CheckedExpr => ({ expr, provenance: { span: node.span, note: null } })

export function checkCall(node: CallNode, inner: Inner, cutMeant: boolean): CheckedExpr {
  if (node.fn !== undefined) return computed(node, callFn(node, node.fn, inner))
  const found = findFunction(node.name.text)
  if (found?.syntax === 'aggregate') return inner.aggregate(node, { ...inner, cutMeant })
  if (found?.id === 'if' && isPlain(node) && node.args.length === 3) return computed(node, checkIf(node.args, node.span, inner))
  const name = node.name.text.toUpperCase()
  const form = SPECIAL_FORMS.get(name)
  if (form !== undefined && !(name === 'TRIM' && node.args.length === 1)) {
    // units among the arguments are no columns
    inner.bag.report(expressionForms.specialForm, node.name.span, { name: name.toLowerCase(), form })
    return computed(node, POISON)
  }
  const operands = node.args.map((a) => operandOf(a, inner))
  if (node.filter !== null) inner.check(node.filter, inner)
  if (REWRITTEN.includes(node.name.text.toUpperCase())) return computed(node, rewritten(node, operands, inner))
  if (name === 'TRIM')
    return computed(node, wellFormed(node, [1, 1], operands, inner) ? checkTrim(node, operands[0]!, inner) : POISON)
  if (found === null) {
    reportUnknown(node, inner)
    return computed(node, POISON)
  }
  return computed(node, callScalar(node, found, operands, inner))
}

const isPlain = (node: CallNode): boolean => !node.star && !node.distinct && node.filter === null

/** NULLIF and IFNULL, of two arguments. */
function rewritten(node: CallNode, operands: readonly Operand[], inner: Inner): Expr {
  const name = node.name.text.toLowerCase()
  const [a, b] = operands
  if (!wellFormed(node, [2, 2], operands, inner) || a === undefined || b === undefined) return POISON
  return name === 'nullif' ? checkNullIf([a, b], node.span, inner) : checkCoalesce(operands, node.span, inner, name)
}

/** Form and number of the arguments; false: reported, or one of them is. */
function wellFormed(node: CallNode, [fewest, most]: FunctionDef['arity'], operands: readonly Operand[], inner: Inner): boolean {
  const name = node.name.text.toLowerCase()
  const part = node.star ? '*' : node.distinct ? 'distinct' : node.filter !== null ? 'filter' : null
  if (part !== null) {
    inner.bag.report(expressions.callForm, node.span, { name, part })
    return false
  }
  if (operands.length < fewest || (most !== null && operands.length > most)) {
    inner.bag.report(expressions.argumentCount, node.span, { name, wants: argumentText(fewest, most), got: operands.length })
    return false
  }
  return !operands.some((o) => isError(o.checked.expr))
}

function callScalar(node: CallNode, definition: FunctionDef, operands: readonly Operand[], inner: Inner): Expr {
  if (!wellFormed(node, definition.arity, operands, inner)) return POISON
  if (definition.id === 'coalesce') return checkCoalesce(operands, node.span, inner)
  const call = apply(definition.id, operands, node.span, inner)
  return definition.id === 'element' ? elementOf(operands[0]!, call) : call
}

function argumentText(fewest: number, most: number | null): string {
  const count = (n: number): string => (n === 1 ? '1 argument' : `${n} arguments`)
  if (most === null) return `at least ${count(fewest)}`
  return fewest === most ? count(fewest) : `${fewest} to ${count(most)}`
}

function reportUnknown(node: CallNode, inner: Inner): void {
  const name = node.name.text
  const upper = name.toUpperCase()
  if (reportClock(upper, node.name.span, inner.bag)) return
  const instead = INSTEAD.get(upper)
  if (FLINK_FUNCTIONS.has(upper)) {
    inner.bag.report(expressions.notSupported, node.name.span, { name: upper }, { help: instead ?? callable() })
    return
  }
  const own = node.near === undefined ? undefined : `did you mean ${node.near.map((n) => `\`${n}\``).join(' or ')}?`
  const near = node.near ?? (instead === undefined ? suggest(upper, callableNames()).map((n) => n.toLowerCase()) : [])
  const fixes = near.map((n) => replace(node.name.span, writtenName(n)))
  inner.bag.report(expressions.unknownFunction, node.name.span, { name }, { help: own ?? instead ?? nearest(upper), fixes })
}

/** Calls that SQL writes with words. */
const SPECIAL_FORMS: ReadonlyMap<string, string> = new Map([
  ['EXTRACT', 'extract(DAY from x)'],
  ['POSITION', 'position(a in b)'],
  ['OVERLAY', 'overlay(x placing y from 2 for 3)'],
  ['TIMESTAMPADD', 'timestampadd(DAY, 1, x)'],
  ['TIMESTAMPDIFF', 'timestampdiff(DAY, a, b)'],
  ['TRIM', 'trim(both from x)'],
])

/** Only what can be called is offered: a name of Flink that is not in the catalogue would be the next mistake. */
function nearest(upper: string): string {
  const near = didYouMean(upper, callableNames())
  if (near !== undefined) return near.toLowerCase()
  const missing = suggest(upper, FLINK_FUNCTIONS)[0]
  return missing === undefined ? callable() : `\`${missing.toLowerCase()}\` of Flink is not supported yet; ${callable()}`
}

const callable = (): string =>
  `functions: ${callableNames()
    .map((n) => `\`${n.toLowerCase()}\``)
    .join(', ')}`
