// A pipeline with its parts as text.
import { describe, expect, it } from 'vitest'
import {
  bucket,
  catalog,
  days,
  env,
  hours,
  kafka,
  minutes,
  months,
  ms,
  param,
  pipeline,
  seconds,
  stream,
  t,
  topic,
  truncate,
  years,
} from '../../../src/api/index.js'
import { customers, orders } from '../rows.js'
import { lastText, loose, mistakeOf, nodesOf, textOf } from '../support.js'

const shop = pipeline('shop')
const lake = catalog('lake', { uri: env('ICEBERG_URI'), warehouse: 's3://lakehouse/' })
/** What a part adds to the text: the last declaration. */
const part = lastText
const any = loose(shop)

describe('properties', () => {
  it('stand in the order in which they were said', () => {
    expect(
      lastText(
        pipeline('shop', {
          owner: 'team-shop',
          sla: minutes(10),
          dlq: 'shop.dlq',
          timeZone: 'Europe/Prague',
          checkpoint: { every: seconds(60), mode: 'at least once' },
          tuning: {
            miniBatch: seconds(2),
            alignDrift: minutes(5),
            watermarksEvery: ms(500),
            parallelism: 4,
            maxParallelism: 128,
          },
        }).doc('All orders.'),
      ),
    ).toBe(`/// All orders.
pipeline shop {
  owner       'team-shop'
  sla         10 minutes
  dlq         'shop.dlq'
  time zone   'Europe/Prague'
  checkpoint  every 60 seconds at least once
  tuning {
    mini batch 2 seconds,
    align drift 5 minutes,
    watermarks every 500 ms,
    parallelism 4,
    max parallelism 128
  }
}`)
    expect(lastText(shop)).toBe('pipeline shop {}')
  })

  it('bring along the params that they name', () => {
    const sla = param('sla', t.duration(), minutes(10))
    const prefix = param('prefix', t.string(), 'dev')
    expect(textOf({ p: pipeline('shop', { sla, dlq: `${prefix}.dlq` }) })).toBe(`param sla duration = 10 minutes

param prefix string = 'dev'

pipeline shop {
  sla  sla
  dlq  '\${prefix}.dlq'
}
`)
  })
})

describe('sinks', () => {
  it('a topic', () => {
    expect(part(shop.sinkAppend(orders, kafka('shop.copy')))).toBe("sink kafka 'shop.copy' from orders append")
    expect(
      part(
        shop.sinkUpsert(customers, kafka('shop.copy'), {
          messageKey: { columns: ['customer_id', 'segment'], as: 'avro' },
          format: 'json',
          partitions: 6,
          partitionsFor: 2,
          throughput: 1.5,
          replicas: 3,
          minInsync: 2,
          retention: days(7),
          cleanup: 'compact',
          with: { 'sink.x': '1' },
        }),
      ),
    ).toBe(`sink kafka 'shop.copy' from customers upsert {
  message key  customer_id, segment as avro
  format       json
  partitions   6
  partitions   for 2 MB/s
  throughput   1.5 MB/s
  replicas     3
  min insync   2
  retention    7 days
  cleanup      compact
  with { 'sink.x' = '1' }
}`)
  })

  it('a topic that says what it takes', () => {
    expect(part(any.sinkAppend!(orders, kafka('shop.copy').schemaRegistry()))).toBe("sink kafka 'shop.copy' from orders append")
  })

  it('a table of a catalog', () => {
    expect(
      part(
        any.sinkUpsert!(orders, lake.table('sales', 'orders'), {
          partitionBy: [
            'region',
            days('created_at'),
            hours('created_at'),
            months('created_at'),
            years('created_at'),
            bucket(16, 'order_id'),
            truncate(4, 'region'),
          ],
          formatVersion: 2,
          key: ['order_id'],
        }),
      ),
    ).toBe(`sink lake.sales.orders from orders upsert {
  partition by    region,
                  days(created_at),
                  hours(created_at),
                  months(created_at),
                  years(created_at),
                  bucket(16, order_id),
                  truncate(4, region)
  format version  2
  key             order_id
}`)
  })

  it('bring along what they write and where', () => {
    expect(nodesOf({ p: shop.sinkAppend(orders, lake.table('sales', 'orders')) }).map((d) => d.kind)).toEqual([
      'pipeline',
      'schema',
      'source',
      'catalog',
      'sink',
    ])
  })
})

describe('topics, taps, other declarations', () => {
  it('as they are', () => {
    expect(part(shop.topic('shop.x', { partitions: 6 }))).toBe("topic 'shop.x' {\n  partitions  6\n}")
    expect(part(shop.tap(orders, 'debug.orders'))).toBe("tap orders to kafka 'debug.orders'")
    expect(part(shop.declare(topic('shop.y', { replicas: 3 }), stream('copy', orders)))).toBe('stream copy =\n  from orders')
  })
})

describe('immutability', () => {
  it('each method leaves the pipeline as it was', () => {
    const before = textOf({ shop })
    shop.sinkAppend(orders, kafka('shop.copy'))
    shop.test('x', (test) => test.restart())
    shop.doc('x')
    expect(textOf({ shop })).toBe(before)
    expect(Object.isFrozen(shop)).toBe(true)
  })
})

describe('mistakes', () => {
  const message = (use: () => unknown): string => mistakeOf(use).message
  it.each([
    [
      () =>
        any.sinkAppend!(
          orders.where((o) => o.amount.gt(0)),
          kafka('x'),
        ),
      /FLOW2121: sinkAppend wants a relation with a name/,
    ],
    [() => any.sinkAppend!(orders, 'topic'), /`sinkAppend` takes a topic, .*, and got the text "topic"/],
    [() => any.sinkAppend!(orders, kafka('x').start('latest')), /one topic and nothing that only reading needs/],
    [
      () => any.sinkAppend!(orders, kafka('x'), { retentions: 1 }),
      /FLOW2131: `sinkAppend` has no property `retentions`; did you mean `retention`\?/,
    ],
    [() => any.sinkAppend!(orders, kafka('x'), { retention: 7 }), /`topic.retention` takes a duration/],
    [
      () => any.sinkAppend!(orders, kafka('x'), { throughput: NaN }),
      /`topic.throughput` takes a number of MB\/s, and got the number NaN/,
    ],
    [
      () => any.sinkAppend!(orders, lake.table('a'), { partitionBy: [5] }),
      /`sinkAppend.partitionBy` takes a column or a transform/,
    ],
    [() => any.tap!(orders, 5), /`tap` takes the name of a topic/],
    [() => any.declare!('x'), /`declare` takes declarations, and got the text "x"/],
    [() => any.declare!(orders.as('o')), /FLOW2121: declare wants a relation with a name/],
    [() => loose({ pipeline }).pipeline!('x', { own: 'y' }), /FLOW2131: `pipeline` has no property `own`/],
    [
      () => loose({ pipeline }).pipeline!('x', { tuning: { p: 1 } }),
      /FLOW2131: `pipeline.tuning` has no property `p`; it has `miniBatch`, `alignDrift`/,
    ],
    [
      () => loose({ pipeline }).pipeline!('x', { checkpoint: { every: minutes(1), mode: 'once' } }),
      /takes one of 'exactly once', 'at least once'/,
    ],
    [() => minutes(-1), /FLOW2130: `minutes\(-1\)` is no duration/],
    [() => minutes(0.0000001), /FLOW2130/],
    [() => minutes(NaN), /FLOW2130: `minutes\(NaN\)` is no duration/],
    [() => loose({ days }).days!(null), /FLOW2130: `days\(null\)` is no duration/],
    [() => loose({ bucket }).bucket!('16', 'x'), /`bucket` takes a whole number/],
  ] as const)('%#', (use, words) => {
    expect(message(use)).toMatch(words)
  })
})

it.each([
  [ms(500), '500 ms', 500],
  [seconds(1), '1 second', 1000],
  [seconds(1.5), '1.5 seconds', 1500],
  [minutes(0), '0 minutes', 0],
  [hours(2), '2 hours', 7_200_000],
  [days(1), '1 day', 86_400_000],
])('a duration %#', (duration, written, milliseconds) => {
  const [node] = nodesOf({ p: pipeline('x', { sla: duration }) })
  expect(node).toMatchObject({ properties: [{ kind: 'sla', value: { written, milliseconds, param: null } }] })
})
