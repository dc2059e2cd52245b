// Programs out of which nothing could ever come are errors: the step that waits or filters, and what makes it vain.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ORDERS, CUSTOMERS, library } from './base.js'

const ORDERS_ACCEPT = ORDERS.replace('idle after 1 minute', 'idle after 1 minute\n  late         accept')
const GROUP = 'group by region\n  select region, window_start, count(*) as n'

/** `CODE message <- text of the place | text of the related places`. */
const told = (...parts: readonly string[]): readonly string[] => {
  const { diagnostics, index } = library(...parts)
  const text = (span: (typeof diagnostics)[number]['related'][number]['span']): string => {
    const { file, start, end } = index.range(span)
    return index.file(file)!.text.slice(start, end).split('\n')[0]!
  }
  return diagnostics.map((d) =>
    [`${d.code} ${d.message} <- ${text(d.primary!.span)}`, ...d.related.map((r) => text(r.span))].join(' | '),
  )
}
const where = (condition: string, ...more: readonly string[]): readonly string[] =>
  told(
    ORDERS,
    `stream r =\n  from orders\n  where ${condition}\n${more.map((m) => `  ${m}\n`).join('')}  select order_id, region, amount`,
  )

describe('a watermark that never moves', () => {
  it('stops a window, said once, at the window and at the source', () => {
    expect(told(ORDERS_ACCEPT, `stream r =\n  from orders\n  window tumble 1 hour\n  ${GROUP}`)).toEqual([
      'FLOW4080 a window can never emit: it waits for the watermark of `orders`, which never moves <- window tumble 1 hour | late         accept',
    ])
  })
  it('stops a join in time', () => {
    expect(
      told(
        ORDERS_ACCEPT,
        CUSTOMERS,
        'stream r =\n  from orders as o\n  join customers as c at o.created_at on o.customer_id = c.customer_id\n  select o.order_id, c.name',
      ),
    ).toEqual([
      'FLOW4080 the join with `customers` can never emit: it waits for the watermark of `orders`, which never moves <- join customers as c at o.created_at on o.customer_id = c.customer_id | late         accept',
    ])
  })
  it('is a warning where nothing waits for it', () => {
    expect(told(ORDERS_ACCEPT, 'stream r =\n  from orders\n  select order_id').map((l) => l.slice(0, 8))).toEqual(['FLOW4028'])
  })
  it('moves at the end of a file', () => {
    const files = ORDERS_ACCEPT.replace("kafka 'shop.order.created.v1'", "files 'orders.ndjson'").replace(
      / {2}message key.*\n/,
      '',
    )
    expect(told(files, `stream r =\n  from orders\n  window tumble 1 hour\n  ${GROUP}`)).toEqual([])
  })
  it('moves at the end of a topic that is read until it', () => {
    const until = ORDERS_ACCEPT.replace('late         accept', 'late         accept\n  until        latest')
    expect(
      told(until, `stream r =\n  from orders\n  window tumble 1 hour\n  ${GROUP}`).filter((l) => l.startsWith('FLOW4080')),
    ).toEqual([])
  })
})

describe('a condition that is never true', () => {
  it.each<[string, string]>([
    ['false', 'its condition is never true'],
    ['not true', 'its condition is never true'],
    ['1 = 2', 'its condition is never true'],
    ["'a' = 'b'", 'its condition is never true'],
    ['region = region and 2 < 1', 'its condition is never true'],
    ['amount <> amount', 'its condition is never true'],
    ['order_id < order_id', 'its condition is never true'],
    ['order_id is null', '`order_id` is never NULL'],
    ['not (order_id is not null)', '`order_id` is never NULL'],
    ['amount > 5 and order_id is null', '`order_id` is never NULL'],
    ['item.sku is null and item is not null and order_id is null', '`order_id` is never NULL'],
    ['order_id = 1 and order_id = 2', 'parts of its condition exclude each other'],
    ["region = 'eu' and region = 'us'", 'parts of its condition exclude each other'],
    ["region = 'eu' and region <> 'eu'", 'parts of its condition exclude each other'],
    ['amount > 5 and amount < 3', 'parts of its condition exclude each other'],
    ['amount >= 5.00 and amount < 5', 'parts of its condition exclude each other'],
    ['5 < amount and 3 > amount', 'parts of its condition exclude each other'],
    ['amount between 5 and 3', 'parts of its condition exclude each other'],
    ['amount = 5 and not (amount > 3)', 'parts of its condition exclude each other'],
    ['amount is null and amount > 3', 'parts of its condition exclude each other'],
    ['region is null and region is not null', 'parts of its condition exclude each other'],
    ["region in ('eu', 'us') and region = 'cn'", 'parts of its condition exclude each other'],
    ["(region = 'eu' or region = 'us') and region = 'cn'", 'parts of its condition exclude each other'],
    [
      "created_at < timestamp '2026-01-01 00:00:00' and created_at >= timestamp '2026-01-01 00:00:00.000'",
      'parts of its condition exclude each other',
    ],
    ['(amount > 5 and amount < 3) is true', 'parts of its condition exclude each other'],
  ])('%s', (condition, why) => {
    expect(where(condition)).toEqual([`FLOW4081 \`where\` lets no row through: ${why} <- ${condition}`])
  })

  it('behind another one: both are shown, through a select and another relation', () => {
    const line =
      "FLOW4081 `where` lets no row through: its condition excludes one that every row here has passed <- region = 'us' | region = 'eu'"
    expect(where("region = 'eu'", "where region = 'us'")).toEqual([line])
    expect(
      told(
        ORDERS,
        "stream a =\n  from orders\n  where region = 'eu'\n  select order_id, region as r",
        "stream b =\n  from a\n  where r = 'us'\n  select order_id",
      ),
    ).toEqual([line.replace("<- region = 'us'", "<- r = 'us'")])
  })

  it('is one mistake, however much follows', () => {
    expect(where('false', 'where amount > 1', "where region = 'eu'")).toHaveLength(1)
  })

  it('with a reject too: everything would be rejected', () => {
    expect(where("order_id is null else dlq 'no_id'").map((l) => l.slice(0, 8))).toEqual(['FLOW4081'])
  })

  it('of a group: one that is emitted has rows', () => {
    const having = (condition: string): readonly string[] =>
      told(
        ORDERS,
        `stream r =\n  from orders\n  window tumble 1 hour late count\n  ${GROUP}, sum(amount) as s, count(amount) as m, count(*) filter (where amount > 5) as big\n  having ${condition}`,
      ).map((l) => l.slice(0, 41))
    expect(having('count(*) = 0')).toEqual(['FLOW4081 `having` lets no row through: it'])
    expect(having('n < 1')).toHaveLength(1)
    expect(having('count(*) >= 1')).toEqual([])
    expect(having('count(amount) = 0')).toEqual([])
    expect(having('big = 0')).toEqual([])
  })

  it('of a join: no row is ever joined', () => {
    const on = (condition: string): readonly string[] =>
      told(
        ORDERS,
        CUSTOMERS,
        `stream r =\n  from orders as o\n  left join customers as c at o.created_at on o.customer_id = c.customer_id and ${condition} late as behind\n  select o.order_id, c.name`,
      ).map((l) => l.replace(/ <- .*/, ''))
    expect(on('1 = 2')).toEqual(['FLOW4082 no row of `customers` is ever joined: the condition of `on` is never true'])
    expect(on("o.region = 'eu' and o.region = 'us'")).toEqual([
      'FLOW4082 no row of `customers` is ever joined: parts of the condition of `on` exclude each other',
    ])
    expect(on("c.segment = 'gold'")).toEqual([])
  })
})

describe('nothing is claimed', () => {
  it.each([
    'amount > 5 or amount < 3',
    'amount > 5 and amount <= 5.01',
    'amount <> 5 and amount <> 6',
    "region = 'a' and region = 'a '",
    "region > 'b' and region < 'a'",
    'amount > 5 and order_id < 3',
    'amount * 2 > 10 and amount * 2 < 11',
    'cast(amount as double) <> cast(amount as double)',
    "region in ('eu', 'us') and region = 'eu'",
    'not (amount > 5 and amount < 3)',
    'amount > 5 is not true and amount > 6',
    'region is null or region is not null',
    "case when region = 'eu' then false else amount > 3 end",
    'item.sku is null',
  ])('of %s', (condition) => {
    expect(where(condition).filter((l) => l.startsWith('FLOW408'))).toEqual([])
  })
})

describe('a condition that is always true', () => {
  it.each<[string, string]>([
    ['true', 'its condition is always true'],
    ['order_id is not null', '`order_id` is never NULL'],
    ['order_id is not null and created_at is not null', '`order_id` is never NULL'],
  ])('%s is a warning', (condition, why) => {
    expect(where(condition)).toEqual([`FLOW4083 \`where\` lets every row through: ${why} <- ${condition}`])
  })
  it.each(['amount is not null', 'order_id is not null and amount > 1'])('not %s', (condition) => {
    expect(where(condition)).toEqual([])
  })
})

describe('against the planner of a live Flink (tools/record-conditions.ts)', () => {
  /** True by arithmetic that its planner does not do: it keeps the filter, and the filter lets nothing through. */
  const UNSEEN = new Set(['amount = 5 and not (amount > 3)', 'order_id = 1.5 and order_id = 1'])
  /** What it sees and the checker does not claim: its own view of CHAR, of the order of texts and of a row that may be NULL; computed values. */
  const UNTOLD = new Set([
    "region = 'a' and region = 'a '",
    "region > 'b' and region < 'a'",
    'item.sku is null',
    'cast(amount as double) <> cast(amount as double)',
    'amount > 5 is not true and amount > 6',
  ])
  const recorded = JSON.parse(readFileSync(new URL('./conditions.json', import.meta.url), 'utf8')) as {
    condition: string
    empty: boolean
  }[]
  it.each(recorded.map((r) => [r.condition, r.empty] as const))('%s', (condition, empty) => {
    const lines = where(condition).map((l) => l.slice(0, 8))
    const never = lines.includes('FLOW4081')
    expect({ claimed: never && !empty && !UNSEEN.has(condition), always: lines.includes('FLOW4083') && empty }).toEqual({
      claimed: false,
      always: false,
    })
    // what it sees is told, as impossible or as another mistake
    expect(empty && !UNTOLD.has(condition) && !never && !lines.some((l) => l.startsWith('FLOW3'))).toBe(false)
  })
})
