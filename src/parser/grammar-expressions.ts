// The grammar of expressions. Operators are read flat and folded by their precedence (precedence.ts).
import type { IOrAlt, IToken } from 'chevrotain'
import type { Span } from '../core/span.js'
import type { BinaryOperator, ExprNode } from '../surface/ast.js'
import type { Rule } from './grammar-base.js'
import { OperandGrammar } from './grammar-operands.js'
import { fold, IS, TEST, type Item } from './precedence.js'
import * as t from './tokens.js'

/** Looked up once: rules run for every piece of text. */
const W = t.wordsOf('and asymmetric between distinct escape false from in is like not null or similar symmetric to true unknown')

export class ExpressionGrammar extends OperandGrammar {
  // alternatives that need nothing of the call: made once, since a rule would make them anew each time
  private arithmeticForms: IOrAlt<IToken>[] | undefined

  private folded(items: readonly Item[]): ExprNode {
    return this.bounded(items.filter((i) => i.kind !== 'operand').length, fold(items))
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
            this.OR2({
              DEF: [
                {
                  ALT: () => {
                    const what = this.OR3([
                      { ALT: () => this.CONSUME(W.null) },
                      { ALT: () => this.CONSUME(W.true) },
                      { ALT: () => this.CONSUME(W.false) },
                      { ALT: () => this.CONSUME(W.unknown) },
                    ])
                    postfix(IS, (operand, span) => {
                      const test = what.image.toLowerCase() as 'null' | 'true' | 'false' | 'unknown'
                      return { kind: 'is', operand, negated, test, span }
                    })
                  },
                },
                {
                  ALT: () => {
                    const token = this.CONSUME(W.distinct)
                    this.CONSUME(W.from)
                    this.ACTION(() => void items.push({ kind: 'infix', operator: 'is distinct', negated, span: this.of(token) }))
                    this.MANY4(() => prefix(this.CONSUME5(W.not)))
                    operand(this.SUBRULE3(this.arithmetic))
                  },
                },
              ],
              ERR_MSG: '`null`, `true`, `false`, `unknown` or `distinct from`',
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

  /** `like …`, `similar to …`, `between … and …`, `in (…)`. */
  readonly predicate: Rule<(operand: ExprNode, negated: boolean, span: Span) => ExprNode> = this.RULE('predicate', () =>
    this.OR<(operand: ExprNode, negated: boolean, span: Span) => ExprNode>({
      DEF: [
        {
          ALT: () => {
            let style: 'like' | 'similar' = 'like'
            this.OR1([
              { ALT: () => this.CONSUME(W.like) },
              {
                ALT: () => {
                  this.CONSUME(W.similar)
                  this.CONSUME(W.to)
                  style = 'similar'
                },
              },
            ])
            const pattern = this.SUBRULE(this.arithmetic)
            let escape: ExprNode | null = null
            this.OPTION(() => {
              this.CONSUME(W.escape)
              escape = this.SUBRULE1(this.arithmetic)
            })
            return (operand, negated, span) => ({ kind: 'like', style, operand, negated, pattern, escape, span })
          },
        },
        {
          ALT: () => {
            let symmetric = false
            this.CONSUME(W.between)
            this.OPTION1({
              GATE: () => this.startsOperand(2),
              DEF: () =>
                this.OR2([
                  {
                    ALT: () => {
                      this.CONSUME(W.symmetric)
                      symmetric = true
                    },
                  },
                  { ALT: () => this.CONSUME(W.asymmetric) },
                ]),
            })
            const low = this.SUBRULE2(this.arithmetic)
            this.CONSUME(W.and)
            const high = this.SUBRULE3(this.arithmetic)
            return (operand, negated, span) => ({ kind: 'between', symmetric, operand, negated, low, high, span })
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
      ERR_MSG: '`like`, `similar to`, `between` or `in`',
    }),
  )

  readonly arithmetic: Rule<ExprNode> = this.RULE('arithmetic', () => {
    const items: Item[] = []
    const operand = (node: ExprNode): unknown => items.push({ kind: 'operand', node })
    const sign = (token: IToken): void =>
      this.ACTION(() => void items.push({ kind: 'prefix', operator: token.image as '-' | '+', span: this.of(token) }))
    this.MANY(() => sign(this.CONSUME(t.Additive)))
    operand(this.SUBRULE(this.operand))
    this.MANY1(() => {
      const op = this.OR(
        (this.arithmeticForms ??= [{ ALT: () => this.CONSUME1(t.Additive) }, { ALT: () => this.CONSUME(t.Multiplicative) }]),
      )
      this.ACTION(() => void items.push({ kind: 'infix', operator: op.image as BinaryOperator, span: this.of(op) }))
      this.MANY2(() => sign(this.CONSUME2(t.Additive)))
      operand(this.SUBRULE1(this.operand))
    })
    return this.ACTION(() => (items.length === 1 && items[0]!.kind === 'operand' ? items[0]!.node : this.folded(items)))
  })
}
