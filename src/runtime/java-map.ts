// The order of entries in a java.util.HashMap: decoders of JSON and Avro and CAST of a map put them into one (flink-json's
// JsonToRowDataConverters, flink-avro's AvroToRowDataConverters, MapToMapAndMultisetToMultisetCastRule). It shows where a map becomes a text.
import type { FlowType } from '../ir/types.js'
import { valueKey } from './equality.js'
import { toInstant } from './instant.js'
import type { MapValue, Value } from './value.js'

const encoder = new TextEncoder()
const rotate = (n: number, by: number): number => (n << by) | (n >>> (32 - by))

function mixKey(k: number): number {
  return Math.imul(rotate(Math.imul(k, 0xcc9e2d51), 15), 0x1b873593)
}
function mixHash(h: number, k: number): number {
  return (Math.imul(rotate(h ^ k, 13), 5) + 0xe6546b64) | 0
}

/** BinaryStringData.hashCode: MurmurHashUtils over the UTF-8 bytes, four at a time and the rest one by one. */
function textHash(text: string): number {
  const bytes = encoder.encode(text)
  const view = new DataView(bytes.buffer)
  const aligned = bytes.length - (bytes.length % 4)
  let h = 42
  for (let i = 0; i < aligned; i += 4) h = mixHash(h, mixKey(view.getInt32(i, true)))
  for (let i = aligned; i < bytes.length; i++) h = mixHash(h, mixKey(view.getInt8(i)))
  h ^= bytes.length
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/** Long.hashCode */
const longHash = (n: bigint): number => Number(BigInt.asIntN(32, n ^ (BigInt.asUintN(64, n) >> 32n)))

/** hashCode of the key's Java object; null for types whose hash is not known here. */
function hashCode(key: Value, type: FlowType): number | null {
  if (key === null) return 0
  switch (type.kind) {
    case 'char':
    case 'varchar':
      return textHash(key as string)
    case 'tinyint':
    case 'smallint':
    case 'int':
    case 'date':
    case 'time':
      return key as number
    case 'bigint':
      return longHash(key as bigint)
    case 'boolean':
      return key === true ? 1231 : 1237
    case 'timestamp':
    case 'timestamp_ltz': {
      const { ms, ns } = toInstant(key)
      return (Math.imul(31, longHash(BigInt(ms))) + ns) | 0
    }
    default:
      return null
  }
}

/** Equal keys are one entry, at the place of the first and with the value of the last; then bucket by bucket. */
export function hashMapOf(entries: Iterable<readonly [Value, Value]>, keyType: FlowType): MapValue {
  const unique = new Map<string, [key: Value, value: Value]>()
  for (const [key, value] of entries) {
    const id = valueKey(key, keyType)
    const known = unique.get(id)
    if (known === undefined) unique.set(id, [key, value])
    else known[1] = value
  }
  const list = [...unique.values()]
  if (list.length < 2) return { entries: list }
  // a table of 16 buckets doubles when it is three quarters full
  let buckets = 16
  while (list.length > buckets * 0.75) buckets *= 2
  const placed: { entry: [Value, Value]; bucket: number }[] = []
  for (const entry of list) {
    const hash = hashCode(entry[0], keyType)
    if (hash === null) return { entries: list }
    placed.push({ entry, bucket: (hash ^ (hash >>> 16)) & (buckets - 1) })
  }
  return { entries: placed.sort((a, b) => a.bucket - b.bucket).map((p) => p.entry) }
}
