// FLOW82xx–84xx: reaching real systems, what is there and what is not, jobs. Commands that deploy report them; no message
// holds a secret: addresses are shown without login, values of references never.
import { define } from '../define.js'

const list = (names: readonly string[]): string => names.map((n) => `\`${n}\``).join(', ')

/** One setting that is not as the program wants it. */
export interface Difference {
  readonly key: string
  readonly wanted: string
  readonly found: string
}

const differences = (all: readonly Difference[]): string =>
  all.map((d) => `\`${d.key}\` is ${d.found} there and ${d.wanted} here`).join('; ')

export const deploy = {
  unreachable: define<{ system: string; url: string; reason: string }>(
    'FLOW8201',
    'system-unreachable',
    'error',
    (p) => `${p.system} at \`${p.url}\` cannot be reached: ${p.reason}`,
    () => 'run the command again when it is there: it goes on where it stopped',
  ),
  timeout: define<{ system: string; url: string; seconds: number }>(
    'FLOW8202',
    'system-timeout',
    'error',
    (p) => `${p.system} at \`${p.url}\` did not answer within ${p.seconds} seconds`,
    () => 'run the command again: it goes on where it stopped',
  ),
  login: define<{ system: string; url: string; sent: string; reason: string }>(
    'FLOW8203',
    'login-refused',
    'error',
    (p) => `${p.system} at \`${p.url}\` refuses the login: ${p.reason}; ${p.sent} was sent`,
  ),
  forbidden: define<{ system: string; action: string; reason: string }>(
    'FLOW8204',
    'not-allowed',
    'error',
    (p) => `${p.system} does not allow to ${p.action}: ${p.reason}`,
    () => 'the login may read but not write, or the system is read-only',
  ),
  stranger: define<{ system: string; url: string; reason: string }>(
    'FLOW8205',
    'not-the-system',
    'error',
    (p) => `what answers at \`${p.url}\` is not ${p.system}: ${p.reason}`,
    () => 'the address is the base of its API, without a path behind it',
  ),
  failed: define<{ system: string; action: string; reason: string }>(
    'FLOW8206',
    'system-failed',
    'error',
    (p) => `${p.system} could not ${p.action}: ${p.reason}`,
  ),
  version: define<{ system: string; found: string; wanted: string }>(
    'FLOW8207',
    'wrong-version',
    'error',
    (p) => `${p.system} is version ${p.found}, the target is ${p.wanted}`,
    () => 'choose the version of the cluster with `target` or `--target`',
  ),

  topicDiffers: define<{ topic: string; differences: readonly Difference[] }>(
    'FLOW8301',
    'topic-differs',
    'error',
    (p) => `topic \`${p.topic}\` exists and differs: ${differences(p.differences)}`,
    () => 'nothing was changed: change the topic, the program or `topics` of the environment',
  ),
  subjectDiffers: define<{ subject: string; version: number; differences: readonly string[]; compatible: string | null }>(
    'FLOW8302',
    'subject-differs',
    'error',
    (p) =>
      `subject \`${p.subject}\` has another schema in version ${p.version}: ${p.differences.join('; ')}${p.compatible === null ? '' : `; as a next version, ${p.compatible}`}`,
    () => 'nothing was registered: a changed schema of a running topic is a decision about its readers',
  ),
  connectorDiffers: define<{ connector: string; differences: readonly Difference[] }>(
    'FLOW8303',
    'connector-differs',
    'error',
    (p) => `connector \`${p.connector}\` exists and differs: ${differences(p.differences)}`,
    () => 'nothing was changed: change the connector or the program',
  ),
  tableDiffers: define<{ table: string; differences: readonly Difference[] }>(
    'FLOW8304',
    'table-differs',
    'error',
    (p) => `table \`${p.table}\` exists and differs: ${differences(p.differences)}`,
    () => 'nothing was changed: change the table or the program',
  ),
  connectorInvalid: define<{ connector: string; problems: readonly string[]; unresolved: readonly string[] }>(
    'FLOW8305',
    'connector-invalid',
    'error',
    (p) => `Connect refuses the configuration of \`${p.connector}\`: ${p.problems.join('; ')}`,
    (p) =>
      p.unresolved.length === 0
        ? undefined
        : `${list(p.unresolved)} ${p.unresolved.length === 1 ? 'is' : 'are'} put in by the worker: it needs \`config.providers=env\` with EnvVarConfigProvider and the variables; or \`"connect": {"references": "values"}\``,
  ),
  connectorFailed: define<{ connector: string; part: string; reason: string }>(
    'FLOW8306',
    'connector-failed',
    'error',
    (p) => `connector \`${p.connector}\` does not run: its ${p.part} failed with ${p.reason}`,
    () => 'mend the cause and run the command again: it restarts what failed',
  ),
  pluginMissing: define<{ class: string; connector: string; known: readonly string[] }>(
    'FLOW8307',
    'plugin-missing',
    'error',
    (p) => `Connect has no \`${p.class}\`, which connector \`${p.connector}\` needs`,
    (p) =>
      `it has ${p.known.length === 0 ? 'no connectors' : list(p.known)}: put the plug-in on its plugin path and start the worker again`,
  ),
  brokers: define<{ topic: string; replicas: number; brokers: number }>(
    'FLOW8308',
    'too-few-brokers',
    'error',
    (p) => `topic \`${p.topic}\` wants ${p.replicas} replicas, the cluster has ${p.brokers} broker${p.brokers === 1 ? '' : 's'}`,
    (p) => `an environment with fewer brokers says so: \`"topics": {"replicas": ${p.brokers}}\``,
  ),
  wantedTwice: define<{ what: string; name: string; one: string; other: string; differences: readonly Difference[] }>(
    'FLOW8309',
    'wanted-twice',
    'error',
    (p) =>
      `pipelines \`${p.one}\` and \`${p.other}\` want ${p.what} \`${p.name}\` differently: ${p.differences.map((d) => `\`${d.key}\` is ${d.found} in the first and ${d.wanted} in the second`).join('; ')}`,
  ),
  catalogKind: define<{ catalog: string; kind: string; table: string }>(
    'FLOW8310',
    'catalog-not-rest',
    'error',
    (p) =>
      `table \`${p.table}\` has partition transforms, and catalog \`${p.catalog}\` of type \`${p.kind}\` cannot make it: that takes the REST API`,
    () => 'make the table by other means, or use a REST catalog',
  ),
  notRunning: define<{ connector: string; seconds: number; state: string }>(
    'FLOW8311',
    'connector-not-running',
    'error',
    (p) => `connector \`${p.connector}\` is ${p.state} after ${p.seconds} seconds`,
    () => 'run the command again: it waits on',
  ),
  connectorUnknownKey: define<{ connector: string; keys: readonly string[] }>(
    'FLOW8312',
    'connector-unknown-key',
    'warning',
    (p) => `connector \`${p.connector}\`: this version of the plug-in does not know ${list(p.keys)}`,
  ),

  jarMissing: define<{ factory: string; jars: readonly string[] }>(
    'FLOW8401',
    'jar-missing',
    'error',
    (p) => `Flink does not know ${p.factory}`,
    (p) =>
      `${p.jars.length === 1 ? 'this jar belongs' : 'these jars belong'} on the class path of the cluster and of the gateway: ${list(p.jars)}`,
  ),
  noSlots: define<{ needed: number; free: number; total: number }>(
    'FLOW8402',
    'no-free-slots',
    'error',
    (p) => `the job needs ${p.needed} slot${p.needed === 1 ? '' : 's'}, ${p.free} of ${p.total} are free`,
    () => 'stop a job or add a task manager',
  ),
  alreadyRuns: define<{ pipeline: string; job: string; state: string; known: boolean }>(
    'FLOW8403',
    'already-runs',
    'error',
    (p) => `\`${p.pipeline}\` is ${p.state} as job ${p.job}${p.known ? '' : ', which was not submitted from here'}`,
    (p) =>
      p.known ? `\`flowc stop ${p.pipeline} --savepoint\` stops it` : 'two jobs of one name would write the same rows twice',
  ),
  resourceMissing: define<{ what: string; name: string; ours: boolean }>(
    'FLOW8404',
    'resource-missing',
    'error',
    (p) => `there is no ${p.what} \`${p.name}\``,
    (p) => (p.ours ? '`flowc apply` makes it' : 'it belongs to somebody else: the pipeline only reads it'),
  ),
  statementRefused: define<{ statement: string; reason: string }>(
    'FLOW8405',
    'statement-refused',
    'error',
    (p) => `Flink refuses the ${p.statement}: ${p.reason}`,
  ),
  jobFailed: define<{ pipeline: string; job: string; reason: string; task: string | null }>(
    'FLOW8406',
    'job-failed',
    'error',
    (p) => `job ${p.job} of \`${p.pipeline}\` failed${p.task === null ? '' : ` in ${p.task}`}: ${p.reason}`,
  ),
  jobNotRunning: define<{ pipeline: string; job: string; state: string; seconds: number }>(
    'FLOW8407',
    'job-not-running',
    'error',
    (p) => `job ${p.job} of \`${p.pipeline}\` is ${p.state} after ${p.seconds} seconds`,
    () => '`flowc submit` again waits on; `flowc status` shows what it does',
  ),
  textSubmitted: define<{ reason: string }>(
    'FLOW8408',
    'no-compiled-plan',
    'note',
    (p) => `the job is submitted as SQL text, without a compiled plan: ${p.reason}`,
    () =>
      'its state can be used again by exactly this program only; `"flink": {"plans": "…"}` names a folder that the gateway and this project reach',
  ),
  badRecord: define<{ path: string; reason: string }>(
    'FLOW8409',
    'bad-deployment-record',
    'error',
    (p) => `\`${p.path}\` cannot be used: ${p.reason}`,
    () => 'it holds the job id and savepoints of the pipeline: take it from a backup, or remove it when no such job runs',
  ),
  notDeployed: define<{ pipeline: string; environment: string; known: readonly string[] }>(
    'FLOW8410',
    'not-deployed',
    'error',
    (p) => `\`${p.pipeline}\` was not submitted to environment \`${p.environment}\` from here`,
    (p) =>
      p.known.length === 0
        ? '`flowc submit` starts it; what another machine started is not known here'
        : `submitted there: ${list(p.known)}`,
  ),
  savepointFailed: define<{ pipeline: string; job: string; reason: string }>(
    'FLOW8411',
    'savepoint-failed',
    'error',
    (p) => `job ${p.job} of \`${p.pipeline}\` took no savepoint and goes on running: ${p.reason}`,
    (p) =>
      `\`flowc status ${p.pipeline}\` shows its failures; \`flowc stop ${p.pipeline}\` ends it without one, and its state is lost`,
  ),
  jobGone: define<{ pipeline: string; job: string }>(
    'FLOW8412',
    'job-gone',
    'warning',
    (p) => `the cluster no longer knows job ${p.job} of \`${p.pipeline}\``,
    () => 'a cluster that is started anew without high availability forgets its jobs',
  ),
  changedSinceSavepoint: define<{ pipeline: string; savepoint: string }>(
    'FLOW8413',
    'changed-since-savepoint',
    'error',
    (p) => `\`${p.pipeline}\` was stopped with savepoint \`${p.savepoint}\`, and its program or environment has changed since`,
    () => '`--fresh` begins anew without that state, reading from where `start` says; or build from the program as it was',
  ),
  jobNotEnded: define<{ pipeline: string; job: string; state: string; seconds: number }>(
    'FLOW8414',
    'job-not-ended',
    'error',
    (p) => `job ${p.job} of \`${p.pipeline}\` was told to stop and is still ${p.state} after ${p.seconds} seconds`,
    () => '`flowc status` shows when it has ended; a savepoint that was taken is kept',
  ),
}
