// The type to which values of several types are brought. CASE and UNION follow Calcite's leastRestrictive, COALESCE
// follows Flink's LogicalTypeMerging; they differ in FLOAT. Where Flink would lose a meaning (a zone, a time of day), we have none.
import {
  array,
  binary,
  BIGINT,
  char,
  DOUBLE,
  equalTypes,
  ERROR_TYPE,
  FLOAT,
  INT,
  isApproximate,
  isBinary,
  isError,
  isExact,
  isInteger,
  isNumeric,
  isString,
  isTimestamp,
  map,
  NULL_TYPE,
  row,
  SMALLINT,
  timestamp,
  timestampLtz,
  TINYINT,
  varbinary,
  varchar,
  type FlowType,
  type Typed,
} from '../ir/types.js'
import { commonDigits, decimalOf, digitsOf } from './decimal-types.js'

export interface Common {
  readonly type: FlowType
  /** What the common type cannot hold, in words; null: every value keeps its meaning exactly. */
  readonly lossy: string | null
}

export type CommonRule = 'case' | 'coalesce'

const INTEGERS: readonly FlowType[] = [TINYINT, SMALLINT, INT, BIGINT]
export const widerInteger = (a: FlowType, b: FlowType): FlowType => (INTEGERS.indexOf(a) >= INTEGERS.indexOf(b) ? a : b)

const exactly = (type: FlowType): Common => ({ type, lossy: null })

/** FLOAT or DOUBLE for a pair with at least one of them. Order counts: FLOAT before DOUBLE is FLOAT in Calcite. */
function approximate(a: FlowType, b: FlowType, rule: CommonRule): Common {
  const hasDecimal = a.kind === 'decimal' || b.kind === 'decimal'
  const exactSide = isExact(a) ? a : isExact(b) ? b : null
  const type =
    rule === 'coalesce'
      ? a.kind === 'double' || b.kind === 'double' || b.kind === 'decimal'
        ? DOUBLE
        : FLOAT
      : hasDecimal || a.kind === 'double'
        ? DOUBLE
        : a.kind === 'float' || b.kind === 'float'
          ? FLOAT
          : DOUBLE
  if (type.kind === 'float' && (a.kind === 'double' || b.kind === 'double')) return { type, lossy: 'DOUBLE is narrowed to FLOAT' }
  if (exactSide === null || fitsApproximate(exactSide, type)) return exactly(type)
  return { type, lossy: `${exactSide.key} becomes ${type.key}, which keeps about ${type.kind === 'float' ? 7 : 15} digits` }
}

/** Whether every value of an exact type is a value of FLOAT (24 bits) or DOUBLE (53 bits). */
export function fitsApproximate(exact: FlowType, type: FlowType): boolean {
  if (exact.kind === 'tinyint' || exact.kind === 'smallint') return true
  return exact.kind === 'int' && type.kind === 'double'
}

function ofLengths(
  a: FlowType & { length: number },
  b: FlowType & { length: number },
  fixed: 'char' | 'binary',
  make: [(n: number) => FlowType, (n: number) => FlowType],
): Common {
  const length = Math.max(a.length, b.length)
  const same = a.kind === fixed && b.kind === fixed && a.length === b.length
  return exactly(same ? make[0](length) : make[1](length))
}

/** What Flink calls the fields of `ROW(a, b)`. */
export const fieldName = (index: number): string => `EXPR$${index}`

/** Whether the fields of a row have the names that a constructor gives. */
export const isUnnamed = (type: FlowType & { kind: 'row' }): boolean => type.fields.every((f, i) => f.name === fieldName(i))

function nested(a: FlowType, b: FlowType): FlowType | null {
  if ((a.kind === 'array' || a.kind === 'multiset') && b.kind === a.kind) {
    const element = sameNested(a.element, b.element)
    return element === null || a.kind === 'multiset' ? null : array(element)
  }
  if (a.kind === 'map' && b.kind === 'map') {
    const key = sameNested(a.mapKey, b.mapKey)
    const value = sameNested(a.value, b.value)
    return key === null || value === null ? null : map(key, value)
  }
  if (a.kind === 'row' && b.kind === 'row' && a.fields.length === b.fields.length) {
    // a row that was just made has no names of its own
    const anyNames = isUnnamed(a) || isUnnamed(b)
    const fields = a.fields.map((f, i) => {
      const other = b.fields[i]!
      const typed = anyNames || f.name === other.name ? sameNested(f, other) : null
      return typed === null ? null : { name: f.name, ...typed }
    })
    return fields.every((f) => f !== null) ? row(fields) : null
  }
  return null
}

/**
 * Inside constructed types only nullability and the lengths of texts may differ: no element is converted. Flink would, and
 * makes 0 of a NULL then: COALESCE(ARRAY[NULL, 1], ARRAY[2.5]) is [0.0, 1.0].
 */
function sameNested(a: Typed, b: Typed): Typed | null {
  const texts = isString(a.type) && isString(b.type) ? commonPair(a.type, b.type) : null
  const type = texts?.type ?? (equalTypes(a.type, b.type) ? a.type : nested(a.type, b.type))
  return type === null ? null : { type, nullable: a.nullable || b.nullable }
}

export function commonPair(a: FlowType, b: FlowType, rule: CommonRule = 'case'): Common | null {
  if (isError(a) || isError(b)) return exactly(ERROR_TYPE)
  if (equalTypes(a, b) || b.kind === 'null') return exactly(a)
  if (a.kind === 'null') return exactly(b)
  if (isInteger(a) && isInteger(b)) return exactly(widerInteger(a, b))
  if (isNumeric(a) && isNumeric(b)) {
    if (isApproximate(a) || isApproximate(b)) return approximate(a, b, rule)
    const common = commonDigits(digitsOf(a)!, digitsOf(b)!)
    const type = decimalOf(common)
    return { type, lossy: common.clipped ? `${a.key} and ${b.key} have ${type.key} in common, which cuts fraction digits` : null }
  }
  if (isString(a) && isString(b)) return ofLengths(a, b, 'char', [char, varchar])
  // isBinary says that both have a length
  if (isBinary(a) && isBinary(b))
    return ofLengths(a as FlowType & { length: number }, b as FlowType & { length: number }, 'binary', [binary, varbinary])
  if (isTimestamp(a) && isTimestamp(b) && a.kind === b.kind) {
    const precision = Math.max(a.precision, b.precision)
    return exactly(a.kind === 'timestamp' ? timestamp(precision) : timestampLtz(precision))
  }
  const constructed = nested(a, b)
  return constructed === null ? null : exactly(constructed)
}

/** The common type of a list, folded from the left as Flink does. Nullability is not decided here. */
export function commonOf(types: readonly FlowType[], rule: CommonRule = 'case'): Common | null {
  let type: FlowType = NULL_TYPE
  let lossy: string | null = null
  for (const next of types) {
    const common = commonPair(type, next, rule)
    if (common === null) return null
    type = common.type
    lossy ??= common.lossy
  }
  return { type, lossy }
}
