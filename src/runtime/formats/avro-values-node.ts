// Records as their writer's schema has them → values of the source's fields: Avro's schema resolution (names, aliases,
// promotions, defaults) onto Flink's types, as AvroToRowDataConverters fills them.
import avro from 'avsc'
import { unscaledFromBytes, toPrecision } from '../../core/decimal.js'
import { MS_PER_DAY } from '../../core/civil-time.js'
import { data } from '../../diagnostics/codes/data.js'
import type { PhysicalField } from '../../ir/plan.js'
import { type FlowType, type Typed } from '../../ir/types.js'
import { fromInstant } from '../instant.js'
import type { SourceRecord } from '../api.js'
import type { Row, Value } from '../value.js'
import { avroDefault } from './avro-default.js'
import { plainRecord, type DecodeContext } from './decoding.js'
import { PLACEHOLDER } from './debezium.js'
import { encodedConverter, epochMillis, Path } from './json-values.js'
import { refuse } from './problem.js'
import { readerOf } from './rows.js'

/** Null: the record is none for the pipeline (a truncate event). */
export type RecordReader = (value: unknown) => SourceRecord | null

/** Longs as bigint: the package's own would refuse what a double cannot hold. */
const longType = (): avro.Type =>
  avro.types.LongType.__with({
    fromBuffer: (b: Buffer) => b.readBigInt64LE(),
    toBuffer: (n: bigint) => {
      const b = Buffer.alloc(8)
      b.writeBigInt64LE(n)
      return b
    },
    fromJSON: BigInt,
    toJSON: Number,
    isValid: (n: unknown) => typeof n === 'bigint',
    compare: (a: bigint, b: bigint) => (a === b ? 0 : a < b ? -1 : 1),
  })

const LONG = longType()
/** The package drops what it knows no class for, so each logical type of a long is a long of its own. */
const LOGICAL_LONGS = new Map(
  ['timestamp-millis', 'timestamp-micros', 'timestamp-nanos', 'time-micros'].map((name) => [name, longType()] as const),
)
const LONG_NAMES = new Map([...LOGICAL_LONGS].map(([name, type]) => [type, name] as const))

/** Remembers a logical type; values pass through. */
class Remembered extends avro.types.LogicalType {
  readonly scale: number
  constructor(schema: avro.Schema, options?: unknown) {
    super(schema, options)
    const { scale } = schema as { scale?: unknown }
    this.scale = typeof scale === 'number' ? scale : 0
  }
  protected override _fromValue(value: unknown): unknown {
    return value
  }
  protected override _toValue(value: unknown): unknown {
    return value
  }
}

const LOGICAL = ['decimal', 'time-millis', 'date']

/** The schema in a file's header. Defaults are taken out: they matter to readers only, and wrong ones would stop the reading. */
export function writerType(text: string): avro.Type {
  try {
    const schema = withoutDefaults(JSON.parse(text)) as avro.Schema
    return avro.Type.forSchema(schema, {
      registry: { long: LONG },
      typeHook: (given) => {
        const object = given as { readonly type?: unknown; readonly logicalType?: unknown }
        if (typeof given !== 'object' || object.type !== 'long') return undefined
        return LOGICAL_LONGS.get(String(object.logicalType)) ?? LONG
      },
      wrapUnions: 'always',
      logicalTypes: Object.fromEntries(LOGICAL.map((name) => [name, Remembered])),
    })
  } catch (e) {
    return refuse(data.avroFile, {
      reason: `the schema in its header cannot be used (${e instanceof Error ? e.message : String(e)})`,
    })
  }
}

function withoutDefaults(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutDefaults)
  if (typeof schema !== 'object' || schema === null) return schema
  const object = { ...(schema as Record<string, unknown>) }
  if (object['type'] === 'enum') delete object['default']
  if (Array.isArray(object['fields'])) {
    object['fields'] = (object['fields'] as Record<string, unknown>[]).map((f) => {
      const rest = { ...f }
      delete rest['default']
      return { ...rest, type: withoutDefaults(rest['type']) }
    })
  }
  for (const key of ['type', 'items', 'values']) if (typeof object[key] === 'object') object[key] = withoutDefaults(object[key])
  return object
}

type Read = (value: unknown, path: Path) => Value

export function readerFor(context: DecodeContext, writer: avro.Type): RecordReader {
  const { source } = context
  if (source.format.kind === 'debezium') return envelopeReader(context, writer)
  const rows = rowsOf(source.physical, writer, context, '')
  return (value) => plainRecord(rows(value))
}

function rowsOf(
  physical: readonly PhysicalField[],
  writer: avro.Type,
  context: DecodeContext,
  at: string,
): (value: unknown) => Row {
  const fields =
    recordFields(writer) ??
    refuse(data.avroMismatch, {
      path: at === '' ? 'the record' : at,
      reason: `it is ${kindOf(writer)}, and a row needs a record`,
    })
  const shapes = readerOf(context.source)
  const reader = shapes?.fields(shapes.root) ?? null
  const path = new Path()
  const reads = physical.map((f): { readonly name: string; readonly from: string | null; readonly read: Read } => {
    const aliases = reader?.get(f.name)?.aliases ?? []
    const name = [f.name, ...aliases].find((n) => fields.has(n))
    if (name !== undefined)
      return {
        name: f.name,
        from: name,
        read: f.encoding === undefined ? compile(fields.get(name)!, f, f.name) : encoded(fields.get(name)!, f),
      }
    const declared = reader?.get(f.name)?.default
    const fallback = declared === undefined ? undefined : avroDefault(declared, f)
    if (fallback !== undefined) return { name: f.name, from: null, read: () => fallback }
    if (f.nullable) return { name: f.name, from: null, read: () => null }
    return refuse(data.avroMismatch, { path: f.name, reason: 'the file has no such field, and the schema has no default for it' })
  })
  const used = new Set(reads.map((r) => r.from))
  const extra = [...fields.keys()].filter((name) => !used.has(name))
  return (value) => {
    const object = value as Readonly<Record<string, unknown>>
    path.clear()
    for (const name of extra) context.ignored(name)
    return reads.map(({ name, from, read }) => {
      path.push(name)
      const v = read(from === null ? null : object[from], path)
      path.pop()
      return v
    })
  }
}

const plain = (type: avro.Type): avro.Type => (type instanceof avro.types.LogicalType ? type.underlyingType : type)
const logicalOf = (type: avro.Type): string | null =>
  LONG_NAMES.get(type) ?? (type.typeName.startsWith('logical:') ? type.typeName.slice('logical:'.length) : null)

function kindOf(type: avro.Type): string {
  const name = plain(type).typeName
  const word = name === 'abstract:long' ? 'long' : name.startsWith('union') ? 'union' : name
  const logical = logicalOf(type)
  const text = logical === null ? word : `${word} (${logical})`
  return /^[aeio]/.test(text) ? `an ${text}` : `a ${text}`
}

function recordFields(type: avro.Type): ReadonlyMap<string, avro.Type> | null {
  const record = branch(type)
  return record instanceof avro.types.RecordType ? new Map(record.fields.map((f) => [f.name, f.type])) : null
}

/** The one branch of a nullable union beside null, else the type itself. */
function branch(type: avro.Type): avro.Type {
  const types = unionTypes(type)
  const others = types?.filter((t) => t.typeName !== 'null')
  return others?.length === 1 ? others[0]! : type
}

const unionTypes = (type: avro.Type): readonly avro.Type[] | null =>
  type instanceof avro.types.WrappedUnionType ? (type.types as readonly avro.Type[]) : null

function compile(writer: avro.Type, typed: Typed, at: string): Read {
  const types = unionTypes(writer)
  if (types === null) {
    const body = compileBranch(writer, typed.type, at)
    return (value, path) => body(value, path)
  }
  const branches = new Map(types.filter((t) => t.typeName !== 'null').map((t) => [plain(t).branchName ?? plain(t).typeName, t]))
  // a branch that does not fit is wrong only where a record uses it
  const readers = new Map<string, Read>()
  if (branches.size === 1) for (const [name, t] of branches) readers.set(name, compileBranch(t, typed.type, at))
  return (value, path) => {
    if (value === null)
      return typed.nullable ? null : refuse(data.missingValue, { path: path.toString(), type: typed.type.key, got: 'null' })
    const [name, inner] = Object.entries(value as Record<string, unknown>)[0]!
    let read = readers.get(name)
    if (read === undefined) {
      read = compileBranch(branches.get(name)!, typed.type, at)
      readers.set(name, read)
    }
    return read(inner, path)
  }
}

const text = new TextDecoder('utf-8', { fatal: true })

function compileBranch(writer: avro.Type, type: FlowType, at: string): Read {
  const kind = plain(writer).typeName.replace('abstract:', '')
  const misfit = (): never =>
    refuse(data.avroMismatch, { path: at, reason: `it is ${kindOf(writer)} in the file and ${type.key} in the program's schema` })
  const one = (kinds: readonly string[], read: Read): Read => (kinds.includes(kind) ? read : misfit())
  switch (type.kind) {
    case 'boolean':
      return one(['boolean'], (v) => v as boolean)
    case 'int':
      return one(['int'], (v) => v as number)
    case 'date':
      return one(['int'], (v) => v as number)
    case 'time':
      return one(['int'], (v, path) =>
        (v as number) >= 0 && (v as number) < MS_PER_DAY
          ? (v as number)
          : refuse(data.wrongType, {
              path: path.toString(),
              expected: type.key,
              got: `the number ${v as number}`,
              reason: 'milliseconds of a day are 0 to 86399999',
            }),
      )
    case 'bigint':
      return one(['int', 'long'], (v) => BigInt(v as number | bigint))
    case 'float':
      return one(['int', 'long', 'float'], (v) => Math.fround(Number(v)))
    case 'double':
      return one(['int', 'long', 'float', 'double'], (v) => Number(v))
    case 'timestamp': {
      const logical = logicalOf(writer)
      if (logical === 'timestamp-micros' || logical === 'timestamp-nanos') misfit()
      return one(['int', 'long'], (v, path) => {
        const ms = epochMillis(BigInt(v as number | bigint))
        return ms === null
          ? refuse(data.wrongType, {
              path: path.toString(),
              expected: type.key,
              got: `the number ${v as bigint}`,
              reason: 'as epoch milliseconds that is outside the years 1 to 9999',
            })
          : fromInstant({ ms, ns: 0 }, type.precision)
      })
    }
    case 'char':
    case 'varchar':
      return one(['string', 'enum', 'bytes'], (v, path) => (typeof v === 'string' ? v : textOf(v as Uint8Array, path)))
    case 'binary':
    case 'varbinary':
      return one(['bytes', 'fixed', 'string'], (v) =>
        typeof v === 'string' ? new TextEncoder().encode(v) : new Uint8Array(v as Uint8Array),
      )
    case 'decimal': {
      if (writer instanceof Remembered && writer.scale !== type.scale)
        refuse(data.avroMismatch, {
          path: at,
          reason: `it has ${writer.scale} digits after the point in the file and ${type.scale} in the program's schema; Flink would silently move the point`,
        })
      return one(['bytes', 'fixed'], (v, path) => decimalOf(v as Uint8Array, type, path))
    }
    case 'array': {
      const array = plain(writer)
      if (!(array instanceof avro.types.ArrayType)) return misfit()
      const items = compile(array.itemsType, type.element, `${at}[]`)
      return (v, path) =>
        (v as readonly unknown[]).map((item, i) => {
          path.push(`[${i}]`)
          const value = items(item, path)
          path.pop()
          return value
        })
    }
    case 'map': {
      const map = plain(writer)
      if (!(map instanceof avro.types.MapType)) return misfit()
      const values = compile(map.valuesType as avro.Type, type.value, `${at}{}`)
      return (v, path) => ({
        entries: Object.entries(v as Record<string, unknown>).map(([k, item]) => {
          path.push(`{${k}}`)
          const value = values(item, path)
          path.pop()
          return [k, value] as const
        }),
      })
    }
    case 'row': {
      const fields = recordFields(writer)
      if (fields === null) return misfit()
      const reads = type.fields.map((f): { readonly name: string; readonly read: Read } => {
        const inner = fields.get(f.name)
        if (inner !== undefined) return { name: f.name, read: compile(inner, f, `${at}.${f.name}`) }
        return f.nullable
          ? { name: f.name, read: () => null }
          : refuse(data.avroMismatch, { path: `${at}.${f.name}`, reason: 'the file has no such field' })
      })
      return (v, path) =>
        reads.map(({ name, read }) => {
          path.push(`.${name}`)
          const value = read((v as Record<string, unknown>)[name], path)
          path.pop()
          return value
        })
    }
    default:
      return misfit()
  }
}

function textOf(bytes: Uint8Array, path: Path): string {
  try {
    return text.decode(bytes)
  } catch {
    return refuse(data.wrongType, { path: path.toString(), expected: 'STRING', got: 'bytes', reason: 'they are not UTF-8' })
  }
}

/** A number that does not fit becomes NULL (DecimalData.fromUnscaledBytes); no bytes at all stop Flink. */
function decimalOf(bytes: Uint8Array, type: FlowType & { kind: 'decimal' }, path: Path): Value {
  if (bytes.length === 0)
    return refuse(data.wrongType, {
      path: path.toString(),
      expected: type.key,
      got: 'no bytes',
      reason: 'a decimal has one byte at least',
    })
  return toPrecision({ unscaled: unscaledFromBytes(bytes), scale: type.scale }, type.precision, type.scale)
}

/** Debezium's encodings are said for JSON; longs and texts of Avro carry the same. */
function encoded(writer: avro.Type, field: PhysicalField): Read {
  const body = encodedConverter(field.encoding!, field.type)
  return (value, path) => {
    const inner = unionTypes(writer) === null || value === null ? value : Object.values(value as Record<string, unknown>)[0]
    if (inner === null)
      return field.nullable ? null : refuse(data.missingValue, { path: path.toString(), type: field.type.key, got: 'null' })
    if (typeof inner === 'number' || typeof inner === 'bigint') return body({ digits: String(inner) }, path)
    return typeof inner === 'string'
      ? body(inner, path)
      : refuse(data.avroMismatch, { path: path.toString(), reason: `it is ${kindOf(writer)} in the file` })
  }
}

function envelopeReader(context: DecodeContext, writer: avro.Type): RecordReader {
  const { source } = context
  const fields = recordFields(writer)
  const image = fields?.get('after')
  if (fields === null || image === undefined || !fields.has('op'))
    return refuse(data.notDebezium, { got: 'an Avro file of plain rows' })
  const keys = new Set(
    source.primaryKey.flatMap((o) =>
      source.compute[o]?.kind === 'physical' ? [(source.compute[o] as { readonly field: number }).field] : [],
    ),
  )
  const after = rowsOf(source.physical, image, context, 'after')
  const quiet = { ...context, ignored: () => undefined }
  const key = rowsOf(
    source.physical.map((f, i) => (keys.has(i) ? f : { ...f, nullable: true })),
    fields.get('before') ?? image,
    quiet,
    'before',
  )
  const needsCommit = source.compute.some((c) => c.kind === 'envelope' && c.key === 'commit_time')
  const inner = (type: avro.Type | undefined, v: unknown): unknown =>
    type !== undefined && unionTypes(type) !== null && v !== null && v !== undefined
      ? Object.values(v as Record<string, unknown>)[0]
      : v
  return (value) => {
    const event = value as Readonly<Record<string, unknown>>
    const op = inner(fields.get('op'), event['op'])
    if (op === 't' || op === 'm') {
      context.stats.ignoredEvents.set(op, (context.stats.ignoredEvents.get(op) ?? 0) + 1)
      return null
    }
    if (op !== 'r' && op !== 'c' && op !== 'u' && op !== 'd')
      return refuse(data.debeziumEvent, { reason: `\`op\` is '${String(op)}'; Debezium writes r, c, u, d, t or m` })
    const which = op === 'd' ? 'before' : 'after'
    const body = inner(fields.get(which), event[which])
    if (body === null || body === undefined)
      return refuse(data.debeziumEvent, { reason: `\`${which}\` is null in an event with \`op\` ${op}` })
    const from = fields.get('source')
    const record = inner(from, event['source']) as Readonly<Record<string, unknown>> | null | undefined
    const ts =
      record === null || record === undefined || from === undefined
        ? null
        : inner(recordFields(from)?.get('ts_ms'), record['ts_ms'])
    const commitTime = typeof ts === 'bigint' ? epochMillis(ts) : null
    if (commitTime === null && needsCommit)
      return refuse(data.debeziumEvent, {
        reason: 'the event has no `source.ts_ms`, and the table takes its time from the commit',
      })
    const row = op === 'd' ? key(body).map((v, i) => (keys.has(i) ? v : null)) : after(body)
    const placeholder = row.findIndex((v) => v === PLACEHOLDER)
    if (op !== 'd' && placeholder !== -1) return refuse(data.placeholder, { path: source.physical[placeholder]!.name })
    return { fields: row, op, commitTime, recordTime: null, topic: null, partition: 0, offset: null }
  }
}
