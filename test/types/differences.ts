// Where checkExpr refuses what Flink's planner types, on purpose. Every recorded difference must fall under one entry, and
// every entry must be needed. There is no other kind of difference: where both give a type, it is the same.

export interface Difference {
  readonly code: string
  /** The texts of the expressions. */
  readonly matches: RegExp
  readonly reason: string
}

const TEMPORAL = '(dt|tm|ts0|ts3|ts6|ltz3|ltz6)'
const TEXT = '(c3|v10|s)'
const CONSTRUCTED = '(ai|ms|r)'

export const DIFFERENCES: readonly Difference[] = [
  { code: 'FLOW1001', matches: /^1\.$/, reason: 'a number has digits after its point: `1.` reads like the end of a sentence' },
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
    matches: new RegExp(`n?${CONSTRUCTED} (=|<|<>|in|between)`),
    reason: 'equality of constructed values differs in NULL rules from level to level',
  },
  { code: 'FLOW3103', matches: /^n(bin4|yb) in /, reason: 'Flink compares constant byte arrays by identity: IN is always FALSE' },
  { code: 'FLOW3104', matches: /null/, reason: 'a comparison with NULL is never TRUE' },
  { code: 'FLOW3105', matches: /^null is null$|^case when null then/, reason: 'a NULL without a type is a slip of the pen' },
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
]
