// Aggregates: one value per group of one value per row.
import type { ExprNode } from '../surface/ast.js'
import { wrong } from './arguments.js'
import { isBranded } from './brands.js'
import { make, operandOf } from './expression.js'
import type { Untyped } from './functions.js'
import { nameNode, spanOf } from './nodes.js'
import { express } from './operators.js'
import type { Aggregates } from './types/aggregates.js'

const DISTINCT = Symbol.for('flowc.distinct')

function aggregate(name: string): Untyped {
  const called: Untyped = (...args) => {
    const span = spanOf(called)
    const [given] = args
    if (args.length > 1) wrong(`${name}(…)`, 'one value', args[1], span.mark, () => {})
    const distinct = isBranded(given, DISTINCT)
    const star = args.length === 0
    if (star && name !== 'count') wrong(`${name}(…)`, 'a value per row', undefined, span.mark, () => {})
    const parts = star ? [] : [operandOf(distinct ? (given as Readonly<Record<symbol, unknown>>)[DISTINCT] : given, span)]
    const node: ExprNode = {
      kind: 'call',
      name: nameNode(name, span),
      distinct,
      star,
      args: parts.map((p) => p.node),
      filter: null,
      span,
    }
    return express(make({ node, parts, shown: `${name}(…)`, aggregate: true }))
  }
  return called
}

/**
 * `COUNT(*)` without an argument, `COUNT(x)`: where x is not NULL.
 *
 * @example
 * orders
 *   .windowTumble(minutes(5), { late: 'count' })
 *   .groupBy('region')
 *   .select((g) => ({ region: g.region, orders: count(), big: count().filter(g.amount.gt(100)) }))
 */
export const count: Aggregates['count'] = aggregate('count')
/**
 * `SUM(x)`
 *
 * @example
 * orders
 *   .windowTumble(minutes(5), { late: 'count' })
 *   .groupBy('region')
 *   .select((g) => ({ region: g.region, revenue: sum(g.amount) }))
 */
export const sum: Aggregates['sum'] = aggregate('sum')
/**
 * `AVG(x)`; of whole numbers cut towards zero.
 *
 * @example
 * orders
 *   .windowTumble(minutes(5), { late: 'count' })
 *   .groupBy('region')
 *   .select((g) => ({ region: g.region, mean: avg(g.amount) }))
 */
export const avg: Aggregates['avg'] = aggregate('avg')
/**
 * `MIN(x)`
 *
 * @example
 * orders
 *   .windowTumble(minutes(5), { late: 'count' })
 *   .groupBy('region')
 *   .select((g) => ({ region: g.region, smallest: min(g.amount) }))
 */
export const min: Aggregates['min'] = aggregate('min')
/**
 * `MAX(x)`
 *
 * @example
 * orders
 *   .windowTumble(minutes(5), { late: 'count' })
 *   .groupBy('region')
 *   .select((g) => ({ region: g.region, largest: max(g.amount) }))
 */
export const max: Aggregates['max'] = aggregate('max')

/**
 * Each value once: `count(distinct(x))`.
 *
 * @example
 * orders
 *   .windowTumble(minutes(5), { late: 'count' })
 *   .groupBy('region')
 *   .select((g) => ({ region: g.region, customers: count(distinct(g.customer_id)) }))
 */
export const distinct: Aggregates['distinct'] = ((value: unknown) => Object.freeze({ [DISTINCT]: value })) as Untyped
