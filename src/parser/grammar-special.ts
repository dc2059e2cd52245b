// Units of time, ranges of intervals, and the calls of SQL that have words between their arguments.
import { suggest } from '../core/suggest.js'
import { expressionForms } from '../diagnostics/codes/expression-forms.js'
import type { ExprNode, IntervalRange, IntervalUnit, SpecialForm, TimeUnit, UnitNode } from '../surface/ast.js'
import { BaseGrammar, type Rule } from './grammar-base.js'
import * as t from './tokens.js'

/** Looked up once: rules run for every piece of text. */
const W = t.wordsOf(
  'both case ceil ceiling extract floor for from in leading overlay placing position substring timestampadd',
  'timestampdiff to trailing trim',
)

const UNITS: readonly IntervalUnit[] = ['year', 'month', 'day', 'hour', 'minute', 'second']
export const intervalUnit = (written: string): IntervalUnit | undefined => {
  const singular = written.toLowerCase().replace(/s$/, '') as IntervalUnit
  return UNITS.includes(singular) ? singular : undefined
}

export const TIME_UNITS: readonly TimeUnit[] = [
  ...UNITS,
  ...(['millennium', 'century', 'decade', 'quarter', 'week', 'doy', 'dow', 'isodow', 'isoyear', 'epoch'] as const),
  ...(['millisecond', 'microsecond', 'nanosecond'] as const),
]

/** The word that makes a call a special form where it stands directly between the brackets. */
const SPECIAL_WORD: ReadonlyMap<number, { readonly tokenTypeIdx?: number }> = new Map([
  [W.extract.tokenTypeIdx!, W.from],
  [W.floor.tokenTypeIdx!, W.to],
  [W.ceil.tokenTypeIdx!, W.to],
  [W.ceiling.tokenTypeIdx!, W.to],
  [W.trim.tokenTypeIdx!, W.from],
  [W.position.tokenTypeIdx!, W.in],
  [W.substring.tokenTypeIdx!, W.from],
  [W.overlay.tokenTypeIdx!, W.placing],
  [W.timestampadd.tokenTypeIdx!, t.Comma],
  [W.timestampdiff.tokenTypeIdx!, t.Comma],
])

export abstract class SpecialFormGrammar extends BaseGrammar {
  abstract readonly expression: Rule<ExprNode>
  abstract readonly arithmetic: Rule<ExprNode>

  /** Whether a bracket opens at `at` in which `word` stands directly. */
  protected holds(word: { readonly tokenTypeIdx?: number }, at: number): boolean {
    if (!this.next(t.LParen, at)) return false
    let depth = 0
    for (let i = at + 1; this.LA(i).startOffset >= 0; i++) {
      const { tokenTypeIdx } = this.LA(i)
      if (tokenTypeIdx === t.LParen.tokenTypeIdx || tokenTypeIdx === t.LBracket.tokenTypeIdx) depth++
      else if (tokenTypeIdx === t.RParen.tokenTypeIdx || tokenTypeIdx === t.RBracket.tokenTypeIdx) {
        if (depth-- === 0) return false
      } else if (depth === 0 && tokenTypeIdx === word.tokenTypeIdx) return true
    }
    return false
  }

  /** A token with which an operand can begin: the word before it is a keyword then, not a column. */
  protected startsOperand(at: number): boolean {
    const { tokenType } = this.LA(at)
    return (
      t.isName(this.LA(at)) ||
      [t.Text, t.NumberToken, t.QuotedName, t.LParen, t.Missing, W.case].some((x) => x.tokenTypeIdx === tokenType.tokenTypeIdx)
    )
  }

  protected specialFollows(): boolean {
    const word = SPECIAL_WORD.get(this.LA(1).tokenTypeIdx)
    return word !== undefined && this.holds(word, 2)
  }

  // ---------------------------------------------------------------- units

  readonly timeUnit: Rule<UnitNode> = this.RULE('timeUnit', () => {
    const token = this.OR({ DEF: [{ ALT: () => this.CONSUME(t.Ident) }], ERR_MSG: 'a unit such as `DAY`' })
    return this.ACTION((): UnitNode => {
      const span = this.of(token)
      const written = token.image.toLowerCase()
      const unit = TIME_UNITS.find((u) => u === written)
      if (unit !== undefined) return { unit, span }
      const meant = TIME_UNITS.find((u) => `${u}s` === written) ?? suggest(written, TIME_UNITS)[0]
      const fixes =
        meant === undefined ? [] : [{ title: `write \`${meant.toUpperCase()}\``, edits: [{ span, text: meant.toUpperCase() }] }]
      this.complain(expressionForms.unknownTimeUnit, span, { unit: token.image, meant: meant ?? null }, fixes)
      return { unit: TIME_UNITS.find((u) => u === meant) ?? 'day', span }
    })
  })

  readonly intervalUnit: Rule<IntervalUnit> = this.RULE('intervalUnit', () => {
    const token = this.CONSUME(t.IntervalUnit)
    return this.ACTION(() => intervalUnit(token.image)!)
  })

  /** `DAY`, `DAY(3) TO SECOND(6)`, `SECOND(3, 2)` */
  readonly intervalRange: Rule<IntervalRange> = this.RULE('intervalRange', () => {
    const from = this.SUBRULE(this.intervalUnit)
    let to: IntervalUnit | null = null
    let precision: number | null = null
    let fraction: number | null = null
    this.OPTION(() => {
      this.CONSUME(t.LParen)
      const first = this.CONSUME(t.NumberToken)
      this.ACTION(() => (precision = Number(first.image)))
      this.OPTION1(() => {
        this.CONSUME(t.Comma)
        const second = this.CONSUME1(t.NumberToken)
        this.ACTION(() => (fraction = Number(second.image)))
      })
      this.CONSUME(t.RParen)
    })
    this.OPTION2(() => {
      this.CONSUME(W.to)
      to = this.SUBRULE1(this.intervalUnit)
      this.OPTION3(() => {
        this.CONSUME1(t.LParen)
        const third = this.CONSUME2(t.NumberToken)
        this.ACTION(() => (fraction = Number(third.image)))
        this.CONSUME1(t.RParen)
      })
    })
    return { from, to, precision, fraction }
  })

  // ---------------------------------------------------------------- special forms

  readonly special: Rule<ExprNode> = this.RULE('special', () => {
    const first = this.LA(1)
    const form = this.OR<SpecialForm>([
      { ALT: () => this.SUBRULE(this.extract) },
      { ALT: () => this.SUBRULE(this.rounding) },
      { ALT: () => this.SUBRULE(this.timeArithmetic) },
      { ALT: () => this.SUBRULE(this.trim) },
      { ALT: () => this.SUBRULE(this.position) },
      { ALT: () => this.SUBRULE(this.substring) },
      { ALT: () => this.SUBRULE(this.overlay) },
    ])
    return this.ACTION(() => ({ kind: 'special' as const, form, span: this.from(first) }))
  })

  readonly extract: Rule<SpecialForm> = this.RULE('extract', (): SpecialForm => {
    this.CONSUME(W.extract)
    this.CONSUME(t.LParen)
    const unit = this.SUBRULE(this.timeUnit)
    this.CONSUME(W.from)
    const from = this.SUBRULE(this.expression)
    this.CONSUME(t.RParen)
    return { kind: 'extract', unit, from }
  })

  readonly rounding: Rule<SpecialForm> = this.RULE('rounding', (): SpecialForm => {
    let kind: 'floor' | 'ceil' = 'ceil'
    this.OR([
      {
        ALT: () => {
          this.CONSUME(W.floor)
          kind = 'floor'
        },
      },
      { ALT: () => this.CONSUME(W.ceil) },
      { ALT: () => this.CONSUME(W.ceiling) },
    ])
    this.CONSUME(t.LParen)
    const operand = this.SUBRULE(this.expression)
    this.CONSUME(W.to)
    const unit = this.SUBRULE(this.timeUnit)
    this.CONSUME(t.RParen)
    return { kind, operand, unit }
  })

  readonly timeArithmetic: Rule<SpecialForm> = this.RULE('timeArithmetic', (): SpecialForm => {
    const first = this.OR([{ ALT: () => this.CONSUME(W.timestampadd) }, { ALT: () => this.CONSUME(W.timestampdiff) }])
    this.CONSUME(t.LParen)
    const unit = this.SUBRULE(this.timeUnit)
    this.CONSUME(t.Comma)
    const left = this.SUBRULE(this.expression)
    this.CONSUME1(t.Comma)
    const right = this.SUBRULE1(this.expression)
    this.CONSUME(t.RParen)
    return this.ACTION((): SpecialForm => ({
      kind: first.image.toLowerCase() as 'timestampadd' | 'timestampdiff',
      unit,
      left,
      right,
    }))
  })

  readonly trim: Rule<SpecialForm> = this.RULE('trim', (): SpecialForm => {
    let where: 'both' | 'leading' | 'trailing' = 'both'
    let characters: ExprNode | null = null
    this.CONSUME(W.trim)
    this.CONSUME(t.LParen)
    this.OPTION({
      GATE: () => this.next(W.from, 2) || this.startsOperand(2),
      DEF: () => {
        const token = this.OR([
          { ALT: () => this.CONSUME(W.both) },
          { ALT: () => this.CONSUME(W.leading) },
          { ALT: () => this.CONSUME(W.trailing) },
        ])
        this.ACTION(() => (where = token.image.toLowerCase() as typeof where))
      },
    })
    this.OPTION1(() => {
      characters = this.SUBRULE(this.expression)
    })
    this.CONSUME(W.from)
    const from = this.SUBRULE1(this.expression)
    this.CONSUME(t.RParen)
    return { kind: 'trim', where, characters, from }
  })

  /** What is looked for binds stronger than `in`: `a in (…)` is a test. */
  readonly position: Rule<SpecialForm> = this.RULE('position', (): SpecialForm => {
    let start: ExprNode | null = null
    this.CONSUME(W.position)
    this.CONSUME(t.LParen)
    const needle = this.SUBRULE(this.arithmetic)
    this.CONSUME(W.in)
    const of = this.SUBRULE(this.expression)
    this.OPTION(() => {
      this.CONSUME(W.from)
      start = this.SUBRULE1(this.expression)
    })
    this.CONSUME(t.RParen)
    return { kind: 'position', needle, of, start }
  })

  readonly substring: Rule<SpecialForm> = this.RULE('substring', (): SpecialForm => {
    let length: ExprNode | null = null
    this.CONSUME(W.substring)
    this.CONSUME(t.LParen)
    const of = this.SUBRULE(this.expression)
    this.CONSUME(W.from)
    const start = this.SUBRULE1(this.expression)
    this.OPTION(() => {
      this.CONSUME(W.for)
      length = this.SUBRULE2(this.expression)
    })
    this.CONSUME(t.RParen)
    return { kind: 'substring', of, start, length }
  })

  readonly overlay: Rule<SpecialForm> = this.RULE('overlay', (): SpecialForm => {
    let length: ExprNode | null = null
    this.CONSUME(W.overlay)
    this.CONSUME(t.LParen)
    const of = this.SUBRULE(this.expression)
    this.CONSUME(W.placing)
    const placing = this.SUBRULE1(this.expression)
    this.CONSUME(W.from)
    const start = this.SUBRULE2(this.expression)
    this.OPTION(() => {
      this.CONSUME(W.for)
      length = this.SUBRULE3(this.expression)
    })
    this.CONSUME(t.RParen)
    return { kind: 'overlay', of, placing, start, length }
  })
}
