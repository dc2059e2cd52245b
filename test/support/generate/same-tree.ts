// A tree without places: what two texts of one program have in common.

const PLACES: ReadonlySet<string> = new Set(['span', 'operatorSpan', 'modeSpan', 'hash', 'id', 'ignores'])

/** The tree without places and hashes. Compare with `toEqual`. */
export function meaning(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(meaning)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => !PLACES.has(key))
      .map(([key, value]) => [key, meaning(value)]),
  )
}
