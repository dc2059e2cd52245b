// The SemanticModel: everything that is known about a program, also about a wrong one. Hover, explain, lineage and the
// plan builder read it.
import type { Span } from '../core/span.js'
import type { Traits } from '../ir/plan.js'
import type { ResolvedSchema } from '../schema/model.js'
import type { Typed } from '../ir/types.js'
import type * as ast from '../surface/ast.js'

/** Where a column's type was decided: shown as the other side of a mismatch. */
export interface ColumnProvenance {
  readonly span: Span
  /** `from subject x-value version 3`, or null where the span says it all. */
  readonly note: string | null
}

export interface RelationColumn extends Typed {
  readonly name: string
  readonly provenance: ColumnProvenance
  readonly doc: string | null
}

export interface RelationTime {
  readonly column: string
  readonly family: 'timestamp' | 'timestamp_ltz'
}

/** A fact together with the step that made it so. */
export interface Because<T> {
  readonly value: T
  readonly span: Span
  readonly reason: string
}

/** One source behind a watermark. */
export interface WatermarkSource {
  readonly source: string
  /** Milliseconds. */
  readonly delay: number
  /** Milliseconds of silence after which a partition counts as idle; null: never, or not said. */
  readonly idle: number | null
  /** `end`: only at the end of its input, since it accepts lateness. */
  readonly moves: 'rows' | 'end'
  readonly span: Span
}

/** The step that made a fact what it is, in words: `` `select` leaves out `created_at` ``. */
export interface MadeBy {
  readonly span: Span
  readonly reason: string
}

/** What the rows at a point of a program are, besides their columns. */
export interface RelationFacts {
  readonly change: Because<'append' | 'updating'>
  readonly keys: readonly (readonly string[])[]
  readonly time: RelationTime | null
  /** Where and why the event time was lost, if there once was one. */
  readonly timeLost: Because<string> | null
  readonly watermark: readonly WatermarkSource[]
  /** The window that rows are in, between a `window` and the `group by` behind it. */
  readonly window: { readonly words: string; readonly span: Span } | null
  /** All that the steps up to here keep together: the widest bound, each step in words. */
  readonly state: { readonly bound: StateBound; readonly detail: string }
  /** Which step made each of them so. */
  readonly madeBy: {
    readonly change: MadeBy
    readonly keys: MadeBy
    readonly time: MadeBy
    /** Null where no watermark comes here. */
    readonly watermark: MadeBy | null
    /** Null where nothing is kept. */
    readonly state: MadeBy | null
  }
}

export type StateBound = Traits['state']['bound']

export interface RelationType extends RelationFacts {
  readonly columns: readonly RelationColumn[]
  /** True for a versioned table: may stand on the right of a temporal join. */
  readonly versioned: boolean
}

/** What is known right behind a clause of a query. */
export interface ClauseFacts {
  readonly span: Span
  /** `where`, `group by` */
  readonly clause: string
  readonly type: RelationType
}

export interface RelationSymbol {
  readonly name: string
  readonly kind: 'stream' | 'table'
  readonly declaration: ast.SourceDecl | ast.QueryDecl | ast.SqlDecl | ast.ImportPipelineDecl | ast.LateNode
  readonly span: Span
  /** As far as it is known; null where not even its first step could be understood. */
  readonly type: RelationType | null
  /** The step behind which nothing is known, where there is one: the rows may be others at the end. */
  readonly stopped: Span | null
  /** Of a query: behind each of its clauses that could be understood. */
  readonly clauses: readonly ClauseFacts[]
  readonly schema: ResolvedSchema | null
  readonly doc: string | null
}

export interface SemanticModel {
  readonly files: readonly ast.FileNode[]
  /** All relations that a file can name, by file path, then name. */
  readonly scopes: ReadonlyMap<string, ReadonlyMap<string, RelationSymbol>>
  readonly pipelines: readonly ast.PipelineDecl[]
  /** Type of an expression node, by identity. */
  readonly types: WeakMap<object, Typed>
}
