// `runFlow`: a flow, the steps of a test, and what came of them. The steps become a `test` block in a program beside the flow, which
// imports its pipeline: what compiles and runs is what `flowc test` would compile and run.
import { stepsOf } from '../api/pipelines/test-steps.js'
import { markOf, siteOf } from '../api/site.js'
import type { FlowText } from '../api/types/declarations.js'
import type { Pipeline } from '../api/types/pipeline.js'
import type { TestSteps } from '../api/types/tests.js'
import { flowTests } from '../diagnostics/codes/flow-tests.js'
import { testSteps } from '../diagnostics/codes/test-steps.js'
import { diagnostic, type Diagnostic } from '../diagnostics/define.js'
import { renamed, type Places } from '../diagnostics/render/places.js'
import { bug } from '../core/bug.js'
import type { Span } from '../core/span.js'
import { withStandIns } from '../ir/stand-in.js'
import { clockAfter } from '../runtime/test-runner/beats.js'
import { diffText } from '../runtime/test-runner/diff-text.js'
import type { TestFailure } from '../runtime/test-runner/result.js'
import { playTest } from '../runtime/test-runner/run-test.js'
import { compile, type Compilation, type CompileInput } from '../workspace/compile.js'
import { flowScripts } from '../workspace/flow-script-node.js'
import type { ReadResult } from '../workspace/host.js'
import { refuseDecided } from './decided-node.js'
import { FlowAssertionError, FlowError, misuse, spoken, type Called } from './errors.js'
import { flowSource, given, originOf, type FlowSource } from './flow-source.js'
import { fixtureReader, folderOf, shownFrom, testProject, type RunOptions, type TestProject } from './project-node.js'
import { checkOptions } from './run-options.js'
import { relationName } from './names.js'
import { flowRun } from './run.js'
import { refuseOther, type Differing } from './same-relation.js'
import { testPath, testProgram } from './test-program.js'
import type { FlowRun, TestStepsByName } from './types.js'

/**
 * Runs a pipeline with the rows and the times of a test, in the interpreter of `flowc test`.
 *
 * @example
 * const run = runFlow(shop, (test) =>
 *   test
 *     .given(orders, [{ order_id: 1, customer_id: 7, region: 'eu', amount: '10.00', created_at: '2026-01-01 10:00:01' }])
 *     .expect(revenue5min, [{ region: 'eu', revenue: '10.00' }]),
 * )
 * console.log(run.rows(revenue5min), run.ledger, run.clock)
 */
export function runFlow(flow: Pipeline, steps: (test: TestSteps) => TestSteps, options?: RunOptions): FlowRun
export function runFlow(flow: FlowText | string, steps: (test: TestStepsByName) => TestStepsByName, options?: RunOptions): FlowRun
export function runFlow(
  flow: Pipeline | FlowText | string,
  steps: ((test: TestSteps) => TestSteps) | ((test: TestStepsByName) => TestStepsByName),
  options: RunOptions = {},
): FlowRun {
  checkOptions(options, runFlow)
  const mark = markOf(runFlow)
  const caller = siteOf(mark)
  const origin = originOf(flow)
  const project = testProject(origin, caller, options, runFlow)
  const source = flowSource(flow, project, caller, options, runFlow)
  // a program that is read from a file runs in a worker, which tells of its own
  if (typeof origin !== 'string') refuseDecided(source.path, [origin, caller], project, runFlow)
  const pipeline = pipelineOf(source, project, runFlow)
  const path = testPath(folderOf(project.root, caller))
  const scripts = flowScripts({
    host: source.host,
    files: [path],
    index: source.index,
    given: given(path, project.root, () => {
      const made = stepsOf(steps, mark)
      for (const ref of made.refs) refuseOther(ref, source.differing, pipeline, runFlow)
      return testProgram(path, source.path, pipeline, made, mark)
    }),
    onText: () => {},
  })
  const places = placesOf(source, scripts.places, path, project.root)
  const readText = (file: string): ReadResult => (file === path ? scripts : source).host.readText(file)
  const compiled = compile({
    ...inputOf(source, project),
    host: { ...source.host, readText },
    files: [source.path, path],
  })
  return played(compiled, { pipeline, path, places, project, differing: source.differing, called: runFlow })
}

const inputOf = ({ index, session, host, path }: FlowSource, { target, params }: TestProject): CompileInput => ({
  host,
  files: [path],
  target,
  index,
  params,
  session,
  before: [],
})

/** Each part of the program knows the places of its own text. */
function placesOf(source: FlowSource, ofTest: Places, path: string, root: string): Places {
  const own = (span: Span): Places => (source.index.range(span).file === path ? ofTest : source.places)
  return renamed(
    {
      locate: (span) => own(span).locate(span),
      file: (file) => source.places.file(file) ?? ofTest.file(file),
      flow: (span) => own(span).flow?.(span) ?? null,
    },
    shownFrom(root),
  )
}

/** The one of the program; of several the compiler says that they are too many. */
function pipelineOf(source: FlowSource, project: TestProject, called: Called): string {
  if (source.pipeline !== null) return source.pipeline
  const read = source.host.readText(source.path)
  if (read.kind !== 'text') {
    const { diagnostics } = compile(inputOf(source, project))
    throw new FlowError(diagnostics, renamed(source.places, shownFrom(project.root)), called)
  }
  const { file } = source.session.parser.parse({ path: source.path, text: read.text }, source.index)
  const pipeline = file.declarations.find((d) => d.kind === 'pipeline')
  if (pipeline !== undefined) return pipeline.name.text
  throw misuse(
    flowTests.noPipeline,
    { file: source.written ? 'the text' : `\`${shownFrom(project.root)(source.path)}\`` },
    called,
  )
}

interface Played {
  readonly pipeline: string
  readonly path: string
  readonly places: Places
  readonly project: TestProject
  readonly differing: Differing
  readonly called: Called
}

function played(compiled: Compilation, { pipeline, path, places, project, differing, called }: Played): FlowRun {
  const fail = (diagnostics: readonly Diagnostic[]): FlowError => new FlowError(diagnostics, places, called)
  if (compiled.hasErrors) throw fail(compiled.diagnostics.filter((d) => d.severity === 'error'))
  const program = compiled.programs.find((p) => p.pipeline === pipeline)
  const test = program?.tests.find((t) => t.origin.declaration.startsWith(`${path}|`))
  if (program === undefined || test === undefined) {
    const met = compiled.met.find((m) => m.pipeline === pipeline)
    if (met === undefined) return bug(`no program of ${pipeline}`)
    if (!met.origin.declaration.startsWith(`${path}|`))
      throw fail([diagnostic(testSteps.expectedNotToCompile, met.origin, { pipeline, test: met.title })])
    return notCompiled(pipeline)
  }
  const plan = withStandIns(program.plan)
  const readFile = fixtureReader(project.root, plan, test, fail)
  const result = playTest(program.plan, test, { readFile })
  const { failures } = result.result
  if (failures.length > 0) throw new FlowAssertionError(failuresText(failures, places), failures, called)
  return flowRun(result, clockAfter(plan, test, readFile), differing)
}

/** As `flowc test` prints them. */
function failuresText(failures: readonly TestFailure[], places: Places): string {
  return failures
    .flatMap((f) => {
      const { file, start } = places.locate(f.origin)
      return [
        `${file}:${start.line}:${start.column}: ${f.message}`,
        ...(f.diff === null ? [] : diffText(f.diff, { marks: true })),
      ]
    })
    .join('\n')
}

/** A test of what must not compile has met its error: there are no rows to look at. */
function notCompiled(pipeline: string): FlowRun {
  const none = (relation: unknown): never => {
    throw misuse(flowTests.noRelation, { name: relationName(relation) ?? spoken(relation), pipeline }, none)
  }
  return { rows: none, changes: none, watermark: none, dlq: [], ledger: [], clock: null, relations: [] }
}
