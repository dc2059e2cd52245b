// Tests of a pipeline: each step and each kind of cell as text.
import { describe, expect, it } from 'vitest'
import { kafka, minutes, namedType, param, pipeline, schema, sql, stream, t } from '../../../src/api/index.js'
import type { TestSteps } from '../../../src/api/types/tests.js'
import { checkProgram } from '../../support/check-program.js'
import { customers, orders } from '../rows.js'
import { lastText, loose, mistakeOf, nodesOf, textOf } from '../support.js'

const shop = pipeline('shop')
const rowSchema = schema('Numbers', {
  id: t.bigint().notNull(),
  amount: t.decimal(10, 2),
  weight: t.double(),
  label: t.string(),
  odd: t.double(),
})
const written = (steps: (test: TestSteps) => TestSteps): string =>
  lastText(shop.test('x', steps))
    .replace(/^test 'x' for shop \{\n/, '')
    .replace(/\n\}$/, '')
    .replaceAll(/^ {2}/gm, '')
/** Its columns are those of a schema that is elsewhere. */
const unknown = stream('unknown', kafka('x').schemaRegistry<{ id: bigint }>())
const listed = sql('listed', { inputs: [orders], returns: { a: t.int() } }, 'SELECT 1 AS a')
/** Of any values, whatever TypeScript says of them. */
const rows = (...given: readonly object[]): string => written((test) => loose(test).given!(orders, given))
const cell = (value: unknown): string =>
  rows({ a: value })
    .split('\n')[2]!
    .replace(/^ *\| (.*?) *\|$/, '$1')

describe('steps', () => {
  it.each([
    [(s) => s.givenFile(orders, 'orders.ndjson'), "given orders from 'orders.ndjson'"],
    [(s) => s.expectNothing(orders), 'expect nothing from orders'],
    [(s) => s.expect(orders, []), 'expect nothing from orders'],
    [(s) => s.given(unknown, []).end(), 'end'],
    [(s) => s.given(listed, []), 'given listed\n  | a |'],
    [(s) => s.watermark(orders, '2026-01-01 10:00:00'), "watermark orders to '2026-01-01 10:00:00'"],
    [(s) => s.expectWatermark(orders, '2026-01-01 10:00:00'), "expect watermark orders '2026-01-01 10:00:00'"],
    [(s) => s.advance(minutes(10)), 'advance 10 minutes'],
    [(s) => s.idle(orders), 'idle orders'],
    [(s) => s.idle(orders, 1), 'idle orders partition 1'],
    [(s) => s.restart().end(), 'restart\nend'],
    [(s) => s.open(), 'open'],
    [(s) => s.expectError('FLOW4004'), "expect error 'FLOW4004'"],
    [(s) => s.expectDlq([{ '@reason': 'late', order_id: 5 }]), "expect dlq\n  | @reason | order_id |\n  | 'late'  | 5        |"],
    [(s) => s.expectDlq([]), 'expect dlq\n  | @reason |'],
    [
      (s) => s.expectChanges(orders, [{ '@op': '+I', order_id: 1 }]),
      'expect changes orders\n  | @op | order_id |\n  | +I  | 1        |',
    ],
    [(s) => s.expectChanges(orders, []), 'expect changes orders\n  | @op |'],
  ] as readonly (readonly [(s: TestSteps) => TestSteps, string])[])('%#', (steps, text) => {
    expect(written(steps)).toBe(text)
  })

  it('rows of several sources in turn', () => {
    expect(
      written((s) =>
        s.givenTogether([
          { from: orders, row: { order_id: 1 } },
          { from: customers, row: { '@op': 'c', customer_id: 7 } },
          { from: orders, row: { order_id: 2 } },
        ]),
      ),
    ).toBe(`given orders, customers
  | @from     | @op | order_id | customer_id |
  | orders    |     | 1        |             |
  | customers | c   |          | 7           |
  | orders    |     | 2        |             |`)
    expect(written((s) => s.givenTogether([{ from: orders, row: { order_id: 1 } }]))).toBe(
      'given orders\n  | order_id |\n  | 1        |',
    )
  })

  it('bring along the relations that they name', () => {
    const kinds = nodesOf({ p: shop.test('x', (s) => s.expectNothing(customers)) }).map((d) => d.kind)
    expect(kinds).toEqual(['pipeline', 'connection', 'schema', 'source', 'test'])
  })
})

describe('rows', () => {
  it('columns are those of all rows, in the order in which they first appear, what is no column before them', () => {
    expect(rows({ order_id: 1, '@time': '2026-01-01 00:00:00' }, { region: 'eu', order_id: 2, '@partition': 1 })).toBe(
      `given orders
  | @time                 | @partition | order_id | region |
  | '2026-01-01 00:00:00' |            | 1        |        |
  |                       | 1          | 2        | 'eu'   |`,
    )
  })

  it('what is left out is empty, null is NULL', () => {
    expect(rows({ a: 1, b: null }, { b: 2 })).toBe('given orders\n  | a | b    |\n  | 1 | null |\n  |   | 2    |')
  })

  it('names that need it stand in backquotes', () => {
    expect(rows({ 'two words': 1, '@header.trace-id': 'x' })).toBe(
      "given orders\n  | @header.trace-id | `two words` |\n  | 'x'              | 1           |",
    )
  })

  it('rows without a column take one that is known', () => {
    const few = stream('few', orders.select('order_id', 'region'))
    expect(written((s) => loose(s).expect!(few, [{}]))).toBe('expect few\n  | order_id |\n  |          |')
    expect(mistakeOf(() => written((s) => loose(s).given!(unknown, [{}]))).message).toMatch(
      /`a table of rows` takes at least one column/,
    )
  })
})

describe('cells', () => {
  it.each([
    ['eu', "'eu'"],
    ["it's", "'it''s'"],
    ['10.00', "'10.00'"],
    ['${x}', "'${x}'"],
    [7, '7'],
    [-1.5, '-1.5'],
    [0.0000001, '0.0000001'],
    [-2.5e-9, '-0.0000000025'],
    [-0, '-0.0'],
    [9007199254740993n, '9007199254740993'],
    [-5n, '-5'],
    [NaN, "'NaN'"],
    [-Infinity, "'-Infinity'"],
    [true, 'true'],
    [null, 'null'],
    [new Uint8Array([0, 10, 255]), "'000aff'"],
    [[1, null, 'a'], "array[1, null, 'a']"],
    [[], 'array[]'],
    [
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
      "map['a', 1, 'b', 2]",
    ],
    [{}, 'row()'],
    [{ street: 'Hlavní', zip: null }, "row(street = 'Hlavní', zip = null)"],
    [{ 'two words': { select: 1 } }, 'row(`two words` = row(`select` = 1))'],
    [[{ a: [1] }], 'array[row(a = array[1])]'],
  ])('%# %s', (value, text) => {
    expect(cell(value)).toBe(text)
  })

  it('kinds of changes are words, other texts are texts', () => {
    expect(rows({ '@op': 'u' }, { '@op': '-D' }, { '@op': 'x' })).toBe("given orders\n  | @op |\n  | u   |\n  | -D  |\n  | 'x' |")
    expect(rows({ region: 'u' })).toContain("'u'")
  })
})

describe('decimals as text', () => {
  it('reach DECIMAL, DOUBLE and STRING columns as what they are', () => {
    const typed = stream('typed', kafka('shop.row.created.v1').schema(rowSchema))
    const made = pipeline('p')
      .sinkAppend(typed, kafka('shop.row.copied.v1'), { format: 'json' })
      .test('x', (s) => {
        const row = { id: 1, amount: '10.00', weight: '2.5', label: '10.00', odd: 'NaN' }
        return s.given(typed, [row]).expect(typed, [row])
      })
    const { lines, programs } = checkProgram({ 'x.flow': textOf({ made }) })
    expect(lines.filter((l) => !/FLOW50/.test(l))).toEqual([])
    expect(JSON.stringify(programs[0]!.tests)).toMatch(/"10.00".*2\.5.*"10.00".*"NaN"/)
  })
})

describe('digits of a column that the program declares', () => {
  const money = namedType('money', t.decimal(10, 2))
  const fields = { id: t.bigint(), amount: t.decimal(10, 2), net: money(), weight: t.double(), label: t.string() }
  const typed = stream('typed', kafka('a').schema(schema('Typed', fields)))
  const row = { id: 1, amount: '10.00', net: '-0.50', weight: '2.5', label: '7.00' }

  it('stand without quotes', () => {
    const table = "| id | amount | net   | weight | label  |\n  | 1  | 10.00  | -0.50 | 2.5    | '7.00' |"
    for (const step of ['given', 'expect', 'expectChanges'])
      expect(written((s) => loose(s)[step]!(typed, [row]))).toContain(table)
    const raw = sql('raw', { inputs: [typed], returns: { net: money(), label: t.string() } }, 'SELECT 1')
    expect(written((s) => s.expect(raw, [{ net: '1.10', label: '1.10' }]))).toContain("| 1.10 | '1.10' |")
  })

  it('each row by its own relation', () => {
    const other = stream('other', kafka('b').schema(schema('Other', { amount: t.string() })))
    const both = [
      { from: typed, row: { amount: '1.50' } },
      { from: other, row: { amount: '1.50' } },
    ]
    expect(written((s) => s.givenTogether(both as never))).toContain("| typed | 1.50   |\n  | other | '1.50' |")
  })

  it('other texts stay texts', () => {
    const odd = ['NaN', '01.5', '+1.5', '1e3', 'ten', '', ' 1.5']
    for (const amount of odd) expect(written((s) => s.given(typed, [{ amount }]))).toContain(`| '${amount}'`)
    const elsewhere = stream('elsewhere', kafka('c').schemaRegistry<{ amount: string }>())
    expect(written((s) => s.given(elsewhere, [{ amount: '1.50' }]))).toContain("'1.50'")
  })
})

describe('immutability', () => {
  it('a step makes a new timeline, and one that is dropped is told', () => {
    expect(
      mistakeOf(() =>
        shop.test('x', (s) => {
          s.restart()
          return s.end()
        }),
      ).message,
    ).toMatch(/FLOW2124: the step `restart` belongs to nothing that the test gives back/)
  })
})

describe('mistakes', () => {
  const message = (use: (s: ReturnType<typeof loose>) => unknown): string =>
    mistakeOf(() => shop.test('x', (s) => use(loose(s)) as never)).message

  it.each([
    [(s) => s.given!(orders.as('o'), [{ a: 1 }]), /given takes a relation by its own name/],
    [
      (s) =>
        s.given!(
          orders.where((o) => o.amount.gt(0)),
          [{ a: 1 }],
        ),
      /FLOW2121: given wants a relation with a name/,
    ],
    [(s) => s.given!(orders, { a: 1 }), /`given` takes a list of rows, and got an object/],
    [(s) => s.given!(orders, [5]), /`given` takes rows that are objects, and got the number 5/],
    [(s) => s.given!(orders, [{ a: new Date(0) }]), /FLOW2129: a Date stands in the column `a` of a test/],
    [(s) => s.given!(orders, [{ a: new URL('file:///x') }]), /FLOW2129: an object of a class/],
    [(s) => s.given!(orders, [{ a: () => 1 }]), /FLOW2129: a function/],
    [(s) => s.given!(orders, [{ a: [undefined] }]), /FLOW2129: undefined/],
    [
      (s) => s.given!(orders, [{ a: undefined }]),
      /FLOW2129: undefined stands in the column `a` of a test; write `null` for NULL/,
    ],
    [(s) => s.expect!(orders, [{ a: { b: undefined } }]), /FLOW2129: undefined stands in the column `a` of a test/],
    [(s) => s.given!(orders, [{ a: 2 ** 60 }]), /FLOW2129: 1152921504606847000, a number that is not exact,/],
    [(s) => s.given!(orders, [{ a: 'x\ny' }]), /FLOW2111/],
    [(s) => s.given!(orders, [{ a: `${param('p', t.string())}` }]), /FLOW2112: the param `p`/],
    [(s) => s.givenTogether!([]), /`givenTogether` takes rows such as/],
    [(s) => s.givenTogether!([{ from: orders, row: 5 }]), /`givenTogether` takes rows that are objects/],
    [(s) => s.watermark!(orders, 5), /`watermark` takes a point in time/],
    [(s) => s.advance!(5), /`advance` takes a duration/],
    [(s) => s.idle!(orders, 0.5), /`idle` takes a whole number/],
    [() => undefined, /`test` takes a function that gives the steps: .*, and got undefined/],
  ] as readonly (readonly [(s: ReturnType<typeof loose>) => unknown, RegExp])[])('%#', (use, words) => {
    expect(message(use)).toMatch(words)
  })

  it('what is no function', () => {
    expect(mistakeOf(() => loose(shop).test!('x', 5)).message).toMatch(/`test` takes a function such as/)
    expect(mistakeOf(() => loose(shop).test!(5, (s: TestSteps) => s)).message).toMatch(/`test` takes a title/)
  })
})
