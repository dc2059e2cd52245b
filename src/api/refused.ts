// What becomes of a call that is refused. By itself it throws: a program does not go on without being told. Where a loader collects
// mistakes, the call tells its own and gives what stands in for its result, of the same kind, so that one run finds all of them.
// What was made of a stand-in is known by its place, and is not judged: it would only say the same again.
import type { ExprNode, Name } from '../surface/ast.js'
import type { Span } from '../core/span.js'
import { DECLARATION, EXPRESSION, isBranded, ROW, type DeclarationRecord, type Declared } from './brands.js'
import type { ApiMistake } from './mistake.js'
import type { Core } from './recorder.js'
import type { Mark } from './site.js'

/** A loader puts it on `globalThis` before it runs a module. */
export interface Refusals {
  readonly tell: (mistake: ApiMistake) => void
  /** Calls that were refused, and declarations that have to do with one, each with its mistake. */
  readonly calls: Map<object, ApiMistake>
  /** How many mistakes there are so far, and how many there were when the module that runs began. */
  count: number
  before: number
}
const KEY = Symbol.for('flowc.refusals')
const refusals = (): Refusals | undefined => (globalThis as unknown as Record<symbol, Refusals | undefined>)[KEY]

/** The mistakes that are told while `make` runs; `made` gives what came of it, or throws what it has thrown. */
export function collecting<T>(make: () => T): { readonly made: () => T; readonly mistakes: readonly ApiMistake[] } {
  const holder = globalThis as unknown as Record<symbol, Refusals | undefined>
  const before = holder[KEY]
  const mistakes: ApiMistake[] = []
  holder[KEY] = { tell: (m) => void mistakes.push(m), calls: new Map(), count: 0, before: 0 }
  try {
    const value = make()
    return { made: () => value, mistakes }
  } catch (cause) {
    // a mistake that no call told: what JavaScript asked of a value
    if (isMistake(cause)) mistakes.push(cause)
    const made = (): never => {
      throw cause
    }
    return { made, mistakes }
  } finally {
    if (before === undefined) delete holder[KEY]
    else holder[KEY] = before
  }
}

/** In place of a value that a call was not given: whatever it stands for, nothing is said of it. */
export const BROKEN: unique symbol = Symbol.for('flowc.broken')

/** Throws, or gives what stands in for the result of the call. */
export function refused<T>(mistake: ApiMistake, instead: () => T): T {
  const known = refusals()
  if (known === undefined) throw mistake
  known.count++
  // one that a loader throws has a place and no call
  if (mistake.mark != null) known.calls.set(mistake.mark, mistake)
  known.tell(mistake)
  return instead()
}

/** Of what JavaScript asks of a value by itself there is no result to stand in for: it ends the callback around it. `mark`: whose. */
export function endedBy(cause: unknown, mark: Mark | null): typeof BROKEN {
  const known = refusals()
  if (known === undefined || !isMistake(cause)) throw cause
  if (mark !== null) known.calls.set(mark, cause)
  return refused(cause, () => BROKEN)
}

/** Of any copy of this package. */
const isMistake = (value: unknown): value is ApiMistake =>
  value instanceof Error && typeof (value as { readonly flowc?: { readonly mistake?: unknown } }).flowc?.mistake === 'string'

/** How many calls were refused so far. */
export const refusedSoFar = (): number => refusals()?.count ?? 0

/** None of a module so far. */
export const refusedNothing = (): boolean => (refusals()?.count ?? 0) === (refusals()?.before ?? 0)

/** The mistake of the call that made a part, or of something that it has to do with; null: nothing is wrong with it. */
export const causeOf = (mark: Mark | null): ApiMistake | null => (mark === null ? null : (refusals()?.calls.get(mark) ?? null))

const markOfSpan = (span: Span): Mark | null => (span as { readonly mark?: Mark | null }).mark ?? null

/** Of all that a node is made of. */
export function causeIn(node: unknown): ApiMistake | null {
  if ((refusals()?.calls.size ?? 0) === 0 || typeof node !== 'object' || node === null) return null
  if ('declaration' in node && 'start' in node) return causeOf(markOfSpan(node as unknown as Span))
  for (const part of Object.values(node)) {
    const cause = causeIn(part)
    if (cause !== null) return cause
  }
  return null
}

/** What stands in for the result of a refused call, and what such a one has a part in: where it is of another kind, that follows. */
export function isStandIn(value: unknown): boolean {
  if (value === BROKEN) return true
  if ((refusals()?.calls.size ?? 0) === 0 || typeof value !== 'object' || value === null) return false
  const held = value as Readonly<Record<symbol, unknown>>
  // an expression is not asked for its keys
  if (isBranded(value, EXPRESSION)) return causeIn((held[EXPRESSION] as Core).node) !== null
  return !isBranded(value, ROW) && Object.getOwnPropertySymbols(value).some((key) => causeIn(held[key]) !== null)
}

/** Whether a refused call has a part in it: what the program says of it is not all that there is to know. */
export const isSpoiled = ({ [DECLARATION]: { node } }: Declared): boolean => causeOf(markOfSpan(node.span)) !== null

/** A declaration with a refused call in it, and what refers to such a one. */
export function noteSpoiled({ node, refs, members }: DeclarationRecord): void {
  const known = refusals()
  const mark = markOfSpan(node.span)
  if (known === undefined || known.calls.size === 0 || mark === null) return
  const all = [...refs, ...members].map((d) => d[DECLARATION].node.span)
  const cause = causeIn(node) ?? all.map((span) => causeOf(markOfSpan(span))).find((c) => c !== null)
  if (cause != null) known.calls.set(mark, cause)
}

// ---------------------------------------------------------------- what stands in

/** No other is called so. */
export const unnamed = (span: Span): Name => ({ text: `refused_${refusedSoFar()}_`, span })

export const missing = (span: Span): ExprNode => ({ kind: 'missing', span })

/** It is not empty: nobody asks for more of it. */
export const SOME_TEXT = '?'
