// `flowc submit`: starts the job of one pipeline, after everything it needs has been seen to be there.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from '../../codegen/index.js'
import { flinkProgram } from '../../codegen/flink/program.js'
import { planTopics } from '../../codegen/kafka/topics.js'
import { sha256 } from '../../core/hash.js'
import type { Json } from '../../core/stable-json.js'
import { readWorld, wantedOf } from '../../deploy/apply.js'
import { DeployFailure } from '../../deploy/failure.js'
import { jobsRest } from '../../deploy/job-rest.js'
import { placesOf } from '../../deploy/places.js'
import { RECORD_VERSION, type DeploymentRecord } from '../../deploy/record.js'
import { checkCluster, findRunning, submitJob, watch, type SubmitInput, type Submitted } from '../../deploy/submit.js'
import { missingTopics } from '../../deploy/topics.js'
import { deploy } from '../../diagnostics/codes/deploy.js'
import { diagnostic, type Diagnostic } from '../../diagnostics/define.js'
import { topicsOf } from '../../ir/kafka-source.js'
import type { PlanProgram } from '../../ir/plan.js'
import type { Bound } from '../../workspace/bind-environment.js'
import { diagnosticsJson, writeJson, type Context } from '../context.js'
import { bind, environmentOf, referencesOf, unusedNames, type EnvironmentOption } from '../environment.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { Interrupted } from '../failure.js'
import { compileFile, reportWarnings } from '../programs.js'
import { recordsOf } from '../records.js'
import { exitOf, openSystems, type Opened } from '../systems.js'

export interface SubmitOptions extends EnvironmentOption {
  readonly fresh: boolean
}

export async function submit(ctx: Context, file: string, options: SubmitOptions): Promise<ExitCode> {
  const { compiled, program: checked } = compileFile(ctx, file, 'submit')
  const { project } = compiled
  const chosen = environmentOf(project, options.env)
  reportWarnings(ctx, compiled)
  const bound = bind(project, chosen, checked.plan)
  const references = referencesOf(ctx, project, chosen)
  const systems = openSystems(ctx, project, chosen, [bound], references)
  const records = recordsOf(ctx, project, chosen.name)
  const { plan } = bound
  const pipeline = plan.pipeline.name
  const said: Diagnostic[] = [...unusedNames(chosen, [plan])]
  const show = (list: readonly Diagnostic[]): readonly Diagnostic[] => list.map((d) => references.redactDiagnostic(d))
  let submitted: Submitted | null = null
  try {
    const program = flinkProgram(plan, bound.environment)
    const jobs = jobsRest(systems.flink())
    const input: SubmitInput = {
      plan,
      program,
      gateway: systems.gateway(),
      jobs,
      references,
      plans: chosen.settings.flink.plans,
      fresh: options.fresh,
      record: records.read(pipeline),
      next: newRecord(ctx, bound, chosen.name, checked.file, compiled.located.locate),
      keep: records.write,
      say: (text) => ctx.progress.update(text),
      note: (d) => said.push(d),
      signal: systems.signal,
    }
    const running = await findRunning(input)
    if (running !== null) {
      records.write(running)
      submitted = await watch(input, running, true)
    } else {
      await checkCluster(input)
      const missing = await checkWorld(systems, bound, (text) => ctx.progress.update(text))
      if (missing.length > 0) throw new DeployFailure(missing)
      submitted = await submitJob(input)
      keepPlan(submitted.record, records.writePlan)
    }
  } catch (error) {
    if (systems.signal.aborted) throw new Interrupted()
    if (!(error instanceof DeployFailure)) throw error
    said.push(...error.diagnostics)
  } finally {
    ctx.progress.done()
    await systems.close()
  }
  const shown = show(said)
  const exit = exitOf(shown)
  if (submitted !== null && exit === EXIT.ok) print(ctx, submitted)
  ctx.report(ctx.quiet ? shown.filter((d) => d.severity === 'error') : shown, compiled.places)
  writeJson(ctx, 'submit', exit === EXIT.ok, {
    pipeline,
    environment: chosen.name,
    job: submitted?.record.jobId ?? records.read(pipeline)?.jobId ?? null,
    state: submitted?.job.state ?? null,
    compiledPlan: submitted?.record.compiledPlan ?? null,
    restoredFrom: submitted?.record.restoredFrom ?? null,
    diagnostics: diagnosticsJson(shown, compiled.places),
  })
  return exit
}

function newRecord(
  ctx: Context,
  { plan, environment }: Bound,
  name: string,
  file: string,
  locate: Parameters<typeof placesOf>[2],
): DeploymentRecord {
  const artifacts = build(plan, environment)
  const text = (path: string): string => artifacts.find((a) => a.path === path)!.text
  return {
    recordVersion: RECORD_VERSION,
    pipeline: plan.pipeline.name,
    environment: name,
    target: plan.target,
    file,
    state: 'submitting',
    submittedAt: ctx.io.date().toISOString(),
    jobId: null,
    hash: sha256(text(`flink/${plan.pipeline.name}.sql`)),
    compiledPlan: null,
    restoredFrom: null,
    stopped: null,
    continueFrom: null,
    places: placesOf(plan, flinkProgram(plan, environment), locate),
    manifest: JSON.parse(text('manifest.json')) as Json,
    plan: JSON.parse(text('plan.json')) as Json,
  }
}

/** What the job reads and writes has to be there: missing things are named, differing ones shown as apply shows them. */
async function checkWorld(systems: Opened, bound: Bound, say: (text: string) => void): Promise<readonly Diagnostic[]> {
  const { plan, environment } = bound
  const world = await readWorld(
    systems,
    wantedOf([plan], () => environment),
    say,
  )
  const missing = world.steps
    .filter((s) => s.make !== null)
    .map((s) => diagnostic(deploy.resourceMissing, plan.pipeline.origin, { what: s.kind, name: s.name, ours: true }))
  const own = new Set(planTopics(plan, environment).map((t) => t.name))
  const read = topicsRead(plan).filter((t) => !own.has(t.topic))
  const absent =
    read.length === 0 || world.problems.length > 0
      ? []
      : await missingTopics(
          systems.kafka(),
          read.map((t) => t.topic),
        )
  return [
    ...world.problems,
    ...missing,
    ...read
      .filter((t) => absent.includes(t.topic))
      .map((t) => diagnostic(deploy.resourceMissing, t.origin, { what: 'topic', name: t.topic, ours: false })),
  ]
}

const topicsRead = (plan: PlanProgram) =>
  plan.operators.flatMap((o) =>
    o.kind === 'source' && !(o.connector.kind === 'kafka' && o.connector.connection !== null)
      ? topicsOf(o).map((topic) => ({ topic, origin: o.origin }))
      : [],
  )

/** A copy of the compiled plan, where its folder can be read from here: what a changed program will be compared with. */
function keepPlan(record: DeploymentRecord, write: (pipeline: string, text: string) => void): void {
  const path = record.compiledPlan?.startsWith('file://') === true ? fileURLToPath(record.compiledPlan) : null
  if (path !== null && existsSync(path)) write(record.pipeline, readFileSync(path, 'utf8'))
}

function print(ctx: Context, { record, job, resumed }: Submitted): void {
  const how =
    record.restoredFrom !== null
      ? `goes on from savepoint ${record.restoredFrom}`
      : resumed
        ? 'was started by an earlier run'
        : record.compiledPlan === null
          ? 'from SQL text'
          : `from compiled plan ${record.compiledPlan}`
  ctx.print(`${ctx.out.good('submitted')} ${record.pipeline} to ${record.environment}: job ${job.id} is ${job.state}, ${how}\n`)
}
