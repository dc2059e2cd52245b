// Documentation of each kind of declaration: as a call, and among the properties of what has no object of its own.
import { describe, expect, it } from 'vitest'
import { catalog, env, fn, kafka, namedType, param, pipeline, schema, sql, stream, t, topic } from '../../../src/api/index.js'
import { closeLoop, modulesOf } from '../../support/close-loop.js'
import { compileFiles } from '../../support/flow-programs.js'
import { customers, orders, shopDb } from '../rows.js'
import { lastText, mistakeOf, nodesOf, textOf } from '../support.js'

const lake = catalog('lake', { uri: env('U'), warehouse: 'w' })

describe('doc', () => {
  it.each([
    ['schema', () => schema('x', { a: t.int() }).doc('Why.')],
    ['connection', () => shopDb.doc('Why.')],
    ['catalog', () => lake.doc('Why.')],
    ['param', () => param('x', t.int(), 1).doc('Why.')],
    ['type', () => namedType('x', t.int()).doc('Why.')],
    ['fn', () => fn('x', { a: t.int() }, (p) => p.a).doc('Why.')],
    ['sql', () => sql('x', { inputs: [orders], returns: { a: t.int() } }, 'SELECT 1 AS a').doc('Why.')],
    ['stream', () => stream('x', orders).doc('Why.')],
    ['topic', () => topic('x', {}).doc('Why.')],
    ['pipeline', () => pipeline('x').doc('Why.')],
  ])('of a %s', (kind, make) => {
    expect(lastText(make())).toMatch(new RegExp(`^/// Why\\.\n${kind} `))
  })

  it('of a type, which stays what it is', () => {
    const money = namedType('money', t.decimal(10, 2)).doc('In euros.')
    expect(textOf({ x: schema('x', { a: money() }) })).toContain('/// In euros.\ntype money = decimal(10, 2)\n')
  })

  it('of the parts of a pipeline', () => {
    const doc = `
      Why.
        And how.
    `
    const text = textOf({
      default: pipeline('shop')
        .sinkAppend(orders, kafka('a'), { doc: 'To others.', partitions: 3 })
        .sinkUpsert(customers, lake.table('x', 'y'), { doc: 'Into the lake.' })
        .topic('b', { doc, partitions: 3 })
        .tap(orders, 'c', { doc: 'To look at.' })
        .test('d', (test) => test.expectNothing(orders), { doc: 'Nothing comes of nothing.' }),
    })
    for (const part of [
      "/// To others.\nsink kafka 'a'",
      '/// Into the lake.\nsink lake.x.y',
      "/// Why.\n///   And how.\ntopic 'b'",
      "/// To look at.\ntap orders to kafka 'c'",
      "/// Nothing comes of nothing.\ntest 'd'",
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('doc')
  })

  it('of a field is a part of what a schema says: of two that differ in it, none is lost', () => {
    const dated = (doc: string) => schema('dated', { at: t.date().doc(doc) })
    expect(textOf({ one: dated('Why.'), other: dated('Why.') }).match(/Why/g)).toHaveLength(1)
    expect(mistakeOf(() => nodesOf({ one: dated('Why.'), other: dated('How.') })).flowc.mistake).toBe('twoOfOneName')
  })

  it('is a text of whole characters', () => {
    const halves = ['a\ud83d', '\udc00b', 'a\ud83d\nb']
    for (const doc of halves) {
      expect(mistakeOf(() => orders.doc(doc)).message).toMatch(/^FLOW2111: the text .* holds a half of a character/)
      expect(mistakeOf(() => t.int().doc(doc)).message).toMatch(/^FLOW2111/)
      expect(mistakeOf(() => pipeline('x').topic('b', { doc })).message).toMatch(/^FLOW2111/)
    }
    expect(mistakeOf(() => orders.doc('a\0b')).message).toMatch(/^FLOW2111: the text .* holds a NUL/)
    expect(lastText(orders.doc('Paid 🙂.'))).toMatch(/^\/\/\/ Paid 🙂\.\n/)
  })

  it('is a text', () => {
    expect(mistakeOf(() => pipeline('x').topic('b', { doc: 1 as never })).message).toMatch(
      /`doc` takes a text, and got the number 1/,
    )
    expect(mistakeOf(() => pipeline('x').tap(orders, 'b', { docs: '' } as never)).message).toMatch(/^FLOW2131/)
  })
})

const FLOW = `/// A shop.
pipeline shop {}

/// In euros.
type money = decimal(10, 2)

schema order {
  id  bigint not null,
  amount money
}

stream orders from files 'orders.ndjson' {
  schema  order
}

/// To others.
///
///   All of them.
sink kafka 'shop.order.v1' from orders append {
  format json
}

/// To look at.
tap orders to kafka 'debug.orders'

/// Theirs.
topic 'shop.return.v1' {
  partitions 3
}

/// Nothing comes of nothing.
test 'nothing' for shop {
  expect nothing from orders
}
`

it('of a text is in TypeScript, and in its text again', async () => {
  const { model } = compileFiles({ 'a.flow': FLOW }, 'a.flow')
  const made = modulesOf({ 'a.flow': FLOW }, 'a.flow', model)
  expect(made.asText).toEqual([])
  const code = made.modules.get('a.flow.ts')!
  expect(code).toContain("namedType('money', t.decimal(10, 2)).doc('In euros.')")
  expect(code).toMatch(/doc: `\s+To others\.\n\n\s+All of them\.\s*`/)
  expect(code).not.toContain('//')
  const [closed] = await closeLoop([made])
  if (!closed!.ok) throw new Error(closed!.problem)
  const docs = (text: string): readonly string[] => text.split('\n').filter((line) => line.startsWith('///'))
  expect([...docs(closed!.text)].sort()).toEqual([...docs(FLOW)].sort())
})
