// What codegen must know about a plan as a whole before it writes a line: who reads what, which columns anybody reads,
// and which stateful operators feed several branches.
import { postOrder } from '../../core/post-order.js'
import { bug } from '../../core/bug.js'
import { edgeKey, liveOperators, usedColumns } from '../../ir/demand.js'
import { tapOperators } from '../../ir/taps.js'
import { STATEFUL, type Edge, type Operator, type OperatorId, type PlanProgram, type PlanRelation } from '../../ir/plan.js'

export interface PlanShape {
  readonly operator: (id: OperatorId) => Operator
  /** Operators that read this port, in plan order; an operator that reads it twice stands twice. Taps do not count. */
  readonly consumers: (edge: Edge) => readonly Operator[]
  /** Output ordinals that something downstream reads, ascending; never empty. */
  readonly used: (id: OperatorId) => readonly number[]
  /** The same for the readers of one port. */
  readonly usedAt: (edge: Edge) => readonly number[]
  /** Does anything that reaches a sink read it? */
  readonly live: (id: OperatorId) => boolean
  /**
   * How many chains of stateless operators leave it. Each chain prunes other columns, and Flink's planner then plans a
   * stateful operator once a chain (seen in EXPLAIN on 2.2), unless all columns pass through one ROW.
   */
  readonly branches: (id: OperatorId) => number
  /**
   * Readers of a versioned table by the changelog that they ask for: a temporal join wants new rows and deletes, anything
   * else also the rows that are replaced. Flink plans one keep-last operator for each of the two.
   */
  readonly versionReaders: (id: OperatorId) => { readonly joins: number; readonly others: number }
  /** The named relation that is exactly this port, if there is one. */
  readonly relation: (edge: Edge) => PlanRelation | undefined
}

export function planShape(plan: PlanProgram): PlanShape {
  const byId = new Map(plan.operators.map((o) => [o.id, o]))
  const operator = (id: OperatorId): Operator => byId.get(id) ?? bug(`no operator ${id} in the plan`)
  const live = liveOperators(plan.operators, operator)
  const consumers = new Map<string, Operator[]>()
  const taps = tapOperators(plan.operators)
  for (const o of plan.operators) {
    if (!live.has(o.id) || taps.has(o.id)) continue
    for (const edge of o.inputs) consumers.set(edgeKey(edge), [...(consumers.get(edgeKey(edge)) ?? []), o])
  }
  const used = usedColumns(plan.operators, live, operator)
  const branches = new Map<OperatorId, number>()
  const readersOf = (id: OperatorId): readonly Operator[] =>
    operator(id).ports.flatMap((port) => consumers.get(edgeKey({ operator: id, port })) ?? [])
  const isEnd = (o: Operator): boolean => STATEFUL.has(o.kind) || o.kind === 'sink'
  const further = (id: OperatorId): readonly OperatorId[] =>
    readersOf(id).flatMap((r) => (isEnd(r) || branches.has(r.id) ? [] : [r.id]))
  const branchesOf = (of: OperatorId): number => {
    for (const id of branches.has(of) ? [] : postOrder([of], further))
      branches.set(
        id,
        readersOf(id).reduce((n, r) => n + (isEnd(r) ? 1 : branches.get(r.id)!), 0),
      )
    return branches.get(of)!
  }
  const relations = new Map(plan.relations.map((r) => [edgeKey(r.edge), r]))
  return {
    operator,
    consumers: (edge) => consumers.get(edgeKey(edge)) ?? [],
    used: (id) => used.operators.get(id) ?? bug(`nothing reads ${id}`),
    usedAt: (edge) => used.edges.get(edgeKey(edge)) ?? bug(`nothing reads ${edge.port} of ${edge.operator}`),
    live: (id) => live.has(id),
    branches: branchesOf,
    versionReaders: (id) => {
      const joins = (consumers.get(edgeKey({ operator: id, port: 'main' })) ?? []).filter(
        (r) => r.kind === 'temporal_join',
      ).length
      return { joins, others: branchesOf(id) - joins }
    },
    relation: (edge) => relations.get(edgeKey(edge)),
  }
}
