// What Debezium carries in another form than the column's type (plan.ts, FieldEncoding).
import { parseTimestamp } from '../../core/civil-time.js'
import { isExactNumber, type ExactJson } from '../../core/exact-json.js'
import type { FieldEncoding } from '../../ir/plan.js'
import type { FlowType } from '../../ir/types.js'
import { epochMillis, floorDivide } from './json-times.js'
import { exact, integer, wrong } from './json-scalars.js'
import type { Convert, Path } from './path.js'

/** What Debezium carries in another form than the column's type (plan.ts, FieldEncoding). */
export function encodedConverter(encoding: FieldEncoding, type: FlowType): Convert {
  const long = (v: ExactJson, path: Path): bigint =>
    isExactNumber(v) ? integer(v, { kind: 'bigint', key: type.key }, path) : wrong(type.key, v, path, ENCODED[encoding])
  const millis = (ms: bigint, v: ExactJson, path: Path): number =>
    epochMillis(ms) ?? wrong(type.key, v, path, 'that is outside the years 1 to 9999')
  switch (encoding) {
    case 'debezium-date':
      return (v, path) =>
        Number(integer(isExactNumber(v) ? v : wrong(type.key, v, path, ENCODED[encoding]), { kind: 'int', key: type.key }, path))
    case 'debezium-time-micros':
      return (v, path) => Number(floorDivide(long(v, path), 1000n))
    case 'debezium-timestamp-millis':
      return (v, path) => millis(long(v, path), v, path)
    case 'debezium-timestamp-micros':
      return (v, path) => millis(floorDivide(long(v, path), 1000n), v, path)
    case 'debezium-zoned-timestamp':
      return (v, path) => {
        const at = typeof v === 'string' && v.endsWith('Z') ? parseTimestamp(v.slice(0, -1), 'T') : null
        return at === null ? wrong(type.key, v, path, ENCODED[encoding]) : at.ms
      }
    case 'decimal-text':
      return type.kind === 'decimal' ? (v, path) => exact(v, type, path) : (v, path) => wrong(type.key, v, path)
  }
}

const ENCODED: Readonly<Record<FieldEncoding, string>> = {
  'debezium-date': 'Debezium writes days since 1970 as a number',
  'debezium-time-micros': 'Debezium writes microseconds of the day as a number',
  'debezium-timestamp-millis': 'Debezium writes milliseconds since 1970 as a number',
  'debezium-timestamp-micros': 'Debezium writes microseconds since 1970 as a number',
  'debezium-zoned-timestamp': 'Debezium writes it as 2020-01-01T00:00:00.123456Z',
  'decimal-text': 'Debezium writes the digits as text',
}
