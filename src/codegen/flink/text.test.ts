// Names, texts, intervals, literals and expressions as SQL.
import { describe, expect, it } from 'vitest'
import type { Expr, LiteralValue } from '../../ir/expr.js'
import {
  array,
  BIGINT,
  BOOLEAN,
  binary,
  char,
  DATE,
  decimal,
  DOUBLE,
  FLOAT,
  INT,
  INTERVAL_DAY_TIME,
  INTERVAL_YEAR_MONTH,
  map,
  notNull,
  NULL_TYPE,
  nullable,
  row,
  SMALLINT,
  STRING,
  time,
  timestamp,
  timestampLtz,
  varchar,
  type FlowType,
  type Typed,
} from '../../ir/types.js'
import { exprTerm } from './expr.js'
import { primary } from './functions.js'
import { literalText } from './literal.js'
import { NameAllocator, uniqueNames } from './names.js'
import { intervalText, optionDuration, quoteName, quotePath, quoteText } from './quote.js'

describe('quoting', () => {
  it.each([
    ['orders', '`orders`'],
    ['a`b', '`a``b`'],
    ['order', '`order`'],
    ['a.b', '`a.b`'],
    ['', '``'],
  ])('a name: %s', (name, sql) => expect(quoteName(name)).toBe(sql))

  it('a path and a text', () => {
    expect(quotePath(['lake', 'sales', 'x`y'])).toBe('`lake`.`sales`.`x``y`')
    expect(quoteText("it's; --")).toBe("'it''s; --'")
  })

  it.each([
    [0, "INTERVAL '0' SECOND"],
    [1, "INTERVAL '0.001' SECOND"],
    [1500, "INTERVAL '1.500' SECOND"],
    [30_000, "INTERVAL '30' SECOND"],
    [300_000, "INTERVAL '5' MINUTE"],
    [100_000, "INTERVAL '100' SECOND(3)"],
    [86_400_000, "INTERVAL '1' DAY"],
    [400 * 86_400_000, "INTERVAL '400' DAY(3)"],
    [90_061_000, "INTERVAL '1 01:01:01.000' DAY TO SECOND(3)"],
    [100_001, "INTERVAL '0 00:01:40.001' DAY TO SECOND(3)"],
    [-5_000, "INTERVAL -'5' SECOND"],
  ])('%i ms as an interval', (ms, sql) => expect(intervalText(ms)).toBe(sql))

  it('refuses an interval that Flink has no literal for', () => expect(() => intervalText(1000 * 86_400_000)).toThrow())

  it.each([
    [60_000, '1 min'],
    [1_500, '1500 ms'],
    [90_000, '90 s'],
    [0, '0 ms'],
  ])('%i ms as an option', (ms, text) => expect(optionDuration(ms)).toBe(text))
})

describe('names', () => {
  it('are never given twice', () => {
    const names = new NameAllocator()
    names.reserve(['orders_input'])
    expect([names.fresh('orders_input'), names.fresh('orders_input'), names.fresh('x')]).toEqual([
      'orders_input_2',
      'orders_input_3',
      'x',
    ])
  })
  it('of columns are unique and avoid what is taken', () =>
    expect(uniqueNames(['a', 'a', 'window_start'], ['window_start'])).toEqual(['a', 'a_2', 'window_start_2']))
})

describe('literals have exactly the type of the plan', () => {
  it.each<[LiteralValue, FlowType, string]>([
    [true, BOOLEAN, 'TRUE'],
    [5, INT, '5'],
    [-5, INT, '-5'],
    [5, SMALLINT, 'CAST(5 AS SMALLINT)'],
    ['5', BIGINT, 'CAST(5 AS BIGINT)'],
    ['5000000000', BIGINT, '5000000000'],
    ['-9223372036854775808', BIGINT, "CAST('-9223372036854775808' AS BIGINT)"],
    ['12.50', decimal(4, 2), '12.50'],
    ['1.5000000000000000000000', decimal(23, 22), "CAST('1.5000000000000000000000' AS DECIMAL(23, 22))"],
    ['2147483648.000000000000000000', decimal(38, 18), "CAST('2147483648.000000000000000000' AS DECIMAL(38, 18))"],
    ['0.50', decimal(3, 2), '0.50'],
    ['0.50', decimal(2, 2), 'CAST(0.50 AS DECIMAL(2, 2))'],
    ['-0.50', decimal(3, 2), '-0.50'],
    ['5', decimal(10, 0), 'CAST(5 AS DECIMAL(10, 0))'],
    ['12345678901234567890', decimal(20, 0), "CAST('12345678901234567890' AS DECIMAL(20, 0))"],
    [1.5, DOUBLE, '1.5E0'],
    [1e300, DOUBLE, '1E300'],
    [1e-7, DOUBLE, '1E-7'],
    [1.5, FLOAT, 'CAST(1.5E0 AS FLOAT)'],
    ['NaN', DOUBLE, "CAST('NaN' AS DOUBLE)"],
    ["it's", char(4), "'it''s'"],
    ['', char(0), "CAST('' AS CHAR(0))"],
    ['gold', STRING, "CAST('gold' AS STRING)"],
    ['00ff', binary(2), "X'00ff'"],
    ['2026-01-01', DATE, "DATE '2026-01-01'"],
    ['10:00:00', time(0), "TIME '10:00:00'"],
    ['2026-01-01 00:00:00.123', timestamp(3), "TIMESTAMP '2026-01-01 00:00:00.123'"],
    ['2026-01-01 00:00:00', timestamp(3), "CAST(TIMESTAMP '2026-01-01 00:00:00' AS TIMESTAMP(3))"],
    ['2026-01-01 00:00:00', timestampLtz(3), "CAST(TIMESTAMP '2026-01-01 00:00:00' AS TIMESTAMP_LTZ(3))"],
    [300_000, INTERVAL_DAY_TIME, "INTERVAL '5' MINUTE"],
    [120, INTERVAL_YEAR_MONTH, "INTERVAL '120' MONTH(3)"],
    [null, STRING, 'CAST(NULL AS STRING)'],
    [null, NULL_TYPE, 'NULL'],
    [[1, 2], array(notNull(INT)), 'CAST(ARRAY[1, 2] AS ARRAY<INT NOT NULL>)'],
    [[['a', 1]], map(notNull(char(1)), notNull(INT)), "CAST(MAP['a', 1] AS MAP<CHAR(1) NOT NULL, INT NOT NULL>)"],
    [
      [1, 'x'],
      row([
        { name: 'a', type: INT, nullable: true },
        { name: 'b`', type: char(1), nullable: true },
      ]),
      "CAST(ROW(1, 'x') AS ROW<`a` INT, `b``` CHAR(1)>)",
    ],
  ])('%j as %o', (value, type, sql) => expect(literalText(value, type)).toBe(sql))
})

const columns = ['a', 'b', 'c']
const col = (ordinal: number, t: Typed = nullable(INT)): Expr => ({ kind: 'column', input: 0, ordinal, ...t })
const lit = (value: LiteralValue, type: FlowType): Expr => ({ kind: 'literal', value, type, nullable: value === null })
/** A unit, or where to trim. */
const word = (text: string): Expr => lit(text, char(text.length))
const call = (fn: string, ...args: Expr[]): Expr => ({ kind: 'call', fn, args, ...nullable(BOOLEAN) })
const cast = (mode: 'explicit' | 'try' | 'implicit', input: Expr, type: FlowType): Expr => ({
  kind: 'cast',
  mode,
  input,
  type,
  nullable: true,
})
const sql = (e: Expr): string => exprTerm(e, (c) => primary(quoteName(columns[c.ordinal]!))).sql
const [a, b, c] = [col(0), col(1), col(2)]

const INNER = row([{ name: 'x', type: INT, nullable: false }])
const ROW = row([
  { name: 'f g', type: INT, nullable: true },
  { name: 'n', type: BIGINT, nullable: false },
  { name: 'in', type: INNER, nullable: false },
  { name: 'maybe', type: INNER, nullable: true },
])
const typed = (e: Expr, type: FlowType): Expr => ({ ...e, type })
function field(input: Expr, index: number): Expr {
  const { name, type, nullable } = (input.type as FlowType & { kind: 'row' }).fields[index]!
  return { kind: 'field', input, index, name, type, nullable: nullable || input.nullable }
}

describe('expressions', () => {
  it.each<[string, Expr]>([
    ['`a` + `b` * `c`', call('plus', a, call('times', b, c))],
    ['(`a` + `b`) * `c`', call('times', call('plus', a, b), c)],
    ['`a` - (`b` - `c`)', call('minus', a, call('minus', b, c))],
    ['`a` - `b` - `c`', call('minus', call('minus', a, b), c)],
    ['`a` % `b`', call('mod', a, b)],
    ['-(-5)', call('negate', lit(-5, INT))],
    ['-(`a` + `b`)', call('negate', call('plus', a, b))],
    ['`a` - -5', call('minus', a, lit(-5, INT))],
    [
      '`a` = 1 AND (`b` < 2 OR `c` >= 3)',
      call('and', call('eq', a, lit(1, INT)), call('or', call('lt', b, lit(2, INT)), call('ge', c, lit(3, INT)))),
    ],
    ['(`a` = `b`) = (`b` = `c`)', call('eq', call('eq', a, b), call('eq', b, c))],
    ['NOT (`a` = 1 AND `b` = 2)', call('not', call('and', call('eq', a, lit(1, INT)), call('eq', b, lit(2, INT))))],
    ['(`a` > 0) IS NOT TRUE', call('is_not_true', call('gt', a, lit(0, INT)))],
    ['`a` IS NULL', call('is_null', a)],
    ['`a` IN (1, 2)', call('in', a, lit(1, INT), lit(2, INT))],
    ["CAST('a' AS VARCHAR(3)) IN ('abc')", call('in', cast('implicit', lit('a', char(1)), varchar(3)), lit('abc', char(3)))],
    ['`a` NOT IN (1, 2)', call('not', call('in', a, lit(1, INT), lit(2, INT)))],
    ["`a` LIKE 'x%'", call('like', a, lit('x%', char(2)))],
    ["`a` NOT LIKE 'x!%' ESCAPE '!'", call('not', call('like', a, lit('x!%', char(3)), lit('!', char(1))))],
    ['`a` || `b` || `c`', call('concat', a, b, c)],
    ['EXTRACT(DAY FROM `a` + `b`)', call('extract', word('DAY'), call('plus', a, b))],
    ['FLOOR(`a` TO MONTH)', call('floor_time', word('MONTH'), a)],
    ['CEIL(`a` TO HOUR)', call('ceil_time', word('HOUR'), a)],
    ['TIMESTAMPADD(WEEK, `b` + 1, `a`)', call('timestampadd', word('WEEK'), call('plus', b, lit(1, INT)), a)],
    ['TIMESTAMPDIFF(SECOND, `a`, `b`)', call('timestampdiff', word('SECOND'), a, b)],
    ['(`a` - (`b` - `c`)) DAY TO SECOND', call('time_between', a, call('minus', b, c))],
    ['(`a` - `b`) MONTH * 2', call('times', call('months_between', a, b), lit(2, INT))],
    ["TRIM(LEADING '0' FROM `a`)", call('trim', word('LEADING'), lit('0', char(1)), a)],
    ['POSITION(`a` IN `b` FROM 2)', call('position', a, b, lit(2, INT))],
    // the parser takes no operator and no bracket there
    ['POSITION(CONCAT(`a` || `b`) IN `c`)', call('position', call('concat', a, b), c)],
    ['SUBSTRING(`a`, 2, 3)', call('substring', a, lit(2, INT), lit(3, INT))],
    ['OVERLAY(`a` PLACING `b` FROM 2 FOR 3)', call('overlay', a, b, lit(2, INT), lit(3, INT))],
    ['`a` || `b` SIMILAR TO `c`', call('similar', call('concat', a, b), c)],
    ['`a` NOT SIMILAR TO `b`', call('not', call('similar', a, b))],
    [
      '`a` + 1 IS DISTINCT FROM (`b` IS NOT DISTINCT FROM `c`)',
      call('is_distinct', call('plus', a, lit(1, INT)), call('is_not_distinct', b, c)),
    ],
    ['COALESCE(`a`, `b`)', call('coalesce', a, b)],
    ['CAST(`a` AS BIGINT)', cast('explicit', a, BIGINT)],
    ['TRY_CAST(`a` AS BIGINT)', cast('try', a, BIGINT)],
    ['CAST(NULL AS STRING)', cast('explicit', lit(null, NULL_TYPE), STRING)],
    ['`a`', cast('implicit', a, INT)],
    ['CAST(`a` AS INT)', cast('explicit', a, INT)],
    ["'x'", cast('implicit', lit('x', char(1)), varchar(7))],
    [
      "CASE WHEN `a` = 1 THEN 'x' ELSE CAST(NULL AS STRING) END",
      {
        kind: 'case',
        branches: [{ when: call('eq', a, lit(1, INT)), then: lit('x', char(1)) }],
        otherwise: lit(null, STRING),
        ...nullable(STRING),
      },
    ],
    ['`a`.`f g`', field(typed(a, ROW), 0)],
    ['(COALESCE(`a`, `b`)).`f g`', field(typed(call('coalesce', a, b), ROW), 0)],
    // the planner takes NOT NULL of a field at its word, also in a row that is NULL
    ['CASE WHEN `a` IS NULL THEN CAST(NULL AS BIGINT) ELSE `a`.`n` END', field(typed(a, ROW), 1)],
    ['`a`.`n`', field({ ...typed(a, ROW), nullable: false }, 1)],
    ['CASE WHEN `a` IS NULL THEN CAST(NULL AS INT) ELSE `a`.`in`.`x` END', field(field(typed(a, ROW), 2), 0)],
    ['CASE WHEN `a`.`maybe` IS NULL THEN CAST(NULL AS INT) ELSE `a`.`maybe`.`x` END', field(field(typed(a, ROW), 3), 0)],
    [
      'CASE WHEN `a`[1] IS NULL THEN CAST(NULL AS BIGINT) ELSE (`a`[1]).`n` END',
      field(typed(call('item', a, lit(1, INT)), ROW), 1),
    ],
    ['`a`[1]', call('item', a, lit(1, INT))],
    ["(`a` || 'x')['k']", call('item', call('concat', a, lit('x', char(1))), lit('k', char(1)))],
    ['ARRAY[1, `a`]', call('array', lit(1, INT), a)],
    ["MAP['k', `a`]", call('map', lit('k', char(1)), a)],
    ['ROW(`a`, 1)', call('row', a, lit(1, INT))],
    ['IF(`a` = 1, `b`, `c`)', call('if', call('eq', a, lit(1, INT)), b, c)],
    ['CARDINALITY(`a`)', call('cardinality', a)],
    ['ELEMENT(`a`)', call('element', a)],
    ["X''", lit('', binary(0))],
    ["X'0aff'", lit('0aff', binary(2))],
  ])('%s', (text, e) => expect(sql(e)).toBe(text))

  it('a long CASE takes a line a branch', () => {
    const branch = (n: number): { when: Expr; then: Expr } => ({
      when: call('eq', a, lit(n, INT)),
      then: lit('a rather long text', char(18)),
    })
    expect(
      sql({ kind: 'case', branches: [branch(1), branch(2), branch(3)], otherwise: b, ...nullable(STRING) }).split('\n'),
    ).toHaveLength(6)
  })

  it('an unknown function is our fault', () => expect(() => sql(call('no_such_function', a))).toThrow())
})

describe('LIKE means the same on every target', () => {
  const like = (pattern: Expr, escape?: string): string =>
    sql(call('like', a, pattern, ...(escape === undefined ? [] : [lit(escape, char(1))])))
  it.each<[string, string, string | undefined, string]>([
    ['no escape, no backslash', 'a%', undefined, "`a` LIKE 'a%'"],
    ['a backslash becomes another character (1.20 cannot compile it)', 'a\\_%', '\\', "`a` LIKE 'a!_%' ESCAPE '!'"],
    ['one that the pattern does not hold', 'a!\\%', '\\', "`a` LIKE 'a!#%' ESCAPE '#'"],
    ['an escaped backslash is then an ordinary one', 'a\\\\%', '\\', "`a` LIKE 'a\\%' ESCAPE '!'"],
    ['a broken pattern stays broken', 'a\\b', '\\', "`a` LIKE 'a\\b' ESCAPE '\\'"],
    ['another escape character stays', 'a!%', '!', "`a` LIKE 'a!%' ESCAPE '!'"],
  ])('%s', (_, pattern, escape, text) => expect(like(lit(pattern, char(pattern.length)), escape)).toBe(text))
  it('says the default of 2.2 where the pattern is only known at run time', () =>
    expect(like(b)).toBe("`a` LIKE `b` ESCAPE '\\'"))
})
