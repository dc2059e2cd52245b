// The expressions whose types are recorded from Flink and compared with checkExpr. The text is Flink's and ours alike.
import { TYPES } from './columns.js'
import { TIME_AND_TEXT } from './time-and-text.js'
import { COLLECTION_TEXTS } from './expressions-collections.js'

export interface Case {
  readonly text: string
  /** `grouped`: in the select list of GROUP BY ni. `windowed`: the same over a tumbling window. */
  readonly in: 'scalar' | 'grouped' | 'windowed'
}

const names = TYPES.map(([name]) => name)

const literals = `
1; 2147483647; 2147483648; -2147483648; 9223372036854775807; 9223372036854775808; 99999999999999999999999999999999999999; 1.50; 0.05; .5; 1.; 00.10; 100.00; 1e3; 1.5E-3; 1e400; 12345678901234567890.1234567890; 0.0; 0; 007
'abc'; ''; 'it''s'; 'é'; '😀'; true; false; null; DATE '2024-02-29'; TIME '10:11:12'; TIME '10:11:12.123'; TIMESTAMP '2024-01-01 00:00:00'; TIMESTAMP '2024-01-01 00:00:00.1'; TIMESTAMP '2024-01-01 00:00:00.123456'; TIMESTAMP '2024-01-01 00:00:00.123456789'
INTERVAL '5' MINUTE; INTERVAL '1' DAY; INTERVAL '1:30' HOUR TO MINUTE; INTERVAL '1 10' DAY TO HOUR; INTERVAL '2' MONTH; INTERVAL '1-2' YEAR TO MONTH; INTERVAL '5.5' SECOND; INTERVAL '-5' MINUTE; - INTERVAL '5' MINUTE
-1; +1; - 1.50; -i; -ni; -nti; -d18; -s; -f; +s; +i; -(-ni); -1e3; -b; -ts3; -nd5
`
const arithmetic = `
ni + 1; ni * 2; ni / 2; ni % 2; nl / 2; nl + 1.5; nd18 * 1.10; nd18 * 1.1e0; nd18 / 3; nd18 / 3.0; nd18 % 7; ni % 7.5; nd18 % 1.25; ni / 0; nd18 / 0; ni + null; null + 1; 1 / 3; 1.0 / 3; 10 / 2.5; 7 % 3; nf * 2; nf * 1.5; nd + 1; nti + 1; nsi * nti; ni - nl; nd38 * nd38; nd38 + nd38; nd38 / nd38; nl * nl; nd18 + nl; nd18 * nl; nd18 / nl; (ni + nl) * nd5; nd5 - i; s + 1; ns + ns; 'a' + 1; ns * 2; ns - 1.5; ns / 2; '1' + '2'; nb + 1; nd5 + ns; ni % nl; nl % ni; nti % nsi; nl % nti; nd10 % ni; ni % nd10; nf % ni; nd % nd; ni % nf
`
const times = `
nts3 + INTERVAL '5' MINUTE; ts3 - INTERVAL '1' DAY; nltz3 + INTERVAL '5' MINUTE; nltz6 + INTERVAL '5' MINUTE; nts6 + INTERVAL '1' MONTH; nts0 + INTERVAL '1' SECOND; INTERVAL '5' MINUTE + nts3; ndt + INTERVAL '1' DAY; ndt + INTERVAL '1' HOUR; ndt + INTERVAL '1' MONTH; ntm + INTERVAL '1' HOUR; ntm + INTERVAL '1' DAY; ntm + INTERVAL '1' MONTH; nts3 - nts3; nts3 - ndt; ndt - ndt; ni + INTERVAL '1' DAY; ndt + 1; nts3 + 1; nts3 - 1
INTERVAL '5' MINUTE + INTERVAL '1' SECOND; INTERVAL '5' MINUTE - INTERVAL '1' SECOND; INTERVAL '1' MONTH + INTERVAL '1' DAY; INTERVAL '5' MINUTE * 2; 2 * INTERVAL '5' MINUTE; INTERVAL '5' MINUTE / 2; INTERVAL '5' MINUTE * 1.5; ni * INTERVAL '5' MINUTE; INTERVAL '5' MINUTE < INTERVAL '1' HOUR; INTERVAL '1' MONTH = INTERVAL '1' DAY; INTERVAL '1' MONTH * 2; INTERVAL '1' YEAR + INTERVAL '1' MONTH; INTERVAL '5' MINUTE * 2.0; i * INTERVAL '5' MINUTE
nts3 = TIMESTAMP '2024-01-01 00:00:00'; nts3 > DATE '2024-01-01'; nts3 = '2024-01-01 00:00:00'; nltz3 = TIMESTAMP '2024-01-01 00:00:00'; ndt = '2024-01-01'; ntm < TIME '10:00:00'; nts3 between nts3 - INTERVAL '1' HOUR and nts3; nts3 + i; nltz3 - INTERVAL '1' MONTH; INTERVAL '5' MINUTE - nts3; ts3 + null; null - nts3; nts3 - null
`
const logic = `
nb and nb; nb and b; b or nb; not nb; not b; nb and null; null or nb; not null; nb and true; nb and 1; ni and nb; ns or nb; not ni; not ns; 'true' and nb
ni is null; i is null; i is not null; b is true; b is not true; nb is true; b is false; b is not false; i is true; s is true; null is null; null is true; 1 is not null
ni = 1; i = 1; ni = null; null = null; ni <> null; i <> 2; ni < 1.5; ns = 'a'; s = 'a'; ns = 1; ns = 1.5; ns = true; nb = true; nb = 1; nb < true; nr = nr; nai = nai; nms = nms; r <> r; nai < nai; nyb = nyb; nyb < nyb; nbin4 = nyb; nyb = 'a'; ni = nd; ns > ndt; ns = ntm
`
const texts = `
'a' || 'b'; nc3 || 'b'; nc3 || nc3; nv10 || 'b'; nv10 || nv10; ns || 'b'; s || 'b'; 'a' || s; nc3 || nv10; v10 || nv10; ns || ni; ni || ns; 'a' || 1; 1 || 2; ns || null; null || ns; 'a' || 'b' || ns; nc3 || ns; nbin4 || nbin4; nyb || nyb; nbin4 || nyb; nyb || ns; ns || nts3; ns || nb; '' || 'a'; '' || ''; c3 || c3; null || null; 'é' || '😀'; nd18 || 'x'
ns like 'a%'; s like 'a%'; ns not like 'a%'; ns like 'a!%' escape '!'; ns like ns; ns like null; ni like 'a'; ns like 1; ns like 'a' escape null; ns like 'a%' escape 'ab'; ns like 'a%' escape ''; nc3 like nv10; nyb like 'a'; ns like 'a\\%'; ns like 'a!x' escape '!'; ns like 'a!' escape '!'; null like 'a'; ns like 'a' escape ns; s not like s; nv10 like 'x' escape '\\'
`
const sets = `
ni between 1 and 10; i between 1 and 10; ni not between 1 and 10; ni between i and 10; ns between 'a' and 'b'; ns between 1 and 2; ni between 1.5 and nd; nb between false and true; ni between null and 1; nltz3 between nts3 and nltz3; ni between 'a' and 'b'; nr between nr and nr; nd18 between 0 and 1.5
ni in (1, 2); i in (1, 2); ni not in (1, 2); ni in (1, null); ni not in (1, null); ni in (1); ns in ('a', 'bcd'); ni in (1.5, 2); ni in (1, 'a'); ns in (1, 2); ni in (ni, i); i in (i + 1, 2); nts3 in (TIMESTAMP '2024-01-01 00:00:00'); ndt in ('2024-01-01'); ni in (null); null in (1, 2); nb in (true, false); nd18 in (1, 2.5, 3e0); s in ('a', s); ns in ('a', 'b', 'c', 'd', 'e', 'f'); nltz3 in (TIMESTAMP '2024-01-01 00:00:00'); nr in (nr); nl in (1, 2); nti in (1, 300)
coalesce(i, 0); coalesce(ni, 0); coalesce(i, l); coalesce(s, 'x'); coalesce(s, v10); coalesce(i, null); coalesce(null, i); coalesce(null, null); coalesce(i); coalesce(); coalesce('a', 'bcd'); coalesce(c3, 'abcde'); coalesce(i, 1.5); coalesce(d18, d20); coalesce(d38, d3838); coalesce(i, 'a'); coalesce(b, false); coalesce(ts3, ts6); coalesce(dt, ts3); coalesce(i, s, l); coalesce(r, r); coalesce(null, 'a', s); coalesce(i, l, nd18); coalesce(d5, 0); coalesce(d18, 0); coalesce(d18, 0.00); coalesce(nd5, i); coalesce(i, ni, l); coalesce(d, 0); coalesce(d, 0.0); coalesce(f, 0); coalesce(ti, 0); coalesce(ti, si); coalesce(s, ''); coalesce(v10, ''); coalesce(c3, '')
case when nb then 1 else 2 end; case when b then 1 end; case when nb then 'a' else 'bcd' end; case when nb then 'a' when b then 'bc' else 'bcd' end; case ni when 1 then 'one' when 2 then 'two' end; case i when 1 then 'one' else s end; case when nb then i else l end; case when nb then 1 else 1.5 end; case when nb then d18 else d20 end; case when nb then null else 1 end; case when nb then null else null end; case when nb then null end; case when nb then 1 else 'a' end; case when ni then 1 else 2 end; case when nb then nts3 else nltz3 end; case when nb then ndt else nts3 end; case ni when 'a' then 1 end; case ni when null then 1 else 2 end; case when null then 1 else 2 end; case when nb then nc3 else nv10 end; case when nb then nc3 else nc3 end; case when nb then 'abc' else nv10 end; case when nb then s else 'x' end; case when nb then 1 when b then 2.5 else 1e0 end; case when nb then nr else nr end; case when nb then nti else nsi end; case when nb then nti else 1 end; case when nb then 'a' else null end; case when nb then ns else ni end; case when nb then nb else 1 end; case ni when 1 then 1.0 when 2.5 then 2.00 else 3 end; case when b then nd5 else nd18 end; case when b then nd38 else nl end; case when b then nd3838 else nl end; case when ni > 1 then ni else null end; case when nb then DATE '2024-01-01' else null end; case s when 'a' then 1 when 'bc' then 2 else 0 end
`
const fields = `
r.x; r.y; nr.x; nr.y; nr.x + 1; nr.y || 'a'; r.y is null; cast(r as row<x bigint, y string>); cast(nr as row<a int, b string>)
`
const casts = `
cast(ns as int); cast(s as int); try_cast(ns as int); try_cast(ni as bigint); cast(ni as bigint); cast(i as bigint); cast(nl as int); cast(nd18 as decimal(10, 2)); cast(nd18 as decimal(20, 4)); cast(nd as decimal(10, 2)); cast(ni as string); cast(ni as varchar); cast(ni as char); cast(ns as varchar(5)); cast(ns as char(5)); cast(null as int); cast(null as string); try_cast(null as int); cast(nts3 as timestamp(6)); cast(nts6 as timestamp(3)); cast(nts3 as timestamp_ltz(3)); cast(nltz3 as timestamp(3)); cast(nltz3 as timestamp); cast(nts3 as date); cast(nts3 as time); cast(ndt as timestamp(3)); cast(ndt as timestamp_ltz(3)); cast(ns as timestamp(3)); cast(ns as date); cast(ns as timestamp_ltz(3)); cast(nb as int); cast(ni as boolean); cast(nyb as string); cast(ns as bytes); cast(nai as array<bigint>); cast(nai as string); cast(nms as map<string, bigint>); cast(nms as map<string not null, bigint not null>); cast(nai as array<int not null>); cast(ntm as string); cast(nd as int); cast(nf as decimal(5, 2)); cast(ns as decimal(10, 2)); cast(ns as boolean); cast(1 as decimal); cast(1 as decimal(5)); cast(1 as numeric(5, 1)); cast(1 as dec(5, 1)); cast(1 as integer); cast(1 as double precision); cast(1 as real); cast(1 as float); cast(ni as timestamp(3)); cast(nts3 as bigint); cast(INTERVAL '5' MINUTE as bigint); cast(ni as interval day); cast('a' as int); cast('12' as int); cast('2024-01-01' as date); cast(1.555 as decimal(3, 2)); cast(nd18 as int); cast(nr as string); cast('abc' as char(2)); cast('abc' as string); cast(ni as decimal(3, 0)); cast(nr as row<x int, y string>); cast(ns as array<int>); cast(1 as decimal(39, 2)); cast(1 as decimal(5, 6)); cast(1 as char(0)); cast(1 as varchar(0)); cast(ns as timestamp(10)); cast(ns as time(3)); cast(ns as time); cast(ns as timestamp); cast(ns as timestamp_ltz); cast(ns as timestamp with local time zone); cast(ns as timestamp(3) with local time zone); cast(ns as timestamp without time zone); cast(1 as text); cast(1 as int8); cast(ns as varbinary); cast(ns as binary(3)); cast(ns as varbinary(9)); cast(ns as binary); cast(ni as tinyint); cast(nd38 as double); cast(nl as float); cast(nb as string); cast(nts3 as string); cast(nts3 as varchar(10)); cast(1 as multiset<int>); try_cast(ns as timestamp(3)); try_cast(nd18 as decimal(5,2)); cast(nd18 as decimal(5,2)) + 1
`
const scalarTexts = [literals, arithmetic, times, logic, texts, sets, fields, casts, ...COLLECTION_TEXTS]

const aggregates = `
count(*); count(i); count(ni); count(distinct i); count(i, l); count(distinct i, l); count(1); count(null); count(); count(*) filter (where b)
${names.flatMap((n) => ['count', 'sum', 'avg', 'min', 'max'].flatMap((f) => [`${f}(${n})`, `${f}(n${n})`])).join('; ')}
sum(ni) filter (where nb); sum(i) filter (where nb); min(ni) filter (where b); count(i) filter (where i > 1); avg(nd18) filter (where nb); sum(distinct ni); avg(distinct nd18); min(distinct ns); max(distinct ni) filter (where nb); sum(1); sum(1.5); sum(null); max(null); sum('a'); min('a'); max('abc'); sum(ni + nl); sum(nd18 * ni); avg(nd5 * nd5); sum(case when nb then 1 else 0 end); sum(case when nb then nd18 end); sum(cast(ni as bigint)); min(cast(ns as varchar(7)))
sum(ni) / count(*); sum(nd18) / count(*); avg(nd18) * 2; sum(ni) + sum(nl); max(nts3) - INTERVAL '1' MINUTE; case when count(*) > 1 then sum(ni) else 0 end; coalesce(sum(i), 0); coalesce(sum(d18), 0); ni + count(*); ni; ni * 2 + max(i); cast(sum(ni) as bigint); sum(ni) is null; max(s) || 'x'; count(*) > 1 and min(nb); not max(b); min(nts3) = max(nts3); sum(ni) in (1, 2); max(ns) like 'a%'; avg(ni) between 1 and 2
sum(sum(ni)); i; i + count(*); sum(i) + i; ni + i; sum(count(*)); count(*) filter (where count(*) > 1); sum(ni) filter (where ni); sum(ni) filter (where null); count(distinct *); sum(*); sum(ni, nl); sum(nts3); avg(ns); sum(nb); min(nr); max(nai); count(nr); count(nai); min(nms); avg(nb); sum(INTERVAL '5' MINUTE); avg(INTERVAL '5' MINUTE); min(INTERVAL '5' MINUTE); sum(distinct nd38)
`
const windowed = `
window_start; window_end; window_time; window_start + INTERVAL '1' MINUTE; count(*); sum(ni); sum(i); avg(nd18); min(ni) filter (where nb); ni; sum(ni) / count(*); window_end > max(nts3); max(rt); max(rt) < window_end; window_time = window_start; cast(window_end as string)
`

const split = (text: string): string[] =>
  text
    .split(/[;\n]/)
    .map((t) => t.trim())
    .filter((t) => t !== '')

export const EXPRESSIONS: readonly Case[] = [
  ...[...new Set([...scalarTexts.flatMap(split), ...TIME_AND_TEXT])].map((text) => ({ text, in: 'scalar' as const })),
  ...[...new Set(split(aggregates))].map((text) => ({ text, in: 'grouped' as const })),
  ...split(windowed).map((text) => ({ text, in: 'windowed' as const })),
]
