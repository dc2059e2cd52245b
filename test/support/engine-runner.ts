// Drives an engine in tests: short records in, rows of named relations out.
import type { OperatorId, PlanProgram } from '../../src/ir/plan.js'
import type { Change, Engine, SourceRecord } from '../../src/runtime/api.js'
import { createEngine } from '../../src/runtime/engine.js'
import type { Row } from '../../src/runtime/value.js'

export interface Rig {
  readonly engine: Engine
  /** Pushes a record of physical fields. */
  push(source: string, fields: Row, more?: Partial<SourceRecord>): void
  /** Changes of a relation so far. */
  changes(relation: string): readonly Change[]
  rows(relation: string): readonly Row[]
  /** `+I 1,2` a change. */
  text(relation: string): readonly string[]
}

export function rig(plan: PlanProgram): Rig {
  const seen = new Map<string, Change[]>()
  const engine = createEngine(plan, {
    observer: (operator, port, change) => {
      const key = `${operator}|${port}`
      const known = seen.get(key)
      if (known === undefined) seen.set(key, [change])
      else known.push(change)
    },
  })
  const id = (source: string): OperatorId => plan.operators.find((o) => o.kind === 'source' && o.name === source)!.id
  const changes = (relation: string): readonly Change[] => {
    const { operator, port } = plan.relations.find((r) => r.name === relation)!.edge
    return [...(seen.get(`${operator}|${port}`) ?? [])]
  }
  return {
    engine,
    push: (source, fields, more = {}) =>
      engine.push(id(source), {
        fields,
        op: 'c',
        commitTime: null,
        recordTime: null,
        topic: source,
        partition: 0,
        offset: null,
        ...more,
      }),
    changes,
    rows: (relation) => changes(relation).map((c) => c.row),
    text: (relation) =>
      changes(relation).map((c) => `${c.kind} ${c.row.map((v) => (v === null ? 'null' : String(v))).join(',')}`),
  }
}
