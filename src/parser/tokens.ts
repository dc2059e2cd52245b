// The vocabulary: what the lexer knows, and the words that the grammar gives a meaning. A word is an `Ident` that one map
// look-up retags, so every soft word stays a fine column name. Labels are what messages call a token.
import { createToken, Lexer, type TokenType } from 'chevrotain'
import { bug } from '../core/bug.js'

// ---------------------------------------------------------------- shapes

/** `$t`, `raw_$t`, `${t}_raw`: a name in the body of a `for`. By hand, since it is tried behind every word. */
const templateName = (text: string, offset: number): [string] | null => {
  let i = offset
  while (isNamePart(text.charCodeAt(i))) i++
  if (text.charCodeAt(i) !== DOLLAR) return null
  const match = /[A-Za-z0-9_]*(?:\$(?:[A-Za-z_][A-Za-z0-9_]*|\{[A-Za-z_][A-Za-z0-9_]*\})[A-Za-z0-9_]*)+/y
  match.lastIndex = offset
  const found = match.exec(text)
  return found === null ? null : [found[0]]
}
const DOLLAR = 36
const isNamePart = (c: number): boolean => (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57) || c === 95

export const TemplateName = createToken({
  name: 'TemplateName',
  pattern: templateName,
  start_chars_hint: ['$'],
  line_breaks: false,
  label: 'a name',
})

/** Any name; all soft words belong to it. */
export const Ident = createToken({
  name: 'Ident',
  pattern: /[A-Za-z_][A-Za-z0-9_]*/,
  longer_alt: TemplateName,
  label: 'a name',
})

/** A quoted run on one line in which the quote is doubled. By hand: a regular expression overflows on a text of megabytes. */
const quoted = (quote: string, least: number) => {
  const code = quote.charCodeAt(0)
  return (text: string, offset: number): [string] | null => {
    for (let i = offset + 1; i < text.length; i++) {
      const c = text.charCodeAt(i)
      if (c === 10 || c === 13) return null
      if (c !== code) continue
      if (text.charCodeAt(i + 1) === code) i++
      else return i - offset > least ? [text.slice(offset, i + 1)] : null
    }
    return null
  }
}

export const QuotedName = createToken({
  name: 'QuotedName',
  pattern: quoted('`', 1),
  start_chars_hint: ['`'],
  line_breaks: false,
  label: 'a name',
})
export const BadQuotedName = createToken({ name: 'BadQuotedName', pattern: /``(?!`)|`[^\r\n]*/, label: 'a name' })
export const Text = createToken({
  name: 'Text',
  pattern: quoted("'", 0),
  start_chars_hint: ["'"],
  line_breaks: false,
  label: "a text in '…'",
})
export const BadText = createToken({ name: 'BadText', pattern: /'[^\r\n]*/, label: 'a text' })
/** The body of a `sql` block, the only text that spans lines. */
export const Block = createToken({ name: 'Block', pattern: /"""[^]*?(?:"""|$)/, label: 'a """ block' })
export const DoubleQuoted = createToken({ name: 'DoubleQuoted', pattern: /"[^"\r\n]*"?/, label: 'a text' })
/** A text between typographic quotes: read as what it is meant to be, and reported. */
export const FancyText = createToken({
  name: 'FancyText',
  pattern: /[‘’‚‛][^'‘’‚‛\r\n]*[‘’‛]|[“”„‟][^"“”„‟\r\n]*[“”‟]/,
  label: 'a text',
})
/** A text with a prefix of other dialects (`U&'…'`, `N'…'`, `E'…'`, `_utf8'…'`): read as a text, and reported. */
export const ForeignText = createToken({
  name: 'ForeignText',
  pattern: /(?:[uU]&|[eEnN]|_[A-Za-z][A-Za-z0-9_]*)'(?:[^'\r\n]|'')*'/,
  label: 'a text',
})
export const BadNumber = createToken({
  name: 'BadNumber',
  pattern: /[0-9]+(?:\.[0-9]+)?[A-Za-z_][A-Za-z0-9_]*/,
  label: 'a number',
})
export const NumberToken = createToken({
  name: 'Number',
  pattern: /(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/,
  longer_alt: BadNumber,
  label: 'a number',
})
/** A meta column of a test table: `@time`, `@header.trace-id`. */
export const AtName = createToken({
  name: 'AtName',
  pattern: /@[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_-]+)*/,
  label: 'a meta column such as `@time`',
})
/** Stands for an expression that could not be read; never comes from the lexer. */
export const Missing = createToken({ name: 'Missing', pattern: Lexer.NA, label: 'an expression' })

// ---------------------------------------------------------------- trivia

export const White = createToken({
  name: 'White',
  pattern: /[ \t\r\n\f\v\u00a0\ufeff]+/,
  group: Lexer.SKIPPED,
  line_breaks: true,
})
export const Doc = createToken({ name: 'Doc', pattern: /\/\/\/[^\r\n]*/, group: 'docs' })
export const Comment = createToken({ name: 'Comment', pattern: /--[^\r\n]*/, group: 'comments' })
/** Comments of other languages: skipped, and reported. */
export const ForeignComment = createToken({
  name: 'ForeignComment',
  pattern: /(?:\/\/|#)[^\r\n]*|\/\*[^]*?(?:\*\/|$)/,
  group: 'foreign',
})

// ---------------------------------------------------------------- signs

const category = (name: string, label: string): TokenType => createToken({ name, pattern: Lexer.NA, label })
export const Comparison = category('Comparison', 'a comparison')
export const Additive = category('Additive', 'an operator')
export const Multiplicative = category('Multiplicative', 'an operator')
/** All words that are never plain names. */
export const Reserved = category('Reserved', 'a reserved word')
/** `minute`, `minutes`: units of INTERVAL literals. */
export const IntervalUnit = category('IntervalUnit', 'an interval unit such as `MINUTE`')

const signs: TokenType[] = []
const sign = (name: string, image: string, ...categories: TokenType[]): TokenType => {
  const token = createToken({ name, pattern: image, label: `\`${image}\``, categories })
  signs.push(token)
  return token
}
sign('LessEqual', '<=', Comparison)
sign('GreaterEqual', '>=', Comparison)
export const NotEqual = sign('NotEqual', '<>', Comparison)
export const BangEqual = sign('BangEqual', '!=', Comparison)
export const DoubleEqual = sign('DoubleEqual', '==', Comparison)
export const AmpAmp = sign('AmpAmp', '&&')
export const Bang = sign('Bang', '!')
export const DoubleColon = sign('DoubleColon', '::')
export const BarBar = sign('BarBar', '||', Multiplicative)
export const Bar = sign('Bar', '|')
export const Equal = sign('Equal', '=', Comparison)
export const Less = sign('Less', '<', Comparison)
export const Greater = sign('Greater', '>', Comparison)
sign('Plus', '+', Additive)
sign('Minus', '-', Additive)
export const Star = sign('Star', '*', Multiplicative)
export const Slash = sign('Slash', '/', Multiplicative)
sign('Percent', '%', Multiplicative)
export const LParen = sign('LParen', '(')
export const RParen = sign('RParen', ')')
export const LBracket = sign('LBracket', '[')
export const RBracket = sign('RBracket', ']')
export const LBrace = sign('LBrace', '{')
export const RBrace = sign('RBrace', '}')
export const Comma = sign('Comma', ',')
export const Dot = sign('Dot', '.')
export const Semicolon = sign('Semicolon', ';')
sign('Colon', ':')
sign('Dollar', '$')

// ---------------------------------------------------------------- words

/** Lower-case word → its token. */
export const words = new Map<string, TokenType>()
/** Words that are never plain names. */
export const RESERVED: ReadonlySet<string> = new Set(
  'select from where having case when then else end and or not in is null true false between like as on distinct'.split(' '),
)

/** Words that the grammar gives a meaning in some place; everywhere else they are names. */
const SOFT = `
  accept advance after align all append array asymmetric at batch both by cast catalog cdc ceil
  ceiling changes checkpoint cleanup commit committed compact compacted connection count date day
  days delete deletes dlq drift earliest env epoch error escape events every exactly expect extend
  extract fail file files filter floor fn for format given group header headers history hour hours
  iceberg idle import insync interval invalid jar java join kafka key late latest leader leading
  least left let local locally map max mb message meta metadata micros millis min mini minute
  minutes month months multiset never nothing offset once open overlay owner parallelism param
  partition partitions pattern pipeline placing position precision primary registry replicas restart
  retention returns row s schema second seconds secret similar sink sla snapshot sql start stream
  strict subject substring symmetric table tap test throughput time timestamp timestampadd
  timestampdiff to topic trailing trim try_cast tumble tuning type union unknown until upsert
  varying version watermark watermarks window with without x year years zone
`

const UNITS = /^(?:year|month|day|hour|minute|second)s?$/

for (const text of [...RESERVED, ...SOFT.trim().split(/\s+/)]) {
  const name = text.replace(/(?:^|_)([a-z])/g, (_, c: string) => c.toUpperCase()) + 'Word'
  const categories = RESERVED.has(text) ? [Reserved] : UNITS.test(text) ? [Ident, IntervalUnit] : [Ident]
  words.set(text, createToken({ name, pattern: Lexer.NA, label: `\`${text}\``, categories }))
}

export const word = (text: string): TokenType => words.get(text) ?? bug(`the word ${text} is not in the vocabulary`)

type Split<S extends string> = S extends `${infer Head} ${infer Rest}` ? Head | Split<Rest> : S

/** Words as an object with a property each: `wordsOf('from where', 'select').from`. */
export const wordsOf = <S extends string>(...lists: readonly S[]): Readonly<Record<Split<S>, TokenType>> =>
  // the keys are exactly the words of the lists
  Object.fromEntries(lists.flatMap((list) => list.split(' ')).map((text) => [text, word(text)])) as Record<Split<S>, TokenType>

export const isIntervalUnit = (token: { readonly tokenType: TokenType }): boolean =>
  token.tokenType.CATEGORIES?.includes(IntervalUnit) === true

/** A word that may be a name: soft words too. */
export const isName = (token: { readonly tokenType: TokenType }): boolean =>
  token.tokenType === Ident || token.tokenType.CATEGORIES?.includes(Ident) === true

export const lexerTokens: TokenType[] = [
  White,
  Comment,
  Doc,
  ForeignComment,
  ForeignText,
  TemplateName,
  Ident,
  QuotedName,
  BadQuotedName,
  Text,
  BadText,
  Block,
  DoubleQuoted,
  FancyText,
  NumberToken,
  BadNumber,
  AtName,
  ...signs,
]

/** Everything that the grammar may consume. */
export const vocabulary: TokenType[] = [
  ...lexerTokens,
  Missing,
  Comparison,
  Additive,
  Multiplicative,
  IntervalUnit,
  Reserved,
  ...words.values(),
]
