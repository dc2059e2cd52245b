// Literals that a constant of JavaScript is not: with a type, with the digits as they are written, and NULL of a type.
import type { ExprNode, Text } from '../surface/ast.js'
import { textOf } from './arguments.js'
import type { Declared } from './brands.js'
import { hexNode, writtenNumber } from './constants.js'
import { make, operandOf } from './expression.js'
import { typeOf } from './field-types.js'
import type { Untyped } from './functions.js'
import { spanOf, type MarkedSpan } from './nodes.js'
import { express } from './operators.js'
import { rangeOf } from './special-functions.js'
import { textWithParams } from './texts.js'
import type { Literals } from './types/literals.js'

function literal(name: string, build: (args: readonly unknown[], span: MarkedSpan, refs: Declared[]) => ExprNode): Untyped {
  const called: Untyped = (...args) => {
    const refs: Declared[] = []
    return express(make({ node: build(args, spanOf(called), refs), refs, shown: `${name}(…)` }))
  }
  return called
}

/**
 * A constant where an expression stands: `lit('eu')`, `lit(1)`.
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, origin: lit('web'), place: lit('in ').concat(o.region) }))
 */
export const lit: Literals['lit'] = ((value: unknown) => {
  const { node, refs, parts } = operandOf(value, spanOf(lit))
  return express(make({ node, refs, parts, shown: 'lit(…)' }))
}) as Untyped

/**
 * A number with its digits: `dec('1.50')`; with an exponent it is a DOUBLE, `dec('1e3')`.
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, gross: o.amount.times(dec('1.190')) }))
 */
export const dec: Literals['dec'] = literal('dec', ([digits], span) => writtenNumber(digits, span))

/**
 * `CAST(NULL AS type)`
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, refund: nullOf(t.decimal(10, 2)) }))
 */
export const nullOf: Literals['nullOf'] = literal('nullOf', ([type], span, refs) => {
  const written = typeOf(type, 'nullOf(…)', span)
  refs.push(...written.refs)
  return { kind: 'cast', attempt: false, operand: { kind: 'null', span }, type: written.node, span }
})

const typed = (name: string, type: 'date' | 'time' | 'timestamp' | 'timestamp_ltz'): Untyped =>
  literal(name, ([value], span, refs) => ({ kind: 'typed literal', type, value: text(name, value, span, refs), span }))

/**
 * `TIMESTAMP '2026-01-01 10:00:00'`
 *
 * @example
 * orders.where((o) => o.created_at.ge(timestamp('2026-01-01 00:00:00')))
 */
export const timestamp: Literals['timestamp'] = typed('timestamp', 'timestamp')
/**
 * `TIMESTAMP WITH LOCAL TIME ZONE '2026-01-01 10:00:00'`
 *
 * @example
 * orders.where((o) => o.paid_at.ge(timestampLtz('2026-01-01 00:00:00')))
 */
export const timestampLtz: Literals['timestampLtz'] = typed('timestampLtz', 'timestamp_ltz')
/**
 * `DATE '2026-01-01'`
 *
 * @example
 * orders.where((o) => o.due.lt(date('2027-01-01')))
 */
export const date: Literals['date'] = typed('date', 'date')
/**
 * `TIME '10:00:00'`
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, pickup: time('10:00:00') }))
 */
export const time: Literals['time'] = typed('time', 'time')

/**
 * `X'0aff'`
 *
 * @example
 * orders.where((o) => o.token.ne(bytes('0aff')))
 */
export const bytes: Literals['bytes'] = literal('bytes', ([hex], span) => hexNode(hex, span))

/**
 * `INTERVAL '5' MINUTE`, `INTERVAL '1-2' YEAR TO MONTH`
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, late_at: o.created_at.plus(interval('90', 'minute')), renewed: o.due.plus(interval('1-6', 'year', 'month')) }))
 */
export const interval: Literals['interval'] = literal('interval', ([value, from, to, options], span, refs) => {
  const written = text('interval', value, span, refs)
  const negative = written.value.startsWith('-')
  return {
    kind: 'interval',
    negative,
    value: negative ? { ...written, value: written.value.slice(1) } : written,
    ...rangeOf('interval(…)', from, to, options, span),
    span,
  }
})

function text(name: string, value: unknown, span: MarkedSpan, refs: Declared[]): Text {
  const found = new Set<Declared>()
  const written = textWithParams(textOf(value, `${name}(…)`, 'a text', span.mark), span.mark, found)
  refs.push(...found)
  return { value: written, span }
}
