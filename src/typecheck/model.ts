// The SemanticModel: everything that is known about a program, also about a wrong one. Hover, explain, lineage and the
// plan builder read it.
import type { Span } from '../core/span.js'
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
  readonly delay: number
  readonly idle: number | null
  readonly span: Span
}

export interface RelationType {
  readonly columns: readonly RelationColumn[]
  readonly change: Because<'append' | 'updating'>
  readonly keys: readonly (readonly string[])[]
  readonly time: RelationTime | null
  /** Where and why the event time was lost, if there once was one. */
  readonly timeLost: Because<string> | null
  readonly watermark: readonly WatermarkSource[]
  /** Columns that a window added, while the relation is windowed. */
  readonly window: { readonly size: number; readonly span: Span } | null
  readonly state: { readonly bound: 'none' | 'window' | 'versions' | 'keys'; readonly detail: string }
  /** True for a versioned table: may stand on the right of a temporal join. */
  readonly versioned: boolean
}

export interface RelationSymbol {
  readonly name: string
  readonly kind: 'stream' | 'table'
  readonly declaration: ast.SourceDecl | ast.QueryDecl | ast.LateNode
  readonly span: Span
  readonly type: RelationType | null
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
