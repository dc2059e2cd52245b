// The options of a source's table: the connector, where reading begins and ends, watermarks and the format, each with its reason.
import { bug } from '../../core/bug.js'
import { stableJson } from '../../core/stable-json.js'
import type { KafkaConnector } from '../../ir/kafka-source.js'
import type { PlanConnection, PlanTuning, SourceOperator } from '../../ir/plan.js'
import type { SqlOptions } from '../artifact.js'
import { configText, parts, plainText, text, type Environment, type NamedValue } from '../environment.js'
import { addKafkaClient, connectedCluster } from './kafka-client.js'
import { optionDuration } from './quote.js'
import { OptionList, type TargetProfile } from './target.js'

export interface SourceContext {
  readonly pipeline: string
  readonly profile: TargetProfile
  readonly environment: Environment
  readonly connections: readonly PlanConnection[]
  /** Output ordinals that something reads. */
  readonly used: readonly number[]
  readonly tuning: PlanTuning
}

export function connectorOptions(o: SourceOperator, context: SourceContext): SqlOptions {
  switch (o.connector.kind) {
    case 'files':
      return fileOptions(o, o.connector.path, context)
    case 'kafka':
    case 'cdc':
      return kafkaOptions(o, context)
    case 'iceberg':
      return new OptionList(context.profile, 'iceberg').add('streaming', 'false', 'a bounded input: read once to its end').list
    case 'every':
      return bug(`${o.id} reads nothing`)
  }
}

function kafkaOptions(o: SourceOperator, { pipeline, profile, environment, connections, tuning }: SourceContext): SqlOptions {
  const { connector } = o
  if (connector.kind !== 'kafka' && connector.kind !== 'cdc') return bug(`${o.id} is no Kafka source`)
  const list = new OptionList(profile, 'kafka')
  const named = connector.kind === 'kafka' ? connector.connection : null
  const cluster =
    named === null
      ? environment.kafka
      : connectedCluster(connections.find((c) => c.name === named) ?? bug(`no connection ${named}`))
  const reached = named === null ? 'from the environment' : `connection ${named}`
  list.add('connector', 'kafka').add('properties.bootstrap.servers', configText(cluster.bootstrap), reached)
  if (connector.kind === 'cdc') list.add('topic', connector.topic)
  else if (connector.pattern !== null)
    list.add(
      'topic-pattern',
      plainText(connector.pattern),
      `the whole name has to match${connector.until === null ? '; new topics are found every 5 minutes' : ''}`,
    )
  else list.add('topic', connector.topics.join(';'))
  list
    .add('properties.group.id', `${environment.prefix}${pipeline}`, 'one consumer group a pipeline')
    .add('properties.isolation.level', 'read_committed', 'rows of open or aborted transactions are not read')
  addKafkaClient(list, cluster, profile, reached)
  if (connector.kind === 'cdc') list.add('scan.startup.mode', 'earliest-offset', ALWAYS)
  else positions(list, connector)
  if (o.parallelism !== null) list.add('scan.parallelism', String(o.parallelism))
  if (o.time !== null) {
    if (tuning.watermarksEvery === null)
      list.add('scan.watermark.emit.strategy', 'on-event', 'a watermark after every row, so results do not depend on timing')
    else list.add('scan.watermark.emit.strategy', 'on-periodic', '`watermarks every` of `tuning`')
    if (o.time.idle !== null)
      list.add('scan.watermark.idle-timeout', optionDuration(o.time.idle), 'a silent partition holds nothing back after this')
    if (tuning.alignDrift !== null && !o.acceptLate)
      list
        .add('scan.watermark.alignment.group', pipeline, 'the sources of a pipeline wait for each other')
        .add('scan.watermark.alignment.max-drift', optionDuration(tuning.alignDrift), '`align drift` of `tuning`')
  }
  const { format } = o
  switch (format.kind) {
    case 'avro':
      list.format('value.format', 'avro-confluent')
      registryOptions(list, environment)
      if (format.schemaOption)
        list.add(
          'value.avro-confluent.schema',
          plainText(stableJson(format.reader, { order: 'written' })),
          'the derived schema cannot read enums and fixed',
        )
      break
    case 'json':
      list
        .format('value.format', 'json')
        .add('value.json.ignore-parse-errors', 'false', 'a record that cannot be read stops the job, never vanishes')
      break
    case 'debezium':
      if (format.encoding === 'avro') {
        list.format('value.format', 'avro-confluent', 'the envelope is read as plain rows')
        registryOptions(list, environment)
      } else
        list.format('value.format', 'json', 'the envelope is read as plain rows').add('value.json.ignore-parse-errors', 'false')
      break
    case 'csv':
      list.format('value.format', 'csv')
      break
    case 'none':
      return bug(`${o.id} has no format`)
  }
  return list.override(o.options.map((p) => ({ name: p.name, value: plainText(p.value) }))).list
}

const ALWAYS = 'always said: the default reads committed offsets and fails without them'

/** Where reading begins, and where it ends. */
function positions(list: OptionList, { start, until }: KafkaConnector): void {
  switch (start.kind) {
    case 'earliest':
    case 'latest':
      list.add('scan.startup.mode', `${start.kind}-offset`, ALWAYS)
      break
    case 'committed':
      list
        .add('scan.startup.mode', 'group-offsets', 'where the consumer group of the pipeline has committed')
        .add(
          'properties.auto.offset.reset',
          start.otherwise ?? 'none',
          start.otherwise === null ? 'without a committed offset the job fails' : 'where nothing has been committed',
        )
      break
    case 'timestamp':
      list
        .add('scan.startup.mode', 'timestamp')
        .add('scan.startup.timestamp-millis', String(start.epochMillis), 'the first record of a partition that is not older')
      break
  }
  if (until === null) return
  if (until.kind === 'latest') list.add('scan.bounded.mode', 'latest-offset', 'what is there when the job starts, then the end')
  else
    list
      .add('scan.bounded.mode', 'timestamp')
      .add(
        'scan.bounded.timestamp-millis',
        String(until.epochMillis),
        'the first record of a partition that is not older ends it',
      )
}

/** Options of the `avro-confluent` format beside its address. */
export function registryValues({ registry: { auth, options } }: Environment): readonly NamedValue[] {
  const login: readonly NamedValue[] =
    auth === null
      ? []
      : auth.kind === 'basic'
        ? [
            { name: 'basic-auth.credentials-source', value: text('USER_INFO') },
            { name: 'basic-auth.user-info', value: parts(auth.user, text(':'), auth.password) },
          ]
        : [
            { name: 'bearer-auth.credentials-source', value: text('STATIC_TOKEN') },
            { name: 'bearer-auth.token', value: auth.token },
          ]
  return [...login, ...options]
}

export function registryOptions(list: OptionList, environment: Environment, prefix = 'value.'): void {
  list.add(`${prefix}avro-confluent.url`, configText(environment.registry.url), 'from the environment')
  for (const option of registryValues(environment))
    list.add(`${prefix}avro-confluent.${option.name}`, configText(option.value), 'from the environment')
}

function fileOptions(o: SourceOperator, path: string, { profile, environment }: SourceContext): SqlOptions {
  const list = new OptionList(profile, 'filesystem')
  const absolute = /^[a-z][a-z0-9+.-]*:|^\//i.test(path)
  list.add('connector', 'filesystem')
  list.add(
    'path',
    absolute ? plainText(path) : `${configText(environment.files)}/${plainText(path)}`,
    'a bounded input: read once to its end',
  )
  switch (o.format.kind) {
    case 'json':
    case 'debezium':
      list.format('format', 'json').add('json.ignore-parse-errors', 'false')
      break
    case 'csv':
      list
        .format('format', 'csv')
        .add('csv.ignore-parse-errors', 'false')
        .add('csv.null-literal', '', 'an empty cell is NULL; without this an empty number fails the job')
      break
    case 'avro':
      list.format('format', 'avro')
      break
    case 'none':
      return bug(`${o.id} has no format`)
  }
  return list.override(o.options.map((p) => ({ name: p.name, value: plainText(p.value) }))).list
}
