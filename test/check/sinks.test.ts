// Sinks, topics, catalogs, connections and pipelines, good and bad.
import { describe, expect, it } from 'vitest'
import { checkProgram } from '../support/check-program.js'
import { codes, CONNECTION, CUSTOMERS, errors, LAKE, library, ORDERS, PIPELINE } from './base.js'

const REVENUE = `stream revenue =
  from orders
  where region is not null
  window tumble 5 minutes late to dlq
  group by region
  select region, window_start, window_end, sum(amount) as total
`
const sink = (...text: readonly string[]): readonly string[] =>
  errors(checkProgram({ 'main.flow': [PIPELINE, ORDERS, CUSTOMERS, LAKE, REVENUE, ...text].join('\n') }))
const block = (head: string, ...properties: readonly string[]): string =>
  `sink ${head} {\n${properties.map((p) => `  ${p}\n`).join('')}}\n`
const TOPIC = "kafka 'shop.order.copied.v1'"

describe('a topic that a pipeline reads', () => {
  it.each([
    ['is not that of a sink', block("kafka 'shop.order.created.v1' from orders append", 'format json')],
    ['is not that of a tap', `sink ${TOPIC} from orders append\ntap orders to kafka 'shop.order.created.v1'`],
    [
      'is not that of its dead letters',
      `sink ${TOPIC} from orders append`,
      "pipeline shop {\n  dlq 'shop.order.created.v1'\n}\n",
    ],
    ['is not that of a captured table', `sink kafka 'db.public.customers' from customers upsert { format json }`],
  ])('%s', (_, text, pipeline = PIPELINE) => {
    const answer = checkProgram({ 'main.flow': [pipeline, ORDERS, CUSTOMERS, text].join('\n') })
    expect(codes(answer)).toContain('FLOW5022')
  })

  it('may have the name of one on another cluster', () => {
    const other = ORDERS.replace('from kafka ', 'from kafka plant ')
    expect(other).not.toBe(ORDERS)
    const text = [PIPELINE, "connection plant kafka { bootstrap env('PLANT') }\n", other]
    text.push(block("kafka 'shop.order.created.v1' from orders append", 'format json'))
    expect(codes(checkProgram({ 'main.flow': text.join('\n') }))).not.toContain('FLOW5022')
  })
})

describe('a sink that is right', () => {
  it.each([
    ['appends a stream to a table', 'sink lake.shop.orders from orders append'],
    [
      'partitions by every transform',
      block(
        'lake.shop.orders from orders append',
        'partition by years(created_at), months(created_at), days(created_at), hours(created_at), bucket(8, order_id), truncate(2, region), region',
      ),
    ],
    ['upserts a table', 'sink lake.shop.customers from customers upsert'],
    [
      'upserts a table by its key, said',
      block(
        'lake.shop.customers from customers upsert',
        'key customer_id',
        'format version 3',
        'partition by bucket(4, customer_id)',
      ),
    ],
    ['upserts windows by the key of the group', 'sink lake.shop.revenue from revenue upsert'],
    [
      'upserts windows by the end that it is partitioned by',
      block('lake.shop.revenue from revenue upsert', 'partition by days(window_end)'),
    ],
    ['upserts windows by a smaller key', block('lake.shop.revenue from revenue upsert', 'key region, window_start')],
    [
      'upserts rows that never change by more than their key',
      block('lake.shop.revenue from revenue upsert', 'key region, window_start, window_end'),
    ],
    [
      'takes the message key as the key of an upsert topic',
      block("kafka 'shop.revenue.summed.v1' from revenue upsert", 'message key window_end, region as json', 'format json'),
    ],
    [
      'appends to a topic with all of its settings',
      block(
        `${TOPIC} from orders append`,
        'message key order_id as raw',
        'format json',
        'partitions for 2 MB/s',
        'replicas 3',
        'min insync 2',
        'retention 7 days',
        'cleanup delete',
      ),
    ],
    [
      'compacts an upsert topic',
      block("kafka 'shop.customer.changed.v1' from customers upsert", 'message key customer_id as text', 'cleanup compact'),
    ],
  ])('%s', (_, text) => {
    expect(sink(text)).toEqual([])
  })
})

describe('a sink that is wrong', () => {
  it.each<[string, string, readonly string[]]>([
    ['appends a table', 'sink lake.shop.customers from customers append', ['FLOW5001']],
    ['upserts a stream', 'sink lake.shop.orders from orders upsert', ['FLOW5002']],
    [
      'upserts a table whose key was left out',
      'table t =\n  from customers\n  select segment\nsink lake.shop.t from t upsert',
      ['FLOW5002'],
    ],
    ['upserts by another key', block('lake.shop.customers from customers upsert', 'key name'), ['FLOW5003']],
    [
      'upserts rows that change by more than their key',
      block('lake.shop.customers from customers upsert', 'key customer_id, segment'),
      ['FLOW5003'],
    ],
    ['appends with a key', block('lake.shop.orders from orders append', 'key order_id'), ['FLOW5004']],
    [
      'has a key column that may be NULL',
      'stream r =\n  from orders\n  window tumble 5 minutes late to dlq\n  group by region\n  select region, window_start, count(*) as n\nsink lake.shop.r from r upsert',
      ['FLOW5018'],
    ],
    [
      'partitions by an unknown transform, a wrong type, without a number',
      block(
        'lake.shop.orders from orders append',
        'partition by day(created_at), days(region), bucket(region), truncate(1, tags)',
      ),
      ['FLOW5005', 'FLOW5005', 'FLOW5005', 'FLOW5005'],
    ],
    [
      'partitions by a column that is not there',
      block('lake.shop.orders from orders append', 'partition by days(creatd_at)'),
      ['FLOW2006'],
    ],
    [
      'partitions an upsert outside its key',
      block('lake.shop.customers from customers upsert', 'partition by segment'),
      ['FLOW5006'],
    ],
    ['goes to a catalog that is not there', 'sink lak.shop.orders from orders append', ['FLOW2008']],
    ['goes to something that is no catalog', 'sink db.shop.orders from orders append', ['FLOW5017']],
    ['goes to a table without a namespace', 'sink lake.orders from orders append', ['FLOW5017']],
    ['has a format version of the future', block('lake.shop.orders from orders append', 'format version 4'), ['FLOW5017']],
    [
      'gives a table what topics have',
      block('lake.shop.orders from orders append', 'message key order_id as text', 'retention 1 day'),
      ['FLOW5013', 'FLOW5013'],
    ],
    [
      'gives a topic what tables have',
      block(`${TOPIC} from orders append`, 'format json', 'partition by region', 'format version 2'),
      ['FLOW5013', 'FLOW5013'],
    ],
    ['writes a topic as CSV', block(`${TOPIC} from orders append`, 'format csv'), ['FLOW5013']],
    [
      'keys an upsert topic by something else',
      block("kafka 'a.b.c.v1' from customers upsert", 'message key segment as text'),
      ['FLOW5008'],
    ],
    [
      'keys by several columns as text',
      block(`${TOPIC} from orders append`, 'format json', 'message key order_id, region as text'),
      ['FLOW5008'],
    ],
    [
      'keys by a nested value as text',
      block(`${TOPIC} from orders append`, 'format json', 'message key tags as text'),
      ['FLOW5008'],
    ],
    [
      'keys by a timestamp as raw bytes',
      block(`${TOPIC} from orders append`, 'format json', 'message key created_at as raw'),
      ['FLOW5008'],
    ],
    ['compacts records without a key', block(`${TOPIC} from orders append`, 'format json', 'cleanup compact'), ['FLOW5014']],
    ['deletes from an upsert topic', block("kafka 'a.b.c.v1' from customers upsert", 'cleanup delete'), ['FLOW5019']],
    [
      'has fewer replicas than copies in sync',
      block(`${TOPIC} from orders append`, 'format json', 'replicas 2', 'min insync 3'),
      ['FLOW5019'],
    ],
    [
      'has no partitions and keeps nothing',
      block(`${TOPIC} from orders append`, 'format json', 'partitions 0', 'retention 0 days'),
      ['FLOW5019', 'FLOW5019'],
    ],
    [
      'says its partitions twice',
      block(`${TOPIC} from orders append`, 'format json', 'partitions 3', 'partitions for 1 MB/s', 'throughput 1 MB/s'),
      ['FLOW5019', 'FLOW5019'],
    ],
    [
      'writes what Avro cannot hold, each column once',
      `stream r =\n  from orders\n  select cast(created_at as timestamp(6)) as a, interval '1' day as b\nsink ${TOPIC} from r append`,
      ['FLOW5007', 'FLOW5007'],
    ],
    [
      'writes what Iceberg cannot hold',
      "stream r =\n  from orders\n  select interval '1' day as b\nsink lake.shop.r from r append",
      ['FLOW5007'],
    ],
    [
      'writes names that Avro has not',
      `stream r =\n  from orders\n  select order_id as \`order-id\`, region as \`1st\`\nsink ${TOPIC} from r append`,
      ['FLOW5020', 'FLOW5020'],
    ],
    [
      'says all that is wrong at once',
      "sink kafka 'a b' from ordrs append {\n  replicas 1\n  min insync 2\n  partition by x\n}",
      ['FLOW2002', 'FLOW5011', 'FLOW5013', 'FLOW5019'],
    ],
    [
      'stands beside another one of the same topic',
      `${block(`${TOPIC} from orders append`, 'format json')}${block(`${TOPIC} from orders append`, 'format json')}`,
      ['FLOW5009'],
    ],
    ['writes to the DLQ', "sink kafka 'shop.order.dlq' from revenue append {\n  format json\n}", ['FLOW5009']],
    [
      'shares its settings with a topic block',
      `topic 'shop.order.copied.v1' {\n  partitions 3\n}\n${block(`${TOPIC} from orders append`, 'format json', 'partitions 4')}`,
      ['FLOW5019'],
    ],
  ])('%s', (_, text, expected) => {
    expect([...sink(text)].sort()).toEqual([...expected].sort())
  })

  it('stands in a library: said once a file', () => {
    expect(codes(library(ORDERS, LAKE, 'sink lake.a.b from orders append', 'sink lake.a.c from orders append'))).toEqual([
      'FLOW5015',
    ])
  })
})

describe('a pipeline', () => {
  it.each<[string, string, readonly string[]]>([
    ['names no DLQ, and rows go there', 'pipeline p {\n}\n', ['FLOW5010']],
    ['names a DLQ that is no topic', "pipeline p {\n  dlq 'a b'\n}\n", ['FLOW5011']],
    ['lives in another time zone', "pipeline p {\n  dlq 'a.dlq'\n  time zone 'Europe/Madrid'\n}\n", ['FLOW5017']],
    ['never makes a checkpoint', "pipeline p {\n  dlq 'a.dlq'\n  checkpoint every 0 seconds exactly once\n}\n", ['FLOW5017']],
    ['promises what cannot be', "pipeline p {\n  dlq 'a.dlq'\n  sla 5 minutes\n}\n", ['FLOW4017']],
    ['stands beside another one', "pipeline p {\n  dlq 'a.dlq'\n}\npipeline q {\n}\n", ['FLOW2015']],
    ['would write outside its folder', "pipeline `../p` {\n  dlq 'a.dlq'\n}\n", ['FLOW5017']],
    ['would be a hidden folder', "pipeline `.p` {\n  dlq 'a.dlq'\n}\n", ['FLOW5017']],
    ['has a name too long for a file', `pipeline ${'p'.repeat(101)} {\n  dlq 'a.dlq'\n}\n`, ['FLOW5017']],
  ])('%s', (_, pipeline, expected) => {
    expect(
      errors(
        checkProgram({ 'main.flow': [pipeline, ORDERS, LAKE, REVENUE, 'sink lake.shop.revenue from revenue append'].join('\n') }),
      ),
    ).toEqual(expected)
  })

  it('adds up lateness, window and checkpoint for its SLA', () => {
    const { lines } = checkProgram({
      'main.flow': [
        "pipeline p {\n  dlq 'a.dlq'\n  sla 6 minutes\n}\n",
        ORDERS,
        LAKE,
        REVENUE,
        'sink lake.shop.revenue from revenue append',
      ].join('\n'),
    })
    expect(lines.join()).toContain(
      'only after 6 min 30 s (30 s lateness of `orders` + 5 min window + 1 min checkpoint and its commit)',
    )
  })

  it('has sinks', () => {
    expect(codes(checkProgram({ 'main.flow': [PIPELINE, ORDERS].join('\n') }))).toEqual(['FLOW5016'])
  })

  it('warns of what it does not use, and of late rows that nobody reads', () => {
    const text = [
      PIPELINE,
      ORDERS,
      LAKE,
      REVENUE.replace('late to dlq', 'late as behind'),
      'stream other =\n  from orders\n',
      'sink lake.shop.revenue from revenue append',
    ]
    expect(codes(checkProgram({ 'main.flow': text.join('\n') }))).toEqual(['FLOW4020', 'FLOW2012'])
  })
})

describe('a connection', () => {
  it.each<[string, string, readonly string[]]>([
    ['is whole', CONNECTION, []],
    ['misses what it needs', CONNECTION.replace("  user      'debezium'\n", ''), ['FLOW5017']],
    ['has a misspelled property: that one is not missing too', CONNECTION.replace('user ', 'usr  '), ['FLOW5017']],
    ['has an unknown property', CONNECTION.replace('{', "{\n  constructor 'x'"), ['FLOW5017']],
    ['holds a secret in clear', CONNECTION.replace("secret('DB_PASSWORD')", "'hunter2'"), ['FLOW5021']],
    ['has a name that is no file name', CONNECTION.replace('connection db', 'connection `../db`'), ['FLOW5017']],
    ['is of a kind of the future', CONNECTION.replace('postgres', 'mysql'), ['FLOW1900']],
  ])('%s', (_, text, expected) => {
    expect(codes(library(text))).toEqual(expected)
  })

  it('may name its topics', () => {
    const text = [
      CONNECTION.replace('  host ', "  topic prefix 'crm'\n  host "),
      'schema S {\n  id int not null\n}',
      "table t from cdc db 'public.t' {\n  schema S\n  primary key id\n}",
      LAKE,
      PIPELINE,
      'sink lake.a.t from t upsert',
    ]
    const { programs, lines } = checkProgram({ 'main.flow': text.join('\n') })
    expect(lines).toEqual([])
    expect(JSON.stringify(programs[0]!.plan.operators)).toContain('crm.public.t')
  })
})
