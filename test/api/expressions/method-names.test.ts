// A field of a ROW that is called as a method is no property, in types as at run time: `field('at')` reads it.
import { expect, it } from 'vitest'
import { relation } from '../../../src/api/index.js'
import { METHOD_NAMES } from '../../../src/api/operators.js'
import type { Arr, Bool, Dict, Num, Span, Str, Time } from '../../../src/api/types/columns.js'
import type { Interval, Timestamp } from '../../../src/api/types/values.js'
import { orders } from '../rows.js'
import { lastText, mistakeOf } from '../support.js'

type Methods =
  | keyof (Num<number, never> & Str<string, never> & Bool<boolean, never> & Time<Timestamp, never> & Span<Interval, never>)
  | keyof (Arr<readonly number[], never> & Dict<ReadonlyMap<string, number>, never>)

it('the methods of all types are those that an expression has', () => {
  const methods = {
    and: true,
    at: true,
    between: true,
    betweenSymmetric: true,
    cast: true,
    concat: true,
    div: true,
    eq: true,
    ge: true,
    gt: true,
    in: true,
    isDistinctFrom: true,
    isFalse: true,
    isNotDistinctFrom: true,
    isNotFalse: true,
    isNotNull: true,
    isNotTrue: true,
    isNotUnknown: true,
    isNull: true,
    isTrue: true,
    isUnknown: true,
    le: true,
    like: true,
    lt: true,
    minus: true,
    mod: true,
    ne: true,
    negate: true,
    not: true,
    notBetween: true,
    notBetweenSymmetric: true,
    notIn: true,
    notLike: true,
    notSimilarTo: true,
    or: true,
    plus: true,
    similarTo: true,
    times: true,
    tryCast: true,
  } satisfies Record<Methods & string, true>
  // of a ROW, and of aggregates
  expect([...METHOD_NAMES].filter((n) => n !== 'field' && n !== 'filter').sort()).toEqual(Object.keys(methods).sort())
})

it('a field that is called so', () => {
  expect(
    lastText(
      relation(
        'q',
        orders.select((o) => ({ at: o.payload.field('at'), id: o.payload.id })),
      ),
    ),
  ).toContain('select payload.at, payload.id')
  // @ts-expect-error it is a method of arrays
  expect(mistakeOf(() => orders.select((o) => ({ at: o.payload.at }))).message).toMatch(/^FLOW2104: a function/)
})
