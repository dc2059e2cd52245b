// Queries: `from` and clauses after it.
import fc from 'fast-check'
import type { Clause, ExprNode, LateNode, QueryDecl, SelectItem } from '../../../src/surface/ast.js'
import { expression } from './expressions.js'
import { at, duration, maybe, name, NOWHERE, text } from './words.js'

const span = fc.constant(NOWHERE)
const one = <const T>(value: T): fc.Arbitrary<T> => fc.constant(value)

export const late: fc.Arbitrary<LateNode> = fc.record({
  strict: fc.boolean(),
  action: fc.oneof<fc.Arbitrary<LateNode['action']>[]>(
    one({ kind: 'dlq' }),
    one({ kind: 'count' }),
    one({ kind: 'accept' }),
    name.map((name) => ({ kind: 'as', name })),
  ),
  span,
})

const item: fc.Arbitrary<SelectItem> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: one('item' as const), expr: expression, alias: maybe(name), span }) },
  { weight: 1, arbitrary: fc.record({ kind: one('star' as const), qualifier: maybe(name), span }) },
)
const items = fc.array(item, { minLength: 1, maxLength: 6 })

export const clause: fc.Arbitrary<Clause> = fc.oneof<fc.Arbitrary<Clause>[]>(
  fc.record({
    kind: one('where' as const),
    condition: expression,
    reject: maybe(fc.record({ reason: text, span })),
    span,
  }),
  fc.record({
    kind: one('join' as const),
    side: fc.constantFrom('inner' as const, 'left' as const),
    relation: name,
    alias: maybe(name),
    at: expression,
    on: expression,
    late: maybe(late),
    span,
  }),
  fc.record({
    kind: one('window' as const),
    window: fc.record({ kind: one('tumble' as const), size: duration, offset: maybe(duration), span }),
    late: maybe(late),
    span,
  }),
  fc.record({
    kind: one('group' as const),
    keys: fc.array(expression, { maxLength: 3 }),
    items,
    having: maybe(expression),
    span,
  }),
  fc.record({ kind: one('select' as const), items, span }),
  fc.record({
    kind: one('extend' as const),
    items: fc.array(fc.record({ name, expr: expression, span }), { minLength: 1, maxLength: 3 }),
    span,
  }),
  fc.record({ kind: one('union' as const), relation: name, span }),
)

export const queryParts: fc.Arbitrary<Pick<QueryDecl, 'kind' | 'relation' | 'name' | 'clauses'>> = fc.record({
  kind: one('query' as const),
  relation: fc.constantFrom('stream', 'table', 'let' as const),
  name,
  clauses: fc
    .tuple(
      fc.record({ kind: one('from' as const), relation: name, alias: maybe(name), span }),
      fc.array(clause, { maxLength: 4 }),
    )
    .map(([from, rest]) => [from, ...rest]),
})

/** A literal, as a param has it. */
export const literal: fc.Arbitrary<ExprNode> = fc.oneof<fc.Arbitrary<ExprNode>[]>(
  one({ kind: 'number', text: '1.50', ...at }),
  one({ kind: 'string', value: "it's", ...at }),
  one({ kind: 'boolean', value: true, ...at }),
  one({ kind: 'null', ...at }),
)
