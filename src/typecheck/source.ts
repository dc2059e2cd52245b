// `stream … from kafka | files`: schema, key, event time, start. Tables from cdc: source-cdc.ts.
import { streaming } from '../diagnostics/codes/streaming.js'
import { sinks } from '../diagnostics/codes/sinks.js'
import type { PhysicalField, PlanColumn, SourceConnector, SourceExpr, SourceFormat, SourceOperator } from '../ir/plan.js'
import { bug } from '../core/bug.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import {
  Ids,
  NO_STATE,
  type CheckedRelation,
  type ScopeColumn,
  type Shape,
  type TimeSource,
  type Unavailable,
} from './relation.js'
import { remove } from './fixes.js'
import { broken, withLate } from './source-base.js'
import { kafkaConnector } from './source-kafka.js'
import { addMeta, timeColumns } from './source-meta.js'
import { clauseOf, sourceSchema, type UsableSchema } from './source-schema.js'
import { idleFix, sourceTime, type TimeColumn } from './source-time.js'

/** Columns of the physical fields, visible, in the order of the schema. */
export function physicalColumns(
  usable: UsableSchema,
  d: ast.SourceDecl,
): { row: PlanColumn[]; columns: ScopeColumn[]; physical: PhysicalField[]; unavailable: Unavailable[] } {
  const physical = usable.schema.fields.flatMap((f) => (f.field === null ? [] : [f.field]))
  const docs = new Map(usable.schema.fields.map((f) => [f.name, f.doc]))
  const row = physical.map((f): PlanColumn => {
    const doc = docs.get(f.name)
    return { name: f.name, type: f.type, nullable: f.nullable, from: [], ...(doc == null ? {} : { doc }) }
  })
  const columns = row.map((c, ordinal): ScopeColumn => ({
    name: c.name,
    qualifier: null,
    ordinal,
    type: c.type,
    nullable: c.nullable,
    provenance: { span: usable.fieldSpan(c.name) ?? d.from.span, note: usable.note },
    doc: c.doc ?? null,
  }))
  const unavailable = usable.schema.fields.flatMap((f): Unavailable[] =>
    f.field === null ? [{ name: f.name, reason: f.unreadable ?? 'unreadable', span: usable.span }] : [],
  )
  return { row, columns, physical, unavailable }
}

export function checkStream(d: ast.SourceDecl, file: string, checking: Checking): readonly CheckedRelation[] {
  const { bag } = checking
  const ids = new Ids(d.name.text)
  for (const c of d.clauses)
    if (c.kind === 'primary key')
      bag.report(
        sinks.property,
        c.span,
        { property: 'primary key', target: 'a stream' },
        { help: 'a stream has rows, not keys; `message key` says how its records are keyed' },
      )
  const usable = sourceSchema(d, file, checking)
  // Where a part of the block could not be read, the event time may stand there: what reads this stream stays silent.
  if (usable === null || (d.incomplete && clauseOf(d, 'time') === null)) return [broken(d, file)]
  const { row, columns, physical, unavailable } = physicalColumns(usable, d)
  const compute: SourceExpr[] = physical.map((_, field) => ({ kind: 'physical', field }))
  const meta = clauseOf(d, 'meta')
  const whole = meta === null || d.from.kind !== 'kafka' || addMeta(meta, row, columns, compute, checking)
  const timeClause = clauseOf(d, 'time')
  const late = clauseOf(d, 'late')?.late ?? null
  const time =
    timeClause === null
      ? null
      : sourceTime(
          timeClause,
          d,
          { columns: timeColumns(columns, compute), unavailable, where: `\`${d.name.text}\``, open: usable.open },
          checking,
        )
  if (time?.added !== undefined) addColumn(time, row, columns, compute, checking)
  const acceptLate = late === null ? d.from.kind === 'files' : late.action.kind === 'accept'
  if (acceptLate && late !== null && time !== null && d.from.kind === 'kafka' && clauseOf(d, 'until') === null)
    bag.report(streaming.acceptsForEver, late.span, { source: d.name.text }, { fixes: [remove(late.span, '`late accept`')] })
  const id = ids.make('source', null)
  const ordinal = time === null ? null : (time.ordinal ?? row.length - 1)
  const connector = connectorOf(d, file, columns, usable, checking)
  const operator: SourceOperator = {
    kind: 'source',
    id,
    inputs: [],
    columns: row,
    ports: ['main'],
    traits: { change: 'append', keys: [], time: ordinal, watermark: ordinal === null ? [] : [id], state: NO_STATE },
    relation: d.name.text,
    origin: d.span,
    name: d.name.text,
    connector,
    format: formatOf(usable),
    physical,
    compute,
    time: ordinal === null ? null : { ordinal, delay: time!.delay, idle: time!.idle === 'unsaid' ? null : time!.idle },
    primaryKey: [],
    acceptLate,
    parallelism: clauseOf(d, 'parallelism')?.count ?? null,
    options: clauseOf(d, 'with')?.options.map((o) => ({ name: o.name.value, value: o.value.value })) ?? [],
  }
  const sources: TimeSource[] =
    time === null
      ? []
      : [
          {
            operator: id,
            name: d.name.text,
            delay: time.delay,
            // a file is read to its end without a pause: nothing of it goes idle
            idle: d.from.kind === 'files' && time.idle === 'unsaid' ? null : time.idle,
            acceptLate,
            span: timeClause!.span,
            idleFix: idleFix(timeClause!),
          },
        ]
  const shape: Shape = {
    edge: { operator: id, port: 'main' },
    row,
    columns,
    change: { value: 'append', span: d.from.span, reason: `\`${d.name.text}\` is a stream: rows are only added` },
    keys: [],
    time: ordinal,
    timeLost: null,
    sources,
    ahead: null,
    merged: null,
    state: NO_STATE,
    unavailable,
    timeBroken: timeClause !== null && time === null,
    open: usable.open || !whole,
    holds: [],
    name: `\`${d.name.text}\``,
  }
  return withLate(d, file, shape, operator, { schema: usable.schema, inferred: inferredOf(d, usable, operator) }, ids, checking)
}

export function addColumn(
  time: TimeColumn,
  row: PlanColumn[],
  columns: ScopeColumn[],
  compute: SourceExpr[],
  checking: Checking,
): void {
  const { name, typed, compute: expr, span } = time.added!
  const old = columns.find((c) => c.name === name)
  if (old !== undefined)
    checking.bag.report(
      streaming.delay,
      span,
      { reason: `it is kept in a column \`${name}\`, and the schema has a field of that name` },
      { related: [{ span: old.provenance.span, text: 'the field' }] },
    )
  columns.push({ name, qualifier: null, ordinal: row.length, ...typed, provenance: { span, note: null }, doc: null })
  row.push({ name, ...typed, from: [] })
  compute.push(expr)
}

export function formatOf(usable: UsableSchema): SourceFormat {
  const { schema, format } = usable
  switch (format) {
    case 'avro':
      return {
        kind: 'avro',
        framing: usable.container ? 'container' : 'confluent',
        subject: schema.origin.subject,
        version: schema.origin.version,
        reader: schema.reader,
        schemaOption: schema.needsSchemaOption,
      }
    case 'json':
    case 'csv':
      return { kind: format }
    case 'debezium-avro':
      return {
        kind: 'debezium',
        encoding: 'avro',
        subject: schema.origin.subject,
        version: schema.origin.version,
        reader: schema.reader,
      }
    case 'debezium-json':
      return { kind: 'debezium', encoding: 'json', subject: null, version: null, reader: null }
  }
}

function connectorOf(
  d: ast.SourceDecl,
  file: string,
  columns: readonly ScopeColumn[],
  usable: UsableSchema,
  checking: Checking,
): SourceConnector {
  if (d.from.kind === 'kafka') return kafkaConnector(d, d.from, file, columns, usable.open, checking)
  if (d.from.kind !== 'files') return bug(`a stream from ${d.from.kind}`)
  for (const c of d.clauses)
    if (c.kind === 'start' || c.kind === 'message key')
      checking.bag.report(sinks.property, c.span, { property: c.kind, target: 'files' })
  return { kind: 'files', path: d.from.path.value }
}

function inferredOf(d: ast.SourceDecl, usable: UsableSchema, source: SourceOperator): CheckedRelation['inferred'] {
  const out = [...usable.inferred]
  if (d.from.kind === 'kafka' && clauseOf(d, 'start') === null)
    out.push({ what: 'start', value: 'earliest', because: 'the default: read the topic from its beginning' })
  if (source.acceptLate && clauseOf(d, 'late') === null)
    out.push({ what: 'late', value: 'accept', because: 'files are bounded: the watermark moves at their end' })
  return out
}
