// The two sides of a dead letter's payload: which types JSON_OBJECT is given as they are, and which as text.
import { expect, it } from 'vitest'
import { naturalInJson } from '../../src/codegen/flink/envelope.js'
import { isJsonType } from '../../src/runtime/json-text.js'
import * as t from '../../src/ir/types.js'

const plain: readonly t.FlowType[] = [
  t.BOOLEAN,
  t.TINYINT,
  t.SMALLINT,
  t.INT,
  t.BIGINT,
  t.FLOAT,
  t.DOUBLE,
  t.decimal(10, 2),
  t.char(3),
  t.STRING,
  t.binary(3),
  t.BYTES,
  t.DATE,
  t.time(0),
  t.timestamp(3),
  t.timestampLtz(3),
]
const types = plain.flatMap((type) => [
  type,
  t.array(t.nullable(type)),
  t.map(t.notNull(t.STRING), t.nullable(type)),
  t.map(t.notNull(type), t.nullable(t.INT)),
  t.row([{ name: 'x', ...t.nullable(type) }]),
  t.array(t.nullable(t.row([{ name: 'x', ...t.nullable(type) }]))),
])

it.each(types.map((type) => [type.key, type] as const))('SQL and interpreter agree on %s', (_key, type) => {
  expect(naturalInJson(type)).toBe(isJsonType(type))
})

it('bytes are never read as text', () => {
  expect(naturalInJson(t.BYTES)).toBe(true)
})
