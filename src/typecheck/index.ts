// The door of the checker: files in, the semantic model, plans and test plans out. Never throws on user input.
import { DiagnosticBag } from '../diagnostics/bag.js'
import { names } from '../diagnostics/codes/names.js'
import { sinks } from '../diagnostics/codes/sinks.js'
import { streaming } from '../diagnostics/codes/streaming.js'
import type { Diagnostic } from '../diagnostics/define.js'
import type { PlanProgram, PlanTopic } from '../ir/plan.js'
import type { TestPlan } from '../ir/test-plan.js'
import type * as ast from '../surface/ast.js'
import { createChecking, type CheckContext, type Checking } from './checking.js'
import { checkCatalog, checkConnection } from './connection.js'
import type { RelationSymbol, SemanticModel } from './model.js'
import { checkPipeline, checkSla } from './pipeline.js'
import { buildPlan, reached } from './plan.js'
import { checkQuery } from './query.js'
import { relationType, type CheckedRelation } from './relation.js'
import { buildScopes, type FileScope } from './scopes.js'
import { checkSink, sinkName, type CheckedSink } from './sink.js'
import { checkSource } from './source.js'
import { checkTests } from './tests.js'
import { alignRowTimes } from './row-time.js'
import { topicNameProblem, topicSpec } from './topic.js'

export type { CheckContext } from './checking.js'

/** One deployable job: its plan, and the tests written for it. Both only where nothing of it is wrong. */
export interface CheckedProgram {
  readonly file: string
  readonly pipeline: string
  readonly plan: PlanProgram
  readonly tests: readonly TestPlan[]
}

export interface CheckResult {
  readonly model: SemanticModel
  /** Empty where there is an error. */
  readonly programs: readonly CheckedProgram[]
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Checks files together with everything they import (the caller has parsed all of it). `parsed` are the parser's
 * diagnostics: they belong to the result, and an error among them means that no plan is built.
 */
export function check(
  files: readonly ast.FileNode[],
  context: CheckContext,
  parsed: readonly Diagnostic[] = [],
  known: (path: string) => boolean = () => false,
): CheckResult {
  const bag = new DiagnosticBag()
  bag.addAll(parsed)
  const scopes = buildScopes(files, bag, known)
  const checking = createChecking(scopes, bag, context, { source: checkSource, query: checkQuery })
  const parts = new Map<string, FileParts>()
  for (const scope of scopes.values()) parts.set(scope.file.path, checkFile(scope, checking))
  const relations = [...checking.checked.values()].filter((r): r is CheckedRelation => r !== null)
  const aligned = alignRowTimes(relations, bag)
  const drafts = [...scopes.values()].flatMap((scope) => draftProgram(scope, parts, scopes, aligned, checking))
  const tests = checkTests(scopes, drafts, checking)
  const clean = !bag.hasErrors
  return {
    model: modelOf(files, scopes, checking),
    programs: clean ? drafts.map(({ file, pipeline, plan }) => ({ file, pipeline, plan, tests: tests.get(plan) ?? [] })) : [],
    diagnostics: bag.all,
  }
}

interface FileParts {
  readonly sinks: readonly CheckedSink[]
  readonly allSinksRead: boolean
}

/** Every declaration of a file is checked, whether a pipeline uses it or not. */
function checkFile(scope: FileScope, checking: Checking): FileParts {
  const { bag } = checking
  const out: CheckedSink[] = []
  const targets = new Map<string, ast.SinkDecl>()
  let allSinksRead = true
  for (const d of scope.file.declarations) {
    switch (d.kind) {
      case 'connection':
        checkConnection(d, checking)
        break
      case 'catalog':
        checkCatalog(d, checking)
        break
      case 'source':
      case 'query':
        if (scope.names.get(d.name.text)?.span === d.name.span) checking.relation(scope.file.path, d.name)
        break
      case 'topic': {
        const problem = topicNameProblem(d.topic.value)
        if (problem !== null) bag.report(sinks.topicName, d.topic.span, { topic: d.topic.value, reason: problem })
        topicSpec(d.properties, d.topic.value, checking)
        break
      }
      case 'sink': {
        if (scope.pipeline === null) bag.report(sinks.inLibrary, d.target.span, { sink: sinkName(d) })
        const first = targets.get(sinkName(d))
        if (first !== undefined)
          bag.report(
            sinks.sameTarget,
            d.target.span,
            { target: sinkName(d) },
            { related: [{ span: first.target.span, text: 'the first one' }] },
          )
        targets.set(sinkName(d), d)
        const sink = checkSink(d, scope.file.path, checking)
        if (sink === null) allSinksRead = false
        else out.push(sink)
        break
      }
      case 'pipeline':
        if (d === scope.pipeline) checkPipeline(d, checking)
        break
      case 'schema':
      case 'import':
      case 'test':
      case 'broken':
        break
    }
  }
  return { sinks: out, allSinksRead }
}

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

export interface Draft extends Omit<CheckedProgram, 'tests'> {
  /** False where a sink could not be checked: names of such a program are missing for a reason already told. */
  readonly whole: boolean
}

function draftProgram(
  scope: FileScope,
  parts: ReadonlyMap<string, FileParts>,
  scopes: ReadonlyMap<string, FileScope>,
  aligned: ReadonlyMap<CheckedRelation, CheckedRelation>,
  checking: Checking,
): readonly Draft[] {
  const { bag } = checking
  const declaration = scope.pipeline
  if (declaration === null) return []
  const { sinks: fileSinks, allSinksRead } = parts.get(scope.file.path)!
  if (fileSinks.length === 0) {
    if (allSinksRead) bag.report(sinks.noSink, declaration.name.span, { pipeline: declaration.name.text })
    return []
  }
  const used = fileSinks.map((s) => ({ ...s, relation: aligned.get(s.relation) ?? s.relation }))
  const relations = reached(used)
  reportClashes(relations, declaration, checking)
  if (allSinksRead) reportUnused(scope, relations, checking)
  const checked = checkPipeline(declaration, checking)
  const lane = relations.flatMap((r) => r.lanes)[0]
  if (lane !== undefined && checked.pipeline.dlq === null)
    bag.report(
      sinks.dlqMissing,
      lane.span,
      { pipeline: declaration.name.text },
      { related: [{ span: declaration.name.span, text: 'the pipeline' }] },
    )
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
  const visible = closure(scope.file.path, scopes).flatMap((s) => s.file.declarations)
  const plan = buildPlan({
    checked,
    sinks: used,
    connections: visible.flatMap((d) => (d.kind === 'connection' ? (checkConnection(d, checking) ?? []) : [])),
    catalogs: visible.flatMap((d) => (d.kind === 'catalog' ? (checkCatalog(d, checking) ?? []) : [])),
    topics: visible.flatMap((d): PlanTopic[] =>
      d.kind === 'topic' ? [{ name: d.topic.value, spec: topicSpec(d.properties, d.topic.value, checking) }] : [],
    ),
    target: checking.context.target,
  })
  checkSla(declaration, checked.pipeline, plan.operators, checking)
  return [{ file: scope.file.path, pipeline: declaration.name.text, plan, whole: allSinksRead }]
}

/** Names become views and state ids of one job. */
function reportClashes(relations: readonly CheckedRelation[], pipeline: ast.PipelineDecl, checking: Checking): void {
  const first = new Map<string, CheckedRelation>()
  for (const r of relations) {
    const known = first.get(r.name)
    if (known === undefined) first.set(r.name, r)
    else if (known.file !== r.file)
      checking.bag.report(
        names.relationClash,
        r.nameSpan,
        { name: r.name, pipeline: pipeline.name.text },
        { related: [{ span: known.nameSpan, text: 'the other one' }] },
      )
  }
}

function reportUnused(scope: FileScope, relations: readonly CheckedRelation[], checking: Checking): void {
  const read = new Set(relations.map((r) => `${r.file}|${r.name}`))
  const operators = new Set(relations.flatMap((r) => r.operators.map((o) => o.id)))
  for (const [key, r] of checking.checked) {
    if (r === null || r.shape === null || r.file !== scope.file.path || read.has(key)) continue
    if (r.lateOf === null) checking.bag.report(names.unusedRelation, r.nameSpan, { name: r.name })
    else if (operators.has(r.shape.edge.operator)) checking.bag.report(streaming.lateUnread, r.nameSpan, { name: r.name })
  }
}

function modelOf(files: readonly ast.FileNode[], scopes: ReadonlyMap<string, FileScope>, checking: Checking): SemanticModel {
  const out = new Map<string, ReadonlyMap<string, RelationSymbol>>()
  for (const scope of scopes.values()) {
    const symbols = new Map<string, RelationSymbol>()
    for (const [name, binding] of scope.names) {
      const { symbol } = binding
      if (symbol.kind !== 'source' && symbol.kind !== 'query' && symbol.kind !== 'late') continue
      const own = symbol.kind === 'late' ? symbol.name.text : symbol.declaration.name.text
      const r = checking.checked.get(`${binding.file}|${own}`) ?? null
      symbols.set(name, {
        name,
        kind: r?.kind ?? (symbol.kind === 'source' ? symbol.declaration.relation : 'stream'),
        declaration: symbol.kind === 'late' ? symbol.node : symbol.declaration,
        span: binding.span,
        type: r?.shape == null ? null : relationType(r.shape, null, r.versions !== null),
        schema: r?.schema ?? null,
        doc: r?.doc ?? null,
      })
    }
    out.set(scope.file.path, symbols)
  }
  return {
    files,
    scopes: out,
    pipelines: files.flatMap((f) => f.declarations.filter((d): d is ast.PipelineDecl => d.kind === 'pipeline')),
    types: checking.types,
  }
}
