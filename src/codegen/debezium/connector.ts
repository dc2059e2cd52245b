// The Debezium PostgreSQL connector of one connection: all tables that the plan captures through it, property names of
// Debezium 3.6. Secrets and environment values stay `${env:NAME}`: the Connect worker puts them in (EnvVarConfigProvider
// under the name `env`).
import { bug } from '../../core/bug.js'
import type { Json } from '../../core/stable-json.js'
import type { PlanConnection, PlanProgram, SourceOperator } from '../../ir/plan.js'
import { parts, partsOf, text, type Environment, type EnvValue, type NamedValue } from '../environment.js'
import { topicPrefix } from '../kafka/topics.js'

export interface ConnectorPlan {
  readonly name: string
  readonly connection: string
  readonly config: readonly (NamedValue & { readonly because: string })[]
}

type Captured = SourceOperator & { readonly connector: SourceOperator['connector'] & { kind: 'cdc' } }

const isCaptured = (o: SourceOperator): o is Captured => o.connector.kind === 'cdc'

export function planConnectors(plan: PlanProgram, environment: Environment): readonly ConnectorPlan[] {
  const captured = plan.operators.filter((o): o is SourceOperator => o.kind === 'source').filter(isCaptured)
  return plan.connections.flatMap((connection) => {
    const tables = captured.filter((o) => o.connector.connection === connection.name)
    return tables.length === 0 ? [] : [connector(connection, tables, environment)]
  })
}

/** How numbers and text become Connect's references. Connect has no escape: a plain `${` cannot be written. */
export const connectText = (value: EnvValue): string =>
  partsOf(value)
    .map((v) => (v.kind === 'text' ? v.text : `\${env:${v.name}}`))
    .join('')

function connector(connection: PlanConnection, tables: readonly Captured[], environment: Environment): ConnectorPlan {
  const prefix = topicPrefix(tables[0]!.connector.topic)
  const config: (NamedValue & { because: string })[] = []
  const set = (name: string, value: EnvValue | string, because: string): void =>
    void config.push({ name, value: typeof value === 'string' ? text(value) : value, because })
  const property = (name: string): EnvValue | null => connection.properties.find((p) => p.name === name)?.value ?? null
  const required = (name: string): EnvValue => property(name) ?? bug(`connection ${connection.name} has no ${name}`)
  const slot = property('slot') ?? slotName(connection.name)
  set('connector.class', 'io.debezium.connector.postgresql.PostgresConnector', 'PostgreSQL')
  set('tasks.max', '1', 'a replication slot has one reader')
  set('plugin.name', 'pgoutput', 'built into PostgreSQL; the default would need an extension')
  set('database.hostname', required('host'), 'from the connection')
  set('database.port', property('port') ?? '5432', property('port') === null ? "PostgreSQL's default" : 'from the connection')
  set('database.user', required('user'), 'from the connection')
  set('database.password', required('password'), 'a reference: the worker reads it from its environment')
  set('database.dbname', required('database'), 'from the connection')
  if (property('ssl mode') !== null) set('database.sslmode', property('ssl mode')!, 'from the connection')
  set('topic.prefix', prefix, 'first part of every topic and schema name; changing it starts all over')
  set(
    'table.include.list',
    // a table and its events are one captured table
    [...new Set(tables.map((t) => tableRegex(t.connector.table)))].sort().join(','),
    'anchored regular expressions: dots are escaped',
  )
  set('slot.name', slot, 'one slot a connection; an unused slot keeps the database from removing its log')
  set('publication.name', property('publication') ?? slot, 'one publication a connection')
  set('publication.autocreate.mode', 'filtered', 'only the captured tables; the default publishes all and wants a superuser')
  set('snapshot.mode', 'initial', 'rows that exist already come first, as op r')
  set('heartbeat.interval.ms', String(environment.connect.heartbeat), 'the slot moves on while the captured tables are quiet')
  set(
    'decimal.handling.mode',
    decimalMode(tables),
    decimalMode(tables) === 'string' ? 'DECIMAL is read from its text' : 'DECIMAL is read from Avro decimals',
  )
  const avro = readsAvro(tables)
  set(
    'time.precision.mode',
    avro ? 'adaptive' : 'connect',
    avro ? "Debezium's own types, named in the schema" : 'JSON does not say its unit: always milliseconds',
  )
  set('tombstones.on.delete', 'false', 'the topic is not compacted, and a delete has its own record')
  set('skipped.operations', 't', 'a truncation has no row')
  set('schema.name.adjustment.mode', 'avro', 'names that Avro takes')
  set('field.name.adjustment.mode', 'avro', 'names that Avro takes')
  for (const entry of converters(tables, environment)) config.push(entry)
  return { name: `${environment.prefix}${connection.name}`, connection: connection.name, config }
}

/** [a-z0-9_]{1,63} */
export function slotName(connection: string): string {
  const legal = `flow_${connection.toLowerCase().replace(/[^a-z0-9_]/g, '_')}`
  return legal.slice(0, 63)
}

/** `public.customers` as a regular expression that matches it and nothing else. */
export const tableRegex = (table: string): string => table.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')

/** Tables of one connection share its converters; `supports` refuses a mixture. */
export const readsAvro = (tables: readonly SourceOperator[]): boolean =>
  tables.every((t) => t.format.kind === 'debezium' && t.format.encoding === 'avro')

function decimalMode(tables: readonly Captured[]): 'string' | 'precise' {
  return tables.some((t) => t.physical.some((f) => f.encoding === 'decimal-text')) ? 'string' : 'precise'
}

function converters(tables: readonly Captured[], environment: Environment): ConnectorPlan['config'] {
  const avro = readsAvro(tables)
  return (['key', 'value'] as const).flatMap((side) => {
    const entry = (name: string, value: EnvValue | string, because: string): NamedValue & { because: string } => ({
      name: `${side}.converter${name}`,
      value: typeof value === 'string' ? text(value) : value,
      because,
    })
    const { url, auth } = environment.registry
    if (!avro)
      return [
        entry('', 'org.apache.kafka.connect.json.JsonConverter', 'the captured tables are read as JSON'),
        entry('.schemas.enable', 'false', 'the payload alone'),
      ]
    const address = environment.connect.registryUrl ?? url
    const login = (prefix: string, list: readonly NamedValue[]) =>
      list.map((p) => entry(`${prefix}${p.name}`, p.value, 'from the environment'))
    if (environment.connect.avroConverter === 'confluent')
      return [
        entry('', 'io.confluent.connect.avro.AvroConverter', 'Avro in the Confluent wire format'),
        entry('.schema.registry.url', address, 'from the environment'),
        ...login('.', confluentLogin(auth)),
        entry('.auto.register.schemas', 'true', "the shape of a table is the database's; the registry checks compatibility"),
      ]
    return [
      entry('', 'io.apicurio.registry.utils.converter.AvroConverter', 'Avro in the Confluent wire format'),
      entry('.apicurio.registry.url', address, 'from the environment'),
      ...login('.apicurio.auth.', apicurioLogin(auth)),
      entry('.apicurio.registry.auto-register', 'true', "the shape of a table is the database's"),
      entry('.apicurio.registry.find-latest', 'false', 'the schema of the row, not the newest one'),
      entry('.apicurio.registry.as-confluent', 'true', 'four-byte ids, as Flink reads them'),
      entry('.apicurio.registry.use-id', 'contentId', 'ids as the Confluent API gives them'),
      entry('.apicurio.registry.headers.enabled', 'false', 'the id stands before the body'),
    ]
  })
}

function confluentLogin(auth: Environment['registry']['auth']): readonly NamedValue[] {
  if (auth === null) return []
  if (auth.kind === 'basic')
    return [
      { name: 'basic.auth.credentials.source', value: text('USER_INFO') },
      { name: 'basic.auth.user.info', value: parts(auth.user, text(':'), auth.password) },
    ]
  return [
    { name: 'bearer.auth.credentials.source', value: text('STATIC_TOKEN') },
    { name: 'bearer.auth.token', value: auth.token },
  ]
}

/** Apicurio's client knows user and password; a token it fetches itself from an OAuth server. */
const apicurioLogin = (auth: Environment['registry']['auth']): readonly NamedValue[] =>
  auth?.kind === 'basic'
    ? [
        { name: 'username', value: auth.user },
        { name: 'password', value: auth.password },
      ]
    : []

/** connectors/<name>.json: the body of POST /connectors; Connect refuses any further field, so the reasons are in the manifest. */
export function connectorJson(c: ConnectorPlan): Json {
  return { name: c.name, config: Object.fromEntries(c.config.map((e) => [e.name, connectText(e.value)])) }
}

export const connectorReasons = (c: ConnectorPlan): Json => ({
  name: c.name,
  because: Object.fromEntries(c.config.map((e) => [e.name, e.because])),
})
