// + - * / % and the sign, by the type of the result: integers wrap, decimals round HALF_UP and become NULL where they do
// not fit, FLOAT rounds after each step; dividing by zero fails for exact numbers only.
import { bug } from '../../core/bug.js'
import { runtime } from '../../diagnostics/codes/runtime.js'
import { divideHalfUp, pow10, type Decimal } from '../../core/decimal.js'
import type { CallExpr } from '../../ir/expr.js'
import { isExact, type FlowType } from '../../ir/types.js'
import { fault } from '../fault.js'
import type { Value } from '../value.js'
import { compileCast } from './cast.js'
import type { Eval, Evaluator } from './eval.js'
import { exactToDecimal, fitDecimal, wrapInteger, wrapLong } from './numeric.js'
import { TEMPORAL, temporalArithmetic } from './temporal-arithmetic.js'

type Operation = 'plus' | 'minus' | 'times' | 'divide' | 'mod'
type Binary = (a: Value, b: Value) => Value

const division = (operation: Operation): boolean => operation === 'divide' || operation === 'mod'

const INT: { readonly [K in Operation]: (a: number, b: number) => number } = {
  plus: (a, b) => a + b,
  minus: (a, b) => a - b,
  times: Math.imul,
  divide: (a, b) => Math.trunc(a / b),
  mod: (a, b) => a % b,
}

const LONG: { readonly [K in Operation]: (a: bigint, b: bigint) => bigint } = {
  plus: (a, b) => a + b,
  minus: (a, b) => a - b,
  times: (a, b) => a * b,
  divide: (a, b) => a / b,
  mod: (a, b) => a % b,
}

const DOUBLE: { readonly [K in Operation]: (a: number, b: number) => number } = {
  plus: (a, b) => a + b,
  minus: (a, b) => a - b,
  times: (a, b) => a * b,
  divide: (a, b) => a / b,
  mod: (a, b) => a % b,
}

const byZero = (): never => fault(runtime.divisionByZero, {})

function binary(operation: Operation, call: CallExpr): Binary {
  const { type } = call
  const [a, b] = [call.args[0]!.type, call.args[1]!.type]
  if (TEMPORAL.has(a.kind) || TEMPORAL.has(b.kind)) return temporalArithmetic(operation, a, b)
  // The remainder has the divisor's type, but is computed in the wider one.
  if (operation === 'mod' && isExact(type) && a.kind !== type.kind) {
    const wide = a.kind === 'decimal' ? a : b.kind === 'decimal' ? b : a
    const narrow = compileCast(wide, type)
    const remainder = numbers('mod', { ...call, type: wide })
    return (x, y) => narrow(remainder(x, y))
  }
  return numbers(operation, call)
}

function numbers(operation: Operation, call: CallExpr): Binary {
  const { type } = call
  switch (type.kind) {
    case 'tinyint':
    case 'smallint':
    case 'int': {
      const apply = INT[operation]
      const { kind } = type
      if (division(operation)) return (a, b) => (b === 0 ? byZero() : wrapInteger(apply(a as number, b as number), kind))
      return (a, b) => wrapInteger(apply(a as number, b as number), kind)
    }
    case 'bigint': {
      const apply = LONG[operation]
      if (division(operation)) return (a, b) => (b === 0n ? byZero() : wrapLong(apply(a as bigint, b as bigint)))
      return (a, b) => wrapLong(apply(a as bigint, b as bigint))
    }
    case 'float': {
      const apply = DOUBLE[operation]
      return (a, b) => Math.fround(apply(a as number, b as number))
    }
    case 'double': {
      const apply = DOUBLE[operation]
      return (a, b) => apply(a as number, b as number)
    }
    case 'decimal': {
      const [left, right] = [call.args[0]!, call.args[1]!]
      const apply = DECIMAL[operation]
      return (a, b) => fitDecimal(apply(exactToDecimal(a, left.type), exactToDecimal(b, right.type)), type)
    }
    default:
      return bug(`${operation} of type ${type.key}`)
  }
}

function aligned(a: Decimal, b: Decimal): { x: bigint; y: bigint; scale: number } {
  const scale = Math.max(a.scale, b.scale)
  return { x: a.unscaled * pow10(scale - a.scale), y: b.unscaled * pow10(scale - b.scale), scale }
}

/** java.math.MathContext(38, HALF_UP), used for division and the remainder. */
const DIGITS = 38

const DECIMAL: { readonly [K in Operation]: (a: Decimal, b: Decimal) => Decimal } = {
  plus: (a, b) => {
    const { x, y, scale } = aligned(a, b)
    return { unscaled: x + y, scale }
  },
  minus: (a, b) => {
    const { x, y, scale } = aligned(a, b)
    return { unscaled: x - y, scale }
  },
  times: (a, b) => ({ unscaled: a.unscaled * b.unscaled, scale: a.scale + b.scale }),
  divide: divideDecimals,
  mod: (a, b) => {
    const { x, y, scale } = aligned(a, b)
    if (y === 0n) return byZero()
    // BigDecimal.remainder needs the whole quotient within its digits.
    const quotient = (x / y).toString().replace('-', '')
    if (quotient.replace(/0+$/, '').length > DIGITS) return fault(runtime.remainder, {})
    return { unscaled: x % y, scale }
  },
}

const digitCount = (n: bigint): number => (n < 0n ? -n : n).toString().length

/** 38 significant digits HALF_UP; the caller then rounds again to the result's scale. */
export function divideDecimals(a: Decimal, b: Decimal): Decimal {
  if (b.unscaled === 0n) return byZero()
  if (a.unscaled === 0n) return { unscaled: 0n, scale: 0 }
  // Scaled so that the whole quotient has 38 or 39 digits; one more digit is rounded away.
  let scale = DIGITS + digitCount(b.unscaled) - digitCount(a.unscaled)
  const quotientAt = (s: number): { dividend: bigint; divisor: bigint } =>
    s >= 0 ? { dividend: a.unscaled * pow10(s), divisor: b.unscaled } : { dividend: a.unscaled, divisor: b.unscaled * pow10(-s) }
  const probe = quotientAt(scale)
  if (digitCount(probe.dividend / probe.divisor) > DIGITS) scale -= 1
  const { dividend, divisor } = quotientAt(scale)
  const unscaled = divideHalfUp(dividend, divisor)
  const total = scale + a.scale - b.scale
  return total >= 0 ? { unscaled, scale: total } : { unscaled: unscaled * pow10(-total), scale: 0 }
}

function evaluator(operation: Operation): Evaluator {
  return (call, [a, b]) => nullIfNull(a!, b!, binary(operation, call))
}

/** NULL where an argument is NULL. Both are evaluated first, the left one before. */
export function nullIfNull(a: Eval, b: Eval, apply: Binary): Eval {
  return (l, r) => {
    const x = a(l, r)
    const y = b(l, r)
    return x === null || y === null ? null : apply(x, y)
  }
}

function negate(type: FlowType): (value: Value) => Value {
  switch (type.kind) {
    case 'tinyint':
    case 'smallint':
    case 'int': {
      const { kind } = type
      return (v) => wrapInteger(-(v as number), kind)
    }
    case 'bigint':
      return (v) => wrapLong(-(v as bigint))
    case 'decimal':
      return (v) => -(v as bigint)
    case 'float':
    case 'double':
      return (v) => -(v as number)
    case 'interval_day_time':
    case 'interval_year_month':
      return (v) => -(v as number) + 0
    default:
      return bug(`negation of type ${type.key}`)
  }
}

export const ARITHMETIC = {
  plus: evaluator('plus'),
  minus: evaluator('minus'),
  times: evaluator('times'),
  divide: evaluator('divide'),
  mod: evaluator('mod'),
  negate: (call, [a]) => {
    const apply = negate(call.type)
    return (l, r) => {
      const value = a!(l, r)
      return value === null ? null : apply(value)
    }
  },
} as const satisfies Record<string, Evaluator>
