// The door of the checker: files in, the semantic model, plans and test plans out. Never throws on user input.
import { DiagnosticBag } from '../diagnostics/bag.js'
import type { Diagnostic } from '../diagnostics/define.js'
import type { PlanProgram } from '../ir/plan.js'
import type { TestPlan } from '../ir/test-plan.js'
import type * as ast from '../surface/ast.js'
import { expandLoops, type Copy } from '../expand/loops.js'
import { labelCopies } from '../expand/labels.js'
import { expandMacros } from '../expand/macros.js'
import type { Remember } from '../expand/remember.js'
import { createChecking, type CheckContext, type Checking } from './checking.js'
import { checkFile, type FileParts } from './declarations.js'
import { draftProgram } from './draft.js'
import { judgeExpectations, type MetExpectation } from './expected-errors.js'
import { oneCause } from './facts/never.js'
import { knownRelations } from './facts/relation-type.js'
import { groundsOf, Memory } from './memory.js'
import type { RelationSymbol, SemanticModel } from './model.js'
import { Params } from './params.js'
import { checkQuery } from './query.js'
import { checkOutput } from './output.js'
import { checkSql } from './raw-sql.js'
import { buildScopes, declaredName, isRelation, type FileScope } from './scopes.js'
import { checkSource } from './sources.js'
import { checkTests } from './tests.js'
import { wayOfImports } from './way-of-imports.js'

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
  /** Empty where there is an error; without the pipelines that a test expects not to compile. */
  readonly programs: readonly CheckedProgram[]
  /** Tests that found the errors that they expect. */
  readonly met: readonly MetExpectation[]
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Checks files together with everything they import (the caller has parsed all of it). `parsed` are the parser's
 * diagnostics: they belong to the result, and an error among them means that no plan is built. With the memory of the check
 * before only what has changed is checked.
 */
export function check(
  files: readonly ast.FileNode[],
  context: CheckContext,
  parsed: readonly Diagnostic[] = [],
  known: (path: string) => boolean = () => false,
  memory: Memory = new Memory(),
): CheckResult {
  memory.begin([context.lock, context.target, JSON.stringify(context.params ?? []), ...groundsOf(files)])
  const bag = new DiagnosticBag()
  bag.addAll(parsed)
  const remember: Remember = (d, work) => memory.remember(d, bag, work)
  const copies = new Map<string, Copy>()
  const params = new Params(context.params ?? [], bag)
  const loops = files.map((file) => expandLoops(file, copies, bag, remember))
  const expanded = expandMacros(loops, params.evaluate, bag, remember)
  params.reportUnread()
  const scopes = buildScopes(expanded, bag, known)
  const checking = createChecking(
    scopes,
    bag,
    context,
    { source: checkSource, query: checkQuery, sql: checkSql, output: checkOutput },
    params.evaluated,
    memory,
  )
  const parts = new Map<string, FileParts>()
  for (const scope of scopes.values()) parts.set(scope.file.path, checkFile(scope, checking))
  const drafts = [...scopes.values()].flatMap((scope) => draftProgram(scope, parts, scopes, checking))
  const tests = checkTests(scopes, drafts, checking)
  const before = [...bag.all]
  const expected = judgeExpectations(scopes, before, checking)
  // what the judging itself has reported comes behind
  const found = [...expected.diagnostics, ...bag.all.slice(before.length)]
  const clean = !found.some((d) => d.severity === 'error')
  const broken = new Set(expected.met.map((e) => e.file))
  return {
    model: modelOf(expanded, scopes, checking),
    programs: clean
      ? drafts
          .filter((d) => !broken.has(d.file))
          .map(({ file, pipeline, plan }) => ({ file, pipeline, plan, tests: tests.get(plan) ?? [] }))
      : [],
    met: expected.met,
    diagnostics: wayOfImports(labelCopies(oneCause(found), copies), scopes, context.roots),
  }
}

/** Facts are worked out when somebody asks for them: most commands do not. */
function modelOf(files: readonly ast.FileNode[], scopes: ReadonlyMap<string, FileScope>, checking: Checking): SemanticModel {
  let symbols: SemanticModel['scopes'] | null = null
  return {
    files,
    get scopes() {
      return (symbols ??= symbolsOf(scopes, checking))
    },
    pipelines: files.flatMap((f) => f.declarations.filter((d): d is ast.PipelineDecl => d.kind === 'pipeline')),
    types: checking.types,
  }
}

function symbolsOf(scopes: ReadonlyMap<string, FileScope>, checking: Checking): SemanticModel['scopes'] {
  const out = new Map<string, ReadonlyMap<string, RelationSymbol>>()
  const known = knownRelations()
  for (const scope of scopes.values()) {
    const symbols = new Map<string, RelationSymbol>()
    for (const [name, binding] of scope.names) {
      const { symbol } = binding
      if (!isRelation(symbol)) continue
      const own = declaredName(symbol).text
      const r = checking.checked.get(`${binding.file}|${own}`) ?? null
      symbols.set(name, {
        name,
        kind: r?.kind ?? (symbol.kind === 'source' ? symbol.declaration.relation : 'stream'),
        declaration: symbol.kind === 'late' ? symbol.node : symbol.declaration,
        span: binding.span,
        ...(r === null ? { type: null, stopped: symbol.declaration.span, clauses: [] } : known(r)),
        schema: r?.schema ?? null,
        doc: r?.doc ?? null,
      })
    }
    out.set(scope.file.path, symbols)
  }
  return out
}
