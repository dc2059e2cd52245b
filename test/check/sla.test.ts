// `sla`: the sum of what rows wait for, along the worst way to a sink.
import { describe, expect, it } from 'vitest'
import { CUSTOMERS, LAKE, ORDERS } from './base.js'
import { checkProgram, type Checked } from '../support/check-program.js'

const KAFKA = "sink kafka 'shop.r.made.v1' from r append {\n  format json\n}\n"
const ICEBERG = 'sink lake.shop.r from r append\n'
const WINDOW = 'window tumble 5 minutes late count\n  group by region\n  select region, window_start, window_time, count(*) as n'
const JOIN =
  'left join customers as c at o.created_at on o.customer_id = c.customer_id late to dlq\n  select o.order_id, o.region, o.created_at, c.name'
const KEEP = 'sink lake.shop.customers from customers upsert\n'

function check(sla: string, clauses: string, sink = KAFKA, pipeline = '', parts = ORDERS): Checked {
  return checkProgram({
    'main.flow': [
      `pipeline shop {\n  dlq 'shop.order.dlq'\n  sla ${sla}\n${pipeline}}\n`,
      parts,
      ...(parts.includes('customers') ? [KEEP] : []),
      LAKE,
      `stream r =\n  from orders as o\n  ${clauses}\n`,
      sink,
    ].join('\n'),
  })
}
const BOTH = `${ORDERS}${CUSTOMERS}`
const AT_LEAST_ONCE = '  checkpoint every 60 seconds at least once\n'
const problems = (c: Checked): readonly string[] =>
  c.diagnostics.filter((d) => d.code === 'FLOW4017' || d.code === 'FLOW4084').map((d) => `${d.code} ${d.message}`)

describe('the sum', () => {
  it.each<[string, string, Parameters<typeof check>, string]>([
    [
      'of a window: lateness, window, checkpoint',
      '6 min 30 s',
      ['1 second', WINDOW],
      '30 s lateness of `orders` + 5 min window + 1 min checkpoint and its commit',
    ],
    ['of a filter: nothing waits for a watermark', '1 min', ['1 second', 'where amount > 1'], '1 min checkpoint and its commit'],
    [
      'of a join: the later of both sides',
      '1 min 30 s',
      ['1 second', JOIN, KAFKA, '', BOTH],
      '30 s lateness of `orders` + 1 min checkpoint and its commit',
    ],
    [
      'of a join whose right side is later',
      '3 min',
      ['1 second', JOIN, KAFKA, '', BOTH.replace('late by 5 seconds', 'late by 2 minutes')],
      '2 min lateness of `customers` + 1 min checkpoint and its commit',
    ],
    [
      'of two windows: both',
      '16 min 30 s',
      ['1 second', `${WINDOW}\n  window tumble 10 minutes late count\n  group by ()\n  select window_start, sum(n) as n`],
      '30 s lateness of `orders` + 5 min window + 10 min window + 1 min checkpoint and its commit',
    ],
    [
      'of a topic written at least once: no checkpoint',
      '5 min 30 s',
      ['1 second', WINDOW, KAFKA, AT_LEAST_ONCE],
      '30 s lateness of `orders` + 5 min window',
    ],
    [
      'of a table: the checkpoint, whatever the mode',
      '6 min 30 s',
      ['1 second', WINDOW, ICEBERG, AT_LEAST_ONCE],
      '30 s lateness of `orders` + 5 min window + 1 min checkpoint and its commit',
    ],
    [
      'with tuning: mini batch and time between watermarks',
      '6 min 33 s',
      ['1 second', WINDOW, KAFKA, '  tuning { mini batch 2 seconds, watermarks every 1 second }\n'],
      '30 s lateness of `orders` + 1 s between watermarks + 5 min window + 2 s mini batch + 1 min checkpoint and its commit',
    ],
  ])('%s', (_, sum, parts, terms) => {
    expect(problems(check(...parts))).toEqual([
      `FLOW4017 the SLA of 1 second cannot be met: a row is visible only after ${sum} (${terms})`,
    ])
  })

  it('shows the worst sink, and the fix is the shortest SLA that can be met', () => {
    const c = check('2 minutes', WINDOW, `${KAFKA}${ICEBERG}`)
    const d = c.diagnostics.find((x) => x.code === 'FLOW4017')!
    expect(d.fixes[0]!.edits[0]!.text).toBe('390 seconds')
    expect(problems(check('390 seconds', WINDOW, `${KAFKA}${ICEBERG}`))).toEqual([])
    expect(d.notes).toEqual(['a silent partition of `orders` adds up to 1 min, until it counts as idle'])
  })
})

describe('an SLA of hours', () => {
  it('needs no stream', () => {
    expect(problems(check('2 hours', WINDOW))).toEqual([
      'FLOW4084 an SLA of 2 hours needs no stream: rows are visible after 6 min 30 s at the latest',
    ])
  })
  it('does where its windows are as long', () => {
    expect(
      problems(check('25 hours', WINDOW.replace('5 minutes', '1 day offset 0 hours').replace(' offset 0 hours', ''))),
    ).toEqual([])
  })
  it('is no matter below an hour of slack', () => {
    expect(problems(check('1 hour', WINDOW))).toEqual([])
  })
})
