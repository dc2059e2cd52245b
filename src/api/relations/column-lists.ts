// Which columns a query has, as far as the program itself says: what `unionAll` is checked by.
import type { SelectItem } from '../../surface/ast.js'
import type { QueryState } from './state.js'

/** Null where a spread row has columns that only its schema knows. */
export function columnsOfItems(items: readonly SelectItem[], before: QueryState): readonly string[] | null {
  const out: string[] = []
  for (const item of items) {
    if (item.kind === 'star') {
      if (before.sides.length > 1 || before.columns === null) return null
      out.push(...before.columns)
    } else if (item.alias !== null) out.push(item.alias.text)
    else if (item.expr.kind === 'path') out.push(item.expr.names.at(-1)!.text)
  }
  return out
}

export const columnsBehind = ({ columns }: QueryState, added: readonly string[]): readonly string[] | null =>
  columns === null ? null : [...columns, ...added]

/** The same names in another order: joined by position, values would change their columns in silence. */
export const sameNamesElsewhere = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length &&
  left.some((name, i) => name !== right[i]) &&
  left.every((name) => right.includes(name)) &&
  new Set(left).size === left.length
