// Which types a sink can hold. Avro: flink-avro's AvroSchemaConverter.convertToSchema (legacy timestamp mapping); Iceberg:
// iceberg-flink's FlinkTypeToType; JSON: flink-json's RowDataToJsonConverters. Null: it can.
import type { FlowType, Typed } from '../ir/types.js'

const within = (type: FlowType, check: (t: FlowType) => string | null): string | null => {
  const parts: readonly Typed[] =
    type.kind === 'array' || type.kind === 'multiset'
      ? [type.element]
      : type.kind === 'map'
        ? [type.mapKey, type.value]
        : type.kind === 'row'
          ? type.fields
          : []
  for (const p of parts) {
    const problem = check(p.type)
    if (problem !== null) return `${problem} (${p.type.key} inside it)`
  }
  return null
}

const isText = (t: FlowType): boolean => t.kind === 'char' || t.kind === 'varchar'

/** A TIMESTAMP_LTZ at the top level is brought to TIMESTAMP(3) by the compiler; inside a value it cannot be. */
export function avroProblem(type: FlowType): string | null {
  switch (type.kind) {
    case 'timestamp':
      return type.precision > 3 ? "Flink's avro-confluent writes milliseconds only" : null
    case 'timestamp_ltz':
      return "Flink's avro-confluent derives no schema for TIMESTAMP_LTZ"
    case 'time':
      return type.precision > 3 ? 'Avro time-millis has milliseconds' : null
    case 'interval_year_month':
    case 'interval_day_time':
      return 'Avro has no intervals'
    case 'multiset':
      return isText(type.element.type) ? null : 'Avro maps have text keys'
    case 'map':
      return isText(type.mapKey.type) ? within(type, avroProblem) : 'Avro maps have text keys'
    case 'null':
      return 'an untyped NULL has no type to write'
    case 'row': {
      const odd = type.fields.find((f) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(f.name))
      return odd === undefined
        ? within(type, avroProblem)
        : `Avro has no field named \`${odd.name}\`: letters, digits and \`_\` only`
    }
    default:
      return within(type, avroProblem)
  }
}

export function icebergProblem(type: FlowType, formatVersion: 2 | 3): string | null {
  switch (type.kind) {
    case 'timestamp':
    case 'timestamp_ltz':
      return type.precision > 6 && formatVersion < 3 ? 'Iceberg has nanoseconds from format version 3 on' : null
    case 'interval_year_month':
    case 'interval_day_time':
      return 'Iceberg has no intervals'
    case 'multiset':
      return 'Iceberg has no multisets'
    case 'null':
      return 'an untyped NULL has no type to write'
    default:
      return within(type, (t) => icebergProblem(t, formatVersion))
  }
}

export function jsonProblem(type: FlowType): string | null {
  if (type.kind === 'null') return 'an untyped NULL has no type to write'
  if (type.kind === 'interval_day_time' || type.kind === 'interval_year_month')
    return 'a table of Flink has no columns of intervals'
  if ((type.kind === 'map' && !isText(type.mapKey.type)) || (type.kind === 'multiset' && !isText(type.element.type)))
    return 'JSON objects have text keys'
  return within(type, jsonProblem)
}
