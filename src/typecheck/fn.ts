// `fn NAME(a type, …) [type] = expr`: typed once where it is declared, whether anybody calls it or not.
import { expansion } from '../diagnostics/codes/expansion.js'
import { findFunction } from '../functions/catalog.js'
import { FLINK_FUNCTIONS } from '../functions/flink-names.js'
import type { Expr } from '../ir/expr.js'
import { isError, spell } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { finish, start, walk } from './expr.js'
import { bodyOf, bring, parametersOf, type MacroDecl } from './fn-call.js'
import { castNode, claim, helpOf, spoken } from './spoken.js'
import { typeFromNode } from './type-node.js'

/** The head of any `fn`: its name and its parameters. */
export function checkFnHead(d: ast.FnDecl, checking: Checking): void {
  const { bag } = checking
  const upper = d.name.text.toUpperCase()
  if (findFunction(upper) !== null || FLINK_FUNCTIONS.has(upper))
    bag.report(expansion.builtInName, d.name.span, { name: d.name.text, what: 'function' })
  const seen = new Map<string, ast.FieldNode>()
  for (const p of d.parameters) {
    const first = seen.get(p.name.text)
    if (first === undefined) seen.set(p.name.text, p)
    else
      bag.report(
        expansion.fnParameter,
        p.name.span,
        { name: p.name.text },
        { related: [{ span: first.name.span, text: 'the first one' }] },
      )
  }
  parametersOf(d, bag)
  if (d.returns !== null) typeFromNode(d.returns.type, bag)
}

export function checkMacro(d: MacroDecl, checking: Checking): void {
  checkFnHead(d, checking)
  const { bag, types } = checking
  const parameters = parametersOf(d)
  const args = parameters.map((p, ordinal): Expr => ({ kind: 'column', input: 0, ordinal, type: p.type, nullable: p.nullable }))
  const context = { bag, types, resolve: () => null, place: 'an `fn`' }
  const outside = start(context, () => ({ expr: args[0]!, provenance: { span: d.span, note: null } }))
  const { expr: node } = d.body
  const walked = walk(node, bodyOf(d, parameters, args, outside))
  if (d.returns === null) {
    finish(node, walked, context)
    return
  }
  const { expr } = walked
  const type = typeFromNode(d.returns.type, bag)
  if (isError(expr) || isError(type)) return
  const promised = { type, nullable: !d.returns.notNull }
  const related = [{ span: d.returns.type.span, text: 'promised here' }]
  const brought = expr.type.kind === 'null' ? { ...expr, type } : bring(expr, type)
  if (brought === null) {
    const fixes = [castNode(node, type)]
    bag.report(
      expansion.fnResult,
      node.span,
      { name: d.name.text, is: claim(node, expr), type: spell(promised) },
      { related, fixes, ...helpOf(fixes) },
    )
  } else if (!promised.nullable && brought.nullable)
    bag.report(
      expansion.fnResult,
      node.span,
      { name: d.name.text, is: `and \`${spoken(node)}\` may be NULL`, type: spell(promised) },
      { related },
    )
}
