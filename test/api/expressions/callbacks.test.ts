// Callbacks: what they return becomes nodes, and what JavaScript would lose or compute by itself is told.
import { describe, expect, it } from 'vitest'
import { sum } from '../../../src/api/aggregates.js'
import { additions, condition, scopeOf, selection } from '../../../src/api/callbacks.js'
import { when } from '../../../src/api/cases.js'
import { callExpression, nameExpression, textExpression } from '../../../src/api/calls.js'
import { coalesce, upper } from '../../../src/api/functions.js'
import { lit } from '../../../src/api/literals.js'
import { spanAt } from '../../../src/api/nodes.js'
import type { Num, Str } from '../../../src/api/types/columns.js'
import type { PerRow } from '../../../src/api/types/values.js'
import { DECLARATION, type Declared } from '../../../src/api/brands.js'
import { printExpression } from '../../../src/format/expressions.js'
import type { SelectItem } from '../../../src/surface/ast.js'

type N = Num<number | null, PerRow>
type S = Str<string | null, PerRow>
interface Row {
  readonly id: N
  readonly n: N
  readonly name: S
  readonly region: S
}
type Back = (o: Row, c: Row) => unknown

const sides = () => [scopeOf('o', 'orders'), scopeOf('c', 'customers')]
const one = () => [scopeOf(null, 'orders')]
const where = (back: Back) => condition(back, one(), where)
const join = (back: Back) => condition(back, sides(), join)
const select = (back: Back) => selection(back, one(), select)
const extend = (back: Back) => additions(back, one(), extend)

const shown = (item: SelectItem): string =>
  item.kind === 'star'
    ? `${item.qualifier === null ? '' : `${item.qualifier.text}.`}*`
    : `${printExpression(item.expr)}${item.alias === null ? '' : ` as ${item.alias.text}`}`

describe('results', () => {
  it('a condition has the columns of each side', () => {
    expect(printExpression(join((o, c) => o.id.eq(c.id)).expr)).toBe('o.id = c.id')
    expect(printExpression(where((o) => o.id.eq(1)).expr)).toBe('id = 1')
    expect(printExpression(where(() => true).expr)).toBe('true')
  })

  it('a selection has names and values in their order', () => {
    expect(select((o) => ({ id: o.id, b: o.n.plus(1), a: upper(o.name), other: o.region, one: 1 })).items.map(shown)).toEqual([
      'id',
      'n + 1 as b',
      'upper(name) as a',
      'region as other',
      '1 as one',
    ])
  })

  it('a spread row is all its columns', () => {
    expect(select((o) => ({ first: o.id, ...o, last: o.n })).items.map(shown)).toEqual(['id as first', '*', 'n as last'])
    expect(select((o) => o).items.map(shown)).toEqual(['*'])
    expect(selection((o: Row, c: Row) => ({ ...o, ...c }), sides(), select).items.map(shown)).toEqual(['o.*', 'c.*'])
    expect(select((o) => Object.assign({ a: o.id }, o)).items.map(shown)).toEqual(['id as a', '*'])
  })

  it('columns can be taken apart', () => {
    expect(select(({ id, n }) => ({ id, more: n.plus(id) })).items.map(shown)).toEqual(['id', 'n + id as more'])
  })

  it('additions have a name each', () => {
    expect(extend((o) => ({ twice: o.n.times(2) })).items.map((i) => `${i.name.text} = ${printExpression(i.expr)}`)).toEqual([
      'twice = n * 2',
    ])
  })

  it('an expression may be used twice, and functions may build it', () => {
    const gross = (o: Row) => o.n.times(2)
    expect(
      select((o) => {
        const g = gross(o)
        return { g, tax: g.div(10) }
      }).items.map(shown),
    ).toEqual(['n * 2 as g', 'n * 2 / 10 as tax'])
  })

  it('an expression without columns may come from outside', () => {
    const limit = lit(100)
    expect(printExpression(where((o) => o.n.gt(limit)).expr)).toBe('n > 100')
    expect(printExpression(where((o) => o.n.lt(limit)).expr)).toBe('n < 100')
  })

  it('a callback in a callback has its own columns', () => {
    const inner = where((o) => {
      expect(printExpression(where((p) => p.id.eq(2)).expr)).toBe('id = 2')
      return o.n.eq(1)
    })
    expect(printExpression(inner.expr)).toBe('n = 1')
  })

  it('what a program declares is known to whoever holds the expression', () => {
    const declared = { [DECLARATION]: {} } as unknown as Declared
    const span = spanAt(null)
    const { refs, expr } = where((o) => {
      const net: N = callExpression('net', [o.n, nameExpression('rate', span, [declared])], span)
      return net.gt(1)
    })
    expect(printExpression(expr)).toBe('net(n, rate) > 1')
    expect([...refs]).toEqual([declared])
    expect(where((o) => textExpression('o.n > 1', [o.n], [declared], span)).expr.kind).toBe('text')
  })
})

const message = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    return (error as Error).message
  }
  return 'nothing'
}
/** No user’s text: what JavaScript makes of it is the point. */
const js = (value: unknown) => value as never

describe('what JavaScript decides by itself', () => {
  it.each<[string, Back, string]>([
    ['&&', (o) => o.n.gt(0) && o.id.gt(0), 'n.gt(…)'],
    ['!', (o) => [!o.n.gt(0), lit(true)][1], 'n.gt(…)'],
    ['?:', (o) => (o.n.gt(0) ? o.id.gt(1) : o.id.gt(2)), 'n.gt(…)'],
    ['one of a list', (o) => [o.n.gt(0), o.n.gt(1)][1], 'n.gt(…)'],
    [
      'an expression of which nothing becomes',
      (o) => {
        o.n.plus(1)
        return o.id.gt(1)
      },
      'n.plus(…)',
    ],
    [
      'a case without its end',
      (o) => {
        when(o.n.gt(1), 2)
        return o.id.gt(1)
      },
      'n.gt(…)',
    ],
  ])('%s', (_, back, what) => {
    const said = message(() => where(back))
    expect(said).toMatch(new RegExp(`^FLOW2101: \`${what.replace(/[.()]/g, '\\$&')}\` is made in this callback`))
  })

  it.each<[string, Back, RegExp]>([
    ['||', (o) => o.n.gt(0) || o.id.gt(0), /^FLOW2114: `o.n.gt\(…\) \|\|` is decided while the program is built.*write `.or/],
    ['a default in braces', ({ region = lit('eu') }) => region, /^FLOW2114: `region = …` is never used: .*`ifNull/],
    ['??', (o) => coalesce(o.n ?? 0, 1), /^FLOW2114: `o.n \?\?` is decided.*`ifNull/],
    ['a template string', (o) => `${js(o.name)}x`, /^FLOW2103: `name` is used as a text/],
    ['String()', (o) => String(o.name), /^FLOW2103: `name` is used as a text/],
    ['+', (o) => js(o.n) + 1, /^FLOW2103: `n` is used as a number/],
    ['<', (o) => js(o.n) < 1, /^FLOW2103: `n` is used as a number/],
    ['.toString()', (o) => o.name.toString(), /^FLOW2103: `name` is used as a text/],
    ['JSON', (o) => JSON.stringify({ a: o.name }), /^FLOW2103: `name` is used as a JSON/],
    ['a loop', (o) => [...js(o.name)], /^FLOW2103: `name` is used as a list/],
    ['a row in a template string', (o) => `${js(o)}`, /^FLOW2103: `orders` is used as a text/],
    ['a row in a loop', (o) => [...js(o)], /^FLOW2103: `orders` is used as a list/],
    ['a changed row', (o) => Object.assign(o, { n: 1 }), /^FLOW2107: the row of `orders` is changed/],
    ['a deleted column', (o) => delete (o as { n?: unknown }).n, /^FLOW2107: the row of `orders` is changed/],
    ['a changed expression', (o) => Object.assign(o.n, { n: 1 }), /^FLOW2107: the row of `n` is changed/],
    ['in', (o) => 'n' in o, /^FLOW2107: the row of `orders` is asked which columns/],
    [
      'the keys of a row',
      (o) => {
        for (const key of Object.keys(o)) void o[key as keyof Row]
        return true
      },
      /^FLOW2107: the row of `orders` is asked/,
    ],
    ['a spread expression', (o) => ({ ...(o.name as object) }), /^FLOW2107: the row of `name` is asked/],
  ])('%s', (_, back, said) => {
    expect(message(() => where(back))).toMatch(said)
  })
})

describe('what is made and not used', () => {
  it('may be a column, or have none', () => {
    const strict = () => false
    expect(printExpression(where(({ n, region }) => (strict() ? n.gt(1).and(region.isNull()) : n.gt(1))).expr)).toBe('n > 1')
    expect(printExpression(where((o) => [lit(true), upper(lit('a')), o.n.gt(1)][2]).expr)).toBe('n > 1')
  })
})

describe('the rest of a row', () => {
  const columns = ['id', 'n', 'name', 'region']
  const known = (back: (...rows: never[]) => unknown, sides = [scopeOf(null, 'orders', { columns })]) =>
    selection(back, sides, select).items.map(shown)

  it('is what is left, where the columns are known', () => {
    expect(known(({ name: _, ...rest }: Row) => rest)).toEqual(['id', 'n', 'region'])
    expect(known(({ name, n: _, ...rest }: Row) => ({ first: upper(name), ...rest, last: 1 }))).toEqual([
      'upper(name) as first',
      'id',
      'region',
      '1 as last',
    ])
    expect(
      known(
        (o: Row, { id: _, ...rest }: Row) => ({ ...rest, id: o.id }),
        [scopeOf('o', 'orders', { columns }), scopeOf('c', 'customers', { columns })],
      ),
    ).toEqual(['c.n', 'c.name', 'c.region', 'o.id'])
  })
  it('is the row, where nothing was taken out', () => {
    expect(known(({ ...rest }: Row) => rest)).toEqual(['*'])
    expect(known((o: Row) => ({ first: o.id, ...o }))).toEqual(['id as first', '*'])
    expect(select(({ ...rest }) => ({ ...rest })).items.map(shown)).toEqual(['*'])
    expect(select((o) => ({ first: o.id, ...o, n: o.n })).items.map(shown)).toEqual(['id as first', '*', 'n'])
  })
  it('is told where the columns are not known', () => {
    expect(message(() => select(({ name: _, ...rest }) => rest))).toMatch(
      /^FLOW2101: `name` would stay in the rest of the row of `orders`.*name the columns in `select`/,
    )
  })
})

describe('columns outside of their callback', () => {
  it('in another callback', () => {
    let leaked: N | null = null
    where((o) => {
      leaked = o.n
      return leaked.gt(1)
    })
    expect(message(() => where((o) => o.id.gt(leaked!)))).toMatch(/^FLOW2102: `n` is a column of `orders` in another callback/)
    expect(message(() => leaked!.gt(1))).toMatch(/^FLOW2102/)
  })

  it('as a part of an expression', () => {
    let leaked: N | null = null
    where((o) => {
      leaked = o.n.plus(1)
      return leaked.gt(1)
    })
    expect(message(() => where(() => leaked!.gt(2)))).toMatch(/^FLOW2102: `n` is/)
  })

  it('of the callback around', () => {
    expect(
      message(() =>
        where((o) => {
          where((p) => p.id.eq(o.id))
          return o.n.gt(1)
        }),
      ),
    ).toMatch(/^FLOW2102: `id` is/)
  })

  it('of a row', () => {
    let leaked: Row | null = null
    where((o) => {
      leaked = o
      return o.n.gt(1)
    })
    expect(message(() => where((o) => o.n.gt(leaked!.n)))).toMatch(/^FLOW2102/)
  })
})

describe('results that are none', () => {
  it.each<[string, Back, RegExp]>([
    ['nothing', () => undefined, /^FLOW2105: the callback gives undefined/],
    ['one expression', (o) => o.n, /^FLOW2105: the callback gives one expression/],
    ['a list', (o) => [o.n], /^FLOW2105: the callback gives a list/],
    ['a Promise', async (o) => ({ n: o.n }), /^FLOW2105: the callback gives a Promise/],
    ['no columns', () => ({}), /^FLOW2105: the callback gives an object without columns/],
    ['a name like a number', (o) => ({ 1: o.n }), /^FLOW2106: `1` is a column named like a number/],
    ['__proto__', (o) => ({ __proto__: js(o.n), a: 1 }), /^FLOW2106: the object of columns has another prototype/],
    ['__proto__ of a row', (o) => ({ __proto__: js(o), a: 1 }), /^FLOW2106: the object of columns has another prototype/],
    ['a symbol', (o) => ({ [Symbol('s')]: o.n }), /^FLOW2106: the symbol `Symbol\(s\)` names a column/],
    ['a line in a name', (o) => ({ 'a\nb': o.n }), /^FLOW2127/],
    ['a function', () => ({ a: () => 1 }), /^FLOW2104: a function stands where a value is expected/],
    ['undefined', () => ({ a: undefined }), /^FLOW2104: undefined stands where a value is expected/],
    ['a Date', () => ({ a: new Date(0) }), /^FLOW2104: a Date stands/],
    ['a case without its end', (o) => ({ a: when(o.n.gt(1), 2) }), /^FLOW2109: `when\(…\)` has no end/],
    ['a row', (o) => ({ a: o }), /^FLOW2108: all columns of `orders` stand where one value is expected/],
  ])('of select: %s', (_, back, said) => {
    expect(message(() => select(back))).toMatch(said)
  })

  it('of where', () => {
    expect(message(() => where(() => undefined))).toMatch(/^FLOW2104: undefined stands where a condition is expected/)
    expect(message(() => where((o) => o))).toMatch(/^FLOW2108/)
    expect(message(() => condition(7, one(), where))).toMatch(/^FLOW2120/)
  })

  it('of extend: a spread row', () => {
    expect(message(() => extend((o) => ({ ...o, a: o.n })))).toMatch(/^FLOW2108: all columns of `orders`/)
  })

  it('a callback’s own error goes through, and the next callback is none of its business', () => {
    expect(
      message(() =>
        where((o) => {
          o.n.plus(1)
          throw new Error('mine')
        }),
      ),
    ).toBe('mine')
    expect(printExpression(where((o) => o.n.gt(1)).expr)).toBe('n > 1')
  })
})

it('operands in plain JavaScript', () => {
  expect(message(() => where((o) => coalesce(o.n, js({}))))).toMatch(/^FLOW2104: an object stands/)
  expect(message(() => where((o) => o.n.in()))).toMatch(/^FLOW2120: `.in\(…\)` takes at least one value/)
  expect(
    message(() =>
      where((o) => {
        const { gt } = o.n
        return gt(1)
      }),
    ),
  ).toMatch(/^FLOW2120: `.gt\(…\)` takes the expression before it/)
  expect(message(() => where((o) => sum(js(undefined)).gt(o.n as never)))).toMatch(/^FLOW2104: undefined/)
  expect(printExpression(where((o) => coalesce(o.n, js(null))).expr)).toBe('coalesce(n, null)')
})
