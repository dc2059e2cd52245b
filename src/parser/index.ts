// The door of the parser: a source text → its surface tree and everything that is wrong with its form. It never throws, and
// a mistake costs no more than the clause or property that it stands in.
import { fingerprint } from '../core/fingerprint.js'
import { lineStarts, type SourceFile, type SourceIndex } from '../core/source.js'
import { syntax } from '../diagnostics/codes/syntax.js'
import { DiagnosticBag } from '../diagnostics/bag.js'
import type { Diagnostic } from '../diagnostics/define.js'
import type { Declaration, FileNode } from '../surface/ast.js'
import { readDeclaration } from './declarations.js'
import { docReader } from './docs.js'
import { grammar } from './grammar.js'
import { declarationKey } from './identity.js'
import { readIgnores } from './ignores.js'
import { tooDeep } from './brackets.js'
import { splitDeclarations, type Chunk } from './layout.js'
import { lex, SILENCING, type LexicalProblem } from './lexer.js'
import { respelt, spanOf, type Reading } from './slice.js'
import * as t from './tokens.js'
import { NO_TRIVIA, triviaOf, type Trivia } from './trivia.js'
import { DECLARATIONS, STATEMENTS } from './words.js'

export interface ParseResult {
  readonly file: FileNode
  readonly diagnostics: readonly Diagnostic[]
  /** Comments and tokens, for who prints the program again; made when asked for. */
  readonly trivia: () => Trivia
}

/** A recursive reader needs a bound: a few hundred brackets overflow the stack. */
export const MAX_DEPTH = 64
/** In UTF-16 units. */
export const MAX_LENGTH = 16 * 1024 * 1024

/** Parses one file and registers it, with its declarations, in the index. */
export function parse(source: SourceFile, index: SourceIndex): ParseResult {
  index.addFile(source)
  const bag = new DiagnosticBag()
  const whole = `${source.path}|file`
  index.addDeclaration(whole, source.path, 0)
  const empty: ParseResult = {
    file: { path: source.path, declarations: [], ignores: [] },
    diagnostics: [],
    trivia: () => NO_TRIVIA,
  }
  const top = { declaration: whole, start: 0, end: 0 }
  if (source.text.length > MAX_LENGTH) {
    const megabytes = Math.ceil(source.text.length / (1024 * 1024))
    bag.report(syntax.programTooLarge, top, { megabytes, limit: MAX_LENGTH / (1024 * 1024) })
    return { ...empty, diagnostics: bag.all }
  }
  const nul = source.text.indexOf('\0')
  if (nul >= 0) {
    bag.report(syntax.binaryFile, { declaration: whole, start: nul, end: nul + 1 }, {})
    return { ...empty, diagnostics: bag.all }
  }

  const lexed = lex(source.text, lineStarts(source.text))
  const { tokens, docs, comments, problems } = lexed
  const chunks = splitDeclarations(tokens).map(withMeantWord)
  const seen = new Map<string, number>()
  const declarations: Declaration[] = []
  const places = chunks.map((chunk) => {
    const key = declarationKey(chunk.tokens, chunk.known)
    const nth = (seen.get(key) ?? 0) + 1
    seen.set(key, nth)
    const id = `${source.path}|${key}${nth === 1 ? '' : `#${nth}`}`
    const offset = chunk.tokens[0]!.startOffset
    index.addDeclaration(id, source.path, offset)
    return { declaration: id, offset, docBefore: docReader(source.text, docs) }
  })

  let next = 0
  const lexical = (until: number, place: { declaration: string; offset: number }): LexicalProblem[] => {
    const own: LexicalProblem[] = []
    for (; next < problems.length && problems[next]!.start < until; next++) own.push(problems[next]!)
    for (const p of own) {
      const at = spanOf({ ...place, docBefore: () => null }, p.start, p.end)
      const fixes =
        p.fix === null
          ? []
          : [{ title: p.fix === '' ? 'remove it' : `write \`${p.fix.slice(0, 40)}\``, edits: [{ span: at, text: p.fix }] }]
      bag.report(p.definition, at, p.parameters, { fixes })
    }
    return own
  }
  lexical(places[0]?.offset ?? Number.MAX_SAFE_INTEGER, { declaration: whole, offset: 0 })

  chunks.forEach((chunk, i) => {
    const place = places[i]!
    const own = lexical(places[i + 1]?.offset ?? Number.MAX_SAFE_INTEGER, place)
    declarations.push(readChunk(chunk, place, own, bag, source.text))
  })
  const ignores = readIgnores(source.text, comments, tokens, whole, bag)
  return {
    file: { path: source.path, declarations, ignores },
    diagnostics: bag.sorted(index),
    trivia: () => triviaOf(source.text, lexed),
  }
}

/** `strem x = …` is read as the `stream` that it is, and reported. */
function withMeantWord(chunk: Chunk): Chunk {
  const first = chunk.tokens[0]!
  if (chunk.known || !first.wordy || t.RESERVED.has(first.lower) || STATEMENTS.has(first.lower)) return chunk
  const meant = respelt(first, [...DECLARATIONS])
  return meant === null ? chunk : { ...chunk, tokens: [meant, ...chunk.tokens.slice(1)], known: true, misspelt: first }
}

function readChunk(
  chunk: Chunk,
  place: Reading['place'],
  lexical: readonly LexicalProblem[],
  bag: DiagnosticBag,
  text: string,
): Declaration {
  const { tokens } = chunk
  const first = tokens[0]!
  const end = tokens.reduce((n, x) => Math.max(n, x.endOffset + 1), 0)
  const doc = place.docBefore(first)
  const base = {
    id: place.declaration,
    doc,
    incomplete: false,
    // places inside the declaration belong to it: a tree is only as good as its spans
    hash: fingerprint(`${doc ?? ''}\0${text.slice(first.startOffset, end)}`),
    span: spanOf(place, first.startOffset, end),
  }
  const deep = tooDeep(tokens, MAX_DEPTH)
  if (deep !== undefined) {
    bag.report(syntax.nestedTooDeep, spanOf(place, deep.startOffset, deep.endOffset + 1), { limit: MAX_DEPTH })
    return { ...base, incomplete: true, kind: 'broken', name: null, names: [] }
  }
  const reported: [number, number][] = lexical.filter((p) => SILENCING.has(p.definition)).map((p) => [p.start, p.end])
  let incomplete = false
  const reading: Reading = {
    grammar: grammar(),
    place,
    report: (definition, at, parameters, options) => {
      bag.report(definition, at, parameters, options)
      if (definition === (syntax.unclosedBracket as typeof definition))
        reported.push([at.start + place.offset, at.end + place.offset])
    },
    lose: () => {
      incomplete = true
    },
    known: (start, stop) => reported.some(([a, b]) => a < stop && b > start),
  }
  const node = readDeclaration(reading, base, chunk)
  return { ...node, incomplete }
}
