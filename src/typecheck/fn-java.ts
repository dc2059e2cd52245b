// `fn NAME(a type, …) type from java 'class' { jar '…'  locally EXPR }`: a function that only Flink can call, and what stands for
// it elsewhere. What it promises is believed: nothing here can look into the class.
import { interop } from '../diagnostics/codes/interop.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { checkFnHead, checkMacro } from './fn.js'
import { javaProperty, standInOf, type JavaDecl } from './java-call.js'

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
  const jar = javaProperty(d, 'jar')
  if (jar !== null && !/\.jar$/i.test(jar.path.value))
    wrong(jar.path, `\`${jar.path.value}\` is no jar`, 'Flink loads classes of files that end in `.jar`')
}
