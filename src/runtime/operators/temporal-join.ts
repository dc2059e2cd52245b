// Event-time temporal join: Flink's TemporalRowTimeJoinOperator. Left rows wait, per key, until the watermark of both
// inputs has passed them; then each is joined with the newest version that is not newer than it. Rows meet by their binary
// key, so that NULL meets NULL.
import type { TemporalJoinOperator } from '../../ir/plan.js'
import type { Change } from '../api.js'
import { rowKey } from '../equality.js'
import { NO_ROW } from '../functions/eval.js'
import { compileCondition, compileExpr } from '../functions/evaluator.js'
import { toInstant } from '../instant.js'
import type { Row, Value } from '../value.js'
import { counts, entry, type Context, type Handler } from './handler.js'
import { TimerQueue } from './timer-queue.js'
import { VersionList } from './version-list.js'

interface KeyState {
  readonly left: TimerQueue<Change>
  readonly right: VersionList
  /** The one timer of this key: the smallest time of a left row or of a version that came since it last fired. */
  timer: number | null
}

export function temporalJoin(op: TemporalJoinOperator, context: Context): Handler {
  const leftKeys = op.keys.map((k) => compileExpr(k.left))
  const keyTypes = op.keys.map((k) => k.left.type)
  const residual = op.residual === null ? null : compileCondition(op.residual)
  const dropsLate = context.plan.semantics.lateProbeRow === 'drop'
  const states = new Map<string, KeyState>()
  const timers = new TimerQueue<KeyState>()
  const c = counts()

  const stateOf = (values: readonly Value[]): KeyState => {
    const key = rowKey(values, keyTypes)
    let state = states.get(key)
    if (state === undefined) states.set(key, (state = { left: new TimerQueue(), right: new VersionList(), timer: null }))
    return state
  }
  const register = (state: KeyState, time: number): void => {
    if (state.timer !== null && state.timer <= time) return
    state.timer = time
    timers.add(time, state)
  }
  const output = (left: Change, right: Row | null): void => {
    const row = op.output.map(({ input, ordinal }) =>
      input === 0 ? left.row[ordinal]! : right === null ? null : right[ordinal]!,
    )
    context.emit('main', { kind: left.kind, row })
  }
  const leftTime = (row: Row): number => toInstant(row[op.leftTime]!).ms
  const rightTime = (row: Row): number => toInstant(row[op.rightTime]!).ms

  const fire = (state: KeyState, watermark: number): void => {
    state.timer = null
    for (const { time, owner: change } of state.left.allDue(watermark)) {
      const right = state.right.at(time)
      if (right !== null && (residual === null || residual(change.row, right))) output(change, right)
      else if (op.join === 'left') output(change, null)
    }
    // Versions before the newest that the watermark has passed can match no row that is in time.
    state.right.forget(watermark)
    const next = state.left.next()
    if (next !== null) register(state, next)
  }

  return {
    process(change, input) {
      if (input === 1) {
        // The planner asks the versions for no UPDATE_BEFORE.
        if (change.kind === '-U') return
        const state = stateOf(op.keys.map((k) => change.row[k.right]!))
        const time = rightTime(change.row)
        state.right.put(time, change.row)
        register(state, time)
        return
      }
      if (dropsLate) {
        c.in++
        if (leftTime(change.row) <= context.watermark()) {
          c.unrouted++
          return
        }
        c.kept++
      }
      const values = leftKeys.map((key) => key(change.row, NO_ROW))
      const state = stateOf(values)
      const time = leftTime(change.row)
      state.left.add(time, change)
      register(state, time)
    },
    advance(time) {
      for (let next = timers.due(time); next !== null; next = timers.due(time)) {
        // A timer that a smaller one replaced is no longer the key's.
        if (next.owner.timer === next.time) fire(next.owner, time)
      }
      return time
    },
    ...(dropsLate ? { ledger: () => entry(op.id, c) } : {}),
  }
}
