// The flow as a picture: relations and what stands between them, sources left, sinks right. Data for every drawing.
import { edgeKey } from '../../ir/demand.js'
import { topicsText } from '../../ir/kafka-source.js'
import type { Edge, Operator, OperatorId, PlanProgram } from '../../ir/plan.js'
import { planShape } from '../flink/shape.js'

export type GraphNodeKind = 'topic' | 'table' | 'files' | 'clock' | 'relation' | 'step' | 'sink' | 'dlq'

export interface GraphNode {
  readonly id: string
  readonly kind: GraphNodeKind
  readonly label: string
  /** A second line: `tumble 5 minutes`, `keeps versions`. */
  readonly detail: string | null
  readonly operator: OperatorId | null
}

export interface GraphEdge {
  readonly from: string
  readonly to: string
  /** `late`, the reason of a rejection, or null for the main way. */
  readonly label: string | null
}

export interface GraphModel {
  readonly name: string
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
}

/** Steps that show: those that keep state, divide or unite. Filters and projections belong to their relation. */
const SHOWN: ReadonlySet<Operator['kind']> = new Set([
  'source',
  'split',
  'temporal_join',
  'window_aggregate',
  'sql',
  'union',
  'sink',
])

/** The node where the rows of an edge come from, and the word on the way out of it. */
interface Origin {
  readonly node: string
  readonly label: string | null
}

/** Of so many operators the graph is drawn from its sources on. */
const DEEP = 2000

export function graphModel(plan: PlanProgram): GraphModel {
  const shape = planShape(plan)
  const nodes: GraphNode[] = []
  const edges: GraphEdge[] = []
  const ids = new Map<string, string>()
  const add = (key: string, node: Omit<GraphNode, 'id'>): string => {
    const known = ids.get(key)
    if (known !== undefined) return known
    const id = `n${ids.size + 1}`
    ids.set(key, id)
    nodes.push({ id, ...node })
    return id
  }
  const connect = (from: string, to: string, label: string | null): void => {
    if (from !== to && !edges.some((e) => e.from === from && e.to === to && e.label === label)) edges.push({ from, to, label })
  }
  const origins = new Map<string, Origin>()
  const originOf = (edge: Edge): Origin => {
    const known = origins.get(edgeKey(edge)) ?? madeOrigin(edge)
    origins.set(edgeKey(edge), known)
    return known
  }
  const madeOrigin = (edge: Edge): Origin => {
    const o = shape.operator(edge.operator)
    const relation = shape.relation(edge)
    const own = SHOWN.has(o.kind) ? nodeOf(o) : null
    const before = own === null ? originOf(o.inputs[0]!) : { node: own, label: portLabel(edge) }
    if (relation === undefined || (o.kind === 'source' && relation.name === o.name)) return before
    const node = add(`relation\n${edgeKey(edge)}`, { kind: 'relation', label: relation.name, detail: null, operator: o.id })
    connect(before.node, node, before.label)
    return { node, label: null }
  }
  const nodeOf = (o: Operator): string => {
    const known = ids.get(o.id)
    if (known !== undefined) return known
    const node = add(o.id, describe(o))
    for (const edge of o.inputs) {
      const from = originOf(edge)
      connect(from.node, node, from.label)
    }
    return node
  }
  // what is read comes before who reads it: a chain may be longer than the engine can call itself
  if (plan.operators.length > DEEP) for (const o of plan.operators) if (shape.live(o.id)) o.inputs.forEach(originOf)
  for (const o of plan.operators) if (shape.live(o.id) && (o.kind === 'source' || o.kind === 'sink')) nodeOf(o)
  return { name: plan.pipeline.name, nodes, edges }
}

const portLabel = (edge: Edge): string | null =>
  edge.port === 'main' ? null : edge.port === 'late' ? 'late' : edge.port.slice('reject:'.length)

function describe(o: Operator): Omit<GraphNode, 'id'> {
  const node = (kind: GraphNodeKind, label: string, detail: string | null = null): Omit<GraphNode, 'id'> => ({
    kind,
    label,
    detail,
    operator: o.id,
  })
  switch (o.kind) {
    case 'source':
      switch (o.connector.kind) {
        case 'kafka':
          return node('topic', o.name, topicsText(o.connector))
        case 'cdc':
          return node('table', o.name, `changes of ${o.connector.table}`)
        case 'iceberg':
          return node('table', o.name, `Iceberg ${[o.connector.catalog, ...o.connector.namespace, o.connector.table].join('.')}`)
        case 'every':
          return node('clock', o.name, `every ${duration(o.connector.period)}`)
        case 'files':
          return node('files', o.name, o.connector.path)
      }
      break
    case 'split':
      return node(
        'step',
        o.test.kind === 'condition' ? 'where' : 'late?',
        o.test.kind === 'condition' ? null : o.test.kind === 'late-row' ? 'behind the watermark' : 'its window has fired',
      )
    case 'temporal_join':
      return node('step', `${o.join} join`, 'keeps versions')
    case 'window_aggregate':
      return node('step', 'window', `tumble ${duration(o.window.size)}`)
    case 'sql':
      return node('step', 'sql', 'raw SQL')
    case 'union':
      return node('step', 'union all')
    case 'sink':
      return o.target.kind === 'kafka'
        ? node(
            o.target.role === 'dlq' ? 'dlq' : 'sink',
            o.target.topic,
            o.target.role === 'tap' ? 'tap' : o.mode === 'upsert' ? 'topic, upsert' : 'topic',
          )
        : node('sink', [o.target.catalog, ...o.target.namespace, o.target.table].join('.'), `Iceberg, ${o.mode}`)
    case 'versions':
    case 'filter':
    case 'project':
    case 'envelope':
      break
  }
  return node('step', o.kind)
}

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
] as const

export function duration(milliseconds: number): string {
  for (const [size, name] of UNITS)
    if (milliseconds >= size && milliseconds % size === 0)
      return `${milliseconds / size} ${name}${milliseconds === size ? '' : 's'}`
  return `${milliseconds} milliseconds`
}
