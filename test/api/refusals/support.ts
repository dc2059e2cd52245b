// The API called with anything, where a loader collects mistakes.
import * as api from '../../../src/api/index.js'
import { isBranded, isDeclared } from '../../../src/api/brands.js'
import { programOf } from '../../../src/api/program.js'
import { collecting } from '../../../src/api/refused.js'
import { QUERY } from '../../../src/api/relations/state.js'
import { orders } from '../rows.js'

export type Any = ((...args: readonly unknown[]) => Any) & { readonly [name: string]: Any }
export const a = api as unknown as Any
export const o = orders as unknown as Any

/** The codes of all mistakes, in the order in which they were made; what is made is exported. */
export function told(make: () => unknown): readonly string[] {
  const { made: program, mistakes } = collecting(() => {
    const made = make()
    // a query without a name cannot be exported
    return programOf({ made: isBranded(made, QUERY) && !isDeclared(made) ? named('made', made) : made })
  })
  program()
  return [...new Set(mistakes.map((m) => m.message))].map((m) => m.slice(0, 8))
}

export const named = (name: string, of: unknown): Any => a.stream!(name, of)
