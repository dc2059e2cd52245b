// Warnings for arithmetic that Flink computes without complaint and that is rarely what was meant.
import type { Span } from '../core/span.js'
import { expressions } from '../diagnostics/codes/expressions.js'
import { digitsOf, exactDigits, type DecimalOperation } from '../functions/decimal-types.js'
import type { Expr } from '../ir/expr.js'
import { decimal, isExact, isInteger, isString, MAX_DECIMAL_PRECISION, STRING } from '../ir/types.js'
import { labels } from './apply.js'
import { isNonZero, signOf } from './facts.js'
import type { Inner, Operand } from './inner.js'
import { writtenName } from '../surface/names.js'
import { castNode, claim, helpOf } from './spoken.js'

const claimOf = (o: Operand): string => claim(o.node, o.checked.expr)

export function lintArithmetic(
  operation: DecimalOperation,
  left: Operand,
  right: Operand,
  result: Expr,
  at: Span,
  operator: string,
  inner: Inner,
): void {
  const [a, b] = [left.checked.expr, right.checked.expr]
  if (!isExact(a.type) || !isExact(b.type)) {
    // 1e0 / 0 is computed by the planner, as decimals; a column divided by 0 gives Infinity
    if (operation === 'divide' && a.kind === 'literal' && b.kind === 'literal') lintDivisor(right, operator, inner)
    return
  }
  const related = labels([left, right])
  if (operation === 'divide' || operation === 'mod') lintDivisor(right, operator, inner)
  if (operation === 'divide' && isInteger(a.type) && isInteger(b.type) && !inner.cutMeant) {
    const digits = digitsOf(a.type)!
    inner.bag.report(
      expressions.integerDivision,
      at,
      { left: claimOf(left), right: claimOf(right) },
      {
        related,
        fixes: [castNode(left.node, decimal(digits.precision, 0))],
      },
    )
  }
  if (result.type.kind !== 'decimal' || operation === 'mod') return
  const [da, db] = [digitsOf(a.type)!, digitsOf(b.type)!]
  const exact = exactDigits(operation, da, db)
  // a quotient has no exact scale: it is poor only where it keeps less of the fraction than the dividend had
  const wanted = operation === 'divide' ? Math.max(da.scale, 6) : exact.scale
  if (result.type.scale >= wanted) return
  inner.bag.report(
    expressions.decimalClipped,
    at,
    {
      operator,
      left: claimOf(left),
      right: claimOf(right),
      exact: `${exact.precision} digits, ${operation === 'divide' ? wanted : exact.scale} of them after the point`,
      result: result.type.key,
      overflow: exact.precision - exact.scale > MAX_DECIMAL_PRECISION - result.type.scale,
    },
    { related },
  )
}

function lintDivisor(right: Operand, operator: string, inner: Inner): void {
  const divisor = right.checked.expr
  if (signOf(divisor) === 0) {
    inner.bag.report(expressions.divisorIsZero, right.node.span, { operator })
    return
  }
  if (isNonZero(divisor, inner.facts)) return
  const { node } = right
  const name = node.kind === 'path' ? node.names.map((n) => writtenName(n.text)).join('.') : null
  const guarded = `nullif(${name}, 0)`
  inner.bag.report(
    expressions.divisorMayBeZero,
    right.node.span,
    { operator, is: claimOf(right) },
    {
      related: labels([right]),
      ...(name === null
        ? {}
        : {
            help: `divide by \`${guarded}\`, or guard the quotient: \`case when ${name} <> 0 then … end\``,
            fixes: [{ title: 'divide by NULL instead of 0', edits: [{ span: node.span, text: guarded }] }],
          }),
    },
  )
}

/** DATE + interval gives a DATE: an interval must be made of whole days to keep its meaning. */
export function lintDateInterval(left: Operand, right: Operand, at: Span, operator: string, inner: Inner): void {
  const [date, interval] = left.checked.expr.type.kind === 'date' ? [left, right] : [right, left]
  if (date.checked.expr.type.kind !== 'date' || interval.checked.expr.type.kind !== 'interval_day_time') return
  if (isWholeDays(interval.checked.expr)) return
  inner.bag.report(expressions.dateLosesTime, at, { operator, is: claimOf(date) }, { related: labels([date]) })
}

const MS_PER_DAY = 86_400_000

function isWholeDays(e: Expr): boolean {
  if (e.kind === 'literal') return typeof e.value === 'number' && e.value % MS_PER_DAY === 0
  if (e.kind !== 'call') return false
  if (e.fn === 'time_between') return e.args[0]!.type.kind === 'date'
  if (e.fn === 'times') return e.args.some((a) => a.type.kind === 'interval_day_time' && isWholeDays(a))
  return (e.fn === 'plus' || e.fn === 'minus' || e.fn === 'negate') && e.args.every(isWholeDays)
}

/** A CHAR(n) compared with a constant of another length. */
export function lintPadding(operands: readonly Operand[], inner: Inner): void {
  for (const padded of operands) {
    const type = padded.checked.expr.type
    if (type.kind !== 'char' || padded.checked.expr.kind === 'literal') continue
    for (const { node } of operands) {
      if (node.kind !== 'string' || node.value.length === type.length) continue
      inner.bag.report(
        expressions.charPadding,
        node.span,
        { is: claimOf(padded), text: node.value, length: node.value.length },
        {
          related: labels([padded]),
          ...helpOf([castNode(padded.node, STRING)], ', which is not padded'),
          fixes: [castNode(padded.node, STRING)],
        },
      )
    }
  }
}

/** Pattern and escape of LIKE, where they are constants: what Flink fails on at run time, or reads differently by version. */
export function checkPattern(pattern: Operand, escape: Operand | null, inner: Inner): boolean {
  const wrong = (at: Span, problem: string): false => {
    inner.bag.report(expressions.likeEscape, at, { problem })
    return false
  }
  if (escape !== null && isString(escape.checked.expr.type)) {
    if (escape.node.kind !== 'string') return wrong(escape.node.span, 'the escape character must be a constant')
    if (escape.node.value.length !== 1)
      return wrong(escape.node.span, `\`'${escape.node.value}'\` is not one character: Flink fails on it at run time`)
  }
  if (pattern.node.kind !== 'string') return true
  const text = pattern.node.value
  if (escape === null) {
    if (!text.includes('\\')) return true
    inner.bag.report(expressions.likeBackslash, pattern.node.span, { pattern: text })
    return false
  }
  if (escape.node.kind !== 'string') return true
  const sign = escape.node.value
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== sign) continue
    const next = text[++i]
    if (next === undefined) return wrong(pattern.node.span, `the pattern ends with its escape character \`${sign}\``)
    if (next !== '%' && next !== '_' && next !== sign)
      return wrong(pattern.node.span, `\`${sign}${next}\` in the pattern escapes a character that needs no escape`)
  }
  return true
}
