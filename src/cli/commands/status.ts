// `flowc status`: what the pipelines that were submitted from here do now.
import type { Json } from '../../core/stable-json.js'
import { DeployFailure, oneLine } from '../../deploy/failure.js'
import { isFinal } from '../../deploy/flink-rest.js'
import { jobsRest, type JobCheckpoint, type JobDetails, type JobException, type Jobs } from '../../deploy/job-rest.js'
import { placeOfTask, type Place } from '../../deploy/places.js'
import type { DeploymentRecord } from '../../deploy/record.js'
import { shortTask } from '../../deploy/submit.js'
import { deploy } from '../../diagnostics/codes/deploy.js'
import { diagnostic, type Diagnostic } from '../../diagnostics/define.js'
import { NOWHERE } from '../../diagnostics/render/places.js'
import { diagnosticsJson, shownPath, writeJson, type Context } from '../context.js'
import { environmentOf, referencesOf, type EnvironmentOption } from '../environment.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { CommandFailure, Interrupted } from '../failure.js'
import { projectHere } from '../programs.js'
import { recordsOf } from '../records.js'
import { exitOf, openSystems } from '../systems.js'
import { table } from '../ui/table.js'

interface Row {
  readonly record: DeploymentRecord
  readonly job: JobDetails | null
  readonly restarts: number | null
  readonly checkpoint: JobCheckpoint | null
  readonly exceptions: readonly { readonly exception: JobException; readonly place: Place | null }[]
}

export async function status(ctx: Context, pipelines: readonly string[], options: EnvironmentOption): Promise<ExitCode> {
  const project = projectHere(ctx)
  const chosen = environmentOf(project, options.env)
  const records = recordsOf(ctx, project, chosen.name)
  const all = records.all()
  const wanted = pipelines.length === 0 ? all : all.filter((r) => pipelines.some((p) => named(r, p)))
  const known = all.map((r) => r.pipeline)
  const strange = pipelines.filter((p) => !all.some((r) => named(r, p)))
  if (strange.length > 0)
    throw new CommandFailure(
      strange.map((pipeline) => diagnostic(deploy.notDeployed, null, { pipeline, environment: chosen.name, known })),
      EXIT.usage,
    )
  if (wanted.length === 0) {
    ctx.print(`nothing was submitted to ${chosen.name} from here\n`)
    writeJson(ctx, 'status', true, { environment: chosen.name, pipelines: [], diagnostics: [] })
    return EXIT.ok
  }
  const references = referencesOf(ctx, project, chosen)
  const systems = openSystems(ctx, project, chosen, [], references)
  const rows: Row[] = []
  const said: Diagnostic[] = []
  try {
    const jobs = jobsRest(systems.flink())
    for (const record of wanted) rows.push(await rowOf(jobs, record))
  } catch (error) {
    if (systems.signal.aborted) throw new Interrupted()
    if (!(error instanceof DeployFailure)) throw error
    said.push(...error.diagnostics)
  } finally {
    await systems.close()
  }
  for (const r of rows) {
    const { pipeline, jobId, state } = r.record
    if (r.job === null && jobId !== null && state !== 'stopped')
      said.push(diagnostic(deploy.jobGone, null, { pipeline, job: jobId }))
    const failed = r.job?.state === 'FAILED' || r.job?.state === 'RESTARTING' || r.job?.state === 'FAILING'
    const [last] = r.exceptions
    if (failed)
      said.push({
        ...diagnostic(deploy.jobFailed, null, {
          pipeline,
          job: r.job!.id,
          reason: last === undefined ? 'Flink gives no reason' : reasonOf(last.exception),
          task: last?.exception.task == null ? null : shortTask(last.exception.task),
        }),
        notes: last?.place == null ? [] : [`written in ${placeText(ctx, project.root, last.place)}`],
      })
  }
  const shown = said.map((d) => references.redactDiagnostic(d))
  const exit = exitOf(shown)
  if (rows.length > 0) print(ctx, project.root, rows, (text) => references.redact(text))
  ctx.report(shown, NOWHERE)
  writeJson(ctx, 'status', exit === EXIT.ok, {
    environment: chosen.name,
    pipelines: rows.map((r) => rowJson(r, (text) => references.redact(text))),
    diagnostics: diagnosticsJson(shown, NOWHERE),
  })
  return exit
}

/** A pipeline is named by its name or by its file. */
const named = (record: DeploymentRecord, name: string): boolean =>
  record.pipeline === name || record.file === name.replace(/^\.\//, '')

async function rowOf(jobs: Jobs, record: DeploymentRecord): Promise<Row> {
  const nothing = { record, job: null, restarts: null, checkpoint: null, exceptions: [] }
  if (record.jobId === null) return nothing
  const job = await jobs.job(record.jobId)
  if (job === null) return nothing
  const exceptions = await jobs.exceptions(job.id)
  return {
    record,
    job,
    restarts: isFinal(job.state) ? null : await jobs.restarts(job.id),
    checkpoint: await jobs.checkpoint(job.id),
    exceptions: exceptions
      .slice(0, 3)
      .map((exception) => ({ exception, place: placeOfTask(record.places, exception.task, exception.trace) })),
  }
}

const reasonOf = (e: JobException): string => oneLine(e.problem.message.replaceAll('\n', ' '), 300)

const placeText = (ctx: Context, root: string, p: Place): string => `${shownPath(ctx.cwd, root, p.file)}:${p.line}:${p.column}`

const stateOf = ({ record, job }: Row): string =>
  record.state === 'stopped' && (job === null || isFinal(job.state))
    ? record.stopped?.savepoint == null
      ? 'stopped'
      : 'stopped, savepoint'
    : (job?.state ?? (record.jobId === null ? 'not started' : 'gone'))

function print(ctx: Context, root: string, rows: readonly Row[], redact: (text: string) => string): void {
  const now = ctx.io.date().getTime()
  ctx.print(
    table(
      ['pipeline', 'state', 'job', 'uptime', 'restarts', 'last checkpoint'],
      rows.map((r) => [
        r.record.pipeline,
        stateOf(r),
        r.record.jobId ?? '',
        r.job === null || isFinal(r.job.state) ? '' : span(r.job.duration),
        r.restarts === null ? '' : String(r.restarts),
        r.checkpoint === null ? '' : `${span(Math.max(0, now - r.checkpoint.at))} ago`,
      ]),
    ),
  )
  for (const r of rows) {
    if (r.record.stopped?.savepoint != null) ctx.print(`${r.record.pipeline}: savepoint ${r.record.stopped.savepoint}\n`)
    for (const { exception, place } of r.exceptions)
      ctx.print(
        `${r.record.pipeline}: ${new Date(exception.at).toISOString()} ${redact(reasonOf(exception))}${place === null ? '' : `\n  --> ${placeText(ctx, root, place)}`}\n`,
      )
  }
}

/** `3 h 5 min`: two units at most. */
function span(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const units = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'min'],
    [1, 's'],
  ] as const
  const first = units.findIndex(([size]) => seconds >= size)
  if (first < 0) return '0 s'
  return units
    .slice(first, first + 2)
    .map(([size, unit], i) => `${i === 0 ? Math.floor(seconds / size) : Math.floor((seconds % units[first]![0]) / size)} ${unit}`)
    .filter((part, i) => i === 0 || !part.startsWith('0 '))
    .join(' ')
}

const rowJson = (r: Row, redact: (text: string) => string): Json => ({
  pipeline: r.record.pipeline,
  file: r.record.file,
  state: stateOf(r),
  job: r.record.jobId,
  submittedAt: r.record.submittedAt,
  uptimeMillis: r.job === null || isFinal(r.job.state) ? null : r.job.duration,
  restarts: r.restarts,
  checkpoint:
    r.checkpoint === null
      ? null
      : { id: r.checkpoint.id, at: new Date(r.checkpoint.at).toISOString(), bytes: r.checkpoint.bytes },
  savepoint: r.record.stopped?.savepoint ?? null,
  exceptions: r.exceptions.map(({ exception, place }) => ({
    at: new Date(exception.at).toISOString(),
    task: exception.task,
    message: redact(reasonOf(exception)),
    file: place?.file ?? null,
    line: place?.line ?? null,
    column: place?.column ?? null,
  })),
})
