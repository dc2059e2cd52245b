// One SELECT under construction. Operators add to it as long as the result stays one readable SELECT.
import { bug } from '../../core/bug.js'
import type { Span } from '../../core/span.js'
import type { ResolveColumn } from './expr.js'
import { inside, PRECEDENCE, type SqlTerm } from './functions.js'
import { quoteName } from './quote.js'
import { SqlWriter, type MarkedSql } from './writer.js'

export interface Conjunct {
  readonly term: SqlTerm
  readonly origin: Span
}

export interface Select {
  readonly kind: 'select'
  /** What follows FROM. */
  readonly from: MarkedSql
  /** Name of the relation when FROM is nothing but that name. */
  readonly relation: string | null
  /** SQL of each column that may be read, by output ordinal of the operator that the SELECT stands for. */
  readonly cells: ReadonlyMap<number, SqlTerm>
  readonly where: readonly Conjunct[]
  readonly group: { readonly keys: readonly string[]; readonly origin: Span } | null
  readonly having: readonly Conjunct[]
  /** Where the select list was written. */
  readonly origin: Span
}

export interface UnionAll {
  readonly kind: 'union'
  readonly branches: readonly Select[]
  readonly origin: Span
}

export type Query = Select | UnionAll

export const unmarked = (sql: string): MarkedSql => ({ sql, marks: [] })

/** A SELECT from something, with no further clauses. */
export const plainSelect = (from: MarkedSql, cells: ReadonlyMap<number, SqlTerm>, origin: Span): Select => ({
  kind: 'select',
  from,
  relation: null,
  cells,
  where: [],
  group: null,
  having: [],
  origin,
})

/** The SELECT with one more condition: WHERE, or HAVING where it is grouped. */
export function filtered(s: Select, term: SqlTerm, origin: Span): Select {
  const added: Conjunct = { term, origin }
  return s.group === null ? { ...s, where: [...s.where, added] } : { ...s, having: [...s.having, added] }
}

/** Resolves columns of an operator's inputs, by number. */
export const resolveIn =
  (...inputs: readonly Select[]): ResolveColumn =>
  (c) =>
    cellOf(inputs[c.input] ?? bug(`no input ${c.input}`), c.ordinal)

export const cellOf = (select: Select, ordinal: number): SqlTerm =>
  select.cells.get(ordinal) ?? bug(`column ${ordinal} was pruned and is read`)

/** A SELECT that is only `FROM relation`: may stand where SQL wants a name. */
export const isBare = (s: Select): boolean => s.relation !== null && s.where.length === 0 && s.group === null

export interface SelectItem {
  readonly ordinal: number
  readonly name: string
}

export function renderQuery(query: Query, items: readonly SelectItem[]): MarkedSql {
  const w = new SqlWriter()
  const branches = query.kind === 'union' ? query.branches : [query]
  w.at(query.kind === 'union' ? query.origin : null, () => {
    branches.forEach((branch, i) => {
      if (i > 0) w.write('\nUNION ALL\n')
      writeSelect(
        w,
        branch,
        items.map((item) => ({ term: cellOf(branch, item.ordinal), name: item.name })),
      )
    })
  })
  return w.result()
}

function writeSelect(w: SqlWriter, s: Select, items: readonly { readonly term: SqlTerm; readonly name: string }[]): void {
  w.at(s.origin, () => {
    w.write('SELECT\n  ')
    w.write(items.map((i) => itemText(i.term, i.name).replaceAll('\n', '\n  ')).join(',\n  '))
  })
  w.write('\nFROM ').embed(s.from)
  writeConjuncts(w, 'WHERE', s.where)
  if (s.group !== null) {
    const { keys } = s.group
    w.write('\n').at(s.group.origin, () => w.write(`GROUP BY ${keys.join(', ')}`))
  }
  writeConjuncts(w, 'HAVING', s.having)
}

function writeConjuncts(w: SqlWriter, word: string, conjuncts: readonly Conjunct[]): void {
  conjuncts.forEach((c, i) => {
    const sql = conjuncts.length === 1 ? c.term.sql : inside(c.term, PRECEDENCE.and)
    w.write(`\n${i === 0 ? word : '  AND'} `).at(c.origin, () => w.write(sql.replaceAll('\n', '\n    ')))
  })
}

const PATH = /^(?:`(?:[^`]|``)*`\.)*(`(?:[^`]|``)*`)$/

/** The name that a column reference gives to a select item by itself; null for every other expression. */
export const ownName = (sql: string): string | null => PATH.exec(sql)?.[1] ?? null

/** `AS` only where the expression has another name of its own. */
export function itemText(term: SqlTerm, name: string): string {
  const quoted = quoteName(name)
  return ownName(term.sql) === quoted ? term.sql : `${term.sql} AS ${quoted}`
}
