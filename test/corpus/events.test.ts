// Walks a folder of real change events beside the repository: each file is read right, or refused with the right reason.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isExactObject, parseExactJson, type ExactJson } from '../../src/core/exact-json.js'
import type { PhysicalField, SourceFormat } from '../../src/ir/plan.js'
import * as t from '../../src/ir/types.js'
import { debeziumReader } from '../../src/runtime/formats/debezium.js'
import { decodeAll, field, testSource } from '../../src/runtime/formats/testing.js'
import type { FileKind } from '../../src/runtime/formats/decode.js'

const FOLDER = new URL('../../../shared/corpus/events/', import.meta.url)
const present = existsSync(FOLDER)

const TEXT: SourceFormat = { kind: 'debezium', encoding: 'json', subject: null, version: null, reader: null }
const PRECISE: SourceFormat = { kind: 'debezium', encoding: 'avro', subject: null, version: null, reader: null }
const people = [field('id', t.INT, false), field('first_name', t.STRING), field('last_name', t.STRING), field('email', t.STRING)]
const customers = [field('id', t.INT, false), field('name', t.STRING), field('address', t.STRING), field('weight', t.DOUBLE)]

interface Row {
  readonly kind: FileKind
  readonly fields: readonly PhysicalField[]
  readonly format?: SourceFormat
  /** In order: rows, and messages as patterns; one pattern may stand for several problems in a row. */
  readonly expected: readonly (readonly unknown[] | RegExp)[]
  readonly ignored?: readonly string[]
}

const HEADER = /^FLOW7203 .* line \d+: no JSON: expected a JSON value, found `[/*]` in column [12]/
const E03: readonly (readonly unknown[])[] = [
  [102, 'user_2', 'Shanghai', null],
  [101, 'user_1', 'Shanghai', null],
  [103, 'user_3', 'Shanghai', null],
  [104, 'user_4', 'Shanghai', null],
  [106, 'hammer', null, 1.0],
  [105, 'hammer', null, 0.875],
  [109, 'spare tire', null, 22.2],
  [102, 'car battery', null, 8.1],
  [101, 'scooter', null, 3.14],
  [108, 'jacket', null, 0.1],
  [104, 'hammer', null, 0.75],
  [107, 'rocks', null, 5.3],
  [103, '12-pack drill bits', null, 0.8],
  [106, 'hammer', null, 1.0],
  [107, 'rocks', null, 5.1],
  [110, 'jacket', null, 0.2],
  [111, 'scooter', null, 5.18],
  [110, 'jacket', null, 0.5],
  [111, 'scooter', null, 5.17],
  [111, null, null, null],
]
const E04: readonly (readonly unknown[])[] = [
  [102, 'user_2', 'Shanghai', null],
  [103, 'user_3', 'Shanghai', null],
  [101, 'user_1', 'Shanghai', null],
  [104, 'user_4', 'Shanghai', null],
  [108, 'jacket', null, 0.1],
  [107, 'rocks', null, 5.3],
  [106, 'hammer', null, 1.0],
  [104, 'hammer', null, 0.75],
  [103, '12-pack drill bits', null, 0.8],
  [105, 'hammer', null, 0.875],
  [102, 'car battery', null, 8.1],
  [101, 'scooter', null, 3.14],
  [109, 'spare tire', null, 22.2],
  [107, 'rocks', null, 5.1],
  [106, 'hammer', null, 1.0],
  [110, 'jacket', null, 0.2],
  [110, 'jacket', null, 0.5],
  [111, 'scooter', null, 5.18],
  [111, 'scooter', null, 5.17],
  [111, null, null, null],
]

const TABLE: Readonly<Record<string, Row>> = {
  'e01-mysql-all-types-precise.json': { kind: 'json', fields: people, expected: [/^FLOW7214 .*this is a plain row/] },
  'e02-mysql-all-types-numeric.json': { kind: 'json', fields: people, expected: [/^FLOW7214 .*this is a plain row/] },
  'e03-mysql-to-kafka-debezium.jsonl': {
    kind: 'ndjson',
    fields: customers,
    expected: [HEADER, ...E03],
    ignored: ['phone_number', 'description', 'enum_c', 'json_c', 'point_c', 'new_col'],
  },
  'e04-mysql-to-kafka-debezium-schema.jsonl': {
    kind: 'ndjson',
    fields: customers,
    expected: [HEADER, ...E04],
    ignored: ['phone_number', 'description', 'enum_c', 'json_c', 'point_c', 'new_col'],
  },
  'e05-mysql-to-kafka-canal.jsonl': {
    kind: 'ndjson',
    fields: customers,
    expected: [/^FLOW7203/, /^FLOW7214 .*this is a Canal change event/],
  },
  'e10-dbz-update-unknown.json': {
    kind: 'json',
    fields: people,
    expected: [[1004, 'Anne', 'Kretchmar', 'user@example.com']],
    ignored: ['middle_name'],
  },
  'e11-dbz-with-schema.json': { kind: 'json', fields: people, expected: [[1004, 'Anne', 'Kretchmar', 'user@example.com']] },
  'e12-dbz-without-schema.json': { kind: 'json', fields: people, expected: [[1004, 'Anne', 'Kretchmar', 'user@example.com']] },
  // what a shell printed: a JSON document, and Python's quotes after it
  'e13-mssql-sample.json': {
    kind: 'json',
    fields: people,
    expected: [/^FLOW7203 .* line 205: no JSON: expected the end of the text, found `'` in column 2/],
  },
  'e14-oracle-sample.json': {
    kind: 'json',
    fields: [field('USERID', t.decimal(38, 0), false), field('FIRST_NAME', t.STRING)],
    format: PRECISE,
    expected: [[3n, 'f3']],
    ignored: ['LAST_NAME', 'PHONE'],
  },
  'e15-pg-orders-key-value.txt': {
    kind: 'ndjson',
    fields: people,
    expected: [/^FLOW7203 .*expected a JSON value, found `\*` in column 1/],
  },
  'e25-maxwell-update.jsonl': { kind: 'ndjson', fields: people, expected: [/^FLOW7214 .*this is a Maxwell change event/] },
  'e26-upsert-json-schema.txt': {
    kind: 'ndjson',
    fields: people,
    expected: [/^FLOW7203 .*expected the end of the text, found `\^`/],
  },
}

describe.skipIf(!present)('real change events (skipped where the corpus is not beside the repository)', () => {
  const read = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8')
  const files = present ? readdirSync(FOLDER).sort() : []

  it('has a row for each file', () => {
    expect(Object.keys(TABLE).sort()).toEqual(files)
  })

  it.each(Object.entries(TABLE))('%s', async (file, row) => {
    const source = testSource({ fields: row.fields, format: row.format ?? TEXT, key: [0] })
    const { events, stats } = await decodeAll(source, read(file), row.kind, 4096)
    const { expected } = row
    // runs of problems are compared as one
    const shown: (readonly unknown[] | string)[] = []
    const matched: (readonly unknown[] | RegExp)[] = []
    for (const event of events) {
      const next = expected[matched.length]
      const previous = matched.at(-1)
      if (typeof event === 'string' && previous instanceof RegExp && previous.test(event)) continue
      shown.push(event)
      if (next === undefined) break
      matched.push(next)
    }
    expect(shown).toHaveLength(expected.length)
    for (const [i, want] of expected.entries()) {
      expect(shown[i]).toEqual(want instanceof RegExp ? expect.stringMatching(want) : want)
    }
    expect([...stats.ignoredFields.keys()].sort()).toEqual([...(row.ignored ?? [])].sort())
  })

  it('reads the same row from precise bytes and from plain numbers, exact to the last digit', () => {
    const fields = [
      field('id', t.decimal(20, 0), false),
      field('big_c', t.BIGINT),
      field('big_un_c', t.decimal(20, 0)),
      field('decimal_c', t.decimal(8, 4)),
      field('numeric_c', t.decimal(6, 0)),
      field('big_decimal_c', t.decimal(38, 1)),
      field('bit1_c', t.BOOLEAN),
      field('date_c', t.DATE, true, 'debezium-date'),
      field('time_c', t.time(3), true, 'debezium-time-micros'),
      field('datetime3_c', t.timestamp(3), true, 'debezium-timestamp-millis'),
      field('datetime6_c', t.timestamp(3), true, 'debezium-timestamp-micros'),
      field('timestamp_c', t.timestampLtz(3), true, 'debezium-zoned-timestamp'),
      field('file_uuid', t.BYTES),
      field('float_c', t.FLOAT),
      field('double_c', t.DOUBLE),
      field('json_c', t.STRING),
      field('varchar_len0_c', t.STRING),
      field(
        'point_c',
        t.row([
          { name: 'x', type: t.DOUBLE, nullable: true },
          { name: 'srid', type: t.INT, nullable: true },
        ]),
      ),
    ]
    const rowOf = (file: string): readonly unknown[] => {
      const json = parseExactJson(read(file))
      const event = json.ok && isExactObject(json.value) ? (json.value.get('expected_snapshot') as ExactJson) : null
      const result = debeziumReader(testSource({ fields, format: PRECISE, key: [0] })).read(event, () => undefined)
      return result.kind === 'record' ? result.record.fields : []
    }
    const uuid = Uint8Array.from(atob('ZRrtCDkPSJOy8TaSPnt0AA=='), (c) => c.charCodeAt(0))
    const expected = [
      1n,
      9223372036854775807n,
      18446744073709551615n,
      1234567n,
      346n,
      345678921n,
      false,
      18460,
      64822000,
      1595008822123,
      1595008822123,
      1595008822000,
      uuid,
      Math.fround(123.102),
      404.4443,
      '{"key1": "value1"}',
      '',
      [1, null],
    ]
    expect(rowOf('e01-mysql-all-types-precise.json')).toEqual(expected)
    expect(rowOf('e02-mysql-all-types-numeric.json')).toEqual(expected)
  })
})
