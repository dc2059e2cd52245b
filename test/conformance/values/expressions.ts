// What is asked of Flink: constant expressions, expressions over the columns of one row that the planner cannot fold, and
// expressions over a NOT NULL decimal that has overflowed. The recorder wraps each in CAST(… AS STRING), so that all digits
// come back; values.json holds the answers.

import { CASTS_OF_TIMES, FIELDS_OF_INTERVALS, TIME_AND_TEXT_CONSTANTS, TIME_AND_TEXT_ON_COLUMNS } from './time-and-text.js'
import { COLLECTION_CONSTANTS, COLLECTION_EXPRESSIONS, COLLECTION_OVERFLOW, HELD, NESTED_CASTS } from './collections.js'

const list = (text: string): string[] =>
  text
    .split(/;\s|\n/)
    .map((e) => e.trim().replace('\\t', '\t'))
    .filter((e) => e !== '')

/** The row of the column expressions: name, SQL type, SQL value. Read through UNNEST, which is evaluated when the job runs. */
export const COLUMNS: readonly (readonly [name: string, type: string, value: string])[] = [
  ['ti', 'TINYINT', '127'],
  ['si', 'SMALLINT', '-32768'],
  ['i', 'INT', '7'],
  ['z', 'INT', '0'],
  ['im', 'INT', '-2147483648'],
  ['l', 'BIGINT', '9223372036854775807'],
  ['f', 'FLOAT', '0.1'],
  ['d', 'DOUBLE', '2.5'],
  ['dz', 'DOUBLE', '0'],
  ['m', 'DECIMAL(10, 2)', '12.34'],
  ['mm', 'DECIMAL(38, 10)', `'9999999999999999999999999999.9999999999'`],
  ['s', 'STRING', `'abc'`],
  ['st', 'STRING', `'  12 '`],
  ['e', 'STRING', `''`],
  ['c', 'CHAR(5)', `'ab'`],
  ['b', 'BOOLEAN', 'TRUE'],
  ['dt', 'DATE', `'2024-02-29'`],
  ['tm', 'TIME(0)', `'23:30:00'`],
  ['ts', 'TIMESTAMP(3)', `'1969-12-31 23:59:59.123'`],
  ['t9', 'TIMESTAMP(9)', `'2024-06-01 12:34:56.123456789'`],
  ['tz', 'TIMESTAMP_LTZ(3)', `'1969-12-31 23:59:59.123'`],
  ['ni', 'INT', 'NULL'],
  ['ns', 'STRING', 'NULL'],
  ['nb', 'BOOLEAN', 'NULL'],
  ['nm', 'DECIMAL(10, 2)', 'NULL'],
  ['f2', 'FLOAT', '16777217'],
  ['n1', 'DOUBLE', `'NaN'`],
  ['n2', 'DOUBLE', `'NaN'`],
  ['inf', 'DOUBLE', `'Infinity'`],
  ['low', 'STRING', `'￮'`],
  ['high', 'STRING', `'😀'`],
  ['past', 'TIMESTAMP(3)', `'1960-05-05 05:05:05.555'`],
  ['bin', 'BYTES', `'aä'`],
  ['ai', 'ARRAY<INT>', 'ARRAY[1, CAST(NULL AS INT), 3]'],
  ['ms', 'MAP<STRING, INT>', `MAP['a', 1, 'b', CAST(NULL AS INT)]`],
  ['r', 'ROW<x INT, y STRING>', `ROW(1, 'a')`],
  ['nai', 'ARRAY<INT>', 'NULL'],
  ['nms', 'MAP<STRING, INT>', 'NULL'],
  ['nr', 'ROW<x INT, y STRING>', 'NULL'],
  ['rn', 'ROW<x INT, y STRING>', 'ROW(1, CAST(NULL AS STRING))'],
  ['u', 'INT', '1'],
]

/** `x` has overflowed, `nx` is NULL, `y` is TRUE; all but `nx` are NOT NULL. */
export const OVERFLOW =
  'SELECT CAST(d AS DECIMAL(5, 2)) AS x, CAST(NULL AS DECIMAL(5, 2)) AS nx, y FROM UNNEST(ARRAY[ROW(1e10, TRUE)]) AS t (d, y)'

const casts = (type: string, values: readonly string[]): string[] => values.map((v) => `TRY_CAST(${v} AS ${type})`)

const TEXT_TO_NUMBER = list(`
  '1'; '-1'; '+1'; ' 12 '; '1.9'; '-1.9'; '1.'; '.5'; '.'; '-'; '+'; ''; ' '; '1e2'; '0x10'; '1_000'; '127'; '128'; '-128'
  '-129'; '32768'; '2147483647'; '2147483648'; '-2147483648'; '-2147483649'; '9223372036854775807'; '9223372036854775808'
  '-9223372036854775808'; '007'; '1 2'; 'NULL'; '１'
`)

const TEXT_TO_FLOAT = list(`
  '1'; '-1.5'; '1e10'; '1E-10'; ' 2.5 '; '.5'; '5.'; '.'; ''; '1f'; '1d'; '1L'; 'NaN'; 'nan'; 'Infinity'; '-Infinity'
  '+Infinity'; 'inf'; '0x1p3'; '0x1.8p1'; '-0'; '-0.0'; '1e400'; '1e-400'; '3.4028236e38'; '1.17549435E-38'; '1e-46'
  '16777217'; '0.1'; '123456789'; '9007199254740993'; '1.00000017881393432617187499'; '1.00000017881393432617187501'
  '4.9e-324'; '2e23'; '1e23'; '1.0e-3'; '9999999'; '10000000'; '0.001'; '0.00099'
`)

const TEXT_TO_DECIMAL = list(`
  '1'; '-1.005'; '1.005'; '1.004999'; '99999999.99'; '99999999.995'; '100000000'; ''; ' '; ' 7.5 '; '+3'; '1e3'; '1E-3'; '1e'
  'e1'; 'a'; '12a'; '12ab'; '1.2.3'; '.'; '-'; '-.'; '.5'; '5.'; '0001.5'; '00000000001.5'; '1e40'
  '0.000000000000000000000000001'; '123456789012345678901234567890'; 'NaN'; '1,000'; '1e+2'; '1e-'; '1e2x'; '1\\t'
`)

const TEXT_TO_BOOLEAN = list(`
  'true'; 'TRUE'; 'True'; 't'; 'T'; 'yes'; 'Y'; '1'; 'false'; 'F'; 'no'; 'N'; '0'; ' true'; 'true '; ''; '2'; 'on'; 'off'
`)

const TEXT_TO_DATE = list(`
  '2024-02-29'; '2023-02-29'; '2024-2-9'; '2024-2'; '2024'; '0001-01-01'; '0000-01-01'; '9999-12-31'; '10000-01-01'
  '-1-01-01'; '2024-13-01'; '2024-00-01'; '2024-01-32'; '2024-04-31'; '2024-01-01 10:00:00'; '2024-01-01T10:00:00'
  ' 2024-01-01'; '2024-01-01 '; '2024/01/01'; ''; '20240101'; '24-1-1'; '2024-01-01x'; '2024-01-0 1'; '2024- 01 -01'
`)

const TEXT_TO_TIME = list(`
  '12:34:56'; '12:34'; '12'; '12:34:56.7'; '12:34:56.789'; '12:34:56.7896'; '12:34:56.7894'; '24:00:00'; '23:60:00'; '1:2:3'
  ' 12:00:00'; '12:00:00 '; ''; '12:00:00Z'; '12:00:00+01:00'; '12:00:00-01'; '00:00:00+01'; '2024-01-01 12:00:00'
  '12:34:56.'; '12:34:56.abc'; 'abc'
`)

const TEXT_TO_TIMESTAMP = list(`
  '2024-01-01 10:00:00'; '2024-01-01 10:00:00.1'; '2024-01-01 10:00:00.123'; '2024-01-01 10:00:00.123456'
  '2024-01-01 10:00:00.123456789'; '2024-01-01 10:00:00.1234567891'; '2024-01-01'; '2024-1-1'; '2024-1-1 1:2:3'
  '2024-01-01 10:00'; '2024-01-01 10'; '2024-01-01T10:00:00'; '2024-01-01 10:00:00Z'; '2024-01-01 10:00:00.'
  '2024-01-01 24:00:00'; '2024-01-01 24:00:01'; '2024-12-31 24:00:00'; '2023-02-29 00:00:00'; '2024-02-30 00:00:00'
  '2024-04-31'; '2024-02-32'; '2024-13-01'; '0000-01-01'; '0001-01-01'; '9999-12-31 23:59:59.999'; '10000-01-01'
  '+10000-01-01'; '-2024-01-01'; '02024-01-01'; '2024-01-011'; '2024-01-0101'; '2024-01-012'; '2024-011-01'
  '2024-01-01 010:00:00'; '2024-01-01 1010:00:00'; ' 2024-01-01'; '2024-01-01 '; '2024-01-01  10:00:00'; ''; '2024'; '2024-01'
  '1969-12-31 23:59:59.999'; '2024-01-01 10:60:00'; '2024-01-01 10:00:60'; '2024-01-01 10:00:00 UTC'
`)

const NUMBERS = list(`
  CAST(127 AS TINYINT); CAST(-32768 AS SMALLINT); 2147483647; -2147483648; CAST(9223372036854775807 AS BIGINT)
  CAST(-3 AS BIGINT); 300; 70000; 1.5; -1.5; 2.500; 127.99; 99999999999.99; -0.49; 0.5; 0; 0.0; 1e0; -2.5e0; 1e10; 1e19; -1e19
  3e9; 1e300; 1e-5; 123456.789e0; CAST(9007199254740993 AS BIGINT); CAST('NaN' AS DOUBLE); CAST('Infinity' AS DOUBLE); TRUE
  FALSE; CAST(NULL AS INT); CAST('1234567890123456789012345678.9' AS DECIMAL(38, 10))
`)

const TYPES = list(`
  TINYINT; SMALLINT; INT; BIGINT; FLOAT; DOUBLE; DECIMAL(5, 2); DECIMAL(20, 0); DECIMAL(38, 18); STRING; BOOLEAN; CHAR(3)
  VARCHAR(3)
`)

export const CONSTANTS: readonly string[] = [
  ...['TINYINT', 'SMALLINT', 'INT', 'BIGINT'].flatMap((t) => casts(t, TEXT_TO_NUMBER)),
  ...['FLOAT', 'DOUBLE'].flatMap((t) => casts(t, TEXT_TO_FLOAT)),
  ...['DECIMAL(10, 2)', 'DECIMAL(3, 1)', 'DECIMAL(30, 5)'].flatMap((t) => casts(t, TEXT_TO_DECIMAL)),
  ...casts('BOOLEAN', TEXT_TO_BOOLEAN),
  ...casts('DATE', TEXT_TO_DATE),
  ...['TIME(0)', 'TIME(3)'].flatMap((t) => casts(t, TEXT_TO_TIME)),
  ...['TIMESTAMP(0)', 'TIMESTAMP(3)', 'TIMESTAMP(9)', 'TIMESTAMP_LTZ(3)'].flatMap((t) => casts(t, TEXT_TO_TIMESTAMP)),
  ...TYPES.flatMap((t) => NUMBERS.map((v) => `CAST(${v} AS ${t})`)),
  ...list(`
  1 + 1; 2147483647 + 1; -2147483648 - 1; 2147483647 * 2; 7 / 2; -7 / 2; 7 % 3; -7 % 3; 7 % -3; 1.10 + 2.205; 1.10 * 2.20
  1.00 / 3; 2.00 / 3.00; 10.0 / 4; 7.5 % 2; -7.5 % 2; 7 % 2.5; 1 / 3.0; 1.5e0 + 1; 1e0 / 3; 0.1e0 + 0.2e0; 1e308 * 10; -(5)
  -(1.50); 1.0 * 1.00 * 1.000; CAST(127 AS TINYINT) + CAST(1 AS TINYINT); CAST(32767 AS SMALLINT) + CAST(1 AS SMALLINT)
  CAST(9223372036854775807 AS BIGINT) + 1; CAST(-9223372036854775808 AS BIGINT) / -1; CAST(1 AS BIGINT) % 3
  CAST(100 AS TINYINT) * CAST(2 AS TINYINT); CAST('99999999999999999999.99' AS DECIMAL(38, 18)) * CAST(2 AS DECIMAL(38, 18))
  CAST('99999999999999999999999999999999999999' AS DECIMAL(38, 0)) + 1; CAST(1 AS DECIMAL(38, 0)) / CAST(3 AS DECIMAL(38, 0))
  CAST(2 AS DECIMAL(38, 18)) / CAST(3 AS DECIMAL(38, 18)); CAST(5 AS DECIMAL(10, 0)) % CAST(3 AS DECIMAL(5, 0))
  CAST(5.25 AS DECIMAL(10, 2)) % CAST(3.1 AS DECIMAL(5, 1)); CAST(5 AS DECIMAL(10, 0)) % 3; 5 % CAST(3 AS DECIMAL(10, 0))
  CAST(1 AS DECIMAL(10, 2)) / CAST(7 AS BIGINT); CAST(0.1 AS FLOAT) + CAST(0.2 AS FLOAT)
  CAST(0.1 AS FLOAT) * CAST(3 AS FLOAT); CAST(1 AS FLOAT) / CAST(3 AS FLOAT); CAST(0.1 AS DOUBLE) + CAST(0.1 AS FLOAT)
  CAST(1 AS DOUBLE) / CAST(0 AS DOUBLE); CAST(0 AS DOUBLE) / CAST(0 AS DOUBLE); -CAST(0 AS DOUBLE); 1 + CAST(NULL AS INT)
  CAST(NULL AS DECIMAL(5, 2)) * 2; 1 = 1.0; 1 < 1.01; 1.10 = 1.1; 2 <> 2.00; 1e0 = 1; 'a' = 'a '; 'a' < 'b'; 'Z' < 'a'
  '' < 'a'; 'ä' > 'z'; 'ab' > 'a'; '😀' > '🗿'; CAST(NULL AS INT) = CAST(NULL AS INT); CAST(NULL AS INT) <> 1; TRUE = FALSE
  TRUE <> FALSE; DATE '2024-01-01' < DATE '2024-01-02'; TIMESTAMP '2024-01-01 00:00:00' = TIMESTAMP '2024-01-01 00:00:00.000'
  TIMESTAMP '2024-01-01 00:00:00.0001' > TIMESTAMP '2024-01-01 00:00:00'; TIME '10:00:00' >= TIME '09:59:59'
  CAST(16777217 AS BIGINT) = CAST(16777216 AS BIGINT); CAST(9007199254740993 AS BIGINT) > 9007199254740992.5
  CAST('NaN' AS DOUBLE) > 1e0; CAST('-0' AS DOUBLE) = 0e0; 2 BETWEEN 1 AND 3; 1 BETWEEN 1 AND 1; 0 BETWEEN 1 AND 3
  2 NOT BETWEEN 1 AND 3; 2 BETWEEN CAST(NULL AS INT) AND 1; 2 BETWEEN CAST(NULL AS INT) AND 3; 'b' BETWEEN 'a' AND 'c'
  1.5 BETWEEN 1 AND 2; 1 IN (1, 2); 3 IN (1, 2); 3 NOT IN (1, 2); CAST(NULL AS INT) IN (1, 2); 1 IN (1, CAST(NULL AS INT))
  3 IN (1, CAST(NULL AS INT)); 3 NOT IN (1, CAST(NULL AS INT)); 'a' IN ('a', 'bb'); 'a ' IN ('a', 'bb'); 1.0 IN (1, 2)
  1.10 IN (1.1, 2.25); 5 IN (1, 2, 3, 4, 5, 6, 7); 0 IN (1, 2, 3, 4, 5, 6, 7); TRUE AND FALSE; TRUE AND CAST(NULL AS BOOLEAN)
  FALSE AND CAST(NULL AS BOOLEAN); TRUE OR CAST(NULL AS BOOLEAN); FALSE OR CAST(NULL AS BOOLEAN); NOT CAST(NULL AS BOOLEAN)
  NOT TRUE; CAST(NULL AS BOOLEAN) IS TRUE; CAST(NULL AS BOOLEAN) IS NOT TRUE; CAST(NULL AS BOOLEAN) IS FALSE
  CAST(NULL AS BOOLEAN) IS NOT FALSE; CAST(NULL AS BOOLEAN) IS NULL; CAST(NULL AS INT) IS NULL; 1 IS NOT NULL
  FALSE IS NOT TRUE; COALESCE(CAST(NULL AS INT), 2); COALESCE(1, 2); COALESCE(CAST(NULL AS INT), CAST(NULL AS INT))
  COALESCE(CAST(NULL AS DECIMAL(5, 2)), 1); COALESCE(CAST(NULL AS STRING), 'x'); COALESCE(1, 2.5)
  COALESCE(CAST(NULL AS TINYINT), 300); CASE WHEN 1 = 1 THEN 'yes' ELSE 'no' END
  CASE WHEN CAST(NULL AS BOOLEAN) THEN 1 ELSE 2 END; CASE 2 WHEN 1 THEN 'a' WHEN 2 THEN 'bb' END; CASE WHEN FALSE THEN 1 END
  CASE WHEN TRUE THEN 1 ELSE 2.50 END; CASE WHEN FALSE THEN 1 ELSE 2.5e0 END
  CASE CAST(NULL AS INT) WHEN 1 THEN 'a' ELSE 'other' END; 'a' || 'b'; 'a' || CAST(NULL AS STRING); '' || ''
  CAST('a' AS CHAR(3)) || 'b'; 'x' || CAST(1 AS STRING); 'abc' LIKE 'abc'; 'abc' LIKE 'a%'; 'abc' LIKE '%c'; 'abc' LIKE '%b%'
  'abc' LIKE 'a_c'; 'abc' LIKE '_'; 'abc' LIKE '%'; '' LIKE '%'; '' LIKE ''; 'abc' LIKE 'A%'; 'a%c' LIKE 'a!%c' ESCAPE '!'
  'abc' LIKE 'a!%c' ESCAPE '!'; 'a_c' LIKE 'a!_c' ESCAPE '!'; 'abc' LIKE 'a!_c' ESCAPE '!'; 'a!c' LIKE 'a!!c' ESCAPE '!'
  'a.c' LIKE 'a.c'; 'abc' LIKE 'a.c'; 'a[b]' LIKE 'a[b]'; 'a(b' LIKE '_(b'; 'a$b' LIKE '%$_'; '😀x' LIKE '_x'
  'a-b' LIKE 'a-_'; 'abcabc' LIKE '%ab%bc'; 'abcab' LIKE '%ab%bc'; 'aXbXc' LIKE 'a%b%c'; 'ab' LIKE 'a%b%c'
  'abc' NOT LIKE 'a%'; CAST(NULL AS STRING) LIKE 'a'; 'a' LIKE CAST(NULL AS STRING); 'abc' LIKE '%%c'
  '%' LIKE '!%' ESCAPE '!'; 'a/b' LIKE 'a/_'; 'a{2}' LIKE 'a{_}'; 'a|b' LIKE '_|b'; 'a+' LIKE '_+'; 'a?b' LIKE 'a?_'
  '^a' LIKE '^_'; 'a*' LIKE '_*'; CAST('abc' AS CHAR(5)) || '|'; CAST('abcdef' AS CHAR(3)); CAST('abcdef' AS VARCHAR(3))
  CAST('abc' AS VARCHAR(5)) || '|'; CAST('😀😀😀' AS VARCHAR(2)); CAST('😀' AS CHAR(3)) || '|'; CAST(12345.678 AS VARCHAR(4))
  CAST(TRUE AS CHAR(6)) || '|'; CAST(FALSE AS VARCHAR(2)); CAST(DATE '2024-01-05' AS VARCHAR(7))
  CAST(TIMESTAMP '2024-01-01 10:00:00.5' AS VARCHAR(12)); CAST(TIMESTAMP '2024-01-01 10:00:00.5' AS CHAR(25)) || '|'
  CAST(X'616263' AS STRING); CAST(X'ff61' AS STRING); CAST(X'c3a4' AS STRING); CAST(X'' AS STRING)
  CAST(X'616263' AS VARCHAR(2)); CAST(X'61' AS CHAR(3)) || '|'; CAST(CAST('abc' AS VARBINARY(2)) AS STRING)
  CAST(CAST('abc' AS BYTES) AS STRING); CAST(CAST('ä' AS BYTES) AS STRING); CAST(X'e282' AS STRING); CAST(X'f09f98' AS STRING)
  CAST(X'eda080' AS STRING); CAST(DATE '2024-02-29' AS STRING); CAST(DATE '0001-01-01' AS STRING)
  CAST(DATE '9999-12-31' AS STRING); CAST(DATE '2024-02-29' AS TIMESTAMP(3))
  CAST(TIMESTAMP '2024-02-29 23:59:59.999' AS DATE); CAST(TIMESTAMP '1969-12-31 12:00:00' AS DATE)
  CAST(TIMESTAMP '1960-01-01 00:00:00' AS DATE); CAST(TIMESTAMP '2024-02-29 10:11:12.9' AS TIME(0))
  CAST(TIME '10:11:12' AS STRING); CAST(TIMESTAMP '2024-01-01 10:00:00.123456' AS TIMESTAMP(3))
  CAST(TIMESTAMP '2024-01-01 10:00:00.987' AS TIMESTAMP(0)); CAST(TIMESTAMP '2024-01-01 10:00:00.1' AS TIMESTAMP(6))
  CAST(TIMESTAMP '2024-01-01 10:00:00' AS STRING)
  CAST(CAST(TIMESTAMP '2024-01-01 10:00:00.123' AS TIMESTAMP_LTZ(3)) AS TIMESTAMP(3))
  CAST(CAST(TIMESTAMP '1969-12-31 10:00:00.123' AS TIMESTAMP_LTZ(3)) AS DATE)
  CAST(CAST(TIMESTAMP '1969-12-31 10:00:00.123' AS TIMESTAMP_LTZ(3)) AS TIME(0))
  CAST(CAST(DATE '2024-01-01' AS TIMESTAMP_LTZ(3)) AS STRING); CAST(TIME '10:11:12' AS TIMESTAMP(3))
  CAST(INTERVAL '-3' MONTH AS STRING); CAST(INTERVAL '-10' SECOND AS STRING); CAST(INTERVAL '90' MINUTE AS STRING)
  CAST(INTERVAL '14' MONTH AS STRING); CAST(INTERVAL '36' HOUR AS STRING); DATE '2024-01-31' + INTERVAL '1' MONTH
  DATE '2024-02-29' + INTERVAL '1' YEAR; DATE '2024-03-31' - INTERVAL '1' MONTH; DATE '2024-01-01' + INTERVAL '25' HOUR
  DATE '2024-01-01' - INTERVAL '25' HOUR; DATE '2024-01-01' - INTERVAL '1' SECOND; TIME '23:30:00' + INTERVAL '1' HOUR
  TIME '00:30:00' - INTERVAL '1' HOUR; TIME '10:00:00' + INTERVAL '1' DAY
  TIMESTAMP '2024-01-31 10:00:00' + INTERVAL '1' MONTH; TIMESTAMP '2024-01-31 10:00:00' - INTERVAL '0.5' SECOND
  TIMESTAMP '2024-01-31 10:00:00.123' + INTERVAL '1' DAY; TIMESTAMP '1970-01-01 00:00:00' - INTERVAL '1' MONTH
  TIMESTAMP '1969-12-31 23:00:00' + INTERVAL '2' MONTH; TIMESTAMP '2024-01-01 00:00:00' + INTERVAL '1' HOUR * 3
  INTERVAL '1' HOUR + INTERVAL '30' MINUTE; -INTERVAL '1' HOUR; CAST('abc' AS INT); CAST('' AS INT); CAST('300' AS TINYINT)
  CAST('x' AS BOOLEAN); CAST('2023-02-29' AS DATE); CAST('1.2.3' AS DECIMAL(5, 2)); CAST('1000' AS DECIMAL(5, 2))
  CAST('2024-01-01T00:00:00' AS TIMESTAMP(3)); 1 / 0; 1.0 / 0; 1 % 0; 1.5 % 0.0; CAST(1 AS BIGINT) / CAST(0 AS BIGINT)
  CAST('25:00:00' AS TIME(0)); CAST('abc' AS DOUBLE)
`),
  ...list(COLLECTION_CONSTANTS),
  ...TIME_AND_TEXT_CONSTANTS,
]

export const ON_COLUMNS: readonly string[] = [
  ...list(`
  ti + ti; si - CAST(1 AS SMALLINT); i / 2; -i / 2; i % 4; -i % 4; im / -1; im - 1; -im; l + 1; -l - 2; l * 2; f + f; f * f
  f + d; f / 3; d / dz; -d / dz; dz / dz; d * 1e308 * 10; m + 1; m * m; m / 3; m % 5; m - 12.345; mm + mm; mm * 2; mm / 3
  mm + 1; -m; -d; -f; ni + 1; nm * 2; m + nm; i + l; ti * i; m * d; i * 1.5; l / 7; l % 1000; i + 0.5e0; i = 7; i = 7.0
  i <> 7; f = 0.1; f = CAST(0.1 AS FLOAT); f < d; m = 12.340; m > 12; s = 'abc'; s <> 'abc'; s < 'abd'; c = 'ab'; c = 'ab   '
  ni = ni; ni <> 1; nb; b AND nb; b OR nb; NOT nb; nb IS NULL; b IS TRUE; nb IS NOT TRUE; dt > DATE '2024-02-28'
  ts < TIMESTAMP '1970-01-01 00:00:00'; t9 > TIMESTAMP '2024-06-01 12:34:56.123'; i BETWEEN 1 AND 10; ni BETWEEN 1 AND 10
  i IN (1, 7); i IN (1, 2, 3, 4, 5, 6, 7, 8); i NOT IN (1, 2); ni IN (1, 2); i IN (1, CAST(NULL AS INT)); s IN ('abc', 'x')
  dz = -dz; dz / dz > d; d > dz / dz; NOT (d > dz / dz); s LIKE 'a%'; s LIKE '_b_'; s LIKE s; s LIKE e || 'abc'; ns LIKE 'a'
  s LIKE ns; s LIKE 'a' || '%'; s || c || '|'; s || ns; e || '|'; COALESCE(ni, i); COALESCE(nm, m); COALESCE(ni, ni)
  COALESCE(ns, s); CASE WHEN nb THEN 1 WHEN b THEN 2 ELSE 3 END; CASE i WHEN 7 THEN m ELSE nm END
  CASE WHEN i > 100 THEN i END; CASE WHEN z <> 0 THEN i / z END; z <> 0 AND i / z > 1; z = 0 OR i / z > 1; CAST(ti AS STRING)
  CAST(m AS INT); CAST(mm AS BIGINT); CAST(m AS DOUBLE); CAST(m AS DECIMAL(3, 1)); CAST(m AS DECIMAL(2, 1)); CAST(f AS DOUBLE)
  CAST(f AS DECIMAL(20, 18)); CAST(d AS INT); CAST(-d AS INT); CAST(l AS INT); CAST(l AS DOUBLE); CAST(l AS FLOAT)
  CAST(l AS DECIMAL(18, 0)); CAST(im AS SMALLINT); CAST(i AS BOOLEAN); CAST(z AS BOOLEAN); CAST(b AS INT); CAST(st AS INT)
  CAST(st AS DECIMAL(5, 2)); CAST(st AS DOUBLE); TRY_CAST(s AS INT); TRY_CAST(e AS INT); CAST(s AS CHAR(5)) || '|'
  CAST(s AS VARCHAR(2)); CAST(c AS STRING) || '|'; CAST(dt AS STRING); CAST(dt AS TIMESTAMP(3)); CAST(tm AS STRING)
  CAST(ts AS STRING); CAST(ts AS DATE); CAST(ts AS TIME(0)); CAST(ts AS TIMESTAMP(0)); CAST(ts AS TIMESTAMP(2))
  CAST(ts AS TIMESTAMP_LTZ(3)); CAST(t9 AS STRING); CAST(t9 AS TIMESTAMP(3)); CAST(t9 AS TIMESTAMP(6)); CAST(tz AS STRING)
  CAST(tz AS DATE); CAST(tz AS TIME(0)); CAST(tz AS TIMESTAMP(3)); CAST(tz AS TIMESTAMP(0)); CAST(ni AS STRING)
  CAST(ns AS INT); dt + INTERVAL '1' YEAR; dt - INTERVAL '36' HOUR; tm + INTERVAL '1' HOUR; tm - INTERVAL '1' DAY
  ts + INTERVAL '1' SECOND; ts - INTERVAL '1' MONTH; t9 + INTERVAL '0.001' SECOND; tz + INTERVAL '1' MONTH; i / z; m / 0
  i % z; TRY_CAST(i / z AS STRING); CAST(s AS INT); COALESCE(i, i / z); b OR i / z > 1; i / z > 1 OR b; nb AND i / z > 1
  CAST(d / dz AS DECIMAL(10, 2)); CAST(dz / dz AS DECIMAL(10, 2)); s LIKE s || '!' ESCAPE '!'
  mm % CAST(0.00000000000000000000000000000000000001 AS DECIMAL(38, 38)); n1 = n2; n1 <> n2; n1 > d; n1 <= n2; d < n1
  inf > n1; n1 = n1; low < high; high > low; low > high; low = '￮'; high LIKE '_'; CAST(past AS TIMESTAMP(0))
  CAST(past AS TIMESTAMP(1)); CAST(past AS DATE); CAST(past AS TIME(0)); CAST(past AS TIMESTAMP_LTZ(0)); CAST(f2 AS INT)
  CAST(f2 AS BIGINT); CAST(f2 AS DOUBLE); CAST(f2 AS DECIMAL(20, 2)); CAST(f AS INT); CAST(inf AS INT); CAST(-inf AS BIGINT)
  CAST(n1 AS INT); CAST(n1 AS BIGINT); CAST(inf AS FLOAT); CAST(inf AS STRING); CAST(n1 AS STRING); CAST(inf AS TINYINT)
  CAST(bin AS STRING); f * 3; f2 + f; CAST(l AS SMALLINT)
  CAST(d * 1e10 AS INT); CAST(d * 1e10 AS SMALLINT); CAST(-d * 1e20 AS BIGINT)
  CAST(CAST(d AS VARCHAR(2)) AS STRING); CAST(CAST(d AS VARCHAR(2)) AS CHAR(5)) || '|'; CAST(CAST(d AS CHAR(2)) AS STRING)
  CAST(CAST(d AS CHAR(2)) AS CHAR(5)) || '|'; CAST(CAST(f AS VARCHAR(2)) AS VARCHAR(9)); CAST(CAST(m AS VARCHAR(2)) AS STRING)
  CAST(CAST(l AS VARCHAR(2)) AS STRING); CAST(CAST(ts AS CHAR(4)) AS STRING); COALESCE(ns, CAST(d AS VARCHAR(2)))
  CASE WHEN b THEN CAST(d AS VARCHAR(2)) ELSE s END; TRY_CAST(CAST(d AS VARCHAR(2)) AS STRING); CAST(TRY_CAST(d AS VARCHAR(2)) AS STRING)
`),
  ...list(COLLECTION_EXPRESSIONS),
  ...NESTED_CASTS,
  ...HELD,
  ...TIME_AND_TEXT_ON_COLUMNS,
  ...FIELDS_OF_INTERVALS,
  ...CASTS_OF_TIMES,
]

export const ON_OVERFLOW: readonly string[] = [
  ...list(`
  x; x + 1; x * 2; -x; x > 0; NOT (x > 0); x IS NULL; x IS NOT NULL; (x > 0) IS TRUE; (x > 0) IS NOT TRUE; (x > 0) IS FALSE
  (x > 0) IS NOT FALSE; COALESCE(x, 1.00); COALESCE(nx, x); CASE WHEN x > 0 THEN 1 ELSE 2 END
  CASE WHEN x > 0 THEN TRUE ELSE FALSE END; CASE WHEN x > 0 THEN FALSE ELSE TRUE END
  (CASE WHEN x > 0 THEN TRUE END) IS NOT TRUE; CAST(x AS INT); CAST(x AS DOUBLE); CAST(x AS STRING); CAST(x AS STRING) || '|'
  x IN (1, 2); x BETWEEN 1 AND 2; CAST(x AS BIGINT) + 1; CAST(x AS BOOLEAN); x > 0 OR y; x > 0 AND y
`),
  ...list(COLLECTION_OVERFLOW),
]
