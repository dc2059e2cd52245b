import { describe, expect, it } from 'vitest'
import * as t from '../../ir/types.js'
import type { SourceFormat } from '../../ir/plan.js'
import type { Decoded } from './decode.js'
import { detectFormat } from './detect.js'
import { parseExactJson, type ExactJson } from '../../core/exact-json.js'
import { asEvents, decodeAll, field, testSource } from './testing.js'

const JSON_EVENTS: SourceFormat = { kind: 'debezium', encoding: 'json', subject: null, version: null, reader: null }
const AVRO_EVENTS: SourceFormat = { kind: 'debezium', encoding: 'avro', subject: 's', version: 1, reader: null }

const customers = testSource({
  fields: [field('id', t.INT, false), field('name', t.STRING)],
  format: JSON_EVENTS,
  key: [0],
  commit: true,
})
const event = (body: object, ms: number | null = 1000): string =>
  `${JSON.stringify({ ...body, ...(ms === null ? {} : { source: { ts_ms: ms } }) })}\n`

describe('Debezium events', () => {
  it('gives the newest image, its operation and commit time', async () => {
    const { decoded, stats } = await decodeAll(
      customers,
      event({ before: null, after: { id: 1, name: 'a' }, op: 'r' }) +
        event({ before: { id: 1, name: 'a' }, after: { id: 1, name: 'b' }, op: 'u' }, 2000) +
        event({ before: null, after: { id: 1, name: 'c' }, op: 'u' }, 2500) +
        event({ before: { id: 1, name: '' }, after: null, op: 'd' }, 3000) +
        'null\n' +
        event({ op: 't', before: null, after: null }) +
        event({ op: 'm', after: null, message: {} }),
    )
    expect(
      decoded.map((d) =>
        d.kind === 'record' ? [d.record.op, d.record.commitTime, d.record.fields] : d.problem.diagnostic.message,
      ),
    ).toEqual([
      ['r', 1000, [1, 'a']],
      ['u', 2000, [1, 'b']],
      ['u', 2500, [1, 'c']],
      ['d', 3000, [1, null]],
    ])
    expect(stats.tombstones).toBe(1)
    expect([...stats.ignoredEvents]).toEqual([
      ['t', 1],
      ['m', 1],
    ])
  })

  it('needs of a deleted row nothing but the key', async () => {
    const strict = testSource({
      fields: [field('id', t.INT, false), field('name', t.STRING, false)],
      format: JSON_EVENTS,
      key: [0],
    })
    const { events } = await decodeAll(
      strict,
      event({ before: { id: 1, name: '__debezium_unavailable_value' }, after: null, op: 'd' }) +
        event({ before: { id: 2 }, after: null, op: 'd' }),
    )
    expect(events).toEqual([
      [1, null],
      [2, null],
    ])
  })

  it.each<[string, object, RegExp]>([
    [
      'an unknown operation',
      { before: null, after: { id: 1 }, op: 'x' },
      /FLOW7215 .*`op` is the text 'x'; Debezium writes r, c, u, d, t or m/,
    ],
    ['no image after a create', { before: null, after: null, op: 'c' }, /`after` is null in an event with `op` c/],
    ['no image before a delete', { before: null, after: null, op: 'd' }, /`before` of a delete is null, so its key is unknown/],
    [
      'a key change in one event',
      { before: { id: 1, name: 'a' }, after: { id: 2, name: 'a' }, op: 'u' },
      /an update changes the primary key/,
    ],
    [
      'a placeholder in a column that is used',
      { before: null, after: { id: 1, name: '__debezium_unavailable_value' }, op: 'u' },
      /FLOW7216 .*`name` holds Debezium's placeholder/,
    ],
    ['a missing key', { before: null, after: { name: 'a' }, op: 'c' }, /FLOW7206 .*`id` is missing/],
    ['a plain row', { id: 1, name: 'a' }, /FLOW7214 .*this is a plain row/],
    [
      'a Canal event',
      { data: [{ id: 1 }], type: 'INSERT', database: 'd', table: 't', pkNames: ['id'], old: null },
      /this is a Canal change event/,
    ],
    ['a Maxwell event', { database: 'd', table: 't', type: 'insert', data: { id: 1 } }, /this is a Maxwell change event/],
    ['a flattened event', { id: 1, __op: 'c', __deleted: 'false' }, /this is a flattened Debezium row/],
  ])('refuses %s', async (_, body, message) => {
    const { events } = await decodeAll(customers, event(body) + event({ before: null, after: { id: 9 }, op: 'c' }))
    expect(events[0]).toMatch(message)
    expect(events[1]).toEqual([9, null])
  })

  it('needs the commit time only where the table takes its time from it', async () => {
    const text = event({ before: null, after: { id: 1 }, op: 'c' }, null)
    expect((await decodeAll(customers, text)).events[0]).toMatch(
      /no `source.ts_ms`, and the table takes its time from the commit/,
    )
    const timeless = testSource({ fields: [field('id', t.INT)], format: JSON_EVENTS, key: [0] })
    expect((await decodeAll(timeless, text)).events).toEqual([[1]])
  })

  it('opens schema and payload, and skips an empty payload', async () => {
    const wrapped = `${JSON.stringify({ schema: { type: 'struct', fields: [] }, payload: { before: null, after: { id: 1, name: 'x' }, op: 'c', source: { ts_ms: 5 } } })}\n{"schema":null,"payload":null}\n`
    const { events, stats } = await decodeAll(customers, wrapped)
    expect(events).toEqual([[1, 'x']])
    expect(stats.tombstones).toBe(1)
  })
})

describe('Debezium events read as events', () => {
  const images = (d: Decoded): unknown =>
    d.kind === 'record' ? [d.record.op, d.record.commitTime, d.record.images] : d.problem.diagnostic.message

  it('gives both images as they are, of every kind of event', async () => {
    const { decoded, stats } = await decodeAll(
      asEvents(customers),
      event({ before: null, after: { id: 1, name: 'a' }, op: 'r' }) +
        event({ before: { id: 1, name: 'a' }, after: { id: 2, name: 'b' }, op: 'u' }, 2000) +
        event({ after: { id: 1 }, op: 'u' }) +
        event({ before: { id: 1, name: 'b' }, after: null, op: 'd' }, 3000) +
        event({ before: null, after: null, op: 'd' }) +
        'null\n' +
        event({ op: 't', before: null, after: null }) +
        event({ op: 'm', after: null, message: {} }) +
        event({ before: null, after: { id: 1, name: '__debezium_unavailable_value' }, op: 'u' }),
    )
    expect(decoded.map(images)).toEqual([
      ['r', 1000, { before: null, after: [1, 'a'] }],
      ['u', 2000, { before: [1, 'a'], after: [2, 'b'] }],
      ['u', 1000, { before: null, after: [1, null] }],
      ['d', 3000, { before: [1, 'b'], after: null }],
      ['d', 1000, { before: null, after: null }],
      ['t', 1000, { before: null, after: null }],
      ['m', 1000, { before: null, after: null }],
      ['u', 1000, { before: null, after: [1, '__debezium_unavailable_value'] }],
    ])
    expect(stats.tombstones).toBe(1)
    expect([...stats.ignoredEvents]).toEqual([])
  })

  it.each<[string, object, number | null, RegExp]>([
    ['an event without a commit time', { after: { id: 1 }, op: 'c' }, null, /no `source.ts_ms`/],
    ['an image that is no row', { after: 7, op: 'c' }, 1, /an image of the row is the number 7/],
    ['an unknown operation', { after: null, op: 'x' }, 1, /`op` is the text 'x'/],
  ])('refuses %s', async (_, body, ms, message) => {
    const { events } = await decodeAll(asEvents(customers), event(body, ms))
    expect(events).toEqual([expect.stringMatching(message)])
  })
})

describe('types that Debezium carries in another form', () => {
  const read = async (
    f: ReturnType<typeof field>,
    value: unknown,
    format: SourceFormat = JSON_EVENTS,
    schema?: object,
  ): Promise<unknown> => {
    const source = testSource({ fields: [field('id', t.INT), f], format, key: [0] })
    const body = { before: null, after: { id: 1, [f.name]: value }, op: 'c' }
    const text = JSON.stringify(
      schema === undefined
        ? body
        : {
            schema: { type: 'struct', fields: [{ field: 'after', type: 'struct', fields: [{ field: f.name, ...schema }] }] },
            payload: body,
          },
    )
    const { events } = await decodeAll(source, `${text}\n`)
    return typeof events[0] === 'string' ? events[0] : events[0]![1]
  }
  const price = field('price', t.decimal(10, 2))
  const weight = field('weight', t.decimal(10, 3))

  it.each<[string, ReturnType<typeof field>, unknown, SourceFormat, object | undefined, unknown]>([
    ['precise decimals as base64', price, 'MDk=', AVRO_EVENTS, undefined, 12345n],
    ['a negative one', price, 'nA==', AVRO_EVENTS, undefined, -100n],
    ['zero', price, 'AA==', AVRO_EVENTS, undefined, 0n],
    ['digits with a point as text', price, '10.00', AVRO_EVENTS, undefined, 1000n],
    ['base64 that looks like digits', price, '1234', AVRO_EVENTS, undefined, BigInt('0xd76df8') - (1n << 24n)],
    ['the same where the event says text', price, '1234', AVRO_EVENTS, { type: 'string' }, 123400n],
    ['a number', price, 12.5, AVRO_EVENTS, undefined, 1250n],
    [
      'the scale of the event',
      price,
      'MDk=',
      AVRO_EVENTS,
      { type: 'bytes', name: 'org.apache.kafka.connect.data.Decimal', parameters: { scale: '3' } },
      1235n,
    ],
    ['a number with its own scale', weight, { scale: 3, value: 'AeJA' }, AVRO_EVENTS, undefined, 123456n],
    [
      'decimals as text, as the connector is set',
      field('price', t.decimal(10, 2), true, 'decimal-text'),
      '123.45',
      JSON_EVENTS,
      undefined,
      12345n,
    ],
    [
      'base64 where the connector was to write text',
      field('price', t.decimal(10, 2), true, 'decimal-text'),
      'MDk=',
      JSON_EVENTS,
      undefined,
      /DECIMAL\(10, 2\) in the schema and the text 'MDk=' in the data/,
    ],
    [
      'a decimal that does not fit',
      field('p', t.decimal(4, 2), true, 'decimal-text'),
      '123.45',
      JSON_EVENTS,
      undefined,
      /it does not fit/,
    ],
    ['a number of days', field('d', t.DATE, true, 'debezium-date'), 19675, JSON_EVENTS, undefined, 19675],
    [
      'a day as text',
      field('d', t.DATE, true, 'debezium-date'),
      '2023-11-14',
      JSON_EVENTS,
      undefined,
      /Debezium writes days since 1970 as a number/,
    ],
    [
      'milliseconds',
      field('x', t.timestamp(3), true, 'debezium-timestamp-millis'),
      1700000000123,
      JSON_EVENTS,
      undefined,
      1700000000123,
    ],
    [
      'microseconds',
      field('x', t.timestamp(3), true, 'debezium-timestamp-micros'),
      1700000000123456,
      JSON_EVENTS,
      undefined,
      1700000000123,
    ],
    ['microseconds before 1970', field('x', t.timestamp(3), true, 'debezium-timestamp-micros'), -1, JSON_EVENTS, undefined, -1],
    [
      'microseconds taken for milliseconds',
      field('x', t.timestamp(3), true, 'debezium-timestamp-millis'),
      1700000000123456,
      JSON_EVENTS,
      undefined,
      /outside the years 1 to 9999/,
    ],
    [
      'microseconds that the event declares',
      field('x', t.timestamp(3)),
      1700000000123456,
      AVRO_EVENTS,
      { type: 'int64', name: 'io.debezium.time.MicroTimestamp' },
      1700000000123,
    ],
    [
      'a time with its zone',
      field('x', t.timestampLtz(3), true, 'debezium-zoned-timestamp'),
      '2020-07-17T18:00:22.123456Z',
      JSON_EVENTS,
      undefined,
      1595008822123,
    ],
    [
      'the same without fraction',
      field('x', t.timestampLtz(3), true, 'debezium-zoned-timestamp'),
      '2020-07-17T18:00:22Z',
      JSON_EVENTS,
      undefined,
      1595008822000,
    ],
    [
      'another zone than Z',
      field('x', t.timestampLtz(3), true, 'debezium-zoned-timestamp'),
      '2020-07-17T18:00:22+02:00',
      JSON_EVENTS,
      undefined,
      /Debezium writes it as/,
    ],
    ['the placeholder in bytes', field('b', t.BYTES), btoa('__debezium_unavailable_value'), JSON_EVENTS, undefined, /FLOW7216/],
  ])('%s', async (_, f, value, format, schema, expected) => {
    const got = await read(f, value, format, schema)
    expect(got).toEqual(expected instanceof RegExp ? expect.stringMatching(expected) : expected)
  })
})

describe('detection of change formats', () => {
  it.each([
    ['{"before":null,"after":{},"op":"c"}', 'debezium'],
    ['{"schema":{},"payload":{}}', 'debezium with schema'],
    ['{"specversion":"1.0","type":"x","source":"y","data":{}}', 'cloudevents'],
    ['{"op_type":"I","after":{}}', 'ogg'],
    ['{"$schema":"https://json-schema.org/draft/2020-12/schema"}', 'json schema'],
    ['{"op":"c"}', 'plain'],
    ['[]', 'plain'],
  ])('%s is %s', (text, format) => {
    const json = parseExactJson(text) as { value: ExactJson }
    expect(detectFormat(json.value)).toBe(format)
  })
})
