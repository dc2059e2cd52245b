// Create-only apply: everything is read first; where nothing needs a decision, what is missing is made, in an order in
// which each thing finds what it needs. A run that broke off is finished by the next, since each begins by reading.
import { planConnectors } from '../codegen/debezium/connector.js'
import type { Environment } from '../codegen/environment.js'
import { icebergRequest } from '../codegen/iceberg/table.js'
import { planTopics } from '../codegen/kafka/topics.js'
import { isKafkaSink, keySchema, valueSchema } from '../codegen/schemas.js'
import { deploy } from '../diagnostics/codes/deploy.js'
import { diagnostic, type Diagnostic } from '../diagnostics/define.js'
import type { PlanProgram, SinkOperator } from '../ir/plan.js'
import type { RegistryWriter } from '../schema/registry-model.js'
import type { Connect } from './connect-rest.js'
import { readConnectors, type WantedConnector } from './connectors.js'
import { DeployFailure } from './failure.js'
import type { IcebergCatalog } from './iceberg-rest.js'
import type { References } from './references.js'
import { reading, type Reading, type Step, type StepReport } from './steps.js'
import { readSubjects, type WantedSubject } from './subjects.js'
import { readTables, type WantedTable } from './tables.js'
import { readTopics, tryTopics, type KafkaPlace, type WantedTopic } from './topics.js'

/** The systems, each opened when it is first needed. */
export interface Systems {
  readonly kafka: () => KafkaPlace
  readonly registry: () => RegistryWriter
  readonly connect: () => Connect
  readonly catalog: (name: string) => IcebergCatalog
  readonly references: References
  readonly connectReferences: 'worker' | 'values'
  readonly signal: AbortSignal
}

export interface Wanted {
  readonly topics: readonly WantedTopic[]
  readonly subjects: readonly WantedSubject[]
  readonly tables: readonly WantedTable[]
  readonly connectors: readonly WantedConnector[]
  /** Tables that only the catalog's API can make, in a catalog that has none. */
  readonly problems: readonly Diagnostic[]
}

export function wantedOf(plans: readonly PlanProgram[], environment: (plan: PlanProgram) => Environment): Wanted {
  const sinks = plans.flatMap((plan) =>
    plan.operators.filter((o): o is SinkOperator => o.kind === 'sink').map((o) => ({ plan, o, pipeline: plan.pipeline.name })),
  )
  const tables = sinks.flatMap(({ plan, o, pipeline }) => {
    if (o.target.kind !== 'iceberg') return []
    const { catalog } = o.target
    return [{ pipeline, o, kind: catalogKind(plan, catalog), request: icebergRequest(o) }]
  })
  return {
    topics: plans.flatMap((plan) => planTopics(plan, environment(plan)).map((t) => ({ pipeline: plan.pipeline.name, plan: t }))),
    subjects: sinks.flatMap(({ o, pipeline }) =>
      isKafkaSink(o) ? [keySchema(o), valueSchema(o)].flatMap((s) => (s === null ? [] : [{ pipeline, schema: s }])) : [],
    ),
    tables: tables.filter((t) => t.kind === 'rest'),
    connectors: plans.flatMap((plan) =>
      planConnectors(plan, environment(plan)).map((c) => ({ pipeline: plan.pipeline.name, plan: c })),
    ),
    problems: tables
      .filter((t) => t.kind !== 'rest' && t.request.create['partition-spec'].fields.some((f) => f.transform !== 'identity'))
      .map(({ o, kind, request }) =>
        diagnostic(deploy.catalogKind, o.origin, {
          catalog: request.catalog,
          kind,
          table: [request.catalog, ...request.namespace, request.table].join('.'),
        }),
      ),
  }
}

function catalogKind(plan: PlanProgram, name: string): string {
  const properties = plan.catalogs.find((c) => c.name === name)?.properties ?? []
  const kind = properties.find((p) => p.name === 'catalog-type')?.value
  if (kind === undefined) return properties.some((p) => p.name === 'catalog-impl') ? 'custom' : 'rest'
  return kind.kind === 'text' ? kind.text : 'unknown'
}

/** Reads everything; a system that cannot be read is a problem beside the others, so that all are seen at once. */
export async function readWorld(systems: Systems, wanted: Wanted, say: (text: string) => void): Promise<Reading> {
  const { references, connectReferences: resolve, signal } = systems
  const part = async (what: string, needed: boolean, read: () => Promise<Reading>): Promise<Reading> => {
    if (!needed) return reading({})
    say(`reading ${what}`)
    try {
      return await read()
    } catch (error) {
      if (error instanceof DeployFailure) return reading({ problems: error.diagnostics })
      throw error
    }
  }
  // references are resolved while systems are opened: what is missing comes before anything is sent
  const parts = [
    await part('topics', wanted.topics.length > 0, () => readTopics(systems.kafka(), wanted.topics)),
    await part('subjects', wanted.subjects.length > 0, () => readSubjects(systems.registry(), wanted.subjects)),
    await part('tables', wanted.tables.length > 0, () => readTables(systems.catalog, wanted.tables)),
    await part('connectors', wanted.connectors.length > 0, () =>
      readConnectors({ connect: systems.connect(), references, resolve, signal, say }, wanted.connectors),
    ),
  ]
  return {
    steps: parts.flatMap((p) => p.steps),
    problems: [...wanted.problems, ...parts.flatMap((p) => p.problems)],
    warnings: parts.flatMap((p) => p.warnings),
  }
}

/** Says what would be made and lets Kafka check it. */
export async function tryWorld(systems: Systems, wanted: Wanted, read: Reading): Promise<readonly StepReport[]> {
  if (read.steps.some((s) => s.kind === 'topic' && s.make !== null)) await tryTopics(systems.kafka(), wanted.topics, read.steps)
  return read.steps.map((s) => report(s, s.make === null ? 'exists' : 'missing'))
}

/** Makes what is missing; each step is reported when it is done, so what is said is what is there. */
export async function makeWorld(
  read: Reading,
  done: (step: StepReport) => void,
  signal: AbortSignal,
  say: (text: string) => void,
): Promise<void> {
  for (const step of read.steps) {
    if (step.make === null) {
      done(report(step, 'exists'))
      continue
    }
    signal.throwIfAborted()
    say(`making ${step.kind} ${step.name}`)
    const { status, detail } = await step.make()
    done({ kind: step.kind, name: step.name, status, detail })
  }
}

const report = (s: Step, status: StepReport['status']): StepReport => ({ kind: s.kind, name: s.name, status, detail: s.detail })
