// A value of a sink as it stands in the file of a run: what the JSON format of a source reads back as the same value. Numbers
// that JavaScript would round, and times, are texts, inside of arrays, maps and rows too.
import { isString, type FlowType } from '../../ir/types.js'
import { jsonMember, quote } from '../json-text.js'
import type { MapValue, Value } from '../value.js'

export function sinkMember(value: Value, type: FlowType): string {
  if (value === null) return 'null'
  switch (type.kind) {
    case 'timestamp_ltz':
      // an instant, as Flink's format marks it; the zone of a pipeline is UTC
      return `${jsonMember(value, type).slice(0, -1)}Z"`
    case 'array':
      return `[${(value as readonly Value[]).map((v) => sinkMember(v, type.element.type)).join(',')}]`
    case 'row': {
      const parts = value as readonly Value[]
      return `{${type.fields.map((f, i) => `${quote(f.name)}:${sinkMember(parts[i]!, f.type)}`).join(',')}}`
    }
    case 'map':
      // keys of JSON are texts: another map stays a text as a whole
      if (!isString(type.mapKey.type)) return jsonMember(value, type)
      return `{${(value as MapValue).entries.map(([k, v]) => `${quote(k as string)}:${sinkMember(v, type.value.type)}`).join(',')}}`
    default:
      return jsonMember(value, type)
  }
}
