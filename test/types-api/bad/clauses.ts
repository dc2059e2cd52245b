// Clauses in a place, or with options, where they cannot be.
import { also, bad, type Bad } from '../fragments.js'

export const CLAUSES: readonly Bad[] = [
  // where
  bad(
    'a condition that is no condition',
    `orders.where(o => ‹o.amount)`,
    "'Decimal | null' is not assignable to type 'boolean | null'",
  ),
  bad(
    'a condition that is a constant',
    `orders.where(() => ‹true)`,
    "'boolean' is not assignable to type 'Value<boolean | null, \"one value per row\">'",
  ),
  bad(
    'a condition as a text',
    `orders.where(‹'amount > 0')`,
    "'string' is not assignable to parameter of type '(row: Columns<Order>) =>",
  ),
  bad(
    'a misspelt option',
    `orders.where(o => o.open, { ‹elsedlq: 'x' })`,
    "'elsedlq' does not exist in type 'Rejection'",
    "Did you mean to write 'elseDlq'?",
  ),
  bad(
    'a reason that is no text',
    `orders.where(o => o.open, { ‹elseDlq: true })`,
    "'boolean' is not assignable to type 'string'",
  ),
  bad('a rejection of a table', `customers.where(c => c.active, ‹{ elseDlq: 'inactive' })`, 'Expected 1 arguments, but got 2'),
  bad('whereNotNull of no column', `orders.whereNotNull(‹'regoin')`, `'"regoin"' is not assignable to parameter of type`),
  bad('whereNotNull without a column', `orders.‹whereNotNull()`, 'Expected at least 1 arguments, but got 0'),

  // select
  bad('a name that is no column', `orders.select('order_id', ‹'regoin')`, `'"regoin"' is not assignable to parameter of type`),
  bad(
    'a constant of JavaScript as a column',
    `orders.select(o => ({ ‹one: 1 }))`,
    "'number' is not assignable to type 'Value<unknown, \"one value per row\">'",
  ),
  bad(
    'a text of JavaScript as a column',
    `orders.select(o => ({ order_id: o.order_id, ‹kind: 'order' }))`,
    "'string' is not assignable to type 'Value<unknown, \"one value per row\">'",
  ),
  bad(
    'null as a column',
    `orders.select(o => ({ ‹segment: null }))`,
    "'null' is not assignable to type 'Value<unknown, \"one value per row\">'",
  ),
  bad(
    'a select that returns a column',
    `orders.select(o => ‹o.order_id)`,
    'is not assignable to type \'Readonly<Record<string, Value<unknown, "one value per row">>>\'',
  ),
  bad(
    'a select that returns nothing',
    `orders.select(‹o => { o.order_id })`,
    "'void' is not assignable to type 'Readonly<Record<string, Value<unknown, \"one value per row\">>>'",
  ),
  bad('a select that returns a list', `orders.select(o => ‹[o.order_id])`, 'is not assignable to type'),
  bad(
    'a select of one name',
    `orders.select(‹'order_id')`,
    "'string' is not assignable to parameter of type '(row: Columns<Order>) =>",
  ),
  bad('a select of no columns', `orders.‹select()`, 'Expected at least 1 arguments, but got 0'),
  bad(
    'a nested object',
    `orders.select(o => ({ ship: { ‹city: o.ship.city } }))`,
    "'city' does not exist in type 'Value<unknown, \"one value per row\">'",
  ),

  // extend
  bad(
    'extend over a column that is there',
    `orders.extend(o => ({ ‹amount: o.amount.times(2) }))`,
    'extend adds columns, and this one is there: a select names all columns, and replaces this one',
  ),
  bad(
    'extend of a table over a column that is there',
    `customers.extend(c => ({ ‹segment: upper(c.segment) }))`,
    'extend adds columns, and this one is there',
  ),
  bad(
    'a new column in the same extend',
    `orders.extend(o => ({ a: o.amount.times(2), b: o.‹a.plus(1) }))`,
    "Property 'a' does not exist",
  ),

  // windows and groups
  bad(
    'a window over a table',
    `customers.‹windowTumble(minutes(5))`,
    'This expression is not callable',
    'a window needs an append-only stream; this relation changes rows that it has already emitted',
  ),
  bad('a size that is a number', `orders.windowTumble(‹5)`, "'number' is not assignable to parameter of type 'Duration'"),
  bad('a size that is a text', `orders.windowTumble(‹'5 minutes')`, "'string' is not assignable to parameter of type 'Duration'"),
  bad(
    'an unknown way with late rows',
    `orders.windowTumble(minutes(5), { ‹late: 'drop' })`,
    `'"drop"' is not assignable to type`,
  ),
  bad('a lane without its name', `orders.windowTumble(minutes(5), { ‹late: {} })`, `is not assignable to type`),
  bad(
    'late rows beside the options',
    `orders.windowTumble(minutes(5), ‹'count')`,
    "has no properties in common with type 'WindowOptions",
  ),
  bad(
    'an unknown option of a window',
    `orders.windowTumble(minutes(5), { ‹slide: minutes(1) })`,
    "'slide' does not exist in type 'WindowOptions",
  ),
  bad(
    'groupBy without a window',
    `orders.‹groupBy('region')`,
    'This expression is not callable',
    'groupBy comes behind a window: windowTumble(minutes(5), { late: … })',
  ),
  bad(
    'groupBy of a table',
    `customers.‹groupBy('segment')`,
    'This expression is not callable',
    'groupBy comes behind a window, and a window needs an append-only stream',
  ),
  bad(
    'select behind a window',
    `orders.windowTumble(minutes(5)).‹select('order_id', 'region')`,
    'This expression is not callable',
    'behind a window comes groupBy(…)',
  ),
  also(
    bad(
      'where behind a window',
      `orders.windowTumble(minutes(5)).‹where(o => o)`,
      'This expression is not callable',
      'put the condition before the window',
    ),
    7006,
  ),
  also(
    bad(
      'extend behind a window',
      `orders.windowTumble(minutes(5)).‹extend(o => o)`,
      'This expression is not callable',
      'put the columns before the window',
    ),
    7006,
  ),
  bad(
    'a key that is no column',
    `orders.windowTumble(minutes(5)).groupBy(‹'regoin')`,
    `'"regoin"' is not assignable to parameter of type`,
  ),
  bad(
    'a key without a name',
    `orders.windowTumble(minutes(5)).groupBy(‹o => o.region)`,
    `Index signature for type 'string' is missing in type 'Str<string | null, "one value per row">'`,
  ),
  bad(
    'a key that is called as a column of the window',
    `orders.windowTumble(minutes(5)).groupBy(‹o => ({ window_start: o.created_at }))`,
    'a column of the window has this name: give the key another one',
  ),
  bad(
    'a key of a column that is not there',
    `orders.windowTumble(minutes(5)).groupBy(o => ({ region: o.‹regoin }))`,
    "Property 'regoin' does not exist",
  ),
  bad(
    'a column that is no key, of a side',
    `orders.windowTumble(minutes(5)).groupBy(o => ({ region: o.region })).select((g, o) => ({ ‹note: o.note }))`,
    `"one value per row"' is not assignable to type '"one value per group"'`,
  ),
  bad(
    'a group without a select',
    `stream('x', ‹orders.windowTumble(minutes(5)).groupBy('region'))`,
    "is missing the following properties from type 'Appending<",
  ),
  also(
    bad(
      'having behind select',
      `orders.windowTumble(minutes(5)).groupBy('region').select(g => ({ n: count() })).‹having(g => g.n.gt(1))`,
      'This expression is not callable',
      'having comes behind groupBy(…) and before its select(…)',
    ),
    7006,
  ),

  // union all
  bad(
    'union with other types',
    `orders.select('order_id', 'region').unionAll(‹stream('x', orders.select(o => ({ order_id: o.note, region: o.region }))))`,
    'union all: order_id is a number here and a text there',
  ),
  bad(
    'union of a wall clock and an instant',
    `orders.select(o => ({ at: o.created_at })).unionAll(‹stream('x', orders.select(o => ({ at: o.shipped_at }))))`,
    'union all: at is TIMESTAMP here and TIMESTAMP_LTZ there',
  ),
  bad(
    'union with a column less',
    `orders.select('order_id', 'region').unionAll(‹stream('x', orders.select(o => ({ order_id: o.order_id }))))`,
    'union all: the other side has no column region',
  ),
  bad(
    'union with a column more',
    `orders.select(o => ({ order_id: o.order_id })).unionAll(‹stream('x', orders.select('order_id', 'region')))`,
    'union all: the other side has a column more, region',
  ),
  bad(
    'union with a query without a name',
    `orders.select('order_id', 'region').unionAll(‹orders.select('order_id', 'region'))`,
    "Property ''a name: stream(name, …), table(name, …) or relation(name, …) gives one'' is missing in type 'NoName'",
  ),
  bad(
    'union of a stream and a table',
    `orders.unionAll(‹customers)`,
    "Property ''rows are only added'' is missing in type 'Changed'",
  ),
  bad('union of tables', `customers.‹unionAll(gold)`, 'This expression is not callable', 'union all needs append-only streams'),

  // names and lanes
  bad(
    'a stream of a table',
    `stream('x', ‹customers.where(c => c.active))`,
    "Property ''rows are only added'' is missing in type 'Changed'",
  ),
  bad(
    'a stream of a captured table',
    `stream('x', ‹cdc(db, 'public.customers'))`,
    "Property ''rows are only added'' is missing in type 'Changed'",
  ),
  bad(
    'a table of a stream',
    `table('x', ‹orders.where(o => o.open))`,
    "Property ''rows are updated and deleted'' is missing in type 'OnlyAdded'",
  ),
  bad(
    'a table of a topic',
    `table('x', ‹kafka('types.order.v1'))`,
    "Property ''rows are updated and deleted'' is missing in type 'OnlyAdded'",
  ),
  bad('a stream without its name', `‹stream(orders.where(o => o.open))`, 'Expected 2 arguments, but got 1'),
  bad('a lane that is not there', `enriched.lane(‹'late')`, `'"late"' is not assignable to parameter of type '"late_orders"'`),
  bad(
    'a lane of a relation without any',
    `revenue.select('region', 'window_start').‹lane('late')`,
    "Property 'lane' does not exist on type 'StreamQuery<",
  ),
  bad('a lane of a stream without any', `orders.lane(‹'late')`, 'none of its clauses says late: { as: name }'),
  bad('a lane of a table', `customers.‹lane('late')`, "Property 'lane' does not exist on type 'Table<"),
  bad('another name of a query', `orders.where(o => o.open).‹as('o')`, "Property 'as' does not exist on type 'StreamQuery<"),
]
