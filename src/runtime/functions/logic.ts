// Three-valued logic, IS tests, COALESCE.
import type { Evaluator } from './eval.js'

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
  is_null:
    (_, [a]) =>
    (l, r) =>
      a!(l, r) === null,
  is_not_null:
    (_, [a]) =>
    (l, r) =>
      a!(l, r) !== null,
  is_true:
    (_, [a]) =>
    (l, r) =>
      a!(l, r) === true,
  is_not_true:
    (_, [a]) =>
    (l, r) =>
      a!(l, r) !== true,
  is_false:
    (_, [a]) =>
    (l, r) =>
      a!(l, r) === false,
  is_not_false:
    (_, [a]) =>
    (l, r) =>
      a!(l, r) !== false,
  coalesce: (_, args) => (l, r) => {
    for (const arg of args) {
      const value = arg(l, r)
      if (value !== null) return value
    }
    return null
  },
} as const satisfies Record<string, Evaluator>
