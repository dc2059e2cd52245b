// lineage.json: for each column of each sink, the source columns it comes from, and those that decide whether or in
// which group a row appears.
import { postOrder } from '../../core/post-order.js'
import type { Json } from '../../core/stable-json.js'
import type { ColumnId, Operator, PlanProgram } from '../../ir/plan.js'
import { planShape, type PlanShape } from '../flink/shape.js'

export type LineageHow = 'copy' | 'compute' | 'key' | 'filter' | 'order'

export interface LineageOrigin {
  readonly source: string
  readonly column: string
  readonly how: LineageHow
}

export interface SinkLineage {
  readonly sink: string
  readonly columns: readonly { readonly name: string; readonly from: readonly LineageOrigin[] }[]
}

/** Along a way, the strongest change counts: a copy of a computed column is computed. */
const RANK: Readonly<Record<LineageHow, number>> = { copy: 0, compute: 1, key: 2, order: 3, filter: 4 }
const stronger = (a: LineageHow, b: LineageHow): LineageHow => (RANK[a] >= RANK[b] ? a : b)

export function lineage(plan: PlanProgram): readonly SinkLineage[] {
  const shape = planShape(plan)
  const memo = new Map<string, readonly LineageOrigin[]>()
  const columns = new Map<string, ColumnId>()
  const keyed = (column: ColumnId): string => {
    columns.set(keyOf(column), column)
    return keyOf(column)
  }
  const read = (key: string): readonly string[] => {
    const { operator, ordinal } = columns.get(key)!
    return memo.has(key) ? [] : shape.operator(operator).columns[ordinal]!.from.map((f) => keyed(f.column))
  }
  // those that others are made of come first: a chain may be longer than the engine can call itself
  const originsAt = (column: ColumnId): readonly LineageOrigin[] => {
    for (const key of postOrder([keyed(column)], read)) originsOf(columns.get(key)!, shape, memo)
    return memo.get(keyOf(column))!
  }
  return plan.operators.flatMap((o) => {
    if (o.kind !== 'sink') return []
    const { operator } = o.inputs[0]!
    return [
      {
        sink: o.name,
        columns: o.row.map((c, ordinal) => ({ name: c.name, from: originsAt({ operator, ordinal }) })),
      },
    ]
  })
}

const keyOf = ({ operator, ordinal }: ColumnId): string => `${operator}\n${ordinal}`

function originsOf(column: ColumnId, shape: PlanShape, memo: Map<string, readonly LineageOrigin[]>): readonly LineageOrigin[] {
  const key = keyOf(column)
  const known = memo.get(key)
  if (known !== undefined) return known
  const o = shape.operator(column.operator)
  const own = o.columns[column.ordinal]!
  const found = new Map<string, LineageOrigin>()
  const add = (origin: LineageOrigin): void => {
    const at = `${origin.source}\n${origin.column}`
    const before = found.get(at)
    if (before === undefined || RANK[origin.how] < RANK[before.how]) found.set(at, origin)
  }
  if (o.kind === 'source') sourceOrigins(o, column.ordinal).forEach(add)
  // what raw SQL makes its columns of is not known: they begin there
  if (o.kind === 'sql') add({ source: o.name, column: own.name, how: 'compute' })
  for (const from of own.from)
    for (const origin of originsOf(from.column, shape, memo)) add({ ...origin, how: stronger(from.how, origin.how) })
  const result = [...found.values()].sort((a, b) => compare(a.source, b.source) || compare(a.column, b.column))
  memo.set(key, result)
  return result
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function sourceOrigins(o: Operator & { kind: 'source' }, ordinal: number): readonly LineageOrigin[] {
  const name = o.columns[ordinal]!.name
  const source = o.compute[ordinal]
  return [{ source: o.name, column: name, how: source?.kind === 'computed' || source?.kind === 'epoch' ? 'compute' : 'copy' }]
}

export function lineageJson(plan: PlanProgram): Json {
  return {
    lineageVersion: 1,
    pipeline: plan.pipeline.name,
    sinks: lineage(plan).map((s) => ({
      sink: s.sink,
      columns: s.columns.map((c) => ({ name: c.name, from: c.from.map((f) => ({ ...f })) })),
    })),
  }
}
