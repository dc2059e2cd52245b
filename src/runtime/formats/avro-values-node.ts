// Records as their writer's schema has them → values of the source's fields: Avro's schema resolution (names, aliases,
// promotions, defaults) onto Flink's types, as AvroToRowDataConverters fills them.
import avro from 'avsc'
import { unscaledFromBytes, toPrecision } from '../../core/decimal.js'
import { hashMapOf } from '../java-map.js'
import { MS_PER_DAY } from '../../core/civil-time.js'
import { data } from '../../diagnostics/codes/data.js'
import type { PhysicalField } from '../../ir/plan.js'
import { type FlowType, type Typed } from '../../ir/types.js'
import { fromInstant } from '../instant.js'
import type { Row, Value } from '../value.js'
import { avroDefault } from './avro-default.js'
import type { DecodeContext } from './decoding.js'
import { kindOf, logicalOf, plain, recordFields, scaleOf, unionTypes } from './avro-writer-node.js'
import { encodedConverter } from './field-encodings.js'
import { epochMillis } from './json-times.js'
import { Path } from './path.js'
import { refuse } from './problem.js'
import { readerOf } from './rows.js'

type Read = (value: unknown, path: Path) => Value

export function rowsOf(
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
      const scale = scaleOf(writer)
      if (scale !== null && scale !== type.scale)
        refuse(data.avroMismatch, {
          path: at,
          reason: `it has ${scale} digits after the point in the file and ${type.scale} in the program's schema; Flink would silently move the point`,
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
      const keyType = type.mapKey.type
      return (v, path) =>
        hashMapOf(
          Object.entries(v as Record<string, unknown>).map(([k, item]) => {
            path.push(`{${k}}`)
            const value = values(item, path)
            path.pop()
            return [k, value] as const
          }),
          keyType,
        )
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
