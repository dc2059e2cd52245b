// `tap NAME to kafka 'topic'`: a look at a relation of a job. It shows what the job has anyway, so that the rest is the same job
// with and without it: the same operators, the same SQL, the same state.
import { operation } from '../diagnostics/codes/operation.js'
import { sinks } from '../diagnostics/codes/sinks.js'
import { bug } from '../core/bug.js'
import { edgeKey, liveOperators, usedColumns } from '../ir/demand.js'
import {
  NO_TOPIC_SPEC,
  type Edge,
  type FilterOperator,
  type Operator,
  type PlanColumn,
  type PlanProgram,
  type ProjectOperator,
  type SinkOperator,
} from '../ir/plan.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { columnAt, copyOf, NO_STATE, type CheckedRelation } from './relation.js'
import { topicNameProblem } from './topic.js'
import { jsonProblem } from './writable.js'

export interface CheckedTap {
  readonly declaration: ast.TapDecl
  readonly relation: CheckedRelation
}

export const tapName = (d: ast.TapDecl): string => `tap '${d.topic.value}'`

export function checkTap(d: ast.TapDecl, file: string, checking: Checking): CheckedTap | null {
  const problem = topicNameProblem(d.topic.value)
  if (problem !== null) checking.bag.report(sinks.topicName, d.topic.span, { topic: d.topic.value, reason: problem })
  const relation = checking.relation(file, d.relation)
  return relation === null || relation.shape === null || relation.shape.open || problem !== null
    ? null
    : { declaration: d, relation }
}

/** The plan with its taps at the end, behind everything that it has without them. */
export function withTaps(plan: PlanProgram, taps: readonly CheckedTap[], checking: Checking): PlanProgram {
  if (taps.length === 0) return plan
  const byId = new Map(plan.operators.map((o) => [o.id, o]))
  const find = (id: string): Operator => byId.get(id) ?? bug(`no operator ${id} in the plan`)
  const used = usedColumns(plan.operators, liveOperators(plan.operators, find), find)
  const operators: Operator[] = [...plan.operators]
  const inferred = [...plan.inferred]
  for (const { declaration: d, relation } of taps) {
    const { bag } = checking
    const at = plan.relations.find((r) => r.name === relation.name)
    const ordinals = at === undefined ? undefined : used.edges.get(edgeKey(at.edge))
    if (at === undefined || ordinals === undefined) {
      const related = [{ span: relation.nameSpan, text: 'declared here' }]
      bag.report(operation.tapUnread, d.relation.span, { relation: d.relation.text, why: 'unread' }, { related })
      continue
    }
    const from = find(at.edge.operator)
    const shown = ordinals.filter((i) => from.columns[i]!.hidden !== true)
    if (shown.length === 0) {
      bag.report(operation.tapUnread, d.relation.span, { relation: d.relation.text, why: 'no column' })
      continue
    }
    for (const i of shown) {
      const c = from.columns[i]!
      const problem = jsonProblem(c.type)
      if (problem === null) continue
      const all = { column: c.name, type: c.type.key, sink: 'a JSON topic', reason: problem }
      bag.report(sinks.unwritable, d.relation.span, all)
    }
    // what a join reads are versions: a key that is gone is a row there
    const live = from.kind === 'versions' ? liveOf(d, plan, from, at.edge, relation) : null
    const project = live === null ? projectOf(d, plan, from, at.edge, shown) : projectOf(d, plan, live, mainOf(live), shown)
    operators.push(...(live === null ? [] : [live]), project, sinkOf(d, plan, project))
    const about = tapName(d)
    inferred.push({ about, what: 'topic', value: d.topic.value, because: 'a tap owns its topic' })
    inferred.push(
      project.traits.change === 'append'
        ? { about, what: 'format', value: 'json', because: 'rows are only added: one object a row' }
        : {
            about,
            what: 'format',
            value: 'debezium-json',
            because: 'rows change: `op` is `c` for a row that is there from now on, `d` for one that no longer is',
          },
    )
    const left = from.columns.filter((c, i) => c.hidden !== true && !ordinals.includes(i)).map((c) => c.name)
    if (left.length > 0)
      inferred.push({
        about,
        what: 'columns left out',
        value: left.join(', '),
        because: 'nothing else of the job reads them, and a tap adds no work',
      })
  }
  return { ...plan, operators, inferred }
}

const mainOf = (o: Operator): Edge => ({ operator: o.id, port: 'main' })

/** The filter that makes a table of versions, as the checker has built it for those who read the table. */
function liveOf(d: ast.TapDecl, plan: PlanProgram, from: Operator, edge: Edge, relation: CheckedRelation): FilterOperator {
  const own = relation.operators.find((o): o is FilterOperator => o.kind === 'filter' && o.purpose === 'live')
  if (own === undefined) return bug(`${relation.name} has versions and no rows`)
  return {
    ...own,
    id: `${plan.pipeline.name}/${tapName(d)}/filter(live)`,
    inputs: [edge],
    columns: from.columns.map((c, i) => ({ ...c, from: copyOf(edge, i) })),
    traits: { ...from.traits, state: NO_STATE },
    relation: '',
    origin: d.span,
  }
}

function projectOf(d: ast.TapDecl, plan: PlanProgram, from: Operator, edge: Edge, shown: readonly number[]): ProjectOperator {
  const columns = shown.map((i): PlanColumn => {
    const { name, type, nullable, doc } = from.columns[i]!
    return { name, type, nullable, from: copyOf(edge, i), ...(doc === undefined ? {} : { doc }) }
  })
  return {
    kind: 'project',
    id: `${plan.pipeline.name}/${tapName(d)}/project`,
    inputs: [edge],
    columns,
    ports: ['main'],
    traits: { ...from.traits, keys: [], time: null, state: NO_STATE },
    relation: '',
    origin: d.span,
    exprs: shown.map((i) => columnAt(from.columns, i)),
    purpose: 'key',
  }
}

function sinkOf(d: ast.TapDecl, plan: PlanProgram, input: ProjectOperator): SinkOperator {
  return {
    kind: 'sink',
    id: `${plan.pipeline.name}/${tapName(d)}`,
    inputs: [{ operator: input.id, port: 'main' }],
    columns: [],
    ports: [],
    traits: input.traits,
    relation: '',
    origin: d.span,
    name: tapName(d),
    mode: 'append',
    target: {
      kind: 'kafka',
      topic: d.topic.value,
      format: input.traits.change === 'append' ? 'json' : 'debezium-json',
      subject: null,
      keyFormat: null,
      owned: NO_TOPIC_SPEC,
      role: 'tap',
    },
    row: input.columns.map(({ name, type, nullable, doc }) => ({ name, type, nullable, ...(doc === undefined ? {} : { doc }) })),
    key: [],
  }
}

/** Two writers of one topic. */
export function reportSharedTaps(
  taps: readonly CheckedTap[],
  written: readonly { readonly topic: string; readonly span: ast.Node['span']; readonly text: string }[],
  checking: Checking,
): void {
  const first = new Map(written.map((w) => [w.topic, w]))
  for (const { declaration: d } of taps) {
    const topic = d.topic.value
    const other = first.get(topic)
    if (other === undefined) first.set(topic, { topic, span: d.topic.span, text: 'the first one' })
    else
      checking.bag.report(
        sinks.sameTarget,
        d.topic.span,
        { target: `kafka '${topic}'` },
        { related: [{ span: other.span, text: other.text }], help: 'give the tap a topic of its own' },
      )
  }
}
