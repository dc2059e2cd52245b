// The rows that callbacks are given: every property is a column, and a copy has all of them.
import { coreOf, make, ROW } from './expression.js'
import { mistake } from './mistake.js'
import { named } from './names.js'
import { nameNode, spanAt, type MarkedSpan } from './nodes.js'
import { express } from './operators.js'
import { mayBeParam, type Core, type Scope } from './recorder.js'
import { missing, refused } from './refused.js'
import { engineCallOf, markOf, type Mark } from './site.js'

/** The key under which a spread row stands in an object; no column can have it. */
const STAR = '\0*'

/** How often the rows of one callback have been spread. */
interface Spread {
  count: number
  asked: boolean
  keys: Keys | null
}

interface Target {
  readonly scope: Scope
  /** Of the clause whose callback it is. */
  readonly mark: Mark | null
  readonly spread: Spread
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
export const rowOf = (scope: Scope, mark: Mark | null, spread: Target['spread'], names: Set<string>): object =>
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

export function column(scope: Scope, text: string, span: MarkedSpan): Core {
  const name = named(text, 'a column', span)
  const key = scope.keys?.get(text)
  if (key !== undefined) return make({ node: { ...key, span }, scope, shown: `${scope.of}.${text}` })
  const unknown = scope.columns?.includes(text) === false
  // the text would look further
  if (unknown && scope.beside)
    return refused(unknownColumn(text, scope, span.mark), () => make({ node: missing(span), scope, shown: text }))
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

export const starOf = (value: unknown): Core | null => {
  const core = coreOf(value)
  return core?.star === true ? core : null
}

/** Names that braces had taken out of a row before it was copied. */
export function takenFrom(star: Core): readonly string[] {
  const keys = copied.get(star)
  return keys === undefined ? [] : [...keys.offered].filter((name) => !keys.asked.has(name))
}
