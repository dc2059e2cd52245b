// The grammar of heads of declarations and of source clauses.
import type * as ast from '../surface/ast.js'
import type { Rule } from './grammar-base.js'
import { PropertyGrammar } from './grammar-properties.js'
import * as t from './tokens.js'

/** Looked up once: rules run for every piece of text. */
const W = t.wordsOf(
  'after append as at by catalog cdc commit connection earliest epoch file files for format from',
  'idle import kafka key late latest let metadata micros millis never pipeline primary registry',
  'schema seconds sink start stream subject table test time topic upsert version',
)

export class DeclarationGrammar extends PropertyGrammar {
  // ---------------------------------------------------------------- heads

  readonly pipelineHead: Rule<ast.Name> = this.RULE('pipelineHead', () => {
    this.CONSUME(W.pipeline)
    return this.SUBRULE(this.name)
  })

  readonly connectionHead: Rule<{ name: ast.Name; connector: ast.Name }> = this.RULE('connectionHead', () => {
    this.OR([{ ALT: () => this.CONSUME(W.connection) }, { ALT: () => this.CONSUME(W.catalog) }])
    const name = this.SUBRULE(this.name)
    return { name, connector: this.SUBRULE1(this.name) }
  })

  readonly schemaHead: Rule<ast.Name> = this.RULE('schemaHead', () => {
    this.CONSUME(W.schema)
    return this.SUBRULE(this.name)
  })

  readonly topicHead: Rule<ast.Text> = this.RULE('topicHead', () => {
    this.CONSUME(W.topic)
    return this.SUBRULE(this.text)
  })

  readonly testHead: Rule<{ title: ast.Text; pipeline: ast.Name }> = this.RULE('testHead', () => {
    this.CONSUME(W.test)
    const title = this.SUBRULE(this.text)
    this.CONSUME(W.for)
    return { title, pipeline: this.SUBRULE(this.name) }
  })

  readonly queryHead: Rule<ast.Name> = this.RULE('queryHead', () => {
    this.OR([{ ALT: () => this.CONSUME(W.stream) }, { ALT: () => this.CONSUME(W.table) }, { ALT: () => this.CONSUME(W.let) }])
    const name = this.SUBRULE(this.name)
    this.CONSUME(t.Equal)
    return name
  })

  readonly sourceHead: Rule<{ name: ast.Name; from: ast.SourceDecl['from'] }> = this.RULE('sourceHead', () => {
    this.OR([{ ALT: () => this.CONSUME(W.stream) }, { ALT: () => this.CONSUME(W.table) }])
    const name = this.SUBRULE(this.name)
    this.CONSUME(W.from)
    const first = this.LA(1)
    const from = this.OR1<ast.SourceDecl['from']>({
      DEF: [
        {
          ALT: () => {
            this.CONSUME(W.kafka)
            const topic = this.SUBRULE(this.text)
            return this.ACTION(() => ({ kind: 'kafka' as const, topic, span: this.from(first) }))
          },
        },
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
            return this.ACTION(() => ({ kind: 'cdc' as const, connection, table, span: this.from(first) }))
          },
        },
      ],
      ERR_MSG: "`kafka 'topic'`, `files 'path'` or `cdc CONNECTION 'table'`",
    })
    return { name, from }
  })

  readonly sinkHead: Rule<Pick<ast.SinkDecl, 'target' | 'relation' | 'mode' | 'modeSpan'>> = this.RULE('sinkHead', () => {
    this.CONSUME(W.sink)
    const first = this.LA(1)
    const target = this.OR<ast.SinkDecl['target']>([
      {
        GATE: () => this.next(t.Text, 2) || this.next(t.DoubleQuoted, 2),
        ALT: () => {
          this.CONSUME(W.kafka)
          const topic = this.SUBRULE(this.text)
          return this.ACTION(() => ({ kind: 'kafka' as const, topic, span: this.from(first) }))
        },
      },
      {
        ALT: () => {
          const path = this.SUBRULE(this.path)
          return this.ACTION(() => ({ kind: 'catalog' as const, path, span: this.from(first) }))
        },
      },
    ])
    this.CONSUME(W.from)
    const relation = this.SUBRULE(this.name)
    const mode = this.OR1({
      DEF: [{ ALT: () => this.CONSUME(W.append) }, { ALT: () => this.CONSUME(W.upsert) }],
      ERR_MSG: '`append` or `upsert`',
    })
    return this.ACTION(() => ({
      target,
      relation,
      mode: mode.image.toLowerCase() as 'append' | 'upsert',
      modeSpan: this.from(mode),
    }))
  })

  readonly importDeclaration: Rule<Pick<ast.ImportDecl, 'names' | 'from'>> = this.RULE('importDeclaration', () => {
    this.CONSUME(W.import)
    this.CONSUME(t.LBrace)
    const names = [this.SUBRULE(this.importName)]
    this.MANY({
      GATE: () => this.goesOn(),
      DEF: () => {
        this.CONSUME(t.Comma)
        names.push(this.SUBRULE1(this.importName))
      },
    })
    this.OPTION(() => this.CONSUME1(t.Comma))
    this.CONSUME(t.RBrace)
    this.CONSUME(W.from)
    return { names, from: this.SUBRULE(this.text) }
  })

  readonly importName: Rule<ast.ImportDecl['names'][number]> = this.RULE('importName', () => {
    const name = this.SUBRULE(this.name)
    return { name, alias: this.SUBRULE(this.alias) }
  })

  // ---------------------------------------------------------------- sources

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
    let at: ast.Text | null = null
    const position = this.OR({
      DEF: [
        { ALT: () => this.CONSUME(W.earliest) },
        { ALT: () => this.CONSUME(W.latest) },
        {
          ALT: () => {
            const token = this.CONSUME(W.at)
            at = this.SUBRULE(this.text)
            return token
          },
        },
      ],
      ERR_MSG: "`earliest`, `latest` or `at '2026-01-01 00:00:00'`",
    })
    return this.ACTION(() => ({
      kind: 'start' as const,
      position: position.image.toLowerCase() as 'earliest' | 'latest' | 'at',
      at,
      span: this.from(first),
    }))
  })
}
