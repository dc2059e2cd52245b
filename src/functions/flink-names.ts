// The names of Flink 2.2's built-in functions that are not in the catalogue yet (SHOW FUNCTIONS, FlinkSqlOperatorTable): a call
// of one is told apart from a misspelt name.

const NAMES = `
  ABS ACOS APPROX_COUNT_DISTINCT ARRAY_AGG ARRAY_APPEND ARRAY_CONCAT ARRAY_CONTAINS ARRAY_DISTINCT ARRAY_EXCEPT
  ARRAY_INTERSECT ARRAY_JOIN ARRAY_MAX ARRAY_MIN ARRAY_POSITION ARRAY_PREPEND ARRAY_REMOVE ARRAY_REVERSE ARRAY_SLICE
  ARRAY_SORT ARRAY_UNION ASCII ASIN ATAN ATAN2 BIN BTRIM CEIL CEILING CHR CLASSIFIER COLLECT CONCAT CONCAT_WS CONVERT_TZ COS
  COSH COT CUME_DIST CURRENT_CATALOG CURRENT_DATABASE CURRENT_WATERMARK DATE_FORMAT DAYOFMONTH DAYOFWEEK DAYOFYEAR DECODE
  DEGREES DENSE_RANK E ELT ENCODE ENDSWITH EXP FIRST_VALUE FLOOR FROM_BASE64 FROM_UNIXTIME GREATEST GROUPING GROUPING_ID
  GROUP_ID HEX HOUR INITCAP INSTR IS_ALPHA IS_DECIMAL IS_DIGIT JSON JSON_ARRAY JSON_ARRAYAGG JSON_EXISTS JSON_OBJECT
  JSON_OBJECTAGG JSON_QUERY JSON_QUOTE JSON_STRING JSON_UNQUOTE JSON_VALUE LAG LAST_VALUE LEAD LEAST LEFT LISTAGG LN LOCATE
  LOG LOG10 LOG2 LPAD LTRIM MAP_ENTRIES MAP_FROM_ARRAYS MAP_KEYS MAP_UNION MAP_VALUES MATCH_PROCTIME MATCH_ROWTIME MD5 MINUTE
  ML_PREDICT MOD MONTH NTILE OBJECT_OF OBJECT_UPDATE OCTET_LENGTH PARSE_JSON PARSE_URL PERCENTILE PERCENT_RANK PI POWER
  PRINTF QUARTER RADIANS RAND RAND_INTEGER RANK REGEXP REGEXP_COUNT REGEXP_EXTRACT REGEXP_EXTRACT_ALL REGEXP_INSTR
  REGEXP_REPLACE REGEXP_SUBSTR REPEAT REPLACE REVERSE RIGHT ROUND ROW_NUMBER RPAD RTRIM SECOND SHA1 SHA2 SHA224 SHA256 SHA384
  SHA512 SIGN SIN SINH SOURCE_WATERMARK SPLIT SPLIT_INDEX SQRT STARTSWITH STDDEV STDDEV_POP STDDEV_SAMP STR_TO_MAP SUM0 TAN
  TANH TO_BASE64 TO_DATE TO_TIMESTAMP TO_TIMESTAMP_LTZ TRANSLATE TRUNCATE TRY_PARSE_JSON TYPEOF UNHEX URL_DECODE URL_ENCODE
  UUID VARIANCE VAR_POP VAR_SAMP WEEK YEAR
`

export const FLINK_FUNCTIONS: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/))

/** What the catalogue offers instead, in the words of a help line. */
export const INSTEAD: ReadonlyMap<string, string> = new Map([
  // names of other dialects
  ['NVL', '`coalesce(a, b)` does the same'],
  ['ISNULL', '`coalesce(a, b)` does the same'],
  ['IIF', '`if(condition, a, b)` does the same'],
  ['DATE_TRUNC', '`floor(x to MONTH)` does it, for each unit of time'],
  ['DATEADD', '`timestampadd(DAY, 1, x)` does it'],
  ['DATE_ADD', '`x + INTERVAL (n) DAY` does it'],
  ['DATE_SUB', '`x - INTERVAL (n) DAY` does it'],
  ['DATEDIFF', '`timestampdiff(DAY, a, b)` does it'],
  ['DATE_DIFF', '`timestampdiff(DAY, a, b)` does it'],
  ['DATE_PART', '`extract(DAY from x)` does it'],
  ['DATEPART', '`extract(DAY from x)` does it'],
  ['LENGTH', '`char_length(x)` does it'],
  ['LEN', '`char_length(x)` does it'],
  ['STRPOS', '`position(a in x)` does it'],
  ['CHARINDEX', '`position(a in x)` does it'],
  ['UCASE', '`upper(x)` does the same'],
  ['LCASE', '`lower(x)` does the same'],
  ['MID', '`substring(x from 2 for 3)` does it'],
  ['GETDATE', 'a row has the time of its event: the column that `time` names in its source'],
  ['SYSDATE', 'a row has the time of its event: the column that `time` names in its source'],
  // windows and times that a declaration has
  ...['TUMBLE_START', 'HOP_START', 'SESSION_START'].map((name): [string, string] => [
    name,
    'behind `window` and `group by` it is the column `window_start`',
  ]),
  ...['TUMBLE_END', 'HOP_END', 'SESSION_END'].map((name): [string, string] => [
    name,
    'behind `window` and `group by` it is the column `window_end`',
  ]),
  [
    'TO_TIMESTAMP_LTZ',
    'an event time that is a number is declared in its source: `time made_at as epoch millis late by …`, or `as epoch seconds`',
  ],
  // Flink's own
  ['YEAR', '`extract(YEAR from x)` does the same'],
  ['QUARTER', '`extract(QUARTER from x)` does the same'],
  ['MONTH', '`extract(MONTH from x)` does the same'],
  ['WEEK', '`extract(WEEK from x)` does the same'],
  ['DAYOFYEAR', '`extract(DOY from x)` does the same'],
  ['DAYOFMONTH', '`extract(DAY from x)` does the same'],
  ['DAYOFWEEK', '`extract(DOW from x)` does the same'],
  ['HOUR', '`extract(HOUR from x)` does the same'],
  ['MINUTE', '`extract(MINUTE from x)` does the same'],
  ['SECOND', '`extract(SECOND from x)` does the same'],
  ['LOCATE', '`position(a in x)` does the same'],
  ['INSTR', '`position(a in x)` does the same'],
  ['LTRIM', '`trim(leading from x)` does the same'],
  ['RTRIM', '`trim(trailing from x)` does the same'],
  ['BTRIM', '`trim(x)` does the same'],
  ['LEFT', '`substring(x from 1 for n)` does the same'],
  ['RIGHT', '`substring(x, -n)` does it for texts that are long enough'],
  ['CONVERT_TZ', "the clock of the pipeline's `time zone` is `cast(x as timestamp(3))`"],
  ['FLOOR', 'of numbers it is not there; of times `floor(x to HOUR)` is'],
  ['CEIL', 'of numbers it is not there; of times `ceil(x to HOUR)` is'],
  ['CEILING', 'of numbers it is not there; of times `ceil(x to HOUR)` is'],
  ['CONCAT', '`a || b` does the same'],
  ['MOD', '`a % b` does the same'],
])
