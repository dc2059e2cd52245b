// The rows at a point of a query: which callback parameter has which columns.
import type { ExprNode, FromClause, JoinClause, Name, SelectItem } from '../surface/ast.js'
import type { Env } from './expressions.js'
import { field } from './expressions.js'
import { access } from './code.js'
import type { KnownRelation, Module } from './module.js'

/** One side: `o` of `(o, c) => …`. */
export interface Side {
  readonly parameter: string
  /** The word before a column: an alias or the name of a relation. Null behind a `select`. */
  readonly qualifier: string | null
  /** Whether the word is an alias. */
  readonly aliased: boolean
  /** Null: the tree does not tell. */
  readonly columns: ReadonlySet<string> | null
  /** Columns that `extend` has put there: nothing stands before them. */
  readonly added: ReadonlySet<string>
  /** Behind an `extend` the API writes no word before its columns any more. */
  readonly bare: boolean
}

export interface Scope {
  readonly sides: readonly Side[]
}

type Path = Extract<ExprNode, { kind: 'path' }>

export const columnsOf = (known: KnownRelation | null): ReadonlySet<string> | null =>
  known?.columns == null ? null : new Set(known.columns.map((c) => c.name))

/** The relation that a clause reads, as a side. */
export function sideOf(m: Module, clause: FromClause | JoinClause, others: readonly Side[]): Side {
  const meaning = m.bindings.get(clause.relation.text)?.meaning
  const word = (clause.alias ?? clause.relation).text
  const taken = others.map((s) => s.parameter)
  return {
    parameter: m.names.local(clause.alias === null ? initial(word) : word, taken),
    qualifier: word,
    aliased: clause.alias !== null,
    columns: meaning?.kind === 'relation' ? columnsOf(meaning.known) : null,
    added: new Set(),
    bare: false,
  }
}

const initial = (word: string): string => /\p{L}/u.exec(word)?.[0].toLowerCase() ?? 'r'

/** Rows of one kind, behind a `select`, with the same parameter as before. */
export const single = (scope: Scope, columns: ReadonlySet<string> | null): Scope => ({
  sides: [{ parameter: scope.sides[0]!.parameter, qualifier: null, aliased: false, columns, added: new Set(), bare: true }],
})

export const withAdded = ({ sides: [first, ...others] }: Scope, names: readonly Name[]): Scope => {
  const texts = names.map((n) => n.text)
  const columns = first!.columns === null ? null : new Set([...first!.columns, ...texts])
  const added = new Set([...first!.added, ...texts])
  return { sides: [{ ...first!, columns, added, bare: true }, ...others.map((s) => ({ ...s, bare: true }))] }
}

/** Names of a list, as far as the tree tells. */
export function outputs(items: readonly SelectItem[], scope: Scope): ReadonlySet<string> | null {
  const out = new Set<string>()
  for (const item of items) {
    if (item.kind === 'item') {
      const name = outputName(item)
      if (name !== null) out.add(name.text)
      continue
    }
    for (const side of scope.sides) {
      if (item.qualifier !== null && side.qualifier !== item.qualifier.text) continue
      if (side.columns === null) return null
      for (const c of side.columns) out.add(c)
    }
  }
  return out
}

export const outputName = (item: Extract<SelectItem, { kind: 'item' }>): Name | null =>
  item.alias ?? (item.expr.kind === 'path' ? item.expr.names.at(-1)! : null)

/** Which side a path reads, and what is left of the path behind the side. Null: not known. */
export function find(m: Module, scope: Scope, node: Path): { readonly side: Side; readonly rest: readonly Name[] } | null {
  const [first, second] = node.names
  if (first === undefined) return null
  const qualified = scope.sides.find(
    (s) => second !== undefined && s.qualifier === first.text && (s.columns === null || s.columns.has(second.text)),
  )
  if (qualified !== undefined && !qualified.added.has(second!.text)) {
    // without the word it could be the column of another side
    const doubtful = qualified.bare && scope.sides.some((s) => s !== qualified && s.columns?.has(second!.text) !== false)
    return doubtful ? null : { side: qualified, rest: node.names.slice(1) }
  }
  const having = scope.sides.filter((s) => s.columns?.has(first.text) === true)
  if (having.length === 1) return { side: having[0]!, rest: node.names }
  if (having.length > 1 || isParam(m, node)) return null
  if (second !== undefined && scope.sides.some((s) => s.qualifier === first.text)) return null
  const open = scope.sides.filter((s) => s.columns === null)
  // the rows of a group have one parameter, whatever they are joined of
  return new Set(open.map((s) => s.parameter)).size === 1 ? { side: open[0]!, rest: node.names } : null
}

const isParam = (m: Module, node: Path): boolean =>
  node.names.length === 1 && m.bindings.get(node.names[0]!.text)?.meaning.kind === 'param'

/** `o.payload.id`: a field behind a column may have the name of a method. */
export function columnCode(parameter: string, rest: readonly Name[]): string | null {
  const [column, ...fields] = rest
  if (column === undefined || column.text === '__proto__') return null
  return fields.reduce((of, name) => field(of, name.text), access(parameter, column.text))
}

/** What callbacks of one kind see; `used` collects the parameters that they name. */
export function rowEnv(m: Module, scope: Scope, used: Set<string>, rows: Env | null = null): Env {
  return {
    m,
    rows,
    param: (node) => (find(m, scope, node) === null && isParam(m, node) ? m.refer(node.names[0]!, ['param']).code : null),
    resolve: (node) => {
      const found = find(m, scope, node)
      if (found !== null) {
        const code = columnCode(found.side.parameter, found.rest)
        if (code !== null) used.add(found.side.parameter)
        return code
      }
      return isParam(m, node) ? paramCode(m, node.names[0]!) : null
    },
  }
}

export const paramCode = (m: Module, name: Name): string => `${m.refer(name, ['param']).code}.value()`

/** `o => …`, `(o, c) => …`: parameters up to the last one that is named. */
export function callback(scope: Scope, used: ReadonlySet<string>, body: string): string {
  const last = scope.sides.findLastIndex((s) => used.has(s.parameter))
  const parameters = scope.sides.slice(0, last + 1).map((s) => s.parameter)
  return `(${parameters.join(', ')}) => ${body.startsWith('{') ? `(${body})` : body}`
}
