// CREATE TABLE of a source: physical columns as the format delivers them, computed columns for everything else that the
// program reads, the watermark, and the connector's options, each with its reason.
import { bug } from '../../core/bug.js'
import type { Expr } from '../../ir/expr.js'
import { carriedType, type PhysicalField, type RecordMetadata, type SourceExpr, type SourceOperator } from '../../ir/plan.js'
import { timestamp, timestampLtz, type FlowType, type Typed } from '../../ir/types.js'
import type { SqlColumn, SqlCreateTable, SqlWatermark } from '../artifact.js'
import { exprTerm } from './expr.js'
import { primary, type SqlTerm } from './functions.js'
import { NameAllocator } from './names.js'
import { quoteName, quoteText } from './quote.js'
import { connectorOptions, type SourceContext } from './source-options.js'
import { columnType, typeText } from './types.js'

export interface SourceTable {
  readonly table: SqlCreateTable
  /** SQL of each output column, by ordinal. */
  readonly cells: ReadonlyMap<number, SqlTerm>
}

const METADATA: Readonly<Record<RecordMetadata, string>> = {
  topic: 'STRING NOT NULL',
  partition: 'INT NOT NULL',
  offset: 'BIGINT NOT NULL',
  timestamp: 'TIMESTAMP_LTZ(3) NOT NULL',
  'timestamp-type': 'STRING NOT NULL',
  'leader-epoch': 'INT',
  headers: 'MAP<STRING, BYTES> NOT NULL',
}

const isEnvelope = (o: SourceOperator): boolean => o.format.kind === 'debezium'

export function sourceTable(o: SourceOperator, name: string, comment: string | null, context: SourceContext): SourceTable {
  const physical = isEnvelope(o)
    ? envelopeColumns(o)
    : o.physical.map((f): SqlColumn => ({ kind: 'physical', name: f.name, type: columnType(rawType(f, o)) }))
  const names = new NameAllocator()
  names.reserve(physical.map((c) => c.name))
  const extra: SqlColumn[] = []
  const cells = new Map<number, SqlTerm>()
  const wanted = new Set([...context.used, ...(o.time === null ? [] : [o.time.ordinal])])
  // one column a key, however many read it; single headers are taken out of the column of all of them
  const metadata = new Map<RecordMetadata, string>()
  const metadataColumn = (key: RecordMetadata, wish: string): string => {
    const known = metadata.get(key)
    if (known !== undefined) return known
    const fresh = names.fresh(wish)
    metadata.set(key, fresh)
    extra.push({ kind: 'metadata', name: fresh, type: METADATA[key], key })
    return fresh
  }
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
    if (source.kind === 'metadata') {
      cells.set(ordinal, primary(quoteName(metadataColumn(source.key, column.name))))
      continue
    }
    const sql =
      source.kind === 'header' ? headerText(source, metadataColumn('headers', 'headers')) : computedText(o, source, column.type)
    const fresh = names.fresh(column.name)
    cells.set(ordinal, primary(quoteName(fresh)))
    extra.push({ kind: 'computed', name: fresh, sql })
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
      ...(o.connector.kind === 'iceberg'
        ? { like: [o.connector.catalog, o.connector.namespace.join('.'), o.connector.table] }
        : {}),
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
    const asIs = field.encoding === undefined && rawType(field, o).type.key === field.type.key
    return asIs && !isEnvelope(o) ? field.name : null
  }
  if (source.kind === 'envelope' && source.key === 'op') return 'op'
  if (source.kind === 'envelope' && source.key !== 'commit_time')
    return o.physical.every((f) => f.encoding === undefined) ? source.key : null
  return null
}

function watermarkOf(o: SourceOperator, cells: ReadonlyMap<number, SqlTerm>): SqlWatermark | null {
  if (o.time === null) return null
  const column = unquote(cells.get(o.time.ordinal)!.sql)
  const type = o.columns[o.time.ordinal]!.type
  const only = o.compute[o.time.ordinal]?.kind === 'change time' ? "`op` <> 'r'" : null
  return {
    column,
    strategy: o.acceptLate ? { kind: 'end', type: typeText(type) } : { kind: 'delay', milliseconds: o.time.delay, only },
  }
}

const unquote = (quoted: string): string => quoted.slice(1, -1).replaceAll('``', '`')

// ---------------------------------------------------------------- Debezium envelopes

/**
 * The envelope as plain append-only rows: stock Debezium formats have no metadata columns for Avro and die on an update
 * without a before image. Every field is nullable: the images are, and a record may miss one.
 */
function envelopeColumns(o: SourceOperator): readonly SqlColumn[] {
  const fields = o.physical.map((f) => `${quoteName(f.name)} ${typeText(rawType(f, o).type)}`)
  const image = `ROW<${fields.join(', ')}>`
  return [
    { kind: 'physical', name: 'before', type: image },
    { kind: 'physical', name: 'after', type: image },
    { kind: 'physical', name: 'op', type: 'STRING' },
    { kind: 'physical', name: 'source', type: 'ROW<`ts_ms` BIGINT>' },
  ]
}

/** An image as one row: the envelope's own column, or a new row where fields are carried as something else. */
function imageText(o: SourceOperator, image: 'before' | 'after', type: FlowType): string {
  const column = quoteName(image)
  if (o.physical.every((f) => f.encoding === undefined)) return column
  const fields = o.physical.map((f) => decoded(`${column}.${quoteName(f.name)}`, f))
  // without the question a missing image would become a row of NULLs
  return `CASE WHEN ${column} IS NULL THEN NULL ELSE CAST(ROW(${fields.join(', ')}) AS ${typeText(type)}) END`
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
  if (o.connector.kind === 'iceberg')
    return primary(rawType(field, o).type.key === field.type.key ? column : `CAST(${column} AS ${typeText(field.type)})`)
  if (!isEnvelope(o)) return primary(decoded(column, field))
  const after = `\`after\`.${column}`
  return primary(decoded(keyFields(o).has(index) ? `COALESCE(${after}, \`before\`.${column})` : after, field))
}

/** What the format carries where it is not what the field's type says. */
const rawType = (f: PhysicalField, o: SourceOperator): Typed => ({
  type: o.connector.kind === 'iceberg' ? icebergType(f.type) : carriedType(f),
  nullable: f.nullable,
})

/** Iceberg's timestamps have microseconds; what else a source of it may declare is stored as declared. */
const icebergType = (type: FlowType): FlowType =>
  type.kind === 'timestamp' ? timestamp(6) : type.kind === 'timestamp_ltz' ? timestampLtz(6) : type

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

/** Bytes that are no UTF-8 become U+FFFD, as in a CAST. */
function headerText({ header, as }: SourceExpr & { kind: 'header' }, headers: string): string {
  const bytes = `${quoteName(headers)}[${quoteText(header)}]`
  return as === 'raw' ? bytes : `DECODE(${bytes}, 'UTF-8')`
}

function envelopeText(o: SourceOperator, key: (SourceExpr & { kind: 'envelope' })['key'], type: FlowType): string {
  switch (key) {
    case 'op':
      return '`op`'
    case 'commit_time':
      return utc('TO_TIMESTAMP_LTZ(`source`.`ts_ms`, 3)', type)
    case 'before':
    case 'after':
      return imageText(o, key, type)
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
    case 'change time':
      return `CASE WHEN \`op\` = 'r' THEN ${physical(source.snapshot).sql} ELSE ${envelopeText(o, 'commit_time', type)} END`
    case 'envelope':
      return envelopeText(o, source.key, type)
    case 'clock':
    case 'metadata':
    case 'header':
      return bug(`${source.kind} of ${o.id} is no computed column`)
  }
}
