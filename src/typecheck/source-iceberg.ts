// `stream … from iceberg CATALOG.NAMESPACE.TABLE`: the rows of a table as it is when the job starts.
import { schemas } from '../diagnostics/codes/schemas.js'
import { sinks } from '../diagnostics/codes/sinks.js'
import { sourceKinds } from '../diagnostics/codes/source-kinds.js'
import type { PlanColumn, SourceExpr, SourceOperator } from '../ir/plan.js'
import type { FlowType } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { remove } from './fixes.js'
import { Ids, NO_STATE, traitsOf, type CheckedRelation, type Shape, type TimeSource } from './relation.js'
import { catalogTable } from './sink-iceberg.js'
import { broken } from './source-base.js'
import { addColumn, physicalColumns } from './source.js'
import { clauseOf, inlineSource, type UsableSchema } from './source-schema.js'
import { idleFix, sourceTime } from './source-time.js'
import { unsupported } from './unsupported.js'

type FromIceberg = ast.SourceDecl['from'] & { kind: 'iceberg' }

/** What a block of such a stream may say. */
const HERE: ReadonlySet<ast.SourceClause['kind']> = new Set<ast.SourceClause['kind']>(['schema', 'time', 'until', 'late'])
/** Refused where all sources are looked at. */
const ELSEWHERE: ReadonlySet<ast.SourceClause['kind']> = new Set<ast.SourceClause['kind']>([
  'history',
  'meta',
  'parallelism',
  'invalid',
  'snapshot at',
  'deletes never',
])

export function checkIceberg(d: ast.SourceDecl, from: FromIceberg, file: string, checking: Checking): readonly CheckedRelation[] {
  const { bag } = checking
  for (const c of d.clauses)
    if (!HERE.has(c.kind) && !ELSEWHERE.has(c.kind))
      bag.report(sinks.property, c.span, { property: c.kind, target: 'an Iceberg table' })
  const until = clauseOf(d, 'until')
  if (until === null && !d.incomplete) unsupported(bag, from.span, 'reading an Iceberg table for ever (without `until latest`)')
  else if (until !== null && until.position !== 'latest')
    bag.report(
      sourceKinds.iceberg,
      until.span,
      { table: d.name.text, reason: 'it is read as it is when the job starts, not as it was' },
      { help: 'say `until latest`; a condition on its event time takes older rows alone' },
    )
  const late = clauseOf(d, 'late')?.late
  if (late !== undefined && late.action.kind !== 'accept')
    bag.report(
      sourceKinds.iceberg,
      late.span,
      { table: d.name.text, reason: 'its rows come in no order of time, so that any of them would be late' },
      { help: 'its watermark moves at its end: nothing is late', fixes: [remove(late.span, '`late`')] },
    )
  const table = catalogTable(from.path, from.span, file, checking)
  const usable = icebergSchema(d, file, checking)
  if (usable === null || table === null) return [broken(d, file)]
  return [icebergRelation(d, file, usable, table, checking)]
}

/** The schema of a table of a catalog: written in the program, since a check asks no catalog. */
function icebergSchema(d: ast.SourceDecl, file: string, checking: Checking): UsableSchema | null {
  const clause = clauseOf(d, 'schema')
  if (clause?.source.kind !== 'named') {
    if (clause !== null || !d.incomplete)
      checking.bag.report(
        schemas.missing,
        clause?.span ?? d.name.span,
        { name: d.name.text, why: 'a catalog is not asked when a program is checked' },
        { help: 'write the columns that it reads: `schema NAME { … }`, then `schema NAME` here' },
      )
    return null
  }
  const usable = inlineSource(d, file, clause.source.name, clause.span, checking)
  if (usable === null) return null
  let good = true
  for (const { name, field } of usable.schema.fields) {
    const problem = field === null ? null : icebergTypeProblem(field.type)
    if (problem === null) continue
    good = false
    const at = usable.fieldSpan(name) ?? clause.span
    checking.bag.report(sourceKinds.iceberg, at, {
      table: d.name.text,
      reason: `\`${name}\` is ${field!.type.key}, and ${problem}`,
    })
  }
  return good ? usable : null
}

/** Why Iceberg gives no column of that type; null where it does. */
export const icebergTypeProblem = (type: FlowType): string | null => typeProblem(type, false)

function typeProblem(type: FlowType, nested: boolean): string | null {
  switch (type.kind) {
    case 'tinyint':
    case 'smallint':
      return 'Iceberg has INT'
    case 'char':
      return 'Iceberg has STRING'
    case 'varchar':
      return type.key === 'STRING' ? null : 'Iceberg has STRING'
    case 'binary':
    case 'time':
    case 'multiset':
      return 'it is not read from Iceberg'
    case 'varbinary':
      return type.key === 'BYTES' ? null : 'Iceberg has BYTES'
    case 'timestamp':
    case 'timestamp_ltz':
      if (nested && type.precision !== 6) return 'inside another type Iceberg has a precision of 6'
      return type.precision > 6 ? 'Iceberg has a precision of 6' : null
    case 'array':
      return typeProblem(type.element.type, true)
    case 'map':
      return typeProblem(type.mapKey.type, true) ?? typeProblem(type.value.type, true)
    case 'row':
      return type.fields.map((f) => typeProblem(f.type, true)).find((p) => p !== null) ?? null
    default:
      return null
  }
}

function icebergRelation(
  d: ast.SourceDecl,
  file: string,
  usable: UsableSchema,
  table: NonNullable<ReturnType<typeof catalogTable>>,
  checking: Checking,
): CheckedRelation {
  const { row, columns, physical, unavailable } = physicalColumns(usable, d)
  const compute: SourceExpr[] = physical.map((_, field): SourceExpr => ({ kind: 'physical', field }))
  const clause = clauseOf(d, 'time')
  const where = { columns, unavailable, where: `\`${d.name.text}\``, open: usable.open }
  const time = clause === null ? null : sourceTime(clause, d, where, checking)
  if (time?.added !== undefined) addColumn(time, row, columns, compute, checking)
  const ordinal = time === null ? null : (time.ordinal ?? row.length - 1)
  const id = new Ids(d.name.text).make('source', null)
  const sources: TimeSource[] =
    ordinal === null
      ? []
      : [
          {
            operator: id,
            name: d.name.text,
            delay: time!.delay,
            // it is read to its end without a pause
            idle: null,
            acceptLate: true,
            span: clause!.span,
            idleFix: idleFix(clause!),
          },
        ]
  const shape: Shape = {
    edge: { operator: id, port: 'main' },
    row: row as readonly PlanColumn[],
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
    timeBroken: clause !== null && time === null,
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
    connector: { kind: 'iceberg', ...table, before: null },
    format: { kind: 'none' },
    physical,
    compute,
    time: ordinal === null ? null : { ordinal, delay: time!.delay, idle: null },
    primaryKey: [],
    acceptLate: true,
    parallelism: null,
    options: [],
  }
  const inferred =
    clauseOf(d, 'late') === null && ordinal !== null
      ? [{ what: 'late', value: 'accept', because: 'the table is bounded: the watermark moves at its end' }]
      : []
  return { ...broken(d, file), shape, operators: [source], schema: usable.schema, inferred }
}
