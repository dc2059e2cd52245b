// Parses a file again after an edit: text of a declaration that has not changed is not read twice. What cannot be cut apart
// without a doubt (an open bracket, text above the first declaration, two of one name) is left to the whole parser, so both
// ways give the same tree; a test holds them together.
import { lineStarts, SourceIndex, type SourceFile } from '../core/source.js'
import { DiagnosticBag } from '../diagnostics/bag.js'
import { syntax } from '../diagnostics/codes/syntax.js'
import type { Diagnostic } from '../diagnostics/define.js'
import type { Declaration } from '../surface/ast.js'
import { readIgnores } from './ignores.js'
import { MAX_LENGTH, parse, type ParseResult } from './index.js'
import { lex } from './lexer.js'
import { triviaOf } from './trivia.js'
import { DECLARATIONS } from './words.js'

interface Piece {
  readonly declaration: Declaration
  readonly diagnostics: readonly Diagnostic[]
  /** Where the declaration begins in its text, behind its documentation. */
  readonly offset: number
}

/** A declaration begins at its word in column 1, or at the `///` lines directly above it; `--` lines may stand between. */
const BORDER = new RegExp(
  `^(?:[ \\t]*///[^\\r\\n]*(?:\\r\\n|\\r|\\n)(?:[ \\t]*--[^\\r\\n]*(?:\\r\\n|\\r|\\n))*)*(?=(?:${[...DECLARATIONS].join('|')})(?![A-Za-z0-9_$]))`,
  'gim',
)
/** A comment that speaks to the compiler holds places of the whole file. */
const DIRECTIVE = /--[ \t]*flowc?[ \t]*:/i
/** Mistakes that reach beyond the declaration in which they are noticed. */
const FAR: ReadonlySet<string> = new Set(
  [syntax.unclosedBracket, syntax.strayBracket, syntax.unterminatedBlock, syntax.unindentedLine].map((d) => d.code),
)

/** Parses the files of a project again and again; holds what their declarations were the last time. */
export class IncrementalParser {
  readonly #files = new Map<string, ReadonlyMap<string, Piece | null>>()

  parse(source: SourceFile, index: SourceIndex): ParseResult {
    const borders = source.text.length > MAX_LENGTH ? [] : bordersOf(source.text)
    const head = source.text.slice(0, borders[0] ?? source.text.length)
    const simple = borders.length > 0 && !source.text.includes('\0') && /^(?:\s*(?:--[^\r\n]*)?(?:[\r\n]|$))*$/.test(head)
    const result = simple ? this.#byPieces(source, borders, index) : null
    if (result !== null) return result
    return parse(source, index)
  }

  #byPieces(source: SourceFile, borders: readonly number[], index: SourceIndex): ParseResult | null {
    const { path, text } = source
    const before = this.#files.get(path)
    const pieces = new Map<string, Piece | null>()
    const placed: { piece: Piece; at: number }[] = []
    const ids = new Set<string>()
    for (const [i, at] of borders.entries()) {
      const own = text.slice(at, borders[i + 1] ?? text.length)
      const known = pieces.get(own) ?? before?.get(own)
      const piece = known === undefined ? read(path, own) : known
      pieces.set(own, piece)
      if (piece === null || ids.has(piece.declaration.id)) {
        // what is known stays known: the next edit may mend it
        for (let j = i + 1; j < borders.length; j++) {
          const later = text.slice(borders[j], borders[j + 1] ?? text.length)
          const old = before?.get(later)
          if (old !== undefined) pieces.set(later, old)
        }
        this.#files.set(path, pieces)
        return null
      }
      ids.add(piece.declaration.id)
      placed.push({ piece, at: at + piece.offset })
    }
    this.#files.set(path, pieces)

    index.addFile(source)
    const whole = `${path}|file`
    index.addDeclaration(whole, path, 0)
    for (const { piece, at } of placed) index.addDeclaration(piece.declaration.id, path, at)
    const bag = new DiagnosticBag()
    for (const { piece } of placed) bag.addAll(piece.diagnostics)
    const lexed = DIRECTIVE.test(text) ? lex(text, lineStarts(text)) : null
    const ignores = lexed === null ? [] : readIgnores(text, lexed.comments, lexed.tokens, whole, bag)
    return {
      file: { path, declarations: placed.map((p) => p.piece.declaration), ignores },
      diagnostics: bag.sorted(index),
      trivia: () => triviaOf(text, lexed ?? lex(text, lineStarts(text))),
    }
  }
}

/** One declaration alone; null where it is not exactly one, or where what is wrong with it may concern its neighbours. */
function read(path: string, text: string): Piece | null {
  const index = new SourceIndex()
  const { file, diagnostics } = parse({ path, text }, index)
  const [declaration] = file.declarations
  if (declaration === undefined || file.declarations.length > 1) return null
  if (diagnostics.some((d) => FAR.has(d.code))) return null
  const own = diagnostics.filter((d) => d.primary?.span.declaration === declaration.id)
  // comments that speak to the compiler are read from the whole text
  if (own.length < diagnostics.length && !DIRECTIVE.test(text)) return null
  return { declaration, diagnostics: own, offset: index.range(declaration.span).start }
}

function bordersOf(text: string): number[] {
  const out: number[] = []
  let end = -1
  for (const m of text.matchAll(BORDER)) {
    // the word below its documentation is found once more, by itself
    if (m.index !== end) out.push(m.index)
    end = m[0].length === 0 ? -1 : m.index + m[0].length
  }
  return out
}
