// Aggregation by tumbling windows: a window takes rows until its last millisecond is not ahead of the operator's own
// watermark, and then gives one row a key. The watermark is part of the state (Flink's WindowAggOperator).
import type { WindowAggregateOperator } from '../../ir/plan.js'
import { rowKey } from '../equality.js'
import { compileAggregate, type Accumulator } from '../functions/aggregates.js'
import { NO_ROW } from '../functions/eval.js'
import { compileExpr } from '../functions/evaluator.js'
import { fromInstant, toInstant } from '../instant.js'
import type { Value } from '../value.js'
import { MIN_TIME } from '../watermarks.js'
import { counts, entry, type Context, type Handler } from './handler.js'
import { TimerQueue } from './timer-queue.js'
import { windowStart } from './tumble.js'

interface Group {
  readonly keys: readonly Value[]
  readonly accumulators: readonly Accumulator[]
}

export function windowAggregate(op: WindowAggregateOperator, context: Context): Handler {
  const keys = op.keys.map(compileExpr)
  const types = op.keys.map((k) => k.type)
  const calls = op.calls.map(compileAggregate)
  const timeColumn = op.columns.at(-1)!.type
  const timePrecision = timeColumn.kind === 'timestamp' || timeColumn.kind === 'timestamp_ltz' ? timeColumn.precision : 3
  const { size } = op.window
  /** By window start; groups in the order of their first row. */
  const windows = new Map<number, Map<string, Group>>()
  /** Their starts, by the last millisecond of each. */
  const open = new TimerQueue<number>()
  const c = counts()
  let progress = MIN_TIME

  const fire = (start: number, groups: ReadonlyMap<string, Group>): void => {
    const end = start + size
    const bounds: Value[] = [start, end, fromInstant({ ms: end - 1, ns: 0 }, timePrecision)]
    for (const group of groups.values()) {
      context.emit('main', { kind: '+I', row: [...group.keys, ...group.accumulators.map((a) => a.result()), ...bounds] })
    }
  }
  return {
    process({ row }) {
      c.in++
      const start = windowStart(toInstant(row[op.time]!).ms, op.window)
      if (start + size - 1 <= progress) {
        if (op.late === 'count') c.late++
        else c.unrouted++
        return
      }
      c.kept++
      let groups = windows.get(start)
      if (groups === undefined) {
        windows.set(start, (groups = new Map()))
        open.add(start + size - 1, start)
      }
      const values = keys.map((key) => key(row, NO_ROW))
      const key = rowKey(values, types)
      let group = groups.get(key)
      if (group === undefined) groups.set(key, (group = { keys: values, accumulators: calls.map((make) => make()) }))
      for (const accumulator of group.accumulators) accumulator.add(row)
    },
    advance(time) {
      // Below the restored watermark nothing fires, and the own one is what goes on.
      if (time <= progress) return progress
      progress = time
      for (let due = open.due(time); due !== null; due = open.due(time)) {
        const groups = windows.get(due.owner)!
        windows.delete(due.owner)
        fire(due.owner, groups)
      }
      return time
    },
    ledger: () => entry(op.id, c),
  }
}
