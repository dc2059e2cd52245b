import { describe, expect, it } from 'vitest'
import * as t from '../../ir/types.js'
import type { SourceFormat } from '../../ir/plan.js'
import { decodeAll, field, testSource } from './testing.js'

const AVRO = (type: unknown): SourceFormat => ({
  kind: 'avro',
  framing: 'confluent',
  subject: null,
  version: null,
  schemaOption: false,
  reader: { type: 'record', name: 'R', fields: [{ name: 'v', type: type as string }] },
})

async function one(type: t.FlowType, json: string, format?: SourceFormat, nullable = true): Promise<unknown> {
  const { events } = await decodeAll(
    testSource({ fields: [field('v', type, nullable)], ...(format === undefined ? {} : { format }) }),
    `{"v":${json}}\n`,
  )
  expect(events).toHaveLength(1)
  const event = events[0]!
  return typeof event === 'string' ? event : event[0]
}

describe('JSON values by the rules of Flink’s json format', () => {
  // What Flink 2.2.0 answered for the same texts in a file with 'format' = 'json'; a refusal stands where Flink failed on
  // the value or silently read something else.
  it.each<[t.FlowType, string, unknown]>([
    [t.BOOLEAN, 'true', true],
    [t.BOOLEAN, '"TRUE"', true],
    [t.BOOLEAN, '"false"', false],
    [t.BOOLEAN, '1', /Flink would silently read FALSE/],
    [t.TINYINT, '127', 127],
    [t.TINYINT, '" 1 "', 1],
    [t.TINYINT, '128', /TINYINT in the schema and the number 128 in the data: it holds -128 to 127/],
    [t.SMALLINT, '-32769', /it holds -32768 to 32767/],
    [t.INT, '1.0', 1],
    [t.INT, '1e2', 100],
    [t.INT, '1.5', /Flink would silently cut the fraction/],
    [t.INT, '2147483648', /it holds/],
    [t.INT, '"1.5"', /FLOW7207/],
    [t.INT, 'true', /FLOW7207/],
    [t.BIGINT, '9223372036854775807', 9223372036854775807n],
    [t.BIGINT, '9007199254740993', 9007199254740993n],
    [t.BIGINT, '9223372036854775808', /it holds/],
    [t.FLOAT, '0.1', Math.fround(0.1)],
    [t.FLOAT, '16777217', 16777216],
    [t.FLOAT, '3.4028236e38', Infinity],
    [t.DOUBLE, '1e400', Infinity],
    [t.DOUBLE, '"NaN"', Number.NaN],
    [t.DOUBLE, '"-Infinity"', -Infinity],
    [t.DOUBLE, '" 1 "', 1],
    [t.DOUBLE, '"x"', /FLOW7207/],
    [t.decimal(5, 2), '123.455', 12346n],
    [t.decimal(5, 2), '-123.455', -12346n],
    [t.decimal(5, 2), '123.445', 12345n],
    [t.decimal(5, 2), '1E-2', 1n],
    [t.decimal(5, 2), '" 1.5"', 150n],
    [t.decimal(5, 2), '32768', /it does not fit, and Flink would silently read NULL/],
    [t.decimal(38, 0), '12345678901234567890.123', 12345678901234567890n],
    [t.decimal(18, 4), '123456789012.3456', 1234567890123456n],
    [t.STRING, '1e2', '1e2'],
    [t.STRING, '0.10', '0.10'],
    [t.STRING, 'true', 'true'],
    [t.STRING, '{"a": 1.50, "b":"x"}', '{"a":1.5,"b":"x"}'],
    [t.STRING, '[1]', '[1]'],
    [t.char(2), '"abc"', 'abc'],
    [t.BYTES, '"AQID"', new Uint8Array([1, 2, 3])],
    [t.BYTES, '""', new Uint8Array(0)],
    [t.BYTES, '"AQI"', /bytes are written as base64 text/],
    [t.BYTES, '"A?=="', /FLOW7207/],
    [t.DATE, '"2024-01-02"', 19724],
    [t.DATE, '"2024-02-30"', /has to exist/],
    [t.DATE, '"2024-1-2"', /FLOW7207/],
    [t.DATE, '19000', /a day is written as yyyy-MM-dd/],
    [t.time(3), '"03:04:05.123"', 11045000],
    [t.time(0), '"03:04"', /a time is written as HH:mm:ss/],
    [t.timestamp(3), '"2024-01-02 03:04:05"', 1704164645000],
    [t.timestamp(3), '"2024-01-02 03:04:05.123456789"', 1704164645123],
    [t.timestamp(9), '"2024-01-02 03:04:05.123456789"', { ms: 1704164645123, ns: 456789 }],
    [t.timestamp(0), '"2024-01-02 03:04:05.9"', 1704164645000],
    [t.timestamp(3), '"2024-01-02T03:04:05"', /: Flink reads yyyy-MM-dd HH:mm:ss.fff/],
    [t.timestamp(3), '1704164645000', /an epoch number is a BIGINT/],
    [t.timestamp(3), '"2024-02-30 00:00:00"', /FLOW7207/],
    [t.timestamp(3), '"2024-01-02 03:04:05 "', /FLOW7207/],
    [t.timestampLtz(3), '"2024-01-02 03:04:05.1Z"', 1704164645100],
    [t.timestampLtz(3), '"2024-01-02 03:04:05"', /yyyy-MM-dd HH:mm:ss.fffZ/],
    [t.array(t.nullable(t.INT)), '[1,null,3]', [1, null, 3]],
    [t.array(t.notNull(t.INT)), '[1,null]', /FLOW7206 .*`v\[1\]` is null, and the schema says INT NOT NULL/],
    [t.array(t.nullable(t.INT)), '{}', /FLOW7207/],
    [
      t.map(t.notNull(t.STRING), t.nullable(t.INT)),
      '{"a":1,"b":null}',
      {
        entries: [
          ['a', 1],
          ['b', null],
        ],
      },
    ],
    [t.map(t.notNull(t.STRING), t.nullable(t.INT)), '{"a":"x"}', /`v\{a\}` is INT in the schema and the text 'x' in the data/],
    [
      t.row([
        { name: 'a', type: t.INT, nullable: true },
        { name: 'b', type: t.STRING, nullable: false },
      ]),
      '{"b":"x","c":1}',
      [null, 'x'],
    ],
    [
      t.row([
        { name: 'a', type: t.INT, nullable: true },
        { name: 'b', type: t.STRING, nullable: false },
      ]),
      '{"a":1}',
      /`v\.b` is missing/,
    ],
    [t.INT, 'null', null],
  ])('%o from %s', async (type, json, expected) => {
    const got = await one(type, json)
    expect(got).toEqual(expected instanceof RegExp ? expect.stringMatching(expected) : expected)
  })

  it('refuses null and nothing for NOT NULL, each in its own words', async () => {
    expect(await one(t.INT, 'null', undefined, false)).toMatch(
      /FLOW7206 f\.ndjson line 1: `v` is null, and the schema says INT NOT NULL/,
    )
    const { events } = await decodeAll(testSource({ fields: [field('v', t.INT, false)] }), '{}\n')
    expect(events[0]).toMatch(/`v` is missing/)
  })
})

describe('JSON that stands in for Avro records', () => {
  it.each<[t.FlowType, unknown, string, unknown]>([
    [t.timestamp(3), 'long', '1704164645000', 1704164645000],
    [t.timestamp(3), 'long', '"2024-01-02T03:04:05.123Z"', 1704164645123],
    [t.timestamp(3), 'long', '"2024-01-02T05:04:05+02:00"', 1704164645000],
    [t.timestamp(3), 'long', '"2024-01-02 03:04:05"', 1704164645000],
    [t.timestamp(3), 'long', '"yesterday"', /or as epoch milliseconds/],
    [t.timestamp(3), 'long', '9007199254740993', /outside the years 1 to 9999/],
    [t.DATE, 'int', '19724', 19724],
    [t.time(3), 'int', '11045123', 11045123],
    [t.time(3), 'int', '"03:04:05.123"', 11045123],
    [t.time(3), 'int', '86400000', /milliseconds of a day/],
    [t.STRING, 'string', '5', /STRING in the schema and the number 5 in the data/],
    [t.STRING, ['null', 'string'], '{"string":"hi"}', 'hi'],
    [t.STRING, ['null', 'string'], '"hi"', 'hi'],
    [t.STRING, ['null', 'string'], 'null', null],
    [t.STRING, 'string', '"{\\"string\\":\\"hi\\"}"', '{"string":"hi"}'],
    [t.STRING, 'string', '{"string":"hi"}', /STRING in the schema and an object in the data/],
    [
      t.row([{ name: 'iban', type: t.STRING, nullable: false }]),
      ['null', { type: 'record', name: 'pay.Iban', fields: [{ name: 'iban', type: 'string' }] }],
      '{"Iban":{"iban":"XX00"}}',
      ['XX00'],
    ],
    [
      t.row([{ name: 'iban', type: t.STRING, nullable: false }]),
      ['null', { type: 'record', name: 'pay.Iban', fields: [{ name: 'iban', type: 'string' }] }],
      '{"pay.Iban":{"iban":"XX00"}}',
      ['XX00'],
    ],
    [
      t.row([{ name: 'iban', type: t.STRING, nullable: false }]),
      ['null', { type: 'record', name: 'pay.Iban', fields: [{ name: 'iban', type: 'string' }] }],
      '{"iban":"XX00"}',
      ['XX00'],
    ],
    [
      t.row([{ name: 'Iban', type: t.STRING, nullable: false }]),
      ['null', { type: 'record', name: 'Iban', fields: [{ name: 'Iban', type: 'string' }] }],
      '{"Iban":"x"}',
      ['x'],
    ],
    [t.array(t.nullable(t.INT)), { type: 'array', items: ['null', 'int'] }, '[{"int":1},null,2]', [1, null, 2]],
    [
      t.map(t.notNull(t.STRING), t.nullable(t.INT)),
      { type: 'map', values: ['null', 'int'] },
      '{"int":{"int":1}}',
      { entries: [['int', 1]] },
    ],
  ])('%o of %j from %s', async (type, avro, json, expected) => {
    const got = await one(type, json, AVRO(avro))
    expect(got).toEqual(expected instanceof RegExp ? expect.stringMatching(expected) : expected)
  })

  it('fills a missing field with the default of the schema', async () => {
    const format: SourceFormat = {
      kind: 'avro',
      framing: 'confluent',
      subject: null,
      version: null,
      schemaOption: false,
      reader: {
        type: 'record',
        name: 'R',
        fields: [
          { name: 'a', type: 'long', default: 9007199254740993n },
          { name: 'b', type: ['string', 'null'], default: 'x' },
          { name: 'c', type: ['null', 'int'], default: null },
        ],
      },
    }
    const { events } = await decodeAll(
      testSource({ fields: [field('a', t.BIGINT, false), field('b', t.STRING), field('c', t.INT)], format }),
      '{}\n{"b":null}\n',
    )
    expect(events).toEqual([
      [9007199254740993n, 'x', null],
      [9007199254740993n, null, null],
    ])
  })
})

describe('NDJSON files', () => {
  const source = testSource({ fields: [field('a', t.INT)] })

  it('says line, record and byte of every problem and reads on', async () => {
    const { events, decoded } = await decodeAll(source, '{"a":1}\n\n{"a":"x"}\r\n  \n{"a":2}\n[1]\n{"a":3}')
    expect(events).toEqual([
      [1],
      "FLOW7207 f.ndjson line 3: `a` is INT in the schema and the text 'x' in the data",
      [2],
      'FLOW7204 f.ndjson line 6: a record is a JSON object, and this is a list',
      [3],
    ])
    expect(decoded.map((d) => (d.kind === 'record' ? d.position : d.problem.position))).toEqual([
      { line: 1, record: 1, byteOffset: 0 },
      { line: 3, record: 2, byteOffset: 9 },
      { line: 5, record: 3, byteOffset: 23 },
      { line: 6, record: 4, byteOffset: 31 },
      { line: 7, record: 5, byteOffset: 35 },
    ])
    expect(decoded.some((d) => d.kind === 'problem' && d.problem.fatal)).toBe(false)
  })

  it.each<[string, string | Uint8Array, readonly unknown[]]>([
    ['an empty file', '', []],
    ['blank lines only', '\n\r\n  \n', []],
    ['a byte order mark', '\ufeff{"a":1}\n', [[1]]],
    ['CRLF', '{"a":1}\r\n{"a":2}\r\n', [[1], [2]]],
    ['a last line without a line break', '{"a":1}', [[1]]],
    [
      'a truncated last line',
      '{"a":1}\n{"a":',
      [
        [1],
        'FLOW7209 f.ndjson line 2: the file ends in the middle of a record: expected a JSON value, found the end of the text',
      ],
    ],
    [
      'a broken line in the middle',
      '{"a":\n{"a":2}\n',
      ['FLOW7203 f.ndjson line 1: no JSON: expected a JSON value, found the end of the text in column 6', [2]],
    ],
    [
      'a repeated key',
      '{"a":1,"a":2}\n{"a":3}\n',
      ['FLOW7205 f.ndjson line 1: the key `a` stands twice in one object; Flink would silently take the last', [3]],
    ],
    [
      'bytes that are no UTF-8',
      new Uint8Array([...new TextEncoder().encode('{"a":1}\n{"a":"'), 0xff, ...new TextEncoder().encode('"}\n{"a":2}\n')]),
      [[1], 'FLOW7201 f.ndjson line 2: byte 14 of the file is not UTF-8: 0xFF begins no character', [2]],
    ],
    [
      'Latin-1 text',
      new Uint8Array([0x7b, 0x22, 0xe4, 0x22, 0x7d]),
      ['FLOW7201 f.ndjson line 1: byte 2 of the file is not UTF-8: the character that 0xE4 begins is not completed'],
    ],
    [
      'UTF-16',
      new Uint8Array([0xff, 0xfe, 0x7b, 0]),
      ['FLOW7202 f.ndjson line 1: this is UTF-16 text, not one JSON object a line'],
    ],
    [
      'zero bytes',
      new Uint8Array([0x7b, 0x7d, 10, 0, 1]),
      [[null], 'FLOW7202 f.ndjson line 2: byte 3 of the file is zero: this is binary data, not one JSON object a line'],
    ],
    [
      'an Avro file',
      new Uint8Array([0x4f, 0x62, 0x6a, 1, 0]),
      ['FLOW7202 f.ndjson line 1: this is an Avro container file, not one JSON object a line'],
    ],
    [
      'gzip',
      new Uint8Array([0x1f, 0x8b, 8, 0]),
      ['FLOW7202 f.ndjson line 1: this is gzip-compressed data, not one JSON object a line'],
    ],
    ['null', 'null\n', ['FLOW7204 f.ndjson line 1: a record is a JSON object, and this is null']],
  ])('%s', async (_, bytes, expected) => {
    for (const size of [1, 3, 64]) expect((await decodeAll(source, bytes, 'ndjson', size)).events).toEqual(expected)
  })

  it('counts fields that the schema does not have', async () => {
    const { stats, events } = await decodeAll(source, '{"a":1,"x":1}\n{"x":1,"y":2}\n')
    expect(events).toEqual([[1], [null]])
    expect([...stats.ignoredFields]).toEqual([
      ['x', 2],
      ['y', 1],
    ])
    expect([stats.records, stats.problems]).toEqual([2, 0])
  })

  it('reads a line of 10 MB, in many chunks and in one', async () => {
    const big = testSource({ fields: [field('s', t.STRING), field('a', t.INT)] })
    const text = `{"s":"${'ä'.repeat(5_000_000)}","a":1}\n{"s":"y","a":2}\n`
    for (const size of [65_536, 100_000_000]) {
      const { events } = await decodeAll(big, text, 'ndjson', size)
      expect(events.map((e) => (typeof e === 'string' ? e : [(e[0] as string).length, e[1]]))).toEqual([
        [5_000_000, 1],
        [1, 2],
      ])
    }
  })

  it('refuses a longer line with the limit and reads on', async () => {
    const text = `{"a":1}\n{"s":"${'x'.repeat(33 * 1024 * 1024)}"}\n{"a":2}\n`
    const { events } = await decodeAll(source, text, 'ndjson', 1 << 20)
    expect(events).toEqual([[1], 'FLOW7208 f.ndjson line 2: the line is longer than 32 MiB, the most that is read', [2]])
  })

  it('tells a change event from a row where the row does not fit', async () => {
    const strict = testSource({ fields: [field('a', t.INT, false)] })
    const { decoded } = await decodeAll(strict, '{"before":null,"after":{"a":1},"op":"c"}\n')
    expect(decoded[0]).toMatchObject({
      kind: 'problem',
      problem: { diagnostic: { code: 'FLOW7206', notes: ['the record looks like a Debezium change event'] } },
    })
  })
})

describe('JSON documents', () => {
  const source = testSource({ fields: [field('a', t.INT)] })
  it.each<[string, string, readonly unknown[]]>([
    ['one object over several lines', '{\n  "a": 1\n}\n', [[1]]],
    ['a list', '[\n  {"a": 1},\n  {"a": 2}\n]', [[1], [2]]],
    [
      'a list in one line',
      '[{"a":1},{"a":"x"},{"a":3}]',
      [[1], "FLOW7207 f.json element 2, line 1: `a` is INT in the schema and the text 'x' in the data", [3]],
    ],
    ['one object a line', '{"a":1}\n{"a":2}\n', [[1], [2]]],
    ['a mistake inside', '{\n  "a": 1,\n}\n', ['FLOW7203 f.json line 3: no JSON: expected a quoted key, found `}` in column 1']],
    [
      'a document that stops',
      '{\n  "a": [1,\n',
      ['FLOW7209 f.json line 3: the file ends in the middle of a record: expected a JSON value, found the end of the text'],
    ],
    ['nothing', '', []],
  ])('%s', async (_, text, expected) => {
    expect((await decodeAll(source, text, 'json')).events).toEqual(expected)
  })
})
