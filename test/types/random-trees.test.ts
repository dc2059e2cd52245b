// Typing is total: whatever tree comes in, an expression comes out, and what the contract of expr-api.ts promises about
// arguments holds for every node of it.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { children, type Expr } from '../../src/ir/expr.js'
import { isError, isExact, isInteger, isNumeric, isString, isTimestamp } from '../../src/ir/types.js'
import { exprTerm } from '../../src/codegen/flink/expr.js'
import { primary } from '../../src/codegen/flink/functions.js'
import { TIME_UNITS } from '../../src/parser/grammar-special.js'
import { compileExpr } from '../../src/runtime/functions/evaluator.js'
import type { BinaryOperator, ExprNode, IntervalUnit, SpecialForm } from '../../src/surface/ast.js'
import { checkNode } from './check.js'
import { TYPES } from './columns.js'
import { typeNode } from './matrices.js'

let next = 0
/** Different places, so that no message hides another. */
const span = () => ({ declaration: 'tree', start: next++, end: next })
const named = (text: string) => ({ text, span: span() })
const written = (value: string) => ({ value, span: span() })

const UNITS: readonly IntervalUnit[] = ['year', 'month', 'day', 'hour', 'minute', 'second']
const BINARY: readonly BinaryOperator[] = ['+', '-', '*', '/', '%', '=', '<>', '<', '<=', '>', '>=', 'and', 'or', '||']

/** Few, so that many trees make sense; `ni` is the group key. */
const COLUMN_NAMES = [
  'ni',
  'ni',
  'ni',
  'i',
  'nl',
  'nd18',
  'd38',
  'nb',
  'b',
  'ns',
  'nc3',
  'nts3',
  'nltz3',
  'ndt',
  'nd',
  'nf',
  'nr',
  'nyb',
]

const leaf: fc.Arbitrary<ExprNode> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(...COLUMN_NAMES).map((name): ExprNode => ({ kind: 'path', names: [named(name)], span: span() })),
  },
  fc
    .constantFrom('0', '1', '42', '1.50', '0.05', '1e3', '2147483648', '99999999999999999999', '1e999')
    .map((text): ExprNode => ({ kind: 'number', text, span: span() })),
  fc
    .constantFrom('', 'a', 'abc', '12', '2024-01-01', 'a\\b', '%')
    .map((value): ExprNode => ({ kind: 'string', value, span: span() })),
  fc.boolean().map((value): ExprNode => ({ kind: 'boolean', value, span: span() })),
  fc.constant(null).map((): ExprNode => ({ kind: 'null', span: span() })),
  fc
    .record({
      type: fc.constantFrom('date' as const, 'time' as const, 'timestamp' as const, 'timestamp_ltz' as const),
      text: fc.constantFrom('2024-02-29', '10:00:00', '2024-01-01 00:00:00.5', 'x'),
    })
    .map(({ type, text }): ExprNode => ({ kind: 'typed literal', type, value: written(text), span: span() })),
  fc
    .record({
      text: fc.constantFrom('5', '1:30', '1-2', '-3', '1.5', '100', 'x'),
      from: fc.constantFrom(...UNITS),
      to: fc.option(fc.constantFrom(...UNITS)),
    })
    .map(({ text, from, to }): ExprNode => ({
      kind: 'interval',
      negative: text === '-3',
      value: written(text),
      from,
      to,
      precision: null,
      fraction: null,
      span: span(),
    })),
  fc.constantFrom('', '0aff').map((hex): ExprNode => ({ kind: 'bytes', hex, span: span() })),
  fc.constant(null).map((): ExprNode => ({ kind: 'missing', span: span() })),
)

const unit = fc.constantFrom(...TIME_UNITS).map((u) => ({ unit: u, span: span() }))
const range = fc.record({
  from: fc.constantFrom(...UNITS),
  to: fc.option(fc.constantFrom(...UNITS)),
  precision: fc.option(fc.nat(5)),
  fraction: fc.option(fc.nat(9)),
})

const special = (t: fc.Arbitrary<ExprNode>): fc.Arbitrary<SpecialForm> => {
  const start = fc.option(t)
  return fc.oneof(
    fc.record({ kind: fc.constant('interval' as const), count: t, unit: fc.constantFrom(...UNITS) }),
    fc
      .record({ left: t, right: t, range })
      .map((r) => ({ kind: 'difference' as const, left: r.left, right: r.right, ...r.range })),
    fc.record({ kind: fc.constant('extract' as const), unit, from: t }),
    fc.record({ kind: fc.constantFrom('floor' as const, 'ceil' as const), unit, operand: t }),
    fc.record({ kind: fc.constantFrom('timestampadd' as const, 'timestampdiff' as const), unit, left: t, right: t }),
    fc.record({
      kind: fc.constant('trim' as const),
      where: fc.constantFrom('both' as const, 'leading' as const, 'trailing' as const),
      characters: start,
      from: t,
    }),
    fc.record({ kind: fc.constant('position' as const), needle: t, of: t, start }),
    fc.record({ kind: fc.constant('substring' as const), of: t, start: t, length: start }),
    fc.record({ kind: fc.constant('overlay' as const), of: t, placing: t, start: t, length: start }),
  )
}

const { tree } = fc.letrec<{ tree: ExprNode }>((tie) => {
  const t = tie('tree')
  const list = fc.array(t, { minLength: 0, maxLength: 3 })
  return {
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc
        .record({ operator: fc.constantFrom(...BINARY), left: t, right: t })
        .map((r): ExprNode => ({ kind: 'binary', ...r, operatorSpan: span(), span: span() })),
      fc
        .record({ operator: fc.constantFrom('-' as const, '+' as const, 'not' as const), operand: t })
        .map((r): ExprNode => ({ kind: 'unary', ...r, span: span() })),
      fc
        .record({ operand: t, negated: fc.boolean(), test: fc.constantFrom('null' as const, 'true' as const, 'false' as const) })
        .map((r): ExprNode => ({ kind: 'is', ...r, span: span() })),
      fc
        .record({
          style: fc.constantFrom('like' as const, 'similar' as const),
          operand: t,
          negated: fc.boolean(),
          pattern: t,
          escape: fc.option(t),
        })
        .map((r): ExprNode => ({ kind: 'like', ...r, span: span() })),
      fc
        .record({ symmetric: fc.boolean(), operand: t, negated: fc.boolean(), low: t, high: t })
        .map((r): ExprNode => ({ kind: 'between', ...r, span: span() })),
      fc
        .record({ operand: t, negated: fc.boolean(), list })
        .map((r): ExprNode => ({ kind: 'in', ...r, list: [r.operand, ...r.list], span: span() })),
      fc
        .record({
          operand: fc.option(t),
          branches: fc.array(fc.record({ when: t, then: t }), { minLength: 1, maxLength: 2 }),
          otherwise: fc.option(t),
        })
        .map((r): ExprNode => ({ kind: 'case', ...r, span: span() })),
      fc
        .record({ attempt: fc.boolean(), operand: t, type: fc.constantFrom(...TYPES.map(([, type]) => type)) })
        .map((r): ExprNode => ({ kind: 'cast', ...r, type: typeNode(r.type), span: span() })),
      fc.record({ left: t, negated: fc.boolean(), right: t }).map((r): ExprNode => ({ kind: 'is distinct', ...r, span: span() })),
      special(t).map((form): ExprNode => ({ kind: 'special', form, span: span() })),
      fc.record({ of: t, index: t }).map((r): ExprNode => ({ kind: 'element', ...r, span: span() })),
      fc
        .record({ of: t, name: fc.constantFrom('x', 'y', 'z') })
        .map((r): ExprNode => ({ kind: 'field', of: r.of, name: named(r.name), span: span() })),
      fc
        .record({ constructs: fc.constantFrom('array' as const, 'row' as const, 'map' as const), items: list })
        .map((r): ExprNode => ({
          kind: 'constructor',
          ...r,
          items: r.constructs === 'row' ? [...r.items, ...r.items.slice(0, 1)] : r.items,
          span: span(),
        })),
      fc
        .record({
          name: fc.constantFrom(
            'coalesce',
            'if',
            'nullif',
            'ifnull',
            'cardinality',
            'element',
            'count',
            'sum',
            'avg',
            'min',
            'max',
            'upper',
            'trim',
            'substring',
            'char_length',
            'now',
            'extract',
            'nonsense',
          ),
          distinct: fc.boolean(),
          star: fc.boolean(),
          args: list,
          filter: fc.option(t),
        })
        .map((r): ExprNode => ({ kind: 'call', ...r, name: named(r.name), span: span() })),
    ),
  }
})

const COMPARISONS: ReadonlySet<string> = new Set(['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in'])
const ARITHMETIC: ReadonlySet<string> = new Set(['plus', 'minus', 'times', 'divide'])

const elementKey = (t: Expr['type']): string | null => (t.kind === 'array' ? t.element.type.key : null)

/** What a node breaks of the promises in expr-api.ts. */
function broken(e: Expr): string[] {
  const own: string[] = []
  const same = (list: readonly Expr[]): boolean => list.every((a) => a.type.key === e.type.key)
  if (isError(e)) own.push('poison inside')
  if (e.kind === 'call') {
    const types = e.args.map((a) => a.type)
    const family = [isExact, isString, (t: Expr['type']) => isTimestamp(t) && t.kind === types[0]!.kind].some((is) =>
      types.every((t) => is(t)),
    )
    const oneType =
      types.every((t) => t.key === types[0]!.key) ||
      types.every((t) => t.kind === types[0]!.kind && t.kind.endsWith('binary')) ||
      types.every((t) => t.kind.endsWith('binary')) ||
      types.every((t) => t.kind === 'array')
    if (COMPARISONS.has(e.fn) && !family && !oneType) own.push(`${e.fn} of ${types.map((t) => t.key).join(', ')}`)
    if (ARITHMETIC.has(e.fn) && types.every(isNumeric)) {
      if (!types.every(isExact) && !same(e.args)) own.push(`${e.fn} of mixed approximate types`)
      if (isInteger(e.type) && !same(e.args)) own.push(`${e.fn} of mixed integers`)
    }
    if (e.fn === 'coalesce' && !same(e.args)) own.push('coalesce of mixed types')
    if (e.fn === 'array' && types.some((t) => t.key !== elementKey(e.type))) own.push('array of mixed types')
    if (e.fn === 'if' && !same(e.args.slice(1))) own.push('if of mixed types')
  }
  if (e.kind === 'case' && !same([...e.branches.map((b) => b.then), e.otherwise])) own.push('case of mixed types')
  if (e.type.kind === 'null') own.push('a NULL without a type')
  return [...own, ...children(e).flatMap(broken)]
}

/** Errors that leave a type behind: what they say is about a value, not a type. */
const ABOUT_VALUES: ReadonlySet<string> = new Set(['FLOW3203', 'FLOW3207', 'FLOW3115'])

describe('typing of random trees', () => {
  it.each(['scalar', 'grouped', 'windowed'] as const)('never throws, and keeps its promises: %s', (where) => {
    let typed = 0
    const wrong: string[] = []
    fc.assert(
      fc.property(tree, (node) => {
        const { expr, errors } = checkNode(node, where)
        if (isError(expr) || !errors.every((code) => ABOUT_VALUES.has(code))) return
        typed++
        wrong.push(...broken(expr))
        if (where !== 'scalar') return
        // what is typed has SQL and an evaluator
        exprTerm(expr, (c) => primary(`c${c.ordinal}`))
        compileExpr(expr)
      }),
      { numRuns: 2000, seed: 7 },
    )
    expect(wrong).toEqual([])
    expect(typed).toBeGreaterThan(40)
  })

  it('never poisons without a message, but for what the parser has reported', () => {
    const silent: string[] = []
    fc.assert(
      fc.property(tree, (node) => {
        const { expr, errors } = checkNode(node)
        const text = JSON.stringify(node)
        if (isError(expr) && errors.length === 0 && !text.includes('"missing"')) silent.push(text)
      }),
      { numRuns: 500, seed: 8 },
    )
    expect(silent).toEqual([])
  })
})
