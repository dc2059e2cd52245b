// The nodes of tests: steps, tables and their cells.
import type { DeclarationBase, DurationNode, Name, Node, Text } from './nodes.js'

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
  /** `idle orders partition 1` */
  | (Node & { readonly kind: 'idle'; readonly relation: Name; readonly partition: number | null })
  /** Bounded end of input. */
  | (Node & { readonly kind: 'end' })
  /** No end of input at the end of the test. */
  | (Node & { readonly kind: 'open' })
  /** `expect error 'FLOW4001'`: the program must not compile, for this reason. */
  | (Node & { readonly kind: 'expect error'; readonly code: Text })

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
    /** `array[…]`, `map[…]` */
    | { readonly kind: 'array' | 'map'; readonly items: readonly CellNode[] }
    /** `row(1, null)` in the order of the fields, or by their names: `row(id = 1, zip = null)`. */
    | { readonly kind: 'row'; readonly items: readonly CellNode[]; readonly names?: readonly Name[] }
  )

export interface FixtureFile extends Node {
  readonly kind: 'file'
  readonly path: Text
}
