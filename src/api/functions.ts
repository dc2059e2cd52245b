// The functions of the language. Which types they take and give is in types/functions.ts.
import type { ExprNode } from '../surface/ast.js'
import { wrong } from './arguments.js'
import { callExpression } from './calls.js'
import { make, operandOf } from './expression.js'
import { spanOf } from './nodes.js'
import { express } from './operators.js'
import type { RowFunctions } from './types/functions.js'

/** What a signature of types/ is laid over: it takes anything, and what it gives is whatever the signature says. */
export type Untyped = (...args: readonly unknown[]) => never

/** `name(a, b, …)` */
function call(name: string): Untyped {
  const called: Untyped = (...args) => callExpression(name, args, spanOf(called))
  return called
}

/**
 * `COALESCE(a, b, …)`: the first that is not NULL.
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, region: coalesce(o.region, o.note, 'nowhere') }))
 */
export const coalesce: RowFunctions['coalesce'] = call('coalesce')
/**
 * `IFNULL(a, b)`: `b` where `a` is NULL.
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, pieces: ifNull(o.pieces, 0) }))
 */
export const ifNull: RowFunctions['ifNull'] = call('ifnull')
/**
 * `NULLIF(a, b)`: NULL where they are equal.
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, note: nullIf(o.note, '') }))
 */
export const nullIf: RowFunctions['nullIf'] = call('nullif')
/**
 * `IF(condition, a, b)`; the word is reserved in TypeScript.
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, size: ifElse(o.amount.gt(100), 'big', 'small') }))
 */
export const ifElse: RowFunctions['ifElse'] = call('if')
/**
 * `UPPER(x)`
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, region: upper(o.region) }))
 */
export const upper: RowFunctions['upper'] = call('upper')
/**
 * `LOWER(x)`
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, region: lower(o.region) }))
 */
export const lower: RowFunctions['lower'] = call('lower')
/**
 * `CHAR_LENGTH(x)`: how many characters.
 *
 * @example
 * orders.where((o) => charLength(o.note).le(140), { elseDlq: 'long_note' })
 */
export const charLength: RowFunctions['charLength'] = call('char_length')
/**
 * `CARDINALITY(x)`: how many elements or entries.
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, tags: cardinality(o.tags) }))
 */
export const cardinality: RowFunctions['cardinality'] = call('cardinality')
/**
 * `ELEMENT(x)`: the only element of an array.
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, tag: element(o.tags) }))
 */
export const element: RowFunctions['element'] = call('element')

function constructor(constructs: 'array' | 'row' | 'map'): Untyped {
  const called: Untyped = (...args) => {
    const span = spanOf(called)
    const parts = args.map((a) => operandOf(a, span))
    if (constructs === 'row' && parts.length === 0) wrong('row(…)', 'at least one value', undefined, span.mark, () => {})
    const node: ExprNode = { kind: 'constructor', constructs, items: parts.map((p) => p.node), span }
    return express(make({ node, parts, shown: `${constructs}(…)` }))
  }
  return called
}

/**
 * `ARRAY[a, b]`
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, texts: array(o.region, o.note) }))
 */
export const array: RowFunctions['array'] = constructor('array')
/**
 * `ROW(a, b)`: its fields have no names of their own; `.cast(t.row({ … }))` gives some.
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, place: row(o.region, o.note).cast(t.row({ region: t.string(), note: t.string() })) }))
 */
export const row: RowFunctions['row'] = constructor('row')
/**
 * `MAP[key, value, …]`: keys and values in turn.
 *
 * @example
 * orders.select((o) => ({ order_id: o.order_id, texts: map('region', o.region, 'note', o.note) }))
 */
export const map: RowFunctions['map'] = constructor('map')
