// From checked relations and sinks of one pipeline to its PlanProgram: what the sinks reach, in topological order, with the
// dead-letter lanes merged and the pipeline's name in front of every id.
import { postOrder } from '../core/post-order.js'
import { FUNCTIONS_VERSION } from '../functions/ids.js'
import { DLQ_COLUMNS } from '../ir/dlq.js'
import {
  NO_TOPIC_SPEC,
  PLAN_VERSION,
  type Edge,
  type EnvelopeOperator,
  type Operator,
  type PlanColumn,
  type PlanConnection,
  type PlanCatalog,
  type PlanProgram,
  type PlanRelation,
  type PlanTopic,
  type SemanticsProfile,
  type SinkOperator,
  type TargetName,
} from '../ir/plan.js'
import type { EvaluatedParam } from './params.js'
import type { Memory } from './memory.js'
import type { CheckedPipeline } from './pipeline.js'
import { carryOrigin } from './plan-origin.js'
import { copyOf, NO_STATE, type CheckedRelation, type Lane } from './relation.js'
import { areCopies } from './script-copies.js'
import type { CheckedSink } from './sink.js'

/** What differs in rows between the targets (flink-semantics.md §3.4): up to 2.3 a late probe row is joined. */
export const SEMANTICS: Readonly<Record<TargetName, SemanticsProfile>> = {
  'flink-1.20': { lateProbeRow: 'join' },
  'flink-2.1': { lateProbeRow: 'join' },
  'flink-2.2': { lateProbeRow: 'join' },
  'flink-2.3': { lateProbeRow: 'join' },
  // nothing is built or run for it yet: the target refuses every plan
  confluent: { lateProbeRow: 'join' },
}

export interface PlanInput {
  readonly checked: CheckedPipeline
  readonly sinks: readonly CheckedSink[]
  readonly connections: readonly PlanConnection[]
  readonly catalogs: readonly PlanCatalog[]
  readonly topics: readonly PlanTopic[]
  readonly target: TargetName
  /** Of the files that the pipeline sees. */
  readonly params: readonly EvaluatedParam[]
  readonly memory: Memory
}

/** Relations that the sinks read, each after those it reads itself; ties in the order of use. */
export function reached(sinks: readonly CheckedSink[]): readonly CheckedRelation[] {
  const out: CheckedRelation[] = []
  const byName = new Map<string, CheckedRelation>()
  const read = sinks.map((s) => s.relation)
  for (const r of postOrder(read, ({ uses }) => uses)) {
    const known = byName.get(r.name)
    if (known !== undefined && areCopies(known, r)) continue
    byName.set(r.name, r)
    out.push(r)
  }
  return out
}

export function buildPlan(input: PlanInput): PlanProgram {
  const { pipeline } = input.checked
  const relations = reached(input.sinks)
  const operators: Operator[] = []
  const known = new Set<string>()
  const add = (op: Operator): void => {
    if (known.has(op.id)) return
    known.add(op.id)
    operators.push(op)
  }
  for (const r of relations) for (const op of r.operators) add(op)
  const sinkOperators = input.sinks.flatMap((s) => s.operators)
  const lanes = lanesOf(relations)
  const needed = reachable([...operators, ...sinkOperators], lanes)
  const kept: Operator[] = [...operators.filter((op) => needed.has(op.id)), ...sinkOperators]
  if (lanes.length > 0 && pipeline.dlq !== null) kept.push(...deadLetters(lanes, pipeline.name, pipeline.dlq, kept, input.memory))
  const carried = carryOrigin(kept, input.memory)
  const named = carried.map((op) => prefixed(op, pipeline.name, input.memory))
  return {
    planVersion: PLAN_VERSION,
    functionsVersion: FUNCTIONS_VERSION,
    target: input.target,
    semantics: SEMANTICS[input.target],
    pipeline,
    operators: topological(named),
    relations: relations.flatMap((r): PlanRelation[] => (r.shape === null ? [] : relationOf(r, needed, pipeline.name))),
    connections: input.connections,
    catalogs: input.catalogs,
    topics: input.topics,
    inferred: [
      ...input.params.map((p) => ({ about: p.name, what: 'param', value: p.value, because: p.because })),
      ...input.checked.inferred.map((i) => ({ about: `pipeline ${pipeline.name}`, ...i })),
      ...relations.flatMap((r) => (r.lateOf === null ? r.inferred.map((i) => ({ about: r.name, ...i })) : [])),
      ...input.sinks.flatMap((s) => s.inferred.map((i) => ({ about: s.operators.at(-1)!.id, ...i }))),
    ],
  }
}

function relationOf(r: CheckedRelation, needed: ReadonlySet<string>, pipeline: string): PlanRelation[] {
  const shape = r.shape!
  // A cdc table that is only joined is seen through its versions: the form without deleted keys takes no part in the job.
  const edge = needed.has(shape.edge.operator) ? shape.edge : r.versions?.edge
  if (edge === undefined) return []
  return [
    {
      name: r.name,
      kind: r.kind,
      edge: { operator: `${pipeline}/${edge.operator}`, port: edge.port },
      doc: r.doc,
      origin: r.nameSpan,
    },
  ]
}

function lanesOf(relations: readonly CheckedRelation[]): readonly Lane[] {
  const out = new Map<string, Lane>()
  for (const r of relations) for (const lane of r.lanes) out.set(`${lane.split}|${lane.port}`, lane)
  return [...out.values()]
}

/** Operators that some sink or lane reads. */
function reachable(operators: readonly Operator[], lanes: readonly Lane[]): ReadonlySet<string> {
  const byId = new Map(operators.map((op) => [op.id, op]))
  const read = [...operators.flatMap((op) => (op.kind === 'sink' ? [op.id] : [])), ...lanes.map((lane) => lane.split)]
  return new Set(postOrder(read, (id) => byId.get(id)!.inputs.map((e) => e.operator)))
}

function envelopeOf(lane: Lane, pipeline: string): EnvelopeOperator {
  const { shape } = lane
  const id = `dlq/envelope(${lane.split}${lane.port === 'late' ? '' : `:${lane.reason}`})`
  const visible = shape.row.flatMap((c, i) => (c.hidden === true ? [] : [i]))
  const columns: PlanColumn[] = DLQ_COLUMNS.map((c) => ({
    name: c.name,
    type: c.type,
    nullable: c.nullable,
    doc: c.doc,
    from:
      c.name === 'payload'
        ? visible.map((i) => ({ column: { operator: lane.split, ordinal: i }, how: 'compute' as const }))
        : c.name === 'event_time' && shape.time !== null
          ? copyOf(shape.edge, shape.time)
          : [],
  }))
  return {
    kind: 'envelope',
    id,
    inputs: [shape.edge],
    columns,
    ports: ['main'],
    traits: { change: 'append', keys: [], time: null, watermark: shape.sources.map((s) => s.operator), state: NO_STATE },
    relation: '',
    origin: lane.span,
    pipeline,
    step: `${pipeline}/${lane.split}`,
    stage: lane.stage,
    reason: lane.reason,
    payload: visible,
    eventTime: shape.time,
    watermark: shape.time !== null && shape.merged === null,
    originTopic: null,
    originPartition: null,
    originOffset: null,
    key: null,
  }
}

/** One envelope a lane, all of them in one sink: two exactly-once writers of one topic would fence each other for ever. */
function deadLetters(
  lanes: readonly Lane[],
  pipeline: string,
  topic: string,
  others: readonly Operator[],
  memory: Memory,
): Operator[] {
  const out: Operator[] = []
  const edges: Edge[] = []
  for (const lane of lanes) {
    const known = memory.envelopes.get(lane)
    const envelope = known?.pipeline === pipeline ? known.operator : envelopeOf(lane, pipeline)
    memory.envelopes.set(lane, { pipeline, operator: envelope })
    out.push(envelope)
    edges.push({ operator: envelope.id, port: 'main' })
  }
  let edge = edges[0]!
  if (edges.length > 1) {
    const first = out[0]!
    const columns = first.columns.map((c, i) => ({ ...c, from: edges.flatMap((e) => copyOf(e, i)) }))
    out.push({
      kind: 'union',
      id: 'dlq/union',
      inputs: edges,
      columns,
      ports: ['main'],
      traits: first.traits,
      relation: '',
      origin: first.origin,
    })
    edge = { operator: 'dlq/union', port: 'main' }
  }
  const json = others.every((op) =>
    op.kind === 'source'
      ? !usesRegistry(op.format)
      : op.kind !== 'sink' || op.target.kind !== 'kafka' || op.target.format === 'json',
  )
  const sink: SinkOperator = {
    kind: 'sink',
    id: `sink(dlq '${topic}')`,
    inputs: [edge],
    columns: [],
    ports: [],
    traits: out[0]!.traits,
    relation: '',
    origin: lanes[0]!.span,
    name: `dlq '${topic}'`,
    mode: 'append',
    target: {
      kind: 'kafka',
      topic,
      format: json ? 'json' : 'avro',
      subject: json ? null : `${topic}-value`,
      keyFormat: null,
      owned: NO_TOPIC_SPEC,
      role: 'dlq',
    },
    row: DLQ_COLUMNS.map((c) => ({ name: c.name, type: c.type, nullable: c.nullable, doc: c.doc })),
    key: [],
  }
  return [...out, sink]
}

const usesRegistry = (f: { kind: string; framing?: string; encoding?: string }): boolean =>
  (f.kind === 'avro' && f.framing === 'confluent') || (f.kind === 'debezium' && f.encoding === 'avro')

function prefixed(op: Operator, pipeline: string, memory: Memory): Operator {
  const known = memory.named.get(op)
  if (known?.pipeline === pipeline) return known.operator
  const operator = prefix(op, pipeline)
  memory.named.set(op, { pipeline, operator })
  return operator
}

/** Puts the pipeline's name in front of every id that the operator mentions. */
function prefix(op: Operator, pipeline: string): Operator {
  const id = (x: string): string => `${pipeline}/${x}`
  const columns = op.columns.map((c) => ({
    ...c,
    from: c.from.map((o) => ({ ...o, column: { ...o.column, operator: id(o.column.operator) } })),
  }))
  const base = {
    ...op,
    id: id(op.id),
    inputs: op.inputs.map((e) => ({ ...e, operator: id(e.operator) })),
    columns,
    traits: { ...op.traits, watermark: op.traits.watermark.map(id) },
  }
  if (base.kind === 'split' && base.test.kind !== 'condition')
    return { ...base, test: { ...base.test, guards: id(base.test.guards) } }
  if (base.kind === 'source' && base.connector.kind === 'iceberg' && base.connector.before !== null) {
    const { before } = base.connector
    return { ...base, connector: { ...base.connector, before: { ...before, source: id(before.source) } } }
  }
  return base
}

function topological(operators: readonly Operator[]): readonly Operator[] {
  const byId = new Map(operators.map((op) => [op.id, op]))
  return postOrder(operators, (op) => op.inputs.map((e) => byId.get(e.operator)!))
}
