// A misuse has two places: the step that cannot take the rows, and the step that made them what they are.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CUSTOMERS, LAKE, ORDERS, library, program } from './base.js'
import { checkProgram, type Checked } from '../support/check-program.js'

const WINDOW = 'window tumble 1 hour late count'
const GROUP = `${WINDOW}\n  group by region\n  select region, window_start, count(*) as n`
const JOIN = 'join customers as c at o.created_at on o.customer_id = c.customer_id late to dlq'
const RAW = ORDERS.replace(/ {2}time .*\n/, '')
  .replaceAll('orders', 'raw')
  .replace(/schema Order[\s\S]*?\n}\n/, '')
const EARLY = ORDERS.replace(', idle after 1 minute', '')
  .replaceAll('stream orders', 'stream early')
  .replace(/schema Order[\s\S]*?\n}\n/, '')

/** The first line of each place: primary, then related with its words. */
function places(checked: Checked, code: string): readonly string[] {
  const { index, diagnostics } = checked
  const first = (span: Parameters<typeof index.range>[0]): string => {
    const { file, start, end } = index.range(span)
    return index.file(file)!.text.slice(start, end).split('\n')[0]!.trim()
  }
  const d = diagnostics.find((x) => x.code === code)
  if (d === undefined) throw new Error(checked.lines.join('\n'))
  return [first(d.primary!.span), ...d.related.map((r) => `${first(r.span)} ~ ${r.text}`)]
}
const query = (clauses: string, kind = 'stream'): Checked =>
  library(
    ORDERS,
    CUSTOMERS,
    RAW,
    EARLY,
    `table names =\n  from customers\n  select customer_id, name`,
    `${kind} r =\n  ${clauses}`,
  )

it.each<[string, string, () => Checked, readonly string[]]>([
  [
    'a window of a stream without time',
    'FLOW4003',
    () => query(`from raw\n  ${GROUP}`),
    [WINDOW, "kafka 'shop.order.created.v1' ~ nothing says which time its rows have"],
  ],
  [
    'a window behind a select that loses it',
    'FLOW4003',
    () => query(`from orders\n  select region\n  ${GROUP}`),
    [WINDOW, 'select region ~ lost here'],
  ],
  [
    'a window behind a computed time',
    'FLOW4003',
    () => query(`from orders\n  select region, created_at + interval '1' hour as created_at\n  ${GROUP}`),
    [WINDOW, 'created_at ~ lost here'],
  ],
  [
    'a window behind a union with a side without time',
    'FLOW4003',
    () => query(`from orders\n  union all raw\n  ${GROUP}`),
    [WINDOW, 'union all raw ~ lost here'],
  ],
  [
    'a window behind a watermark that never moves',
    'FLOW4080',
    () =>
      library(
        ORDERS.replace('idle after 1 minute', 'idle after 1 minute\n  late  accept'),
        `stream r =\n  from orders\n  ${GROUP}`,
      ),
    [WINDOW, 'late  accept ~ nothing of it is ever late, so its watermark waits for the end'],
  ],
  [
    'a condition that excludes what has come through',
    'FLOW4081',
    () => query("from orders\n  where region = 'eu'\n  where region = 'us'"),
    ["region = 'us'", "region = 'eu' ~ only such rows come here"],
  ],
  [
    'a window of a table',
    'FLOW4007',
    () => query(`from customers\n  ${WINDOW}\n  group by segment\n  select segment, count(*) as n`),
    [WINDOW, "cdc db 'public.customers' ~ `customers` is a table: its rows change"],
  ],
  [
    'a window behind a query of a table',
    'FLOW4007',
    () => query(`from names\n  ${WINDOW}\n  group by name\n  select name, count(*) as n`),
    [WINDOW, "cdc db 'public.customers' ~ `customers` is a table: its rows change"],
  ],
  [
    'a join with a table on its left',
    'FLOW4007',
    () => query(`from names as o\n  ${JOIN}\n  select o.name`),
    [JOIN, "cdc db 'public.customers' ~ `customers` is a table: its rows change"],
  ],
  [
    'a union with a table',
    'FLOW4007',
    () => query('from orders\n  select customer_id, region\n  union all names'),
    ['names', "cdc db 'public.customers' ~ `customers` is a table: its rows change"],
  ],
  [
    'a reject of a table',
    'FLOW4026',
    () => query("from customers\n  where name is not null else dlq 'no_name'", 'table'),
    ["else dlq 'no_name'", "cdc db 'public.customers' ~ `customers` is a table: its rows change"],
  ],
  [
    'a stream of rows that change',
    'FLOW4008',
    () => query('from names'),
    ['r', "cdc db 'public.customers' ~ `customers` is a table: its rows change"],
  ],
  [
    'a table of rows that are only added',
    'FLOW4008',
    () => query('from orders\n  select order_id', 'table'),
    ['r', "kafka 'shop.order.created.v1' ~ `orders` is a stream: rows are only added"],
  ],
  [
    'a join with a stream',
    'FLOW4009',
    () => query(`from orders as o\n  ${JOIN.replace('customers', 'raw')}\n  select o.order_id`),
    ['raw', 'raw ~ declared as a stream'],
  ],
  [
    'a join with a query of a table',
    'FLOW4009',
    () => query(`from orders as o\n  ${JOIN.replace('customers', 'names')}\n  select o.order_id`),
    ['names', 'names ~ it is made by a query: only the table itself keeps versions'],
  ],
  [
    'a join at another time',
    'FLOW4011',
    () => query(`from orders as o\n  ${JOIN.replace('o.created_at', 'o.made_at')}\n  select o.order_id`),
    ['o.made_at', 'created_at   timestamp(3) not null ~ the event time'],
  ],
  [
    'a join without the key',
    'FLOW4010',
    () =>
      query(`from orders as o\n  ${JOIN.replace('o.customer_id = c.customer_id', 'o.region = c.segment')}\n  select o.order_id`),
    ['o.region = c.segment', 'customers ~ key (customer_id)'],
  ],
  [
    'a join key of another type',
    'FLOW4013',
    () => query(`from orders as o\n  ${JOIN.replace('o.customer_id', 'o.amount')}\n  select o.order_id`),
    ['o.amount = c.customer_id', 'customer_id  bigint not null ~ BIGINT'],
  ],
  [
    'a source that does not say when it is idle',
    'FLOW4004',
    () => query(`from early\n  ${GROUP}`),
    ['time         created_at late by 30 seconds', `${WINDOW} ~ a window waits for it`],
  ],
  [
    'a window that does not say what is late',
    'FLOW4005',
    () => query(`from orders\n  ${GROUP.replace(' late count', '')}`),
    [
      'window tumble 1 hour',
      'time         created_at late by 30 seconds, idle after 1 minute ~ whose watermark decides what is late',
    ],
  ],
  [
    'late rows behind a union',
    'FLOW4006',
    () => query(`from orders\n  union all orders\n  ${GROUP.replace('late count', 'late as behind')}`),
    ['late as behind', 'union all orders ~ `union all` brings rows under several watermarks together'],
  ],
  [
    'a window alone',
    'FLOW4012',
    () => query(`from orders\n  ${WINDOW}\n  select order_id`),
    ['select order_id', `${WINDOW} ~ the window`],
  ],
  [
    'a union of other columns',
    'FLOW4022',
    () => query('from orders\n  select order_id\n  union all raw'),
    ['union all raw', 'raw ~ (order_id, customer_id, region, amount, item, tags, created_at, made_at)'],
  ],
  [
    'an append sink of rows that change',
    'FLOW5001',
    () => program('table result =\n  from customers\n  select customer_id, name'),
    ['result', "cdc db 'public.customers' ~ `customers` is a table: its rows change"],
  ],
  [
    'an upsert sink behind a select that loses the key',
    'FLOW5002',
    () =>
      library(
        'pipeline shop {}\n',
        CUSTOMERS,
        LAKE,
        'table result =\n  from customers\n  select name',
        'sink lake.shop.r from result upsert',
      ),
    ['result', 'select name ~ `select` keeps no key whole'],
  ],
  [
    'an upsert sink of a stream',
    'FLOW5002',
    () => library('pipeline shop {}\n', ORDERS, LAKE, 'sink lake.shop.r from orders upsert'),
    ['orders', 'orders ~ `orders` is a stream: its rows have no key'],
  ],
])('%s: %s', (_, code, checked, expected) => {
  expect(places(checked(), code)).toEqual(expected.map((e) => (e.includes('\n') ? e.split('\n')[0] : e)))
})

it('each page of an error about rows has a message with the other place, or is one about a single place', () => {
  const folder = new URL('../../docs/errors/', import.meta.url)
  const alone: string[] = []
  for (const f of readdirSync(folder).sort()) {
    if (!/^FLOW(40[0-4]\d|408\d|500[1-9])/.test(f)) continue
    const wrong = readFileSync(new URL(f, folder), 'utf8').split('## Wrong')[1]?.split('## Right')[0]
    if (wrong === undefined) continue
    const program = /^```flow\n([\s\S]*?)^```/m.exec(wrong)![1]!
    const besides = new Map([...wrong.matchAll(/^```(?:flow|json) (\S+)\n([\s\S]*?)^```/gm)].map((m) => [m[1]!, m[2]!] as const))
    const { diagnostics } = checkProgram({ 'main.flow': program, ...Object.fromEntries(besides) })
    const d = diagnostics.find((x) => f.startsWith(x.code))
    if (d !== undefined && d.related.length === 0) alone.push(d.code)
  }
  expect(alone).toEqual(SINGLE)
})

/** What is wrong stands in one place: a number, a word, a condition against itself, a choice that is missing. */
const SINGLE = [
  'FLOW4014',
  'FLOW4018',
  'FLOW4020',
  'FLOW4021',
  'FLOW4025',
  'FLOW4027',
  'FLOW4028',
  'FLOW4031',
  'FLOW4032',
  'FLOW4035',
  'FLOW4036',
  'FLOW4081',
  'FLOW4082',
  'FLOW4083',
  'FLOW5008',
]
