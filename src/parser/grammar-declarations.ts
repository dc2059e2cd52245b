// The grammar of what stands before the block of a declaration, or of all of it where there is none.
import type * as ast from '../surface/ast.js'
import type { Rule } from './grammar-base.js'
import { SourceGrammar } from './grammar-sources.js'
import * as t from './tokens.js'

/** Looked up once: rules run for every piece of text. */
const W = t.wordsOf(
  'append catalog connection fn for from import in jar java kafka key let locally param pipeline primary returns',
  'schema sink sql stream table tap test time to topic type upsert',
)

/** An `fn` without the block of a function of Java. */
export interface FnHead extends Pick<ast.FnDecl, 'name' | 'parameters' | 'returns'> {
  readonly body: { readonly kind: 'macro'; readonly expr: ast.ExprNode } | { readonly kind: 'java'; readonly className: ast.Text }
}

export class DeclarationGrammar extends SourceGrammar {
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

  readonly sinkHead: Rule<Pick<ast.SinkDecl, 'target' | 'relation' | 'mode' | 'modeSpan'>> = this.RULE('sinkHead', () => {
    this.CONSUME(W.sink)
    const first = this.LA(1)
    const target = this.OR<ast.SinkDecl['target']>({
      DEF: [
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
      ],
      ERR_MSG: "`kafka 'topic'` or `CATALOG.NAMESPACE.TABLE`",
    })
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

  readonly importPipeline: Rule<Pick<ast.ImportPipelineDecl, 'pipeline' | 'names' | 'from'>> = this.RULE('importPipeline', () => {
    this.CONSUME(W.import)
    this.CONSUME(W.pipeline)
    const pipeline = this.SUBRULE(this.name)
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
    return { pipeline, names, from: this.SUBRULE(this.text) }
  })

  // ---------------------------------------------------------------- values, types, functions

  readonly paramDeclaration: Rule<Pick<ast.ParamDecl, 'name' | 'type' | 'default'>> = this.RULE('paramDeclaration', () => {
    this.CONSUME(W.param)
    const name = this.SUBRULE(this.name)
    const type = this.SUBRULE(this.type)
    let value: ast.ParamDecl['default'] = null
    this.OPTION(() => {
      this.CONSUME(t.Equal)
      value = this.OR<ast.ParamDecl['default']>([
        {
          GATE: () => this.next(t.NumberToken) && t.isName(this.LA(2)),
          ALT: () => ({ kind: 'duration', duration: this.SUBRULE(this.duration) }),
        },
        { ALT: () => ({ kind: 'expression', expr: this.SUBRULE(this.expression) }) },
      ])
    })
    return { name, type, default: value }
  })

  readonly typeDeclaration: Rule<Pick<ast.TypeDecl, 'name' | 'type'>> = this.RULE('typeDeclaration', () => {
    this.CONSUME(W.type)
    const name = this.SUBRULE(this.name)
    this.CONSUME(t.Equal)
    return { name, type: this.SUBRULE(this.type) }
  })

  readonly fnDeclaration: Rule<FnHead> = this.RULE('fnDeclaration', () => {
    this.CONSUME(W.fn)
    const name = this.SUBRULE(this.name)
    this.CONSUME(t.LParen)
    const parameters: ast.FieldNode[] = []
    this.OPTION(() => {
      parameters.push(this.SUBRULE(this.field))
      this.MANY({
        GATE: () => !this.next(t.RParen, 2),
        DEF: () => {
          this.CONSUME(t.Comma)
          parameters.push(this.SUBRULE1(this.field))
        },
      })
      this.OPTION1(() => this.CONSUME1(t.Comma))
    })
    this.CONSUME(t.RParen)
    let returns: ast.FnDecl['returns'] = null
    this.OPTION2(() => {
      returns = this.SUBRULE(this.innerType)
    })
    const body = this.OR<FnHead['body']>({
      DEF: [
        {
          ALT: () => {
            this.CONSUME(t.Equal)
            return { kind: 'macro', expr: this.SUBRULE(this.expression) }
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.from)
            this.CONSUME(W.java)
            return { kind: 'java', className: this.SUBRULE(this.text) }
          },
        },
      ],
      ERR_MSG: "`= expression` or `from java 'class'`",
    })
    return { name, parameters, returns, body }
  })

  readonly fnProperty: Rule<ast.FnProperty> = this.RULE('fnProperty', () => {
    const first = this.LA(1)
    return this.OR<ast.FnProperty>({
      DEF: [
        {
          ALT: () => {
            this.CONSUME(W.jar)
            const path = this.SUBRULE(this.text)
            return this.ACTION(() => ({ kind: 'jar' as const, path, span: this.from(first) }))
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.locally)
            const expr = this.SUBRULE(this.expression)
            return this.ACTION(() => ({ kind: 'locally' as const, expr, span: this.from(first) }))
          },
        },
      ],
      ERR_MSG: "`jar 'path'` or `locally expression`",
    })
  })

  // ---------------------------------------------------------------- sql, tap, for

  readonly sqlDeclaration: Rule<Pick<ast.SqlDecl, 'name' | 'inputs' | 'returns' | 'time' | 'primaryKey' | 'body'>> = this.RULE(
    'sqlDeclaration',
    () => {
      this.CONSUME(W.sql)
      const name = this.SUBRULE(this.name)
      this.CONSUME(t.LParen)
      let inputs: readonly ast.Name[] = []
      this.OPTION(() => {
        inputs = this.SUBRULE(this.names)
      })
      this.CONSUME(t.RParen)
      this.CONSUME(W.returns)
      this.CONSUME1(t.LParen)
      const returns: ast.FieldNode[] = [this.SUBRULE(this.field)]
      this.MANY({
        GATE: () => !this.next(t.RParen, 2),
        DEF: () => {
          this.CONSUME(t.Comma)
          returns.push(this.SUBRULE1(this.field))
        },
      })
      this.OPTION1(() => this.CONSUME1(t.Comma))
      this.CONSUME1(t.RParen)
      let time: ast.Name | null = null
      let primaryKey: readonly ast.Name[] | null = null
      this.OPTION2(() => {
        this.CONSUME(W.time)
        time = this.SUBRULE1(this.name)
      })
      this.OPTION3(() => {
        this.CONSUME(W.primary)
        this.CONSUME(W.key)
        primaryKey = this.SUBRULE1(this.names)
      })
      this.CONSUME(t.Equal)
      const block = this.CONSUME(t.Block)
      const body = this.ACTION(() => ({ value: block.image.slice(3, -3), span: this.of(block) }))
      return { name, inputs, returns, time, primaryKey, body }
    },
  )

  readonly tapDeclaration: Rule<Pick<ast.TapDecl, 'relation' | 'topic'>> = this.RULE('tapDeclaration', () => {
    this.CONSUME(W.tap)
    const relation = this.SUBRULE(this.name)
    this.CONSUME(W.to)
    this.CONSUME(W.kafka)
    return { relation, topic: this.SUBRULE(this.text) }
  })

  readonly forHead: Rule<Pick<ast.ForDecl, 'variable' | 'values'>> = this.RULE('forHead', () => {
    this.CONSUME(W.for)
    const variable = this.SUBRULE(this.name)
    this.CONSUME(W.in)
    this.CONSUME(t.LBracket)
    const values: ast.Text[] = []
    this.OPTION(() => {
      values.push(this.SUBRULE(this.text))
      this.MANY({
        GATE: () => !this.next(t.RBracket, 2),
        DEF: () => {
          this.CONSUME(t.Comma)
          values.push(this.SUBRULE1(this.text))
        },
      })
      this.OPTION1(() => this.CONSUME1(t.Comma))
    })
    this.CONSUME(t.RBracket)
    return { variable, values }
  })
}
