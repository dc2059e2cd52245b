// The grammar of names, texts, numbers, types and expressions. Rules build surface nodes at once; a rule never recovers:
// it reads one clause or property, and what is wrong with it is found out afterwards (repair.ts).
import { EmbeddedActionsParser, type IParserErrorMessageProvider, type IToken, type ParserMethod } from 'chevrotain'
import type { Span } from '../core/span.js'
import type { BinaryOperator, Clause, ExprNode, FieldNode, IntervalUnit, Name, Text, TypeNode } from '../surface/ast.js'
import { nameOf, textOf, type Token } from './lexer.js'
import { syntax } from '../diagnostics/codes/syntax.js'
import type { Definition } from '../diagnostics/define.js'
import type { Complain } from './units.js'
import { fold, IS, TEST, type Item } from './precedence.js'
import * as t from './tokens.js'

export type Rule<T> = ParserMethod<[], T>
const w = t.word

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
}

/** Messages are made later, from the place and the rule: the exception carries only what was expected. */
const expectations: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: ({ expected }) => expected.LABEL ?? expected.name,
  buildNotAllInputParsedMessage: () => '',
  buildNoViableAltMessage: ({ customUserDescription, ruleName }) => customUserDescription ?? ruleName,
  buildEarlyExitMessage: ({ customUserDescription, ruleName }) => customUserDescription ?? ruleName,
}

const UNITS: readonly IntervalUnit[] = ['year', 'month', 'day', 'hour', 'minute', 'second']
export const intervalUnit = (written: string): IntervalUnit | undefined => {
  const singular = written.toLowerCase().replace(/s$/, '') as IntervalUnit
  return UNITS.includes(singular) ? singular : undefined
}

/** Far above what people write, far below what overflows a stack. */
const MAX_OPERATORS = 1000

export class ExpressionGrammar extends EmbeddedActionsParser {
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

  // ---------------------------------------------------------------- names and literals

  readonly name: Rule<Name> = this.RULE('name', () => {
    const token = this.OR({
      DEF: [
        { ALT: () => this.CONSUME(t.Ident) },
        { ALT: () => this.CONSUME(t.QuotedName) },
        { ALT: () => this.CONSUME(t.DoubleQuoted) },
      ],
      ERR_MSG: 'a name',
    })
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
    const token = this.OR({
      DEF: [{ ALT: () => this.CONSUME(t.Text) }, { ALT: () => this.CONSUME(t.DoubleQuoted) }],
      ERR_MSG: "a text in '…'",
    })
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
            const kind = this.OR1([{ ALT: () => this.CONSUME(w('array')) }, { ALT: () => this.CONSUME(w('multiset')) }])
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
            this.CONSUME(w('map'))
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
            this.CONSUME(w('row'))
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
    let name = first.image.toLowerCase()
    this.OPTION(() => {
      this.CONSUME(w('precision'))
      name += ' precision'
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
            this.CONSUME(w('with'))
            this.CONSUME(w('local'))
            local = true
          },
        },
        { ALT: () => this.CONSUME(w('without')) },
      ])
      this.CONSUME1(w('time'))
      this.CONSUME(w('zone'))
    })
    return this.ACTION(() => ({ kind: 'named' as const, name: local ? `${name}_ltz` : name, parameters, span: this.from(first) }))
  })

  readonly innerType: Rule<{ type: TypeNode; notNull: boolean }> = this.RULE('innerType', () => {
    const type = this.SUBRULE(this.type)
    let notNull = false
    this.OPTION(() => {
      this.CONSUME(w('not'))
      this.CONSUME(w('null'))
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

  // ---------------------------------------------------------------- expressions

  readonly expression: Rule<ExprNode> = this.RULE('expression', () => {
    const items: Item[] = []
    const operand = (node: ExprNode): unknown => items.push({ kind: 'operand', node })
    const infix = (token: IToken): void =>
      this.ACTION(
        () => void items.push({ kind: 'infix', operator: token.image.toLowerCase() as BinaryOperator, span: this.of(token) }),
      )
    const prefix = (token: IToken): void =>
      this.ACTION(() => void items.push({ kind: 'prefix', operator: 'not', span: this.of(token) }))
    const postfix = (precedence: number, build: (operand: ExprNode, span: Span) => ExprNode): void =>
      this.ACTION(() => void items.push({ kind: 'postfix', precedence, build, end: this.of(this.LA(0)).end }))

    this.MANY(() => prefix(this.CONSUME(w('not'))))
    operand(this.SUBRULE(this.arithmetic))
    this.MANY1(() => {
      this.OR([
        {
          ALT: () => {
            infix(this.OR1([{ ALT: () => this.CONSUME(w('and')) }, { ALT: () => this.CONSUME(w('or')) }]))
            this.MANY2(() => prefix(this.CONSUME1(w('not'))))
            operand(this.SUBRULE1(this.arithmetic))
          },
        },
        {
          ALT: () => {
            infix(this.CONSUME(t.Comparison))
            operand(this.SUBRULE2(this.arithmetic))
          },
        },
        {
          ALT: () => {
            this.CONSUME(w('is'))
            let negated = false
            this.OPTION(() => {
              this.CONSUME2(w('not'))
              negated = true
            })
            const what = this.OR2({
              DEF: [
                { ALT: () => this.CONSUME(w('null')) },
                { ALT: () => this.CONSUME(w('true')) },
                { ALT: () => this.CONSUME(w('false')) },
              ],
              ERR_MSG: '`null`, `true` or `false`',
            })
            postfix(IS, (operand, span) => {
              const test = what.image.toLowerCase() as 'null' | 'true' | 'false'
              return { kind: 'is', operand, negated, test, span }
            })
          },
        },
        {
          ALT: () => {
            let negated = false
            this.OPTION1(() => {
              this.CONSUME3(w('not'))
              negated = true
            })
            const build = this.SUBRULE(this.test)
            postfix(TEST, (o, span) => build(o, negated, span))
          },
        },
      ])
    })
    return this.ACTION(() => this.folded(items))
  })

  /** `like …`, `between … and …`, `in (…)`. */
  readonly test: Rule<(operand: ExprNode, negated: boolean, span: Span) => ExprNode> = this.RULE('test', () =>
    this.OR<(operand: ExprNode, negated: boolean, span: Span) => ExprNode>({
      DEF: [
        {
          ALT: () => {
            this.CONSUME(w('like'))
            const pattern = this.SUBRULE(this.arithmetic)
            let escape: ExprNode | null = null
            this.OPTION(() => {
              this.CONSUME(w('escape'))
              escape = this.SUBRULE1(this.arithmetic)
            })
            return (operand, negated, span) => ({ kind: 'like', operand, negated, pattern, escape, span })
          },
        },
        {
          ALT: () => {
            this.CONSUME(w('between'))
            const low = this.SUBRULE2(this.arithmetic)
            this.CONSUME(w('and'))
            const high = this.SUBRULE3(this.arithmetic)
            return (operand, negated, span) => ({ kind: 'between', operand, negated, low, high, span })
          },
        },
        {
          ALT: () => {
            this.CONSUME(w('in'))
            this.CONSUME(t.LParen)
            const list: ExprNode[] = [this.SUBRULE(this.expression)]
            this.MANY(() => {
              this.CONSUME(t.Comma)
              list.push(this.SUBRULE1(this.expression))
            })
            this.CONSUME(t.RParen)
            return (operand, negated, span) => ({ kind: 'in', operand, negated, list, span })
          },
        },
      ],
      ERR_MSG: '`like`, `between` or `in`',
    }),
  )

  readonly arithmetic: Rule<ExprNode> = this.RULE('arithmetic', () => {
    const items: Item[] = []
    const operand = (node: ExprNode): unknown => items.push({ kind: 'operand', node })
    const sign = (token: IToken): void =>
      this.ACTION(() => void items.push({ kind: 'prefix', operator: token.image as '-' | '+', span: this.of(token) }))
    this.MANY(() => sign(this.CONSUME(t.Additive)))
    operand(this.SUBRULE(this.primary))
    this.MANY1(() => {
      const op = this.OR([{ ALT: () => this.CONSUME1(t.Additive) }, { ALT: () => this.CONSUME(t.Multiplicative) }])
      this.ACTION(() => void items.push({ kind: 'infix', operator: op.image as BinaryOperator, span: this.of(op) }))
      this.MANY2(() => sign(this.CONSUME2(t.Additive)))
      operand(this.SUBRULE1(this.primary))
    })
    return this.ACTION(() => (items.length === 1 && items[0]!.kind === 'operand' ? items[0]!.node : this.folded(items)))
  })

  readonly primary: Rule<ExprNode> = this.RULE('primary', () => {
    const first = this.LA(1)
    return this.OR<ExprNode>({
      DEF: [
        { GATE: () => this.next(t.LParen, 2), ALT: () => this.SUBRULE(this.cast) },
        {
          ALT: () => {
            const token = this.CONSUME(t.NumberToken)
            return this.ACTION(() => ({ kind: 'number' as const, text: token.image, span: this.of(token) }))
          },
        },
        {
          ALT: () => {
            const text = this.SUBRULE(this.text)
            return this.ACTION(() => ({ kind: 'string' as const, value: text.value, span: text.span }))
          },
        },
        {
          ALT: () => {
            const token = this.OR1([{ ALT: () => this.CONSUME(w('true')) }, { ALT: () => this.CONSUME(w('false')) }])
            return this.ACTION(() => ({
              kind: 'boolean' as const,
              value: token.image.toLowerCase() === 'true',
              span: this.of(token),
            }))
          },
        },
        {
          ALT: () => {
            const token = this.CONSUME(w('null'))
            return this.ACTION(() => ({ kind: 'null' as const, span: this.of(token) }))
          },
        },
        { ALT: () => this.SUBRULE(this.nameOrCall) },
        { ALT: () => this.SUBRULE(this.caseOf) },
        {
          ALT: () => {
            this.CONSUME(t.LParen)
            const inner = this.SUBRULE(this.expression)
            this.CONSUME(t.RParen)
            return this.ACTION(() => ({ ...inner, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            const token = this.CONSUME(t.Missing)
            return this.ACTION(() => ({ kind: 'missing' as const, span: this.of(token) }))
          },
        },
      ],
      ERR_MSG: 'an expression',
    })
  })

  readonly cast: Rule<ExprNode> = this.RULE('cast', () => {
    const first = this.OR([{ ALT: () => this.CONSUME(w('cast')) }, { ALT: () => this.CONSUME(w('try_cast')) }])
    this.CONSUME(t.LParen)
    const operand = this.SUBRULE(this.expression)
    this.CONSUME(w('as'))
    const type = this.SUBRULE(this.type)
    this.CONSUME(t.RParen)
    return this.ACTION(() => ({
      kind: 'cast' as const,
      attempt: first.image.length > 4,
      operand,
      type,
      span: this.from(first),
    }))
  })

  readonly caseOf: Rule<ExprNode> = this.RULE('caseOf', () => {
    const first = this.CONSUME(w('case'))
    let operand: ExprNode | null = null
    let otherwise: ExprNode | null = null
    const branches: { when: ExprNode; then: ExprNode }[] = []
    this.OPTION(() => {
      operand = this.SUBRULE(this.expression)
    })
    this.AT_LEAST_ONE({
      DEF: () => {
        this.CONSUME(w('when'))
        const when = this.SUBRULE1(this.expression)
        this.CONSUME(w('then'))
        branches.push({ when, then: this.SUBRULE2(this.expression) })
      },
      ERR_MSG: '`when`',
    })
    this.OPTION1(() => {
      this.CONSUME(w('else'))
      otherwise = this.SUBRULE3(this.expression)
    })
    this.CONSUME(w('end'))
    return this.ACTION(() => ({ kind: 'case' as const, operand, branches, otherwise, span: this.from(first) }))
  })

  /** `a`, `o.a.b`, `f(…)`, `TIMESTAMP '…'`, `INTERVAL '5' MINUTE`: all begin with a name. */
  readonly nameOrCall: Rule<ExprNode> = this.RULE('nameOrCall', () => {
    const first = this.LA(1)
    return this.OR<ExprNode>([
      { GATE: () => this.next(t.Text, 2) || this.next(t.NumberToken, 2), ALT: () => this.SUBRULE(this.interval) },
      { GATE: () => this.next(t.Text, 2), ALT: () => this.SUBRULE(this.typedLiteral) },
      { GATE: () => this.next(t.LParen, 2), ALT: () => this.SUBRULE(this.call) },
      {
        ALT: () => {
          const names = this.SUBRULE(this.path)
          return this.ACTION(() => ({ kind: 'path' as const, names, span: this.from(first) }))
        },
      },
    ])
  })

  readonly path: Rule<readonly Name[]> = this.RULE('path', () => {
    const names: Name[] = [this.SUBRULE(this.name)]
    this.MANY(() => {
      this.CONSUME(t.Dot)
      names.push(this.SUBRULE1(this.name))
    })
    return names
  })

  readonly typedLiteral: Rule<ExprNode> = this.RULE('typedLiteral', () => {
    const first = this.OR([
      { ALT: () => this.CONSUME(w('date')) },
      { ALT: () => this.CONSUME(w('time')) },
      { ALT: () => this.CONSUME(w('timestamp')) },
    ])
    const value = this.SUBRULE(this.text)
    return this.ACTION(() => ({
      kind: 'typed literal' as const,
      type: first.image.toLowerCase() as 'date' | 'time' | 'timestamp',
      value,
      span: this.from(first),
    }))
  })

  /** The number of an interval needs no quotes in Flink either. */
  readonly interval: Rule<ExprNode> = this.RULE('interval', () => {
    const first = this.CONSUME(w('interval'))
    const value = this.OR([{ ALT: () => this.CONSUME(t.Text) }, { ALT: () => this.CONSUME(t.NumberToken) }])
    const from = this.SUBRULE(this.intervalUnit)
    let to: IntervalUnit | null = null
    this.OPTION(() => {
      this.CONSUME(w('to'))
      to = this.SUBRULE1(this.intervalUnit)
    })
    return this.ACTION(() => ({
      kind: 'interval' as const,
      value: { value: value.tokenType === t.Text ? textOf(value) : value.image, span: this.of(value) },
      from,
      to,
      span: this.from(first),
    }))
  })

  readonly intervalUnit: Rule<IntervalUnit> = this.RULE('intervalUnit', () => {
    const token = this.OR({
      DEF: UNITS.flatMap((u) => [{ ALT: () => this.CONSUME(w(u)) }, { ALT: () => this.CONSUME(w(`${u}s`)) }]),
      ERR_MSG: 'an interval unit such as `MINUTE`',
    })
    return this.ACTION(() => intervalUnit(token.image)!)
  })

  readonly call: Rule<ExprNode> = this.RULE('call', () => {
    const first = this.LA(1)
    const name = this.SUBRULE(this.name)
    let distinct = false
    let star = false
    const args: ExprNode[] = []
    let filter: ExprNode | null = null
    this.CONSUME(t.LParen)
    this.OPTION(() =>
      this.OR([
        {
          ALT: () => {
            this.CONSUME(t.Star)
            star = true
          },
        },
        {
          ALT: () => {
            this.OPTION1(() => {
              this.CONSUME(w('distinct'))
              distinct = true
            })
            args.push(this.SUBRULE(this.expression))
            this.MANY(() => {
              this.CONSUME(t.Comma)
              args.push(this.SUBRULE1(this.expression))
            })
          },
        },
      ]),
    )
    this.CONSUME(t.RParen)
    this.OPTION2({
      GATE: () => this.next(t.LParen, 2),
      DEF: () => {
        this.CONSUME(w('filter'))
        this.CONSUME1(t.LParen)
        this.CONSUME(w('where'))
        filter = this.SUBRULE2(this.expression)
        this.CONSUME1(t.RParen)
      },
    })
    return this.ACTION(() => ({ kind: 'call' as const, name, distinct, star, args, filter, span: this.from(first) }))
  })

  /** Clauses read so far: they survive a mistake later in the same piece of text. */
  finished: readonly Clause[] = []
  /** Operators read so far: a chain of them is a tree as deep as it is long. */
  private operators = 0
  private folded(items: readonly Item[]): ExprNode {
    const before = this.operators
    this.operators += items.length - 1
    const tree = fold(items)
    if (before <= MAX_OPERATORS && this.operators > MAX_OPERATORS)
      this.complain(syntax.longExpression, tree.span, { limit: MAX_OPERATORS })
    return this.operators > MAX_OPERATORS ? { kind: 'missing', span: tree.span } : tree
  }

  /** Mistakes that are no matter of grammar: a unit that does not exist, a count with a fraction. */
  complaints: Complaint[] = []
  protected readonly complain: Complain = (definition, span, parameters) => {
    this.complaints.push({ definition: definition as Definition<object>, span, parameters })
  }

  /** Read rule by rule from outside; see slice.ts. */
  begin(tokens: readonly Token[], place: Place): void {
    this.place = place
    this.complaints = []
    this.operators = 0
    this.finished = []
    this.input = tokens.slice()
  }
}
