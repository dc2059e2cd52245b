// Text → tokens: chevrotain's lexer, one retagging look-up a word, line numbers, and the mistakes that only letters show.
// Broken texts and numbers are reported here and repaired, so that the grammar sees clean tokens.
import { Lexer, type IToken, type TokenType } from 'chevrotain'
import type { Definition } from '../diagnostics/define.js'
import { expressionForms } from '../diagnostics/codes/expression-forms.js'
import { syntax } from '../diagnostics/codes/syntax.js'
import * as t from './tokens.js'
import { unitMeant } from './units.js'

/** Offsets are absolute; the layout turns them into spans once declarations are known. */
export interface LexicalProblem {
  readonly start: number
  readonly end: number
  readonly definition: Definition<{ written: string }>
  readonly parameters: { readonly written: string }
  readonly fix: string | null
}

export interface Token extends IToken {
  endOffset: number
  /** Line, from 0. */
  line: number
  /** In UTF-16 units, from 0. */
  column: number
  /** True where it is the first token of its line. */
  first: boolean
  /** True in column 1. */
  edge: boolean
  /** A keyword or a name without quotes. */
  wordy: boolean
  /** Its image in lower case. */
  lower: string
}

export interface Lexed {
  readonly tokens: Token[]
  readonly docs: readonly IToken[]
  /** `-- …`, in the order of the text. */
  readonly comments: readonly IToken[]
  /** Comments of other languages, each reported. */
  readonly foreign: readonly IToken[]
  readonly problems: readonly LexicalProblem[]
}

let lexer: Lexer | undefined
const theLexer = (): Lexer =>
  (lexer ??= new Lexer(t.lexerTokens, { positionTracking: 'onlyOffset', ensureOptimizations: true, skipValidations: true }))

export const retag = (token: IToken, type: TokenType): void => {
  token.tokenType = type
  token.tokenTypeIdx = type.tokenTypeIdx!
}

export const makeToken = (type: TokenType, image: string, start: number, end: number, like: Token): Token => ({
  image,
  startOffset: start,
  endOffset: end - 1,
  tokenType: type,
  tokenTypeIdx: type.tokenTypeIdx!,
  line: like.line,
  column: like.column + start - like.startOffset,
  first: false,
  edge: false,
  wordy: type === t.Ident || t.words.get(image.toLowerCase()) === type,
  lower: image.toLowerCase(),
})

/** After these the rest of the piece means nothing: it stays silent. */
export const SILENCING: ReadonlySet<Definition<{ written: string }>> = new Set([
  syntax.unterminatedText,
  syntax.unterminatedBlock,
  syntax.badQuotedName,
  syntax.badCharacter,
])

export function lex(text: string, starts: readonly number[]): Lexed {
  const result = theLexer().tokenize(text)
  const raw = result.tokens as Token[]
  const problems: LexicalProblem[] = []
  const report = (
    start: number,
    end: number,
    definition: Definition<{ written: string }>,
    written: string,
    fix: string | null = null,
  ): void => {
    problems.push({ start, end, definition, parameters: { written }, fix })
  }

  let line = 0
  let previous: Token | undefined
  const tokens: Token[] = []
  for (const token of raw) {
    while (line + 1 < starts.length && starts[line + 1]! <= token.startOffset) line++
    token.line = line
    token.column = token.startOffset - starts[line]!
    token.first = previous === undefined || previous.line !== line
    token.edge = token.startOffset === starts[line]! || (token.startOffset === 1 && text.charCodeAt(0) === 0xfeff)
    const end = token.startOffset + token.image.length
    token.endOffset = end - 1
    token.wordy = token.tokenType === t.Ident || token.tokenType === t.TemplateName
    token.lower = token.wordy ? token.image.toLowerCase() : token.image
    switch (token.tokenType) {
      case t.Ident: {
        // any word may follow `.` and `as` on the same line: there a reserved one is a plain name
        const free =
          previous !== undefined && previous.line === line && (previous.tokenType === t.Dot || previous.tokenType === AS)
        const type = t.words.get(token.lower)
        if (type !== undefined && !(free && t.RESERVED.has(token.lower))) retag(token, type)
        break
      }
      case t.BadNumber: {
        const digits = /^[0-9]+(?:\.[0-9]+)?/.exec(token.image)![0]
        const rest = token.image.slice(digits.length)
        const unit = unitMeant(rest) ?? rest
        report(token.startOffset, end, syntax.numberTouchesWord, token.image, `${digits} ${unit}`)
        const number = makeToken(t.NumberToken, digits, token.startOffset, token.startOffset + digits.length, token)
        number.first = token.first
        number.edge = token.edge
        tokens.push(number)
        previous = makeToken(t.words.get(unit.toLowerCase()) ?? t.Ident, unit, token.startOffset + digits.length, end, token)
        tokens.push(previous)
        continue
      }
      case t.BadText:
        report(token.startOffset, end, syntax.unterminatedText, token.image)
        retag(token, t.Text)
        break
      case t.TemplateName:
        retag(token, t.Ident)
        break
      case t.Block:
        if (token.image.length < 6 || !token.image.endsWith('"""'))
          report(token.startOffset, token.startOffset + 3, syntax.unterminatedBlock, '"""')
        break
      case t.BadQuotedName:
        report(token.startOffset, end, syntax.badQuotedName, token.image)
        retag(token, t.QuotedName)
        break
      case t.DoubleQuoted: {
        const inner = token.image.replace(/^"|"$/g, '')
        const name = previous?.tokenType === AS || previous?.tokenType === t.Dot
        const fix = name ? `\`${inner.replaceAll('`', '``')}\`` : `'${inner.replaceAll("'", "''")}'`
        report(token.startOffset, end, syntax.doubleQuotes, token.image, fix)
        break
      }
      case t.FancyText: {
        const meant = `'${token.image.slice(1, -1).replaceAll("'", "''")}'`
        report(token.startOffset, end, syntax.typographicQuote, token.image, meant)
        retag(token, t.Text)
        token.image = meant
        break
      }
      case t.ForeignText: {
        const meant = withoutPrefix(token.image)
        report(token.startOffset, end, expressionForms.foreignText, token.image, meant)
        retag(token, t.Text)
        token.image = meant ?? "''"
        break
      }
      case t.AmpAmp:
        report(token.startOffset, end, syntax.foreignOperator, '&&', 'and')
        retag(token, t.word('and'))
        token.image = 'and'
        break
      case t.Bang:
        report(token.startOffset, end, syntax.foreignOperator, '!', 'not ')
        retag(token, t.word('not'))
        token.image = 'not'
        break
      case t.BangEqual:
        report(token.startOffset, end, syntax.foreignOperator, '!=', '<>')
        retag(token, t.NotEqual)
        token.image = '<>'
        break
      case t.DoubleEqual:
        report(token.startOffset, end, syntax.foreignOperator, '==', '=')
        retag(token, t.Equal)
        token.image = '='
        break
    }
    tokens.push(token)
    previous = token
  }
  const foreign = (result.groups['foreign'] ?? []) as IToken[]
  for (const c of foreign) {
    const end = c.startOffset + c.image.length
    const sign = c.image.startsWith('#') ? '#' : c.image.slice(0, 2)
    report(c.startOffset, end, syntax.foreignComment, sign, sign === '/*' ? null : `--${c.image.slice(sign.length)}`)
  }
  for (const e of result.errors)
    report(e.offset, e.offset + e.length, syntax.badCharacter, text.slice(e.offset, e.offset + Math.min(e.length, 20)), '')
  problems.sort((a, b) => a.start - b.start)
  return {
    tokens,
    docs: (result.groups['docs'] ?? []) as IToken[],
    comments: (result.groups['comments'] ?? []) as IToken[],
    foreign,
    problems,
  }
}

const AS = t.word('as')

/** The text of `U&'…'` and its like in plain quotes; null where it holds escapes that have no plain form. */
function withoutPrefix(image: string): string | null {
  const text = image.slice(image.indexOf("'"))
  if (!text.includes('\\') || /^[nN_]/.test(image)) return text
  if (!/^[uU]/.test(image)) return null
  const plain = text.replace(/\\(\\|[0-9a-fA-F]{4})/g, (_, x: string) =>
    x === '\\' ? x : String.fromCharCode(Number.parseInt(x, 16)).replace("'", "''"),
  )
  // characters that no text of a program can hold
  return /\p{Control}|\p{Surrogate}/u.test(plain) ? null : plain
}

const unquoted = (image: string, quote: string): string =>
  image.slice(1, image.endsWith(quote) && image.length > 1 ? -1 : undefined)

/** What a text token says: without quotes, `''` as one quote. */
export const textOf = (token: IToken): string =>
  token.image.startsWith('"') ? unquoted(token.image, '"') : unquoted(token.image, "'").replaceAll("''", "'")

export const nameOf = (token: IToken): string => {
  if (token.image.startsWith('`')) return unquoted(token.image, '`').replaceAll('``', '`')
  return token.image.startsWith('"') ? unquoted(token.image, '"') : token.image
}
