// Literals: their types and values. Digits decide (1.50 is DECIMAL(3, 2)), as in Flink's parser; what Flink would cut off is refused.
import { parseDate, parseTime, parseTimestamp } from '../core/civil-time.js'
import { formatDecimal, parseDecimal } from '../core/decimal.js'
import type { DiagnosticBag } from '../diagnostics/bag.js'
import { expressions } from '../diagnostics/codes/expressions.js'
import type { Expr, LiteralExpr } from '../ir/expr.js'
import {
  BIGINT,
  binary,
  BOOLEAN,
  char,
  DATE,
  decimal,
  DOUBLE,
  ERROR_TYPE,
  INT,
  NULL_TYPE,
  time,
  timestamp,
  timestampLtz,
  type FlowType,
} from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import { readInterval } from './interval.js'
import { literalWord, wrap } from './spoken.js'

export const POISON: LiteralExpr = { kind: 'literal', value: null, type: ERROR_TYPE, nullable: true }
const NULL_LITERAL: LiteralExpr = { kind: 'literal', value: null, type: NULL_TYPE, nullable: true }

export const literal = (value: LiteralExpr['value'], type: FlowType): LiteralExpr => ({
  kind: 'literal',
  value,
  type,
  nullable: value === null,
})

const INT_LIMIT = 2n ** 31n
const BIGINT_LIMIT = 2n ** 63n

type LiteralNode = Extract<
  ast.ExprNode,
  { kind: 'number' | 'string' | 'boolean' | 'null' | 'bytes' | 'typed literal' | 'interval' }
>

export function checkLiteral(node: LiteralNode, bag: DiagnosticBag): Expr {
  switch (node.kind) {
    case 'number':
      return numberLiteral(node, '', bag)
    case 'string':
      return literal(node.value, char(node.value.length))
    case 'bytes':
      return literal(node.hex.toLowerCase(), binary(node.hex.length / 2))
    case 'boolean':
      return literal(node.value, BOOLEAN)
    case 'null':
      return NULL_LITERAL
    case 'typed literal':
      return timeLiteral(node, bag)
    case 'interval': {
      const read = readInterval(node, bag)
      return read === null ? POISON : literal(read.value, read.type)
    }
  }
}

/** `sign` is that of a minus right before the digits: -2147483648 is an INT although 2147483648 is not. */
export function numberLiteral(node: ast.ExprNode & { kind: 'number' }, sign: '' | '-', bag: DiagnosticBag): Expr {
  const text = sign + node.text
  const wrong = (why: string, digits: { precision: number; scale: number } | null): Expr => {
    const fix =
      digits !== null && digits.precision <= 38
        ? {
            fixes: [
              {
                title: 'write it as a DECIMAL',
                edits: wrap(node.span, "cast('", `' as decimal(${digits.precision}, ${digits.scale}))`),
              },
            ],
          }
        : {}
    bag.report(expressions.numberRange, node.span, { text, why }, fix)
    return POISON
  }
  if (/[eE]/.test(text)) {
    const value = Number(text)
    return Number.isFinite(value) ? literal(value, DOUBLE) : wrong('a DOUBLE goes to about 1.8e308', null)
  }
  const parsed = parseDecimal(text)
  if (parsed === null) return wrong('it is no number', null)
  const { unscaled, scale } = parsed
  const precision = node.text.replace('.', '').length
  const fitsLong = unscaled < BIGINT_LIMIT && unscaled >= -BIGINT_LIMIT
  if (scale > 0) {
    if (!fitsLong || precision > 38)
      return wrong('the digits of a DECIMAL literal must fit into 64 bits in Flink', { precision, scale })
    return literal(formatDecimal(unscaled, scale), decimal(precision, scale))
  }
  if (unscaled < INT_LIMIT && unscaled >= -INT_LIMIT) return literal(Number(unscaled), INT)
  return fitsLong
    ? literal(String(unscaled), BIGINT)
    : wrong('a BIGINT goes from -9223372036854775808 to 9223372036854775807', { precision, scale: 0 })
}

/** Years 0001 to 9999, without the ten days that Flink's calendar check misses in October 1582. */
const isFlinkDate = (text: string): boolean =>
  parseDate(text) !== null && !text.startsWith('0000') && !(text >= '1582-10-05' && text <= '1582-10-14')

function timeLiteral(node: ast.ExprNode & { kind: 'typed literal' }, bag: DiagnosticBag): Expr {
  const text = node.value.value
  const wrong = (form: string): Expr => {
    bag.report(expressions.timeLiteral, node.span, { keyword: literalWord(node.type), text, form })
    return POISON
  }
  switch (node.type) {
    case 'date':
      return isFlinkDate(text) ? literal(text, DATE) : wrong('2024-12-31')
    case 'time':
      // TIME has whole seconds in Flink: a fraction would be cut
      return parseTime(text) !== null && !text.includes('.') ? literal(text, time(0)) : wrong('23:59:59')
    case 'timestamp_ltz':
    case 'timestamp': {
      if (parseTimestamp(text) === null || !isFlinkDate(text.slice(0, 10))) return wrong('2024-12-31 23:59:59.999')
      const digits = text.includes('.') ? text.length - text.indexOf('.') - 1 : 0
      return literal(text, node.type === 'timestamp' ? timestamp(digits) : timestampLtz(digits))
    }
  }
}
