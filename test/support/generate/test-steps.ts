// Steps of tests, and their tables.
import fc from 'fast-check'
import type { CellNode, FixtureTable, TestStep } from '../../../src/surface/ast.js'
import { at, duration, maybe, name, names, NOWHERE, text, words } from './words.js'

const span = fc.constant(NOWHERE)
const one = <const T>(value: T): fc.Arbitrary<T> => fc.constant(value)

const { cell } = fc.letrec<{ cell: CellNode }>((tie) => ({
  cell: fc.oneof<fc.MaybeWeightedArbitrary<CellNode>[]>(
    { maxDepth: 2 },
    {
      weight: 4,
      arbitrary: fc.constantFrom('1', '-1.00', '+2', '12.5', '1e10', '.5').map((text) => ({ kind: 'number', text, ...at })),
    },
    { weight: 3, arbitrary: words.map((text) => ({ kind: 'string', text, ...at })) },
    { weight: 1, arbitrary: fc.constantFrom('c', 'u', 'd').map((text) => ({ kind: 'word', text, ...at })) },
    { weight: 1, arbitrary: fc.constantFrom('+I', '-U', '+U', '-D').map((text) => ({ kind: 'row kind', text, ...at })) },
    { weight: 1, arbitrary: fc.boolean().map((value) => ({ kind: 'boolean', value, ...at })) },
    { weight: 1, arbitrary: one({ kind: 'null', ...at } as const) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constantFrom('array', 'row', 'map' as const),
        items: fc.array(tie('cell'), { maxLength: 3 }),
        span,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.array(fc.tuple(name, tie('cell')), { minLength: 1, maxLength: 3 }).map((fields) => ({
        kind: 'row',
        items: fields.map(([, cell]) => cell),
        names: fields.map(([name]) => name),
        ...at,
      })),
    },
  ),
}))

const table: fc.Arbitrary<FixtureTable> = fc.integer({ min: 1, max: 4 }).chain((width) =>
  fc.record({
    kind: one('table' as const),
    columns: fc.array(
      fc.record({ name: fc.constantFrom('id', '@time', '@header.trace-id', 'select', 'a b', 'amount', '日本'), span }),
      { minLength: width, maxLength: width },
    ),
    rows: fc.array(
      fc.record({ cells: fc.array(fc.option(cell, { nil: null, freq: 5 }), { minLength: width, maxLength: width }), span }),
      { maxLength: 4 },
    ),
    span,
  }),
)

export const step: fc.Arbitrary<TestStep> = fc.oneof<fc.Arbitrary<TestStep>[]>(
  fc.record({ kind: one('given' as const), relations: names, rows: table, span }),
  fc.record({
    kind: one('given' as const),
    relations: names,
    rows: fc.record({ kind: one('file' as const), path: text, span }),
    span,
  }),
  fc.record({ kind: one('expect' as const), relation: name, table, span }),
  fc.record({ kind: one('expect changes' as const), relation: name, table, span }),
  fc.record({ kind: one('expect dlq' as const), table, span }),
  fc.record({ kind: one('expect nothing' as const), relation: name, span }),
  fc.record({ kind: one('watermark' as const), relation: name, to: cell, span }),
  fc.record({ kind: one('expect watermark' as const), relation: name, at: cell, span }),
  fc.record({ kind: one('advance' as const), by: duration, span }),
  fc.record({ kind: one('restart' as const), span }),
  fc.record({ kind: one('idle' as const), relation: name, partition: maybe(fc.constantFrom(0, 7)), span }),
  fc.record({ kind: one('end' as const), span }),
  fc.record({ kind: one('open' as const), span }),
  fc.record({ kind: one('expect error' as const), code: text, span }),
)
