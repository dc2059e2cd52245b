// What the type tests stand on: the API, rows with a column of every type, relations over them, and how a type is asserted.
import type * as flowc from '../../src/api/index.js'
import type { Columns } from '../../src/api/types/columns.js'
import type { Laned, Query } from '../../src/api/types/relations.js'
import type { GroupColumns } from '../../src/api/types/rows.js'
import type {
  Bytes,
  CalendarDate,
  DayTimeInterval,
  Decimal,
  Double,
  Multiset,
  TimeOfDay,
  Timestamp,
  TimestampLtz,
  Value,
  YearMonthInterval,
} from '../../src/api/types/values.js'

export type {
  Bytes,
  CalendarDate,
  DayTimeInterval,
  Decimal,
  Double,
  Multiset,
  TimeOfDay,
  Timestamp,
  TimestampLtz,
  YearMonthInterval,
}
export type { PerGroup, PerRow } from '../../src/api/types/values.js'

/** A column of every type, some of them NOT NULL. */
export interface Order {
  order_id: bigint
  customer_id: bigint
  region: string | null
  note: string
  quantity: number
  discount: number | null
  amount: Decimal | null
  total: Decimal
  weight: Double
  paid: boolean | null
  open: boolean
  created_at: Timestamp
  changed_at: Timestamp | null
  shipped_at: TimestampLtz | null
  due: CalendarDate | null
  opens: TimeOfDay
  tags: readonly (string | null)[] | null
  sizes: readonly number[]
  extra: ReadonlyMap<string, number | null> | null
  ship: { city: string; zip: string | null } | null
  raw: Bytes | null
  seen: Multiset<string> | null
}
export interface Customer {
  customer_id: bigint
  segment: string
  active: boolean | null
}
export interface Revenue {
  region: string | null
  window_start: Timestamp
  revenue: Decimal | null
}
export interface OldOrder {
  order_id: bigint
}

declare module '../../src/api/index.js' {
  interface Subjects {
    'types.order.v1-value': Order
    'types.order.v1-value version 1': OldOrder
    'types_db.public.customers-value': Customer
    'crm.public.customers-value': Customer
    'types.revenue.v1-value': Revenue
  }
}

/** What a program imports from `flowc`. */
export declare const api: typeof flowc

const { cdc, connection, kafka, stream, table, secret, catalog, minutes, sum, count } = api

export const db = connection('types_db', 'postgres', { host: 'h', database: 'd', user: 'u', password: secret('P') })
export const plant = connection('plant', 'kafka', { bootstrap: 'b:9092' })
export const lake = catalog('lake', { uri: 'http://c', warehouse: 's3://w/' })
export const orders = stream('orders', kafka('types.order.v1').time('created_at', { lateBy: minutes(1), idleAfter: 'never' }))
export const customers = table('customers', cdc(db, 'public.customers').primaryKey('customer_id'))
export const events = stream('events', cdc(db, 'public.customers').asEvents())
export const gold = table(
  'gold',
  customers.where((c) => c.segment.eq('gold')),
)
/** Five columns of both sides. */
export const enriched = stream(
  'enriched',
  orders
    .as('o')
    .leftJoin(customers.as('c'), {
      at: (o) => o.created_at,
      on: (o, c) => o.customer_id.eq(c.customer_id),
      late: { as: 'late_orders' },
    })
    .select((o, c) => ({
      order_id: o.order_id,
      segment: c.segment,
      region: o.region,
      amount: o.amount,
      created_at: o.created_at,
    })),
)
export const revenue = stream(
  'revenue',
  enriched
    .windowTumble(minutes(5), { late: 'count' })
    .groupBy('region')
    .select((g) => ({ region: g.region, window_start: g.window_start, revenue: sum(g.amount), orders: count() })),
)

/** Columns as callbacks see them: of a row, of a table, of a group by `region`. */
export declare const o: Columns<Order>
export declare const c: Columns<Customer>
export declare const g: GroupColumns<Order, 'region'>

// ---------------------------------------------------------------- assertions

/** Identical, not only assignable: `null`, optional and readonly count. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
/** One argument more is asked for where the type is another one: `any` and `never` fit every parameter, and would pass for anything. */
type Expect<Expected, Is> = Same<Expected, Is> extends true ? [] : [{ readonly 'is not the expected type, but': Is }]
type IsAny<X> = 0 extends 1 & X ? true : false
type RowIn<X> = IsAny<X> extends true ? X : X extends Query<infer R> ? R : never
type LanesIn<X> = IsAny<X> extends true ? X : X extends Laned<infer L> ? L : never
type Parts<X> = IsAny<X> extends true ? X : X extends Value<infer T, infer L> ? [T, L] : never

/** The row of a relation, a query or a source. */
export declare function row<Expected>(): <X>(relation: X, ...wrong: Expect<Expected, RowIn<X>>) => void
/** The type of an expression, and its level: `never` of what fits both. */
export declare function value<Expected, Level>(): <X>(expression: X, ...wrong: Expect<[Expected, Level], Parts<X>>) => void
/** The type of anything else. */
export declare function exact<Expected>(): <X>(is: X, ...wrong: Expect<Expected, X>) => void
/** That it compiles is all that is asked. */
export declare function fine(...values: readonly unknown[]): void
/** The lanes of a stream, each with its row. */
export declare function lanes<Expected>(): <X>(relation: X, ...wrong: Expect<Expected, LanesIn<X>>) => void
