// Clauses and declarations that belong to nothing: `orders.where(…)` gives a new query, and leaves `orders` as it was. Only a loader asks
// for them, with a list that it puts on `globalThis` before it runs a module.
import { ignoresOf } from '../surface/program-data.js'
import { callersOf, type Mark } from './site.js'

export const PARTS = Symbol.for('flowc.parts')

export interface Part {
  /** What says that it is used: the clause's place, which copies of the clause have as well. */
  readonly piece: object
  /** In the words of a message. */
  readonly what: string
  /** `has a name`, `the module exports`: what it ought to belong to. */
  readonly of: string
  readonly mark: Mark | null
  /** Only where this is used in its place it matters that the part is not. */
  readonly base?: object
  /** The part of which it was made: where that is lost, so is this one, and that is said of it. */
  readonly after?: object
  /** Who called whom, up to the module. */
  readonly callers: Mark | null
}

interface Parts {
  readonly made: Part[]
  readonly used: WeakSet<object>
}

const parts = (): Parts | undefined => (globalThis as unknown as Record<symbol, Parts | undefined>)[PARTS]

export function partMade(
  piece: object,
  what: string,
  mark: Mark | null,
  { of = 'has a name', ...more }: { readonly of?: string; readonly base?: object; readonly after?: object } = {},
): void {
  parts()?.made.push({ piece, what, of, mark, callers: callersOf(), ...more })
}

/** For the part that comes behind such a clause. */
export const behind = (clause: Parameters<typeof pieceOf>[0] | undefined): { readonly after?: object } =>
  clause === undefined ? {} : { after: pieceOf(clause) }

/** They stand in something that has a name. */
export function partsUsed(pieces: Iterable<object>): void {
  const known = parts()
  if (known !== undefined) for (const p of pieces) known.used.add(p)
}

/** A group has the place of its `groupBy`, of which several can be made. */
export const pieceOf = (clause: { readonly kind: string; readonly span: object; readonly items?: unknown }): object =>
  clause.kind === 'group' && typeof clause.items === 'object' && clause.items !== null ? clause.items : clause.span

/** With what is ignored of it. */
export const piecesOf = (clause: Parameters<typeof pieceOf>[0]): readonly object[] => [
  pieceOf(clause),
  ...ignoresOf(clause).map((i) => i.span),
]

export function partsLost(): readonly Part[] {
  const known = parts()
  if (known === undefined) return []
  const lost = known.made.filter((p) => !known.used.has(p.piece) && (p.base === undefined || known.used.has(p.base)))
  const pieces = new Set(lost.map((p) => p.piece))
  return lost.filter((p) => p.after === undefined || !pieces.has(p.after))
}
