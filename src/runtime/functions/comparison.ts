// = <> < <= > >= and IN. Exact numbers of different types are compared by value; NULL gives NULL.
import { pow10 } from '../../core/decimal.js'
import { isExact, type FlowType } from '../../ir/types.js'
import { compareValues, equalValues } from '../equality.js'
import type { Value } from '../value.js'
import { nullIfNull } from './arithmetic.js'
import type { Evaluator } from './eval.js'
import { exactToDecimal } from './numeric.js'

type Test = (a: Value, b: Value) => boolean

/** Below 0, 0, above 0; undefined where a NaN is in it. */
function order(left: FlowType, right: FlowType): (a: Value, b: Value) => number | undefined {
  if (left.key !== right.key && isExact(left) && isExact(right)) {
    return (a, b) => {
      const x = exactToDecimal(a, left)
      const y = exactToDecimal(b, right)
      const scale = Math.max(x.scale, y.scale)
      const p = x.unscaled * pow10(scale - x.scale)
      const q = y.unscaled * pow10(scale - y.scale)
      return p < q ? -1 : p > q ? 1 : 0
    }
  }
  return (a, b) => compareValues(a, b, left)
}

function equality(left: FlowType, right: FlowType): Test {
  if (left.kind === 'array' || left.kind === 'map' || left.kind === 'multiset' || left.kind === 'row')
    return (a, b) => equalValues(a, b, left)
  const compare = order(left, right)
  return (a, b) => compare(a, b) === 0
}

function comparison(test: (order: number | undefined) => boolean): Evaluator {
  return (call, [a, b]) => {
    const compare = order(call.args[0]!.type, call.args[1]!.type)
    return nullIfNull(a!, b!, (x, y) => test(compare(x, y)))
  }
}

/** NULL is a value like others; NaN is distinct even from NaN. */
function distinctness(same: boolean): Evaluator {
  return (call, [a, b]) => {
    const equal = equality(call.args[0]!.type, call.args[1]!.type)
    return (l, r) => {
      const [x, y] = [a!(l, r), b!(l, r)]
      return (x === null || y === null ? x === y : equal(x, y)) === same
    }
  }
}

export const COMPARISONS = {
  eq: (call, [a, b]) => nullIfNull(a!, b!, equality(call.args[0]!.type, call.args[1]!.type)),
  ne: (call, [a, b]) => {
    const equal = equality(call.args[0]!.type, call.args[1]!.type)
    return nullIfNull(a!, b!, (x, y) => !equal(x, y))
  },
  lt: comparison((o) => o !== undefined && o < 0),
  le: comparison((o) => o !== undefined && o <= 0),
  gt: comparison((o) => o !== undefined && o > 0),
  ge: comparison((o) => o !== undefined && o >= 0),
  is_distinct: distinctness(false),
  is_not_distinct: distinctness(true),
  in: (call, [operand, ...list]) => {
    const tests = list.map((item, i) => [item, equality(call.args[0]!.type, call.args[i + 1]!.type)] as const)
    return (l, r) => {
      const value = operand!(l, r)
      if (value === null) return null
      let unknown = false
      for (const [item, equal] of tests) {
        const candidate = item(l, r)
        if (candidate === null) unknown = true
        else if (equal(value, candidate)) return true
      }
      return unknown ? null : false
    }
  },
} as const satisfies Record<string, Evaluator>
