// What a module exports, with the doc comments of the declarations: syntax only, a program of all types would take a second.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

export interface Exported {
  readonly name: string
  /** Of the declaration. */
  readonly file: string
  /** The declarations: a function has one an overload. */
  readonly nodes: readonly ts.Node[]
}

const sources = new Map<string, ts.SourceFile>()
function sourceOf(file: string): ts.SourceFile {
  const present = sources.get(file)
  if (present !== undefined) return present
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023, true)
  sources.set(file, source)
  return source
}

/** The exports of a file, those of `export … from` included, by the names under which it exports them. */
export function exportsOf(file: string): readonly Exported[] {
  const found: Exported[] = []
  for (const statement of sourceOf(file).statements) {
    if (ts.isExportDeclaration(statement)) found.push(...passedOn(file, statement))
    else if (isExport(statement)) for (const name of namesOf(statement)) found.push({ name, file, nodes: [statement] })
  }
  const names = [...new Set(found.map((e) => e.name))]
  return names.map((name) => {
    const same = found.filter((e) => e.name === name)
    return { name, file: same[0]!.file, nodes: same.flatMap((e) => e.nodes) }
  })
}

function passedOn(file: string, statement: ts.ExportDeclaration): readonly Exported[] {
  const { moduleSpecifier, exportClause } = statement
  const from =
    moduleSpecifier === undefined ? null : join(dirname(file), (moduleSpecifier as ts.StringLiteral).text.replace(/\.js$/, '.ts'))
  if (exportClause === undefined) return exportsOf(from!)
  if (!ts.isNamedExports(exportClause)) throw new Error(`${file} exports a namespace`)
  return exportClause.elements.map((e): Exported => {
    const name = (e.propertyName ?? e.name).text
    const found = from === null ? declared(file, name) : exportsOf(from).find((x) => x.name === name)
    if (found === undefined) throw new Error(`${file} exports ${name}, which ${from ?? file} has not`)
    return { ...found, name: e.name.text }
  })
}

/** A name that a file declares and exports in another statement, or has imported for that. */
function declared(file: string, name: string): Exported | undefined {
  for (const statement of sourceOf(file).statements) {
    if (!ts.isImportDeclaration(statement) || statement.importClause?.namedBindings === undefined) continue
    const { namedBindings } = statement.importClause
    if (!ts.isNamedImports(namedBindings)) continue
    const element = namedBindings.elements.find((e) => e.name.text === name)
    if (element === undefined) continue
    const from = join(dirname(file), (statement.moduleSpecifier as ts.StringLiteral).text.replace(/\.js$/, '.ts'))
    return exportsOf(from).find((e) => e.name === (element.propertyName ?? element.name).text)
  }
  const nodes = sourceOf(file).statements.filter((s) => namesOf(s).includes(name))
  return nodes.length === 0 ? undefined : { name, file, nodes }
}

const isExport = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some((m) => m.kind === ts.SyntaxKind.ExportKeyword)

function namesOf(node: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.flatMap((d) => bound(d.name))
  const named = node as ts.Statement & { readonly name?: ts.Node }
  return named.name !== undefined && ts.isIdentifier(named.name) ? [named.name.text] : []
}
const bound = (name: ts.BindingName): readonly string[] =>
  ts.isIdentifier(name) ? [name.text] : name.elements.flatMap((e) => (ts.isBindingElement(e) ? bound(e.name) : []))

/** The texts of the `@example` tags of a declaration, fences taken off. */
export const examplesOf = (exported: Exported): readonly string[] =>
  exported.nodes
    .flatMap((n) => ts.getJSDocTags(n))
    .filter((tag) => tag.tagName.text === 'example')
    .map((tag) => (ts.getTextOfJSDocComment(tag.comment) ?? '').trim())

export const isInternal = (exported: Exported): boolean =>
  exported.nodes.some((n) => ts.getJSDocTags(n).some((tag) => tag.tagName.text === 'internal'))
/** Interfaces and types: nothing that runs. */
export const isType = (exported: Exported): boolean =>
  exported.nodes.every((n) => ts.isInterfaceDeclaration(n) || ts.isTypeAliasDeclaration(n))
