// Reads one piece of text (a clause, a property, a head, a line of a table) with one grammar rule. A mistake is diagnosed;
// where the diagnosis knows what was meant, the tokens are repaired and read again, so one piece may show several.
import { EOF, type IRecognitionException } from 'chevrotain'
import type { Span } from '../core/span.js'
import { suggest } from '../core/suggest.js'
import type { Definition, Fix, ReportOptions } from '../diagnostics/define.js'
import type { Clause, Name } from '../surface/ast.js'
import type { FlowGrammar } from './grammar.js'
import type { Place, Rule } from './grammar-base.js'
import { diagnose } from './repair.js'
import { lower } from './brackets.js'
import { makeToken, nameOf, type Token } from './lexer.js'
import * as t from './tokens.js'

/** What reading a declaration needs besides its tokens. */
export interface Reading {
  readonly grammar: FlowGrammar
  readonly place: Place
  readonly report: <P extends object>(definition: Definition<P>, at: Span, parameters: P, options?: ReportOptions) => void
  /** Notes that some of the text could not be read. */
  readonly lose: () => void
  /** True if something between two offsets has been reported already: what follows from it stays silent. */
  readonly known: (start: number, end: number) => boolean
}

export interface Problem {
  readonly report: (reading: Reading, at: Span, fixes: readonly Fix[]) => void
  /** Tokens that the message underlines: from, to (exclusive). */
  readonly from: number
  readonly to: number
  /** The tokens as they were meant, if known; the part that differs as text is the fix. */
  readonly repaired: readonly Token[] | null
  /** An edit that makes the text what `repaired` says. */
  readonly edit: { readonly start: number; readonly end: number; readonly text: string; readonly title: string } | null
  /** The repair leaves something out: the result must not be trusted. */
  readonly lossy: boolean
}

export const spanOf = (place: Place, start: number, end: number): Span => ({
  declaration: place.declaration,
  start: start - place.offset,
  end: end - place.offset,
})

/** Of a run of tokens. */
export const spanAt = (reading: Reading, first: Token, last: Token = first): Span =>
  spanOf(reading.place, first.startOffset, last.endOffset + 1)

export interface Spelling {
  readonly hint: string | null
  readonly fixes: readonly Fix[]
  /** The token as it was probably meant: reading goes on with it. */
  readonly meant: Token | null
}

/** For a misspelt word: only a single candidate is offered as an edit, and taken. */
export function spelling(reading: Reading, token: Token, candidates: readonly string[]): Spelling {
  const near = suggest(token.image, candidates)
  if (near.length === 0) return { hint: null, fixes: [], meant: null }
  const hint = `did you mean ${near.map((n) => `\`${n}\``).join(' or ')}?`
  const meant = respelt(token, candidates)
  if (meant === null) return { hint, fixes: [], meant }
  return {
    hint,
    fixes: [{ title: `write \`${meant.image}\``, edits: [{ span: spanAt(reading, token), text: meant.image }] }],
    meant,
  }
}

/** The one candidate near a word, in its place. */
export function respelt(token: Token, candidates: readonly string[]): Token | null {
  const [meant, ...others] = suggest(token.image, candidates)
  if (meant === undefined || others.length > 0) return null
  const type = t.words.get(meant) ?? t.Ident
  return { ...makeToken(type, meant, token.startOffset, token.endOffset + 1, token), first: token.first, edge: token.edge }
}

const ATTEMPTS = 64

/** `key` names the piece in messages (FORMS); `trailing`: the piece was whole, but text follows. Undefined where it cannot be read; that has been reported. */
export function readSlice<T>(
  reading: Reading,
  rule: Rule<T>,
  tokens: readonly Token[],
  key: string,
): { value: T | undefined; lossy: boolean; trailing: boolean } {
  const { grammar, place } = reading
  let current = tokens
  let reached = -1
  let lossy = false
  let trailing = false
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    grammar.begin(current, place)
    const value = rule.call(grammar)
    const error: IRecognitionException | undefined = grammar.errors[0]
    if (error === undefined) {
      for (const c of grammar.complaints) reading.report(c.definition, c.span, c.parameters, { fixes: c.fixes })
      return { value, lossy, trailing: false }
    }
    const at = error.token.tokenType === EOF ? current.length : current.indexOf(error.token as Token)
    const offset = at < current.length ? error.token.startOffset : Number.MAX_SAFE_INTEGER
    // every repair gets further, or reading ends
    if (offset <= reached) break
    reached = offset
    const rules = error.context.ruleStack
    const problem = diagnose({
      tokens: current,
      at,
      expected: error.message,
      rules,
      key: clauseOf(rules, grammar.finished) ?? key,
    })
    const [start, end] = extent(current, problem.from, problem.to)
    if (!reading.known(tokens[0]!.startOffset, end)) {
      const { edit } = problem
      const fixes =
        edit === null ? [] : [{ title: edit.title, edits: [{ span: spanOf(place, edit.start, edit.end), text: edit.text }] }]
      problem.report(reading, spanOf(place, start, end), fixes)
    }
    trailing = error.message === ''
    if (problem.repaired === null) break
    lossy ||= problem.lossy
    current = problem.repaired
  }
  reading.lose()
  return { value: undefined, lossy: true, trailing }
}

/** Several clauses may stand on one line: the one that is being read, or that was read last. */
function clauseOf(rules: readonly string[], finished: readonly Clause[]): string | undefined {
  if (rules[0] !== 'clauses') return undefined
  const rule = rules.find((r) => r.endsWith('Clause'))
  return rule?.slice(0, -'Clause'.length) ?? finished.at(-1)?.kind
}

/** Absolute offsets of a run of tokens; at the end of a piece the last token stands for what is missing behind it. */
function extent(tokens: readonly Token[], from: number, to: number): [number, number] {
  const first = tokens[Math.min(from, tokens.length - 1)]!
  const last = tokens[Math.min(Math.max(from, to - 1), tokens.length - 1)]!
  return [first.startOffset, last.endOffset + 1]
}

/** The clauses of a piece; what could not be read is one `bad` clause, with the clause that it would have gone on. */
export function readClauses(reading: Reading, tokens: readonly Token[], key: string): readonly Clause[] {
  const { value, lossy, trailing } = readSlice(reading, reading.grammar.clauses, tokens, key)
  if (value !== undefined && !lossy) return value
  const whole = value ?? reading.grammar.finished
  return [...(trailing ? whole.slice(0, -1) : whole), badClause(reading, tokens)]
}

export function badClause(reading: Reading, tokens: readonly Token[]): Clause {
  reading.lose()
  return { kind: 'bad', names: lanesOf(reading, tokens), span: spanAt(reading, tokens[0]!, tokens.at(-1)) }
}

/** Relations that text which was not read seems to declare by `late as`: references to them stay silent. */
export function lanesOf(reading: Reading, tokens: readonly Token[]): Name[] {
  return tokens.flatMap((token, i) => {
    if (lower(token) !== 'late') return []
    const as = lower(tokens[i + 1]) === 'strict' ? i + 2 : i + 1
    const name = tokens[as + 1]
    return lower(tokens[as]) === 'as' && name !== undefined ? [{ text: nameOf(name), span: spanAt(reading, name) }] : []
  })
}
