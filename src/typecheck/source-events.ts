// `stream … from cdc CONN 'schema.table' as events`: the change events themselves, append-only, with the row before and after.
import { sinks } from '../diagnostics/codes/sinks.js'
import { streaming } from '../diagnostics/codes/streaming.js'
import type { PlanColumn, SourceExpr, SourceOperator } from '../ir/plan.js'
import { STRING, row as rowType, timestampLtz } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { captured } from './connection.js'
import { Ids, NO_STATE, traitsOf, type CheckedRelation, type ScopeColumn, type Shape } from './relation.js'
import { broken, withLate } from './source-base.js'
import { commitTime, fromSubject, inferredOfCdc } from './source-cdc.js'
import { formatOf, physicalColumns } from './source.js'
import { clauseOf, sourceSchema } from './source-schema.js'

/** Clauses that say something of rows with an identity, or of a topic that somebody else writes. */
const NOT_HERE: ReadonlySet<ast.SourceClause['kind']> = new Set<ast.SourceClause['kind']>(['primary key', 'message key', 'start'])

export function checkEvents(
  d: ast.SourceDecl,
  from: ast.SourceDecl['from'] & { kind: 'cdc' },
  file: string,
  checking: Checking,
): readonly CheckedRelation[] {
  for (const c of d.clauses)
    if (NOT_HERE.has(c.kind))
      checking.bag.report(
        sinks.property,
        c.span,
        { property: c.kind, target: 'change events' },
        c.kind === 'primary key' ? { help: 'events are rows of their own: several of them are about one key' } : {},
      )
  const late = clauseOf(d, 'late')?.late
  const acceptLate = late?.action.kind === 'accept'
  if (acceptLate) checking.bag.report(streaming.acceptsForEver, late.span, { source: d.name.text })
  const table = captured(from, file, checking)
  const usable = table !== null || !fromSubject(d) ? sourceSchema(d, file, checking, table?.topic) : null
  if (usable === null) return [broken(d, file)]
  const time = commitTime(d, checking)
  if (table === null) return [{ ...broken(d, file), schema: usable.schema }]

  // A record may miss an image, and an image may hold the key only: no field of it is certain.
  const physical = physicalColumns(usable, d).physical.map((f) => ({ ...f, nullable: true }))
  const image = rowType(physical.map(({ name, type }) => ({ name, type, nullable: true })))
  const row: PlanColumn[] = [
    { name: 'op', type: STRING, nullable: false, from: [], doc: 'r snapshot, c create, u update, d delete, t truncate' },
    { name: 'before', type: image, nullable: true, from: [], doc: 'the row before the change, as far as the database tells it' },
    { name: 'after', type: image, nullable: true, from: [], doc: 'the row after the change; NULL for a delete' },
    { name: 'commit_time', type: timestampLtz(3), nullable: false, from: [], doc: 'when the database committed the change' },
  ]
  const compute = (['op', 'before', 'after', 'commit_time'] as const).map((key): SourceExpr => ({ kind: 'envelope', key }))
  const columns = row.map((c, ordinal): ScopeColumn => ({
    name: c.name,
    qualifier: null,
    ordinal,
    type: c.type,
    nullable: c.nullable,
    provenance: { span: from.span, note: "of Debezium's envelope" },
    doc: c.doc ?? null,
  }))
  const ids = new Ids(d.name.text)
  const id = ids.make('source', null)
  const ordinal = row.length - 1
  const shape: Shape = {
    edge: { operator: id, port: 'main' },
    row,
    columns,
    change: { value: 'append', span: from.span, reason: `\`${d.name.text}\` has events: a change adds one` },
    keys: [],
    time: ordinal,
    timeLost: null,
    sources: [
      {
        operator: id,
        name: d.name.text,
        delay: time.delay,
        idle: time.idle,
        acceptLate,
        span: time.span,
        idleFix: time.idleFix,
      },
    ],
    ahead: null,
    merged: null,
    state: NO_STATE,
    unavailable: [],
    timeBroken: false,
    open: usable.open,
    holds: [],
    name: `\`${d.name.text}\``,
  }
  const source: SourceOperator = {
    kind: 'source',
    id,
    inputs: [],
    columns: row,
    ports: ['main'],
    traits: traitsOf(shape),
    relation: d.name.text,
    origin: d.span,
    name: d.name.text,
    connector: {
      kind: 'cdc',
      connection: table.connection,
      table: from.table.value,
      topic: table.topic,
      events: true,
      deletesNever: false,
    },
    format: formatOf(usable),
    physical,
    compute,
    time: { ordinal, delay: time.delay, idle: time.idle === 'unsaid' ? null : time.idle },
    primaryKey: [],
    acceptLate,
    parallelism: clauseOf(d, 'parallelism')?.count ?? null,
    options: clauseOf(d, 'with')?.options.map((o) => ({ name: o.name.value, value: o.value.value })) ?? [],
  }
  const said = { schema: usable.schema, inferred: inferredOfCdc(d, usable, table.topic) }
  return withLate(d, file, shape, source, said, ids, checking)
}
