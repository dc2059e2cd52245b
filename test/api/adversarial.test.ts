// Programs that try to say one thing and have another one printed: each is refused, or means what it says.
import { describe, expect, it } from 'vitest'
import {
  array,
  connection,
  dec,
  flow,
  fn,
  fnFromJava,
  kafka,
  lit,
  namedType,
  param,
  pipeline,
  schema,
  sql,
  stream,
  t,
} from '../../src/api/index.js'
import { orders } from './rows.js'
import { lastText, loose, mistakeOf, nodesOf } from './support.js'

type Row = Parameters<Parameters<typeof orders.where>[0]>[0]
const told = (use: () => unknown): string => mistakeOf(use).message

describe('names', () => {
  it('a parameter of a function does not hide a param that its body means', () => {
    const rate = param('rate', t.decimal(10, 2), '1.00')
    const fields = { rate: t.decimal(10, 2), amount: t.decimal(10, 2) }
    const wrong = /FLOW2122: `rate` is declared twice/
    expect(told(() => fn('net', fields, (p) => p.amount.times(rate)))).toMatch(wrong)
    expect(told(() => fn('net', fields, (p) => p.amount.times(lit(1).plus(rate.value()))))).toMatch(wrong)
    const java = { class: 'x.Y', locally: () => rate.value() }
    expect(told(() => loose({ fnFromJava }).fnFromJava!('net', fields, t.decimal(10, 2), java))).toMatch(wrong)
    const net = fn('net', { amount: t.decimal(10, 2) }, (p) => p.amount.times(rate))
    expect(lastText(net)).toContain('= amount * rate')
    expect(fnFromJava('raw', fields, t.decimal(10, 2), { class: 'x.Y' })).toBeDefined()
  })

  it('a name that is no column is not read as a param, and without one it is for the checker to tell', () => {
    const least = param('least', t.decimal(10, 2), '1.00')
    const misread = stream(
      'misread',
      loose(orders).where!((o: Row & { readonly least: Row['amount'] }) => o.amount.gt(least).and(o.least.gt(0))),
    )
    expect(told(() => nodesOf({ misread }))).toMatch(/^FLOW2134: `orders` has no column `least`; it has `order_id`, /)
    const typo = stream(
      'typo',
      loose(orders).where!((o: { readonly lest: Row['amount'] }) => o.lest.gt(least)),
    )
    expect(lastText(typo)).toContain('where lest > least')
  })

  it('types and properties of connections stand without quotes', () => {
    for (const name of ['my money', '`x`', 'where', 'row', 'Array', 'é'])
      expect(
        told(() => namedType(name, t.int())),
        name,
      ).toMatch(/^FLOW2127: the name of `namedType` .* cannot stand without quotes/)
    expect(lastText(namedType('order', t.int()))).toBe('type `order` = int')
    for (const name of ["host 'a'\n}\nstream evil from kafka 'x' {}", 'a b', 'select', 'x-y'])
      expect(
        told(() => connection('c', 'postgres', { [name]: 'h' } as never)),
        name,
      ).toMatch(/^FLOW2127/)
  })
})

describe('texts that would end where they stand', () => {
  it('a block', () => {
    const options = { inputs: [orders], returns: { id: t.bigint() } }
    expect(told(() => sql('s', options, 'select 1 """\n\nstream evil = from orders'))).toMatch(/^FLOW2111: .* holds a """/)
    expect(told(() => flow`sql g(orders) returns (id bigint) = """ select ${'"""'} """`)).toMatch(/^FLOW2111: .* holds a """/)
    expect(lastText(sql('s', options, 'select "a"'))).toContain('= """select "a" """')
  })
})

describe('expressions', () => {
  const nested = (n: number) => () =>
    stream(
      'deep',
      orders.where((o) => {
        let all = o.amount.gt(0)
        for (let i = 0; i < n; i++) all = all.and(o.order_id.ne(i))
        return all
      }),
    )
  it('that nothing could print', () => {
    expect(told(nested(20_000))).toMatch(/^FLOW2115: `….and\(…\).and\(…\)` is made of more than 1000 in one another; give parts/)
    const arrays = (n: number) => () =>
      orders.select((o) => ({ a: Array.from({ length: n }).reduce((x) => array(x as never), o.order_id) as never }))
    expect(told(arrays(600))).toMatch(/^FLOW2115: `array\(…\)` is made of/)
    expect(nodesOf({ deep: nested(990)() })).toHaveLength(3)
  })

  it('types and values of tests that nothing could print', () => {
    const type = (n: number) => () => Array.from({ length: n }).reduce((of) => t.array(of as never), t.int())
    expect(told(type(20_000))).toMatch(/^FLOW2115: `t.array\(…\)` is made of more than 100 in one another$/)
    expect(told(() => t.row({ deep: type(99)() as never, deeper: t.row({ a: type(99)() as never }) }))).toMatch(
      /^FLOW2115: `t.row/,
    )
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic
    expect(told(() => pipeline('p').test('t', (s) => loose(s).given!(orders, [{ order_id: cyclic }])))).toMatch(
      /^FLOW2129: a value of more than 100 in one another stands in the column `order_id`/,
    )
  })

  it('of signs that would become a comment', () => {
    const text = lastText(
      stream(
        's',
        orders.select((o) => ({
          a: o.amount.minus(-1),
          b: o.amount.minus(dec('-1.5')),
          c: o.amount.minus(o.amount.negate()),
          d: lit(-1).negate(),
          e: o.amount.negate().negate(),
        })),
      ),
    )
    expect(text).not.toContain('--')
  })
})

describe('rows of callbacks', () => {
  it.each<[string, (o: Record<string, never>) => object]>([
    ['Object.entries', (o) => Object.fromEntries(Object.entries(o).filter(([name]) => name !== 'amount'))],
    ['Object.keys', (o) => Object.fromEntries(Object.keys(o).map((name) => [name, o[name]!]))],
    ['Object.values', (o) => ({ n: Object.values(o)[0]! })],
    ['Reflect.ownKeys', (o) => ({ n: Reflect.ownKeys(o).length })],
    ['Object.getOwnPropertyNames', (o) => ({ n: Object.getOwnPropertyNames(o).length })],
    ['a function of lists', (o) => Object.fromEntries([o].flatMap(Object.entries))],
    [
      'for … in',
      (o) => {
        const all: Record<string, never> = {}
        for (const name in o) if (name !== 'amount') all[name] = o[name]!
        return all
      },
    ],
  ])('are not asked for their names: %s', (_, select) => {
    expect(told(() => loose(orders).select!(select))).toMatch(/^FLOW2107: the row of `orders` is asked which columns it has/)
  })

  it('are spread, copied, given back; a rest is what is left', () => {
    for (const select of [(o: object) => ({ ...o }), (o: object) => Object.assign({}, o), (o: object) => o])
      expect(lastText(stream('s', loose(orders).select!(select)))).toBe('stream s =\n  from orders\n  select *')
    const rest = (o: Record<string, never>) => {
      const { amount, ...others } = o
      void amount
      return others
    }
    expect(lastText(stream('s', loose(orders).select!(rest)))).toBe(
      'stream s =\n  from orders\n  select order_id, customer_id, region, payload, created_at',
    )
    expect(told(() => orders.where((o) => o.amount.eq(o as never)))).toMatch(/^FLOW2108/)
  })
})

describe('rows of tests', () => {
  const rows = (given: readonly object[]) => pipeline('p').test('t', (s) => loose(s).given!(orders, given))
  it('have only the columns that are their own', () => {
    const text = lastText(rows([{ constructor: 1, toString: 'x' }, { order_id: 2 }, JSON.parse('{"__proto__": 3}') as object]))
    expect(
      text
        .split('\n')
        .filter((l) => l.includes('|'))
        .map((l) =>
          l
            .split('|')
            .slice(1, -1)
            .map((c) => c.trim()),
        ),
    ).toEqual([
      ['constructor', 'toString', 'order_id', '__proto__'],
      ['1', "'x'", '', ''],
      ['', '', '2', ''],
      ['', '', '', '3'],
    ])
  })
})

describe('schemas with any name', () => {
  it('columns that are named like methods are columns', () => {
    const odd = schema('Odd', {
      eq: t.int(),
      in: t.int(),
      then: t.int(),
      constructor: t.int(),
      toString: t.int(),
      length: t.int(),
      at: t.int(),
    })
    const source = stream('odd', kafka('x').schema(odd))
    const text = lastText(
      stream(
        's',
        loose(source).select!((o: Record<string, never>) => ({
          ...o,
          x: loose(o.eq).eq!(o.in),
          y: o.then,
          z: o.constructor,
          w: o.toString,
          v: o.at,
        })),
      ),
    )
    expect(text).toContain('select *, eq = `in` as x, `then` as y, constructor as z, toString as w, `at` as v')
  })
})
