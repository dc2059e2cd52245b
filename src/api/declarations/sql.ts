// `sql NAME (…) returns (…) = """ … """`: a relation that one query of Flink SQL makes.
import type { SqlDecl } from '../../surface/ast.js'
import { optionsOf, textOf, wrong } from '../arguments.js'
import { base, recordOf } from '../declared.js'
import { fieldsOf } from '../field-types.js'
import type { Untyped } from '../functions.js'
import { named, namedAll } from '../names.js'
import { nameNode, spanAt } from '../nodes.js'
import { Relation } from '../relations/relation.js'
import { namedRelation } from '../relations/state.js'
import { markOf } from '../site.js'
import { blockWithParams } from '../texts.js'
import type { Declarations } from '../types/declarations.js'

/**
 * `sql NAME (inputs) returns (fields) [time column] [primary key columns] = """ … """`
 *
 * @example
 * const ranked = sql(
 *   'ranked',
 *   { inputs: [orders], returns: { order_id: t.bigint(), region: t.string(), created_at: t.timestamp(3).notNull() }, time: 'created_at' },
 *   'SELECT order_id, region, created_at FROM orders',
 * )
 */
export const sql: Declarations['sql'] = ((name: unknown, options: unknown, text: unknown) => {
  const span = spanAt(markOf(sql))
  const { inputs, returns, time, primaryKey } = optionsOf(options, ['inputs', 'returns', 'time', 'primaryKey'], 'sql', span.mark)
  const given = Array.isArray(inputs) ? inputs : wrong('sql.inputs', 'a list of relations', inputs, span.mark, () => [])
  const read = (given as readonly unknown[]).map((r) => namedRelation(r, 'sql', span.mark))
  const fields = fieldsOf(returns, 'sql.returns', span)
  const refs = new Set([...read.map((r) => r.declared), ...fields.refs])
  const body = textOf(text, 'sql', 'a query', span.mark)
  const node: SqlDecl = {
    ...base(span),
    kind: 'sql',
    name: named(name, '`sql`', span),
    inputs: read.map((r) => nameNode(r.name, span)),
    returns: fields.nodes,
    time: time === undefined ? null : named(time, 'the column of `sql.time`', span),
    primaryKey: primaryKey === undefined ? null : namedAll(keyOf(primaryKey), 'the column of `sql.primaryKey`', span),
    body: { value: blockWithParams(body, span.mark, refs), span },
  }
  return Relation.of(
    recordOf(node, refs),
    node.name.text,
    fields.nodes.map((f) => f.name.text),
  )
}) as Untyped

const keyOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])
