// Pipelines: properties, sinks, taps, tests. What is right compiles; that is all there is to see.
import type { Pipeline, Stream, StreamQuery } from '../../../src/api/index.js'
import type { Decimal } from '../prelude.js'
import { api, customers, enriched, events, exact, fine, gold, lake, orders, revenue } from '../prelude.js'

const { bucket, count, days, hours, kafka, minutes, months, pipeline, seconds, stream, t, topic, truncate, years } = api

const empty = pipeline('p')
exact<Pipeline>()(empty)

fine(
  pipeline('p', {
    owner: 'team',
    sla: minutes(10),
    dlq: 'p.dlq',
    timeZone: 'UTC',
    checkpoint: { every: seconds(60), mode: 'at least once' },
    tuning: { miniBatch: seconds(1), alignDrift: seconds(30), watermarksEvery: seconds(1), parallelism: 2, maxParallelism: 128 },
  }).doc('Everything.'),
)

// sinks of topics
fine(empty.sinkAppend(orders, kafka('out')))
fine(
  empty.sinkAppend(revenue, kafka('out'), {
    messageKey: { columns: 'region', as: 'text' },
    format: 'json',
    partitionsFor: 2,
    retention: days(7),
    cleanup: 'delete',
    replicas: 3,
    minInsync: 2,
  }),
)
fine(
  empty.sinkAppend(revenue, kafka('out'), { messageKey: { columns: ['region', 'window_start'] }, throughput: 2, partitions: 6 }),
)
fine(empty.sinkUpsert(customers, kafka('out'), { messageKey: { columns: 'customer_id' } }))
fine(empty.sinkUpsert(gold, kafka('out'), { cleanup: 'compact' }))
fine(empty.sinkUpsert(revenue, kafka('out')))
fine(empty.sinkAppend(enriched.lane('late_orders'), kafka('late')))
fine(empty.sinkAppend(events, kafka('changes')))
// the subject of the target decides where the program says so, and only there
fine(empty.sinkAppend(revenue, kafka('types.order.v1')))
fine(
  empty.sinkAppend(stream('r', revenue.select('region', 'window_start', 'revenue')), kafka('types.revenue.v1').schemaRegistry()),
)

// sinks of Iceberg tables
fine(empty.sinkAppend(enriched, lake.table('sales', 'orders')))
fine(
  empty.sinkAppend(stream('r', revenue.select('region', 'revenue', 'window_start')), lake.table('sales', 'revenue'), {
    partitionBy: ['region', days('window_start'), hours('window_start'), months('window_start'), years('window_start')],
    formatVersion: 3,
  }),
)
fine(
  empty.sinkUpsert(customers, lake.table('sales', 'customers'), {
    key: ['customer_id'],
    partitionBy: [bucket(16, 'customer_id'), truncate(2, 'segment')],
  }),
)

// what stands beside
fine(empty.topic('x', { partitions: 3, retention: hours(1) }))
fine(empty.tap(orders, 'debug.orders').tap(gold, 'debug.gold'))
fine(empty.declare(orders, topic('y', { throughput: 1 }), api.flow`stream z = from orders`))
fine(
  empty.declare(
    gold,
    api.schema('s', { a: t.int() }),
    api.namedType('money', t.decimal(18, 2)),
    api.param('least', t.int(), 1),
    api.param('patience', t.duration(), hours(1)),
    api.fn('twice', { a: t.int() }, (p) => p.a.times(2)),
    lake,
    api.importPipeline('shared', './shared.flow').stream<{ a: number }>('a'),
  ),
)
// a loop
fine(
  ['eu', 'us'].reduce(
    (p, r) =>
      p.sinkAppend(
        stream(
          r,
          orders.where((o) => o.region.eq(r)),
        ),
        kafka(`orders.${r}`),
      ),
    empty,
  ),
)

// tests
fine(
  empty.test('all steps', (test) =>
    test
      .given(orders, [
        { order_id: 1, customer_id: 2n, region: 'eu', note: 'n', quantity: 3, amount: '10.00', total: 5, weight: 1.5 },
        { order_id: 2, paid: true, open: false, created_at: '2026-01-01 10:00:00', due: '2026-01-01', opens: '10:00:00' },
        { tags: ['a', null], sizes: [1, 2], extra: { gift: 3 }, ship: { city: 'Ulm', zip: null }, seen: { a: 2 } },
        { extra: new Map([['gift', 3]]), raw: '0aff', region: null, amount: null },
        { raw: new Uint8Array([1]), '@partition': 1, '@offset': 17, '@topic': 't', '@timestamp': '2026-01-01 00:00:00' },
        { '@header.trace': 'x' },
        {},
      ])
      .given(customers, [{ '@time': '2026-01-01 00:00:00', '@op': 'u', customer_id: 7, segment: 'gold' }])
      .given(events, [{ '@op': 'c', customer_id: 1, segment: 'gold', '@before': { customer_id: 1, segment: null } }])
      .givenFile(orders, 'orders.ndjson')
      .givenTogether([
        { from: orders, row: { order_id: 1 } },
        { from: customers, row: { customer_id: 1 } },
      ])
      .watermark(orders, '2026-01-01 10:00:00')
      .expectWatermark(orders, '2026-01-01 10:00:00')
      .advance(minutes(10))
      .idle(orders)
      .idle(orders, 1)
      .restart()
      .expect(revenue, [{ region: 'eu', revenue: '10.00', orders: 1, window_start: '2026-01-01 10:00:00' }, { region: null }])
      .expectChanges(gold, [{ '@op': '+I', customer_id: 1 }])
      .expectDlq([
        {
          '@reason': 'x',
          '@stage': 'late',
          '@step': 's',
          '@topic': 't',
          '@partition': 0,
          '@offset': 1,
          '@key': 'k',
          order_id: 4,
        },
      ])
      .expectNothing(gold)
      .end()
      .open(),
  ),
)
fine(empty.test('an error', (test) => test.expectError('FLOW4004')))
fine(
  empty.test('rows of a function', (test) =>
    test.given(
      orders,
      [1, 2, 3].map((order_id) => ({ order_id, region: 'eu' })),
    ),
  ),
)

// relations as values: functions of TypeScript over rows that have some columns
type Q<R> = StreamQuery<R>
const positive = <R extends { amount: Decimal | null }>(q: Q<R>): Q<R> => q
fine(positive(orders).where((o) => o.amount.gt(0)))
const counted = (name: string, q: Q<{ region: string | null }>) =>
  stream(
    name,
    q
      .windowTumble(minutes(1), { late: 'count' })
      .groupBy('region')
      .select((g) => ({ region: g.region, n: count() })),
  )
exact<Stream<{ region: string | null; n: bigint }, {}>>()(
  counted(
    'n',
    orders.select((o) => ({ region: o.region })),
  ),
)
fine(counted('n', orders))
