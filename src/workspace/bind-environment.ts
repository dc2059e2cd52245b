// A plan and an environment put together: what a build for this environment says, and what is submitted there.
import { durationText } from '../core/duration.js'
import { DEFAULT_ENVIRONMENT, text, type Environment, type NamedValue } from '../codegen/environment.js'
import type { ConfigValue, Operator, PlanProgram, SourceOperator } from '../ir/plan.js'
import { withoutTaps } from '../ir/taps.js'
import type { EnvironmentSettings } from './environment.js'
import type { NamedSetting, Setting } from './settings.js'
import { explained, withSource } from './source-settings.js'

export interface Bound {
  readonly plan: PlanProgram
  readonly environment: Environment
}

/** Texts of PEM files that the environment names, by path. */
export type PemFiles = (path: string) => string

export function bindEnvironment(plan: PlanProgram, settings: EnvironmentSettings, pem: PemFiles): Bound {
  const variables = new Map(settings.variables.map((v) => [v.name, v.value]))
  const known = (value: ConfigValue): ConfigValue =>
    value.kind === 'env' && variables.has(value.name) ? text(variables.get(value.name)!) : value
  return {
    plan: bindPlan(settings.taps === 'off' ? withoutTaps(plan) : plan, settings, known),
    environment: environmentOf(settings, pem, known),
  }
}

const valueOf = (s: Setting): ConfigValue =>
  typeof s === 'string' ? text(s) : 'env' in s ? { kind: 'env', name: s.env } : { kind: 'secret', name: s.secret }

function bindPlan(plan: PlanProgram, settings: EnvironmentSettings, known: (value: ConfigValue) => ConfigValue): PlanProgram {
  const prefix = settings.topics.prefix ?? ''
  const topic = (name: string): string => `${prefix}${name}`
  const over = (name: string, own: PlanProgram['catalogs'][number]['properties'], list: readonly Properties[]) => {
    const wanted = list.find((l) => l.name === name)?.properties ?? []
    // the program writes `oauth2 server uri`, the catalog `oauth2-server-uri`
    const same = (a: string, b: string): boolean => a.replaceAll(' ', '-') === b.replaceAll(' ', '-')
    return [
      ...own.map((p) => ({ ...p, value: known(valueIn(wanted, (n) => same(n, p.name)) ?? p.value) })),
      ...wanted
        .filter((w) => !own.some((p) => same(p.name, w.name)))
        .map((w) => ({ name: w.name, value: known(valueOf(w.value)) })),
    ]
  }
  return {
    ...plan,
    pipeline: {
      ...plan.pipeline,
      dlq: plan.pipeline.dlq === null ? null : topic(plan.pipeline.dlq),
      checkpoint: { ...plan.pipeline.checkpoint, interval: settings.checkpoint ?? plan.pipeline.checkpoint.interval },
    },
    operators: plan.operators.map((o) => withSource(prefix === '' ? o : withTopic(o, topic), settings.streams)),
    connections: plan.connections.map((c) => ({ ...c, properties: over(c.name, c.properties, settings.connections) })),
    catalogs: plan.catalogs.map((c) => ({ ...c, properties: over(c.name, c.properties, settings.catalogs) })),
    topics: plan.topics.map((t) => ({ ...t, name: topic(t.name) })),
    inferred: [
      ...checkpointSaid(plan, settings),
      ...explained(plan, settings.streams)
        .filter((i) => settings.checkpoint === null || i.what !== 'checkpoint')
        .map((i) => (prefix === '' ? i : withPrefix(i, plan.operators, topic))),
    ],
  }
}

type Inferred = PlanProgram['inferred'][number]

function checkpointSaid({ pipeline }: PlanProgram, { checkpoint }: EnvironmentSettings): readonly Inferred[] {
  if (checkpoint === null) return []
  const value = `every ${durationText(checkpoint)} ${pipeline.checkpoint.mode.replaceAll('-', ' ')}`
  return [{ about: `pipeline ${pipeline.name}`, what: 'checkpoint', value, because: 'said by the environment' }]
}

/** Topics, and of what another pipeline writes the subject: see `ofOutput`. */
function withPrefix(i: Inferred, operators: readonly Operator[], topic: (name: string) => string): Inferred {
  if (i.what === 'topic') return { ...i, value: topic(i.value) }
  const source = i.what === 'format' ? operators.find((o) => o.kind === 'source' && o.name === i.about) : undefined
  if (source?.kind !== 'source' || source.format.kind !== 'avro') return i
  const { subject } = source.format
  const named = ofOutput(source, topic)
  if (subject === null || named.kind !== 'avro' || named.subject === null) return i
  return { ...i, value: i.value.replace(`subject ${subject}`, `subject ${named.subject}`) }
}

interface Properties {
  readonly name: string
  readonly properties: readonly NamedSetting[]
}

function valueIn(list: readonly NamedSetting[], is: (name: string) => boolean): ConfigValue | null {
  const found = list.find((p) => is(p.name))
  return found === undefined ? null : valueOf(found.value)
}

function withTopic(o: Operator, topic: (name: string) => string): Operator {
  if (o.kind === 'source' && o.connector.kind === 'cdc')
    return { ...o, connector: { ...o.connector, topic: topic(o.connector.topic) } }
  // topics of a second cluster are named by others
  if (o.kind === 'source' && o.connector.kind === 'kafka' && o.connector.connection === null) {
    const { connector } = o
    const pattern = connector.pattern === null ? null : `${quoted(topic(''))}(?:${connector.pattern})`
    return { ...o, connector: { ...connector, topics: connector.topics.map(topic), pattern }, format: ofOutput(o, topic) }
  }
  if (o.kind === 'sink' && o.target.kind === 'kafka') {
    const { target } = o
    // the default subject follows the topic, one that the program names does not
    const subject = target.subject === `${target.topic}-value` ? `${topic(target.topic)}-value` : target.subject
    return { ...o, target: { ...target, topic: topic(target.topic), subject } }
  }
  return o
}

/** The subject of another pipeline's output follows its topic, as it does where it is written; a locked one has a version. */
function ofOutput({ format, connector }: SourceOperator, topic: (name: string) => string): SourceOperator['format'] {
  if (format.kind !== 'avro' || format.version !== null || connector.kind !== 'kafka') return format
  const [own] = connector.topics
  return own !== undefined && format.subject === `${own}-value` ? { ...format, subject: `${topic(own)}-value` } : format
}

/** A prefix as a regular expression: of what it may hold only the dot has a meaning there. */
const quoted = (prefix: string): string => prefix.replaceAll('.', '\\.')

function environmentOf(s: EnvironmentSettings, pem: PemFiles, known: (value: ConfigValue) => ConfigValue): Environment {
  const d = DEFAULT_ENVIRONMENT
  const value = (setting: Setting | null, fallback: ConfigValue): ConfigValue =>
    known(setting === null ? fallback : valueOf(setting))
  const named = (list: readonly NamedSetting[]): readonly NamedValue[] =>
    list.map((p) => ({ name: p.name, value: known(valueOf(p.value)) }))
  const { kafka, registry, connect, topics } = s
  const url = value(registry.url, d.registry.url)
  return {
    prefix: topics.prefix ?? '',
    kafka: {
      bootstrap: value(kafka.bootstrap, d.kafka.bootstrap),
      sasl:
        kafka.sasl === null
          ? null
          : {
              mechanism: MECHANISMS[kafka.sasl.mechanism],
              user: known(valueOf(kafka.sasl.user)),
              password: known(valueOf(kafka.sasl.password)),
            },
      ssl:
        kafka.ssl === null
          ? null
          : {
              ca: kafka.ssl.ca === null ? null : pem(kafka.ssl.ca),
              certificate: kafka.ssl.certificate === null ? null : pem(kafka.ssl.certificate),
              key: kafka.ssl.key === null ? null : known(valueOf(kafka.ssl.key)),
            },
      properties: named(kafka.properties),
    },
    registry: {
      url,
      auth:
        registry.token !== null
          ? { kind: 'bearer', token: known(valueOf(registry.token)) }
          : registry.user !== null
            ? { kind: 'basic', user: known(valueOf(registry.user)), password: value(registry.password, text('')) }
            : null,
      options: named(registry.options),
    },
    files: value(s.files, d.files),
    topics: {
      replicas: d.topics.replicas,
      forced: { partitions: topics.partitions, replicas: topics.replicas },
      partitionThroughput: topics.partitionThroughput ?? d.topics.partitionThroughput,
      growth: topics.growth ?? d.topics.growth,
      importantPartitions: topics.importantPartitions ?? d.topics.importantPartitions,
      dlqPartitions: topics.dlqPartitions ?? d.topics.dlqPartitions,
      retention: {
        result: topics.retention.result ?? d.topics.retention.result,
        cdc: topics.retention.cdc ?? d.topics.retention.cdc,
        dlq: topics.retention.dlq ?? d.topics.retention.dlq,
      },
    },
    connect: {
      avroConverter: connect.avroConverter ?? d.connect.avroConverter,
      registryUrl:
        connect.registryUrl !== null
          ? known(valueOf(connect.registryUrl))
          : connect.avroConverter === 'apicurio'
            ? apicurioAddress(url)
            : null,
      heartbeat: connect.heartbeat ?? d.connect.heartbeat,
    },
    settings: s.flink.settings,
  }
}

const MECHANISMS = { plain: 'PLAIN', 'scram-sha-256': 'SCRAM-SHA-256', 'scram-sha-512': 'SCRAM-SHA-512' } as const

/** Apicurio serves its own API beside the one that it shares with Confluent; its converter speaks the former. */
function apicurioAddress(url: ConfigValue): ConfigValue | null {
  if (url.kind !== 'text') return null
  const found = /^(.*)\/apis\/ccompat\/v\d+\/?$/.exec(url.text)
  return found === null ? null : text(`${found[1]}/apis/registry/v2`)
}
