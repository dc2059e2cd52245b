// Arithmetic and ||: which types they take and what comes out, as Flink 2.2 derives it (recorded in test/types).
import {
  char,
  DOUBLE,
  isApproximate,
  isError,
  isInteger,
  isNumeric,
  isString,
  isTimestamp,
  ERROR_TYPE,
  MAX_LENGTH,
  varchar,
  type FlowType,
  type Typed,
} from '../ir/types.js'
import { widerInteger } from './common-type.js'
import { decimalOf, deriveDigits, digitsOf, type DecimalOperation } from './decimal-types.js'
import type { FunctionDef, Inferred, TypeProblem } from './definition.js'

export const fail = (problem: TypeProblem): Inferred => ({ ok: false, problem })

const anyNullable = (args: readonly Typed[]): boolean => args.some((a) => a.nullable)

export const strictly = (
  type: FlowType,
  args: readonly Typed[],
  casts: readonly FlowType[] = args.map((a) => a.type),
): Inferred => ({
  ok: true,
  result: { type, nullable: anyNullable(args) },
  args: casts,
})

/** Poison and untyped NULLs are decided before a function looks at its arguments. */
export function guarded(infer: (args: readonly Typed[]) => Inferred): (args: readonly Typed[]) => Inferred {
  return (args) => {
    if (args.some((a) => isError(a)))
      return { ok: true, result: { type: ERROR_TYPE, nullable: true }, args: args.map((a) => a.type) }
    const untyped = args.findIndex((a) => a.type.kind === 'null')
    return untyped >= 0 ? fail({ kind: 'null', index: untyped }) : infer(args)
  }
}

export const isInterval = (t: FlowType): boolean => t.kind === 'interval_day_time' || t.kind === 'interval_year_month'
const isDateTime = (t: FlowType): boolean => isTimestamp(t) || t.kind === 'date' || t.kind === 'time'

/** Calcite's result of FLOAT and DOUBLE: DECIMAL makes DOUBLE, else the left approximate type counts. */
function approximate(a: FlowType, b: FlowType): FlowType {
  if (a.kind === 'decimal' || b.kind === 'decimal') return DOUBLE
  if (isApproximate(a)) return a
  return b
}

function numbers(operation: DecimalOperation, [left, right]: readonly [Typed, Typed]): Inferred {
  const [a, b] = [left.type, right.type]
  const args = [left, right]
  if (isApproximate(a) || isApproximate(b)) {
    // MOD takes exact numbers only
    if (operation === 'mod') return fail({ kind: 'argument', index: isApproximate(a) ? 0 : 1, wants: 'an integer or DECIMAL' })
    if (a.kind === 'float' && b.kind === 'double') return fail({ kind: 'narrows' })
    const type = approximate(a, b)
    return strictly(type, args, [type, type])
  }
  if (isInteger(a) && isInteger(b)) {
    const wide = widerInteger(a, b)
    return strictly(operation === 'mod' ? b : wide, args, [wide, wide])
  }
  const [da, db] = [digitsOf(a)!, digitsOf(b)!]
  // the remainder of whole numbers has the divisor's type
  if (operation === 'mod' && da.scale === 0 && db.scale === 0) return strictly(b, args)
  return strictly(decimalOf(deriveDigits(operation, da, db)), args)
}

/** `null`: no date or interval takes part. */
function times(operation: DecimalOperation, [left, right]: readonly [Typed, Typed]): Inferred | null {
  const [a, b] = [left.type, right.type]
  const args = [left, right]
  if (!isInterval(a) && !isInterval(b) && !isDateTime(a) && !isDateTime(b)) return null
  if (operation === 'plus' || operation === 'minus') {
    if (isInterval(a) && a.kind === b.kind) return strictly(a, args)
    const moment = isDateTime(a) && isInterval(b) ? a : operation === 'plus' && isInterval(a) && isDateTime(b) ? b : null
    const interval = moment === a ? b : a
    // TIME + INTERVAL MONTH is accepted by Flink and means nothing
    if (moment !== null && !(moment.kind === 'time' && interval.kind === 'interval_year_month')) return strictly(moment, args)
  }
  if (operation === 'times') {
    // the planner accepts DECIMAL too, and then generates no code
    if (isInterval(a) && isInteger(b)) return strictly(a, args)
    if (isInteger(a) && isInterval(b)) return strictly(b, args)
  }
  return fail({ kind: 'pair' })
}

function arithmetic(operation: DecimalOperation): FunctionDef['infer'] {
  return guarded((args) => {
    const pair = [args[0]!, args[1]!] as const
    const timed = times(operation, pair)
    if (timed !== null) return timed
    if (pair.some((a) => isString(a.type)) && pair.some((a) => isNumeric(a.type))) return fail({ kind: 'text' })
    const odd = pair.findIndex((a) => !isNumeric(a.type))
    return odd >= 0 ? fail({ kind: 'argument', index: odd, wants: 'a number' }) : numbers(operation, pair)
  })
}

const negate = guarded(([a]) =>
  isNumeric(a!.type) || isInterval(a!.type)
    ? strictly(a!.type, [a!])
    : fail({ kind: 'argument', index: 0, wants: 'a number or an interval' }),
)

/** CHAR and CHAR stay CHAR; lengths add up to at most STRING. For bytes the planner has a type and no code. */
const concat = guarded((args) => {
  const [a, b] = [args[0]!.type, args[1]!.type]
  if (isString(a) && isString(b)) {
    const length = Math.min(a.length + b.length, MAX_LENGTH)
    return strictly(a.kind === 'char' && b.kind === 'char' ? char(length) : varchar(length), args)
  }
  return fail(isString(a) || isString(b) ? { kind: 'text' } : { kind: 'argument', index: 0, wants: 'a text' })
})

const infix = { syntax: 'infix', arity: [2, 2], deterministic: true, nullRule: 'strict' } as const

export const OPERATORS: readonly FunctionDef[] = [
  {
    ...infix,
    id: 'plus',
    names: ['+'],
    infer: arithmetic('plus'),
    doc: 'Sum. Integers wrap around at their width; a DECIMAL that does not fit its type becomes NULL. Also moves a date, time or timestamp by an interval.',
    examples: [
      { expr: '1 + 2', type: 'INT NOT NULL', expected: 3 },
      { expr: '2147483647 + 1', type: 'INT NOT NULL', expected: -2147483648 },
      { expr: '1.50 + 2', type: 'DECIMAL(13, 2) NOT NULL', expected: '3.50' },
      { expr: '1 + 5e-1', type: 'DOUBLE NOT NULL', expected: 1.5 },
      {
        expr: "TIMESTAMP '2024-01-31 10:00:00' + INTERVAL '1' MONTH",
        type: 'TIMESTAMP(0) NOT NULL',
        expected: '2024-02-29 10:00:00',
      },
      { expr: "DATE '2024-02-28' + INTERVAL '2' DAY", type: 'DATE NOT NULL', expected: '2024-03-01' },
      { expr: "INTERVAL '1' HOUR + TIME '23:30:00'", type: 'TIME(0) NOT NULL', expected: '00:30:00' },
    ],
  },
  {
    ...infix,
    id: 'minus',
    names: ['-'],
    infer: arithmetic('minus'),
    doc: 'Difference, with the types of `+`. A timestamp minus an interval is a timestamp; the difference of two timestamps has no operator.',
    examples: [
      { expr: '5 - 7', type: 'INT NOT NULL', expected: -2 },
      { expr: '1.5 - 0.25', type: 'DECIMAL(4, 2) NOT NULL', expected: '1.25' },
      {
        expr: "TIMESTAMP '2024-03-31 10:00:00.5' - INTERVAL '1' MONTH",
        type: 'TIMESTAMP(1) NOT NULL',
        expected: '2024-02-29 10:00:00.5',
      },
    ],
  },
  {
    ...infix,
    id: 'times',
    names: ['*'],
    infer: arithmetic('times'),
    doc: 'Product. The scale of a DECIMAL product is the sum of both scales, cut down to 6 where more than 38 digits would be needed. An interval times an integer is an interval.',
    examples: [
      { expr: '3 * 4', type: 'INT NOT NULL', expected: 12 },
      { expr: '1.25 * 2.5', type: 'DECIMAL(6, 3) NOT NULL', expected: '3.125' },
    ],
  },
  {
    ...infix,
    id: 'divide',
    names: ['/'],
    infer: arithmetic('divide'),
    doc: 'Quotient. Of two integers: cut towards zero. Division by zero fails the job for integers and decimals.',
    examples: [
      { expr: '7 / 2', type: 'INT NOT NULL', expected: 3 },
      { expr: '-7 / 2', type: 'INT NOT NULL', expected: -3 },
      { expr: '1.0 / 3', type: 'DECIMAL(13, 12) NOT NULL', expected: '0.333333333333' },
      { expr: '1e0 / 4', type: 'DOUBLE NOT NULL', expected: 0.25 },
    ],
  },
  {
    ...infix,
    id: 'mod',
    names: ['%'],
    infer: arithmetic('mod'),
    doc: 'Remainder with the sign of the dividend. Whole numbers give the type of the divisor.',
    examples: [
      { expr: '7 % 3', type: 'INT NOT NULL', expected: 1 },
      { expr: '-7 % 3', type: 'INT NOT NULL', expected: -1 },
      { expr: '7.5 % 2', type: 'DECIMAL(2, 1) NOT NULL', expected: '1.5' },
    ],
  },
  {
    id: 'negate',
    names: ['-'],
    syntax: 'prefix',
    arity: [1, 1],
    deterministic: true,
    nullRule: 'strict',
    infer: negate,
    doc: 'The negative number or interval. The smallest integer of a width stays itself.',
    examples: [
      { expr: '-(1 + 2)', type: 'INT NOT NULL', expected: -3 },
      { expr: '-(1.5 + 0)', type: 'DECIMAL(12, 1) NOT NULL', expected: '-1.5' },
    ],
  },
  {
    ...infix,
    id: 'concat',
    names: ['||'],
    infer: concat,
    doc: 'Texts one after the other; NULL if one of them is.',
    examples: [
      { expr: "'ab' || 'c'", type: 'CHAR(3) NOT NULL', expected: 'abc' },
      { expr: "'a' || cast(1 as string)", type: 'STRING NOT NULL', expected: 'a1' },
      { expr: "'a' || cast(null as string)", type: 'STRING', expected: null },
    ],
  },
]
