// The grammar of what stands in the block of a declaration: one rule a property, chosen by its first word.
import type { IToken } from 'chevrotain'
import type * as ast from '../surface/ast.js'
import { ClauseGrammar } from './grammar-clauses.js'
import type { Rule } from './grammar-base.js'
import { countOf } from './units.js'
import * as t from './tokens.js'

/** Looked up once: rules run for every piece of text. */
const W = t.wordsOf(
  'align as at batch by checkpoint cleanup compact delete dlq drift env every exactly false for format insync key',
  'least max mb message min mini once owner parallelism partition partitions replicas retention s secret sla throughput',
  'time true tuning version watermarks with zone',
)

export class PropertyGrammar extends ClauseGrammar {
  readonly count: Rule<number> = this.RULE('count', () => {
    const token = this.OR({ DEF: [{ ALT: () => this.CONSUME(t.NumberToken) }], ERR_MSG: 'a whole number' })
    return this.ACTION(() => countOf(token.image, this.of(token), this.complain))
  })

  // ---------------------------------------------------------------- pipeline

  readonly pipelineProperty: Rule<ast.PipelineProperty> = this.RULE('pipelineProperty', () => {
    const first = this.LA(1)
    return this.OR<ast.PipelineProperty>({
      DEF: [
        {
          ALT: () => {
            this.CONSUME(W.owner)
            const value = this.SUBRULE(this.text)
            return this.ACTION(() => ({ kind: 'owner' as const, value, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.dlq)
            const value = this.SUBRULE1(this.text)
            return this.ACTION(() => ({ kind: 'dlq' as const, value, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.time)
            this.CONSUME(W.zone)
            const value = this.SUBRULE2(this.text)
            return this.ACTION(() => ({ kind: 'time zone' as const, value, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.sla)
            const value = this.SUBRULE(this.duration)
            return this.ACTION(() => ({ kind: 'sla' as const, value, span: this.from(first) }))
          },
        },
        { ALT: () => this.SUBRULE(this.checkpoint) },
        { ALT: () => this.SUBRULE(this.tuning) },
      ],
      ERR_MSG: 'a pipeline property',
    })
  })

  readonly checkpoint: Rule<ast.PipelineProperty> = this.RULE('checkpoint', () => {
    const first = this.CONSUME(W.checkpoint)
    this.CONSUME(W.every)
    const every = this.SUBRULE(this.duration)
    let mode: 'exactly-once' | 'at-least-once' = 'exactly-once'
    this.OPTION(() => {
      this.OR([
        { ALT: () => this.CONSUME(W.exactly) },
        {
          ALT: () => {
            this.CONSUME(W.at)
            this.CONSUME(W.least)
            mode = 'at-least-once'
          },
        },
      ])
      this.CONSUME(W.once)
    })
    return this.ACTION(() => ({ kind: 'checkpoint' as const, every, mode, span: this.from(first) }))
  })

  readonly tuning: Rule<ast.PipelineProperty> = this.RULE('tuning', () => {
    const first = this.CONSUME(W.tuning)
    this.CONSUME(t.LBrace)
    const items: ast.TuningNode[] = []
    this.OPTION(() => {
      items.push(this.SUBRULE(this.tuningItem))
      this.MANY({
        GATE: () => this.goesOn(),
        DEF: () => {
          this.CONSUME(t.Comma)
          items.push(this.SUBRULE1(this.tuningItem))
        },
      })
      this.OPTION1(() => this.CONSUME1(t.Comma))
    })
    this.CONSUME(t.RBrace)
    return this.ACTION(() => ({ kind: 'tuning' as const, items, span: this.from(first) }))
  })

  readonly tuningItem: Rule<ast.TuningNode> = this.RULE('tuningItem', () => {
    const first = this.LA(1)
    const timed = (kind: 'mini batch' | 'align drift' | 'watermarks every', duration: ast.DurationNode): ast.TuningNode =>
      this.ACTION(() => ({ kind, duration, span: this.from(first) }))
    return this.OR<ast.TuningNode>({
      DEF: [
        {
          ALT: () => {
            this.CONSUME(W.mini)
            this.CONSUME(W.batch)
            return timed('mini batch', this.SUBRULE(this.duration))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.align)
            this.CONSUME(W.drift)
            return timed('align drift', this.SUBRULE1(this.duration))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.watermarks)
            this.CONSUME(W.every)
            return timed('watermarks every', this.SUBRULE2(this.duration))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.parallelism)
            const count = this.SUBRULE(this.count)
            return this.ACTION(() => ({ kind: 'parallelism' as const, count, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.max)
            this.CONSUME1(W.parallelism)
            const count = this.SUBRULE1(this.count)
            return this.ACTION(() => ({ kind: 'max parallelism' as const, count, span: this.from(first) }))
          },
        },
      ],
      ERR_MSG: '`mini batch`, `align drift`, `parallelism`, `max parallelism` or `watermarks every`',
    })
  })

  // ---------------------------------------------------------------- connection, catalog

  readonly configProperty: Rule<ast.ConfigProperty> = this.RULE('configProperty', () => {
    const first = this.LA(1)
    const words: IToken[] = []
    this.AT_LEAST_ONE({
      // `env` and `secret` begin a value only before `(`
      GATE: () => !this.next(t.LParen, 2),
      DEF: () => words.push(this.CONSUME(t.Ident)),
      ERR_MSG: 'the name of a setting',
    })
    const name = this.ACTION(() => ({ text: words.map((x) => x.image).join(' '), span: this.from(first) }))
    const value = this.SUBRULE(this.configValue)
    return this.ACTION(() => ({ name, value, span: this.from(first) }))
  })

  readonly configValue: Rule<ast.ConfigValueNode> = this.RULE('configValue', () => {
    const first = this.LA(1)
    return this.OR<ast.ConfigValueNode>({
      DEF: [
        {
          ALT: () => {
            const text = this.SUBRULE(this.text)
            return this.ACTION(() => ({ kind: 'text' as const, ...text }))
          },
        },
        {
          ALT: () => {
            const token = this.CONSUME(t.NumberToken)
            return this.ACTION(() => ({ kind: 'number' as const, value: token.image, span: this.of(token) }))
          },
        },
        {
          ALT: () => {
            const token = this.OR1([{ ALT: () => this.CONSUME(W.true) }, { ALT: () => this.CONSUME(W.false) }])
            return this.ACTION(() => ({ kind: 'text' as const, value: token.image.toLowerCase(), span: this.of(token) }))
          },
        },
        {
          ALT: () => {
            const token = this.OR2([{ ALT: () => this.CONSUME(W.env) }, { ALT: () => this.CONSUME(W.secret) }])
            this.CONSUME(t.LParen)
            const name = this.SUBRULE1(this.text)
            this.CONSUME(t.RParen)
            return this.ACTION(() => ({
              kind: token.image.toLowerCase() as 'env' | 'secret',
              name: name.value,
              span: this.from(first),
            }))
          },
        },
      ],
      ERR_MSG: "a text, a number, `env('NAME')` or `secret('NAME')`",
    })
  })

  // ---------------------------------------------------------------- topic

  /** `2 MB/s` */
  readonly throughput: Rule<number> = this.RULE('throughput', () => {
    const number = this.OR({ DEF: [{ ALT: () => this.CONSUME(t.NumberToken) }], ERR_MSG: 'a throughput such as `2 MB/s`' })
    this.CONSUME(W.mb)
    this.CONSUME(t.Slash)
    this.CONSUME(W.s)
    return this.ACTION(() => Number(number.image))
  })

  readonly topicProperty: Rule<ast.TopicProperty> = this.RULE('topicProperty', () => {
    const first = this.LA(1)
    return this.OR<ast.TopicProperty>({
      DEF: [
        {
          ALT: () => {
            this.CONSUME(W.throughput)
            const megabytes = this.SUBRULE(this.throughput)
            return this.ACTION(() => ({ kind: 'throughput' as const, megabytes, span: this.from(first) }))
          },
        },
        { ALT: () => this.SUBRULE(this.partitions) },
        {
          ALT: () => {
            this.CONSUME(W.replicas)
            const count = this.SUBRULE(this.count)
            return this.ACTION(() => ({ kind: 'replicas' as const, count, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.min)
            this.CONSUME(W.insync)
            const count = this.SUBRULE1(this.count)
            return this.ACTION(() => ({ kind: 'min insync' as const, count, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.retention)
            const duration = this.SUBRULE(this.duration)
            return this.ACTION(() => ({ kind: 'retention' as const, duration, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.cleanup)
            const policy = this.OR1({
              DEF: [{ ALT: () => this.CONSUME(W.delete) }, { ALT: () => this.CONSUME(W.compact) }],
              ERR_MSG: '`delete` or `compact`',
            })
            return this.ACTION(() => ({
              kind: 'cleanup' as const,
              policy: policy.image.toLowerCase() as 'delete' | 'compact',
              span: this.from(first),
            }))
          },
        },
      ],
      ERR_MSG: 'a topic property',
    })
  })

  readonly partitions: Rule<ast.TopicProperty> = this.RULE('partitions', () => {
    const first = this.CONSUME(W.partitions)
    return this.OR<ast.TopicProperty>({
      DEF: [
        {
          ALT: () => {
            this.CONSUME(W.for)
            const megabytes = this.SUBRULE(this.throughput)
            return this.ACTION(() => ({ kind: 'partitions for' as const, megabytes, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            const count = this.SUBRULE(this.count)
            return this.ACTION(() => ({ kind: 'partitions' as const, count, span: this.from(first) }))
          },
        },
      ],
      ERR_MSG: 'a whole number or `for 2 MB/s`',
    })
  })

  // ---------------------------------------------------------------- shared by sources and sinks

  readonly messageKey: Rule<ast.SinkProperty & { kind: 'message key' }> = this.RULE('messageKey', () => {
    const first = this.CONSUME(W.message)
    this.CONSUME(W.key)
    const columns = this.SUBRULE(this.names)
    let format: ast.Name | null = null
    this.OPTION(() => {
      this.CONSUME(W.as)
      format = this.SUBRULE(this.name)
    })
    return this.ACTION(() => ({ kind: 'message key' as const, columns, format, span: this.from(first) }))
  })

  readonly with: Rule<ast.WithClause> = this.RULE('with', () => {
    const first = this.CONSUME(W.with)
    this.CONSUME(t.LBrace)
    const options: { name: ast.Text; value: ast.Text }[] = []
    this.OPTION(() => {
      options.push(this.SUBRULE(this.withOption))
      this.MANY({
        GATE: () => this.goesOn(),
        DEF: () => {
          this.CONSUME(t.Comma)
          options.push(this.SUBRULE1(this.withOption))
        },
      })
      this.OPTION1(() => this.CONSUME1(t.Comma))
    })
    this.CONSUME(t.RBrace)
    return this.ACTION(() => ({ kind: 'with' as const, options, span: this.from(first) }))
  })

  readonly withOption: Rule<{ name: ast.Text; value: ast.Text }> = this.RULE('withOption', () => {
    const name = this.SUBRULE(this.text)
    this.CONSUME(t.Equal)
    return { name, value: this.SUBRULE1(this.text) }
  })

  // ---------------------------------------------------------------- sink

  readonly sinkProperty: Rule<ast.SinkProperty> = this.RULE('sinkProperty', () => {
    const first = this.LA(1)
    return this.OR<ast.SinkProperty>({
      DEF: [
        { ALT: () => this.SUBRULE(this.messageKey) },
        {
          ALT: () => {
            this.CONSUME(W.key)
            const columns = this.SUBRULE(this.names)
            return this.ACTION(() => ({ kind: 'key' as const, columns, span: this.from(first) }))
          },
        },
        { ALT: () => this.SUBRULE(this.partitionBy) },
        { ALT: () => this.SUBRULE(this.sinkFormat) },
        { ALT: () => this.SUBRULE(this.topicProperty) },
        { ALT: () => this.SUBRULE(this.with) },
      ],
      ERR_MSG: 'a sink property',
    })
  })

  readonly sinkFormat: Rule<ast.SinkProperty> = this.RULE('sinkFormat', () => {
    const first = this.CONSUME(W.format)
    return this.OR<ast.SinkProperty>({
      DEF: [
        {
          GATE: () => this.next(t.NumberToken, 2),
          ALT: () => {
            this.CONSUME(W.version)
            const version = this.SUBRULE(this.count)
            return this.ACTION(() => ({ kind: 'format version' as const, version, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            const format = this.SUBRULE(this.name)
            return this.ACTION(() => ({ kind: 'format' as const, format, span: this.from(first) }))
          },
        },
      ],
      ERR_MSG: 'a format such as `avro`, or `version 2`',
    })
  })

  readonly partitionBy: Rule<ast.SinkProperty> = this.RULE('partitionBy', () => {
    const first = this.CONSUME(W.partition)
    this.CONSUME(W.by)
    const parts: ast.PartitionNode[] = [this.SUBRULE(this.partition)]
    this.MANY(() => {
      this.CONSUME(t.Comma)
      parts.push(this.SUBRULE1(this.partition))
    })
    return this.ACTION(() => ({ kind: 'partition by' as const, parts, span: this.from(first) }))
  })

  /** `region`, `days(created_at)`, `bucket(16, id)` or `bucket(id, 16)`. */
  readonly partition: Rule<ast.PartitionNode> = this.RULE('partition', () => {
    const first = this.LA(1)
    const head = this.SUBRULE(this.name)
    let column: ast.Name | null = null
    let parameter: number | null = null
    this.OPTION(() => {
      this.CONSUME(t.LParen)
      this.OPTION1(() => {
        parameter = this.SUBRULE(this.count)
        this.CONSUME(t.Comma)
      })
      column = this.SUBRULE1(this.name)
      this.OPTION2({
        GATE: () => parameter === null,
        DEF: () => {
          this.CONSUME1(t.Comma)
          parameter = this.SUBRULE1(this.count)
        },
      })
      this.CONSUME(t.RParen)
    })
    return this.ACTION(() => ({
      transform: column === null ? 'identity' : head.text.toLowerCase(),
      column: column ?? head,
      parameter,
      span: this.from(first),
    }))
  })
}
