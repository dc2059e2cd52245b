// A fix is what the help says, made: applied, the mistake is gone and no other has come.
import { describe, expect, it } from 'vitest'
import { checkProgram } from '../support/check-program.js'
import { applyFixes } from '../support/fixes.js'
import { CONNECTION, CUSTOMERS, LAKE, ORDER, ORDERS, PIPELINE } from './base.js'

const JOIN = 'left join customers as c at o.created_at on o.customer_id = c.customer_id late as behind'
const windowed = (clause: string): string =>
  `stream r =\n  from orders\n  ${clause}\n  group by region\n  select region, window_start, count(*) as n\n`
const KEEP = 'sink lake.shop.customers from customers upsert\n'
const kafkaSource = (order: string, ...clauses: readonly string[]): string =>
  `${order}\nstream s from kafka 'shop.order.created.v1' {\n  schema Order\n${clauses.map((c) => `  ${c}\n`).join('')}}`
const sink = (head: string, ...properties: readonly string[]): string =>
  `sink ${head} {\n${properties.map((p) => `  ${p}\n`).join('')}}\n`
const whole = (...parts: readonly string[]): string => [PIPELINE, ORDERS, CUSTOMERS, LAKE, ...parts, KEEP].join('\n')
const part = (text: string): string => [ORDERS, CUSTOMERS, text].join('\n')
const bare = (...parts: readonly string[]): string => parts.join('\n')

describe('the first fix works', () => {
  it.each<[string, string, string]>([
    ['FLOW2002', 'a misspelled relation', part('stream r =\n  from ordes')],
    ['FLOW2006', 'a misspelled column', part('stream r =\n  from orders\n  select regoin')],
    [
      'FLOW2006',
      'a misspelled column that needs backquotes',
      part('stream a =\n  from orders\n  select region as `the region`\nstream r =\n  from a\n  select `the regoin`'),
    ],
    ['FLOW2006', 'a misspelled field', part('stream r =\n  from orders\n  select item.skuu')],
    ['FLOW2007', 'an ambiguous column', part(`stream r =\n  from orders as o\n  ${JOIN}\n  select customer_id`)],
    ['FLOW2008', 'a misspelled schema', bare(ORDER, "stream s from files 'x.ndjson' {\n  schema Odrer\n}")],
    ['FLOW2010', 'two stars', part(`stream r =\n  from orders as o\n  ${JOIN}\n  select o.*, c.*`)],
    ['FLOW2010', 'a join at the end', part(`stream r =\n  from orders as o\n  ${JOIN}`)],
    [
      'FLOW2010',
      'two paths of one name',
      part(`stream r =\n  from orders as o\n  ${JOIN}\n  select o.customer_id, c.customer_id`),
    ],
    [
      'FLOW2011',
      'an unnamed aggregate',
      part(windowed('window tumble 5 minutes late count').replace('count(*) as n', 'sum(amount)')),
    ],
    [
      'FLOW2011',
      'an unnamed cast, whose own name is taken',
      part('stream r =\n  from orders\n  select amount, cast(amount as double)'),
    ],
    ['FLOW2016', 'an extension of a column', part('stream r =\n  from orders\n  extend region = order_id')],
    ['FLOW2019', 'a misspelled alias', part('stream r =\n  from orders as ord\n  select rod.region')],
    [
      'FLOW3409',
      'a nullable key column',
      bare(CONNECTION, 'schema S {\n  id bigint\n}', "table t from cdc db 'public.t' {\n  schema S\n  primary key id\n}"),
    ],
    [
      'FLOW3409',
      'a misspelled key column',
      bare(
        CONNECTION,
        'schema S {\n  ident bigint not null\n}',
        "table t from cdc db 'public.t' {\n  schema S\n  primary key idnet\n}",
      ),
    ],
    [
      'FLOW3412',
      'a missing primary key',
      bare(CONNECTION, 'schema S {\n  name string,\n  id bigint not null\n}', "table t from cdc db 'public.t' {\n  schema S\n}"),
    ],
    [
      'FLOW4001',
      'a number without a unit',
      kafkaSource(ORDER.replace('made_at      timestamp(3)', 'made_at      bigint'), 'time made_at late by 1 minute'),
    ],
    [
      'FLOW4002',
      'a nullable event time',
      kafkaSource(
        ORDER.replace('made_at      timestamp(3) not null', 'made_at      timestamp(3)'),
        'time made_at late by 1 minute',
      ),
    ],
    ['FLOW4003', 'an event time that a select left out', part(windowed('select region\n  window tumble 5 minutes late count'))],
    [
      'FLOW4004',
      'a source that never says when it is idle',
      part(windowed('window tumble 5 minutes late count')).replace(', idle after 1 minute\n}', '\n}'),
    ],
    [
      'FLOW4004',
      'a captured table without a time',
      part(`stream r =\n  from orders as o\n  ${JOIN}\n  select o.order_id`).replace(
        '  time         commit late by 5 seconds, idle after 1 minute\n',
        '',
      ),
    ],
    ['FLOW4005', 'late rows of a window', part(windowed('window tumble 5 minutes'))],
    [
      'FLOW4005',
      'late rows of a join',
      part(`stream r =\n  from orders as o\n  ${JOIN.replace(' late as behind', '')}\n  select o.order_id`),
    ],
    ['FLOW4006', 'late rows that a window cannot accept', part(windowed('window tumble 5 minutes late accept'))],
    [
      'FLOW4006',
      'late rows that a join cannot count',
      part(`stream r =\n  from orders as o\n  ${JOIN.replace('late as behind', 'late count')}\n  select o.order_id`),
    ],
    ['FLOW4008', 'a stream that is a table', part('/// Documented.\nstream r =\n  from customers')],
    ['FLOW4008', 'a table that is a stream', part('table r =\n  from orders')],
    [
      'FLOW4011',
      'a join at another time',
      part(`stream r =\n  from orders as o\n  ${JOIN.replace('at o.created_at', 'at o.made_at')}\n  select o.order_id`),
    ],
    [
      'FLOW4013',
      'a key of another type',
      part(`stream r =\n  from orders as o\n  ${JOIN.replace('o.customer_id =', 'o.amount =')}\n  select o.order_id`),
    ],
    [
      'FLOW4017',
      'an SLA that cannot be met',
      whole(windowed('window tumble 5 minutes late count'), 'sink lake.shop.r from r append').replace(
        'dlq ',
        'sla 1 minute\n  dlq ',
      ),
    ],
    [
      'FLOW4019',
      'a window behind a join without a select',
      part(
        `stream r =\n  from orders as o\n  ${JOIN}\n  window tumble 5 minutes late to dlq\n  group by region\n  select region, count(*) as n`,
      ),
    ],
    [
      'FLOW4024',
      'a union of two types',
      part(
        'stream a =\n  from orders\n  select order_id, region\nstream r =\n  from orders\n  select order_id, amount\n  union all a',
      ),
    ],
    ['FLOW4025', 'a time without lateness', kafkaSource(ORDER, 'time made_at')],
    ['FLOW5001', 'an append of changing rows', whole('sink lake.shop.c from customers append')],
    ['FLOW5002', 'an upsert of a stream', whole('sink lake.shop.o from orders upsert')],
    [
      'FLOW5002',
      'an upsert without the key',
      whole('table t =\n  from customers\n  select segment\nsink lake.shop.t from t upsert'),
    ],
    ['FLOW5003', 'an upsert by another key', whole(sink('lake.shop.c from customers upsert', 'key name'))],
    ['FLOW5004', 'a key of an append', whole(sink('lake.shop.o from orders append', 'key order_id'))],
    ['FLOW5005', 'a bucket without a number', whole(sink('lake.shop.o from orders append', 'partition by bucket(region)'))],
    ['FLOW5005', 'a misspelled transform', whole(sink('lake.shop.o from orders append', 'partition by day(created_at)'))],
    [
      'FLOW5007',
      'a timestamp of microseconds for Avro',
      whole(
        "stream r =\n  from orders\n  select order_id, cast(created_at as timestamp(6)) as at\nsink kafka 'shop.order.copied.v1' from r append",
      ),
    ],
    [
      'FLOW5008',
      'a message key without a form',
      whole(sink("kafka 'shop.order.copied.v1' from orders append", 'format json', 'message key order_id')),
    ],
    [
      'FLOW5008',
      'several columns as text',
      whole(sink("kafka 'shop.order.copied.v1' from orders append", 'format json', 'message key order_id, region as text')),
    ],
    [
      'FLOW5010',
      'a pipeline without a DLQ',
      whole("stream r =\n  from orders\n  where amount > 0 else dlq 'negative'\nsink lake.shop.r from r append").replace(
        "  dlq  'shop.order.dlq'\n",
        '',
      ),
    ],
    ['FLOW5013', 'a property that means nothing here', whole(sink('lake.shop.o from orders append', 'retention 1 day'))],
    [
      'FLOW5014',
      'a compacted topic without keys',
      whole(sink("kafka 'shop.order.copied.v1' from orders append", 'format json', 'cleanup compact')),
    ],
    ['FLOW5017', 'a misspelled property of a connection', bare(CONNECTION.replace('database', 'databse'))],
    ['FLOW5017', 'a missing property of a connection', bare(CONNECTION.replace("  user      'debezium'\n", ''))],
    [
      'FLOW5018',
      'a key that may be NULL',
      whole(windowed('window tumble 5 minutes late count'), 'sink lake.shop.r from r upsert'),
    ],
    [
      'FLOW5019',
      'too few replicas',
      whole(sink("kafka 'shop.order.copied.v1' from orders append", 'format json', 'replicas 2', 'min insync 3')),
    ],
    [
      'FLOW5020',
      'a name that Avro has not',
      whole("stream r =\n  from orders\n  select order_id as `order-id`\nsink kafka 'shop.order.copied.v1' from r append"),
    ],
    ['FLOW5021', 'a secret in clear', bare(CONNECTION.replace("secret('DB_PASSWORD')", "'hunter2'"))],
    [
      'FLOW7001',
      'a misspelled column of a test',
      whole("test 't' for shop {\n  expect customers\n    | custmer_id |\n    | 1          |\n}"),
    ],
    ['FLOW7004', 'a misspelled relation of a test', whole("test 't' for shop {\n  expect nothing from custmers\n}")],
    ['FLOW2017', 'a misspelled pipeline of a test', whole("test 't' for shpo {\n  expect nothing from customers\n}")],
  ])('%s: %s', (code, _, text) => {
    const files = { 'main.flow': text }
    const wrong = checkProgram(files)
    const found = wrong.diagnostics.filter((d) => d.severity === 'error').map((d) => d.code)
    expect(found, wrong.lines.join('\n')).toContain(code)
    const right = checkProgram(applyFixes(files, wrong, (d) => d.code === code))
    expect(
      right.lines.filter(
        (l) =>
          found.includes(l.split(' ')[0] as never) ||
          right.diagnostics.some((d) => d.severity === 'error' && l.startsWith(d.code)),
      ),
    ).toEqual([])
  })
})

it('offers each near name, in the order of nearness', () => {
  const checked = checkProgram({ 'main.flow': part('stream r =\n  from orders\n  select maed_at') })
  expect(checked.diagnostics[0]!.help).toBe('did you mean `made_at`?')
  expect(checked.diagnostics[0]!.fixes.map((f) => f.title)).toEqual(['write `made_at`'])
})
