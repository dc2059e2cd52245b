// `sink TARGET from NAME append | upsert { … }`: does the relation fit the target, and is every row's key what the sink needs.
import { sinks } from '../diagnostics/codes/sinks.js'
import { names } from '../diagnostics/codes/names.js'
import { didYouMean } from '../core/suggest.js'
import type { Expr } from '../ir/expr.js'
import type { Operator, PlanColumn, SinkOperator, SinkTarget } from '../ir/plan.js'
import { isApproximate, isError, timestamp } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { columnAt, Ids, NO_STATE, originsOf, traitsOf, type CheckedRelation, type Shape } from './relation.js'
import { icebergTarget } from './sink-iceberg.js'
import { followsConvention, keyFormat, topicNameProblem, topicSpec } from './topic.js'
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

type PropertyOf<K extends ast.SinkProperty['kind']> = Extract<ast.SinkProperty, { kind: K }>
export const propertyOf = <K extends ast.SinkProperty['kind']>(d: ast.SinkDecl, kind: K): PropertyOf<K> | null =>
  (d.properties.find((p) => p.kind === kind) as PropertyOf<K> | undefined) ?? null

const ICEBERG_ONLY = new Set(['partition by', 'format version'])
const KAFKA_ONLY = new Set([
  'message key',
  'format',
  'throughput',
  'partitions',
  'partitions for',
  'replicas',
  'min insync',
  'retention',
  'cleanup',
])

export function checkSink(d: ast.SinkDecl, file: string, checking: Checking): CheckedSink | null {
  const { bag } = checking
  const name = sinkName(d)
  for (const p of d.properties)
    if ((d.target.kind === 'kafka' ? ICEBERG_ONLY : KAFKA_ONLY).has(p.kind))
      bag.report(sinks.property, p.span, { property: p.kind, target: d.target.kind === 'kafka' ? 'a topic' : 'an Iceberg table' })
  const relation = checking.relation(file, d.relation)
  if (relation === null || relation.shape === null) return null
  const { shape } = relation
  if (d.mode === 'append' && shape.change.value === 'updating') {
    bag.report(
      sinks.notAppend,
      d.relation.span,
      { sink: name, relation: relation.name },
      { related: [{ span: shape.change.span, text: shape.change.reason }] },
    )
    return null
  }
  if (d.mode === 'append') {
    const key = propertyOf(d, 'key')
    if (key !== null) bag.report(sinks.keyOnAppend, key.span, { sink: name })
  }
  const rowKey = d.mode === 'upsert' ? upsertKey(d, relation, shape, name, checking) : []
  if (rowKey === null) return null
  const target =
    d.target.kind === 'kafka'
      ? kafkaTarget(d, shape, rowKey, name, checking)
      : icebergTarget(d, d.target, file, shape, rowKey, checking)
  if (target === null) return null
  return build(d, relation, shape, target.target, target.key, name, target.inferred, checking)
}

function columnOf(name: ast.Name, shape: Shape, where: string, checking: Checking): number | null {
  const i = shape.columns.findIndex((c) => c.name === name.text)
  if (i >= 0) return i
  const hint = didYouMean(
    name.text,
    shape.columns.map((c) => c.name),
  )
  checking.bag.report(names.unknownColumn, name.span, { name: name.text, where }, hint === undefined ? {} : { help: hint })
  return null
}

export const sinkColumns = (
  list: readonly ast.Name[],
  shape: Shape,
  where: string,
  checking: Checking,
): readonly number[] | null => {
  const out = list.map((n) => columnOf(n, shape, where, checking))
  return out.includes(null) ? null : (out as number[])
}

/** Positions (in the visible columns) of the key; the relation's own key unless `key` says the same set. */
function upsertKey(
  d: ast.SinkDecl,
  relation: CheckedRelation,
  shape: Shape,
  name: string,
  checking: Checking,
): readonly number[] | null {
  const { bag } = checking
  const own = shape.keys
    .map((key) => key.map((k) => shape.columns.findIndex((c) => c.ordinal === k)))
    .filter((key) => key.every((k) => k >= 0))
  const said = propertyOf(d, 'key')
  const words = (key: readonly number[]): string[] => key.map((k) => shape.columns[k]!.name)
  if (own.length === 0) {
    bag.report(
      sinks.needsKey,
      d.relation.span,
      { sink: name, relation: relation.name },
      { related: [{ span: relation.nameSpan, text: 'declared here' }] },
    )
    return null
  }
  if (said === null) return own[0]!
  const wanted = sinkColumns(said.columns, shape, `\`${relation.name}\``, checking)
  if (wanted === null) return null
  const match = own.some((key) => key.length === wanted.length && key.every((k) => wanted.includes(k)))
  if (!match) {
    bag.report(
      sinks.keyMismatch,
      said.span,
      { sink: name, sinkKey: words(wanted), relation: relation.name, keys: words(own[0]!) },
      { related: [{ span: shape.change.span, text: shape.change.reason }] },
    )
    return null
  }
  return wanted
}

export interface Target {
  readonly target: SinkTarget
  /** Positions of the key, or of the message key's columns. */
  readonly key: readonly number[]
  readonly inferred: CheckedRelation['inferred']
}

function kafkaTarget(d: ast.SinkDecl, shape: Shape, rowKey: readonly number[], name: string, checking: Checking): Target | null {
  const { bag } = checking
  const target = d.target as ast.SinkDecl['target'] & { kind: 'kafka' }
  const topic = target.topic.value
  const problem = topicNameProblem(topic)
  if (problem !== null) bag.report(sinks.topicName, target.topic.span, { topic, reason: problem })
  else if (!followsConvention(topic)) bag.report(sinks.topicConvention, target.topic.span, { topic })
  const inferred: { what: string; value: string; because: string }[] = []
  const formatWord = propertyOf(d, 'format')
  const word = formatWord?.format.text.toLowerCase() ?? 'avro'
  if (word !== 'avro' && word !== 'json') {
    bag.report(
      sinks.property,
      formatWord!.span,
      { property: `format ${word}`, target: 'a topic' },
      { help: '`format avro` (the default) or `format json`' },
    )
    return null
  }
  if (formatWord === null)
    inferred.push({ what: 'format', value: 'avro', because: 'the default: Avro with a schema in the registry' })
  const spec = topicSpec(d.properties, topic, checking)
  const messageKey = propertyOf(d, 'message key')
  let key: readonly number[] = rowKey
  let format = messageKey === null ? null : keyFormat(messageKey.format, messageKey.span, checking)
  if (messageKey !== null) {
    const columns = sinkColumns(messageKey.columns, shape, shape.name, checking)
    if (columns === null || format === null) return null
    if (d.mode === 'upsert' && !(columns.length === rowKey.length && columns.every((c) => rowKey.includes(c)))) {
      bag.report(sinks.messageKey, messageKey.span, {
        reason: `an upsert topic is keyed by the row's key (${rowKey.map((k) => shape.columns[k]!.name).join(', ')})`,
      })
      return null
    }
    if ((format === 'text' || format === 'raw') && columns.length !== 1) {
      bag.report(
        sinks.messageKey,
        messageKey.span,
        { reason: `\`as ${format}\` takes one column, not ${columns.length}` },
        { help: '`as avro` or `as json` for several' },
      )
      return null
    }
    key = columns
  } else if (d.mode === 'upsert') {
    format = word
    inferred.push({
      what: 'message key',
      value: `${rowKey.map((k) => shape.columns[k]!.name).join(', ')} as ${word}`,
      because: 'the key of the relation, in the format of the value',
    })
  }
  if (spec.cleanup === 'compact' && format === null) bag.report(sinks.compactKey, propertyOf(d, 'cleanup')!.span, { topic })
  if (d.mode === 'upsert' && spec.cleanup === 'delete')
    bag.report(sinks.topicSettings, propertyOf(d, 'cleanup')!.span, {
      topic,
      reason: 'an upsert topic is compacted: with `delete` the newest row of a quiet key vanishes',
    })
  for (const k of d.mode === 'upsert' ? key : []) {
    const c = shape.columns[k]!
    if (c.nullable)
      bag.report(
        sinks.keyNullable,
        d.relation.span,
        { column: c.name, sink: name },
        { related: [{ span: c.provenance.span, text: 'nullable' }] },
      )
  }
  return {
    target: {
      kind: 'kafka',
      topic,
      format: word,
      subject: word === 'avro' ? `${topic}-value` : null,
      keyFormat: format,
      owned: spec,
      role: 'result',
    },
    key,
    inferred,
  }
}

function build(
  d: ast.SinkDecl,
  relation: CheckedRelation,
  shape: Shape,
  target: SinkTarget,
  key: readonly number[],
  name: string,
  inferred: CheckedRelation['inferred'],
  checking: Checking,
): CheckedSink | null {
  const { bag } = checking
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
    if (avro && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(c.name))
      bag.report(sinks.columnName, c.provenance.span, { column: c.name, sink: name })
    if (avro && c.type.kind === 'timestamp_ltz' && c.type.precision <= 3)
      return { kind: 'cast', mode: 'implicit', input: column, type: timestamp(3), nullable: c.nullable }
    const problem =
      target.kind === 'iceberg' ? icebergProblem(c.type, target.formatVersion) : avro ? avroProblem(c.type) : jsonProblem(c.type)
    if (problem !== null) {
      const cast =
        c.type.kind === 'timestamp' || c.type.kind === 'timestamp_ltz'
          ? 'timestamp(3)'
          : c.type.kind === 'time'
            ? 'time(3)'
            : 'string'
      bag.report(
        sinks.unwritable,
        d.relation.span,
        { column: c.name, type: c.type.key, sink: place, reason: problem },
        {
          related: [{ span: c.provenance.span, text: c.type.key }],
          help: `cast it before: \`cast(${c.name} as ${cast}) as ${c.name}\``,
        },
      )
      bad = true
    }
    return column
  })
  for (const k of target.kind === 'iceberg' && d.mode === 'upsert' ? key : []) {
    const c = shape.columns[k]!
    if (isApproximate(c.type))
      bag.report(sinks.unwritable, d.relation.span, {
        column: c.name,
        type: c.type.key,
        sink: 'the key of an Iceberg table',
        reason: 'identifier fields are exact',
      })
    if (c.nullable)
      bag.report(
        sinks.keyNullable,
        d.relation.span,
        { column: c.name, sink: name },
        { related: [{ span: c.provenance.span, text: 'nullable' }] },
      )
  }
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
