// Debezium in Avro: which records are change envelopes, and what the semantic names mean that Debezium writes beside
// plain types (`connect.name`; Avro knows no logical type for them).
import { wordTable } from '../core/word-table.js'
import type { Json } from '../core/stable-json.js'
import type { FieldEncoding } from '../ir/plan.js'
import { BIGINT, DATE, STRING, time, timestamp, timestampLtz, type FlowType } from '../ir/types.js'
import { soleBranch, type AvroPrimitive, type AvroRecord, type AvroType } from './avro-types.js'
import type { AvroNames } from './avro-names.js'

export interface Semantic {
  readonly type: FlowType
  readonly encoding?: FieldEncoding
  /** Reader schema where it differs from the plain type's. */
  readonly reader?: Json
  /** What follows the field's name in a message. */
  readonly note: string | null
}

const MEANINGS: Readonly<Record<string, { readonly on: AvroPrimitive } & Semantic>> = wordTable({
  // the reader's logical type turns the plain int and long of the writer into these types without a conversion
  'io.debezium.time.Date': { on: 'int', type: DATE, reader: { type: 'int', logicalType: 'date' }, note: null },
  'io.debezium.time.Time': { on: 'int', type: time(3), reader: { type: 'int', logicalType: 'time-millis' }, note: null },
  'io.debezium.time.Timestamp': {
    on: 'long',
    type: timestamp(3),
    reader: { type: 'long', logicalType: 'timestamp-millis' },
    note: null,
  },
  'io.debezium.time.MicroTimestamp': {
    on: 'long',
    type: timestamp(3),
    encoding: 'debezium-timestamp-micros',
    note: 'is a long of microseconds (MicroTimestamp), read as TIMESTAMP(3): digits after the millisecond are cut',
  },
  'io.debezium.time.ZonedTimestamp': {
    on: 'string',
    type: timestampLtz(3),
    encoding: 'debezium-zoned-timestamp',
    note: 'is a text with a time zone (ZonedTimestamp), read as TIMESTAMP_LTZ(3): digits after the millisecond are cut',
  },
  'io.debezium.time.NanoTimestamp': {
    on: 'long',
    type: BIGINT,
    note: 'is read as BIGINT: nanoseconds since 1970 (NanoTimestamp)',
  },
  'io.debezium.time.MicroTime': { on: 'long', type: BIGINT, note: 'is read as BIGINT: microseconds of the day (MicroTime)' },
  'io.debezium.time.NanoTime': { on: 'long', type: BIGINT, note: 'is read as BIGINT: nanoseconds of the day (NanoTime)' },
  'io.debezium.time.MicroDuration': {
    on: 'long',
    type: BIGINT,
    note: 'is read as BIGINT: an interval in microseconds, its months and years approximated (MicroDuration)',
  },
  'io.debezium.time.NanoDuration': {
    on: 'long',
    type: BIGINT,
    note: 'is read as BIGINT: an interval in nanoseconds, its months and years approximated (NanoDuration)',
  },
  'io.debezium.time.ZonedTime': {
    on: 'string',
    type: STRING,
    note: 'is read as STRING: a time of day with its zone (ZonedTime)',
  },
})

/** Meaning of a field by its semantic name; null where the plain type is all there is to it. */
export function semanticOf(type: AvroType): Semantic | null {
  const plain = type.kind === 'union' ? soleBranch(type.branches)?.type : type
  if (plain?.kind !== 'primitive' || plain.connect === null || plain.logical !== null) return null
  const meaning = MEANINGS[plain.connect]
  return meaning !== undefined && meaning.on === plain.name ? meaning : null
}

/** The row image of a change envelope: `before` and `after` are the same nullable record, `op` is text. */
export function envelopeImage(root: AvroRecord, names: AvroNames): AvroRecord | null {
  const image = (name: string): AvroRecord | null => {
    const type = root.fields.find((f) => f.name === name)?.type
    const branch = type?.kind === 'union' ? soleBranch(type.branches)?.type : type
    if (branch?.kind !== 'named') return null
    const found = names.find(branch.name, branch.short, false)
    return found.ok && found.type.kind === 'record' ? found.type : null
  }
  const before = image('before')
  const after = image('after')
  const op = root.fields.find((f) => f.name === 'op')?.type
  const opType = op?.kind === 'union' ? soleBranch(op.branches)?.type : op
  return after !== null && before?.name === after.name && opType?.kind === 'primitive' && opType.name === 'string' ? after : null
}
