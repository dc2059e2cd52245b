// Where a piece of an embedded text stands in the template string that it was written in.

export interface TemplateRange {
  readonly start: number
  readonly end: number
}

interface Quasi {
  /** Offset in the source. */
  readonly start: number
  /** As written. */
  readonly raw: string
}

/**
 * `source` is TypeScript, `at` the offset of the tag or of its template, `text` what the call got. Null where the text cannot be
 * found there again, as with escapes.
 */
export function placeInTemplate(
  source: string,
  at: number,
  text: string,
  range: { readonly start: number; readonly end: number },
): TemplateRange | null {
  const open = opening(source, at)
  const quasis = open === null ? null : quasisOf(source, open + 1)
  if (quasis === null) return null
  const parts = aligned(quasis, text)
  if (parts === null) return null
  const start = offsetOf(quasis, parts, range.start)
  const end = offsetOf(quasis, parts, range.end)
  return start === null || end === null || end < start ? null : { start, end }
}

/** The backquote behind the name of a tag and its type arguments. */
function opening(source: string, at: number): number | null {
  const match = /^[\w$.\s]*(?:<[^`]*>\s*)?`/.exec(source.slice(at, at + 500))
  return match === null ? null : at + match[0].length - 1
}

/** The pieces between interpolations; null where the template does not end or has `\\`` in it. */
function quasisOf(source: string, start: number): readonly Quasi[] | null {
  const out: Quasi[] = []
  let from = start
  for (let i = start; i < source.length; i++) {
    const c = source[i]
    // the two that a tag undoes
    if (c === '\\' && (source[i + 1] === '`' || source[i + 1] === '$')) return null
    if (c === '`') return [...out, { start: from, raw: source.slice(from, i) }]
    if (c === '$' && source[i + 1] === '{') {
      out.push({ start: from, raw: source.slice(from, i) })
      const end = endOfBraces(source, i + 2)
      if (end === null) return null
      from = end
      i = end - 1
    }
  }
  return null
}

/** Behind the `}` of an interpolation; strings in it are skipped. */
function endOfBraces(source: string, start: number): number | null {
  let depth = 1
  for (let i = start; i < source.length; i++) {
    const c = source[i]!
    if (c === '{') depth++
    else if (c === '}' && --depth === 0) return i + 1
    else if (c === "'" || c === '"' || c === '`') {
      const end = source.indexOf(c, i + 1)
      if (end < 0) return null
      i = end
    }
  }
  return null
}

interface Part {
  /** Offsets in the text; a line may have lost indentation. */
  readonly start: number
  readonly lines: readonly { readonly text: number; readonly source: number; readonly length: number }[]
}

/** Finds each piece of the template in the text, in order. */
function aligned(quasis: readonly Quasi[], text: string): readonly Part[] | null {
  const parts: Part[] = []
  let at = 0
  for (const [i, q] of quasis.entries()) {
    const lines: { text: number; source: number; length: number }[] = []
    let source = q.start
    let first: number | null = null
    for (const [n, line] of q.raw.split('\n').entries()) {
      const bare = n === 0 && i > 0 ? line : line.replace(/^[ \t]+/, '')
      const lost = line.length - bare.length
      const found = text.indexOf(bare, at)
      if (found < 0) return null
      lines.push({ text: found, source: source + lost, length: bare.length })
      first ??= found
      at = found + bare.length
      source += line.length + 1
    }
    parts.push({ start: first ?? at, lines })
  }
  return parts
}

/** What lies in an interpolation is where that begins. */
function offsetOf(quasis: readonly Quasi[], parts: readonly Part[], offset: number): number | null {
  for (const part of parts.toReversed())
    for (const line of part.lines.toReversed())
      if (offset >= line.text) return line.source + Math.min(offset - line.text, line.length)
  return quasis[0]?.start ?? null
}
