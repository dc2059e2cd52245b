// Each operator: type, nullability and level of what it gives.
import { api, c, g, o, value } from '../prelude.js'
import type {
  Bytes,
  DayTimeInterval,
  Decimal,
  Double,
  PerGroup,
  PerRow,
  Timestamp,
  TimestampLtz,
  TimeOfDay,
  CalendarDate,
  YearMonthInterval,
} from '../prelude.js'

const { count, dec, interval, lit, sum, t } = api

// columns
value<bigint, PerRow>()(o.order_id)
value<string | null, PerRow>()(o.region)
value<Decimal | null, PerRow>()(o.amount)
value<Double, PerRow>()(o.weight)
value<boolean, PerRow>()(o.open)
value<Timestamp, PerRow>()(o.created_at)
value<TimestampLtz | null, PerRow>()(o.shipped_at)
value<Bytes | null, PerRow>()(o.raw)

// NULL or not
value<boolean, PerRow>()(o.region.isNull())
value<boolean, PerRow>()(o.region.isNotNull())
value<boolean, PerRow>()(o.seen.isNotNull())

// comparisons
value<boolean, PerRow>()(o.order_id.eq(1))
value<boolean, PerRow>()(o.order_id.eq(1n))
value<boolean, PerRow>()(o.order_id.eq(o.customer_id))
value<boolean, PerRow>()(o.order_id.eq(o.quantity))
value<boolean, PerRow>()(o.order_id.eq(o.total))
value<boolean, PerRow>()(o.quantity.eq(o.weight))
value<boolean | null, PerRow>()(o.order_id.eq(o.discount))
value<boolean | null, PerRow>()(o.amount.eq(1.5))
value<boolean | null, PerRow>()(o.amount.eq(o.total))
value<boolean, PerRow>()(o.note.eq('x'))
value<boolean | null, PerRow>()(o.region.eq('eu'))
value<boolean | null, PerRow>()(o.note.ne(o.region))
value<boolean, PerRow>()(o.open.eq(true))
value<boolean | null, PerRow>()(o.open.ne(o.paid))
value<boolean | null, PerRow>()(o.created_at.eq(o.changed_at))
value<boolean, PerRow>()(o.sizes.eq(api.array(1, 2)))
value<boolean | null, PerRow>()(o.raw.eq(api.bytes('0aff')))
value<boolean, PerRow>()(api.row(o.order_id, o.note).eq(api.row(1, 'a')))
value<boolean | null, PerRow>()(o.amount.lt(10))
value<boolean | null, PerRow>()(o.amount.le(o.total))
value<boolean, PerRow>()(o.total.gt(dec('0.10')))
value<boolean, PerRow>()(o.note.ge('a'))
value<boolean, PerRow>()(o.created_at.lt(api.timestamp('2026-01-01 00:00:00')))
value<boolean | null, PerRow>()(o.due.ge(api.date('2026-01-01')))
value<boolean, PerRow>()(o.opens.le(api.time('10:00:00')))
value<boolean | null, PerRow>()(o.shipped_at.gt(api.timestampLtz('2026-01-01 00:00:00')))
value<boolean | null, PerRow>()(o.amount.between(1, 2))
value<boolean | null, PerRow>()(o.total.between(1, o.amount))
value<boolean, PerRow>()(o.total.between(1, o.quantity))
value<boolean | null, PerRow>()(o.total.notBetween(o.discount, 2))
value<boolean, PerRow>()(o.quantity.betweenSymmetric(2, 1))
value<boolean, PerRow>()(o.quantity.notBetweenSymmetric(2, 1))
value<boolean, PerRow>()(o.amount.isDistinctFrom(o.discount))
value<boolean, PerRow>()(o.region.isNotDistinctFrom('eu'))
value<boolean | null, PerRow>()(o.region.in('eu', 'us'))
value<boolean, PerRow>()(o.note.in('eu', 'us'))
value<boolean | null, PerRow>()(o.note.in('eu', o.region))
value<boolean, PerRow>()(o.quantity.notIn(1, 2, o.order_id))
value<boolean | null, PerRow>()(o.quantity.notIn(1, o.discount))

// arithmetic
value<number, PerRow>()(o.quantity.plus(1))
value<bigint, PerRow>()(o.order_id.plus(1))
value<number, PerRow>()(o.quantity.plus(1n))
value<bigint, PerRow>()(o.quantity.plus(o.order_id))
value<Decimal, PerRow>()(o.quantity.plus(1.5))
value<Decimal | null, PerRow>()(o.amount.plus(1))
value<Decimal | null, PerRow>()(o.total.minus(o.amount))
value<Decimal | null, PerRow>()(o.total.minus(o.discount))
value<Decimal, PerRow>()(o.total.times(2))
value<Double, PerRow>()(o.total.times(o.weight))
value<number, PerRow>()(o.quantity.div(2))
value<number | null, PerRow>()(o.quantity.div(o.discount))
value<number, PerRow>()(o.quantity.mod(2))
value<number, PerRow>()(o.order_id.mod(7))
value<bigint, PerRow>()(o.quantity.mod(o.order_id))
value<Decimal | null, PerRow>()(o.amount.mod(2))
value<Decimal | null, PerRow>()(o.amount.negate())
value<Decimal, PerRow>()(lit(1).minus(o.total))
value<Decimal | null, PerRow>()(o.amount.times(lit(1).minus(dec('0.19'))))
value<DayTimeInterval, PerRow>()(o.quantity.times(interval('1', 'day')))

// text
value<string, PerRow>()(o.note.concat('x'))
value<string | null, PerRow>()(o.note.concat(o.region))
value<boolean | null, PerRow>()(o.region.like('e%'))
value<boolean, PerRow>()(o.note.notLike('a!%', '!'))
value<boolean | null, PerRow>()(o.note.like(o.region))
value<boolean, PerRow>()(o.note.similarTo('(a|b)+'))
value<boolean | null, PerRow>()(o.region.notSimilarTo('(a|b)+', '!'))

// logic
value<boolean, PerRow>()(o.open.and(true))
value<boolean | null, PerRow>()(o.open.and(o.paid))
value<boolean | null, PerRow>()(o.paid.or(o.open))
value<boolean | null, PerRow>()(o.paid.not())
value<boolean, PerRow>()(o.paid.isTrue())
value<boolean, PerRow>()(o.paid.isNotTrue())
value<boolean, PerRow>()(o.paid.isFalse())
value<boolean, PerRow>()(o.paid.isNotFalse())
value<boolean, PerRow>()(o.paid.isUnknown())
value<boolean, PerRow>()(o.paid.isNotUnknown())
value<boolean | null, PerRow>()(o.amount.gt(0).and(o.region.eq('eu')).or(o.open))

// times and intervals
value<Timestamp, PerRow>()(o.created_at.plus(interval('5', 'minute')))
value<Timestamp | null, PerRow>()(o.changed_at.minus(interval('5', 'minute')))
value<CalendarDate | null, PerRow>()(o.due.plus(interval('1', 'month')))
value<TimeOfDay, PerRow>()(o.opens.plus(interval('1', 'hour')))
value<Timestamp, PerRow>()(interval('5', 'minute').plus(o.created_at))
value<DayTimeInterval, never>()(interval('5', 'minute').plus(interval('1', 'hour')))
value<DayTimeInterval, never>()(interval('5', 'minute').minus(interval('1', 'minute')))
value<DayTimeInterval, PerRow>()(interval('5', 'minute').times(o.quantity))
value<YearMonthInterval, never>()(interval('5', 'month').negate())
value<boolean, PerRow>()(api.difference(o.created_at, o.created_at, 'day', 'second').lt(interval('1', 'day')))

// casts
value<string, PerRow>()(o.order_id.cast(t.string()))
value<Decimal | null, PerRow>()(o.amount.cast(t.decimal(18, 2)))
value<number | null, PerRow>()(o.note.tryCast(t.int()))
value<string | null, PerRow>()(o.seen.cast(t.string()))
value<{ n: number | null; s: string | null }, PerRow>()(api.row(o.quantity, o.region).cast(t.row({ n: t.int(), s: t.string() })))
value<readonly (bigint | null)[] | null, PerRow>()(o.tags.tryCast(t.array(t.bigint())))

// what is inside
value<string | null, PerRow>()(o.tags.at(1))
value<number | null, PerRow>()(o.sizes.at(o.quantity))
value<number | null, PerRow>()(o.extra.at('gift'))
value<string | null, PerRow>()(o.ship.city)
value<string | null, PerRow>()(o.ship.zip)
value<string | null, PerRow>()(o.ship.field('city'))
value<boolean, PerRow>()(o.ship.isNull())

// levels
value<string | null, never>()(g.region)
value<Decimal | null, PerRow>()(g.amount)
value<Timestamp, PerGroup>()(g.window_start)
value<Timestamp, PerGroup>()(g.window_end)
value<Timestamp, PerGroup>()(g.window_time)
value<boolean | null, never>()(g.region.eq('eu'))
value<boolean | null, PerRow>()(g.region.eq(g.note))
value<boolean, PerGroup>()(count().gt(10))
value<Decimal | null, PerGroup>()(sum(g.amount).div(count()))
value<Decimal | null, PerGroup>()(lit(100).times(sum(g.amount)))
value<string | null, PerGroup>()(g.region.concat(count().cast(t.string())))
value<Timestamp, PerGroup>()(g.window_end.plus(interval('1', 'second')))
value<boolean, never>()(lit(1).eq(2))

// a constant has the type that its literal has
value<number, never>()(lit(0))
value<number, never>()(lit(999999999))
value<number, never>()(lit(2147483647))
value<bigint, never>()(lit(2147483648))
value<number, never>()(lit(-2147483648))
value<bigint, never>()(lit(-2147483649))
value<number, never>()(lit(1999999999))
value<number, never>()(lit(2099999999))
value<bigint, never>()(lit(2147484000))
value<bigint, never>()(lit(3000000000))
value<bigint, never>()(lit(10000000000))
value<number, never>()(lit(10n))
value<bigint, never>()(lit(9223372036854775807n))
value<Decimal, never>()(lit(0.5))
value<Decimal, never>()(lit(1e-7))
value<Decimal, never>()(lit(-1.5e-9))
value<number, never>()(lit(1e3))
value<number, never>()(dec('007'))
value<bigint, never>()(dec('3000000000'))
value<bigint, never>()(dec('-2147483649'))
value<Decimal, never>()(dec('.5'))
value<Double, never>()(dec('1e3'))
value<number | null, PerRow>()(o.discount.plus(10n))
value<bigint | null, PerRow>()(o.discount.plus(3000000000))
value<Decimal | null, PerRow>()(o.discount.times(1e-7))
// what is known of a variable is its type
const days: number = 0.5
value<number, never>()(lit(days))
value<boolean, PerRow>()(c.segment.eq('gold'))
