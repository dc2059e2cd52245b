// Callbacks of clauses: they are run once, with rows of which every property is a column, and what they return becomes nodes.
import type { ExprNode, ExtendClause, SelectItem } from '../surface/ast.js'
import { argument, kindOf } from './arguments.js'
import { isBranded } from './brands.js'
import { decidedByJavaScript } from './callback-source.js'
import { columnEntries, columnName } from './column-names.js'
import { coreOf, EXPRESSION, make, OPEN_CASE, operandOf, ROW } from './expression.js'
import { mistake } from './mistake.js'
import { named } from './names.js'
import { markIn, nameNode, spanAt, spanOf, type MarkedSpan } from './nodes.js'
import { express } from './operators.js'
import { mayBeParam, recording, type Core, type Reached, type Scope } from './recorder.js'
import { engineCallOf, markOf, type Mark } from './site.js'

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
  const reached = run(callback, called.name, scopes, span, (result) =>
    entriesOf(result, span).flatMap(([name, value]): Core | readonly Core[] => {
      const star = starOf(value)
      if (star !== null) {
        const rest = restOf(star)
        items.push(...(rest?.map(itemOf) ?? everyColumn(star, scopes)))
        return rest ?? star
      }
      const core = operandOf(value, span)
      const alias = columnName(name, span)
      // a column that keeps its name is written without it
      const kept = core.node.kind === 'path' && core.node.names.at(-1)!.text === name
      items.push({ kind: 'item', expr: core.node, alias: kept ? null : alias, span: core.node.span })
      return core
    }),
  )
  return { items, ...reached }
}

const itemOf = ({ node }: Core): SelectItem => ({ kind: 'item', expr: node, alias: null, span: node.span })

/** `({ region, ...rest }) => rest`: the columns that are left. Null: none has been taken out before. */
function restOf(star: Core): readonly Core[] | null {
  const { node, scope } = star
  const keys = copied.get(star)
  const taken = keys === undefined ? [] : [...keys.offered].filter((name) => !keys.asked.has(name))
  if (taken.length === 0) return null
  if (scope!.columns === null) throw mistake('dropped', { what: taken[0]!, rest: scope!.of }, markIn(node.span))
  const span = spanAt(markIn(node.span))
  return scope!.columns.filter((name) => !taken.includes(name)).map((name) => column(scope!, name, span))
}

/** `...o`. Where no word stands before its columns `*` is all of all sides, so that they are written out. */
function everyColumn({ scope, shown, node: { span } }: Core, scopes: readonly Scope[]): readonly SelectItem[] {
  const { qualifier, columns } = scope!
  if (qualifier !== null || scopes.length === 1)
    return [{ kind: 'star', qualifier: qualifier === null ? null : nameNode(qualifier, span), span }]
  if (columns === null)
    throw mistake('otherColumn', { column: `...${shown}`, reads: 'the columns of all sides', why: 'star' }, markIn(span))
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
  // `{ __proto__: o.x }` would pass for what it has as its prototype
  const prototype: unknown = typeof result === 'object' && result !== null ? Object.getPrototypeOf(result) : null
  if (isBranded(prototype, EXPRESSION) || isBranded(prototype, ROW))
    throw mistake('columnName', { name: '__proto__', why: 'prototype' }, span.mark)
  const is = Array.isArray(result) || result instanceof Promise || isBranded(result, OPEN_CASE) ? kindOf(result) : null
  if (is !== null || typeof result !== 'object' || result === null || coreOf(result) !== null)
    throw mistake('notASelection', { is: is ?? (coreOf(result) === null ? kindOf(result) : 'one expression') }, span.mark)
  // `o => o` is `select *`
  const entries = isBranded(result, ROW)
    ? Object.entries({ ...result })
    : columnEntries(result, 'the result of the callback', span)
  if (entries.length === 0) throw mistake('notASelection', { is: 'an object without columns' }, span.mark)
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
  if (typeof callback !== 'function')
    throw argument(of, 'a function such as `o => o.amount.gt(0)`', callback, span.mark, columnOfRow(callback))
  // one count for all rows, so that no two stars have one key
  const spread = { count: 0, asked: false, keys: null }
  const rows = scopes.map((scope) => rowOf(scope, span.mark, spread, new Set(scope.columns)))
  const reached = recording(scopes, () => callback(...rows) as unknown, finish)
  // a loader that looks at operands knows what this one guesses
  if (GUARDS in globalThis) return reached
  const decided = decidedByJavaScript(callback as (...args: never[]) => unknown)
  if (decided !== null) throw mistake('decided', decided, span.mark)
  return reached
}

// ---------------------------------------------------------------- rows

/** The key under which a spread row stands in an object; no column can have it. */
const STAR = '\0*'

interface Target {
  readonly scope: Scope
  /** Of the clause whose callback it is. */
  readonly mark: Mark | null
  /** How often the rows of this callback have been spread. */
  readonly spread: { count: number; asked: boolean; keys: Keys | null }
  /** Names that it has, or that were read. */
  readonly names: Set<string>
}

/** When a row is copied it offers its names, and JavaScript does not ask for those that braces have taken out: so a rest is known. */
interface Keys {
  readonly offered: ReadonlySet<string>
  readonly asked: Set<string>
}
const copied = new WeakMap<Core, Keys>()

const used = ({ scope, mark }: Target, use: 'changed' | 'searched'): never => {
  throw mistake('rowAsObject', { of: scope.of, use }, mark)
}

const handler: ProxyHandler<Target> = {
  get: (target, key) => {
    if (typeof key === 'symbol') return symbolOf(target, key)
    target.spread.asked = false
    const span = spanAt(markOf(handler.get!))
    if (key.startsWith(STAR)) {
      const all = star(target.scope, span)
      if (target.spread.keys !== null) copied.set(all, target.spread.keys)
      return express(all)
    }
    target.names.add(key)
    return express(column(target.scope, key, span))
  },
  // spreading asks for the keys, for the descriptor of each, and for its value; so does `Object.entries(…)`, which would be filtered
  // by names that are not there
  ownKeys: (target) => {
    const call = engineCallOf(markOf(handler.ownKeys!))
    if (call !== null && call !== 'assign') used(target, 'searched')
    target.spread.asked = true
    target.spread.keys = { offered: new Set(target.names), asked: new Set() }
    return [`${STAR}${++target.spread.count}`, ...target.names]
  },
  getOwnPropertyDescriptor: ({ spread }, key) => {
    spread.asked = false
    if (typeof key === 'string') spread.keys?.asked.add(key)
    return typeof key === 'string' && key.startsWith(STAR)
      ? { configurable: true, enumerable: true, value: undefined }
      : undefined
  },
  // a loop `for (const name in o)` asks for the keys, and for those of the prototype
  getPrototypeOf: (target) => (target.spread.asked ? used(target, 'searched') : Object.prototype),
  has: (target, key) => key === ROW || (typeof key === 'string' && used(target, 'searched')),
  set: (target) => used(target, 'changed'),
  defineProperty: (target) => used(target, 'changed'),
  deleteProperty: (target) => used(target, 'changed'),
  setPrototypeOf: (target) => used(target, 'changed'),
}

/** `mark`: of the clause; what is wrong with the row as a whole is told there. */
const rowOf = (scope: Scope, mark: Mark | null, spread: Target['spread'], names: Set<string>): object =>
  new Proxy<Target>({ scope, mark, spread, names }, handler)

function symbolOf(target: Target, key: symbol): unknown {
  if (key === ROW) return target.scope
  if (key === Symbol.toPrimitive || key === Symbol.iterator)
    return (hint?: string) => {
      const as = key === Symbol.iterator ? 'list' : hint === 'string' ? 'text' : 'number'
      throw mistake('asText', { what: target.scope.of, as }, target.mark)
    }
  return undefined
}

function column(scope: Scope, text: string, span: MarkedSpan): Core {
  const name = named(text, 'a column', span)
  const key = scope.keys?.get(text)
  if (key !== undefined) return make({ node: { ...key, span }, scope, shown: `${scope.of}.${text}` })
  const unknown = scope.columns?.includes(text) === false
  // the text would look further
  if (unknown && scope.beside) throw unknownColumn(text, scope, span.mark)
  // a ROW column named like its relation: `orders.id` would be the column `id`
  const qualifier = scope.qualifier ?? (text === scope.relation ? text : null)
  const names = qualifier === null ? [name] : [nameNode(qualifier, span), name]
  const core = make({ node: { kind: 'path', names, span }, scope, shown: names.map((n) => n.text).join('.') })
  // for the checker to tell, with all that is wrong, unless the program has a param of that name
  if (unknown && qualifier === null) mayBeParam(core.node, () => unknownColumn(text, scope, span.mark))
  return core
}

const unknownColumn = (name: string, { of, columns }: Scope, mark: Mark | null) =>
  mistake('unknownColumn', { name, of, columns: columns! }, mark)

/** It has no node of its own: nothing but a selection takes it. */
const star = (scope: Scope, span: MarkedSpan): Core =>
  make({ node: { kind: 'missing', span }, scope, star: true, shown: scope.of })

const starOf = (value: unknown): Core | null => {
  const core = coreOf(value)
  return core?.star === true ? core : null
}
