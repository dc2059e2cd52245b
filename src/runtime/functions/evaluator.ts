// Expressions as functions of rows. One evaluator a function of the catalogue; the kinds of Expr are total here.
import { bug } from '../../core/bug.js'
import type { FunctionId } from '../../functions/ids.js'
import type { Expr } from '../../ir/expr.js'
import { EvaluationFault } from '../fault.js'
import { decodeLiteral } from '../literal.js'
import type { Row, Value } from '../value.js'
import { ARITHMETIC } from './arithmetic.js'
import { compileCast, isTried } from './cast.js'
import type { Eval, Evaluator } from './eval.js'
import { COLLECTIONS } from './collections.js'
import { COMPARISONS } from './comparison.js'
import { LOGIC } from './logic.js'
import { asPlanned } from './rewrites.js'
import { TEXT } from './text.js'
import { TEXT_FORMS } from './text-forms.js'
import { TIME } from './time.js'

const EVALUATORS: { readonly [K in FunctionId]: Evaluator } = {
  ...ARITHMETIC,
  ...COMPARISONS,
  ...LOGIC,
  ...TEXT,
  ...COLLECTIONS,
  ...TIME,
  ...TEXT_FORMS,
}

export function compileExpr(written: Expr): Eval {
  const e = asPlanned(written)
  switch (e.kind) {
    case 'literal': {
      const value = decodeLiteral(e.value, e.type)
      return () => value
    }
    case 'column': {
      const { ordinal } = e
      return e.input === 0 ? (left) => left[ordinal]! : (_, right) => right[ordinal]!
    }
    case 'call': {
      const evaluator = Object.hasOwn(EVALUATORS, e.fn) ? EVALUATORS[e.fn as FunctionId] : bug(`no evaluator of function ${e.fn}`)
      return evaluator(e, e.args.map(compileExpr))
    }
    case 'cast': {
      const input = compileExpr(e.input)
      if (e.input.type.kind === 'null') return () => null
      const cast = compileCast(e.input.type, e.type)
      const plain: Eval = (l, r) => {
        const value = input(l, r)
        return value === null ? null : cast(value)
      }
      if (e.mode !== 'try' || !isTried(e.input.type, e.type)) return plain
      // Only the cast itself is tried: a fault of its operand still fails the job.
      return (l, r) => {
        const value = input(l, r)
        if (value === null) return null
        try {
          return cast(value)
        } catch (error) {
          if (error instanceof EvaluationFault) return null
          throw error
        }
      }
    }
    case 'case': {
      const branches = e.branches.map((b) => [compileExpr(b.when), compileExpr(b.then)] as const)
      const otherwise = compileExpr(e.otherwise)
      return (l, r) => {
        for (const [when, then] of branches) if (when(l, r) === true) return then(l, r)
        return otherwise(l, r)
      }
    }
    case 'java':
      // who runs it has seen that something stands for every call that rows can come to
      return e.local === null ? () => bug(`nothing stands for \`${e.function.name}\``) : compileExpr(e.local)
    case 'field': {
      const input = compileExpr(e.input)
      const { index } = e
      return (l, r) => {
        const value = input(l, r)
        return value === null ? null : (value as readonly Value[])[index]!
      }
    }
  }
}

/** For conditions: IS TRUE. */
export function compileCondition(e: Expr): (left: Row, right: Row) => boolean {
  const evaluate = compileExpr(e)
  return (l, r) => evaluate(l, r) === true
}
