// `param NAME type [= default]`: where its value comes from, what it becomes where it is named, and everything that can be wrong.
import { describe, expect, it } from 'vitest'
import { sqlOf } from '../../src/cli/commands/explain-sql.js'
import type { Diagnostic } from '../../src/diagnostics/define.js'
import type { GivenParam } from '../../src/typecheck/params.js'
import { checkProgram, type Checked } from '../support/check-program.js'
import { ORDER } from './base.js'
import { marked, over, related, typeOf } from './expansion-base.js'

const flag = (name: string, value: string): GivenParam => ({ name, value, span: null, where: '`--param`' })
const inEnvironment = (name: string, value: GivenParam['value']): GivenParam => ({
  name,
  value,
  span: { declaration: 'main.flow|file', start: 0, end: 0 },
  where: 'environment `prod`',
})

function program(declarations: string, clauses: string, params: readonly GivenParam[] = []): Checked {
  return checkProgram(
    {
      'main.flow': `pipeline shop { dlq 'shop.order.dlq' }
${declarations}
${ORDER}stream orders from kafka 'shop.order.created.v1' {
  schema  Order
  time    created_at late by 30 seconds, idle after 1 minute
}
stream result = from orders
  ${clauses}
sink kafka 'shop.order.result.v1' from result append
`,
    },
    'flink-2.2',
    params,
  )
}

function sql(checked: Checked): string {
  expect(checked.lines).toEqual([])
  return sqlOf(checked.programs[0]!.plan, checked.model.scopes.get('main.flow')!.get('result')!.span.declaration).join('\n')
}

describe('a param in an expression is a constant of its type', () => {
  it.each([
    ['param p int = 10', 'p', 'INT NOT NULL', '10 AS `x`'],
    ['param p bigint = 10', 'p', 'BIGINT NOT NULL', 'CAST(10 AS BIGINT) AS `x`'],
    ['param p tinyint = -3', 'p', 'TINYINT NOT NULL', 'CAST(-3 AS TINYINT) AS `x`'],
    ['param p decimal(10, 2) = 10', 'p', 'DECIMAL(10, 2) NOT NULL', 'CAST(10.00 AS DECIMAL(10, 2)) AS `x`'],
    ['param p decimal(3, 1) = 10.5', 'p', 'DECIMAL(3, 1) NOT NULL', '10.5 AS `x`'],
    ['param p double = 1e3', 'p', 'DOUBLE NOT NULL', '1000E0 AS `x`'],
    ["param p string = 'it''s'", 'p', 'STRING NOT NULL', "CAST('it''s' AS STRING) AS `x`"],
    ["param p varchar(5) = 'eu'", 'p', 'VARCHAR(5) NOT NULL', "CAST('eu' AS VARCHAR(5)) AS `x`"],
    ['param p boolean = true', 'p', 'BOOLEAN NOT NULL', 'TRUE AS `x`'],
    ["param p date = '2026-01-31'", 'p', 'DATE NOT NULL', "DATE '2026-01-31' AS `x`"],
    ["param p date = DATE '2026-01-31'", 'p', 'DATE NOT NULL', "DATE '2026-01-31' AS `x`"],
    ["param p timestamp(3) = '2026-01-31 10:00:00'", 'p', 'TIMESTAMP(3) NOT NULL', "TIMESTAMP '2026-01-31 10:00:00.000' AS `x`"],
    ['param p decimal(10, 2) = 2', 'amount * p', 'DECIMAL(21, 4)', '`amount` * CAST(2.00 AS DECIMAL(10, 2)) AS `x`'],
    ['type money = decimal(10, 2)\nparam p money = 2', 'p', 'DECIMAL(10, 2) NOT NULL', 'CAST(2.00 AS DECIMAL(10, 2)) AS `x`'],
  ])('%s: %s', (declaration, expression, type, text) => {
    const checked = program(declaration, `select ${expression} as x, order_id`)
    expect(sql(checked)).toContain(text)
    expect(typeOf(checked)).toBe(type)
  })

  it('a duration is an interval', () => {
    const text = sql(program('param w duration = 90 minutes', 'select created_at + w as x, order_id'))
    expect(text).toMatch(/`created_at` \+ INTERVAL '.*' /)
  })

  it('in conditions, in groups and in having', () => {
    const clauses = `where amount > least else dlq 'small'
  window tumble w late count
  group by region
  select region, window_start, sum(amount * factor) as total
  having total > least`
    const checked = program('param least decimal(10, 2) = 5\nparam factor int = 2\nparam w duration = 5 minutes', clauses)
    const text = sql(checked)
    expect(text).toContain('CAST(5.00 AS DECIMAL(10, 2))')
    expect(text).toContain("INTERVAL '5' MINUTE")
  })
})

describe('a param in other places', () => {
  it('is its value in texts', () => {
    const checked = checkProgram({
      'main.flow': `param env string = 'dev'
param n int = 3
param least decimal(4, 2) = 1.5
pipeline shop { owner 'team-\${env}'  dlq '\${env}.order.dlq' }
${ORDER}stream orders from kafka '\${env}.order.created.v\${n}' {
  schema  Order
  time    created_at late by 30 seconds, idle after 1 minute
  with    { 'properties.client.id' = '\${env}-\${n}' }
}
stream result = from orders
  where amount > least else dlq 'below_\${least}'
  select 'from \${env}' as x, '$\${env}' as y, order_id
sink kafka '\${env}.order.result.v1' from result append
`.replaceAll("'  dlq", "'; dlq"),
    })
    expect(checked.lines).toEqual([])
    const { plan } = checked.programs[0]!
    expect([plan.pipeline.owner, plan.pipeline.dlq]).toEqual(['team-dev', 'dev.order.dlq'])
    const text = JSON.stringify(plan.operators)
    for (const part of ['dev.order.created.v3', 'dev-3', 'reject:below_1.50', 'from dev', '${env}', 'dev.order.result.v1'])
      expect(text).toContain(part)
  })

  it('is a duration where one stands', () => {
    const checked = program(
      'param w duration = 5 minutes',
      'window tumble w late count\n  group by region\n  select region, window_start, count(*) as n',
    )
    const window = checked.programs[0]!.plan.operators.find((o) => o.kind === 'window_aggregate')!
    expect(window.window).toMatchObject({ size: 300_000 })
  })

  it('says where a source begins', () => {
    const at = (type: string, value: string): Checked =>
      checkProgram({
        'main.flow': `param t ${type} = ${value}
${ORDER}stream orders from kafka 'shop.order.created.v1' {
  schema  Order
  start   at t
  time    created_at late by 30 seconds, idle after 1 minute
}
pipeline shop { owner 'team-shop' }
sink kafka 'shop.order.result.v1' from orders append
`,
      })
    for (const type of ['timestamp(3)', 'timestamp_ltz(3)', 'timestamp(0)']) {
      const checked = at(type, "'2026-01-01 10:00:00'")
      expect(checked.lines).toEqual([])
      const source = checked.programs[0]!.plan.operators.find((o) => o.kind === 'source')!
      expect(source.connector).toMatchObject({ start: { kind: 'timestamp', epochMillis: Date.UTC(2026, 0, 1, 10) } })
    }
    expect(marked(at('int', '5'))).toEqual(['FLOW2037 t'])
    expect(marked(at('duration', '5 minutes'))).toEqual(['FLOW2037 t'])
  })
})

describe('where a value comes from', () => {
  const inferred = (checked: Checked): unknown => checked.programs[0]!.plan.inferred.filter((i) => i.what === 'param')
  const declaration = 'param least decimal(10, 2) = 5'
  const clauses = 'where amount > least'

  it('the default', () => {
    expect(inferred(program(declaration, clauses))).toEqual([
      { about: 'least', what: 'param', value: '5.00', because: 'its default' },
    ])
  })
  it('the environment before the default', () => {
    const checked = program(declaration, clauses, [inEnvironment('least', 7.5)])
    expect(inferred(checked)).toEqual([{ about: 'least', what: 'param', value: '7.50', because: 'environment prod' }])
    expect(sql(checked)).toContain('7.50')
  })
  it('the command line before the environment', () => {
    const checked = program(declaration, clauses, [inEnvironment('least', 7.5), flag('least', '9')])
    expect(inferred(checked)).toEqual([{ about: 'least', what: 'param', value: '9.00', because: '--param' }])
  })
  it('a param of a library says so', () => {
    const lib = 'param least decimal(10, 2) = 5\n'
    const main = `import { least as most } from './lib.flow'
pipeline shop { owner 'team-shop' }
${ORDER}stream orders from files 'orders.ndjson' { schema Order }
stream result = from orders where amount > most
sink kafka 'shop.order.result.v1' from result append
`
    const checked = checkProgram({ 'main.flow': main, 'lib.flow': lib }, 'flink-2.2', [inEnvironment('least', '8')])
    expect(inferred(checked)).toEqual([
      { about: 'least', what: 'param', value: '8.00', because: 'environment prod, declared in lib.flow' },
    ])
  })

  it.each([
    ['int', '12', '12'],
    ['int', 12, '12'],
    ['decimal(10, 2)', '12.5', '12.50'],
    ['decimal(30, 2)', '1234567890123456789012345678.90', '1234567890123456789012345678.90'],
    ['double', 'NaN', 'NaN'],
    ['boolean', true, 'true'],
    ['boolean', 'false', 'false'],
    ['string', '12', '12'],
    ['string', '', ''],
    ['date', '2026-01-31', '2026-01-31'],
    ['timestamp(3)', '2026-01-31T10:00:00', '2026-01-31 10:00:00.000'],
    ['timestamp_ltz(3)', '2026-01-31 10:00:00Z', '2026-01-31 10:00:00.000'],
    ['duration', '90 seconds', '90 seconds'],
  ] as const)('a value of type %s from outside: %s', (type, value, expected) => {
    const checked = program(`param p ${type}`, 'select order_id', [inEnvironment('p', value)])
    expect(checked.lines).toEqual([])
    expect(inferred(checked)).toMatchObject([{ value: expected }])
  })

  it.each([
    ['int', 'abc'],
    ['int', '1.5'],
    ['int', ''],
    ['int', true],
    ['tinyint', 128],
    ['decimal(4, 2)', '100'],
    ['decimal(4, 2)', '1.005'],
    ['boolean', 'yes'],
    ['string', 5],
    ['varchar(2)', 'abc'],
    ['date', '2026-02-30'],
    ['string', 'a\nb'],
    ['string', 'a\ud800'],
    ['timestamp(3)', 'yesterday'],
    ['duration', '5 minuts'],
    ['duration', '5'],
    ['duration', 5],
  ] as const)('a wrong value of type %s from outside: %s', (type, value) => {
    const given = inEnvironment('p', value)
    const checked = program(`param p ${type}`, 'select order_id', [given])
    expect(checked.diagnostics.map((d) => d.code)).toEqual(['FLOW2033'])
    // in the configuration, and where it is declared
    expect(checked.diagnostics[0]!.primary!.span).toEqual(given.span)
    expect(related(checked, 'FLOW2033')).toEqual([`${type}: \`p\` is declared here`])
    // on the command line there is no place but the declaration
    expect(
      marked(program(`param p ${type}`, 'select order_id', [flag('p', String(value) === '5' ? 'x y' : String(value))])),
    ).toEqual(type === 'string' || (type === 'int' && value === true) ? expect.anything() : ['FLOW2033 p'])
  })

  it.each([
    ['bigint', Number('9007199254740993'), true],
    ['decimal(38, 2)', Number('1234567890123456.78'), true],
    ['bigint', 123456789012345, false],
    ['decimal(10, 2)', 0.05, false],
    ['double', Number('0.12345678901234567'), false],
  ] as const)('a number of JSON for a %s that may have lost digits: %s, %s', (type, value, refused) => {
    const checked = program(`param p ${type}`, 'select order_id', [inEnvironment('p', value)])
    expect(checked.diagnostics.map((d) => `${d.code} ${d.help ?? ''}`)).toEqual(refused ? ['FLOW2033 write it in quotes'] : [])
  })

  it('none at all is said once, at the declaration', () => {
    const checked = program(
      'param p string\nparam w duration',
      "where region = p and region <> '${p}'\n  window tumble w late count\n  group by region\n  select region, window_start, count(*) as n",
    )
    expect(marked(checked)).toEqual(['FLOW2034 p', 'FLOW2034 w'])
  })
  it('a flag that no program has is a mistake, a near name in a configuration a warning', () => {
    expect(program(declaration, clauses, [flag('leest', '1')]).lines).toEqual([
      'FLOW2035 `--param` gives a value to `leest`, and no program here has a param of that name',
    ])
    const near = program(declaration, clauses, [inEnvironment('leest', '1')])
    expect(near.diagnostics.map((d) => `${d.severity} ${d.code}`)).toEqual(['warning FLOW0212'])
    expect(program(declaration, clauses, [inEnvironment('colour', 'red')]).lines).toEqual([])
  })
})

describe('what is wrong with a declaration', () => {
  it.each([
    ['param p array<int> = 5', 'FLOW2031 array<int>'],
    ['param p row<a int>', 'FLOW2031 row<a int>'],
    ['param p bytes', 'FLOW2031 bytes'],
    ['param p intt = 5', 'FLOW3304 intt'],
    ["param p int = 'x'", "FLOW2032 'x'"],
    ['param p int = 1.5', 'FLOW2032 1.5'],
    ['param p int = null', 'FLOW2032 null'],
    ['param p int = 1 + 1', 'FLOW2032 1 + 1'],
    ['param p int = q', 'FLOW2032 q'],
    ['param p int = 5 minutes', 'FLOW2032 5 minutes'],
    ['param p duration = 5', 'FLOW2032 5'],
    ["param p duration = '5 minutes'", "FLOW2032 '5 minutes'"],
    ["param p date = TIMESTAMP '2026-01-01 00:00:00'", "FLOW2032 TIMESTAMP '2026-01-01 00:00:00'"],
    ["param p date = '2026-02-30'", "FLOW2032 '2026-02-30'"],
    ["param p string = secret('KEY')", "FLOW2036 secret('KEY')"],
    ["param p string = env('HOME')", "FLOW2036 env('HOME')"],
    ["param db_password string = 'x'", 'FLOW2036 db_password'],
    ['type t = duration', 'FLOW2042 duration'],
    ['schema S { a duration }', 'FLOW2042 duration'],
  ])('%s', (declaration, expected) => {
    expect(marked(over(declaration, 'select order_id'))).toEqual([expected])
  })
})

describe('what is wrong where it is named', () => {
  it.each([
    ['param p int = 5', "select '${q}' as x, order_id", "FLOW2030 '${q}'"],
    ["param region string = 'eu'", "where region = 'eu'", 'FLOW2038 region'],
    ["param p string = 'eu'", 'where amount > p', 'FLOW3101 amount > p'],
    ['param p int = 5', 'where p.a > 1', 'FLOW2019 p'],
    [
      'param p int = 5',
      'window tumble p late count\n  group by region\n  select region, window_start, count(*) as n',
      'FLOW2037 p',
    ],
    [
      'let p = from orders',
      'window tumble p late count\n  group by region\n  select region, window_start, count(*) as n',
      'FLOW2030 p',
    ],
  ])('%s: %s', (declaration, clauses, expected) => {
    expect(marked(over(declaration, clauses))).toEqual([expected])
  })

  it('a duration without its number is no param', () => {
    const found = (window: string): Diagnostic | undefined =>
      over('param p int = 5', `${window}\n  group by region\n  select region, count(*) as n`).diagnostics.find(
        (d) => d.code === 'FLOW2030',
      )
    const unit = found('window tumble minute late count')
    expect(unit?.help).toBe('a duration has a number: `1 minute`')
    expect(unit?.fixes.map((f) => f.edits[0]?.text)).toEqual(['1 minute'])
    expect(found('window tumble size late count')?.help).toBe('declare it, `param size duration`, or import it')
  })

  it('a column is told from a param by its relation', () => {
    const checked = checkProgram({
      'main.flow': `param region string = 'eu'
${ORDER}stream orders from files 'orders.ndjson' { schema Order }
stream result = from orders as o where o.region = 'eu'
`,
    })
    expect(checked.lines).toEqual([])
  })
  it('a param is no relation', () => {
    expect(over('param p int = 5\nstream x = from p', 'select order_id').lines).toEqual([
      'FLOW2009 16:17 `p` is a param, not a stream or table',
    ])
  })
  it('a mistake shows the declaration as the other side', () => {
    const checked = over("param p string = 'eu'", 'where amount > p')
    expect(related(checked, 'FLOW3101')).toContain('p: `p` is STRING')
  })
  it('a group has no param among its keys', () => {
    const clauses = 'window tumble 5 minutes late count\n  group by p\n  select window_start, count(*) as n'
    expect(marked(over('param p int = 5', clauses))).toEqual(['FLOW4021 p'])
  })
})

it('a param that is missing in an import is said there alone', () => {
  const main = `import { leest } from './lib.flow'
${ORDER}stream orders from files 'orders.ndjson' { schema Order }
stream result = from orders where amount > leest
`
  expect(marked(checkProgram({ 'main.flow': main, 'lib.flow': 'param least int = 5\n' }))).toEqual(['FLOW2004 leest'])
})
