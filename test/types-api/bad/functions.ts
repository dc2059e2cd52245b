// Functions, CASE, aggregates, literals, levels: what does not fit.
import { bad, type Bad } from '../fragments.js'

const grouped = (select: string): string => `orders.windowTumble(minutes(5)).groupBy('region').select(g => (${select}))`

export const FUNCTIONS: readonly Bad[] = [
  // choices
  bad(
    'coalesce of a text and a number',
    `orders.select(o => ({ x: coalesce(o.region, ‹0) }))`,
    `is not assignable to parameter of type 'Operand<string, "one value per row"> | null'`,
  ),
  bad(
    'coalesce of a number and a text',
    `orders.select(o => ({ x: coalesce(o.amount, o.quantity, ‹'0') }))`,
    "is not assignable to parameter of type 'Operand<Numeric",
  ),
  bad(
    'ifNull of a timestamp and a text',
    `orders.select(o => ({ x: ifNull(o.changed_at, ‹'never') }))`,
    "'string' is not assignable",
    'Timestamp',
  ),
  bad(
    'nullIf of a number and a text',
    `orders.select(o => ({ x: nullIf(o.quantity, ‹'') }))`,
    "'string' is not assignable to parameter of type 'Operand<Numeric",
  ),
  bad(
    'a condition that is a text',
    `orders.select(o => ({ x: ifElse(‹o.note, 1, 2) }))`,
    "'string' is not assignable to type 'boolean | null'",
  ),
  bad(
    'branches of two types',
    `orders.select(o => ({ x: ifElse(o.open, 1, ‹'two') }))`,
    "is not assignable to parameter of type 'Operand<Numeric",
  ),
  bad(
    'undefined as a branch',
    `orders.select(o => ({ x: ifElse(o.open, o.note, ‹undefined) }))`,
    "'undefined' is not assignable to parameter of type 'Operand<string",
  ),
  bad(
    'CASE with branches of two types',
    `orders.select(o => ({ x: when(o.open, 'a').else(‹1) }))`,
    "is not assignable to parameter of type 'Operand<string",
  ),
  bad(
    'CASE with a second branch of another type',
    `orders.select(o => ({ x: when(o.open, 'a').when(o.paid, ‹1).end() }))`,
    "is not assignable to parameter of type 'Operand<string",
  ),
  bad(
    'CASE without its end',
    `orders.select(o => ({ ‹x: when(o.open, 'a') }))`,
    `'Case<string, "one value per row">' is missing the following properties from type 'Value<unknown, "one value per row">'`,
  ),
  bad(
    'CASE of a text with a number',
    `orders.select(o => ({ x: caseOf(o.region).when(‹1, 'a').end() }))`,
    "'number' is not assignable to parameter of type 'Operand<string",
  ),
  bad(
    'CASE whose condition is a number',
    `orders.select(o => ({ x: when(‹o.quantity, 'a').end() }))`,
    "'number' is not assignable to type 'boolean | null'",
  ),

  // texts and times
  bad('upper of a number', `orders.select(o => ({ x: upper(‹o.quantity) }))`, "'number' is not assignable to type 'string'"),
  bad('charLength of an array', `orders.select(o => ({ x: charLength(‹o.tags) }))`, "is not assignable to type 'string"),
  bad(
    'trim of a wrong end',
    `orders.select(o => ({ x: trim(o.note, { ‹where: 'left' }) }))`,
    `'"left"' is not assignable to type '"both" | "leading" | "trailing"`,
  ),
  bad(
    'substring from a text',
    `orders.select(o => ({ x: substring(o.note, ‹'1') }))`,
    "'string' is not assignable to parameter of type 'Operand<number",
  ),
  bad(
    'substring from a BIGINT',
    `orders.select(o => ({ x: substring(o.note, ‹o.order_id) }))`,
    "'bigint' is not assignable to type 'number",
  ),
  bad(
    'a row shows the types of its columns, and not how they were found',
    `const T = schema('T', { open: t.boolean().notNull(), a: t.int(), b: t.tinyint() })
     stream('s', kafka('x').schema(T)).select(o => ({ open: o.open.not(), n: coalesce(o.a, o.b), c: o.a.cast(t.boolean().notNull()) })).where(o => o.‹x)`,
    'Columns<{ open: boolean; n: number | null; c: boolean | null; }>',
  ),
  bad(
    'the time of a window where two columns could be the event time',
    `const T = schema('T', { at: t.timestamp(3).notNull(), lz: t.timestampLtz(3).notNull() })
     const s = stream('s', kafka('x').schema(T).time('at', { lateBy: minutes(1), idleAfter: minutes(1) }))
     s.windowTumble(minutes(1)).groupBy().select(g => ({ n: count(), at: g.window_time })).where(o => o.‹x)`,
    'Columns<{ n: bigint; at: Timestamp | TimestampLtz; }>',
  ),
  bad('position without a text', `orders.select(o => ({ x: ‹position('a') }))`, 'Expected 2-3 arguments, but got 1'),
  bad(
    'a unit that no value has',
    `orders.select(o => ({ x: extract(‹'fortnight', o.created_at) }))`,
    `'"fortnight"' is not assignable to parameter of type`,
  ),
  bad(
    'a unit that a date has not',
    `orders.select(o => ({ x: extract(‹'hour', o.due) }))`,
    `'"hour"' is not assignable to parameter of type`,
  ),
  bad(
    'a unit that a time has not',
    `orders.select(o => ({ x: floor(o.opens, ‹'day') }))`,
    `'"day"' is not assignable to parameter of type '"hour" | "minute" | "second"'`,
  ),
  bad(
    'a unit with a plural',
    `orders.select(o => ({ x: timestampAdd(‹'days', 1, o.created_at) }))`,
    `'"days"' is not assignable to parameter of type`,
    '"day"',
  ),
  bad(
    'extract of a text',
    `orders.select(o => ({ x: extract('year', ‹o.note) }))`,
    "'string' is not assignable to type '",
    'Temporal',
  ),
  bad(
    'extract with the arguments turned',
    `orders.select(o => ({ x: extract(‹o.created_at, 'year') }))`,
    'is not assignable to parameter of type',
  ),
  bad(
    'days between a wall clock and an instant',
    `orders.select(o => ({ x: timestampDiff('day', o.created_at, ‹o.shipped_at) }))`,
    '"TIMESTAMP_LTZ"',
    '"TIMESTAMP"',
  ),
  bad('a difference of times of day', `orders.select(o => ({ x: difference(‹o.opens, o.opens, 'hour') }))`, 'TimeOfDay'),
  bad(
    'rounding a text',
    `orders.select(o => ({ x: floor(‹o.note, 'day') }))`,
    "'string' is not assignable to type 'Temporal | null'",
  ),
  bad(
    'the size of a text',
    `orders.select(o => ({ x: cardinality(‹o.note) }))`,
    "'string' is not assignable to type 'readonly unknown[] | ReadonlyMap<unknown, unknown>",
  ),
  bad(
    'an array of two types',
    `orders.select(o => ({ x: array(1, ‹'a') }))`,
    "is not assignable to parameter of type 'Operand<Numeric",
  ),
  bad('an empty array', `orders.select(o => ({ x: ‹array() }))`, 'Expected at least 1 arguments, but got 0'),

  // literals
  bad(
    'an interval of weeks',
    `orders.where(o => o.created_at.gt(timestamp('2026-01-01 00:00:00').plus(interval('1', ‹'week'))))`,
    `'"week"' is not assignable to parameter of type 'IntervalUnit'`,
  ),
  bad(
    'an interval of a number',
    `orders.select(o => ({ x: o.created_at.plus(interval(‹5, 'minute')) }))`,
    "'number' is not assignable to parameter of type 'string'",
  ),
  bad(
    'digits as a number',
    `orders.where(o => o.amount.gt(dec(‹1.5)))`,
    "'number' is not assignable to parameter of type 'string'",
  ),
  bad('NULL of no type', `orders.select(o => ({ x: ‹nullOf() }))`, 'Expected 1 arguments, but got 0'),
  bad(
    'a literal of an object',
    `orders.select(o => ({ x: lit(‹{}) }))`,
    "'{}' is not assignable to parameter of type 'Constant'",
  ),
  bad('a literal of null', `orders.select(o => ({ x: lit(‹null) }))`, "'null' is not assignable to parameter of type 'Constant'"),

  // levels
  bad(
    'an aggregate in where',
    `orders.where(o => ‹count().gt(1))`,
    `'Bool<boolean, "one value per group">' is not assignable to type 'Value<boolean | null, "one value per row">'`,
  ),
  bad(
    'an aggregate in select without a group',
    `orders.select(o => ({ ‹n: count() }))`,
    `"one value per group"' is not assignable to type '"one value per row"'`,
  ),
  bad(
    'an aggregate in extend',
    `orders.extend(o => ({ ‹n: sum(o.amount) }))`,
    `"one value per group"' is not assignable to type '"one value per row"'`,
  ),
  bad(
    'an aggregate in on',
    `orders.leftJoin(customers, { at: o => o.created_at, on: (o, c) => ‹max(c.customer_id).eq(1) })`,
    `"one value per group"' is not assignable to type '"one value per row"'`,
  ),
  bad(
    'an ungrouped column',
    grouped(`{ region: g.region, ‹amount: g.amount }`),
    `'Num<Decimal | null, "one value per row">' is not assignable to type 'Value<unknown, "one value per group">'`,
  ),
  bad(
    'an ungrouped column in an expression',
    grouped(`{ ‹x: g.amount.plus(1) }`),
    `"one value per row"' is not assignable to type '"one value per group"'`,
  ),
  bad(
    'an ungrouped column beside an aggregate',
    grouped(`{ x: sum(g.amount).div(‹g.quantity) }`),
    `"one value per row"' is not assignable to type '"one value per group"'`,
  ),
  bad(
    'an aggregate beside an ungrouped column',
    `orders.select(o => ({ x: o.quantity.plus(‹count()) }))`,
    `"one value per group"' is not assignable to type '"one value per row"'`,
  ),
  bad(
    'a nested aggregate',
    grouped(`{ x: sum(‹count()) }`),
    `"one value per group"' is not assignable to type '"one value per row"'`,
  ),
  bad(
    'a nested aggregate in an expression',
    grouped(`{ x: max(‹sum(g.amount).plus(1)) }`),
    `"one value per group"' is not assignable to type '"one value per row"'`,
  ),
  bad(
    'an aggregate in a filter',
    grouped(`{ x: sum(g.amount).filter(‹count().gt(1)) }`),
    `"one value per group"' is not assignable to type '"one value per row"'`,
  ),
  bad(
    'having over a row',
    `orders.windowTumble(minutes(5)).groupBy('region').having(g => ‹g.amount.gt(1)).select(g => ({ n: count() }))`,
    `"one value per row"' is not assignable to type '"one value per group"'`,
  ),
  bad(
    'a window column in an aggregate',
    grouped(`{ x: max(‹g.window_start) }`),
    `"one value per group"' is not assignable to type '"one value per row"'`,
  ),
  bad(
    'a window column outside a window',
    `orders.select(o => ({ w: o.‹window_start }))`,
    "Property 'window_start' does not exist",
  ),
  bad(
    'levels mixed in coalesce',
    grouped(`{ x: coalesce(sum(g.amount), ‹g.amount) }`),
    `"one value per row"' is not assignable to type '"one value per group"'`,
  ),
  bad('sum of a text', grouped(`{ x: sum(‹g.note) }`), "'string' is not assignable to type 'Numeric | null'"),
  bad('sum of everything', grouped(`{ x: ‹sum() }`), 'Expected 1 arguments, but got 0'),
  bad('min of an array', grouped(`{ x: min(‹g.tags) }`), 'Ranked'),
  bad('sum of a constant of JavaScript', grouped(`{ x: sum(‹1) }`), "'number' is not assignable to parameter of type"),
  bad('a filter twice', grouped(`{ x: count().filter(g.open).‹filter(g.open) }`), "Property 'filter' does not exist"),
  bad(
    'distinct as a value',
    grouped(`{ ‹x: distinct(g.note) }`),
    "'Distinct<string>' is missing the following properties from type 'Value<unknown, \"one value per group\">'",
  ),
  bad(
    'a function with mixed levels',
    `const f = fn('f', { a: t.int(), b: t.int() }, p => p.a.plus(p.b)); ${grouped(`{ ‹x: f({ a: g.quantity, b: sum(g.quantity) }) }`)}`,
    `"one value per row"' is not assignable to type '"one value per group"'`,
  ),
]
