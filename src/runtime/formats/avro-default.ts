// A default of an Avro field (JSON in Avro's own spelling) → a value of the Flink type that the field is read as.
import { fitsPrecision, unscaledFromBytes } from '../../core/decimal.js'
import type { Json } from '../../core/stable-json.js'
import type { FlowType, Typed } from '../../ir/types.js'
import { fromInstant } from '../instant.js'
import type { Value } from '../value.js'

/** Undefined where the default does not fit the type: there is none then. */
export function avroDefault(json: Json, typed: Typed): Value | undefined {
  if (json === null) return typed.nullable ? null : undefined
  return value(json, typed.type)
}

function value(json: Json, type: FlowType): Value | undefined {
  switch (type.kind) {
    case 'boolean':
      return typeof json === 'boolean' ? json : undefined
    case 'int':
    case 'float':
    case 'double':
    case 'date':
    case 'time':
      return typeof json === 'number' ? json : undefined
    case 'bigint':
      return typeof json === 'bigint' ? json : typeof json === 'number' && Number.isInteger(json) ? BigInt(json) : undefined
    case 'varchar':
      return typeof json === 'string' ? json : undefined
    case 'varbinary':
      return typeof json === 'string' ? latin(json) : undefined
    case 'decimal': {
      if (typeof json !== 'string' || json === '') return undefined
      const unscaled = unscaledFromBytes(latin(json))
      return fitsPrecision(unscaled, type.precision) ? unscaled : undefined
    }
    case 'timestamp':
      return typeof json === 'number' ? fromInstant({ ms: json, ns: 0 }, type.precision) : undefined
    case 'array': {
      if (!Array.isArray(json)) return undefined
      const items = (json as readonly Json[]).map((j) => avroDefault(j, type.element))
      return items.includes(undefined) ? undefined : (items as Value[])
    }
    case 'map': {
      if (!isObject(json)) return undefined
      const entries = Object.entries(json).map(([k, j]) => [k, avroDefault(j ?? null, type.value)] as const)
      return entries.some(([, v]) => v === undefined) ? undefined : { entries: entries as [Value, Value][] }
    }
    case 'row': {
      if (!isObject(json)) return undefined
      const fields = type.fields.map((f) => avroDefault(json[f.name] ?? null, f))
      return fields.includes(undefined) ? undefined : (fields as Value[])
    }
    default:
      return undefined
  }
}

const isObject = (j: Json): j is { readonly [key: string]: Json | undefined } =>
  typeof j === 'object' && j !== null && !Array.isArray(j)
const latin = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0))
