// What all declarations have: a node, what it refers to, and documentation.
import type { DeclarationId } from '../core/span.js'
import type { Declaration } from '../surface/ast.js'
import { SURFACE_VERSION, type TextDeclaration } from '../surface/program-data.js'
import { textOf } from './arguments.js'
import { DECLARATION, type DeclarationRecord, type Declared } from './brands.js'
import { ignoreOf, ignoring } from './ignores.js'
import { mistake } from './mistake.js'
import type { MarkedSpan } from './nodes.js'
import { partMade } from './parts.js'
import { noteSpoiled, refused } from './refused.js'
import { markOf, type Mark } from './site.js'

/** What a declaration has that was not read from a text. */
export const base = (span: MarkedSpan) => ({ id: '' as DeclarationId, doc: null, hash: '', incomplete: false, span })

export const recordOf = (
  node: Declaration | TextDeclaration,
  refs: Iterable<Declared>,
  members: readonly Declared[] = [],
): DeclarationRecord => {
  const record = Object.freeze({
    version: SURFACE_VERSION,
    node: Object.freeze(node),
    refs: Object.freeze([...refs]),
    members: Object.freeze(members),
  })
  noteSpoiled(record)
  return record
}

/** `{ doc: '…' }` among the properties of what has no object of its own. */
export const docIn = (properties: unknown, mark: Mark | null): { readonly doc: string | null } => {
  const { doc } = (properties ?? {}) as { readonly doc?: unknown }
  return { doc: doc === undefined ? null : docText(doc, mark) }
}

/** The same declaration with other documentation. */
export function documented(record: DeclarationRecord, text: string, mark: Mark | null): DeclarationRecord {
  const { node, docs = [] } = record
  if (node.kind === 'text') return record
  const doc = docText(text, mark)
  // where the program has the declaration without it, it says nothing
  const piece = {}
  partMade(piece, `this \`doc\` of ${wordsOf(node)}`, mark, { of: 'the module exports', base: node.span })
  return Object.freeze({ ...record, node: Object.freeze({ ...node, doc }) as Declaration, docs: [...docs, piece] })
}

const wordsOf = (node: Declaration): string =>
  'name' in node && node.name !== null
    ? `\`${node.name.text}\``
    : node.kind === 'topic'
      ? `topic '${node.topic.value}'`
      : `a \`${node.kind}\``

/** The lines of `///`. A text that begins with a line break has the indentation of the program around it, which is no part of it. */
export function docText(text: unknown, mark: Mark | null): string | null {
  const written = textOf(text, 'doc', 'a text', mark)
  // half of a character would be another one in a file
  const sign = /\0|\p{Surrogate}/u.exec(written)?.[0]
  if (sign !== undefined) {
    const parameters = { sign: sign === '\0' ? 'NUL' : 'half of a character', text: 'of the documentation' }
    return refused(mistake('textSign', parameters, mark), () => null)
  }
  const lines = written.split(/\r\n|[\r\n\u2028\u2029]/).map((l) => l.trimEnd())
  const common = lines[0] === '' ? Math.min(...lines.filter((l) => l !== '').map((l) => l.length - l.trimStart().length)) : 0
  while (lines[0] === '') lines.shift()
  while (lines.at(-1) === '') lines.pop()
  return lines.length === 0 ? null : lines.map((l) => l.slice(common)).join('\n')
}

/** A declaration with nothing but `extra`, `doc` and `ignore`. */
export const declaredAs = <T>(record: DeclarationRecord, extra: object): T =>
  Object.freeze({ ...extra, ...saying(record, (r) => declaredAs<T>(r, extra)), [DECLARATION]: record }) as unknown as T

/** What more can be said of any declaration; `again` makes its object anew. */
export function saying<T>(record: DeclarationRecord, again: (record: DeclarationRecord) => T) {
  const doc = (text: string): T => again(documented(record, text, markOf(doc)))
  const ignore = (codes: unknown, because: unknown): T => again(ignoring(record, ignoreOf(codes, because, ignore)))
  return { doc, ignore }
}

/** Refs in the order in which they were found. */
export const refSet = (): Set<Declared> => new Set()
