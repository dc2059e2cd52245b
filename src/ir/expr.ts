// Typed expressions: what stands inside the operators of a PlanProgram. Plain data, no names to resolve.
import type { Typed } from './types.js'

/**
 * A literal in JSON-safe form, by the type of the expression:
 * BOOLEAN true/false · TINYINT, SMALLINT, INT, FLOAT, DOUBLE number (non-finite: 'NaN' | 'Infinity' | '-Infinity') ·
 * BIGINT and DECIMAL decimal digits as text ('-12.50', exactly `scale` fraction digits) · CHAR, VARCHAR text ·
 * BINARY, VARBINARY hexadecimal text · DATE 'yyyy-MM-dd' · TIME 'HH:mm:ss[.f…]' · TIMESTAMP 'yyyy-MM-dd HH:mm:ss[.f…]' ·
 * TIMESTAMP_LTZ the same text, in UTC · intervals milliseconds or months as a number ·
 * ARRAY list · MAP list of [key, value] pairs · ROW list of fields in order · NULL null.
 */
export type LiteralValue = null | boolean | number | string | readonly LiteralValue[]

export type Expr = LiteralExpr | ColumnExpr | CallExpr | CastExpr | CaseExpr | FieldExpr | JavaExpr

export interface LiteralExpr extends Typed {
  readonly kind: 'literal'
  readonly value: LiteralValue
}

/** A column of the operator's input number `input`; its ColumnId is (that input's operator, ordinal). */
export interface ColumnExpr extends Typed {
  readonly kind: 'column'
  readonly input: number
  readonly ordinal: number
}

/** A call of a catalogue function; operators are functions too (`+` is `plus`, `and` is `and`). */
export interface CallExpr extends Typed {
  readonly kind: 'call'
  readonly fn: string
  readonly args: readonly Expr[]
}

/** `explicit`: written as CAST; `try`: TRY_CAST; `implicit`: inserted by the checker. */
export interface CastExpr extends Typed {
  readonly kind: 'cast'
  readonly mode: 'explicit' | 'try' | 'implicit'
  readonly input: Expr
}

/** Searched CASE; a simple CASE is lowered to it. */
export interface CaseExpr extends Typed {
  readonly kind: 'case'
  readonly branches: readonly { readonly when: Expr; readonly then: Expr }[]
  readonly otherwise: Expr
}

/** A field of a ROW value. */
export interface FieldExpr extends Typed {
  readonly kind: 'field'
  readonly input: Expr
  readonly index: number
  readonly name: string
}

/** A function of Java, as a job declares it. */
export interface JavaFunction {
  readonly name: string
  readonly className: string
  /** As written: a URL, an absolute path, or one relative to the folder of files; null: on the class path of the cluster. */
  readonly jar: string | null
}

/** A call of a function of Java. `local` stands for it where there is no Flink, over the same columns; null: nothing does. */
export interface JavaExpr extends Typed {
  readonly kind: 'java'
  readonly function: JavaFunction
  readonly args: readonly Expr[]
  readonly local: Expr | null
}

/** Direct children: one place for every walk over expressions. */
export function children(e: Expr): readonly Expr[] {
  switch (e.kind) {
    case 'literal':
    case 'column':
      return []
    case 'call':
    case 'java': // what stands for it reads no other columns
      return e.args
    case 'cast':
    case 'field':
      return [e.input]
    case 'case':
      return [...e.branches.flatMap((b) => [b.when, b.then]), e.otherwise]
  }
}

/** Rebuilds an expression with its columns replaced, bottom-up. */
export function mapColumns(e: Expr, replace: (c: ColumnExpr) => Expr): Expr {
  switch (e.kind) {
    case 'literal':
      return e
    case 'column':
      return replace(e)
    case 'call':
      return { ...e, args: e.args.map((a) => mapColumns(a, replace)) }
    case 'cast':
    case 'field':
      return { ...e, input: mapColumns(e.input, replace) }
    case 'java':
      return {
        ...e,
        args: e.args.map((a) => mapColumns(a, replace)),
        local: e.local === null ? null : mapColumns(e.local, replace),
      }
    case 'case':
      return {
        ...e,
        branches: e.branches.map((b) => ({ when: mapColumns(b.when, replace), then: mapColumns(b.then, replace) })),
        otherwise: mapColumns(e.otherwise, replace),
      }
  }
}

export function columnsOf(e: Expr): ColumnExpr[] {
  if (e.kind === 'column') return [e]
  return children(e).flatMap(columnsOf)
}
