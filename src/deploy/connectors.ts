// Debezium connectors. Connect is asked what it thinks of a configuration before anything is made; a connector counts as
// there when it and its task run.
import { connectText, type ConnectorPlan } from '../codegen/debezium/connector.js'
import { partsOf } from '../codegen/environment.js'
import { deploy, type Difference } from '../diagnostics/codes/deploy.js'
import { diagnostic, type Diagnostic } from '../diagnostics/define.js'
import type { Connect, ConnectorConfig, ConnectorStatus } from './connect-rest.js'
import { DeployFailure, failDeploy, oneLine } from './failure.js'
import { pause } from './http.js'
import type { References } from './references.js'
import { problemOf } from './stack-trace.js'
import { normal, reading, type Reading, type Step } from './steps.js'

export interface WantedConnector {
  readonly pipeline: string
  readonly plan: ConnectorPlan
}

export interface ConnectorOptions {
  readonly connect: Connect
  readonly references: References
  /** `worker`: references stay references, for the worker's `env` provider. */
  readonly resolve: 'worker' | 'values'
  readonly signal?: AbortSignal
  readonly timeoutMillis?: number
  readonly say?: (text: string) => void
}

const TIMEOUT = 60_000
const TABLES = 'table.include.list'

/** Settings whose plug-ins have namespaces of their own: validation does not list what stands in them. */
const FOREIGN =
  /^(topic\.creation|(key|value|header)\.converter|transforms|predicates|producer\.override|consumer\.override|admin\.override)(\.|$)/

/** Settings that Debezium reads and that its own list leaves out (seen on 3.6.1). */
const UNLISTED: ReadonlySet<string> = new Set(['field.name.adjustment.mode', 'name', 'connector.class', 'tasks.max'])

export async function readConnectors(options: ConnectorOptions, wanted: readonly WantedConnector[]): Promise<Reading> {
  const { connect } = options
  const { connectors, problems } = once(wanted)
  if (connectors.length === 0) return reading({ problems })
  const plugins = await connect.plugins()
  const steps: Step[] = []
  const warnings: Diagnostic[] = []
  for (const { plan } of connectors) {
    const { name } = plan
    const config = configOf(plan, options)
    if (options.references.missing.length > 0) throw new DeployFailure(options.references.missing)
    const detail = (config[TABLES] ?? '').replaceAll('\\', '')
    const there = await connect.config(name)
    if (there !== null) {
      const differences = configDifferences(there, config, secretKeys(plan, options))
      if (differences.length > 0) problems.push(diagnostic(deploy.connectorDiffers, null, { connector: name, differences }))
      else if (stateOf(await connect.status(name)).kind === 'running') steps.push({ kind: 'connector', name, detail, make: null })
      else steps.push({ kind: 'connector', name, detail, make: () => finish(options, name, detail) })
      continue
    }
    const plugin = config['connector.class'] ?? ''
    if (!plugins.includes(plugin)) {
      problems.push(
        diagnostic(deploy.pluginMissing, null, {
          class: plugin,
          connector: name,
          known: plugins.filter((p) => !/\.file\./.test(p)),
        }),
      )
      continue
    }
    const { errors, known } = await connect.validate({ ...config, name })
    if (errors.length > 0) {
      const unresolved = [
        ...new Set(Object.values(config).flatMap((v) => [...v.matchAll(/\$\{env:([^}]*)\}/g)].map((m) => m[1]!))),
      ]
      problems.push(
        diagnostic(deploy.connectorInvalid, null, {
          connector: name,
          problems: errors.map((e) => `\`${e.name}\`: ${e.messages.map((m) => oneLine(m)).join(', ')}`),
          unresolved,
        }),
      )
      continue
    }
    const strange = Object.keys(config).filter((k) => !known.includes(k) && !FOREIGN.test(k) && !UNLISTED.has(k))
    if (strange.length > 0) warnings.push(diagnostic(deploy.connectorUnknownKey, null, { connector: name, keys: strange }))
    steps.push({
      kind: 'connector',
      name,
      detail,
      make: async () => {
        await connect.put(name, { ...config, name })
        await running(options, name, 0)
        return { status: 'created', detail }
      },
    })
  }
  return reading({ steps, problems, warnings })
}

/** What an earlier run has begun: failed parts are started again. */
async function finish(options: ConnectorOptions, name: string, detail: string): ReturnType<NonNullable<Step['make']>> {
  const state = stateOf(await options.connect.status(name))
  if (state.kind === 'failed') await options.connect.restart(name)
  // right after a restart the old state is still shown
  await running(options, name, 10)
  return { status: 'restarted', detail }
}

type State =
  | { readonly kind: 'running' }
  | { readonly kind: 'failed'; readonly part: string; readonly reason: string }
  | { readonly kind: 'waiting'; readonly state: string }

function stateOf(status: ConnectorStatus | null): State {
  if (status === null) return { kind: 'waiting', state: 'not known yet' }
  const reason = (trace: string | null): string => (trace === null ? 'no reason given' : oneLine(problemOf(trace).message))
  if (status.state === 'FAILED') return { kind: 'failed', part: 'connector', reason: reason(status.trace) }
  const task = status.tasks.find((t) => t.state === 'FAILED')
  if (task !== undefined) return { kind: 'failed', part: `task ${task.id}`, reason: reason(task.trace) }
  if (status.state === 'RUNNING' && status.tasks.length > 0 && status.tasks.every((t) => t.state === 'RUNNING'))
    return { kind: 'running' }
  return {
    kind: 'waiting',
    state: status.tasks.length === 0 ? `${status.state} without tasks` : status.tasks.map((t) => t.state).join(', '),
  }
}

async function running(
  { connect, signal, timeoutMillis = TIMEOUT, say }: ConnectorOptions,
  connector: string,
  patience: number,
): Promise<void> {
  const deadline = Date.now() + timeoutMillis
  for (let failures = 0; ;) {
    const state = stateOf(await connect.status(connector))
    if (state.kind === 'running') return
    if (state.kind === 'failed') {
      if (++failures > patience) failDeploy(deploy.connectorFailed, { connector, part: state.part, reason: state.reason })
    } else say?.(`waiting for connector ${connector}: ${state.state}`)
    if (Date.now() > deadline)
      failDeploy(deploy.notRunning, {
        connector,
        seconds: Math.round(timeoutMillis / 1000),
        state: state.kind === 'failed' ? 'FAILED' : state.state,
      })
    await pause(200, signal)
  }
}

const isReference = (e: ConnectorPlan['config'][number]): boolean => partsOf(e.value).some((v) => v.kind !== 'text')

const SECRET = /password|user\.info|token/

function configOf(plan: ConnectorPlan, { references, resolve }: ConnectorOptions): ConnectorConfig {
  return Object.fromEntries(
    plan.config.map((e) => [
      e.name,
      resolve === 'worker'
        ? connectText(e.value)
        : references.resolve(e.value, `connectors.${plan.name}.${e.name}`, { secret: SECRET.test(e.name) }),
    ]),
  )
}

/** Values that are never shown, not even as a difference. */
const secretKeys = (plan: ConnectorPlan, { resolve }: ConnectorOptions): ReadonlySet<string> =>
  new Set(plan.config.filter((e) => SECRET.test(e.name) || (resolve === 'values' && isReference(e))).map((e) => e.name))

function configDifferences(there: ConnectorConfig, here: ConnectorConfig, secret: ReadonlySet<string>): readonly Difference[] {
  const shown = (key: string, value: string | undefined): string =>
    value === undefined ? 'not set' : secret.has(key) || SECRET.test(key) ? 'another value, not shown' : `\`${value}\``
  return [...new Set([...Object.keys(here), ...Object.keys(there)])].sort().flatMap((key) => {
    if (key === 'name') return []
    const [found, wanted] = [there[key], here[key]]
    if (found !== undefined && wanted !== undefined) {
      if (normal(found) === normal(wanted)) return []
      // a connector may capture more tables than one pipeline asks for
      if (key === TABLES && tablesOf(wanted).every((t) => tablesOf(found).includes(t))) return []
    }
    return [{ key, found: shown(key, found), wanted: shown(key, wanted) }]
  })
}

const tablesOf = (list: string): readonly string[] => list.split(',').map((t) => t.trim())

/** Pipelines that capture through one connection share its connector: it captures the tables of all of them. */
function once(wanted: readonly WantedConnector[]): {
  readonly connectors: readonly WantedConnector[]
  readonly problems: Diagnostic[]
} {
  const connectors = new Map<string, WantedConnector>()
  const problems: Diagnostic[] = []
  for (const want of wanted) {
    const other = connectors.get(want.plan.name)
    if (other === undefined) {
      connectors.set(want.plan.name, want)
      continue
    }
    const text = (plan: ConnectorPlan): ConnectorConfig =>
      Object.fromEntries(plan.config.filter((e) => e.name !== TABLES).map((e) => [e.name, connectText(e.value)]))
    const differences = configDifferences(text(other.plan), text(want.plan), new Set())
    if (differences.length > 0)
      problems.push(
        diagnostic(deploy.wantedTwice, null, {
          what: 'connector',
          name: want.plan.name,
          one: other.pipeline,
          other: want.pipeline,
          differences,
        }),
      )
    else connectors.set(want.plan.name, { pipeline: other.pipeline, plan: withTables(other.plan, want.plan) })
  }
  return { connectors: [...connectors.values()], problems }
}

function withTables(one: ConnectorPlan, other: ConnectorPlan): ConnectorPlan {
  const all = [one, other].flatMap((p) => tablesOf(connectText(p.config.find((e) => e.name === TABLES)!.value)))
  const tables = [...new Set(all)].sort().join(',')
  return { ...one, config: one.config.map((e) => (e.name === TABLES ? { ...e, value: { kind: 'text', text: tables } } : e)) }
}
