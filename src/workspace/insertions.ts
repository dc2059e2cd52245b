// Pieces of text put into a module without a line more, and the map that leads back: a place for each word, since who reads a map does not
// count on from the place before.
import { lineStarts } from '../core/source.js'
import type { Insertion } from './script-guards.js'

/** The third version of source maps. */
export interface SourceMapData {
  readonly version: 3
  readonly sources: readonly string[]
  readonly sourcesContent: readonly string[]
  readonly names: readonly string[]
  readonly mappings: string
}

export interface Inserted {
  readonly code: string
  readonly map: SourceMapData
}

export function withInsertions(file: string, text: string, insertions: readonly Insertion[]): Inserted {
  const ordered = insertions.toSorted((a, b) => a.at - b.at || a.order - b.order)
  const parts: string[] = []
  let at = 0
  for (const insertion of ordered) {
    parts.push(text.slice(at, insertion.at), insertion.text)
    at = insertion.at
  }
  parts.push(text.slice(at))
  const map = { version: 3, sources: [file], sourcesContent: [text], names: [], mappings: mappings(text, ordered) } as const
  return { code: parts.join(''), map }
}

const WORD = /[\p{ID_Continue}$]+|\S/gu

function mappings(text: string, ordered: readonly Insertion[]): string {
  const starts = lineStarts(text)
  const writer = new Segments()
  let next = 0
  for (const [line, start] of starts.entries()) {
    const end = starts[line + 1] ?? text.length + 1
    let added = 0
    // what is put in stands for the place where it is put in
    const insert = (before: number): void => {
      for (; next < ordered.length && ordered[next]!.at < before; next++) {
        const { at, text } = ordered[next]!
        writer.segment(at - start + added, line, at - start)
        added += text.length
      }
    }
    writer.line()
    for (const word of text.slice(start, end).matchAll(WORD)) {
      insert(start + word.index + 1)
      writer.segment(word.index + added, line, word.index)
    }
    insert(end)
  }
  return writer.text
}

/** Segments are differences to the one before, in digits of base 64. */
class Segments {
  text = ''
  #column = 0
  #from = { line: 0, column: 0 }
  #isFirst = true
  #lines = 0

  line(): void {
    if (this.#lines++ > 0) this.text += ';'
    this.#column = 0
    this.#isFirst = true
  }

  segment(column: number, line: number, from: number): void {
    const fields = [column - this.#column, 0, line - this.#from.line, from - this.#from.column]
    this.text += `${this.#isFirst ? '' : ','}${fields.map(digits).join('')}`
    this.#column = column
    this.#from = { line, column: from }
    this.#isFirst = false
  }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The sign is the lowest bit, five bits a digit, the sixth says that there are more. */
function digits(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1
  let text = ''
  do {
    const low = rest & 31
    rest >>>= 5
    text += DIGITS[rest > 0 ? low | 32 : low]!
  } while (rest > 0)
  return text
}
