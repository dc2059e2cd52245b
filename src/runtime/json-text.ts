// JSON text as Flink's JSON_OBJECT writes it: keys sorted by UTF-16 units, only `"`, `\` and control characters escaped.
import { bug } from '../core/bug.js'
import { isPayloadValue } from '../ir/dlq.js'
import type { FlowType } from '../ir/types.js'
import { base64 } from './base64.js'
import { toText } from './functions/cast-to-text.js'
import type { MapValue, Value } from './value.js'

export interface JsonField {
  readonly name: string
  readonly type: FlowType
}

/** JSON_OBJECT(KEY 'name' VALUE …, … NULL ON NULL) over the fields, those of other types cast to STRING. */
export function jsonObject(fields: readonly JsonField[], values: readonly Value[]): string {
  return members(fields.map((f, i) => [f.name, jsonMember(values[i]!, f.type)]))
}

/** One value as it stands in the object. */
export const jsonMember = (value: Value, type: FlowType): string =>
  isPayloadValue(type) ? json(value, type) : castJson(value, type)

const castJson = (value: Value, type: FlowType): string => (value === null ? 'null' : quote(toText(value, type)))

function json(value: Value, type: FlowType): string {
  if (value === null) return 'null'
  switch (type.kind) {
    case 'boolean':
    case 'tinyint':
    case 'smallint':
    case 'int':
    case 'bigint':
      return String(value)
    case 'char':
    case 'varchar':
      return quote(value as string)
    case 'binary':
    case 'varbinary':
      return `"${base64(value as Uint8Array)}"`
    case 'array':
      return `[${(value as readonly Value[]).map((v) => json(v, type.element.type)).join(',')}]`
    case 'row':
      return members(type.fields.map((f, i) => [f.name, json((value as readonly Value[])[i]!, f.type)]))
    case 'map':
      return members((value as MapValue).entries.map(([k, v]) => [k as string, json(v, type.value.type)]))
    default:
      return bug(`JSON of type ${type.key}`)
  }
}

/** A name that comes twice keeps its last value. */
function members(pairs: readonly (readonly [string, string])[]): string {
  const sorted = [...new Map(pairs)].sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([name, text]) => `${quote(name)}:${text}`).join(',')}}`
}

const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/** A text in quotes; characters stay characters, also beyond U+FFFF. */
export function quote(text: string): string {
  // eslint-disable-next-line no-control-regex
  return `"${text.replace(/["\\\u0000-\u001f]/g, (c) => SHORT[c] ?? `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)}"`
}
