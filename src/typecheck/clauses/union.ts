// `union all R`: columns by position, one type each; the watermark is that of the slower input.
import { lints } from '../../diagnostics/codes/lints.js'
import { streaming } from '../../diagnostics/codes/streaming.js'
import type { Expr } from '../../ir/expr.js'
import type { Edge, PlanColumn } from '../../ir/plan.js'
import { equalTypes, isError, isTimestamp, type Typed } from '../../ir/types.js'
import type * as ast from '../../surface/ast.js'
import { commonType, widens } from '../coerce.js'
import { requireAppend } from '../late.js'
import { warnOfLateTwice } from '../late-twice.js'
import { writtenName } from '../../surface/names.js'
import { castItem } from '../sink-columns.js'
import {
  columnAt,
  copyOf,
  NO_STATE,
  originsOf,
  traitsOf,
  type CheckedRelation,
  type ScopeColumn,
  type Shape,
} from '../relation.js'
import { requireDistinctNames, type ClauseHandler, type Step } from './step.js'

export const unionClause: ClauseHandler<'union'> = (clause, step) => {
  const { checking, shape: left } = step
  const relation = checking.relation(step.file, clause.relation)
  if (relation === null) return null
  step.use(relation)
  const right = relation.shape
  if (right === null || right.open || left.open || step.partial || !requireDistinctNames(step, clause)) return null
  const appends = [
    requireAppend(left, '`union all`', clause.span, checking),
    requireAppend(right, '`union all`', clause.relation.span, checking),
  ]
  if (appends.includes(false)) return null
  if (left.columns.length !== right.columns.length) {
    checking.bag.report(
      streaming.unionShape,
      clause.span,
      { left: left.columns.length, right: right.columns.length, name: relation.name },
      { related: [{ span: relation.nameSpan, text: `(${right.columns.map((c) => c.name).join(', ')})` }] },
    )
    return null
  }
  const row: Typed[] = []
  let untyped = false
  for (const [i, l] of left.columns.entries()) {
    const typed = branchType(l, right.columns[i]!, relation, clause, step)
    if (typed === null) untyped = true
    else row.push(typed)
    // the others follow from it
    if (typed === null && swapped(l, right.columns[i]!, left, right)) return null
  }
  const timeAt = sameTime(left, right, clause, step)
  if (untyped) return null
  warnOfOrder(left, right, relation, clause, step)
  warnOfLateTwice(left, right, clause, step)
  const edges = [branch(left, row, timeAt, left.columns, clause, step), branch(right, row, timeAt, left.columns, clause, step)]
  const id = step.ids.make('union', relation.name)
  const columns: PlanColumn[] = left.columns.map((c, i) => ({
    name: c.name,
    ...row[i]!,
    from: edges.flatMap((e) => copyOf(e, i)),
    ...(c.doc === null ? {} : { doc: c.doc }),
  }))
  const next: Shape = {
    edge: { operator: id, port: 'main' },
    row: columns,
    columns: left.columns.map((c, ordinal): ScopeColumn => ({ ...c, ...row[ordinal]!, qualifier: null, ordinal })),
    change: left.change,
    keys: [],
    time: timeAt,
    timeLost:
      timeAt !== null
        ? null
        : (left.timeLost ??
          right.timeLost ??
          (left.time === null && right.time === null
            ? null
            : { value: '', span: clause.span, reason: '`union all` with a side that has none at that position' })),
    sources: [...left.sources, ...right.sources.filter((s) => !left.sources.some((l) => l.operator === s.operator))],
    // A row ahead of its branch's watermark is ahead of the slower one's too.
    ahead: left.ahead !== null && right.ahead !== null ? left.ahead : null,
    merged: { value: '', span: clause.span, reason: '`union all` brings rows under several watermarks together' },
    state: NO_STATE,
    unavailable: [],
    timeBroken: left.timeBroken || right.timeBroken,
    open: false,
    holds: [],
    name: 'the union',
  }
  step.emit({
    kind: 'union',
    id,
    inputs: edges,
    columns,
    ports: ['main'],
    traits: traitsOf(next),
    relation: '',
    origin: clause.span,
  })
  return next
}

/** The visible position at which both sides have their event time, in one family. */
function sameTime(left: Shape, right: Shape, clause: ast.UnionClause, step: Step): number | null {
  const l = left.columns.findIndex((c) => c.ordinal === left.time)
  const r = right.columns.findIndex((c) => c.ordinal === right.time)
  if (l >= 0 && l === r && left.columns[l]!.type.kind === right.columns[r]!.type.kind) return l
  // what has no common type is told by its types
  if (l >= 0 && l === r) return null
  const one = l >= 0 ? left.columns[l] : r >= 0 ? right.columns[r] : undefined
  if (one !== undefined && left.time !== null && !right.timeBroken)
    step.checking.bag.report(
      streaming.unionTime,
      clause.span,
      { column: one.name },
      { related: [{ span: one.provenance.span, text: 'event time on this side' }] },
    )
  return null
}

function branchType(
  l: ScopeColumn,
  r: ScopeColumn,
  relation: CheckedRelation,
  clause: ast.UnionClause,
  step: Step,
): Typed | null {
  const nullable = l.nullable || r.nullable
  if (isError(l) || isError(r)) return null
  if (equalTypes(l.type, r.type)) return { type: l.type, nullable }
  const common = commonType([l, r])
  if (
    common !== null &&
    common.lossy === null &&
    [l, r].every((c) => equalTypes(c.type, common.typed.type) || widens(c.type, common.typed.type))
  )
    return { type: common.typed.type, nullable }
  const note = (p: ScopeColumn['provenance']): string => (p.note === null ? '' : `, ${p.note}`)
  step.checking.bag.report(
    streaming.unionType,
    clause.relation.span,
    { column: l.name, left: l.type.key, right: r.type.key, name: relation.name },
    {
      related: [
        { span: l.provenance.span, text: `${l.type.key}${note(l.provenance)}` },
        { span: r.provenance.span, text: `${r.type.key}${note(r.provenance)}` },
      ],
      ...(wayOut(l, r, relation, step.shape) ?? {
        fixes: castItem(relation, r.name, l.type),
        help: `cast it where it is read: \`${l.type.kind === 'varchar' || r.type.kind !== 'varchar' ? 'cast' : 'try_cast'}(${r.name} as ${l.type.key.toLowerCase()}) as ${r.name}\``,
      }),
    },
  )
  return null
}

/** Both sides have a column of each name, in another order. */
const swapped = (l: ScopeColumn, r: ScopeColumn, left: Shape, right: Shape): boolean =>
  l.name !== r.name && left.columns.some((c) => c.name === r.name) && right.columns.some((c) => c.name === l.name)

/** The types allow it, and it is rarely meant: values change their columns without a word. */
function warnOfOrder(left: Shape, right: Shape, relation: CheckedRelation, clause: ast.UnionClause, step: Step): void {
  const at = left.columns.findIndex((l, i) => swapped(l, right.columns[i]!, left, right))
  if (at < 0) return
  const [l, r] = [left.columns[at]!, right.columns[at]!]
  step.checking.bag.report(
    lints.unionOrder,
    clause.relation.span,
    { left: l.name, right: r.name, name: relation.name, order: left.columns.map((c) => writtenName(c.name)) },
    {
      related: [
        { span: l.provenance.span, text: `\`${l.name}\` on this side` },
        { span: r.provenance.span, text: `\`${r.name}\` at the same position` },
      ],
    },
  )
}

/** Where no cast is the answer: columns in another order, and a time that a cast would make a plain column. */
function wayOut(l: ScopeColumn, r: ScopeColumn, relation: CheckedRelation, left: Shape): { help: string } | null {
  const right = relation.shape!
  if (swapped(l, r, left, right)) {
    const place = right.columns.findIndex((c) => c.name === l.name) + 1
    const names = left.columns.map((c) => `\`${writtenName(c.name)}\``).join(', ')
    return {
      help: `\`union all\` goes by position, and \`${l.name}\` is column ${place} of \`${relation.name}\`: let it select ${names} in this order`,
    }
  }
  if (l.ordinal !== left.time || r.ordinal !== right.time) return null
  return {
    help: 'a cast would end the event time: declare the field of the source with the type that the other side has',
  }
}

/** One branch, projected to the common row; nothing where it is that row already. */
function branch(
  side: Shape,
  row: readonly Typed[],
  timeAt: number | null,
  head: readonly ScopeColumn[],
  clause: ast.UnionClause,
  step: Step,
): Edge {
  const exprs = side.columns.map((c, i): Expr => {
    const column = columnAt(side.row, c.ordinal)
    const wanted = row[i]!
    if (!equalTypes(c.type, wanted.type))
      return { kind: 'cast', mode: 'implicit', input: column, type: wanted.type, nullable: c.nullable }
    // Row time against plain timestamp: Flink refuses the union, so the row time becomes plain (a cast drops the attribute).
    if (c.ordinal === side.time && i !== timeAt && isTimestamp(c.type))
      return { kind: 'cast', mode: 'explicit', input: column, type: c.type, nullable: c.nullable }
    return column
  })
  const plain = exprs.every((e, i) => e.kind === 'column' && e.ordinal === i) && exprs.length === side.row.length
  if (plain) return side.edge
  const id = step.ids.make('project', 'union')
  const columns: PlanColumn[] = exprs.map((e, i) => ({
    name: head[i]!.name,
    type: e.type,
    nullable: e.nullable,
    from: originsOf(e, [side.edge]),
  }))
  const traits = traitsOf({ ...side, keys: [], time: timeAt, state: NO_STATE })
  step.emit({
    kind: 'project',
    id,
    inputs: [side.edge],
    columns,
    ports: ['main'],
    traits,
    relation: '',
    origin: clause.span,
    exprs,
    purpose: 'union',
  })
  return { operator: id, port: 'main' }
}
