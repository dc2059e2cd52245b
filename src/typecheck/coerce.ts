// What may flow into a column of another type without being said: only what keeps every value. Flink lets much more pass
// at sinks (DOUBLE into DECIMAL, long texts into short columns) and rounds, cuts or nulls it silently.
import { expressions } from '../diagnostics/codes/expressions.js'
import type { Fix, ReportOptions } from '../diagnostics/define.js'
import { commonOf, fitsApproximate, widerInteger } from '../functions/common-type.js'
import { digitsOf } from '../functions/decimal-types.js'
import type { Expr } from '../ir/expr.js'
import { equalTypes, ERROR, isApproximate, isBinary, isError, isExact, isInteger, isNumeric, isString, isTimestamp, spell, type FlowType, type Typed } from '../ir/types.js'
import { castProblem } from './cast.js'
import { literalFromCell } from './cell.js'
import { convert } from './convert.js'
import type { CastPurpose, CastTo, CommonType } from './expr-api.js'
import { literal, POISON } from './literal.js'
import { castFix, provenanceLabels } from './spoken.js'

export const commonType: CommonType = (types) => {
  const common = commonOf(types.map((t) => t.type))
  if (common === null) return null
  if (isError(common.type)) return { typed: ERROR, lossy: null }
  return { typed: { type: common.type, nullable: types.some((t) => t.nullable) }, lossy: common.lossy }
}

/** null: every value of `from` is a value of `to`; `other`: of another kind; else what may be lost. */
export function widening(from: FlowType, to: FlowType): { readonly loses: string } | 'other' | null {
  if (equalTypes(from, to)) return null
  if (isNumeric(from) && isNumeric(to)) return numericLoss(from, to)
  if (isString(from) && isString(to)) {
    if (to.kind === 'varchar') return to.length >= from.length ? null : { loses: `texts longer than ${to.length} would be cut` }
    return { loses: 'texts would be padded or cut to one length' }
  }
  if (isBinary(from) && isBinary(to)) {
    const [a, b] = [from as FlowType & { length: number }, to as FlowType & { length: number }]
    return b.kind === 'varbinary' && b.length >= a.length ? null : { loses: 'bytes would be cut or padded to one length' }
  }
  if (isTimestamp(from) && isTimestamp(to) && from.kind === to.kind) return to.precision >= from.precision ? null : { loses: `digits of the second after the first ${to.precision} would be cut` }
  if (isTimestamp(from) && (to.kind === 'date' || to.kind === 'time')) return { loses: to.kind === 'date' ? 'the time of day would be cut' : 'the day would be cut' }
  return nestedWidening(from, to)
}

function numericLoss(from: FlowType, to: FlowType): { readonly loses: string } | null {
  if (isInteger(from) && isInteger(to)) return widerInteger(from, to) === to ? null : { loses: 'larger numbers would wrap around' }
  if (isApproximate(from)) {
    if (to.kind === 'double') return null
    return { loses: to.kind === 'float' ? 'digits would be lost' : 'fractions would be rounded, and what is out of range lost' }
  }
  if (isApproximate(to)) return fitsApproximate(from, to) ? null : { loses: `${to.key} keeps about ${to.kind === 'float' ? 7 : 15} digits` }
  const [a, b] = [digitsOf(from)!, digitsOf(to)!]
  // DECIMAL(19, 0) holds every BIGINT, but not the other way round
  if (isInteger(to)) return { loses: 'fractions would be cut, and larger numbers wrap around' }
  if (b.scale < a.scale) return { loses: `fraction digits after the first ${b.scale} would be rounded` }
  return b.precision - b.scale >= a.precision - a.scale ? null : { loses: `numbers with more than ${b.precision - b.scale} digits before the point would become NULL` }
}

/** Constructed types: the same but for nullability, which may only widen. */
function nestedWidening(from: FlowType, to: FlowType): 'other' | null {
  const fits = (a: Typed, b: Typed): boolean => (b.nullable || !a.nullable) && (equalTypes(a.type, b.type) || nestedWidening(a.type, b.type) === null)
  if (from.kind === 'array' && to.kind === 'array') return fits(from.element, to.element) ? null : 'other'
  if (from.kind === 'map' && to.kind === 'map') return fits(from.mapKey, to.mapKey) && fits(from.value, to.value) ? null : 'other'
  if (from.kind === 'row' && to.kind === 'row')
    return from.fields.length === to.fields.length && from.fields.every((f, i) => f.name === to.fields[i]!.name && fits(f, to.fields[i]!)) ? null : 'other'
  return 'other'
}

export const castTo: CastTo = (expr, target, at, bag, purpose) => {
  if (isError(expr) || isError(target)) return POISON
  const is = `${purpose.source} is ${expr.type.key}`
  const wants = spell(target)
  const related = provenanceLabels(sides(expr, target, at, purpose))
  if (expr.nullable && !target.nullable) {
    bag.report(expressions.nullIntoNotNull, at, { target: purpose.target, wants, is: expr.type.kind === 'null' ? `${purpose.source} is NULL` : is }, { related })
    return POISON
  }
  if (expr.type.kind === 'null') return literal(null, target.type)
  const number = numberInto(expr, target)
  if (number !== null) return number
  const verdict = widening(expr.type, target.type)
  if (verdict === null) return convert(expr, target.type)
  const options: ReportOptions = { related, fixes: fixesFor(expr, target, purpose) }
  if (verdict === 'other') bag.report(expressions.typeMismatch, at, { target: purpose.target, wants, is }, options)
  else bag.report(expressions.narrowing, at, { target: purpose.target, wants, is, loses: verdict.loses }, options)
  return POISON
}

/** A number written out fits wherever its value fits. */
function numberInto(expr: Expr, target: Typed): Expr | null {
  if (expr.kind !== 'literal' || !isExact(expr.type) || !isExact(target.type) || expr.value === null) return null
  const cell = literalFromCell({ kind: 'number', text: String(expr.value), span: { declaration: '', start: 0, end: 0 } }, target)
  return cell.ok ? literal(cell.value, target.type) : null
}

function fixesFor(expr: Expr, target: Typed, purpose: CastPurpose): readonly Fix[] {
  if (purpose.editable === null || castProblem(expr.type, target.type) !== null || ['array', 'map', 'row', 'multiset'].includes(target.type.kind)) return []
  return [castFix(purpose.editable, target.type, isString(expr.type) && !isString(target.type) && target.nullable)]
}

function sides(expr: Expr, target: Typed, at: CastPurpose['editable'] & {}, purpose: CastPurpose) {
  const bare = (text: string): string => text.replace(/^`(.*)`$/, '$1')
  return [
    ...(purpose.sourceProvenance === null ? [] : [{ name: bare(purpose.source), typed: expr, provenance: purpose.sourceProvenance, at }]),
    ...(purpose.targetProvenance === null ? [] : [{ name: /`([^`]*)`/.exec(purpose.target)?.[1] ?? purpose.target, typed: target, provenance: purpose.targetProvenance, at }]),
  ]
}

/** Whether an implicit cast keeps every value. */
export const widens = (from: FlowType, to: FlowType): boolean => widening(from, to) === null
