import { describe, expect, it } from 'vitest'
import { suggest } from './suggest.js'

describe('the nearest names', () => {
  it.each([
    ['amuont', ['amount', 'region'], ['amount']],
    ['regio', ['amount', 'region', 'regions'], ['region']],
    ['ORDERS', ['orders'], ['orders']],
    ['customer_ids', ['order_id', 'customer_id', 'customers_id'], ['customer_id', 'customers_id']],
    ['x', ['y', 'z'], []],
    ['nothing', ['amount'], []],
  ])('of %s among %j', (name, all, expected) => {
    expect(suggest(name, all)).toEqual(expected)
  })

  it('are found among thousands, and soon', () => {
    const all = new Set(Array.from({ length: 5000 }, (_, i) => `relation_number_${i}`))
    const begin = performance.now()
    expect(suggest('relation_numbr_4711', all)[0]).toBe('relation_number_4711')
    for (let i = 0; i < 200; i++) suggest(`zz${i}`, all)
    expect(performance.now() - begin).toBeLessThan(1000)
  })
})
