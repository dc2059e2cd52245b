// SQL text under construction, remembering which range came from which place of the program.
import type { Span } from '../../core/span.js'
import type { SqlMark } from '../artifact.js'

export interface MarkedSql {
  readonly sql: string
  readonly marks: readonly SqlMark[]
}

export class SqlWriter {
  #text = ''
  readonly #marks: SqlMark[] = []

  write(text: string): this {
    this.#text += text
    return this
  }

  /** What `body` writes belongs to `origin`. */
  at(origin: Span | null, body: () => void): this {
    const start = this.#text.length
    body()
    if (origin !== null && this.#text.length > start) this.#marks.push({ start, end: this.#text.length, origin })
    return this
  }

  /** Marked text of another writer, each line after the first indented. */
  embed(part: MarkedSql, indent = ''): this {
    const start = this.#text.length
    const shifted = (offset: number): number => start + offset + indent.length * countLines(part.sql, offset)
    this.#text += indent === '' ? part.sql : part.sql.replaceAll('\n', `\n${indent}`)
    for (const m of part.marks) this.#marks.push({ start: shifted(m.start), end: shifted(m.end), origin: m.origin })
    return this
  }

  result(): MarkedSql {
    return { sql: this.#text, marks: [...this.#marks].sort((a, b) => a.start - b.start || b.end - a.end) }
  }
}

function countLines(text: string, end: number): number {
  let lines = 0
  for (let i = text.indexOf('\n'); i >= 0 && i < end; i = text.indexOf('\n', i + 1)) lines++
  return lines
}
