// flow`…` and expr`…`: what each kind of value becomes, and that no value is more than a value.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SourceIndex } from '../../../src/core/source.js'
import {
  catalog,
  env,
  expr,
  flow,
  fn,
  kafka,
  minutes,
  namedType,
  nullOf,
  param,
  pipeline,
  stream,
  t,
  timestamp,
} from '../../../src/api/index.js'
import { SOFT_WORDS } from '../../../src/api/template/words.js'
import { nameText } from '../../../src/format/names.js'
import { NO_ORIGIN } from '../../../src/format/origin.js'
import { parse } from '../../../src/parser/index.js'
import { CLAUSES, CONTINUATIONS, DECLARATIONS, INNER, LATER_CLAUSES, ORDERING } from '../../../src/parser/words.js'
import { RESERVED_NAMES } from '../../../src/surface/names.js'
import { customers, order, orders, shopDb } from '../rows.js'
import { lastText, loose, mistakeOf, nodesOf } from '../support.js'

const text = (made: { readonly text: string }): string => made.text
/** Any value, whatever TypeScript says of it. */
const of = (value: unknown): string => loose({ flow }).flow!(Object.assign(['', ''], { raw: ['', ''] }), value)['text' as never]

describe('values are literals of their type', () => {
  it.each([
    ['eu', "'eu'"],
    ["it's", "'it''s'"],
    ['${x}', "'$${x}'"],
    [7, '7'],
    [-1.5, '-1.5'],
    [0.0000001, '0.0000001'],
    [10n ** 20n, '100000000000000000000'],
    [true, 'true'],
    [null, 'null'],
    [new Uint8Array([0, 255]), "X'00ff'"],
    [['a', 'b'], "'a', 'b'"],
    [[1, -2n, null], '1, -2, null'],
    [minutes(5), '5 minutes'],
  ])('%# %s', (value, written) => {
    expect(of(value)).toBe(written)
  })

  it('two signs are no comment', () => {
    expect(text(flow`stream a = from b select 5 -${-3}`)).toBe('stream a = from b select 5 - -3')
    expect(text(flow`stream a = from b select 5 - ${-3}`)).toBe('stream a = from b select 5 - -3')
  })
})

describe('declarations are their names', () => {
  const lake = catalog('lake', { uri: env('U'), warehouse: 'w' })
  const money = namedType('money', t.decimal(18, 2))
  const net = fn('net', { a: t.decimal(18, 2) }, (p) => p.a)
  const size = param('size', t.duration(), minutes(5))

  it.each([
    [orders, 'orders'],
    [stream('select', orders), '`select`'],
    [stream('group', orders), '`group`'],
    [stream('two words', orders), '`two words`'],
    [order, 'Placed'],
    [shopDb, 'shop_db'],
    [lake, 'lake'],
    [lake.table('sales', 'order'), 'lake.sales.`order`'],
    [money, 'money'],
    [net, 'net'],
    [size, 'size'],
    [param('least', t.int()), 'least'],
    [pipeline('shop'), 'shop'],
  ])('%#', (value, written) => {
    expect(of(value)).toBe(written)
  })

  it('and come before it', () => {
    const made = flow`stream big = from ${orders} where amount > ${param('least', t.decimal(10, 2))}`
    expect(nodesOf({ made }).map((d) => d.kind)).toEqual(['schema', 'source', 'param', 'text'])
    expect(nodesOf({ p: pipeline('shop').declare(made) }).map((d) => d.kind)).toEqual([
      'pipeline',
      'schema',
      'source',
      'param',
      'text',
    ])
  })

  it('a column in an expression', () => {
    const q = stream(
      's',
      orders.as('o').select((o) => ({ a: expr<bigint>`${o.order_id} % ${10}`, b: expr<bigint>`cardinality(${o.payload.id})` })),
    )
    const items = (nodesOf({ q }).at(-1) as never as { clauses: { items: { expr: { kind: string; text: string } }[] }[] })
      .clauses[1]!.items
    expect(items.map((i) => i.expr)).toMatchObject([
      { kind: 'text', text: 'o.order_id % 10' },
      { kind: 'text', text: 'cardinality(o.payload.id)' },
    ])
    expect(Object.keys(items[0]!.expr).sort()).toEqual(['kind', 'span', 'text'])
  })
})

describe('in quotes', () => {
  const prefix = param('prefix', t.string(), 'dev')
  it('a value is its text', () => {
    expect(text(flow`stream a from kafka '${prefix}.${'x'}.${"it's"}.v${1}'`)).toBe("stream a from kafka '${prefix}.x.it''s.v1'")
    expect(text(flow`stream a from kafka '${`${prefix}.x`}'`)).toBe("stream a from kafka '${prefix}.x'")
    expect(text(flow`stream \`${'odd`name'}\` = from ${orders}`)).toBe('stream `odd``name` = from orders')
    expect(
      text(flow`stream a = from b -- ${orders} of ${'x'}
      where c = ${'y'}`),
    ).toBe("stream a = from b -- orders of x\nwhere c = 'y'")
  })

  it('a quote that is doubled does not end a text', () => {
    expect(text(flow`stream a = from b where c = 'it''s ${'x'}' and d = ${'y'}`)).toBe(
      "stream a = from b where c = 'it''s x' and d = 'y'",
    )
  })

  it('a block of SQL has words, and params as in texts', () => {
    expect(text(flow`sql a (b) returns (c int) = """ SELECT ${'x'}, ${prefix} FROM ${orders} """ ${1}`)).toBe(
      `sql a (b) returns (c int) = """ SELECT 'x', \${prefix} FROM orders """ 1`,
    )
  })
})

describe('layout', () => {
  it('declarations begin in the first column', () => {
    const made = flow`
      stream a =
        from ${orders}
        where amount > ${1}

      stream b =
        from a
    `
    expect(text(made)).toBe('stream a =\n  from orders\n  where amount > 1\n\nstream b =\n  from a')
    expect(lastText(made)).toBe(text(made))
  })

  it('a backslash is written twice', () => {
    expect(text(flow`stream a from kafka pattern '${'a.b'}\\\\c\${x}'`)).toBe("stream a from kafka pattern 'a.b\\\\c${x}'")
    expect(mistakeOf(() => flow`stream a from kafka pattern 'a\u.b${''}'`).message).toMatch(/FLOW2113/)
  })
})

describe('nothing can be put in', () => {
  /** What the parser reads in the place of a value. */
  const read = (source: string): unknown => {
    const { file, diagnostics } = parse({ path: 'x.flow', text: `${source}\n` }, new SourceIndex())
    expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([])
    expect(file.declarations).toHaveLength(1)
    const clause = (file.declarations[0] as { clauses?: readonly { kind: string; condition?: { right: { kind: string } } }[] })
      .clauses![1]!
    return clause.condition!.right
  }

  it('a string is one literal, whatever it holds', () => {
    const odd = fc.string({ unit: fc.constantFrom("'", '"', '`', '$', '{', '}', '-', '/', '*', ';', '\\', 'a', ' ', 'é', '😀') })
    fc.assert(
      fc.property(odd, (value) => {
        const right = read(text(flow`stream a = from b where c = ${value}`)) as { kind: string; value: string }
        expect(right.kind).toBe('string')
        expect(right.value.replaceAll('$${', '${')).toBe(value)
      }),
      { numRuns: 200 },
    )
  })

  it('a name is one name, whatever it holds', () => {
    const odd = fc.string({ minLength: 1, unit: fc.constantFrom("'", '"', '`', '-', ';', '\\', 'a', ' ', '.', 'é') })
    fc.assert(
      fc.property(odd, (name) => {
        const source = text(flow`stream a = from ${stream(name, orders)}`)
        const { file } = parse({ path: 'x.flow', text: `${source}\n` }, new SourceIndex())
        expect(file.declarations).toMatchObject([{ clauses: [{ kind: 'from', relation: { text: name } }] }])
      }),
      { numRuns: 100 },
    )
  })

  it('lines end nowhere in a value', () => {
    for (const value of ['a\nb', 'a\rb', 'a\0b']) expect(mistakeOf(() => of(value)).message).toMatch(/FLOW2111/)
  })
})

describe('what cannot stand in a text', () => {
  it.each([
    [undefined, /FLOW2128: undefined cannot stand in flow`…`; relations/],
    [new Date(0), /FLOW2128: a Date/],
    [{}, /FLOW2128: an object/],
    [[], /FLOW2128: a list/],
    [() => 1, /FLOW2128: a function/],
    [kafka('x'), /FLOW2128/],
    [orders.where((o) => o.amount.gt(0)), /FLOW2128/],
    [nullOf(t.int()), /FLOW2128/],
    [timestamp('2026-01-01 00:00:00'), /FLOW2128/],
    [NaN, /FLOW2110: NaN is no number/],
  ])('%#', (value, words) => {
    expect(mistakeOf(() => of(value)).message).toMatch(words)
  })

  it('in quotes only texts, numbers and names', () => {
    expect(mistakeOf(() => flow`stream a from kafka '${minutes(5)}'`).message).toMatch(/FLOW2128: a duration/)
    expect(mistakeOf(() => flow`stream a from kafka '${null}'`).message).toMatch(/FLOW2128: null/)
  })

  it('a computed expression, and a column of another callback', () => {
    expect(mistakeOf(() => orders.select((o) => ({ a: expr<bigint>`${o.order_id.plus(1)} * 2` }))).message).toMatch(/FLOW2128/)
    let kept: unknown = null
    orders.where((o) => (kept = o.amount.gt(0)) as ReturnType<typeof o.amount.gt>)
    expect(mistakeOf(() => of(kept)).message).toMatch(/FLOW2128/)
    let column: unknown = null
    orders.select((o) => ({ a: (column = o.amount) as typeof o.amount }))
    expect(mistakeOf(() => of(column)).message).toMatch(/FLOW2102/)
  })

  it('a column or a duration that a letter would make another one', () => {
    const mistake = (use: (o: { amount: unknown; order_id: unknown }) => unknown): string =>
      mistakeOf(() => orders.where((o) => use(o) as never)).message
    expect(mistake((o) => expr<boolean>`${o.amount as never}s > 1`)).toMatch(
      /^FLOW2128: an expression cannot stand in expr`…` directly beside `s`; together they would be another word/,
    )
    for (const use of [
      (o) => expr<boolean>`total_${o.amount as never} > 1`,
      (o) => expr<boolean>`${o.amount as never}${o.order_id as never} > 1`,
      (o) => expr<boolean>`${o.amount as never}${1} > 1`,
      (o) => expr<boolean>`${2}${o.amount as never} > 1`,
      (o) => expr<boolean>`${o.amount as never}${'x'}`,
      (o) => expr<boolean>`${[o.order_id, o.amount] as never}_1`,
    ] satisfies Parameters<typeof mistake>[0][])
      expect(mistake(use)).toMatch(/^FLOW2128: .* directly beside/)
    expect(mistakeOf(() => flow`stream a every ${minutes(5)}s`).message).toMatch(/^FLOW2128: a duration .* beside `s`/)
    expect(mistakeOf(() => flow`stream a every${minutes(5)}`).message).toMatch(/^FLOW2128: a duration .* beside `every`/)
    // a name may be made of parts, and in a comment nothing is read
    expect(text(flow`stream ${orders}_${1} every ${minutes(5)}-- x${orders}s`)).toBe('stream orders_1 every 5 minutes-- xorderss')
    expect(text(flow`stream a = from b where ${[1, 2]}x`)).toBe('stream a = from b where 1, 2x')
  })

  it('is called as a tag', () => {
    expect(mistakeOf(() => loose({ flow }).flow!('stream a')).message).toMatch(/FLOW2120: `flow` takes a template/)
  })
})

it('knows every word that a bare name could be read as', () => {
  const span = { declaration: '', start: 0, end: 0 }
  const words = [
    ...CLAUSES,
    ...CONTINUATIONS,
    ...INNER,
    ...DECLARATIONS,
    ...Object.keys(LATER_CLAUSES),
    ...Object.keys(ORDERING),
    ...SOFT_WORDS,
    ...RESERVED_NAMES,
  ]
  for (const word of words) expect(of(stream(word, orders)), word).toBe(nameText(NO_ORIGIN, { text: word, span }))
  expect(of(customers)).toBe('customers')
})
