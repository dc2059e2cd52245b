// The stack's answers: a value, or the diagnostics that say why there is none. Inside, failures travel as StackFailure.
import { diagnostic, type Definition, type Diagnostic, type ReportOptions } from '../diagnostics/define.js'

export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }

export class StackFailure extends Error {
  override readonly name = 'StackFailure'
  readonly diagnostics: readonly Diagnostic[]
  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((d) => d.message).join('; '))
    this.diagnostics = diagnostics
  }
}

export function failStack<P extends object>(definition: Definition<P>, parameters: P, options?: ReportOptions): never {
  throw new StackFailure([diagnostic(definition, null, parameters, options)])
}

/**
 * Does all of them side by side and waits for each, also when one fails: then it fails with everything that failed, said
 * once. A fault that is no diagnostic, such as an interrupt, goes first.
 */
export async function together(works: readonly Promise<unknown>[]): Promise<void> {
  const failures = (await Promise.allSettled(works)).flatMap((r) => (r.status === 'rejected' ? [r.reason as unknown] : []))
  const other = failures.find((f) => !(f instanceof StackFailure))
  if (other !== undefined) throw other
  const said = new Map(failures.flatMap((f) => (f as StackFailure).diagnostics).map((d) => [d.message, d]))
  if (said.size > 0) throw new StackFailure([...said.values()])
}

export async function outcome<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (error instanceof StackFailure) return { ok: false, diagnostics: error.diagnostics }
    throw error
  }
}
