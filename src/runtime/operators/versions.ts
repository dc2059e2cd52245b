// The newest change of each key by event time: Flink's RowTimeDeduplicateFunction, keep last.
import type { VersionsOperator } from '../../ir/plan.js'
import { rowKey } from '../equality.js'
import type { Row } from '../value.js'
import { counts, entry, type Context, type Handler } from './handler.js'

export function versions(op: VersionsOperator, context: Context): Handler {
  const types = op.key.map((ordinal) => op.columns[ordinal]!.type)
  const state = new Map<string, Row>()
  const c = counts()
  return {
    process({ row }) {
      c.in++
      const key = rowKey(
        op.key.map((ordinal) => row[ordinal]!),
        types,
      )
      const previous = state.get(key)
      // A later arrival wins among equal times.
      if (previous !== undefined && (row[op.time] as number) < (previous[op.time] as number)) {
        c.filtered++
        return
      }
      c.kept++
      state.set(key, row)
      if (previous === undefined) return context.emit('main', { kind: '+I', row })
      context.emit('main', { kind: '-U', row: previous })
      context.emit('main', { kind: '+U', row })
    },
    ledger: () => entry(op.id, c),
  }
}
