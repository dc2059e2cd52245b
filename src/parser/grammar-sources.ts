// The grammar of sources: the head, and one rule a source clause.
import type * as ast from '../surface/ast.js'
import type { Rule } from './grammar-base.js'
import { PropertyGrammar } from './grammar-properties.js'
import * as t from './tokens.js'

/** Looked up once: rules run for every piece of text. */
const W = t.wordsOf(
  'after as at by cdc commit committed compacted deletes dlq earliest else epoch events every fail file files format from',
  'header headers history iceberg idle invalid kafka key late latest leader meta metadata micros millis never offset',
  'parallelism partition pattern primary registry schema seconds snapshot start stream subject table then time timestamp',
  'to topic type until version',
)

type Instant = ast.Text | ast.Name

export class SourceGrammar extends PropertyGrammar {
  readonly sourceHead: Rule<{ name: ast.Name; from: ast.SourceDecl['from'] }> = this.RULE('sourceHead', () => {
    this.OR([{ ALT: () => this.CONSUME(W.stream) }, { ALT: () => this.CONSUME(W.table) }])
    const name = this.SUBRULE(this.name)
    const from = this.OR1<ast.SourceDecl['from']>({
      DEF: [
        {
          ALT: () => {
            this.CONSUME(W.from)
            return this.SUBRULE(this.system)
          },
        },
        {
          ALT: () => {
            const first = this.CONSUME(W.every)
            const period = this.SUBRULE(this.duration)
            return this.ACTION(() => ({ kind: 'every' as const, period, span: this.from(first) }))
          },
        },
      ],
      ERR_MSG: '`from` or `every`',
    })
    return { name, from }
  })

  readonly system: Rule<ast.SourceDecl['from']> = this.RULE('system', () => {
    const first = this.LA(1)
    return this.OR<ast.SourceDecl['from']>({
      DEF: [
        { ALT: () => this.SUBRULE(this.kafka) },
        {
          ALT: () => {
            this.CONSUME(W.files)
            const path = this.SUBRULE1(this.text)
            return this.ACTION(() => ({ kind: 'files' as const, path, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.cdc)
            const connection = this.SUBRULE1(this.name)
            const table = this.SUBRULE2(this.text)
            let events = false
            this.OPTION(() => {
              this.CONSUME(W.as)
              this.CONSUME(W.events)
              events = true
            })
            return this.ACTION(() => ({ kind: 'cdc' as const, connection, table, events, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.iceberg)
            const path = this.SUBRULE(this.path)
            return this.ACTION(() => ({ kind: 'iceberg' as const, path, span: this.from(first) }))
          },
        },
      ],
      ERR_MSG: "`kafka 'topic'`, `files 'path'`, `cdc CONNECTION 'table'` or `iceberg CATALOG.TABLE`",
    })
  })

  /** `kafka 'a'`, `kafka ('a', 'b')`, `kafka pattern 'a\\..*'`, `kafka second 'a'`, `kafka 'a' compacted`. */
  readonly kafka: Rule<ast.SourceDecl['from']> = this.RULE('kafka', () => {
    const first = this.CONSUME(W.kafka)
    const topics: ast.Text[] = []
    let pattern = false
    let compacted = false
    let connection: ast.Name | null = null
    this.OPTION({
      // a name alone is a topic without its quotes
      GATE: () =>
        this.next(t.LParen, 2) ||
        (this.next(t.Text, 2) && !this.next(W.pattern)) ||
        (this.next(W.pattern, 2) && this.next(t.Text, 3)),
      DEF: () => {
        connection = this.SUBRULE(this.name)
      },
    })
    this.OR({
      DEF: [
        {
          ALT: () => {
            this.CONSUME(t.LParen)
            topics.push(this.SUBRULE(this.text))
            this.MANY({
              GATE: () => !this.next(t.RParen, 2),
              DEF: () => {
                this.CONSUME(t.Comma)
                topics.push(this.SUBRULE1(this.text))
              },
            })
            this.OPTION1(() => this.CONSUME1(t.Comma))
            this.CONSUME(t.RParen)
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.pattern)
            topics.push(this.SUBRULE2(this.text))
            pattern = true
          },
        },
        { ALT: () => topics.push(this.SUBRULE3(this.text)) },
      ],
      ERR_MSG: "a topic such as `'sales.orders'`",
    })
    this.OPTION2(() => {
      this.CONSUME(W.compacted)
      compacted = true
    })
    return this.ACTION(() => ({ kind: 'kafka' as const, topics, pattern, connection, compacted, span: this.from(first) }))
  })

  readonly sourceClause: Rule<ast.SourceClause> = this.RULE('sourceClause', () => {
    const first = this.LA(1)
    return this.OR<ast.SourceClause>({
      DEF: [
        { ALT: () => this.SUBRULE(this.schemaClause) },
        {
          ALT: () => {
            this.CONSUME(W.primary)
            this.CONSUME(W.key)
            const columns = this.SUBRULE(this.names)
            return this.ACTION(() => ({ kind: 'primary key' as const, columns, span: this.from(first) }))
          },
        },
        { ALT: () => this.SUBRULE(this.messageKey) },
        { ALT: () => this.SUBRULE(this.timeClause) },
        { ALT: () => this.SUBRULE(this.startClause) },
        { ALT: () => this.SUBRULE(this.untilClause) },
        { ALT: () => this.SUBRULE(this.historyClause) },
        { ALT: () => this.SUBRULE(this.metaClause) },
        { ALT: () => this.SUBRULE(this.invalidClause) },
        {
          ALT: () => {
            this.CONSUME(W.parallelism)
            const count = this.SUBRULE(this.count)
            return this.ACTION(() => ({ kind: 'parallelism' as const, count, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.snapshot)
            this.CONSUME(W.at)
            const column = this.SUBRULE1(this.name)
            return this.ACTION(() => ({ kind: 'snapshot at' as const, column, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.deletes)
            this.CONSUME(W.never)
            return this.ACTION(() => ({ kind: 'deletes never' as const, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            const late = this.SUBRULE(this.late)
            return this.ACTION(() => ({ kind: 'late' as const, late, span: late.span }))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.format)
            const format = this.SUBRULE(this.name)
            return this.ACTION(() => ({ kind: 'format' as const, format, span: this.from(first) }))
          },
        },
        { ALT: () => this.SUBRULE(this.with) },
      ],
      ERR_MSG: 'a source clause',
    })
  })

  readonly schemaClause: Rule<ast.SchemaClause> = this.RULE('schemaClause', () => {
    const first = this.CONSUME(W.schema)
    const source = this.OR<ast.SchemaClause['source']>({
      DEF: [
        {
          ALT: () => {
            this.CONSUME(W.registry)
            let subject: ast.Text | null = null
            let version: number | null = null
            this.OPTION(() => {
              this.CONSUME(W.subject)
              subject = this.SUBRULE(this.text)
            })
            this.OPTION1(() => {
              this.CONSUME(W.version)
              version = this.SUBRULE(this.count)
            })
            return this.ACTION(() => ({ kind: 'registry' as const, subject, version }))
          },
        },
        {
          GATE: () => this.next(t.Text, 2) || this.next(t.DoubleQuoted, 2),
          ALT: () => {
            this.CONSUME(W.file)
            return { kind: 'file', path: this.SUBRULE1(this.text) }
          },
        },
        { GATE: () => !this.next(W.registry), ALT: () => ({ kind: 'named', name: this.SUBRULE(this.name) }) },
      ],
      ERR_MSG: "`registry`, `file 'x.avsc'` or the name of a `schema`",
    })
    return this.ACTION(() => ({ kind: 'schema' as const, source, span: this.from(first) }))
  })

  readonly timeClause: Rule<ast.TimeClause> = this.RULE('timeClause', () => {
    const first = this.CONSUME(W.time)
    const time = this.SUBRULE(this.timeSource)
    let lateBy: ast.DurationNode | null = null
    let idle: ast.TimeClause['idle'] = null
    this.OPTION(() => {
      this.CONSUME(W.late)
      this.CONSUME(W.by)
      lateBy = this.SUBRULE(this.duration)
    })
    this.OPTION1(() => {
      this.OPTION2(() => this.CONSUME(t.Comma))
      idle = this.SUBRULE(this.idle)
    })
    return this.ACTION(() => ({ kind: 'time' as const, time, lateBy, idle, span: this.from(first) }))
  })

  readonly timeSource: Rule<ast.TimeClause['time']> = this.RULE('timeSource', () => {
    const first = this.LA(1)
    return this.OR<ast.TimeClause['time']>({
      DEF: [
        {
          GATE: () => !this.next(t.Dot, 2) && !this.next(W.as, 2),
          ALT: () => {
            this.CONSUME(W.commit)
            return this.ACTION(() => ({ kind: 'commit' as const, span: this.from(first) }))
          },
        },
        {
          GATE: () => this.next(t.LParen, 2),
          ALT: () => {
            this.CONSUME(W.metadata)
            this.CONSUME(t.LParen)
            const key = this.SUBRULE(this.text)
            this.CONSUME(t.RParen)
            return this.ACTION(() => ({ kind: 'metadata' as const, key, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            const path = this.SUBRULE(this.path)
            let as: 'epoch millis' | 'epoch seconds' | 'epoch micros' | null = null
            this.OPTION(() => {
              this.CONSUME(W.as)
              const unit = this.SUBRULE(this.epochUnit)
              as = this.ACTION(() => `epoch ${unit}` as const)
            })
            return this.ACTION(() => ({ kind: 'column' as const, path, as, span: this.from(first) }))
          },
        },
      ],
      ERR_MSG: "a column, `commit` or `metadata('timestamp')`",
    })
  })

  readonly epochUnit: Rule<'millis' | 'seconds' | 'micros'> = this.RULE('epochUnit', () => {
    this.CONSUME(W.epoch)
    const unit = this.OR({
      DEF: [{ ALT: () => this.CONSUME(W.millis) }, { ALT: () => this.CONSUME(W.seconds) }, { ALT: () => this.CONSUME(W.micros) }],
      ERR_MSG: '`millis`, `seconds` or `micros`',
    })
    return this.ACTION(() => unit.image.toLowerCase() as 'millis' | 'seconds' | 'micros')
  })

  readonly idle: Rule<NonNullable<ast.TimeClause['idle']>> = this.RULE('idle', () => {
    const first = this.CONSUME(W.idle)
    let after: ast.DurationNode | null = null
    this.OR({
      DEF: [
        {
          ALT: () => {
            this.CONSUME(W.after)
            after = this.SUBRULE(this.duration)
          },
        },
        { ALT: () => this.CONSUME(W.never) },
      ],
      ERR_MSG: '`after 1 minute` or `never`',
    })
    return this.ACTION(() => ({ after, span: this.from(first) }))
  })

  readonly startClause: Rule<ast.SourceClause> = this.RULE('startClause', () => {
    const first = this.CONSUME(W.start)
    let at: Instant | null = null
    let otherwise: 'earliest' | 'latest' | null = null
    const position = this.OR({
      DEF: [
        { ALT: () => this.CONSUME(W.earliest) },
        { ALT: () => this.CONSUME(W.latest) },
        {
          ALT: () => {
            const token = this.CONSUME(W.committed)
            this.OPTION(() => {
              this.CONSUME(W.else)
              const other = this.OR1({
                DEF: [{ ALT: () => this.CONSUME1(W.earliest) }, { ALT: () => this.CONSUME1(W.latest) }],
                ERR_MSG: '`earliest` or `latest`',
              })
              otherwise = this.ACTION(() => other.image.toLowerCase() as 'earliest' | 'latest')
            })
            return token
          },
        },
        {
          ALT: () => {
            const token = this.CONSUME(W.at)
            at = this.SUBRULE(this.instant)
            return token
          },
        },
      ],
      ERR_MSG: "`earliest`, `latest`, `committed` or `at '2026-01-01 00:00:00'`",
    })
    return this.ACTION(() => ({
      kind: 'start' as const,
      position: position.image.toLowerCase() as ast.StartClause['position'],
      otherwise,
      at,
      span: this.from(first),
    }))
  })

  /** An instant in quotes, or the name of a param that holds one. */
  readonly instant: Rule<Instant> = this.RULE('instant', () =>
    this.OR<Instant>({
      DEF: [
        { ALT: () => this.SUBRULE(this.text) },
        { GATE: () => !this.next(t.DoubleQuoted), ALT: () => this.SUBRULE(this.name) },
      ],
      ERR_MSG: "an instant such as `'2026-01-01 00:00:00'`",
    }),
  )

  readonly untilClause: Rule<ast.SourceClause> = this.RULE('untilClause', () => {
    const first = this.CONSUME(W.until)
    let at: Instant | null = null
    const position = this.OR({
      DEF: [
        { ALT: () => this.CONSUME(W.latest) },
        {
          ALT: () => {
            const token = this.CONSUME(W.at)
            at = this.SUBRULE(this.instant)
            return token
          },
        },
      ],
      ERR_MSG: "`latest` or `at '2026-01-01 00:00:00'`",
    })
    return this.ACTION(() => ({
      kind: 'until' as const,
      position: position.image.toLowerCase() as 'latest' | 'at',
      at,
      span: this.from(first),
    }))
  })

  readonly historyClause: Rule<ast.SourceClause> = this.RULE('historyClause', () => {
    const first = this.CONSUME(W.history)
    this.CONSUME(W.from)
    this.CONSUME(W.iceberg)
    const path = this.SUBRULE(this.path)
    this.CONSUME(W.until)
    const until = this.SUBRULE(this.instant)
    this.CONSUME(W.then)
    this.CONSUME(W.kafka)
    return this.ACTION(() => ({ kind: 'history' as const, path, until, span: this.from(first) }))
  })

  readonly metaClause: Rule<ast.SourceClause> = this.RULE('metaClause', () => {
    const first = this.CONSUME(W.meta)
    this.CONSUME(t.LBrace)
    const items: ast.MetaNode[] = []
    this.OPTION(() => {
      items.push(this.SUBRULE(this.metaItem))
      this.MANY({
        GATE: () => this.goesOn(),
        DEF: () => {
          this.CONSUME(t.Comma)
          items.push(this.SUBRULE1(this.metaItem))
        },
      })
      this.OPTION1(() => this.CONSUME1(t.Comma))
    })
    this.CONSUME(t.RBrace)
    return this.ACTION(() => ({ kind: 'meta' as const, items, span: this.from(first) }))
  })

  /** `off = offset`, `trace = header 'traceparent' as text` */
  readonly metaItem: Rule<ast.MetaNode> = this.RULE('metaItem', () => {
    const first = this.LA(1)
    const name = this.SUBRULE(this.name)
    this.CONSUME(t.Equal)
    let header: ast.Text | null = null
    let as: ast.Name | null = null
    let kind: ast.MetaNode['key'] | undefined
    const token = this.OR({
      DEF: [
        { ALT: () => this.CONSUME(W.topic) },
        { ALT: () => this.CONSUME(W.partition) },
        { ALT: () => this.CONSUME(W.offset) },
        { ALT: () => this.CONSUME(W.headers) },
        {
          ALT: () => {
            const word = this.CONSUME(W.timestamp)
            this.OPTION(() => {
              this.CONSUME(W.type)
              kind = 'timestamp type'
            })
            return word
          },
        },
        {
          ALT: () => {
            const word = this.CONSUME(W.leader)
            this.CONSUME(W.epoch)
            kind = 'leader epoch'
            return word
          },
        },
        {
          ALT: () => {
            const word = this.CONSUME(W.header)
            header = this.SUBRULE(this.text)
            return word
          },
        },
      ],
      ERR_MSG: "`offset`, `partition`, `topic`, `timestamp`, `headers` or `header 'name'`",
    })
    this.OPTION1(() => {
      this.CONSUME(W.as)
      as = this.SUBRULE1(this.name)
    })
    return this.ACTION(() => ({
      name,
      key: kind ?? (token.image.toLowerCase() as ast.MetaNode['key']),
      header,
      as,
      span: this.from(first),
    }))
  })

  readonly invalidClause: Rule<ast.SourceClause> = this.RULE('invalidClause', () => {
    const first = this.CONSUME(W.invalid)
    const action = this.OR<'fail' | 'to dlq'>({
      DEF: [
        {
          ALT: () => {
            this.CONSUME(W.fail)
            return 'fail'
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.to)
            this.CONSUME(W.dlq)
            return 'to dlq'
          },
        },
      ],
      ERR_MSG: '`fail` or `to dlq`',
    })
    return this.ACTION(() => ({ kind: 'invalid' as const, action, span: this.from(first) }))
  })
}
