// manifest.json: what was built, from what, for what, and which values the compiler chose itself.
import { sha256 } from '../core/hash.js'
import type { Json } from '../core/stable-json.js'
import { javaFunctions } from '../ir/java.js'
import { COMPILER_VERSION, GRAMMAR_VERSION } from '../core/version.js'
import { readsTopics } from '../ir/kafka-source.js'
import type { ConfigValue, PlanProgram } from '../ir/plan.js'
import { connectorReasons, planConnectors } from './debezium/connector.js'
import { connectedCluster, kafkaValues } from './flink/kafka-client.js'
import { registryValues } from './flink/source-options.js'
import { partsOf } from './environment.js'
import type { Artifact } from './artifact.js'
import type { Environment } from './environment.js'
import { isRelative } from './flink/quote.js'
import { TARGETS, type Jar } from './flink/target.js'
import { isKafkaSink, keySchema, valueSchema } from './schemas.js'

export function manifestJson(plan: PlanProgram, environment: Environment, artifacts: readonly Artifact[]): Json {
  const { pipeline } = plan
  return {
    manifestVersion: 1,
    compiler: COMPILER_VERSION,
    grammarVersion: GRAMMAR_VERSION,
    planVersion: plan.planVersion,
    functionsVersion: plan.functionsVersion,
    target: plan.target,
    pipeline: { name: pipeline.name, owner: pipeline.owner, doc: pipeline.doc, slaMillis: pipeline.sla, dlq: pipeline.dlq },
    artifacts: artifacts.map((a) => ({ path: a.path, mediaType: a.mediaType, sha256: sha256(a.text) })),
    jars: requiredJars(plan).map((j) => ({ artifact: j.artifact, because: j.because })),
    reads: plan.operators.flatMap((o): Json[] =>
      o.kind === 'source' && (o.format.kind === 'avro' || o.format.kind === 'debezium') && o.format.subject !== null
        ? [{ source: o.name, subject: o.format.subject, version: o.format.version }]
        : [],
    ),
    writes: plan.operators.flatMap((o): Json[] =>
      o.kind === 'sink' && isKafkaSink(o)
        ? [keySchema(o), valueSchema(o)].flatMap((s) =>
            s === null ? [] : [{ subject: s.subject, path: `schemas/${s.subject}.avsc` }],
          )
        : [],
    ),
    functions: javaFunctions(plan.operators).map(({ function: f }) => ({ name: f.name, class: f.className, jar: f.jar })),
    connectors: planConnectors(plan, environment).map(connectorReasons),
    references: references(plan, environment),
    inferred: plan.inferred.map((i) => ({ ...i })),
  }
}

/** Connectors and formats that are not in a plain Flink distribution. */
export function requiredJars(plan: PlanProgram): readonly Jar[] {
  const { jars } = TARGETS[plan.target]
  const sources = plan.operators.filter((o) => o.kind === 'source')
  const sinks = plan.operators.filter((o) => o.kind === 'sink')
  const kafka = sources.some(readsTopics) || sinks.some((o) => o.target.kind === 'kafka')
  const confluent =
    sources.some(
      (o) => readsTopics(o) && (o.format.kind === 'avro' || (o.format.kind === 'debezium' && o.format.encoding === 'avro')),
    ) || sinks.some((o) => isKafkaSink(o) && (o.target.format === 'avro' || o.target.keyFormat === 'avro'))
  const container = sources.some((o) => o.connector.kind === 'files' && o.format.kind === 'avro')
  const iceberg = sinks.some((o) => o.target.kind === 'iceberg') || sources.some((o) => o.connector.kind === 'iceberg')
  return [
    ...(kafka ? jars.kafka : []),
    ...(confluent ? jars.avroConfluent : []),
    ...(container ? jars.avro : []),
    ...(iceberg ? jars.iceberg : []),
  ]
}

const jarsOf = (plan: PlanProgram): readonly string[] =>
  javaFunctions(plan.operators).flatMap(({ function: f }) => (f.jar === null ? [] : [f.jar]))

/** Names of everything that is put in from outside when artifacts are applied. */
function references(plan: PlanProgram, environment: Environment): Json {
  const values: ConfigValue[] = [
    ...(requiredJars(plan).some((j) => TARGETS[plan.target].jars.kafka.includes(j))
      ? kafkaValues(environment.kafka, TARGETS[plan.target])
      : []),
    ...plan.connections.flatMap((c) => (c.kind === 'kafka' ? kafkaValues(connectedCluster(c), TARGETS[plan.target]) : [])),
    ...planConnectors(plan, environment).flatMap((c) => c.config.flatMap((e) => partsOf(e.value))),
    ...(requiredJars(plan).some((j) => j.artifact.includes('avro-confluent'))
      ? [environment.registry.url, ...registryValues(environment).flatMap((o) => partsOf(o.value))]
      : []),
    ...(plan.operators.some((o) => o.kind === 'source' && o.connector.kind === 'files') || jarsOf(plan).some(isRelative)
      ? [environment.files]
      : []),
    ...plan.catalogs.flatMap((c) => c.properties.map((p) => p.value)),
  ]
  const names = (kind: 'env' | 'secret'): string[] =>
    [...new Set(values.flatMap((v) => (v.kind === kind ? [v.name] : [])))].sort()
  return { env: names('env'), secret: names('secret') }
}
