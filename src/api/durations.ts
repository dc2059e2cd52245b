// Durations: `minutes(5)`, a number and a unit. `days` and `hours` of a column are partition transforms of a sink.
import type { DurationNode } from '../surface/ast.js'
import { kindOf, wrong } from './arguments.js'
import { DURATION, durationIn, type Declared } from './brands.js'
import type { Untyped } from './functions.js'
import { mistake } from './mistake.js'
import { spanAt } from './nodes.js'
import { refused } from './refused.js'
import { markOf, type Mark } from './site.js'
import { transform } from './partitions.js'
import type { Units } from './types/api.js'
import type { Duration } from './types/durations.js'

const MILLISECONDS = { ms: 1, second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 }
type Unit = keyof typeof MILLISECONDS
type Called = (...args: never[]) => unknown

function duration(n: unknown, unit: Unit, called: Called): Duration {
  const mark = markOf(called)
  const written = typeof n === 'number' ? String(n) : kindOf(n)
  // what has more than nine digits behind the point is no whole number of milliseconds of any unit
  const milliseconds = /^\d+(?:\.\d{1,9})?$/.test(written) ? Math.round(Number(n) * MILLISECONDS[unit] * 1e6) / 1e6 : NaN
  if (!Number.isSafeInteger(milliseconds))
    return refused(mistake('durationValue', { written, unit: called.name }, mark), () => made(none(mark), []))
  const word = unit === 'ms' || n === 1 ? unit : `${unit}s`
  return made({ milliseconds, param: null, written: `${written} ${word}`, span: spanAt(mark) }, [])
}

const none = (mark: Mark | null): DurationNode => ({ milliseconds: 1, param: null, written: '1 ms', span: spanAt(mark) })

export const made = (node: DurationNode, refs: readonly Declared[]): Duration =>
  Object.freeze({ [DURATION]: Object.freeze({ node, refs }) }) as unknown as Duration

/** The node of a duration; the param that it is is put into `refs`. */
export function durationNode(value: unknown, of: string, mark: Mark | null, refs: Set<object>): DurationNode {
  const found = durationIn(value)
  if (found === null) return wrong(of, 'a duration such as `minutes(5)`', value, mark, () => none(mark))
  for (const r of found.refs) refs.add(r)
  return found.node
}

/**
 * `500 ms`
 *
 * @example
 * orders.windowTumble(ms(500), { late: 'count' })
 *   .groupBy('region').select((g) => ({ region: g.region, orders: count() }))
 */
export const ms: Units['ms'] = (n: unknown): Duration => duration(n, 'ms', ms)
/**
 * `30 seconds`
 *
 * @example
 * const payments = stream(
 *   'payments',
 *   kafka('shop.payment.v1')
 *     .schema(schema('Payment', { payment_id: t.bigint(), paid_at: t.timestamp(3).notNull() }))
 *     .time('paid_at', { lateBy: seconds(30) }),
 * )
 */
export const seconds: Units['seconds'] = (n: unknown): Duration => duration(n, 'second', seconds)
/**
 * `5 minutes`
 *
 * @example
 * orders.windowTumble(minutes(5), { late: 'count' }).groupBy('region').select((g) => ({ region: g.region, orders: count() }))
 */
export const minutes: Units['minutes'] = (n: unknown): Duration => duration(n, 'minute', minutes)
/**
 * `2 hours`; of a column the partition transform `hours(created_at)`.
 *
 * @example
 * const copies = pipeline('copies').sinkAppend(orders, lake.table('shop', 'orders'), { partitionBy: [hours('created_at')] })
 */
export const hours: Units['hours'] = ((of: unknown) =>
  typeof of === 'string' ? transform('hours', of, null, markOf(hours)) : duration(of, 'hour', hours)) as Untyped
/**
 * `7 days`; of a column the partition transform `days(created_at)`.
 *
 * @example
 * const copies = pipeline('copies').sinkAppend(orders, lake.table('shop', 'orders'), { partitionBy: [days('created_at')] })
 */
export const days: Units['days'] = ((of: unknown) =>
  typeof of === 'string' ? transform('days', of, null, markOf(days)) : duration(of, 'day', days)) as Untyped
