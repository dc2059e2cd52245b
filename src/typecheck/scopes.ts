// Names: what each file declares and imports. One namespace a file, shared by all kinds of declarations.
import { resolvePath } from '../core/paths.js'
import type { Span } from '../core/span.js'
import type { DiagnosticBag } from '../diagnostics/bag.js'
import { interop } from '../diagnostics/codes/interop.js'
import { names } from '../diagnostics/codes/names.js'
import type * as ast from '../surface/ast.js'
import { listed, meant } from './fixes.js'

export type Symbol =
  | { readonly kind: 'source'; readonly declaration: ast.SourceDecl }
  | { readonly kind: 'query'; readonly declaration: ast.QueryDecl }
  /** The stream of late rows that a query names with `late … as NAME`. */
  | {
      readonly kind: 'late'
      readonly declaration: ast.QueryDecl | ast.SourceDecl
      readonly node: ast.LateNode
      readonly name: ast.Name
    }
  /** The output of another pipeline, under the name that this file gives it. */
  | {
      readonly kind: 'output'
      readonly declaration: ast.ImportPipelineDecl
      readonly item: ast.ImportPipelineDecl['names'][number]
    }
  | { readonly kind: 'sql'; readonly declaration: ast.SqlDecl }
  | { readonly kind: 'pipeline'; readonly declaration: ast.PipelineDecl }
  | { readonly kind: 'connection'; readonly declaration: ast.ConnectionDecl }
  | { readonly kind: 'catalog'; readonly declaration: ast.CatalogDecl }
  | { readonly kind: 'schema'; readonly declaration: ast.SchemaDecl }
  /** What expansion puts where it is named: nothing refers to it any more. */
  | { readonly kind: 'param'; readonly declaration: ast.ParamDecl }
  | { readonly kind: 'type'; readonly declaration: ast.TypeDecl }
  | { readonly kind: 'fn'; readonly declaration: ast.FnDecl }
  /** Declared, but unreadable or not importable: references stay silent. */
  | { readonly kind: 'broken' }

/** A name in a file: where its declaration stands, and where this file says it. */
export interface Binding {
  readonly symbol: Symbol
  readonly file: string
  readonly span: Span
  readonly imported: boolean
}

export interface FileScope {
  readonly file: ast.FileNode
  readonly names: ReadonlyMap<string, Binding>
  readonly pipeline: ast.PipelineDecl | null
  readonly imports: readonly { readonly path: string; readonly span: Span }[]
  /** Files of the pipelines whose output it reads. */
  readonly pipelines: readonly { readonly path: string; readonly span: Span }[]
  /** A part of its text could not be read (reported): a name that seems to be missing may be declared there. */
  readonly lossy: boolean
}

const KIND_WORDS: Readonly<Record<Symbol['kind'], string>> = {
  source: 'a source',
  query: 'a relation',
  late: 'a stream of late rows',
  output: 'the output of another pipeline',
  sql: 'a relation of raw SQL',
  pipeline: 'a pipeline',
  connection: 'a connection',
  catalog: 'a catalog',
  schema: 'a schema',
  param: 'a param',
  type: 'a type',
  fn: 'an `fn`',
  broken: 'a broken declaration',
}
export const kindWords = (s: Symbol): string => KIND_WORDS[s.kind]

export type RelationSymbolKind = 'source' | 'query' | 'late' | 'output' | 'sql'

export const isRelation = (s: Symbol): s is Symbol & { kind: RelationSymbolKind } =>
  s.kind === 'source' || s.kind === 'query' || s.kind === 'late' || s.kind === 'output' || s.kind === 'sql'

/** The name that a relation has where it is declared. */
export function declaredName(s: Symbol & { kind: RelationSymbolKind }): ast.Name {
  switch (s.kind) {
    case 'late':
      return s.name
    case 'output':
      return s.item.alias ?? s.item.name
    default:
      return s.declaration.name
  }
}

/** The late streams that a declaration names; without a node where their clause could not be read. */
function lateNames(d: ast.SourceDecl | ast.QueryDecl): { node: ast.LateNode | null; name: ast.Name }[] {
  const out: { node: ast.LateNode | null; name: ast.Name }[] = []
  const take = (late: ast.LateNode | null): void => {
    if (late !== null && late.action.kind === 'as') out.push({ node: late, name: late.action.name })
  }
  for (const c of d.clauses) {
    if (c.kind === 'late') take(c.late)
    else if (c.kind === 'join' || c.kind === 'window') take(c.late)
    else if (c.kind === 'bad') out.push(...c.names.map((name) => ({ node: null, name })))
  }
  return out
}

function ownNames(file: ast.FileNode, bag: DiagnosticBag): { names: Map<string, Binding>; pipeline: ast.PipelineDecl | null } {
  const scope = new Map<string, Binding>()
  let pipeline: ast.PipelineDecl | null = null
  const add = (name: ast.Name, symbol: Symbol): void => {
    if (name.text === '') return // it could not be read
    const known = scope.get(name.text)
    if (known !== undefined) {
      if (known.symbol.kind !== 'broken' && symbol.kind !== 'broken')
        bag.report(
          names.duplicateName,
          name.span,
          { name: name.text, other: kindWords(known.symbol) },
          { related: [{ span: known.span, text: 'first declared here' }] },
        )
      return
    }
    scope.set(name.text, { symbol, file: file.path, span: name.span, imported: false })
  }
  for (const d of file.declarations) {
    switch (d.kind) {
      case 'pipeline':
        if (pipeline !== null)
          bag.report(
            names.secondPipeline,
            d.name.span,
            { name: d.name.text, first: pipeline.name.text },
            { related: [{ span: pipeline.name.span, text: 'the first one' }] },
          )
        else {
          pipeline = d
          add(d.name, { kind: 'pipeline', declaration: d })
        }
        break
      case 'connection':
        add(d.name, { kind: 'connection', declaration: d })
        break
      case 'catalog':
        add(d.name, { kind: 'catalog', declaration: d })
        break
      case 'schema':
        add(d.name, { kind: 'schema', declaration: d })
        break
      case 'source':
      case 'query':
        add(d.name, d.kind === 'source' ? { kind: 'source', declaration: d } : { kind: 'query', declaration: d })
        for (const { node, name } of lateNames(d))
          add(name, node === null ? { kind: 'broken' } : { kind: 'late', declaration: d, node, name })
        break
      case 'param':
        add(d.name, { kind: 'param', declaration: d })
        break
      case 'type':
        add(d.name, { kind: 'type', declaration: d })
        break
      case 'fn':
        add(d.name, { kind: 'fn', declaration: d })
        break
      case 'sql':
        add(d.name, { kind: 'sql', declaration: d })
        break
      case 'import pipeline':
        for (const item of d.names) add(item.alias ?? item.name, { kind: 'output', declaration: d, item })
        break
      case 'broken':
        for (const name of d.names) add(name, { kind: 'broken' })
        break
      case 'import':
      case 'topic':
      case 'sink':
      case 'test':
        break
    }
  }
  return { names: scope, pipeline }
}

/**
 * The scopes of all files. `exists` tells whether an import that is not among the files is there at all: it has then
 * been refused already (unreadable), and its names stay silent.
 */
export function buildScopes(
  files: readonly ast.FileNode[],
  bag: DiagnosticBag,
  exists: (path: string) => boolean,
): ReadonlyMap<string, FileScope> {
  const own = new Map(files.map((f) => [f.path, ownNames(f, bag)]))
  const scopes = new Map<string, FileScope>()
  for (const file of files) {
    const { names: scope, pipeline } = own.get(file.path)!
    const merged = new Map(scope)
    const imports: { path: string; span: Span }[] = []
    const pipelines: { path: string; span: Span }[] = []
    for (const d of file.declarations) {
      if (d.kind === 'import pipeline') {
        const path = resolvePath(file.path, d.from.value)
        if (own.has(path)) pipelines.push({ path, span: d.from.span })
        else if (!exists(path)) bag.report(names.importFile, d.from.span, { path: d.from.value, reason: 'there is no such file' })
      }
      if (d.kind !== 'import') continue
      const path = resolvePath(file.path, d.from.value)
      const target = own.get(path)
      if (target !== undefined) imports.push({ path, span: d.from.span })
      else if (!exists(path)) bag.report(names.importFile, d.from.span, { path: d.from.value, reason: 'there is no such file' })
      for (const { name, alias } of d.names) {
        const local = alias ?? name
        const known = merged.get(local.text)
        // what is not there is the mistake, not that it would be called like something else
        const missing = target !== undefined && !target.names.has(name.text)
        if (known !== undefined && !missing) {
          bag.report(
            names.duplicateName,
            local.span,
            { name: local.text, other: kindWords(known.symbol) },
            { related: [{ span: known.span, text: 'first declared here' }] },
          )
          continue
        }
        const binding = target?.names.get(name.text)
        if (binding !== undefined)
          merged.set(local.text, { symbol: binding.symbol, file: path, span: local.span, imported: true })
        else {
          if (target !== undefined) {
            const all = { name: name.text, path: d.from.value }
            const way = meant(name, target.names.keys())
            const help = way.help ?? (target.names.size === 0 ? undefined : `it declares ${listed([...target.names.keys()])}`)
            bag.report(names.importName, name.span, all, help === undefined ? way : { ...way, help })
          }
          if (known === undefined)
            merged.set(local.text, { symbol: { kind: 'broken' }, file: path, span: local.span, imported: true })
        }
      }
    }
    const lossy = file.declarations.some((d) => d.incomplete || d.kind === 'broken')
    scopes.set(file.path, { file, names: merged, pipeline, imports, pipelines, lossy })
  }
  reportImportCycles(scopes, bag)
  reportPipelineCycles(scopes, bag)
  return scopes
}

function reportImportCycles(scopes: ReadonlyMap<string, FileScope>, bag: DiagnosticBag): void {
  const done = new Set<string>()
  const visit = (path: string, trail: readonly string[]): void => {
    if (done.has(path)) return
    for (const next of scopes.get(path)!.imports) {
      const at = [...trail, path].indexOf(next.path)
      if (at >= 0) bag.report(names.importCycle, next.span, { path: [...[...trail, path].slice(at), next.path] })
      else visit(next.path, [...trail, path])
    }
    done.add(path)
  }
  for (const path of scopes.keys()) visit(path, [])
}

/** Two jobs that read from each other wait for each other, and neither can be deployed first. */
function reportPipelineCycles(scopes: ReadonlyMap<string, FileScope>, bag: DiagnosticBag): void {
  const reaches = (from: string, to: string, seen: Set<string>): boolean => {
    if (from === to) return true
    if (seen.has(from)) return false
    seen.add(from)
    const scope = scopes.get(from)!
    return [...scope.imports, ...scope.pipelines].some((next) => reaches(next.path, to, seen))
  }
  for (const [path, scope] of scopes)
    for (const next of scope.pipelines)
      if (reaches(next.path, path, new Set())) bag.report(interop.pipelineCycle, next.span, { path: next.path, from: path })
}
