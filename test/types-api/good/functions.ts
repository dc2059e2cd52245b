// Functions, CASE, aggregates and literals.
import { api, g, o, orders, row as rowOf, value } from '../prelude.js'
import type {
  Bytes,
  CalendarDate,
  DayTimeInterval,
  Decimal,
  Double,
  PerGroup,
  PerRow,
  TimeOfDay,
  Timestamp,
  TimestampLtz,
  YearMonthInterval,
} from '../prelude.js'

const {
  array,
  avg,
  caseOf,
  coalesce,
  count,
  dec,
  distinct,
  ifElse,
  ifNull,
  lit,
  map,
  max,
  min,
  nullIf,
  nullOf,
  row,
  sum,
  t,
  when,
} = api

// choices
value<string, PerRow>()(coalesce(o.region, 'none'))
value<string | null, PerRow>()(coalesce(o.region, o.ship.zip))
value<string, PerRow>()(coalesce(o.region, o.ship.zip, o.note))
value<Decimal, PerRow>()(coalesce(o.amount, 0))
value<Decimal | null, PerRow>()(coalesce(o.discount, o.amount))
value<number, PerRow>()(coalesce(o.discount, 0))
value<string | null, PerRow>()(coalesce(o.region))
value<string, PerRow>()(ifNull(o.region, ''))
value<string | null, PerRow>()(ifNull(o.region, o.ship.zip))
value<string | null, PerRow>()(nullIf(o.note, ''))
value<string, PerRow>()(ifElse(o.open, 'yes', 'no'))
value<string | null, PerRow>()(ifElse(o.paid, 'yes', 'no'))
value<string | null, PerRow>()(ifElse(o.open, o.region, 'no'))
value<string | null, PerRow>()(ifElse(o.open, nullOf(t.string()), 'no'))
value<Decimal, PerRow>()(ifElse(o.open, o.total, 0))
value<string, PerRow>()(when(o.open, 'a').else('b'))
value<string | null, PerRow>()(when(o.open, 'a').end())
value<string | null, PerRow>()(when(o.open, 'a').when(o.paid, o.region).else('c'))
value<Decimal, PerRow>()(when(o.paid, 1).when(o.open, o.total).else(o.quantity))
value<number, PerRow>()(caseOf(o.region).when('eu', 1).when('us', 2).else(0))
value<number | null, PerRow>()(caseOf(o.region).when('eu', 1).end())
value<string, PerGroup>()(when(count().gt(10), 'many').else('few'))
value<string | null, PerGroup>()(when(count().gt(10), g.region).else('few'))

// texts
value<string | null, PerRow>()(api.upper(o.region))
value<string, PerRow>()(api.lower(o.note))
value<string, never>()(api.upper('x'))
value<number | null, PerRow>()(api.charLength(o.region))
value<string, PerRow>()(api.trim(o.note))
value<string | null, PerRow>()(api.trim(o.note, { where: 'leading', characters: o.region }))
value<string, PerRow>()(api.trim(o.note, { characters: 'x' }))
value<number, PerRow>()(api.position('a', o.note))
value<number | null, PerRow>()(api.position(o.region, o.note, 2))
value<string | null, PerRow>()(api.substring(o.note, 2))
value<string | null, PerRow>()(api.substring(o.note, 2, o.quantity))
value<string, PerRow>()(api.overlay(o.note, 'x', 1))
value<string | null, PerRow>()(api.overlay(o.note, o.region, 1, 2))
// where a clause asks for a column of any type, an argument that is left out is still none
rowOf<{ trimmed: string; found: number; masked: string; rest: string | null }>()(
  orders.select((r) => ({
    trimmed: api.trim(r.note),
    found: api.position('a', r.note),
    masked: api.overlay(r.note, 'x', 1),
    rest: api.substring(r.note, 2),
  })),
)

// times
value<bigint, PerRow>()(api.extract('hour', o.created_at))
value<bigint | null, PerRow>()(api.extract('isodow', o.due))
value<bigint, PerRow>()(api.extract('minute', o.opens))
value<bigint, never>()(api.extract('day', api.interval('5', 'day')))
value<bigint, PerGroup>()(api.extract('hour', g.window_start))
value<Timestamp, PerRow>()(api.floor(o.created_at, 'hour'))
value<CalendarDate | null, PerRow>()(api.floor(o.due, 'month'))
value<TimestampLtz | null, PerRow>()(api.ceil(o.shipped_at, 'day'))
value<Timestamp, PerRow>()(api.timestampAdd('week', 1, o.created_at))
value<Timestamp | null, PerRow>()(api.timestampAdd('hour', 1, o.due))
value<CalendarDate | null, PerRow>()(api.timestampAdd('month', 1, o.due))
value<Timestamp | null, PerRow>()(api.timestampAdd('day', o.discount, o.created_at))
value<number | null, PerRow>()(api.timestampDiff('day', o.created_at, o.changed_at))
value<DayTimeInterval | null, PerRow>()(api.difference(o.changed_at, o.created_at, 'day', 'second'))
value<YearMonthInterval | null, PerRow>()(api.difference(o.due, o.due, 'month'))
value<DayTimeInterval, PerRow>()(api.intervalOf(o.quantity, 'day'))
value<YearMonthInterval, never>()(api.intervalOf(3, 'month'))

// collections
value<number | null, PerRow>()(api.cardinality(o.tags))
value<number | null, PerRow>()(api.cardinality(o.extra))
value<string | null, PerRow>()(api.element(o.tags))
value<readonly number[], never>()(array(1, 2))
value<readonly (number | null)[], PerRow>()(array(o.quantity, o.discount))
value<readonly (Decimal | null)[], PerRow>()(array(1, o.amount))
value<ReadonlyMap<string, bigint>, PerRow>()(map('id', o.order_id))
value<{ EXPR$0: bigint; EXPR$1: string | null }, PerRow>()(row(o.order_id, o.region))

// aggregates
value<bigint, PerGroup>()(count())
value<bigint, PerGroup>()(count(g.note))
value<bigint, PerGroup>()(count(distinct(g.customer_id)))
value<bigint, PerGroup>()(count(distinct(g.region)))
value<Decimal | null, PerGroup>()(sum(g.amount))
value<Decimal, PerGroup>()(sum(g.total))
value<number, PerGroup>()(sum(g.quantity))
value<Decimal, PerGroup>()(avg(distinct(g.total)))
value<Double, PerGroup>()(avg(g.weight))
value<string, PerGroup>()(min(g.note))
value<Timestamp, PerGroup>()(max(g.created_at))
value<boolean | null, PerGroup>()(max(g.paid))
value<Decimal | null, PerGroup>()(sum(g.total).filter(g.open))
value<bigint, PerGroup>()(count().filter(g.amount.gt(100)))
value<Decimal | null, PerGroup>()(sum(g.amount.times(g.quantity)))
value<Decimal | null, PerGroup>()(coalesce(sum(g.amount), sum(g.total).filter(g.open)))
value<Decimal, PerGroup>()(coalesce(sum(g.amount), 0))
value<number, PerGroup>()(sum(lit(1)))

// literals
value<number, never>()(lit(1))
value<Decimal, never>()(lit(1.5))
value<number, never>()(lit(1n))
value<string, never>()(lit('eu'))
value<boolean, never>()(lit(true))
value<Decimal, never>()(dec('1.50'))
value<Double, never>()(dec('1e3'))
value<string | null, never>()(nullOf(t.string()))
value<Decimal | null, never>()(nullOf(t.decimal(18, 2)))
value<Timestamp, never>()(api.timestamp('2026-01-01 10:00:00'))
value<TimestampLtz, never>()(api.timestampLtz('2026-01-01 10:00:00'))
value<CalendarDate, never>()(api.date('2026-01-01'))
value<TimeOfDay, never>()(api.time('10:00:00'))
value<Bytes, never>()(api.bytes('0aff'))
value<DayTimeInterval, never>()(api.interval('5', 'minute'))
value<DayTimeInterval, never>()(api.interval('1 02:03', 'day', 'minute'))
value<YearMonthInterval, never>()(api.interval('1-2', 'year', 'month'))
value<bigint | null, never>()(api.expr<bigint | null>`abs(${1})`)

// NULL as a branch takes the type of the others
value<string | null, PerRow>()(when(o.open, null).else('a'))
value<Decimal | null, PerRow>()(when(o.open, null).when(o.paid, 1).else(o.total))
value<string | null, PerRow>()(when(o.open, 'a').else(null))
value<number | null, PerRow>()(caseOf(o.region).when('eu', null).when('us', 2).else(0))
value<string | null, PerRow>()(ifElse(o.open, null, o.note))
value<string | null, PerRow>()(ifElse(o.open, 'a', null))
value<string | null, PerRow>()(coalesce(o.region, null))
value<string, PerRow>()(coalesce(null, o.note))
value<readonly (number | null)[], never>()(array(1, null))
value<ReadonlyMap<string, number | null>, PerRow>()(map('a', o.quantity, 'b', o.discount))
value<ReadonlyMap<string, string | null>, PerRow>()(map('a', o.note, 'b', null))
