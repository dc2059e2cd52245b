// What a plan is locally: raw SQL is not interpreted, so each relation of it is an input, whose rows a test gives.
import type { PlanProgram, SourceOperator, SqlOperator } from './plan.js'

/** The input that stands for raw SQL: its declared columns, as they are. */
export const standIn = (o: SqlOperator): SourceOperator => ({
  kind: 'source',
  id: o.id,
  inputs: [],
  columns: o.columns,
  ports: o.ports,
  traits: o.traits,
  relation: o.relation,
  origin: o.origin,
  name: o.name,
  connector: { kind: 'files', path: '' },
  format: { kind: 'json' },
  physical: o.columns.map(({ name, type, nullable }) => ({ name, type, nullable })),
  compute: o.columns.map((_, field) => ({ kind: 'physical', field })),
  time: o.time,
  primaryKey: o.primaryKey,
  acceptLate: false,
  parallelism: null,
  options: [],
})

export function withStandIns(plan: PlanProgram): PlanProgram {
  if (!plan.operators.some((o) => o.kind === 'sql')) return plan
  return { ...plan, operators: plan.operators.map((o) => (o.kind === 'sql' ? standIn(o) : o)) }
}
