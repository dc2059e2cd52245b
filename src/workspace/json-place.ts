// Where a key stands in a JSON text. The text has been accepted by JSON.parse: this only walks it.

/** Range of the key at the end of a path of keys, quotes included; null where there is none. The last of equal keys counts, as in JSON.parse. */
export function locateKey(text: string, keys: readonly string[]): { readonly start: number; readonly end: number } | null {
  let at = 0
  let found: { start: number; end: number } | null = null

  const space = (): void => {
    while (at < text.length && ' \t\n\r'.includes(text[at]!)) at++
  }
  const string = (): string => {
    const start = at
    at++
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    at++
    return text.slice(start, at)
  }
  /** `depth`: how many keys of the path lead here; -1 where they lead elsewhere. */
  const value = (depth: number): void => {
    space()
    const c = text[at]
    if (c === '"') string()
    else if (c === '{') {
      at++
      for (space(); at < text.length && text[at] !== '}'; space()) {
        if (text[at] === ',') {
          at++
          continue
        }
        const start = at
        const key = JSON.parse(string()) as string
        const matches = depth >= 0 && key === keys[depth]
        if (matches && depth === keys.length - 1) found = { start, end: at }
        space()
        at++ // the colon
        value(matches ? depth + 1 : -1)
      }
      at++
    } else if (c === '[') {
      at++
      for (space(); at < text.length && text[at] !== ']'; space()) {
        if (text[at] === ',') at++
        else value(-1)
      }
      at++
    } else while (at < text.length && !',]} \t\n\r'.includes(text[at]!)) at++
  }
  value(0)
  return found
}
