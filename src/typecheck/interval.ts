// INTERVAL literals and ranges of intervals: one number for each unit, as many digits as Flink's types of intervals have.
import type { Span } from '../core/span.js'
import type { DiagnosticBag } from '../diagnostics/bag.js'
import { expressions } from '../diagnostics/codes/expressions.js'
import { INTERVAL_DAY_TIME, INTERVAL_YEAR_MONTH, type FlowType } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import { rangeText } from './spoken.js'

const UNITS: readonly ast.IntervalUnit[] = ['year', 'month', 'day', 'hour', 'minute', 'second']
const MONTHS: Readonly<Record<string, number>> = { year: 12, month: 1 }
const MILLISECONDS: Readonly<Record<string, number>> = { day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1000 }
/** What a field that is not the first may be at most. */
const LIMITS: Readonly<Record<string, number>> = { month: 11, hour: 23, minute: 59, second: 59 }
const EXAMPLES: Readonly<Record<string, string>> = { year: '1', month: '2', day: '3', hour: '10', minute: '30', second: '15' }

const isMonths = (unit: ast.IntervalUnit | undefined): boolean => unit === 'year' || unit === 'month'

/** From the first unit to the last; empty where they do not go from larger to smaller, or mix months and days. */
function unitsOf({ from, to }: ast.IntervalRange): readonly ast.IntervalUnit[] {
  const start = UNITS.indexOf(from)
  const units = UNITS.slice(start, (to === null ? start : UNITS.indexOf(to)) + 1)
  return to === from || isMonths(from) !== isMonths(units.at(-1)) ? [] : units
}

/** Digits of the first field: Flink's day-time intervals have three at most outside of windows, its months nine. */
const mostDigits = (range: ast.IntervalRange): number => (isMonths(range.from) ? 9 : 3)

/** What is wrong with a range by itself. */
function problemOf(range: ast.IntervalRange): string | null {
  const { precision, fraction } = range
  const units = unitsOf(range)
  if (units.length === 0) return 'the units go from larger to smaller: YEAR TO MONTH, or DAY to HOUR to MINUTE to SECOND'
  const most = mostDigits(range)
  if (precision !== null && !(Number.isInteger(precision) && precision >= 1 && precision <= most))
    return `the first number has 1 to ${most} digits in Flink`
  if (fraction === null) return null
  if (units.at(-1) !== 'second') return `${units.at(-1)!.toUpperCase()} has no fraction`
  return Number.isInteger(fraction) && fraction >= 1 && fraction <= 9
    ? null
    : 'the fraction of a second has 1 to 9 digits in Flink'
}

const form = (units: readonly ast.IntervalUnit[]): string =>
  units.map((u, i) => (i === 0 ? '' : u === 'month' ? '-' : units[i - 1] === 'day' ? ' ' : ':') + EXAMPLES[u]).join('')

/** Of `(a - b) DAY TO SECOND`. */
export function rangeIsSound(range: ast.IntervalRange, at: Span, bag: DiagnosticBag): boolean {
  const problem = problemOf(range)
  if (problem === null) return true
  const unit = rangeText(range)
  bag.report(expressions.intervalLiteral, at, { text: '…', unit, form: '(a - b) DAY TO SECOND' }, { help: problem })
  return false
}

/** Months or milliseconds. `'1:30' HOUR TO MINUTE`: one number for each unit. */
export function readInterval(
  node: ast.ExprNode & { kind: 'interval' },
  bag: DiagnosticBag,
): { readonly value: number; readonly type: FlowType } | null {
  const text = node.value.value
  const units = unitsOf(node)
  const unit = rangeText(node)
  const wrong = (help?: string): null => {
    const example = `INTERVAL '${form(units.length === 0 ? [node.from] : units)}' ${unit}`
    bag.report(expressions.intervalLiteral, node.span, { text, unit, form: example }, help === undefined ? {} : { help })
    return null
  }
  const problem = problemOf(node)
  if (problem !== null) return wrong(problem)
  const pattern = units.map(
    (u, i) =>
      (i === 0 ? '' : u === 'month' ? '-' : units[i - 1] === 'day' ? ' ' : ':') +
      (u === 'second' ? '(\\d+)(?:\\.(\\d+))?' : '(\\d+)'),
  )
  const match = new RegExp(`^([+-]?)${pattern.join('')}$`).exec(text)
  if (match === null) return wrong()
  const [, sign, ...numbers] = match
  const digits = numbers[0]!.length
  if (digits > (node.precision ?? 2)) return wrong(longer(node, numbers[0]!))
  let value = 0
  for (const [i, u] of units.entries()) {
    const n = Number(numbers[i])
    if (i > 0 && n > LIMITS[u]!) return wrong(`\`${u.toUpperCase()}\` after another unit goes to ${LIMITS[u]}`)
    value += n * (isMonths(u) ? MONTHS[u]! : MILLISECONDS[u]!)
  }
  const fraction = units.at(-1) === 'second' ? numbers[units.length] : undefined
  if (fraction !== undefined) {
    if (fraction.length > 3) return wrong('intervals hold milliseconds: at most three digits after the point')
    if (node.fraction !== null && fraction.length > node.fraction)
      return wrong(`the fraction has more than ${node.fraction} digits`)
    value += Number(fraction.padEnd(3, '0'))
  }
  if (value > 2_147_483_647 && isMonths(node.from)) return wrong('an interval of months goes to 2147483647 months')
  if ((sign === '-') !== node.negative && value !== 0) value = -value
  return { value, type: isMonths(node.from) ? INTERVAL_YEAR_MONTH : INTERVAL_DAY_TIME }
}

/** The way out where the first number has more digits than the literal says. */
function longer(node: ast.IntervalRange, number: string): string {
  const unit = node.from.toUpperCase()
  const said = node.precision ?? 2
  const may = said === 2 ? 'two digits' : said === 1 ? 'one digit' : `${said} digits`
  if (node.to !== null) return `the first number has at most ${may}; \`${unit}(3)\` gives it three`
  return number.length <= 3
    ? `the first number has at most ${may}: write \`${unit}(${number.length})\`, or \`${number} * INTERVAL '1' ${unit}\``
    : `the first number has at most ${may}: write \`${number} * INTERVAL '1' ${unit}\``
}
