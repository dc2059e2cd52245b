// Whether two texts say the same: the same trees but for places, the same comments. Asked before a file is written.
import { SourceIndex } from '../core/source.js'
import { parse } from '../parser/index.js'
import type { Declaration } from '../surface/ast.js'
import { formatText, unreadOf, type Formatted } from './file.js'

const PLACES: ReadonlySet<string> = new Set(['span', 'operatorSpan', 'modeSpan', 'hash', 'id'])

interface Said {
  /** Null: it could not be read, and stands as it stood. */
  readonly declarations: readonly (Declaration | null)[]
  readonly comments: readonly string[]
}

/** As `formatText`; a text with mistakes that would say something else in its layout stays as it is. */
export function formatSafely(text: string, path?: string): Formatted {
  const made = formatText(text, path)
  return made.unread === 0 || made.text === text || sameProgram(text, made.text) ? made : { text, unread: made.unread }
}

export const sameProgram = (a: string, b: string): boolean => same(said(a), said(b))

function said(text: string): Said {
  const source = text.replace('\ufeff', '').replace(/\r\n?/g, '\n')
  const { file, diagnostics, trivia } = parse({ path: 'text', text: source }, new SourceIndex())
  const unread = unreadOf(file, diagnostics)
  return {
    declarations: file.declarations.map((d) => (unread.has(d) ? null : d)),
    comments: trivia()
      .comments.map((c) => c.text)
      .sort(),
  }
}

function same(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((x, i) => same(x, b[i]))
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b
  const keys = Object.keys(a).filter((key) => !PLACES.has(key))
  // both are nodes of one tree type: a key that only one has is undefined in the other
  return keys.every((key) => same(a[key as keyof typeof a], b[key as keyof typeof b]))
}
