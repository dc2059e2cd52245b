// The Prettier plugin, `flowc/prettier`: `.flow` files, ```flow fences in Markdown, and flow`…` in JavaScript and TypeScript.
// There is one layout: no option of Prettier changes it but the kind of line ends.
import type { AstPath, Parser, ParserOptions, Printer, SupportLanguage } from 'prettier'
import { hardline, literalline, type Doc } from './doc.js'
import { formatSafely } from './same-program.js'
import { withTemplates, type ScriptPrinter } from './template-strings.js'

/** A whole program: Prettier's parts are declarations to nobody but this printer. */
interface Program {
  readonly type: 'flow-program'
  readonly text: string
}

export const languages: SupportLanguage[] = [
  // JavaScript with the types of Flow has the longer ending, and stays what it is
  { name: 'JavaScript with Flow types', parsers: ['flow'], extensions: ['.js.flow'] },
  // Markdown asks for the language of a fence by this name
  { name: 'flow', parsers: ['flowc'], extensions: ['.flow'], vscodeLanguageIds: ['flow'] },
]

const parser: Parser<Program> = {
  parse: (text) => ({ type: 'flow-program', text }),
  astFormat: 'flowc',
  locStart: () => 0,
  locEnd: (program) => program.text.length,
}
export const parsers: Record<string, Parser<Program>> = { flowc: parser }

function print(path: AstPath<Program>, options: ParserOptions<Program>): Doc {
  const embedded = (options as { parentParser?: string | null }).parentParser != null
  const lines = formatSafely(path.node.text).text.split('\n')
  return lines.flatMap((line, i): Doc[] => {
    if (i === 0) return [line]
    // a line end that keeps blanks before it, for texts of SQL; inside of a document it would lose the indentation
    return [!embedded && /\s$/.test(lines[i - 1]!) ? literalline : hardline, line]
  })
}

const printer: Printer<Program> = { print }
// Prettier takes a function too, and calls it when a file needs it: no other file pays for what it loads
const estree = (async (): Promise<ScriptPrinter> =>
  withTemplates((await import('prettier/plugins/estree')).printers['estree'] as ScriptPrinter)) as unknown as Printer<Program>
export const printers: Record<string, Printer<Program>> = { flowc: printer, estree }
