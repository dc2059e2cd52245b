// Types: `decimal(18, 2) not null` → `t.decimal(18, 2).notNull()`.
import type { FieldNode, TypeNode } from '../surface/ast.js'
import { call, object, prose } from './code.js'
import { parts } from './comments.js'
import { Inexpressible, type Module } from './module.js'

/** Names of types, as a program may write them, and how `t` calls them. */
const TYPES: Readonly<Record<string, string>> = {
  tinyint: 'tinyint',
  smallint: 'smallint',
  int: 'int',
  integer: 'int',
  bigint: 'bigint',
  float: 'float',
  double: 'double',
  'double precision': 'double',
  decimal: 'decimal',
  dec: 'decimal',
  numeric: 'decimal',
  boolean: 'boolean',
  char: 'char',
  varchar: 'varchar',
  string: 'string',
  binary: 'binary',
  varbinary: 'varbinary',
  bytes: 'bytes',
  date: 'date',
  time: 'time',
  timestamp: 'timestamp',
  timestamp_ltz: 'timestampLtz',
  duration: 'duration',
}
/** Without a length they are these. */
const UNSIZED: Readonly<Record<string, string>> = { varchar: 'string', varbinary: 'bytes' }

export function type(m: Module, node: TypeNode): string {
  const t = (name: string, ...args: readonly string[]): string => call(`${m.use('t')}.${name}`, ...args)
  switch (node.kind) {
    case 'named': {
      const name = TYPES[node.name.toLowerCase()]
      if (name !== undefined)
        return t(node.parameters.length === 0 ? (UNSIZED[name] ?? name) : name, ...node.parameters.map(String))
      if (m.bindings.get(node.name)?.meaning.kind !== 'type' || node.parameters.length > 0)
        throw new Inexpressible(node, `the type \`${node.name}\``)
      return `${m.refer({ text: node.name, span: node.span }, ['type']).code}()`
    }
    case 'array':
    case 'multiset':
      return t(node.kind, inner(m, node.element, node.elementNotNull))
    case 'map':
      return t('map', inner(m, node.key, node.keyNotNull), inner(m, node.value, node.valueNotNull))
    case 'row':
      return t('row', fields(m, node.fields))
  }
}

export const inner = (m: Module, node: TypeNode, notNull: boolean): string =>
  notNull ? `${type(m, node)}.notNull()` : type(m, node)

/** `{ order_id: t.bigint().notNull(), … }` */
export function fields(m: Module, nodes: readonly FieldNode[]): string {
  const from = nodes.length === 0 ? 0 : m.origin.range(nodes[0]!).start
  const print = (f: FieldNode): string => `${inner(m, f.type, f.notNull)}${f.doc === null ? '' : `.doc(${prose(f.doc)})`}`
  const around = parts(m, from, nodes, print, (f) => f.doc)
  return object(nodes.map((f, i) => ({ ...around[i]!, key: f.name.text }))) || '{}'
}
