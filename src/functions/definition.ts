// What a row of the function catalogue says. Types only; the rows are in operators.ts, predicates.ts and aggregates.ts.
import type { LiteralValue } from '../ir/expr.js'
import type { FlowType, Typed } from '../ir/types.js'
import type { AggregateId, FunctionId } from './ids.js'

/** Why arguments do not fit, without a place: the checker finds the words, the other side and the fix. */
export type TypeProblem =
  /** Argument `index` is of a kind that the function does not take; `wants` is `a number`. */
  | { readonly kind: 'argument'; readonly index: number; readonly wants: string }
  /** Each is fine, together they are not. */
  | { readonly kind: 'pair' }
  /** A text with something that is no text. */
  | { readonly kind: 'text' }
  /** TIMESTAMP with TIMESTAMP_LTZ. */
  | { readonly kind: 'zone' }
  /** Calcite would narrow DOUBLE to FLOAT. */
  | { readonly kind: 'narrows' }
  /** Of a type that has no comparison here. */
  | { readonly kind: 'incomparable'; readonly index: number }
  /** A NULL literal without a type. */
  | { readonly kind: 'null'; readonly index: number }

export type Inferred =
  | {
      readonly ok: true
      readonly result: Typed
      /** The type that each argument is brought to by an implicit cast; its own where none is needed. */
      readonly args: readonly FlowType[]
      /** What the conversion cannot hold, in words. */
      readonly lossy?: string | null
    }
  | { readonly ok: false; readonly problem: TypeProblem }

export type NullRule =
  /** NULL as soon as one argument is. */
  | 'strict'
  /** Three-valued logic: FALSE AND NULL is FALSE, TRUE OR NULL is TRUE. */
  | 'kleene'
  /** Never NULL. */
  | 'total'
  /** The first argument that is not NULL. */
  | 'first'
  /** As `=` to each member, joined by OR. */
  | 'member'
  /** Aggregates: NULL inputs are skipped. */
  | 'skip'

/** Run by the interpreter in a test, and recorded from Flink. */
interface Example {
  /** A whole expression without columns; an aggregate runs over `rows` with the column `x`. */
  readonly expr: string
  /** Aggregates: the texts of the values of `x`. */
  readonly rows?: readonly string[]
  /** As Flink spells it: `DECIMAL(4, 2) NOT NULL`. */
  readonly type: string
  /** In the form of a literal of that type. */
  readonly expected: LiteralValue
}

interface Definition {
  /** How it is spelled: upper case; the first one is used in messages. */
  readonly names: readonly string[]
  readonly deterministic: boolean
  readonly nullRule: NullRule
  /** One or two sentences for hover and docs. */
  readonly doc: string
  readonly examples: readonly Example[]
}

export interface FunctionDef extends Definition {
  readonly id: FunctionId
  /** `call`: NAME(…). `special`: its own form (LIKE, IN). */
  readonly syntax: 'call' | 'infix' | 'prefix' | 'postfix' | 'special'
  /** Fewest and most arguments; null: no limit. */
  readonly arity: readonly [number, number | null]
  readonly infer: (args: readonly Typed[]) => Inferred
}

export interface AggregateDef extends Definition {
  readonly id: AggregateId
  readonly syntax: 'aggregate'
  /** Result for an argument; `alwaysGrouped`: each group has at least one row and there is no FILTER. */
  readonly infer: (argument: Typed, alwaysGrouped: boolean) => Inferred
}
