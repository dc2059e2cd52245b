// Callbacks of clauses: they are run once, with rows of which every property is a column, and what they return becomes nodes.
import type { ExprNode, ExtendClause, SelectItem } from '../surface/ast.js'
import { kindOf, wrong } from './arguments.js'
import { isBranded } from './brands.js'
import { column, rowOf, starOf, takenFrom } from './callback-rows.js'
import { decidedByJavaScript } from './callback-source.js'
import { broken, columnEntries, columnName } from './column-names.js'
import { toldByDecision } from './decisions.js'
import { coreOf, EXPRESSION, OPEN_CASE, operandOf, ROW } from './expression.js'
import { mistake } from './mistake.js'
import { markIn, nameNode, spanAt, spanOf, type MarkedSpan } from './nodes.js'
import { hasColumn, recording, type Core, type Reached, type Scope } from './recorder.js'
import { BROKEN, endedBy, refused } from './refused.js'

type Called = (...args: never[]) => unknown

/** On `globalThis` where a loader looks at the operands of modules while they run. */
const GUARDS = Symbol.for('flowc.guards')

const NO_WORDS: ReadonlySet<string> = new Set()

/** A side of a callback: what stands before its columns (null: nothing), and whose row it is, for messages. */
export const scopeOf = (qualifier: string | null, of: string, more: Partial<Scope> = {}): Scope => ({
  relation: null,
  words: NO_WORDS,
  columns: null,
  beside: false,
  keys: null,
  ...more,
  qualifier,
  of,
  open: false,
})

export interface Condition extends Reached {
  readonly expr: ExprNode
}

/** Of `where`, `on`, `at`, `having`: one expression. `wants`: what a message asks for, `a condition`. */
export function condition(
  callback: unknown,
  scopes: readonly Scope[],
  called: Called,
  wants = 'a condition',
  of = called.name,
): Condition {
  const span = spanOf(called)
  let expr: ExprNode | null = null
  const reached = run(callback, of, scopes, span, (result) => {
    const core = operandOf(result, span, wants)
    expr = core.node
    return [core]
  })
  return { expr: expr!, ...reached }
}

/** Of `select`: names and values in their order, and all columns of a row where it is spread. */
export function selection(
  callback: unknown,
  scopes: readonly Scope[],
  called: Called,
): Reached & { readonly items: readonly SelectItem[] } {
  const span = spanOf(called)
  const items: SelectItem[] = []
  const computed = new Map<string, Core>()
  const reached = run(callback, called.name, scopes, span, (result) =>
    entriesOf(result, span).flatMap(([name, value]): Core | readonly Core[] => {
      const star = starOf(value)
      if (star !== null) {
        const rest = restOf(star)
        items.push(...(rest?.map(itemOf) ?? everyColumn(star, scopes)))
        overwritten(computed, star, rest)
        return rest ?? star
      }
      const core = operandOf(value, span)
      const alias = columnName(name, span)
      if (core.parts.length > 0 && hasColumn(core)) computed.set(alias.text, core)
      // a column that keeps its name is written without it
      const kept = core.node.kind === 'path' && core.node.names.at(-1)!.text === name
      items.push({ kind: 'item', expr: core.node, alias: kept ? null : alias, span: core.node.span })
      return core
    }),
  )
  return { items, ...reached }
}

/** `{ amount: o.amount.times(2), ...o }`: in an object the last value of a name counts, and that is the column of the row. */
function overwritten(computed: ReadonlyMap<string, Core>, star: Core, rest: readonly Core[] | null): void {
  const columns =
    rest === null ? star.scope!.columns : rest.map(({ node }) => (node.kind === 'path' ? node.names.at(-1)!.text : ''))
  for (const [column, { shown, node }] of computed)
    if (columns?.includes(column) === true)
      refused(mistake('dropped', { what: shown, by: { column, row: star.shown } }, markIn(node.span)), () => {})
}

const itemOf = ({ node }: Core): SelectItem => ({ kind: 'item', expr: node, alias: null, span: node.span })

/** `({ region, ...rest }) => rest`: the columns that are left. Null: none has been taken out before. */
function restOf(star: Core): readonly Core[] | null {
  const { node, scope } = star
  const taken = takenFrom(star)
  if (taken.length === 0 || scope!.spoiled === true) return null
  if (scope!.columns === null)
    return refused(mistake('dropped', { what: taken[0]!, rest: scope!.of }, markIn(node.span)), () => null)
  const span = spanAt(markIn(node.span))
  return scope!.columns.filter((name) => !taken.includes(name)).map((name) => column(scope!, name, span))
}

/** `...o`. Where no word stands before its columns `*` is all of all sides, so that they are written out. */
function everyColumn({ scope, shown, node: { span } }: Core, scopes: readonly Scope[]): readonly SelectItem[] {
  const { qualifier, columns } = scope!
  if (qualifier !== null || scopes.length === 1)
    return [{ kind: 'star', qualifier: qualifier === null ? null : nameNode(qualifier, span), span }]
  if (columns === null) {
    const all = (): readonly SelectItem[] => [{ kind: 'star', qualifier: null, span }]
    const reads = 'the columns of all sides'
    if (scope!.spoiled === true) return all()
    return refused(mistake('otherColumn', { column: `...${shown}`, reads, why: 'star' }, markIn(span)), all)
  }
  return columns.map((c) => ({
    kind: 'item',
    expr: { kind: 'path', names: [nameNode(c, span)], span },
    alias: null,
    span,
  }))
}

/** Of `extend`: the columns that are added. */
export function additions(
  callback: unknown,
  scopes: readonly Scope[],
  called: Called,
): Reached & { readonly items: ExtendClause['items'] } {
  const span = spanOf(called)
  const items: ExtendClause['items'][number][] = []
  const reached = run(callback, called.name, scopes, span, (result) =>
    entriesOf(result, span).map(([name, value]): Core => {
      const core = operandOf(value, span)
      items.push({ name: columnName(name, span), expr: core.node, span: core.node.span })
      return core
    }),
  )
  return { items, ...reached }
}

/** Of `groupBy`: columns, by the names that they have in the group. */
export function groupKeys(
  callback: unknown,
  scopes: readonly Scope[],
  called: Called,
): Reached & { readonly keys: ReadonlyMap<string, ExprNode> } {
  const span = spanOf(called)
  const keys = new Map<string, ExprNode>()
  const reached = run(callback, called.name, scopes, span, (result) =>
    entriesOf(result, span).map(([name, value]): Core => {
      const core = operandOf(value, span, 'a column')
      keys.set(columnName(name, span).text, core.node)
      return core
    }),
  )
  return { keys, ...reached }
}

function entriesOf(result: unknown, span: MarkedSpan): readonly (readonly [string, unknown])[] {
  if (result === BROKEN) return broken(span)
  const instead = () => broken(span)
  // `{ __proto__: o.x }` would pass for what it has as its prototype
  const prototype: unknown = typeof result === 'object' && result !== null ? Object.getPrototypeOf(result) : null
  if (isBranded(prototype, EXPRESSION) || isBranded(prototype, ROW))
    return refused(mistake('columnName', { name: '__proto__', why: 'prototype' }, span.mark), instead)
  const is = Array.isArray(result) || result instanceof Promise || isBranded(result, OPEN_CASE) ? kindOf(result) : null
  if (is !== null || typeof result !== 'object' || result === null || coreOf(result) !== null) {
    const shown = is ?? (coreOf(result) === null ? kindOf(result) : 'one expression')
    return refused(mistake('notASelection', { is: shown }, span.mark), instead)
  }
  // `o => o` is `select *`
  const entries = isBranded(result, ROW)
    ? Object.entries({ ...result })
    : columnEntries(result, 'the result of the callback', span)
  if (entries.length === 0) return refused(mistake('notASelection', { is: 'an object without columns' }, span.mark), instead)
  return entries
}

/** What the name of a column ought to be. */
const columnOfRow = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(value) ? `a column is \`o => o.${value}\`` : undefined

/** `of`: which call's callback, for messages. */
function run(
  callback: unknown,
  of: string,
  scopes: readonly Scope[],
  span: MarkedSpan,
  finish: (result: unknown) => readonly Core[],
): Reached {
  const called =
    typeof callback === 'function'
      ? (callback as (...rows: readonly object[]) => unknown)
      : wrong(of, 'a function such as `o => o.amount.gt(0)`', callback, span.mark, () => () => BROKEN, columnOfRow(callback))
  // one count for all rows, so that no two stars have one key
  const spread = { count: 0, asked: false, keys: null }
  const rows = scopes.map((scope) => rowOf(scope, span.mark, spread, new Set(scope.columns)))
  const result = (): unknown => {
    try {
      return called(...rows)
    } catch (cause) {
      return endedBy(cause, span.mark)
    }
  }
  const reached = toldByDecision(() => recording(scopes, result, finish))
  // a loader that looks at operands knows what this one guesses
  if (GUARDS in globalThis) return reached
  const decided = decidedByJavaScript(called)
  return decided === null ? reached : refused(mistake('decided', decided, span.mark), () => reached)
}
