import { Buffer } from 'node:buffer'
import { deflateRawSync } from 'node:zlib'
import avro from 'avsc'
import { describe, expect, it } from 'vitest'
import type { SourceFormat } from '../../ir/plan.js'
import * as t from '../../ir/types.js'
import type { Json } from '../../core/stable-json.js'
import { asEvents, decodeAll, field, testSource } from './testing.js'

const LONG = avro.types.LongType.__with({
  fromBuffer: (b: Buffer) => b.readBigInt64LE(),
  toBuffer: (n: bigint) => {
    const b = Buffer.alloc(8)
    b.writeBigInt64LE(n)
    return b
  },
  fromJSON: BigInt,
  toJSON: Number,
  isValid: (n: unknown) => typeof n === 'bigint',
  compare: () => 0,
})

const varint = (n: number): Uint8Array => avro.Type.forSchema('int').toBuffer(n)
const SYNC = Buffer.alloc(16, 7)

/** A container file, written by the letter of the specification; the records' bytes come from another library. */
function file(schema: object, records: readonly unknown[], codec: string = 'null', perBlock = 10): Uint8Array {
  const type = avro.Type.forSchema(schema as avro.Schema, {
    registry: { long: LONG },
    wrapUnions: 'always',
    typeHook: (s) => ((s as { type?: unknown }).type === 'long' ? LONG : undefined),
  })
  const text = (t: string): Buffer => Buffer.concat([varint(Buffer.byteLength(t)), Buffer.from(t)])
  const parts: Uint8Array[] = [
    Buffer.from('Obj\x01'),
    varint(2),
    text('avro.schema'),
    text(JSON.stringify(schema)),
    text('avro.codec'),
    text(codec),
    varint(0),
    SYNC,
  ]
  for (let at = 0; at < records.length; at += perBlock) {
    const block = records.slice(at, at + perBlock)
    const body = Buffer.concat(block.map((r) => type.toBuffer(r)))
    const stored = codec === 'deflate' ? deflateRawSync(body) : body
    parts.push(varint(block.length), varint(stored.length), stored, SYNC)
  }
  return new Uint8Array(Buffer.concat(parts))
}

const record = (...fields: unknown[]): { type: string; name: string; fields: unknown[] } => ({
  type: 'record',
  name: 'R',
  fields,
})
const format = (reader: Json | null = null): SourceFormat => ({
  kind: 'avro',
  framing: 'container',
  subject: null,
  version: null,
  reader: reader ?? { type: 'record', name: 'R', fields: [] },
  schemaOption: false,
})

describe('Avro container files', () => {
  const everything = record(
    { name: 'b', type: 'boolean' },
    { name: 'i', type: 'int' },
    { name: 'l', type: 'long' },
    { name: 'f', type: 'float' },
    { name: 'd', type: 'double' },
    { name: 's', type: 'string' },
    { name: 'y', type: 'bytes' },
    { name: 'day', type: { type: 'int', logicalType: 'date' } },
    { name: 'clock', type: { type: 'int', logicalType: 'time-millis' } },
    { name: 'at', type: { type: 'long', logicalType: 'timestamp-millis' } },
    { name: 'amount', type: ['null', { type: 'bytes', logicalType: 'decimal', precision: 10, scale: 2 }] },
    { name: 'kind', type: { type: 'enum', name: 'ns.Kind', symbols: ['A', 'B'] } },
    { name: 'hash', type: { type: 'fixed', name: 'ns.Hash', size: 2 } },
    { name: 'list', type: { type: 'array', items: ['null', 'long'] } },
    { name: 'map', type: { type: 'map', values: 'int' } },
    {
      name: 'row',
      type: [
        'null',
        {
          type: 'record',
          name: 'ns.Inner',
          fields: [
            { name: 'x', type: 'int' },
            { name: 'hidden', type: ['string', 'int'] },
          ],
        },
      ],
    },
    { name: 'other', type: ['int', 'string'] },
  )
  const fields = [
    field('l', t.BIGINT, false),
    field('b', t.BOOLEAN, false),
    field('i', t.INT, false),
    field('f', t.FLOAT, false),
    field('d', t.DOUBLE, false),
    field('s', t.STRING, false),
    field('y', t.BYTES, false),
    field('day', t.DATE, false),
    field('clock', t.time(3), false),
    field('at', t.timestamp(3), false),
    field('amount', t.decimal(10, 2)),
    field('kind', t.STRING, false),
    field('hash', t.varbinary(2), false),
    field('list', t.array(t.nullable(t.BIGINT)), false),
    field('map', t.map(t.notNull(t.STRING), t.notNull(t.INT)), false),
    field('row', t.row([{ name: 'x', type: t.INT, nullable: false }])),
  ]
  const full = (i: number): object => ({
    b: true,
    i,
    l: 9007199254740993n + BigInt(i),
    f: 1.5,
    d: 0.1,
    s: 'ä€😀',
    y: Buffer.from([1, 255]),
    day: 19724,
    clock: 11045123,
    at: 1704164645123n,
    amount: { bytes: Buffer.from([0x30, 0x39]) },
    kind: 'B',
    hash: Buffer.from([9, 8]),
    list: [null, { long: 5n }],
    map: { k: 1 },
    row: { 'ns.Inner': { x: 3, hidden: { string: 'h' } } },
    other: { string: 'z' },
  })
  const expected = (i: number): unknown[] => [
    9007199254740993n + BigInt(i),
    true,
    i,
    1.5,
    0.1,
    'ä€😀',
    new Uint8Array([1, 255]),
    19724,
    11045123,
    1704164645123,
    12345n,
    'B',
    new Uint8Array([9, 8]),
    [null, 5n],
    { entries: [['k', 1]] },
    [3],
  ]

  it.each(['null', 'deflate'] as const)('reads every type exactly, over many blocks, with codec %s', async (codec) => {
    const bytes = file(
      everything,
      Array.from({ length: 50 }, (_, i) => full(i)),
      codec,
    )
    for (const size of [1, 1000, 1_000_000]) {
      const { events, stats, decoded } = await decodeAll(testSource({ fields, format: format() }), bytes, 'avro', size)
      expect(events).toEqual(Array.from({ length: 50 }, (_, i) => expected(i)))
      expect([...stats.ignoredFields]).toEqual([['other', 50]])
      expect(decoded.at(-1)).toMatchObject({ position: { line: null, record: 50 } })
    }
  })

  it('reads NULL in every nullable place and refuses it elsewhere', async () => {
    const bytes = file(record({ name: 'a', type: ['null', 'int'] }), [{ a: null }, { a: { int: 1 } }])
    expect((await decodeAll(testSource({ fields: [field('a', t.INT)], format: format() }), bytes, 'avro')).events).toEqual([
      [null],
      [1],
    ])
    expect((await decodeAll(testSource({ fields: [field('a', t.INT, false)], format: format() }), bytes, 'avro')).events).toEqual(
      ['FLOW7206 f.avro record 1: `a` is null, and the schema says INT NOT NULL', [1]],
    )
  })

  it('applies aliases and defaults of the reader, also to records of an older version', async () => {
    const v1 = file(record({ name: 'id', type: 'long' }, { name: 'nm', type: 'string' }), [{ id: 1n, nm: 'A' }])
    const reader: Json = {
      type: 'record',
      name: 'R',
      fields: [
        { name: 'id', type: 'long' },
        { name: 'name', type: 'string', aliases: ['nm'] },
        { name: 'age', type: 'int', default: 0 },
        { name: 'big', type: 'long', default: 9007199254740993n },
        { name: 'note', type: ['null', 'string'] },
      ],
    }
    const source = testSource({
      fields: [
        field('id', t.BIGINT, false),
        field('name', t.STRING, false),
        field('age', t.INT, false),
        field('big', t.BIGINT, false),
        field('note', t.STRING),
      ],
      format: format(reader),
    })
    expect((await decodeAll(source, v1, 'avro')).events).toEqual([[1n, 'A', 0, 9007199254740993n, null]])
  })

  it.each<[string, unknown, unknown, t.FlowType, unknown]>([
    ['int → BIGINT', 'int', 5, t.BIGINT, 5n],
    ['int → DOUBLE', 'int', 5, t.DOUBLE, 5],
    ['long → FLOAT', 'long', 16777217n, t.FLOAT, 16777216],
    ['float → DOUBLE', 'float', 1.5, t.DOUBLE, 1.5],
    ['bytes → STRING', 'bytes', Buffer.from('ä'), t.STRING, 'ä'],
    ['string → BYTES', 'string', 'ä', t.BYTES, new Uint8Array([0xc3, 0xa4])],
    ['long → INT', 'long', 5n, t.INT, /`v`: it is a long in the file and INT in the program's schema/],
    ['double → FLOAT', 'double', 1.5, t.FLOAT, /FLOW7213/],
    ['string → INT', 'string', '5', t.INT, /it is a string in the file and INT/],
    ['a union of two into STRING, where the record fits', ['string', 'int'], { string: 'x' }, t.STRING, 'x'],
    ['the same, where it does not', ['string', 'int'], { int: 1 }, t.STRING, /it is an int in the file and STRING/],
    [
      'another scale',
      { type: 'bytes', logicalType: 'decimal', precision: 10, scale: 3 },
      Buffer.from([1]),
      t.decimal(10, 2),
      /3 digits after the point in the file and 2 in the program's schema; Flink would silently move the point/,
    ],
    [
      'a decimal that does not fit',
      { type: 'bytes', logicalType: 'decimal', precision: 64, scale: 2 },
      Buffer.alloc(17, 0x7f),
      t.decimal(38, 2),
      null,
    ],
    [
      'a decimal without bytes',
      { type: 'bytes', logicalType: 'decimal', precision: 10, scale: 2 },
      Buffer.alloc(0),
      t.decimal(10, 2),
      /a decimal has one byte at least/,
    ],
    [
      'micros into TIMESTAMP(3)',
      { type: 'long', logicalType: 'timestamp-micros' },
      5n,
      t.timestamp(3),
      /it is a long \(timestamp-micros\) in the file and TIMESTAMP\(3\)/,
    ],
    ['micros into BIGINT', { type: 'long', logicalType: 'timestamp-micros' }, 5n, t.BIGINT, 5n],
    ['a timestamp out of range', 'long', 9007199254740993n, t.timestamp(3), /outside the years 1 to 9999/],
    ['a time out of range', 'int', -1, t.time(3), /milliseconds of a day/],
    ['a record into STRING', { type: 'record', name: 'Q', fields: [] }, {}, t.STRING, /it is a record in the file and STRING/],
  ])('%s', async (_, type, value, target, expected) => {
    const bytes = file(record({ name: 'v', type }), [{ v: value }])
    const { events } = await decodeAll(testSource({ fields: [field('v', target)], format: format() }), bytes, 'avro')
    const got = typeof events[0] === 'string' ? events[0] : events[0]![0]
    expect(got).toEqual(expected instanceof RegExp ? expect.stringMatching(expected) : expected)
  })

  it('refuses a file without a field that must be there', async () => {
    const bytes = file(record({ name: 'a', type: 'int' }), [{ a: 1 }])
    expect((await decodeAll(testSource({ fields: [field('z', t.INT, false)], format: format() }), bytes, 'avro')).events).toEqual(
      [
        'FLOW7213 f.avro record 1: the schema inside the file does not fit `z`: the file has no such field, and the schema has no default for it',
      ],
    )
  })

  it('does not stumble over wrong defaults in the file’s own schema', async () => {
    const writer = record({ name: 'a', type: ['string', 'null'] })
    const text = Buffer.from(file(writer, [{ a: null }])).toString('latin1')
    const wrong = record({ name: 'a', type: ['string', 'null'], default: null })
    const size = (n: number): string => Buffer.from(varint(n)).toString('latin1')
    const [before, after] = [JSON.stringify(writer), JSON.stringify(wrong)]
    const patched = text.replace(size(before.length) + before, size(after.length) + after)
    expect(patched).not.toBe(text)
    const { events } = await decodeAll(
      testSource({ fields: [field('a', t.STRING)], format: format() }),
      Buffer.from(patched, 'latin1'),
      'avro',
    )
    expect(events).toEqual([[null]])
  })

  it('reads Debezium envelopes', async () => {
    const value = {
      type: 'record',
      name: 'Value',
      fields: [
        { name: 'id', type: 'int' },
        { name: 'seen', type: ['null', 'long'] },
      ],
    }
    const envelope = {
      type: 'record',
      name: 'Envelope',
      fields: [
        { name: 'before', type: ['null', value] },
        { name: 'after', type: ['null', 'Value'] },
        { name: 'source', type: { type: 'record', name: 'Source', fields: [{ name: 'ts_ms', type: 'long' }] } },
        { name: 'op', type: 'string' },
      ],
    }
    const at = (ts_ms: bigint): object => ({ ts_ms })
    const bytes = file(envelope, [
      { before: null, after: { Value: { id: 1, seen: { long: 1700000000123456n } } }, source: at(5n), op: 'c' },
      { before: { Value: { id: 1, seen: null } }, after: null, source: at(6n), op: 'd' },
      { before: null, after: null, source: at(7n), op: 't' },
      { before: null, after: null, source: at(7n), op: 'u' },
    ])
    const source = testSource({
      fields: [field('id', t.INT, false), field('seen', t.timestamp(3), true, 'debezium-timestamp-micros')],
      format: { kind: 'debezium', encoding: 'avro', subject: null, version: null, reader: null },
      key: [0],
      commit: true,
    })
    const { decoded, stats } = await decodeAll(source, bytes, 'avro')
    expect(
      decoded.map((d) =>
        d.kind === 'record' ? [d.record.op, d.record.commitTime, d.record.fields] : d.problem.diagnostic.message,
      ),
    ).toEqual([['c', 5, [1, 1700000000123]], ['d', 6, [1, null]], 'f.avro record 4: `after` is null in an event with `op` u'])
    expect([...stats.ignoredEvents]).toEqual([['t', 1]])

    const events = await decodeAll(asEvents(source), bytes, 'avro')
    expect(events.decoded.map((d) => (d.kind === 'record' ? [d.record.op, d.record.commitTime, d.record.images] : d))).toEqual([
      ['c', 5, { before: null, after: [1, 1700000000123] }],
      ['d', 6, { before: [1, null], after: null }],
      ['t', 7, { before: null, after: null }],
      ['u', 7, { before: null, after: null }],
    ])
  })

  it.each([
    ['text', 'string', t.STRING, '__debezium_unavailable_value'],
    ['bytes', 'bytes', t.BYTES, Buffer.from('__debezium_unavailable_value')],
  ] as const)('refuses the placeholder for an unchanged large value in %s', async (_, type, flow, value) => {
    const image = record({ name: 'id', type: 'int' }, { name: 'big', type })
    const envelope = {
      type: 'record',
      name: 'Envelope',
      fields: [
        { name: 'before', type: ['null', image] },
        { name: 'after', type: ['null', 'R'] },
        { name: 'op', type: 'string' },
      ],
    }
    const bytes = file(envelope, [{ before: null, after: { R: { id: 1, big: value } }, op: 'u' }])
    const source = testSource({
      fields: [field('id', t.INT, false), field('big', flow)],
      format: { kind: 'debezium', encoding: 'avro', subject: null, version: null, reader: null },
      key: [0],
    })
    expect((await decodeAll(source, bytes, 'avro')).events).toEqual([
      expect.stringMatching(/FLOW7216 .*`big` holds Debezium's placeholder/),
    ])
  })

  describe('that are broken', () => {
    const source = testSource({ fields: [field('a', t.INT)], format: format() })
    const good = (): Uint8Array =>
      file(
        record({ name: 'a', type: 'int' }),
        Array.from({ length: 200 }, (_, i) => ({ a: i })),
      )
    const read = async (bytes: Uint8Array): Promise<readonly [number, string]> => {
      const { events, decoded } = await decodeAll(source, bytes, 'avro', 64)
      const problem = decoded.at(-1)
      expect(problem).toMatchObject({ kind: 'problem', problem: { fatal: true } })
      return [events.filter((e) => typeof e !== 'string').length, events.at(-1) as string]
    }

    it('an empty file', async () => {
      expect(await read(new Uint8Array(0))).toEqual([0, 'FLOW7212 f.avro record 1: no readable Avro file: the file is empty'])
    })
    it('JSON', async () => {
      expect((await read(new TextEncoder().encode('{"a":1}\n')))[1]).toMatch(
        /does not begin with `Obj` and 1, as container files do; it looks like JSON/,
      )
    })
    it('a file cut off: all whole blocks were read', async () => {
      const bytes = good()
      const [rows, message] = await read(bytes.subarray(0, bytes.length - 20))
      expect(rows).toBeGreaterThan(50)
      expect(message).toMatch(
        /FLOW7209 f\.avro record \d+: the file ends in the middle of a record: \d+ more bytes were to follow byte \d+/,
      )
    })
    it('a damaged block', async () => {
      const bytes = good()
      bytes[bytes.length - 1] = 0
      const [rows, message] = await read(bytes)
      expect(rows).toBeGreaterThan(50)
      expect(message).toMatch(/does not end with the file's sync marker: the file is damaged/)
    })
    it('a codec that is not read', async () => {
      expect((await read(file(record({ name: 'a', type: 'int' }), [{ a: 1 }], 'snappy')))[1]).toMatch(
        /it is compressed with `snappy`; `null` and `deflate` are read/,
      )
    })
    it('a compressed block that cannot be unpacked', async () => {
      const bytes = file(
        record({ name: 'a', type: 'int' }),
        Array.from({ length: 9 }, (_, i) => ({ a: i })),
        'deflate',
      )
      bytes.fill(0xff, bytes.length - 16 - 8, bytes.length - 16)
      expect((await read(bytes))[1]).toMatch(/a block cannot be unpacked/)
    })
    it('lengths that make no sense', async () => {
      const bytes = file(record({ name: 'a', type: 'int' }), [])
      expect((await read(Uint8Array.from([...bytes, ...varint(1), ...varint(-5)])))[1]).toMatch(
        /says it has 1 records in -5 bytes/,
      )
      expect((await read(Uint8Array.from([...bytes, ...varint(1), ...varint(100_000_000)])))[1]).toMatch(
        /a block of the file is longer than 32 MiB/,
      )
      expect((await read(Uint8Array.from([...bytes, ...new Uint8Array(12).fill(0xff)])))[1]).toMatch(
        /does not end: the file is damaged/,
      )
    })
  })
})
