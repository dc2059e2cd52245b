// Whether two texts say the same: the same trees but for places, the same comments. Asked before a file is written.
import type { FileNode } from '../surface/ast.js'
import type { Trivia } from '../parser/trivia.js'

export interface Program {
  readonly file: FileNode
  readonly trivia: Trivia
}

const PLACES: ReadonlySet<string> = new Set(['span', 'operatorSpan', 'modeSpan', 'hash', 'id'])

export const sameProgram = (a: Program, b: Program): boolean =>
  same(a.file.declarations, b.file.declarations) && same(comments(a.trivia), comments(b.trivia))

const comments = (trivia: Trivia): readonly string[] => trivia.comments.map((c) => c.text).sort()

function same(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((x, i) => same(x, b[i]))
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b
  const keys = Object.keys(a).filter((key) => !PLACES.has(key))
  // both are nodes of one tree type: a key that only one has is undefined in the other
  return keys.every((key) => same(a[key as keyof typeof a], b[key as keyof typeof b]))
}
