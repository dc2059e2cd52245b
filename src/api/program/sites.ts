// Nodes as plain data: the call that made a node becomes the number of its site.
import type { Span } from '../../core/span.js'
import type { Site } from '../../surface/program-data.js'
import { markIn } from '../nodes.js'
import type { ApiMistake } from '../mistake.js'
import { readAsParam } from '../recorder.js'
import { causeOf, refused } from '../refused.js'
import { siteOf, type Mark } from '../site.js'

export class Sites {
  /** Names of the params of the program. */
  readonly #params: ReadonlySet<string>
  readonly list: Site[] = []
  /** Of calls that were refused and are part of the program, in a module that was run before this one as well. */
  readonly mistakes = new Set<ApiMistake>()
  readonly #numbers = new Map<Mark, number>()

  constructor(params: ReadonlySet<string>) {
    this.#params = params
  }

  #numberOf(mark: Mark | null): number {
    if (mark === null) return -1
    const known = this.#numbers.get(mark)
    if (known !== undefined) return known
    const site = siteOf(mark)
    const number = site === null ? -1 : this.list.push(site) - 1
    this.#numbers.set(mark, number)
    return number
  }

  /** A copy without anything that only this process knows. */
  plain<T>(value: T): T {
    if (Array.isArray(value)) return value.map((v: unknown) => this.plain(v)) as T
    if (typeof value !== 'object' || value === null) return value
    if (isSpan(value)) {
      const cause = causeOf(markIn(value))
      if (cause !== null) this.mistakes.add(cause)
      const number = this.#numberOf(markIn(value))
      return { declaration: '', start: number, end: number } as T
    }
    const wrong = readAsParam(value, this.#params)
    if (wrong !== null) refused(wrong, () => {})
    const copy: Record<string, unknown> = {}
    for (const [key, v] of Object.entries(value)) if (v !== undefined) copy[key] = this.plain(v)
    return copy as T
  }
}

const isSpan = (value: object): value is Span => 'declaration' in value && 'start' in value && 'end' in value
