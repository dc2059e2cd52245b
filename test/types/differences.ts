// Strictness: where checkExpr refuses what Flink's planner types, on purpose. Differences: where both have an answer and it
// is not the same; docs/differences.md has a reproduction of each. What is recorded must agree or fall under an entry here,
// and every entry must be needed.

export interface Strictness {
  readonly code: string
  /** The texts of the expressions. */
  readonly matches: RegExp
  readonly reason: string
}

export interface Difference {
  /** A heading of docs/differences.md. */
  readonly title: string
  /** The texts of recorded expressions. */
  readonly matches: RegExp
  /** In what: the type, or the value. */
  readonly of: 'type' | 'value'
}

export const DIFFERENCES: readonly Difference[] = [
  {
    title: 'Items of several types',
    of: 'type',
    matches: /^ARRAY\[(nr|ROW\(.*\)), ?(ROW\(.*\)|nr)\]$|^MAP\[.*, null\]$/,
  },
  { title: 'Small integers', of: 'value', matches: /^\(?CAST\((ai|ARRAY\[u\]) AS ARRAY<(TINYINT|SMALLINT)>\)\)?\[1\]$/ },
  { title: 'An element that is not there', of: 'value', matches: /^(ARRAY\[u, 2\]\[3\]|MAP\['a', u\]\['b'\]) IS NULL$/ },
  { title: 'The element of an empty array', of: 'type', matches: /^ELEMENT\(ARRAY\[(1|nr)\]\)/ },
  { title: 'The element of an empty array', of: 'value', matches: /^ELEMENT\(ARRAY\[x\]\)$/ },
  { title: 'A field of a row that is NULL', of: 'value', matches: /^COALESCE\(\(ARRAY\[ROW\(i, s\)\]\[2\]\)/ },
  {
    title: 'Members of IN',
    of: 'value',
    matches: /^(u( \+ 1)?|CAST\(u AS TINYINT\)|'a?'|CAST\(r\.y AS CHAR\(1\)\)|CAST\(ts AS TIMESTAMP\(0\)\)) IN \(/,
  },
  { title: 'IFNULL', of: 'value', matches: /^IFNULL\((u, 1\/\(u-1\)|x, 1\.00)\)$/ },
  {
    title: 'Nanoseconds that a cast leaves behind',
    of: 'value',
    matches: /^CAST\(TIMESTAMPADD\(.*000000001'\) AS TIMESTAMP\(3\)\) = /,
  },
]

const TEMPORAL = '(dt|tm|ts0|ts3|ts6|ltz3|ltz6)'
const TEXT = '(c3|v10|s)'
const CONSTRUCTED = '(ai|ms|r)'

export const STRICTNESS: readonly Strictness[] = [
  { code: 'FLOW1020', matches: /^1\.$/, reason: 'a number has digits after its point: `1.` reads like the end of a sentence' },
  {
    code: 'FLOW1001',
    matches: /^cast\(ni as interval day\)$/,
    reason: 'interval types are not written: a number times an interval literal says the same',
  },
  { code: 'FLOW3302', matches: /^TIME '10:11:12\.123'$/, reason: 'Flink cuts the fraction of a TIME literal' },
  { code: 'FLOW3203', matches: /\/ 0$/, reason: 'the job would fail on the first row' },
  { code: 'FLOW3207', matches: /^ndt \+ INTERVAL '1' HOUR$/, reason: 'the hour would be lost' },
  { code: 'FLOW3002', matches: /^ntm \+ INTERVAL '1' MONTH$/, reason: 'a time of day has no months' },
  {
    code: 'FLOW3002',
    matches: /^INTERVAL '5' MINUTE [*/] [0-9.]+$/,
    reason: 'the planner accepts it and generates no code: the job cannot start',
  },
  {
    code: 'FLOW3001',
    matches: /^(min|max)\(n?(bin4|yb|ai|ms|r)\)$|^min\(INTERVAL/,
    reason: 'the planner types it and has no such aggregate: the job cannot start',
  },
  {
    code: 'FLOW3001',
    matches: /^n(bin4|yb) \|\| n(bin4|yb)$/,
    reason: 'the planner types it and generates no code: the job cannot start',
  },
  {
    code: 'FLOW3012',
    matches: /^count\((distinct )?i, l\)$/,
    reason: 'the planner types it and has no such aggregate: the job cannot start',
  },
  {
    code: 'FLOW3101',
    matches: new RegExp(`\\bn?${TEXT}\\b|'`),
    reason: 'a text that cannot be read as the other side fails the job',
  },
  {
    code: 'FLOW3102',
    matches: /ts\d.*ltz|ltz.*ts\d|nltz3.*TIMESTAMP/,
    reason: 'the wall clock is read in the session time zone: a silent shift',
  },
  {
    code: 'FLOW3103',
    matches: new RegExp(`n?${CONSTRUCTED}\\]? (=|<|<>|in|between)`, 'i'),
    reason: 'equality of constructed values differs in NULL rules from level to level',
  },
  { code: 'FLOW3103', matches: /^nullif\(n(ms|r|ai), n(ms|r|ai)\)$/i, reason: 'the same, inside NULLIF' },
  {
    code: 'FLOW3103',
    matches: /^ROW\(.*\) (<>|<) ROW\(/,
    reason: 'Flink says TRUE for ROW(1, NULL) <> ROW(1, 2), where SQL says NULL',
  },
  {
    code: 'FLOW3103',
    matches: /^ROW\(1, ns\) = nr$/,
    reason: 'a row that is made and one that is read are compared by different rules',
  },
  {
    code: 'FLOW3103',
    matches: /^ARRAY\[(1|nd|nr|s)\] [=<] ARRAY|^n?as1 (=|<>|in) .*(as1|\[s\])/,
    reason:
      'arrays have no order; Flink takes `<>` with a NULL array for TRUE in a condition, compares NULL elements by what lies under them, and DOUBLE and rows by their bits',
  },
  {
    code: 'FLOW3103',
    matches: /^MAP\[n(d|bin4), 1\]/,
    reason: 'keys of these types are found by their bits, NaN never',
  },
  {
    code: 'FLOW3001',
    matches: /^n?r\[/,
    reason: 'a field of a row has one spelling, its name',
  },
  {
    code: 'FLOW3001',
    matches: /^nai\[nl\]$|^MAP\[(ni|nts3), 1\]\[n(l|ts6)\]$/,
    reason: 'the planner types it and generates no code, or a key is cut',
  },
  { code: 'FLOW3001', matches: /\|\| X'/, reason: 'the planner types the concatenation of bytes and generates no code' },
  {
    code: 'FLOW3162',
    matches: /^(ARRAY|MAP)\[/,
    reason: 'the planner types arrays and maps of small integers, and the code does not compile',
  },
  {
    code: 'FLOW3001',
    matches: /^cardinality\(.*(mu|multiset)/i,
    reason: 'the planner types the size of a multiset and generates no code',
  },
  { code: 'FLOW3153', matches: /^nai\[(0|-\d)\]$/, reason: 'the job cannot start: elements are counted from 1' },
  { code: 'FLOW3154', matches: /^cast\(/i, reason: 'Flink makes 0 of a NULL where the target says NOT NULL inside' },
  { code: 'FLOW3150', matches: /^cast\(/i, reason: 'fields would swap their values silently' },
  { code: 'FLOW3159', matches: /^cast\(/i, reason: 'two keys may become one' },
  { code: 'FLOW3151', matches: /^MAP\[/, reason: 'one of the values is lost' },
  { code: 'FLOW1001', matches: /\.EXPR\$/, reason: 'a name with a sign stands in backquotes' },
  {
    code: 'FLOW3106',
    matches: /^(case|coalesce|ifnull|ARRAY\[ARRAY).*(ARRAY|ROW)/i,
    reason: 'elements are not converted: Flink makes 0 of a NULL element; rows of other names are other rows',
  },
  {
    code: 'FLOW3106',
    matches: new RegExp(`^(if\\(nb|ifnull\\(|ARRAY\\[).*\\bn?${TEMPORAL}\\b`, 'i'),
    reason: 'parts are lost or shifted: IF takes the precision of its first branch',
  },

  { code: 'FLOW3103', matches: /^n(bin4|yb) in /, reason: 'Flink compares constant byte arrays by identity: IN is always FALSE' },
  { code: 'FLOW3104', matches: /null/i, reason: 'a comparison with NULL is never TRUE' },
  {
    code: 'FLOW3105',
    matches: /^null is null$|^case when null then|^MAP\['a', null\]$/i,
    reason: 'a NULL without a type is a slip of the pen',
  },
  {
    code: 'FLOW3106',
    matches: new RegExp(`^(coalesce|case).*${TEMPORAL}`),
    reason: 'Flink mixes numbers, dates and time zones in one type: parts are lost or shifted',
  },
  { code: 'FLOW3106', matches: new RegExp(`^n${TEMPORAL} in `), reason: 'a date or time is no number' },
  { code: 'FLOW3106', matches: / in \(/, reason: 'Flink compares in one common type that cannot hold every member exactly' },
  {
    code: 'FLOW3107',
    matches: /\bnf\b.*\bn?d\b|\bnd\b.*\bnf\b/,
    reason: 'FLOAT before DOUBLE makes FLOAT: digits are lost, and the order of operands changes the result',
  },
  {
    code: 'FLOW3113',
    matches: /^(try_)?cast\(/,
    reason: 'the planner types the cast; at run time it is refused, or it invents a date',
  },
  { code: 'FLOW3115', matches: /^cast\('a' as int\)$/, reason: 'the job would fail on the first row' },
  { code: 'FLOW3305', matches: /^cast\(.* as .*\)$/, reason: 'Flink changes such parameters silently' },
  { code: 'FLOW3306', matches: /\\/, reason: 'a backslash without ESCAPE is read differently by Flink 2.2 and 2.3' },
  { code: 'FLOW3307', matches: / escape /, reason: 'Flink fails on it at run time' },
  { code: 'FLOW3303', matches: /^INTERVAL '1\.1234' SECOND$/, reason: 'Flink cuts what is below a millisecond' },
  {
    code: 'FLOW3001',
    matches: /^INTERVAL \(nd18\) DAY$|^(position|substring)\(.* from nl\)$|^(timestampdiff\(.*, n?tm,|\(n?tm - )/,
    reason: 'the planner types it and generates no code: the job cannot start',
  },
  {
    code: 'FLOW3002',
    matches: /^timestampdiff\(.*, (dt|tm), n?ts3\)$/,
    reason: 'a date and a timestamp are brought together by a cast that says so',
  },
  {
    code: 'FLOW3103',
    matches: /^(r|ai) is distinct from/,
    reason: 'equality of constructed values differs in NULL rules from level to level',
  },
  {
    code: 'FLOW3123',
    matches: /^(extract|floor|ceil|timestampadd|timestampdiff)\(/,
    reason: 'Flink ignores a part of the value, computes nonsense for that unit, or generates no code',
  },
  { code: 'FLOW3124', matches: /null/, reason: '`is null` says it' },
  {
    code: 'FLOW3126',
    matches: /similar to/,
    reason: 'a wrong pattern fails the job, and Flink reads `.` and `^` as no standard does',
  },
]
