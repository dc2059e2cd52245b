// Topics as targets: name, format and settings, which need no relation, then the message key, which does.
import { sinks } from '../diagnostics/codes/sinks.js'
import type { KeyFormat, TopicSpec } from '../ir/plan.js'
import type { FlowType } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import { writtenName } from '../surface/names.js'
import type { Checking } from './checking.js'
import { replace } from './fixes.js'
import type { CheckedRelation, Shape } from './relation.js'
import { propertyOf, sinkColumns } from './sink-columns.js'
import { followsConvention, keyFormat, topicNameProblem, topicSpec } from './topic.js'
import { avroProblem, jsonProblem } from './writable.js'

type Topic = ast.SinkDecl['target'] & { kind: 'kafka' }

export interface KafkaPlace {
  readonly kind: 'kafka'
  readonly topic: string
  readonly format: 'avro' | 'json'
  readonly spec: TopicSpec
  readonly inferred: CheckedRelation['inferred']
}

/** What a sink says of its topic; null where it cannot be used. */
export function kafkaPlace(d: ast.SinkDecl, target: Topic, checking: Checking): KafkaPlace | null {
  const { bag } = checking
  const topic = target.topic.value
  const problem = topicNameProblem(topic)
  if (problem !== null) bag.report(sinks.topicName, target.topic.span, { topic, reason: problem })
  else if (!followsConvention(topic)) bag.report(sinks.topicConvention, target.topic.span, { topic })
  const spec = topicSpec(d.properties, topic, checking)
  const cleanup = propertyOf(d, 'cleanup')
  if (d.mode === 'upsert' && cleanup?.policy === 'delete')
    bag.report(
      sinks.topicSettings,
      cleanup.span,
      { topic, reason: 'an upsert topic is compacted: with `delete` the newest row of a quiet key vanishes' },
      { fixes: [replace(cleanup.span, 'cleanup compact')] },
    )
  if (d.mode === 'append' && cleanup?.policy === 'compact' && propertyOf(d, 'message key') === null)
    bag.report(sinks.compactKey, cleanup.span, { topic }, { fixes: [replace(cleanup.span, 'cleanup delete')] })
  const said = propertyOf(d, 'format')
  const format = said?.format.text.toLowerCase() ?? 'avro'
  if (format !== 'avro' && format !== 'json') {
    bag.report(
      sinks.property,
      said!.span,
      { property: `format ${format}`, target: 'a topic' },
      {
        help: '`format avro` (the default) or `format json`',
        fixes: [replace(said!.span, 'format avro'), replace(said!.span, 'format json')],
      },
    )
    return null
  }
  const inferred =
    said === null ? [{ what: 'format', value: 'avro', because: 'the default: Avro with a schema in the registry' }] : []
  return problem !== null ? null : { kind: 'kafka', topic, format, spec, inferred }
}

/** Flink's raw format (RawFormatFactory) and text keys have one plain value. */
const PLAIN: ReadonlySet<FlowType['kind']> = new Set([
  'char',
  'varchar',
  'binary',
  'varbinary',
  'boolean',
  'tinyint',
  'smallint',
  'int',
  'bigint',
  'float',
  'double',
])

function keyProblem(type: FlowType, format: KeyFormat): string | null {
  switch (format) {
    case 'avro':
      return avroProblem(type)
    case 'json':
      return jsonProblem(type)
    case 'raw':
      return PLAIN.has(type.kind) ? null : '`as raw` takes texts, bytes, booleans and plain numbers'
    case 'text':
      return ['row', 'array', 'map', 'multiset'].includes(type.kind) ? 'a nested value has no one text' : null
  }
}

export interface MessageKey {
  readonly columns: readonly number[]
  readonly format: KeyFormat | null
  readonly inferred: CheckedRelation['inferred']
}

/** `rowKey`: of an upsert, positions of the relation's key. */
export function messageKey(
  d: ast.SinkDecl,
  shape: Shape,
  rowKey: readonly number[],
  valueFormat: 'avro' | 'json',
  checking: Checking,
): MessageKey | null {
  const { bag } = checking
  const said = propertyOf(d, 'message key')
  const wordsOf = (key: readonly number[]): string => key.map((k) => writtenName(shape.columns[k]!.name)).join(', ')
  if (said === null) {
    if (d.mode === 'append') return { columns: [], format: null, inferred: [] }
    const value = `${rowKey.map((k) => shape.columns[k]!.name).join(', ')} as ${valueFormat}`
    return {
      columns: rowKey,
      format: valueFormat,
      inferred: [{ what: 'message key', value, because: 'the key of the relation, in the format of the value' }],
    }
  }
  const format = keyFormat(said.format, said.span, checking)
  const columns = sinkColumns(said.columns, shape, shape.name, checking)
  if (columns === null || format === null) return null
  let good = true
  const refuse = (reason: string, help: string | null, text: string | null): void => {
    good = false
    const fixes = text === null ? [] : [replace(said.span, text)]
    bag.report(sinks.messageKey, said.span, { reason }, { ...(help === null ? {} : { help }), fixes })
  }
  if (d.mode === 'upsert' && !(columns.length === rowKey.length && columns.every((c) => rowKey.includes(c)))) {
    const as = rowKey.length === 1 ? format : valueFormat
    refuse(`an upsert topic is keyed by the row's key (${wordsOf(rowKey)})`, null, `message key ${wordsOf(rowKey)} as ${as}`)
  } else if ((format === 'text' || format === 'raw') && columns.length !== 1)
    refuse(
      `\`as ${format}\` takes one column, not ${columns.length}`,
      '`as avro` or `as json` for several',
      `message key ${wordsOf(columns)} as ${valueFormat}`,
    )
  for (const c of columns) {
    const { name, type } = shape.columns[c]!
    const problem = keyProblem(type, format)
    if (problem !== null && good) refuse(`\`${name}\` is ${type.key}; ${problem}`, null, null)
  }
  return good ? { columns, format, inferred: [] } : null
}
