// Which operators of a plan reach a sink, and which of their columns anybody reads: what is not read is not computed, carried or
// kept in state.
import { bug } from '../core/bug.js'
import { postOrder } from '../core/post-order.js'
import { columnsOf } from './expr.js'
import { dispatch, type Edge, type Operator, type OperatorId, type OperatorTable } from './plan.js'

export const edgeKey = (edge: Edge): string => `${edge.operator}\n${edge.port}`

type Find = (id: OperatorId) => Operator

/** Operators that some sink reads, at any distance; `counts` says which sinks count. */
export function liveOperators(
  operators: readonly Operator[],
  find: Find,
  counts: (sink: Operator) => boolean = () => true,
): ReadonlySet<OperatorId> {
  const sinks = operators.filter((o) => o.kind === 'sink' && counts(o)).map((o) => o.id)
  return new Set(postOrder(sinks, (id) => find(id).inputs.map((edge) => edge.operator)))
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
  sql: (o) => o.reads.map((r) => r.columns),
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

export interface UsedColumns {
  /** Output ordinals that something reads, ascending; never empty where there is a column. */
  readonly operators: ReadonlyMap<OperatorId, readonly number[]>
  /** The same for the readers of one port, by edgeKey. */
  readonly edges: ReadonlyMap<string, readonly number[]>
}

export function usedColumns(plan: readonly Operator[], live: ReadonlySet<OperatorId>, operator: Find): UsedColumns {
  const operators = new Map<OperatorId, Set<number>>()
  const edges = new Map<string, Set<number>>()
  const setIn = <K>(map: Map<K, Set<number>>, key: K): Set<number> => {
    const known = map.get(key) ?? new Set<number>()
    map.set(key, known)
    return known
  }
  for (const o of [...plan].reverse()) {
    if (!live.has(o.id)) continue
    const used = setIn(operators, o.id)
    // all that raw SQL declares is asked of it: a wrong declaration is found wherever it is planned
    if (o.kind === 'sql')
      o.columns.forEach((_, i) => {
        used.add(i)
        setIn(edges, edgeKey({ operator: o.id, port: 'main' })).add(i)
      })
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
