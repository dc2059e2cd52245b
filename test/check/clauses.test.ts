// Every clause, good and bad: what a query may say, and what it is told otherwise.
import { describe, expect, it } from 'vitest'
import { codes, library, CUSTOMERS, ORDERS } from './base.js'

const query = (text: string): readonly string[] => codes(library(ORDERS, CUSTOMERS, text))
const JOIN = 'left join customers as c at o.created_at on o.customer_id = c.customer_id late as behind'

describe('a query that is right says nothing', () => {
  it.each([
    ['from alone', 'stream r =\n  from orders'],
    [
      'an alias that is also a column',
      "stream r =\n  from orders as region\n  where region.region = 'eu'\n  select region, region.amount",
    ],
    [
      'an alias that is also a row, whose fields are then two words away',
      'stream r =\n  from orders as item\n  select item.item.sku, item.amount',
    ],
    ['fields of rows in rows', 'stream r =\n  from orders\n  select item.size.width as width, item.sku'],
    ['names in backquotes', 'stream `my orders` =\n  from orders as `the order`\n  select `the order`.`order_id` as `order by`'],
    [
      'names that are reserved words, in backquotes',
      'stream `select` =\n  from orders\n  select order_id as `from`\nstream r =\n  from `select`\n  where `from` > 1',
    ],
    ['a relation named as a function is', 'stream count =\n  from orders\nstream r =\n  from count\n  select count.order_id'],
    ['a column named as a function is', 'stream r =\n  from orders\n  select order_id as count, amount as sum'],
    ['a column named as a clause is', 'stream r =\n  from orders\n  select order_id as window, amount as late, region as time'],
    ['where after where', 'stream r =\n  from orders\n  where amount > 0\n  where region is not null'],
    ['extend that uses what an earlier one made', 'stream r =\n  from orders\n  extend a = amount * 2\n  extend b = a * 2'],
    ['a star, and columns beside it', 'stream r =\n  from orders\n  select *, amount * 2 as twice'],
    ['a join, a star of one side and columns of the other', `stream r =\n  from orders as o\n  ${JOIN}\n  select o.*, c.segment`],
    [
      'a join whose aliases are the names of the relations',
      'stream r =\n  from orders\n  left join customers at orders.created_at on orders.customer_id = customers.customer_id late as behind\n  select order_id, segment',
    ],
    [
      'a join whose key comes first',
      'stream r =\n  from orders as o\n  left join customers as c at o.created_at on c.customer_id = o.customer_id late as behind\n  select order_id',
    ],
    [
      'a join by a nested field',
      'stream r =\n  from orders as o\n  left join customers as c at o.created_at on cast(o.item.size.width as bigint) = c.customer_id late as behind\n  select order_id',
    ],
    [
      'an inner join',
      'stream r =\n  from orders as o\n  join customers as c at o.created_at on o.customer_id = c.customer_id late as behind\n  select order_id, segment',
    ],
    [
      'more conditions beside the key',
      'stream r =\n  from orders as o\n  left join customers as c at o.created_at on o.customer_id = c.customer_id and c.segment <> o.region and o.amount > 5 late as behind\n  select order_id, segment',
    ],
    [
      'a window of a day with an offset',
      'stream r =\n  from orders\n  window tumble 1 day offset 1 hour late as behind\n  group by region\n  select region, window_start, count(*) as n',
    ],
    [
      'a group of nothing but the window',
      'stream r =\n  from orders\n  window tumble 5 minutes late as behind\n  group by ()\n  select window_start, count(*) as n',
    ],
    [
      'a group by a nested field',
      'stream r =\n  from orders\n  window tumble 5 minutes late as behind\n  group by item.sku\n  select item.sku, item.sku as again, window_end, sum(amount) as total',
    ],
    [
      'having over outputs, keys and aggregates',
      'stream r =\n  from orders\n  window tumble 5 minutes late as behind\n  group by region\n  select region as place, window_start, sum(amount) as total\n  having total > 5 and place is not null or max(amount) > 3',
    ],
    [
      'a window on the output of a window',
      'stream a =\n  from orders\n  window tumble 5 minutes late as behind\n  group by region\n  select region, window_time, count(*) as n\nstream r =\n  from a\n  window tumble 1 hour late count\n  group by region\n  select region, window_start, sum(n) as n',
    ],
    [
      'a union of three',
      'stream a =\n  from orders\n  select order_id, created_at\nstream r =\n  from a\n  union all a\n  union all a',
    ],
    [
      'a union that widens',
      'stream a =\n  from orders\n  select cast(order_id as int) as id\nstream r =\n  from orders\n  select order_id as id\n  union all a',
    ],
    [
      'a window after a union of one source with itself',
      'stream r =\n  from orders\n  union all orders\n  window tumble 5 minutes late count\n  group by region\n  select region, window_start, count(*) as n',
    ],
    [
      'late rows that rejoin',
      `stream e =\n  from orders as o\n  ${JOIN}\n  select o.order_id, o.created_at\nstream l =\n  from behind\n  select order_id, created_at\nstream r =\n  from e\n  union all l`,
    ],
    [
      'a table that filters and projects',
      "table r =\n  from customers\n  where segment = 'gold'\n  extend loud = segment || '!'\n  select customer_id, loud",
    ],
    ['let, which takes the kind that there is', 'let a =\n  from orders\nlet b =\n  from customers'],
  ])('%s', (_, text) => {
    expect(query(text)).toEqual([])
  })
})

describe('a query that is wrong says so once', () => {
  it.each<[string, string, readonly string[]]>([
    ['a column that is gone behind select', 'stream r =\n  from orders\n  select order_id\n  where amount > 0', ['FLOW2006']],
    [
      'an alias that is gone behind select',
      'stream r =\n  from orders as o\n  select o.order_id\n  where o.order_id > 0',
      ['FLOW2019'],
    ],
    ['a window column outside its group', 'stream r =\n  from orders\n  where window_start is not null', ['FLOW2006']],
    ['a column of both sides of a join', `stream r =\n  from orders as o\n  ${JOIN}\n  select customer_id`, ['FLOW2007']],
    [
      'a column of the left side that has no alias any more',
      'stream r =\n  from orders\n  select customer_id, created_at\n  left join customers as c at created_at on customer_id = c.customer_id late as behind\n  select segment',
      ['FLOW2007'],
    ],
    ['two columns of one name at the end of a query', `stream r =\n  from orders as o\n  ${JOIN}`, ['FLOW2010']],
    ['a star of each side', `stream r =\n  from orders as o\n  ${JOIN}\n  select o.*, c.*`, ['FLOW2010']],
    [
      'a second join before a select',
      `stream r =\n  from orders as o\n  ${JOIN}\n  left join customers as d at o.created_at on o.order_id = d.customer_id late as behind2\n  select o.order_id`,
      ['FLOW4019'],
    ],
    [
      'one alias for both sides',
      'stream r =\n  from orders as c\n  left join customers as c at c.created_at on c.customer_id = c.customer_id late as behind\n  select order_id',
      ['FLOW2001'],
    ],
    ['an unnamed expression', 'stream r =\n  from orders\n  select order_id + 1', ['FLOW2011']],
    ['an extended column that is there', 'stream r =\n  from orders\n  extend region = 1', ['FLOW2016']],
    ['one extension twice', 'stream r =\n  from orders\n  extend a = 1, a = 2', ['FLOW2010']],
    [
      'a stream on the right of a join',
      'stream r =\n  from orders as o\n  left join orders as p at o.created_at on o.order_id = p.order_id late as behind\n  select o.order_id',
      ['FLOW4009'],
    ],
    [
      'a filtered table on the right of a join',
      "table gold =\n  from customers\n  where segment = 'gold'\nstream r =\n  from orders as o\n  left join gold as g at o.created_at on o.customer_id = g.customer_id late as behind\n  select o.order_id",
      ['FLOW4009'],
    ],
    [
      'a table on the left of a join',
      'table r =\n  from customers as a\n  left join customers as b at a.name on a.customer_id = b.customer_id late as behind\n  select a.name',
      ['FLOW4007'],
    ],
    [
      'no equality for the key',
      'stream r =\n  from orders as o\n  left join customers as c at o.created_at on o.customer_id > c.customer_id late as behind\n  select o.order_id',
      ['FLOW4010'],
    ],
    [
      'an equality under or',
      'stream r =\n  from orders as o\n  left join customers as c at o.created_at on o.customer_id = c.customer_id or o.amount > 1 late as behind\n  select o.order_id',
      ['FLOW4010'],
    ],
    [
      'at something else',
      'stream r =\n  from orders as o\n  left join customers as c at o.made_at on o.customer_id = c.customer_id late as behind\n  select o.order_id',
      ['FLOW4011'],
    ],
    [
      'a join that leaves late rows open',
      'stream r =\n  from orders as o\n  left join customers as c at o.created_at on o.customer_id = c.customer_id\n  select o.order_id',
      ['FLOW4005'],
    ],
    [
      'a join that counts late rows',
      'stream r =\n  from orders as o\n  left join customers as c at o.created_at on o.customer_id = c.customer_id late count\n  select o.order_id',
      ['FLOW4006'],
    ],
    [
      'a window that leaves late rows open',
      'stream r =\n  from orders\n  window tumble 5 minutes\n  group by region\n  select region, count(*) as n',
      ['FLOW4005'],
    ],
    [
      'a window without a group',
      'stream r =\n  from orders\n  window tumble 5 minutes late count\n  where amount > 1\n  select order_id',
      ['FLOW4012'],
    ],
    ['a window at the end', 'stream r =\n  from orders\n  window tumble 5 minutes late count', ['FLOW4012']],
    [
      'a window of no length',
      'stream r =\n  from orders\n  window tumble 0 seconds late count\n  group by region\n  select region, count(*) as n',
      ['FLOW4014'],
    ],
    [
      'a window over a table',
      'table r =\n  from customers\n  window tumble 5 minutes late count\n  group by segment\n  select segment, count(*) as n',
      ['FLOW4007'],
    ],
    [
      'a window behind a computed time',
      "stream r =\n  from orders\n  select region, created_at + interval '1' hour as created_at\n  window tumble 5 minutes late count\n  group by region\n  select region, count(*) as n",
      ['FLOW4003'],
    ],
    [
      'a star in a group',
      'stream r =\n  from orders\n  window tumble 5 minutes late count\n  group by region\n  select *',
      ['FLOW4019'],
    ],
    [
      'a group by an expression',
      'stream r =\n  from orders\n  window tumble 5 minutes late count\n  group by amount * 2\n  select count(*) as n',
      ['FLOW4021'],
    ],
    [
      'a union with fewer columns',
      'stream a =\n  from orders\n  select order_id\nstream r =\n  from orders\n  union all a',
      ['FLOW4022'],
    ],
    [
      'a union of two types',
      'stream a =\n  from orders\n  select region\nstream r =\n  from orders\n  select order_id\n  union all a',
      ['FLOW4024'],
    ],
    [
      'a union with a table',
      'stream r =\n  from orders\n  select order_id, region, region as s\n  union all customers',
      ['FLOW4007'],
    ],
    [
      'a union whose sides have other event times',
      'stream a =\n  from orders\n  select made_at\nstream r =\n  from orders\n  select created_at\n  union all a',
      ['FLOW4023'],
    ],
    ['a rejection from a table', "table r =\n  from customers\n  where segment = 'gold' else dlq 'not_gold'", ['FLOW4026']],
    ['a rejection without a reason', "stream r =\n  from orders\n  where amount > 0 else dlq ''", ['FLOW4027']],
    ['a rejection for the reason of late rows', "stream r =\n  from orders\n  where amount > 0 else dlq 'late'", ['FLOW4027']],
    ['a stream that is a table', 'stream r =\n  from customers', ['FLOW4008']],
    ['a table that is a stream', 'table r =\n  from orders', ['FLOW4008']],
    ['a group without a window', 'stream r =\n  from orders\n  group by region\n  select region, count(*) as n', ['FLOW1900']],
    ['a relation that reads itself', 'stream r =\n  from r', ['FLOW2005']],
    [
      'relations that read each other, whoever asks',
      'stream a =\n  from b\nstream b =\n  from a\nstream r =\n  from a',
      ['FLOW2005'],
    ],
    [
      'a query that reads its own late rows',
      'stream a =\n  from orders\n  window tumble 5 minutes late as behind\n  group by region\n  select region\n  union all b\nstream b =\n  from behind\n  select region',
      ['FLOW2005'],
    ],
    [
      'late rows behind a union, whose branches have watermarks of their own',
      'stream r =\n  from orders\n  union all orders\n  window tumble 5 minutes late as behind\n  group by region\n  select region, count(*) as n',
      ['FLOW4006'],
    ],
    [
      'late rows named as a relation is',
      'stream r =\n  from orders\n  window tumble 5 minutes late as orders\n  group by region\n  select region, count(*) as n',
      ['FLOW2001'],
    ],
  ])('%s', (_, text, expected) => {
    expect(query(text)).toEqual(expected)
  })
})

describe('what to say of late rows', () => {
  const helpOf = (clause: string): string | null | undefined =>
    library(ORDERS, CUSTOMERS, `stream r =\n  from orders as o\n  ${clause}\n`).diagnostics.find((d) =>
      ['FLOW4005', 'FLOW4006'].includes(d.code),
    )?.help
  const join = JOIN.replace(' late as behind', '')

  it.each([
    ['of a join', `${join}\n  select o.order_id`, 'add `late to dlq` or `late as NAME`'],
    ['of a join that accepts them', `${join} late accept\n  select o.order_id`, 'say `late to dlq` or `late as NAME`'],
    [
      'of a window',
      'window tumble 1 minute\n  group by o.region\n  select o.region, count(*) as n',
      'add `late to dlq`, `late as NAME` or `late count`',
    ],
  ])('%s is possible there', (_, clause, expected) => {
    expect(helpOf(clause)).toBe(expected)
  })
})
