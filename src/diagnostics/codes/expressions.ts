// FLOW30xx–33xx: functions and conditions, comparisons and conversions, arithmetic, literals and types.
// `left`, `right`, `is` are claims such as `` `amount` is DECIMAL(18, 2) ``.
import { define } from '../define.js'

export const expressions = {
  // -------------------------------------------------------------- 30xx functions, conditions, aggregates
  operandType: define<{ operator: string; wants: string; is: string }>(
    'FLOW3001',
    'operand-type',
    'error',
    (p) => `\`${p.operator}\` takes ${p.wants}, ${p.is}`,
  ),
  operandPair: define<{ operator: string; left: string; right: string }>(
    'FLOW3002',
    'operand-pair',
    'error',
    (p) => `\`${p.operator}\` cannot combine these types: ${p.left}, ${p.right}`,
    () => 'bring both sides to one type with `cast`',
  ),
  conditionType: define<{ what: string; is: string }>(
    'FLOW3003',
    'condition-type',
    'error',
    (p) => `${p.what} must be BOOLEAN, ${p.is}`,
    () => 'a condition is a comparison, a test such as `is not null`, or a BOOLEAN column',
  ),
  notSupported: define<{ name: string }>(
    'FLOW3010',
    'function-not-supported-yet',
    'error',
    (p) => `\`${p.name}\` is a function of Flink that flowc does not support yet`,
  ),
  unknownFunction: define<{ name: string }>('FLOW3011', 'unknown-function', 'error', (p) => `there is no function \`${p.name}\``),
  argumentCount: define<{ name: string; wants: string; got: number }>(
    'FLOW3012',
    'argument-count',
    'error',
    (p) => `\`${p.name}\` takes ${p.wants}, ${p.got} ${p.got === 1 ? 'is' : 'are'} given`,
  ),
  callForm: define<{ name: string; part: string }>(
    'FLOW3013',
    'call-form',
    'error',
    (p) => `\`${p.part}\` does not go with \`${p.name}\``,
    (p) => (p.part === '*' ? 'only `count(*)` counts rows' : `\`${p.part}\` belongs to aggregate functions with an argument`),
  ),
  aggregatePlace: define<{ name: string; place: string }>(
    'FLOW3020',
    'aggregate-place',
    'error',
    (p) => `\`${p.name}\` is computed over many rows, ${p.place} sees one row at a time`,
    () => 'aggregates stand in the `select` and `having` of a `group by`',
  ),
  aggregateNested: define<{ inner: string; outer: string }>(
    'FLOW3021',
    'aggregate-nested',
    'error',
    (p) => `\`${p.inner}\` stands inside \`${p.outer}\`, which needs one value per row`,
    () => 'compute the inner aggregate in a named query and aggregate that again',
  ),
  ungroupedColumn: define<{ column: string; keys: readonly string[] }>(
    'FLOW3022',
    'ungrouped-column',
    'error',
    (p) =>
      `\`${p.column}\` has many values in a group; the group keys are ${p.keys.length === 0 ? 'none' : p.keys.map((k) => `\`${k}\``).join(', ')}`,
    (p) => `add \`${p.column}\` to \`group by\`, or aggregate it, for example \`max(${p.column})\``,
  ),

  // -------------------------------------------------------------- 31xx comparisons and conversions
  textMixed: define<{ operator: string; left: string; right: string }>(
    'FLOW3101',
    'text-with-other-type',
    'error',
    (p) => `\`${p.operator}\` mixes a text with another type: ${p.left}, ${p.right}`,
    () => 'convert one side: `try_cast` gives NULL for a text that cannot be read',
  ),
  zoneMixed: define<{ operator: string; left: string; right: string }>(
    'FLOW3102',
    'timestamp-with-timestamp-ltz',
    'error',
    (p) => `\`${p.operator}\` mixes a wall clock with an instant: ${p.left}, ${p.right}`,
    () => 'convert one side: `cast(… as timestamp_ltz(3))` reads a wall clock in the time zone of the pipeline',
  ),
  notComparable: define<{ operator: string; is: string }>(
    'FLOW3103',
    'not-comparable',
    'error',
    (p) => `\`${p.operator}\` does not compare values of this type: ${p.is}`,
    () => 'compare fields or elements one by one',
  ),
  /** `member`: NULL is a member of the list of `in`, whose operand is `member`. */
  nullComparison: define<{ operator: string; negated: boolean; member?: string }>(
    'FLOW3104',
    'null-comparison',
    'error',
    (p) =>
      p.member === undefined
        ? `\`${p.operator}\` with NULL is never true, whatever the other side is`
        : p.negated
          ? `\`${p.operator}\` with NULL in its list is never true, whatever the other side is`
          : `NULL in the list of \`${p.operator}\` matches nothing`,
    (p) =>
      p.member === undefined
        ? p.negated
          ? 'write `is not null`'
          : 'write `is null`'
        : `leave it out of the list; ${p.negated ? `\`… and ${p.member} is not null\` leaves NULL out too` : `\`… or ${p.member} is null\` takes NULL too`}`,
  ),
  untypedNull: define<{ place: string }>(
    'FLOW3105',
    'untyped-null',
    'error',
    (p) => `NULL has no type ${p.place}`,
    () => 'say which one: `cast(null as string)`',
  ),
  noCommonType: define<{ what: string; left: string; right: string }>(
    'FLOW3106',
    'no-common-type',
    'error',
    (p) => `the ${p.what} have no common type: ${p.left}, ${p.right}`,
    () => 'bring them to one type with `cast`',
  ),
  floatNarrows: define<{ operator: string; left: string; right: string }>(
    'FLOW3107',
    'double-narrowed-to-float',
    'error',
    (p) => `\`${p.operator}\` would narrow DOUBLE to FLOAT: ${p.left}, ${p.right}`,
    () => 'widen the FLOAT side: `cast(… as double)`',
  ),
  inexact: define<{ operator: string; left: string; right: string; lossy: string }>(
    'FLOW3108',
    'inexact-comparison',
    'warning',
    (p) => `\`${p.operator}\` compares inexactly: ${p.left}, ${p.right}; ${p.lossy}`,
    () => 'cast the approximate side to DECIMAL, or compare with a tolerance',
  ),
  charPadding: define<{ is: string; text: string; length: number }>(
    'FLOW3109',
    'char-padding',
    'warning',
    (p) =>
      `${p.is}: a value cast to that type is padded with blanks and never equals \`'${p.text}'\`, which has ${p.length} ${p.length === 1 ? 'character' : 'characters'}`,
    () => 'cast to `string` or `varchar`, which are not padded',
  ),
  castImpossible: define<{ from: string; to: string }>(
    'FLOW3113',
    'cast-impossible',
    'error',
    (p) => `${p.from}, which cannot be cast to ${p.to}`,
  ),
  castCanFail: define<{ from: string; to: string }>(
    'FLOW3114',
    'cast-can-fail',
    'warning',
    (p) => `${p.from}: one text that is no ${p.to} fails the whole job, and again after each restart`,
    () => 'use `try_cast`, which gives NULL, and decide what becomes of those rows',
  ),
  castAlwaysFails: define<{ text: string; to: string; problem: string }>(
    'FLOW3115',
    'cast-always-fails',
    'error',
    (p) => `\`'${p.text}'\` can never be cast to ${p.to}: ${p.problem}`,
  ),

  // -------------------------------------------------------------- 32xx arithmetic
  integerDivision: define<{ left: string; right: string }>(
    'FLOW3201',
    'integer-division',
    'warning',
    (p) => `both sides are integers, so the quotient is cut to a whole number: ${p.left}, ${p.right}`,
    () => 'for a fraction make one side DECIMAL or DOUBLE; if the cut is meant, say it: `cast(a / b as bigint)`',
  ),
  divisorMayBeZero: define<{ operator: string; is: string }>(
    'FLOW3202',
    'division-by-zero',
    'warning',
    (p) => `${p.is} and may be 0: then \`${p.operator}\` fails the whole job, and again after each restart`,
    () => 'divide by `nullif(x, 0)`, or guard the quotient: `case when x <> 0 then … end`',
  ),
  divisorIsZero: define<{ operator: string }>(
    'FLOW3203',
    'division-by-constant-zero',
    'error',
    (p) => `the right side of \`${p.operator}\` is always 0, which fails the job`,
  ),
  decimalClipped: define<{ operator: string; left: string; right: string; exact: string; result: string; overflow: boolean }>(
    'FLOW3204',
    'decimal-clipped',
    'warning',
    (p) =>
      `the result of \`${p.operator}\` needs ${p.exact}, Flink gives ${p.result} and rounds${p.overflow ? '; larger values become NULL' : ''}: ${p.left}, ${p.right}`,
    () => 'cast both sides to DECIMALs with fewer digits first',
  ),
  sumWraps: define<{ call: string; is: string; type: string; limit: string }>(
    'FLOW3205',
    'sum-wraps',
    'warning',
    (p) => `${p.is}, and so is \`${p.call}\`: beyond ${p.limit} the sum wraps around to negative numbers`,
    () => 'sum a wider type: `sum(cast(… as bigint))`',
  ),
  averageCut: define<{ call: string; is: string }>(
    'FLOW3206',
    'average-cut',
    'warning',
    (p) => `${p.is}, and so is \`${p.call}\`: the average is cut to a whole number`,
    () => 'average a DECIMAL or DOUBLE; if the cut is meant, say it: `cast(avg(…) as bigint)`',
  ),
  dateLosesTime: define<{ operator: string; is: string }>(
    'FLOW3207',
    'date-loses-time',
    'error',
    (p) => `${p.is}, and \`${p.operator}\` gives a DATE again: hours of the interval are lost`,
    () => 'add whole days, or cast the date to a timestamp first',
  ),
  commonTypeLossy: define<{ what: string; type: string; lossy: string }>(
    'FLOW3208',
    'common-type-lossy',
    'warning',
    (p) => `the common type of the ${p.what} is ${p.type}: ${p.lossy}`,
    () => 'cast them to the type that is meant',
  ),

  // -------------------------------------------------------------- 33xx literals and types
  numberRange: define<{ text: string; why: string }>(
    'FLOW3301',
    'number-out-of-range',
    'error',
    (p) => `\`${p.text}\` is out of range: ${p.why}`,
  ),
  timeLiteral: define<{ keyword: string; text: string; form: string }>(
    'FLOW3302',
    'time-literal',
    'error',
    (p) => `\`${p.keyword} '${p.text}'\` names no ${p.keyword.toLowerCase()}`,
    (p) => `the form is \`${p.keyword} '${p.form}'\``,
  ),
  intervalLiteral: define<{ text: string; unit: string; form: string }>(
    'FLOW3303',
    'interval-literal',
    'error',
    (p) => `\`'${p.text}'\` is no interval of \`${p.unit}\``,
    (p) => `the form is \`${p.form}\``,
  ),
  unknownType: define<{ name: string }>('FLOW3304', 'unknown-type', 'error', (p) => `there is no type \`${p.name}\``),
  typeParameters: define<{ name: string; problem: string }>(
    'FLOW3305',
    'type-parameters',
    'error',
    (p) => `\`${p.name}\`: ${p.problem}`,
  ),
  likeBackslash: define<{ pattern: string }>(
    'FLOW3306',
    'like-backslash',
    'error',
    (p) =>
      `the pattern \`'${p.pattern}'\` has a backslash and no \`escape\`: Flink before 2.3 takes it as an escape or not, depending on what follows`,
    () => "name the escape character: `like 'a!_b' escape '!'`",
  ),
  likeEscape: define<{ problem: string }>(
    'FLOW3307',
    'like-escape',
    'error',
    (p) => p.problem,
    () => 'after the escape character stands `%`, `_` or the escape character itself',
  ),
}
