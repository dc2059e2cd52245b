import { describe, expect, it } from 'vitest'
import {
  array,
  BIGINT,
  BYTES,
  char,
  DATE,
  decimal,
  DOUBLE,
  ERROR_TYPE,
  FLOAT,
  INT,
  map,
  notNull,
  NULL_TYPE,
  nullable,
  row,
  SMALLINT,
  STRING,
  timestamp,
  timestampLtz,
  varbinary,
  varchar,
  type FlowType,
} from '../ir/types.js'
import { commonType, widens } from './coerce.js'

const key = (t: FlowType): string => t.key

describe('an inserted cast keeps every value', () => {
  const xy = (nullableX: boolean): FlowType => row([{ name: 'x', type: INT, nullable: nullableX }])
  it.each<[FlowType, FlowType]>([
    [INT, BIGINT],
    [SMALLINT, FLOAT],
    [INT, DOUBLE],
    [FLOAT, DOUBLE],
    [BIGINT, decimal(19, 0)],
    [INT, decimal(12, 2)],
    [decimal(10, 2), decimal(12, 4)],
    [char(3), varchar(3)],
    [varchar(3), STRING],
    [varbinary(3), BYTES],
    [timestamp(3), timestamp(6)],
    [array(notNull(INT)), array(nullable(INT))],
    [map(notNull(STRING), notNull(INT)), map(notNull(STRING), nullable(INT))],
    [xy(false), xy(true)],
    [array(notNull(char(1))), array(nullable(STRING))],
    [map(notNull(char(1)), notNull(INT)), map(notNull(varchar(2)), nullable(INT))],
  ])('%s → %s', (from, to) => {
    expect([key(from), key(to), widens(from, to)]).toEqual([key(from), key(to), true])
  })
  it.each<[FlowType, FlowType]>([
    [BIGINT, INT],
    [BIGINT, DOUBLE],
    [INT, FLOAT],
    [DOUBLE, FLOAT],
    [DOUBLE, decimal(38, 18)],
    [BIGINT, decimal(18, 0)],
    [decimal(10, 2), decimal(10, 4)],
    [decimal(10, 4), decimal(12, 2)],
    [decimal(5, 0), INT],
    [decimal(5, 2), DOUBLE],
    [STRING, varchar(10)],
    [varchar(2), char(3)],
    [BYTES, varbinary(3)],
    [timestamp(6), timestamp(3)],
    [timestamp(3), timestampLtz(3)],
    [timestamp(3), DATE],
    [DATE, timestamp(3)],
    [INT, STRING],
    [array(nullable(INT)), array(notNull(INT))],
    [array(nullable(INT)), array(nullable(BIGINT))],
    [array(nullable(STRING)), array(nullable(varchar(3)))],
    [xy(true), xy(false)],
    [xy(true), row([{ name: 'y', type: INT, nullable: true }])],
  ])('not %s → %s', (from, to) => {
    expect([key(from), key(to), widens(from, to)]).toEqual([key(from), key(to), false])
  })
})

describe('a common type', () => {
  it('is nullable where one side is', () => expect(commonType([notNull(INT), nullable(BIGINT)])?.typed).toEqual(nullable(BIGINT)))
  it('takes NULL literals of any type', () =>
    expect(commonType([nullable(NULL_TYPE), notNull(DATE)])?.typed).toEqual(nullable(DATE)))
  it('is poison where one side is', () => expect(commonType([nullable(ERROR_TYPE), notNull(DATE)])?.typed.type).toBe(ERROR_TYPE))
  it.each<[FlowType, FlowType, string]>([
    [char(2), char(3), 'VARCHAR(3)'],
    [char(3), char(3), 'CHAR(3)'],
    [decimal(10, 2), decimal(12, 6), 'DECIMAL(14, 6)'],
    [INT, decimal(5, 2), 'DECIMAL(12, 2)'],
    [timestamp(0), timestamp(6), 'TIMESTAMP(6)'],
    [array(notNull(INT)), array(nullable(INT)), 'ARRAY<INT>'],
    [array(notNull(char(1))), array(notNull(char(2))), 'ARRAY<VARCHAR(2) NOT NULL>'],
    [array(notNull(char(1))), array(nullable(STRING)), 'ARRAY<STRING>'],
  ])('of %s and %s', (a, b, common) => {
    expect([commonType([notNull(a), notNull(b)])?.typed.type.key, commonType([notNull(b), notNull(a)])?.typed.type.key]).toEqual([
      common,
      common,
    ])
  })
  it.each<[FlowType, FlowType]>([
    [INT, STRING],
    [timestamp(3), timestampLtz(3)],
    [DATE, timestamp(3)],
    [array(notNull(INT)), array(notNull(BIGINT))],
  ])('of %s and %s there is none', (a, b) => {
    expect(commonType([notNull(a), notNull(b)])).toBeNull()
  })
  it.each<[FlowType, FlowType, string]>([
    [
      decimal(38, 18),
      decimal(38, 38),
      'DECIMAL(38, 18) and DECIMAL(38, 38) have DECIMAL(38, 18) in common, which cuts fraction digits',
    ],
    [BIGINT, DOUBLE, 'BIGINT becomes DOUBLE, which keeps about 15 digits'],
    [FLOAT, DOUBLE, 'DOUBLE is narrowed to FLOAT'],
  ])('of %s and %s says what is lost', (a, b, lossy) => {
    expect(commonType([notNull(a), notNull(b)])?.lossy).toBe(lossy)
  })
})
