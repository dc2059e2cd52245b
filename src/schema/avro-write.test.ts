import { describe, expect, it } from 'vitest'
import { stableJson } from '../core/stable-json.js'
import * as t from '../ir/types.js'
import { resolveAvro } from './avro.js'
import { avroFor } from './avro-write.js'

describe('the schema that a sink writes with', () => {
  // Compared with AvroSchemaConverter#convertToSchema of Flink 2.2.0 for each type, nullable and not; the second column is what
  // the table must declare so that validateSchemaString accepts the schema.
  it.each<[t.FlowType, unknown, t.FlowType]>([
    [t.BOOLEAN, 'boolean', t.BOOLEAN],
    [t.TINYINT, 'int', t.INT],
    [t.SMALLINT, 'int', t.INT],
    [t.BIGINT, 'long', t.BIGINT],
    [t.FLOAT, 'float', t.FLOAT],
    [t.DOUBLE, 'double', t.DOUBLE],
    [t.decimal(10, 2), { type: 'bytes', logicalType: 'decimal', precision: 10, scale: 2 }, t.decimal(10, 2)],
    [t.char(3), 'string', t.STRING],
    [t.varchar(5), 'string', t.STRING],
    [t.binary(2), 'bytes', t.BYTES],
    [t.DATE, { type: 'int', logicalType: 'date' }, t.DATE],
    [t.time(0), { type: 'int', logicalType: 'time-millis' }, t.time(3)],
    [t.timestamp(0), { type: 'long', logicalType: 'timestamp-millis' }, t.timestamp(3)],
    [t.timestamp(3), { type: 'long', logicalType: 'timestamp-millis' }, t.timestamp(3)],
    [t.array(t.nullable(t.INT)), { type: 'array', items: ['null', 'int'] }, t.array(t.nullable(t.INT))],
    [t.map(t.notNull(t.char(2)), t.notNull(t.INT)), { type: 'map', values: 'int' }, t.map(t.notNull(t.STRING), t.notNull(t.INT))],
    [t.multiset(t.notNull(t.STRING)), { type: 'map', values: 'int' }, t.map(t.notNull(t.STRING), t.notNull(t.INT))],
    [
      t.row([{ name: 'x', type: t.row([{ name: 'y', type: t.varchar(2), nullable: true }]), nullable: false }]),
      {
        type: 'record',
        name: 'Orders_f',
        fields: [
          {
            name: 'x',
            type: { type: 'record', name: 'Orders_f_x', fields: [{ name: 'y', type: ['null', 'string'], default: null }] },
          },
        ],
      },
      t.row([{ name: 'x', type: t.row([{ name: 'y', type: t.STRING, nullable: true }]), nullable: false }]),
    ],
  ])('%o', (type, schema, declared) => {
    const result = avroFor([{ name: 'f', typed: t.notNull(type), doc: 'what it is' }], 'Orders', 'shop')
    expect(result).toEqual({
      ok: true,
      schema: { type: 'record', name: 'Orders', namespace: 'shop', fields: [{ name: 'f', type: schema, doc: 'what it is' }] },
      columns: [t.notNull(declared)],
    })
    const nullable = avroFor([{ name: 'f', typed: t.nullable(type), doc: null }], 'Orders', '')
    expect(nullable).toEqual({
      ok: true,
      schema: { type: 'record', name: 'Orders', fields: [{ name: 'f', type: ['null', schema], default: null }] },
      columns: [t.nullable(declared)],
    })
  })

  it.each<[t.FlowType, string, string | null]>([
    [t.timestamp(6), "`f` is TIMESTAMP(6), and Flink's `avro-confluent` writes milliseconds only", 'cast it to TIMESTAMP(3)'],
    [t.timestampLtz(3), "`f` is TIMESTAMP_LTZ(3), which Flink's `avro-confluent` cannot write", 'cast it to TIMESTAMP(3)'],
    [t.time(6), '`f` is TIME(6), and Avro carries milliseconds of the day', 'cast it to TIME(3)'],
    [t.INTERVAL_DAY_TIME, '`f` is INTERVAL DAY TO SECOND(3), for which Avro has no type', 'cast it to BIGINT milliseconds'],
    [
      t.map(t.notNull(t.INT), t.nullable(t.INT)),
      '`f` is MAP<INT NOT NULL, INT>, and keys of an Avro map are text',
      'cast the keys to STRING',
    ],
    [t.NULL_TYPE, '`f` is always NULL and has no type', 'give it one: `cast(null as string)`'],
    [
      t.array(t.nullable(t.timestampLtz(3))),
      "`f[]` is TIMESTAMP_LTZ(3), which Flink's `avro-confluent` cannot write",
      'cast it to TIMESTAMP(3)',
    ],
  ])('refuses %o', (type, reason, help) => {
    expect(avroFor([{ name: 'f', typed: t.nullable(type), doc: null }], 'R', 'n')).toEqual({
      ok: false,
      field: type.kind === 'array' ? 'f[]' : 'f',
      reason,
      help,
    })
  })

  it('refuses a name that Avro does not have', () => {
    expect(avroFor([{ name: 'order id', typed: t.nullable(t.INT), doc: null }], 'R', 'n')).toMatchObject({
      ok: false,
      field: 'order id',
      help: 'rename the column',
    })
  })

  it('writes what can be read back as the same row', () => {
    const fields = [t.INT, t.STRING, t.decimal(10, 2), t.timestamp(3), t.array(t.nullable(t.BIGINT))].map((type, i) => ({
      name: `c${i}`,
      typed: t.nullable(type),
      doc: null,
    }))
    const written = avroFor(fields, 'Rows', 'shop')
    const read = resolveAvro(written.ok ? stableJson(written.schema) : '', {
      kind: 'file',
      subject: null,
      version: null,
      path: null,
      describe: 'x',
    })
    expect(read.problems).toEqual([])
    expect(read.schema!.fields.map((f) => f.field!.type)).toEqual(fields.map((f) => f.typed.type))
    expect(read.schema!.needsSchemaOption).toBe(false)
  })
})
