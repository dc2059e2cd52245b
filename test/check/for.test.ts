// `for t in ['a', 'b'] { … }`: what the copies are, and everything that can be wrong with a loop or in one.
import { describe, expect, it } from 'vitest'
import { applyFixes } from '../support/fixes.js'
import { checkProgram, type Checked } from '../support/check-program.js'
import { LAKE, ORDER } from './base.js'
import { marked, related } from './expansion-base.js'

const file = (text: string): Checked => checkProgram({ 'main.flow': `${ORDER}${text}` })
const names = (checked: Checked): readonly string[] => [...(checked.model.scopes.get('main.flow')?.keys() ?? [])]

const source = (name: string, topic: string): string => `stream ${name} from kafka '${topic}' {
  schema  Order
  time    created_at late by 30 seconds, idle after 1 minute
}`

/** Two values each, one loop in the other. */
const nested = (depth: number): string => {
  const loops = Array.from({ length: depth }, (_, i) => `for v${i} in ['a', 'b'] {`)
  const name = loops.map((_, i) => `\${v${i}}`).join('')
  return `${loops.join(' ')} stream x${name} = from orders ${'}'.repeat(depth)}`
}

describe('a loop declares its body for every value', () => {
  it('with the value in names and texts', () => {
    const checked = file(`for t in ['orders', 'returns'] {
  ${source('$t', 'shop.$t.v1')}
  stream big_$t = from $t where amount > 100 select '\${t}' as kind, order_id, created_at
  stream \${t}_small = from $t as o where o.amount <= 100 select '$t!' as kind, order_id, created_at
}`)
    expect(checked.lines).toEqual([])
    expect(names(checked)).toEqual(['orders', 'big_orders', 'orders_small', 'returns', 'big_returns', 'returns_small'])
    expect(marked(checked)).toEqual([])
  })

  it('also in connections, catalogs, topics, sinks, options, columns and docs', () => {
    const checked = checkProgram({
      'main.flow': `pipeline shop { dlq 'shop.order.dlq' }
${ORDER}for t in ['eu', 'us'] {
  connection db_$t postgres {
    host      env('DB_\${t}')
    database  'shop_$t'
    user      'debezium'
    password  secret('DB_\${t}_PASSWORD')
  }
  schema Customer_$t {
    id_$t  bigint not null
  }
  /// Customers of $t.
  table customers_$t from cdc db_$t 'public.customers' {
    schema       Customer_$t
    primary key  id_$t
    time         commit late by 5 seconds, idle after 1 minute
  }
  sink lake.shop.customers_$t from customers_$t upsert
}
${LAKE}`,
    })
    expect(checked.lines).toEqual([])
    const { plan } = checked.programs[0]!
    expect(plan.connections.map((c) => [c.name, c.properties.map((p) => p.value)])).toEqual([
      [
        'db_eu',
        expect.arrayContaining([
          { kind: 'env', name: 'DB_eu' },
          { kind: 'text', text: 'shop_eu' },
        ]),
      ],
      [
        'db_us',
        expect.arrayContaining([
          { kind: 'env', name: 'DB_us' },
          { kind: 'secret', name: 'DB_us_PASSWORD' },
        ]),
      ],
    ])
    expect(plan.relations.map((r) => [r.name, r.doc])).toEqual([
      ['customers_eu', 'Customers of eu.'],
      ['customers_us', 'Customers of us.'],
    ])
  })

  it('each with an id of its own, which leads back to the body', () => {
    const text = `for t in ['orders', 'returns'] {\n  ${source('$t', 'shop.$t.v1')}\n}`
    const checked = file(text)
    const symbols = [...checked.model.scopes.get('main.flow')!.values()]
    const ids = symbols.map((s) => s.span.declaration)
    expect(new Set(ids).size).toBe(2)
    const at = symbols.map((s) => checked.index.range(s.span))
    expect(at[0]).toEqual(at[1])
    expect(`${ORDER}${text}`.slice(at[0]!.start, at[0]!.end)).toBe('$t')
  })

  it('loops in loops see all variables', () => {
    const checked = file(`for r in ['eu', 'us'] {
  for t in ['orders', '\${r}_returns'] {
    ${source('${t}_of_$r', '$r.shop.$t.v1')}
  }
}`)
    expect(checked.lines).toEqual([])
    expect(names(checked)).toEqual(['orders_of_eu', 'eu_returns_of_eu', 'orders_of_us', 'us_returns_of_us'])
    expect(new Set([...checked.model.scopes.get('main.flow')!.values()].map((s) => s.span.declaration)).size).toBe(4)
  })

  it('params, types, functions and tests too', () => {
    const checked = checkProgram({
      'main.flow': `pipeline shop { owner 'team-shop' }
${ORDER}${source('orders', 'shop.order.created.v1')}
for t in ['low', 'high'] {
  param limit_$t decimal(10, 2) = 100
  type amount_$t = decimal(10, 2)
  fn is_$t(a amount_$t) boolean = a > limit_$t
  stream $t = from orders where is_$t(amount) select order_id, amount
  sink kafka 'shop.order.$t.v1' from $t append { format json }
  test 'it is $t' for shop {
    given orders
      | order_id | amount | created_at            | made_at               |
      | 1        | 150.00 | '2026-01-01 00:00:00' | '2026-01-01 00:00:00' |
    expect $t
      | order_id |
      | 1        |
  }
}`,
    })
    expect(checked.lines).toEqual([])
    expect(checked.programs[0]!.tests.map((t) => t.title)).toEqual(['it is low', 'it is high'])
  })

  it('what it declares can be imported', () => {
    const lib = `${ORDER}for t in ['orders', 'returns'] {\n  ${source('$t', 'shop.$t.v1')}\n}`
    const main = `import { orders, returns as back } from './lib.flow'\nstream all_rows = from orders union all back\n`
    expect(checkProgram({ 'main.flow': main, 'lib.flow': lib }).lines).toEqual([])
    const wrong = checkProgram({ 'main.flow': main.replace('returns', 'retrns'), 'lib.flow': lib })
    expect(marked(wrong)).toEqual(['FLOW2004 retrns'])
  })

  it('a `$` that is no variable stays in a text of an expression', () => {
    const checked = file(`${source('orders', 'shop.order.created.v1')}
for t in ['a'] {
  stream price_$t = from orders select 'US$price' as p, '$1' as q, '$$\{t}' as r, order_id
}`)
    expect(checked.lines).toEqual([])
  })
})

describe('what is wrong with a loop', () => {
  it.each([
    ['for t in [] {\n  stream x_$t = from orders\n}', 'FLOW2052 t'],
    ["for t in ['a', 'b', 'a'] {\n  stream x_$t = from orders\n}", "FLOW2052 'a'"],
    ["for t in ['a'] {\n  stream x_$u = from orders\n}", 'FLOW2053 x_$u'],
    // the longest name counts
    ["for t in ['a'] {\n  stream $t_x = from orders\n}", 'FLOW2053 $t_x'],
    ["for t in ['a'] {\n  stream x_$t = from orders where region = 'x' else dlq 'small_$u'\n}", "FLOW2053 'small_$u'"],
    ['stream x_$t = from orders', 'FLOW2053 x_$t'],
    ["for t in ['eu-west'] {\n  stream x_$t = from orders\n}", 'FLOW2054 x_$t'],
    ["for t in ['1a'] {\n  stream $t = from orders\n}", 'FLOW2054 $t'],
    ["for t in [''] {\n  stream $t = from orders\n}", 'FLOW2054 $t'],
    ["for t in ['select'] {\n  stream $t = from orders\n}", 'FLOW2054 $t'],
    ["for t in ['a'] {\n  import { x } from './lib.flow'\n}", "FLOW2055 import { x } from './lib.flow'"],
    ["for t in ['a'] {\n  pipeline p { owner 'x' }\n}", "FLOW2055 pipeline p { owner 'x' }"],
    ["for t in ['a', 'b'] {\n  stream x = from orders\n}", 'FLOW2056 x'],
    ["for t in ['a', 'b'] {\n  for u in ['a', 'b'] {\n    stream x_$u = from orders\n  }\n}", 'FLOW2056 x_$u'],
    [nested(15), 'FLOW2059 v0'],
    // `${…}` may also be a param
    ["for t in ['a'] {\n  stream x_$t = from orders where region = '${u}'\n}", "FLOW2030 '${u}'"],
  ])('%s', (text, expected) => {
    expect(marked(file(`${source('orders', 'shop.order.created.v1')}\n${text}\n`))).toEqual([expected])
  })
})

describe('what is wrong in the body', () => {
  const body = (condition: string): Checked =>
    file(`for t in ['orders', 'returns', 'refunds'] {
  ${source('$t', 'shop.$t.v1')}
  stream big_$t = from $t where ${condition}
}`)

  it('is said once where it holds for all values, with the values', () => {
    const checked = body('amuont > 100')
    expect(marked(checked)).toEqual(['FLOW2006 amuont'])
    expect(related(checked, 'FLOW2006').filter((r) => r.includes('for t'))).toEqual([
      "'orders': for t = 'orders'",
      "'returns': for t = 'returns'",
      "'refunds': for t = 'refunds'",
    ])
  })

  it('names its value where it holds for one', () => {
    const checked = file(`${source('orders', 'shop.order.created.v1')}
for c in ['amount', 'amuont'] {
  stream by_$c = from orders where $c is not null
}`)
    expect(marked(checked)).toEqual(['FLOW2006 $c'])
    expect(checked.diagnostics[0]!.message).toContain('`amuont`')
    expect(related(checked, 'FLOW2006')).toEqual(["'amuont': for c = 'amuont'"])
    // the fix would be one for the other value too
    expect(checked.diagnostics[0]!.fixes).toEqual([])
  })

  it('has a fix where it holds for all', () => {
    const text = `${ORDER}${source('orders', 'shop.order.created.v1')}
for c in ['a', 'b'] {
  stream by_$c = from orders where regoin = '$c'
}`
    const checked = checkProgram({ 'main.flow': text })
    expect(marked(checked)).toEqual(['FLOW2006 regoin'])
    expect(checkProgram(applyFixes({ 'main.flow': text }, checked)).lines).toEqual([])
  })

  it('names of loops around it are shown too', () => {
    const checked = file(`${source('orders', 'shop.order.created.v1')}
for t in ['a'] {
  for u in ['b'] {
    stream \${t}_$u = from orders where nothing > 0
  }
}`)
    expect(related(checked, 'FLOW2006')).toEqual(["'b': for u = 'b'", "'a': for t = 'a'"])
  })

  it('two sinks of one target are, with both values', () => {
    const checked = checkProgram({
      'main.flow': `pipeline shop { owner 'team-shop' }
${ORDER}${source('orders', 'shop.order.created.v1')}
for t in ['a', 'b'] {
  sink kafka 'shop.order.copied.v1' from orders append { format json }
}`,
    })
    expect(marked(checked)).toEqual(["FLOW5009 kafka 'shop.order.copied.v1'"])
    expect(related(checked, 'FLOW5009')).toEqual(["kafka 'shop.order.copied.v1': the first one", "'b': for t = 'b'"])
  })
})
