// What all nodes of the surface tree stand on: places, names, texts, durations, types, and what a declaration has.
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

/** A duration in milliseconds, or a param that stands for one. */
export interface DurationNode extends Node {
  /** 0 where `param` is set. */
  readonly milliseconds: number
  /** The name of a `param` of type `duration`; null for a literal. */
  readonly param: Name | null
  /** As written: `5 minutes`. */
  readonly written: string
}

export interface DeclarationBase extends Node {
  readonly id: DeclarationId
  /** The `///` lines above it. */
  readonly doc: string | null
  /** Hash of the declaration's tokens: what decides whether it is checked again. */
  readonly hash: string
  /** Some of its text could not be read, and that has been reported: what seems to be missing may stand there. */
  readonly incomplete: boolean
}

// ---------------------------------------------------------------- types

/** Where the program wrote the name of a `type`, expansion puts what it stands for, and keeps the name. */
export type TypeNode = Node & { readonly alias?: Name } & (
    | {
        readonly kind: 'named'
        readonly name: string
        readonly parameters: readonly number[]
        /** What is wrong with it has been said. */
        readonly reported?: true
      }
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

export interface FieldNode extends Node {
  readonly name: Name
  readonly type: TypeNode
  readonly notNull: boolean
  readonly doc: string | null
}
