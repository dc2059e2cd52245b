// Aggregate functions: argument and result types as Flink 2.2 derives them (recorded in test/types).
import {
  BIGINT,
  isApproximate,
  isExact,
  isInteger,
  isNumeric,
  isString,
  isTimestamp,
  notNull,
  type FlowType,
  type Typed,
} from '../ir/types.js'
import { averageDigits, decimalOf, digitsOf, sumDigits } from './decimal-types.js'
import type { AggregateDef, Inferred } from './definition.js'
import { fail, guarded } from './operators.js'

/** SUM, AVG, MIN, MAX over nothing are NULL: in a group that may be empty for them, or of a nullable argument. */
const overSome = (type: FlowType, argument: Typed, alwaysGrouped: boolean): Inferred => ({
  ok: true,
  result: { type, nullable: argument.nullable || !alwaysGrouped },
  args: [argument.type],
})

const numeric =
  (result: (type: FlowType) => FlowType): AggregateDef['infer'] =>
  (argument, alwaysGrouped) =>
    guarded(() =>
      isNumeric(argument.type)
        ? overSome(result(argument.type), argument, alwaysGrouped)
        : fail({ kind: 'argument', index: 0, wants: 'a number' }),
    )([argument])

/** Flink has no MIN and MAX for bytes, intervals and constructed types: the planner fails after accepting the call. */
const isOrdered = (t: FlowType): boolean =>
  t.kind === 'boolean' || isNumeric(t) || isString(t) || isTimestamp(t) || t.kind === 'date' || t.kind === 'time'

const extreme: AggregateDef['infer'] = (argument, alwaysGrouped) =>
  guarded(() =>
    isOrdered(argument.type)
      ? overSome(argument.type, argument, alwaysGrouped)
      : fail({ kind: 'argument', index: 0, wants: 'a number, text, date, time, timestamp or BOOLEAN' }),
  )([argument])

const base = { syntax: 'aggregate', deterministic: true, nullRule: 'skip' } as const

export const AGGREGATES: readonly AggregateDef[] = [
  {
    ...base,
    id: 'count',
    names: ['COUNT'],
    infer: (argument) => guarded(() => ({ ok: true, result: notNull(BIGINT), args: [argument.type] }))([argument]),
    doc: 'COUNT(*): rows. COUNT(x): rows in which x is not NULL; with DISTINCT: different values of x.',
    examples: [
      { expr: 'count(*)', rows: ['1', 'cast(null as int)', '1'], type: 'BIGINT NOT NULL', expected: '3' },
      { expr: 'count(x)', rows: ['1', 'cast(null as int)', '1'], type: 'BIGINT NOT NULL', expected: '2' },
      { expr: 'count(distinct x)', rows: ['1', 'cast(null as int)', '1'], type: 'BIGINT NOT NULL', expected: '1' },
    ],
  },
  {
    ...base,
    id: 'sum',
    names: ['SUM'],
    infer: numeric((t) => (t.kind === 'decimal' ? decimalOf(sumDigits(t)) : t)),
    doc: 'Sum of all values that are not NULL. Integers keep their width and wrap around; a DECIMAL sum has 38 digits.',
    examples: [
      { expr: 'sum(x)', rows: ['2147483647', '1'], type: 'INT NOT NULL', expected: -2147483648 },
      { expr: 'sum(x)', rows: ['1.50', '2.25'], type: 'DECIMAL(38, 2) NOT NULL', expected: '3.75' },
      { expr: 'sum(x) filter (where x > 1)', rows: ['1', '2', '3'], type: 'INT', expected: 5 },
    ],
  },
  {
    ...base,
    id: 'avg',
    names: ['AVG'],
    infer: numeric((t) => {
      const digits = digitsOf(t)
      return isInteger(t) || isApproximate(t) || !isExact(t) ? t : decimalOf(averageDigits(digits!))
    }),
    doc: 'Average of all values that are not NULL. Of integers: cut towards zero, in their own type.',
    examples: [
      { expr: 'avg(x)', rows: ['1', '2'], type: 'INT NOT NULL', expected: 1 },
      { expr: 'avg(x)', rows: ['1.0', '2.0'], type: 'DECIMAL(38, 6) NOT NULL', expected: '1.500000' },
    ],
  },
  {
    ...base,
    id: 'min',
    names: ['MIN'],
    infer: extreme,
    doc: 'Smallest value that is not NULL. Texts by their UTF-8 bytes.',
    examples: [{ expr: 'min(x)', rows: ["'b'", "'B'"], type: 'CHAR(1) NOT NULL', expected: 'B' }],
  },
  {
    ...base,
    id: 'max',
    names: ['MAX'],
    infer: extreme,
    doc: 'Largest value that is not NULL. Texts by their UTF-8 bytes.',
    examples: [{ expr: 'max(x)', rows: ['1.5', '-2.0'], type: 'DECIMAL(2, 1) NOT NULL', expected: '1.5' }],
  },
]
