// Names of generated tables and views: those of the program where it has one, else a name derived from it, never twice.
export class NameAllocator {
  readonly #taken = new Set<string>()

  /** Names that others will ask for exactly. */
  reserve(names: Iterable<string>): void {
    for (const name of names) this.#taken.add(name)
  }

  /** `wanted`, or `wanted_2`, `wanted_3`, … */
  fresh(wanted: string): string {
    let name = wanted
    for (let n = 2; this.#taken.has(name); n++) name = `${wanted}_${n}`
    this.#taken.add(name)
    return name
  }
}

/** Unique column names in order: a repeated one gets a number. */
export function uniqueNames(wanted: readonly string[], avoid: Iterable<string> = []): readonly string[] {
  const names = new NameAllocator()
  names.reserve(avoid)
  return wanted.map((w) => names.fresh(w))
}
