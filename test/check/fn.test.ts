// `fn NAME(a type, …) [type] = expr`: what a call becomes, of which type it is, and everything that can be wrong with it.
import { describe, expect, it } from 'vitest'
import { sqlOf } from '../../src/cli/commands/explain-sql.js'
import { checkProgram } from '../support/check-program.js'
import { marked, over, related, typeOf } from './expansion-base.js'

const NET = 'fn net(amount decimal(10, 2), rate decimal(5, 4)) decimal(10, 2) = cast(amount * (1 - rate) as decimal(10, 2))'

describe('a call has the type of the function', () => {
  it.each([
    // declared
    [NET, 'net(amount, 0.21)', 'DECIMAL(10, 2)'],
    // of the body
    ['fn double_of(a int) = a + a', 'double_of(quantity)', 'INT NOT NULL'],
    ['fn double_of(a bigint) = a + a', 'double_of(quantity)', 'BIGINT NOT NULL'],
    ['fn wide(a int) bigint = a', 'wide(quantity)', 'BIGINT NOT NULL'],
    // NULL goes through, and NOT NULL too
    ['fn same(a decimal(10, 2)) = a', 'same(amount)', 'DECIMAL(10, 2)'],
    ['fn same(a string) = a', "same('x')", 'STRING NOT NULL'],
    ['fn same(a string) = a', 'same(null)', 'STRING'],
    ['fn orElse(a string, b string not null) = coalesce(a, b)', "orElse(region, 'none')", 'STRING NOT NULL'],
    ['fn some() = 1', 'some()', 'INT NOT NULL'],
    ['fn nothing() int = null', 'nothing()', 'INT'],
    // constants take the type of the parameter, where it holds them
    ['fn f(a smallint) = a', 'f(7)', 'SMALLINT NOT NULL'],
    ['fn f(a decimal(5, 4)) = a', 'f(1)', 'DECIMAL(5, 4) NOT NULL'],
    ['fn f(a double) = a', 'f(1.5)', 'DOUBLE NOT NULL'],
    ['fn f(a varchar(3)) = a', "f('ab')", 'VARCHAR(3) NOT NULL'],
    // rows
    ['fn nameOf(c row<id bigint not null, name string>) = c.name', 'nameOf(customer)', 'STRING'],
    ['fn idOf(c row<id bigint not null, name string>) = c.id', 'idOf(customer)', 'BIGINT'],
    // functions of functions
    [`${NET}\nfn gross(a decimal(10, 2)) = net(net(a, 0.5), 0.5)`, 'gross(7)', 'DECIMAL(10, 2) NOT NULL'],
    ['fn a(x int) = b(x)\nfn b(x int) = x', 'a(quantity)', 'INT NOT NULL'],
  ])('%s: %s', (declarations, call, type) => {
    const checked = over(declarations, `select ${call} as x, created_at`)
    expect(checked.lines).toEqual([])
    expect(typeOf(checked)).toBe(type)
  })
})

describe('a body sees its parameters and nothing else', () => {
  it('not a column of the caller', () => {
    const checked = over('fn f(a int) = a + quantity', 'select f(quantity) as x, created_at')
    expect(marked(checked)).toEqual(['FLOW2047 quantity'])
    expect(checked.diagnostics[0]!.help).toContain('`a`')
  })
  it('and its parameter is not the column of that name', () => {
    const [view] = sql(`fn f(region int) = region + 1`, 'select f(quantity) as x, created_at')
    expect(view).toContain('`quantity` + 1 AS `x`')
  })
  it('arguments are those of the place of the call, also where names are equal', () => {
    const [view] = sql(
      'fn f(amount int, quantity int) = amount - quantity',
      'select f(quantity, cast(order_id as int)) as x, created_at',
    )
    expect(view).toContain('`quantity` - CAST(`order_id` AS INT) AS `x`')
  })
  it('a parameter hides a param', () => {
    const [view] = sql('param a int = 5\nfn f(a int) = a + 1', 'select f(quantity) as x, created_at')
    expect(view).toContain('`quantity` + 1 AS `x`')
  })
  it('and a param is seen', () => {
    const [view] = sql('param b int = 5\nfn f(a int) = a + b', 'select f(quantity) as x, created_at')
    expect(view).toContain('`quantity` + 5 AS `x`')
  })
})

describe('the text of a call', () => {
  it('keeps the types that the function says', () => {
    const [view] = sql('fn f(a bigint) = a * a', 'select f(quantity) as x, created_at')
    expect(view).toContain('CAST(`quantity` AS BIGINT) * CAST(`quantity` AS BIGINT) AS `x`')
  })
  it('keeps a text from becoming CHAR', () => {
    const [view] = sql('fn f(a string) = a', "select f('x') as x, created_at")
    expect(view).toContain("CAST('x' AS STRING) AS `x`")
  })
  it('has brackets where they are needed', () => {
    const [view] = sql('fn f(a int) = a * 2', 'select f(quantity + 1) as x, created_at')
    expect(view).toContain('(`quantity` + 1) * 2 AS `x`')
  })
})

describe('calls stand wherever an expression does', () => {
  it.each([
    ['fn big(a decimal(10, 2)) boolean = a > 100', 'where big(amount)'],
    [NET, 'extend n = net(amount, 0.1)'],
    [NET, 'where net(amount, 0.1) > 0 and net(amount, 0.2) < 1000'],
    [
      NET,
      'window tumble 5 minutes late count\n  group by region\n  select region, window_start, sum(net(amount, 0.21)) as total',
    ],
    [
      NET,
      'window tumble 5 minutes late count\n  group by region\n  select region, window_start, net(max(amount), 0.21) as total',
    ],
    [
      NET,
      'window tumble 5 minutes late count\n  group by region\n  select region, window_start, max(amount) as most\n  having net(most, 0.5) > 10',
    ],
    [
      "fn shout(s string) = s || '!'",
      'window tumble 5 minutes late count\n  group by region\n  select shout(region) as r, window_start, count(*) as n',
    ],
  ])('%s: %s', (declarations, clauses) => {
    expect(over(declarations, clauses).lines).toEqual([])
  })
})

describe('what is wrong with a call', () => {
  it.each([
    [NET, 'net(amount)', 'FLOW2044 net(amount)'],
    [NET, 'net(amount, 0.1, 0.2)', 'FLOW2044 net(amount, 0.1, 0.2)'],
    ['fn one() = 1', 'one(2)', 'FLOW2044 one(2)'],
    [NET, "net('a', 0.1)", "FLOW2045 'a'"],
    [NET, 'net(region, 0.1)', 'FLOW2045 region'],
    [NET, 'net(amount, 12.5)', 'FLOW2045 12.5'],
    [NET, 'net(amount, 0.12345)', 'FLOW2045 0.12345'],
    [NET, 'net(cast(amount as double), 0.1)', 'FLOW2045 cast(amount as double)'],
    ['fn f(a int) = a', 'f(order_id)', 'FLOW2045 order_id'],
    ['fn f(a tinyint) = a', 'f(128)', 'FLOW2045 128'],
    ['fn f(a varchar(2)) = a', "f('abc')", "FLOW2045 'abc'"],
    ['fn f(a decimal(10, 2) not null) = a', 'f(amount)', 'FLOW2045 amount'],
    ['fn f(a int not null) = a', 'f(null)', 'FLOW2045 null'],
    ['fn f(a int) = a', 'f(*)', 'FLOW2046 f(*)'],
    ['fn f(a int) = a', 'f(distinct quantity)', 'FLOW2046 f(distinct quantity)'],
    ['fn f(a int) = a', 'f(quantity) filter (where quantity > 1)', 'FLOW2046 f(quantity) filter (where quantity > 1)'],
    ['fn f(a int) = a', 'g(quantity)', 'FLOW3011 g'],
    // an argument's own mistake is said once
    ['fn f(a int) = a + a', 'f(quantty)', 'FLOW2006 quantty'],
  ])('%s: %s', (declarations, call, expected) => {
    expect(marked(over(declarations, `select ${call} as x, created_at`))).toEqual([expected])
  })

  it('points at the call and at the declaration', () => {
    const count = over(NET, 'select net(amount) as x, created_at')
    expect(related(count, 'FLOW2044')).toEqual(['net: declared here'])
    const type = over(NET, 'select net(region, 0.1) as x, created_at')
    expect(related(type, 'FLOW2045')).toEqual(['region      string: `region` is STRING', 'amount: `amount` is DECIMAL(10, 2)'])
  })

  it('says what only these arguments break at the call, and shows the place in the body', () => {
    const checked = over('fn per(a decimal(10, 2), b int) = a / b', 'select per(amount, 0) as x, created_at')
    expect(marked(checked)).toEqual(['FLOW3202 b', 'FLOW3203 per(amount, 0)'])
    expect(related(checked, 'FLOW3203')[0]).toMatch(/: in the body of `per`$/)
  })
})

describe('what is wrong with a declaration', () => {
  it.each([
    ['fn upper(a string) = a', 'FLOW2041 upper'],
    ['fn Sum(a int) = a', 'FLOW2041 Sum'],
    ['fn f(a int, a int) = a', 'FLOW2051 a'],
    ['fn f(a intt) = a', 'FLOW3304 intt'],
    ['fn f(a int) strng = a', 'FLOW3304 strng'],
    ['fn f(a int) = b', 'FLOW2047 b'],
    ['fn f(a int) = o.a', 'FLOW2047 o'],
    ['fn f(a int) = sum(a)', 'FLOW2049 sum(a)'],
    ['fn f() = count(*)', 'FLOW2049 count(*)'],
    ['fn f(a int) string = a', 'FLOW2048 a'],
    ['fn f(a int) tinyint = a', 'FLOW2048 a'],
    ['fn f(a int) int not null = a', 'FLOW2048 a'],
    ['fn f() = null', 'FLOW3105 null'],
    ['fn f(a int) = a + 1 + a.b', 'FLOW2018 b'],
    ['fn f(a int) = f(a)', 'FLOW2043 f'],
    ['fn f(a int) = g(a) + 1\nfn g(a int) = h(a)\nfn h(a int) = case when a > 0 then f(a - 1) else 0 end', 'FLOW2043 f'],
  ])('%s', (declaration, expected) => {
    expect(marked(over(declaration, 'select order_id, created_at'))).toEqual([expected])
  })

  it('names the whole cycle once, and calls of it say nothing more', () => {
    const checked = over('fn f(a int) = g(a)\nfn g(a int) = f(a)', 'select f(quantity) as x, g(quantity) as y, created_at')
    expect(checked.lines.map((l) => l.replace(/ \d+:\d+/, ''))).toEqual(['FLOW2043 an `fn` cannot call itself: f → g → f'])
  })
  it('is said once, however often it is called', () => {
    const checked = over("fn f(a int) = a > 'x'", 'select f(quantity) as x, f(quantity + 1) as y, created_at')
    expect(marked(checked)).toEqual(["FLOW3101 a > 'x'"])
  })
})

it('a call that grows without bound is refused, and soon', () => {
  const doubling = ['fn f0(a int) = a + a', ...Array.from({ length: 40 }, (_, i) => `fn f${i + 1}(a int) = f${i}(f${i}(a))`)]
  const begin = performance.now()
  const checked = over(doubling.join('\n'), 'select f40(quantity) as x, created_at')
  expect(performance.now() - begin).toBeLessThan(2000)
  expect(new Set(checked.diagnostics.map((d) => d.code))).toEqual(new Set(['FLOW2050']))
})

it.each(['from the bottom up', 'from the top down'])('thousands that stand on one another are no crash, %s', (order) => {
  const chain = ['fn f0(a int) = a', ...Array.from({ length: 1000 }, (_, i) => `fn f${i + 1}(a int) = f${i}(a)`)]
  const checked = over((order.endsWith('up') ? chain : chain.reverse()).join('\n'), 'select f60(quantity) as x, created_at')
  expect(new Set(checked.diagnostics.map((d) => d.code))).toEqual(new Set(['FLOW2057']))
})
it('a call that becomes too deep is refused', () => {
  const chain = Array.from({ length: 40 }, (_, i) => `fn f${i + 1}(a boolean) = ${'not '.repeat(40)}f${i}(a)`)
  const checked = over(['fn f0(a boolean) = a', ...chain].join('\n'), 'select order_id, created_at')
  expect(marked(checked)).toEqual(['FLOW2057 f25(a)'])
})

describe('between files', () => {
  const lib = `type money = decimal(10, 2)
param vat decimal(5, 4) = 0.21
fn untaxed(a money) = cast(a * (1 - vat) as decimal(10, 2))
fn net(a money) = untaxed(a)
`
  const main = (imports: string, call: string): string => `import { ${imports} } from './lib.flow'
schema Order { amount decimal(10, 2), created_at timestamp(3) not null }
stream orders from kafka 'shop.order.created.v1' {
  schema       Order
  time         created_at late by 30 seconds, idle after 1 minute
}
stream result = from orders
  select ${call} as x, created_at
`
  it('a function is imported, and what its body names stays that of its file', () => {
    const checked = checkProgram({ 'main.flow': main('net', 'net(amount)'), 'lib.flow': lib })
    expect(checked.lines).toEqual([])
    expect(typeOf(checked)).toBe('DECIMAL(10, 2)')
  })
  it('under another name', () => {
    expect(checkProgram({ 'main.flow': main('net as after_tax', 'after_tax(amount)'), 'lib.flow': lib }).lines).toEqual([])
  })
  it('a mistake in the body is one of its file', () => {
    const checked = checkProgram({ 'main.flow': main('net', 'net(amount)'), 'lib.flow': lib.replace('untaxed(a)', 'untxed(a)') })
    expect(marked(checked)).toEqual(['FLOW3011 untxed'])
  })
  it('a function that is not there is said at the import alone', () => {
    const checked = checkProgram({ 'main.flow': main('nett', 'nett(amount)'), 'lib.flow': lib })
    expect(marked(checked)).toEqual(['FLOW2004 nett'])
  })
})

function sql(declarations: string, clauses: string): readonly string[] {
  const checked = over(
    `pipeline shop { owner 'team-shop' }\n${declarations}\nsink kafka 'shop.order.result.v1' from result append\n`,
    clauses,
  )
  expect(checked.lines).toEqual([])
  const symbol = checked.model.scopes.get('main.flow')!.get('result')!
  return sqlOf(checked.programs[0]!.plan, symbol.span.declaration)
}
