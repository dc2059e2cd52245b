// Expressions of every kind, as deep as people write them.
import fc from 'fast-check'
import type { BinaryOperator, ExprNode, IntervalRange, SpecialForm, TimeUnit } from '../../../src/surface/ast.js'
import { TIME_UNITS } from '../../../src/parser/grammar-special.js'
import { type } from './types.js'
import { at, maybe, name, named, NOWHERE, path, text, words } from './words.js'

const span = fc.constant(NOWHERE)
const one = <const T>(value: T): fc.Arbitrary<T> => fc.constant(value)
const units = fc.constantFrom('year', 'month', 'day', 'hour', 'minute', 'second' as const)

const range: fc.Arbitrary<IntervalRange> = fc.oneof(
  fc.record({ from: units, to: one(null), precision: one(null), fraction: one(null) }),
  fc.record({ from: units, to: one(null), precision: one(3), fraction: fc.constantFrom(null, 2) }),
  fc.record({ from: units, to: units, precision: fc.constantFrom(null, 3), fraction: fc.constantFrom(null, 6) }),
)

const leaf: fc.Arbitrary<ExprNode> = fc.oneof<fc.MaybeWeightedArbitrary<ExprNode>[]>(
  { weight: 6, arbitrary: path.map((names) => ({ kind: 'path', names, ...at })) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('0', '1', '1.50', '.5', '1e3', '12345678901234567890')
      .map((text) => ({ kind: 'number', text, ...at })),
  },
  { weight: 2, arbitrary: words.map((value) => ({ kind: 'string', value, ...at })) },
  { weight: 1, arbitrary: fc.boolean().map((value) => ({ kind: 'boolean', value, ...at })) },
  { weight: 1, arbitrary: one({ kind: 'null', ...at } as const) },
  { weight: 1, arbitrary: fc.constantFrom('', '0aFF').map((hex) => ({ kind: 'bytes', hex, ...at })) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: one('typed literal' as const),
      type: fc.constantFrom('date', 'time', 'timestamp', 'timestamp_ltz' as const),
      value: text,
      span,
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.boolean(),
        fc.constantFrom('5', '1-2', '10 00:00:00.5').map((value) => ({ value, ...at })),
        range,
      )
      .map(([negative, value, r]) => ({ kind: 'interval', negative, value, ...r, ...at })),
  },
)

/** Names of calls: those of special forms too, with a comma between their arguments. */
const callName = named(
  fc.constantFrom(
    'count',
    'sum',
    'coalesce',
    'f',
    'floor',
    'trim',
    'position',
    'substring',
    'overlay',
    'extract',
    'left',
    'my fn',
  ),
)
const unit = fc.constantFrom<TimeUnit>(...TIME_UNITS).map((unit) => ({ unit, ...at }))
const BINARY: readonly BinaryOperator[] = ['+', '-', '*', '/', '%', '=', '<>', '<', '<=', '>', '>=', 'and', 'or', '||']

const special = (e: fc.Arbitrary<ExprNode>): fc.Arbitrary<SpecialForm> =>
  fc.oneof<fc.Arbitrary<SpecialForm>[]>(
    fc.record({ kind: one('interval' as const), count: e, unit: units }),
    fc.tuple(e, e, range).map(([left, right, r]) => ({ kind: 'difference', left, right, ...r })),
    fc.record({ kind: one('extract' as const), unit, from: e }),
    fc.record({ kind: fc.constantFrom('floor' as const, 'ceil' as const), operand: e, unit }),
    fc.record({ kind: fc.constantFrom('timestampadd' as const, 'timestampdiff' as const), unit, left: e, right: e }),
    fc.record({
      kind: one('trim' as const),
      where: fc.constantFrom('both', 'leading', 'trailing' as const),
      characters: maybe(e),
      from: e,
    }),
    fc.record({ kind: one('position' as const), needle: e, of: e, start: maybe(e) }),
    fc.record({ kind: one('substring' as const), of: e, start: e, length: maybe(e) }),
    fc.record({ kind: one('overlay' as const), of: e, placing: e, start: e, length: maybe(e) }),
  )

const { expression } = fc.letrec<{ expression: ExprNode }>((tie) => {
  const e = tie('expression')
  const list = fc.array(e, { minLength: 1, maxLength: 3 })
  const args = fc.array(e, { maxLength: 3 })
  const nodes: fc.Arbitrary<ExprNode>[] = [
    fc.record({ kind: one('element' as const), of: e, index: e, span }),
    fc.record({ kind: one('field' as const), of: e, name, span }),
    fc.record({
      kind: one('constructor' as const),
      constructs: fc.constantFrom('array' as const, 'map' as const),
      items: args,
      span,
    }),
    fc.record({ kind: one('constructor' as const), constructs: one('row' as const), items: list, span }),
    fc.record({ kind: one('special' as const), form: special(e), span }),
    fc.record({ kind: one('unary' as const), operator: fc.constantFrom('-', '+', 'not' as const), operand: e, span }),
    fc.record({
      kind: one('binary' as const),
      operator: fc.constantFrom(...BINARY),
      left: e,
      right: e,
      operatorSpan: span,
      span,
    }),
    fc.record({
      kind: one('is' as const),
      operand: e,
      negated: fc.boolean(),
      test: fc.constantFrom('null', 'true', 'false', 'unknown' as const),
      span,
    }),
    fc.record({ kind: one('is distinct' as const), left: e, negated: fc.boolean(), right: e, span }),
    fc.record({
      kind: one('like' as const),
      style: fc.constantFrom('like' as const, 'similar' as const),
      operand: e,
      negated: fc.boolean(),
      pattern: e,
      escape: maybe(e),
      span,
    }),
    fc.record({
      kind: one('between' as const),
      symmetric: fc.boolean(),
      operand: e,
      negated: fc.boolean(),
      low: e,
      high: e,
      span,
    }),
    fc.record({ kind: one('in' as const), operand: e, negated: fc.boolean(), list, span }),
    fc.record({
      kind: one('case' as const),
      operand: maybe(e),
      branches: fc.array(fc.record({ when: e, then: e }), { minLength: 1, maxLength: 2 }),
      otherwise: maybe(e),
      span,
    }),
    fc.record({ kind: one('cast' as const), attempt: fc.boolean(), operand: e, type, span }),
    fc.record({
      kind: one('call' as const),
      name: callName,
      distinct: one(false),
      star: one(false),
      args,
      filter: maybe(e),
      span,
    }),
    fc.record({
      kind: one('call' as const),
      name: callName,
      distinct: one(true),
      star: one(false),
      args: list,
      filter: one(null),
      span,
    }),
    fc.record({
      kind: one('call' as const),
      name: one({ text: 'count', ...at }),
      distinct: one(false),
      star: one(true),
      args: one<ExprNode[]>([]),
      filter: maybe(e),
      span,
    }),
  ]
  return {
    expression: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'expression' },
      { weight: 12, arbitrary: leaf },
      ...nodes.map((arbitrary) => ({ weight: 1, arbitrary })),
    ),
  }
})

export { expression, leaf }
