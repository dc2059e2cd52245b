// `stream(name, …)`, `table(name, …)`, `relation(name, …)`: a source or a query under a name that others read it by.
import { wrong } from '../arguments.js'
import { isBranded, type DeclarationRecord } from '../brands.js'
import { base, recordOf } from '../declared.js'
import { mistake } from '../mistake.js'
import { named } from '../names.js'
import { spanAt } from '../nodes.js'
import { partsUsed, piecesOf } from '../parts.js'
import { refused } from '../refused.js'
import { markOf } from '../site.js'
import { sourceOf } from '../sources/source.js'
import type { Relations } from '../types/api.js'
import type { Untyped } from '../functions.js'
import { columnsOfSource } from './column-lists.js'
import { Relation } from './relation.js'
import { columnsOf, queryOf, UNFINISHED } from './state.js'

type Called = (...args: never[]) => unknown

function declare(kind: 'stream' | 'table' | 'let', name: unknown, of: unknown, called: Called): Relation {
  const span = spanAt(markOf(called))
  const head = { ...base(span), relation: kind, name: named(name, `\`${called.name}\``, span) }
  const source = kind === 'let' ? null : sourceOf(of)
  const query = queryOf(of)
  let record: DeclarationRecord
  if (source !== null && kind !== 'let')
    record = recordOf({ ...head, kind: 'source', relation: kind, from: source.from, clauses: source.clauses }, source.refs)
  else if (query !== null) record = recordOf({ ...head, kind: 'query', clauses: query.clauses }, query.refs)
  else {
    const nothing = (): DeclarationRecord => recordOf({ kind: 'text', text: '', span }, [])
    const why = isBranded(of, UNFINISHED) ? (of as { readonly [UNFINISHED]: string })[UNFINISHED] : null
    record =
      why === null
        ? wrong(called.name, kind === 'let' ? 'a query' : 'a source or a query', of, span.mark, nothing)
        : refused(mistake('clauseOrder', { clause: called.name, why }, span.mark), nothing)
  }
  if (query !== null) partsUsed(query.clauses.flatMap(piecesOf))
  if (source !== null) partsUsed([source.from, ...source.clauses.flatMap(piecesOf)])
  return Relation.of(
    record,
    head.name.text,
    (query === null ? null : columnsOf(query)) ?? (source === null ? null : columnsOfSource(source)),
  )
}

/**
 * `stream NAME from …`, `stream NAME = from …`
 *
 * @example
 * const large = stream(
 *   'large',
 *   orders.where((o) => o.amount.gt(100)),
 * ).doc('Orders of more than 100 euros.')
 *
 * @example
 * const daily = stream(
 *   'daily',
 *   orders
 *     .windowTumble(days(1), { late: 'count' })
 *     .ignore('FLOW4018', 'the report is read in UTC')
 *     .groupBy('region')
 *     .select((g) => ({ region: g.region, window_start: g.window_start, orders: count() })),
 * )
 */
export const stream: Relations['stream'] = ((name: unknown, of: unknown): Relation =>
  declare('stream', name, of, stream)) as Untyped
/**
 * `table NAME from …`, `table NAME = from …`
 *
 * @example
 * const gold = table(
 *   'gold',
 *   customers.where((c) => c.segment.eq('gold')),
 * )
 */
export const table: Relations['table'] = ((name: unknown, of: unknown): Relation => declare('table', name, of, table)) as Untyped
/**
 * `let NAME = from …`: a stream or a table, as its query makes it.
 *
 * @example
 * const open = relation(
 *   'open',
 *   orders.where((o) => o.shipped_at.isNull()),
 * )
 */
export const relation: Relations['relation'] = ((name: unknown, of: unknown): Relation =>
  declare('let', name, of, relation)) as Untyped
