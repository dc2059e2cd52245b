// What is ignored changes no type: a chain goes on behind it as it went before.
import type { DiagnosticCode, Ignored, Pipeline, Schema } from '../../../src/api/index.js'
import { api, customers, db, enriched, exact, fine, gold, lake, lanes, o, orders, plant, row, value } from '../prelude.js'
import type { Decimal, Order, PerRow, Timestamp, TimestampLtz } from '../prelude.js'

const { cdc, count, fn, iceberg, kafka, minutes, namedType, param, pipeline, schema, stream, t, table, topic } = api

interface Known {
  customer_id: bigint
  segment: string | null
  active: boolean | null
}

// relations
row<Order>()(orders.ignore('FLOW5050', 'seen'))
row<Order>()(orders.ignore(['FLOW5050', 'FLOW0107'], 'seen'))
lanes<{ late_orders: Order }>()(enriched.ignore('FLOW4018', 'seen'))
row<Order>()(enriched.ignore('FLOW4018', 'seen').lane('late_orders'))
row<Known>()(customers.ignore('FLOW3405', 'seen').as('c'))
row<Order>()(orders.unionAll(orders.ignore('FLOW5050', 'seen')))
row<{ id: bigint; segment: string | null }>()(
  orders
    .join(customers.ignore('FLOW3405', 'seen'), { at: (o) => o.created_at, on: (o, c) => o.customer_id.eq(c.customer_id) })
    .ignore('FLOW4025', 'seen')
    .select((o, c) => ({ id: o.order_id, segment: c.segment })),
)

// clauses
row<Order>()(orders.where((o) => o.open).ignore('FLOW3201', 'seen'))
row<{ a: Decimal | null }>()(
  orders
    .where((o) => o.open)
    .ignore('FLOW3201', 'seen')
    .select((o) => ({ a: o.amount }))
    .ignore('FLOW3202', 'seen'),
)
row<Order>()(orders.as('o').ignore('FLOW4018', 'seen'))
row<Known>()(gold.where((c) => c.active).ignore('FLOW3201', 'seen'))
row<{ region: string | null; at: Timestamp; n: bigint }>()(
  orders
    .windowTumble(minutes(5), { late: 'count' })
    .ignore('FLOW4018', 'seen')
    .groupBy('region')
    .ignore('FLOW4020', 'seen')
    .having(() => count().gt(1))
    .ignore('FLOW3201', 'seen')
    .select((g) => ({ region: g.region, at: g.window_start, n: count() }))
    .ignore('FLOW3201', 'seen'),
)
lanes<{ behind: Order }>()(
  orders
    .windowTumble(minutes(5), { late: { as: 'behind' } })
    .ignore('FLOW4018', 'seen')
    .groupBy()
    .select(() => ({ n: count() })),
)

// sources
row<Order>()(kafka('types.order.v1').start('earliest').ignore('FLOW4016', 'seen').messageKey('order_id'))
row<{ order_id: bigint; event_time: TimestampLtz }>()(
  stream('x', kafka('types.order.v1').timeMetadata('timestamp').ignore('FLOW4016', 'seen')).select('order_id', 'event_time'),
)
row<{ op: string }>()(
  stream('x', cdc(db, 'public.customers').primaryKey('customer_id').ignore('FLOW3405', 'seen').asEvents()).select((e) => ({
    op: e.op,
  })),
)
row<{ a: number | null }>()(
  iceberg(lake.table('x'))
    .schema(schema('S', { a: t.int() }))
    .ignore('FLOW3405', 'seen')
    .until('latest'),
)
fine(table('y', kafka('types.order.v1').compacted().primaryKey('order_id').ignore('FLOW4016', 'seen')))

// declarations
exact<Schema<{ a: number | null }>>()(schema('S', { a: t.int() }).ignore('FLOW3405', 'seen'))
exact<typeof db>()(db.ignore('FLOW5050', 'seen'))
exact<typeof plant>()(plant.ignore('FLOW5050', 'seen').doc('It is the plant.'))
exact<typeof lake>()(lake.ignore('FLOW5050', 'seen'))
fine(lake.ignore('FLOW5050', 'seen').table('sales', 'orders'), topic('x', {}).ignore('FLOW5050', 'seen'))
const money = namedType('money', t.decimal(18, 2)).ignore('FLOW5050', 'seen')
row<{ a: Decimal }>()(kafka('x').schema(schema('S', { a: money().notNull() })))
const twice = fn('twice', { a: t.decimal(18, 2).notNull() }, (p) => p.a.times(2)).ignore('FLOW3201', 'seen')
value<Decimal, PerRow>()(twice.doc('Twice.')({ a: o.total }))
value<Decimal, never>()(param('least', t.decimal(10, 2), '1.00').ignore('FLOW5050', 'seen').value())
fine(orders.windowTumble(param('size', t.duration(), minutes(5)).ignore('FLOW5050', 'seen'), { late: 'count' }))

// pipelines
exact<Pipeline>()(
  pipeline('p')
    .ignore('FLOW5050', 'seen')
    .sinkAppend(orders, kafka('x'))
    .ignore('FLOW5012', 'seen')
    .test('t', (test) => test.given(orders, [{ order_id: 1 }]))
    .ignore('FLOW5012', 'seen'),
)
const seen: DiagnosticCode = 'FLOW4018'
const several: Ignored = [seen, 'FLOW4020']
row<Order>()(orders.ignore(seen, 'seen').ignore(several, 'seen'))
