// `fn NAME(a type, …) type from java 'class' { jar '…'  locally EXPR }`: a function that only Flink can call, and what stands for
// it elsewhere. What it promises is believed: nothing here can look into the class.
import { DiagnosticBag } from '../diagnostics/bag.js'
import { interop } from '../diagnostics/codes/interop.js'
import type { Expr } from '../ir/expr.js'
import { isError } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { checkFnHead, checkMacro } from './fn.js'
import type { MacroDecl } from './fn-call.js'
import { typeFromNode } from './type-node.js'

export type JavaDecl = ast.FnDecl & { readonly body: { readonly kind: 'java' } }

type PropertyOf<K extends ast.FnProperty['kind']> = Extract<ast.FnProperty, { kind: K }>
const propertyOf = <K extends ast.FnProperty['kind']>(d: JavaDecl, kind: K): PropertyOf<K> | null =>
  (d.body.properties.find((p) => p.kind === kind) as PropertyOf<K> | undefined) ?? null

/** What stands for it, as an `fn` of its own. */
export function standInOf(d: JavaDecl): MacroDecl | null {
  const local = propertyOf(d, 'locally')
  return local === null ? null : { ...d, body: { kind: 'macro', expr: local.expr } }
}

/** Binary name of a class: packages, and `$` before one that stands in another. */
const CLASS = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/

export function checkJava(d: JavaDecl, checking: Checking): void {
  const { bag } = checking
  const name = d.name.text
  const standIn = standInOf(d)
  if (standIn === null) checkFnHead(d, checking)
  else checkMacro(standIn, checking)
  const wrong = (at: ast.Node, reason: string, help?: string): void =>
    bag.report(interop.javaFunction, at.span, { name, reason }, help === undefined ? {} : { help })
  const { className } = d.body
  if (!CLASS.test(className.value))
    wrong(className, `\`${className.value}\` is no name of a class`, "packages and class, such as `'com.acme.Mask'`")
  if (d.returns === null && !d.incomplete)
    wrong(d.name, 'it does not say what it gives', `say it behind the parameters: \`fn ${name}(…) string from java …\``)
  const jar = propertyOf(d, 'jar')
  if (jar !== null && !/\.jar$/i.test(jar.path.value))
    wrong(jar.path, `\`${jar.path.value}\` is no jar`, 'Flink loads classes of files that end in `.jar`')
}

/** The call, over arguments of the parameters' types; null: its result is not known, which has been reported. */
export function javaCall(d: JavaDecl, args: readonly Expr[], local: Expr | null): Expr | null {
  if (d.returns === null) return null
  const type = typeFromNode(d.returns.type, new DiagnosticBag())
  if (isError(type)) return null
  const { value: className } = d.body.className
  const jar = propertyOf(d, 'jar')?.path.value ?? null
  return {
    kind: 'java',
    function: { name: d.name.text, className, jar },
    args,
    local,
    type,
    nullable: !d.returns.notNull,
  }
}
