// From the checked sinks of a pipeline's file to its plan, with what can only be said of a job as a whole.
import { names } from '../diagnostics/codes/names.js'
import { sinks } from '../diagnostics/codes/sinks.js'
import { streaming } from '../diagnostics/codes/streaming.js'
import type { JavaFunction } from '../ir/expr.js'
import { javaCalls } from '../ir/java.js'
import type { Operator, PlanProgram, PlanTopic, SourceOperator } from '../ir/plan.js'
import type * as ast from '../surface/ast.js'
import type { ResolvedSchema } from '../schema/model.js'
import type { Checking } from './checking.js'
import { checkCatalog, checkConnection } from './connection.js'
import type { FileParts } from './declarations.js'
import { checkSla } from './facts/sla.js'
import { reportTopics } from './facts/topics.js'
import { addLine, remove } from './fixes.js'
import { checkPipeline, pipelineProperty } from './pipeline.js'
import { buildPlan, reached, type PlanInput } from './plan.js'
import { reportReading, type Written } from './reading.js'
import type { CheckedRelation } from './relation.js'
import { alignRowTimes } from './row-time.js'
import type { FileScope } from './scopes.js'
import { isScript, withoutCopies } from './script-copies.js'
import type { CheckedSink } from './sink.js'
import { reportSharedTaps, withTaps, type CheckedTap } from './tap.js'
import { TOPIC_SETTINGS, topicSpec } from './topic.js'
import { judgeTuning } from './tuning.js'

/** The files that a file sees, itself first, in the order of the imports. */
function closure(path: string, scopes: ReadonlyMap<string, FileScope>): readonly FileScope[] {
  const out = new Map<string, FileScope>()
  const visit = (p: string): void => {
    const scope = scopes.get(p)
    if (scope === undefined || out.has(p)) return
    out.set(p, scope)
    for (const i of scope.imports) visit(i.path)
  }
  visit(path)
  return [...out.values()]
}

/** One deployable job as far as it could be understood. */
export interface Draft {
  readonly file: string
  readonly pipeline: string
  readonly plan: PlanProgram
  /** Of the sources, by name. */
  readonly schemas: ReadonlyMap<string, ResolvedSchema>
  /** False where a sink could not be checked: names of such a program are missing for a reason already told. */
  readonly whole: boolean
}

export function draftProgram(
  scope: FileScope,
  parts: ReadonlyMap<string, FileParts>,
  scopes: ReadonlyMap<string, FileScope>,
  checking: Checking,
): readonly Draft[] {
  const { bag } = checking
  const declaration = scope.pipeline
  if (declaration === null) return []
  const { sinks: fileSinks, taps, allSinksRead } = parts.get(scope.file.path)!
  if (fileSinks.length === 0) {
    if (allSinksRead) bag.report(sinks.noSink, declaration.name.span, { pipeline: declaration.name.text })
    return []
  }
  // A table of a library follows the time of the rows that join it in this job, whatever another job does.
  const aligned = alignRowTimes(reached(fileSinks), bag)
  const used = fileSinks.map((s) => ({ ...s, relation: aligned.get(s.relation) ?? s.relation }))
  const relations = reached(used)
  reportClashes(relations, declaration, checking)
  if (allSinksRead) reportUnused(scope, relations, taps, checking)
  const checked = checkPipeline(declaration, checking)
  const lane = relations.flatMap((r) => r.lanes)[0]
  if (lane !== undefined && checked.pipeline.dlq === null && !declaration.incomplete) {
    const line = `dlq '${declaration.name.text.replaceAll('_', '.')}.dlq'`
    bag.report(
      sinks.dlqMissing,
      lane.span,
      { pipeline: declaration.name.text },
      {
        related: [{ span: declaration.name.span, text: 'the pipeline' }],
        help: `add \`${line}\` to the pipeline block`,
        fixes: [addLine(declaration.span, line)],
      },
    )
  }
  const dlqSink = fileSinks.find(
    (s) => s.declaration.target.kind === 'kafka' && s.declaration.target.topic.value === checked.pipeline.dlq,
  )
  if (dlqSink !== undefined && lane !== undefined)
    bag.report(
      sinks.sameTarget,
      dlqSink.declaration.target.span,
      { target: `kafka '${checked.pipeline.dlq ?? ''}'` },
      { related: [{ span: declaration.name.span, text: 'it is the DLQ of this pipeline' }] },
    )
  const visible = withoutCopies(closure(scope.file.path, scopes).map((s) => s.file))
  const operators = relations.flatMap((r) => r.operators)
  const connections = new Set(
    operators.flatMap((o) =>
      o.kind === 'source' && (o.connector.kind === 'cdc' || o.connector.kind === 'kafka') ? (o.connector.connection ?? []) : [],
    ),
  )
  const catalogs = new Set([
    ...used.flatMap((s) =>
      s.operators.flatMap((o) => (o.kind === 'sink' && o.target.kind === 'iceberg' ? [o.target.catalog] : [])),
    ),
    ...operators.flatMap((o) => (o.kind === 'source' && o.connector.kind === 'iceberg' ? [o.connector.catalog] : [])),
  ])
  reportSettings(visible, used, checking)
  reportSharedTopics(operators, checking)
  const written = writtenTopics(fileSinks, declaration, checked.pipeline.dlq)
  reportSharedTaps(taps, written, checking)
  const topics = visible.flatMap((d): PlanTopic[] =>
    d.kind === 'topic' ? [{ name: d.topic.value, spec: topicSpec(d.properties, d.topic.value, checking) }] : [],
  )
  const tapped = taps.map(({ declaration: { topic } }) => ({ topic: topic.value, span: topic.span, text: 'a tap writes it' }))
  reportReading(relations, [...written, ...tapped], topics, checking)
  reportTopics(operators, visible, checking)
  const bare = buildPlan({
    checked,
    sinks: used,
    connections: byName(
      namedOnce(
        visible.filter((d) => d.kind === 'connection'),
        connections,
        declaration,
        checking,
      ).flatMap((d) => checkConnection(d, checking) ?? []),
    ),
    catalogs: byName(
      namedOnce(
        visible.filter((d) => d.kind === 'catalog'),
        catalogs,
        declaration,
        checking,
      ).flatMap((d) => checkCatalog(d, checking) ?? []),
    ),
    topics: byName(topics),
    target: checking.context.target,
    memory: checking.memory,
    params: byName(paramsOf(scope.file.path, scopes, checking)),
  })
  checkSla(declaration, checked.pipeline, bare.operators, checking)
  judgeTuning(pipelineProperty(declaration, 'tuning'), bare.operators, bare.topics, checking)
  const plan = allSinksRead ? withTaps(bare, taps, checking) : bare // else what a sink would read may be missing
  if (visible.some((d) => d.kind === 'fn' && d.body.kind === 'java')) reportFunctions(plan, declaration, checking)
  const schemas = new Map(relations.flatMap((r) => (r.schema === null || r.lateOf !== null ? [] : [[r.name, r.schema] as const])))
  return [{ file: scope.file.path, pipeline: declaration.name.text, plan, schemas, whole: allSinksRead }]
}

/** Where a declaration stands in its file, and in which, says nothing: both skins of a program have one plan. */
const byName = <T extends { readonly name: string }>(items: readonly T[]): readonly T[] =>
  [...items].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))

/** Names of functions are one for a job, and Flink does not tell upper from lower case. */
function reportFunctions(plan: PlanProgram, pipeline: ast.PipelineDecl, checking: Checking): void {
  const first = new Map<string, JavaFunction>()
  for (const o of plan.operators)
    for (const { function: f } of javaCalls(o)) {
      const known = first.get(f.name.toLowerCase())
      if (known === undefined) first.set(f.name.toLowerCase(), f)
      else if (known.name !== f.name || known.className !== f.className || known.jar !== f.jar)
        checking.bag.report(names.clash, o.origin, { name: f.name, what: 'functions', pipeline: pipeline.name.text })
    }
}

/** The topics that sinks and dead letters write. */
function writtenTopics(fileSinks: readonly CheckedSink[], pipeline: ast.PipelineDecl, dlq: string | null): Written[] {
  const sinkTopics = fileSinks.flatMap(({ declaration: { target } }) =>
    target.kind === 'kafka' ? [{ topic: target.topic.value, span: target.span, text: 'a sink writes it' }] : [],
  )
  return dlq === null
    ? sinkTopics
    : [...sinkTopics, { topic: dlq, span: pipeline.name.span, text: 'it is the DLQ of this pipeline' }]
}

/** Params of the files that a file sees; one of another file says which. */
function paramsOf(path: string, scopes: ReadonlyMap<string, FileScope>, checking: Checking): PlanInput['params'] {
  const scripts = new Set<string>()
  return closure(path, scopes).flatMap(({ file }) =>
    checking.params
      .filter((p) => p.file === file.path)
      // several scripts print the param that they share
      .filter((p) => !isScript(file.path) || scripts.size < scripts.add(`${p.name}=${p.value}`).size)
      .map((p) => (p.file === path ? p : { ...p, because: `${p.because}, declared in ${p.file}` })),
  )
}

/** The connections or catalogs that a job uses: two files may each declare one, but a job cannot hold two of one name. */
function namedOnce<D extends ast.ConnectionDecl | ast.CatalogDecl>(
  declared: readonly D[],
  used: ReadonlySet<string>,
  pipeline: ast.PipelineDecl,
  checking: Checking,
): readonly D[] {
  const first = new Map<string, D>()
  for (const d of declared) {
    if (!used.has(d.name.text)) continue
    const known = first.get(d.name.text)
    if (known === undefined) first.set(d.name.text, d)
    else
      checking.bag.report(
        names.clash,
        d.name.span,
        { name: d.name.text, what: `${d.kind}s`, pipeline: pipeline.name.text },
        { related: [{ span: known.name.span, text: 'the other one' }] },
      )
  }
  return [...first.values()]
}

/** Two tables whose names differ in characters that a topic's name has not are written to one topic. */
function reportSharedTopics(operators: readonly Operator[], checking: Checking): void {
  const first = new Map<string, SourceOperator>()
  for (const o of operators) {
    if (o.kind !== 'source' || o.connector.kind !== 'cdc') continue
    const { topic, table } = o.connector
    const known = first.get(topic)
    if (known === undefined) first.set(topic, o)
    else if (known.connector.kind === 'cdc' && known.connector.table !== table)
      checking.bag.report(
        sinks.config,
        o.origin,
        {
          what: 'the captured table',
          reason: `\`${table}\` and \`${known.connector.table}\` are both written to topic \`${topic}\``,
        },
        {
          related: [{ span: known.origin, text: 'the other one' }],
          help: 'capture one of them by a connection with another `topic prefix`',
        },
      )
  }
}

/** A topic's settings are said in one place: in its own block or at the sink. */
function reportSettings(visible: readonly ast.Declaration[], used: readonly CheckedSink[], checking: Checking): void {
  for (const d of visible) {
    if (d.kind !== 'topic') continue
    for (const { declaration: sink } of used) {
      if (sink.target.kind !== 'kafka' || sink.target.topic.value !== d.topic.value) continue
      const own = sink.properties.find((p) => TOPIC_SETTINGS.has(p.kind))
      if (own !== undefined && d.properties.length > 0)
        checking.bag.report(
          sinks.topicSettings,
          own.span,
          { topic: d.topic.value, reason: 'its settings are said at the sink and in its own block' },
          {
            related: [{ span: d.topic.span, text: 'the block' }],
            help: 'say them in one place',
            fixes: [remove(own.span, `\`${own.kind}\``)],
          },
        )
    }
  }
}

/** Names become views and state ids of one job. */
function reportClashes(relations: readonly CheckedRelation[], pipeline: ast.PipelineDecl, checking: Checking): void {
  const first = new Map<string, CheckedRelation>()
  for (const r of relations) {
    const known = first.get(r.name)
    if (known === undefined) first.set(r.name, r)
    else if (known.file !== r.file)
      checking.bag.report(
        names.clash,
        r.nameSpan,
        { name: r.name, what: 'relations', pipeline: pipeline.name.text },
        { related: [{ span: known.nameSpan, text: 'the other one' }] },
      )
  }
}

function reportUnused(
  scope: FileScope,
  relations: readonly CheckedRelation[],
  taps: readonly CheckedTap[],
  checking: Checking,
): void {
  // of what a tap names, the tap says it
  const read = new Set([...relations, ...taps.map((t) => t.relation)].map((r) => `${r.file}|${r.name}`))
  const operators = new Set(relations.flatMap((r) => r.operators.map((o) => o.id)))
  for (const [key, r] of checking.checked) {
    if (r === null || r.shape === null || r.file !== scope.file.path || read.has(key)) continue
    if (r.lateOf === null) checking.bag.report(names.unusedRelation, r.nameSpan, { name: r.name })
    else if (operators.has(r.shape.edge.operator)) checking.bag.report(streaming.lateUnread, r.nameSpan, { name: r.name })
  }
}
