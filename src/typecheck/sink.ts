// `sink TARGET from NAME append | upsert { … }`: does the relation fit the target, and is every row's key what the sink needs.
import { collections } from '../diagnostics/codes/collections.js'
import { sinks } from '../diagnostics/codes/sinks.js'
import { isUnnamed } from '../functions/common-type.js'
import type { Fix } from '../diagnostics/define.js'
import type { Expr } from '../ir/expr.js'
import type { Operator, PlanColumn, SinkOperator, SinkTarget } from '../ir/plan.js'
import { isApproximate, isError, STRING, time, timestamp, type FlowType } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import { writtenName } from '../surface/names.js'
import type { Checking } from './checking.js'
import { addClause, remove, replace } from './fixes.js'
import { columnAt, Ids, NO_STATE, originsOf, traitsOf, type CheckedRelation, type Shape } from './relation.js'
import { castItem, itemOf, propertyOf, renameItem } from './sink-columns.js'
import { icebergPlace, partitionsOf, type IcebergPlace } from './sink-iceberg.js'
import { kafkaPlace, messageKey, type KafkaPlace } from './sink-kafka.js'
import { upsertKey, visibleKeys } from './sink-key.js'
import { typeText } from './spoken.js'
import { unsupported } from './unsupported.js'
import { TOPIC_SETTINGS } from './topic.js'
import { avroProblem, icebergProblem, jsonProblem } from './writable.js'

export interface CheckedSink {
  readonly declaration: ast.SinkDecl
  readonly relation: CheckedRelation
  readonly operators: readonly Operator[]
  readonly inferred: CheckedRelation['inferred']
}

/** `kafka 'x'`, `lake.sales.orders`: the sink's name in ids and messages. */
export const sinkName = (d: ast.SinkDecl): string =>
  d.target.kind === 'kafka' ? `kafka '${d.target.topic.value}'` : d.target.path.map((p) => p.text).join('.')

const ICEBERG_ONLY = new Set(['partition by', 'format version'])
const KAFKA_ONLY = new Set(['message key', 'format', ...TOPIC_SETTINGS])

export function checkSink(d: ast.SinkDecl, file: string, checking: Checking): CheckedSink | null {
  const { bag } = checking
  const name = sinkName(d)
  for (const p of d.properties)
    if (p.kind === 'with') unsupported(bag, p.span, '`with` at a sink')
    else if ((d.target.kind === 'kafka' ? ICEBERG_ONLY : KAFKA_ONLY).has(p.kind)) {
      const target = d.target.kind === 'kafka' ? 'a topic' : 'an Iceberg table'
      bag.report(sinks.property, p.span, { property: p.kind, target }, { fixes: [remove(p.span, `\`${p.kind}\``)] })
    }
  const place = d.target.kind === 'kafka' ? kafkaPlace(d, d.target, checking) : icebergPlace(d, d.target, file, checking)
  const relation = checking.relation(file, d.relation)
  if (relation === null || relation.shape === null) return null
  const { shape } = relation
  const key = propertyOf(d, 'key')
  if (d.mode === 'append') {
    const canUpsert = visibleKeys(shape).length > 0
    if (shape.change.value === 'updating') {
      bag.report(
        sinks.notAppend,
        d.relation.span,
        { sink: name, relation: relation.name },
        {
          related: [{ span: shape.change.span, text: shape.change.reason }],
          fixes: canUpsert ? [replace(d.modeSpan, 'upsert')] : [],
        },
      )
      return null
    }
    const fixes = key === null ? [] : [remove(key.span, 'the key'), ...(canUpsert ? [replace(d.modeSpan, 'upsert')] : [])]
    if (key !== null)
      bag.report(
        sinks.keyOnAppend,
        key.span,
        { sink: name },
        { related: [{ span: d.modeSpan, text: 'rows are only added' }], fixes },
      )
  }
  if (shape.open) return null
  const rowKey = d.mode === 'upsert' ? upsertKey(d, relation, shape, name, checking) : []
  if (rowKey === null || place === null) return null
  return place.kind === 'kafka'
    ? toKafka(d, relation, shape, rowKey, place, checking)
    : toIceberg(d, relation, shape, rowKey, place, checking)
}

function toKafka(
  d: ast.SinkDecl,
  relation: CheckedRelation,
  shape: Shape,
  rowKey: readonly number[],
  place: KafkaPlace,
  checking: Checking,
): CheckedSink | null {
  const message = messageKey(d, shape, rowKey, place.format, checking)
  if (message === null) return null
  const target: SinkTarget = {
    kind: 'kafka',
    topic: place.topic,
    format: place.format,
    subject: place.format === 'avro' ? `${place.topic}-value` : null,
    keyFormat: message.format,
    owned: place.spec,
    role: 'result',
  }
  return build(d, relation, shape, target, message.columns, [...place.inferred, ...message.inferred], checking)
}

function toIceberg(
  d: ast.SinkDecl,
  relation: CheckedRelation,
  shape: Shape,
  rowKey: readonly number[],
  place: IcebergPlace,
  checking: Checking,
): CheckedSink | null {
  const partitions = partitionsOf(d, shape, rowKey, checking)
  if (partitions === null) return null
  const { inferred, ...rest } = place
  return build(d, relation, shape, { ...rest, partitions }, rowKey, inferred, checking)
}

/** `where x is not null` right behind `from`, where the column is there already. */
function filterFirst(relation: CheckedRelation, column: string, checking: Checking): readonly Fix[] {
  const from = relation.declaration.kind === 'query' ? relation.declaration.clauses[0] : undefined
  const expr = itemOf(relation, column)?.expr
  const name = expr?.kind === 'path' ? expr.names.at(-1)!.text : column
  if (from?.kind !== 'from' || relation.lateOf !== null) return []
  const there = checking.relation(relation.file, from.relation)?.shape?.columns.some((c) => c.name === name) === true
  return there ? [addClause(from.span, `where ${writtenName(name)} is not null`)] : []
}

/** What the key of an upsert may not be. */
function checkKeyColumns(
  d: ast.SinkDecl,
  relation: CheckedRelation,
  shape: Shape,
  key: readonly number[],
  iceberg: boolean,
  checking: Checking,
): void {
  const sink = sinkName(d)
  for (const k of key) {
    const c = shape.columns[k]!
    const related = [{ span: c.provenance.span, text: c.nullable ? 'nullable' : c.type.key }]
    if (iceberg && isApproximate(c.type)) {
      const all = { column: c.name, type: c.type.key, sink: 'the key of an Iceberg table', reason: 'identifier fields are exact' }
      checking.bag.report(sinks.unwritable, d.relation.span, all, { related })
    }
    if (c.nullable) {
      const fixes = filterFirst(relation, c.name, checking)
      checking.bag.report(sinks.keyNullable, d.relation.span, { column: c.name, sink }, { related, fixes })
    }
  }
}

/** Whether a row that `row(…)` made stands in it, whose fields nobody has named. */
function hasUnnamedRow(type: FlowType): boolean {
  switch (type.kind) {
    case 'row':
      return isUnnamed(type) || type.fields.some((f) => hasUnnamedRow(f.type))
    case 'array':
    case 'multiset':
      return hasUnnamedRow(type.element.type)
    case 'map':
      return hasUnnamedRow(type.mapKey.type) || hasUnnamedRow(type.value.type)
    default:
      return false
  }
}

/** A type that the target holds in place of one that it does not. */
const castFor = (type: FlowType): FlowType | null => {
  if (type.kind === 'timestamp' || type.kind === 'timestamp_ltz') return timestamp(3)
  if (type.kind === 'time') return time(0)
  return type.kind === 'interval_day_time' || type.kind === 'interval_year_month' ? STRING : null
}

function build(
  d: ast.SinkDecl,
  relation: CheckedRelation,
  shape: Shape,
  target: SinkTarget,
  key: readonly number[],
  inferred: CheckedRelation['inferred'],
  checking: Checking,
): CheckedSink | null {
  const { bag } = checking
  const name = sinkName(d)
  const ids = new Ids(`sink`)
  const avro = target.kind === 'kafka' && target.format === 'avro'
  const place = target.kind === 'kafka' ? (avro ? 'an Avro topic' : 'a JSON topic') : 'an Iceberg table'
  let bad = false
  const exprs = shape.columns.map((c): Expr => {
    const column = columnAt(shape.row, c.ordinal)
    if (isError(c)) {
      bad = true
      return column
    }
    if (avro && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(c.name)) {
      const legal = c.name.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^(?=[0-9])|^$/, '_')
      bag.report(
        sinks.columnName,
        d.relation.span,
        { column: c.name, sink: name },
        { related: [{ span: c.provenance.span, text: 'the column' }], fixes: renameItem(relation, c.name, legal) },
      )
    }
    if (hasUnnamedRow(c.type)) {
      const related = [{ span: c.provenance.span, text: 'the column' }]
      bag.report(collections.unnamedFields, d.relation.span, { column: c.name, type: c.type.key }, { related })
      bad = true
      return column
    }
    if (avro && c.type.kind === 'timestamp_ltz' && c.type.precision <= 3)
      return { kind: 'cast', mode: 'implicit', input: column, type: timestamp(3), nullable: c.nullable }
    const problem =
      target.kind === 'iceberg' ? icebergProblem(c.type, target.formatVersion) : avro ? avroProblem(c.type) : jsonProblem(c.type)
    if (problem !== null) {
      const to = castFor(c.type)
      bag.report(
        sinks.unwritable,
        d.relation.span,
        { column: c.name, type: c.type.key, sink: place, reason: problem },
        {
          related: [{ span: c.provenance.span, text: c.type.key }],
          ...(to === null
            ? {}
            : {
                help: `cast it before: \`cast(${c.name} as ${typeText(to)}) as ${c.name}\``,
                fixes: castItem(relation, c.name, to),
              }),
        },
      )
      bad = true
    }
    return column
  })
  if (d.mode === 'upsert') checkKeyColumns(d, relation, shape, key, target.kind === 'iceberg', checking)
  if (bad) return null
  const operators: Operator[] = []
  let edge = shape.edge
  if (!exprs.every((e, i) => e.kind === 'column' && e.ordinal === i) || exprs.length !== shape.row.length) {
    const id = ids.make(`${name}/project`, null)
    const columns: PlanColumn[] = exprs.map((e, i) => ({
      name: shape.columns[i]!.name,
      type: e.type,
      nullable: e.nullable,
      from: originsOf(e, [shape.edge]),
      ...(shape.columns[i]!.doc === null ? {} : { doc: shape.columns[i]!.doc }),
    }))
    const place = (ordinal: number): number => exprs.findIndex((e) => e.kind === 'column' && e.ordinal === ordinal)
    const keys = shape.keys.map((k) => k.map(place)).filter((k) => k.every((i) => i >= 0))
    const time = shape.time === null || place(shape.time) < 0 ? null : place(shape.time)
    operators.push({
      kind: 'project',
      id,
      inputs: [edge],
      columns,
      ports: ['main'],
      traits: traitsOf({ ...shape, keys, time, state: NO_STATE }),
      relation: '',
      origin: d.span,
      exprs,
      purpose: 'key',
    })
    edge = { operator: id, port: 'main' }
  }
  const sink: SinkOperator = {
    kind: 'sink',
    id: `sink(${name})`,
    inputs: [edge],
    columns: [],
    ports: [],
    traits: traitsOf({ ...shape, keys: d.mode === 'upsert' ? [key] : [], time: null, state: NO_STATE }),
    relation: '',
    origin: d.span,
    name,
    mode: d.mode,
    target,
    row: shape.columns.map((c, i) => ({
      name: c.name,
      type: exprs[i]!.type,
      nullable: exprs[i]!.nullable && !(d.mode === 'upsert' && key.includes(i)),
      ...(c.doc === null ? {} : { doc: c.doc }),
    })),
    key,
  }
  operators.push(sink)
  return { declaration: d, relation, operators, inferred }
}
