// `type NAME = …`: another name of a type, wherever a type stands; what is wrong with one.
import { describe, expect, it } from 'vitest'
import { checkProgram, type Checked } from '../support/check-program.js'
import { marked, over, related, typeOf } from './expansion-base.js'

describe('a type of the program is what it stands for', () => {
  it.each([
    ['type money = decimal(18, 2)', 'cast(amount as money)', 'DECIMAL(18, 2)'],
    ['type money = decimal(18, 2)', 'try_cast(region as money)', 'DECIMAL(18, 2)'],
    ['type id = bigint\ntype ids = array<id>', 'cast(null as ids)', 'ARRAY<BIGINT>'],
    ['type pair = row<a int, b money>\ntype money = decimal(18, 2)', 'cast(null as pair)', 'ROW<`a` INT, `b` DECIMAL(18, 2)>'],
    [
      'type m = map<string, row<n money not null>>\ntype money = decimal(18, 2)',
      'cast(null as m)',
      'MAP<STRING, ROW<`n` DECIMAL(18, 2) NOT NULL>>',
    ],
    // names of programs have a case, those of Flink have none
    ['type Money = decimal(18, 2)\ntype money = decimal(10, 2)', 'cast(amount as Money)', 'DECIMAL(18, 2)'],
    ['type money = decimal(18, 2)\nfn f(a money) = a', 'f(amount)', 'DECIMAL(18, 2)'],
    ['type money = decimal(18, 2)\nfn f(a decimal(10, 2)) money = a', 'f(amount)', 'DECIMAL(18, 2)'],
  ])('%s: %s', (declarations, expression, type) => {
    const checked = over(declarations, `select ${expression} as x, order_id`)
    expect(checked.lines).toEqual([])
    expect(typeOf(checked)).toBe(type)
  })

  const schema = (types: string): Checked =>
    checkProgram({
      'main.flow': `${types}
schema Order { order_id id not null, amount money, tags array<tag not null> }
stream result from files 'orders.ndjson' { schema Order }
`,
    })
  it('in schemas', () => {
    const checked = schema('type id = bigint\ntype money = decimal(18, 2)\ntype tag = varchar(20)')
    expect(checked.lines).toEqual([])
    expect(['order_id', 'amount', 'tags'].map((c) => typeOf(checked, c))).toEqual([
      'BIGINT NOT NULL',
      'DECIMAL(18, 2)',
      'ARRAY<VARCHAR(20) NOT NULL>',
    ])
  })
  it('of another file', () => {
    const main = `import { money, id as key } from './types.flow'
schema Order { order_id key not null, amount money }
stream result from files 'orders.ndjson' { schema Order }
`
    const checked = checkProgram({
      'main.flow': main,
      'types.flow': 'type id = bigint\ntype cents = decimal(18, 2)\ntype money = cents\n',
    })
    expect(checked.lines).toEqual([])
    expect([typeOf(checked, 'order_id'), typeOf(checked, 'amount')]).toEqual(['BIGINT NOT NULL', 'DECIMAL(18, 2)'])
    expect(marked(checkProgram({ 'main.flow': main, 'types.flow': 'type id = bigint\n' }))).toEqual(['FLOW2004 money'])
  })
})

describe('what is wrong with a type', () => {
  it.each([
    ['type int = bigint', 'order_id', 'FLOW2041 int'],
    ['type String = varchar(5)', 'order_id', 'FLOW2041 String'],
    ['type duration = bigint', 'order_id', 'FLOW2041 duration'],
    ['type t = decimal(39, 2)', 'order_id', 'FLOW3305 decimal(39, 2)'],
    ['type t = strng', 'order_id', 'FLOW3304 strng'],
    // once, however often it is used
    ['type t = strng', 'cast(null as t) as a, cast(null as array<t>) as b, order_id', 'FLOW3304 strng'],
    ['type money = decimal(18, 2)', 'cast(amount as money(10)) as x, order_id', 'FLOW2039 money(10)'],
    ['type money = decimal(18, 2)', 'cast(amount as mony) as x, order_id', 'FLOW3304 mony'],
    ['type t = array<t>', 'cast(null as t) as x, order_id', 'FLOW2040 t'],
    ['type a = row<x b>\ntype b = array<c>\ntype c = a', 'cast(null as b) as x, order_id', 'FLOW2040 a'],
  ])('%s: %s', (declarations, items, expected) => {
    expect(marked(over(declarations, `select ${items}`))).toEqual([expected])
  })

  it('a cycle shows its path', () => {
    const checked = over('type a = row<x b>\ntype b = array<c>\ntype c = a', 'select order_id')
    expect(checked.diagnostics[0]!.message).toBe('a type cannot hold itself: a → b → c → a')
    expect(related(checked, 'FLOW2040')).toEqual(['b: `b`', 'c: `c`'])
  })
  it('a message names it with what it stands for', () => {
    const cast = over('type moment = timestamp(3)', 'select cast(quantity as moment) as x, order_id')
    expect(cast.diagnostics[0]!.message).toContain('`moment`, which is TIMESTAMP(3)')
    const fn = over('type money = decimal(10, 2)\nfn f(a money) = a', 'select f(region) as x, order_id')
    expect(fn.diagnostics[0]!.message).toBe('`a` of `f` is `money`, which is DECIMAL(10, 2), `region` is STRING')
  })
})

describe('types that stand on types', () => {
  const doubling = (n: number): string =>
    ['type t0 = row<a int, b int>', ...Array.from({ length: n }, (_, i) => `type t${i + 1} = row<a t${i}, b t${i}>`)].join('\n')
  it('a type that doubles with every step is refused, and soon', () => {
    const begin = performance.now()
    const checked = over(doubling(15), 'select order_id, created_at')
    expect(performance.now() - begin).toBeLessThan(2000)
    expect(marked(checked)).toEqual(['FLOW2057 t9', 'FLOW2057 t9'])
  })
  it('as large as Flink can take it is a type', () => {
    expect(over(doubling(8), 'select cast(null as t8) as x, created_at').lines).toEqual([])
  })
  it.each(['written from the bottom up', 'written from the top down'])('thousands in a row are no crash, %s', (order) => {
    const chain = ['type t0 = int', ...Array.from({ length: 3000 }, (_, i) => `type t${i + 1} = t${i}`)]
    const checked = over((order.endsWith('up') ? chain : chain.reverse()).join('\n'), 'select order_id, created_at')
    expect(new Set(checked.diagnostics.map((d) => d.code))).toEqual(new Set(['FLOW2057']))
  })
  it('the depth counts what is put in', () => {
    const deep = (name: string, inside: string): string => `type ${name} = ${'array<'.repeat(40)}${inside}${'>'.repeat(40)}`
    expect(marked(over(`${deep('a', 'int')}\n${deep('b', 'a')}\n${deep('c', 'b')}`, 'select order_id, created_at'))).toEqual([
      'FLOW2057 b',
    ])
  })
})
