// An example of a doc comment as a module: what it uses and does not import is imported, what it declares is exported, and a query that it
// ends with gets a name.
import ts from 'typescript'

/** Which names each module gives; the first module that has a name is asked for it. */
export type Modules = readonly (readonly [module: string, names: ReadonlySet<string>])[]

export function moduleOf(example: string, modules: Modules): string {
  const source = ts.createSourceFile('example.ts', example, ts.ScriptTarget.ES2023, true)
  const last = source.statements.at(-1)
  if (last === undefined) throw new Error('an example is empty')
  const wanted = new Set(namesIn(source))
  const imports = modules.flatMap(([module, names]) => {
    const here = [...wanted].filter((n) => names.has(n)).sort()
    for (const n of here) wanted.delete(n)
    return here.length === 0 ? [] : [`import { ${here.join(', ')} } from '${module}'`]
  })
  const query = ts.isExpressionStatement(last) && /^(?:orders|customers)\b/.test(last.getText())
  const declared = source.statements
    .filter((s) => ts.isVariableStatement(s) && !isExport(s))
    .flatMap((s) => (s as ts.VariableStatement).declarationList.declarations)
    .map((d) => d.name.getText())
  return [
    ...imports,
    ...(query
      ? [
          `import { relation as named_ } from 'flowc'`,
          example.slice(0, last.getStart()).trimEnd(),
          `export const example_ = named_('example', ${last.expression.getText()})`,
        ]
      : [example]),
    `export { ${declared.join(', ')} }`,
    '',
  ].join('\n')
}

/** Names that are used and not declared; a name behind a point is a property. */
function namesIn(source: ts.SourceFile): ReadonlySet<string> {
  const own = new Set<string>()
  const used = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const { parent } = node
      if (isDeclaration(parent) && parent.name === node) own.add(node.text)
      else if (!((ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === node))
        used.add(node.text)
    }
    node.forEachChild(visit)
  }
  visit(source)
  return new Set([...used].filter((n) => !own.has(n)))
}

const isDeclaration = (node: ts.Node): node is ts.Node & { readonly name: ts.Node } =>
  ts.isVariableDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isBindingElement(node) ||
  ts.isImportSpecifier(node)

const isExport = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some((m) => m.kind === ts.SyntaxKind.ExportKeyword)
