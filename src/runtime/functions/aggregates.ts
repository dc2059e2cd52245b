// COUNT, SUM, AVG, MIN, MAX as Flink's aggregate functions keep them: NULL inputs are skipped, sums wrap at their own
// width, a DECIMAL sum that overflows becomes NULL and starts anew with the next value, an average stays NULL.
import { bug } from '../../core/bug.js'
import { fitsPrecision } from '../../core/decimal.js'
import type { AggregateCall } from '../../ir/plan.js'
import { MAX_DECIMAL_PRECISION, type FlowType } from '../../ir/types.js'
import { compareValues, valueKey } from '../equality.js'
import type { Row, Value } from '../value.js'
import { divideDecimals } from './arithmetic.js'
import { NO_ROW, type Eval } from './eval.js'
import { compileCondition, compileExpr } from './evaluator.js'
import { fitDecimal, wrapInteger, wrapLong } from './numeric.js'

/** One running aggregate of one group. */
export interface Accumulator {
  add(row: Row): void
  result(): Value
}

/** Adds a non-null value. */
interface Fold {
  add(value: Value): void
  result(): Value
}

export type AccumulatorFactory = () => Accumulator

export function compileAggregate(call: AggregateCall): AccumulatorFactory {
  const argument: Eval = call.argument === null ? () => true : compileExpr(call.argument)
  const filter = call.filter === null ? null : compileCondition(call.filter)
  const type = call.argument?.type ?? null
  const fold = folds(call, type)
  return () => {
    const state = fold()
    const seen = call.distinct ? new Set<string>() : null
    return {
      add(row) {
        if (filter !== null && !filter(row, NO_ROW)) return
        const value = argument(row, NO_ROW)
        if (value === null) return
        if (seen !== null) {
          const key = valueKey(value, type!)
          if (seen.has(key)) return
          seen.add(key)
        }
        state.add(value)
      },
      result: () => state.result(),
    }
  }
}

function folds(call: AggregateCall, argument: FlowType | null): () => Fold {
  switch (call.fn) {
    case 'count':
      return count
    case 'sum':
      return () => sum(argument!)
    case 'avg':
      return () => average(argument!, call.type)
    case 'min':
      return () => extreme(argument!, -1)
    case 'max':
      return () => extreme(argument!, 1)
  }
}

function count(): Fold {
  let n = 0n
  return { add: () => void n++, result: () => n }
}

type Plus = (a: Value, b: Value) => Value

/** Addition within the type of the sum; NULL where a DECIMAL(38, s) overflows. */
function addition(type: FlowType): Plus {
  switch (type.kind) {
    case 'tinyint':
    case 'smallint':
    case 'int': {
      const { kind } = type
      return (a, b) => wrapInteger((a as number) + (b as number), kind)
    }
    case 'bigint':
      return (a, b) => wrapLong((a as bigint) + (b as bigint))
    case 'float':
      return (a, b) => Math.fround((a as number) + (b as number))
    case 'double':
      return (a, b) => (a as number) + (b as number)
    case 'decimal':
      return (a, b) => {
        const total = (a as bigint) + (b as bigint)
        return fitsPrecision(total, MAX_DECIMAL_PRECISION) ? total : null
      }
    default:
      return bug(`a sum of type ${type.key}`)
  }
}

function sum(type: FlowType): Fold {
  const plus = addition(type)
  let total: Value = null
  return {
    add: (value) => {
      total = total === null ? value : plus(total, value)
    },
    result: () => total,
  }
}

function average(argument: FlowType, result: FlowType): Fold {
  let n = 0n
  switch (argument.kind) {
    case 'tinyint':
    case 'smallint':
    case 'int':
    case 'bigint': {
      let total = 0n
      const { kind } = argument
      return {
        add: (value) => {
          total = wrapLong(total + BigInt(value as number | bigint))
          n++
        },
        result: () => {
          if (n === 0n) return null
          const quotient = total / n
          return kind === 'bigint' ? quotient : wrapInteger(Number(BigInt.asIntN(32, quotient)), kind)
        },
      }
    }
    case 'float':
    case 'double': {
      let total = 0
      const round = argument.kind === 'float' ? Math.fround : (v: number): number => v
      return {
        add: (value) => {
          total += value as number
          n++
        },
        result: () => (n === 0n ? null : round(total / Number(n))),
      }
    }
    case 'decimal': {
      if (result.kind !== 'decimal') return bug(`an average of ${argument.key} as ${result.key}`)
      const plus = addition(argument)
      let total: Value = 0n
      return {
        add: (value) => {
          total = total === null ? null : plus(total, value)
          n++
        },
        result: () => {
          if (n === 0n || total === null) return null
          return fitDecimal(
            divideDecimals({ unscaled: total as bigint, scale: argument.scale }, { unscaled: n, scale: 0 }),
            result,
          )
        },
      }
    }
    default:
      return bug(`an average of type ${argument.key}`)
  }
}

/** `sign` 1 keeps the greatest. A NaN is neither greater nor less: it stays where it came first, and never replaces a number. */
function extreme(type: FlowType, sign: 1 | -1): Fold {
  let best: Value = null
  return {
    add: (value) => {
      if (best === null || compareValues(value, best, type) === sign) best = value
    },
    result: () => best,
  }
}
