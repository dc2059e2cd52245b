// Debezium change events → source records: the newest image, its operation and commit time. The generated SQL reads the
// same: `after`, and for a delete the key from `before`.
import {
  describeJson,
  isExactArray,
  isExactNumber,
  isExactObject,
  type ExactJson,
  type ExactObject,
} from '../../core/exact-json.js'
import { parseDecimal } from '../../core/decimal.js'
import { data } from '../../diagnostics/codes/data.js'
import type { PhysicalField, SourceExpr, SourceOperator } from '../../ir/plan.js'
import type { FlowType } from '../../ir/types.js'
import type { SourceRecord } from '../api.js'
import type { Row, Value } from '../value.js'
import { detectFormat, formatWords, payloadOf } from './detect.js'
import { decimalFromBytes, fromBase64 } from './json-scalars.js'
import { epochMillis, floorDivide } from './json-times.js'
import type { Convert, Path } from './path.js'
import { refuse } from './problem.js'
import { rowReader } from './rows.js'

/** Whether a column of the source is the time of the commit: a record without one is wrong then. */
export const readsCommit = (c: SourceExpr): boolean =>
  c.kind === 'change time' || (c.kind === 'envelope' && c.key === 'commit_time')

/** The change events themselves are read, with both images as they are. */
export const readsEvents = (source: SourceOperator): boolean => source.connector.kind === 'cdc' && source.connector.events

const PLACEHOLDER = '__debezium_unavailable_value'
const PLACEHOLDER_BYTES = btoa(PLACEHOLDER)

/** A text or bytes, read, that Debezium puts for a large value which an update did not touch. */
export const isPlaceholder = (v: Value): boolean =>
  v === PLACEHOLDER ||
  (v instanceof Uint8Array && v.length === PLACEHOLDER.length && v.every((byte, i) => byte === PLACEHOLDER.charCodeAt(i)))

/** `tombstone`: the empty record after a delete. Else the operation of an event that is no row (truncate, message). */
type DebeziumResult =
  | { readonly kind: 'record'; readonly record: SourceRecord }
  | { readonly kind: 'skipped'; readonly what: 'tombstone' | 't' | 'm' }

export interface DebeziumReader {
  readonly read: (value: ExactJson, ignored: (key: string) => void) => DebeziumResult
}

/** What the event's own Connect schema says about a column; it decides between forms that look alike. */
interface ConnectField {
  readonly type: string
  readonly name: string | null
  readonly scale: number | null
}

export function debeziumReader(source: SourceOperator): DebeziumReader {
  const used = new Set(source.compute.flatMap((c) => (c.kind === 'physical' ? [c.field] : columnsIn(c))))
  const keys = source.primaryKey.flatMap((ordinal) => {
    const c = source.compute[ordinal]
    return c?.kind === 'physical' ? [c.field] : []
  })
  const precise = source.format.kind === 'debezium' && source.format.encoding === 'avro'
  let connect: ReadonlyMap<string, ConnectField> | null = null
  const convert = (field: PhysicalField, usual: Convert): Convert => {
    const isUsed = used.has(source.physical.indexOf(field))
    return (v, path) => {
      if (isUsed && (v === PLACEHOLDER || v === PLACEHOLDER_BYTES)) refuse(data.placeholder, { path: path.toString() })
      const special =
        v === null || field.encoding !== undefined
          ? undefined
          : bySemantics(v, field, connect?.get(field.name) ?? null, precise, path)
      return special === undefined ? usual(v, path) : special
    }
  }
  const image = rowReader(source, convert)
  const events = readsEvents(source)
  const needsCommit = source.compute.some(readsCommit)

  const keyOf = (row: Row): string =>
    JSON.stringify(
      keys.map((k) => row[k]),
      (_, v: unknown) => (typeof v === 'bigint' ? `${v}` : v),
    )

  /** `before` of a delete: only the key counts, and other columns may hold invented values. */
  const keyRow = (before: ExactObject): Row => {
    const keep = new Set(keys.map((k) => source.physical[k]!.name))
    const only = new Map([...before].filter(([name]) => keep.has(name)))
    return deleteReader.read(only, () => undefined)
  }
  const deleteReader = rowReader(
    { ...source, physical: source.physical.map((f, i) => (keys.includes(i) ? f : { ...f, nullable: true })) },
    convert,
  )

  return {
    read(value, ignored) {
      if (value === null) return { kind: 'skipped', what: 'tombstone' }
      if (!isExactObject(value)) return refuse(data.notAnObject, { got: describeJson(value) })
      let event: ExactJson = value
      const payload = payloadOf(value)
      if (payload !== undefined) {
        if (payload === null) return { kind: 'skipped', what: 'tombstone' }
        connect = connectFields(value.get('schema'))
        event = payload
      } else connect = null
      if (!isExactObject(event) || detectFormat(event) !== 'debezium') {
        return refuse(data.notDebezium, { got: isExactObject(event) ? formatWords(detectFormat(event)) : describeJson(event) })
      }
      const op = event.get('op')
      if (!events && (op === 't' || op === 'm')) return { kind: 'skipped', what: op }
      if (op !== 't' && op !== 'm' && op !== 'r' && op !== 'c' && op !== 'u' && op !== 'd')
        return refuse(data.debeziumEvent, { reason: `\`op\` is ${describeJson(op)}; Debezium writes r, c, u, d, t or m` })
      const commitTime = commitTimeOf(event)
      if (commitTime === null && needsCommit)
        return refuse(data.debeziumEvent, {
          reason: 'the event has no `source.ts_ms`, and the table takes its time from the commit',
        })
      const before = event.get('before')
      const after = event.get('after')
      if (events) {
        const images = { before: eventImage(before, ignored), after: eventImage(after, ignored) }
        return {
          kind: 'record',
          record: { fields: [], images, op, commitTime, recordTime: null, topic: null, partition: 0, offset: null },
        }
      }
      const fields = op === 'd' ? deleted(before) : written(op, before, after, ignored)
      return { kind: 'record', record: { fields, op, commitTime, recordTime: null, topic: null, partition: 0, offset: null } }
    },
  }

  function eventImage(v: ExactJson | undefined, ignored: (key: string) => void): Row | null {
    if (v === undefined || v === null) return null
    if (isExactObject(v)) return image.read(v, ignored)
    return refuse(data.debeziumEvent, { reason: `an image of the row is ${describeJson(v)}` })
  }

  function deleted(before: ExactJson | undefined): Row {
    if (!isExactObject(before))
      return refuse(
        data.debeziumEvent,
        { reason: `\`before\` of a delete is ${before === undefined ? 'missing' : describeJson(before)}, so its key is unknown` },
        ['a table needs a primary key or `REPLICA IDENTITY FULL` for Debezium to write `before`'],
      )
    return keyRow(before)
  }

  function written(op: string, before: ExactJson | undefined, after: ExactJson | undefined, ignored: (key: string) => void): Row {
    if (!isExactObject(after))
      return refuse(data.debeziumEvent, {
        reason: `\`after\` is ${after === undefined ? 'missing' : describeJson(after)} in an event with \`op\` ${op}`,
      })
    const row = image.read(after, ignored)
    if (op === 'u' && keys.length > 0 && isExactObject(before)) {
      const old = keyRow(before)
      if (keyOf(old) !== keyOf(row))
        return refuse(data.debeziumEvent, {
          reason: 'an update changes the primary key; Debezium writes a delete of the old key and a create of the new one',
        })
    }
    return row
  }
}

function columnsIn(c: { readonly kind: string }): number[] {
  const found: number[] = []
  JSON.stringify(c, (_, v: unknown) => {
    if (typeof v === 'object' && v !== null && (v as { kind?: unknown }).kind === 'column')
      found.push((v as { ordinal: number }).ordinal)
    return v
  })
  return found
}

function commitTimeOf(event: ExactObject): number | null {
  const source = event.get('source')
  const ts = isExactObject(source) ? source.get('ts_ms') : undefined
  return isExactNumber(ts) && /^\d+$/.test(ts.digits) ? epochMillis(BigInt(ts.digits)) : null
}

/** The fields of `after` in Connect's schema of the envelope. */
function connectFields(schema: ExactJson | undefined): ReadonlyMap<string, ConnectField> | null {
  const fieldsOf = (s: ExactJson | undefined): readonly ExactObject[] => {
    const list = isExactObject(s) ? s.get('fields') : undefined
    return isExactArray(list) ? list.filter(isExactObject) : []
  }
  const image = fieldsOf(schema).find((f) => f.get('field') === 'after')
  if (image === undefined) return null
  const map = new Map<string, ConnectField>()
  for (const f of fieldsOf(image)) {
    const field = f.get('field')
    const type = f.get('type')
    const name = f.get('name')
    const parameters = f.get('parameters')
    const scale = isExactObject(parameters) ? parameters.get('scale') : undefined
    if (typeof field === 'string' && typeof type === 'string')
      map.set(field, {
        type,
        name: typeof name === 'string' ? name : null,
        scale: typeof scale === 'string' && /^\d+$/.test(scale) ? Number(scale) : null,
      })
  }
  return map
}

const CONNECT_DECIMAL = 'org.apache.kafka.connect.data.Decimal'

/** Decimals as bytes or with a scale of their own, and times in the unit that the event's schema names; undefined: read as usual. */
function bySemantics(
  v: ExactJson,
  field: PhysicalField,
  connect: ConnectField | null,
  precise: boolean,
  path: Path,
): Value | undefined {
  const { type } = field
  if (type.kind === 'decimal') return decimalBySemantics(v, type, connect, precise, path)
  if (connect === null || !isExactNumber(v) || !/^-?\d+$/.test(v.digits)) return undefined
  const number = BigInt(v.digits)
  if (type.kind === 'timestamp' && type.precision <= 3) {
    const unit =
      connect.name === 'io.debezium.time.MicroTimestamp'
        ? 1000n
        : connect.name === 'io.debezium.time.NanoTimestamp'
          ? 1_000_000n
          : connect.name === null
            ? null
            : 1n
    return unit === null ? undefined : (epochMillis(floorDivide(number, unit)) ?? undefined)
  }
  if (type.kind === 'date' && (connect.name === 'io.debezium.time.Date' || connect.name === 'org.apache.kafka.connect.data.Date'))
    return Number(number)
  return undefined
}

function decimalBySemantics(
  v: ExactJson,
  type: FlowType & { kind: 'decimal' },
  connect: ConnectField | null,
  precise: boolean,
  path: Path,
): Value | undefined {
  const misfit = (got: string): never =>
    refuse(data.wrongType, { path: path.toString(), expected: type.key, got, reason: 'it does not fit' })
  // VariableScaleDecimal: a number without a declared scale
  if (isExactObject(v)) {
    const scale = v.get('scale')
    const bytes = v.get('value')
    const raw = typeof bytes === 'string' ? fromBase64(bytes) : null
    if (!isExactNumber(scale) || !/^\d{1,3}$/.test(scale.digits) || raw === null) return undefined
    return decimalFromBytes(raw, Number(scale.digits), type) ?? misfit('a number with a scale of its own')
  }
  if (typeof v !== 'string' || connect?.type === 'string') return undefined
  const isBytes = connect === null ? isBase64Decimal(v, type.scale, precise) : connect.name === CONNECT_DECIMAL
  if (!isBytes) return undefined
  const raw = fromBase64(v)
  if (raw === null) return undefined
  return decimalFromBytes(raw, connect?.scale ?? type.scale, type) ?? misfit(`the text '${v}'`)
}

/**
 * Without a schema `1234` may be digits or base64. With decimals behind the point, digits always show the point; without, the
 * topic's Avro schema says bytes and a JSON topic says text.
 */
function isBase64Decimal(text: string, scale: number, precise: boolean): boolean {
  if (fromBase64(text) === null || text === '') return false
  const number = parseDecimal(text)
  if (number === null) return true
  if (/[.+\-eE]/.test(text)) return false
  return precise || scale > 0
}
