// The dead-letter envelope: one row form for all reasons, the same in SQL, in the interpreter and in the schema.
import { BIGINT, INT, STRING, notNull, nullable, timestamp, type Typed } from './types.js'

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
