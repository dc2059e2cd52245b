// The identities of all functions: what stands in CallExpr.fn and AggregateCall.fn, and what SQL templates and
// evaluators are keyed by (`satisfies Record<FunctionId, …>`). An id is never renamed or reused.

/** Raised whenever a function is added or changes its types. */
export const FUNCTIONS_VERSION = 1

const SCALAR_IDS = [
  'plus',
  'minus',
  'times',
  'divide',
  'mod',
  'negate',
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'and',
  'or',
  'not',
  'is_null',
  'is_not_null',
  'is_true',
  'is_not_true',
  'is_false',
  'is_not_false',
  'concat',
  /** Two arguments, or three: the third is the escape character. */
  'like',
  /** The operand first, then the list. */
  'in',
  'coalesce',
  'if',
  'array',
  /** Keys and values in turn. */
  'map',
  'row',
  /** `a[i]`, `m[key]` */
  'item',
  'cardinality',
  'element',
  'is_distinct',
  'is_not_distinct',
  /** Two arguments, or three: the third is the escape character. Both are constants. */
  'similar',
  /** Their first argument is the unit, a text. */
  'extract',
  'floor_time',
  'ceil_time',
  'timestampadd',
  'timestampdiff',
  'time_between',
  'months_between',
  /** Where (a text), characters, text. */
  'trim',
  'position',
  'substring',
  'overlay',
  'upper',
  'lower',
  'char_length',
] as const

const AGGREGATE_IDS = ['count', 'sum', 'avg', 'min', 'max'] as const

export type FunctionId = (typeof SCALAR_IDS)[number]
export type AggregateId = (typeof AGGREGATE_IDS)[number]
