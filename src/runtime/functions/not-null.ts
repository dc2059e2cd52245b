// A DECIMAL that overflows is NULL in Flink even where its type says NOT NULL. Inside an expression that NULL goes on as
// NULL; tests for it are gone, since the planner took the type at its word; and a NOT NULL column that it ends in holds
// the default of its Java type instead (CodeGenUtils.primitiveDefaultValue), or nothing for types without one.
import type { Typed } from '../../ir/types.js'
import type { Row, Value } from '../value.js'
import type { Eval } from './eval.js'

/** The expression as a column of a row. */
export function columnValue(evaluate: Eval, typed: Typed): Eval {
  if (typed.nullable) return evaluate
  const fallback = defaultOf(typed)
  return fallback === null ? evaluate : (left: Row, right: Row) => evaluate(left, right) ?? fallback
}

function defaultOf({ type }: Typed): Value {
  switch (type.kind) {
    case 'boolean':
      return false
    case 'tinyint':
    case 'smallint':
    case 'int':
    case 'float':
    case 'double':
    case 'date':
    case 'time':
    case 'interval_year_month':
    case 'interval_day_time':
      return -1
    case 'bigint':
      return -1n
    case 'char':
    case 'varchar':
      return ''
    default:
      return null
  }
}
