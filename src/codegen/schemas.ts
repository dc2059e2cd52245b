// Avro schemas of what a pipeline writes: one record a topic's value, one a key.
import type { Json } from '../core/stable-json.js'
import type { PlanProgram, SinkOperator } from '../ir/plan.js'
import { bug } from '../core/bug.js'
import type { FlowType, Typed } from '../ir/types.js'

type KafkaSink = SinkOperator & { readonly target: SinkOperator['target'] & { kind: 'kafka' } }

export const isKafkaSink = (o: SinkOperator): o is KafkaSink => o.target.kind === 'kafka'

/** `sales.revenue.aggregated.v1.Value`: the topic as namespace, as Debezium does it. */
export function valueSchema(plan: PlanProgram, o: SinkOperator): Json {
  if (!isKafkaSink(o)) return bug(`${o.id} writes no topic`)
  return record(recordName(o.target.topic, 'Value'), `rows of pipeline ${plan.pipeline.name}`, o.row)
}

/** Flink's key format is a record of the key's columns. */
export function keySchema(o: SinkOperator): Json | null {
  if (!isKafkaSink(o) || o.target.keyFormat !== 'avro') return null
  return record(
    recordName(o.target.topic, 'Key'),
    null,
    o.key.map((i) => o.row[i]!),
  )
}

function recordName(topic: string, last: string): string {
  const segments = topic
    .split('.')
    .map((s) => s.replace(/[^A-Za-z0-9_]/g, '_'))
    .map((s) => (/^[A-Za-z_]/.test(s) ? s : `_${s}`))
  return [...segments, last].join('.')
}

interface NamedField extends Typed {
  readonly name: string
  readonly doc?: string
}

function record(fullName: string, doc: string | null, fields: readonly NamedField[]): Json {
  const at = fullName.lastIndexOf('.')
  return {
    type: 'record',
    name: fullName.slice(at + 1),
    namespace: fullName.slice(0, at),
    ...(doc === null ? {} : { doc }),
    fields: fields.map((f) => ({
      name: f.name,
      type: fieldType(f, `${fullName}_${f.name}`),
      ...(f.nullable ? { default: null } : {}),
      ...(f.doc === undefined ? {} : { doc: f.doc }),
    })),
  }
}

const fieldType = (t: Typed, name: string): Json => (t.nullable ? ['null', avroType(t.type, name)] : avroType(t.type, name))

/** Flink's own mapping in legacy mode (AvroSchemaConverter), so that the reader schema of the format is this one. */
function avroType(type: FlowType, name: string): Json {
  switch (type.kind) {
    case 'boolean':
      return 'boolean'
    case 'tinyint':
    case 'smallint':
    case 'int':
      return 'int'
    case 'bigint':
      return 'long'
    case 'float':
      return 'float'
    case 'double':
      return 'double'
    case 'char':
    case 'varchar':
      return 'string'
    case 'binary':
    case 'varbinary':
      return 'bytes'
    case 'decimal':
      return { type: 'bytes', logicalType: 'decimal', precision: type.precision, scale: type.scale }
    case 'date':
      return { type: 'int', logicalType: 'date' }
    case 'time':
      return { type: 'int', logicalType: 'time-millis' }
    case 'timestamp':
    case 'timestamp_ltz':
      return { type: 'long', logicalType: 'timestamp-millis' }
    case 'array':
      return { type: 'array', items: fieldType(type.element, `${name}_item`) }
    case 'map':
      return { type: 'map', values: fieldType(type.value, `${name}_value`) }
    case 'row':
      return record(name, null, type.fields)
    default:
      return bug(`${type.key} has no Avro form`)
  }
}
