import { describe, expect, it } from 'vitest'
import * as t from '../../ir/types.js'
import type { Value } from '../value.js'
import { encodeJson, encodeValue } from './encode-json.js'

const at = (text: string): number => Date.parse(`${text}Z`)

describe('JSON texts as Flink writes them', () => {
  // Recorded from Flink 2.2.0 on Java 17: INSERT INTO a filesystem table with 'format' = 'json' and
  // 'json.encode.decimal-as-plain-number' = 'true', one row a value.
  it.each<[t.FlowType, Value, string]>([
    [t.BOOLEAN, true, 'true'],
    [t.BOOLEAN, null, 'null'],
    [t.TINYINT, -128, '-128'],
    [t.INT, -2147483648, '-2147483648'],
    [t.BIGINT, 9223372036854775807n, '9223372036854775807'],
    [t.FLOAT, 0, '0.0'],
    [t.FLOAT, -0, '-0.0'],
    [t.FLOAT, 1, '1.0'],
    [t.FLOAT, Math.fround(0.1), '0.1'],
    [t.FLOAT, 16777216, '1.6777216E7'],
    [t.FLOAT, 1e7, '1.0E7'],
    [t.FLOAT, 9999999, '9999999.0'],
    [t.FLOAT, Math.fround(1e-3), '0.001'],
    [t.FLOAT, Math.fround(1e-4), '1.0E-4'],
    [t.FLOAT, Math.fround(3.4028235e38), '3.4028235E38'],
    [t.FLOAT, Math.fround(1.4e-45), '1.4E-45'],
    [t.FLOAT, Math.fround(123456.789), '123456.79'],
    [t.FLOAT, Math.fround(8.5899346e9), '8.5899346E9'],
    [t.FLOAT, Number.NaN, '"NaN"'],
    [t.FLOAT, -Infinity, '"-Infinity"'],
    [t.DOUBLE, 0, '0.0'],
    [t.DOUBLE, 100, '100.0'],
    [t.DOUBLE, 1e7, '1.0E7'],
    [t.DOUBLE, 12345678.9, '1.23456789E7'],
    [t.DOUBLE, 0.0001, '1.0E-4'],
    [t.DOUBLE, 2e-3, '0.002'],
    [t.DOUBLE, 1e21, '1.0E21'],
    [t.DOUBLE, 1e23, '9.999999999999999E22'],
    [t.DOUBLE, 2e23, '1.9999999999999998E23'],
    [t.DOUBLE, 1.7976931348623157e308, '1.7976931348623157E308'],
    [t.DOUBLE, 5e-324, '4.9E-324'],
    [t.DOUBLE, 123456789012345680, '1.2345678901234568E17'],
    [t.DOUBLE, Infinity, '"Infinity"'],
    [t.decimal(10, 2), 1000n, '10.00'],
    [t.decimal(10, 2), -5n, '-0.05'],
    [t.decimal(10, 2), 0n, '0.00'],
    [t.decimal(38, 0), 12345678901234567890123456789012345678n, '12345678901234567890123456789012345678'],
    [t.decimal(20, 18), 1n, '0.000000000000000001'],
    [t.decimal(20, 18), 0n, '0.000000000000000000'],
    [t.STRING, '', '""'],
    [t.STRING, 'ä€😀', '"ä€\\uD83D\\uDE00"'],
    [t.STRING, '\u0001\t\n\r"\\/\u007f\u2028<>&\'', '"\\u0001\\t\\n\\r\\"\\\\/\u007f\u2028<>&\'"'],
    [t.char(3), 'a  ', '"a  "'],
    [t.BYTES, new Uint8Array([1, 2, 3, 255]), '"AQID/w=="'],
    [t.BYTES, new Uint8Array(0), '""'],
    [t.BYTES, new Uint8Array([0xfb, 0xff]), '"+/8="'],
    [t.DATE, 19782, '"2024-02-29"'],
    [t.DATE, -719162, '"0001-01-01"'],
    [t.time(0), 11045000, '"03:04:05"'],
    [t.time(3), 11045120, '"03:04:05"'],
    [t.timestamp(0), at('2024-01-02T03:04:05'), '"2024-01-02 03:04:05"'],
    [t.timestamp(3), at('2024-01-02T03:04:05'), '"2024-01-02 03:04:05"'],
    [t.timestamp(3), at('2024-01-02T03:04:05.100'), '"2024-01-02 03:04:05.1"'],
    [t.timestamp(3), at('2024-01-02T03:04:05.120'), '"2024-01-02 03:04:05.12"'],
    [t.timestamp(3), at('2024-01-02T00:00:00'), '"2024-01-02 00:00:00"'],
    [t.timestamp(3), -1, '"1969-12-31 23:59:59.999"'],
    [t.timestamp(3), at('0001-01-01T00:00:00'), '"0001-01-01 00:00:00"'],
    [t.timestamp(6), { ms: at('2024-01-02T03:04:05.123'), ns: 450000 }, '"2024-01-02 03:04:05.12345"'],
    [t.timestamp(6), { ms: at('2024-01-02T03:04:05'), ns: 1000 }, '"2024-01-02 03:04:05.000001"'],
    [t.timestamp(9), { ms: at('2024-01-02T03:04:05.123'), ns: 456789 }, '"2024-01-02 03:04:05.123456789"'],
    [t.timestampLtz(3), at('2024-01-02T03:04:05'), '"2024-01-02 03:04:05Z"'],
    [t.timestampLtz(3), at('2024-01-02T03:04:05.120'), '"2024-01-02 03:04:05.12Z"'],
    [t.array(t.nullable(t.INT)), [1, 2, null], '[1,2,null]'],
    [
      t.map(t.notNull(t.STRING), t.nullable(t.INT)),
      {
        entries: [
          ['b', 1],
          ['a', null],
        ],
      },
      '{"b":1,"a":null}',
    ],
    [
      t.row([
        { name: 'a', type: t.INT, nullable: true },
        { name: 'c', type: t.timestamp(3), nullable: true },
      ]),
      [1, at('2024-01-02T03:04:05')],
      '{"a":1,"c":"2024-01-02 03:04:05"}',
    ],
  ])('%o %s', (type, value, expected) => {
    expect(encodeValue(type, value)).toBe(expected)
  })

  it('writes the columns in order, NULL as null', () => {
    expect(
      encodeJson(
        [
          { name: 'order id', type: t.BIGINT },
          { name: 'amount', type: t.decimal(10, 2) },
          { name: 'note', type: t.STRING },
        ],
        [1n, 1050n, null],
      ),
    ).toBe('{"order id":1,"amount":10.50,"note":null}')
  })
})
