// The select list and having of a group by: collects aggregate calls and rewrites everything else over
// [keys…, calls…, window columns]. A column that is no key has no single value there.
import { expressions } from '../diagnostics/codes/expressions.js'
import { aggregateOf } from '../functions/catalog.js'
import type { AggregateDef } from '../functions/definition.js'
import type { AggregateId } from '../functions/ids.js'
import type { ColumnExpr, Expr } from '../ir/expr.js'
import { BIGINT, DOUBLE, isError, isInteger, type Typed, isBinary, type FlowType } from '../ir/types.js'
import type { AggregateCall } from '../ir/plan.js'
import type * as ast from '../surface/ast.js'
import { labels } from './apply.js'
import { computed } from './calls.js'
import { finish, requireCondition, start, walk } from './expr.js'
import type { AggregateInput, CheckedExpr, CheckedGroup, CheckGroup } from './expr-api.js'
import { exprKey } from './expr-key.js'
import { operandOf, type Inner, type Operand } from './inner.js'
import { POISON } from './literal.js'
import { append } from './fixes.js'
import { castNode, claim, pathText, spoken } from './spoken.js'

/** Input numbers of columns that exist only while a group is checked. */
const CALLS = -1
const WINDOW = -2
const WINDOW_COLUMNS = ['window_start', 'window_end', 'window_time'] as const

type CallNode = Extract<ast.ExprNode, { kind: 'call' }>

interface Group {
  readonly input: AggregateInput
  readonly calls: AggregateCall[]
  readonly callKeys: string[]
  /** What each column was written as: for the message about an ungrouped one. */
  readonly written: WeakMap<Expr, { readonly text: string; readonly span: ast.ExprNode['span'] }>
  /** A key could not be typed: whether a column is grouped is then not known. */
  readonly keysKnown: boolean
}

export const checkGroup: CheckGroup = (items, having, input) => {
  const { context } = input
  const group: Group = {
    input,
    calls: [],
    callKeys: [],
    written: new WeakMap(),
    keysKnown: input.keys.every((k) => !isError(k.checked.expr)),
  }
  const inner = start({ ...context, resolve: (path, at) => resolveIn(group, path, at) }, (node, at) => collect(node, at, group))
  const raw = items.map((item) => finish(item.expr, walk(item.expr, inner), context))
  const outputs = new Map(items.flatMap((item, i) => (item.name === null ? [] : [[item.name, raw[i]!] as const])))
  const outer: Inner = {
    ...inner,
    // an output's name comes before a column's: that is what a filter behind the aggregation sees
    has: (name) => outputs.has(name) || inner.has(name),
    resolve: (path, at) => (path.length === 1 ? outputs.get(path[0]!.text) : undefined) ?? inner.resolve(path, at),
  }
  const rawHaving = having === null ? null : requireCondition(having, walk(having, outer), context, 'the condition of `having`')
  const finished = (checked: CheckedExpr): CheckedExpr => ({ ...checked, expr: overGroup(checked.expr, group) })
  const result: CheckedGroup = {
    items: raw.map(finished),
    having: rawHaving === null ? null : finished(rawHaving),
    calls: group.calls,
  }
  return result
}

function resolveIn(group: Group, path: readonly ast.Name[], at: ast.ExprNode['span']): CheckedExpr | null {
  const { window, context } = group.input
  const ordinal = path.length === 1 && window !== null ? WINDOW_COLUMNS.indexOf(path[0]!.text as 'window_start') : -1
  if (window !== null && ordinal >= 0) {
    const typed: Typed = [window.start, window.end, window.time][ordinal]!
    return {
      expr: { kind: 'column', input: WINDOW, ordinal, type: typed.type, nullable: typed.nullable },
      provenance: { span: window.span, note: null },
    }
  }
  const found = context.resolve(path, at)
  if (found === null) return null
  // each use its own object, so that an ungrouped one knows its place
  const expr = { ...found.expr }
  group.written.set(expr, { text: pathText(path), span: at })
  return { ...found, expr }
}

// ---------------------------------------------------------------- aggregate calls

function collect(node: CallNode, inner: Inner, group: Group): CheckedExpr {
  const name = node.name.text.toLowerCase()
  const definition = aggregateOf(name as AggregateId)
  const { context } = group.input
  const perRow = start(context, (nested, at) => {
    context.bag.report(expressions.aggregateNested, nested.span, { inner: spoken(nested), outer: name })
    for (const a of nested.args) at.check(a, at)
    return computed(nested, POISON)
  })
  const operands = node.args.map((a) => operandOf(a, perRow))
  const filter =
    node.filter === null
      ? null
      : requireCondition(node.filter, walk(node.filter, perRow), context, `the filter of \`${name}\``).expr
  const call = hasForm(node, name, operands, inner) ? typeCall(node, definition, operands[0] ?? null, filter, inner, group) : null
  if (call === null) return computed(node, POISON)
  const key = JSON.stringify([
    call.fn,
    call.distinct,
    call.argument === null ? null : exprKey(call.argument),
    call.filter === null ? null : exprKey(call.filter),
  ])
  const known = group.callKeys.indexOf(key)
  const ordinal = known >= 0 ? known : group.calls.push(call) - 1
  if (known < 0) group.callKeys.push(key)
  const column: ColumnExpr = { kind: 'column', input: CALLS, ordinal, type: call.type, nullable: call.nullable }
  // a group has at least one row, so count(*) is not 0
  if (call.fn === 'count' && call.argument === null && call.filter === null && isNeverEmpty(group))
    inner.facts.nonZeroCases.add(column)
  return computed(node, column)
}

function hasForm(node: CallNode, name: string, operands: readonly Operand[], inner: Inner): boolean {
  if (node.star && (name !== 'count' || node.distinct)) {
    inner.bag.report(expressions.callForm, node.span, { name: node.distinct ? `${name}(distinct …)` : name, part: '*' })
    return false
  }
  if (node.star || operands.length === 1) return true
  // the planner accepts COUNT(a, b) and has no code for it
  inner.bag.report(expressions.argumentCount, node.span, { name, wants: '1 argument', got: operands.length })
  return false
}

/** Keys or a window: every group that exists has a row. Without both there is one group, which may be empty. */
const isNeverEmpty = (group: Group): boolean => group.input.keys.length > 0 || group.input.window !== null

function typeCall(
  node: CallNode,
  definition: AggregateDef,
  operand: Operand | null,
  filter: Expr | null,
  inner: Inner,
  group: Group,
): AggregateCall | null {
  const fn = definition.id
  if (filter !== null && isError(filter)) return null
  if (operand === null) return { fn, distinct: false, argument: null, filter, type: BIGINT, nullable: false }
  const argument = operand.checked.expr
  const inferred = definition.infer(argument, isNeverEmpty(group) && filter === null)
  if (!inferred.ok) {
    reportArgument(operand, inferred.problem.kind === 'argument' ? inferred.problem.wants : null, fn, inner)
    return null
  }
  if (isError(inferred.result)) return null
  if (node.distinct && fn === 'count' && !isDistinguished(argument.type)) {
    reportArgument(operand, 'a plain value or an array where it is distinct', fn, inner)
    return null
  }
  if (fn === 'sum') lintSum(node, operand, inner)
  if (fn === 'avg' && isInteger(argument.type) && !inner.cutMeant) {
    inner.bag.report(
      expressions.averageCut,
      node.span,
      { call: spoken(node), is: claim(operand.node, argument) },
      {
        related: labels([operand]),
        fixes: [castNode(operand.node, DOUBLE)],
      },
    )
  }
  return { fn, distinct: node.distinct, argument, filter, ...inferred.result }
}

/** Flink plans COUNT(DISTINCT …) of anything and has no code for these. */
const isDistinguished = (t: FlowType): boolean => !isBinary(t) && t.kind !== 'row' && t.kind !== 'map' && t.kind !== 'multiset'

function reportArgument(operand: Operand, wants: string | null, fn: AggregateId, inner: Inner): void {
  if (wants === null) inner.bag.report(expressions.untypedNull, operand.node.span, { place: `as the argument of \`${fn}\`` })
  else
    inner.bag.report(
      expressions.operandType,
      operand.node.span,
      { operator: fn, wants, is: claim(operand.node, operand.checked.expr) },
      { related: labels([operand]) },
    )
}

const LIMITS: Readonly<Record<string, string>> = { tinyint: '127', smallint: '32767', int: '2147483647' }

/** SUM of TINYINT, SMALLINT and INT keeps that width. Ones and zeros are counted, which no width overflows in practice. */
function lintSum(node: CallNode, operand: Operand, inner: Inner): void {
  const { expr } = operand.checked
  const limit = LIMITS[expr.type.kind]
  if (limit === undefined || (expr.type.kind === 'int' && isFlag(expr))) return
  inner.bag.report(
    expressions.sumWraps,
    node.span,
    { call: spoken(node), is: claim(operand.node, expr), type: expr.type.key, limit },
    {
      related: labels([operand]),
      help: `sum a wider type: \`sum(cast(${spoken(operand.node)} as bigint))\``,
      fixes: [castNode(operand.node, BIGINT)],
    },
  )
}

function isFlag(e: Expr): boolean {
  if (e.kind === 'literal') return e.value === null || e.value === 0 || e.value === 1 || e.value === -1
  if (e.kind === 'case') return [...e.branches.map((b) => b.then), e.otherwise].every(isFlag)
  return false
}

// ---------------------------------------------------------------- rewriting

function overGroup(e: Expr, group: Group): Expr {
  const { keys, context } = group.input
  const virtual = (ordinal: number, typed: Typed): Expr => ({
    kind: 'column',
    input: 0,
    ordinal,
    type: typed.type,
    nullable: typed.nullable,
  })
  const rewrite = (x: Expr): Expr => {
    if (x.kind === 'column' && x.input === CALLS) return virtual(keys.length + x.ordinal, x)
    if (x.kind === 'column' && x.input === WINDOW) return virtual(keys.length + group.calls.length + x.ordinal, x)
    const text = exprKey(x)
    const key = keys.findIndex((k) => exprKey(k.checked.expr) === text)
    if (key >= 0 && x.kind !== 'literal') return virtual(key, x)
    switch (x.kind) {
      case 'literal':
        return x
      case 'column':
        return ungrouped(x)
      case 'field': {
        const whole = group.written.get(x)
        if (whole !== undefined && !hasGroupedPart(x)) return ungrouped(x)
        return { ...x, input: rewrite(x.input) }
      }
      case 'cast':
        return { ...x, input: rewrite(x.input) }
      case 'call':
        return { ...x, args: x.args.map(rewrite) }
      case 'java':
        return { ...x, args: x.args.map(rewrite), local: x.local === null ? null : rewrite(x.local) }
      case 'case':
        return {
          ...x,
          branches: x.branches.map((b) => ({ when: rewrite(b.when), then: rewrite(b.then) })),
          otherwise: rewrite(x.otherwise),
        }
    }
  }
  const hasGroupedPart = (x: Expr): boolean =>
    x.kind === 'field' && (keys.some((k) => exprKey(k.checked.expr) === exprKey(x.input)) || hasGroupedPart(x.input))
  let failed = false
  const ungrouped = (x: Expr): Expr => {
    failed = true
    const use = group.written.get(x)
    if (use !== undefined && group.keysKnown) {
      context.bag.report(
        expressions.ungroupedColumn,
        use.span,
        { column: use.text, keys: keys.map((k) => spoken(k.node)) },
        {
          related: keys.slice(0, 1).map((k) => ({ span: k.node.span, text: 'grouped here' })),
          fixes: keys.slice(-1).map((k) => append(k.node.span, `, ${use.text}`, `group by \`${use.text}\` too`)),
        },
      )
    }
    return POISON
  }
  const result = rewrite(e)
  return failed ? POISON : result
}
