// What a function of Java is to those who call it: its parts, what stands for it, and the call.
import { DiagnosticBag } from '../diagnostics/bag.js'
import type { Expr } from '../ir/expr.js'
import { isError } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import { typeFromNode } from './type-node.js'

export type JavaDecl = ast.FnDecl & { readonly body: { readonly kind: 'java' } }

type PropertyOf<K extends ast.FnProperty['kind']> = Extract<ast.FnProperty, { kind: K }>
export const javaProperty = <K extends ast.FnProperty['kind']>(d: JavaDecl, kind: K): PropertyOf<K> | null =>
  (d.body.properties.find((p) => p.kind === kind) as PropertyOf<K> | undefined) ?? null

/** What stands for it, as an `fn` of its own. */
export function standInOf(d: JavaDecl): (ast.FnDecl & { readonly body: { readonly kind: 'macro' } }) | null {
  const local = javaProperty(d, 'locally')
  return local === null ? null : { ...d, body: { kind: 'macro', expr: local.expr } }
}

/** The call, over arguments of the parameters' types; null: its result is not known, which has been reported. */
export function javaCall(d: JavaDecl, args: readonly Expr[], local: Expr | null): Expr | null {
  if (d.returns === null) return null
  const type = typeFromNode(d.returns.type, new DiagnosticBag())
  if (isError(type)) return null
  const { value: className } = d.body.className
  const jar = javaProperty(d, 'jar')?.path.value ?? null
  return {
    kind: 'java',
    function: { name: d.name.text, className, jar },
    args,
    local,
    type,
    nullable: !d.returns.notNull,
  }
}
