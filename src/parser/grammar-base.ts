// The base of the grammar: where nodes stand, what rules complain of, and names, texts and types. Rules build surface nodes
// at once; a rule never recovers: it reads one piece of text, and what is wrong with it is found out afterwards (repair.ts).
import {
  EmbeddedActionsParser,
  type IParserErrorMessageProvider,
  type IToken,
  type OrMethodOpts,
  type ParserMethod,
} from 'chevrotain'
import type { Span } from '../core/span.js'
import type { Definition, Fix } from '../diagnostics/define.js'
import type { Clause, FieldNode, Name, Text, TypeNode } from '../surface/ast.js'
import { nameOf, textOf, type Token } from './lexer.js'
import { typeName } from '../surface/names.js'
import * as t from './tokens.js'
import type { Complain } from './units.js'

/** Looked up once: rules run for every piece of text. */
const W = t.wordsOf('array local map multiset not null precision row varying time with without zone')

export type Rule<T> = ParserMethod<[], T>
/** Where the tokens of the present declaration stand, and what of its text no token carries. */
export interface Place {
  readonly declaration: string
  readonly offset: number
  /** The `///` lines above a token. */
  readonly docBefore: (token: IToken) => string | null
}

export interface Complaint {
  readonly definition: Definition<object>
  readonly span: Span
  readonly parameters: object
  readonly fixes: readonly Fix[]
}

/** Messages are made later, from the place and the rule: the exception carries only what was expected. */
const expectations: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: ({ expected }) => expected.LABEL ?? expected.name,
  buildNotAllInputParsedMessage: () => '',
  buildNoViableAltMessage: ({ customUserDescription, ruleName }) => customUserDescription ?? ruleName,
  buildEarlyExitMessage: ({ customUserDescription, ruleName }) => customUserDescription ?? ruleName,
}

export class BaseGrammar extends EmbeddedActionsParser {
  // alternatives that need nothing of the call: made once, since a rule would make them anew each time
  private nameForms: OrMethodOpts<IToken> | undefined
  private textForms: OrMethodOpts<IToken> | undefined

  protected place: Place = { declaration: '', offset: 0, docBefore: () => null }

  constructor(skipValidations: boolean) {
    super(t.vocabulary, { maxLookahead: 1, recoveryEnabled: false, skipValidations, errorMessageProvider: expectations })
  }

  /** From a token to the last one consumed. */
  protected from(first: IToken): Span {
    const last = this.LA(0)
    const start = first.startOffset - this.place.offset
    return { declaration: this.place.declaration, start, end: Math.max(start, last.endOffset! + 1 - this.place.offset) }
  }

  protected of(token: IToken): Span {
    const start = token.startOffset - this.place.offset
    return { declaration: this.place.declaration, start, end: token.endOffset! + 1 - this.place.offset }
  }

  protected next(type: { readonly tokenTypeIdx?: number }, at = 1): boolean {
    return this.LA(at).tokenTypeIdx === type.tokenTypeIdx
  }

  /** Clauses read so far: they survive a mistake later in the same piece of text. */
  finished: readonly Clause[] = []
  /** Mistakes that are no matter of grammar: a unit that does not exist, a count with a fraction. */
  complaints: Complaint[] = []
  protected readonly complain: Complain = (definition, span, parameters, fixes = []) => {
    this.complaints.push({ definition: definition as Definition<object>, span, parameters, fixes })
  }

  /** Read rule by rule from outside; see slice.ts. */
  begin(tokens: readonly Token[], place: Place): void {
    this.place = place
    this.complaints = []
    this.finished = []
    this.input = tokens.slice()
  }

  // ---------------------------------------------------------------- names and literals

  readonly name: Rule<Name> = this.RULE('name', () => {
    const token = this.OR(
      (this.nameForms ??= {
        DEF: [
          { ALT: () => this.CONSUME(t.Ident) },
          { ALT: () => this.CONSUME(t.QuotedName) },
          { ALT: () => this.CONSUME(t.DoubleQuoted) },
        ],
        ERR_MSG: 'a name',
      }),
    )
    return this.ACTION(() => ({ text: nameOf(token), span: this.of(token) }))
  })

  readonly names: Rule<readonly Name[]> = this.RULE('names', () => {
    const list: Name[] = [this.SUBRULE(this.name)]
    this.MANY(() => {
      this.CONSUME(t.Comma)
      list.push(this.SUBRULE1(this.name))
    })
    return list
  })

  readonly text: Rule<Text> = this.RULE('text', () => {
    const token = this.OR(
      (this.textForms ??= {
        DEF: [{ ALT: () => this.CONSUME(t.Text) }, { ALT: () => this.CONSUME(t.DoubleQuoted) }],
        ERR_MSG: "a text in '…'",
      }),
    )
    return this.ACTION(() => ({ value: textOf(token), span: this.of(token) }))
  })

  // ---------------------------------------------------------------- types

  readonly type: Rule<TypeNode> = this.RULE('type', () => {
    const first = this.LA(1)
    return this.OR<TypeNode>({
      DEF: [
        {
          GATE: () => this.next(t.Less, 2),
          ALT: () => {
            const kind = this.OR1([{ ALT: () => this.CONSUME(W.array) }, { ALT: () => this.CONSUME(W.multiset) }])
            this.CONSUME(t.Less)
            const { type, notNull } = this.SUBRULE(this.innerType)
            this.CONSUME(t.Greater)
            return this.ACTION(() => ({
              kind: kind.image.toLowerCase() as 'array' | 'multiset',
              element: type,
              elementNotNull: notNull,
              span: this.from(first),
            }))
          },
        },
        {
          GATE: () => this.next(t.Less, 2),
          ALT: () => {
            this.CONSUME(W.map)
            this.CONSUME1(t.Less)
            const key = this.SUBRULE1(this.innerType)
            this.CONSUME(t.Comma)
            const value = this.SUBRULE2(this.innerType)
            this.CONSUME1(t.Greater)
            return this.ACTION(() => ({
              kind: 'map' as const,
              key: key.type,
              keyNotNull: key.notNull,
              value: value.type,
              valueNotNull: value.notNull,
              span: this.from(first),
            }))
          },
        },
        {
          GATE: () => this.next(t.Less, 2),
          ALT: () => {
            this.CONSUME(W.row)
            this.CONSUME2(t.Less)
            const fields: FieldNode[] = [this.SUBRULE(this.field)]
            this.MANY(() => {
              this.CONSUME1(t.Comma)
              fields.push(this.SUBRULE1(this.field))
            })
            this.CONSUME2(t.Greater)
            return this.ACTION(() => ({ kind: 'row' as const, fields, span: this.from(first) }))
          },
        },
        { ALT: () => this.SUBRULE(this.namedType) },
      ],
      ERR_MSG: 'a type',
    })
  })

  /** `decimal(18, 2)`, `double precision`, `timestamp(3) with local time zone` (which is `timestamp_ltz(3)`). */
  readonly namedType: Rule<TypeNode> = this.RULE('namedType', () => {
    const first = this.CONSUME(t.Ident)
    let local = false
    const parameters: number[] = []
    let name = this.ACTION(() => typeName(first.image))
    this.OPTION(() => {
      const second = this.OR1([{ ALT: () => this.CONSUME(W.precision) }, { ALT: () => this.CONSUME(W.varying) }])
      this.ACTION(() => {
        name += ` ${second.image.toLowerCase()}`
      })
    })
    this.OPTION1(() => {
      this.CONSUME(t.LParen)
      parameters.push(Number(this.CONSUME(t.NumberToken).image))
      this.MANY(() => {
        this.CONSUME(t.Comma)
        parameters.push(Number(this.CONSUME1(t.NumberToken).image))
      })
      this.CONSUME(t.RParen)
    })
    this.OPTION2(() => {
      this.OR([
        {
          ALT: () => {
            this.CONSUME(W.with)
            this.CONSUME(W.local)
            local = true
          },
        },
        { ALT: () => this.CONSUME(W.without) },
      ])
      this.CONSUME1(W.time)
      this.CONSUME(W.zone)
    })
    return this.ACTION(() => ({ kind: 'named' as const, name: local ? `${name}_ltz` : name, parameters, span: this.from(first) }))
  })

  readonly innerType: Rule<{ type: TypeNode; notNull: boolean }> = this.RULE('innerType', () => {
    const type = this.SUBRULE(this.type)
    let notNull = false
    this.OPTION(() => {
      this.CONSUME(W.not)
      this.CONSUME(W.null)
      notNull = true
    })
    return { type, notNull }
  })

  readonly field: Rule<FieldNode> = this.RULE('field', () => {
    const first = this.LA(1)
    const name = this.SUBRULE(this.name)
    const { type, notNull } = this.SUBRULE(this.innerType)
    return this.ACTION(() => ({ name, type, notNull, doc: this.place.docBefore(first), span: this.from(first) }))
  })
}
