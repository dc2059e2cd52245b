// Chains of relations that a loop has made: longer than the engine can call itself, in the order in which they are read and in the reverse one.
import { describe, expect, it } from 'vitest'
import { postOrder } from '../../src/core/post-order.js'
import { SourceIndex } from '../../src/core/source.js'
import { compile } from '../../src/workspace/compile.js'
import { graphModel } from '../../src/codegen/graph/model.js'
import { lineage } from '../../src/codegen/graph/lineage.js'
import { planShape } from '../../src/codegen/flink/shape.js'

const chain = (length: number, order: 'forward' | 'reverse', first = 's0'): string => {
  const relations = Array.from(
    { length },
    (_, i) => `stream s${i + 1} =\n  from ${i === 0 ? first : `s${i}`}\n  where id > ${i}\n`,
  )
  if (order === 'reverse') relations.reverse()
  return `pipeline p {}

schema S { id bigint not null }

${relations.join('\n')}
stream s0 from files 's.ndjson' {
  schema S
}

sink kafka 'a.b.c.v1' from s${length} append {
  format json
}
`
}
const compiled = (text: string) =>
  compile({
    host: { readText: (path) => (path === 'a.flow' ? { kind: 'text', text } : { kind: 'missing' }), list: () => [] },
    files: ['a.flow'],
    target: 'flink-2.2',
    index: new SourceIndex(),
    before: [],
  })

describe('a chain of thousands', { timeout: 60_000 }, () => {
  it.each(['forward', 'reverse'] as const)('in %s order', (order) => {
    const { diagnostics, programs } = compiled(chain(6_000, order))
    expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([])
    const { plan } = programs[0]!
    expect(plan.operators).toHaveLength(6_002)
    const at = new Map(plan.operators.map((o, i) => [o.id, i]))
    for (const [i, o] of plan.operators.entries()) for (const e of o.inputs) expect(at.get(e.operator)).toBeLessThan(i)
    const shape = planShape(plan)
    expect(plan.operators.map((o) => shape.branches(o.id)).every((n) => n <= 1)).toBe(true)
    expect(graphModel(plan).nodes.map((n) => n.label)).toContain('s6000')
    expect(lineage(plan)).toMatchObject([{ columns: [{ name: 'id', from: [{ source: 's0', column: 'id' }] }] }])
  })

  it('in a circle is told as one', () => {
    const { diagnostics } = compiled(chain(120, 'reverse', 's120'))
    const errors = diagnostics.filter((d) => d.severity === 'error')
    expect(errors.map((d) => d.code)).toEqual(['FLOW2005'])
  })

  it('says of a mistake what a short one says', () => {
    const said = (length: number) =>
      compiled(chain(length, 'reverse').replace('where id > 0', 'where idd > 0')).diagnostics.filter(
        (d) => d.severity === 'error',
      )
    expect(said(300).map((d) => [d.code, d.message])).toEqual(said(3).map((d) => [d.code, d.message]))
    expect(said(3)).toHaveLength(1)
  })
})

it('what refers to others comes behind them, in their order', () => {
  const refers: Readonly<Record<string, readonly string[]>> = { a: ['b', 'c'], b: ['d'], c: ['d', 'a'], d: [], e: ['c'] }
  expect(postOrder(['a', 'e'], (n) => refers[n]!)).toEqual(['d', 'b', 'c', 'a', 'e'])
})
