// A callback in which JavaScript has decided, where a loader of tests has its operands looked at: what is left behind by it is no second mistake.
import { mistake, type MistakeParameters } from './mistake.js'
import type { Mark } from './site.js'

/** What the loader keeps on `globalThis`, as far as it matters here. */
interface Decisions {
  /** The last operand that was an expression. */
  latest: { readonly parameters: MistakeParameters<'decided'>; readonly mark: Mark | null } | null
}
const KEY = Symbol.for('flowc.decisions')

/** Runs a callback; of what comes of a decision the decision is told. */
export function toldByDecision<T>(run: () => T): T {
  const decisions = (globalThis as unknown as Record<symbol, Decisions | undefined>)[KEY]
  if (decisions === undefined) return run()
  decisions.latest = null
  try {
    return run()
  } catch (cause) {
    const latest = decisions.latest as Decisions['latest']
    if (latest === null || !comesOfDecision(cause)) throw cause
    throw mistake('decided', latest.parameters, latest.mark)
  }
}

/** An expression that is left behind, or a value that JavaScript gave in place of one. */
function comesOfDecision(cause: unknown): boolean {
  const told = (cause as { readonly flowc?: { readonly mistake: string; readonly parameters: { readonly is?: unknown } } } | null)
    ?.flowc
  return told !== undefined && (told.mistake === 'dropped' || GIVEN.has(told.parameters.is))
}
const GIVEN: ReadonlySet<unknown> = new Set(['undefined', 'null', 'true', 'false'])
