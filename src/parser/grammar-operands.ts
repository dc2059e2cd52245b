// The grammar of operands: literals, columns, calls, constructors, `case`, `cast`, and access to what is inside of them.
import type { IOrAlt, OrMethodOpts } from 'chevrotain'
import type { Span } from '../core/span.js'
import { syntax } from '../diagnostics/codes/syntax.js'
import type { ExprNode, Name } from '../surface/ast.js'
import type { Place, Rule } from './grammar-base.js'
import { LiteralGrammar } from './grammar-literals.js'
import type { Token } from './lexer.js'
import * as t from './tokens.js'

/** Looked up once: rules run for every piece of text. */
const W = t.wordsOf('as case cast distinct else end false filter null then true try_cast when where with')

/** Far above what people write, far below what overflows a stack. */
const MAX_OPERATORS = 1000

export abstract class OperandGrammar extends LiteralGrammar {
  // alternatives that need nothing of the call: made once, since a rule would make them anew each time
  private primaryForms: OrMethodOpts<ExprNode> | undefined
  private namedForms: IOrAlt<ExprNode>[] | undefined

  /** Operators and accesses read so far: a chain of them is a tree as deep as it is long. */
  private operators = 0

  override begin(tokens: readonly Token[], place: Place): void {
    super.begin(tokens, place)
    this.operators = 0
  }

  /** A tree that `more` operators have made deeper, or a hole where they are too many. */
  protected bounded(more: number, tree: ExprNode): ExprNode {
    const before = this.operators
    this.operators += more
    if (before <= MAX_OPERATORS && this.operators > MAX_OPERATORS)
      this.complain(syntax.longExpression, tree.span, { limit: MAX_OPERATORS })
    return this.operators > MAX_OPERATORS ? { kind: 'missing', span: tree.span } : tree
  }

  // ---------------------------------------------------------------- access

  /** `o.a.b` is one path; fields and elements of anything else nest. */
  readonly operand: Rule<ExprNode> = this.RULE('operand', () => {
    const first = this.LA(1)
    let node = this.SUBRULE(this.primary)
    let path: Name[] | null = this.ACTION(() => (node.kind === 'path' && !this.next(t.RParen, 0) ? [...node.names] : null))
    const wrap = (build: (span: Span) => ExprNode): void =>
      this.ACTION(() => {
        node = this.bounded(1, build(this.from(first)))
      })
    this.MANY(() =>
      this.OR([
        {
          ALT: () => {
            this.CONSUME(t.LBracket)
            const index = this.SUBRULE(this.expression)
            this.CONSUME(t.RBracket)
            path = null
            const of = node
            wrap((span) => ({ kind: 'element', of, index, span }))
          },
        },
        {
          ALT: () => {
            this.CONSUME(t.Dot)
            const name = this.SUBRULE(this.name)
            this.ACTION(() => {
              if (path !== null) {
                path.push(name)
                node = { kind: 'path', names: path, span: this.from(first) }
                return
              }
              const of = node
              wrap((span) => ({ kind: 'field', of, name, span }))
            })
          },
        },
      ]),
    )
    return node
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
          { GATE: () => !this.next(t.DoubleQuoted), ALT: () => this.SUBRULE(this.named) },
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

  /** A bracket widens the place of what it holds; with commas it is a row, and `(a - b) DAY` is an interval. */
  readonly parenthesized: Rule<ExprNode> = this.RULE('parenthesized', () => {
    const first = this.CONSUME(t.LParen)
    const items = [this.SUBRULE(this.expression)]
    this.MANY(() => {
      this.CONSUME(t.Comma)
      items.push(this.SUBRULE1(this.expression))
    })
    this.CONSUME(t.RParen)
    let node: ExprNode = this.ACTION(() => {
      const span = this.from(first)
      return items.length === 1 ? { ...items[0]!, span } : { kind: 'constructor', constructs: 'row', items, span }
    })
    this.OPTION({
      GATE: () => node.kind === 'binary' && node.operator === '-',
      DEF: () => {
        const range = this.SUBRULE(this.intervalRange)
        this.ACTION(() => {
          if (node.kind !== 'binary') return
          const { left, right } = node
          node = { kind: 'special', form: { kind: 'difference', left, right, ...range }, span: this.from(first) }
        })
      },
    })
    return node
  })

  // ---------------------------------------------------------------- what begins with a word

  /** Columns, calls, constructors and literals: all begin with a name, and what follows it decides. */
  readonly named: Rule<ExprNode> = this.RULE('named', () =>
    this.OR<ExprNode>(
      (this.namedForms ??= [
        { GATE: () => this.intervalFollows(), ALT: () => this.SUBRULE(this.interval) },
        { GATE: () => this.next(t.Text, 2) || this.next(W.with, 2), ALT: () => this.SUBRULE(this.typedLiteral) },
        { GATE: () => this.next(t.Text, 2), ALT: () => this.SUBRULE(this.bytes) },
        { GATE: () => this.next(t.LBracket, 2), ALT: () => this.SUBRULE(this.bracketed) },
        { GATE: () => this.next(t.LParen, 2), ALT: () => this.SUBRULE(this.row) },
        { GATE: () => this.specialFollows(), ALT: () => this.SUBRULE(this.special) },
        { GATE: () => this.next(t.LParen, 2), ALT: () => this.SUBRULE(this.call) },
        { ALT: () => this.SUBRULE(this.column) },
      ]),
    ),
  )

  readonly path: Rule<readonly Name[]> = this.RULE('path', () => {
    const names: Name[] = [this.SUBRULE(this.name)]
    this.MANY(() => {
      this.CONSUME(t.Dot)
      names.push(this.SUBRULE1(this.name))
    })
    return names
  })

  readonly column: Rule<ExprNode> = this.RULE('column', () => {
    const name = this.SUBRULE(this.name)
    return this.ACTION(() => ({ kind: 'path' as const, names: [name], span: name.span }))
  })

  // ---------------------------------------------------------------- cast, case, calls

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
