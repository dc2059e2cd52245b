// A plan in which every relation that the program names can be seen: those that no sink shows get one of their own.
import { bug } from '../../../src/core/bug.js'
import type { Edge, Operator, PlanProgram, SinkOperator } from '../../../src/ir/plan.js'

/** One changelog to record: of a relation, or of the dead letters. */
export interface Watched {
  /** Name of the relation; `dlq`. */
  readonly name: string
  readonly sink: SinkOperator
  /** The port whose rows the sink takes. */
  readonly edge: Edge
}

export interface RecordPlan {
  readonly plan: PlanProgram
  readonly watched: readonly Watched[]
}

const sameEdge = (a: Edge, b: Edge): boolean => a.operator === b.operator && a.port === b.port

export function recordPlan(plan: PlanProgram): RecordPlan {
  const operators = new Map(plan.operators.map((o) => [o.id, o]))
  const sinks = plan.operators.filter((o): o is SinkOperator => o.kind === 'sink')
  const added: SinkOperator[] = []
  const watched: Watched[] = []
  for (const relation of plan.relations) {
    const { edge } = relation
    const from = operators.get(edge.operator) ?? bug(`no operator ${edge.operator}`)
    if (from.kind === 'source') continue
    const own = sinks.find((s) => sameEdge(s.inputs[0]!, edge) && showsAll(s, from))
    const sink = own ?? recorder(relation.name, edge, from)
    if (own === undefined) added.push(sink)
    watched.push({ name: relation.name, sink, edge })
  }
  for (const sink of sinks) {
    const { target } = sink
    if (target.kind === 'kafka' && target.role === 'dlq') watched.push({ name: 'dlq', sink, edge: sink.inputs[0]! })
  }
  return { plan: { ...plan, operators: [...plan.operators, ...added] }, watched }
}

const visible = (o: Operator): readonly number[] => o.columns.flatMap((c, i) => (c.hidden === true ? [] : [i]))

const showsAll = (sink: SinkOperator, from: Operator): boolean => sink.row.length === visible(from).length

function recorder(relation: string, edge: Edge, from: Operator): SinkOperator {
  const shown = visible(from)
  if (shown.some((ordinal, i) => ordinal !== i)) return bug(`hidden columns of ${from.id} stand between visible ones`)
  const upsert = from.traits.change === 'updating'
  return {
    kind: 'sink',
    id: `record/${relation}`,
    inputs: [edge],
    columns: [],
    ports: [],
    traits: { ...from.traits },
    relation,
    origin: from.origin,
    name: `record.${relation}`,
    mode: upsert ? 'upsert' : 'append',
    target: {
      kind: 'kafka',
      topic: `record.${relation}`,
      format: 'json',
      subject: null,
      keyFormat: upsert ? 'json' : null,
      owned: { throughput: null, partitions: null, replicas: null, minInsyncReplicas: null, retention: null, cleanup: null },
      role: 'result',
    },
    row: shown.map((i) => {
      const { name, type, nullable } = from.columns[i]!
      return { name, type, nullable }
    }),
    key: upsert ? (from.traits.keys[0] ?? bug(`${relation} is updating and has no key`)) : [],
  }
}
