// Relations by their names: documentation, streams of late rows, what a name looks like in text.
import { describe, expect, it } from 'vitest'
import { kafka, minutes, count, stream } from '../../../src/api/index.js'
import { customers, orders } from '../rows.js'
import { lastText, loose, mistakeOf, nodesOf, textOf } from '../support.js'

describe('doc', () => {
  it('is the lines above a declaration', () => {
    expect(lastText(stream('big', orders).doc('Large ones.'))).toBe('/// Large ones.\nstream big =\n  from orders')
    expect(lastText(stream('big', orders).doc('One.\n\n  Two.\n'))).toBe('/// One.\n///\n///   Two.\nstream big =\n  from orders')
  })

  it('a template has the indentation of the program around it', () => {
    const text = `
      Large ones.
        And more.
    `
    expect(lastText(stream('big', orders).doc(text))).toBe('/// Large ones.\n///   And more.\nstream big =\n  from orders')
  })

  it('nothing is nothing', () => {
    expect(lastText(stream('big', orders).doc(' \n '))).toBe('stream big =\n  from orders')
  })

  it('a relation with documentation is the same relation', () => {
    const big = stream('big', orders)
    const read = stream('read', big)
    const told = big.doc('Large ones.')
    expect(nodesOf({ read, told }).filter((d) => d.kind === 'query' && d.name.text === 'big')).toHaveLength(1)
    expect(textOf({ read, told })).toContain('/// Large ones.\nstream big =')
    expect(textOf({ told, read })).toContain('/// Large ones.\nstream big =')
  })
})

describe('streams of late rows', () => {
  const counted = stream(
    'counted',
    orders
      .windowTumble(minutes(1), { late: { as: 'behind' } })
      .groupBy()
      .select(() => ({ n: count() })),
  )

  it('are read by their name, and bring their relation along', () => {
    const text = textOf({
      read: stream(
        'read',
        counted.lane('behind').where((o) => o.amount.gt(0)),
      ),
    })
    expect(text).toMatch(/stream counted =\n(?:.|\n)*late as behind(?:.|\n)*stream read =\n {2}from behind\n {2}where amount > 0/)
  })

  it('of a source', () => {
    const late = stream('late_orders', kafka('x').schemaRegistry<{ id: bigint }>().late({ as: 'older', strict: true }))
    expect(textOf({ read: stream('read', late.lane('older')) })).toContain('late    strict as older')
  })

  it('that nobody names', () => {
    expect(mistakeOf(() => loose(counted).lane!('behnd')).message).toBe(
      'FLOW2123: `counted` has no stream of late rows `behnd`; it has `behind`',
    )
    expect(mistakeOf(() => loose(orders).lane!('late')).message).toBe(
      "FLOW2123: `orders` has no stream of late rows `late`; one of its clauses names it: `late: { as: 'late' }`",
    )
    expect(mistakeOf(() => loose(counted.lane('behind')).doc!('x')).message).toMatch(
      /FLOW2126: `doc` cannot stand here: a stream of late rows is documented where its relation is/,
    )
  })
})

describe('names', () => {
  it('stand in backquotes where the text needs them', () => {
    const odd = stream('select', orders)
    expect(lastText(stream('two words', odd))).toBe('stream `two words` =\n  from `select`')
    expect(`SELECT * FROM ${String(odd)}, ${String(customers)}`).toBe('SELECT * FROM `select`, customers')
  })

  it('stand in the data with the call that gave them', () => {
    const [node] = nodesOf({ copy: stream('copy', kafka('x') as never) as unknown })
    expect(node).toMatchObject({ kind: 'source', name: { text: 'copy' }, doc: null, hash: '', incomplete: false, id: '' })
  })
})
