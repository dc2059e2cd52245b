// A dead letter's payload: which types JSON_OBJECT is given as they are, and which as text.
import { expect, it } from 'vitest'
import { isPayloadValue } from '../../src/ir/dlq.js'
import * as t from '../../src/ir/types.js'

const asValue: readonly t.FlowType[] = [
  t.BOOLEAN,
  t.TINYINT,
  t.SMALLINT,
  t.INT,
  t.BIGINT,
  t.char(3),
  t.STRING,
  t.binary(3),
  t.BYTES,
]
const asText: readonly t.FlowType[] = [t.FLOAT, t.DOUBLE, t.decimal(10, 2), t.DATE, t.time(0), t.timestamp(3), t.timestampLtz(3)]
/** The type inside every type that holds one. */
const around = (type: t.FlowType): readonly t.FlowType[] => [
  type,
  t.array(t.nullable(type)),
  t.map(t.notNull(t.STRING), t.nullable(type)),
  t.row([{ name: 'x', ...t.nullable(type) }]),
  t.array(t.nullable(t.row([{ name: 'x', ...t.nullable(type) }]))),
]

it.each(asValue.flatMap(around).map((type) => [type.key, type] as const))('%s is a value of JSON', (_, type) => {
  expect(isPayloadValue(type)).toBe(true)
})

it.each(
  [...asText.flatMap(around), t.map(t.notNull(t.INT), t.nullable(t.STRING)), t.map(t.notNull(t.DATE), t.nullable(t.INT))].map(
    (type) => [type.key, type] as const,
  ),
)('%s is carried as text', (_, type) => {
  expect(isPayloadValue(type)).toBe(false)
})
