// Which columns a relation has, as far as the program itself says: what `unionAll` is checked by, and what a spread row is replaced in.
import type { ExprNode, SelectItem } from '../../surface/ast.js'
import { wrong } from '../arguments.js'
import { DECLARATION } from '../brands.js'
import { named, namedAll } from '../names.js'
import type { MarkedSpan } from '../nodes.js'
import type { Scope } from '../recorder.js'
import { missing } from '../refused.js'
import type { SourceState } from '../sources/source.js'
import type { Side } from './state.js'

/** Null where a spread row has columns that only its schema knows. */
export function columnsOfItems(items: readonly SelectItem[], sides: readonly Side[]): readonly string[] | null {
  const out: string[] = []
  for (const item of items) {
    if (item.kind === 'item') out.push(nameOf(item) ?? '')
    else {
      const columns = sideOf(item, sides)?.columns
      if (columns == null) return null
      out.push(...columns)
    }
  }
  return out
}

type Star = Extract<SelectItem, { kind: 'star' }>
const nameOf = (item: SelectItem): string | null =>
  item.kind === 'star' ? null : (item.alias?.text ?? (item.expr.kind === 'path' ? item.expr.names.at(-1)!.text : null))

/** Whose columns a star is. */
const sideOf = ({ qualifier }: Star, sides: readonly Side[]): Side | undefined =>
  sides.length === 1 ? sides[0] : sides.find((s) => !s.bare && (s.alias ?? s.relation) === qualifier?.text)

/**
 * `{ ...o, amount: x }` replaces a column, as objects do. The language has `*` for all columns and no word for all but one, so that
 * they are written out, where they are known; elsewhere the column stands twice, which is told.
 */
export function replaced(items: readonly SelectItem[], sides: readonly Side[]): readonly SelectItem[] {
  const listed: SelectItem[] = []
  for (const item of items) {
    const columns = item.kind === 'item' ? [] : (sideOf(item, sides)?.columns ?? null)
    // the checker tells of what is there twice
    if (columns === null) return items
    if (item.kind === 'item') listed.push(item)
    else listed.push(...columns.map((c) => columnOf(item, c)))
  }
  // as in an object: the last value, where the name was first
  const byName = new Map(listed.map((item) => [nameOf(item), item]))
  return byName.size === listed.length || byName.has(null) ? items : [...byName.values()]
}

function columnOf({ qualifier, span }: Star, column: string): SelectItem {
  const name = { text: column, span }
  const names = qualifier === null ? [name] : [qualifier, name]
  return { kind: 'item', expr: { kind: 'path', names, span }, alias: null, span }
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

/** Columns by their names, as callbacks would write them. */
export function columnPaths(
  columns: readonly unknown[],
  of: string,
  scopes: readonly Scope[],
  span: MarkedSpan,
  least = 1,
): ExprNode[] {
  if (columns.length < least) return wrong(of, LEAST[least]!, columns[0], span.mark, () => [missing(span)])
  const [first, ...more] = scopes
  const before = more.length === 0 && first!.qualifier !== null ? [named(first!.qualifier, of, span)] : []
  return namedAll(columns, `the column of \`${of}\``, span).map((name) => ({ kind: 'path', names: [...before, name], span }))
}
const LEAST: Readonly<Record<number, string>> = {
  1: 'at least one column',
  2: 'two columns or more, or a callback: `(o) => ({ order_id: o.order_id })`',
}
