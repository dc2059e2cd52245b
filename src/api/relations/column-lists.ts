// Which columns a relation has, as far as the program itself says: what `unionAll` is checked by, and what a spread row is replaced in.
import type { SelectItem } from '../../surface/ast.js'
import { DECLARATION } from '../brands.js'
import type { SourceState } from '../sources/source.js'
import type { QueryState } from './state.js'

/** Null where a spread row has columns that only its schema knows. */
export function columnsOfItems(items: readonly SelectItem[], before: QueryState): readonly string[] | null {
  const out: string[] = []
  for (const item of items) {
    if (item.kind === 'item') out.push(nameOf(item) ?? '')
    else if (before.sides.length > 1 || before.columns === null) return null
    else out.push(...before.columns)
  }
  return out
}

const nameOf = (item: SelectItem): string | null =>
  item.kind === 'star' ? null : (item.alias?.text ?? (item.expr.kind === 'path' ? item.expr.names.at(-1)!.text : null))

export const columnsBehind = ({ columns }: QueryState, added: readonly string[]): readonly string[] | null =>
  columns === null ? null : [...columns, ...added]

/**
 * `{ ...o, amount: x }` replaces a column, as objects do. The language has `*` for all columns and no word for all but one, so that
 * they are written out, where they are known; elsewhere the column stands twice, which is told.
 */
export function replaced(items: readonly SelectItem[], { sides, columns }: QueryState): readonly SelectItem[] {
  const star = items.findIndex((i) => i.kind === 'star')
  const all = items[star]
  if (all?.kind !== 'star' || columns === null || sides.length > 1) return items
  const later = new Map(items.slice(star + 1).map((i) => [nameOf(i), i]))
  if (!columns.some((c) => later.has(c))) return items
  const { qualifier, span } = all
  const listed = columns.map((column): SelectItem => {
    const name = { text: column, span }
    const own = { kind: 'path' as const, names: qualifier === null ? [name] : [qualifier, name], span }
    return later.get(column) ?? { kind: 'item', expr: own, alias: null, span }
  })
  return [...items.slice(0, star), ...listed, ...items.slice(star + 1).filter((i) => !listed.includes(i))]
}

/** The same names in another order: joined by position, values would change their columns in silence. */
export const sameNamesElsewhere = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length &&
  left.some((name, i) => name !== right[i]) &&
  left.every((name) => right.includes(name)) &&
  new Set(left).size === left.length

/** Of a source whose schema the program declares. */
export function columnsOfSource({ from, clauses, refs }: SourceState): readonly string[] | null {
  if (from.kind === 'every') return ['beat_time']
  if (from.kind === 'cdc' && from.events) return null
  const schema = clauses.find((c) => c.kind === 'schema')?.source
  // a time that is no column of the schema adds one
  const adds = clauses.some(
    (c) => c.kind === 'time' && (c.time.kind !== 'column' || c.time.as !== null) && c.time.kind !== 'commit',
  )
  if (schema?.kind !== 'named' || adds) return null
  const declared = refs.map((r) => r[DECLARATION].node).find((n) => n.kind === 'schema' && n.name.text === schema.name.text)
  if (declared?.kind !== 'schema') return null
  const meta = clauses.flatMap((c) => (c.kind === 'meta' ? c.items.map((i) => i.name.text) : []))
  return [...declared.fields.map((f) => f.name.text), ...meta]
}
