// Functions that SQL writes with words between their arguments.
import type { IntervalRange, IntervalUnit, SpecialForm, TimeUnit } from '../surface/ast.js'
import { countOf, oneOf, optionsOf } from './arguments.js'
import { make, operandOf } from './expression.js'
import type { Untyped } from './functions.js'
import { spanOf, type MarkedSpan } from './nodes.js'
import { express } from './operators.js'
import type { Core } from './recorder.js'
import type { RowFunctions } from './types/functions.js'

export const INTERVAL_UNITS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const satisfies readonly IntervalUnit[]
const TIME_UNITS = [
  'millennium',
  'century',
  'decade',
  'quarter',
  'week',
  'doy',
  'dow',
  'isodow',
  'isoyear',
  'epoch',
  'millisecond',
  'microsecond',
  'nanosecond',
  ...INTERVAL_UNITS,
] as const satisfies readonly TimeUnit[]

interface Arguments {
  readonly span: MarkedSpan
  readonly args: readonly unknown[]
  /** The operand at a place. */
  readonly operand: (index: number) => Core
  /** Another value as an operand. */
  readonly value: (value: unknown) => Core
  /** Null where it is left out. */
  readonly optional: (index: number) => Core | null
  /** The unit at a place. */
  readonly unit: (index: number) => { readonly unit: TimeUnit; readonly span: MarkedSpan }
}

/** A function of one special form; `parts` of the expression are the operands that the form was built with. */
function special(name: string, build: (given: Arguments) => SpecialForm): Untyped {
  const called: Untyped = (...args) => {
    const span = spanOf(called)
    const parts: Core[] = []
    const value = (given: unknown): Core => {
      const core = operandOf(given, span)
      parts.push(core)
      return core
    }
    const operand = (index: number): Core => value(args[index])
    const form = build({
      span,
      args,
      operand,
      value,
      optional: (index) => (args[index] === undefined ? null : operand(index)),
      unit: (index) => ({ unit: oneOf(args[index], TIME_UNITS, `${name}(…)`, span.mark), span }),
    })
    return express(make({ node: { kind: 'special', form, span }, parts, shown: `${name}(…)` }))
  }
  return called
}

// ---------------------------------------------------------------- texts

/**
 * `TRIM(LEADING characters FROM x)`: of both ends, and blanks, where nothing is said.
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, note: trim(o.note, { where: 'leading', characters: '0' }) }))
 */
export const trim: RowFunctions['trim'] = special('trim', ({ args: [, options], span, operand, value }) => {
  const { where = 'both', characters } = optionsOf(options, ['where', 'characters'], 'trim(…)', span.mark)
  return {
    kind: 'trim',
    where: oneOf(where, ['both', 'leading', 'trailing'], 'where', span.mark),
    characters: characters === undefined ? null : value(characters).node,
    from: operand(0).node,
  }
})

/**
 * `POSITION(needle IN text FROM start)`: from 1; 0 where it does not occur.
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, at: position('-', o.region) }))
 */
export const position: RowFunctions['position'] = special('position', ({ operand, optional }) => ({
  kind: 'position',
  needle: operand(0).node,
  of: operand(1).node,
  start: optional(2)?.node ?? null,
}))

/**
 * `SUBSTRING(text FROM from FOR length)`
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, country: substring(o.region, 1, 2) }))
 */
export const substring: RowFunctions['substring'] = special('substring', ({ operand, optional }) => ({
  kind: 'substring',
  of: operand(0).node,
  start: operand(1).node,
  length: optional(2)?.node ?? null,
}))

/**
 * `OVERLAY(text PLACING placing FROM from FOR length)`
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, note: overlay(o.note, '***', 1, 3) }))
 */
export const overlay: RowFunctions['overlay'] = special('overlay', ({ operand, optional }) => ({
  kind: 'overlay',
  of: operand(0).node,
  placing: operand(1).node,
  start: operand(2).node,
  length: optional(3)?.node ?? null,
}))

// ---------------------------------------------------------------- times

/**
 * `EXTRACT(unit FROM x)`
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, hour: extract('hour', o.created_at) }))
 */
export const extract: RowFunctions['extract'] = special('extract', ({ unit, operand }) => ({
  kind: 'extract',
  unit: unit(0),
  from: operand(1).node,
}))

/**
 * `FLOOR(x TO unit)`: the beginning of the unit in which a date or time lies.
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, day: floor(o.created_at, 'day') }))
 */
export const floor: RowFunctions['floor'] = special('floor', ({ unit, operand }) => ({
  kind: 'floor',
  operand: operand(0).node,
  unit: unit(1),
}))

/**
 * `CEIL(x TO unit)`: the end of the unit in which a date or time lies.
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, month: ceil(o.due, 'month') }))
 */
export const ceil: RowFunctions['ceil'] = special('ceil', ({ unit, operand }) => ({
  kind: 'ceil',
  operand: operand(0).node,
  unit: unit(1),
}))

/**
 * `TIMESTAMPADD(unit, count, x)`
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, remind_at: timestampAdd('day', 3, o.due) }))
 */
export const timestampAdd: RowFunctions['timestampAdd'] = special('timestampAdd', ({ unit, operand }) => ({
  kind: 'timestampadd',
  unit: unit(0),
  left: operand(1).node,
  right: operand(2).node,
}))

/**
 * `TIMESTAMPDIFF(unit, from, to)`: whole units.
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, days: timestampDiff('day', o.created_at, o.shipped_at) }))
 */
export const timestampDiff: RowFunctions['timestampDiff'] = special('timestampDiff', ({ unit, operand }) => ({
  kind: 'timestampdiff',
  unit: unit(0),
  left: operand(1).node,
  right: operand(2).node,
}))

/**
 * `(a - b) DAY TO SECOND`: the time from `b` to `a` as an interval.
 *
 * @example
 * orders.where((o) => o.created_at.plus(difference(o.shipped_at, o.created_at, 'day', 'second')).isNotNull())
 */
export const difference: RowFunctions['difference'] = special('difference', ({ args, operand, span }) => ({
  kind: 'difference',
  left: operand(0).node,
  right: operand(1).node,
  ...rangeOf('difference(…)', args[2], args[3], args[4], span),
}))

/**
 * `INTERVAL (count) DAY`: so many of the unit.
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, expires_at: o.created_at.plus(intervalOf(o.pieces, 'day')) }))
 */
export const intervalOf: RowFunctions['intervalOf'] = special('intervalOf', ({ args, operand, span }) => ({
  kind: 'interval',
  count: operand(0).node,
  unit: oneOf(args[1], INTERVAL_UNITS, 'intervalOf(…)', span.mark),
}))

/** `DAY(3) TO SECOND(6)` behind an interval. */
export function rangeOf(of: string, from: unknown, to: unknown, options: unknown, { mark }: MarkedSpan): IntervalRange {
  const { precision, fraction } = optionsOf(options, ['precision', 'fraction'], of, mark)
  return {
    from: oneOf(from, INTERVAL_UNITS, of, mark),
    to: to === undefined ? null : oneOf(to, INTERVAL_UNITS, of, mark),
    precision: precision === undefined ? null : countOf(precision, `precision of ${of}`, mark),
    fraction: fraction === undefined ? null : countOf(fraction, `fraction of ${of}`, mark),
  }
}
