// `flowc run`: a pipeline over files. Rows stream through the interpreter; every sink has a file; the ledger says where each row went.
import { realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { cli } from '../../diagnostics/codes/cli.js'
import { interop } from '../../diagnostics/codes/interop.js'
import { testSteps } from '../../diagnostics/codes/test-steps.js'
import { diagnostic, type Diagnostic } from '../../diagnostics/define.js'
import { NOWHERE, type Places } from '../../diagnostics/render/places.js'
import { missingInFiles, readsMetadata } from '../../ir/kafka-source.js'
import { javaCalls } from '../../ir/java.js'
import type { SourceOperator, SinkOperator } from '../../ir/plan.js'
import { RuntimeFault, type SourceRecord } from '../../runtime/api.js'
import { faultDiagnostic } from '../../runtime/fault.js'
import { fileRecords } from '../../runtime/file-record.js'
import { decode, fileKind, type FileKind } from '../../runtime/formats/decode.js'
import { run as runPlan, type RunOutcome } from '../../runtime/run.js'
import type { CheckedProgram } from '../../typecheck/index.js'
import { shownPath, typedPath, writeJson, type Context } from '../context.js'
import { openChunks } from '../data-file.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { CommandFailure, fail } from '../failure.js'
import { DATA_ENDINGS } from '../fixtures.js'
import { compileFile, outputFolder, plural, type Compiled } from '../programs.js'
import { lateRows, type LateRows } from '../late-rows.js'
import { runReport, runSummary, type InputReport, type RunReport } from '../run-report.js'
import { createSinkFiles, fileNames, type SinkFiles } from '../sink-files.js'
import { turn } from '../turn.js'

export interface RunOptions {
  readonly input: readonly string[]
  readonly output?: string
  readonly onBadRow: 'stop' | 'skip'
}

interface Input {
  readonly source: SourceOperator
  readonly path: string
  readonly shown: string
  readonly kind: FileKind
  readonly bytes: number
}

/** Records between two looks at what else is waiting. */
const BATCH = 2000

export async function run(ctx: Context, file: string, options: RunOptions): Promise<ExitCode> {
  const { compiled, program } = compileFile(ctx, file, 'run')
  runsHere(program, compiled)
  const inputs = resolveInputs(ctx, compiled, program, options.input)
  const folder =
    options.output === undefined
      ? resolve(outputFolder(ctx, compiled.project), 'run', program.pipeline)
      : typedPath(ctx, options.output)
  const sinks = program.plan.operators.filter((o): o is SinkOperator => o.kind === 'sink')
  keepInputs(ctx, folder, sinks, inputs)
  const files = createSinkFiles(folder, sinks, {
    shown: (path) => shownPath(ctx.cwd, ctx.cwd, path),
    onInterrupt: ctx.onInterrupt,
  })
  const badRows: Diagnostic[] = []
  const late = lateRows(program.plan)
  const reports = new Map<string, InputReport>(
    inputs.map((i) => [i.source.id, { name: i.source.name, file: i.shown, rows: 0, skipped: 0, ignoredFields: [] }]),
  )
  try {
    const outcome = await runPlan(program.plan, {
      inputs: inputs.map((input) => ({
        source: input.source.id,
        records: recordsOf(ctx, input, options.onBadRow, badRows, reports),
      })),
      onSinkRow: files.write,
      observer: late.observer,
      turn,
    })
    files.finish()
    ctx.progress.done()
    report(ctx, program, outcome, files, [...reports.values()], late.found(), badRows)
    return EXIT.ok
  } catch (cause) {
    ctx.progress.done()
    const kept = files.keep()
    if (cause instanceof RuntimeFault) throw withKept([faultDiagnostic(program.plan, cause)], EXIT.wrong, compiled.places, kept)
    if (cause instanceof CommandFailure) throw withKept(cause.diagnostics, cause.exit, cause.places, kept)
    throw cause
  }
}

/** Raw SQL has no meaning but on a Flink, nor has a function of Java for which nothing stands. */
function runsHere({ plan }: CheckedProgram, { places }: Compiled): void {
  const problems: Diagnostic[] = []
  const raw = plan.operators.filter((o) => o.kind === 'sql')
  if (raw.length > 0) problems.push(diagnostic(interop.sqlLocally, raw[0]!.origin, { names: raw.map((o) => o.name) }))
  const calls = plan.operators.flatMap((o) =>
    javaCalls(o).flatMap((c) => (c.local === null ? [{ name: c.function.name, at: o.origin }] : [])),
  )
  if (calls.length > 0)
    problems.push(diagnostic(interop.javaLocally, calls[0]!.at, { names: [...new Set(calls.map((c) => c.name))] }))
  if (problems.length > 0) throw new CommandFailure(problems, EXIT.wrong, places)
}

/** Results take the place of what has their names: that must not be what the run reads. */
function keepInputs(ctx: Context, folder: string, sinks: readonly SinkOperator[], inputs: readonly Input[]): void {
  const read = new Map(inputs.map((i) => [realPath(i.path), i.shown]))
  for (const name of fileNames(sinks).values()) {
    const path = resolve(folder, name)
    const input = read.get(realPath(path))
    if (input !== undefined)
      fail(EXIT.usage, cli.wrongUsage, {
        problem: `the results in \`${shownPath(ctx.cwd, ctx.cwd, path)}\` would replace \`${input}\`, which the run reads`,
        advice: '`--output DIR` names another folder',
      })
  }
}

/** Where a path leads, behind links; itself where nothing is. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

interface Kept {
  readonly file: string
  readonly rows: number
}

/** The failure, and what was written before it. */
function withKept(diagnostics: readonly Diagnostic[], exit: ExitCode, places: Places, kept: readonly Kept[]): CommandFailure {
  const notes =
    kept.length === 0 ? [] : [`written so far: ${kept.map((k) => `\`${k.file}\` (${plural(k.rows, 'row')})`).join(', ')}`]
  return new CommandFailure(
    diagnostics.map((d, i) => (i === diagnostics.length - 1 ? { ...d, notes: [...d.notes, ...notes] } : d)),
    exit,
    places,
  )
}

/** Which file feeds which source: `--input` names it, a source of files names its own. */
function resolveInputs(ctx: Context, compiled: Compiled, program: CheckedProgram, given: readonly string[]): readonly Input[] {
  // heartbeats come from the times of the rows
  const sources = program.plan.operators.filter((o): o is SourceOperator => o.kind === 'source' && o.connector.kind !== 'every')
  const paths = new Map<string, { path: string; shown: string }>()
  for (const text of given) {
    const equals = text.indexOf('=')
    if (equals <= 0 || equals === text.length - 1)
      fail(EXIT.usage, cli.wrongUsage, {
        problem: `\`--input ${text}\` is not NAME=FILE`,
        advice: 'for example `--input orders=data/orders.ndjson`',
      })
    const name = text.slice(0, equals)
    const path = text.slice(equals + 1)
    if (!sources.some((s) => s.name === name)) fail(EXIT.usage, cli.noSuchInput, { name, known: sources.map((s) => s.name) })
    if (paths.has(name)) fail(EXIT.usage, cli.inputTwice, { name })
    paths.set(name, { path: typedPath(ctx, path), shown: path })
  }
  const missing = sources.filter((s) => !paths.has(s.name) && s.connector.kind !== 'files')
  if (missing.length > 0) fail(EXIT.usage, cli.inputMissing, { names: missing.map((s) => s.name) })
  for (const source of sources) {
    const what = missingInFiles(source)
    if (what === null) continue
    const diagnostics = [diagnostic(testSteps.noRecordTime, source.origin, { source: source.name, what })]
    throw new CommandFailure(diagnostics, EXIT.wrong, compiled.places)
  }
  return sources.map((source): Input => {
    const own =
      source.connector.kind === 'files'
        ? resolve(compiled.project.root, dirname(compiled.index.range(source.origin).file), source.connector.path)
        : ''
    const { path, shown } = paths.get(source.name) ?? { path: own, shown: shownPath(ctx.cwd, ctx.cwd, own) }
    const kind = fileKind(path)
    if (kind === null) fail(EXIT.usage, cli.unknownDataFormat, { path: shown, known: DATA_ENDINGS })
    let bytes = 0
    try {
      bytes = statSync(path).size
    } catch {
      // Opening it says what is wrong.
    }
    return { source, path, shown, kind, bytes }
  })
}

async function* recordsOf(
  ctx: Context,
  input: Input,
  onBadRow: 'stop' | 'skip',
  badRows: Diagnostic[],
  reports: Map<string, InputReport>,
): AsyncGenerator<SourceRecord> {
  let taken = 0
  let rows = 0
  let skipped = 0
  const decoding = decode(
    input.source,
    openChunks(input.path, input.shown, (bytes) => {
      taken = bytes
    }),
    { path: input.shown, kind: input.kind },
  )
  const whole = readsMetadata(input.source) ? fileRecords(input.source) : (record: SourceRecord): SourceRecord => record
  for await (const decoded of decoding) {
    if (decoded.kind === 'problem') {
      if (onBadRow === 'stop' || decoded.problem.fatal)
        throw new CommandFailure([withAdvice(decoded.problem.diagnostic, decoded.problem.fatal)], EXIT.wrong)
      skipped++
      badRows.push(decoded.problem.diagnostic)
      ctx.report([{ ...decoded.problem.diagnostic, severity: 'warning' }], NOWHERE)
      continue
    }
    yield whole(decoded.record)
    if (++rows % BATCH === 0) {
      ctx.progress.update(
        `${input.shown}: ${rows.toLocaleString('en')} rows${input.bytes > 0 ? `, ${Math.floor((taken / input.bytes) * 100)} %` : ''}`,
      )
      await turn()
    }
  }
  const ignoredFields = [...decoding.stats.ignoredFields.keys()]
  reports.set(input.source.id, { name: input.source.name, file: input.shown, rows, skipped, ignoredFields })
}

const withAdvice = (d: Diagnostic, fatal: boolean): Diagnostic =>
  fatal || d.help !== null ? d : { ...d, help: '`--on-bad-row skip` leaves such rows out and counts them' }

function report(
  ctx: Context,
  program: CheckedProgram,
  outcome: RunOutcome,
  files: SinkFiles,
  inputs: readonly InputReport[],
  late: readonly LateRows[],
  badRows: readonly Diagnostic[],
): void {
  const result: RunReport = { pipeline: program.pipeline, inputs, outputs: files.outputs(), late, ledger: outcome.ledger }
  ctx.print(runReport(result, ctx.out, { rows: ctx.quiet ? 0 : 12 }))
  writeJson(ctx, 'run', true, { ...runSummary(result), badRows: badRows.map((d) => ({ code: d.code, message: d.message })) })
}
