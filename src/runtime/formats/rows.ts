// JSON objects → rows of a source's physical fields.
import type { ExactObject } from '../../core/exact-json.js'
import type { PhysicalField, SourceOperator } from '../../ir/plan.js'
import type { Row, Value } from '../value.js'
import { avroDefault } from './avro-default.js'
import { AvroShapes } from './avro-shape.js'
import { absent, fieldConverter, type JsonRules } from './json-values.js'
import { Path, type Convert } from './path.js'

export interface RowReader {
  /** Unknown keys are told to `ignored`. */
  readonly read: (object: ExactObject, ignored: (key: string) => void) => Row
}

export function rulesOf(source: SourceOperator): JsonRules {
  return source.format.kind === 'avro' || (source.format.kind === 'debezium' && source.format.encoding === 'avro')
    ? 'loose'
    : 'json'
}

export function readerOf(source: SourceOperator): AvroShapes | null {
  const { format } = source
  return (format.kind === 'avro' || format.kind === 'debezium') && format.reader !== null ? new AvroShapes(format.reader) : null
}

/** `convert` may replace the reading of a field (Debezium's encodings). */
export function rowReader(source: SourceOperator, convert?: (field: PhysicalField, usual: Convert) => Convert): RowReader {
  const rules = rulesOf(source)
  const shapes = readerOf(source)
  const record = shapes?.fields(shapes.root) ?? null
  const path = new Path()
  const known = new Set(source.physical.map((f) => f.name))
  const fields = source.physical.map((f) => {
    const shape = record?.get(f.name)
    const usual = fieldConverter(f, rules, shapes, shape?.type ?? null)
    const fallback: Value | undefined =
      shape?.default === undefined || f.encoding !== undefined ? undefined : avroDefault(shape.default, f)
    return { name: f.name, field: f, read: convert === undefined ? usual : convert(f, usual), fallback }
  })
  return {
    read(object, ignored) {
      path.clear()
      const row: Value[] = []
      for (const { name, field, read, fallback } of fields) {
        path.push(name)
        const given = object.get(name)
        row.push(given !== undefined ? read(given, path) : fallback !== undefined ? fallback : absent(field, path))
        path.pop()
      }
      for (const key of object.keys()) if (!known.has(key)) ignored(key)
      return row
    },
  }
}
