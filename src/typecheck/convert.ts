// Implicit casts that the checker itself inserts: between argument types of one call, to a common type. They never report.
// A number literal takes the other type at once, so that no back end has to know when Flink would convert it.
import { formatDecimal, parseDecimal, rescale } from '../core/decimal.js'
import type { Expr, LiteralValue } from '../ir/expr.js'
import { equalTypes, isApproximate, isExact, isInteger, isNumeric, type FlowType } from '../ir/types.js'

/** `expr` as a value of `type`; nullability stays. */
export function convert(expr: Expr, type: FlowType): Expr {
  if (equalTypes(expr.type, type) || type.kind === 'error') return expr
  if (expr.kind === 'literal') {
    const value = literalAs(expr.value, expr.type, type)
    if (value !== undefined) return { ...expr, value, type }
  }
  return { kind: 'cast', mode: 'implicit', input: expr, type, nullable: expr.nullable }
}

/** The literal's value in the form of another type; undefined where only a cast at run time can tell. */
function literalAs(value: LiteralValue, from: FlowType, to: FlowType): LiteralValue | undefined {
  if (value === null) return null
  if (!isNumeric(from) || !isNumeric(to)) return undefined
  if (isApproximate(from)) return undefined
  const exact = parseDecimal(String(value))
  if (exact === null || !isExact(from)) return undefined
  if (to.kind === 'double') return Number(value)
  if (to.kind === 'float') return Math.fround(Number(value))
  if (to.kind === 'decimal') {
    if (exact.scale > to.scale) return undefined
    return formatDecimal(rescale(exact.unscaled, exact.scale, to.scale), to.scale)
  }
  if (!isInteger(to) || exact.scale !== 0) return undefined
  return to.kind === 'bigint' ? String(exact.unscaled) : Number(exact.unscaled)
}
