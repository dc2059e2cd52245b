// What a JSON record looks like, so that a message can say what a file holds.
import { isExactArray, isExactObject, type ExactJson, type ExactObject } from '../../core/exact-json.js'

export type DetectedFormat =
  | 'debezium'
  | 'debezium with schema'
  | 'flattened debezium'
  | 'canal'
  | 'maxwell'
  | 'ogg'
  | 'cloudevents'
  | 'json schema'
  | 'plain'

export function detectFormat(v: ExactJson): DetectedFormat {
  if (!isExactObject(v)) return 'plain'
  const has = (...keys: string[]): boolean => keys.every((k) => v.has(k))
  if (has('schema', 'payload')) return 'debezium with schema'
  if (has('op') && (v.has('before') || v.has('after'))) return 'debezium'
  if (has('specversion', 'type', 'source')) return 'cloudevents'
  if (has('op_type') && (v.has('before') || v.has('after'))) return 'ogg'
  if (has('data', 'type') && isExactArray(v.get('data')) && (has('pkNames') || has('database') || has('isDdl'))) return 'canal'
  if (has('database', 'table', 'type', 'data') && isExactObject(v.get('data'))) return 'maxwell'
  if (v.has('__op') || v.has('__deleted')) return 'flattened debezium'
  if (v.has('$schema')) return 'json schema'
  return 'plain'
}

const WORDS: Readonly<Record<DetectedFormat, string>> = {
  debezium: 'a Debezium change event',
  'debezium with schema': 'a Debezium change event with its schema',
  'flattened debezium': 'a flattened Debezium row (`ExtractNewRecordState`), which has lost the images before and after',
  canal: 'a Canal change event',
  maxwell: 'a Maxwell change event',
  ogg: 'a GoldenGate change event',
  cloudevents: 'a CloudEvents envelope',
  'json schema': 'a JSON Schema',
  plain: 'a plain row',
}

export const formatWords = (f: DetectedFormat): string => WORDS[f]

/** The event inside Connect's `{"schema": …, "payload": …}`; undefined where there is none. */
export function payloadOf(v: ExactObject): ExactJson | undefined {
  return v.has('schema') && v.has('payload') ? v.get('payload') : undefined
}
