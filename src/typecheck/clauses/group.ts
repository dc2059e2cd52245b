// `group by … select … [having …]` after a window: one window aggregation, a filter for `having`, a projection.
import { collections } from '../../diagnostics/codes/collections.js'
import { lints } from '../../diagnostics/codes/lints.js'
import { streaming } from '../../diagnostics/codes/streaming.js'
import type { Expr } from '../../ir/expr.js'
import type { AggregateCall, PlanColumn, TumbleWindow } from '../../ir/plan.js'
import { BIGINT, BOOLEAN, isApproximate, isError, type Typed, type FlowType } from '../../ir/types.js'
import type * as ast from '../../surface/ast.js'
import { checkGroup } from '../aggregate.js'
import { contextOf, scopeOf } from '../columns.js'
import type { CheckedExpr, GroupItem, GroupKey } from '../expr-api.js'
import { exprKey } from '../expr-key.js'
import { checkExpr } from '../expr.js'
import { checkPossible } from '../facts/never.js'
import { checkLate } from '../late.js'
import { distinctNames, originsOf, passRow, traitsOf, type ScopeColumn, type Shape } from '../relation.js'
import { unsupported } from '../unsupported.js'
import { distinctItems, ownName, projectTo, reportUnnamed, type Item } from './shape.js'
import type { ClauseHandler, Step } from './step.js'
import { WINDOW_BOUND } from './window.js'

export const groupClause: ClauseHandler<'group'> = (clause, step) => {
  const { checking, window } = step
  if (window === null) {
    if (step.partial || step.shape.open) return null
    unsupported(checking.bag, clause.span, '`group by` without a window before it')
    return null
  }
  const shape = step.shape
  const scope = scopeOf(shape.columns, shape.unavailable, shape.name, step.partial || step.shape.open)
  const context = contextOf(scope, 'group by', checking.bag, checking.types, shape.holds)
  const keys = checkKeys(clause, context, step)

  const tumble: TumbleWindow = {
    kind: 'tumble',
    size: window.window.size.milliseconds,
    offset: window.window.offset?.milliseconds ?? 0,
  }
  const id = step.ids.make('window_aggregate', 'tumble')
  const late = checkLate(
    window.late,
    shape,
    {
      operator: id,
      step: 'the window',
      discriminator: 'tumble',
      rule: { kind: 'window', window: tumble },
      span: window.span,
      file: step.file,
    },
    step.ids,
    checking,
  )
  if (late.split !== null) step.emit(late.split)
  if (late.lane !== null) step.lane(late.lane)
  if (late.named !== null) step.late(late.named.name, late.named.shape, window.late!)
  const input = late.kept

  const time = input.row[input.time!]!
  const timeType: Typed = { type: time.type, nullable: false }
  const items = clause.items.flatMap((item): (ast.SelectItem & { kind: 'item' })[] => {
    if (item.kind === 'item') return [item]
    checking.bag.report(
      streaming.clauseOrder,
      item.span,
      { clause: '*', reason: 'a group has no rows of its own' },
      { help: 'list the group keys, `window_start` and the aggregates' },
    )
    return []
  })
  const group = checkGroup(
    items.map((item): GroupItem => ({ expr: item.expr, name: item.alias?.text ?? ownName(item.expr)?.text ?? null })),
    clause.having,
    { context, keys, window: { start: WINDOW_BOUND, end: WINDOW_BOUND, time: timeType, span: window.span } },
  )
  const aggregated = aggregate(clause, window, tumble, id, input, keys, group.calls, late.mode, timeType, step)
  const filtered =
    group.having === null || isError(group.having.expr) ? aggregated : having(clause.having!, group.having, aggregated, step)
  const named = items.flatMap((item, i): Item[] => {
    const checked = group.items[i]!
    const name = item.alias ?? ownName(item.expr)
    if (name === null) {
      reportUnnamed(item, clause.items, checking.bag)
      return []
    }
    return [{ name: name.text, nameSpan: name.span, expr: checked.expr, provenance: checked.provenance, doc: null, from: item }]
  })
  const out = distinctItems(named, step, 'this select')
  return out.length === 0 ? null : projectTo(out, { ...step, shape: filtered }, 'select', clause)
}

function holdsMap(type: FlowType): boolean {
  if (type.kind === 'row') return type.fields.some((f) => holdsMap(f.type))
  return type.kind === 'array' ? holdsMap(type.element.type) : type.kind === 'map' || type.kind === 'multiset'
}

function checkKeys(clause: ast.GroupClause, context: Parameters<typeof checkExpr>[1], step: Step): GroupKey[] {
  const keys: GroupKey[] = []
  for (const node of clause.keys) {
    // a param is a constant: every row would be in one group
    if (node.kind !== 'path' || (node.param != null && !context.has?.(node.names[0]!.text))) {
      if (node.kind !== 'missing') step.checking.bag.report(streaming.groupKey, node.span, {})
      continue
    }
    const checked = checkExpr(node, context)
    if (isApproximate(checked.expr.type))
      step.checking.bag.report(
        lints.approximateKey,
        node.span,
        { key: node.names.map((n) => n.text).join('.'), type: checked.expr.type.key },
        { related: [{ span: checked.provenance.span, text: checked.expr.type.key }] },
      )
    if (holdsMap(checked.expr.type)) {
      const all = { key: node.names.map((n) => n.text).join('.'), type: checked.expr.type.key }
      step.checking.bag.report(collections.mapGroup, node.span, all)
    }
    // grouping by a column twice is grouping by it
    if (isError(checked.expr) || !keys.some((k) => exprKey(k.checked.expr) === exprKey(checked.expr)))
      keys.push({ node, checked })
  }
  return keys
}

function aggregate(
  clause: ast.GroupClause,
  window: ast.WindowClause,
  tumble: TumbleWindow,
  id: string,
  input: Shape,
  keys: readonly GroupKey[],
  calls: readonly AggregateCall[],
  late: 'split' | 'count' | 'accept',
  time: Typed,
  step: Step,
): Shape {
  const inputs = [input.edge]
  const bounds = [
    ['window_start', WINDOW_BOUND],
    ['window_end', WINDOW_BOUND],
    ['window_time', time],
  ] as const
  const unnamed: PlanColumn[] = [
    ...keys.map((k, i) => ({
      name: ownName(k.node)?.text ?? `key_${i}`,
      type: k.checked.expr.type,
      nullable: k.checked.expr.nullable,
      from: originsOf(k.checked.expr, inputs).map((o) => ({ ...o, how: 'key' as const })),
    })),
    ...calls.map((c, i) => ({
      name: `${c.fn}_${i}`,
      type: c.type,
      nullable: c.nullable,
      from: [
        ...(c.argument === null ? [] : originsOf(c.argument, inputs).map((o) => ({ ...o, how: 'compute' as const }))),
        ...(c.filter === null ? [] : originsOf(c.filter, inputs).map((o) => ({ ...o, how: 'filter' as const }))),
      ],
    })),
    ...bounds.map(([name, typed]) => ({
      name,
      ...typed,
      from: originsOf({ kind: 'column', input: 0, ordinal: input.time!, ...typed }, inputs).map((o) => ({
        ...o,
        how: 'compute' as const,
      })),
    })),
  ]
  const rowNames = distinctNames(unnamed.map((c) => c.name))
  const row = unnamed.map((c, i): PlanColumn => ({ ...c, name: rowNames[i]! }))
  const at = keys.length + calls.length
  const keyed = keys.map((_, i) => i)
  const shape: Shape = {
    ...input,
    edge: { operator: id, port: 'main' },
    row,
    columns: row.map((c, ordinal): ScopeColumn => ({
      name: c.name,
      qualifier: null,
      ordinal,
      type: c.type,
      nullable: c.nullable,
      provenance: { span: clause.span, note: null },
      doc: null,
    })),
    change: { value: 'append', span: clause.span, reason: 'a window emits each group once' },
    // One window of a group each: any of its three times says which.
    keys: [
      [...keyed, at],
      [...keyed, at + 1],
      [...keyed, at + 2],
    ],
    time: at + 2,
    timeLost: null,
    ahead: null,
    merged: null,
    state: { bound: 'window', detail: `accumulators of each group until its window of ${window.window.size.written} fires` },
    unavailable: [],
    timeBroken: false,
    open: false,
    // a group that is emitted has rows
    holds: calls.flatMap((c, i): Expr[] =>
      c.fn === 'count' && c.argument === null && c.filter === null ? [atLeastOne(keys.length + i, row[keys.length + i]!)] : [],
    ),
    name: 'the window',
  }
  step.emit({
    kind: 'window_aggregate',
    id,
    inputs,
    columns: row,
    ports: ['main'],
    traits: traitsOf(shape),
    relation: '',
    origin: clause.span,
    window: tumble,
    time: input.time!,
    keys: keys.map((k) => k.checked.expr),
    calls,
    late,
  })
  return shape
}

const atLeastOne = (ordinal: number, { type, nullable }: PlanColumn): Expr => ({
  kind: 'call',
  fn: 'ge',
  args: [
    { kind: 'column', input: 0, ordinal, type, nullable },
    { kind: 'literal', value: '1', type: BIGINT, nullable: false },
  ],
  type: BOOLEAN,
  nullable: false,
})

function having(node: ast.ExprNode, condition: CheckedExpr, input: Shape, step: Step): Shape {
  const id = step.ids.make('filter', 'having')
  const row = passRow(input)
  const expr: Expr = condition.expr
  step.checking.said.set(expr, node.span)
  const possible = checkPossible(expr, input, '`having`', node.span, step.checking)
  const shape: Shape = {
    ...input,
    edge: { operator: id, port: 'main' },
    row,
    state: { bound: 'none', detail: 'keeps nothing' },
    holds: possible ? [...input.holds, expr] : input.holds,
  }
  step.emit({
    kind: 'filter',
    id,
    inputs: [input.edge],
    columns: row,
    ports: ['main'],
    traits: traitsOf(shape),
    relation: '',
    origin: node.span,
    condition: expr,
    purpose: 'having',
  })
  return shape
}
