import { describe, expect, it } from 'vitest'
import {
  array,
  BIGINT,
  binary,
  BOOLEAN,
  BYTES,
  char,
  DATE,
  decimal,
  DOUBLE,
  FLOAT,
  INT,
  map,
  multiset,
  notNull,
  nullable,
  row,
  STRING,
  time,
  timestamp,
  timestampLtz,
  TINYINT,
  varchar,
  type FlowType,
} from '../ir/types.js'
import type { CellNode } from '../surface/ast.js'
import { literalFromCell } from './cell.js'

const span = { declaration: 'd', start: 0, end: 0 }
const n = (text: string): CellNode => ({ kind: 'number', text, span })
const s = (text: string): CellNode => ({ kind: 'string', text, span })
const w = (text: string): CellNode => ({ kind: 'word', text, span })
const b = (value: boolean): CellNode => ({ kind: 'boolean', value, span })
const NULL: CellNode = { kind: 'null', span }
const many = (kind: 'array' | 'row' | 'map', ...items: CellNode[]): CellNode => ({ kind, items, span })

const named = (fields: Readonly<Record<string, CellNode>>): CellNode => ({
  kind: 'row',
  items: Object.values(fields),
  names: Object.keys(fields).map((text) => ({ text, span })),
  span,
})

const nested = row([
  { name: 'x', type: INT, nullable: false },
  { name: 'y', type: STRING, nullable: true },
])

describe('a cell becomes exactly its value', () => {
  it.each<[string, FlowType, CellNode, unknown]>([
    ['a whole number', INT, n('42'), 42],
    ['a whole number written with a point', INT, n('42.0'), 42],
    ['the smallest TINYINT', TINYINT, n('-128'), -128],
    ['a BIGINT as digits', BIGINT, n('9223372036854775807'), '9223372036854775807'],
    ['a DECIMAL with fewer digits', decimal(10, 2), n('1.5'), '1.50'],
    ['a DECIMAL with zeros beyond its scale', decimal(10, 2), n('1.5000'), '1.50'],
    ['a DECIMAL in exponent form', decimal(10, 2), n('-1e3'), '-1000.00'],
    ['a DECIMAL in quotes', decimal(38, 2), s('123456789012345678901234567890.12'), '123456789012345678901234567890.12'],
    ['a DOUBLE', DOUBLE, n('0.1'), 0.1],
    ['a negative zero', DOUBLE, n('-0.0'), -0],
    ['a negative zero of an INT', INT, n('-0.0'), 0],
    ['a negative zero of a DECIMAL', decimal(10, 2), n('-0.0'), '0.00'],
    ['a DOUBLE in quotes', DOUBLE, s('1e3'), 1000],
    ['a number that is none, in quotes', DOUBLE, s('-Infinity'), '-Infinity'],
    ['a FLOAT rounded to 32 bits', FLOAT, n('0.1'), Math.fround(0.1)],
    ['a number that is none', DOUBLE, w('NaN'), 'NaN'],
    ['a truth value', BOOLEAN, b(true), true],
    ['a quoted text', STRING, s("it's"), "it's"],
    ['a bare word', STRING, w('eu'), 'eu'],
    ['a text of full length', varchar(3), s('abc'), 'abc'],
    ['bytes', BYTES, s('00fF'), '00ff'],
    ['a date', DATE, s('2024-02-29'), '2024-02-29'],
    ['a time without seconds', time(0), s('10:11'), '10:11:00'],
    ['a timestamp, filled up to its precision', timestamp(3), s('2024-01-01 10:00:00'), '2024-01-01 10:00:00.000'],
    ['a timestamp without seconds, with a T', timestamp(0), s('2024-01-01T10:00'), '2024-01-01 10:00:00'],
    ['a timestamp with zeros beyond its precision', timestamp(3), s('2024-01-01 10:00:00.120000'), '2024-01-01 10:00:00.120'],
    ['nanoseconds', timestamp(9), s('2024-01-01 10:00:00.000000001'), '2024-01-01 10:00:00.000000001'],
    ['an instant', timestampLtz(3), s('2024-01-01T10:00:00Z'), '2024-01-01 10:00:00.000'],
    ['an instant without a Z, in UTC', timestampLtz(3), s('2024-01-01 10:00:00.5'), '2024-01-01 10:00:00.500'],
    ['NULL', INT, NULL, null],
    ['an array', array(nullable(INT)), many('array', n('1'), NULL), [1, null]],
    [
      'a map',
      map(notNull(STRING), nullable(INT)),
      many('map', s('a'), n('1'), s('b'), NULL),
      [
        ['a', 1],
        ['b', null],
      ],
    ],
    ['a multiset', multiset(notNull(STRING)), many('map', s('a'), n('2')), [['a', 2]]],
    ['a row', nested, many('row', n('1'), s('x')), [1, 'x']],
    ['a row by its names', nested, named({ y: s('x'), x: n('1') }), [1, 'x']],
    ['a row without what may be NULL', nested, named({ x: n('1') }), [1, null]],
    ['a row of nothing', row([{ name: 'y', type: STRING, nullable: true }]), many('row'), [null]],
    ['a map as an object', map(notNull(STRING), nullable(INT)), named({ a: n('1') }), [['a', 1]]],
    ['an empty map as an object', map(notNull(STRING), nullable(INT)), many('row'), []],
    ['a multiset as an object', multiset(notNull(STRING)), named({ a: n('2') }), [['a', 2]]],
  ])('%s', (_, type, cell, value) => {
    expect(literalFromCell(cell, nullable(type))).toEqual({ ok: true, value })
  })
})

describe('a cell that does not fit is a problem, never changed', () => {
  it.each<[FlowType, CellNode, string]>([
    [INT, n('1.5'), '`1.5` is no whole number, the column is INT'],
    [INT, n('2147483648'), '`2147483648` is out of range: INT goes from -2147483648 to 2147483647'],
    [
      BIGINT,
      n('-9223372036854775809'),
      '`-9223372036854775809` is out of range: BIGINT goes from -9223372036854775808 to 9223372036854775807',
    ],
    [INT, s('1'), "`'1'` is no INT"],
    [decimal(10, 2), n('1.005'), '`1.005` has 3 fraction digits, DECIMAL(10, 2) takes 2'],
    [decimal(3, 2), n('12.5'), '`12.5` has too many digits for DECIMAL(3, 2)'],
    [decimal(3, 2), s('12.5'), '`12.5` has too many digits for DECIMAL(3, 2)'],
    [decimal(3, 2), s('x'), "`'x'` is no DECIMAL(3, 2)"],
    [DOUBLE, s(''), "`''` is no DOUBLE"],
    [FLOAT, n('1e39'), '`1e39` is out of range for FLOAT'],
    [BOOLEAN, n('1'), '`1` is no BOOLEAN'],
    [STRING, n('12'), '`12` is no STRING'],
    [varchar(2), s('abc'), "`'abc'` has 3 characters, VARCHAR(2) takes 2"],
    [char(1), s('ab'), "`'ab'` has 2 characters, CHAR(1) takes 1"],
    [binary(2), s('00'), "`'00'` has 1 byte, BINARY(2) takes 2"],
    [BYTES, s('0g'), "`'0g'` is no BYTES"],
    [DATE, s('2024-02-30'), 'there is no day 2024-02-30'],
    [DATE, s('yesterday'), "`'yesterday'` is no DATE"],
    [DATE, n('20240101'), '`20240101` is no DATE'],
    [timestamp(3), s('2023-02-29 10:00:00'), 'there is no day 2023-02-29'],
    [timestamp(3), s('2024-01-01 25:00:00'), "`'2024-01-01 25:00:00'` is no TIMESTAMP(3)"],
    [
      timestamp(3),
      s('2024-01-01 10:00:00.1234'),
      "`'2024-01-01 10:00:00.1234'` has 4 digits after the second, TIMESTAMP(3) takes 3",
    ],
    [
      timestamp(3),
      s('2024-01-01T10:00:00Z'),
      "`'2024-01-01T10:00:00Z'` is an instant, TIMESTAMP(3) is a wall clock without a time zone",
    ],
    [timestampLtz(3), s('2024-01-01T10:00:00+02:00'), "`'2024-01-01T10:00:00+02:00'` has an offset from UTC"],
    [time(0), s('10:11:12.5'), "`'10:11:12.5'` has 1 digit after the second, TIME(0) takes 0"],
    [array(notNull(INT)), many('array', NULL), 'NULL cannot stand in a column of type INT NOT NULL'],
    [array(notNull(INT)), s('[1]'), "`'[1]'` is no ARRAY<INT NOT NULL>"],
    [map(notNull(STRING), nullable(INT)), many('map', s('a')), 'a map has a value for each key: `map[key, value, …]`'],
    [map(notNull(STRING), nullable(INT)), many('map', s('a'), n('1'), s('a'), n('2')), "the key `'a'` appears twice"],
    [multiset(notNull(STRING)), many('map', s('a'), n('0')), 'an element cannot be there 0 times'],
    [multiset(notNull(STRING)), many('array', s('a')), '`array[…]` is no MULTISET<STRING NOT NULL>'],
    [nested, many('row', n('1')), 'ROW<`x` INT NOT NULL, `y` STRING> has 2 fields, 1 is given'],
    [nested, many('row'), 'the field `x` is left out and never NULL'],
    [map(notNull(STRING), nullable(INT)), many('row', n('1')), '`row(…)` is no MAP<STRING NOT NULL, INT>'],
    [nested, named({ z: n('1') }), 'ROW<`x` INT NOT NULL, `y` STRING> has no field `z`'],
    [nested, named({ y: s('a') }), 'the field `x` is left out and never NULL'],
    [nested, named({ x: s('a') }), "`'a'` is no INT"],
  ])('%j %j', (type, cell, problem) => {
    const result = literalFromCell(cell, nullable(type))
    expect(result.ok ? 'accepted' : result.problem).toBe(problem)
  })

  it('NULL into NOT NULL', () => {
    expect(literalFromCell(NULL, notNull(INT))).toEqual({
      ok: false,
      problem: 'NULL cannot stand in a column of type INT NOT NULL',
      help: null,
    })
  })
})
