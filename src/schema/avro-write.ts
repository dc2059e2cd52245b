// Flink types → the Avro schema that a sink writes with, by the derivation of Flink's AvroSchemaConverter#convertToSchema
// (legacy timestamp mapping: all that avro-confluent has), under names of our own.
import type { Json } from '../core/stable-json.js'
import { array, BYTES, INT, map, notNull, row, STRING, time, timestamp, type FlowType, type Typed } from '../ir/types.js'

export interface WrittenField {
  readonly name: string
  readonly typed: Typed
  readonly doc: string | null
}

export type AvroWriter =
  | {
      readonly ok: true
      readonly schema: Json
      /**
       * What the sink table has to declare for each field once the schema is given as `avro-confluent.schema`: Flink compares
       * the two to the letter (VARCHAR(10) is refused where the schema says string).
       */
      readonly columns: readonly Typed[]
    }
  | { readonly ok: false; readonly field: string; readonly reason: string; readonly help: string | null }

class Unwritable {
  readonly field: string
  readonly reason: string
  readonly help: string | null
  constructor(field: string, reason: string, help: string | null) {
    this.field = field
    this.reason = reason
    this.help = help
  }
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

export function avroFor(fields: readonly WrittenField[], recordName: string, namespace: string): AvroWriter {
  try {
    const columns: Typed[] = []
    const written = fields.map((f) => {
      const { schema, typed } = fieldOf(f.name, f.typed, f.name, recordName)
      columns.push(typed)
      if (f.doc === null) return schema
      // attributes in the order of Java's Schema#toString: some registries give another order another id
      const { name, type, ...rest } = schema
      return { name: name!, type: type!, doc: f.doc, ...rest }
    })
    return {
      ok: true,
      schema: { type: 'record', name: recordName, ...(namespace === '' ? {} : { namespace }), fields: written },
      columns,
    }
  } catch (e) {
    if (e instanceof Unwritable) return { ok: false, field: e.field, reason: e.reason, help: e.help }
    throw e
  }
}

function fieldOf(
  name: string,
  typed: Typed,
  path: string,
  record: string,
): { schema: { readonly [key: string]: Json }; typed: Typed } {
  if (!NAME.test(name))
    throw new Unwritable(
      path,
      `\`${name}\` is no name for an Avro field: letters, digits and underscores, and no digit first`,
      'rename the column',
    )
  const written = typeOf(typed.type, path, `${record}_${name}`)
  // a nullable column of Flink is a union with null first and null as its default
  const schema = typed.nullable ? { name, type: ['null', written.schema], default: null } : { name, type: written.schema }
  return { schema, typed: { type: written.type, nullable: typed.nullable } }
}

interface Written {
  readonly schema: Json
  readonly type: FlowType
}

function element(typed: Typed, path: string, record: string): { schema: Json; typed: Typed } {
  const written = typeOf(typed.type, path, record)
  return {
    schema: typed.nullable ? ['null', written.schema] : written.schema,
    typed: { type: written.type, nullable: typed.nullable },
  }
}

function typeOf(type: FlowType, path: string, record: string): Written {
  const refuse = (reason: string, help: string | null): never => {
    throw new Unwritable(path, reason, help)
  }
  switch (type.kind) {
    case 'boolean':
    case 'float':
    case 'double':
      return { schema: type.kind, type }
    case 'tinyint':
    case 'smallint':
    case 'int':
      return { schema: 'int', type: INT }
    case 'bigint':
      return { schema: 'long', type }
    case 'char':
    case 'varchar':
      return { schema: 'string', type: STRING }
    case 'binary':
    case 'varbinary':
      return { schema: 'bytes', type: BYTES }
    case 'decimal':
      return { schema: { type: 'bytes', logicalType: 'decimal', precision: type.precision, scale: type.scale }, type }
    case 'date':
      return { schema: { type: 'int', logicalType: 'date' }, type }
    case 'time':
      if (type.precision > 3) refuse(`\`${path}\` is ${type.key}, and Avro carries milliseconds of the day`, 'cast it to TIME(3)')
      return { schema: { type: 'int', logicalType: 'time-millis' }, type: time(3) }
    case 'timestamp':
      if (type.precision > 3)
        refuse(`\`${path}\` is ${type.key}, and Flink's \`avro-confluent\` writes milliseconds only`, 'cast it to TIMESTAMP(3)')
      return { schema: { type: 'long', logicalType: 'timestamp-millis' }, type: timestamp(3) }
    case 'timestamp_ltz':
      return refuse(`\`${path}\` is ${type.key}, which Flink's \`avro-confluent\` cannot write`, 'cast it to TIMESTAMP(3)')
    case 'array': {
      const items = element(type.element, `${path}[]`, record)
      return { schema: { type: 'array', items: items.schema }, type: array(items.typed) }
    }
    case 'map': {
      if (type.mapKey.type.kind !== 'char' && type.mapKey.type.kind !== 'varchar')
        return refuse(`\`${path}\` is ${type.key}, and keys of an Avro map are text`, 'cast the keys to STRING')
      const values = element(type.value, `${path}{}`, record)
      return { schema: { type: 'map', values: values.schema }, type: map(notNull(STRING), values.typed) }
    }
    case 'multiset': {
      if (type.element.type.kind !== 'char' && type.element.type.kind !== 'varchar')
        return refuse(`\`${path}\` is ${type.key}, and keys of an Avro map are text`, null)
      return { schema: { type: 'map', values: 'int' }, type: map(notNull(STRING), notNull(INT)) }
    }
    case 'row': {
      const fields = type.fields.map((f) => fieldOf(f.name, f, `${path}.${f.name}`, record))
      return {
        schema: { type: 'record', name: record, fields: fields.map((f) => f.schema) },
        type: row(fields.map((f, i) => ({ name: type.fields[i]!.name, type: f.typed.type, nullable: f.typed.nullable }))),
      }
    }
    case 'interval_day_time':
    case 'interval_year_month':
      return refuse(
        `\`${path}\` is ${type.key}, for which Avro has no type`,
        type.kind === 'interval_day_time' ? 'cast it to BIGINT milliseconds' : 'cast it to INT months',
      )
    case 'null':
      return refuse(`\`${path}\` is always NULL and has no type`, 'give it one: `cast(null as string)`')
    case 'error':
      return { schema: 'null', type }
  }
}
