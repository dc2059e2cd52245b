// The whole grammar, with test steps and table lines on top. One parser for all files, made at the first use;
// declarations are read piece by piece, each from its own tokens (slice.ts).
import type { IToken } from 'chevrotain'
import type * as ast from '../surface/ast.js'
import { DeclarationGrammar } from './grammar-declarations.js'
import type { Rule } from './grammar-base.js'
import { nameOf } from './lexer.js'
import * as t from './tokens.js'

/** Looked up once: rules run for every piece of text. */
const W = t.wordsOf(
  'advance array changes dlq end error expect false from given idle map nothing null open partition restart row to true',
  'watermark',
)

/** The step of a test without its table: the lines below it are read one by one. */
export type StepHead =
  | Exclude<ast.TestStep, { kind: 'given' | 'expect' | 'expect changes' | 'expect dlq' }>
  | Extract<ast.TestStep, { kind: 'given' }>
  | (ast.Node & { readonly kind: 'given table'; readonly relations: readonly ast.Name[] })
  | (ast.Node & { readonly kind: 'expect' | 'expect changes'; readonly relation: ast.Name })
  | (ast.Node & { readonly kind: 'expect dlq' })

export interface TableLine<T> extends ast.Node {
  /** null: nothing between two bars. */
  readonly cells: readonly (T | null)[]
  readonly closed: boolean
}

const ROW_KIND = /^[iud]$/i

export class FlowGrammar extends DeclarationGrammar {
  constructor(skipValidations = true) {
    super(skipValidations)
    this.performSelfAnalysis()
  }

  readonly testStep: Rule<StepHead> = this.RULE('testStep', () => {
    const first = this.LA(1)
    return this.OR<StepHead>({
      DEF: [
        { ALT: () => this.SUBRULE(this.given) },
        { ALT: () => this.SUBRULE(this.expect) },
        {
          ALT: () => {
            this.CONSUME(W.watermark)
            const relation = this.SUBRULE(this.name)
            this.CONSUME(W.to)
            const to = this.SUBRULE(this.cell)
            return this.ACTION(() => ({ kind: 'watermark' as const, relation, to, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.advance)
            const by = this.SUBRULE(this.duration)
            return this.ACTION(() => ({ kind: 'advance' as const, by, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.restart)
            return this.ACTION(() => ({ kind: 'restart' as const, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.idle)
            const relation = this.SUBRULE1(this.name)
            let partition: number | null = null
            this.OPTION(() => {
              this.CONSUME(W.partition)
              partition = this.SUBRULE(this.count)
            })
            return this.ACTION(() => ({ kind: 'idle' as const, relation, partition, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.end)
            return this.ACTION(() => ({ kind: 'end' as const, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.open)
            return this.ACTION(() => ({ kind: 'open' as const, span: this.from(first) }))
          },
        },
      ],
      ERR_MSG: 'a test step',
    })
  })

  readonly given: Rule<StepHead> = this.RULE('given', () => {
    const first = this.CONSUME(W.given)
    const relations = this.SUBRULE(this.names)
    let rows: ast.FixtureFile | null = null
    this.OPTION(() => {
      const start = this.CONSUME(W.from)
      const path = this.SUBRULE(this.text)
      this.ACTION(() => {
        rows = { kind: 'file', path, span: this.from(start) }
      })
    })
    return this.ACTION((): StepHead => {
      const span = this.from(first)
      return rows === null ? { kind: 'given table', relations, span } : { kind: 'given', relations, rows, span }
    })
  })

  readonly expect: Rule<StepHead> = this.RULE('expect', () => {
    const first = this.CONSUME(W.expect)
    return this.OR<StepHead>({
      DEF: [
        {
          GATE: () => this.next(W.from, 2),
          ALT: () => {
            this.CONSUME(W.nothing)
            this.CONSUME(W.from)
            const relation = this.SUBRULE(this.name)
            return this.ACTION(() => ({ kind: 'expect nothing' as const, relation, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.changes)
            const relation = this.SUBRULE1(this.name)
            return this.ACTION(() => ({ kind: 'expect changes' as const, relation, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.dlq)
            return this.ACTION(() => ({ kind: 'expect dlq' as const, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.watermark)
            const relation = this.SUBRULE2(this.name)
            const at = this.SUBRULE(this.cell)
            return this.ACTION(() => ({ kind: 'expect watermark' as const, relation, at, span: this.from(first) }))
          },
        },
        {
          GATE: () => this.next(t.Text, 2),
          ALT: () => {
            this.CONSUME(W.error)
            const code = this.SUBRULE(this.text)
            return this.ACTION(() => ({ kind: 'expect error' as const, code, span: this.from(first) }))
          },
        },
        {
          GATE: () => !this.next(W.changes) && !this.next(W.dlq) && !this.next(W.watermark),
          ALT: () => {
            const relation = this.SUBRULE3(this.name)
            return this.ACTION(() => ({ kind: 'expect' as const, relation, span: this.from(first) }))
          },
        },
      ],
      ERR_MSG: "a relation, `changes`, `dlq`, `nothing from`, `watermark` or `error 'FLOW…'`",
    })
  })

  // ---------------------------------------------------------------- tables

  readonly tableHead: Rule<TableLine<ast.ColumnHeadNode>> = this.RULE('tableHead', () => {
    const first = this.LA(1)
    const parts: (ast.ColumnHeadNode | 'bar')[] = []
    this.AT_LEAST_ONE({
      DEF: () => {
        this.SUBRULE(this.bar)
        this.ACTION(() => {
          parts.push('bar')
          if (this.next(t.BarBar, 0)) parts.push('bar')
        })
        this.OPTION(() => parts.push(this.SUBRULE(this.columnHead)))
      },
      ERR_MSG: '`|`',
    })
    return this.ACTION(() => ({ ...cellsOf(parts), span: this.from(first) }))
  })

  readonly columnHead: Rule<ast.ColumnHeadNode> = this.RULE('columnHead', () => {
    const token = this.OR({
      DEF: [
        { ALT: () => this.CONSUME(t.Ident) },
        { ALT: () => this.CONSUME(t.QuotedName) },
        { ALT: () => this.CONSUME(t.AtName) },
        { ALT: () => this.CONSUME(t.Reserved) },
      ],
      ERR_MSG: 'a column name',
    })
    return this.ACTION(() => ({ name: nameOf(token), span: this.of(token) }))
  })

  readonly tableRow: Rule<TableLine<ast.CellNode>> = this.RULE('tableRow', () => {
    const first = this.LA(1)
    const parts: (ast.CellNode | 'bar')[] = []
    this.AT_LEAST_ONE({
      DEF: () => {
        this.SUBRULE(this.bar)
        this.ACTION(() => {
          parts.push('bar')
          if (this.next(t.BarBar, 0)) parts.push('bar')
        })
        this.OPTION(() => parts.push(this.SUBRULE(this.cell)))
      },
      ERR_MSG: '`|`',
    })
    return this.ACTION(() => ({ ...cellsOf(parts), span: this.from(first) }))
  })

  readonly bar: Rule<IToken> = this.RULE('bar', () =>
    this.OR([{ ALT: () => this.CONSUME(t.Bar) }, { ALT: () => this.CONSUME(t.BarBar) }]),
  )

  /** An optional sign and a primary; a row kind such as `+I` is both. */
  readonly cell: Rule<ast.CellNode> = this.RULE('cell', () => {
    const first = this.LA(1)
    return this.OR<ast.CellNode>({
      DEF: [
        {
          ALT: () => {
            const sign = this.CONSUME(t.Additive)
            return this.OR1<ast.CellNode>({
              DEF: [
                {
                  ALT: () => {
                    const number = this.CONSUME(t.NumberToken)
                    return this.ACTION(() => ({
                      kind: 'number' as const,
                      text: sign.image + number.image,
                      span: this.from(first),
                    }))
                  },
                },
                {
                  GATE: () => ROW_KIND.test(this.LA(1).image),
                  ALT: () => {
                    const kind = this.CONSUME(t.Ident)
                    return this.ACTION(() => ({
                      kind: 'row kind' as const,
                      text: sign.image + kind.image.toUpperCase(),
                      span: this.from(first),
                    }))
                  },
                },
              ],
              ERR_MSG: 'a number, or a row kind such as `+I`',
            })
          },
        },
        {
          ALT: () => {
            const token = this.CONSUME1(t.NumberToken)
            return this.ACTION(() => ({ kind: 'number' as const, text: token.image, span: this.of(token) }))
          },
        },
        {
          ALT: () => {
            const text = this.SUBRULE(this.text)
            return this.ACTION(() => ({ kind: 'string' as const, text: text.value, span: text.span }))
          },
        },
        {
          ALT: () => {
            const token = this.OR2([{ ALT: () => this.CONSUME(W.true) }, { ALT: () => this.CONSUME(W.false) }])
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
        {
          // the keyword of a quoted date or time may be left out, and says no more than the column's type
          GATE: () => this.next(t.Text, 2),
          ALT: () => {
            const literal = this.SUBRULE(this.typedLiteral)
            return this.ACTION(() => ({
              kind: 'string' as const,
              text: literal.kind === 'typed literal' ? literal.value.value : '',
              span: literal.span,
            }))
          },
        },
        {
          GATE: () => this.next(t.LBracket, 2),
          ALT: () => {
            const kind = this.OR3([{ ALT: () => this.CONSUME(W.array) }, { ALT: () => this.CONSUME(W.map) }])
            this.CONSUME(t.LBracket)
            const items = this.SUBRULE(this.cells)
            this.CONSUME(t.RBracket)
            return this.ACTION(() => ({ kind: kind.image.toLowerCase() as 'array' | 'map', items, span: this.from(first) }))
          },
        },
        {
          GATE: () => this.next(t.LParen, 2),
          ALT: () => {
            this.CONSUME(W.row)
            this.CONSUME1(t.LParen)
            const fields = this.OR4<{ readonly items: readonly ast.CellNode[]; readonly names?: readonly ast.Name[] }>([
              { GATE: () => this.next(t.Equal, 2), ALT: () => this.SUBRULE(this.namedCells) },
              {
                ALT: () => {
                  const items = this.SUBRULE1(this.cells)
                  return { items }
                },
              },
            ])
            this.CONSUME1(t.RParen)
            return this.ACTION(() => ({ kind: 'row' as const, ...fields, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            const token = this.CONSUME1(t.Ident)
            return this.ACTION(() => ({ kind: 'word' as const, text: token.image, span: this.of(token) }))
          },
        },
      ],
      ERR_MSG: 'a value such as `7`, `-1.50`, `null` or a text in quotes',
    })
  })

  readonly namedCell: Rule<{ readonly name: ast.Name; readonly cell: ast.CellNode }> = this.RULE('namedCell', () => {
    const name = this.SUBRULE(this.name)
    this.CONSUME(t.Equal)
    const cell = this.SUBRULE(this.cell)
    return { name, cell }
  })

  /** `id = 1, zip = null`: the fields of a row by their names. */
  readonly namedCells: Rule<{ readonly items: readonly ast.CellNode[]; readonly names: readonly ast.Name[] }> = this.RULE(
    'namedCells',
    () => {
      const all = [this.SUBRULE(this.namedCell)]
      this.MANY(() => {
        this.CONSUME(t.Comma)
        all.push(this.SUBRULE1(this.namedCell))
      })
      return this.ACTION(() => ({ items: all.map((c) => c.cell), names: all.map((c) => c.name) }))
    },
  )

  readonly cells: Rule<readonly ast.CellNode[]> = this.RULE('cells', () => {
    const items: ast.CellNode[] = []
    this.OPTION(() => {
      items.push(this.SUBRULE(this.cell))
      this.MANY(() => {
        this.CONSUME(t.Comma)
        items.push(this.SUBRULE1(this.cell))
      })
    })
    return items
  })
}

function cellsOf<T>(parts: readonly (T | 'bar')[]): { cells: (T | null)[]; closed: boolean } {
  const cells: (T | null)[] = []
  let waiting = false
  for (const part of parts) {
    if (part !== 'bar') {
      cells.push(part)
      waiting = false
    } else {
      if (waiting) cells.push(null)
      waiting = true
    }
  }
  return { cells, closed: parts.at(-1) === 'bar' }
}

let parser: FlowGrammar | undefined
export const grammar = (): FlowGrammar => (parser ??= new FlowGrammar())
