// Conditions that can never be true together. No solver: constants, ranges and equalities of one expression, IS NULL. What it
// claims holds for every row; much that is true it does not see.
import { parseDecimal, pow10, type Decimal } from '../../core/decimal.js'
import type { CallExpr, Expr, LiteralExpr } from '../../ir/expr.js'
import { isExact, type FlowType } from '../../ir/types.js'
import { exprKey } from '../expr-key.js'

/** Why no row can satisfy them: the conditions that exclude each other, one alone where it is impossible by itself. */
export interface Contradiction {
  readonly between: readonly [Expr] | readonly [Expr, Expr]
  readonly kind: 'constant' | 'not null' | 'excluded'
  /** Of `not null`: what is never NULL. */
  readonly operand?: Expr
}

type Ordering = 'number' | 'text' | 'point'
interface Constant {
  readonly order: Ordering
  readonly value: Decimal | string
}
interface Bound {
  readonly constant: Constant
  readonly strict: boolean
  readonly by: Expr
}
/** What is known of one expression. */
interface Known {
  equal: Bound | null
  readonly unequal: Bound[]
  low: Bound | null
  high: Bound | null
  isNull: Expr | null
  notNull: Expr | null
}

/** An OR (or IN) that is true, and the condition that it is a part of. */
interface Choice {
  readonly choice: CallExpr
  readonly by: Expr
}

/** ORs that are looked into, and branches of each: more than anybody writes, and a bound to what a clause costs. */
const MAX_CHOICES = 8
const MAX_BRANCHES = 16

const peel = (e: Expr): Expr => (e.kind === 'cast' && e.mode === 'implicit' ? peel(e.input) : e)
const MIRROR: Readonly<Record<string, string>> = { eq: 'eq', ne: 'ne', lt: 'gt', le: 'ge', gt: 'lt', ge: 'le' }
const OPPOSITE: Readonly<Record<string, string>> = { eq: 'ne', ne: 'eq', lt: 'ge', le: 'gt', gt: 'le', ge: 'lt' }

/** The conditions are all true: of one row, in the order in which they were written. */
export function contradiction(conditions: readonly Expr[], nested = false): Contradiction | null {
  const known = new Map<string, Known>()
  const choices: Choice[] = []
  for (const condition of conditions) {
    const found = learn(condition, condition, true, known, choices)
    if (found !== null) return found
  }
  if (nested || choices.length > MAX_CHOICES) return null
  for (const { choice, by } of choices) {
    if (choice.args.length > MAX_BRANCHES) continue
    const branches = choice.args.map((branch) => contradiction([...conditions, branch], true))
    const first = branches[0]
    if (first == null || branches.includes(null)) continue
    const other = first.between.find((e) => e !== by && conditions.includes(e))
    return { kind: 'excluded', between: other === undefined ? [by] : [other, by] }
  }
  return null
}

/** Takes in what `e` says where it is true (`holds`), or FALSE or NULL; `by` is the condition that it is a part of. */
function learn(e: Expr, by: Expr, holds: boolean, known: Map<string, Known>, choices: Choice[]): Contradiction | null {
  const bare = peel(e)
  if (bare.type.kind === 'error') return null
  if (bare.kind === 'literal') {
    if (bare.type.kind !== 'boolean' && bare.value !== null) return null
    return (bare.value === true) === holds ? null : { kind: 'constant', between: [by] }
  }
  if (bare.kind === 'call') {
    const { fn, args } = bare
    const [a, b] = args
    switch (fn) {
      case 'and':
        if (holds) return firstOf(args, (x) => learn(x, by, true, known, choices))
        return null
      case 'or':
        if (!holds) return firstOf(args, (x) => learn(x, by, false, known, choices))
        choices.push({ choice: bare, by })
        return null
      case 'not':
        // NOT x is true where x is FALSE; where it is not true, x may be NULL too
        return holds ? learnFalse(a!, by, known, choices) : null
      case 'is_true':
        return learn(a!, by, holds, known, choices)
      case 'is_not_true':
        return learn(a!, by, !holds, known, choices)
      case 'is_null':
      case 'is_not_null':
        return learnNull(a!, by, (fn === 'is_null') === holds, known)
      case 'in':
        if (holds && args.length > 1 && args.slice(1).every((x) => peel(x).kind === 'literal'))
          choices.push({ choice: { ...bare, args: args.slice(1).map((x) => equality(a!, x)) }, by })
        return null
    }
    if (holds && MIRROR[fn] !== undefined) return compare(fn, a!, b!, by, known)
    return null
  }
  if (bare.type.kind === 'boolean' && holds) return learnNull(bare, by, false, known)
  return null
}

const equality = (a: Expr, b: Expr): Expr => ({ kind: 'call', fn: 'eq', args: [a, b], type: a.type, nullable: true })

/** `e` is FALSE: not NULL, so its operands are not either. */
function learnFalse(e: Expr, by: Expr, known: Map<string, Known>, choices: Choice[]): Contradiction | null {
  const bare = peel(e)
  if (bare.type.kind === 'error') return null
  if (bare.kind === 'literal') return bare.value === false ? null : { kind: 'constant', between: [by] }
  if (bare.kind !== 'call') return null
  const { fn, args } = bare
  if (OPPOSITE[fn] !== undefined) return compare(OPPOSITE[fn], args[0]!, args[1]!, by, known)
  if (fn === 'or') return firstOf(args, (x) => learnFalse(x, by, known, choices))
  if (fn === 'not') return learn(args[0]!, by, true, known, choices)
  if (fn === 'in') return firstOf(args.slice(1), (x) => compare('ne', args[0]!, x, by, known))
  if (fn === 'is_null' || fn === 'is_not_null') return learnNull(args[0]!, by, fn === 'is_not_null', known)
  return null
}

function firstOf<T>(list: readonly T[], look: (x: T) => Contradiction | null): Contradiction | null {
  for (const x of list) {
    const found = look(x)
    if (found !== null) return found
  }
  return null
}

function knownOf(e: Expr, known: Map<string, Known>): Known {
  const key = exprKey(peel(e))
  let k = known.get(key)
  if (k === undefined) known.set(key, (k = { equal: null, unequal: [], low: null, high: null, isNull: null, notNull: null }))
  return k
}

function learnNull(e: Expr, by: Expr, isNull: boolean, known: Map<string, Known>): Contradiction | null {
  const bare = peel(e)
  if (isNull && !bare.nullable) return { kind: 'not null', between: [by], operand: bare }
  const k = knownOf(bare, known)
  if (isNull) k.isNull ??= by
  else k.notNull ??= by
  return k.isNull !== null && k.notNull !== null ? excluded(k.isNull, k.notNull) : null
}

const excluded = (a: Expr, b: Expr): Contradiction => ({ kind: 'excluded', between: a === b ? [a] : [a, b] })

function compare(fn: string, a: Expr, b: Expr, by: Expr, known: Map<string, Known>): Contradiction | null {
  const [left, right] = [peel(a), peel(b)]
  // a comparison that is true has no NULL on either side
  for (const side of [left, right]) {
    if (side.kind === 'literal') continue
    const k = knownOf(side, known)
    k.notNull ??= by
    if (k.isNull !== null) return excluded(k.isNull, by)
  }
  const [l, r] = [constantOf(left, right.type), constantOf(right, left.type)]
  if (l !== null && r !== null && left.kind === 'literal' && right.kind === 'literal') {
    const order = compareConstants(l, r)
    // of two texts it is only known that they differ
    if (order === null || (Number.isNaN(order) && fn !== 'eq')) return null
    return satisfied(fn, order) ? null : { kind: 'constant', between: [by] }
  }
  if (exprKey(left) === exprKey(right) && isDeterministic(left))
    return fn === 'ne' || fn === 'lt' || fn === 'gt' ? { kind: 'constant', between: [by] } : null
  if (r !== null && right.kind === 'literal') return narrow(knownOf(left, known), fn, r, by)
  if (l !== null && left.kind === 'literal') return narrow(knownOf(right, known), MIRROR[fn]!, l, by)
  return null
}

/** Only columns and their fields: of a computed value (NaN, a function) one cannot say that it equals itself. */
const isDeterministic = (e: Expr): boolean =>
  e.kind === 'field' ? isDeterministic(e.input) : e.kind === 'column' && !['float', 'double'].includes(e.type.kind)

const satisfied = (fn: string, order: number): boolean =>
  fn === 'eq'
    ? order === 0
    : fn === 'ne'
      ? order !== 0
      : fn === 'lt'
        ? order < 0
        : fn === 'le'
          ? order <= 0
          : fn === 'gt'
            ? order > 0
            : order >= 0

/** Takes `x fn constant` in, against what is known of x. */
function narrow(k: Known, fn: string, constant: Constant, by: Expr): Contradiction | null {
  const bound = (strict: boolean): Bound => ({ constant, strict, by })
  const against = (other: Bound | null, impossible: (order: number, other: Bound) => boolean): Contradiction | null => {
    if (other === null) return null
    const order = compareConstants(constant, other.constant)
    return order !== null && impossible(order, other) ? excluded(other.by, by) : null
  }
  switch (fn) {
    case 'eq': {
      const found =
        against(k.equal, (order) => order !== 0) ??
        against(k.low, (order, low) => order < 0 || (order === 0 && low.strict)) ??
        against(k.high, (order, high) => order > 0 || (order === 0 && high.strict)) ??
        firstOf(k.unequal, (other) => against(other, (order) => order === 0))
      k.equal ??= bound(false)
      return found
    }
    case 'ne':
      k.unequal.push(bound(false))
      return against(k.equal, (order) => order === 0)
    case 'gt':
    case 'ge': {
      const strict = fn === 'gt'
      const found =
        against(k.equal, (order) => order > 0 || (order === 0 && strict)) ??
        against(k.high, (order, high) => order > 0 || (order === 0 && (strict || high.strict)))
      if (k.low === null || (compareConstants(constant, k.low.constant) ?? -1) > 0) k.low = bound(strict)
      return found
    }
    default: {
      const strict = fn === 'lt'
      const found =
        against(k.equal, (order) => order < 0 || (order === 0 && strict)) ??
        against(k.low, (order, low) => order < 0 || (order === 0 && (strict || low.strict)))
      if (k.high === null || (compareConstants(constant, k.high.constant) ?? 1) < 0) k.high = bound(strict)
      return found
    }
  }
}

/** A literal in an order that Flink's comparison with a value of `other` has too. */
function constantOf(e: Expr, other: FlowType): Constant | null {
  if (e.kind !== 'literal' || e.value === null) return null
  const { type, value } = e as LiteralExpr
  if (isExact(type) && isExact(other)) {
    const parsed = typeof value === 'number' || typeof value === 'string' ? parseDecimal(String(value)) : null
    return parsed === null ? null : { order: 'number', value: parsed }
  }
  // CHAR is compared with blanks at its end, and the order of texts is that of bytes: only "different" is claimed
  if (type.kind === 'char' && (other.kind === 'varchar' || other.kind === 'char')) return { order: 'text', value: String(value) }
  if (type.kind === other.kind && (type.kind === 'date' || type.kind === 'timestamp' || type.kind === 'timestamp_ltz'))
    return {
      order: 'point',
      value: String(value)
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, ''),
    }
  return null
}

/** Negative, 0, positive; NaN: they differ; null: nothing can be said. */
function compareConstants(a: Constant, b: Constant): number | null {
  if (a.order !== b.order) return null
  if (a.order === 'number') {
    const [x, y] = [a.value as Decimal, b.value as Decimal]
    const scale = Math.max(x.scale, y.scale)
    const [m, n] = [x.unscaled * pow10(scale - x.scale), y.unscaled * pow10(scale - y.scale)]
    return m < n ? -1 : m > n ? 1 : 0
  }
  const [x, y] = [a.value as string, b.value as string]
  if (a.order === 'text') return x === y ? 0 : x.trimEnd() === y.trimEnd() ? null : Number.NaN
  return x < y ? -1 : x > y ? 1 : 0
}
