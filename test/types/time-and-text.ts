// Expressions of times and texts whose types are recorded: every special form with every unit on every type, and the texts.
const UNITS =
  'millennium century decade year quarter month week day doy dow isodow isoyear hour minute second millisecond microsecond nanosecond epoch'.split(
    ' ',
  )
const MOMENTS = ['dt', 'tm', 'ts0', 'ts3', 'ts6', 'ltz3', 'ltz6']
const SAME = MOMENTS.map((m) => [m, `n${m}`] as const)
const MIXED = [
  ['dt', 'nts3'],
  ['nts3', 'ltz3'],
  ['ts3', 'nts6'],
  ['nltz3', 'nltz6'],
  ['tm', 'ts3'],
  ['s', 'ts3'],
] as const

const listed = (text: string): string[] =>
  text
    .split(/[;\n]/)
    .map((t) => t.trim())
    .filter((t) => t !== '')

const LITERALS = listed(`
  TIMESTAMP WITH LOCAL TIME ZONE '2024-01-01 00:00:00'; TIMESTAMP WITH LOCAL TIME ZONE '2024-01-01 00:00:00.123456'
  INTERVAL '999' DAY(3); INTERVAL '9999' DAY(4); INTERVAL '100' DAY; INTERVAL '1 02:03:04.5' DAY TO SECOND; INTERVAL '1 02:03:04.5' DAY(3) TO SECOND(6)
  INTERVAL '1.5' SECOND(3, 2); INTERVAL '1.1234' SECOND; INTERVAL -'5' DAY; INTERVAL -'-5' DAY; INTERVAL '9999-11' YEAR(4) TO MONTH; INTERVAL '1188' MONTH(4)
  INTERVAL '1' DAY(0); INTERVAL '1' DAY(7); INTERVAL '1.5' SECOND(2, 0); INTERVAL '1-12' YEAR TO MONTH; INTERVAL '1 25:00:00' DAY TO SECOND; INTERVAL '1.5' DAY
  INTERVAL 5 DAY; INTERVAL (ni) HOUR; INTERVAL (i + 1) MONTH; INTERVAL (nl) SECOND; INTERVAL (nd18) DAY; INTERVAL (ns) DAY; INTERVAL '5' DAY TO HOUR
`)

const INTERVALS = listed(`
  nts3 + INTERVAL (ni) DAY; INTERVAL '1' DAY < INTERVAL '25' HOUR; INTERVAL '1' DAY in (INTERVAL '24' HOUR, INTERVAL '2' DAY); INTERVAL '1' MONTH between INTERVAL '1' MONTH and INTERVAL '1' YEAR
  INTERVAL '1' DAY is null; INTERVAL '1' DAY is distinct from INTERVAL '1' HOUR; INTERVAL '1' DAY * ni; INTERVAL '1' MONTH * nl; INTERVAL '1' DAY + INTERVAL (i) HOUR
  extract(day from (ts3 - nts3) day); extract(millisecond from INTERVAL '5' HOUR); extract(year from INTERVAL '5' MONTH); extract(month from (nts3 - nts3) month); extract(month from INTERVAL '5' DAY); extract(week from INTERVAL '5' DAY); extract(quarter from INTERVAL '5' MONTH); floor(INTERVAL '5' HOUR to day)
  nts3 + (nts3 - nts6) day; ndt + (ndt - dt) day; cast((nts3 - ts3) day as string); (nts3 - nts3) day to hour; (nts3 - nts3) hour to day; (nts3 - nts3) day(3) to second(6); (nts3 - nts3) year to month; (nts3 - nts3) day(9)
`)

const TEXTS = listed(`
  ns similar to 'a%'; s similar to 'a%'; ns not similar to 'a' escape '!'; nc3 similar to '[a-c]+'; ns similar to ns; ni similar to 'a'; ns similar to 'a.c'; ns similar to '(a'; ns similar to 'a\\\\b'; ns similar to null
  trim(s); trim(ns); trim(nc3); trim(v10); trim('a '); trim(ni); trim(both from ns); trim(leading 'a' from ns); trim(trailing s from ns); trim('x' from nc3); trim(ni from ns); trim(ns, 'a')
  position('a' in ns); position(s in ns); position('a' in ns from 2); position('a' in ns from i); position(ni in ns); position('a' in ni); position('a' in ns from nl); position('a', ns)
  substring(ns from 1); substring(nv10 from 1 for 2); substring(nc3 from ni); substring('abc' from 1 for 2); substring(ns, 1); substring(ns, 1, 2); substr(ns, 2); substring(ns from nsi); substring(ns from nl); substring(ns from 1.5); substring(ni from 1); substring(s from i for ni)
  overlay(ns placing 'a' from 1); overlay(nv10 placing 'abc' from 1); overlay(nc3 placing nc3 from 1 for 2); overlay('abc' placing 'ab' from 1); overlay(ns placing s from i); overlay(ns placing ni from 1); overlay(ni placing 'a' from 1); overlay(ns placing 'a' from 1.5); overlay(ns, 'a', 1)
  upper(ns); upper(s); upper(nc3); upper(v10); upper('abc'); upper(ni); lower(nv10); lower(c3); char_length(ns); char_length(c3); character_length('abc'); char_length(ni); upper(null); char_length(nyb)
  ns is distinct from s; i is distinct from ni; i is not distinct from nl; ni is distinct from nd18; nts3 is distinct from ts6; nts3 is distinct from ltz3; ni is distinct from ns; b is not distinct from nb; r is distinct from nr; ai is distinct from nai; ni is distinct from null; null is not distinct from null; nf is distinct from nd; nd is distinct from d; ndt is distinct from dt; nyb is distinct from yb
  b is unknown; nb is unknown; b is not unknown; ni is unknown; ns is unknown; null is unknown
  ni between symmetric 1 and 10; i between symmetric 1 and nl; ni not between symmetric 10 and 1; ns between symmetric 'a' and 'b'; ni between symmetric 'a' and 'b'; ni between asymmetric 1 and 10; nts3 between symmetric nts6 and ts3; nr between symmetric nr and nr
`)

export const TIME_AND_TEXT: readonly string[] = [
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((p) =>
    ['nts3', 'ltz6', 'ndt', 's'].flatMap((m) => [`cast(${m} as timestamp(${p}))`, `try_cast(${m} as timestamp_ltz(${p}))`]),
  ),
  ...['nts3', 'ltz3', 'dt', 'ntm'].flatMap((m) =>
    ['string', 'char(10)', 'varchar(7)', 'date', 'time', 'time(0)', 'bigint', 'timestamp'].map((t) => `cast(${m} as ${t})`),
  ),
  ...LITERALS,
  ...INTERVALS,
  ...TEXTS,
  ...[...MOMENTS, 'nts3', 'ndt', 's', 'i'].flatMap((m) => UNITS.map((u) => `extract(${u} from ${m})`)),
  ...[...MOMENTS, 'nts3', 'ndt', 's'].flatMap((m) => UNITS.map((u) => `floor(${m} to ${u})`)),
  ...[...MOMENTS, 'nts3', 'ndt', 's'].flatMap((m) => UNITS.map((u) => `ceil(${m} to ${u})`)),
  ...[...MOMENTS, 'nts3', 'ndt', 's'].flatMap((m) => UNITS.slice(0, 8).map((u) => `timestampadd(${u}, 1, ${m})`)),
  ...[...MOMENTS, 'ndt'].flatMap((m) => ['hour', 'minute', 'second', 'millisecond'].map((u) => `timestampadd(${u}, 1, ${m})`)),
  ...['nl', 'i', 'nsi', 'nd18', 'ns', 'null'].map((n) => `timestampadd(day, ${n}, nts3)`),
  ...[...SAME, ...MIXED].flatMap(([a, b]) =>
    ['year', 'quarter', 'month', 'week', 'day', 'hour', 'second', 'millisecond', 'decade'].map(
      (u) => `timestampdiff(${u}, ${a}, ${b})`,
    ),
  ),
  ...[...SAME, ...MIXED].flatMap(([a, b]) => ['day', 'day to second', 'month'].map((q) => `(${a} - ${b}) ${q}`)),
]
