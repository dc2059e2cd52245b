// Where JavaScript has decided about an expression in modules that a loader has put guards into: what is known so far, in this process.
import type { MistakeParameters } from '../api/mistake.js'
import type { Mark } from '../api/site.js'
import type { MistakeData } from '../surface/program-data.js'

export interface Decision extends MistakeData {
  readonly site: NonNullable<MistakeData['site']>
}

interface Decisions {
  /** By the place of the operand: a module may be loaded more than once. */
  readonly found: Map<string, Decision>
  /** Operands that have had another value too. */
  readonly mixed: Set<string>
  /** Columns that a function of one module has given to another, by the place where it takes them from a row. */
  readonly seen: Map<string, WeakSet<object>>
  /** The last operand that was an expression, for the callback that it is in. */
  latest: { readonly key: string; readonly parameters: MistakeParameters<'decided'>; readonly mark: Mark | null } | null
}

/** One for all copies of this package. */
const KEY = Symbol.for('flowc.decisions')
const shared = globalThis as unknown as Record<symbol, Decisions | undefined>
export const decisions: Decisions = (shared[KEY] ??= { found: new Map(), mixed: new Set(), seen: new Map(), latest: null })

const order = ({ site: a }: Decision, { site: b }: Decision): number =>
  (a.file === b.file ? 0 : a.file < b.file ? -1 : 1) || a.line - b.line || a.column - b.column

/** Where no other value than an expression has been seen, in the order of places. */
export const decidedSoFar = (): readonly Decision[] => [...decisions.found.values()].toSorted(order)
