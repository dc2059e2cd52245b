// Resolving a path such as `o.payload.id` against the columns at a point of a query.
import type { Span } from '../core/span.js'
import type { DiagnosticBag } from '../diagnostics/bag.js'
import { names } from '../diagnostics/codes/names.js'
import { schemas } from '../diagnostics/codes/schemas.js'
import type { Expr } from '../ir/expr.js'
import { reportClock } from './clock.js'
import type * as ast from '../surface/ast.js'
import { writtenName } from '../surface/names.js'
import type { ExprContext, ResolvedPath } from './expr-api.js'
import { listed, meant, meantColumn, replace } from './fixes.js'
import type { ScopeColumn, Unavailable } from './relation.js'
import type { Typed } from '../ir/types.js'

/** What names mean here. `input` tells from which input of the operator a column comes. */
export interface ColumnScope {
  readonly columns: readonly (ScopeColumn & { readonly input: number })[]
  readonly unavailable: readonly Unavailable[]
  /** In the words of a message: `` `enriched` ``. */
  readonly where: string
  /** A clause before could not be read, and may have made columns: an unknown name stays silent. */
  readonly partial: boolean
}

export const scopeOf = (
  columns: readonly ScopeColumn[],
  unavailable: readonly Unavailable[],
  where: string,
  partial = false,
): ColumnScope => ({ columns: columns.map((c) => ({ ...c, input: 0 })), unavailable, where, partial })

const WINDOW_COLUMNS = new Set(['window_start', 'window_end', 'window_time'])

export function fieldChain(base: Expr, path: readonly ast.Name[], read: string, bag: DiagnosticBag): Expr | null {
  let expr = base
  let words = read
  for (const name of path) {
    if (expr.type.kind === 'error') return expr
    const { type } = expr
    if (type.kind !== 'row') {
      bag.report(names.noFields, name.span, { name: name.text, of: words, type: type.key })
      return null
    }
    const index = type.fields.findIndex((f) => f.name === name.text)
    const field = type.fields[index]
    if (field === undefined) {
      const all = type.fields.map((f) => f.name)
      const way = meant(name, all)
      const help = way.help ?? `its fields are ${listed(all)}`
      bag.report(names.unknownColumn, name.span, { name: name.text, where: `\`${words}\`` }, { ...way, help })
      return null
    }
    words += `.${name.text}`
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
    reportAmbiguous(found, first, bag)
    return null
  }
  const column = found[0]
  if (column === undefined) {
    if (isQualifier) reportUnknown(scope, second!, first.text, bag)
    else if (second === undefined) reportUnknown(scope, first, null, bag)
    else reportUnknownQualifier(scope, first, bag)
    return null
  }
  const base: Expr = {
    kind: 'column',
    input: column.input,
    ordinal: column.ordinal,
    type: column.type,
    nullable: column.nullable,
  }
  const read = path.slice(0, path.length - rest.length)
  const expr = fieldChain(base, rest, read.map((n) => n.text).join('.'), bag)
  if (expr === null) return null
  return { expr, provenance: rest.length === 0 ? column.provenance : { span: at, note: null } }
}

function reportAmbiguous(found: readonly ScopeColumn[], name: ast.Name, bag: DiagnosticBag): void {
  const sides = found.map((c) => (c.qualifier === null ? 'the left side' : `\`${c.qualifier}\``))
  const named = [...new Set(found.flatMap((c) => (c.qualifier === null ? [] : [c.qualifier])))]
  const bare = found.find((c) => c.qualifier === null)
  bag.report(
    names.ambiguousColumn,
    name.span,
    { name: name.text, sides },
    {
      help:
        bare === undefined
          ? `say which one: ${named.map((q) => `\`${writtenName(q)}.${writtenName(name.text)}\``).join(' or ')}`
          : `the left side has no alias behind its \`select\`: rename the column there, \`… as other_${name.text}\``,
      related: found.map((c, i) => ({ span: c.provenance.span, text: `of ${sides[i]!}` })),
      fixes: named.map((q) => replace(name.span, `${writtenName(q)}.${writtenName(name.text)}`)),
    },
  )
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
  if (scope.partial || (qualifier === null && reportClock(wanted.text, wanted.span, bag))) return
  const visible = scope.columns.filter((c) => qualifier === null || c.qualifier === qualifier)
  const way = WINDOW_COLUMNS.has(wanted.text)
    ? { help: `\`${wanted.text}\` exists in the \`select\` of a \`group by\` after \`window\`` }
    : meantColumn(
        wanted,
        visible.map((c) => c.name),
      )
  const where = qualifier === null ? scope.where : `\`${qualifier}\``
  // `$kind` where a text was meant: the value of a loop became a name
  const looped = qualifier === null && wanted.span.declaration.includes(`#for:${wanted.text}`)
  const help = looped
    ? `\`${wanted.text}\` is a value of the \`for\`, read as a column here; as a text its variable stands in quotes: \`'$…'\``
    : way.help
  bag.report(names.unknownColumn, wanted.span, { name: wanted.text, where }, help === undefined ? way : { ...way, help })
}

/** `ord.amount`, and there is neither a relation nor a column `ord`. */
export function reportUnknownQualifier(scope: ColumnScope, first: ast.Name, bag: DiagnosticBag): void {
  if (scope.partial) return
  const qualifiers = new Set(scope.columns.flatMap((c) => (c.qualifier === null ? [] : [c.qualifier])))
  const rows = scope.columns.flatMap((c) => (c.type.kind === 'row' ? [c.name] : []))
  const way = meant(first, [...qualifiers, ...rows])
  const help =
    way.help ??
    (qualifiers.size === 0
      ? 'an alias lives until the next `select` or `group by`: behind it, columns have no prefix'
      : `columns here are those of ${[...qualifiers].map((q) => `\`${q}\``).join(' and ')}`)
  bag.report(names.unknownQualifier, first.span, { name: first.text, where: scope.where }, { ...way, help })
}

export function contextOf(
  scope: ColumnScope,
  place: string,
  bag: DiagnosticBag,
  types: WeakMap<object, Typed>,
  holds: readonly Expr[] = [],
): ExprContext {
  return {
    bag,
    types,
    place: `\`${place}\``,
    holds,
    resolve: (path, at) => resolveColumn(scope, path, at, bag),
    has: (name) => scope.columns.some((c) => c.name === name),
  }
}
