// The grammar of expressions. Operators are read flat and folded by their precedence (precedence.ts).
import type { IOrAlt, IToken, OrMethodOpts } from 'chevrotain'
import type { Span } from '../core/span.js'
import { syntax } from '../diagnostics/codes/syntax.js'
import type { BinaryOperator, ExprNode, IntervalUnit, Name } from '../surface/ast.js'
import { BaseGrammar, type Place, type Rule } from './grammar-base.js'
import { textOf, type Token } from './lexer.js'
import { fold, IS, TEST, type Item } from './precedence.js'
import * as t from './tokens.js'

/** Looked up once: rules run for every piece of text. */
const W = t.wordsOf(
  'and as between case cast date distinct else end escape false filter in interval is like not',
  'null or then time timestamp to true try_cast when where',
)

const UNITS: readonly IntervalUnit[] = ['year', 'month', 'day', 'hour', 'minute', 'second']
export const intervalUnit = (written: string): IntervalUnit | undefined => {
  const singular = written.toLowerCase().replace(/s$/, '') as IntervalUnit
  return UNITS.includes(singular) ? singular : undefined
}

/** Far above what people write, far below what overflows a stack. */
const MAX_OPERATORS = 1000

export class ExpressionGrammar extends BaseGrammar {
  // alternatives that need nothing of the call: made once, since a rule would make them anew each time
  private primaryForms: OrMethodOpts<ExprNode> | undefined
  private nameOrCallForms: IOrAlt<ExprNode>[] | undefined
  private arithmeticForms: IOrAlt<IToken>[] | undefined

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

  override begin(tokens: readonly Token[], place: Place): void {
    super.begin(tokens, place)
    this.operators = 0
  }

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

    this.MANY(() => prefix(this.CONSUME(W.not)))
    operand(this.SUBRULE(this.arithmetic))
    this.MANY1(() => {
      this.OR([
        {
          ALT: () => {
            infix(this.OR1([{ ALT: () => this.CONSUME(W.and) }, { ALT: () => this.CONSUME(W.or) }]))
            this.MANY2(() => prefix(this.CONSUME1(W.not)))
            operand(this.SUBRULE1(this.arithmetic))
          },
        },
        {
          ALT: () => {
            infix(this.CONSUME(t.Comparison))
            this.MANY3(() => prefix(this.CONSUME4(W.not)))
            operand(this.SUBRULE2(this.arithmetic))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.is)
            let negated = false
            this.OPTION(() => {
              this.CONSUME2(W.not)
              negated = true
            })
            const what = this.OR2({
              DEF: [
                { ALT: () => this.CONSUME(W.null) },
                { ALT: () => this.CONSUME(W.true) },
                { ALT: () => this.CONSUME(W.false) },
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
              this.CONSUME3(W.not)
              negated = true
            })
            const build = this.SUBRULE(this.predicate)
            postfix(TEST, (o, span) => build(o, negated, span))
          },
        },
      ])
    })
    return this.ACTION(() => this.folded(items))
  })

  /** `like …`, `between … and …`, `in (…)`. */
  readonly predicate: Rule<(operand: ExprNode, negated: boolean, span: Span) => ExprNode> = this.RULE('predicate', () =>
    this.OR<(operand: ExprNode, negated: boolean, span: Span) => ExprNode>({
      DEF: [
        {
          ALT: () => {
            this.CONSUME(W.like)
            const pattern = this.SUBRULE(this.arithmetic)
            let escape: ExprNode | null = null
            this.OPTION(() => {
              this.CONSUME(W.escape)
              escape = this.SUBRULE1(this.arithmetic)
            })
            return (operand, negated, span) => ({ kind: 'like', operand, negated, pattern, escape, span })
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.between)
            const low = this.SUBRULE2(this.arithmetic)
            this.CONSUME(W.and)
            const high = this.SUBRULE3(this.arithmetic)
            return (operand, negated, span) => ({ kind: 'between', operand, negated, low, high, span })
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.in)
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
      const op = this.OR(
        (this.arithmeticForms ??= [{ ALT: () => this.CONSUME1(t.Additive) }, { ALT: () => this.CONSUME(t.Multiplicative) }]),
      )
      this.ACTION(() => void items.push({ kind: 'infix', operator: op.image as BinaryOperator, span: this.of(op) }))
      this.MANY2(() => sign(this.CONSUME2(t.Additive)))
      operand(this.SUBRULE1(this.primary))
    })
    return this.ACTION(() => (items.length === 1 && items[0]!.kind === 'operand' ? items[0]!.node : this.folded(items)))
  })

  readonly primary: Rule<ExprNode> = this.RULE('primary', () =>
    this.OR<ExprNode>(
      (this.primaryForms ??= {
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
              const token = this.OR1([{ ALT: () => this.CONSUME(W.true) }, { ALT: () => this.CONSUME(W.false) }])
              return this.ACTION(() => ({
                kind: 'boolean' as const,
                value: token.image.toLowerCase() === 'true',
                span: this.of(token),
              }))
            },
          },
          {
            ALT: () => {
              const token = this.CONSUME(W.null)
              return this.ACTION(() => ({ kind: 'null' as const, span: this.of(token) }))
            },
          },
          { GATE: () => !this.next(t.DoubleQuoted), ALT: () => this.SUBRULE(this.nameOrCall) },
          { ALT: () => this.SUBRULE(this.caseOf) },
          { ALT: () => this.SUBRULE(this.parenthesized) },
          {
            ALT: () => {
              const token = this.CONSUME(t.Missing)
              return this.ACTION(() => ({ kind: 'missing' as const, span: this.of(token) }))
            },
          },
        ],
        ERR_MSG: 'an expression',
      }),
    ),
  )

  /** A bracket widens the place of what it holds. */
  readonly parenthesized: Rule<ExprNode> = this.RULE('parenthesized', () => {
    const first = this.CONSUME(t.LParen)
    const inner = this.SUBRULE(this.expression)
    this.CONSUME(t.RParen)
    return this.ACTION(() => ({ ...inner, span: this.from(first) }))
  })

  readonly cast: Rule<ExprNode> = this.RULE('cast', () => {
    const first = this.OR([{ ALT: () => this.CONSUME(W.cast) }, { ALT: () => this.CONSUME(W.try_cast) }])
    this.CONSUME(t.LParen)
    const operand = this.SUBRULE(this.expression)
    this.CONSUME(W.as)
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
    const first = this.CONSUME(W.case)
    let operand: ExprNode | null = null
    let otherwise: ExprNode | null = null
    const branches: { when: ExprNode; then: ExprNode }[] = []
    this.OPTION(() => {
      operand = this.SUBRULE(this.expression)
    })
    this.AT_LEAST_ONE({
      DEF: () => {
        this.CONSUME(W.when)
        const when = this.SUBRULE1(this.expression)
        this.CONSUME(W.then)
        branches.push({ when, then: this.SUBRULE2(this.expression) })
      },
      ERR_MSG: '`when`',
    })
    this.OPTION1(() => {
      this.CONSUME(W.else)
      otherwise = this.SUBRULE3(this.expression)
    })
    this.CONSUME(W.end)
    return this.ACTION(() => ({ kind: 'case' as const, operand, branches, otherwise, span: this.from(first) }))
  })

  /** `a`, `o.a.b`, `f(…)`, `TIMESTAMP '…'`, `INTERVAL '5' MINUTE`: all begin with a name. */
  readonly nameOrCall: Rule<ExprNode> = this.RULE('nameOrCall', () =>
    this.OR<ExprNode>(
      (this.nameOrCallForms ??= [
        { GATE: () => this.next(t.Text, 2) || this.next(t.NumberToken, 2), ALT: () => this.SUBRULE(this.interval) },
        { GATE: () => this.next(t.Text, 2), ALT: () => this.SUBRULE(this.typedLiteral) },
        { GATE: () => this.next(t.LParen, 2), ALT: () => this.SUBRULE(this.call) },
        { ALT: () => this.SUBRULE(this.column) },
      ]),
    ),
  )

  readonly column: Rule<ExprNode> = this.RULE('column', () => {
    const first = this.LA(1)
    const names = this.SUBRULE(this.path)
    return this.ACTION(() => ({ kind: 'path' as const, names, span: this.from(first) }))
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
      { ALT: () => this.CONSUME(W.date) },
      { ALT: () => this.CONSUME(W.time) },
      { ALT: () => this.CONSUME(W.timestamp) },
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
    const first = this.CONSUME(W.interval)
    const value = this.OR([{ ALT: () => this.CONSUME(t.Text) }, { ALT: () => this.CONSUME(t.NumberToken) }])
    const from = this.SUBRULE(this.intervalUnit)
    let to: IntervalUnit | null = null
    this.OPTION(() => {
      this.CONSUME(W.to)
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
    const token = this.CONSUME(t.IntervalUnit)
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
              this.CONSUME(W.distinct)
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
        this.CONSUME(W.filter)
        this.CONSUME1(t.LParen)
        this.CONSUME(W.where)
        filter = this.SUBRULE2(this.expression)
        this.CONSUME1(t.RParen)
      },
    })
    return this.ACTION(() => ({ kind: 'call' as const, name, distinct, star, args, filter, span: this.from(first) }))
  })
}
