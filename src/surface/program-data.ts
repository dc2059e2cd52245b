// A program of the TypeScript API as it leaves the worker that ran it: plain data, so that two copies of this package agree.
import type { Declaration } from './ast.js'
import type { Node } from './nodes.js'

/** Raised when nodes change in a way that an older reader would misread. */
export const SURFACE_VERSION = 1

/**
 * The nodes have no tokens. `span.declaration` is empty, and `span.start` is an index into `sites`: the call that made the node; -1
 * where no call did.
 */
export interface ProgramData {
  readonly surfaceVersion: number
  /** Each after those that it refers to. */
  readonly declarations: readonly (Declaration | TextDeclaration)[]
  readonly sites: readonly Site[]
}

/** Declarations written as text: flow`stream x = …`. */
export interface TextDeclaration extends Node {
  readonly kind: 'text'
  readonly text: string
}

/**
 * An expression written as text. It stands where an ExprNode does until the loader has parsed it: as `{ kind: 'text', text, span }`.
 */
export interface TextExpression extends Node {
  readonly kind: 'text'
  readonly text: string
}

/**
 * What `.ignore('FLOW4018', 'why')` says of a declaration or a clause. The node has it under `ignores`; in a text it is the comment
 * above, which the tree has apart.
 */
export interface IgnoreData extends Node {
  readonly codes: readonly string[]
  /** In one line. */
  readonly reason: string
}

/** Of the nodes of a program in TypeScript; nodes that were read from a text have none. */
export const ignoresOf = (node: object): readonly IgnoreData[] =>
  (node as { readonly ignores?: readonly IgnoreData[] }).ignores ?? []

/** A copy that says one thing more that is to be ignored. */
export const withIgnores = <N extends object>(node: N, ...more: readonly IgnoreData[]): N =>
  more.length === 0 ? node : { ...node, ignores: [...ignoresOf(node), ...more] }

/** Where a builder was called: as the engine says it, before source maps. `line` and `column` count from 1. */
export interface Site {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** A use of the API that cannot be printed at all: thrown in the worker, reported as a diagnostic at its site. */
export interface MistakeData {
  /** A key of `api` in src/diagnostics/codes/api.ts. */
  readonly mistake: string
  readonly parameters: Readonly<Record<string, string | number | readonly string[]>>
  readonly site: Site | null
  /** A second place that belongs to it: where the name stands first. */
  readonly other?: { readonly site: Site; readonly text: string }
}
