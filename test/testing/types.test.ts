// What TypeScript knows of rows that come out and rows that go in. `npm run check` compiles this file.
import { expect, expectTypeOf, it } from 'vitest'
import type { Stream, Table } from '../../src/api/index.js'
import type {
  Bytes,
  CalendarDate,
  DayTimeInterval,
  Decimal,
  Double,
  Multiset,
  Timestamp,
  TimestampLtz,
  TimeOfDay,
} from '../../src/api/types/values.js'
import {
  assertRows,
  fixtures,
  rowFactory,
  runFlow,
  type ChangeRow,
  type FixtureValue,
  type FlowMatchers,
  type FlowRun,
  type GivenRow,
  type ResultRow,
  type ResultValue,
} from '../../src/testing/index.js'
import { customers, enriched, late, orders, revenue5min, shop } from './shop.js'

interface Everything {
  flag: boolean
  small: number
  big: bigint | null
  exact: Decimal
  near: Double | null
  text: string | null
  raw: Bytes
  day: CalendarDate
  clock: TimeOfDay
  wall: Timestamp | null
  moment: TimestampLtz
  span: DayTimeInterval
  list: readonly (Decimal | null)[]
  names: ReadonlyMap<string, bigint | null>
  bag: Multiset<string>
  nested: { at: Timestamp; more: { n: bigint } | null }
}

it('values come out as documented, and NULL stays NULL', () => {
  expectTypeOf<ResultRow<Everything>>().toEqualTypeOf<{
    readonly flag: boolean
    readonly small: number
    readonly big: bigint | null
    readonly exact: string
    readonly near: number | null
    readonly text: string | null
    readonly raw: string
    readonly day: string
    readonly clock: string
    readonly wall: string | null
    readonly moment: string
    readonly span: string
    readonly list: readonly (string | null)[]
    readonly names: ReadonlyMap<string, bigint | null>
    readonly bag: ReadonlyMap<string, number>
    readonly nested: { readonly at: string; readonly more: { readonly n: bigint } | null }
  }>()
  expectTypeOf<ChangeRow<{ a: Decimal }>>().toEqualTypeOf<{ readonly a: string; readonly '@op': '+I' | '-U' | '+U' | '-D' }>()
})

it('what comes out can be given again', () => {
  expectTypeOf<ResultRow<Everything>>().toExtend<GivenRow<Everything>>()
  expectTypeOf<ResultValue<Decimal | null>>().toExtend<FixtureValue<Decimal | null>>()
})

it('rows are those of the relation', () => {
  type Run = Pick<FlowRun, 'rows' | 'changes' | 'watermark'>
  const check = (run: Run, stream: Stream<{ id: bigint }>, table: Table<{ name: string | null }>): void => {
    expectTypeOf(run.rows(stream)).toEqualTypeOf<readonly ResultRow<{ id: bigint }>[]>()
    expectTypeOf(run.rows(table)[0]!.name).toEqualTypeOf<string | null>()
    expectTypeOf(run.rows(revenue5min)[0]!.revenue).toEqualTypeOf<string | null>()
    expectTypeOf(run.rows(late)[0]!.order_id).toEqualTypeOf<bigint>()
    expectTypeOf(run.changes(customers)[0]!['@op']).toEqualTypeOf<'+I' | '-U' | '+U' | '-D'>()
    // @ts-expect-error the rows have no such column
    void run.rows(enriched)[0]!.regoin
    // @ts-expect-error a lane has to be there
    run.rows(enriched.lane('none'))
    // @ts-expect-error a query has no rows of its own
    run.rows(orders.where((o) => o.amount.gt(1)))
    // @ts-expect-error what comes out is not changed
    run.rows(revenue5min)[0]!.revenue = '1'
  }
  expectTypeOf(check).toBeFunction()
})

it('fixtures and factories are checked against the row type', () => {
  expectTypeOf(fixtures(orders, [{ order_id: 1, amount: '10.00' }])[0]!.amount).toEqualTypeOf<
    string | number | bigint | null | undefined
  >()
  // @ts-expect-error no such column
  fixtures(orders, [{ order_id: 1, amuont: '10.00' }])
  // @ts-expect-error a BIGINT is no text
  fixtures(orders, [{ order_id: '1' }])
  const order = rowFactory(orders, (n) => ({ order_id: n, region: 'eu' }))
  expectTypeOf(order).returns.toExtend<GivenRow<{ order_id: bigint }>>()
  order({ region: null })
  // @ts-expect-error no such column
  expect(() => order({ regoin: null })).toThrow(/FLOW7001/)
  // @ts-expect-error NOT NULL
  rowFactory(orders, { order_id: null })
})

const untyped = (run: FlowRun) => run.rows('by name')

it('steps, matchers and assertions as well', () => {
  const check = (run: FlowRun): void => {
    // @ts-expect-error a column of another relation
    runFlow(shop, (test) => test.given(orders, [{ segment: 'gold' }]))
    // @ts-expect-error of two sources each row has its columns
    runFlow(shop, (test) => test.givenTogether([{ from: orders, row: { segment: 'gold' } }]))
    // @ts-expect-error of a pipeline there are objects
    runFlow(shop, (test) => test.given('orders', [{ order_id: 1 }]))
    runFlow('./shop.flow', (test) => test.given('orders', [{ order_id: 1 }]))
    assertRows(run.rows(revenue5min), [{ revenue: 10, orders: 1 }, { revenue: '10.00' }])
    // @ts-expect-error no such column
    assertRows(run.rows(revenue5min), [{ revenu: 10 }])
    const expected = (rows: FlowMatchers<readonly ResultRow<{ a: Decimal; n: bigint }>[]>): void => {
      rows.toEqualRows([{ a: 1, n: 1 }, { a: '1.00' }])
      // @ts-expect-error no such column
      rows.toEqualRows([{ b: 1 }])
      // @ts-expect-error a BIGINT is no text
      rows.toEqualRows([{ n: '1' }])
    }
    expectTypeOf(expected).toBeFunction()
    const byName = (rows: FlowMatchers<ReturnType<typeof untyped>>): void =>
      rows.toEqualRows([{ a: 1, m: new Map([['a', [1]]]) }])
    expectTypeOf(byName).toBeFunction()
  }
  expectTypeOf(check).toBeFunction()
})
