// One Avro type → the Flink type that `avro-confluent` reads it as, or the reason why SQL cannot. Rules: Flink's
// AvroSchemaConverter and AvroToRowDataConverters with the legacy timestamp mapping, the only one that avro-confluent has.
import { wordTable } from '../core/word-table.js'
import type { Json } from '../core/stable-json.js'
import {
  array,
  BIGINT,
  BOOLEAN,
  BYTES,
  DATE,
  decimal,
  DOUBLE,
  FLOAT,
  INT,
  map,
  MAX_DECIMAL_PRECISION,
  notNull,
  row,
  STRING,
  time,
  timestamp,
  varbinary,
  type FlowType,
  type RowField,
} from '../ir/types.js'
import type { AvroNames } from './avro-names.js'
import { branchName, soleBranch, type AvroAnnotations, type AvroRecord, type AvroType } from './avro-types.js'

interface Readable {
  readonly ok: true
  readonly type: FlowType
  readonly nullable: boolean
  /** Reader schema, named types written out at every use. */
  readonly reader: Json
  /** Flink reads it only with `avro-confluent.schema`. */
  readonly option: boolean
  readonly notes: readonly string[]
  readonly omitted: readonly Omission[]
}
interface Omission {
  readonly path: string
  readonly reason: string
}
export type Reading = Readable | { readonly ok: false; readonly reason: string }

interface Frame {
  readonly record: AvroRecord
  /** Path inside that record so far: `.lines[]`. */
  readonly path: string
}

/** Ends the reading of one field whose records unfold without end (each used twice by the next, forty deep). */
export class Unfolds extends Error {
  override readonly name = 'Unfolds'
}

export interface ReadContext {
  readonly names: AvroNames
  /** Called for a name that cannot be resolved: the whole schema is wrong then. */
  readonly unresolved: (path: string, message: string) => void
  /** Records that are open around this type, outermost first: what makes recursion visible. */
  readonly frames: readonly Frame[]
  /** Path from the top-level field, for messages: `answers[].value`. */
  readonly path: string
  readonly fromPool: boolean
  readonly budget: { left: number }
}

const simple = (type: FlowType, reader: Json, notes: readonly string[] = [], option = false): Readable => ({
  ok: true,
  type,
  nullable: false,
  reader,
  option,
  notes,
  omitted: [],
})
const unreadable = (reason: string): Reading => ({ ok: false, reason })

const inside = (c: ReadContext, step: string): ReadContext => ({
  ...c,
  path: c.path + step,
  frames: c.frames.map((f) => ({ record: f.record, path: f.path + step })),
})

/** A name without a namespace has to say so, or it would take the one around it. */
const named = (name: string): { readonly name: string; readonly namespace?: string } =>
  name.includes('.') ? { name } : { name, namespace: '' }

export function readType(type: AvroType, c: ReadContext): Reading {
  if (--c.budget.left < 0) throw new Unfolds()
  switch (type.kind) {
    case 'primitive':
      return readPrimitive(type.name, type, c.path)
    case 'array': {
      const items = readType(type.items, inside(c, '[]'))
      return items.ok ? { ...items, type: array(items), nullable: false, reader: { type: 'array', items: items.reader } } : items
    }
    case 'map': {
      const values = readType(type.values, inside(c, '{}'))
      return values.ok
        ? { ...values, type: map(notNull(STRING), values), nullable: false, reader: { type: 'map', values: values.reader } }
        : values
    }
    case 'union': {
      const sole = soleBranch(type.branches)
      if (sole === null) {
        const branches = type.branches.map(branchName).filter((b) => b !== 'null')
        const list = branches.length === 1 ? branches[0]! : `${branches.slice(0, -1).join(', ')} and ${branches.at(-1)!}`
        return unreadable(
          `\`${c.path}\` is a union of ${list}, for which SQL has no type; one nullable field a branch in the producer's schema can be read`,
        )
      }
      const branch = readType(sole.type, c)
      return branch.ok && sole.nullable
        ? { ...branch, nullable: true, reader: branch.nullable ? branch.reader : ['null', branch.reader] }
        : branch
    }
    case 'named':
      return readNamed(type.name, type.short, c)
  }
}

function readNamed(name: string, short: string, c: ReadContext): Reading {
  const found = c.names.find(name, short, c.fromPool)
  if (!found.ok) {
    c.unresolved(c.frames.length === 0 ? c.path : c.frames[0]!.record.name.split('.').at(-1)! + c.frames[0]!.path, found.message)
    return unreadable(`\`${c.path}\` has an unknown type`)
  }
  const { type } = found
  const inner = { ...c, fromPool: !found.own }
  switch (type.kind) {
    case 'enum':
      return simple(
        STRING,
        { type: 'enum', ...named(type.name), symbols: type.symbols, ...(type.default === null ? {} : { default: type.default }) },
        [],
        true,
      )
    case 'fixed': {
      const reader = { type: 'fixed', ...named(type.name), size: type.size }
      if (type.logical === 'decimal') {
        const number = readDecimal(type, reader, c.path, true)
        if (number !== null) return number
      }
      const notes =
        type.logical === 'duration'
          ? [
              `\`${c.path}\` is a duration, read as ${varbinary(12).key}: months, days and milliseconds, each four bytes, lowest byte first`,
            ]
          : []
      return simple(varbinary(type.size), reader, notes, true)
    }
    case 'record':
      return readRecord(type, inner)
  }
}

function readRecord(record: AvroRecord, c: ReadContext): Reading {
  const open = c.frames.find((f) => f.record.name === record.name)
  if (open !== undefined) {
    const short = record.name.split('.').at(-1)!
    return unreadable(`\`${short}\` is recursive through \`${short}${open.path}\`, and a row type cannot hold itself`)
  }
  if (record.connect === 'io.debezium.data.VariableScaleDecimal')
    return unreadable(
      `\`${c.path}\` is a number whose scale differs from row to row; with \`decimal.handling.mode = string\` in the connector it arrives as text that can be cast`,
    )
  const frames: readonly Frame[] = [...c.frames, { record, path: '' }]
  const fields: RowField[] = []
  const reader: Json[] = []
  const notes: string[] = []
  const omitted: Omission[] = []
  let option = false
  let first: string | null = null
  for (const f of record.fields) {
    const field = readType(f.type, inside({ ...c, frames }, `.${f.name}`))
    if (!field.ok) {
      omitted.push({ path: `${c.path}.${f.name}`, reason: field.reason })
      first ??= field.reason
      continue
    }
    fields.push({ name: f.name, type: field.type, nullable: field.nullable })
    reader.push({ name: f.name, type: field.reader })
    notes.push(...field.notes)
    omitted.push(...field.omitted)
    option ||= field.option
  }
  if (fields.length === 0) return unreadable(first ?? `\`${c.path}\` is a record without fields`)
  return {
    ok: true,
    type: row(fields),
    nullable: false,
    reader: { type: 'record', ...named(record.name), fields: reader },
    option,
    notes,
    omitted,
  }
}

function readPrimitive(name: string, a: AvroAnnotations, path: string): Reading {
  switch (name) {
    case 'boolean':
      return simple(BOOLEAN, 'boolean')
    case 'int':
      if (a.logical === 'date') return simple(DATE, { type: 'int', logicalType: 'date' })
      if (a.logical === 'time-millis') return simple(time(3), { type: 'int', logicalType: 'time-millis' })
      return simple(INT, 'int')
    case 'long':
      return readLong(a, path)
    case 'float':
      return simple(FLOAT, 'float')
    case 'double':
      return simple(DOUBLE, 'double')
    case 'string':
      return simple(STRING, 'string')
    case 'bytes':
      return (a.logical === 'decimal' ? readDecimal(a, 'bytes', path, false) : null) ?? simple(BYTES, 'bytes')
    default:
      return unreadable(`\`${path}\` is always null, and SQL has no column of that type`)
  }
}

/** Longs whose logical type Flink would read wrongly or not at all keep their plain number. */
const LONG_NOTES: Readonly<Record<string, string>> = wordTable({
  'timestamp-micros': 'microseconds since 1970 (timestamp-micros)',
  'timestamp-nanos': 'nanoseconds since 1970 (timestamp-nanos)',
  'local-timestamp-millis': 'milliseconds of local time since 1970 (local-timestamp-millis)',
  'local-timestamp-micros': 'microseconds of local time since 1970 (local-timestamp-micros)',
  'local-timestamp-nanos': 'nanoseconds of local time since 1970 (local-timestamp-nanos)',
  'time-micros': 'microseconds of the day (time-micros)',
})

function readLong(a: AvroAnnotations, path: string): Reading {
  if (a.logical === 'timestamp-millis') return simple(timestamp(3), { type: 'long', logicalType: 'timestamp-millis' })
  const note = a.logical === null ? undefined : LONG_NOTES[a.logical]
  return simple(BIGINT, 'long', note === undefined ? [] : [`\`${path}\` is read as BIGINT: ${note}`])
}

/** Null where Avro ignores the logical type because its numbers make no sense: the bytes are plain bytes then. */
function readDecimal(a: AvroAnnotations, bytes: Json, path: string, fixed: boolean): Reading | null {
  const { precision, scale } = a
  if (precision === null || precision < 1 || scale > precision) return null
  const body =
    typeof bytes === 'object' && bytes !== null && !Array.isArray(bytes)
      ? (bytes as { readonly [key: string]: Json })
      : { type: bytes }
  const reader = (p: number): Json => ({ ...body, logicalType: 'decimal', precision: p, scale })
  if (precision <= MAX_DECIMAL_PRECISION) return simple(decimal(precision, scale), reader(precision), [], fixed)
  if (scale > MAX_DECIMAL_PRECISION)
    return unreadable(
      `\`${path}\` is a decimal with ${scale} digits after the point; Flink's DECIMAL holds ${MAX_DECIMAL_PRECISION} digits in all`,
    )
  const note = `\`${path}\` is a decimal of ${precision} digits, read as DECIMAL(${MAX_DECIMAL_PRECISION}, ${scale}): a number that does not fit becomes NULL`
  return {
    ok: true,
    type: decimal(MAX_DECIMAL_PRECISION, scale),
    nullable: true,
    reader: ['null', reader(MAX_DECIMAL_PRECISION)],
    option: fixed,
    notes: [note],
    omitted: [],
  }
}
