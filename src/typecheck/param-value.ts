// The name of a param in an expression: a constant of its type, never NULL.
import { DiagnosticBag } from '../diagnostics/bag.js'
import { expansion } from '../diagnostics/codes/expansion.js'
import { INTERVAL_DAY_TIME, isError } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import type { CheckedExpr } from './expr-api.js'
import type { Inner } from './inner.js'
import { literal, POISON } from './literal.js'
import { typeFromNode } from './type-node.js'

export function paramValue(node: ast.ExprNode & { kind: 'path' }, param: ast.ParamUse, inner: Inner): CheckedExpr {
  const { declaration, value } = param
  const provenance = { span: declaration.name.span, note: null }
  const name = node.names[0]!.text
  if (inner.has(name)) {
    inner.bag.report(
      expansion.paramOrColumn,
      node.span,
      { name },
      { related: [{ span: declaration.name.span, text: 'the param' }] },
    )
    return { expr: POISON, provenance }
  }
  if (value === null) return { expr: POISON, provenance }
  if (isDurationParam(declaration)) return { expr: literal(value, INTERVAL_DAY_TIME), provenance }
  const type = typeFromNode(declaration.type, new DiagnosticBag())
  return { expr: isError(type) ? POISON : literal(value, type), provenance }
}

/** `duration` is no type of rows: a name of its own that only params know. */
export const isDurationParam = (d: ast.ParamDecl): boolean =>
  d.type.kind === 'named' && d.type.name.toLowerCase() === 'duration' && d.type.alias === undefined
