// Where data lives: connections of databases and clusters, catalogs of Iceberg tables, and references to what must not be written down.
import type { ConfigProperty, ConfigValueNode, Name } from '../../surface/ast.js'
import { isObject, textOf, wrong } from '../arguments.js'
import { declarationOf, isBranded, isDeclared, type Declared } from '../brands.js'
import { base, declaredAs, recordOf, refSet } from '../declared.js'
import { named, plainWord } from '../names.js'
import { plainTextNode, spanAt, textNode, type MarkedSpan } from '../nodes.js'
import { SOME_TEXT, unnamed } from '../refused.js'
import { markOf, type Mark } from '../site.js'
import type { Untyped } from '../functions.js'
import type { Catalog, Reference } from '../types/connections.js'
import type { Declarations } from '../types/declarations.js'
import type { IcebergTable } from '../types/sources.js'

const REFERENCE = Symbol.for('flowc.reference')
const TABLE = Symbol.for('flowc.icebergTable')

function reference(kind: 'env' | 'secret', given: unknown, mark: Mark | null): Reference {
  const name = textOf(given, kind, 'the name of a variable', mark)
  return Object.freeze({ reference: kind, name, [REFERENCE]: spanAt(mark) })
}
/**
 * `env('NAME')`: a variable of the environment, read where the program is deployed.
 *
 * @example
 * const lake = catalog('lake', { uri: env('ICEBERG_URI'), warehouse: 's3://lakehouse/' })
 */
export const env: Declarations['env'] = (name: unknown) => reference('env', name, markOf(env))
/**
 * `secret('NAME')`: as `env`, for what must not be seen.
 *
 * @example
 * const crm = connection('crm', 'postgres', {
 *   host: env('CRM_HOST'),
 *   database: 'crm',
 *   user: 'debezium',
 *   password: secret('CRM_PASSWORD'),
 * })
 */
export const secret: Declarations['secret'] = (name: unknown) => reference('secret', name, markOf(secret))

/** `topicPrefix` → `topic prefix`. */
const words = (name: string): string => name.replace(/[A-Z]/g, (c) => ` ${c.toLowerCase()}`)

function propertiesOf(given: unknown, of: string, span: MarkedSpan, refs: Set<Declared>): ConfigProperty[] {
  if (!isObject(given)) return wrong(of, 'an object of properties', given, span.mark, () => [])
  return Object.entries(given).flatMap(([name, value]): ConfigProperty[] =>
    value === undefined
      ? []
      : [
          {
            name: { text: words(plainWord(name, `a property of \`${of}\``, span).text), span },
            value: configValue(value, `${of}.${name}`, span, refs),
            span,
          },
        ],
  )
}

function configValue(value: unknown, of: string, span: MarkedSpan, refs: Set<Declared>): ConfigValueNode {
  if (typeof value === 'string') return { kind: 'text', ...textNode(value, span, refs) }
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0)
    return { kind: 'number', value: String(value), span }
  if (isBranded(value, REFERENCE)) {
    const { reference: kind, name, [REFERENCE]: at } = value as Reference & { readonly [REFERENCE]: MarkedSpan }
    return { kind, name: plainTextNode(name, at).value, span: at }
  }
  return wrong(of, "a text, a whole number, `env('NAME')` or `secret('NAME')`", value, span.mark, () => ({
    kind: 'text',
    value: SOME_TEXT,
    span,
  }))
}

/**
 * `connection NAME postgres { … }`; properties are named as in the text language, in camelCase: `topicPrefix`.
 *
 * @example
 * const crm = connection('crm', 'postgres', {
 *   host: env('CRM_HOST'),
 *   database: 'crm',
 *   user: 'debezium',
 *   password: secret('CRM_PASSWORD'),
 *   topicPrefix: 'crm_cdc',
 * })
 */
export const connection: Declarations['connection'] = ((name: unknown, connector: unknown, properties: unknown = {}) => {
  const span = spanAt(markOf(connection))
  const refs = refSet()
  const node = {
    ...base(span),
    kind: 'connection' as const,
    name: named(name, '`connection`', span),
    connector: named(connector, 'the connector of `connection`', span),
    properties: propertiesOf(properties, 'connection', span, refs),
  }
  return declaredAs(recordOf(node, refs), { name, connector })
}) as Untyped

/**
 * `catalog NAME iceberg { … }`
 *
 * @example
 * const lake = catalog('lake', { uri: env('ICEBERG_URI'), warehouse: 's3://lakehouse/' })
 * const history = lake.table('sales', 'orders')
 */
export const catalog: Declarations['catalog'] = ((name: unknown, properties: unknown = {}) => {
  const span = spanAt(markOf(catalog))
  const refs = refSet()
  const node = {
    ...base(span),
    kind: 'catalog' as const,
    name: named(name, '`catalog`', span),
    connector: named('iceberg', '`catalog`', span),
    properties: propertiesOf(properties, 'catalog', span, refs),
  }
  const table = function (this: Catalog, ...path: readonly string[]): IcebergTable {
    const at = spanAt(markOf(table))
    if (path.length === 0) wrong('table', "the parts of a name: `table('sales', 'orders')`", undefined, at.mark, () => {})
    const names = [node.name, ...path.map((p) => named(p, '`table`', at))]
    return Object.freeze({ catalog: this, path, [TABLE]: { path: names, span: at } })
  }
  return declaredAs(recordOf(node, refs), { name, connector: 'iceberg', table })
}) as Untyped

/** `lake.sales.orders`; its catalog is put into `refs`. */
export function icebergPath(value: unknown, of: string, mark: Mark | null, refs: Set<Declared>): readonly Name[] {
  if (!isBranded(value, TABLE))
    return wrong(of, "a table of a catalog: `lake.table('sales', 'orders')`", value, mark, () => [unnamed(spanAt(mark))])
  const table = value as IcebergTable & { readonly [TABLE]: { readonly path: readonly Name[] } }
  if (isDeclared(table.catalog)) refs.add(table.catalog)
  return table[TABLE].path
}
export const isIcebergTable = (value: unknown): value is IcebergTable => isBranded(value, TABLE)

/** The name of a connection, which is put into `refs`. */
export function connectionName(value: unknown, of: string, span: MarkedSpan, refs: Set<Declared>): Name {
  const node = declarationOf(value)?.node
  if (node?.kind !== 'connection')
    return wrong(of, "a connection: `connection('shop_db', 'postgres', …)`", value, span.mark, () => unnamed(span))
  refs.add(value as Declared)
  return { text: node.name.text, span }
}
