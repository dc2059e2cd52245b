// JSON → values of Flink types. Two sets of rules: `json`, what Flink's `json` format reads (JsonToRowDataConverters,
// timestamps in the SQL form), and `loose` for files that stand in for Avro records, where times may also be ISO 8601 or
// numbers, as Avro carries them. Where Flink would silently read something else than what is written (1.5 into INT,
// 'x' into BOOLEAN, 30 February), the value is refused.
import { MS_PER_DAY, parseDate, parseTime, truncateInstant, type InstantParts } from '../../core/civil-time.js'
import { hashMapOf } from '../java-map.js'
import { isExactArray, isExactNumber, isExactObject, type ExactJson } from '../../core/exact-json.js'
import { data } from '../../diagnostics/codes/data.js'
import type { PhysicalField } from '../../ir/plan.js'
import { INT, notNull, spell, type FlowType, type Typed } from '../../ir/types.js'
import { fromInstant } from '../instant.js'
import { encodedConverter } from './field-encodings.js'
import { approximate, exact, fromBase64, integer, jsonText, wrong } from './json-scalars.js'
import { epochMillis, looseInstant, sqlInstant } from './json-times.js'
import type { Convert, Path } from './path.js'
import type { Value } from '../value.js'
import { branchesOf, type AvroShapes, type Shape } from './avro-shape.js'
import { refuse } from './problem.js'

export type JsonRules = 'json' | 'loose'

/** A field of a record, with its NULL rule. `shape`: its Avro type where the file may wrap union branches. */
export function fieldConverter(field: PhysicalField, rules: JsonRules, shapes: AvroShapes | null, shape: Shape | null): Convert {
  const body =
    field.encoding === undefined ? converter(field.type, rules, shapes, shape) : encodedConverter(field.encoding, field.type)
  return withNull(field, body, shapes, shape)
}

function withNull(typed: Typed, body: Convert, shapes: AvroShapes | null, shape: Shape | null): Convert {
  const branches = shapes === null || shape === null ? null : branchesOf(shapes, shape)
  return (v, path) => {
    if (v === null) {
      return typed.nullable ? null : refuse(data.missingValue, { path: path.toString(), type: typed.type.key, got: 'null' })
    }
    // Avro's JSON writes a branch of a union as {"string": "x"}; only a union is unwrapped
    if (branches !== null && isExactObject(v) && v.size === 1) {
      const [key, inner] = [...v][0]!
      if (
        branches.has(key) &&
        !(typed.type.kind === 'row' && typed.type.fields.some((f) => f.name === key)) &&
        (typed.type.kind !== 'map' || key === 'map')
      )
        return body(inner, path)
    }
    return body(v, path)
  }
}

function element(typed: Typed, rules: JsonRules, shapes: AvroShapes | null, shape: Shape | null): Convert {
  return withNull(typed, converter(typed.type, rules, shapes, shape), shapes, shape)
}

function converter(type: FlowType, rules: JsonRules, shapes: AvroShapes | null = null, shape: Shape | null = null): Convert {
  switch (type.kind) {
    case 'boolean':
      return (v, path) => {
        if (typeof v === 'boolean') return v
        const word = typeof v === 'string' ? v.trim().toLowerCase() : ''
        return word === 'true' ? true : word === 'false' ? false : wrong(type.key, v, path, 'Flink would silently read FALSE')
      }
    case 'tinyint':
    case 'smallint':
    case 'int':
      return (v, path) => Number(integer(v, type, path))
    case 'bigint':
    case 'interval_year_month':
    case 'interval_day_time':
      return type.kind === 'bigint'
        ? (v, path) => integer(v, type, path)
        : (v, path) => Number(integer(v, { kind: 'bigint', key: type.key }, path))
    case 'float':
      return (v, path) => Math.fround(approximate(v, type, path))
    case 'double':
      return (v, path) => approximate(v, type, path)
    case 'decimal':
      return (v, path) => exact(v, type, path)
    case 'char':
    case 'varchar':
      return rules === 'json' ? jsonText : (v, path) => (typeof v === 'string' ? v : wrong(type.key, v, path))
    case 'binary':
    case 'varbinary':
      return (v, path) => {
        const bytes = typeof v === 'string' ? fromBase64(v) : null
        return bytes ?? wrong(type.key, v, path, 'bytes are written as base64 text')
      }
    case 'date':
      return (v, path) => {
        if (typeof v === 'string')
          return parseDate(v) ?? wrong(type.key, v, path, 'a day is written as yyyy-MM-dd and has to exist')
        return rules === 'loose' && isExactNumber(v)
          ? Number(integer(v, { kind: 'int', key: type.key }, path))
          : wrong(type.key, v, path, 'a day is written as yyyy-MM-dd')
      }
    case 'time':
      return (v, path) => timeOfDay(v, type.key, rules, path)
    case 'timestamp':
    case 'timestamp_ltz': {
      const { precision } = type
      const zoned = type.kind === 'timestamp_ltz'
      return (v, path) => fromInstant(truncateInstant(instant(v, type.key, zoned, rules, path), precision), precision)
    }
    case 'array': {
      const items = element(type.element, rules, shapes, itemShape(shapes, shape, 'items'))
      return (v, path) => {
        if (!isExactArray(v)) return wrong(type.key, v, path)
        return v.map((item, i) => {
          path.push(`[${i}]`)
          const value = items(item, path)
          path.pop()
          return value
        })
      }
    }
    case 'map':
    case 'multiset': {
      const values =
        type.kind === 'map'
          ? element(type.value, rules, shapes, itemShape(shapes, shape, 'values'))
          : element(notNull(INT), rules, null, null)
      const key = type.kind === 'map' ? type.mapKey.type : type.element.type
      if (key.kind !== 'char' && key.kind !== 'varchar')
        return (v, path) => wrong(type.key, v, path, 'JSON objects have text keys only')
      return (v, path) => {
        if (!isExactObject(v)) return wrong(type.key, v, path)
        const entries: [Value, Value][] = []
        for (const [k, item] of v) {
          path.push(`{${k}}`)
          entries.push([k, values(item, path)])
          path.pop()
        }
        return hashMapOf(entries, key)
      }
    }
    case 'row': {
      const record = shapes === null || shape === null ? null : shapes.record(shape)
      const fields = type.fields.map((f) => ({
        name: f.name,
        typed: f as Typed,
        read: element(f, rules, shapes, record?.get(f.name) ?? null),
      }))
      return (v, path) => {
        if (!isExactObject(v)) return wrong(spell({ type, nullable: true }), v, path)
        return fields.map(({ name, typed, read }) => {
          path.push(`.${name}`)
          const given = v.get(name)
          const value = given === undefined ? absent(typed, path) : read(given, path)
          path.pop()
          return value
        })
      }
    }
    case 'null':
      return () => null
    case 'error':
      return () => null
  }
}

export function absent(typed: Typed, path: Path): Value {
  return typed.nullable ? null : refuse(data.missingValue, { path: path.toString(), type: typed.type.key, got: 'missing' })
}

function itemShape(shapes: AvroShapes | null, shape: Shape | null, key: 'items' | 'values'): Shape | null {
  return shapes === null || shape === null ? null : shapes.item(shape, key)
}

function timeOfDay(v: ExactJson, type: string, rules: JsonRules, path: Path): number {
  if (typeof v === 'string') {
    const at = parseTime(v, rules === 'loose')
    if (at === null) return wrong(type, v, path, 'a time is written as HH:mm:ss')
    // JsonToRowDataConverters keeps whole seconds only
    return rules === 'json' ? at.ms - (at.ms % 1000) : at.ms
  }
  if (rules === 'loose' && isExactNumber(v)) {
    const ms = integer(v, { kind: 'int', key: type }, path)
    if (ms >= 0n && ms < BigInt(MS_PER_DAY)) return Number(ms)
    return wrong(type, v, path, 'milliseconds of a day are 0 to 86399999')
  }
  return wrong(type, v, path, 'a time is written as HH:mm:ss')
}

function instant(v: ExactJson, type: string, zoned: boolean, rules: JsonRules, path: Path): InstantParts {
  if (typeof v === 'string') {
    const at = rules === 'json' ? sqlInstant(v, zoned) : looseInstant(v, zoned)
    if (at !== null) return at
    const form = zoned ? 'yyyy-MM-dd HH:mm:ss.fffZ' : 'yyyy-MM-dd HH:mm:ss.fff'
    return wrong(
      type,
      v,
      path,
      `${rules === 'json' ? 'Flink reads' : 'a timestamp is written as'} ${form}${rules === 'json' ? '' : `, yyyy-MM-ddTHH:mm:ss.fff${zoned ? 'Z' : ''} or as epoch milliseconds`}`,
    )
  }
  if (isExactNumber(v)) {
    if (rules === 'json')
      return wrong(
        type,
        v,
        path,
        "Flink's json format reads text only; an epoch number is a BIGINT, made a time by `time … as epoch millis`",
      )
    const ms = epochMillis(integer(v, { kind: 'bigint', key: type }, path))
    return ms === null ? wrong(type, v, path, 'as epoch milliseconds that is outside the years 1 to 9999') : { ms, ns: 0 }
  }
  return wrong(type, v, path)
}
