// The door to expression checking: everything that relations, sinks and test blocks need from it, and nothing else.
// Implementation: expr.ts (nodes), aggregate.ts (group by), coerce.ts (common types, widening), type-node.ts, cell.ts.
import type { Span } from '../core/span.js'
import type { DiagnosticBag } from '../diagnostics/bag.js'
import type { Expr, LiteralValue } from '../ir/expr.js'
import type { AggregateCall } from '../ir/plan.js'
import type { FlowType, Typed } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import type { ColumnProvenance } from './model.js'

/**
 * Contract of checkExpr
 *
 * `checkExpr(node, context)` types one expression and lowers it to plan form. It never throws on user input; every
 * mistake goes to `context.bag`, all of them at once. What cannot be typed becomes a NULL literal of type `error`, which
 * every operation absorbs silently; a caller that finds `isError(checked.expr)` needs to say nothing more.
 *
 * Lowering: simple CASE → searched CASE; `x BETWEEN a AND b` → `x >= a AND x <= b` (NOT: `x < a OR x > b`); IN stays one
 * call (`in`, operand first); `NOT IN` is `not(in)`, `NOT LIKE` is `not(like)`, `IS NOT NULL` is its own function.
 *
 * What evaluators and SQL may rely on for the arguments of a call:
 *  - comparisons, `in`: all arguments are exact numbers (any mix of integers and decimals, compared by value), or all
 *    texts (CHAR, VARCHAR of any length), or all timestamps of one family (any precision), or arrays whose elements differ in
 *    nullability and the lengths of texts only, or else all of one type;
 *  - `plus minus times divide mod` on numbers: all exact (then the result type says integer or DECIMAL arithmetic; where
 *    the result is an integer type, the arguments have that same type), or all of the result type (FLOAT, DOUBLE);
 *  - branches of CASE, arguments of `coalesce` and `if`, items of `array[…]`, keys and values of `map[…]`: each has the result's type, by an inserted implicit cast.
 * An implicit cast gives the same value as an explicit CAST; SQL may print it or leave it to Flink.
 */
export interface ExprContext {
  readonly bag: DiagnosticBag
  /** SemanticModel.types: every node gets its type here. */
  readonly types: WeakMap<object, Typed>
  /** Scopes, aliases and nested fields are the caller's. null: no such column; the caller has reported it. */
  readonly resolve: (path: readonly ast.Name[], at: Span) => ResolvedPath | null
  /** Whether the name alone is a column here: then it cannot be that of a param. Left out: none is. */
  readonly has?: (name: string) => boolean
  /** Where the expression stands, in the words of a message: `where`, `on`, `extend`, `select without group by`. Aggregates are refused with it. */
  readonly place: string
  /** Conditions that are TRUE for every row here (earlier `where` clauses), over the same columns: they silence lints. */
  readonly holds?: readonly Expr[]
}

export interface ResolvedPath {
  /** A ColumnExpr, or FieldExprs around one. */
  readonly expr: Expr
  /** Where the column's type was decided; shown in mismatches. */
  readonly provenance: ColumnProvenance
}

export interface CheckedExpr {
  readonly expr: Expr
  /** Of a bare column: that column's. Of everything else: the expression's own span, no note. */
  readonly provenance: ColumnProvenance
}

export type CheckExpr = (node: ast.ExprNode, context: ExprContext) => CheckedExpr

/** As checkExpr, and the type must be BOOLEAN: `what` is `the condition of where`. */
export type CheckCondition = (node: ast.ExprNode, context: ExprContext, what: string) => CheckedExpr

// ---------------------------------------------------------------- group by

/** One input of `group by … select … having`, already resolved by the caller. */
export interface AggregateInput {
  /** Resolves columns of the grouped relation (input 0), without window columns. */
  readonly context: ExprContext
  /** The group keys, each checked with `checkExpr` in `context`, in the order of the text. */
  readonly keys: readonly GroupKey[]
  /** After a window: the types of its three columns. They hide columns of the same name. */
  readonly window: { readonly start: Typed; readonly end: Typed; readonly time: Typed; readonly span: Span } | null
}

export interface GroupKey {
  readonly node: ast.ExprNode
  readonly checked: CheckedExpr
}

/**
 * Expressions over the virtual input 0 = [keys…, calls…, window_start, window_end, window_time] (the output row of
 * WindowAggregateOperator). Equal aggregate calls are one. An output that is just a column keeps that column's provenance.
 */
export interface CheckedGroup {
  readonly items: readonly CheckedExpr[]
  /** May also name outputs; those are already replaced by their expressions. */
  readonly having: CheckedExpr | null
  readonly calls: readonly AggregateCall[]
}

export interface GroupItem {
  readonly expr: ast.ExprNode
  /** The output's name: alias, or the last name of a path; null where it has none (reported by the caller). */
  readonly name: string | null
}

export type CheckGroup = (items: readonly GroupItem[], having: ast.ExprNode | null, input: AggregateInput) => CheckedGroup

// ---------------------------------------------------------------- types

/**
 * The type to which Flink brings CASE branches, COALESCE arguments, IN lists and the branches of a UNION; nullable where
 * one of them is. `lossy` says in words what the common type cannot hold (clipped DECIMAL scale, DECIMAL with DOUBLE).
 * null: they have none. Poison among them gives poison.
 */
export type CommonType = (types: readonly Typed[]) => { readonly typed: Typed; readonly lossy: string | null } | null

/** All spellings of a type; a bad name or parameter is reported and poisons. */
export type TypeFromNode = (node: ast.TypeNode, bag: DiagnosticBag) => FlowType

// ---------------------------------------------------------------- fixture cells

export type CellLiteral =
  | { readonly ok: true; readonly value: LiteralValue }
  | { readonly ok: false; readonly problem: string; readonly help: string | null }

/**
 * A fixture cell as a literal of a column's type, exactly or not at all: no rounding, no wrapping, no NULL into NOT NULL.
 * `problem` is a message's text: `` `1.005` has 3 fraction digits, DECIMAL(10, 2) takes 2 ``.
 * Texts may be quoted or bare words; dates and timestamps are quoted, with a space or a `T`, a `Z` for TIMESTAMP_LTZ only.
 */
export type LiteralFromCell = (cell: ast.CellNode, type: Typed) => CellLiteral
