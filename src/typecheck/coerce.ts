// Common types for the branches of a UNION, and which conversions may be inserted without being said: only those that keep
// every value. Flink lets much more pass (DOUBLE into DECIMAL, long texts into short columns) and rounds, cuts or nulls it.
import { commonOf, fitsApproximate, widerInteger } from '../functions/common-type.js'
import { digitsOf } from '../functions/decimal-types.js'
import {
  equalTypes,
  ERROR,
  isApproximate,
  isBinary,
  isError,
  isInteger,
  isNumeric,
  isString,
  isTimestamp,
  type FlowType,
  type Typed,
} from '../ir/types.js'
import type { CommonType } from './expr-api.js'

export const commonType: CommonType = (types) => {
  const common = commonOf(types.map((t) => t.type))
  if (common === null) return null
  if (isError(common.type)) return { typed: ERROR, lossy: null }
  return { typed: { type: common.type, nullable: types.some((t) => t.nullable) }, lossy: common.lossy }
}

/** Whether every value of `from` is a value of `to`, so that an implicit cast changes none. */
export function widens(from: FlowType, to: FlowType): boolean {
  if (equalTypes(from, to)) return true
  if (isNumeric(from) && isNumeric(to)) return widensNumber(from, to)
  // CHAR(n) is padded, so only texts of free length take others in
  if (isString(from) && isString(to)) return to.kind === 'varchar' && to.length >= from.length
  // isBinary says that both have a length
  if (isBinary(from) && isBinary(to))
    return to.kind === 'varbinary' && to.length >= (from as FlowType & { length: number }).length
  if (isTimestamp(from) && isTimestamp(to)) return from.kind === to.kind && to.precision >= from.precision
  return widensConstructed(from, to)
}

function widensNumber(from: FlowType, to: FlowType): boolean {
  if (isApproximate(from)) return to.kind === 'double'
  if (isApproximate(to)) return fitsApproximate(from, to)
  if (isInteger(to)) return isInteger(from) && widerInteger(from, to) === to
  const [a, b] = [digitsOf(from)!, digitsOf(to)!]
  return b.scale >= a.scale && b.precision - b.scale >= a.precision - a.scale
}

/** Constructed types: the same but for nullability and the lengths of texts, which may only widen. */
function widensConstructed(from: FlowType, to: FlowType): boolean {
  const fits = (a: Typed, b: Typed): boolean =>
    (b.nullable || !a.nullable) &&
    (equalTypes(a.type, b.type) || widensConstructed(a.type, b.type) || (isString(a.type) && widens(a.type, b.type)))
  if (from.kind === 'array' && to.kind === 'array') return fits(from.element, to.element)
  if (from.kind === 'map' && to.kind === 'map') return fits(from.mapKey, to.mapKey) && fits(from.value, to.value)
  if (from.kind !== 'row' || to.kind !== 'row' || from.fields.length !== to.fields.length) return false
  return from.fields.every((f, i) => f.name === to.fields[i]!.name && fits(f, to.fields[i]!))
}
