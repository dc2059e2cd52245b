// What a condition says about zero: whether a divisor can be 0 behind it. A lint's knowledge, not a prover: no fact is a
// wrong fact, many true ones are missing.
import { parseDecimal } from '../core/decimal.js'
import type { Expr } from '../ir/expr.js'
import { exprKey } from './expr-key.js'

export interface Facts {
  /** Keys of expressions that are not 0 here (they may be NULL). */
  readonly nonZero: ReadonlySet<string>
  /** CASE expressions none of whose branches is 0. */
  readonly nonZeroCases: WeakSet<Expr>
}

export const noFacts = (): Facts => ({ nonZero: new Set(), nonZeroCases: new WeakSet() })

const peel = (e: Expr): Expr => (e.kind === 'cast' && e.mode === 'implicit' ? peel(e.input) : e)

/** -1, 0 or 1; null for what is no number literal. */
export function signOf(e: Expr): number | null {
  const bare = peel(e)
  if (bare.kind !== 'literal' || bare.value === null || (typeof bare.value !== 'number' && typeof bare.value !== 'string'))
    return null
  if (typeof bare.value === 'number') return Math.sign(bare.value)
  const parsed = parseDecimal(bare.value)
  return parsed === null ? null : parsed.unscaled === 0n ? 0 : parsed.unscaled < 0n ? -1 : 1
}

export function isNonZero(e: Expr, facts: Facts): boolean {
  const bare = peel(e)
  const sign = signOf(bare)
  if (sign !== null) return sign !== 0
  if (facts.nonZero.has(exprKey(bare)) || facts.nonZeroCases.has(bare)) return true
  if (bare.kind === 'literal') return bare.value === null
  if (bare.kind !== 'call') return false
  return bare.fn === 'negate' ? isNonZero(bare.args[0]!, facts) : isSumOfPositives(bare)
}

/** `1 + 0.21`, as it stands where a param was: positive literals, in a type that keeps their digits. Negative ones may wrap around to 0. */
function isSumOfPositives(e: Expr): boolean {
  if (e.kind !== 'call' || e.fn !== 'plus') return false
  const [a, b] = [signOf(e.args[0]!), signOf(e.args[1]!)]
  const scale = (x: Expr): number => (x.type.kind === 'decimal' ? x.type.scale : 0)
  return a === 1 && b === 1 && e.args.every((x) => scale(x) <= scale(e))
}

const MIRROR: Readonly<Record<string, string>> = { eq: 'eq', ne: 'ne', lt: 'gt', le: 'ge', gt: 'lt', ge: 'le' }
const OPPOSITE: Readonly<Record<string, string>> = { eq: 'ne', ne: 'eq', lt: 'ge', le: 'gt', gt: 'le', ge: 'lt' }

/** NULL is not 0, so for a divisor they say what `<>` and `=` say. */
const NULL_SAFE: Readonly<Record<string, string>> = { is_distinct: 'ne', is_not_distinct: 'eq' }

/** Whether `x fn constant` excludes x = 0, by the constant's sign. */
function excludesZero(fn: string, sign: number): boolean {
  switch (fn) {
    case 'eq':
      return sign !== 0
    case 'ne':
      return sign === 0
    case 'gt':
      return sign >= 0
    case 'ge':
      return sign > 0
    case 'lt':
      return sign <= 0
    case 'le':
      return sign < 0
    default:
      return false
  }
}

function collect(condition: Expr, holds: boolean, into: Set<string>): void {
  if (condition.kind !== 'call') return
  const { args } = condition
  const fn = NULL_SAFE[condition.fn] ?? condition.fn
  if (fn === 'not') collect(args[0]!, !holds, into)
  else if (fn === 'is_true') {
    if (holds) collect(args[0]!, true, into)
  } else if (fn === (holds ? 'and' : 'or')) for (const a of args) collect(a, holds, into)
  else if (MIRROR[fn] !== undefined) {
    const actual = holds ? fn : OPPOSITE[fn]!
    const [a, b] = [args[0]!, args[1]!]
    const [signA, signB] = [signOf(a), signOf(b)]
    if (signB !== null && excludesZero(actual, signB)) into.add(exprKey(peel(a)))
    if (signA !== null && excludesZero(MIRROR[actual]!, signA)) into.add(exprKey(peel(b)))
  }
}

/** The facts behind a condition that is TRUE (`holds`), or that is FALSE or NULL. A NULL operand makes the quotient NULL, not 0. */
export function assume(facts: Facts, condition: Expr, holds: boolean): Facts {
  const nonZero = new Set(facts.nonZero)
  collect(condition, holds, nonZero)
  return nonZero.size === facts.nonZero.size ? facts : { ...facts, nonZero }
}
