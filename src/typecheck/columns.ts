// Resolving a path such as `o.payload.id` against the columns at a point of a query.
import type { Span } from '../core/span.js'
import { didYouMean } from '../core/suggest.js'
import type { DiagnosticBag } from '../diagnostics/bag.js'
import { names } from '../diagnostics/codes/names.js'
import { schemas } from '../diagnostics/codes/schemas.js'
import type { Expr } from '../ir/expr.js'
import type * as ast from '../surface/ast.js'
import type { ExprContext, ResolvedPath } from './expr-api.js'
import type { ScopeColumn, Unavailable } from './relation.js'
import type { Typed } from '../ir/types.js'

/** What names mean here. `input` tells from which input of the operator a column comes. */
export interface ColumnScope {
  readonly columns: readonly (ScopeColumn & { readonly input: number })[]
  readonly unavailable: readonly Unavailable[]
  /** In the words of a message: `` `enriched` ``. */
  readonly where: string
}

export const scopeOf = (columns: readonly ScopeColumn[], unavailable: readonly Unavailable[], where: string): ColumnScope => ({
  columns: columns.map((c) => ({ ...c, input: 0 })),
  unavailable,
  where,
})

const WINDOW_COLUMNS = new Set(['window_start', 'window_end', 'window_time'])

function fieldChain(base: Expr, path: readonly ast.Name[], bag: DiagnosticBag): Expr | null {
  let expr = base
  for (const name of path) {
    if (expr.type.kind === 'error') return expr
    if (expr.type.kind !== 'row') {
      bag.report(
        names.unknownColumn,
        name.span,
        { name: name.text, where: `a value of type ${expr.type.key}` },
        { help: 'only a ROW has fields' },
      )
      return null
    }
    const index = expr.type.fields.findIndex((f) => f.name === name.text)
    if (index < 0) {
      const hint = didYouMean(
        name.text,
        expr.type.fields.map((f) => f.name),
      )
      bag.report(
        names.unknownColumn,
        name.span,
        { name: name.text, where: expr.type.key },
        hint === undefined ? {} : { help: hint },
      )
      return null
    }
    const field = expr.type.fields[index]!
    expr = { kind: 'field', input: expr, index, name: field.name, type: field.type, nullable: field.nullable || expr.nullable }
  }
  return expr
}

export function resolveColumn(scope: ColumnScope, path: readonly ast.Name[], at: Span, bag: DiagnosticBag): ResolvedPath | null {
  const [first, second] = path
  if (first === undefined) return null
  const qualified = second === undefined ? [] : scope.columns.filter((c) => c.qualifier === first.text && c.name === second.text)
  const bare = scope.columns.filter((c) => c.name === first.text)
  const isQualifier = second !== undefined && scope.columns.some((c) => c.qualifier === first.text)
  const [found, rest] =
    qualified.length > 0
      ? [qualified, path.slice(2)]
      : isQualifier && bare.length === 0
        ? [[], path.slice(1)]
        : [bare, path.slice(1)]
  if (found.length > 1) {
    bag.report(names.ambiguousColumn, first.span, { name: first.text, sides: found.map((c) => c.qualifier ?? scope.where) })
    return null
  }
  const column = found[0]
  if (column === undefined) {
    const wanted = isQualifier ? second! : first
    reportUnknown(scope, wanted, isQualifier ? first.text : null, bag)
    return null
  }
  const base: Expr = {
    kind: 'column',
    input: column.input,
    ordinal: column.ordinal,
    type: column.type,
    nullable: column.nullable,
  }
  const expr = fieldChain(base, rest, bag)
  if (expr === null) return null
  return { expr, provenance: rest.length === 0 ? column.provenance : { span: at, note: null } }
}

function reportUnknown(scope: ColumnScope, wanted: ast.Name, qualifier: string | null, bag: DiagnosticBag): void {
  const unavailable = scope.unavailable.find((u) => u.name === wanted.text)
  if (unavailable !== undefined) {
    bag.report(
      schemas.unreadable,
      wanted.span,
      { name: wanted.text, reason: unavailable.reason },
      unavailable.span === null ? {} : { related: [{ span: unavailable.span, text: 'its schema is read here' }] },
    )
    return
  }
  const visible = scope.columns.filter((c) => qualifier === null || c.qualifier === qualifier)
  const qualifiers = qualifier === null ? scope.columns.flatMap((c) => (c.qualifier === null ? [] : [c.qualifier])) : []
  const help = WINDOW_COLUMNS.has(wanted.text)
    ? `\`${wanted.text}\` exists in the \`select\` of a \`group by\` after \`window\``
    : didYouMean(wanted.text, [...visible.map((c) => c.name), ...qualifiers])
  const fix = help?.startsWith('did you mean `') === true && !help.includes(' or ') ? help.slice(14, -2) : null
  bag.report(
    names.unknownColumn,
    wanted.span,
    { name: wanted.text, where: qualifier === null ? scope.where : `\`${qualifier}\`` },
    {
      ...(help === undefined ? {} : { help }),
      ...(fix === null ? {} : { fixes: [{ title: `write \`${fix}\``, edits: [{ span: wanted.span, text: fix }] }] }),
    },
  )
}

export function contextOf(scope: ColumnScope, place: string, bag: DiagnosticBag, types: WeakMap<object, Typed>): ExprContext {
  return { bag, types, place, resolve: (path, at) => resolveColumn(scope, path, at, bag) }
}
