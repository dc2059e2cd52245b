// Avro schemas of what a pipeline writes: a record for each topic's value, and one for its key where that is Avro. The
// record's full name is `<topic>.Value` or `<topic>.Key`, as Debezium names its own.
import { bug } from '../core/bug.js'
import type { Json } from '../core/stable-json.js'
import type { SinkOperator } from '../ir/plan.js'
import type { Typed } from '../ir/types.js'
import { topicSchema } from '../schema/topic-schema.js'

export type KafkaSink = SinkOperator & { readonly target: SinkOperator['target'] & { kind: 'kafka' } }

export const isKafkaSink = (o: SinkOperator): o is KafkaSink => o.target.kind === 'kafka'

export interface WrittenSchema {
  readonly subject: string
  readonly schema: Json
  /** Ordinals of the sink's row, and what the table has to declare for each. */
  readonly columns: readonly { readonly ordinal: number; readonly typed: Typed }[]
}

export function valueSchema(o: KafkaSink): WrittenSchema | null {
  if (o.target.format !== 'avro') return null
  return written(
    o,
    'Value',
    o.target.subject ?? `${o.target.topic}-value`,
    o.row.map((_, i) => i),
  )
}

export function keySchema(o: KafkaSink): WrittenSchema | null {
  if (o.target.keyFormat !== 'avro') return null
  return written(o, 'Key', `${o.target.topic}-key`, o.key)
}

function written(o: KafkaSink, name: 'Value' | 'Key', subject: string, ordinals: readonly number[]): WrittenSchema {
  const fields = ordinals.map((i) => {
    const c = o.row[i] ?? bug(`${o.id} has no column ${i}`)
    return { name: c.name, typed: { type: c.type, nullable: c.nullable }, doc: c.doc ?? null }
  })
  const result = topicSchema(o.target.topic, name, fields)
  if (!result.ok) return bug(`${o.id}: ${result.reason}`)
  return { subject, schema: result.schema, columns: result.columns.map((typed, i) => ({ ordinal: ordinals[i]!, typed })) }
}
