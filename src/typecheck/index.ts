// The door of the checker: files in, the semantic model, plans and test plans out. Never throws on user input.
import { DiagnosticBag } from '../diagnostics/bag.js'
import type { Diagnostic } from '../diagnostics/define.js'
import type { PlanProgram } from '../ir/plan.js'
import type { TestPlan } from '../ir/test-plan.js'
import type * as ast from '../surface/ast.js'
import { createChecking, type CheckContext, type Checking } from './checking.js'
import { checkFile, type FileParts } from './declarations.js'
import { draftProgram } from './draft.js'
import { knownRelations } from './facts/relation-type.js'
import type { RelationSymbol, SemanticModel } from './model.js'
import { checkQuery } from './query.js'
import { buildScopes, type FileScope } from './scopes.js'
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
  const drafts = [...scopes.values()].flatMap((scope) => draftProgram(scope, parts, scopes, checking))
  const tests = checkTests(scopes, drafts, checking)
  const clean = !bag.hasErrors
  return {
    model: modelOf(files, scopes, checking),
    programs: clean ? drafts.map(({ file, pipeline, plan }) => ({ file, pipeline, plan, tests: tests.get(plan) ?? [] })) : [],
    diagnostics: wayOfImports(bag.all, scopes, context.roots),
  }
}

function modelOf(files: readonly ast.FileNode[], scopes: ReadonlyMap<string, FileScope>, checking: Checking): SemanticModel {
  const out = new Map<string, ReadonlyMap<string, RelationSymbol>>()
  const known = knownRelations()
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
        ...(r === null ? { type: null, stopped: symbol.declaration.span, clauses: [] } : known(r)),
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
