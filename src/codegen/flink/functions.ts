// How each function of the catalogue is written in Flink SQL. Total over FunctionId: a new function breaks the build here.
import type { FunctionId } from '../../functions/ids.js'

/** Binding strength, loosest first: Calcite's order, with everything that is not an operator at the end. */
export const PRECEDENCE = { or: 1, and: 2, not: 3, is: 4, compare: 5, add: 6, multiply: 7, sign: 8, primary: 9 } as const

/** SQL of an expression and how tightly its outermost operator binds. */
export interface SqlTerm {
  readonly sql: string
  readonly precedence: number
  /** A group key, or a field of one: Calcite takes `r.x` for another column than the grouped `r`; `r['x']` is a part of it. */
  readonly grouped?: boolean
}

export const primary = (sql: string): SqlTerm => ({ sql, precedence: PRECEDENCE.primary })

/** The term, in parentheses where it binds more loosely than `at`. */
export const inside = (term: SqlTerm, at: number): string => (term.precedence < at ? `(${term.sql})` : term.sql)

type Template = (args: readonly SqlTerm[]) => SqlTerm

/** Left-associative: an equal operator on the left needs no parentheses. */
const binary =
  (operator: string, level: number): Template =>
  ([a, b]) => ({ sql: `${inside(a!, level)} ${operator} ${inside(b!, level + 1)}`, precedence: level })

const chain =
  (operator: string, level: number): Template =>
  (args) => ({ sql: args.map((a) => inside(a, level)).join(` ${operator} `), precedence: level })

const comparison =
  (operator: string): Template =>
  ([a, b]) => ({
    sql: `${inside(a!, PRECEDENCE.compare + 1)} ${operator} ${inside(b!, PRECEDENCE.compare + 1)}`,
    precedence: PRECEDENCE.compare,
  })

/** The operand stands in parentheses unless it is a name or call: `(amount > 0) IS TRUE`. */
const postfix =
  (test: string): Template =>
  ([a]) => ({ sql: `${inside(a!, PRECEDENCE.primary)} IS ${test}`, precedence: PRECEDENCE.is })

const operand = (t: SqlTerm): string => inside(t, PRECEDENCE.compare + 1)

const like = (args: readonly SqlTerm[], word: string): SqlTerm => ({
  sql: `${operand(args[0]!)} ${word} ${operand(args[1]!)}${args[2] === undefined ? '' : ` ESCAPE ${operand(args[2])}`}`,
  precedence: PRECEDENCE.compare,
})
const isIn = (args: readonly SqlTerm[], word: string): SqlTerm => ({
  sql: `${operand(args[0]!)} ${word} (${args
    .slice(1)
    .map((a) => a.sql)
    .join(', ')})`,
  precedence: PRECEDENCE.compare,
})

const listed = (args: readonly SqlTerm[]): string => args.map((a) => a.sql).join(', ')

const call =
  (name: string): Template =>
  (args) =>
    primary(`${name}(${listed(args)})`)

/** Units and the like are texts in the plan and words in SQL. */
const word = (term: SqlTerm): string => term.sql.replaceAll("'", '')

const distinct =
  (test: string): Template =>
  ([a, b]) => ({
    sql: `${inside(a!, PRECEDENCE.add)} ${test} ${inside(b!, PRECEDENCE.add)}`,
    precedence: PRECEDENCE.compare,
  })

/** Flink's parser takes a name, a literal or a call there, not even a bracket; CONCAT of one text is that text. */
const atom = (term: SqlTerm): string =>
  term.precedence === PRECEDENCE.primary && !/^\(|\]$/.test(term.sql) ? term.sql : `CONCAT(${term.sql})`

const difference = (a: SqlTerm, b: SqlTerm): string => `${inside(a, PRECEDENCE.add)} - ${inside(b, PRECEDENCE.multiply)}`

export const FUNCTION_SQL: Readonly<Record<FunctionId, Template>> = {
  plus: binary('+', PRECEDENCE.add),
  minus: binary('-', PRECEDENCE.add),
  times: binary('*', PRECEDENCE.multiply),
  divide: binary('/', PRECEDENCE.multiply),
  mod: binary('%', PRECEDENCE.multiply),
  // a sign before a sign would begin a comment
  negate: ([a]) => ({
    sql: a!.sql.startsWith('-') ? `-(${a!.sql})` : `-${inside(a!, PRECEDENCE.primary)}`,
    precedence: PRECEDENCE.sign,
  }),
  eq: comparison('='),
  ne: comparison('<>'),
  lt: comparison('<'),
  le: comparison('<='),
  gt: comparison('>'),
  ge: comparison('>='),
  and: chain('AND', PRECEDENCE.and),
  or: chain('OR', PRECEDENCE.or),
  not: ([a]) => ({ sql: `NOT ${inside(a!, PRECEDENCE.is)}`, precedence: PRECEDENCE.not }),
  is_null: postfix('NULL'),
  is_not_null: postfix('NOT NULL'),
  is_true: postfix('TRUE'),
  is_not_true: postfix('NOT TRUE'),
  is_false: postfix('FALSE'),
  is_not_false: postfix('NOT FALSE'),
  concat: chain('||', PRECEDENCE.multiply),
  like: (args) => like(args, 'LIKE'),
  in: (args) => isIn(args, 'IN'),
  coalesce: call('COALESCE'),
  if: call('IF'),
  array: (args) => primary(`ARRAY[${listed(args)}]`),
  map: (args) => primary(`MAP[${listed(args)}]`),
  row: call('ROW'),
  item: ([of, index]) => primary(`${inside(of!, PRECEDENCE.primary)}[${index!.sql}]`),
  cardinality: call('CARDINALITY'),
  element: call('ELEMENT'),
  is_distinct: distinct('IS DISTINCT FROM'),
  is_not_distinct: distinct('IS NOT DISTINCT FROM'),
  similar: (args) => like(args, 'SIMILAR TO'),
  extract: ([unit, of]) => primary(`EXTRACT(${word(unit!)} FROM ${of!.sql})`),
  floor_time: ([unit, of]) => primary(`FLOOR(${of!.sql} TO ${word(unit!)})`),
  ceil_time: ([unit, of]) => primary(`CEIL(${of!.sql} TO ${word(unit!)})`),
  timestampadd: ([unit, ...args]) => primary(`TIMESTAMPADD(${word(unit!)}, ${listed(args)})`),
  timestampdiff: ([unit, ...args]) => primary(`TIMESTAMPDIFF(${word(unit!)}, ${listed(args)})`),
  time_between: ([a, b]) => primary(`(${difference(a!, b!)}) DAY TO SECOND`),
  months_between: ([a, b]) => primary(`(${difference(a!, b!)}) MONTH`),
  trim: ([where, characters, of]) => primary(`TRIM(${word(where!)} ${characters!.sql} FROM ${of!.sql})`),
  position: ([needle, of, start]) =>
    primary(`POSITION(${atom(needle!)} IN ${of!.sql}${start === undefined ? '' : ` FROM ${start.sql}`})`),
  substring: call('SUBSTRING'),
  overlay: ([of, placing, start, length]) =>
    primary(`OVERLAY(${of!.sql} PLACING ${placing!.sql} FROM ${start!.sql}${length === undefined ? '' : ` FOR ${length.sql}`})`),
  upper: call('UPPER'),
  lower: call('LOWER'),
  char_length: call('CHAR_LENGTH'),
}

/** `x NOT LIKE y`, `x NOT IN (…)`: how people write the negation of these. */
export const NEGATED: Readonly<Partial<Record<string, Template>>> = {
  like: (args) => like(args, 'NOT LIKE'),
  in: (args) => isIn(args, 'NOT IN'),
  similar: (args) => like(args, 'NOT SIMILAR TO'),
}
