// What a test may get wrong in how it uses `flowc/testing`: it is told, at its call, and nothing of the inside is shown.
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { kafka, pipeline, stream } from '../../src/api/index.js'
import {
  assertDlq,
  assertRows,
  fixtures,
  type FlowAssertionError,
  type FlowError,
  matchers,
  rowFactory,
  runFlow,
} from '../../src/testing/index.js'
import { customers, orders, revenue5min, shop } from './shop.js'

const root = new URL('.', import.meta.url).pathname
const FIRST = { order_id: 1, customer_id: 7, region: 'eu', amount: '10.00', created_at: '2026-01-01 10:00:01' }
const run = runFlow(shop, (test) => test.given(orders, [FIRST, { ...FIRST, order_id: 2, amount: '0.00' }]), { root })

function thrown(work: () => unknown): Error {
  try {
    work()
  } catch (error) {
    return error as Error
  }
  throw new Error('it does not throw')
}
const message = (work: () => unknown): string => thrown(work).message

describe('undefined', () => {
  const UNDEFINED = /undefined[^]*write `null` for NULL, or leave the column out/
  it.each([
    ['given', () => runFlow(shop, (test) => test.given(orders, [{ ...FIRST, region: undefined as never }]), { root })],
    [
      'expect',
      () => runFlow(shop, (test) => test.given(orders, [FIRST]).expect(revenue5min, [{ region: undefined as never }]), { root }),
    ],
    [
      'expectChanges',
      () => runFlow(shop, (test) => test.expectChanges(revenue5min, [{ '@op': '+I', region: undefined as never }]), { root }),
    ],
    ['expectDlq', () => runFlow(shop, (test) => test.expectDlq([{ '@reason': undefined as never }]), { root })],
    ['test of a pipeline', () => shop.test('x', (test) => test.expect(revenue5min, [{ region: undefined as never }]))],
    ['assertRows', () => assertRows(run.rows(revenue5min), [{ region: undefined as never }])],
    ['toEqualRows', () => matchers.toEqualRows(run.rows(revenue5min), [{ region: undefined }])],
    ['assertDlq', () => assertDlq(run, [{ order_id: undefined }])],
    ['toHaveDlq', () => matchers.toHaveDlq(run, [{ '@reason': undefined }])],
    [
      'a row factory',
      () => runFlow(shop, (test) => test.given(orders, [rowFactory(orders, FIRST)({ region: undefined as never })]), { root }),
    ],
  ] as const)('in %s', (_, work) => {
    expect(message(work)).toMatch(UNDEFINED)
  })
})

describe('rows that are none', () => {
  it.each([
    ['a promise', Promise.resolve({ order_id: 1 })],
    ['a map', new Map([['order_id', 1]])],
    ['a set', new Set(['order_id'])],
    ['a date', new Date(0)],
    ['a list', [1]],
    ['null', null],
  ])('%s', (_, row) => {
    expect(message(() => runFlow(shop, (test) => test.given(orders, [row as never]), { root }))).toMatch(
      /FLOW2120\]: `given` takes rows that are objects/,
    )
    expect(message(() => assertRows(run.rows(revenue5min), [row as never]))).toMatch(/FLOW7044\]: `assertRows` takes/)
    expect(message(() => fixtures(orders, [row as never]))).toMatch(/FLOW7044\]: `fixtures` takes/)
  })
  it('no list of fixtures', () => {
    expect(message(() => fixtures(orders, null as never))).toMatch(
      /FLOW7044\]: `fixtures` takes rows as a list of objects; this is `null`/,
    )
  })
})

describe('a row factory', () => {
  const order = rowFactory(orders, (n) => ({ ...FIRST, order_id: n }))
  it('makes as many rows as there can be', () => {
    for (const count of [2.5, -1, NaN, Infinity, '2', undefined])
      expect(message(() => order.many(count as never))).toMatch(/FLOW7045\]: `many` takes how many rows, a whole number; this is/)
    expect(order.many(0)).toEqual([])
  })
  it('counts its own rows', () => {
    const own = rowFactory(orders, (n) => ({ ...FIRST, order_id: n }))
    expect([own(), ...own.many(2)].map((r) => r.order_id)).toEqual([1, 2, 3])
    expect(rowFactory(orders, (n) => ({ ...FIRST, order_id: n }))().order_id).toBe(1)
  })
  it('knows the columns of a schema', () => {
    expect(message(() => order({ amuont: '1' } as never))).toMatch(
      /FLOW7001\]: `orders` has no column `amuont`[^]*did you mean `amount`\?/,
    )
    expect(message(() => order.many(2, { amuont: '1' } as never))).toMatch(/FLOW7001/)
    expect(message(() => rowFactory(orders, { amuont: '1' } as never)())).toMatch(/FLOW7001/)
    expect(order({ '@partition': 1 })['@partition']).toBe(1)
    expect(rowFactory(customers, { customer_id: 1 })({ '@op': 'd', '@time': '2026-01-01 10:00:00' })['@op']).toBe('d')
  })
  it('makes rows of objects', () => {
    expect(message(() => rowFactory(orders, (() => undefined) as never)())).toMatch(/FLOW7044\]: `rowFactory` takes/)
    expect(message(() => order(null as never))).toMatch(/FLOW7044\]: `rowFactory` takes/)
  })
})

describe('options of runFlow', () => {
  const given = (options: object): string => message(() => runFlow(shop, (test) => test.given(orders, []), { root, ...options }))
  it('that it does not have', () => {
    expect(given({ environmnt: 'prod' })).toMatch(
      /FLOW7046\]: `runFlow` has no option `environmnt`[^]*did you mean `environment`\?/,
    )
    expect(given({ param: { x: 1 } })).toMatch(/`runFlow` has no option `param`[^]*did you mean `params`\?/)
    expect(given({ verbose: true })).toMatch(/it has `params`, `environment`, `target`, `root`, `lock`/)
  })
  it('with values that they cannot have', () => {
    expect(given({ target: 'flink-3' })).toMatch(/`target` takes one of `flink-2.2`[^]*; this is the text 'flink-3'/)
    expect(given({ environment: 5 })).toMatch(/`environment` takes a text; this is the number 5/)
    expect(given({ root: null })).toMatch(/`root` takes a text; this is `null`/)
    expect(given({ lock: ['a'] })).toMatch(/`lock` takes a text; this is a list/)
    expect(given({ params: 'x=1' })).toMatch(/`params` takes an object of values; this is the text 'x=1'/)
    expect(given({ params: { x: null } })).toMatch(/`params.x` takes a number, a text or a boolean; this is `null`/)
  })
  it('are an object', () => {
    expect(message(() => runFlow(shop, (test) => test, 'prod' as never))).toMatch(
      /`options` takes an object; this is the text 'prod'/,
    )
  })
})

describe('a callback', () => {
  it('that gives nothing back', () => {
    const lost = (test: { given: (r: typeof orders, rows: never[]) => unknown }): void => {
      test.given(orders, [])
    }
    expect(message(() => runFlow(shop, lost as never, { root }))).toMatch(/got undefined[^]*write `return` before the steps/)
    expect(message(() => shop.test('x', lost as never))).toMatch(/got undefined[^]*write `return` before the steps/)
  })
  it('that is async', () => {
    expect(message(() => runFlow(shop, (async (test: unknown) => test) as never, { root }))).toMatch(
      /got a Promise[^]*without `async`: steps are made at once/,
    )
  })
})

describe('dead letters', () => {
  it('have their reason under `@reason`', () => {
    expect(message(() => assertDlq(run, [{ reason: 'non_positive_amount' }]))).toMatch(
      /FLOW7001\]: `the dead letters` has no column `reason`[^]*did you mean `@reason`\?/,
    )
    expect(message(() => matchers.toHaveDlq(run, [{ '@reson': 'x' }]))).toMatch(/FLOW7001[^]*did you mean `@reason`\?/)
  })
})

describe('what is thrown', () => {
  const inside = /src[\\/](?:api|testing)[\\/]/
  it('begins at the call, not inside', () => {
    const wrong = thrown(() => kafka(5 as never))
    expect(wrong.stack!.split('\n').filter((l) => /^\s+at /.test(l))[0]).toMatch(/mistakes\.test\.ts/)
    expect(wrong.stack).not.toMatch(inside)
    expect(wrong.stack).toContain(wrong.message)
    const named = thrown(() => pipeline('p').sinkAppend(stream('s', 5 as never), kafka('a.b.c.v1')))
    expect(named.stack).not.toMatch(inside)
    const run7 = thrown(() => runFlow(shop, (test) => test.given(orders, [5 as never]), { root }))
    expect(run7.stack).not.toMatch(inside)
  })
  it('keeps the frames of the test above the call', () => {
    const rule = (): unknown => kafka(5 as never)
    expect(
      thrown(function myTest() {
        rule()
      }).stack,
    ).toMatch(/at rule [^]*at (?:Object\.)?myTest /)
  })
  it('shows its message, and not what is for programs a second time', () => {
    const error = thrown(() => runFlow(shop, (test) => test.given(orders, [{ order_id: 'x' as never }]), { root })) as FlowError
    expect(error.diagnostics.length).toBeGreaterThan(0)
    expect(Object.keys(error)).toEqual([])
    expect(inspect(error)).not.toContain('diagnostics')
    const failed = thrown(() => runFlow(shop, (test) => test.given(orders, [FIRST]).expectNothing(revenue5min), { root }))
    expect((failed as FlowAssertionError).failures).toHaveLength(1)
    expect((failed as FlowAssertionError).code).toBe('ERR_ASSERTION')
    expect(Object.keys(failed)).toEqual([])
    expect(Object.keys(thrown(() => stream('s', 5 as never)))).toEqual([])
  })
})

describe('a mistake of the API', () => {
  it('in the steps is a FlowError with its code and the line of the step, each of several', () => {
    const error = thrown(() =>
      runFlow(shop, (test) => test.given(orders.where((o) => o.amount.gt(-(o.amount as unknown as number))) as never, [FIRST]), {
        root,
      }),
    ) as FlowError
    expect(error.name).toBe('FlowError')
    expect(error.diagnostics.map((d) => d.code)).toEqual(['FLOW2121', 'FLOW2103'])
    expect(error.message).toMatch(
      /^error\[FLOW2121\]: [^]* --> \S*mistakes\.test\.ts:\d+:\d+[^]*\nerror\[FLOW2103\]: [^]* --> \S*mistakes\.test\.ts:\d+:\d+[^]*\nhelp: /,
    )
  })
  it('in the steps is told before what the steps throw', () => {
    const run = () =>
      runFlow(
        shop,
        (test) => {
          test.given(orders, 5 as never)
          throw new Error('mine')
        },
        { root },
      )
    expect(run).toThrow(/^error\[FLOW2120\]: `given` takes a list of rows/)
    const alone = () =>
      runFlow(
        shop,
        () => {
          throw new Error('mine')
        },
        { root },
      )
    expect(alone).toThrow(new Error('mine'))
  })
  it('outside of runFlow is thrown where it is made, with its code and its fix', () => {
    const make = () => orders.where((o) => o.amount.gt(-(o.amount as unknown as number)))
    const error = thrown(make) as Error & { readonly code: string }
    expect(error.name).toBe('ApiMistake')
    expect(error.code).toBe('FLOW2103')
    expect(error.message).toMatch(/^FLOW2103: .*; .*gt/)
    expect(make).toThrow('FLOW2103')
    expect(make).toThrow(expect.objectContaining({ code: 'FLOW2103' }) as Error)
    // runners print it once
    expect(inspect(error).match(/FLOW2103/g)).toHaveLength(1)
  })
})
