// `select` and `extend`: the columns of a relation, with what they keep of keys and event time.
import { names } from '../../diagnostics/codes/names.js'
import type { DiagnosticBag } from '../../diagnostics/bag.js'
import type { Fix } from '../../diagnostics/define.js'
import { columnsOf, mapColumns, type Expr } from '../../ir/expr.js'
import type { PlanColumn } from '../../ir/plan.js'
import { isError } from '../../ir/types.js'
import type * as ast from '../../surface/ast.js'
import { writtenName } from '../../surface/names.js'
import { contextOf, reportUnknownQualifier, scopeOf } from '../columns.js'
import { checkExpr } from '../expr.js'
import { append, replace } from '../fixes.js'
import type { ColumnProvenance } from '../model.js'
import { columnAt, distinctNames, NO_STATE, originsOf, traitsOf, type ScopeColumn, type Shape } from '../relation.js'
import { spoken } from '../spoken.js'
import { requireDistinctNames, type ClauseHandler, type Step } from './step.js'
import { writtenOut } from './written-columns.js'

export interface Item {
  readonly name: string
  readonly nameSpan: ast.Node['span']
  readonly expr: Expr
  readonly provenance: ColumnProvenance
  readonly doc: string | null
  /** What was written: an item, or the star that this one comes from. */
  readonly from?: ast.SelectItem
}

/** The name that an expression has of its own: the last word of a path. */
export const ownName = (e: ast.ExprNode): ast.Name | null => (e.kind === 'path' ? e.names.at(-1)! : null)

/** Items with their names; a star is expanded here, never by Flink. */
export function checkItems(items: readonly ast.SelectItem[], step: Step): Item[] {
  const { shape, checking } = step
  const scope = scopeOf(shape.columns, shape.unavailable, shape.name, step.partial || step.shape.open)
  const context = contextOf(scope, 'select', checking.bag, checking.types, shape.holds)
  const out: Item[] = []
  for (const item of items) {
    if (item.kind === 'star') {
      const { qualifier } = item
      const columns = qualifier === null ? shape.columns : shape.columns.filter((c) => c.qualifier === qualifier.text)
      if (columns.length === 0 && qualifier !== null) reportUnknownQualifier(scope, qualifier, checking.bag)
      for (const c of columns)
        out.push({
          name: c.name,
          nameSpan: item.span,
          expr: columnAt(shape.row, c.ordinal),
          provenance: c.provenance,
          doc: c.doc,
          from: item,
        })
      continue
    }
    const { expr, provenance } = checkExpr(item.expr, context)
    const name = item.alias ?? ownName(item.expr)
    if (name === null) {
      reportUnnamed(item, items, checking.bag)
      continue
    }
    const column = expr.kind === 'column' ? shape.columns.find((c) => c.ordinal === expr.ordinal) : undefined
    out.push({ name: name.text, nameSpan: name.span, expr, provenance, doc: column?.doc ?? null, from: item })
  }
  return out
}

/** `sum(amount)` → `sum_amount`, a cast → what is cast. */
function nameFor(e: ast.ExprNode): string {
  if (e.kind === 'path') return e.names.at(-1)!.text
  if (e.kind === 'cast') return nameFor(e.operand)
  if (e.kind === 'call')
    return [e.name.text.toLowerCase(), ...e.args.slice(0, 1).flatMap((a) => (a.kind === 'path' ? [nameFor(a)] : []))].join('_')
  return 'value'
}

export function reportUnnamed(item: ast.SelectItem & { kind: 'item' }, all: readonly ast.SelectItem[], bag: DiagnosticBag): void {
  if (item.expr.kind === 'missing') return
  const taken = all.flatMap((i) => (i.kind === 'item' ? [(i.alias ?? ownName(i.expr))?.text ?? ''] : []))
  const name = distinctNames([...taken, nameFor(item.expr)]).at(-1)!
  bag.report(
    names.columnNeedsName,
    item.span,
    { text: spoken(item.expr) },
    { help: `name it: \`… as ${name}\``, fixes: [append(item.span, ` as ${writtenName(name)}`)] },
  )
}

function distinctFix(item: Item, items: readonly Item[], step: Step): Fix | null {
  const { from } = item
  if (from === undefined) return null
  if (from.kind === 'item')
    return from.expr.kind === 'path' && from.expr.names.length > 1 && from.alias === null
      ? append(from.span, ` as ${writtenName(`${from.expr.names[0]!.text}_${item.name}`)}`)
      : null
  const others = new Set(items.flatMap((i) => (i.from === from ? [] : [i.name])))
  const columns = step.shape.columns.filter((c) => from.qualifier === null || c.qualifier === from.qualifier.text)
  return replace(from.span, writtenOut(columns, others), 'list the columns')
}

type Star = Extract<ast.SelectItem, { kind: 'star' }>
const starText = ({ qualifier }: Star): string => (qualifier === null ? '*' : `${writtenName(qualifier.text)}.*`)

/** `*, amount * 2 as amount` is meant to replace a column; there is no word for all columns but one. */
function listingOthers(star: Item['from'], own: Item['from'], items: readonly Item[], step: Step): Fix | null {
  if (star?.kind !== 'star' || own?.kind !== 'item') return null
  const named = new Set(items.flatMap((i) => (i.from?.kind === 'item' ? [i.name] : [])))
  const columns = step.shape.columns.filter(
    (c) => (star.qualifier === null || c.qualifier === star.qualifier.text) && !named.has(c.name),
  )
  return columns.length === 0 ? null : replace(star.span, writtenOut(columns, new Set()), 'list the other columns')
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
        {
          related: [{ span: known.nameSpan, text: 'the first one' }],
          fixes: [distinctFix(item, items, step), listingOthers(known.from, item.from, items, step)].filter((f) => f !== null),
          ...(known.from?.kind === 'star' && item.from?.kind === 'item'
            ? { help: `\`${starText(known.from)}\` is every column: list the others, or give this one another name` }
            : {}),
        },
      )
  }
  return [...first.values()]
}

/** Why the event time is gone behind a select list. */
function lostTime(items: readonly Item[], shape: Shape, purpose: string, clause: ast.Clause): Shape['timeLost'] {
  if (shape.time === null) return shape.timeLost
  const { name } = shape.row[shape.time]!
  const computed = items.find((i) => i.name === name)
  if (computed !== undefined)
    return {
      value: name,
      span: computed.nameSpan,
      reason: `\`${purpose}\` computes \`${name}\` anew, and a computed column is a plain timestamp`,
    }
  const list = clause.kind === 'select' || clause.kind === 'group' ? clause.items : []
  const visible = shape.columns.some((c) => c.ordinal === shape.time) || clause.kind === 'group'
  return {
    value: name,
    span: clause.span,
    reason: `\`${purpose}\` leaves out \`${name}\``,
    ...(visible && list.length > 0 ? { listEnd: list.at(-1)!.span } : {}),
  }
}

const hasStar = (c: ast.Clause): boolean => c.kind === 'extend' || (c.kind === 'select' && c.items.some((i) => i.kind === 'star'))

/** An item of the list could not be read. */
const hasHole = (c: ast.Clause): boolean =>
  ((c.kind === 'select' || c.kind === 'group') && c.items.some((i) => i.kind === 'item' && i.expr.kind === 'missing')) ||
  (c.kind === 'extend' && c.items.some((i) => i.name.text === ''))

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
  const next: Shape = {
    ...shape,
    edge: { operator: id, port: 'main' },
    row,
    columns,
    keys,
    time: timeAt,
    timeLost: timeAt === null ? lostTime(items, shape, purpose, clause) : null,
    state: NO_STATE,
    unavailable: [],
    open: (shape.open && hasStar(clause)) || hasHole(clause),
    holds: keptConditions(shape.holds, placeOf, step),
    ...(purpose === 'select' ? { name: 'the `select` above' } : {}),
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

/** The conditions whose columns are all copied hold of the copies. */
function keptConditions(holds: readonly Expr[], placeOf: (ordinal: number) => number, { checking }: Step): readonly Expr[] {
  return holds.flatMap((condition): Expr[] => {
    if (columnsOf(condition).some((c) => placeOf(c.ordinal) < 0)) return []
    const kept = mapColumns(condition, (c) => ({ ...c, ordinal: placeOf(c.ordinal) }))
    const span = checking.said.get(condition)
    if (span !== undefined) checking.said.set(kept, span)
    return [kept]
  })
}

export const selectClause: ClauseHandler<'select'> = (clause, step) => {
  const items = distinctItems(checkItems(clause.items, step), step, 'this select')
  if (items.length === 0) return null
  return projectTo(items, step, 'select', clause)
}

export const extendClause: ClauseHandler<'extend'> = (clause, step) => {
  const { shape, checking } = step
  const context = contextOf(
    scopeOf(shape.columns, shape.unavailable, shape.name, step.partial || step.shape.open),
    'extend',
    checking.bag,
    checking.types,
    shape.holds,
  )
  if (!requireDistinctNames(step, clause)) return null
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
        {
          related: [{ span: old.provenance.span, text: 'the column' }],
          fixes: [replace(item.name.span, writtenName(`new_${item.name.text}`))],
        },
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
