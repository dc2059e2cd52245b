// `test` blocks: every name and cell checked against the plan, lowered to a timeline of literals.
import { resolvePath } from '../core/paths.js'
import { names } from '../diagnostics/codes/names.js'
import { testSteps } from '../diagnostics/codes/test-steps.js'
import { tests } from '../diagnostics/codes/tests.js'
import { missingInFiles } from '../ir/kafka-source.js'
import type { PlanProgram } from '../ir/plan.js'
import type { PlanStep, TestPlan } from '../ir/test-plan.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import type { Draft } from './draft.js'
import { expectsErrors } from './expected-errors.js'
import { meant } from './fixes.js'
import { declaredName as nameOf, isRelation, kindWords, type FileScope } from './scopes.js'
import { GivenRows } from './test-given.js'
import { needsGiven, needsStandIns } from './test-local.js'
import { historyOf } from './test-history.js'
import { fedSource, relationNamed, sourceNamed, timeOf, type TestScope } from './test-scope.js'
import { expectedDlq, expectedTable } from './test-expect.js'
import { beatsIn, checkOrder, lowerIdle } from './test-steps.js'

export function checkTests(
  scopes: ReadonlyMap<string, FileScope>,
  drafts: readonly Draft[],
  checking: Checking,
): ReadonlyMap<PlanProgram, readonly TestPlan[]> {
  const out = new Map<PlanProgram, TestPlan[]>()
  const titles = new Map<Draft, Map<string, ast.TestDecl>>()
  for (const scope of scopes.values())
    for (const d of scope.file.declarations) {
      if (d.kind !== 'test') continue
      const draft = draftOf(d, scope, drafts, checking)
      if (draft === null) continue
      const known = titles.get(draft) ?? new Map<string, ast.TestDecl>()
      titles.set(draft, known)
      tellApart(d, known, checking)
      if (expectsErrors(d)) continue
      const before = checking.bag.all.length
      checkOrder(d.steps, checking)
      const plan = checkTest(d, scope, draft, checking)
      // of a step that is wrong nobody knows what it would have been
      if (!d.incomplete && checking.bag.all.length === before && !d.steps.some((s) => s.kind.startsWith('expect')))
        checking.bag.report(tests.expectsNothing, d.title.span, { title: d.title.value })
      out.set(draft.plan, [...(out.get(draft.plan) ?? []), plan])
    }
  return out
}

function tellApart(d: ast.TestDecl, known: Map<string, ast.TestDecl>, checking: Checking): void {
  const title = d.title.value
  const first = known.get(title)
  if (first === undefined) known.set(title, d)
  else
    checking.bag.report(
      tests.sameTitle,
      d.title.span,
      { title, pipeline: d.pipeline.text },
      { related: [{ span: first.title.span, text: 'the first one' }] },
    )
}

function draftOf(d: ast.TestDecl, scope: FileScope, drafts: readonly Draft[], checking: Checking): Draft | null {
  const binding = scope.names.get(d.pipeline.text)
  if (binding === undefined) {
    const all = [...scope.names].flatMap(([n, b]) => (b.symbol.kind === 'pipeline' ? [n] : []))
    const way = meant(d.pipeline, all)
    const first = scope.file.declarations.find((t) => t.kind === 'test' && t.pipeline.text === d.pipeline.text) === d
    if (way.help !== undefined || (!scope.lossy && first))
      checking.bag.report(names.noPipeline, d.pipeline.span, { name: d.pipeline.text }, way)
    return null
  }
  if (binding.symbol.kind === 'broken') return null
  if (binding.symbol.kind !== 'pipeline') {
    checking.bag.report(
      names.wrongKind,
      d.pipeline.span,
      { name: d.pipeline.text, is: kindWords(binding.symbol), wanted: 'a pipeline' },
      { related: [{ span: binding.span, text: 'declared here' }] },
    )
    return null
  }
  const { declaration } = binding.symbol
  return drafts.find((x) => x.file === binding.file && x.pipeline === declaration.name.text) ?? null
}

function checkTest(
  d: ast.TestDecl,
  { file: { path: file }, names: own, lossy }: FileScope,
  draft: Draft,
  checking: Checking,
): TestPlan {
  // A name that is declared, but not in the plan: because of a mistake that has been reported, or because nothing reads it.
  const silent = (name: string): boolean =>
    own.get(name)?.symbol.kind === 'broken' ||
    (lossy && !own.has(name)) ||
    (!draft.whole && [...checking.checked.keys()].some((key) => key.endsWith(`|${name}`)))
  const declaredName = (name: string): string => {
    const symbol = own.get(name)?.symbol
    return symbol !== undefined && isRelation(symbol) ? nameOf(symbol).text : name
  }
  const scope: TestScope = {
    file,
    pipeline: draft.pipeline,
    plan: draft.plan,
    checking,
    fieldsOf: (s) => draft.schemas.get(s.name)?.fields ?? [],
    declaredName,
    silent,
  }
  const given = new GivenRows(scope)
  needsGiven(d, scope)
  needsStandIns(d, scope)
  return { title: d.title.value, origin: d.span, steps: d.steps.flatMap((s) => lowerStep(s, scope, given)) }
}

function lowerStep(step: ast.TestStep, scope: TestScope, given: GivenRows): PlanStep[] {
  const origin = step.span
  const { bag } = scope.checking
  switch (step.kind) {
    case 'given': {
      if (step.rows.kind === 'table') {
        const rows = given.table(step.relations, step.rows)
        return rows.length === 0 ? [] : [{ kind: 'rows', rows, origin }]
      }
      if (step.relations.length !== 1) {
        bag.report(tests.step, step.rows.span, { step: 'given … from', reason: 'a file holds rows of one source' })
        return []
      }
      const source = fedSource(step.relations[0]!, scope)
      if (source !== null && historyOf(scope.plan, source) !== null) {
        bag.report(tests.step, step.rows.span, { step: 'given … from', reason: 'rows of history and topic are given in a table' })
        return []
      }
      const missing = source === null ? null : missingInFiles(source)
      if (missing !== null) {
        bag.report(testSteps.noRecordTime, step.rows.span, { source: source!.name, what: missing })
        return []
      }
      return source === null
        ? []
        : [{ kind: 'file', source: source.id, path: resolvePath(scope.file, step.rows.path.value), origin }]
    }
    case 'expect':
    case 'expect changes': {
      const relation = relationNamed(step.relation, scope)
      return relation === null
        ? []
        : [
            {
              kind: step.kind,
              relation: relation.name,
              table: expectedTable(step.table, relation, step.kind === 'expect changes', scope),
              origin,
            },
          ]
    }
    case 'expect dlq':
      if (!scope.plan.operators.some((o) => o.kind === 'envelope')) {
        bag.report(tests.step, step.span, { step: 'expect dlq', reason: 'nothing of this pipeline goes to a DLQ' })
        return []
      }
      return [{ kind: 'expect dlq', table: expectedDlq(step.table, scope), origin }]
    case 'expect nothing': {
      const relation = relationNamed(step.relation, scope)
      return relation === null ? [] : [{ kind: 'expect nothing', relation: relation.name, origin }]
    }
    case 'watermark': {
      const source = sourceNamed(step.relation, scope)
      const to = timeOf(step.to, 'watermark', scope)
      if (source !== null && source.time === null)
        bag.report(tests.step, step.span, { step: 'watermark', reason: `\`${source.name}\` has no event time` })
      return source === null || source.time === null || to === null ? [] : [{ kind: 'watermark', source: source.id, to, origin }]
    }
    case 'expect watermark': {
      const relation = relationNamed(step.relation, scope)
      const at = timeOf(step.at, 'watermark', scope)
      return relation === null || at === null ? [] : [{ kind: 'expect watermark', relation: relation.name, at, origin }]
    }
    case 'advance':
      if (step.by.milliseconds <= 0) {
        bag.report(tests.step, step.by.span, { step: 'advance', reason: 'time only moves forward' })
        return []
      }
      return beatsIn(step, scope) ? [{ kind: 'advance', milliseconds: step.by.milliseconds, origin }] : []
    case 'restart':
      return [{ kind: 'restart', origin }]
    case 'idle':
      return lowerIdle(step, scope)
    case 'end':
    case 'open':
      return [{ kind: step.kind, origin }]
    case 'expect error':
      return [] // such a test has no plan: expected-errors.ts
  }
}
