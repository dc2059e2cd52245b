// `expect error 'FLOW4004'`: a test of a program that must not compile. Errors of the pipeline's file that such a test expects
// are no errors of the check; the pipeline has no plan then. One that does not come is an error, at the step.
import { tests } from '../diagnostics/codes/tests.js'
import { testSteps } from '../diagnostics/codes/test-steps.js'
import type { Diagnostic } from '../diagnostics/define.js'
import type { Span } from '../core/span.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import type { FileScope } from './scopes.js'

/** A test that found the errors that it expects. */
export interface MetExpectation {
  readonly title: string
  readonly origin: Span
  /** Of the pipeline that does not compile. */
  readonly file: string
  readonly pipeline: string
}

export interface AfterExpectations {
  readonly diagnostics: readonly Diagnostic[]
  readonly met: readonly MetExpectation[]
}

type ExpectError = ast.TestStep & { readonly kind: 'expect error' }

export const expectsErrors = (d: ast.TestDecl): boolean => d.steps.some((s) => s.kind === 'expect error')

/** `found`: all diagnostics of the check. */
export function judgeExpectations(
  scopes: ReadonlyMap<string, FileScope>,
  found: readonly Diagnostic[],
  checking: Checking,
): AfterExpectations {
  const expecting = [...scopes.values()].flatMap((scope) =>
    scope.file.declarations.flatMap((d) => (d.kind === 'test' && expectsErrors(d) ? (placed(d, scope) ?? []) : [])),
  )
  if (expecting.length === 0) return { diagnostics: found, met: [] }
  const fileOf = new Map([...scopes.values()].flatMap((s) => s.file.declarations.map((d) => [d.id, s.file.path] as const)))
  const inFile = (d: Diagnostic, file: string): boolean =>
    d.severity === 'error' && d.primary !== null && fileOf.get(d.primary.span.declaration) === file
  const taken = new Set<Diagnostic>()
  const met: MetExpectation[] = []
  for (const { d, file } of expecting) {
    if (!alone(d, checking)) continue
    const reader = readerOf(file, scopes)
    if (reader !== null) {
      checking.bag.report(tests.step, d.pipeline.span, {
        step: 'expect error',
        reason: `pipeline \`${reader}\` reads this file, and would not compile either`,
      })
      continue
    }
    const errors = found.filter((e) => inFile(e, file))
    let good = true
    for (const step of d.steps as readonly ExpectError[]) {
      const hits = errors.filter((e) => e.code === step.code.value)
      for (const e of hits) taken.add(e)
      if (hits.length > 0) continue
      good = false
      const others = [...new Set(errors.map((e) => e.code))]
      checking.bag.report(testSteps.noError, step.span, { code: step.code.value, pipeline: d.pipeline.text, others })
    }
    if (good) met.push({ title: d.title.value, origin: d.span, file, pipeline: d.pipeline.text })
  }
  return { diagnostics: found.filter((d) => !taken.has(d)), met }
}

/** The file of the pipeline that a test is about; a name that is none has been reported. */
function placed(d: ast.TestDecl, scope: FileScope): { readonly d: ast.TestDecl; readonly file: string } | null {
  const binding = scope.names.get(d.pipeline.text)
  return binding?.symbol.kind === 'pipeline' ? { d, file: binding.file } : null
}

/** A program that does not compile has no rows: nothing else can be said of it. */
function alone(d: ast.TestDecl, { bag }: Checking): boolean {
  const other = d.steps.find((s) => s.kind !== 'expect error')
  if (other === undefined) return true
  bag.report(
    tests.step,
    other.span,
    { step: other.kind, reason: 'a program that does not compile has no rows, so `expect error` stands alone' },
    { related: [{ span: d.steps.find((s) => s.kind === 'expect error')!.span, text: 'expected here' }] },
  )
  return false
}

/** Another pipeline whose file sees this one. */
function readerOf(file: string, scopes: ReadonlyMap<string, FileScope>): string | null {
  for (const scope of scopes.values()) {
    if (scope.pipeline === null || scope.file.path === file) continue
    const seen = new Set<string>()
    const queue = scope.imports.map((i) => i.path)
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      if (path === file) return scope.pipeline.name.text
      if (seen.has(path)) continue
      seen.add(path)
      queue.push(...(scopes.get(path)?.imports ?? []).map((i) => i.path))
    }
  }
  return null
}
