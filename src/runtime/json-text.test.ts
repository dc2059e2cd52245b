// The texts are those of JSON_OBJECT(… NULL ON NULL) in Flink 2.2.
import { expect, it } from 'vitest'
import {
  array,
  BIGINT,
  binary,
  BOOLEAN,
  BYTES,
  DATE,
  decimal,
  DOUBLE,
  INT,
  map,
  notNull,
  nullable,
  row,
  STRING,
  timestamp,
  TINYINT,
  type FlowType,
} from '../ir/types.js'
import { jsonObject } from './json-text.js'
import type { Value } from './value.js'

const cases: readonly (readonly [string, readonly (readonly [string, FlowType, Value])[], string])[] = [
  [
    'writes bytes in base64, wherever they stand: not all are texts',
    [
      ['b', BYTES, Uint8Array.of(0xff, 0)],
      ['c', binary(2), Uint8Array.of(0x61, 0x62)],
      ['e', BYTES, new Uint8Array()],
      ['n', BYTES, null],
      ['a', array(nullable(BYTES)), [Uint8Array.of(0xff, 0), null, Uint8Array.of(1)]],
      ['m', map(notNull(STRING), nullable(BYTES)), { entries: [['k', Uint8Array.of(0xff, 0xfe, 0xfd)]] }],
      [
        'r',
        row([
          { name: 'x', type: BYTES, nullable: true },
          { name: 'y', type: INT, nullable: true },
        ]),
        [Uint8Array.of(0xfb), 1],
      ],
    ],
    '{"a":["/wA=",null,"AQ=="],"b":"/wA=","c":"YWI=","e":"","m":{"k":"//79"},"n":null,"r":{"x":"+w==","y":1}}',
  ],
  [
    'sorts keys and escapes only quotes, backslashes and control characters',
    [
      ['b', STRING, 'q" b\\ s/ \n \t \u0001 \u001f \u007f \u2028 é'],
      ['a', STRING, null],
      ['Z', STRING, ''],
    ],
    '{"Z":"","a":null,"b":"q\\" b\\\\ s/ \\n \\t \\u0001 \\u001F \u007f \u2028 é"}',
  ],
  [
    'writes integers and booleans as they are',
    [
      ['ti', TINYINT, -1],
      ['l', BIGINT, 9223372036854775807n],
      ['t', BOOLEAN, true],
      ['n', INT, null],
    ],
    '{"l":9223372036854775807,"n":null,"t":true,"ti":-1}',
  ],
  [
    'writes every other scalar as the text of its cast',
    [
      ['m', decimal(10, 2), -100n],
      ['d', DOUBLE, 1],
      ['ts', timestamp(3), Date.UTC(2026, 0, 1, 10, 0, 0, 500)],
      ['dt', DATE, 20454],
    ],
    '{"d":"1.0","dt":"2026-01-01","m":"-1.00","ts":"2026-01-01 10:00:00.500"}',
  ],
  [
    'writes arrays, maps by text and rows of these as JSON',
    [
      ['a', array(nullable(INT)), [2, 1, null]],
      [
        'm',
        map(notNull(STRING), nullable(INT)),
        {
          entries: [
            ['z', 1],
            ['a', 2],
          ],
        },
      ],
      [
        'r',
        row([
          { name: 'zz', ...nullable(INT) },
          { name: 'aa', ...nullable(STRING) },
        ]),
        [1, 'x'],
      ],
    ],
    '{"a":[2,1,null],"m":{"a":2,"z":1},"r":{"aa":"x","zz":1}}',
  ],
  [
    'writes those of other types as the text of the whole',
    [
      ['a', array(nullable(decimal(3, 2))), [150n, 225n]],
      ['m', map(notNull(INT), nullable(STRING)), { entries: [[1, 'a']] }],
      [
        'r',
        row([
          { name: 'x', ...nullable(DOUBLE) },
          { name: 'y', ...nullable(BOOLEAN) },
          { name: 'z', ...nullable(INT) },
        ]),
        [1.5, true, null],
      ],
    ],
    '{"a":"[1.50, 2.25]","m":"{1=a}","r":"(1.5, TRUE, NULL)"}',
  ],
]

it.each(cases)('%s', (_, fields, text) => {
  expect(
    jsonObject(
      fields.map(([name, type]) => ({ name, type })),
      fields.map(([, , value]) => value),
    ),
  ).toBe(text)
})
