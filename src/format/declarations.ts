// Declarations, one each, without the comments around them.
import type * as ast from '../surface/ast.js'
import { bracesDoc, blockDoc, openingComment, type Braces, type Property } from './blocks.js'
import { behind, group, hardline, indent, join, line, literalline, type Doc } from './doc.js'
import { bracketList, expressionDoc } from './expressions.js'
import { clauseDoc } from './clauses.js'
import { ignoreLines } from './ignores.js'
import { aliased, durationText, nameText, namesText, pathText, text } from './names.js'
import type { Origin, Range } from './origin.js'
import { lines, run } from './pieces.js'
import { configProperty, fnProperty, pipelineProperty, sinkProperty, sourceClause, topicProperty } from './properties.js'
import { stepDoc } from './test-steps.js'
import { docLines, fieldDoc, fieldList, typeDoc } from './types.js'

/** Every kind that is printed from its tree; what could not be read is printed as it stands. */
export type Printable = Exclude<ast.Declaration, ast.BrokenDecl>

/** Prints the declarations of a body. */
export type PrintBody = (declarations: readonly ast.Declaration[], start: number, end: number) => Doc

/** `end`: behind the comments that belong to the end of a query. */
export function declarationDoc(o: Origin, d: Printable, end: number, body: PrintBody): Doc {
  const range = o.range(d)
  const block = (head: Doc, properties: readonly Property[]): Doc => blockDoc(o, head, bracesOf(o, range), properties)
  /** A block that says nothing is left out. */
  const optional = (head: Doc, properties: readonly Property[]): Doc => {
    const braces = bracesOf(o, range)
    return properties.length === 0 && o.peek(braces.open, range.end).length === 0 ? head : blockDoc(o, head, braces, properties)
  }
  switch (d.kind) {
    case 'pipeline':
      return block(
        `pipeline ${nameText(o, d.name)}`,
        d.properties.map((p) => pipelineProperty(o, p)),
      )
    case 'connection':
    case 'catalog':
      return block(
        `${d.kind} ${nameText(o, d.name)} ${nameText(o, d.connector)}`,
        d.properties.map((p) => configProperty(o, p)),
      )
    case 'topic':
      return block(
        `topic ${text(d.topic)}`,
        d.properties.map((p) => topicProperty(o, p)),
      )
    case 'schema':
      return schemaDoc(o, d, range)
    case 'source': {
      const head = `${d.relation} ${nameText(o, d.name)} ${sourceText(o, d.from)}`
      return optional(
        head,
        d.clauses.map((c) => sourceClause(o, c)),
      )
    }
    case 'sink': {
      const target = d.target.kind === 'kafka' ? `kafka ${text(d.target.topic)}` : pathText(o, d.target.path)
      return optional(
        `sink ${target} from ${nameText(o, d.relation)} ${d.mode}`,
        d.properties.map((p) => sinkProperty(o, p)),
      )
    }
    case 'query':
      return queryDoc(o, d, range, end)
    case 'test': {
      const pieces = d.steps.map((step) => ({ ...o.range(step), print: () => stepDoc(o, step) }))
      return bracesDoc(o, `test ${text(d.title)} for ${nameText(o, d.pipeline)}`, bracesOf(o, range), pieces)
    }
    case 'import':
      return importDoc(o, 'import', d, range)
    case 'import pipeline':
      return importDoc(o, `import pipeline ${nameText(o, d.pipeline)}`, d, range)
    case 'param':
      return paramDoc(o, d)
    case 'type':
      return [`type ${nameText(o, d.name)} = `, typeDoc(o, d.type)]
    case 'fn':
      return fnDoc(o, d, range)
    case 'sql':
      return sqlDoc(o, d, range)
    case 'tap':
      return `tap ${nameText(o, d.relation)} to kafka ${text(d.topic)}`
    case 'for': {
      const braces = bracesOf(o, range)
      const values = d.values.map((v) => ({ ...o.range(v), print: () => text(v) }))
      const head = [
        `for ${nameText(o, d.variable)} in `,
        bracketList(o, '[', values, ']', { start: o.range(d.variable).end, end: braces.open }),
      ]
      const opened = openingComment(o, range.start, braces.open, firstOf(o, d.body, braces.end))
      const inner = body(d.body, braces.open + 1, braces.end - 1)
      return [head, ' {', opened === null ? '' : behind(opened), indent([hardline, inner]), hardline, '}']
    }
  }
}

const firstOf = (o: Origin, nodes: readonly ast.Node[], otherwise: number): number =>
  nodes.length === 0 ? otherwise : o.range(nodes[0]!).start

/** The braces of a declaration: the last pair, which its last token closes. */
function bracesOf(o: Origin, { start, end }: Range): Braces {
  const open = o.find('{', start, end)
  return { begin: start, open: open < 0 ? end : open, end }
}

function schemaDoc(o: Origin, d: ast.SchemaDecl, range: Range): Doc {
  const width = Math.max(0, ...d.fields.map((f) => nameText(o, f.name).length))
  const pieces = d.fields.map((field, i) => ({
    ...o.range(field),
    documented: true,
    print: (): Doc => [
      docLines(o, field.doc).map((l) => [l, hardline]),
      fieldDoc(o, field, width),
      i === d.fields.length - 1 ? '' : ',',
    ],
  }))
  return bracesDoc(o, `schema ${nameText(o, d.name)}`, bracesOf(o, range), pieces)
}

function sourceText(o: Origin, from: ast.SourceDecl['from']): string {
  switch (from.kind) {
    case 'kafka': {
      const topics = from.topics.map(text)
      const list = topics.length === 1 && !from.pattern ? topics[0]! : `(${topics.join(', ')})`
      return [
        'from kafka',
        ...(from.connection === null ? [] : [nameText(o, from.connection)]),
        from.pattern ? `pattern ${topics[0]!}` : list,
        ...(from.compacted ? ['compacted'] : []),
      ].join(' ')
    }
    case 'files':
      return `from files ${text(from.path)}`
    case 'cdc':
      return `from cdc ${nameText(o, from.connection)} ${text(from.table)}${from.events ? ' as events' : ''}`
    case 'iceberg':
      return `from iceberg ${pathText(o, from.path)}`
    case 'every':
      return `every ${durationText(o, from.period)}`
  }
}

function queryDoc(o: Origin, d: ast.QueryDecl, range: Range, end: number): Doc {
  const first = firstOf(o, d.clauses, range.end)
  const equal = Math.max(o.find('=', o.range(d.name).end, first), range.start)
  const opened = openingComment(o, range.start, equal, first)
  const pieces = d.clauses.map((clause) => ({ ...o.range(clause), print: () => [ignoreLines(clause), clauseDoc(o, clause)] }))
  return [
    `${d.relation} ${nameText(o, d.name)} =`,
    opened === null ? '' : behind(opened),
    indent([hardline, lines(run(o, pieces, equal, end, false))]),
  ]
}

function importDoc(o: Origin, head: string, d: Pick<ast.ImportDecl, 'names' | 'from'>, range: Range): Doc {
  const names = d.names.map((n) => ({
    start: o.range(n.name).start,
    end: o.range(n.alias ?? n.name).end,
    print: () => aliased(o, n.name, n.alias),
  }))
  const open = Math.max(o.find('{', range.start, range.end), range.start)
  const close = o.find('}', open, range.end)
  const list = bracketList(o, '{', names, '}', { start: open, end: close < 0 ? range.end : close }, '', line)
  return [head, ' ', list, ` from ${text(d.from)}`]
}

function paramDoc(o: Origin, d: ast.ParamDecl): Doc {
  const head = [`param ${nameText(o, d.name)} `, typeDoc(o, d.type)]
  if (d.default === null) return head
  const value = d.default.kind === 'duration' ? durationText(o, d.default.duration) : expressionDoc(o, d.default.expr)
  return [head, ' = ', value]
}

function fnDoc(o: Origin, d: ast.FnDecl, range: Range): Doc {
  const { body, returns } = d
  const inside = {
    start: o.range(d.name).end,
    end:
      returns !== null
        ? o.range(returns.type).start
        : body.kind === 'macro'
          ? o.range(body.expr).start
          : o.range(body.className).start,
  }
  // before the parameters take what stands behind them
  const first = o.range(body.kind === 'macro' ? body.expr : body.className).start
  const equals = body.kind === 'macro' ? o.find('=', o.range(returns?.type ?? d.parameters.at(-1) ?? d.name).end, first) : -1
  const opened = equals < 0 ? null : openingComment(o, equals, equals, first)
  const head: Doc = [
    `fn ${nameText(o, d.name)}`,
    fieldList(o, '(', d.parameters, ')', inside),
    returns === null ? '' : [' ', typeDoc(o, returns.type), returns.notNull ? ' not null' : ''],
  ]
  if (body.kind === 'macro') {
    return group([head, ' =', opened === null ? '' : behind(opened), indent([line, expressionDoc(o, body.expr)])])
  }
  const java = [head, ` from java ${text(body.className)}`]
  const braces = bracesOf(o, range)
  if (body.properties.length === 0 && o.peek(braces.open, range.end).length === 0) return java
  return blockDoc(
    o,
    java,
    braces,
    body.properties.map((p) => fnProperty(o, p)),
  )
}

function sqlDoc(o: Origin, d: ast.SqlDecl, range: Range): Doc {
  const inside = { start: o.range(d.inputs.at(-1) ?? d.name).end, end: o.range(d.time ?? d.primaryKey?.[0] ?? d.body).start }
  return [
    `sql ${nameText(o, d.name)} (${namesText(o, d.inputs)}) returns `,
    d.returns.length === 0 ? '()' : fieldList(o, '(', d.returns, ')', { ...inside, start: Math.min(inside.start, range.end) }),
    d.time === null ? '' : ` time ${nameText(o, d.time)}`,
    d.primaryKey === null ? '' : ` primary key ${namesText(o, d.primaryKey)}`,
    ' = """',
    join(literalline, d.body.value.split('\n')),
    '"""',
  ]
}
