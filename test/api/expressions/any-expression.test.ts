// Any expression of the language, built with the API, is the tree that it was meant to be, and its text is read as that tree.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as aggregates from '../../../src/api/aggregates.js'
import { condition, scopeOf } from '../../../src/api/callbacks.js'
import { callExpression } from '../../../src/api/calls.js'
import { caseOf, when } from '../../../src/api/cases.js'
import { fieldType } from '../../../src/api/field-types.js'
import { array, map, row } from '../../../src/api/functions.js'
import { bytes, date, dec, interval, lit, time, timestamp, timestampLtz } from '../../../src/api/literals.js'
import { spanAt } from '../../../src/api/nodes.js'
import { METHOD_NAMES } from '../../../src/api/operators.js'
import * as special from '../../../src/api/special-functions.js'
import { printExpression } from '../../../src/format/expressions.js'
import type { BinaryOperator, ExprNode, IntervalRange, SpecialForm } from '../../../src/surface/ast.js'
import { expression } from '../../support/generate/expressions.js'
import { meaning } from '../../support/generate/same-tree.js'
import { parsed } from './support.js'

/** An expression of the API whose type is not known here. */
interface Loose {
  readonly [method: string]: (...args: readonly unknown[]) => Loose
}
type Call = (...args: readonly unknown[]) => Loose
const loose = (value: unknown): Loose => value as Loose
const calls = (module: object): Readonly<Record<string, Call>> => module as Readonly<Record<string, Call>>
const functions = calls(special)
const span = spanAt(null)

const METHODS = {
  '+': 'plus',
  '-': 'minus',
  '*': 'times',
  '/': 'div',
  '%': 'mod',
  '=': 'eq',
  '<>': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
  and: 'and',
  or: 'or',
  '||': 'concat',
} as const satisfies Record<BinaryOperator, string>
const TYPED = { date, time, timestamp, timestamp_ltz: timestampLtz }

/** What JavaScript calls by itself, or an expression has as a method, is a field by `field(…)`. */
const taken = (name: string): boolean =>
  METHOD_NAMES.has(name) || ['toString', 'toLocaleString', 'valueOf', 'toJSON'].includes(name)

function built(o: Readonly<Record<string, unknown>>, node: ExprNode): Loose {
  const b = (n: ExprNode): Loose => built(o, n)
  const maybe = (n: ExprNode | null): Loose | undefined => (n === null ? undefined : b(n))
  const negated = (n: boolean, name: string): string => (n ? `not${name[0]!.toUpperCase()}${name.slice(1)}` : name)
  switch (node.kind) {
    case 'number':
      return loose(dec(node.text))
    case 'string':
    case 'boolean':
      return loose(lit(node.value))
    case 'null':
      return loose(lit(null as never))
    case 'bytes':
      return loose(bytes(node.hex))
    case 'typed literal':
      return loose(TYPED[node.type](node.value.value))
    case 'interval':
      return calls({ interval })['interval']!(`${node.negative ? '-' : ''}${node.value.value}`, ...rangeOf(node))
    case 'path': {
      const [first, ...fields] = node.names.map((n) => n.text)
      return fields.reduce((of, name) => (taken(name) ? of['field']!(name) : loose(of[name])), loose(o[first!]))
    }
    case 'element':
      return b(node.of)['at']!(b(node.index))
    case 'field':
      return b(node.of)['field']!(node.name.text)
    case 'constructor':
      return calls({ array, map, row })[node.constructs]!(...node.items.map(b))
    case 'special':
      return form(node.form, b, maybe)
    case 'unary':
      return node.operator === '+' ? b(node.operand) : b(node.operand)[node.operator === 'not' ? 'not' : 'negate']!()
    case 'binary':
      return b(node.left)[METHODS[node.operator]]!(b(node.right))
    case 'is':
      return b(node.operand)[`is${node.negated ? 'Not' : ''}${node.test[0]!.toUpperCase()}${node.test.slice(1)}`]!()
    case 'is distinct':
      return b(node.left)[node.negated ? 'isNotDistinctFrom' : 'isDistinctFrom']!(b(node.right))
    case 'like':
      return b(node.operand)[negated(node.negated, node.style === 'like' ? 'like' : 'similarTo')]!(
        b(node.pattern),
        maybe(node.escape),
      )
    case 'between':
      return b(node.operand)[negated(node.negated, node.symmetric ? 'betweenSymmetric' : 'between')]!(b(node.low), b(node.high))
    case 'in':
      return b(node.operand)[negated(node.negated, 'in')]!(...node.list.map(b))
    case 'case': {
      const [first, ...more] = node.branches
      const begun =
        node.operand === null
          ? loose(when(b(first!.when) as never, b(first!.then) as never))
          : loose(caseOf(b(node.operand) as never))
      const all = (node.operand === null ? more : node.branches).reduce((of, x) => of['when']!(b(x.when), b(x.then)), begun)
      return node.otherwise === null ? all['end']!() : all['else']!(b(node.otherwise))
    }
    case 'cast': {
      const type = fieldType({ node: node.type, notNull: false, doc: null, refs: [] })
      return b(node.operand)[node.attempt ? 'tryCast' : 'cast']!(type)
    }
    case 'call': {
      const args = node.args.map(b)
      if (!isAggregate(node)) return loose(callExpression(node.name.text, args, span))
      const called = calls(aggregates)[node.name.text]!(...(node.distinct ? [calls(aggregates)['distinct']!(args[0])] : args))
      return node.filter === null ? called : called['filter']!(b(node.filter))
    }
    case 'missing':
      throw new Error('what was read with an error is not generated')
  }
}

const rangeOf = ({ from, to, precision, fraction }: IntervalRange): readonly unknown[] => [
  from,
  to ?? undefined,
  { ...(precision === null ? {} : { precision }), ...(fraction === null ? {} : { fraction }) },
]

function form(f: SpecialForm, b: (n: ExprNode) => Loose, maybe: (n: ExprNode | null) => Loose | undefined): Loose {
  const call = (name: string, ...args: readonly unknown[]): Loose => functions[name]!(...args)
  switch (f.kind) {
    case 'interval':
      return call('intervalOf', b(f.count), f.unit)
    case 'difference':
      return call('difference', b(f.left), b(f.right), ...rangeOf(f))
    case 'extract':
      return call('extract', f.unit.unit, b(f.from))
    case 'floor':
    case 'ceil':
      return call(f.kind, b(f.operand), f.unit.unit)
    case 'timestampadd':
      return call('timestampAdd', f.unit.unit, b(f.left), b(f.right))
    case 'timestampdiff':
      return call('timestampDiff', f.unit.unit, b(f.left), b(f.right))
    case 'trim':
      return call('trim', b(f.from), { where: f.where, ...(f.characters === null ? {} : { characters: b(f.characters) }) })
    case 'position':
      return call('position', b(f.needle), b(f.of), maybe(f.start))
    case 'substring':
      return call('substring', b(f.of), b(f.start), maybe(f.length))
    case 'overlay':
      return call('overlay', b(f.of), b(f.placing), b(f.start), maybe(f.length))
  }
}

const isAggregate = (node: ExprNode & { kind: 'call' }): boolean =>
  (node.name.text === 'count' && node.star) || (['count', 'sum'].includes(node.name.text) && node.args.length === 1)

/** What the API says in one way only: no `+x`, no `(a).b` for `a.b`, `distinct` and `filter` of aggregates alone. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, v]) => [key, plain(v)])) as Record<string, unknown>
  const node = inner as unknown as ExprNode
  if (node.kind === 'unary' && node.operator === '+') return node.operand
  if (node.kind === 'field' && node.of.kind === 'path') return { kind: 'path', names: [...node.of.names, node.name] }
  if (node.kind === 'call' && !isAggregate(node)) return { ...node, distinct: false, filter: null, star: false }
  return inner
}

it('any expression', () => {
  fc.assert(
    fc.property(
      // a text of the language may hold a param; what JavaScript gives is never one
      expression.filter((node) => !JSON.stringify(node).includes('${')),
      (node) => {
        const { expr } = condition((o: Readonly<Record<string, unknown>>) => built(o, node), [scopeOf(null, 'r')], condition)
        expect(meaning(expr)).toEqual(plain(meaning(node)))
        expect(meaning(parsed(printExpression(expr)))).toEqual(meaning(expr))
      },
    ),
    { numRuns: 300 },
  )
})
