// `select` and `extend`: the columns of a relation, with what they keep of keys and event time.
import { names } from '../../diagnostics/codes/names.js'
import { streaming } from '../../diagnostics/codes/streaming.js'
import type { Expr } from '../../ir/expr.js'
import type { PlanColumn } from '../../ir/plan.js'
import { isError } from '../../ir/types.js'
import type * as ast from '../../surface/ast.js'
import { contextOf, scopeOf } from '../columns.js'
import { checkExpr } from '../expr.js'
import type { ColumnProvenance } from '../model.js'
import { columnAt, NO_STATE, originsOf, traitsOf, type ScopeColumn, type Shape } from '../relation.js'
import type { ClauseHandler, Step } from './step.js'

export interface Item {
  readonly name: string
  readonly nameSpan: ast.Node['span']
  readonly expr: Expr
  readonly provenance: ColumnProvenance
  readonly doc: string | null
}

/** The name that an expression has of its own: the last word of a path. */
export const ownName = (e: ast.ExprNode): ast.Name | null => (e.kind === 'path' ? e.names.at(-1)! : null)

/** Items with their names; a star is expanded here, never by Flink. */
export function checkItems(items: readonly ast.SelectItem[], step: Step): Item[] {
  const { shape, checking } = step
  const scope = scopeOf(shape.columns, shape.unavailable, shape.name)
  const context = contextOf(scope, 'select', checking.bag, checking.types)
  const out: Item[] = []
  for (const item of items) {
    if (item.kind === 'star') {
      const { qualifier } = item
      const columns = qualifier === null ? shape.columns : shape.columns.filter((c) => c.qualifier === qualifier.text)
      if (columns.length === 0 && qualifier !== null)
        checking.bag.report(names.unknownName, qualifier.span, { name: qualifier.text, what: 'relation or alias' })
      for (const c of columns)
        out.push({
          name: c.name,
          nameSpan: item.span,
          expr: columnAt(shape.row, c.ordinal),
          provenance: c.provenance,
          doc: c.doc,
        })
      continue
    }
    const { expr, provenance } = checkExpr(item.expr, context)
    const name = item.alias ?? ownName(item.expr)
    if (name === null) {
      checking.bag.report(names.columnNeedsName, item.span, {})
      continue
    }
    const column = expr.kind === 'column' ? shape.columns.find((c) => c.ordinal === expr.ordinal) : undefined
    out.push({ name: name.text, nameSpan: name.span, expr, provenance, doc: column?.doc ?? null })
  }
  return out
}

/** Reports equal names; keeps the first of them. */
export function distinctItems(items: readonly Item[], step: Step, where: string): Item[] {
  const first = new Map<string, Item>()
  for (const item of items) {
    const known = first.get(item.name)
    if (known === undefined) first.set(item.name, item)
    else
      step.checking.bag.report(
        names.duplicateColumn,
        item.nameSpan,
        { name: item.name, where },
        { related: [{ span: known.nameSpan, text: 'the first one' }] },
      )
  }
  return [...first.values()]
}

/** A projection: keys whose columns are all copied stay keys; event time stays where its column is copied. */
export function projectTo(items: readonly Item[], step: Step, purpose: 'select' | 'extend', clause: ast.Clause): Shape {
  const { shape } = step
  const id = step.ids.make('project', null)
  let timeAt: number | null = null
  const exprs = items.map((item, i): Expr => {
    if (item.expr.kind !== 'column' || item.expr.ordinal !== shape.time) return item.expr
    if (timeAt === null) {
      timeAt = i
      return item.expr
    }
    // A row has one event time: a second copy is a plain timestamp (Flink refuses two row times at a sink).
    return { kind: 'cast', mode: 'explicit', input: item.expr, type: item.expr.type, nullable: item.expr.nullable }
  })
  const row: PlanColumn[] = items.map((item, i) => ({
    name: item.name,
    type: exprs[i]!.type,
    nullable: exprs[i]!.nullable,
    from: originsOf(exprs[i]!, [shape.edge]),
    ...(item.doc === null ? {} : { doc: item.doc }),
  }))
  const placeOf = (ordinal: number): number => exprs.findIndex((e) => e.kind === 'column' && e.ordinal === ordinal)
  const keys = shape.keys.map((key) => key.map(placeOf)).filter((key) => key.every((k) => k >= 0))
  const columns: ScopeColumn[] = items.map((item, i) => ({
    name: item.name,
    qualifier: null,
    ordinal: i,
    type: row[i]!.type,
    nullable: row[i]!.nullable,
    provenance: item.provenance,
    doc: item.doc,
  }))
  const timeLost =
    timeAt === null && shape.time !== null
      ? {
          value: shape.row[shape.time]!.name,
          span: clause.span,
          reason: `\`${purpose}\` leaves out \`${shape.row[shape.time]!.name}\``,
        }
      : shape.timeLost
  const next: Shape = {
    ...shape,
    edge: { operator: id, port: 'main' },
    row,
    columns,
    keys,
    time: timeAt,
    timeLost: timeAt === null ? timeLost : null,
    state: NO_STATE,
    unavailable: [],
  }
  step.emit({
    kind: 'project',
    id,
    inputs: [shape.edge],
    columns: row,
    ports: ['main'],
    traits: traitsOf(next),
    relation: '',
    origin: clause.span,
    exprs,
    purpose,
  })
  return next
}

export const selectClause: ClauseHandler<'select'> = (clause, step) => {
  const items = distinctItems(checkItems(clause.items, step), step, 'this select')
  if (items.length === 0) return null
  return projectTo(items, step, 'select', clause)
}

export const extendClause: ClauseHandler<'extend'> = (clause, step) => {
  const { shape, checking } = step
  const context = contextOf(scopeOf(shape.columns, shape.unavailable, shape.name), 'extend', checking.bag, checking.types)
  if (new Set(shape.columns.map((c) => c.name)).size < shape.columns.length) {
    checking.bag.report(
      streaming.clauseOrder,
      clause.span,
      { clause: 'extend', reason: 'after the join two columns have the same name' },
      { help: 'put a `select` between them' },
    )
    return null
  }
  const kept: Item[] = shape.columns.map((c) => ({
    name: c.name,
    nameSpan: clause.span,
    expr: columnAt(shape.row, c.ordinal),
    provenance: c.provenance,
    doc: c.doc,
  }))
  const added: Item[] = []
  for (const item of clause.items) {
    const { expr, provenance } = checkExpr(item.expr, context)
    const old = shape.columns.find((c) => c.name === item.name.text)
    if (old !== undefined) {
      checking.bag.report(
        names.hidesColumn,
        item.name.span,
        { name: item.name.text },
        { related: [{ span: old.provenance.span, text: 'the column' }] },
      )
      continue
    }
    added.push({
      name: item.name.text,
      nameSpan: item.name.span,
      expr,
      provenance: isError(expr) ? provenance : { span: item.span, note: null },
      doc: null,
    })
  }
  return projectTo([...kept, ...distinctItems(added, step, 'this extend')], step, 'extend', clause)
}
