// Collects diagnostics: one message a cause, in the order of the text.
import type { SourceIndex } from '../core/source.js'
import type { Span } from '../core/span.js'
import { diagnostic, type Definition, type Diagnostic, type ReportOptions } from './define.js'

export class DiagnosticBag {
  readonly #list: Diagnostic[] = []
  readonly #seen = new Set<string>()
  readonly #listeners: Diagnostic[][] = []

  report<P extends object>(definition: Definition<P>, at: Span | null, parameters: P, options?: ReportOptions): void {
    this.add(diagnostic(definition, at, parameters, options))
  }

  add(d: Diagnostic): void {
    this.#listeners.at(-1)?.push(d)
    const place = d.primary === null ? '' : `${d.primary.span.declaration}:${d.primary.span.start}:${d.primary.span.end}`
    const key = `${d.code}|${place}|${d.message}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.#list.push(d)
  }

  addAll(list: Iterable<Diagnostic>): void {
    for (const d of list) this.add(d)
  }

  /** Runs `work`; what it reports goes to `list` as well, but for what a `collect` inside of it takes. */
  collect<T>(list: Diagnostic[], work: () => T): T {
    this.#listeners.push(list)
    try {
      return work()
    } finally {
      this.#listeners.pop()
    }
  }

  get hasErrors(): boolean {
    return this.#list.some((d) => d.severity === 'error')
  }

  get all(): readonly Diagnostic[] {
    return this.#list
  }

  /** By file, then place; those without a place first. */
  sorted(index: SourceIndex): readonly Diagnostic[] {
    const keyed = this.#list.map((d, i) => ({ d, i, at: d.primary === null ? null : index.range(d.primary.span) }))
    keyed.sort((a, b) => {
      if (a.at === null || b.at === null) return (a.at === null ? 0 : 1) - (b.at === null ? 0 : 1) || a.i - b.i
      return a.at.file === b.at.file ? a.at.start - b.at.start || a.i - b.i : a.at.file < b.at.file ? -1 : 1
    })
    return keyed.map((k) => k.d)
  }
}
