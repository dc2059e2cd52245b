// What the checker knows at a point between two clauses (Shape), and of a whole relation (CheckedRelation).
// Operators are built with ids relative to the relation; the plan builder puts the pipeline's name in front.
import type { Span } from '../core/span.js'
import type { Fix } from '../diagnostics/define.js'
import { columnsOf, type ColumnExpr, type Expr } from '../ir/expr.js'
import type { ColumnOrigin, Edge, Operator, OperatorId, PlanColumn, PortName, Traits } from '../ir/plan.js'
import type { Typed } from '../ir/types.js'
import type { ResolvedSchema } from '../schema/model.js'
import type * as ast from '../surface/ast.js'
import type { Trail } from './facts/trail.js'
import type { Because, ColumnProvenance } from './model.js'

/** A visible column at a point of a query; `ordinal` is its place in the operator's full output row. */
export interface ScopeColumn extends Typed {
  readonly name: string
  /** Alias (or name) of the relation it came in with, until the next `select`. */
  readonly qualifier: string | null
  readonly ordinal: number
  readonly provenance: ColumnProvenance
  readonly doc: string | null
}

/** A source whose watermark counts here. */
export interface TimeSource {
  readonly operator: OperatorId
  readonly name: string
  readonly delay: number
  readonly idle: number | null | 'unsaid'
  readonly acceptLate: boolean
  readonly span: Span
  /** Says when its silence counts as idleness. */
  readonly idleFix: Fix
}

/** A name that cannot be used as a column here, and why. */
export interface Unavailable {
  readonly name: string
  readonly reason: string
  readonly span: Span | null
}

export interface Shape {
  readonly edge: Edge
  /** Full output row at the edge, hidden columns included. */
  readonly row: readonly PlanColumn[]
  readonly columns: readonly ScopeColumn[]
  readonly change: Because<'append' | 'updating'>
  /** Sets of row ordinals. */
  readonly keys: readonly (readonly number[])[]
  /** Row ordinal of the event time. */
  readonly time: number | null
  /** Its value is the column; `listEnd`: behind which item of a select it can be put back. */
  readonly timeLost: (Because<string> & { readonly listEnd?: Span }) | null
  readonly sources: readonly TimeSource[]
  /** Set where every row is ahead of the watermark: a strict split stands before, on one input. */
  readonly ahead: Because<string> | null
  /** Set behind `union all`, up to a join or window: rows under several watermarks, which Flink asks branch by branch. */
  readonly merged: Because<string> | null
  readonly state: Traits['state']
  readonly unavailable: readonly Unavailable[]
  /** Its event time is declared, and wrong (reported): that it has none is no further mistake. */
  readonly timeBroken: boolean
  /** Some of its columns could not be read (reported): there may be others. */
  readonly open: boolean
  /** Conditions over `row` that every row here satisfies. */
  readonly holds: readonly Expr[]
  /** For messages: `` `enriched` ``, `the join`. */
  readonly name: string
}

/** Rows that leave through a reject or late port for the DLQ. */
export interface Lane {
  readonly split: OperatorId
  readonly port: PortName
  readonly stage: 'validate' | 'late'
  readonly reason: string
  readonly shape: Shape
  readonly span: Span
}

export interface CheckedRelation {
  readonly name: string
  readonly file: string
  readonly kind: 'stream' | 'table'
  readonly declaration: ast.SourceDecl | ast.QueryDecl | ast.SqlDecl | ast.ImportPipelineDecl
  /** Of a `late … as NAME`: where it was named. */
  readonly lateOf: Span | null
  readonly nameSpan: Span
  readonly doc: string | null
  /** The rows that a reader sees; null where the relation could not be checked. */
  readonly shape: Shape | null
  /** The versioned form of a cdc table: what stands on the right of a temporal join. */
  readonly versions: Shape | null
  readonly operators: readonly Operator[]
  readonly uses: readonly CheckedRelation[]
  readonly lanes: readonly Lane[]
  readonly schema: ResolvedSchema | null
  /** Values that the checker chose. */
  readonly inferred: readonly { readonly what: string; readonly value: string; readonly because: string }[]
  /** Of a query: what was known behind each of its clauses. */
  readonly trail?: Trail
}

/** Where the compiler's own column of that name stands; -1: nowhere. A schema may have a field of the same name in backquotes. */
export const hiddenColumn = (row: readonly PlanColumn[], name: string): number =>
  row.findIndex((c) => c.hidden === true && c.name === name)

/** Makes operator ids of one relation: `relation/kind(discriminator)`, `#2` for the same one again. */
export class Ids {
  readonly #relation: string
  readonly #taken = new Map<string, number>()
  constructor(relation: string) {
    this.#relation = relation
  }
  make(kind: string, discriminator: string | null): OperatorId {
    const base = `${this.#relation}/${kind}${discriminator === null ? '' : `(${discriminator})`}`
    const count = (this.#taken.get(base) ?? 0) + 1
    this.#taken.set(base, count)
    return count === 1 ? base : `${base}#${count}`
  }
}

export const copyOf = (edge: Edge, ordinal: number): readonly ColumnOrigin[] => [
  { column: { operator: edge.operator, ordinal }, how: 'copy' },
]

/** The same row on the other side of an operator that hands it on. */
export const passRow = (shape: Shape): readonly PlanColumn[] => shape.row.map((c, i) => ({ ...c, from: copyOf(shape.edge, i) }))

export const columnAt = (row: readonly PlanColumn[], ordinal: number, input = 0): ColumnExpr => {
  const c = row[ordinal]!
  return { kind: 'column', input, ordinal, type: c.type, nullable: c.nullable }
}

/** Which input columns an expression reads. A bare column is a copy, all else is computed. */
export function originsOf(e: Expr, inputs: readonly Edge[]): readonly ColumnOrigin[] {
  const how = e.kind === 'column' ? 'copy' : 'compute'
  const seen = new Set<string>()
  const out: ColumnOrigin[] = []
  for (const c of columnsOf(e)) {
    const operator = inputs[c.input]!.operator
    const key = `${operator}#${c.ordinal}`
    if (seen.has(key)) continue
    seen.add(key)
    out.push({ column: { operator, ordinal: c.ordinal }, how })
  }
  return out
}

export const traitsOf = (s: Pick<Shape, 'change' | 'keys' | 'time' | 'sources' | 'state'>): Traits => ({
  change: s.change.value,
  keys: s.keys,
  time: s.time,
  watermark: s.sources.map((x) => x.operator),
  state: s.state,
})

export const NO_STATE: Traits['state'] = { bound: 'none', detail: 'keeps nothing' }

/** Names of columns side by side in one operator's row are different: the second of a name becomes `name_2`. */
export function distinctNames(wanted: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return wanted.map((name) => {
    let free = name
    for (let n = 2; taken.has(free); n++) free = `${name}_${n}`
    taken.add(free)
    return free
  })
}
