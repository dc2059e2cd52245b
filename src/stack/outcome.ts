// The stack's answers: a value, or the diagnostics that say why there is none. Inside, failures travel as StackFailure.
import { diagnostic, type Definition, type Diagnostic } from '../diagnostics/define.js'

export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }

export class StackFailure extends Error {
  override readonly name = 'StackFailure'
  readonly diagnostic: Diagnostic
  constructor(d: Diagnostic) {
    super(d.message)
    this.diagnostic = d
  }
}

export function failStack<P extends object>(definition: Definition<P>, parameters: P): never {
  throw new StackFailure(diagnostic(definition, null, parameters))
}

export async function outcome<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (error instanceof StackFailure) return { ok: false, diagnostics: [error.diagnostic] }
    throw error
  }
}
