import { describe, expect, it } from 'vitest'
import { assertBalance, assertDlq, assertRows } from '../../src/testing/assert.js'
import { matchers } from '../../src/testing/matchers.js'
import { processorTime } from '../kit/processor.js'
import { ORDERS, runText } from './base.js'

const run = runText(
  ORDERS,
  `
  given orders
    | order_id | customer_id | region | amount | created_at            |
    | 1        | 7           | 'eu'   | 10.00  | '2026-01-01 10:00:01' |
    | 2        | 7           | 'us'   |  5.00  | '2026-01-01 10:01:40' |
    | 3        | 7           | 'eu'   |  0.50  | '2026-01-01 10:01:12' |
    | 4        | 7           | 'eu'   | -1.00  | '2026-01-01 10:05:41' |
`,
)
const revenue = run.rows('revenue_5min')
const message = (work: () => void): string => {
  try {
    work()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('it does not throw')
}

describe('rows of a run', () => {
  it('are a multiset, in the columns that are named', () => {
    assertRows(revenue, [
      { region: 'us', revenue: '5.00' },
      { region: 'eu', orders: 2n },
    ])
    assertRows(run.rows('late_orders'), [])
  })
  it('are read by the types of their columns', () => {
    assertRows(revenue, [
      { revenue: '5', orders: 1, window_start: '2026-01-01T10:00' },
      { revenue: 10.5, window_start: '2026-01-01 10:00:00.000' },
    ])
  })
  it('show what differs, what is missing and what is more', () => {
    expect(
      message(() =>
        assertRows(revenue, [
          { region: 'eu', revenue: '10.00', orders: 2n },
          { region: 'asia', revenue: '1', orders: null as never },
        ]),
      ),
    ).toBe(
      [
        'the rows of `revenue_5min` are not as expected: 1 different, 1 missing, 1 unexpected',
        '  | region | revenue | orders |',
        "- | 'eu'   | 10.00   | 2      |",
        "+ | 'eu'   | 10.50   | 2      |",
        '             ^^^^^^^',
        "- | 'asia' | 1.00    | null   |",
        "+ | 'us'   | 5.00    | 1      |",
        '  (- expected, + came out)',
      ].join('\n'),
    )
  })
  it('are shown beside the row with their key where one is named', () => {
    const wrong = [
      { region: 'eu', revenue: '5.00' },
      { region: 'us', revenue: '10.50' },
    ]
    expect(message(() => assertRows(revenue, wrong, { key: 'region' }))).toContain(
      ["- | 'eu'   | 5.00    |", "+ | 'eu'   | 10.50   |"].join('\n'),
    )
    assertRows(
      revenue,
      wrong.map((r) => ({ revenue: r.revenue })),
      { key: ['revenue'] },
    )
  })
  it('are compared in order where that is asked for', () => {
    const rows = [{ order_id: 1n }, { order_id: 3n }, { order_id: 2n }]
    assertRows(run.rows('enriched'), rows)
    expect(message(() => assertRows(run.rows('enriched'), rows, { inOrder: true }))).toMatch(/2 different/)
  })
  it('that are filtered still know their types, and those that are made anew are compared as they are', () => {
    const eu = revenue.filter((r) => r['region'] === 'eu')
    assertRows(eu, [{ revenue: '10.5' }])
    assertRows(
      eu.map((r) => ({ revenue: r['revenue'] })),
      [{ revenue: 10.5 as never }],
    )
    expect(
      message(() =>
        assertRows(
          eu.map((r) => ({ revenue: r['revenue'] })),
          [{ revenue: '10.5' }],
        ),
      ),
    ).toContain("'10.50'")
  })
  it('that a test has made hold what JavaScript has: dates by their time, instances by their class and fields', () => {
    class Money {
      readonly amount: number
      constructor(amount: number) {
        this.amount = amount
      }
    }
    const at = new Date('2026-01-01T10:00:00Z')
    const tags = new Set(['a'])
    const rows = [{ at, tags, of: { at }, price: new Money(5) }]
    assertRows(rows, [{ at: new Date(at), tags, of: { at: new Date(at) }, price: new Money(5) }])
    const wrong: readonly (readonly [object, string])[] = [
      [{ at: new Date('2026-01-02T10:00:00Z') }, '2026-01-01T10:00:00.000Z'],
      [{ of: { at: new Date(NaN) } }, '(at=Invalid Date)'],
      [{ at: {} }, '()'],
      [{ tags: new Set(['b']) }, 'Set'],
      [{ tags: /a/ }, '/a/'],
      [{ price: new Money(6) }, '(amount=6)'],
      [{ price: { amount: 5 } as Money }, '(amount=5)'],
    ]
    for (const [expected, told] of wrong) expect(message(() => assertRows<object>(rows, [expected]))).toContain(told)
  })
  it('take matchers in place of values', () => {
    assertRows(revenue, [{ orders: 1n, region: expect.stringMatching(/^u/) as string }, { orders: expect.any(BigInt) as never }])
    expect(message(() => assertRows(revenue, [{ region: expect.stringContaining('x') as string }, {}]))).toContain(
      "StringContaining 'x'",
    )
    expect(message(() => assertRows(revenue, [{ region: expect.stringMatching(/^9/) as string }, {}]))).toContain(
      'StringMatching /^9/',
    )
    const nested = expect.objectContaining({ at: [expect.stringMatching(/^9/)] }) as string
    expect(message(() => assertRows(revenue, [{ region: nested }, {}]))).toContain('ObjectContaining (at=[StringMatching /^9/])')
  })
  it('of a changelog have their kind', () => {
    const changes = run.changes('revenue_5min')
    assertRows(changes, [
      { '@op': '+I', region: 'us' },
      { '@op': '+I', orders: 2n },
    ])
    expect(message(() => assertRows(changes, [{ '@op': '-D' }, { '@op': '+I' }]))).toContain("- | '-D' |")
    expect(message(() => assertRows(changes, [{ op: '+I' }]))).toMatch(/FLOW7001[^]*did you mean `@op`/)
  })
  it('hide those that are as expected where there are many', () => {
    const many = Array.from({ length: 40 }, (_, n) => ({ n }))
    const text = message(() => assertRows(many, [...many.slice(1), { n: 99 }]))
    expect(text.split('\n')).toHaveLength(6)
    expect(text).toContain('(39 rows that are as expected are not shown)')
  })
  it('are found among many, in whatever order they come', () => {
    const many = Array.from({ length: 3000 }, (_, n) => ({ n, text: `row ${n % 1000}`, same: 'x' }))
    const took = processorTime(() => {
      assertRows(many, many.toReversed())
      expect(() => assertRows(many, [...many.slice(1), { n: -1, text: 'none', same: 'y' }])).toThrow(/1 missing, 1 unexpected/)
    })
    // three thousand squared comparisons would take seconds
    expect(took).toBeLessThan(1000)
  })
  it('are paired so that as many as possible have one', () => {
    const came = [
      { a: 1, b: 1 },
      { a: 1, b: 2 },
      { a: 2, b: 1 },
    ]
    // the first one would take the row that only the second one can have
    assertRows(came, [{ a: 1 }, { a: 1, b: 1 }, { b: 1 }])
    expect(message(() => assertRows(came, [{ a: 1 }, { a: 1 }, { a: 1 }]))).toMatch(/1 missing, 1 unexpected|1 different/)
  })
  it('have the columns that they have', () => {
    expect(message(() => assertRows(revenue, [{ regoin: 'eu' }]))).toBe(
      'error[FLOW7001]: `revenue_5min` has no column `regoin`\nhelp: did you mean `region`?',
    )
    expect(message(() => assertRows(run.rows('late_orders'), [{ x: 1 }]))).toMatch(/FLOW7001[^]*it has `order_id`/)
    expect(message(() => assertRows(revenue, [{ revenue: '1.005' }]))).toBe(
      'error[FLOW7002]: column `revenue`: `1.005` has 3 fraction digits, DECIMAL(38, 2) takes 2',
    )
  })
  it('are lists of rows', () => {
    expect(message(() => assertRows(Promise.resolve([]) as never, []))).toMatch(/FLOW7044[^]*this is a promise: write `await`/)
    expect(message(() => assertRows(run as never, []))).toMatch(/FLOW7044[^]*run\.rows\(relation\)/)
    expect(message(() => assertRows([], { region: 'eu' } as never))).toMatch(/FLOW7044/)
    expect(message(() => assertRows([1] as never, []))).toMatch(/a list with the number 1/)
  })
})

describe('dead letters', () => {
  it('are compared by what the decision says and by fields of the payload', () => {
    assertDlq(run, [{ '@reason': 'non_positive_amount', order_id: 4 }])
    assertDlq(run.dlq, [{ '@stage': 'validate', '@offset': 3, '@key': '7', amount: '-1' }])
    expect(message(() => assertDlq(run, [{ '@reason': 'late', order_id: 4 }]))).toBe(
      [
        'the dead letters are not as expected: 1 different',
        '  | @reason               | order_id |',
        "- | 'late'                | 4        |",
        "+ | 'non_positive_amount' | 4        |",
        '    ^^^^^^^^^^^^^^^^^^^^^',
        '  (- expected, + came out)',
      ].join('\n'),
    )
    expect(message(() => assertDlq(run, []))).toContain('1 unexpected')
    expect(message(() => assertDlq([{ a: 1 }] as never, []))).toMatch(/FLOW7044/)
  })
})

describe('the ledger', () => {
  it('balances, or says where rows went missing', () => {
    assertBalance(run)
    const [first, ...rest] = run.ledger
    expect(message(() => assertBalance([{ ...first!, in: first!.in + 2 }, ...rest]))).toMatch(
      /^the ledger does not balance: 2 rows are not accounted for\n {2}\| step .* \| unrouted \| missing \|\n! \| shop\/.* \| 0 {8}\| 2 {7}\|/,
    )
    // what is in no lane is lost, though the sum is right
    const unrouted = { ...first!, in: first!.in + 1, unrouted: 1 }
    expect(message(() => assertBalance([unrouted, ...rest]))).toMatch(
      /^the ledger does not balance: 1 row is not accounted for\n.*\n! \| shop\/.* \| 1 {8}\| 0 {7}\|/,
    )
    expect(message(() => assertBalance(3 as never))).toMatch(/FLOW7044/)
  })
})

describe('matchers', () => {
  it('pass, fail and are negated', () => {
    expect(matchers.toEqualRows(revenue, [{ orders: 1 }, { orders: 2 }]).pass).toBe(true)
    expect(matchers.toEqualRows(revenue, [{ orders: 1 }, { orders: 2 }]).message()).toMatch(/should not be/)
    const failed = matchers.toEqualRows(revenue, [{ orders: 1 }, { orders: 3 }])
    expect([failed.pass, failed.message()]).toEqual([false, expect.stringContaining('1 missing, 1 unexpected')])
    expect(matchers.toHaveDlq(run, [{ order_id: 4 }]).pass).toBe(true)
    expect(matchers.toHaveDlq(run, []).pass).toBe(false)
    expect(matchers.toBalance(run).pass).toBe(true)
    expect(matchers.toBalance([{ ...run.ledger[0]!, in: 99 }]).pass).toBe(false)
  })
})
