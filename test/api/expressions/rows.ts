// What each operator, function and literal of the API becomes as text. Other tests read these rows: one demands a row for everything
// that the language has, one compiles all of them.
import { avg, count, distinct, max, min, sum } from '../../../src/api/aggregates.js'
import { caseOf, when } from '../../../src/api/cases.js'
import { t } from '../../../src/api/field-types.js'
import {
  array,
  cardinality,
  charLength,
  coalesce,
  element,
  ifElse,
  ifNull,
  lower,
  map,
  nullIf,
  row,
  upper,
} from '../../../src/api/functions.js'
import { bytes, date, dec, interval, lit, nullOf, time, timestamp, timestampLtz } from '../../../src/api/literals.js'
import {
  ceil,
  difference,
  extract,
  floor,
  intervalOf,
  overlay,
  position,
  substring,
  timestampAdd,
  timestampDiff,
  trim,
} from '../../../src/api/special-functions.js'
import type { Columns } from '../../../src/api/types/columns.js'
import type { Bytes, CalendarDate, Decimal, Double, TimeOfDay, Timestamp, TimestampLtz } from '../../../src/api/types/values.js'

/** The row that the expressions are of. */
export interface Everything {
  id: bigint
  n: number | null
  amount: Decimal | null
  ratio: Double | null
  name: string | null
  flag: boolean | null
  since: Timestamp
  moment: TimestampLtz | null
  day: CalendarDate
  clock: TimeOfDay | null
  raw: Bytes | null
  tags: readonly (string | null)[] | null
  counts: ReadonlyMap<string, number | null> | null
  ship: { city: string | null; eq: string | null; home: { zip: string | null } | null } | null
}
/** The same as a schema. */
export const SCHEMA = `schema Everything {
  id bigint not null, n int, amount decimal(10, 2), ratio double, name string, flag boolean, since timestamp(3) not null,
  moment timestamp_ltz(3), day date not null, clock time, raw bytes, tags array<string>, counts map<string, int>,
  ship row<city string, eq string, home row<zip string>>
}`

export type Row = readonly [api: string, build: (o: Columns<Everything>) => unknown, text: string]

export const OPERATORS: readonly Row[] = [
  ['eq', (o) => o.n.eq(1), 'n = 1'],
  ['ne', (o) => o.name.ne('eu'), "name <> 'eu'"],
  ['lt', (o) => o.n.lt(o.id), 'n < id'],
  ['le', (o) => o.amount.le(1.5), 'amount <= 1.5'],
  ['gt', (o) => o.amount.gt(-1.5), 'amount > -1.5'],
  ['ge', (o) => o.id.ge(9007199254740993n), 'id >= 9007199254740993'],
  ['plus', (o) => o.n.plus(1), 'n + 1'],
  ['plus', (o) => o.since.plus(interval('5', 'minute')), "since + interval '5' minute"],
  ['minus', (o) => o.n.minus(o.n.minus(-1)), 'n - (n - -1)'],
  ['times', (o) => o.n.plus(1).times(2), '(n + 1) * 2'],
  ['div', (o) => o.n.times(2).div(3), 'n * 2 / 3'],
  ['mod', (o) => o.id.mod(7), 'id % 7'],
  ['negate', (o) => o.n.negate(), '-n'],
  ['negate', (o) => o.n.negate().negate(), '- -n'],
  ['and', (o) => o.flag.and(o.n.gt(0)), 'flag and n > 0'],
  ['or', (o) => o.flag.or(o.n.gt(0)).and(true), '(flag or n > 0) and true'],
  ['not', (o) => o.flag.and(false).not(), 'not (flag and false)'],
  ['concat', (o) => o.name.concat("it's"), "name || 'it''s'"],
  ['isNull', (o) => o.n.isNull(), 'n is null'],
  ['isNotNull', (o) => o.n.isNotNull(), 'n is not null'],
  ['isTrue', (o) => o.flag.isTrue(), 'flag is true'],
  ['isNotTrue', (o) => o.flag.isNotTrue(), 'flag is not true'],
  ['isFalse', (o) => o.flag.isFalse(), 'flag is false'],
  ['isNotFalse', (o) => o.flag.isNotFalse(), 'flag is not false'],
  ['isUnknown', (o) => o.n.gt(1).isUnknown(), 'n > 1 is unknown'],
  ['isNotUnknown', (o) => o.flag.isNotUnknown(), 'flag is not unknown'],
  ['isDistinctFrom', (o) => o.n.isDistinctFrom(1), 'n is distinct from 1'],
  ['isNotDistinctFrom', (o) => o.n.isNotDistinctFrom(o.n), 'n is not distinct from n'],
  ['in', (o) => o.name.in('eu', 'us'), "name in ('eu', 'us')"],
  ['notIn', (o) => o.n.notIn(1, o.n), 'n not in (1, n)'],
  ['like', (o) => o.name.like('a%'), "name like 'a%'"],
  ['notLike', (o) => o.name.notLike('a!%', '!'), "name not like 'a!%' escape '!'"],
  ['similarTo', (o) => o.name.similarTo('(a|b)_+'), "name similar to '(a|b)_+'"],
  ['notSimilarTo', (o) => o.name.notSimilarTo('a!+', '!'), "name not similar to 'a!+' escape '!'"],
  ['between', (o) => o.n.between(1, 2), 'n between 1 and 2'],
  ['notBetween', (o) => o.n.notBetween(o.n.plus(1), 2), 'n not between n + 1 and 2'],
  ['betweenSymmetric', (o) => o.n.betweenSymmetric(2, 1), 'n between symmetric 2 and 1'],
  ['notBetweenSymmetric', (o) => o.n.notBetweenSymmetric(2, 1), 'n not between symmetric 2 and 1'],
  ['cast', (o) => o.n.cast(t.decimal(18, 2)), 'cast(n as decimal(18, 2))'],
  ['tryCast', (o) => o.name.tryCast(t.int()), 'try_cast(name as int)'],
  ['at', (o) => o.tags.at(1), 'tags[1]'],
  ['at', (o) => o.counts.at('a'), "counts['a']"],
  ['field', (o) => o.ship.field('eq'), 'ship.eq'],
  ['field', (o) => o.ship.city, 'ship.city'],
  ['field', (o) => o.ship.home.zip.eq('1'), "ship.home.zip = '1'"],
  ['field', (o) => row(1, o.name).cast(t.row({ a: t.int(), b: t.string() })).b, 'cast(row(1, name) as row<a int, b string>).b'],
]

export const FUNCTIONS: readonly Row[] = [
  ['coalesce', (o) => coalesce(o.name, lower(o.name), 'x'), "coalesce(name, lower(name), 'x')"],
  ['ifNull', (o) => ifNull(o.n, 0), 'ifnull(n, 0)'],
  ['nullIf', (o) => nullIf(o.name, ''), "nullif(name, '')"],
  ['ifElse', (o) => ifElse(o.flag, 'yes', 'no'), "if(flag, 'yes', 'no')"],
  ['upper', (o) => upper(o.name), 'upper(name)'],
  ['lower', () => lower('ABC'), "lower('ABC')"],
  ['charLength', (o) => charLength(o.name), 'char_length(name)'],
  ['trim', (o) => trim(o.name), 'trim(both from name)'],
  ['trim', (o) => trim(o.name, { where: 'leading', characters: '0' }), "trim(leading '0' from name)"],
  ['position', (o) => position('a', o.name), "position('a' in name)"],
  ['position', (o) => position('a', o.name, 3), "position('a' in name from 3)"],
  ['substring', (o) => substring(o.name, 2), 'substring(name from 2)'],
  ['substring', (o) => substring(o.name, -2, o.n), 'substring(name from -2 for n)'],
  ['overlay', (o) => overlay(o.name, 'x', 2), "overlay(name placing 'x' from 2)"],
  ['overlay', (o) => overlay(o.name, 'x', 2, 3), "overlay(name placing 'x' from 2 for 3)"],
  ['extract', (o) => extract('hour', o.since), 'extract(hour from since)'],
  ['floor', (o) => floor(o.since, 'hour'), 'floor(since to hour)'],
  ['ceil', (o) => ceil(o.day, 'month'), 'ceil(day to month)'],
  ['timestampAdd', (o) => timestampAdd('day', o.n, o.since), 'timestampadd(day, n, since)'],
  ['timestampDiff', (o) => timestampDiff('day', o.day, date('2026-01-01')), "timestampdiff(day, day, date '2026-01-01')"],
  ['difference', (o) => o.since.plus(difference(o.since, o.since, 'day', 'second')), 'since + (since - since) day to second'],
  ['difference', (o) => o.day.plus(difference(o.day, o.day, 'month')), 'day + (day - day) month'],
  ['intervalOf', (o) => o.since.plus(intervalOf(o.n, 'day')), 'since + interval (n) day'],
  ['intervalOf', (o) => o.since.minus(intervalOf(5, 'minute')), 'since - interval 5 minute'],
  ['cardinality', (o) => cardinality(o.tags), 'cardinality(tags)'],
  ['element', (o) => element(o.tags), 'element(tags)'],
  ['array', (o) => array(o.name, 'x'), "array[name, 'x']"],
  ['map', (o) => map('a', o.n, 'b', 2), "map['a', n, 'b', 2]"],
  ['row', (o) => row(o.n, 'x').cast(t.row({ a: t.int(), b: t.string() })), "cast(row(n, 'x') as row<a int, b string>)"],
  [
    'when',
    (o) => when(o.n.gt(1), 'a').when(o.n.gt(0), 'b').else('c'),
    "case when n > 1 then 'a' when n > 0 then 'b' else 'c' end",
  ],
  ['when', (o) => when(o.flag, o.n).end(), 'case when flag then n end'],
  ['caseOf', (o) => caseOf(o.n).when(1, 'a').else(o.name), "case n when 1 then 'a' else name end"],
  ['caseOf', (o) => caseOf(o.name).when('a', 1).when('b', 2).end(), "case name when 'a' then 1 when 'b' then 2 end"],
]

export const LITERALS: readonly Row[] = [
  ['lit', () => lit('eu'), "'eu'"],
  ['lit', () => lit(true), 'true'],
  ['lit', () => lit(-12), '-12'],
  ['lit', () => lit(1e-7), '0.0000001'],
  ['lit', () => lit(new Uint8Array([0, 255])), "x'00ff'"],
  ['dec', () => dec('1.50'), '1.50'],
  ['dec', () => dec('-0.10'), '-0.10'],
  ['dec', () => dec('1e-3'), '1e-3'],
  ['nullOf', () => nullOf(t.decimal(10, 2)), 'cast(null as decimal(10, 2))'],
  ['timestamp', () => timestamp('2026-01-31 10:00:00'), "timestamp '2026-01-31 10:00:00'"],
  ['timestampLtz', () => timestampLtz('2026-01-31 10:00:00'), "timestamp with local time zone '2026-01-31 10:00:00'"],
  ['date', () => date('2026-01-31'), "date '2026-01-31'"],
  ['time', () => time('10:00:00'), "time '10:00:00'"],
  ['bytes', () => bytes('0aFF'), "x'0aFF'"],
  ['interval', (o) => o.since.plus(interval('-5', 'minute')), "since + interval -'5' minute"],
  ['interval', (o) => o.day.plus(interval('1-2', 'year', 'month')), "day + interval '1-2' year to month"],
  [
    'interval',
    (o) => o.since.plus(interval('100 10:00:00.123', 'day', 'second', { precision: 3, fraction: 3 })),
    "since + interval '100 10:00:00.123' day(3) to second(3)",
  ],
]

/** Behind `groupBy`. */
export const AGGREGATES: readonly Row[] = [
  ['count', () => count(), 'count(*)'],
  ['count', (o) => count(o.name), 'count(name)'],
  ['distinct', (o) => count(distinct(o.name)), 'count(distinct name)'],
  ['filter', (o) => count().filter(o.flag), 'count(*) filter (where flag)'],
  ['filter', (o) => sum(o.n).filter(o.n.gt(0)), 'sum(n) filter (where n > 0)'],
  ['sum', (o) => sum(o.amount), 'sum(amount)'],
  ['avg', (o) => avg(o.n), 'avg(n)'],
  ['min', (o) => min(o.since), 'min(since)'],
  ['max', (o) => max(o.name), 'max(name)'],
]
