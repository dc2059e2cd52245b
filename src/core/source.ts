// Source texts and the way from a relative span to a line and column of a file.
import { bug } from './bug.js'
import { originalOf, type DeclarationId, type Location, type Position, type Span } from './span.js'

export interface SourceFile {
  /** Path as shown to people: relative to the project, `/` between folders. */
  readonly path: string
  readonly text: string
}

/** Offsets of line starts. A line ends at `\n`, `\r\n` or a lone `\r`. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 10 || (c === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1)
  }
  return starts
}

export function positionAt(starts: readonly number[], offset: number): Position {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - starts[low]! + 1, offset }
}

/** Knows where each declaration begins; the only place that turns relative spans into absolute ones. */
export class SourceIndex {
  readonly #files = new Map<string, { source: SourceFile; starts: readonly number[] }>()
  readonly #declarations = new Map<DeclarationId, { file: string; offset: number }>()

  addFile(source: SourceFile): void {
    this.#files.set(source.path, { source, starts: lineStarts(source.text) })
  }

  addDeclaration(id: DeclarationId, file: string, offset: number): void {
    this.#declarations.set(id, { file, offset })
  }

  file(path: string): SourceFile | undefined {
    return this.#files.get(path)?.source
  }

  /** A copy that a `for` has made has the places of what it was made from. */
  #declaration(id: DeclarationId): { file: string; offset: number } | undefined {
    for (let at: DeclarationId | null = id; at !== null; at = originalOf(at)) {
      const known = this.#declarations.get(at)
      if (known !== undefined) return known
    }
    return undefined
  }

  /** Absolute range of a span in its file, in UTF-16 units. */
  range(span: Span): { file: string; start: number; end: number } {
    const declaration = this.#declaration(span.declaration) ?? bug(`no declaration ${span.declaration} in the source index`)
    return { file: declaration.file, start: declaration.offset + span.start, end: declaration.offset + span.end }
  }

  locate(span: Span): Location {
    const { file, start, end } = this.range(span)
    const { starts } = this.#files.get(file) ?? bug(`no file ${file} in the source index`)
    return { file, start: positionAt(starts, start), end: positionAt(starts, end) }
  }
}
