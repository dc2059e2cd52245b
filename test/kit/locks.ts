// Locks for tests: every kind that a schema can have, and many schemas of a seed.
import type { FlowLock, LockedSubject } from '../../src/schema/model.js'

const record = (name: string, fields: readonly unknown[], more: object = {}): object => ({
  type: 'record',
  name,
  fields,
  ...more,
})
const optional = (type: unknown): unknown => ['null', type]

/** Every kind that a schema can have, once plain and once nullable. */
const KINDS: readonly unknown[] = [
  'boolean',
  'int',
  'long',
  'float',
  'double',
  'string',
  'bytes',
  { type: 'int', logicalType: 'date' },
  { type: 'int', logicalType: 'time-millis' },
  { type: 'long', logicalType: 'timestamp-millis' },
  { type: 'long', logicalType: 'timestamp-micros' },
  { type: 'bytes', logicalType: 'decimal', precision: 18, scale: 2 },
  { type: 'bytes', logicalType: 'decimal', precision: 50, scale: 2 },
  { type: 'enum', name: 'Color', symbols: ['RED'] },
  { type: 'fixed', name: 'Hash', size: 16 },
  { type: 'array', items: optional('string') },
  { type: 'array', items: { type: 'array', items: 'long' } },
  {
    type: 'map',
    values: optional(
      record('Inner', [
        { name: 'a', type: 'int' },
        { name: 'b', type: optional('Inner2') },
      ]),
    ),
  },
]
const IMAGE = [
  { name: 'id', type: 'long' },
  { name: 'tenant', type: 'string' },
  { name: 'born', type: { type: 'int', 'connect.name': 'io.debezium.time.Date' } },
  { name: 'changed', type: optional({ type: 'long', 'connect.name': 'io.debezium.time.MicroTimestamp' }) },
  { name: 'seen', type: { type: 'string', 'connect.name': 'io.debezium.time.ZonedTimestamp' } },
]
const locked = (subject: string, schema: unknown, version = 1, references: LockedSubject['references'] = []): LockedSubject => ({
  subject,
  version,
  id: version,
  schemaType: 'AVRO',
  schema: JSON.stringify(schema),
  references,
})
export const MADE: FlowLock = {
  lockVersion: 1,
  compiler: '0.0.0',
  subjects: [
    locked(
      'kinds-value',
      record('Kinds', [
        { name: 'first', type: optional(record('Inner2', [{ name: 'x', type: optional('int') }])) },
        ...KINDS.map((type, i) => ({ name: `plain_${i}`, type })),
        ...KINDS.map((type, i) => ({ name: `or_null_${i}`, type: optional(typeName(type)) })),
      ]),
    ),
    locked(
      'shop.public.people-value',
      record('Envelope', [
        { name: 'before', type: optional(record('Value', IMAGE)) },
        { name: 'after', type: optional('Value') },
        { name: 'op', type: 'string' },
      ]),
    ),
    locked(
      'words-value',
      record(
        'Words',
        ['constructor', '__proto__', 'class', 'decimal'].map((name) => ({ name, type: 'int' })),
      ),
    ),
    locked('price-value', record('Price', [{ name: 'currency', type: 'Currency' }]), 2, [
      { name: 'Currency', subject: 'currency', version: 1 },
    ]),
    locked('price-value', record('Price', [{ name: 'cents', type: 'long' }]), 1),
    locked('currency', { type: 'enum', name: 'Currency', symbols: ['EUR'] }),
    locked('words-key', 'string'),
  ],
}
/** A named type is defined once. */
function typeName(type: unknown): unknown {
  const { name, type: kind } = type as { readonly name?: string; readonly type?: string }
  return kind === 'enum' || kind === 'fixed' ? name : kind === 'map' ? { type: 'map', values: optional('Inner') } : type
}

/** Schemas of a seed: records in lists in maps, nullable here and there, names that clash, fields that SQL cannot read. */
export function someSchemas(count: number): FlowLock {
  let seed = 20260101
  // the low bits of such a sequence repeat
  const below = (n: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
    return (seed >>> 16) % n
  }
  let records = 0
  const type = (depth: number): unknown => {
    const pick = below(depth > 2 ? 8 : 15)
    if (pick < 7) return KINDS[pick + below(5)]
    if (pick === 7) return ['int', 'string']
    if (pick < 11) return { type: 'array', items: maybe(depth + 1) }
    if (pick < 13) return { type: 'map', values: maybe(depth + 1) }
    return fields(depth + 1)
  }
  const maybe = (depth: number): unknown => {
    const of = type(depth)
    return Array.isArray(of) || below(2) === 0 ? of : optional(of)
  }
  const fields = (depth: number): object =>
    record(
      `R${records++}`,
      Array.from({ length: 2 + below(5) }, (_, i) => ({ name: `${'abcdefg'[i]}_${below(9)}`, type: maybe(depth) })),
    )
  const subjects = Array.from({ length: count }, (_, i) => locked(`random.${'-_.'[i % 3]}${Math.floor(i / 3)}-value`, fields(0)))
  return { lockVersion: 1, compiler: '0.0.0', subjects }
}
