// What modules call that a loader has put guards into: it notes where JavaScript has decided about an expression, for `runFlow` to tell.
import { mistake, type MistakeParameters } from '../api/mistake.js'
import { markOf } from '../api/site.js'
import type { Guard } from '../workspace/script-guards.js'
import { LOOKS } from '../workspace/script-looks.js'
import { decisions } from './decisions.js'

/** A function of a guard: it gives back what it is given. */
type Look = (value: unknown, row?: unknown) => unknown
type LooksAt = (
  guards: readonly Guard[],
  told: {
    readonly decided: (guard: number) => void
    readonly mixed: (guard: number) => void
    readonly seenAt: (key: string) => WeakSet<object>
  },
) => readonly Look[]

// a worker of commands is started from the same text
const looksAt = new Function(`${LOOKS}return looksAt`)() as LooksAt

/** Of a module; `file` is its path. */
export function looksOf(file: string, guards: readonly Guard[]): readonly Look[] {
  const keyOf = ({ line, column, kind, by }: Guard): string => JSON.stringify([file, line, column, kind, by])
  const decided = (at: number): void => {
    const guard = guards[at]!
    const { operator, by, line, column } = guard
    const key = keyOf(guard)
    const parameters = { operator, by } as MistakeParameters<'decided'>
    const mark = markOf(looks[at]!)
    // it would not end
    if (operator === 'while') throw mistake('decided', parameters, mark)
    if (decisions.mixed.has(key)) return
    decisions.latest = { key, parameters, mark }
    if (!decisions.found.has(key)) decisions.found.set(key, { mistake: 'decided', parameters, site: { file, line, column } })
  }
  const mixed = (at: number): void => {
    const key = keyOf(guards[at]!)
    decisions.mixed.add(key)
    decisions.found.delete(key)
    if (decisions.latest?.key === key) decisions.latest = null
  }
  const seenAt = (key: string): WeakSet<object> => {
    const seen = decisions.seen.get(key) ?? new WeakSet()
    decisions.seen.set(key, seen)
    return seen
  }
  const looks = looksAt(guards, { decided, mixed, seenAt })
  return looks
}
