// Sinks, properties and tests: what does not fit.
import { bad, type Bad } from '../fragments.js'

const given = (row: string): string => `pipeline('p').test('x', test => test.given(orders, [${row}]))`

export const PIPELINES: readonly Bad[] = [
  // properties
  bad('an sla that is a text', `pipeline('p', { ‹sla: '10 minutes' })`, "'string' is not assignable to type 'Duration"),
  bad(
    'a misspelt property',
    `pipeline('p', { ‹ower: 'team' })`,
    "'ower' does not exist in type 'PipelineProperties'",
    "Did you mean to write 'owner'?",
  ),
  bad('a checkpoint without a mode', `pipeline('p', { ‹checkpoint: { every: seconds(60) } })`, "Property 'mode' is missing"),
  bad(
    'an unknown mode',
    `pipeline('p', { checkpoint: { every: seconds(60), ‹mode: 'exactly-once' } })`,
    `'"exactly-once"' is not assignable to type`,
    `Did you mean '"exactly once"'?`,
  ),
  bad(
    'a parallelism that is a text',
    `pipeline('p', { tuning: { ‹parallelism: '2' } })`,
    "'string' is not assignable to type 'number",
  ),

  // what it declares
  bad(
    'a declared query without a name',
    `pipeline('p').declare(‹orders.where(o => o.amount.gt(1)))`,
    "is not assignable to parameter of type 'Declarable'",
  ),
  bad(
    'a declared source without a name',
    `pipeline('p').declare(‹kafka('orders'))`,
    "is not assignable to parameter of type 'Declarable'",
  ),
  bad('a declared text', `pipeline('p').declare(‹'orders')`, "'string' is not assignable to parameter of type 'Declarable'"),
  bad(
    'a declared point in time',
    `pipeline('p').declare(‹new Date(0))`,
    "'Date' is not assignable to parameter of type 'Declarable'",
  ),

  // what is written
  bad(
    'a table appended',
    `pipeline('p').sinkAppend(‹customers, kafka('out'))`,
    "Property ''rows are only added'' is missing in type 'Changed'",
  ),
  bad(
    'a table made by a query appended',
    `pipeline('p').sinkAppend(‹gold, lake.table('a', 'b'))`,
    "Property ''rows are only added'' is missing in type 'Changed'",
  ),
  bad(
    'a query without a name',
    `pipeline('p').sinkAppend(‹orders.where(o => o.open), kafka('out'))`,
    "Property ''a name: stream(name, …), table(name, …) or relation(name, …) gives one'' is missing in type 'NoName'",
  ),
  bad(
    'a source without a name',
    `pipeline('p').sinkAppend(‹kafka('types.order.v1'), kafka('out'))`,
    "Property '[NAMED]' is missing",
  ),
  bad(
    'an upsert of a query without a name',
    `pipeline('p').sinkUpsert(‹customers.where(c => c.active), kafka('out'))`,
    "Property ''a name: stream(name, …)",
  ),
  bad(
    'the name of a relation',
    `pipeline('p').sinkAppend(‹'orders', kafka('out'))`,
    "'string' is not assignable to parameter of type 'NamedStream<",
  ),
  bad(
    'a topic by name',
    `pipeline('p').sinkAppend(orders, ‹'out')`,
    "'string' is not assignable to parameter of type 'SinkTarget'",
  ),
  bad(
    'several topics',
    `pipeline('p').sinkAppend(orders, ‹kafka(['a', 'b']))`,
    "is not assignable to parameter of type 'SinkTarget'",
  ),
  bad(
    'an interval',
    `pipeline('p').sinkAppend(‹stream('x', orders.select(o => ({ lasted: difference(o.created_at, o.created_at, 'day') }))), kafka('out'))`,
    'lasted is INTERVAL DAY TO SECOND: this sink has no such column, cast it to a text',
  ),
  bad(
    'a multiset in Iceberg',
    `pipeline('p').sinkAppend(‹stream('x', orders.select(o => ({ seen: o.seen }))), lake.table('a', 'b'))`,
    'seen is MULTISET: this sink has no such column, cast it to a text',
  ),

  // a sink whose subject decides
  bad(
    'a column that the subject lacks',
    `pipeline('p').sinkAppend(‹stream('x', revenue.select('region', 'window_start', 'revenue', 'orders')), kafka('types.revenue.v1').schemaRegistry())`,
    'the subject has no column orders',
  ),
  bad(
    'a column that the subject has',
    `pipeline('p').sinkAppend(‹stream('x', revenue.select('region', 'window_start')), kafka('types.revenue.v1').schemaRegistry())`,
    'the subject has a column revenue',
  ),
  bad(
    'a column of another type',
    `pipeline('p').sinkAppend(‹stream('x', revenue.select(r => ({ region: r.orders, window_start: r.window_start, revenue: r.revenue }))), kafka('types.revenue.v1').schemaRegistry())`,
    'region is a text in the subject, and a number here',
  ),
  bad(
    'a NULL where the subject has none',
    `pipeline('p').sinkAppend(‹stream('x', orders.select(o => ({ region: o.region, window_start: o.changed_at, revenue: o.amount }))), kafka('types.revenue.v1').schemaRegistry())`,
    'window_start is not null in the subject, and may be NULL here',
  ),
  bad(
    'an upsert that the subject does not fit',
    `pipeline('p').sinkUpsert(‹customers, kafka('types.revenue.v1').schemaRegistry())`,
    'the subject has',
  ),

  // how it is written
  bad(
    'a message key that is no column',
    `pipeline('p').sinkAppend(revenue, kafka('out'), { messageKey: { ‹columns: 'regoin' } })`,
    `'"regoin"' is not assignable to type`,
  ),
  bad(
    'a message key in a list that is no column',
    `pipeline('p').sinkAppend(revenue, kafka('out'), { messageKey: { ‹columns: ['region', 'regoin'] } })`,
    `'"regoin"' is not assignable to type`,
    `Did you mean '"region"'?`,
  ),
  bad(
    'a message key as a text',
    `pipeline('p').sinkAppend(revenue, kafka('out'), { ‹messageKey: 'region' })`,
    `'string' is not assignable to type`,
  ),
  bad(
    'an unknown format',
    `pipeline('p').sinkAppend(revenue, kafka('out'), { ‹format: 'protobuf' })`,
    `'"protobuf"' is not assignable to type '"avro" | "json"`,
  ),
  bad(
    'a retention that is a number',
    `pipeline('p').sinkAppend(revenue, kafka('out'), { ‹retention: 7 })`,
    "'number' is not assignable to type 'Duration",
  ),
  bad(
    'partitions of a table at a topic',
    `pipeline('p').sinkAppend(revenue, kafka('out'), { ‹partitionBy: ['region'] })`,
    "'partitionBy' does not exist in type 'KafkaSinkProperties<",
  ),
  bad(
    'a message key at a table',
    `pipeline('p').sinkAppend(revenue, lake.table('a', 'b'), { ‹messageKey: { columns: 'region' } })`,
    "'messageKey' does not exist in type 'IcebergSinkProperties<",
  ),
  bad(
    'a key of rows that are only added',
    `pipeline('p').sinkAppend(revenue, lake.table('a', 'b'), { ‹key: ['region'] })`,
    "'key' does not exist in type 'IcebergSinkProperties<",
  ),
  bad(
    'a key that is no column',
    `pipeline('p').sinkUpsert(customers, lake.table('a', 'b'), { key: [‹'custmer_id'] })`,
    `'"custmer_id"' is not assignable to type`,
    `Did you mean '"customer_id"'?`,
  ),
  bad(
    'a partition by a column that is not there',
    `pipeline('p').sinkAppend(revenue, lake.table('a', 'b'), { partitionBy: [‹days('window_strat')] })`,
    `'"window_strat"' is not assignable to type`,
    `Did you mean '"window_start"'?`,
  ),
  bad(
    'a partition by a name that is not there',
    `pipeline('p').sinkAppend(revenue, lake.table('a', 'b'), { partitionBy: [‹'regoin'] })`,
    `'"regoin"' is not assignable to type`,
  ),
  bad(
    'a bucket without its number',
    `pipeline('p').sinkAppend(revenue, lake.table('a', 'b'), { partitionBy: [‹bucket('region')] })`,
    'Expected 2 arguments, but got 1',
  ),
  bad(
    'a format version that there is not',
    `pipeline('p').sinkAppend(revenue, lake.table('a', 'b'), { ‹formatVersion: 1 })`,
    "'1' is not assignable to type '2 | 3",
  ),
  bad('an unknown cleanup', `pipeline('p').topic('x', { ‹cleanup: 'never' })`, `'"never"' is not assignable to type`, '"delete"'),
  bad('a tap of a query', `pipeline('p').tap(‹orders.where(o => o.open), 'debug')`, "Property ''a name: stream(name, …)"),

  // tests
  bad(
    'a misspelt column of a fixture',
    given(`{ ‹custmer_id: 7 }`),
    "'custmer_id' does not exist in type 'GivenRow<Order>'",
    "Did you mean to write 'customer_id'?",
  ),
  bad('a text for a BIGINT', given(`{ ‹order_id: '7' }`), "'string' is not assignable to type 'number | bigint"),
  bad('a number for a text', given(`{ ‹region: 7 }`), "'number' is not assignable to type 'string'"),
  bad('a Date for a timestamp', given(`{ ‹created_at: new Date() }`), "'Date' is not assignable to type 'string"),
  bad('NULL for a column that is not null', given(`{ ‹order_id: null }`), "'null' is not assignable to type 'number | bigint"),
  bad('a list of wrong elements', given(`{ tags: [‹1] }`), "'number' is not assignable to type 'string'"),
  bad('a row without a field', given(`{ ‹ship: { zip: '1' } }`), "Property 'city' is missing"),
  bad('an unknown meta column', given(`{ ‹'@key': 'k' }`), "''@key'' does not exist in type 'GivenRow<Order>'"),
  bad(
    'an unknown kind of a change',
    `pipeline('p').test('x', test => test.given(customers, [{ ‹'@op': 'insert', customer_id: 1 }]))`,
    `'"insert"' is not assignable to type`,
  ),
  bad(
    'a misspelt column of an expectation',
    `pipeline('p').test('x', test => test.expect(revenue, [{ ‹reveneu: '1.00' }]))`,
    "'reveneu' does not exist in type",
    "Did you mean to write 'revenue'?",
  ),
  bad(
    'a wrong value of an expectation',
    `pipeline('p').test('x', test => test.expect(revenue, [{ ‹orders: 'one' }]))`,
    "'string' is not assignable to type 'number | bigint",
  ),
  bad(
    'a change without its kind',
    `pipeline('p').test('x', test => test.expectChanges(gold, [‹{ customer_id: 1 }]))`,
    "Property ''@op'' is missing",
  ),
  bad(
    'rows that are no list',
    `pipeline('p').test('x', test => test.given(orders, { ‹order_id: 1 }))`,
    "does not exist in type 'readonly GivenRow<Order>[]'",
  ),
  bad(
    'rows of a query',
    `pipeline('p').test('x', test => test.expect(‹orders.where(o => o.open), []))`,
    "Property ''a name: stream(name, …)",
  ),
  bad(
    'a watermark that is a number',
    `pipeline('p').test('x', test => test.watermark(orders, ‹1000))`,
    "'number' is not assignable to parameter of type 'string'",
  ),
  bad(
    'an advance by a number',
    `pipeline('p').test('x', test => test.advance(‹10))`,
    "'number' is not assignable to parameter of type 'Duration'",
  ),
  bad(
    'a test that returns nothing',
    `pipeline('p').test('x', ‹test => { test.end() })`,
    "'void' is not assignable to type 'TestSteps'",
  ),
  bad(
    'a partition that is a text',
    `pipeline('p').test('x', test => test.idle(orders, ‹'1'))`,
    "'string' is not assignable to parameter of type 'number'",
  ),
]
