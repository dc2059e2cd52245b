// Row times that meet in a temporal join are of one family. The commit time of a cdc table is made by the compiler, so it
// follows the left sides that join it: TIMESTAMP_LTZ(3) where they are, TIMESTAMP(3) else.
import type { DiagnosticBag } from '../diagnostics/bag.js'
import { streaming } from '../diagnostics/codes/streaming.js'
import type { Expr } from '../ir/expr.js'
import type { Operator, PlanColumn, SourceExpr, TemporalJoinOperator } from '../ir/plan.js'
import { isTimestamp, timestampLtz } from '../ir/types.js'
import type { CheckedRelation } from './relation.js'
import { CHANGE_TIME_COLUMN, COMMIT_TIME_COLUMN } from './source-cdc.js'

interface Join {
  readonly join: TemporalJoinOperator
  readonly family: 'timestamp' | 'timestamp_ltz'
}

/** The relations with their operators as they have to be; those that nothing changes are not in the map. */
export function alignRowTimes(
  relations: readonly CheckedRelation[],
  bag: DiagnosticBag,
): ReadonlyMap<CheckedRelation, CheckedRelation> {
  const byId = new Map(relations.flatMap((r) => r.operators.map((o) => [o.id, o] as const)))
  const joins = new Map<string, Join[]>()
  for (const op of byId.values()) {
    if (op.kind !== 'temporal_join') continue
    const left = byId.get(op.inputs[0]!.operator)?.columns[op.leftTime]
    if (left === undefined || !isTimestamp(left.type)) continue
    const id = op.inputs[1]!.operator
    joins.set(id, [...(joins.get(id) ?? []), { join: op, family: left.type.kind }])
  }
  const toLtz = new Set<string>()
  for (const [id, list] of joins) {
    const first = list[0]!
    const other = list.find((j) => j.family !== first.family)
    if (other !== undefined)
      bag.report(
        streaming.timeFamilies,
        other.join.origin,
        { name: byId.get(id)!.relation, first: first.family.toUpperCase(), second: other.family.toUpperCase() },
        {
          related: [{ span: first.join.origin, text: `joined at ${first.family.toUpperCase()} here` }],
          help: 'cast one event time where its source is declared',
        },
      )
    if (first.family === 'timestamp_ltz') toLtz.add(byId.get(id)!.relation)
  }
  if (toLtz.size === 0) return new Map()
  const changed = new Map<CheckedRelation, CheckedRelation>()
  const relationOf = (r: CheckedRelation): CheckedRelation => {
    const known = changed.get(r)
    if (known !== undefined) return known
    const next: CheckedRelation = {
      ...r,
      operators: toLtz.has(r.name) ? r.operators.map(withLtz) : r.operators,
      uses: r.uses.map(relationOf),
    }
    changed.set(r, next)
    return next
  }
  for (const r of relations) relationOf(r)
  return changed
}

const isTime = (c: PlanColumn): boolean => c.hidden === true && (c.name === COMMIT_TIME_COLUMN || c.name === CHANGE_TIME_COLUMN)
const ltz = (c: PlanColumn): PlanColumn => (isTime(c) ? { ...c, type: timestampLtz(3) } : c)

function withLtz(op: Operator): Operator {
  const columns = op.columns.map(ltz)
  if (op.kind !== 'source') return { ...op, columns }
  return { ...op, columns, compute: op.compute.map((c, i) => (isTime(op.columns[i]!) ? computedLtz(c) : c)) }
}

/** Epochs and commits take the type of their column; what the program wrote is cast. */
function computedLtz(e: SourceExpr): SourceExpr {
  const cast = (input: Expr): Expr => ({ kind: 'cast', mode: 'explicit', input, type: timestampLtz(3), nullable: input.nullable })
  if (e.kind === 'computed') return { ...e, expr: cast(e.expr) }
  return e.kind === 'change time' ? { ...e, snapshot: cast(e.snapshot) } : e
}
