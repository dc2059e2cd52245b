// CREATE TABLE of a source: physical columns as the format delivers them, computed columns for everything else that the
// program reads, the watermark, and the connector's options, each with its reason.
import { bug } from '../../core/bug.js'
import { stableJson } from '../../core/stable-json.js'
import type { Expr } from '../../ir/expr.js'
import { carriedType, type PhysicalField, type SourceExpr, type SourceOperator } from '../../ir/plan.js'
import type { FlowType, Typed } from '../../ir/types.js'
import type { SqlColumn, SqlCreateTable, SqlOptions, SqlWatermark } from '../artifact.js'
import { configText, plainText, parts, text, type Environment, type NamedValue } from '../environment.js'
import { exprTerm } from './expr.js'
import { addKafkaClient } from './kafka-client.js'
import { primary, type SqlTerm } from './functions.js'
import { NameAllocator } from './names.js'
import { optionDuration, quoteName } from './quote.js'
import { OptionList, type TargetProfile } from './target.js'
import { columnType, typeText } from './types.js'

export interface SourceTable {
  readonly table: SqlCreateTable
  /** SQL of each output column, by ordinal. */
  readonly cells: ReadonlyMap<number, SqlTerm>
}

export interface SourceContext {
  readonly pipeline: string
  readonly profile: TargetProfile
  readonly environment: Environment
  /** Output ordinals that something reads. */
  readonly used: readonly number[]
}

const METADATA = {
  topic: { type: 'STRING NOT NULL' },
  partition: { type: 'INT NOT NULL' },
  offset: { type: 'BIGINT NOT NULL' },
  timestamp: { type: 'TIMESTAMP_LTZ(3) NOT NULL' },
} as const

const isEnvelope = (o: SourceOperator): boolean => o.format.kind === 'debezium'

export function sourceTable(o: SourceOperator, name: string, comment: string | null, context: SourceContext): SourceTable {
  const physical = isEnvelope(o)
    ? envelopeColumns(o)
    : o.physical.map((f): SqlColumn => ({ kind: 'physical', name: f.name, type: columnType(rawType(f)) }))
  const names = new NameAllocator()
  names.reserve(physical.map((c) => c.name))
  const extra: SqlColumn[] = []
  const cells = new Map<number, SqlTerm>()
  const wanted = new Set([...context.used, ...(o.time === null ? [] : [o.time.ordinal])])
  for (const ordinal of [...wanted].sort((a, b) => a - b)) {
    const column = o.columns[ordinal]!
    const source = o.compute[ordinal] ?? bug(`${o.id} does not say how column ${ordinal} comes to be`)
    const existing = plainField(o, source)
    if (existing !== null && existing === column.name) {
      cells.set(ordinal, primary(quoteName(existing)))
      continue
    }
    if (source.kind === 'computed' && source.expr.kind === 'literal') {
      cells.set(ordinal, primary(exprTerm(source.expr, noColumn).sql))
      continue
    }
    const fresh = names.fresh(column.name)
    cells.set(ordinal, primary(quoteName(fresh)))
    extra.push(
      source.kind === 'metadata'
        ? { kind: 'metadata', name: fresh, type: METADATA[source.key].type, key: source.key }
        : { kind: 'computed', name: fresh, sql: computedText(o, source, column.type) },
    )
  }
  // metadata columns before computed ones: a watermark stands best right under its column
  const columns = [...physical, ...extra.filter((c) => c.kind === 'metadata'), ...extra.filter((c) => c.kind === 'computed')]
  return {
    table: {
      kind: 'create table',
      name: [name],
      role: 'source',
      operator: o.id,
      columns,
      primaryKey: [],
      partitionedBy: [],
      watermark: watermarkOf(o, cells),
      options: connectorOptions(o, context),
      comment,
      madeBy: 'sql',
      origin: o.origin,
    },
    cells,
  }
}

const noColumn = (): never => bug('a literal reads no column')

/** The physical column that an output column simply is. */
function plainField(o: SourceOperator, source: SourceExpr): string | null {
  if (source.kind === 'physical') {
    const field = o.physical[source.field]!
    return field.encoding === undefined && !isEnvelope(o) ? field.name : null
  }
  return null
}

function watermarkOf(o: SourceOperator, cells: ReadonlyMap<number, SqlTerm>): SqlWatermark | null {
  if (o.time === null) return null
  const column = unquote(cells.get(o.time.ordinal)!.sql)
  const type = o.columns[o.time.ordinal]!.type
  return {
    column,
    strategy: o.acceptLate ? { kind: 'end', type: typeText(type) } : { kind: 'delay', milliseconds: o.time.delay },
  }
}

const unquote = (quoted: string): string => quoted.slice(1, -1).replaceAll('``', '`')

// ---------------------------------------------------------------- Debezium envelopes

/**
 * The envelope as plain append-only rows: stock Debezium formats have no metadata columns for Avro and die on an update
 * without a before image. Every field is nullable: the images are, and a record may miss one.
 */
function envelopeColumns(o: SourceOperator): readonly SqlColumn[] {
  const fields = o.physical.map((f) => `${quoteName(f.name)} ${typeText(rawType(f).type)}`)
  const image = `ROW<${fields.join(', ')}>`
  return [
    { kind: 'physical', name: 'before', type: image },
    { kind: 'physical', name: 'after', type: image },
    { kind: 'physical', name: 'op', type: 'STRING' },
    { kind: 'physical', name: 'source', type: 'ROW<`ts_ms` BIGINT>' },
  ]
}

const keyFields = (o: SourceOperator): ReadonlySet<number> =>
  new Set(
    o.primaryKey.map((ordinal) => {
      const source = o.compute[ordinal]
      return source?.kind === 'physical' ? source.field : bug(`the primary key of ${o.id} is not a field`)
    }),
  )

/** SQL that reads physical field `index` with its own type. */
function fieldTerm(o: SourceOperator, index: number): SqlTerm {
  const field = o.physical[index] ?? bug(`${o.id} has no physical field ${index}`)
  const column = quoteName(field.name)
  if (!isEnvelope(o)) return primary(decoded(column, field))
  const after = `\`after\`.${column}`
  return primary(decoded(keyFields(o).has(index) ? `COALESCE(${after}, \`before\`.${column})` : after, field))
}

/** What the format carries where it is not what the field's type says. */
const rawType = (f: PhysicalField): Typed => ({ type: carriedType(f), nullable: f.nullable })

const utc = (sql: string, type: FlowType): string =>
  type.kind === 'timestamp_ltz' && type.precision === 3 ? sql : `CAST(${sql} AS ${typeText(type)})`

/** `sql / unit` rounded down, also before 1970. */
const floored = (sql: string, unit: number): string => `(${sql} - MOD(MOD(${sql}, ${unit}) + ${unit}, ${unit})) / ${unit}`

function decoded(sql: string, f: PhysicalField): string {
  if (f.encoding === undefined) return sql
  switch (f.encoding) {
    case 'debezium-date':
      return `CAST(TO_TIMESTAMP_LTZ(CAST(${sql} AS BIGINT) * 86400000, 3) AS DATE)`
    case 'debezium-time-micros':
      return `CAST(TO_TIMESTAMP_LTZ(${sql} / 1000, 3) AS ${typeText(f.type)})`
    case 'debezium-timestamp-millis':
      return utc(`TO_TIMESTAMP_LTZ(${sql}, 3)`, f.type)
    case 'debezium-timestamp-micros':
      return utc(`TO_TIMESTAMP_LTZ(${floored(sql, 1000)}, 3)`, f.type)
    case 'debezium-zoned-timestamp':
      // Debezium writes UTC with a `T` and a `Z`, which CAST does not read
      return `CAST(REPLACE(REPLACE(${sql}, 'T', ' '), 'Z', '') AS ${typeText(f.type)})`
    case 'decimal-text':
      return `CAST(${sql} AS ${typeText(f.type)})`
  }
}

function computedText(o: SourceOperator, source: SourceExpr, type: FlowType): string {
  const physical = (e: Expr): SqlTerm => exprTerm(e, (c) => fieldTerm(o, c.ordinal))
  switch (source.kind) {
    case 'physical':
      return fieldTerm(o, source.field).sql
    case 'computed':
      return physical(source.expr).sql
    case 'epoch': {
      const input = physical(source.input).sql
      const millis = source.unit === 'millis' ? input : source.unit === 'seconds' ? `(${input}) * 1000` : floored(input, 1000)
      return utc(`TO_TIMESTAMP_LTZ(${millis}, 3)`, type)
    }
    case 'envelope':
      return source.key === 'op' ? '`op`' : utc('TO_TIMESTAMP_LTZ(`source`.`ts_ms`, 3)', type)
    case 'metadata':
      return bug(`metadata ${source.key} is no computed column`)
  }
}

// ---------------------------------------------------------------- options

function connectorOptions(o: SourceOperator, context: SourceContext): SqlOptions {
  return o.connector.kind === 'files' ? fileOptions(o, o.connector.path, context) : kafkaOptions(o, context)
}

function kafkaOptions(o: SourceOperator, { pipeline, profile, environment }: SourceContext): SqlOptions {
  const { connector } = o
  if (connector.kind === 'files') return bug(`${o.id} is no Kafka source`)
  const list = new OptionList(profile, 'kafka')
  list
    .add('connector', 'kafka')
    .add('properties.bootstrap.servers', configText(environment.kafka.bootstrap), 'from the environment')
    .add('topic', connector.topic)
    .add('properties.group.id', `${environment.prefix}${pipeline}`, 'one consumer group a pipeline')
    .add('properties.isolation.level', 'read_committed', 'rows of open or aborted transactions are not read')
  addKafkaClient(list, environment, profile)
  const start = connector.kind === 'kafka' ? connector.start : { kind: 'earliest' as const }
  if (start.kind === 'timestamp')
    list.add('scan.startup.mode', 'timestamp').add('scan.startup.timestamp-millis', String(start.epochMillis))
  else
    list.add(
      'scan.startup.mode',
      start.kind === 'earliest' ? 'earliest-offset' : 'latest-offset',
      'always said: the default reads committed offsets and fails without them',
    )
  if (o.time !== null) {
    list.add('scan.watermark.emit.strategy', 'on-event', 'a watermark after every row, so results do not depend on timing')
    if (o.time.idle !== null)
      list.add('scan.watermark.idle-timeout', optionDuration(o.time.idle), 'a silent partition holds nothing back after this')
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
  }
  return list.override(o.options.map((p) => ({ name: p.name, value: plainText(p.value) }))).list
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
  }
  return list.override(o.options.map((p) => ({ name: p.name, value: plainText(p.value) }))).list
}
