// Starting a job: everything is checked before anything is started; a record is written at each step, so that a run that
// breaks off can be finished by the next.
import type { FlinkProgram } from '../codegen/artifact.js'
import { TARGETS } from '../codegen/flink/target.js'
import { deploy } from '../diagnostics/codes/deploy.js'
import { diagnostic, type Diagnostic } from '../diagnostics/define.js'
import type { PlanProgram } from '../ir/plan.js'
import { addressOf, systemName, type Endpoint } from './endpoint.js'
import { DeployFailure, failDeploy, httpDiagnostic, oneLine, shownUrl } from './failure.js'
import { gatewayInfo } from './gateway.js'
import { isFinal } from './flink-rest.js'
import { pause } from './http.js'
import type { Cluster, JobDetails, JobException, Jobs, NamedJob } from './job-rest.js'
import { placeOfTask } from './places.js'
import type { DeploymentRecord } from './record.js'
import type { References } from './references.js'
import { missingJars, resolveAll, sqlSession } from './session.js'

export interface SubmitInput {
  readonly plan: PlanProgram
  readonly program: FlinkProgram
  readonly gateway: Endpoint
  readonly jobs: Jobs
  readonly references: References
  /** Folder for compiled plans as the gateway sees it; null: none. */
  readonly plans: string | null
  readonly fresh: boolean
  /** What is known of earlier submits; null: nothing. */
  readonly record: DeploymentRecord | null
  /** The record of this submit, before it has begun. */
  readonly next: DeploymentRecord
  /** Keeps a record; called before the job is started and at each step after. */
  readonly keep: (record: DeploymentRecord) => void
  readonly say: (text: string) => void
  readonly note: (d: Diagnostic) => void
  readonly signal: AbortSignal
  readonly timeoutMillis?: number
}

export interface Submitted {
  readonly record: DeploymentRecord
  readonly job: JobDetails
  /** An earlier run had started it. */
  readonly resumed: boolean
}

const TIMEOUT = 120_000

/** A job of an earlier run that this one only has to watch, after the checks that need no other system. */
export async function findRunning(
  input: Pick<SubmitInput, 'plan' | 'jobs' | 'record' | 'next'>,
): Promise<DeploymentRecord | null> {
  const { plan, jobs, record, next } = input
  const pipeline = plan.pipeline.name
  const refuse = (job: NamedJob, known: boolean): never =>
    failDeploy(deploy.alreadyRuns, { pipeline, job: job.id, state: job.state, known }, plan.pipeline.origin)
  const alive = (await jobs.list()).filter((j) => j.name === pipeline && !isFinal(j.state))
  const own = alive.find((j) => j.id === record?.jobId)
  if (own !== undefined) {
    // an earlier run has started exactly this and did not live to see it run
    if (record!.state === 'submitted' && record!.hash === next.hash) return record
    return refuse(own, true)
  }
  const [other] = alive
  if (other === undefined) return null
  // sent, and broken off before the answer came
  if (record?.state === 'submitting' && record.hash === next.hash && alive.length === 1)
    return { ...record, state: 'submitted', jobId: other.id }
  return refuse(other, false)
}

/** Versions and slots. */
export async function checkCluster({
  plan,
  gateway,
  jobs,
  program,
}: Pick<SubmitInput, 'plan' | 'gateway' | 'jobs' | 'program'>): Promise<void> {
  const wanted = TARGETS[plan.target].flink
  const fits = (found: string): boolean => found === wanted || found.startsWith(`${wanted}.`)
  const timeoutMillis = Math.min(gateway.timeoutMillis ?? 10_000, 10_000)
  const info = await gatewayInfo(addressOf(gateway), timeoutMillis)
  const name = systemName(gateway)
  if (!info.ok) {
    const { problem } = info
    if (problem.status === 404)
      failDeploy(deploy.stranger, { system: name.system, url: shownUrl(name.url), reason: 'it has no `/v1/info`' })
    throw new DeployFailure([httpDiagnostic(name, problem, 'say its version', timeoutMillis)])
  }
  const { productName, version } = info.value ?? {}
  if (productName !== 'Apache Flink' || version === undefined)
    return failDeploy(deploy.stranger, {
      system: name.system,
      url: shownUrl(name.url),
      reason: 'it does not call itself Apache Flink',
    })
  if (!fits(version)) failDeploy(deploy.version, { system: name.system, found: version, wanted })
  const cluster = await jobs.cluster()
  if (!fits(cluster.version)) failDeploy(deploy.version, { system: 'the cluster', found: cluster.version, wanted })
  const needed = parallelism(program, cluster)
  if (!elastic(cluster) && cluster.freeSlots < needed)
    failDeploy(deploy.noSlots, { needed, free: cluster.freeSlots, total: cluster.slots })
}

/** All operators of a job share slots: it needs as many as it is wide. */
function parallelism(program: FlinkProgram, { config }: Cluster): number {
  const set = program.statements.find((s) => s.kind === 'set' && s.key === 'parallelism.default')
  return Number(set?.kind === 'set' ? set.value : (config.get('parallelism.default') ?? '1'))
}

/** Clusters on Kubernetes and YARN make task managers when a job asks for them. */
const elastic = ({ config }: Cluster): boolean =>
  config.has('kubernetes.cluster-id') || config.has('yarn.application.id') || config.get('jobmanager.scheduler') === 'adaptive'

/** Where a new job begins: the savepoint of the last stop, unless it is not wanted or no longer fits. */
function startOf({ record, next, fresh, plan }: SubmitInput): DeploymentRecord['continueFrom'] {
  const start = record?.continueFrom ?? null
  if (start === null || fresh) return null
  if (start.hash === next.hash) return start
  return failDeploy(
    deploy.changedSinceSavepoint,
    { pipeline: plan.pipeline.name, savepoint: start.savepoint },
    plan.pipeline.origin,
  )
}

export async function submitJob(input: SubmitInput): Promise<Submitted> {
  const { plan, program, references, keep, say, note } = input
  const previous = startOf(input)
  const savepoint = previous?.savepoint ?? null
  resolveAll(program, references)
  if (references.missing.length > 0) throw new DeployFailure(references.missing)
  const session = await sqlSession(program, {
    endpoint: input.gateway,
    target: plan.target,
    references,
    say: (text) => say(`defining ${text}`),
    properties: savepoint === null ? {} : { 'execution.state-recovery.path': savepoint },
  })
  let record: DeploymentRecord = { ...input.next, continueFrom: input.record?.continueFrom ?? null }
  try {
    await session.define(program)
    const compiled = previous === null ? compiledPath(input) : { path: previous.compiledPlan, reason: 'as it was the last time' }
    if (compiled.path !== null && previous === null) {
      say('compiling the plan')
      await session.compile(program, compiled.path)
    } else {
      say('asking the planner')
      await session.explain(program)
    }
    if (compiled.path === null) note(diagnostic(deploy.textSubmitted, null, { reason: compiled.reason }))
    record = { ...record, compiledPlan: compiled.path, restoredFrom: savepoint }
    // from here on a job may run that nobody knows: the record says so before it does
    keep(record)
    say('starting the job')
    const jobId = compiled.path === null ? await session.executeText(program) : await session.executePlan(program, compiled.path)
    record = { ...record, state: 'submitted', jobId }
    keep(record)
  } finally {
    await session.close()
  }
  return watch(input, record, false)
}

/** Where the compiled plan goes, or why there is none. */
function compiledPath({ plan, plans, next }: SubmitInput): { readonly path: string | null; readonly reason: string } {
  if (plan.target === 'flink-1.20') return { path: null, reason: 'on Flink 1.20 none has been tried' }
  if (plans === null) return { path: null, reason: 'the environment says no `flink.plans`' }
  const stamp = next.submittedAt.replaceAll(/[-:]|\.\d+/g, '')
  return { path: `${plans}/${next.environment}/${plan.pipeline.name}-${stamp}.json`, reason: '' }
}

/** Waits until every task runs; a job that fails or starts over again and again is reported with the line of the program. */
export async function watch(input: SubmitInput, record: DeploymentRecord, resumed: boolean): Promise<Submitted> {
  const { jobs, plan, keep, say, signal } = input
  const limit = input.timeoutMillis ?? TIMEOUT
  const pipeline = plan.pipeline.name
  const id = record.jobId!
  const deadline = Date.now() + limit
  let first: number | null = null
  for (;;) {
    const job = await jobs.job(id)
    if (job !== null && isFinal(job.state)) {
      // a bounded pipeline may be done before anybody looks
      if (job.state === 'FINISHED') {
        const done: DeploymentRecord = { ...record, state: 'running', continueFrom: null }
        keep(done)
        return { record: done, job, resumed }
      }
      throw new DeployFailure([failed(plan, record, await jobs.exceptions(id))])
    }
    if (job !== null && job.state === 'RUNNING' && job.vertices.every((v) => v.status === 'RUNNING' || v.status === 'FINISHED')) {
      const running: DeploymentRecord = { ...record, state: 'running', continueFrom: null }
      keep(running)
      return { record: running, job, resumed }
    }
    if (job !== null && (job.state === 'RESTARTING' || job.state === 'FAILING' || first !== null)) {
      const exceptions = await jobs.exceptions(id)
      if (exceptions.length > 0) first ??= Date.now()
      if (exceptions.length >= 3 || (first !== null && Date.now() - first > 15_000))
        throw new DeployFailure([failed(plan, record, exceptions)])
    }
    if (Date.now() > deadline)
      failDeploy(deploy.jobNotRunning, {
        pipeline,
        job: id,
        state: job?.state ?? 'not known to the cluster',
        seconds: limit / 1000,
      })
    say(`job ${id} is ${job?.state ?? 'not there yet'}`)
    await pause(100, signal)
  }
}

/** The message of a failed job with its place in the program, found through the places of the record. */
function failed(plan: PlanProgram, record: DeploymentRecord, exceptions: readonly JobException[]): Diagnostic {
  const [newest] = exceptions
  const pipeline = plan.pipeline.name
  const job = record.jobId ?? ''
  if (newest === undefined)
    return diagnostic(deploy.jobFailed, plan.pipeline.origin, { pipeline, job, reason: 'Flink gives no reason', task: null })
  const missing = missingJars(newest.problem.causes, plan.target, null)
  if (missing !== null) return missing
  const place = placeOfTask(record.places, newest.task, newest.trace)
  return diagnostic(deploy.jobFailed, place?.origin ?? plan.pipeline.origin, {
    pipeline,
    job,
    reason: oneLine(newest.problem.message.replaceAll('\n', ' '), 500),
    task: newest.task === null ? null : shortTask(newest.task),
  })
}

/** A chain of operators may have a very long name. */
export const shortTask = (task: string): string => `task \`${task.length > 100 ? `${task.slice(0, 100)}…` : task}\``
