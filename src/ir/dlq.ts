// The dead-letter envelope: one row form for all reasons, the same in SQL, in the interpreter and in the schema.
import { BIGINT, INT, STRING, isString, notNull, nullable, timestamp, type FlowType, type Typed } from './types.js'

export const DLQ_COLUMNS: readonly (Typed & { readonly name: string; readonly doc: string })[] = [
  { name: 'pipeline', ...notNull(STRING), doc: 'the pipeline that rejected the row' },
  { name: 'step', ...notNull(STRING), doc: 'id of the operator that rejected it' },
  { name: 'stage', ...notNull(STRING), doc: 'validate or late' },
  { name: 'reason', ...notNull(STRING), doc: 'the reason that the program names; late for a late row' },
  { name: 'event_time', ...nullable(timestamp(3)), doc: 'event time of the row, null where it has none' },
  {
    name: 'watermark',
    ...nullable(timestamp(3)),
    doc: 'watermark at the decision, null before the first one and behind a union',
  },
  { name: 'topic', ...nullable(STRING), doc: 'topic of the driving record' },
  { name: 'partition', ...nullable(INT), doc: 'partition of the driving record' },
  { name: 'offset', ...nullable(BIGINT), doc: 'offset of the driving record' },
  { name: 'key', ...nullable(STRING), doc: 'message key of the driving record as text, where it is declared as text' },
  { name: 'payload', ...notNull(STRING), doc: 'the row at this stage as a JSON object' },
]

/**
 * Types that JSON_OBJECT writes as the value itself, bytes in base64: integers, BOOLEAN, texts, bytes, and arrays, maps by
 * text and rows of them. Everything else stands in the payload as the text of a CAST.
 */
export function isPayloadValue(type: FlowType): boolean {
  switch (type.kind) {
    case 'tinyint':
    case 'smallint':
    case 'int':
    case 'bigint':
    case 'boolean':
    case 'char':
    case 'varchar':
    case 'binary':
    case 'varbinary':
      return true
    case 'array':
      return isPayloadValue(type.element.type)
    case 'map':
      return isString(type.mapKey.type) && isPayloadValue(type.value.type)
    case 'row':
      return type.fields.every((f) => isPayloadValue(f.type))
    default:
      return false
  }
}
