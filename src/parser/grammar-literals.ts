// The grammar of literals with a word before them, and of the constructors ARRAY, MAP and ROW.
import { expressionForms } from '../diagnostics/codes/expression-forms.js'
import type { ExprNode } from '../surface/ast.js'
import type { Rule } from './grammar-base.js'
import { SpecialFormGrammar } from './grammar-special.js'
import { textOf } from './lexer.js'
import * as t from './tokens.js'

/** Looked up once: rules run for every piece of text. */
const W = t.wordsOf('array date interval local map row time timestamp with x zone')

export abstract class LiteralGrammar extends SpecialFormGrammar {
  /** `TIMESTAMP WITH LOCAL TIME ZONE '…'` is a literal of `timestamp_ltz`. */
  readonly typedLiteral: Rule<ExprNode> = this.RULE('typedLiteral', () => {
    const first = this.LA(1)
    const type = this.OR<'date' | 'time' | 'timestamp' | 'timestamp_ltz'>([
      {
        ALT: () => {
          this.CONSUME(W.date)
          return 'date'
        },
      },
      {
        ALT: () => {
          this.CONSUME(W.time)
          return 'time'
        },
      },
      {
        ALT: () => {
          let local = false
          this.CONSUME(W.timestamp)
          this.OPTION(() => {
            this.CONSUME(W.with)
            this.CONSUME(W.local)
            this.CONSUME1(W.time)
            this.CONSUME(W.zone)
            local = true
          })
          return local ? 'timestamp_ltz' : 'timestamp'
        },
      },
    ])
    const value = this.SUBRULE(this.text)
    return this.ACTION(() => ({ kind: 'typed literal' as const, type, value, span: this.from(first) }))
  })

  /** `X'0aff'`: the letter touches the quote. */
  readonly bytes: Rule<ExprNode> = this.RULE('bytes', () => {
    const first = this.CONSUME(W.x)
    const text = this.CONSUME(t.Text)
    return this.ACTION(() => {
      const hex = textOf(text)
      const span = this.from(first)
      if (!/^(?:[0-9a-f]{2})*$/i.test(hex)) {
        this.complain(expressionForms.hexDigits, span, { written: hex })
        return { kind: 'missing' as const, span }
      }
      return { kind: 'bytes' as const, hex, span }
    })
  })

  /** `INTERVAL` is a column where none of its forms follows: a signed text, a number, or a bracket and a unit. */
  protected intervalFollows(): boolean {
    if (!this.next(W.interval)) return false
    if (this.next(t.Text, 2) || this.next(t.NumberToken, 2)) return true
    if (this.next(t.Text, 3) && t.isIntervalUnit(this.LA(4))) return ['-', '+'].includes(this.LA(2).image)
    if (!this.next(t.LParen, 2)) return false
    let depth = 0
    for (let i = 2; this.LA(i).startOffset >= 0; i++) {
      if (this.next(t.LParen, i)) depth++
      else if (this.next(t.RParen, i) && --depth === 0) return t.isIntervalUnit(this.LA(i + 1))
    }
    return false
  }

  readonly interval: Rule<ExprNode> = this.RULE('interval', () => {
    const first = this.CONSUME(W.interval)
    return this.OR<ExprNode>([
      {
        ALT: () => {
          let negative = false
          this.OPTION(() => {
            const sign = this.CONSUME(t.Additive)
            negative = sign.image === '-'
          })
          const text = this.CONSUME(t.Text)
          const range = this.SUBRULE(this.intervalRange)
          return this.ACTION(() => {
            const value = { value: textOf(text), span: this.of(text) }
            return { kind: 'interval' as const, negative, value, ...range, span: this.from(first) }
          })
        },
      },
      {
        ALT: () => {
          const count = this.OR1<ExprNode>([
            {
              ALT: () => {
                const token = this.CONSUME(t.NumberToken)
                return this.ACTION(() => ({ kind: 'number' as const, text: token.image, span: this.of(token) }))
              },
            },
            {
              ALT: () => {
                this.CONSUME(t.LParen)
                const inner = this.SUBRULE(this.expression)
                this.CONSUME(t.RParen)
                return inner
              },
            },
          ])
          const unit = this.SUBRULE(this.intervalUnit)
          return this.ACTION(() => ({ kind: 'special', form: { kind: 'interval', count, unit }, span: this.from(first) }))
        },
      },
    ])
  })

  /** `ARRAY[1, 2]`, `MAP['k', 1]`; a column of that name takes backquotes before `[`. */
  readonly bracketed: Rule<ExprNode> = this.RULE('bracketed', () => {
    const items: ExprNode[] = []
    const first = this.OR([{ ALT: () => this.CONSUME(W.array) }, { ALT: () => this.CONSUME(W.map) }])
    this.CONSUME(t.LBracket)
    this.OPTION(() => {
      items.push(this.SUBRULE(this.expression))
      this.MANY(() => {
        this.CONSUME(t.Comma)
        items.push(this.SUBRULE1(this.expression))
      })
    })
    this.CONSUME(t.RBracket)
    return this.ACTION(() => {
      const constructs = first.image.toLowerCase() as 'array' | 'map'
      return { kind: 'constructor' as const, constructs, items, span: this.from(first) }
    })
  })

  readonly row: Rule<ExprNode> = this.RULE('row', () => {
    const first = this.CONSUME(W.row)
    this.CONSUME(t.LParen)
    const items = [this.SUBRULE(this.expression)]
    this.MANY(() => {
      this.CONSUME(t.Comma)
      items.push(this.SUBRULE1(this.expression))
    })
    this.CONSUME(t.RParen)
    return this.ACTION(() => ({ kind: 'constructor' as const, constructs: 'row' as const, items, span: this.from(first) }))
  })
}
