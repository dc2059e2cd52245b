// What the names of a file mean, and what its module calls them: its own declarations, the lanes in them, and what it imports.
import { resolvePath } from '../core/paths.js'
import type * as ast from '../surface/ast.js'
import { relationsIn } from '../surface/relations-in.js'
import { quoted } from './code.js'
import type { Binding, KnownRelation, Meaning } from './module.js'
import { listedColumns } from './columns.js'
import type { Names } from './names.js'

/** Tells what is known of a relation, by the file that names it. */
export type Know = (file: string, relation: string) => KnownRelation | null

/** How constants are told apart from what their plain name would hide. */
const SUFFIX: Readonly<Record<Meaning['kind'], string>> = {
  relation: 'Relation',
  param: 'Param',
  connection: 'Connection',
  catalog: 'Catalog',
  schema: 'Schema',
  type: 'Type',
  fn: 'Fn',
  pipeline: 'Pipeline',
}

/** A lane that is named more than once, as a constant of its own. */
export interface LaneStatement {
  readonly lane: string
  readonly owner: ast.Declaration
  readonly code: string
}

export interface FileBindings {
  readonly bindings: ReadonlyMap<string, Binding>
  readonly lanes: readonly LaneStatement[]
  /** By declaration: the name of its constant. */
  readonly constants: ReadonlyMap<object, string>
  /** By an item of an import: its name in this module. */
  readonly imported: ReadonlyMap<object, string>
}

export function bind(file: ast.FileNode, names: Names, know: Know, uses: ReadonlyMap<string, number>): FileBindings {
  const bindings = new Map<string, Binding>()
  const constants = new Map<object, string>()
  const imported = new Map<object, string>()
  const lanes: LaneStatement[] = []
  const set = (name: string, binding: Binding): void => {
    if (!bindings.has(name)) bindings.set(name, binding)
  }
  const own = (d: ast.Declaration & { readonly name: ast.Name }, meaning: Meaning, suffix = SUFFIX[meaning.kind]): void => {
    const code = names.declare(d.name.text, suffix)
    constants.set(d, code)
    set(d.name.text, { meaning, code, statement: d })
  }
  const listed = listedColumns(file)
  const relation = (name: string): Meaning => {
    const known = know(file.path, name)
    const columns = listed.get(name)?.map((column) => ({ name: column, type: { kind: 'other' as const } })) ?? null
    return { kind: 'relation', known: known?.columns == null ? { kind: 'stream', row: null, ...known, columns } : known }
  }
  for (const d of file.declarations) {
    switch (d.kind) {
      case 'source':
      case 'query':
        own(d, relation(d.name.text), d.relation === 'table' ? 'Table' : d.relation === 'stream' ? 'Stream' : 'Relation')
        break
      case 'sql':
        own(d, relation(d.name.text), 'Stream')
        break
      case 'param':
        own(d, { kind: 'param', duration: d.type.kind === 'named' && d.type.name.toLowerCase() === 'duration' })
        break
      case 'pipeline':
      case 'connection':
      case 'catalog':
      case 'schema':
      case 'type':
        own(d, { kind: d.kind })
        break
      case 'fn':
        own(d, { kind: 'fn', parameters: d.parameters.map((p) => p.name.text) })
        break
      case 'import':
      case 'import pipeline':
        for (const item of d.names) imported.set(item, names.declare((item.alias ?? item.name).text, 'Import'))
        break
      case 'sink':
      case 'tap':
      case 'topic':
      case 'test':
      case 'for':
      case 'broken':
        break
    }
  }
  for (const d of file.declarations) {
    const owner = constants.get(d)
    if (owner === undefined || (d.kind !== 'query' && d.kind !== 'source')) continue
    for (const name of lanesOf(d)) {
      const code = `${owner}.lane(${quoted(name.text)})`
      if ((uses.get(name.text) ?? 0) < ENOUGH) {
        set(name.text, { meaning: relation(name.text), code, statement: d })
        continue
      }
      const statement: LaneStatement = { lane: name.text, owner: d, code }
      lanes.push(statement)
      const constant = names.declare(name.text, 'Stream')
      constants.set(statement, constant)
      set(name.text, { meaning: relation(name.text), code: constant, statement })
    }
  }
  return { bindings, lanes, constants, imported }
}

/** The streams of late rows that a declaration names. */
export function lanesOf(d: ast.QueryDecl | ast.SourceDecl): readonly ast.Name[] {
  const nodes = d.clauses.flatMap((c): (ast.LateNode | null)[] =>
    c.kind === 'late' || c.kind === 'join' || c.kind === 'window' ? [c.late] : [],
  )
  return nodes.flatMap((late) => (late?.action.kind === 'as' ? [late.action.name] : []))
}

/** By file: how often each of its relations is named. What another file imports has to have a constant. */
export function usesOf(files: readonly ast.FileNode[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const uses = new Map(files.map((f) => [f.path, new Map<string, number>()]))
  const add = (path: string, name: ast.Name, n: number): void => {
    const own = uses.get(path)
    own?.set(name.text, (own.get(name.text) ?? 0) + n)
  }
  for (const { path, declarations } of files)
    for (const d of declarations) {
      for (const name of relationsIn(d)) add(path, name, 1)
      if (d.kind === 'import') for (const { name } of d.names) add(importedPath(path, d.from), name, ENOUGH)
    }
  return uses
}
/** A lane that is named so often is a constant. */
const ENOUGH = 2

/** The file that an import names, from the root of the project. */
export const importedPath = (file: string, from: ast.Text): string => resolvePath(file, from.value)
