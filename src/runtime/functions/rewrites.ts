// What Flink's planner makes of an expression before it runs, as far as that shows in a value: for NaN, for a NULL of a NOT
// NULL type (not-null.ts), and for texts cast twice. Everything else is evaluated as written.
import { columnsOf, type CallExpr, type CaseExpr, type CastExpr, type Expr } from '../../ir/expr.js'
import { BOOLEAN, isApproximate, isString } from '../../ir/types.js'

/** The expression that is evaluated in the place of `e`; only its top, the rest follows when it is compiled. */
export function asPlanned(e: Expr): Expr {
  let current = e
  for (;;) {
    const next = step(current)
    if (next === current) return current.kind === 'case' ? withWrittenCasts(current) : current
    current = next
  }
}

function step(e: Expr): Expr {
  if (e.kind === 'call') return plannedCall(e)
  if (e.kind === 'cast') return plannedCast(e)
  return e.kind === 'case' ? (booleanCase(e) ?? e) : e
}

/**
 * The planner holds CAST(FLOAT or DOUBLE AS VARCHAR(n)) for lossless and drops it under a second cast to a text, so that
 * the first length does nothing; CAST(… AS CHAR(n)) only under another CHAR.
 */
function plannedCast(e: CastExpr): CastExpr {
  const inner = e.input.kind === 'cast' ? plannedCast(e.input) : e.input
  if (!isString(e.type) || e.mode !== 'explicit' || inner.kind !== 'cast' || inner.mode !== 'explicit' || !isString(inner.type))
    return e
  // A constant has been folded before.
  if (columnsOf(inner.input).length === 0 && inner.input.kind !== 'cast') return e
  if (!isApproximate(inner.input.type) || (inner.type.kind === 'char' && e.type.kind === 'varchar')) return e
  return { ...e, input: inner.input }
}

/** The casts that bring branches to their common type are casts like written ones. */
function withWrittenCasts(e: CaseExpr): CaseExpr {
  const branch = (x: Expr): Expr => (x.kind === 'cast' && x.mode === 'implicit' ? { ...x, mode: 'explicit' } : x)
  return { ...e, branches: e.branches.map((b) => ({ when: b.when, then: branch(b.then) })), otherwise: branch(e.otherwise) }
}

/** CASE WHEN c THEN TRUE ELSE FALSE END is c IS TRUE to the planner, and the reverse is c IS NOT TRUE. */
function booleanCase(e: CaseExpr): Expr | null {
  const [branch, ...more] = e.branches
  if (branch === undefined || more.length > 0 || e.type.kind !== 'boolean') return null
  if (branch.then.kind !== 'literal' || e.otherwise.kind !== 'literal') return null
  const [yes, no] = [branch.then.value, e.otherwise.value]
  if (yes === true && no === false) return call('is_true', branch.when)
  return yes === false && no === true ? call('is_not_true', branch.when) : null
}

/** What the planner makes of a call before it runs, where that shows in a value: NaN, and NULL of a NOT NULL type. */
function plannedCall(e: CallExpr): Expr {
  const [a] = e.args
  switch (e.fn) {
    case 'not': {
      const negated = negation(a!)
      return negated.kind === 'call' && negated.fn === 'not' ? e : negated
    }
    case 'is_not_true':
    case 'is_false': {
      const negated = negation(a!)
      if (!a!.nullable) return negated
      if (negated.kind === 'call' && negated.fn === 'not') return e
      return call(e.fn === 'is_false' ? 'is_true' : 'is_not_false', negated)
    }
    case 'is_distinct':
    case 'is_not_distinct':
      return JSON.stringify(a) === JSON.stringify(e.args[1])
        ? { kind: 'literal', value: e.fn === 'is_not_distinct', type: e.type, nullable: false }
        : e
    default: {
      const always = reflexive(e)
      if (always === null) return e
      const verdict: Expr = { kind: 'literal', value: always, type: e.type, nullable: false }
      const unknown: Expr = { kind: 'literal', value: null, type: e.type, nullable: true }
      return a!.nullable
        ? {
            kind: 'case',
            branches: [{ when: call('is_null', a!), then: unknown }],
            otherwise: verdict,
            type: e.type,
            nullable: true,
          }
        : verdict
    }
  }
}

// ---------------------------------------------------------------- negation

const OPPOSITE: Readonly<Record<string, string>> = { eq: 'ne', ne: 'eq', lt: 'ge', ge: 'lt', gt: 'le', le: 'gt' }

/** The expression that stands for NOT e. */
function negation(e: Expr): Expr {
  if (e.kind === 'call') {
    const opposite = OPPOSITE[e.fn]
    if (opposite !== undefined && isApproximate(e.args[0]!.type)) return { ...e, fn: opposite }
    if (e.fn === 'and' || e.fn === 'or') return { ...e, fn: e.fn === 'and' ? 'or' : 'and', args: e.args.map(negation) }
    if (e.fn === 'not') return e.args[0]!
  }
  return call('not', e)
}

const call = (fn: string, ...args: Expr[]): CallExpr => ({
  kind: 'call',
  fn,
  args,
  type: BOOLEAN,
  nullable: args.some((a) => a.nullable),
})

/** What a comparison of a value with itself is where the value is not NULL: the planner asks no further, not even NaN. */
function reflexive(e: CallExpr): boolean | null {
  const [a, b] = e.args
  if (OPPOSITE[e.fn] === undefined || !isApproximate(a!.type) || JSON.stringify(a) !== JSON.stringify(b)) return null
  return e.fn === 'eq' || e.fn === 'le' || e.fn === 'ge'
}
