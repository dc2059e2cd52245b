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
  const lines = aligned(quasis, text)
  if (lines === null) return null
  const start = sourceOffset(lines, range.start, (line) => range.start >= line.text)
  const end = sourceOffset(lines, range.end, (line) => range.end > line.text)
  if (start === null || end === null) return null
  // all of what an interpolation wrote
  const behind = lines.find((line) => line.source > start)?.source
  return { start, end: end > start ? end : (behind ?? start) }
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

/** A line of a piece: where it stands in the text, and where in the source; it may have lost indentation. */
interface Line {
  readonly text: number
  readonly source: number
  readonly length: number
}

/** Finds each piece of the template in the text, in order. */
function aligned(quasis: readonly Quasi[], text: string): readonly Line[] | null {
  const lines: Line[] = []
  let at = 0
  for (const [i, q] of quasis.entries()) {
    let source = q.start
    for (const [n, line] of q.raw.split('\n').entries()) {
      const written = line.replace(/\r$/, '')
      const bare = n === 0 && i > 0 ? written : written.replace(/^[ \t]+/, '')
      const found = text.indexOf(bare, at)
      if (found < 0) return null
      lines.push({ text: found, source: source + written.length - bare.length, length: bare.length })
      at = found + bare.length
      source += line.length + 1
    }
  }
  return lines
}

/** What lies in an interpolation is where that begins. */
function sourceOffset(lines: readonly Line[], offset: number, reaches: (line: Line) => boolean): number | null {
  const line = lines.findLast(reaches) ?? lines[0]
  return line === undefined ? null : line.source + Math.min(Math.max(offset - line.text, 0), line.length)
}
