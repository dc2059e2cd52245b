// `type NAME = …`: another name of a type. What uses it has the type itself by now.
import type { DiagnosticBag } from '../diagnostics/bag.js'
import { expansion } from '../diagnostics/codes/expansion.js'
import type * as ast from '../surface/ast.js'
import { isTypeName, typeFromNode } from './type-node.js'

export function checkType(d: ast.TypeDecl, bag: DiagnosticBag): void {
  const name = d.name.text
  if (isTypeName(name) || name.toLowerCase() === 'duration')
    bag.report(expansion.builtInName, d.name.span, { name, what: 'type' })
  typeFromNode(d.type, bag)
}
