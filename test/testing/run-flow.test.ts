import { describe, expect, it } from 'vitest'
import { minutes } from '../../src/api/index.js'
import { runFlow } from '../../src/testing/index.js'
import shop, { customers, enriched, late, orders, revenue5min } from './shop.js'

const root = new URL('.', import.meta.url).pathname

describe('a pipeline of the API', () => {
  it('gives rows', () => {
    const run = runFlow(
      shop,
      (test) =>
        test
          .given(customers, [{ '@time': '2026-01-01 00:00:00', customer_id: 7, segment: 'gold' }])
          .given(orders, [
            { order_id: 1, customer_id: 7, region: 'eu', amount: '10.00', created_at: '2026-01-01 10:00:01' },
            { order_id: 2, customer_id: 7, region: 'eu', amount: 5, created_at: '2026-01-01 10:05:40' },
            { order_id: 3, customer_id: 7, region: 'eu', amount: '7.00', created_at: '2026-01-01 10:00:02' },
            { order_id: 4, customer_id: 7, region: 'eu', amount: '-1', created_at: '2026-01-01 10:05:41' },
          ])
          .advance(minutes(1)),
      { root },
    )
    expect(run.rows(revenue5min)).toEqual([
      { region: 'eu', window_start: '2026-01-01 10:00:00', revenue: '10.00', orders: 1n },
      { region: 'eu', window_start: '2026-01-01 10:05:00', revenue: '5.00', orders: 1n },
    ])
    expect(run.rows(late).map((r) => r.order_id)).toEqual([3n])
    expect(run.rows(enriched).map((r) => r.segment)).toEqual(['gold', 'gold'])
  })
})
