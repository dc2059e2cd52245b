// Rows, arrays and maps: constructors, access, size; IF. As the code that Flink 2.2's planner generates (ScalarOperatorGens).
import { collections } from '../../diagnostics/codes/collections.js'
import type { FlowType } from '../../ir/types.js'
import { equalValues } from '../equality.js'
import { fault } from '../fault.js'
import type { MapValue, Value } from '../value.js'
import type { Evaluator } from './eval.js'

export const COLLECTIONS = {
  array: (_, args) => (l, r) => args.map((a) => a(l, r)),
  /** Entries as they are written, equal keys too: only constant keys are made unique by the planner, and those are refused. */
  map: (_, args) => (l, r) => {
    const entries: (readonly [Value, Value])[] = []
    for (let i = 0; i < args.length; i += 2) entries.push([args[i]!(l, r), args[i + 1]!(l, r)])
    return { entries }
  },
  /** A field that is NOT NULL by its type is written without a test for NULL. */
  row: (call, args) => {
    const strict = call.args.map((a) => !a.nullable)
    return (l, r) =>
      args.map((a, i) => {
        const value = a(l, r)
        return value === null && strict[i] === true ? fault(collections.nullInRow, { field: i + 1 }) : value
      })
  },
  item: (call, [of, index]) => {
    const container = call.args[0]!.type
    const find = container.kind === 'map' ? entryOf(container.mapKey.type) : elementAt
    return (l, r) => {
      const [value, key] = [of!(l, r), index!(l, r)]
      return value === null || key === null ? null : find(value, key)
    }
  },
  cardinality:
    (_, [of]) =>
    (l, r) => {
      const value = of!(l, r)
      if (value === null) return null
      if (Array.isArray(value)) return value.length
      return (value as MapValue).entries.length
    },
  element:
    (_, [of]) =>
    (l, r) => {
      const value = of!(l, r) as readonly Value[] | null
      if (value === null || value.length === 0) return null
      return value.length === 1 ? value[0]! : fault(collections.manyElements, {})
    },
  if:
    (_, [condition, yes, no]) =>
    (l, r) =>
      condition!(l, r) === true ? yes!(l, r) : no!(l, r),
} as const satisfies Record<string, Evaluator>

/** From 1; what is not there is NULL. */
const elementAt = (array: Value, index: Value): Value => (array as readonly Value[])[(index as number) - 1] ?? null

const entryOf =
  (keyType: FlowType) =>
  (map: Value, key: Value): Value => {
    const entry = (map as MapValue).entries.find(([k]) => k !== null && equalValues(k, key, keyType))
    return entry === undefined ? null : entry[1]
  }
