// Types and fields.
import fc from 'fast-check'
import type { FieldNode, TypeNode } from '../../../src/surface/ast.js'
import { at, doc, name } from './words.js'

const simple: fc.Arbitrary<TypeNode> = fc
  .constantFrom<[string, number[]]>(
    ['int', []],
    ['bigint', []],
    ['string', []],
    ['decimal', [10, 2]],
    ['timestamp', [3]],
    ['timestamp_ltz', [3]],
    ['double precision', []],
    ['varchar', [20]],
    ['boolean', []],
    ['money', []],
    ['date', []],
  )
  .map(([name, parameters]) => ({ kind: 'named', name, parameters, ...at }))

const { type, field } = fc.letrec<{ type: TypeNode; field: FieldNode }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'type' },
    { weight: 5, arbitrary: simple },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constantFrom('array' as const, 'multiset' as const),
        element: tie('type'),
        elementNotNull: fc.boolean(),
        span: fc.constant(at.span),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('map' as const),
        key: tie('type'),
        keyNotNull: fc.boolean(),
        value: tie('type'),
        valueNotNull: fc.boolean(),
        span: fc.constant(at.span),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('row' as const),
        fields: fc.array(tie('field'), { minLength: 1, maxLength: 3 }),
        span: fc.constant(at.span),
      }),
    },
  ),
  field: fc.record({
    name,
    type: tie('type'),
    notNull: fc.boolean(),
    doc: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: doc }),
    span: fc.constant(at.span),
  }),
}))

export { field, type }
export const fields = fc.array(field, { minLength: 1, maxLength: 4 })
