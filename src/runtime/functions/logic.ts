// Three-valued logic, IS tests, COALESCE. What the planner simplifies by a NOT NULL type is simplified here too: it shows
// where such a value is NULL all the same (not-null.ts). NOT, IS NOT TRUE and IS FALSE arrive rewritten (evaluator.ts).
import type { CallExpr } from '../../ir/expr.js'
import type { Evaluator } from './eval.js'

const never = (call: CallExpr): boolean => !call.args[0]!.nullable

export const LOGIC = {
  // The right side is not evaluated where the left side decides: it may be the one that fails.
  and: (_, args) => (l, r) => {
    let unknown = false
    for (const arg of args) {
      const value = arg(l, r)
      if (value === false) return false
      if (value === null) unknown = true
    }
    return unknown ? null : true
  },
  or: (_, args) => (l, r) => {
    let unknown = false
    for (const arg of args) {
      const value = arg(l, r)
      if (value === true) return true
      if (value === null) unknown = true
    }
    return unknown ? null : false
  },
  not:
    (_, [a]) =>
    (l, r) => {
      const value = a!(l, r)
      return value === null ? null : value === false
    },
  is_null: (call, [a]) => (never(call) ? () => false : (l, r) => a!(l, r) === null),
  is_not_null: (call, [a]) => (never(call) ? () => true : (l, r) => a!(l, r) !== null),
  is_true: (call, [a]) => (never(call) ? a! : (l, r) => a!(l, r) === true),
  is_not_true:
    (_, [a]) =>
    (l, r) =>
      a!(l, r) !== true,
  is_false:
    (_, [a]) =>
    (l, r) =>
      a!(l, r) === false,
  is_not_false: (call, [a]) => (never(call) ? a! : (l, r) => a!(l, r) !== false),
  coalesce: (call, args) => {
    const last = call.args.findIndex((a) => !a.nullable)
    const tried = last < 0 ? args : args.slice(0, last + 1)
    return (l, r) => {
      for (const arg of tried) {
        const value = arg(l, r)
        if (value !== null) return value
      }
      return null
    }
  },
} as const satisfies Record<string, Evaluator>
