// `fn … from java`: what it promises, how it is called in SQL, what stands for it here.
import { describe, expect, it } from 'vitest'
import { build } from '../../src/codegen/index.js'
import { DEFAULT_ENVIRONMENT } from '../../src/codegen/environment.js'
import { printStatement } from '../../src/codegen/flink/printer.js'
import { flinkProgram } from '../../src/codegen/flink/program.js'
import type { PlanProgram } from '../../src/ir/plan.js'
import { runTest } from '../../src/runtime/test-runner/run-test.js'
import { checkProgram, type Checked } from '../support/check-program.js'
import { errors } from './base.js'

const MASK = `fn mask(card string) string from java 'com.acme.Mask' {
  jar      'libs/acme.jar'
  locally  '****' || card
}
`
const PAYMENTS = `schema Payment {
  payment_id  bigint not null,
  card        string,
  short       varchar(4),
  percent     int,
  gross       decimal(10, 2)
}

stream payments from kafka 'shop.payment.made.v1' {
  schema  Payment
  format  json
}
`
const text = (fn: string, select: string, ...rest: readonly string[]): string =>
  [
    "pipeline shop {\n  dlq 'shop.dlq'\n}",
    fn,
    PAYMENTS,
    `stream result =\n  from payments\n  select payment_id, ${select} as x\n`,
    "sink kafka 'shop.payment.shown.v1' from result append { format json }\n",
    ...rest,
  ].join('\n')
const check = (...parts: Parameters<typeof text>): Checked => checkProgram({ 'main.flow': text(...parts) })
const planOf = (...parts: Parameters<typeof text>): PlanProgram => {
  const checked = check(...parts)
  expect(errors(checked)).toEqual([])
  return checked.programs[0]!.plan
}
const sqlOf = (plan: PlanProgram): readonly string[] => flinkProgram(plan).statements.flatMap((s) => printStatement(s)?.sql ?? [])

describe('a function of Java', () => {
  it('is declared once for a job, and called by its name with arguments of its types', () => {
    const net = "fn net(gross decimal(10, 2), percent bigint) decimal(12, 4) from java 'com.acme.Net'\n"
    const sql = sqlOf(planOf(MASK + net, 'mask(short) || cast(net(gross, percent) as string) || mask(mask(card))'))
    expect(sql.filter((s) => s.startsWith('CREATE FUNCTION'))).toEqual([
      "CREATE FUNCTION `mask` AS 'com.acme.Mask' LANGUAGE JAVA\n  USING JAR '${env:FLOW_FILES}/libs/acme.jar'",
      "CREATE FUNCTION `net` AS 'com.acme.Net' LANGUAGE JAVA",
    ])
    const view = sql.find((s) => s.startsWith('CREATE VIEW `result`'))!
    expect(view).toContain('CAST(`net`(`gross`, CAST(`percent` AS BIGINT)) AS DECIMAL(12, 4))')
    expect(view).toContain('CAST(`mask`(CAST(`mask`(`card`) AS STRING)) AS STRING)')
  })

  it.each([
    ['s3://libs/acme.jar', 's3://libs/acme.jar'],
    ['/opt/flink/acme.jar', '/opt/flink/acme.jar'],
    ["it''s.jar", "${env:FLOW_FILES}/it''s.jar"],
  ])('its jar %s is where it says', (written, sql) => {
    const plan = planOf(MASK.replace('libs/acme.jar', written), 'mask(card)')
    expect(sqlOf(plan).find((s) => s.startsWith('CREATE FUNCTION'))).toContain(`USING JAR '${sql}'`)
  })

  it('is not declared where nothing calls it', () => {
    expect(sqlOf(planOf(MASK, 'card')).join()).not.toContain('FUNCTION')
  })

  it('is in the manifest', () => {
    const manifest = JSON.parse(build(planOf(MASK, 'mask(card)'), DEFAULT_ENVIRONMENT).at(-1)!.text) as Record<string, unknown>
    expect(manifest['functions']).toEqual([{ name: 'mask', class: 'com.acme.Mask', jar: 'libs/acme.jar' }])
    expect(manifest['references']).toMatchObject({ env: expect.arrayContaining(['FLOW_FILES']) })
  })

  it('gives what it says, nullable unless it says otherwise', () => {
    const typed = (fn: string): unknown => {
      const column = planOf(fn, 'mask(card)').operators.find((o) => o.kind === 'project')!.columns[1]!
      return [column.type.key, column.nullable]
    }
    expect(typed(MASK)).toEqual(['STRING', true])
    expect(typed("fn mask(card string) varchar(20) not null from java 'com.acme.Mask'\n")).toEqual(['VARCHAR(20)', false])
  })

  it('may be called by an `fn`, and stand in a condition', () => {
    const fns = `${MASK}fn shown(card string) string = 'card ' || mask(card)\n`
    expect(errors(check(fns, 'shown(card)'))).toEqual([])
    expect(errors(check(MASK, "case when mask(card) = '****1234' then 1 else 0 end"))).toEqual([])
  })

  it('is imported', () => {
    const main = text("import { mask as hide } from './functions.flow'", 'hide(card)')
    const checked = checkProgram({ 'main.flow': main, 'functions.flow': MASK })
    expect(errors(checked)).toEqual([])
    expect(sqlOf(checked.programs[0]!.plan).join('\n')).toContain('`mask`(`card`)')
  })

  it.each([
    ['a class that cannot be', MASK.replace('com.acme.Mask', 'com/acme/Mask'), 'mask(card)', ['FLOW2090']],
    ['no result', MASK.replace(') string', ')'), '1', ['FLOW2090']],
    ['a jar that is none', MASK.replace('acme.jar', 'acme.zip'), 'mask(card)', ['FLOW2090']],
    ['two jars', MASK.replace('\n  locally', "\n  jar 'b.jar'\n  locally"), 'mask(card)', ['FLOW1036']],
    ['the name of a function of Flink', MASK.replace('fn mask', 'fn lower'), '1', ['FLOW2041']],
    ['a stand-in of another type', MASK.replace("'****' || card", '1 + 1'), '1', ['FLOW2048']],
    ['a stand-in that reads a column', MASK.replace("'****' || card", 'gross'), '1', ['FLOW2047']],
    ['too few arguments', MASK, 'mask()', ['FLOW2044']],
    ['an argument of another type', MASK, 'mask(gross)', ['FLOW2045']],
  ])('is refused with %s', (_, fn, select, wanted) => {
    expect(errors(check(fn, select))).toEqual(wanted)
  })

  it('two of one name do not fit into one job', () => {
    const files = {
      'main.flow': `import { mask as a } from './a.flow'\nimport { mask as b } from './b.flow'\n${text('', 'a(card) || b(card)')}`,
      'a.flow': MASK,
      'b.flow': MASK.replace('Mask', 'Other'),
    }
    expect(new Set(errors(checkProgram(files)))).toEqual(new Set(['FLOW2014']))
  })
})

describe('here', () => {
  const test = (expected: string): string => `test 't' for shop {
  given payments
    | payment_id | card   |
    | 1          | '5678' |
    | 2          | null   |
  expect result
    | payment_id | x          |
    | 1          | ${expected} |
    | 2          | null       |
}
`
  it('what stands for it gives the rows', () => {
    const { plan, tests } = check(MASK, 'mask(card)', test("'****5678'")).programs[0]!
    expect(runTest(plan, tests[0]!, { readFile: () => [] }).failures).toEqual([])
  })

  it('a test whose rows come to one without a stand-in is refused', () => {
    const bare = "fn mask(card string) string from java 'com.acme.Mask'\n"
    expect(errors(check(bare, 'mask(card)', test("'****5678'")))).toEqual(['FLOW4072'])
  })

  it('a test is not refused for one that its rows do not come to', () => {
    const bare = "fn mask(card string) string from java 'com.acme.Mask'\n"
    const other = `stream others from kafka 'shop.other.made.v1' {
  schema  Payment
  format  json
}
sink kafka 'shop.other.shown.v1' from others append { format json }
test 't' for shop {
  given others
    | payment_id |
    | 1          |
  expect others
    | payment_id |
    | 1          |
}
`
    expect(errors(check(bare, 'mask(card)', other))).toEqual([])
  })
})
