// Rows given by hand to a relation that changes: a row replaces the one of its key, a delete takes it away.
import type { SourceOperator } from '../../ir/plan.js'
import type { Change, SourceRecord } from '../api.js'
import { columnsKey } from '../equality.js'
import type { Row } from '../value.js'

/** What a record does to the rows that are there. */
export type ChangesOf = (record: SourceRecord, row: Row) => readonly Change[]

const added: ChangesOf = (_, row) => [{ kind: '+I', row }]

export function changesOf(op: SourceOperator): ChangesOf {
  // a captured table has a key too, and gives its changes on as rows
  if (op.connector.kind !== 'files' || op.primaryKey.length === 0) return added
  const rows = new Map<string, Row>()
  return (record, row) => {
    const key = columnsKey(row, op.primaryKey, op.columns)
    const old = rows.get(key)
    if (record.op === 'd') {
      rows.delete(key)
      return old === undefined ? [] : [{ kind: '-D', row: old }]
    }
    rows.set(key, row)
    if (old === undefined) return added(record, row)
    return [
      { kind: '-U', row: old },
      { kind: '+U', row },
    ]
  }
}
