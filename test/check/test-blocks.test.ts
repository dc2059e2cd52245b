// `test` blocks: names, tables, cells and steps, good and bad, and the timeline that they become.
import { describe, expect, it } from 'vitest'
import { checkProgram } from '../support/check-program.js'
import { CUSTOMERS, LAKE, ORDERS, PIPELINE } from './base.js'

const FLOW = [
  PIPELINE,
  ORDERS,
  CUSTOMERS,
  LAKE,
  "stream enriched =\n  from orders as o\n  where o.amount > 0 else dlq 'negative'\n  left join customers as c at o.created_at on o.customer_id = c.customer_id late as behind\n  select o.order_id, c.segment, o.item.size, o.tags, o.created_at\n  where segment is not null else dlq 'no_segment'",
  'sink lake.shop.enriched from enriched append',
  'sink lake.shop.behind from behind append',
  'sink lake.shop.customers from customers upsert',
].join('\n')
const AT = "'2026-01-01 10:00:00'"
const lines = (body: string): readonly string[] => {
  const checked = checkProgram({ 'main.flow': `${FLOW}\ntest 't' for shop {\n${body}\n}` })
  return checked.lines.filter((l) => !/^FLOW(4016|7010)/.test(l)).map((l) => l.replace(/ \d+:\d+/, ''))
}
const steps = (body: string) => {
  const { programs, lines: found } = checkProgram({ 'main.flow': `${FLOW}\ntest 't' for shop {\n${body}\n}` })
  expect(programs, found.join('\n')).toHaveLength(1)
  return programs[0]!.tests[0]!.steps
}
const order = (head: string, ...rows: readonly string[]): string =>
  `  given orders\n    | order_id | created_at | made_at | ${head} |\n${rows.map((r, i) => `    | ${i + 1} | ${AT} | ${AT} | ${r} |\n`).join('')}`

describe('a test that is right', () => {
  it.each([
    [
      'gives rows of nested values and lists',
      order('item, tags', '').replace('item, tags', 'item | tags').replace('|  |', "| row('a', row(1, 2)) | array['x', null] |"),
    ],
    ['gives partitions and offsets', order('@partition | @offset', '0 | 7')],
    [
      'gives changes of a table',
      `  given customers\n    | @op | @time | customer_id | name |\n    | r | ${AT} | 1 | 'a' |\n    | u | ${AT} | 1 | null |\n    | d | ${AT} | 1 | |`,
    ],
    [
      'interleaves sources',
      `  given orders, customers\n    | @from | @time | order_id | customer_id | created_at | made_at |\n    | customers | ${AT} | | 7 | | |\n    | orders | | 1 | 7 | ${AT} | ${AT} |`,
    ],
    ['reads a file', "  given orders from 'orders.ndjson'"],
    [
      'expects rows, none, changes, watermarks',
      `  expect enriched\n    | order_id | size |\n    | 1 | row(1, null) |\n  expect nothing from behind\n  expect changes customers\n    | @op | customer_id |\n    | +I | 1 |\n  expect watermark orders ${AT}`,
    ],
    ['moves watermark and time, and restarts', `  watermark customers to ${AT}\n  advance 10 minutes\n  restart`],
    [
      'expects rejected rows, nested fields too',
      "  expect dlq\n    | @reason | @stage | order_id | item |\n    | 'negative' | 'validate' | 1 | row('a', row(1, 2)) |\n    | 'no_segment' | | 2 | |",
    ],
    ['names a table without rows', '  expect enriched\n    | order_id |'],
  ])('%s', (_, body) => {
    expect(lines(body)).toEqual([])
  })
})

describe('a test that is wrong', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'gives rows of a query',
      '  given enriched\n    | order_id |\n    | 1 |',
      ['FLOW7003 `enriched` is not a source of the pipeline; `given` feeds sources'],
    ],
    ['names what is not there', '  expect nothing from nowhere', ['FLOW7004 `nowhere` is not part of pipeline `shop`']],
    [
      'names a column that is not there',
      '  expect enriched\n    | amount |\n    | 1 |',
      ['FLOW7001 `enriched` has no column `amount`'],
    ],
    [
      'names a column twice',
      '  expect enriched\n    | order_id | order_id |\n    | 1 | 2 |',
      ['FLOW7009 column `order_id` stands twice in this table'],
    ],
    [
      'leaves out what must be there',
      `  given orders\n    | order_id | created_at |\n    | 1 | ${AT} |`,
      ['FLOW7007 `made_at` of `orders` is NOT NULL and has no default: give it a value'],
    ],
    [
      'leaves out the time of a change',
      '  given customers\n    | customer_id |\n    | 1 |',
      ['FLOW7007 `@time` of `customers` is NOT NULL and has no default: give it a value'],
    ],
    [
      'gives a time that is a column',
      order('@time', AT),
      ['FLOW7005 `@time` cannot stand here: the event time is a column of its own'],
    ],
    [
      'gives an unknown meta column',
      order('@key', "'x'"),
      ['FLOW7005 `@key` cannot stand here: the key of a record is made of its fields: `message key` says of which'],
    ],
    ['gives a change of a stream', order('@op', 'd'), ['FLOW7002 column `@op`: `orders` is a stream: its rows are +I']],
    [
      'gives a change that no database makes',
      `  given customers\n    | @op | @time | customer_id |\n    | constructor | ${AT} | 1 |`,
      ['FLOW7002 column `@op`: it is one of r, c, u, d, +I, +U, -D'],
    ],
    [
      'gives a column of another source',
      `  given orders, customers\n    | @from | @time | order_id | customer_id |\n    | customers | ${AT} | 1 | 7 |`,
      ['FLOW7002 column `order_id`: `customers` has no such column; leave the cell empty'],
    ],
    [
      'gives several sources without saying which',
      `  given orders, customers\n    | order_id |\n    | 1 |`,
      [
        "FLOW7008 `given orders, customers` is not possible here: rows of several sources need a column `@from` that names each row's source",
      ],
    ],
    [
      'says all that is wrong with a row',
      order('@partition | amount | tags', "-1 | 'x' | array[1]"),
      [
        'FLOW7002 column `@partition`: it is a whole number from 0',
        "FLOW7002 column `amount`: `'x'` is no DECIMAL(10, 2)",
        'FLOW7002 column `tags`: `1` is no STRING',
      ],
    ],
    [
      'reads one file into two sources',
      "  given orders, customers from 'x.ndjson'",
      ['FLOW7008 `given … from` is not possible here: a file holds rows of one source'],
    ],
    [
      'expects operations of final rows',
      '  expect enriched\n    | @op | order_id |\n    | +I | 1 |',
      ['FLOW7005 `@op` cannot stand here: `expect` compares final rows; `expect changes` has `@op`'],
    ],
    [
      'expects an unknown meta column of the DLQ',
      "  expect dlq\n    | @why |\n    | 'x' |",
      [
        'FLOW7005 `@why` cannot stand here: meta columns of `expect dlq` are @reason, @stage, @step, @topic, @partition, @offset, @key',
      ],
    ],
    [
      'moves the watermark of a query',
      `  watermark enriched to ${AT}`,
      ['FLOW7003 `enriched` is not a source of the pipeline; `given` feeds sources'],
    ],
    ['moves time nowhere', '  advance 0 seconds', ['FLOW7008 `advance` is not possible here: time only moves forward']],
  ])('%s', (_, body, expected) => {
    expect(lines(body)).toEqual(expected)
  })
})

it('takes a change whose operation is not said as an upsert by key', () => {
  const [given] = steps(`  given customers\n    | @time | customer_id |\n    | ${AT} | 1 |\n    | ${AT} | 1 |\n    | ${AT} | 2 |`)
  expect(given!.kind === 'rows' && given!.rows.map((r) => r.op)).toEqual(['c', 'u', 'c'])
})

it('reads a payload cell with the type of the lane that its reason names', () => {
  const flow = [
    PIPELINE,
    ORDERS,
    LAKE,
    "stream r =\n  from orders\n  where amount > 0 else dlq 'negative'\n  select order_id, cast(amount as string) as amount, created_at\n  where amount <> '1' else dlq 'one'",
    'sink lake.a.r from r append',
  ].join('\n')
  const check = (row: string) =>
    checkProgram({ 'main.flow': `${flow}\ntest 't' for shop {\n  expect dlq\n    | @reason | amount |\n    | ${row} |\n}` }).lines
  expect(check("'negative' | -1.50")).toEqual([])
  expect(check("'one' | '1'")).toEqual([])
  expect(check("'one' | 1")).toHaveLength(1)
})

it('fills in the defaults of an Avro schema', () => {
  const avsc = JSON.stringify({
    type: 'record',
    name: 'A',
    fields: [
      { name: 'id', type: 'long' },
      { name: 'state', type: 'string', default: 'new' },
      { name: 'note', type: ['null', 'string'], default: null },
    ],
  })
  const flow = `${PIPELINE}\n${LAKE}\nstream s from files 'x.avro' {\n  schema file 'a.avsc'\n}\nsink lake.a.s from s append\ntest 't' for shop {\n  given s\n    | id |\n    | 1 |\n  expect s\n    | id |\n    | 1 |\n}`
  const { programs, lines: found } = checkProgram({ 'main.flow': flow, 'a.avsc': avsc })
  expect(found).toEqual([])
  const step = programs[0]!.tests[0]!.steps[0]!
  expect(step.kind === 'rows' && step.rows[0]!.fields).toEqual(['1', 'new', null])
})

it('stays silent about relations that a mistake has made unknown', () => {
  const text = FLOW.replace('where o.amount > 0', 'where o.amout > 0')
  const { lines: found } = checkProgram({
    'main.flow': `${text}\ntest 't' for shop {\n  expect enriched\n    | order_id |\n    | 1 |\n  expect dlq\n    | @reason |\n    | 'negative' |\n}`,
  })
  expect(found.filter((l) => !/^FLOW(4016|7010)/.test(l)).map((l) => l.slice(0, 8))).toEqual(['FLOW2006'])
})
