// Calls of an `fn`: arguments are checked where the call stands and brought to the types of the parameters; then the body is
// typed over them. A body sees nothing else, so no column can be caught by accident.
import type { Span } from '../core/span.js'
import { DiagnosticBag } from '../diagnostics/bag.js'
import { expansion } from '../diagnostics/codes/expansion.js'
import type { Diagnostic, Label } from '../diagnostics/define.js'
import type { Expr } from '../ir/expr.js'
import { isError, isNumeric, isString, spell, type FlowType, type Typed } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import { labels } from './apply.js'
import { resolveColumn, scopeOf } from './columns.js'
import { convert } from './convert.js'
import { widens } from './coerce.js'
import { operandOf, type Inner, type Operand } from './inner.js'
import { literal, POISON } from './literal.js'
import type { ScopeColumn } from './relation.js'
import { javaCall, standInOf, type JavaDecl } from './java-call.js'
import { castNode, claim, helpOf, spoken } from './spoken.js'
import { typeFromNode } from './type-node.js'

export type CallNode = ast.ExprNode & { kind: 'call' }
export type MacroDecl = ast.FnDecl & { readonly body: { readonly kind: 'macro' } }

export interface Parameter extends Typed {
  readonly name: string
  readonly span: Span
  /** The type as a message names it. */
  readonly words: string
}

/** Wrong types have been reported where they are declared. */
export function parametersOf(d: ast.FnDecl, bag = new DiagnosticBag()): readonly Parameter[] {
  return d.parameters.map((p) => {
    const type = typeFromNode(p.type, bag)
    const words = `${p.type.alias === undefined ? '' : `\`${p.type.alias.text}\`, which is `}${spell({ type, nullable: !p.notNull })}`
    return { name: p.name.text, span: p.name.span, type, nullable: !p.notNull, words }
  })
}

/** `fn` is what expansion has found behind the name; null: it cannot be called, which has been reported. */
export function callFn(node: CallNode, fn: ast.FnDecl | null, inner: Inner): Expr {
  if (fn !== null) return isMacro(fn) ? callMacro(node, fn, inner) : callJava(node, fn as JavaDecl, inner)
  for (const a of node.args) inner.check(a, inner)
  return POISON
}

function callJava(node: CallNode, fn: JavaDecl, inner: Inner): Expr {
  const standIn = standInOf(fn)
  const operands = node.args.map((a) => operandOf(a, inner))
  if (node.filter !== null) inner.check(node.filter, inner)
  const parameters = parametersOf(fn)
  const args = argumentsOf(node, fn, parameters, operands, inner)
  if (args === null) return POISON
  if (standIn === null) return javaCall(fn, args, null) ?? POISON
  // What is wrong with the stand-in has been said where it stands; with these arguments it is a body like any other.
  const scratch = new DiagnosticBag()
  const { expr } = inner.check(
    standIn.body.expr,
    bodyOf(standIn, parameters, args, { ...inner, bag: scratch, types: new WeakMap() }),
  )
  const local = isError(expr) ? null : resultOf(fn, expr)
  return local === null ? POISON : (javaCall(fn, args, local) ?? POISON)
}

export const isMacro = (d: ast.FnDecl): d is MacroDecl => d.body.kind === 'macro'

function callMacro(node: CallNode, fn: MacroDecl, inner: Inner): Expr {
  const operands = node.args.map((a) => operandOf(a, inner))
  if (node.filter !== null) inner.check(node.filter, inner)
  const parameters = parametersOf(fn)
  const args = argumentsOf(node, fn, parameters, operands, inner)
  if (args === null) return POISON
  const scratch = new DiagnosticBag()
  const { expr } = inner.check(fn.body.expr, bodyOf(fn, parameters, args, { ...inner, bag: scratch, types: new WeakMap() }))
  if (!reportInside(node, fn, scratch, inner) || isError(expr)) return POISON
  return resultOf(fn, expr) ?? POISON // reported at the declaration
}

/** The checker as it is inside of a body: `args` stand for the parameters. */
export function bodyOf(fn: MacroDecl, parameters: readonly Parameter[], args: readonly Expr[], around: Inner): Inner {
  // of two with one name, which has been reported, the first
  const first = (name: string): number => parameters.findIndex((p) => p.name === name)
  const columns = parameters
    .filter((p, i) => first(p.name) === i)
    .map((p): ScopeColumn => ({
      name: p.name,
      qualifier: null,
      ordinal: first(p.name),
      type: args[first(p.name)]!.type,
      nullable: args[first(p.name)]!.nullable,
      provenance: { span: p.span, note: null },
      doc: null,
    }))
  const scope = scopeOf(columns, [], `\`${fn.name.text}\``)
  return {
    ...around,
    cutMeant: false,
    has: (name) => parameters.some((p) => p.name === name),
    resolve: (path, at) => {
      const first = path[0]!
      if (!parameters.some((p) => p.name === first.text)) {
        around.bag.report(expansion.fnSees, first.span, {
          name: first.text,
          fn: fn.name.text,
          sees: parameters.map((p) => p.name),
        })
        return null
      }
      const found = resolveColumn(scope, path, at, around.bag)
      return found === null ? null : { ...found, expr: withArguments(found.expr, args) }
    },
    aggregate: (node) => {
      around.bag.report(expansion.fnAggregate, node.span, { name: node.name.text.toLowerCase(), fn: fn.name.text })
      return { expr: POISON, provenance: { span: node.span, note: null } }
    },
  }
}

/** A parameter, or a field in one: the argument itself, so that what is known of it stays known. */
function withArguments(e: Expr, args: readonly Expr[]): Expr {
  if (e.kind === 'column') return args[e.ordinal]!
  return e.kind === 'field' ? { ...e, input: withArguments(e.input, args) } : e
}

// ---------------------------------------------------------------- arguments

function argumentsOf(
  node: CallNode,
  fn: ast.FnDecl,
  parameters: readonly Parameter[],
  operands: readonly Operand[],
  inner: Inner,
): readonly Expr[] | null {
  const name = node.name.text
  const declared: Label = { span: fn.name.span, text: 'declared here' }
  const part = node.star ? '*' : node.distinct ? 'distinct' : node.filter !== null ? 'filter' : null
  if (part !== null) {
    inner.bag.report(expansion.fnForm, node.span, { name, part }, { related: [declared] })
    return null
  }
  if (operands.length !== parameters.length) {
    const n = parameters.length
    const wants = n === 0 ? 'no argument' : n === 1 ? '1 argument' : `${n} arguments`
    const names = parameters.map((p) => `\`${p.name}\`${isError(p.type) ? '' : ` ${p.type.key}`}`).join(', ')
    inner.bag.report(
      expansion.fnArguments,
      node.span,
      { name, wants, got: operands.length },
      { related: [declared], ...(n === 0 ? {} : { help: `its parameters are ${names}` }) },
    )
    return null
  }
  const args = operands.map((o, i) => argument(o, parameters[i]!, name, inner))
  return args.some((a) => a === null) ? null : (args as readonly Expr[])
}

function argument(operand: Operand, parameter: Parameter, name: string, inner: Inner): Expr | null {
  const { expr } = operand.checked
  if (isError(expr) || isError(parameter.type)) return null
  const declared: Label = { span: parameter.span, text: `\`${parameter.name}\` is ${parameter.words}` }
  const wrong = (is: string, fixes = [castNode(operand.node, parameter.type)]): null => {
    inner.bag.report(
      expansion.fnArgument,
      operand.node.span,
      { name, parameter: parameter.name, type: parameter.words, is },
      { related: [...labels([operand]), declared], fixes, ...helpOf(fixes) },
    )
    return null
  }
  if (expr.type.kind === 'null') return parameter.nullable ? literal(null, parameter.type) : wrong('and NULL is given', [])
  const brought = bring(expr, parameter.type)
  if (brought === null) return wrong(claim(operand.node, expr))
  if (!parameter.nullable && brought.nullable) return wrong(`and \`${spoken(operand.node)}\` may be NULL`, [])
  return brought
}

/** A value in a type that holds every value of its own; a constant in a type that holds it. Null: it does not fit. */
export function bring(expr: Expr, to: FlowType): Expr | null {
  if (expr.kind === 'literal' && isString(expr.type) && isString(to))
    // a text of its own length would be CHAR for Flink
    return widens(expr.type, to) || fitsText(String(expr.value), to) ? { ...expr, type: to } : null
  const made = convert(expr, to)
  if (expr.kind === 'literal' && made.kind === 'literal' && isNumeric(to)) return fitsNumber(made) ? made : null
  return widens(expr.type, to) ? made : null
}

const fitsText = (text: string, to: FlowType & { length: number }): boolean =>
  to.kind === 'varchar' ? text.length <= to.length : text.length === to.length

const LIMITS: Readonly<Record<string, bigint>> = { tinyint: 1n << 7n, smallint: 1n << 15n, int: 1n << 31n, bigint: 1n << 63n }

function fitsNumber({ value, type }: Expr & { kind: 'literal' }): boolean {
  if (value === null) return true
  const limit = LIMITS[type.kind]
  if (limit !== undefined) return BigInt(String(value)) < limit && BigInt(String(value)) >= -limit
  if (type.kind !== 'decimal') return true
  return String(value).replace(/^-/, '').split('.')[0]!.replace(/^0+/, '').length <= type.precision - type.scale
}

// ---------------------------------------------------------------- the result

/** The body as what the `fn` promises; null: it is something else. */
export function resultOf(fn: ast.FnDecl, body: Expr): Expr | null {
  if (fn.returns === null) return body
  const type = typeFromNode(fn.returns.type, new DiagnosticBag())
  if (isError(type)) return null
  const brought = body.type.kind === 'null' ? literal(null, type) : bring(body, type)
  return brought === null || (fn.returns.notNull && brought.nullable) ? null : brought
}

/** What is wrong only with these arguments: said at the call, and where in the body. False: there is an error. */
function reportInside(node: CallNode, fn: MacroDecl, found: DiagnosticBag, inner: Inner): boolean {
  const known = new DiagnosticBag()
  const parameters = parametersOf(fn)
  const own = parameters.map((p, ordinal): Expr => ({ kind: 'column', input: 0, ordinal, type: p.type, nullable: p.nullable }))
  if (found.all.length > 0) inner.check(fn.body.expr, bodyOf(fn, parameters, own, { ...inner, bag: known, types: new WeakMap() }))
  const said = new Set(known.all.map(keyOf))
  for (const d of found.all) {
    if (said.has(keyOf(d))) continue
    const inside: readonly Label[] =
      d.primary === null ? [] : [{ span: d.primary.span, text: `in the body of \`${fn.name.text}\`` }]
    inner.bag.add({ ...d, primary: { span: node.span, text: '' }, related: [...inside, ...d.related], fixes: [] })
  }
  return !found.hasErrors
}

const keyOf = (d: Diagnostic): string =>
  `${d.code}|${d.primary?.span.declaration}|${d.primary?.span.start}|${d.primary?.span.end}`
