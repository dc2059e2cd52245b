// The grammar of query clauses and of what they share with sources: durations, `late`.
import { EOF } from 'chevrotain'
import type * as ast from '../surface/ast.js'
import type { Rule } from './grammar-base.js'
import { ExpressionGrammar } from './grammar-expressions.js'
import { durationOf, isUnit } from './units.js'
import * as t from './tokens.js'

/** Looked up once: rules run for every piece of text. */
const W = t.wordsOf(
  'accept all as at by count dlq else extend from group having idle join late left offset on select',
  'strict to tumble union where window',
)

export class ClauseGrammar extends ExpressionGrammar {
  /** A trailing comma is fine: the list goes on only if something of it follows. */
  protected goesOn(): boolean {
    return this.next(t.Comma) && !this.next(EOF, 2) && !this.next(t.RBrace, 2) && !this.clauseAt(2)
  }

  /** A clause word that the next token makes a clause: after a comma only two tokens tell it from a column. */
  protected clauseAt(at: number): boolean {
    if (this.next(W.from, at) || this.next(W.where, at) || this.next(W.select, at) || this.next(W.having, at)) return true
    if (this.next(W.group, at)) return this.next(W.by, at + 1)
    if (this.next(W.union, at)) return this.next(W.all, at + 1)
    if (this.next(W.left, at)) return this.next(W.join, at + 1)
    return false
  }

  readonly clauses: Rule<readonly ast.Clause[]> = this.RULE('clauses', () => {
    const list: ast.Clause[] = []
    this.finished = list
    this.AT_LEAST_ONE({ DEF: () => list.push(this.SUBRULE(this.clause)), ERR_MSG: 'a clause' })
    return list
  })

  readonly clause: Rule<ast.Clause> = this.RULE('clause', () =>
    this.OR<ast.Clause>({
      DEF: [
        { ALT: () => this.SUBRULE(this.fromClause) },
        { ALT: () => this.SUBRULE(this.whereClause) },
        { ALT: () => this.SUBRULE(this.joinClause) },
        { ALT: () => this.SUBRULE(this.windowClause) },
        { ALT: () => this.SUBRULE(this.groupClause) },
        { ALT: () => this.SUBRULE(this.selectClause) },
        { ALT: () => this.SUBRULE(this.extendClause) },
        { ALT: () => this.SUBRULE(this.unionClause) },
      ],
      ERR_MSG: 'a clause',
    }),
  )

  readonly fromClause: Rule<ast.FromClause> = this.RULE('fromClause', () => {
    const first = this.CONSUME(W.from)
    const relation = this.SUBRULE(this.name)
    const alias = this.SUBRULE(this.alias)
    return this.ACTION(() => ({ kind: 'from' as const, relation, alias, span: this.from(first) }))
  })

  readonly alias: Rule<ast.Name | null> = this.RULE('alias', () => {
    let alias: ast.Name | null = null
    this.OPTION(() => {
      this.CONSUME(W.as)
      alias = this.SUBRULE(this.name)
    })
    return alias
  })

  readonly whereClause: Rule<ast.WhereClause> = this.RULE('whereClause', () => {
    const first = this.CONSUME(W.where)
    const condition = this.SUBRULE(this.expression)
    let reject: ast.WhereClause['reject'] = null
    this.OPTION(() => {
      const start = this.CONSUME(W.else)
      this.CONSUME(W.dlq)
      const reason = this.SUBRULE(this.text)
      this.ACTION(() => {
        reject = { reason, span: this.from(start) }
      })
    })
    return this.ACTION(() => ({ kind: 'where' as const, condition, reject, span: this.from(first) }))
  })

  readonly joinClause: Rule<ast.JoinClause> = this.RULE('joinClause', () => {
    const first = this.LA(1)
    let side: 'inner' | 'left' = 'inner'
    this.OPTION(() => {
      this.CONSUME(W.left)
      side = 'left'
    })
    this.CONSUME(W.join)
    const relation = this.SUBRULE(this.name)
    const alias = this.SUBRULE(this.alias)
    this.CONSUME(W.at)
    const at = this.SUBRULE(this.expression)
    this.CONSUME(W.on)
    const on = this.SUBRULE1(this.expression)
    let late: ast.LateNode | null = null
    this.OPTION1(() => {
      late = this.SUBRULE(this.late)
    })
    return this.ACTION(() => ({ kind: 'join' as const, side, relation, alias, at, on, late, span: this.from(first) }))
  })

  readonly late: Rule<ast.LateNode> = this.RULE('late', () => {
    const first = this.CONSUME(W.late)
    let strict = false
    this.OPTION(() => {
      this.CONSUME(W.strict)
      strict = true
    })
    const action = this.OR<ast.LateNode['action']>({
      DEF: [
        {
          ALT: () => {
            this.CONSUME(W.to)
            this.CONSUME(W.dlq)
            return { kind: 'dlq' }
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.as)
            return { kind: 'as', name: this.SUBRULE(this.name) }
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.count)
            return { kind: 'count' }
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.accept)
            return { kind: 'accept' }
          },
        },
      ],
      ERR_MSG: '`to dlq`, `as NAME`, `count` or `accept`',
    })
    return this.ACTION(() => ({ strict, action, span: this.from(first) }))
  })

  readonly windowClause: Rule<ast.WindowClause> = this.RULE('windowClause', () => {
    const first = this.CONSUME(W.window)
    const start = this.CONSUME(W.tumble)
    const size = this.SUBRULE(this.duration)
    let offset: ast.DurationNode | null = null
    let late: ast.LateNode | null = null
    this.OPTION(() => {
      this.CONSUME(W.offset)
      offset = this.SUBRULE1(this.duration)
    })
    const window = this.ACTION(() => ({ kind: 'tumble' as const, size, offset, span: this.from(start) }))
    this.OPTION1(() => {
      late = this.SUBRULE(this.late)
    })
    return this.ACTION(() => ({ kind: 'window' as const, window, late, span: this.from(first) }))
  })

  readonly groupClause: Rule<ast.GroupClause> = this.RULE('groupClause', () => {
    const first = this.CONSUME(W.group)
    this.CONSUME(W.by)
    const keys: ast.ExprNode[] = []
    this.OR([
      {
        // `group by ()`: one group over everything
        GATE: () => this.next(t.RParen, 2),
        ALT: () => {
          this.CONSUME(t.LParen)
          this.CONSUME(t.RParen)
        },
      },
      {
        ALT: () => {
          keys.push(this.SUBRULE(this.expression))
          this.MANY({
            GATE: () => this.goesOn(),
            DEF: () => {
              this.CONSUME(t.Comma)
              keys.push(this.SUBRULE1(this.expression))
            },
          })
          this.OPTION(() => this.CONSUME1(t.Comma))
        },
      },
    ])
    this.CONSUME(W.select)
    const items = this.SUBRULE(this.selectItems)
    let having: ast.ExprNode | null = null
    this.OPTION1(() => {
      this.CONSUME(W.having)
      having = this.SUBRULE2(this.expression)
    })
    return this.ACTION(() => ({ kind: 'group' as const, keys, items, having, span: this.from(first) }))
  })

  readonly selectClause: Rule<ast.SelectClause> = this.RULE('selectClause', () => {
    const first = this.CONSUME(W.select)
    const items = this.SUBRULE(this.selectItems)
    return this.ACTION(() => ({ kind: 'select' as const, items, span: this.from(first) }))
  })

  readonly selectItems: Rule<readonly ast.SelectItem[]> = this.RULE('selectItems', () => {
    const items: ast.SelectItem[] = [this.SUBRULE(this.selectItem)]
    this.MANY({
      GATE: () => this.goesOn(),
      DEF: () => {
        this.CONSUME(t.Comma)
        items.push(this.SUBRULE1(this.selectItem))
      },
    })
    this.OPTION(() => this.CONSUME1(t.Comma))
    return items
  })

  readonly selectItem: Rule<ast.SelectItem> = this.RULE('selectItem', () => {
    const first = this.LA(1)
    return this.OR<ast.SelectItem>({
      DEF: [
        {
          ALT: () => {
            this.CONSUME(t.Star)
            return this.ACTION(() => ({ kind: 'star' as const, qualifier: null, span: this.from(first) }))
          },
        },
        {
          GATE: () => this.next(t.Dot, 2) && this.next(t.Star, 3),
          ALT: () => {
            const qualifier = this.SUBRULE(this.name)
            this.CONSUME(t.Dot)
            this.CONSUME1(t.Star)
            return this.ACTION(() => ({ kind: 'star' as const, qualifier, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            const expr = this.SUBRULE(this.expression)
            const alias = this.SUBRULE(this.alias)
            return this.ACTION(() => ({ kind: 'item' as const, expr, alias, span: this.from(first) }))
          },
        },
      ],
      ERR_MSG: 'a column or an expression',
    })
  })

  readonly extendClause: Rule<ast.ExtendClause> = this.RULE('extendClause', () => {
    const first = this.CONSUME(W.extend)
    const items = [this.SUBRULE(this.extendItem)]
    this.MANY({
      GATE: () => this.goesOn(),
      DEF: () => {
        this.CONSUME(t.Comma)
        items.push(this.SUBRULE1(this.extendItem))
      },
    })
    this.OPTION(() => this.CONSUME1(t.Comma))
    return this.ACTION(() => ({ kind: 'extend' as const, items, span: this.from(first) }))
  })

  readonly extendItem: Rule<ast.ExtendClause['items'][number]> = this.RULE('extendItem', () => {
    const first = this.LA(1)
    const name = this.SUBRULE(this.name)
    this.CONSUME(t.Equal)
    const expr = this.SUBRULE(this.expression)
    return this.ACTION(() => ({ name, expr, span: this.from(first) }))
  })

  readonly unionClause: Rule<ast.UnionClause> = this.RULE('unionClause', () => {
    const first = this.CONSUME(W.union)
    this.CONSUME(W.all)
    const relation = this.SUBRULE(this.name)
    return this.ACTION(() => ({ kind: 'union' as const, relation, span: this.from(first) }))
  })

  /** `5 minutes`. The unit is any word here: an unknown one has its own message. */
  /** `5 minutes`, or the name of a param. */
  readonly duration: Rule<ast.DurationNode> = this.RULE('duration', () =>
    this.OR<ast.DurationNode>({
      DEF: [
        {
          ALT: () => {
            const number = this.CONSUME(t.NumberToken)
            const unit = this.OR1({ DEF: [{ ALT: () => this.CONSUME(t.Ident) }], ERR_MSG: 'a unit such as `minutes`' })
            return this.ACTION(() => {
              const span = this.from(number)
              const read = durationOf(number.image, { text: unit.image, span: this.of(unit) }, span, this.complain)
              return { ...read, param: null, span }
            })
          },
        },
        {
          // a word of the clause itself (the duration was left out), and `five minutes`, are no names of params
          GATE: () => !this.next(W.late) && !this.next(W.offset) && !this.next(W.idle) && !isUnit(this.LA(2).image),
          ALT: () => {
            const param = this.SUBRULE(this.name)
            return this.ACTION(() => ({ milliseconds: 0, written: param.text, param, span: param.span }))
          },
        },
      ],
      ERR_MSG: 'a duration such as `5 minutes`',
    }),
  )
}
