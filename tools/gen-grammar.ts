// Writes grammar/flow.ebnf and grammar/railroad.html from the parser: `npx tsx tools/gen-grammar.ts`. With `--check` it only compares.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Alternation, NonTerminal, Option, Repetition, RepetitionMandatory, Terminal } from 'chevrotain'
import type { IProduction, Rule, TokenType } from 'chevrotain'
import { grammar } from '../src/parser/grammar.js'
import { PRECEDENCE } from '../src/parser/precedence.js'
import * as t from '../src/parser/tokens.js'
import { railroad } from './railroad.js'

export const GRAMMAR_FILE = fileURLToPath(new URL('../grammar/flow.ebnf', import.meta.url))
export const RAILROAD_FILE = fileURLToPath(new URL('../grammar/railroad.html', import.meta.url))

/** How declarations are put together from pieces that are read one by one: see src/parser/layout.ts. */
const LAYOUT: readonly (readonly [string, string])[] = [
  ['file', 'declaration*'],
  [
    'declaration',
    'pipeline | import | connection | schema | topic | source | query | sink | test | param | typeName | fn | sql | tap | for',
  ],
  ['pipeline', 'pipelineHead "{" ( pipelineProperty END )* "}"'],
  ['import', 'importDeclaration | importPipeline'],
  ['connection', 'connectionHead "{" ( configProperty END )* "}"'],
  ['schema', 'schemaHead "{" ( field ( "," field )* ","? )? "}"'],
  ['topic', 'topicHead "{" ( topicProperty END )* "}"'],
  ['source', 'sourceHead ( "{" ( sourceClause END )* "}" )?'],
  ['query', 'queryHead clauses'],
  ['sink', 'sinkHead ( "{" ( sinkProperty END )* "}" )?'],
  ['test', 'testHead "{" ( testStep END table? )* "}"'],
  ['param', 'paramDeclaration'],
  ['typeName', 'typeDeclaration'],
  ['fn', 'fnDeclaration ( "{" ( fnProperty END )* "}" )?'],
  ['sql', 'sqlDeclaration'],
  ['tap', 'tapDeclaration'],
  ['for', 'forHead "{" declaration* "}"'],
  ['table', 'tableHead LINE ( tableRow LINE )*'],
]

/** The rules that the layout reads, each from tokens of its own. */
export const entries = (): string[] => {
  const rules = grammar().getGAstProductions()
  const used = new Set(LAYOUT.flatMap(([, body]) => body.match(/[A-Za-z]+/g) ?? []))
  return Object.keys(rules).filter((name) => used.has(name))
}

const HEADER = `(* The grammar of .flow files. Generated from src/parser by \`npx tsx tools/gen-grammar.ts\`: do not edit. *)

(* Layout. A declaration begins with its word in column 1. END: a line break outside brackets and not after a comma, or ";".
   LINE: the end of a line. A clause begins on a line of its own, if it is not to follow another one on the same line;
   at, on, late, as, having, with, retain, early, time and within continue the clause above. A comment is "--" to the end of
   the line; "///" lines document the declaration or field below them. *)
`

const shapes: readonly (readonly [TokenType, string])[] = [
  [t.Ident, 'WORD'],
  [t.QuotedName, 'QUOTED'],
  [t.Text, 'TEXT'],
  [t.NumberToken, 'NUMBER'],
  [t.AtName, 'META'],
  [t.Reserved, 'RESERVED'],
  [t.Block, 'BLOCK'],
]

const WORDS = `(* Words. Keywords ignore case, names do not. Reserved, so that they need backquotes as names (RESERVED):
   ${[...t.RESERVED].join(' ')}.
   Every other word is a name wherever a name may stand; after "." and "as" on the same line any word is. *)

WORD   ::= [A-Za-z_] [A-Za-z0-9_]*                     (* in the body of a "for" with $x or \${x} in it, too *)
QUOTED ::= "\`" ( [^\`] | "\`\`" )+ "\`"
TEXT   ::= "'" ( [^'] | "''" )* "'"                    (* on one line *)
BLOCK  ::= '"""' [^]* '"""'                             (* to the next one *)
NUMBER ::= ( [0-9]+ ( "." [0-9]+ )? | "." [0-9]+ ) ( [eE] [+-]? [0-9]+ )?
META   ::= "@" [A-Za-z_] [A-Za-z0-9_]* ( "." [A-Za-z0-9_-]+ )*
`

/** Never written by anybody: a hole, and texts in double quotes, which are read and refused. */
const HIDDEN: ReadonlySet<TokenType> = new Set([t.Missing, t.DoubleQuoted])

function terminal(token: TokenType): string {
  const shape = shapes.find(([type]) => type === token)
  if (shape !== undefined) return shape[1]
  const members = t.lexerTokens.filter((x) => x.CATEGORIES?.includes(token) && x !== t.BangEqual && x !== t.DoubleEqual)
  if (members.length > 0) return `( ${members.map((m) => `"${String(m.PATTERN)}"`).join(' | ')} )`
  const group = [...t.words].filter(([, type]) => type.CATEGORIES?.includes(token)).map(([text]) => `"${text}"`)
  if (group.length > 0) return `( ${group.join(' | ')} )`
  const word = [...t.words].find(([, type]) => type === token)
  return `"${word === undefined ? String(token.PATTERN) : word[0]}"`
}

type Inner = IProduction & { readonly definition: IProduction[] }
const inner = (p: IProduction): IProduction[] => (p as Inner).definition

function print(list: readonly IProduction[]): string {
  return list
    .map((p): string => {
      if (p instanceof Terminal) return HIDDEN.has(p.terminalType) ? '' : terminal(p.terminalType)
      if (p instanceof NonTerminal) return p.nonTerminalName
      if (p instanceof Alternation) {
        const alternatives = [
          ...new Set(
            inner(p)
              .map((a) => print(inner(a)))
              .filter((a) => a !== ''),
          ),
        ]
        return alternatives.length === 1 ? alternatives[0]! : `( ${alternatives.join(' | ')} )`
      }
      const body = print(inner(p))
      const mark = p instanceof Option ? '?' : p instanceof Repetition ? '*' : p instanceof RepetitionMandatory ? '+' : ''
      const single = /^[^ ]+$/.test(body) || (body.startsWith('( ') && closesAtEnd(body))
      return `${single ? body : `( ${body} )`}${mark}`
    })
    .filter((x) => x !== '')
    .join(' ')
}

function closesAtEnd(body: string): boolean {
  let depth = 0
  for (const [i, part] of body.split(' ').entries()) {
    if (part === '(') depth++
    else if (/^\)[?*+]?$/.test(part) && --depth === 0) return body.split(' ').length - 1 === i && part === ')'
  }
  return false
}

/** One rule; the outermost alternatives of a long one go on lines of their own. */
function rule(name: string, body: string): string {
  const outer = body.startsWith('( ') && closesAtEnd(body) ? body.slice(2, -2) : body
  const line = `${name} ::= ${outer}`
  if (line.length <= 130) return line
  const parts = outer.split(' ')
  let depth = 0
  const depths = parts.map((part) => {
    if (part === '(') return depth++
    if (/^\)[?*+]?$/.test(part)) return --depth
    return depth
  })
  const level = Math.min(...depths.filter((_, i) => parts[i] === '|'))
  if (!Number.isFinite(level)) return line
  const broken = parts.map((part, i) => {
    if (part === '|' && depths[i] === level) return '\n  |'
    if (level > 0 && part === '(' && depths[i] === level - 1) return '(\n   '
    if (level > 0 && part.startsWith(')') && depths[i] === level - 1) return `\n    ${part}`
    return part
  })
  const text = broken.join(' ').replace(/ +\n/g, '\n')
  return level > 0
    ? `${name} ::=\n    ${text.replace(/\n {2}\|/g, '\n    |').replace(/\(\n {4}/g, '(\n      ')}`
    : `${name} ::=\n    ${text}`
}

export function grammarText(): string {
  const rules: Readonly<Record<string, Rule>> = grammar().getGAstProductions()
  const levels = new Map<number, string[]>()
  for (const [operator, level] of Object.entries(PRECEDENCE)) levels.set(level, [...(levels.get(level) ?? []), operator])
  const order = [...levels].sort(([a], [b]) => b - a).map(([, operators]) => operators.join(' '))
  const binding = `(* Binding, strongest first; all of them to the left: "." and "[", sign, ${order[0]}, ${order[1]}, like similar between in,
   ${order[2]} and is distinct from, is, not, ${order.slice(3).join(', ')} *)`
  return [
    HEADER,
    ...LAYOUT.map(([name, body]) => rule(name, body)),
    '',
    '(* Pieces. *)',
    '',
    ...Object.values(rules).map((r) => rule(r.name, print(r.definition))),
    '',
    binding,
    '',
    WORDS,
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = grammarText()
  const files = [
    [GRAMMAR_FILE, text],
    [RAILROAD_FILE, railroad(text)],
  ] as const
  for (const [file, wanted] of files) {
    if (!process.argv.includes('--check')) writeFileSync(file, wanted)
    else if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
      console.error(`${file} is not current: run \`npx tsx tools/gen-grammar.ts\``)
      process.exitCode = 1
    }
  }
}
