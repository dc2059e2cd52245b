// `flowc stop`: ends the job of a pipeline, with a savepoint that the next submit goes on from, or without.
import { DeployFailure, failDeploy } from '../../deploy/failure.js'
import { isFinal } from '../../deploy/flink-rest.js'
import { pause } from '../../deploy/http.js'
import { jobsRest, type Jobs } from '../../deploy/job-rest.js'
import type { DeploymentRecord } from '../../deploy/record.js'
import { stopWithSavepoint, type Stopped, type StopRequest } from '../../deploy/stop-job.js'
import { cli } from '../../diagnostics/codes/cli.js'
import { deploy } from '../../diagnostics/codes/deploy.js'
import { diagnostic, type Diagnostic } from '../../diagnostics/define.js'
import { NOWHERE } from '../../diagnostics/render/places.js'
import { diagnosticsJson, writeJson, type Context } from '../context.js'
import { environmentOf, referencesOf, type EnvironmentOption } from '../environment.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { CommandFailure, fail, Interrupted } from '../failure.js'
import { projectHere } from '../programs.js'
import { recordsOf } from '../records.js'
import { exitOf, openSystems } from '../systems.js'

export interface StopOptions extends EnvironmentOption {
  readonly savepoint: boolean
  readonly drain: boolean
}

const END_TIMEOUT = 60_000

export async function stop(ctx: Context, name: string, options: StopOptions): Promise<ExitCode> {
  if (options.drain && !options.savepoint)
    fail(EXIT.usage, cli.wrongUsage, { problem: '`--drain` says how a savepoint is taken', advice: 'add `--savepoint`' })
  const project = projectHere(ctx)
  const chosen = environmentOf(project, options.env)
  const records = recordsOf(ctx, project, chosen.name)
  const all = records.all()
  const record = all.find((r) => r.pipeline === name || r.file === name.replace(/^\.\//, ''))
  if (record === undefined)
    throw new CommandFailure(
      [
        diagnostic(deploy.notDeployed, null, {
          pipeline: name,
          environment: chosen.name,
          known: all.map((r) => r.pipeline),
        }),
      ],
      EXIT.usage,
    )
  const references = referencesOf(ctx, project, chosen)
  const systems = openSystems(ctx, project, chosen, [], references)
  const said: Diagnostic[] = []
  let stopped = record
  let ended = false
  try {
    const jobs = jobsRest(systems.flink())
    const result = await stopJob(jobs, record.jobId, options.savepoint, {
      pipeline: record.pipeline,
      folder: chosen.settings.flink.savepoints,
      drain: options.drain,
      signal: systems.signal,
      say: (text) => ctx.progress.update(text),
    })
    if (result.kind === 'ended') {
      const { job } = result
      if (job === null && record.jobId !== null && record.state !== 'stopped')
        said.push(diagnostic(deploy.jobGone, null, { pipeline: record.pipeline, job: record.jobId }))
      ctx.print(`${record.pipeline} does not run${job === null ? '' : `: job ${job.id} is ${job.state}`}\n`)
    } else {
      const { savepoint } = result
      stopped = stoppedRecord(record, ctx.io.date().toISOString(), savepoint, options.drain)
      // the savepoint is on disk: what happens from here on must not lose its place
      records.write(stopped)
      await waitForEnd(jobs, record, systems.signal)
      ended = true
      ctx.print(
        `${ctx.out.good('stopped')} ${record.pipeline}: ${savepoint === null ? 'without a savepoint, the next submit begins anew' : `savepoint ${savepoint}`}\n`,
      )
    }
  } catch (error) {
    if (systems.signal.aborted) throw new Interrupted()
    if (!(error instanceof DeployFailure)) throw error
    said.push(...error.diagnostics)
  } finally {
    ctx.progress.done()
    await systems.close()
  }
  const shown = said.map((d) => references.redactDiagnostic(d))
  const exit = exitOf(shown)
  ctx.report(shown, NOWHERE)
  writeJson(ctx, 'stop', exit === EXIT.ok, {
    pipeline: record.pipeline,
    environment: chosen.name,
    job: record.jobId,
    stopped: ended,
    savepoint: stopped.stopped?.savepoint ?? null,
    diagnostics: diagnosticsJson(shown, NOWHERE),
  })
  return exit
}

function stoppedRecord(record: DeploymentRecord, at: string, savepoint: string | null, drained: boolean): DeploymentRecord {
  return {
    ...record,
    state: 'stopped',
    stopped: { at, savepoint, drained },
    // a drained job has closed all its windows: there is nothing to go on with
    continueFrom: savepoint === null || drained ? null : { savepoint, hash: record.hash, compiledPlan: record.compiledPlan },
  }
}

type StopResult = Stopped | { readonly kind: 'cancelled'; readonly savepoint: null }

async function stopJob(
  jobs: Jobs,
  id: string | null,
  savepoint: boolean,
  request: Omit<StopRequest, 'job'>,
): Promise<StopResult> {
  const job = id === null ? null : await jobs.job(id)
  if (job === null || isFinal(job.state)) return { kind: 'ended', job }
  if (savepoint) return stopWithSavepoint(jobs, { ...request, job: job.id })
  await jobs.cancel(job.id)
  return { kind: 'cancelled', savepoint: null }
}

async function waitForEnd(jobs: Jobs, { pipeline, jobId }: DeploymentRecord, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + END_TIMEOUT
  for (;;) {
    const job = await jobs.job(jobId!)
    if (job === null || isFinal(job.state)) return
    if (Date.now() > deadline)
      failDeploy(deploy.jobNotEnded, { pipeline, job: jobId!, state: job.state, seconds: END_TIMEOUT / 1000 })
    await pause(100, signal)
  }
}
