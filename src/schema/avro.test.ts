import { describe, expect, it } from 'vitest'
import { stableJson } from '../core/stable-json.js'
import { spell } from '../ir/types.js'
import { resolveAvro, type AvroText } from './avro.js'
import type { SchemaOrigin, SchemaResult } from './model.js'

const FILE: SchemaOrigin = { kind: 'file', subject: null, version: null, path: 'a.avsc', describe: 'a.avsc' }
const record = (...fields: unknown[]): string => JSON.stringify({ type: 'record', name: 'R', namespace: 'x', fields })
const resolve = (text: string, pool: AvroText[] = []): SchemaResult => resolveAvro(text, FILE, pool)
/** Type of a record's only field, or the reason why it has none. */
function readAs(type: unknown): string {
  const { schema, problems } = resolve(record({ name: 'f', type }))
  if (schema === null) return problems.map((p) => p.message).join('; ')
  const f = schema.fields[0]!
  if (f.field === null) return f.unreadable!
  const encoding = f.field.encoding === undefined ? '' : ` ${f.field.encoding}`
  return `${spell(f.field)}${encoding}${schema.needsSchemaOption ? ' with option' : ''}`
}
const problemsOf = (text: string, pool: AvroText[] = []): string[] =>
  resolve(text, pool).problems.map((p) => `${p.severity} ${p.path}: ${p.message}`)

describe('Avro types as Flink reads them', () => {
  // Every row was compared with Flink 2.2.0: AvroSchemaConverter#convertToDataType and, over random records,
  // AvroRowDataDeserializationSchema with the derived or the given reader schema.
  it.each<[unknown, string]>([
    ['boolean', 'BOOLEAN NOT NULL'],
    ['int', 'INT NOT NULL'],
    ['long', 'BIGINT NOT NULL'],
    ['float', 'FLOAT NOT NULL'],
    ['double', 'DOUBLE NOT NULL'],
    ['string', 'STRING NOT NULL'],
    ['bytes', 'BYTES NOT NULL'],
    [{ type: 'string' }, 'STRING NOT NULL'],
    [{ type: ['null', 'string'] }, 'STRING'],
    [['null', 'int'], 'INT'],
    [['int', 'null'], 'INT'],
    [['string'], 'STRING NOT NULL'],
    [{ type: 'int', logicalType: 'date' }, 'DATE NOT NULL'],
    [{ type: 'int', logicalType: 'time-millis' }, 'TIME(3) NOT NULL'],
    [{ type: 'long', logicalType: 'timestamp-millis' }, 'TIMESTAMP(3) NOT NULL'],
    [['null', { type: 'long', logicalType: 'timestamp-millis' }], 'TIMESTAMP(3)'],
    [{ type: 'long', logicalType: 'timestamp-micros' }, 'BIGINT NOT NULL'],
    [{ type: 'long', logicalType: 'timestamp-nanos' }, 'BIGINT NOT NULL'],
    [{ type: 'long', logicalType: 'local-timestamp-millis' }, 'BIGINT NOT NULL'],
    [{ type: 'long', logicalType: 'local-timestamp-micros' }, 'BIGINT NOT NULL'],
    [{ type: 'long', logicalType: 'time-micros' }, 'BIGINT NOT NULL'],
    [{ type: 'long', logicalType: 'date' }, 'BIGINT NOT NULL'],
    [{ type: 'string', logicalType: 'uuid' }, 'STRING NOT NULL'],
    [{ type: 'bytes', logicalType: 'decimal', precision: 10, scale: 2 }, 'DECIMAL(10, 2) NOT NULL'],
    [{ type: 'bytes', logicalType: 'decimal', precision: 38 }, 'DECIMAL(38, 0) NOT NULL'],
    [{ type: 'bytes', logicalType: 'decimal', precision: 64, scale: 4 }, 'DECIMAL(38, 4)'],
    [
      { type: 'bytes', logicalType: 'decimal', precision: 64, scale: 40 },
      "`f` is a decimal with 40 digits after the point; Flink's DECIMAL holds 38 digits in all",
    ],
    [{ type: 'bytes', logicalType: 'decimal', precision: 2, scale: 10 }, 'BYTES NOT NULL'],
    [{ type: 'bytes', logicalType: 'decimal', scale: 2 }, 'BYTES NOT NULL'],
    [{ type: 'string', logicalType: 'decimal', precision: 3 }, 'STRING NOT NULL'],
    [
      { type: 'fixed', name: 'F', size: 8, logicalType: 'decimal', precision: 18, scale: 2 },
      'DECIMAL(18, 2) NOT NULL with option',
    ],
    [{ type: 'fixed', name: 'F', size: 8 }, 'VARBINARY(8) NOT NULL with option'],
    [{ type: 'fixed', name: 'F', size: 12, logicalType: 'duration' }, 'VARBINARY(12) NOT NULL with option'],
    [{ type: 'fixed', name: 'F', size: 16, logicalType: 'uuid' }, 'VARBINARY(16) NOT NULL with option'],
    [{ type: 'enum', name: 'E', symbols: ['A'] }, 'STRING NOT NULL with option'],
    [['null', { type: 'enum', name: 'E', symbols: ['A'] }], 'STRING with option'],
    [{ type: 'array', items: ['null', 'int'] }, 'ARRAY<INT> NOT NULL'],
    [{ type: 'map', values: 'long' }, 'MAP<STRING NOT NULL, BIGINT NOT NULL> NOT NULL'],
    [{ type: 'error', name: 'E', fields: [{ name: 'm', type: 'string' }] }, 'ROW<`m` STRING NOT NULL> NOT NULL'],
    [['null', { type: 'record', name: 'Q', fields: [{ name: 'i', type: 'int' }] }], 'ROW<`i` INT NOT NULL>'],
    [{ type: 'record', name: 'Q', fields: [] }, '`f` is a record without fields'],
    ['null', '`f` is always null, and SQL has no column of that type'],
    [
      ['null', 'string', 'int'],
      "`f` is a union of string and int, for which SQL has no type; one nullable field a branch in the producer's schema can be read",
    ],
    [
      { type: 'array', items: ['int', 'string'] },
      "`f[]` is a union of int and string, for which SQL has no type; one nullable field a branch in the producer's schema can be read",
    ],
    [{ type: 'int', 'connect.name': 'io.debezium.time.Date' }, 'DATE NOT NULL'],
    [{ type: 'int', 'connect.name': 'io.debezium.time.Time' }, 'TIME(3) NOT NULL'],
    [['null', { type: 'long', 'connect.name': 'io.debezium.time.Timestamp' }], 'TIMESTAMP(3)'],
    [{ type: 'long', 'connect.name': 'io.debezium.time.MicroTimestamp' }, 'TIMESTAMP(3) NOT NULL debezium-timestamp-micros'],
    [{ type: 'long', 'connect.name': 'io.debezium.time.NanoTimestamp' }, 'BIGINT NOT NULL'],
    [{ type: 'long', 'connect.name': 'io.debezium.time.MicroTime' }, 'BIGINT NOT NULL'],
    [{ type: 'string', 'connect.name': 'io.debezium.time.ZonedTimestamp' }, 'TIMESTAMP_LTZ(3) NOT NULL debezium-zoned-timestamp'],
    [{ type: 'string', 'connect.name': 'io.debezium.data.Json' }, 'STRING NOT NULL'],
    [{ type: 'string', 'connect.name': 'io.debezium.time.Date' }, 'STRING NOT NULL'],
    [
      {
        type: 'record',
        name: 'VariableScaleDecimal',
        namespace: 'io.debezium.data',
        'connect.name': 'io.debezium.data.VariableScaleDecimal',
        fields: [
          { name: 'scale', type: 'int' },
          { name: 'value', type: 'bytes' },
        ],
      },
      '`f` is a number whose scale differs from row to row; with `decimal.handling.mode = string` in the connector it arrives as text that can be cast',
    ],
  ])('%j → %s', (type, expected) => {
    expect(readAs(type)).toBe(expected)
  })

  it('notes what a BIGINT counts', () => {
    const { schema } = resolve(record({ name: 'at', type: { type: 'long', logicalType: 'timestamp-micros' } }))
    expect(schema!.fields[0]!.note).toBe('`at` is read as BIGINT: microseconds since 1970 (timestamp-micros)')
  })

  it('leaves parts of a record out and says which', () => {
    const { schema } = resolve(
      record({
        name: 'pay',
        type: {
          type: 'record',
          name: 'Pay',
          fields: [
            { name: 'amount', type: 'long' },
            { name: 'how', type: ['string', 'int'] },
          ],
        },
      }),
    )
    expect(schema!.fields[0]!.field!.type.key).toBe('ROW<`amount` BIGINT NOT NULL>')
    expect(schema!.fields[0]!.omitted).toEqual([
      {
        path: 'pay.how',
        reason:
          "`pay.how` is a union of string and int, for which SQL has no type; one nullable field a branch in the producer's schema can be read",
      },
    ])
  })
})

describe('recursive records', () => {
  const unreadable = (text: string): Record<string, string | null> =>
    Object.fromEntries(resolve(text).schema!.fields.map((f) => [f.name, f.unreadable]))

  it('names the path through a field, an array and a map', () => {
    const node = JSON.stringify({
      type: 'record',
      name: 'Node',
      fields: [
        { name: 'name', type: 'string' },
        { name: 'parent', type: ['null', 'Node'] },
        { name: 'children', type: { type: 'array', items: 'Node' } },
        { name: 'named', type: { type: 'map', values: ['null', 'Node'] } },
      ],
    })
    const because = (path: string): string => `\`Node\` is recursive through \`Node.${path}\`, and a row type cannot hold itself`
    expect(unreadable(node)).toEqual({
      name: null,
      parent: because('parent'),
      children: because('children[]'),
      named: because('named{}'),
    })
  })

  it('names the path through two records', () => {
    const a = JSON.stringify({
      type: 'record',
      name: 'A',
      fields: [
        { name: 'id', type: 'int' },
        { name: 'b', type: ['null', { type: 'record', name: 'B', fields: [{ name: 'a', type: ['null', 'A'] }] }] },
      ],
    })
    expect(unreadable(a)).toEqual({ id: null, b: '`A` is recursive through `A.b.a`, and a row type cannot hold itself' })
  })

  it('reads a recursive record inside another one without the part that recurs', () => {
    const doc = JSON.stringify({
      type: 'record',
      name: 'Doc',
      fields: [
        {
          name: 'tree',
          type: {
            type: 'record',
            name: 'Node',
            fields: [
              { name: 'v', type: 'int' },
              { name: 'next', type: ['null', 'Node'] },
            ],
          },
        },
      ],
    })
    const { schema } = resolve(doc)
    expect(schema!.fields[0]!.field!.type.key).toBe('ROW<`v` INT NOT NULL>')
    expect(schema!.fields[0]!.omitted!.map((o) => o.path)).toEqual(['tree.next'])
  })

  it('refuses a use that would need a second form of a record in the reader schema', () => {
    const doc = JSON.stringify({
      type: 'record',
      name: 'Doc',
      fields: [
        {
          name: 'a',
          type: {
            type: 'record',
            name: 'A',
            fields: [
              { name: 'x', type: 'int' },
              {
                name: 'b',
                type: [
                  'null',
                  {
                    type: 'record',
                    name: 'B',
                    fields: [
                      { name: 'y', type: 'int' },
                      { name: 'a', type: ['null', 'A'] },
                    ],
                  },
                ],
              },
            ],
          },
        },
        { name: 'b', type: 'B' },
      ],
    })
    expect(unreadable(doc)).toEqual({
      a: null,
      b: '`b` uses a record that reads differently elsewhere in the schema, because a part of it is recursive',
    })
  })

  it('stops a schema that unfolds without end', () => {
    let type: unknown = 'int'
    const records: AvroText[] = []
    for (let i = 0; i < 40; i++) {
      records.push({
        text: JSON.stringify({
          type: 'record',
          name: `D${i}`,
          fields: [
            { name: 'a', type },
            { name: 'b', type },
          ],
        }),
        from: `d${i}`,
      })
      type = `D${i}`
    }
    const { schema } = resolve(JSON.stringify({ type: 'record', name: 'Top', fields: [{ name: 'f', type }] }), records)
    expect(schema!.fields[0]!.unreadable).toBe('`f` unfolds to more than 10,000 fields')
  })
})

describe('names across texts', () => {
  const trade = JSON.stringify({
    type: 'record',
    name: 'Trade',
    namespace: 'shop',
    fields: [
      { name: 'k', type: 'Key' },
      { name: 'v', type: 'common.Val' },
    ],
  })
  const exchange = {
    text: JSON.stringify({ type: 'enum', name: 'Exchange', namespace: 'common', symbols: ['X'] }),
    from: 'exchange.avsc',
  }
  const key = {
    text: JSON.stringify({ type: 'record', name: 'shop.Key', fields: [{ name: 'e', type: 'common.Exchange' }] }),
    from: 'key.avsc',
  }
  const val = {
    text: JSON.stringify({ type: 'record', name: 'Val', namespace: 'common', fields: [{ name: 'e', type: 'Exchange' }] }),
    from: 'val.avsc',
  }

  it('takes a diamond in any order of the files', () => {
    const first = resolve(trade, [exchange, key, val])
    expect(first.problems).toEqual([])
    expect(first.schema!.fields.map((f) => f.field!.type.key)).toEqual(['ROW<`e` STRING NOT NULL>', 'ROW<`e` STRING NOT NULL>'])
    expect(stableJson(first.schema!.reader)).toBe(stableJson(resolve(trade, [val, key, exchange]).schema!.reader))
    // the second use is by name: Avro refuses a second definition
    expect(stableJson(first.schema!.reader, { order: 'written' }).match(/"symbols"/g)).toHaveLength(1)
  })

  it('takes the same definition twice, and names both files where two differ', () => {
    expect(
      problemsOf(trade, [exchange, key, val, { text: key.text.replace('"fields"', '"doc":"x","fields"'), from: 'copy.avsc' }]),
    ).toEqual([])
    const other = { text: exchange.text.replace('"X"', '"Y"'), from: 'other.avsc' }
    expect(problemsOf(trade, [exchange, other, key, val])[0]).toBe(
      'error Trade.k.e: `common.Exchange` is defined in exchange.avsc and differently in other.avsc',
    )
    expect(problemsOf(record({ name: 'x', type: 'int' }), [exchange, other])).toEqual([])
  })

  it('says that a name is unknown, and what may be meant', () => {
    expect(problemsOf(trade, [])).toEqual([
      'error Trade.k: the type `shop.Key` is defined neither here nor in the schemas beside it',
      'error Trade.v: the type `common.Val` is defined neither here nor in the schemas beside it',
    ])
    expect(problemsOf(record({ name: 'f', type: 'strnig' }))).toEqual([
      'error R.f: there is no type `strnig`; did you mean `string`?',
    ])
    expect(problemsOf(record({ name: 'f', type: 'Key' }), [key, exchange])[0]).toContain('`shop.Key` exists')
  })
})

describe('texts that are wrong', () => {
  it.each<[string, string]>([
    ['{"type": "record"', 'error : no JSON: expected `,` or `}`, found the end of the text in line 1, column 18'],
    ['"string"', 'error : a row needs a record, and this is a string'],
    ['["null","int"]', 'error : a row needs a record, and this is a union'],
    [JSON.stringify({ type: 'enum', name: 'E', symbols: ['A'] }), 'error : a row needs a record, and `E` is an enum'],
    [JSON.stringify({ type: 'record', fields: [] }), 'error : a record without `name`'],
    [JSON.stringify({ type: 'record', name: 'R' }), 'error R: the record `R` has no list of `fields`'],
    [
      JSON.stringify({ type: 'record', name: '1R', fields: [] }),
      'error 1R: `1R` is no name for a type: letters, digits and underscores, and no digit first',
    ],
    [
      record({ name: 'a-b', type: 'int' }),
      'error R.a-b: `a-b` is no name for a field: letters, digits and underscores, and no digit first',
    ],
    [record({ name: 'a', type: 'int' }, { name: 'a', type: 'long' }), 'error R.a: the field `a` stands twice in `x.R`'],
    [record({ name: 'a', tpye: 'int' }), 'error R.a: the field `a` has no `type`; did you mean `tpye`?'],
    [record({ name: 'a', type: 7 }), 'error R.a: a type is a name, an object or a list of branches, not the number 7'],
    [record({ name: 'a', type: [] }), 'error R.a: a union without branches'],
    [record({ name: 'a', type: ['null', ['int']] }), 'error R.a: a union directly inside a union'],
    [record({ name: 'a', type: ['int', 'int'] }), 'error R.a: a union with two branches of type `int`'],
    [record({ name: 'a', type: { type: 'array' } }), 'error R.a[]: an array without `items`'],
    [record({ name: 'a', type: 'array' }), 'error R.a: `array` needs an object: `{"type": "array", …}`'],
    [
      record({ name: 'a', type: { type: 'enum', name: 'E', symbols: ['A', 'A'] } }),
      'error R.a: the symbol `A` stands twice in the enum `x.E`',
    ],
    [
      record({ name: 'a', type: { type: 'fixed', name: 'F', size: 0 } }),
      'error R.a: the fixed `x.F` needs a `size` in bytes, not the number 0',
    ],
    [
      record(
        { name: 'a', type: { type: 'enum', name: 'E', symbols: ['A'] } },
        { name: 'b', type: { type: 'enum', name: 'E', symbols: ['B'] } },
      ),
      'error R.b: `x.E` is defined twice, and not alike',
    ],
    ['{"type":"record","name":"R","name":"S","fields":[]}', 'error : the key `name` stands twice in one object'],
  ])('%s', (text, expected) => {
    expect(problemsOf(text)).toContain(expected)
    expect(resolve(text).schema).toBeNull()
  })

  it('reads past comments and a licence header', () => {
    expect(resolve(`// one\n// two\n/* {\n */\n${record({ name: 'a', type: 'int' })}\n`).problems).toEqual([])
  })
})

describe('defaults', () => {
  const raw = (field: string): string => `{"type":"record","name":"R","fields":[${field}]}`
  it.each<[string, string[]]>([
    [
      '{"name":"a","type":["string","null"],"default":null}',
      ['warning R.a: the default null fits the branch `null`, but a default belongs to the first one, `string`'],
    ],
    [
      '{"name":"b","type":["null","string"],"default":"x"}',
      ["warning R.b: the default the text 'x' fits the branch `string`, but a default belongs to the first one, `null`"],
    ],
    ['{"name":"c","type":"string","default":null}', ['warning R.c: the default is null, not a text']],
    ['{"name":"d","type":["string","null"],"default":"null"}', ['note R.d: the default is the text "null", not null']],
    ['{"name":"e","type":"boolean","default":3}', ['warning R.e: the default is the number 3, not a boolean']],
    ['{"name":"rate","type":"float","default":0}', []],
    ['{"name":"n","type":"int","default":0.0}', ['error R.n: the default is the number 0.0, not an int']],
    ['{"name":"n","type":"int","default":2147483648}', ['warning R.n: the default 2147483648 is beyond an int']],
    [
      '{"name":"a","type":["string","null"],"default":{"string":"x"}}',
      ['error R.a: the default is written as {"string": …}; defaults are written without the branch name'],
    ],
    ['{"name":"b","type":{"type":"map","values":"string"},"default":{"string":"x"}}', []],
    [
      '{"name":"f","type":{"type":"fixed","name":"F","size":2},"default":"\\u00ff"}',
      ["warning R.f: the default is the text 'ÿ', not 2 bytes, written as a text of characters up to \\u00ff"],
    ],
    [
      '{"name":"e","type":{"type":"enum","name":"E","symbols":["A"]},"default":"B"}',
      ["warning R.e: the default is the text 'B', not a symbol of `E`"],
    ],
    [
      '{"name":"r","type":{"type":"record","name":"Q","fields":[{"name":"x","type":"int"}]},"default":{}}',
      ['warning R.r: the default leaves out `x`, which has no default of its own'],
    ],
    [
      '{"name":"l","type":{"type":"array","items":"int"},"default":[1,"x"]}',
      ["warning R.l: the default is the text 'x', not an int"],
    ],
  ])('%s', (field, expected) => {
    expect(problemsOf(raw(field))).toEqual(expected)
  })

  it.each<[string, unknown, string]>([
    ['{"name":"big","type":"long","default":9007199254740993}', '9007199254740993', '9007199254740993'],
    ['{"name":"s","type":["string","null"],"default":"x"}', 'x', '["string","null"]'],
    [
      '{"name":"d","type":{"type":"bytes","logicalType":"decimal","precision":10,"scale":2},"default":"\\u0030\\u0039"}',
      '123.45',
      '"09"',
    ],
    [
      '{"name":"t","type":{"type":"long","logicalType":"timestamp-millis"},"default":1704164645123}',
      '2024-01-02 03:04:05.123',
      '1704164645123',
    ],
    ['{"name":"d","type":{"type":"int","logicalType":"date"},"default":19724}', '2024-01-02', '19724'],
    ['{"name":"b","type":"bytes","default":"\\u00ff\\u0001"}', 'ff01', 'default'],
    ['{"name":"a","type":{"type":"array","items":"long"},"default":[1]}', ['1'], '[1]'],
    [
      '{"name":"r","type":{"type":"record","name":"Q","fields":[{"name":"x","type":"int"},{"name":"y","type":["null","int"],"default":null}]},"default":{"x":1}}',
      [1, null],
      '{"x":1}',
    ],
    [
      '{"name":"m","type":{"type":"long","connect.name":"io.debezium.time.MicroTimestamp"},"default":-1}',
      '1969-12-31 23:59:59.999',
      '-1',
    ],
    ['{"name":"x","type":"string","default":null}', undefined, '"name":"x","type":"string"}'],
  ])('%s is %j', (field, literal, inReader) => {
    const { schema } = resolve(raw(field))
    expect(schema!.fields[0]!.default).toEqual(literal)
    expect(stableJson(schema!.reader, { order: 'written' })).toContain(inReader)
  })
})

describe('aliases', () => {
  it('warns that Flink does not know them', () => {
    expect(problemsOf(record({ name: 'id', type: 'int' }, { name: 'name', type: 'string', aliases: ['nm'] }))).toEqual([
      'warning R.name: `name` was once called `nm`; Flink does not know aliases, so records written with the old name have no `name`',
    ])
  })
  it('drops one that is another live field: Avro would rename that away', () => {
    const { schema, problems } = resolve(
      record({ name: 'hash', type: 'string' }, { name: 'other', type: 'string', aliases: ['hash'] }),
    )
    expect(problems).toEqual([])
    expect(stableJson(schema!.reader)).not.toContain('aliases')
  })
})

describe('Debezium envelopes', () => {
  const value = {
    type: 'record',
    name: 'Value',
    namespace: 'shop.public.customers',
    fields: [
      { name: 'id', type: 'int' },
      { name: 'seen', type: ['null', { type: 'long', 'connect.name': 'io.debezium.time.MicroTimestamp' }], default: null },
    ],
    'connect.name': 'shop.public.customers.Value',
  }
  const envelope = (after: unknown): string =>
    JSON.stringify({
      type: 'record',
      name: 'Envelope',
      namespace: 'shop.public.customers',
      fields: [
        { name: 'before', type: ['null', value], default: null },
        { name: 'after', type: ['null', after], default: null },
        { name: 'source', type: { type: 'record', name: 'Source', fields: [{ name: 'ts_ms', type: 'long' }] } },
        { name: 'op', type: 'string' },
        { name: 'ts_ms', type: ['null', 'long'], default: null },
      ],
    })

  it('gives the columns of the row image', () => {
    const { schema, problems } = resolve(envelope('Value'))
    expect(problems).toEqual([])
    expect(schema).toMatchObject({ envelope: true, name: 'shop.public.customers.Value', needsSchemaOption: false })
    expect(schema!.fields.map((f) => [f.name, spell(f.field!), f.field!.encoding])).toEqual([
      ['id', 'INT NOT NULL', undefined],
      ['seen', 'TIMESTAMP(3)', 'debezium-timestamp-micros'],
    ])
  })

  it('is no envelope where before and after differ', () => {
    expect(resolve(envelope({ type: 'record', name: 'Other', fields: [{ name: 'id', type: 'int' }] })).schema!.envelope).toBe(
      false,
    )
  })
})
