// `[left] join T as t at o.ts on … late …`: the event-time temporal join with a versioned table.
import { streaming } from '../../diagnostics/codes/streaming.js'
import { names } from '../../diagnostics/codes/names.js'
import { columnsOf, type Expr } from '../../ir/expr.js'
import type { PlanColumn, TemporalJoinOperator } from '../../ir/plan.js'
import { BOOLEAN, STRING, char, equalTypes, isError } from '../../ir/types.js'
import type * as ast from '../../surface/ast.js'
import { writtenName } from '../../surface/names.js'
import { widens } from '../coerce.js'
import { contextOf, resolveColumn, type ColumnScope } from '../columns.js'
import { checkCondition } from '../expr.js'
import { checkJoinable } from '../facts/never.js'
import { replace } from '../fixes.js'
import { checkLate, requireAppend, requireTime } from '../late.js'
import { copyOf, distinctNames, hiddenColumn, traitsOf, type CheckedRelation, type ScopeColumn, type Shape } from '../relation.js'
import { OP_COLUMN } from '../source-cdc.js'
import { castFix } from '../spoken.js'
import type { Checking } from '../checking.js'
import { requireDistinctNames, type ClauseHandler, type Step } from './step.js'

const conjuncts = (e: Expr): readonly Expr[] => (e.kind === 'call' && e.fn === 'and' ? e.args.flatMap(conjuncts) : [e])
const inputsOf = (e: Expr): ReadonlySet<number> => new Set(columnsOf(e).map((c) => c.input))
const and = (a: Expr | null, b: Expr): Expr =>
  a === null ? b : { kind: 'call', fn: 'and', args: [a, b], type: BOOLEAN, nullable: a.nullable || b.nullable }

/** A query over a versioned table: the table is what can be joined, and what the query filters is a condition of the join. */
function inFrontOf(right: CheckedRelation, checking: Checking): { help?: string } {
  const from = right.declaration.kind === 'query' ? right.declaration.clauses[0] : undefined
  const table = from?.kind === 'from' ? checking.relation(right.file, from.relation) : null
  if (table?.versions == null) return {}
  return { help: `join \`${table.name}\` itself: what \`${right.name}\` filters is a condition behind \`on\`` }
}

export const joinClause: ClauseHandler<'join'> = (clause, step) => {
  const { checking } = step
  const right = checking.relation(step.file, clause.relation)
  if (right === null) return null
  step.use(right)
  if (right.shape === null) return null
  const versions = right.versions
  if (versions === null) {
    checking.bag.report(
      streaming.notVersioned,
      clause.relation.span,
      { name: right.name },
      {
        related: [
          {
            span: right.nameSpan,
            text:
              right.kind === 'table' && right.declaration.kind === 'query'
                ? 'it is made by a query: only the table itself keeps versions'
                : `declared as a ${right.kind}`,
          },
        ],
        ...inFrontOf(right, checking),
      },
    )
    return null
  }
  if (!requireDistinctNames(step, clause)) return null
  const alias = clause.alias?.text ?? clause.relation.text
  const words = `the join with \`${right.name}\``
  if (!requireAppend(step.shape, words, clause.span, checking)) return null
  if (!requireTime(step.shape, words, clause.span, checking)) return null
  requireTime(versions, words, clause.span, checking)
  if (step.shape.columns.some((c) => c.qualifier === alias)) {
    checking.bag.report(
      names.duplicateName,
      (clause.alias ?? clause.relation).span,
      { name: alias, other: 'the left side' },
      { help: 'give the right side an alias of its own: `as c`' },
    )
    return null
  }
  checkAt(clause, step)

  const id = step.ids.make('temporal_join', alias)
  const late = checkLate(
    clause.late,
    step.shape,
    { operator: id, step: words, discriminator: alias, rule: { kind: 'row' }, span: clause.span, file: step.file },
    step.ids,
    checking,
  )
  if (late.split !== null) step.emit(late.split)
  if (late.lane !== null) step.lane(late.lane)
  if (late.named !== null) step.late(late.named.name, late.named.shape, clause.late!)
  const left = late.kept

  const condition = joinCondition(clause, left, right, versions, alias, step)
  if (condition === null) return null
  return build(clause, left, right, versions, alias, id, condition, step)
}

function checkAt(clause: ast.JoinClause, step: Step): void {
  const { shape, checking } = step
  const time = shape.row[shape.time!]!
  const wanted = shape.columns.find((c) => c.ordinal === shape.time)
  const scope: ColumnScope = {
    columns: shape.columns.map((c) => ({ ...c, input: 0 })),
    unavailable: shape.unavailable,
    where: shape.name,
    partial: step.partial || shape.open,
  }
  const path = clause.at.kind === 'path' ? resolveColumn(scope, clause.at.names, clause.at.span, checking.bag) : null
  if (clause.at.kind === 'path' && path === null) return
  if (path === null || path.expr.kind !== 'column' || path.expr.ordinal !== shape.time)
    checking.bag.report(
      streaming.joinTime,
      clause.at.span,
      { time: time.name, relation: shape.name },
      wanted === undefined
        ? {}
        : {
            related: [{ span: wanted.provenance.span, text: 'the event time' }],
            fixes: [replace(clause.at.span, pathOf(wanted))],
          },
    )
}

const pathOf = (c: ScopeColumn): string =>
  c.qualifier === null ? writtenName(c.name) : `${writtenName(c.qualifier)}.${writtenName(c.name)}`

/** What stands against the right side's column in the equalities of a condition. */
function otherSide(node: ast.ExprNode, alias: string, column: string): readonly ast.ExprNode[] {
  if (node.kind !== 'binary') return []
  if (node.operator === 'and') return [...otherSide(node.left, alias, column), ...otherSide(node.right, alias, column)]
  const isColumn = (n: ast.ExprNode): boolean =>
    n.kind === 'path' && n.names.at(-1)!.text === column && (n.names.length === 1 || n.names[0]!.text === alias)
  if (node.operator !== '=') return []
  return isColumn(node.right) ? [node.left] : isColumn(node.left) ? [node.right] : []
}

interface JoinCondition {
  readonly keys: TemporalJoinOperator['keys']
  readonly residual: Expr | null
}

function joinCondition(
  clause: ast.JoinClause,
  left: Shape,
  right: CheckedRelation,
  versions: Shape,
  alias: string,
  step: Step,
): JoinCondition | null {
  const { checking } = step
  const scope: ColumnScope = {
    columns: [
      ...left.columns.map((c) => ({ ...c, input: 0 })),
      ...versions.columns.map((c) => ({ ...c, qualifier: alias, input: 1 })),
    ],
    unavailable: [...left.unavailable, ...versions.unavailable],
    where: `${left.name} and \`${right.name}\``,
    partial: step.partial || left.open || versions.open,
  }
  const { expr } = checkCondition(
    clause.on,
    contextOf(scope, 'on', checking.bag, checking.types, left.holds),
    'the condition of `on`',
  )
  if (isError(expr)) return null
  checkJoinable(expr, left, right.name, clause.on.span, checking)
  const key = versions.keys[0]!
  const found = new Map<number, Expr>()
  let residual: Expr | null = null
  for (const part of conjuncts(expr)) {
    const equality = part.kind === 'call' && part.fn === 'eq' ? keyEquality(part.args[0]!, part.args[1]!, key) : null
    if (equality !== null && !found.has(equality.right)) found.set(equality.right, equality.left)
    else residual = and(residual, part)
  }
  const missing = key.filter((k) => !found.has(k)).map((k) => versions.row[k]!.name)
  if (missing.length > 0) {
    checking.bag.report(
      streaming.joinKeys,
      clause.on.span,
      { name: right.name, missing },
      { related: [{ span: right.nameSpan, text: `key (${key.map((k) => versions.row[k]!.name).join(', ')})` }] },
    )
    return null
  }
  const keys: { left: Expr; right: number }[] = []
  for (const k of key) {
    const column = versions.row[k]!
    const value = found.get(k)!
    if (equalTypes(value.type, column.type)) keys.push({ left: value, right: k })
    else if (widens(value.type, column.type))
      keys.push({ left: { kind: 'cast', mode: 'implicit', input: value, type: column.type, nullable: value.nullable }, right: k })
    else {
      checking.bag.report(
        streaming.joinKeyType,
        clause.on.span,
        { left: value.type.key, right: column.type.key, column: column.name },
        {
          help: `cast the left side: \`cast(… as ${column.type.key.toLowerCase()})\``,
          related: [{ span: versions.columns.find((c) => c.ordinal === k)!.provenance.span, text: column.type.key }],
          fixes: otherSide(clause.on, alias, column.name).map((n) => castFix(n.span, column.type)),
        },
      )
      return null
    }
  }
  // A deleted key has no version: the row with op 'd' must not match.
  const op = hiddenColumn(versions.row, OP_COLUMN)
  if (op >= 0) {
    const column: Expr = { kind: 'column', input: 1, ordinal: op, type: STRING, nullable: false }
    const deleted: Expr = { kind: 'literal', value: 'd', type: char(1), nullable: false }
    residual = and(residual, { kind: 'call', fn: 'ne', args: [column, deleted], type: BOOLEAN, nullable: false })
  }
  return { keys, residual }
}

const uncast = (e: Expr): Expr => (e.kind === 'cast' && e.mode === 'implicit' ? uncast(e.input) : e)

/** `left expression = right key column`, in either order. The checker's own casts around the bare column do not count. */
function keyEquality(a: Expr, b: Expr, key: readonly number[]): { left: Expr; right: number } | null {
  for (const [x, y] of [
    [a, b],
    [b, a],
  ] as const) {
    const column = uncast(y)
    if (column.kind !== 'column' || column.input !== 1 || !key.includes(column.ordinal)) continue
    const inputs = inputsOf(x)
    if (inputs.size === 1 && inputs.has(0)) return { left: uncast(x), right: column.ordinal }
  }
  return null
}

function build(
  clause: ast.JoinClause,
  left: Shape,
  right: CheckedRelation,
  versions: Shape,
  alias: string,
  id: string,
  condition: JoinCondition,
  step: Step,
): Shape {
  const outer = clause.side === 'left'
  const inputs = [left.edge, versions.edge] as const
  const output = [
    ...left.row.map((_, ordinal) => ({ input: 0 as const, ordinal })),
    ...versions.columns.map((c) => ({ input: 1 as const, ordinal: c.ordinal })),
  ]
  const taken = new Set(left.row.map((c) => c.name))
  const rowNames = distinctNames([
    ...left.row.map((c) => c.name),
    ...versions.columns.map((c) => (taken.has(c.name) ? `${alias}.${c.name}` : c.name)),
  ])
  const row: PlanColumn[] = output.map(({ input, ordinal }, i) => {
    const c = (input === 0 ? left : versions).row[ordinal]!
    return { ...c, name: rowNames[i]!, nullable: c.nullable || (input === 1 && outer), from: copyOf(inputs[input], ordinal) }
  })
  const columns: ScopeColumn[] = [
    ...left.columns,
    ...versions.columns.map((c, i): ScopeColumn => ({
      ...c,
      qualifier: alias,
      ordinal: left.row.length + i,
      nullable: c.nullable || outer,
    })),
  ]
  const next: Shape = {
    ...left,
    edge: { operator: id, port: 'main' },
    row,
    columns,
    sources: [...left.sources, ...versions.sources.filter((s) => !left.sources.some((l) => l.operator === s.operator))],
    // The join lets a row through only when both watermarks have passed it: behind it, nothing is ahead any more.
    ahead: null,
    merged: null,
    state: { bound: 'versions', detail: `versions of \`${right.name}\` back to the watermark, and left rows ahead of it` },
    unavailable: [...left.unavailable, ...versions.unavailable],
    open: left.open || versions.open,
    name: 'the join',
  }
  step.emit({
    kind: 'temporal_join',
    id,
    inputs,
    columns: row,
    ports: ['main'],
    traits: traitsOf(next),
    relation: '',
    origin: clause.span,
    join: outer ? 'left' : 'inner',
    leftTime: left.time!,
    rightTime: versions.time!,
    ...condition,
    output,
  })
  return next
}
