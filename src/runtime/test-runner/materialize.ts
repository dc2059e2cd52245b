// The rows that a changelog leaves behind.
import type { Operator } from '../../ir/plan.js'
import type { Change } from '../api.js'
import { columnsKey, rowKey } from '../equality.js'
import type { Row } from '../value.js'

/** What the program sees of the versions of a captured table: one that is deleted is no row of it. */
export const visibleChanges = (op: Operator, changes: readonly Change[]): readonly Change[] =>
  op.kind === 'versions' ? changes.filter((c) => c.row[op.op] !== 'd') : changes

/** Final rows: by upsert key where the relation has one (a later row replaces), else as a multiset with retractions. */
export function finalRows(op: Operator, changes: readonly Change[]): readonly Row[] {
  if (op.traits.change === 'append') return changes.map((c) => c.row)
  const key = op.traits.keys[0]
  if (key !== undefined) {
    const rows = new Map<string, Row>()
    for (const { kind, row } of changes) {
      const id = columnsKey(row, key, op.columns)
      if (kind === '+I' || kind === '+U') rows.set(id, row)
      else rows.delete(id)
    }
    return [...rows.values()]
  }
  const types = op.columns.map((c) => c.type)
  const rows = new Map<string, Row[]>()
  for (const { kind, row } of changes) {
    const id = rowKey(row, types)
    const equal = rows.get(id) ?? []
    if (kind === '+I' || kind === '+U') equal.push(row)
    else equal.pop()
    rows.set(id, equal)
  }
  return [...rows.values()].flat()
}
