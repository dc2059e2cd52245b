// Taps: sinks that look at a relation of a job and change nothing of it. Everything that only a tap reads is left out where the
// rest of the job is planned, so that SQL, operators and state of the rest are the same with and without it.
import { liveOperators } from './demand.js'
import type { Operator, OperatorId, PlanProgram, SinkOperator } from './plan.js'
import { bug } from '../core/bug.js'

export const isTap = (o: Operator): o is SinkOperator => o.kind === 'sink' && o.target.kind === 'kafka' && o.target.role === 'tap'

/** Operators that no sink but a tap reads, taps themselves among them. */
export function tapOperators(operators: readonly Operator[]): ReadonlySet<OperatorId> {
  if (!operators.some(isTap)) return new Set()
  const byId = new Map(operators.map((o) => [o.id, o]))
  const find = (id: OperatorId): Operator => byId.get(id) ?? bug(`no operator ${id} in the plan`)
  const rest = liveOperators(operators, find, (o) => !isTap(o))
  return new Set([...liveOperators(operators, find)].filter((id) => !rest.has(id)))
}

/** The plan as it is where taps are switched off. */
export function withoutTaps(plan: PlanProgram): PlanProgram {
  const taps = tapOperators(plan.operators)
  if (taps.size === 0) return plan
  const names = new Set(plan.operators.filter(isTap).map((o) => o.name))
  return {
    ...plan,
    operators: plan.operators.filter((o) => !taps.has(o.id)),
    inferred: plan.inferred.filter((i) => !names.has(i.about)),
  }
}
