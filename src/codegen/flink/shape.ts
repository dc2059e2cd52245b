// What codegen must know about a plan as a whole before it writes a line: who reads what, which columns anybody reads,
// and which stateful operators feed several branches.
import { bug } from '../../core/bug.js'
import { columnsOf } from '../../ir/expr.js'
import {
  STATEFUL,
  dispatch,
  type Edge,
  type Operator,
  type OperatorId,
  type OperatorTable,
  type PlanProgram,
  type PlanRelation,
} from '../../ir/plan.js'

export interface PlanShape {
  readonly operator: (id: OperatorId) => Operator
  /** Operators that read this port, in plan order; an operator that reads it twice stands twice. */
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

export const edgeKey = (edge: Edge): string => `${edge.operator}\n${edge.port}`

export function planShape(plan: PlanProgram): PlanShape {
  const byId = new Map(plan.operators.map((o) => [o.id, o]))
  const operator = (id: OperatorId): Operator => byId.get(id) ?? bug(`no operator ${id} in the plan`)
  const live = liveOperators(plan, operator)
  const consumers = new Map<string, Operator[]>()
  for (const o of plan.operators) {
    if (!live.has(o.id)) continue
    for (const edge of o.inputs) consumers.set(edgeKey(edge), [...(consumers.get(edgeKey(edge)) ?? []), o])
  }
  const used = usedColumns(plan, live, operator)
  const branches = new Map<OperatorId, number>()
  const branchesOf = (id: OperatorId): number => {
    const known = branches.get(id)
    if (known !== undefined) return known
    const readers = operator(id).ports.flatMap((port) => consumers.get(edgeKey({ operator: id, port })) ?? [])
    const count = readers.reduce((n, r) => n + (STATEFUL.has(r.kind) || r.kind === 'sink' ? 1 : branchesOf(r.id)), 0)
    branches.set(id, count)
    return count
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

function liveOperators(plan: PlanProgram, operator: (id: OperatorId) => Operator): ReadonlySet<OperatorId> {
  const live = new Set<OperatorId>()
  const visit = (id: OperatorId): void => {
    if (live.has(id)) return
    live.add(id)
    for (const edge of operator(id).inputs) visit(edge.operator)
  }
  for (const o of plan.operators) if (o.kind === 'sink') visit(o.id)
  return live
}

/** Input ordinals that an operator reads so that its output ordinals `used` exist: one set an input. */
type Demand = readonly Iterable<number>[]

const all = (used: ReadonlySet<number>, more: Iterable<number>): number[] => [...used, ...more]

const DEMAND: OperatorTable<[used: ReadonlySet<number>], Demand> = {
  source: () => [],
  versions: (o, used) => [all(used, [...o.key, o.time])],
  filter: (o, used) => [
    all(
      used,
      columnsOf(o.condition).map((c) => c.ordinal),
    ),
  ],
  split: (o, used) => [
    all(used, o.test.kind === 'condition' ? columnsOf(o.test.condition).map((c) => c.ordinal) : [o.test.time]),
  ],
  project: (o, used) => [[...used].flatMap((i) => columnsOf(o.exprs[i]!).map((c) => c.ordinal))],
  temporal_join: (o, used) => {
    const sides: [Set<number>, Set<number>] = [new Set([o.leftTime]), new Set([o.rightTime])]
    for (const i of used) {
      const from = o.output[i]!
      sides[from.input].add(from.ordinal)
    }
    for (const key of o.keys) {
      for (const c of columnsOf(key.left)) sides[0].add(c.ordinal)
      sides[1].add(key.right)
    }
    for (const c of o.residual === null ? [] : columnsOf(o.residual)) (c.input === 0 ? sides[0] : sides[1]).add(c.ordinal)
    return sides
  },
  window_aggregate: (o, used) => [
    [
      o.time,
      ...o.keys.flatMap((k) => columnsOf(k).map((c) => c.ordinal)),
      ...o.calls.flatMap((call, i) =>
        used.has(o.keys.length + i)
          ? [call.argument, call.filter].flatMap((e) => (e === null ? [] : columnsOf(e).map((c) => c.ordinal)))
          : [],
      ),
    ],
  ],
  union: (o, used) => o.inputs.map(() => used),
  envelope: (o) => [
    [
      ...o.payload,
      ...[o.eventTime, o.originTopic, o.originPartition, o.originOffset].filter((x) => x !== null),
      ...(o.key === null ? [] : columnsOf(o.key).map((c) => c.ordinal)),
    ],
  ],
  sink: (o) => [o.row.map((_, i) => i)],
}

interface UsedColumns {
  readonly operators: ReadonlyMap<OperatorId, readonly number[]>
  readonly edges: ReadonlyMap<string, readonly number[]>
}

function usedColumns(plan: PlanProgram, live: ReadonlySet<OperatorId>, operator: (id: OperatorId) => Operator): UsedColumns {
  const operators = new Map<OperatorId, Set<number>>()
  const edges = new Map<string, Set<number>>()
  const setIn = <K>(map: Map<K, Set<number>>, key: K): Set<number> => {
    const known = map.get(key) ?? new Set<number>()
    map.set(key, known)
    return known
  }
  for (const o of [...plan.operators].reverse()) {
    if (!live.has(o.id)) continue
    const used = setIn(operators, o.id)
    // an SQL relation has at least one column
    if (used.size === 0 && o.columns.length > 0) used.add(0)
    dispatch(DEMAND, o, used).forEach((ordinals, input) => {
      const edge = o.inputs[input] ?? bug(`${o.id} has no input ${input}`)
      const width = operator(edge.operator).columns.length
      for (const i of ordinals) {
        if (i >= width) bug(`${o.id} reads column ${i} of ${edge.operator}, which has ${width}`)
        setIn(operators, edge.operator).add(i)
        setIn(edges, edgeKey(edge)).add(i)
      }
      if (setIn(edges, edgeKey(edge)).size === 0 && width > 0) {
        setIn(operators, edge.operator).add(0)
        setIn(edges, edgeKey(edge)).add(0)
      }
    })
  }
  const sorted = <K>(map: ReadonlyMap<K, ReadonlySet<number>>): ReadonlyMap<K, readonly number[]> =>
    new Map([...map].map(([key, set]) => [key, [...set].sort((a, b) => a - b)]))
  return { operators: sorted(operators), edges: sorted(edges) }
}
