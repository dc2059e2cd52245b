// Keys that a callback names, and what their names are in `select` and `having`.
import { describe, expect, it } from 'vitest'
import { count, expr, max, minutes, relation, stream, sum, upper } from '../../../src/api/index.js'
import { customers, orders } from '../rows.js'
import { lastText, loose, mistakeOf } from '../support.js'

const query = (of: unknown): string => lastText(loose({ relation }).relation!('q', of)).replace(/^let q =\n {2}/, '')
const windowed = orders.windowTumble(minutes(5), { late: 'count' })
const joined = orders.as('o').join(customers.as('c'), {
  at: (o) => o.created_at,
  on: (o, c) => o.customer_id.eq(c.customer_id),
  late: 'count',
})

describe('groupBy with a callback', () => {
  it('takes fields of a ROW', () => {
    const q = windowed
      .groupBy((o) => ({ id: o.payload.id, region: o.region }))
      .having((g, o) => g.id.gt(1).and(sum(o.amount).gt(10)))
      .select((g, o) => ({ id: g.id, place: g.region, window_end: g.window_end, total: sum(g.amount), most: max(o.payload.id) }))
    expect(query(q)).toContain(
      `group by payload.id, region
  select payload.id, region as place, window_end, sum(amount) as total, max(payload.id) as most
  having payload.id > 1 and sum(amount) > 10`,
    )
  })

  it('tells which side of a join has the column', () => {
    const q = joined
      .windowTumble(minutes(5), { late: 'count' })
      .groupBy((o, c) => ({ customer_id: c.customer_id, region: o.region }))
      .select((g, o, c) => ({
        customer_id: g.customer_id,
        region: g.region,
        total: sum(o.amount),
        last: max(c.segment),
        n: count(),
      }))
    expect(query(q)).toContain(
      `group by c.customer_id, o.region
  select c.customer_id, o.region, sum(o.amount) as total, max(c.segment) as last, count(*) as n`,
    )
  })

  it('a column that is called as one of the window is written with its relation', () => {
    const counted = stream(
      'counted',
      windowed
        .groupBy('region')
        .select((g) => ({ region: g.region, window_start: g.window_start, at: g.window_time, n: count() })),
    )
    const again = counted.windowTumble(minutes(60), { late: 'count' })
    const q = again
      .groupBy((r) => ({ before: r.window_start }))
      .select((g, r) => ({ before: g.before, window_start: g.window_start, last: max(r.window_start) }))
    expect(query(q)).toContain(
      'group by counted.window_start\n  select counted.window_start as before, window_start, max(window_start) as last',
    )
    expect(mistakeOf(() => loose(again).groupBy!('window_start')).message).toMatch(
      /^FLOW2133: the key `window_start` of a group is named like a column of the window; give it another name/,
    )
    const bare = counted.select((r) => ({ ...r, one: r.n })).windowTumble(minutes(60), { late: 'count' })
    expect(mistakeOf(() => bare.groupBy((r) => ({ before: r.window_start }))).message).toMatch(
      /^FLOW2132: `window_start` would be read as that of the window; give the column another name/,
    )
    const read = loose(loose(again).groupBy!('region'))
    expect(mistakeOf(() => read.select!((_: object, r: { window_start: object }) => ({ x: r.window_start }))).message).toMatch(
      /^FLOW2132/,
    )
  })

  it('takes nothing else', () => {
    expect(mistakeOf(() => windowed.groupBy((o) => ({ region: upper(o.region) }))).message).toBe(
      'FLOW2133: the key `region` of a group is a computed value; a key is a column or a field of one: compute it with `extend` before the window',
    )
    expect(mistakeOf(() => loose(windowed).groupBy!((o: { region: object }) => ({ window_end: o.region }))).message).toMatch(
      /^FLOW2133/,
    )
  })
})

describe('a name in `having`', () => {
  const grouped = windowed.groupBy('region').having((g) => g.region.eq('eu'))

  it('is that of the column, also where a result is called so', () => {
    expect(query(grouped.select((g) => ({ region: g.region })))).toContain("having region = 'eu'")
    expect(query(grouped.select((g) => ({ region: upper(g.region) })))).toContain(
      "select upper(region) as region\n  having orders.region = 'eu'",
    )
    // aggregates see rows, and no results
    const sums = windowed.groupBy('region').having((g) => sum(g.amount).gt(1))
    expect(query(sums.select((g) => ({ amount: max(g.amount) })))).toContain('having sum(amount) > 1')
  })

  it('or the program is refused', () => {
    const bare = joined.select((o) => ({ ...o })).windowTumble(minutes(5), { late: 'count' })
    const having = bare.groupBy('region').having((g) => g.region.eq('eu'))
    expect(mistakeOf(() => having.select((g) => ({ region: upper(g.region) }))).message).toBe(
      'FLOW2132: `region` would be read as the result of this name; give the result another name: in the text a name behind `having` is first of all that of a result',
    )
    const times = windowed.groupBy('region').having((g) => g.window_start.eq(g.window_end))
    expect(mistakeOf(() => times.select((g) => ({ window_start: g.window_end }))).message).toMatch(/^FLOW2132: `window_start`/)
    const text = windowed.groupBy('region').having((g) => expr<boolean>`${g.region} = 'eu'`)
    expect(mistakeOf(() => text.select((g) => ({ region: upper(g.region) }))).message).toMatch(/^FLOW2132: `region`/)
    expect(() => text.select((g) => ({ region: g.region }))).not.toThrow()
  })
})
