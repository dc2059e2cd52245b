// Where a key stands in a configuration written in TypeScript. A guess by the text alone: spread objects and computed keys
// have no such place, and then there is none.

/** Range of the last key of the path: each key is looked for behind the one before it. */
export function locateInScript(text: string, keys: readonly string[]): { readonly start: number; readonly end: number } | null {
  let at = 0
  let found: { start: number; end: number } | null = null
  for (const key of keys) {
    const escaped = key.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&')
    const pattern = new RegExp(`(?:(?<![\\w$.])${escaped}|(["'])${escaped}\\1)(?=\\s*[:,}])`, 'g')
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match === null) return found
    found = { start: match.index, end: match.index + match[0].length }
    at = found.end
  }
  return found
}
