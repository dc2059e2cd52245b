// FLOW3116–3149: forms of expressions that Flink SQL does not have, or that would say something else there.
import { define } from '../define.js'

export const expressionForms = {
  unknownTimeUnit: define<{ unit: string; meant: string | null }>(
    'FLOW3116',
    'unknown-time-unit',
    'error',
    (p) => `\`${p.unit}\` is no unit of time`,
    (p) =>
      p.meant === null
        ? 'units are `YEAR`, `QUARTER`, `MONTH`, `WEEK`, `DAY`, `HOUR`, `MINUTE`, `SECOND` and `MILLISECOND`'
        : `write \`${p.meant.toUpperCase()}\``,
  ),
  hexDigits: define<{ written: string }>(
    'FLOW3117',
    'hex-digits',
    'error',
    (p) => `\`X'${p.written.slice(0, 40)}'\` is not an even number of hexadecimal digits`,
    () => "two digits are one byte: `X'0aff'`",
  ),
  atTimeZone: define<object>(
    'FLOW3118',
    'at-time-zone',
    'error',
    () => 'Flink SQL has no `AT TIME ZONE`',
    () =>
      "an instant becomes the time of a clock by `cast(x as timestamp(3))`, in the pipeline's `time zone`; texts go from zone to zone by `convert_tz`",
  ),
  intervalUnit: define<{ unit: string; instead: string; why: string }>(
    'FLOW3119',
    'interval-unit',
    'error',
    (p) => `an interval has no unit \`${p.unit.toUpperCase()}\`: ${p.why}`,
    (p) => `write \`${p.instead}\``,
  ),
  caseList: define<object>(
    'FLOW3120',
    'case-list',
    'error',
    () => 'a `when` has one value here, Flink allows several',
    () => 'write one `when … then …` for each value, or `case when x in (1, 2) then …`',
  ),
  foreignText: define<{ written: string }>(
    'FLOW3121',
    'foreign-text',
    'error',
    (p) => `a text has no prefix, \`${p.written.slice(0, p.written.indexOf("'"))}\` stands before this one`,
    () => "texts are Unicode: write the characters themselves between the quotes; a backslash means nothing in `'…'`",
  ),
  foreignLiteral: define<{ keyword: string; instead: string }>(
    'FLOW3122',
    'foreign-literal',
    'error',
    (p) => `Flink SQL has no literal \`${p.keyword.toUpperCase()} '…'\``,
    (p) => `write \`${p.instead}\``,
  ),
  unitMisfit: define<{ form: string; unit: string; is: string; why: string; units: readonly string[] }>(
    'FLOW3123',
    'unit-misfit',
    'error',
    (p) => `\`${p.form}\` has no use of \`${p.unit.toUpperCase()}\` here, ${p.is}: ${p.why}`,
    (p) =>
      p.units.length === 0
        ? 'a timestamp can do it: give the time a day'
        : `it takes ${p.units.map((u) => `\`${u.toUpperCase()}\``).join(', ')}`,
  ),
  distinctFromNull: define<{ instead: string | null }>(
    'FLOW3124',
    'distinct-from-null',
    'error',
    () => '`is distinct from` compares with NULL, which `is null` tests',
    (p) => (p.instead === null ? 'compare values' : `write \`${p.instead}\``),
  ),
  clock: define<{ name: string; instead: string }>(
    'FLOW3125',
    'clock',
    'error',
    (p) => `\`${p.name.toUpperCase()}\` reads the clock of the machine: a replay or a test would give other rows`,
    (p) => p.instead,
  ),
  similarPattern: define<{ problem: string }>(
    'FLOW3126',
    'similar-pattern',
    'error',
    (p) => `the pattern of \`similar to\` cannot be used: ${p.problem}`,
    () => "a pattern is a constant such as `'(a|b)_+[0-9]{2}%'`; `escape '!'` takes the next sign literally",
  ),
  specialForm: define<{ name: string; form: string }>(
    'FLOW3127',
    'special-form',
    'error',
    (p) => `\`${p.name}\` has words between its arguments, not commas`,
    (p) => `it is written \`${p.form}\``,
  ),
  intervalCount: define<{ count: string }>(
    'FLOW3128',
    'interval-count',
    'error',
    (p) => `how many units an interval has stands in brackets if it is no number, \`${p.count}\` does not`,
    (p) => `write \`INTERVAL (${p.count}) …\``,
  ),
}
