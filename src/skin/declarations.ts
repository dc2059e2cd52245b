// Declarations that have a name: each becomes a constant. What belongs to the pipeline is in pipelines.ts.
import type * as ast from '../surface/ast.js'
import { call, type Entry, list, object, options, quoted, template } from './code.js'
import { duration } from './durations.js'
import { operand, value, type Env } from './expressions.js'
import { Inexpressible, relation, text, textCode, type Module, type OfKind } from './module.js'
import { commented, pipelineProperties } from './pipelines.js'
import { query } from './queries.js'
import { columnCode, paramCode } from './scope.js'
import { source } from './sources.js'
import { fields, inner, type } from './types.js'

/** Kinds that make an object; the others belong to the pipeline, import something, or are written out before. */
export type Named = Exclude<
  ast.Declaration,
  | ast.SinkDecl
  | ast.TestDecl
  | ast.TapDecl
  | ast.TopicDecl
  | ast.ImportDecl
  | ast.ImportPipelineDecl
  | ast.ForDecl
  | ast.BrokenDecl
>
type Of<K extends Named['kind']> = OfKind<Named, K>

export const named = (m: Module, d: Named): string => PRINTERS[d.kind](m, d as never)

const PRINTERS: { readonly [K in Named['kind']]: (m: Module, d: Of<K>) => string } = {
  pipeline: (m, d) => call(m.use('pipeline'), quoted(d.name.text), pipelineProperties(m, d)),
  connection: (m, d) => call(m.use('connection'), quoted(d.name.text), quoted(d.connector.text), configProperties(m, d)),
  catalog: (m, d) => {
    if (d.connector.text !== 'iceberg') throw new Inexpressible(d.connector, `a catalog of \`${d.connector.text}\``)
    return call(m.use('catalog'), quoted(d.name.text), configProperties(m, d))
  },
  schema: (m, d) => call(m.use('schema'), quoted(d.name.text), fields(m, d.fields)),
  source: (m, d) => call(m.use(d.relation), quoted(d.name.text), source(m, d)),
  query: (m, d) => call(m.use(d.relation === 'let' ? 'relation' : d.relation), quoted(d.name.text), query(m, d)),
  param: (m, d) => call(m.use('param'), quoted(d.name.text), type(m, d.type), defaultOf(m, d)),
  type: (m, d) => call(m.use('namedType'), quoted(d.name.text), type(m, d.type)),
  fn: (m, d) => fn(m, d),
  sql: (m, d) =>
    call(
      m.use('sql'),
      quoted(d.name.text),
      options({
        inputs: list(d.inputs.map((i) => relation(m, i))),
        returns: fields(m, d.returns),
        time: d.time === null ? null : quoted(d.time.text),
        primaryKey: d.primaryKey === null ? null : list(d.primaryKey.map((c) => quoted(c.text))),
      }),
      d.body.value.includes('${') ? text(m, d.body) : template(d.body.value),
    ),
}

function configProperties(m: Module, d: ast.ConnectionDecl | ast.CatalogDecl): string {
  return commented(m, d, d.properties, (p): Entry => {
    if (!/^[a-z][a-z0-9]*(?: [a-z][a-z0-9]*)*$/.test(p.name.text))
      throw new Inexpressible(p.name, `a property called \`${p.name.text}\``)
    return { key: p.name.text.replace(/ ([a-z0-9])/g, (_, c: string) => c.toUpperCase()), code: config(m, p.value) }
  })
}

function config(m: Module, node: ast.ConfigValueNode): string {
  switch (node.kind) {
    case 'text':
      return textCode(m, node.value, node)
    case 'number':
      if (!/^(?:0|[1-9][0-9]{0,14})$/.test(node.value)) throw new Inexpressible(node, `the number ${node.value}`)
      return node.value
    case 'env':
    case 'secret':
      return call(m.use(node.kind), quoted(node.name))
  }
}

/** Values of params stay as they are written: no other param is in them. */
function defaultOf(m: Module, d: ast.ParamDecl): string {
  if (d.default === null) return ''
  if (d.default.kind === 'duration') return duration(m, d.default.duration)
  const { expr } = d.default
  return expr.kind === 'null' ? 'null' : expr.kind === 'string' ? quoted(expr.value) : operand(expr, rootEnv(m))
}

const rootEnv = (m: Module): Env => ({ m, rows: null, resolve: () => null, param: () => null })

// ---------------------------------------------------------------- functions

function fn(m: Module, d: ast.FnDecl): string {
  const parameters = fields(m, d.parameters)
  const { body, returns } = d
  if (body.kind === 'macro') {
    const lambda = bodyOf(m, d, body.expr)
    const result = returns === null ? '' : options({ returns: inner(m, returns.type, returns.notNull) })
    return call(m.use('fn'), quoted(d.name.text), parameters, lambda, result)
  }
  if (returns === null) throw new Inexpressible(d, 'a function of Java without a type')
  const how = commented(m, d, body.properties, (p) => FN_PROPERTIES[p.kind](m, p as never, d))
  const first = object([{ key: 'class', code: text(m, body.className) }])
  const all = how === '' ? first : `${first.slice(0, -1)}${how.slice(1)}`
  return call(m.use('fnFromJava'), quoted(d.name.text), parameters, inner(m, returns.type, returns.notNull), all)
}

type FnPropertyOf<K extends ast.FnProperty['kind']> = OfKind<ast.FnProperty, K>
const FN_PROPERTIES: {
  readonly [K in ast.FnProperty['kind']]: (m: Module, p: FnPropertyOf<K>, d: ast.FnDecl) => Entry
} = {
  jar: (m, p) => ({ key: 'jar', code: text(m, p.path) }),
  locally: (m, p, d) => ({ key: 'locally', code: bodyOf(m, d, p.expr) }),
}

type Path = Extract<ast.ExprNode, { kind: 'path' }>

/** The parameters are one object: `(p) => p.amount.times(p.rate)`. */
function bodyOf(m: Module, d: ast.FnDecl, expr: ast.ExprNode): string {
  const name = m.names.local('p')
  const known = new Set(d.parameters.map((f) => f.name.text))
  let used = false
  const isParam = (node: Path): boolean =>
    node.names.length === 1 && !known.has(node.names[0]!.text) && m.bindings.get(node.names[0]!.text)?.meaning.kind === 'param'
  const env: Env = {
    m,
    rows: null,
    param: (node) => (isParam(node) ? m.refer(node.names[0]!, ['param']).code : null),
    resolve: (node) => {
      const [first] = node.names
      if (known.has(first!.text)) {
        used = true
        return columnCode(name, node.names)
      }
      return isParam(node) ? paramCode(m, first!) : null
    },
  }
  const code = value(expr, env)
  return `(${used ? name : ''}) => ${code}`
}
