// `sql NAME (…) returns (…)`: what is declared is kept, what stands in the text stays in it, tests give the rows.
import { describe, expect, it } from 'vitest'
import { printProgram, printStatement } from '../../src/codegen/flink/printer.js'
import { flinkProgram } from '../../src/codegen/flink/program.js'
import { lineage } from '../../src/codegen/graph/lineage.js'
import type { PlanProgram } from '../../src/ir/plan.js'
import { runTest } from '../../src/runtime/test-runner/run-test.js'
import { checkProgram, type Checked } from '../support/check-program.js'
import { errors, ORDERS, PIPELINE } from './base.js'

const text = (...parts: readonly string[]): string => [PIPELINE, ORDERS, ...parts].join('\n')
const check = (...parts: readonly string[]): Checked => checkProgram({ 'main.flow': text(...parts) })
const found = (...parts: readonly string[]): readonly string[] => errors(check(...parts))
const planOf = (...parts: readonly string[]): PlanProgram => {
  const checked = check(...parts)
  expect(errors(checked)).toEqual([])
  return checked.programs[0]!.plan
}
const viewOf = (plan: PlanProgram, name: string): string =>
  printStatement(flinkProgram(plan).statements.find((s) => s.kind === 'create view' && s.name === name)!)!.sql

const TO = (relation: string, mode = 'append'): string =>
  `sink kafka 'shop.order.made.v1' from ${relation} ${mode} { format json }\n`
const TIMED = `sql dear (orders) returns (order_id bigint not null, amount decimal(10, 2), created_at timestamp(3) not null) time created_at = """
  -- the dearest; all (of them
  SELECT order_id, amount, created_at
    FROM orders

   WHERE region <> ')' -- ; DROP TABLE orders
"""
`
const PER_MINUTE = `stream per_minute =
  from dear
  window tumble 1 minute late count
  group by ()
  select window_start, count(*) as n, sum(amount) as total
`

describe('raw SQL', () => {
  const plan = planOf(TIMED, PER_MINUTE, TO('per_minute'))

  it('is a view: the text as it stands, its columns cast to what is declared, the event time as it is', () => {
    expect(viewOf(plan, 'dear')).toBe(`CREATE VIEW \`dear\` (\`order_id\`, \`amount\`, \`created_at\`)
AS SELECT
  CAST(\`order_id\` AS BIGINT) AS \`order_id\`,
  CAST(\`amount\` AS DECIMAL(10, 2)) AS \`amount\`,
  \`created_at\`
FROM (
  -- the dearest; all (of them
  SELECT order_id, amount, created_at
    FROM orders

   WHERE region <> ')' -- ; DROP TABLE orders
)`)
  })

  it('brings each of its lines back to the program', () => {
    const checked = check(TIMED, PER_MINUTE, TO('per_minute'))
    const { text: sql, map } = printProgram(flinkProgram(checked.programs[0]!.plan))
    const at = sql.indexOf("WHERE region <> ')'")
    const inner = map.mappings
      .filter((m) => m.start <= at && at < m.end)
      .reduce((a, b) => (b.end - b.start <= a.end - a.start ? b : a))
    const place = checked.index.locate(inner.origin)
    expect(text(TIMED).split('\n')[place.start.line - 1]).toContain("WHERE region <> ')'")
  })

  describe('a param in the text', () => {
    const program = `param wanted string = 'eu'\n${text(
      'sql dear (orders) returns (order_id bigint not null) = """\n  SELECT order_id FROM orders\n   WHERE region = \'${wanted}\' AND order_id <> ${wanted}\n"""\n',
      TO('dear'),
    )}`
    const given = (value: string): Checked =>
      checkProgram({ 'main.flow': program }, 'flink-2.2', [{ name: 'wanted', value, span: null, where: 'the command line' }])
    it('is its value', () => expect(given('us 1_2-3/x').diagnostics).toEqual([]))
    it.each(["x' OR '1' = '1", 'a -- b', 'a /* b', 'a // b', '`', '\\', '"', 'a;b'])('may not be %j', (value) => {
      const checked = given(value)
      expect(errors(checked).map((e) => e.slice(0, 8))).toEqual(['FLOW2058', 'FLOW2058'])
      const places = checked.diagnostics.map((d) => checked.index.range(d.primary!.span))
      expect(places.map((r) => program.slice(r.start, r.end))).toEqual(['${wanted}', '${wanted}'])
    })
  })

  it('sees all columns of its inputs, and none that the compiler made', () => {
    const withDlq = planOf(
      "stream good =\n  from orders\n  where amount > 0 else dlq 'bad'\n",
      'sql dear (good) returns (order_id bigint not null) = """SELECT order_id FROM good"""\n',
      TO('dear'),
    )
    const view = viewOf(withDlq, 'good')
    for (const column of ['order_id', 'customer_id', 'region', 'item', 'tags', 'made_at']) expect(view).toContain(`\`${column}\``)
    const sql = withDlq.operators.find((o) => o.kind === 'sql')!
    const input = withDlq.operators.find((o) => o.id === sql.inputs[0]!.operator)!
    expect(sql.kind === 'sql' && sql.reads[0]!.columns.every((i) => input.columns[i]!.hidden !== true)).toBe(true)
  })

  it('finds a relation under its name, also where it is another one under a second name', () => {
    const plan = planOf(
      'stream same =\n  from orders\n',
      'sql dear (same) returns (order_id bigint not null) = """SELECT order_id FROM same"""\n',
      TO('dear'),
    )
    expect(viewOf(plan, 'same')).toMatch(/^CREATE VIEW `same`/)
  })

  it('asks for all that is declared, whoever reads it', () => {
    const plan = planOf(
      'sql dear (orders) returns (order_id bigint not null, unread string) = """SELECT order_id, region AS unread FROM orders"""\n',
      'stream ids =\n  from dear\n  select order_id\n',
      TO('ids'),
    )
    expect(viewOf(plan, 'dear')).toContain('CAST(`unread` AS STRING)')
  })

  it('keeps the lines of a text that goes over their end', () => {
    const plan = planOf(
      `sql dear (orders) returns (note string) = """
    SELECT 'a
      b' AS note FROM orders
"""
`,
      TO('dear'),
    )
    expect(viewOf(plan, 'dear')).toContain("    SELECT 'a\n      b' AS note FROM orders")
  })

  it('says where its facts come from', () => {
    const checked = check(TIMED, PER_MINUTE, TO('per_minute'))
    const { madeBy } = checked.model.scopes.get('main.flow')!.get('dear')!.type!
    const at = (span: { readonly declaration: string; readonly start: number; readonly end: number }): string => {
      const { start, end } = checked.index.range(span as never)
      return text(TIMED).slice(start, end)
    }
    expect([madeBy.time.reason, at(madeBy.time.span)]).toEqual(['the `time` of `dear`', 'created_at'])
  })

  it('is planned once, whoever reads it', () => {
    const plan = planOf(
      TIMED,
      PER_MINUTE,
      'stream ids =\n  from dear\n  where amount > 5\n  select order_id\n',
      TO('per_minute'),
      "sink kafka 'shop.order.id.v1' from ids append { format json }\n",
    )
    expect(viewOf(plan, 'dear_rows')).toMatch(/SELECT\n {2}`created_at`,\n {2}CAST\(ROW\(/)
    expect(viewOf(plan, 'dear')).toContain('FROM `dear_rows`')
  })

  it('follows the watermarks of its inputs', () => {
    const sql = plan.operators.find((o) => o.kind === 'sql')!
    expect(sql.traits).toMatchObject({ change: 'append', time: 2, watermark: ['shop/orders/source'] })
    expect(sql.kind === 'sql' && sql.time).toEqual({ ordinal: 2, delay: 30_000, idle: 60_000 })
  })

  it('is where the lineage of its columns begins', () => {
    expect(lineage(plan)[0]!.columns.find((c) => c.name === 'total')!.from).toContainEqual({
      source: 'dear',
      column: 'amount',
      how: 'compute',
    })
  })

  it('with a primary key it is a table', () => {
    const totals = `sql totals (orders) returns (region string not null, n bigint not null) primary key region = """
  SELECT region, COUNT(*) AS n FROM orders WHERE region IS NOT NULL GROUP BY region
"""
`
    expect(found(totals, TO('totals', 'upsert'))).toEqual([])
    expect(found(totals, TO('totals'))).toEqual(['FLOW5001'])
  })

  it('needs no input', () => {
    expect(found('sql one () returns (n int not null) = """SELECT 1 AS n"""\n', TO('one'))).toEqual([])
  })

  it.each([
    ['two statements', 'sql dear (orders) returns (a int) = """SELECT 1 AS a; SELECT 2"""\n', ['FLOW2081']],
    ['an end of the subquery', 'sql dear (orders) returns (a int) = """SELECT 1 AS a) AS x WHERE (1 = 1"""\n', ['FLOW2081']],
    ['nothing', 'sql dear (orders) returns (a int) = """  """\n', ['FLOW2081']],
    ['an input that is not there', 'sql dear (nothing) returns (a int) = """SELECT 1 AS a"""\n', ['FLOW2002']],
    ['an input twice', 'sql dear (orders, orders) returns (a int) = """SELECT 1 AS a"""\n', ['FLOW2082']],
    ['a column twice', 'sql dear (orders) returns (a int, a int) = """SELECT 1 AS a"""\n', ['FLOW3411']],
    ['a time that is no column', 'sql dear (orders) returns (a int) time b = """SELECT 1 AS a"""\n', ['FLOW2006']],
    ['a time that is none', 'sql dear (orders) returns (a int not null) time a = """SELECT 1 AS a"""\n', ['FLOW2082']],
    [
      'a nullable time',
      'sql dear (orders) returns (a timestamp(3)) time a = """SELECT created_at AS a FROM orders"""\n',
      ['FLOW2082'],
    ],
    [
      'a time of six digits',
      'sql dear (orders) returns (a timestamp(6) not null) time a = """SELECT created_at AS a FROM orders"""\n',
      ['FLOW2082'],
    ],
    ['a time without a watermark', 'sql dear () returns (a timestamp(3) not null) time a = """SELECT 1 AS a"""\n', ['FLOW2082']],
    ['a nullable key', 'sql dear (orders) returns (a int) primary key a = """SELECT 1 AS a"""\n', ['FLOW2082', 'FLOW5001']],
    ['a key that is no column', 'sql dear (orders) returns (a int) primary key b = """SELECT 1 AS a"""\n', ['FLOW2006']],
    ['itself', 'sql dear (dear) returns (a int) = """SELECT a FROM dear"""\n', ['FLOW2005']],
  ])('is refused with %s', (_, sql, wanted) => {
    expect(found(sql, "sink kafka 'shop.order.copied.v1' from orders append { format json }\n", TO('dear'))).toEqual(wanted)
  })

  it('has no lanes of late rows: what its watermark is there is not known', () => {
    expect(found(TIMED, PER_MINUTE.replace('late count', 'late to dlq'), TO('per_minute'))).toEqual(['FLOW4006'])
  })

  it('is called as it is declared', () => {
    const files = {
      'main.flow': `import { orders as purchases } from './orders.flow'\n${PIPELINE}sql dear (purchases) returns (a int) = """SELECT 1 AS a FROM purchases"""\n${TO('dear')}`,
      'orders.flow': ORDERS,
    }
    expect(errors(checkProgram(files))).toEqual(['FLOW2080'])
  })
})

describe('a test', () => {
  const failures = (...parts: readonly string[]): readonly unknown[] => {
    const { plan, tests } = check(...parts).programs[0]!
    return runTest(plan, tests[0]!, { readFile: () => [] }).failures
  }
  const GIVEN = `  given dear
    | order_id | amount | created_at            |
    | 1        | 5.00   | '2026-01-01 00:00:10' |
    | 2        | 7.00   | '2026-01-01 00:00:20' |
    | 3        | 9.00   | '2026-01-01 00:02:00' |
    | 4        | 9.00   | '2026-01-01 00:00:30' |
`
  const EXPECT = `  expect per_minute
    | window_start          | n | total |
    | '2026-01-01 00:00:00' | 2 | 12.00 |
    | '2026-01-01 00:02:00' | 1 | 9.00  |
`

  it('gives the rows that the SQL would give, and the rest goes on from there', () => {
    expect(failures(TIMED, PER_MINUTE, TO('per_minute'), `test 't' for shop {\n${GIVEN}${EXPECT}}\n`)).toEqual([])
  })

  it('is an error where it depends on rows that it does not give', () => {
    const orders =
      "  given orders\n    | order_id | created_at            | made_at               |\n    | 1        | '2026-01-01 00:00:10' | '2026-01-01 00:00:10' |\n"
    expect(found(TIMED, PER_MINUTE, TO('per_minute'), `test 't' for shop {\n${orders}${EXPECT}}\n`)).toEqual(['FLOW4070'])
    expect(
      found(TIMED, PER_MINUTE, TO('per_minute'), `test 't' for shop {\n${orders}  expect nothing from per_minute\n}\n`),
    ).toEqual(['FLOW4070'])
  })

  it('is none where it looks at what comes before', () => {
    const orders =
      "  given orders\n    | order_id | created_at            | made_at               |\n    | 1        | '2026-01-01 00:00:10' | '2026-01-01 00:00:10' |\n"
    const expectation = '  expect orders\n    | order_id |\n    | 1        |\n'
    expect(found(TIMED, PER_MINUTE, TO('per_minute'), `test 't' for shop {\n${orders}${expectation}}\n`)).toEqual([])
  })

  it('changes rows of a table by their key', () => {
    const totals = `sql totals (orders) returns (region string not null, n bigint not null) primary key region = """SELECT region, 1 AS n FROM orders"""
`
    const changes = `test 't' for shop {
  given totals
    | @op | region | n |
    |     | 'eu'   | 1 |
    |     | 'us'   | 1 |
    |     | 'eu'   | 2 |
    | -D  | 'us'   | 1 |
  expect changes totals
    | @op | region | n |
    | +I  | 'eu'   | 1 |
    | +I  | 'us'   | 1 |
    | -U  | 'eu'   | 1 |
    | +U  | 'eu'   | 2 |
    | -D  | 'us'   | 1 |
  expect totals
    | region | n |
    | 'eu'   | 2 |
}
`
    expect(found(totals, TO('totals', 'upsert'), changes)).toEqual([])
    expect(failures(totals, TO('totals', 'upsert'), changes)).toEqual([])
  })
})
