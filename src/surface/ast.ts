// The surface tree: what a program says, names unresolved, sugar kept. The parser builds it from text; the fluent API
// will build the same nodes without tokens. Every node knows its span; a hole left by error recovery is a `missing` node.
import type { DeclarationId, Span } from '../core/span.js'

export interface Node {
  readonly span: Span
}

export interface Name extends Node {
  readonly text: string
}

export interface Text extends Node {
  readonly value: string
}

/** A duration in milliseconds, or the name of a param. */
export interface DurationNode extends Node {
  readonly milliseconds: number
  /** As written: `5 minutes`. */
  readonly written: string
}

// ---------------------------------------------------------------- file and declarations

export interface FileNode {
  readonly path: string
  readonly declarations: readonly Declaration[]
}

interface DeclarationBase extends Node {
  readonly id: DeclarationId
  /** The `///` lines above it. */
  readonly doc: string | null
  /** Hash of the declaration's tokens: what decides whether it is checked again. */
  readonly hash: string
  /** Some of its text could not be read, and that has been reported: what seems to be missing may stand there. */
  readonly incomplete: boolean
}

export type Declaration =
  | PipelineDecl
  | ImportDecl
  | ConnectionDecl
  | CatalogDecl
  | SchemaDecl
  | TopicDecl
  | SourceDecl
  | QueryDecl
  | SinkDecl
  | TestDecl
  /** A declaration that could not be read at all; its error has been reported. */
  | BrokenDecl

export interface BrokenDecl extends DeclarationBase {
  readonly kind: 'broken'
  /** The name, where one could be read: references to it then stay silent. */
  readonly name: Name | null
  /** All names that it would have declared, lanes of `late as` among them. */
  readonly names: readonly Name[]
}

export interface PipelineDecl extends DeclarationBase {
  readonly kind: 'pipeline'
  readonly name: Name
  readonly properties: readonly PipelineProperty[]
}

export type PipelineProperty =
  | (Node & { readonly kind: 'owner' | 'dlq' | 'time zone'; readonly value: Text })
  | (Node & { readonly kind: 'sla'; readonly value: DurationNode })
  | (Node & { readonly kind: 'checkpoint'; readonly every: DurationNode; readonly mode: 'exactly-once' | 'at-least-once' })

export interface ImportDecl extends DeclarationBase {
  readonly kind: 'import'
  readonly names: readonly { readonly name: Name; readonly alias: Name | null }[]
  readonly from: Text
}

/** A value of a connection or catalog: text, number, env('X') or secret('X'). */
export type ConfigValueNode = Node &
  (
    | { readonly kind: 'text'; readonly value: string }
    | { readonly kind: 'number'; readonly value: string }
    | { readonly kind: 'env' | 'secret'; readonly name: string }
  )

export interface ConfigProperty extends Node {
  /** Words joined with one space: `topic prefix`. */
  readonly name: Name
  readonly value: ConfigValueNode
}

export interface ConnectionDecl extends DeclarationBase {
  readonly kind: 'connection'
  readonly name: Name
  readonly connector: Name
  readonly properties: readonly ConfigProperty[]
}

export interface CatalogDecl extends DeclarationBase {
  readonly kind: 'catalog'
  readonly name: Name
  readonly connector: Name
  readonly properties: readonly ConfigProperty[]
}

export interface SchemaDecl extends DeclarationBase {
  readonly kind: 'schema'
  readonly name: Name
  readonly fields: readonly FieldNode[]
}

export interface FieldNode extends Node {
  readonly name: Name
  readonly type: TypeNode
  readonly notNull: boolean
  readonly doc: string | null
}

export interface TopicDecl extends DeclarationBase {
  readonly kind: 'topic'
  readonly topic: Text
  readonly properties: readonly TopicProperty[]
}

export type TopicProperty =
  | (Node & { readonly kind: 'throughput'; /** MB/s as written. */ readonly megabytes: number })
  | (Node & { readonly kind: 'partitions' | 'replicas' | 'min insync'; readonly count: number })
  /** `partitions for 2 MB/s` */
  | (Node & { readonly kind: 'partitions for'; readonly megabytes: number })
  | (Node & { readonly kind: 'retention'; readonly duration: DurationNode })
  | (Node & { readonly kind: 'cleanup'; readonly policy: 'delete' | 'compact' })

// ---------------------------------------------------------------- types

export type TypeNode = Node &
  (
    | { readonly kind: 'named'; readonly name: string; readonly parameters: readonly number[] }
    | { readonly kind: 'array' | 'multiset'; readonly element: TypeNode; readonly elementNotNull: boolean }
    | {
        readonly kind: 'map'
        readonly key: TypeNode
        readonly keyNotNull: boolean
        readonly value: TypeNode
        readonly valueNotNull: boolean
      }
    | { readonly kind: 'row'; readonly fields: readonly FieldNode[] }
  )

// ---------------------------------------------------------------- sources

export interface SourceDecl extends DeclarationBase {
  readonly kind: 'source'
  readonly relation: 'stream' | 'table'
  readonly name: Name
  readonly from:
    | (Node & { readonly kind: 'kafka'; readonly topic: Text })
    | (Node & { readonly kind: 'files'; readonly path: Text })
    | (Node & { readonly kind: 'cdc'; readonly connection: Name; readonly table: Text })
  readonly clauses: readonly SourceClause[]
}

export type SourceClause =
  | SchemaClause
  | (Node & { readonly kind: 'primary key'; readonly columns: readonly Name[] })
  | (Node & { readonly kind: 'message key'; readonly columns: readonly Name[]; readonly format: Name | null })
  | TimeClause
  | (Node & { readonly kind: 'start'; readonly position: 'earliest' | 'latest' | 'at'; readonly at: Text | null })
  /** `late strict …` as shorthand, and `late accept`. */
  | (Node & { readonly kind: 'late'; readonly late: LateNode })
  | (Node & { readonly kind: 'format'; readonly format: Name })
  | WithClause

export interface SchemaClause extends Node {
  readonly kind: 'schema'
  readonly source:
    | { readonly kind: 'registry'; readonly subject: Text | null; readonly version: number | null }
    | { readonly kind: 'file'; readonly path: Text }
    | { readonly kind: 'named'; readonly name: Name }
}

export interface TimeClause extends Node {
  readonly kind: 'time'
  readonly time:
    | (Node & {
        readonly kind: 'column'
        readonly path: readonly Name[]
        readonly as: 'epoch millis' | 'epoch seconds' | 'epoch micros' | null
      })
    | (Node & { readonly kind: 'commit' })
    | (Node & { readonly kind: 'metadata'; readonly key: Text })
  readonly lateBy: DurationNode | null
  readonly idle: (Node & { readonly after: DurationNode | null }) | null
}

export interface WithClause extends Node {
  readonly kind: 'with'
  readonly options: readonly { readonly name: Text; readonly value: Text }[]
}

// ---------------------------------------------------------------- queries

export interface QueryDecl extends DeclarationBase {
  readonly kind: 'query'
  readonly relation: 'stream' | 'table' | 'let'
  readonly name: Name
  readonly clauses: readonly Clause[]
}

export type Clause =
  | FromClause
  | WhereClause
  | JoinClause
  | WindowClause
  | GroupClause
  | SelectClause
  | ExtendClause
  | UnionClause
  /** A clause that could not be read; reported. What follows still holds. */
  | (Node & { readonly kind: 'bad'; /** Lanes that its text declares by `late as`. */ readonly names: readonly Name[] })

export type ClauseKind = Clause['kind']

export interface FromClause extends Node {
  readonly kind: 'from'
  readonly relation: Name
  readonly alias: Name | null
}

export interface WhereClause extends Node {
  readonly kind: 'where'
  readonly condition: ExprNode
  /** `else dlq 'reason'` */
  readonly reject: (Node & { readonly reason: Text }) | null
}

export interface JoinClause extends Node {
  readonly kind: 'join'
  readonly side: 'inner' | 'left'
  readonly relation: Name
  readonly alias: Name | null
  /** The left event time of `at`. */
  readonly at: ExprNode
  readonly on: ExprNode
  readonly late: LateNode | null
}

export interface LateNode extends Node {
  readonly strict: boolean
  readonly action:
    | { readonly kind: 'dlq' }
    | { readonly kind: 'as'; readonly name: Name }
    | { readonly kind: 'count' }
    | { readonly kind: 'accept' }
}

export interface WindowClause extends Node {
  readonly kind: 'window'
  readonly window: Node & { readonly kind: 'tumble'; readonly size: DurationNode; readonly offset: DurationNode | null }
  readonly late: LateNode | null
}

/** `group by … select … [having …]`: one production, one node. */
export interface GroupClause extends Node {
  readonly kind: 'group'
  readonly keys: readonly ExprNode[]
  readonly items: readonly SelectItem[]
  readonly having: ExprNode | null
}

export interface SelectClause extends Node {
  readonly kind: 'select'
  readonly items: readonly SelectItem[]
}

export type SelectItem =
  | (Node & { readonly kind: 'item'; readonly expr: ExprNode; readonly alias: Name | null })
  /** `*` or `o.*` */
  | (Node & { readonly kind: 'star'; readonly qualifier: Name | null })

export interface ExtendClause extends Node {
  readonly kind: 'extend'
  readonly items: readonly { readonly name: Name; readonly expr: ExprNode; readonly span: Span }[]
}

export interface UnionClause extends Node {
  readonly kind: 'union'
  readonly relation: Name
}

// ---------------------------------------------------------------- expressions

export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '=' | '<>' | '<' | '<=' | '>' | '>=' | 'and' | 'or' | '||'

export type ExprNode =
  | (Node & { readonly kind: 'number'; /** As written: `1`, `1.50`, `1e3`. */ readonly text: string })
  | (Node & { readonly kind: 'string'; readonly value: string })
  | (Node & { readonly kind: 'boolean'; readonly value: boolean })
  | (Node & { readonly kind: 'null' })
  /** `DATE '…'`, `TIME '…'`, `TIMESTAMP '…'`, `INTERVAL '5' MINUTE` */
  | (Node & { readonly kind: 'typed literal'; readonly type: 'date' | 'time' | 'timestamp'; readonly value: Text })
  | (Node & { readonly kind: 'interval'; readonly value: Text; readonly from: IntervalUnit; readonly to: IntervalUnit | null })
  /** `a`, `o.a`, `o.payload.id` */
  | (Node & { readonly kind: 'path'; readonly names: readonly Name[] })
  | (Node & { readonly kind: 'unary'; readonly operator: '-' | '+' | 'not'; readonly operand: ExprNode })
  | (Node & {
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly left: ExprNode
      readonly right: ExprNode
      readonly operatorSpan: Span
    })
  | (Node & {
      readonly kind: 'is'
      readonly operand: ExprNode
      readonly negated: boolean
      readonly test: 'null' | 'true' | 'false'
    })
  | (Node & {
      readonly kind: 'like'
      readonly operand: ExprNode
      readonly negated: boolean
      readonly pattern: ExprNode
      readonly escape: ExprNode | null
    })
  | (Node & {
      readonly kind: 'between'
      readonly operand: ExprNode
      readonly negated: boolean
      readonly low: ExprNode
      readonly high: ExprNode
    })
  | (Node & { readonly kind: 'in'; readonly operand: ExprNode; readonly negated: boolean; readonly list: readonly ExprNode[] })
  | (Node & {
      readonly kind: 'case'
      readonly operand: ExprNode | null
      readonly branches: readonly { readonly when: ExprNode; readonly then: ExprNode }[]
      readonly otherwise: ExprNode | null
    })
  | (Node & { readonly kind: 'cast'; readonly attempt: boolean; readonly operand: ExprNode; readonly type: TypeNode })
  | (Node & {
      readonly kind: 'call'
      readonly name: Name
      readonly distinct: boolean
      readonly star: boolean
      readonly args: readonly ExprNode[]
      readonly filter: ExprNode | null
    })
  | (Node & { readonly kind: 'missing' })

export type IntervalUnit = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'

// ---------------------------------------------------------------- sinks

export interface SinkDecl extends DeclarationBase {
  readonly kind: 'sink'
  readonly target:
    | (Node & { readonly kind: 'kafka'; readonly topic: Text })
    /** `lake.sales.enriched_orders` */
    | (Node & { readonly kind: 'catalog'; readonly path: readonly Name[] })
  readonly relation: Name
  readonly mode: 'append' | 'upsert'
  readonly modeSpan: Span
  readonly properties: readonly SinkProperty[]
}

export type SinkProperty =
  | (Node & { readonly kind: 'message key'; readonly columns: readonly Name[]; readonly format: Name | null })
  | (Node & { readonly kind: 'key'; readonly columns: readonly Name[] })
  | (Node & { readonly kind: 'partition by'; readonly parts: readonly PartitionNode[] })
  | (Node & { readonly kind: 'format version'; readonly version: number })
  | (Node & { readonly kind: 'format'; readonly format: Name })
  | TopicProperty
  | WithClause

export interface PartitionNode extends Node {
  /** `identity` for a bare column. */
  readonly transform: string
  readonly column: Name
  readonly parameter: number | null
}

// ---------------------------------------------------------------- tests

export interface TestDecl extends DeclarationBase {
  readonly kind: 'test'
  readonly title: Text
  readonly pipeline: Name
  readonly steps: readonly TestStep[]
}

export type TestStep =
  | (Node & { readonly kind: 'given'; readonly relations: readonly Name[]; readonly rows: FixtureTable | FixtureFile })
  | (Node & { readonly kind: 'expect'; readonly relation: Name; readonly table: FixtureTable })
  | (Node & { readonly kind: 'expect changes'; readonly relation: Name; readonly table: FixtureTable })
  | (Node & { readonly kind: 'expect dlq'; readonly table: FixtureTable })
  /** `expect nothing from NAME` */
  | (Node & { readonly kind: 'expect nothing'; readonly relation: Name })
  /** `watermark NAME to T` forces it. */
  | (Node & { readonly kind: 'watermark'; readonly relation: Name; readonly to: CellNode })
  /** `expect watermark NAME T` */
  | (Node & { readonly kind: 'expect watermark'; readonly relation: Name; readonly at: CellNode })
  | (Node & { readonly kind: 'advance'; readonly by: DurationNode })
  | (Node & { readonly kind: 'restart' })

export interface FixtureTable extends Node {
  readonly kind: 'table'
  readonly columns: readonly ColumnHeadNode[]
  readonly rows: readonly FixtureRow[]
}

export interface ColumnHeadNode extends Node {
  /** With its `@` for meta columns: `@time`, `@header.x`. */
  readonly name: string
}

export interface FixtureRow extends Node {
  /** null: an empty cell, the column is left out for this row. */
  readonly cells: readonly (CellNode | null)[]
}

/** A literal cell: sign and primary, or a row kind such as `+I`, or a bare word such as `c`. */
export type CellNode = Node &
  (
    | { readonly kind: 'number' | 'word' | 'row kind'; readonly text: string }
    | { readonly kind: 'string'; readonly text: string }
    | { readonly kind: 'boolean'; readonly value: boolean }
    | { readonly kind: 'null' }
    /** `array[…]`, `row(…)`, `map[…]` */
    | { readonly kind: 'array' | 'row' | 'map'; readonly items: readonly CellNode[] }
  )

export interface FixtureFile extends Node {
  readonly kind: 'file'
  readonly path: Text
}
