// `table … from cdc CONN 'schema.table'`: a Debezium envelope read as append-only changes, then the newest change of each key
// (a versioned table), then, where it is read as a table, only the keys that still exist.
import { bug } from '../core/bug.js'
import { schemas } from '../diagnostics/codes/schemas.js'
import { sinks } from '../diagnostics/codes/sinks.js'
import { sourceKinds } from '../diagnostics/codes/source-kinds.js'
import { streaming } from '../diagnostics/codes/streaming.js'
import type { Fix, ReportOptions } from '../diagnostics/define.js'
import type { Expr } from '../ir/expr.js'
import type { Operator, PlanColumn, SourceExpr, SourceOperator } from '../ir/plan.js'
import { BOOLEAN, STRING, char, isApproximate, timestamp } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import { writtenName } from '../surface/names.js'
import type { Checking } from './checking.js'
import { captured } from './connection.js'
import { addLine, append, meant, remove, replace } from './fixes.js'
import {
  columnAt,
  copyOf,
  Ids,
  NO_STATE,
  passRow,
  traitsOf,
  type CheckedRelation,
  type ScopeColumn,
  type Shape,
  type TimeSource,
} from './relation.js'
import { formatOf, physicalColumns } from './source.js'
import { broken } from './source-base.js'
import { clauseOf, sourceSchema, type UsableSchema } from './source-schema.js'
import { delayOf, idleFix, idleOf, sourceTime, type Columns, type TimeColumn } from './source-time.js'

/** Hidden columns of a cdc table: found by `hiddenColumn`, since a field of a written schema may have any name. */
export const OP_COLUMN = '$op'
export const COMMIT_TIME_COLUMN = '$commit_time'
/** Where a column of the row dates its changes. */
export const CHANGE_TIME_COLUMN = '$change_time'

export function checkCdc(
  d: ast.SourceDecl,
  from: ast.SourceDecl['from'] & { kind: 'cdc' },
  file: string,
  checking: Checking,
): readonly CheckedRelation[] {
  const { bag } = checking
  for (const c of d.clauses)
    if (c.kind === 'message key' || c.kind === 'late' || c.kind === 'start')
      bag.report(sinks.property, c.span, { property: c.kind, target: 'a cdc table' })
  const table = captured(from, file, checking)
  // Without a topic there is no subject; a schema that the program says can be checked all the same.
  const usable = table !== null || !fromSubject(d) ? sourceSchema(d, file, checking, table?.topic) : null
  if (usable === null) return [broken(d, file)]
  const key = primaryKey(d, usable, checking)
  const physical = physicalColumns(usable, d)
  const where = { columns: physical.columns, unavailable: physical.unavailable, where: `\`${d.name.text}\``, open: usable.open }
  const time = changeTime(d, where, checking)
  if (key === null || table === null || time === null) return [{ ...broken(d, file), schema: usable.schema }]

  const ids = new Ids(d.name.text)
  // A delete has an image of its key only: all else is NULL then, so every other column is nullable in the change rows.
  const visible = physical.row.length
  const row: PlanColumn[] = [
    ...physical.row.map((c, i) => (key.includes(i) ? { ...c, nullable: false } : { ...c, nullable: true })),
    { name: OP_COLUMN, type: STRING, nullable: false, hidden: true, from: [] },
    { name: time.name, type: timestamp(3), nullable: false, hidden: true, from: [] },
  ]
  const compute: SourceExpr[] = [
    ...physical.physical.map((_, field): SourceExpr => ({ kind: 'physical', field })),
    { kind: 'envelope', key: 'op' },
    time.compute,
  ]
  const ordinal = visible + 1
  const deletesNever = clauseOf(d, 'deletes never') !== null
  const id = ids.make('source', null)
  const source: SourceOperator = {
    kind: 'source',
    id,
    inputs: [],
    columns: row,
    ports: ['main'],
    traits: { change: 'append', keys: [], time: ordinal, watermark: [id], state: NO_STATE },
    relation: d.name.text,
    origin: d.span,
    name: d.name.text,
    connector: {
      kind: 'cdc',
      connection: table.connection,
      table: from.table.value,
      topic: table.topic,
      events: false,
      deletesNever,
    },
    format: formatOf(usable),
    physical: physical.physical,
    compute,
    time: { ordinal, delay: time.delay, idle: time.idle === 'unsaid' ? null : time.idle },
    primaryKey: key,
    acceptLate: false,
    parallelism: null,
    options: clauseOf(d, 'with')?.options.map((o) => ({ name: o.name.value, value: o.value.value })) ?? [],
  }
  const sources: TimeSource[] = [
    {
      operator: id,
      name: d.name.text,
      delay: time.delay,
      idle: time.idle,
      acceptLate: false,
      span: time.span,
      idleFix: time.idleFix,
    },
  ]
  const versionsId = ids.make('versions', null)
  const base = { relation: d.name.text, origin: d.span }
  const versions: Shape = {
    edge: { operator: versionsId, port: 'main' },
    row: row.map((c, i) => ({ ...c, from: copyOf({ operator: id, port: 'main' }, i) })),
    columns: physical.columns.map((c): ScopeColumn => ({ ...c, nullable: !key.includes(c.ordinal) })),
    change: { value: 'updating', span: from.span, reason: `\`${d.name.text}\` is a table: its rows change` },
    keys: [key],
    time: ordinal,
    timeLost: null,
    sources,
    ahead: null,
    merged: null,
    state: { bound: 'keys', detail: `the newest row of each key of \`${d.name.text}\`` },
    unavailable: physical.unavailable,
    timeBroken: false,
    open: usable.open,
    holds: [],
    name: `\`${d.name.text}\``,
  }
  const operators: Operator[] = [
    source,
    {
      ...base,
      kind: 'versions',
      id: versionsId,
      inputs: [{ operator: id, port: 'main' }],
      columns: versions.row,
      ports: ['main'],
      traits: traitsOf(versions),
      key,
      time: ordinal,
      op: visible,
    },
  ]
  const shape = live(versions, physical.row, key, ids, d, operators)
  return [
    { ...broken(d, file), shape, versions, operators, schema: usable.schema, inferred: inferredOfCdc(d, usable, table.topic) },
  ]
}

/** The schema is looked up by the topic's name. */
export const fromSubject = (d: ast.SourceDecl): boolean => {
  const source = clauseOf(d, 'schema')?.source
  return source === undefined || (source.kind === 'registry' && source.subject === null)
}

/** The table as a reader sees it: keys that exist, without the hidden columns. */
function live(
  versions: Shape,
  declared: readonly PlanColumn[],
  key: readonly number[],
  ids: Ids,
  d: ast.SourceDecl,
  operators: Operator[],
): Shape {
  const base = { relation: d.name.text, origin: d.span }
  const op: Expr = { kind: 'column', input: 0, ordinal: declared.length, type: STRING, nullable: false }
  const condition: Expr = {
    kind: 'call',
    fn: 'ne',
    args: [op, { kind: 'literal', value: 'd', type: char(1), nullable: false }],
    type: BOOLEAN,
    nullable: false,
  }
  const filterId = ids.make('filter', 'live')
  const filtered: Shape = { ...versions, edge: { operator: filterId, port: 'main' }, row: passRow(versions), state: NO_STATE }
  operators.push({
    ...base,
    kind: 'filter',
    id: filterId,
    inputs: [versions.edge],
    columns: filtered.row,
    ports: ['main'],
    traits: traitsOf(filtered),
    condition,
    purpose: 'live',
  })
  const id = ids.make('project', 'live')
  const row: PlanColumn[] = declared.map((c, i) => ({
    ...c,
    nullable: filtered.row[i]!.nullable,
    from: copyOf(filtered.edge, i),
  }))
  const shape: Shape = {
    ...filtered,
    edge: { operator: id, port: 'main' },
    row,
    columns: versions.columns,
    keys: [key],
    time: null,
    timeLost: { value: 'commit time', span: d.from.span, reason: 'a table has rows that change, not events in time' },
  }
  operators.push({
    ...base,
    kind: 'project',
    id,
    inputs: [filtered.edge],
    columns: row,
    ports: ['main'],
    traits: traitsOf(shape),
    exprs: row.map((_, i) => columnAt(filtered.row, i)),
    purpose: 'select',
  })
  return shape
}

function primaryKey(d: ast.SourceDecl, usable: UsableSchema, checking: Checking): readonly number[] | null {
  const { bag } = checking
  const clause = clauseOf(d, 'primary key')
  const readable = usable.schema.fields.flatMap((f) => (f.field === null ? [] : [f.field]))
  if (clause === null) {
    const first = readable.find((f) => !f.nullable && !isApproximate(f.type))
    const fixes = first === undefined ? [] : [addLine(d.span, `primary key ${writtenName(first.name)}`)]
    // Where a part of the block could not be read, the key may stand there.
    const column = first === undefined ? null : writtenName(first.name)
    if (!d.incomplete) bag.report(schemas.keyMissing, d.name.span, { name: d.name.text, column }, { fixes })
    return null
  }
  const out: number[] = []
  for (const name of clause.columns) {
    const i = readable.findIndex((f) => f.name === name.text)
    const field = readable[i]
    const unreadable = usable.schema.fields.find((f) => f.name === name.text && f.field === null)
    const report = (reason: string, options: ReportOptions = {}): void =>
      bag.report(schemas.keyColumn, name.span, { name: name.text, table: d.name.text, reason }, options)
    const at = usable.fieldSpan(name.text)
    const declared = at === null ? {} : { related: [{ span: at, text: 'the field' }] }
    if (unreadable !== undefined) report(unreadable.unreadable ?? 'it cannot be read')
    else if (field === undefined) {
      const names = readable.map((f) => f.name)
      if (!usable.open) report('the table has no such column', meant(name, names))
    } else if (field.nullable)
      report('it may be NULL', {
        ...declared,
        help: 'a key column is NOT NULL in the database; its schema says it too',
        fixes: at === null ? [] : [append(at, ' not null')],
      })
    else if (isApproximate(field.type)) report(`it is ${field.type.key}, which has no exact equality`, declared)
    else if (['row', 'array', 'map', 'multiset'].includes(field.type.kind))
      report(`it is ${field.type.key}, and a key is made of plain values`, declared)
    else if (out.includes(i)) report('it stands there twice')
    else out.push(i)
  }
  return out.length === clause.columns.length && out.length > 0 ? out : null
}

/** What `time` says where changes are dated by their commit: the default. */
export function commitTime(
  d: ast.SourceDecl,
  checking: Checking,
): { delay: number; idle: number | null | 'unsaid'; span: ast.Node['span']; idleFix: Fix } {
  const clause = clauseOf(d, 'time')
  if (clause === null) {
    const idleFix = addLine(d.span, 'time commit late by 0 seconds, idle after 1 minute')
    return { delay: 0, idle: 'unsaid', span: d.name.span, idleFix }
  }
  if (clause.time.kind !== 'commit')
    checking.bag.report(
      streaming.delay,
      clause.time.span,
      { reason: 'a change event has one time that every kind of change has: its commit' },
      { fixes: [replace(clause.time.span, 'commit')] },
    )
  return { delay: delayOf(clause, d, checking), idle: idleOf(clause), span: clause.span, idleFix: idleFix(clause) }
}

/** When a change of the table happened. */
interface ChangeTime {
  readonly name: string
  readonly compute: SourceExpr
  readonly delay: number
  readonly idle: number | null | 'unsaid'
  readonly span: ast.Node['span']
  readonly idleFix: Fix
}

/** The commit, or a column of the row, kept in a hidden TIMESTAMP(3); null: reported. */
function changeTime(d: ast.SourceDecl, columns: Columns, checking: Checking): ChangeTime | null {
  const clause = clauseOf(d, 'time')
  const snapshot = clauseOf(d, 'snapshot at')
  if (clause === null || clause.time.kind === 'commit') {
    const rest = commitTime(d, checking)
    if (snapshot === null) return { name: COMMIT_TIME_COLUMN, compute: { kind: 'envelope', key: 'commit_time' }, ...rest }
    const time = { kind: 'column' as const, path: [snapshot.column], as: null, span: snapshot.column.span }
    const found = sourceTime(
      { kind: 'time', time, lateBy: noDelay(snapshot.span), idle: null, span: snapshot.span },
      d,
      columns,
      checking,
    )
    if (found === null) return null
    return { name: COMMIT_TIME_COLUMN, compute: { kind: 'change time', snapshot: timeExpr(found, columns) }, ...rest }
  }
  if (snapshot !== null)
    checking.bag.report(
      sourceKinds.snapshotTime,
      snapshot.span,
      { reason: 'every row is dated by a column already, also those of the snapshot' },
      { related: [{ span: clause.time.span, text: 'here' }], fixes: [remove(snapshot.span, '`snapshot at`')] },
    )
  if (clause.time.kind === 'metadata') {
    checking.bag.report(
      streaming.delay,
      clause.time.span,
      { reason: "a record's own time is when Debezium wrote it, which a restart of the connector moves" },
      { fixes: [replace(clause.time.span, 'commit')] },
    )
    return null
  }
  if (clauseOf(d, 'deletes never') === null) {
    const column = clause.time.path.map((n) => n.text).join('.')
    const fixes = [addLine(d.span, 'deletes never'), replace(clause.time.span, 'commit')]
    checking.bag.report(sourceKinds.deletesPast, clause.time.span, { column, table: d.name.text }, { fixes })
  }
  const found = sourceTime(clause, d, columns, checking)
  if (found === null) return null
  const compute: SourceExpr =
    found.added?.compute.kind === 'epoch' ? found.added.compute : { kind: 'computed', expr: timeExpr(found, columns) }
  const { delay, idle } = found
  return { name: CHANGE_TIME_COLUMN, compute, delay, idle, span: clause.span, idleFix: idleFix(clause) }
}

const noDelay = (span: ast.Node['span']): ast.DurationNode => ({ milliseconds: 0, param: null, written: '0 seconds', span })

/** The found time as TIMESTAMP(3), over the physical fields. */
function timeExpr(found: TimeColumn, { columns }: Columns): Expr {
  const bare = (ordinal: number): Expr => {
    const c = columns[ordinal]!
    return { kind: 'column', input: 0, ordinal, type: c.type, nullable: c.nullable }
  }
  const added = found.added?.compute
  const expr = found.ordinal !== null ? bare(found.ordinal) : added?.kind === 'computed' ? added.expr : bug('no time of a change')
  const inner = expr.kind === 'cast' ? expr.input : expr
  return inner.type.key === timestamp(3).key
    ? inner
    : { kind: 'cast', mode: 'explicit', input: inner, type: timestamp(3), nullable: false }
}

export function inferredOfCdc(d: ast.SourceDecl, usable: UsableSchema, topic: string): CheckedRelation['inferred'] {
  const out = [...usable.inferred, { what: 'topic', value: topic, because: 'Debezium names it <topic prefix>.<schema>.<table>' }]
  if (clauseOf(d, 'time') === null)
    out.push({ what: 'time', value: 'commit late by 0 seconds', because: 'the default of a cdc table' })
  return out
}
