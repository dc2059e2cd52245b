// What a callback makes. JavaScript's own `&&`, `?:`, `if` and `===` cannot be seen from inside; what they leave behind is a column
// or an expression that is no part of the result, and that is found here.
import type { ExprNode } from '../surface/ast.js'
import type { Declared } from './brands.js'
import { mistake, type ApiMistake } from './mistake.js'
import { markIn } from './nodes.js'
import { refused, refusedSoFar } from './refused.js'
import type { Mark } from './site.js'

/** One side of a callback: the row `o` of `(o, c) => …`. */
export interface Scope {
  /** What stands before a column's name; null where a name is enough. */
  readonly qualifier: string | null
  /** Whose row it is, for messages: `orders`. */
  readonly of: string
  /** The name that the language takes for a qualifier although none is needed; null where it takes none. */
  readonly relation: string | null
  /** Words that the language takes for a side where a name stands behind them. */
  readonly words: ReadonlySet<string>
  /** Its columns in order, where the program itself lists them all. */
  readonly columns: readonly string[] | null
  /** What the program says of it is not all that there is to know: a call that made it was refused. */
  readonly spoiled?: boolean
  /** A name that is none of its columns could be a column of another side, or a field. */
  readonly beside: boolean
  /** Of a group: what its keys are, by the names that they have in the program. */
  readonly keys: ReadonlyMap<string, ExprNode> | null
  /** Its callback is running. */
  open: boolean
}

/** What an expression is made of. */
export interface Core {
  readonly node: ExprNode
  readonly parts: readonly Core[]
  /** How many are inside one another, at most. */
  readonly depth: number
  /** Of a column: whose. */
  readonly scope: Scope | null
  /** Declarations that the node names: params, functions, types. */
  readonly refs: readonly Declared[]
  /** How a message calls it: `o.amount`, `gt(…)`. */
  readonly shown: string
  /** `...o` */
  readonly star?: true
  /** A call of `sum` and its like, which a `filter` may follow. */
  readonly aggregate?: true
}

/** The expressions made by the callback that is running; null outside of any. */
interface Recorder {
  made: Core[] | null
}
/** One for all copies of this package in one program: a function of one is called in a callback of another. */
const KEY = Symbol.for('flowc.recorder')
const shared = globalThis as unknown as Record<symbol, Recorder | undefined>
const recorder: Recorder = (shared[KEY] ??= { made: null })

export function record(core: Core): Core {
  recorder.made?.push(core)
  return core
}

/** What the result of a callback consists of. */
export interface Reached {
  readonly refs: ReadonlySet<Declared>
  /** The nodes that are columns, each with its side. */
  readonly columns: ReadonlyMap<ExprNode, Scope>
}

/** Runs a callback; `finish` says what its result consists of. */
export function recording<T>(scopes: readonly Scope[], run: () => T, finish: (result: T) => readonly Core[]): Reached {
  const outer = recorder.made
  const before = refusedSoFar()
  const made: Core[] = []
  recorder.made = made
  for (const s of scopes) s.open = true
  try {
    const result = finish(run())
    // what a refused call was given has no place in what stands in for its result
    return checked(result, refusedSoFar() > before ? [] : made, scopes)
  } finally {
    recorder.made = outer
    for (const s of scopes) s.open = false
  }
}

function checked(result: readonly Core[], made: readonly Core[], scopes: readonly Scope[]): Reached {
  const refs = new Set<Declared>()
  const columns = new Map<ExprNode, Scope>()
  const reached = reachedFrom(result)
  for (const core of reached) {
    if (core.scope !== null && !scopes.includes(core.scope)) refused(foreign(core), () => {})
    else if (core.scope !== null) columns.set(core.node, core.scope)
    for (const r of core.refs) refs.add(r)
  }
  // a column that is only read, and what is made without one, may be taken in advance and not be needed
  const dropped = made.filter((c) => !reached.has(c) && c.parts.length > 0 && hasColumn(c))
  if (dropped.length > 0) {
    const inner = new Set(dropped.flatMap((c) => c.parts))
    const first = dropped.find((c) => !inner.has(c))!
    refused(mistake('dropped', { what: first.shown }, markIn(first.node.span)), () => {})
  }
  return { refs, columns }
}

export const hasColumn = (core: Core): boolean => [...reachedFrom([core])].some((c) => c.scope !== null)

export const foreign = (core: Core, mark: Mark | null = markIn(core.node.span)) =>
  mistake('columnOutside', { column: core.shown, of: core.scope!.of }, mark)

function reachedFrom(cores: readonly Core[]): Set<Core> {
  const reached = new Set<Core>()
  // declarations come in the order in which the result names them
  const waiting = [...cores]
  for (const core of waiting) {
    if (reached.has(core)) continue
    reached.add(core)
    for (const p of core.parts) waiting.push(p)
  }
  return reached
}

/** Names that are no column of the row that they were taken from: where the program has such a param they would be read as that. */
const UNKNOWN = Symbol.for('flowc.unknownColumns')
type Unknown = WeakMap<object, () => ApiMistake>
const unknown: Unknown = ((globalThis as unknown as Record<symbol, Unknown | undefined>)[UNKNOWN] ??= new WeakMap())

export const mayBeParam = (node: ExprNode, told: () => ApiMistake): void => void unknown.set(node, told)

/** What is wrong with a name for which there is a param; null: nothing. */
export function readAsParam(node: object, params: ReadonlySet<string>): ApiMistake | null {
  const told = unknown.get(node)
  return told !== undefined && params.has((node as ExprNode & { kind: 'path' }).names[0]!.text) ? told() : null
}
