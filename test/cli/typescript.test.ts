// Programs in TypeScript on the command line: found, run, compiled; what is wrong with them is told at their lines.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { runCli } from '../kit/run-cli.js'

const fixture = fileURLToPath(new URL('../fixtures/typescript/', import.meta.url))
const folders: string[] = []
afterAll(() => folders.forEach((f) => rmSync(f, { recursive: true, force: true })))

function project(files: Readonly<Record<string, string>>): string {
  const cwd = mkdtempSync(join(tmpdir(), 'flowc-ts-'))
  folders.push(cwd)
  for (const [name, text] of Object.entries({ 'flow.config.json': '{}', ...files })) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  return cwd
}

interface Found {
  readonly code: string
  readonly message: string
  readonly file: string | null
  readonly range: {
    readonly start: { readonly line: number; readonly column: number }
    readonly end: { readonly column: number }
  } | null
  readonly flow?: { readonly text: string; readonly column: number; readonly endColumn: number; readonly line: number }
  readonly related: readonly { readonly file: string; readonly flow?: object }[]
  readonly help: string | null
  readonly fixes: readonly { readonly title: string; readonly edits: readonly object[] }[]
}
async function check(files: Readonly<Record<string, string>>, ...paths: readonly string[]) {
  const { stdout, stderr, exit } = await runCli(['check', ...paths, '--format', 'json'], { cwd: project(files) })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly Found[] }
  const errors = diagnostics.filter((d) => d.code !== 'FLOW2012' && !d.code.startsWith('FLOW501'))
  return {
    exit,
    stderr,
    errors,
    /** `FLOW2006 orders.flow.ts:3:7 message` */
    told: errors.map((d) => `${d.code} ${d.file}:${d.range?.start.line}:${d.range?.start.column} ${d.message}`),
  }
}

const ROW = `schema('row', { id: t.bigint().notNull(), amount: t.decimal(10, 2), at: t.timestampLtz(3).notNull() })`
const ORDERS = `import { kafka, minutes, schema, seconds, stream, t } from 'flowc'
export const orders = stream('orders',
  kafka('shop.order.created.v1').schema(${ROW}).messageKey('id', 'text').time('at', { lateBy: seconds(5), idleAfter: minutes(1) }))
`
const job = (name: string, topic = `shop.order.${name}.v1`): string =>
  `export default pipeline('${name}').sinkAppend(orders, kafka('${topic}'), { messageKey: { columns: 'id', as: 'text' } })\n`

describe('a program in TypeScript', () => {
  it('is checked, tested, built, run, drawn and explained as the text that it prints', async () => {
    const cwd = project({ 'r.ndjson': '{"device_id":"a","celsius":"20.00","measured_at":"2026-01-01 10:00:05"}\n' })
    cpSync(fixture, cwd, { recursive: true })
    const file = 'cold_rooms.flow.ts'
    expect((await runCli(['check', '--deny-warnings'], { cwd })).all).toBe('ok: 1 file, 1 pipeline\n')
    expect((await runCli(['test'], { cwd })).all).toMatch(/1 passed\n$/)
    const run = await runCli(['run', file, '--input', 'readings=r.ndjson', '-o', 'run'], { cwd })
    expect(run.exit, run.all).toBe(0)
    expect((await runCli(['graph', file], { cwd })).stdout).toContain('tumble 1 minute')
    const explained = await runCli(['explain', file, 'plausible'], { cwd })
    expect(explained.stdout).toMatch(/^stream plausible cold_rooms\.flow\.ts:18:19\n/)
    expect(explained.stdout).toContain("    where celsius between -60 and 60 else dlq 'implausible'")

    expect((await runCli(['gen', 'flow', file, '-o', 'text/cold_rooms.flow'], { cwd })).all).toBe('wrote text/cold_rooms.flow\n')
    expect((await runCli(['build', file, '-o', 'one'], { cwd })).exit).toBe(0)
    expect((await runCli(['build', 'text', '-o', 'two'], { cwd })).exit).toBe(0)
    for (const artifact of ['flink/cold_rooms.sql', 'topics.json', 'schemas/iot.reading.averaged.v1-value.avsc'])
      expect(readFileSync(join(cwd, 'one/cold_rooms', artifact), 'utf8')).toBe(
        readFileSync(join(cwd, 'two/cold_rooms', artifact), 'utf8'),
      )
  })
  it('has its failed expectations at their lines', async () => {
    const text = readFileSync(join(fixture, 'cold_rooms.flow.ts'), 'utf8').replace("celsius: '21.000000'", "celsius: '22.000000'")
    const result = await runCli(['test'], { cwd: project({ 'cold_rooms.flow.ts': text }) })
    expect(result.exit).toBe(1)
    expect(result.stdout).toContain('cold_rooms.flow.ts:42:8: the rows of `per_minute` are not as expected')
  })
  it('is printed by gen flow, and left to Prettier by fmt', async () => {
    const cwd = project({ 'orders.flow.ts': ORDERS, 'a.flow': 'type  money = decimal(10, 2)\n' })
    const printed = await runCli(['gen', 'flow', 'orders.flow.ts'], { cwd })
    expect(printed.stdout).toContain("stream orders from kafka 'shop.order.created.v1' {\n  schema       `row`\n")
    expect((await runCli(['gen', 'flow', 'a.flow'], { cwd })).stderr).toContain('`a.flow` is not a `.flow.ts` file')
    const fmt = await runCli(['fmt'], { cwd })
    expect(fmt.all).toContain('changed a.flow\n')
    expect(fmt.all).toContain('orders.flow.ts is TypeScript, which Prettier lays out')
    expect(readFileSync(join(cwd, 'orders.flow.ts'), 'utf8')).toBe(ORDERS)
  })
  it('makes the pipelines of a loop in one file: told once, at the one call', async () => {
    const cwd = project({
      'orders.flow.ts':
        `${ORDERS}export default ['a', 'b', 'c'].map((n) =>\n  pipeline(n).sinkAppend(orders, kafka('x.y.' + n + '.v1')))\n`.replace(
          'import {',
          'import { pipeline,',
        ),
    })
    const { all } = await runCli(['check'], { cwd })
    expect(all.match(/FLOW2015/g)).toHaveLength(1)
    expect(all).toMatch(
      /^error\[FLOW2015\]: this file already has the pipeline `a`; `b` is a second one\n --> orders\.flow\.ts:5:3\n/,
    )
    expect(all).not.toContain('the first one')
  })
  it('is not counted where it cannot be read', async () => {
    const { all } = await runCli(['check'], { cwd: project({ 'orders.flow.ts': "throw new Error('no')\n" }) })
    expect(all).toMatch(/\n\n1 error\n$/)
  })
  it('has a thousand operators in a clause, and no more', async () => {
    const long = (n: number): string =>
      `${ORDERS}export const many = stream('many', orders.where((o) => { let all = o.id.gt(0); for (let i = 1; i < ${n}; i++) all = all.or(o.id.eq(i)); return all }))\n${job('long').replace('orders,', 'many,')}`.replace(
        'import { ',
        'import { pipeline, ',
      )
    const cwd = project({ 'more.flow.ts': long(501), 'most.flow.ts': long(5000) })
    expect((await runCli(['check'], { cwd })).all).toMatch(
      /^error\[FLOW1039\]: the clause has more than 1000 operators\n --> more\.flow\.ts[^]*error\[FLOW2115\]: .* is made of more than 1000 in one another\n --> most\.flow\.ts[^]*\n2 errors in /,
    )
  })
  it('tells of what is nested too deep at the declaration that has it', async () => {
    const deep = `const deep = stream('deep', orders.select((o) => {
  let label = lit('z')
  for (let i = 0; i < 100; i++) label = when(o.id.eq(i), 'a').else(label)
  return { label }
}))
`
    const text = `${ORDERS}${deep}${job('nested').replace('orders,', 'deep,')}`.replace(
      'import { ',
      'import { lit, pipeline, when, ',
    )
    const { all } = await runCli(['check'], { cwd: project({ 'deep.flow.ts': text }) })
    const line = text.slice(0, text.indexOf('const deep')).split('\n').length
    expect(all).toContain(`error[FLOW1017]: the text is nested deeper than 64 levels\n --> deep.flow.ts:${line}:14\n`)
  })
  it('says what it has to say on stderr', async () => {
    const cwd = project({
      'orders.flow.ts': `${ORDERS}console.log('begun', { deep: [1] })\nprocess.stdout.write('raw\\n')\nconsole.error('%d rows', 3)\n`,
    })
    const result = await runCli(['check', '--format', 'json'], { cwd })
    expect(result.stderr).toBe('begun { deep: [ 1 ] }\nraw\n3 rows\n')
    expect(JSON.parse(result.stdout)).toMatchObject({ ok: true })
  })
})

describe('projects with both skins', () => {
  it('import from each other, with paths that are relative to the module that names them', async () => {
    const { told, exit } = await check(
      {
        'orders.flow.ts': ORDERS,
        'text/plain.flow': `import { orders } from '../orders.flow.ts'\n\nstream plain =\n  from orders\n  where amount > 0\n`,
        'lib/shared.ts': `import { importStream } from 'flowc'\nexport const plain = importStream<{ id: bigint }>('plain', '../text/plain.flow')\n`,
        'jobs/eu/job.flow.ts': `import { kafka, pipeline, stream } from 'flowc'
import { plain } from '../../lib/shared.js'
export default pipeline('eu').sinkAppend(plain, kafka('shop.order.kept.v1'), { messageKey: { columns: 'id', as: 'text' } })
`,
      },
      'jobs',
    )
    expect(told).toEqual([])
    expect(exit).toBe(0)
  })
  it('run a module once, whoever imports it', async () => {
    const importing = "import { kafka, pipeline } from 'flowc'\nimport { orders } from './orders.flow.js'\n"
    const { stderr, exit } = await check({
      'orders.flow.ts': `${ORDERS}console.log('once')\n`,
      ...Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`j${i}.flow.ts`, `${importing}${job(`j${i}`)}`])),
    })
    expect(stderr).toBe('once\n')
    expect(exit).toBe(0)
  })
  it('tell of an import that leads nowhere in the text that has it', async () => {
    const { told } = await check({
      'a.flow': "import { x } from './b.flow.ts'\nimport { y } from './orders.flow.ts'\n",
      'orders.flow.ts': ORDERS,
    })
    expect(told).toEqual([
      'FLOW2003 a.flow:1:19 `./b.flow.ts` cannot be imported: there is no such file',
      'FLOW2004 a.flow:2:10 `./orders.flow.ts` declares no `y`',
    ])
  })
})

describe('what is wrong', () => {
  it('with a program is shown at the call or column, with the clause as text', async () => {
    const files = {
      'orders.flow.ts': `${ORDERS.replace("'flowc'", "'flowc'\nimport { kafka as k, pipeline } from 'flowc'")}
const big = stream('big', orders
  .where(o => o.amount.gt(1).and((o as any).amuont.lt(2))))
export default pipeline('big_orders').sinkAppend(big, k('shop.order.big.v1'), { messageKey: { columns: 'id', as: 'text' } })
`,
    }
    const { errors, told } = await check(files)
    expect(told).toEqual(['FLOW2006 orders.flow.ts:7:45 there is no column `amuont` in `orders`'])
    expect(errors[0]).toMatchObject({
      range: { end: { column: 51 } },
      flow: { text: 'where amount > 1 and amuont < 2', column: 22, endColumn: 28 },
      help: 'did you mean `amount`?',
      fixes: [{ title: 'write `amount`', edits: [] }],
    })
    const cwd = project(files)
    const text = (await runCli(['check'], { cwd })).stdout
    expect(text).toContain(`
  |                                             ^^^^^^
  = where amount > 1 and amuont < 2
                         ^^^^^^
help: did you mean`)
    expect((await runCli(['check', '--format', 'github'], { cwd })).stdout).toContain(
      'file=orders.flow.ts,line=7,col=45,endLine=7,endColumn=51,title=FLOW2006::there is no column `amuont` in `orders`%0Aas .flow: where amount > 1 and amuont < 2%0A',
    )
    const sarif = (await runCli(['check', '--format', 'sarif'], { cwd })).stdout
    expect(sarif).toContain('as .flow: where amount > 1 and amuont < 2')
  })
  it('with the API is told where the builder was called, in helpers too', async () => {
    const { told, errors } = await check({
      'orders.flow.ts': `${ORDERS}
import { atLeast } from './lib/helper.js'
export const big = stream('big', orders.where((o) => atLeast(o.amount, 3)))
`,
      'lib/helper.ts': `
export function atLeast(column: any, n: number): any {
  return column.ge(n) && column.isNotNull()
}
`,
    })
    expect(told).toEqual([
      expect.stringContaining('FLOW2114 lib/helper.ts:3:10 `column.ge(…) &&` is decided while the program is built'),
    ])
    expect(errors[0]!.flow).toBeUndefined()
  })
  it('with embedded text is told inside of the template', async () => {
    const { told, errors } = await check({
      'a.flow.ts': `${ORDERS}
import { expr, flow } from 'flowc'
const least = 3
export const more = flow\`
  -- flow:ignore FLOW5012 because nobody reads it
  stream big =
    from \${orders}
    where amount > \${least} and
      idd = 6
\`
export const odd = stream('odd', orders.where((o) => expr<boolean>\`\${o.amount} > 1 and
  att is null\`))
`,
      'b.flow.ts': `import { flow } from 'flowc'
export const broken = flow\`
  stream big =
    from orders
    where amount >
  stream c = frm b
\`
export const empty = flow\`-- nothing\`
`,
      'c.flow.ts': `${ORDERS}
import { expr } from 'flowc'
export const odd = stream('odd', orders.where(() => expr<boolean>\`amount > 1 amount\`))
`,
    })
    expect(told.sort()).toEqual([
      'FLOW0429 b.flow.ts:8:27 the text in flow`…` declares nothing',
      'FLOW0429 c.flow.ts:6:78 the text in expr`…` is not exactly one expression: unexpected `amount`',
      'FLOW1001 b.flow.ts:5:18 a `where` clause ends too early, expected an expression',
      'FLOW1032 b.flow.ts:6:14 the query of `c` begins with `frm`, not with `from`',
      'FLOW2006 a.flow.ts:12:7 there is no column `idd` in `orders`',
      'FLOW2006 a.flow.ts:15:3 there is no column `att` in `orders`',
    ])
    expect(errors.find((e) => e.message.includes('idd'))!.flow!.text).toBe('where amount > 3 and idd = 6')
  })
  it('with a file that others import is told once, and the others are checked', async () => {
    const { told } = await check({
      'orders.flow.ts': `${ORDERS}\nimport { pipeline } from 'flowc'\n${job('fine').replace("'id'", "'idd'")}`,
      'lib/broken.ts': 'export const a = (\n',
      'lib/throws.ts': "export const b = 1\nthrow new Error('no such team.')\n",
      'x.flow.ts': "import { a } from './lib/broken.js'\nexport default a\n",
      'y.flow.ts': "import { a } from './lib/broken.js'\nexport default a\n",
      'z.flow.ts': "import { b } from './lib/throws.js'\nexport default b\n",
      'zz.flow.ts': "import { b } from './lib/throws.js'\nexport default b\n",
      'lib/refused.ts': "import { kafka, stream } from 'flowc'\nexport const c = stream('c', kafka({} as never))\n",
      'xx.flow.ts': "import { c } from './lib/refused.js'\nexport default c\n",
      'yy.flow.ts': "import { c } from './lib/refused.js'\nexport default c\n",
    })
    expect(told.sort()).toEqual([
      'FLOW0420 lib/broken.ts:2:1 the TypeScript cannot be read: unexpected end of file',
      'FLOW0422 lib/throws.ts:2:7 the program throws while it is built: no such team',
      expect.stringMatching(/^FLOW2006 orders\.flow\.ts:\d+:\d+ there is no column `idd`/),
      'FLOW2120 lib/refused.ts:2:30 `kafka` takes the name of a topic, and got an object',
    ])
  })
  it('with what programs share is told once, in the order of the modules', async () => {
    const shared = ORDERS.replace('{ lateBy: seconds(5), ', '{ ')
    const { told } = await check({
      'lib/orders.ts': `${shared}export const odd = stream('odd', orders.where((o) => (o as any).late.isNull()))\n`,
      ...Object.fromEntries(
        ['a', 'b', 'c'].map((name) => [
          `${name}.flow.ts`,
          `import { kafka, pipeline, stream } from 'flowc'
import { odd } from './lib/orders.js'
export const mine = stream('mine', odd.select((o) => ({ id: (o as any).idd })))
${job(name).replace('orders', 'odd')}`,
        ]),
      ),
    })
    expect(told.map((t) => t.replace(/ (there|this).*/, ''))).toEqual([
      'FLOW2006 a.flow.ts:3:72',
      'FLOW2006 b.flow.ts:3:72',
      'FLOW2006 c.flow.ts:3:72',
      'FLOW4025 lib/orders.ts:3:170',
      'FLOW2006 lib/orders.ts:4:65',
    ])
  })
  it('with a comment that ignores is told in the template', async () => {
    const cwd = project({
      'a.flow.ts': `${ORDERS}
import { flow } from 'flowc'
export const more = flow\`
  -- flow:ignore FLOW4018 because nobody asks
  stream big = from \${orders}
\`
`,
    })
    const { stdout } = await runCli(['check'], { cwd })
    expect(stdout).toContain(' --> a.flow.ts:7:3\n')
  })
  it('with an import says what to do', async () => {
    const { errors } = await check({
      'a.flow.ts': "import { map } from 'lodash/fp'\nexport default map\n",
      'b.flow.ts': "import text from './orders.flow'\nexport default text\n",
      'c.flow.ts': "import { streem } from 'flowc'\nexport default streem\n",
      'orders.flow': '',
    })
    expect(errors.map((e) => [e.code, e.file, e.message, e.help])).toEqual([
      [
        'FLOW0421',
        'a.flow.ts',
        '`lodash/fp` cannot be imported: it is not there',
        'install it in the project: `npm install lodash`',
      ],
      [
        'FLOW0421',
        'b.flow.ts',
        '`orders.flow` is no module of JavaScript',
        'what a program of text declares is named with `importStream(…)` or `importTable(…)`',
      ],
      ['FLOW0421', 'c.flow.ts', '`flowc` exports no `streem`', null],
    ])
  })
  it('with a default export that is no program says what is exported', async () => {
    const { told } = await check({ 'a.flow.ts': 'export default { a: 1 }\nexport const b = null\n', 'b.flow.ts': '' })
    expect(told).toEqual([
      'FLOW0427 a.flow.ts:1:1 `a.flow.ts` exports no pipeline and no declaration, only `b`, `default`',
      'FLOW0427 b.flow.ts:1:1 `b.flow.ts` exports nothing',
    ])
  })
})
