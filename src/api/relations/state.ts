// What a query in the making knows: its clauses, what they refer to, and how columns are named at this point of it.
import type { Clause, ExprNode, Name } from '../../surface/ast.js'
import { ignoresOf } from '../../surface/program-data.js'
import { wrong } from '../arguments.js'
import { DECLARATION, isBranded, relationOf, type Declared, type NamedRelation } from '../brands.js'
import { scopeOf } from '../callbacks.js'
import { recordOf } from '../declared.js'
import { ignoreOfClause, ignoringLast, nothingToIgnore } from '../ignores.js'
import { mistake } from '../mistake.js'
import { markIn, nameNode, spanAt, type MarkedSpan } from '../nodes.js'
import { behind, partMade, pieceOf } from '../parts.js'
import type { Scope } from '../recorder.js'
import { causeIn, isSpoiled, refused, unnamed } from '../refused.js'
import type { Mark } from '../site.js'
import { sourceOf } from '../sources/source.js'

export const QUERY = Symbol.for('flowc.query')
/** On a window or group whose `select` is still to come: what is missing. */
export const UNFINISHED = Symbol.for('flowc.unfinished')

/** One input of the query, as callbacks see it. */
export interface Side {
  readonly alias: string | null
  readonly relation: string
  /** Behind a `select` columns have no relation before them. */
  readonly bare: boolean
  /** Its columns in order, where the program itself lists them all. */
  readonly columns: readonly string[] | null
  /** A call that made it was refused: what is said of it is not all that there is to know. */
  readonly spoiled: boolean
}

export interface QueryState {
  /** What it begins with, and nothing else yet: another name for a relation. */
  readonly begins: { readonly relation: NamedRelation; readonly alias: string | null }
  readonly clauses: readonly Clause[]
  readonly refs: readonly Declared[]
  readonly sides: readonly Side[]
}

export const queryOf = (value: unknown): QueryState | null =>
  isBranded(value, QUERY) ? (value as { readonly [QUERY]: QueryState })[QUERY] : null

export const side = ({ name, columns, declared }: NamedRelation, alias: string | null): Side => ({
  alias,
  relation: name,
  bare: false,
  columns,
  spoiled: isSpoiled(declared),
})

/** Of rows of one side: its columns, where the program lists them all. */
export const columnsOf = ({ sides: [first, ...others] }: QueryState): readonly string[] | null =>
  others.length > 0 ? null : first!.columns

/** A query that has no clause yet but its `from`. */
export function beginning(relation: NamedRelation, alias: Name | null, span: MarkedSpan): QueryState {
  return {
    begins: { relation, alias: alias?.text ?? null },
    clauses: [{ kind: 'from', relation: nameNode(relation.name, span), alias, span }],
    refs: [relation.declared],
    sides: [side(relation, alias?.text ?? null)],
  }
}

/** With one more clause. */
export const withClause = (
  state: QueryState,
  clause: Clause,
  refs: Iterable<Declared>,
  sides: readonly Side[] = state.sides,
): QueryState => {
  const [from, ...others] = state.clauses
  const what = `this \`${clause.kind}\` of a query of \`${state.begins.relation.name}\``
  partMade(pieceOf(clause), what, markIn(clause.span), behind(others.at(-1)))
  // `orders.where(…)` reads `orders` where that is said
  const begun = others.length === 0 && state.begins.alias === null ? { ...from!, span: clause.span } : from!
  const isWrong = SHAPES.has(clause.kind) && causeIn(clause) !== null
  const known = isWrong ? sides.map((s) => ({ ...s, columns: null, spoiled: true })) : sides
  return { ...state, sides: known, clauses: [begun, ...others, clause], refs: [...new Set([...state.refs, ...refs])] }
}

/** Clauses that make the row another one. */
const SHAPES: ReadonlySet<Clause['kind']> = new Set(['select', 'extend', 'group', 'join', 'union'])

/** The clause before it, for which something is ignored. */
export const withIgnored = (state: QueryState, ...[codes, because, called]: Ignoring): QueryState => ({
  ...state,
  clauses: ignoringLast(state.clauses, ignoreOfClause(codes, because, called, state.clauses.at(-1))),
})
type Ignoring = readonly [codes: unknown, because: unknown, called: (...args: never[]) => unknown]

/** Behind `select` there is one row, with these columns, and a name is enough for each. */
export const one = ({ sides }: QueryState, columns: readonly string[] | null): readonly Side[] => [
  { ...sides[0]!, bare: true, columns },
]

/** So it is behind `extend`, whose columns stand with those of the first side. */
export const extended = (sides: readonly Side[], added: readonly string[]): readonly Side[] =>
  sides.map((s, i) => ({ ...s, bare: true, columns: i > 0 || s.columns === null ? s.columns : [...s.columns, ...added] }))

/** The word that stands before a column, or may. */
export const wordOf = (s: Side): string | null => (s.bare ? null : (s.alias ?? s.relation))

const wordsOf = (sides: readonly Side[]): ReadonlySet<string> => new Set(sides.flatMap((s) => wordOf(s) ?? []))

/**
 * The rows of a callback. Columns of one relation need nothing before them, unless it has another name in this query; those of
 * several say whose they are.
 */
export function scopesOf(sides: readonly Side[]): readonly Scope[] {
  const several = sides.length > 1
  const words = wordsOf(sides)
  return sides.map((s) =>
    scopeOf(several || s.alias !== null ? wordOf(s) : null, s.alias ?? s.relation, {
      relation: wordOf(s),
      ...(several ? { words } : {}),
      columns: s.columns,
      spoiled: s.spoiled,
      // `o.x` is also a field of a column `o`
      beside: several || s.columns?.includes(wordOf(s) ?? '') === true,
    }),
  )
}

/**
 * The row of a group. Window columns belong to no relation, so nothing stands before the others either, but where a name needs it.
 */
export function groupScope(sides: readonly Side[], keys: ReadonlyMap<string, ExprNode> | null): Scope {
  const [first, ...others] = sides
  const several = others.length > 0
  return scopeOf(null, keys === null ? (first!.alias ?? first!.relation) : 'g', {
    relation: several ? null : wordOf(first!),
    ...(several ? { words: wordsOf(sides) } : {}),
    keys,
  })
}

/** The relation that a clause names: one that has a name, with or without another one for this query. */
export function readable(value: unknown, reader: string, mark: Mark | null): { relation: NamedRelation; alias: string | null } {
  const relation = relationOf(value)
  if (relation !== null) return { relation, alias: null }
  const query = queryOf(value)
  if (query !== null && query.clauses.length === 1 && query.begins.alias !== null) {
    const [ignore] = ignoresOf(query.clauses[0]!)
    if (ignore !== undefined) refused(nothingToIgnore(`it belongs behind \`${reader}\``, ignore), () => {})
    return query.begins
  }
  const some = () => ({ relation: someRelation(mark), alias: null })
  const is = query !== null ? 'query' : sourceOf(value) !== null ? 'source' : null
  if (is !== null) return refused(mistake('unnamedRelation', { reader, is }, mark), some)
  return wrong(reader, 'a relation', value, mark, some)
}

function someRelation(mark: Mark | null): NamedRelation {
  const span = spanAt(mark)
  const declared = { [DECLARATION]: recordOf({ kind: 'text', text: '', span }, []) }
  return { name: unnamed(span).text, declared, columns: null, lanes: [] }
}

/** As `readable`, where the language has no other name. */
export function namedRelation(value: unknown, reader: string, mark: Mark | null): NamedRelation {
  const { relation, alias } = readable(value, reader, mark)
  if (alias === null) return relation
  const why = `${reader} takes a relation by its own name`
  return refused(mistake('clauseOrder', { clause: `as('${alias}')`, why }, mark), () => relation)
}
