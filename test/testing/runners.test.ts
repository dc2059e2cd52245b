// The package as it is built, in the runners that people have: node:test and Vitest, each as a process of its own; with what looks at operands
// in its loader, and without.
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureBuilt, folderWith, root } from '../kit/child.js'
import { tsc } from '../kit/tsc.js'

const program = readFileSync(new URL('./shop.ts', import.meta.url), 'utf8').replace("'../../src/api/index.js'", "'flowc'")
const ORDER = `{ order_id: 1, customer_id: 7, region: 'eu', amount: '10.00', created_at: '2026-01-01 10:00:01' }`

/** Files of the page, and what it shows of the last one. */
const page = readFileSync(join(root, 'docs/testing.md'), 'utf8')
const files = new Map([...page.matchAll(/^```(?:ts|js) (\S+)\n([^]*?)^```/gm)].map((m) => [`docs/${m[1]!}`, m[2]!]))
const shown = /^```text\n([^]*?)^```/m.exec(page)![1]!

/** JavaScript decides in a module that knows nothing of flowc, about a param of another one, and in the test itself. */
const DECIDED = {
  'decided/big.ts': `interface Order {
  vip: never
  amount: { gt(n: number): never }
}
export const big = (o: Order) => (o.vip as unknown) || o.amount!.gt(1)
`,
  'decided/params.ts': `import { param, t } from 'flowc'
export const strict = param('strict', t.boolean(), false)
`,
  'decided/decided.flow.ts': `import { kafka, lit, minutes, pipeline, schema, seconds, stream, t } from 'flowc'
import { big } from './big.js'
import * as params from './params.js'

const Order = schema('Order', {
  order_id: t.bigint().notNull(), vip: t.boolean(), amount: t.decimal(10, 2), created_at: t.timestamp(3).notNull(),
})
export const orders = stream('orders', kafka('shop.order.created.v1').schema(Order)
  .time('created_at', { lateBy: seconds(30), idleAfter: minutes(1) }))
export const large = stream('large', orders.where((o) => big(o as never) as never))
export const kept = stream('kept', large.where((o) => params.strict ? lit(true) : o.vip))
export default pipeline('decided').sinkAppend(kept, kafka('shop.order.large.v1'))
`,
  // it belongs to the other modules of its process, not to those of the test before it
  'decided/right.test.ts': `import { expect, test } from 'vitest'
import { runFlow } from 'flowc/testing'
import { orders, revenue5min, shop } from '../shop.flow.js'
test('what is right has its rows', () => {
  expect(runFlow(shop, (test) => test.given(orders, [${ORDER}])).rows(revenue5min)).toEqualRows([{ region: 'eu' }])
})
`,
  'decided/decided.test.ts': `import { expect, test, vi } from 'vitest'
import { runFlow } from 'flowc/testing'
import decided, { kept, orders } from './decided.flow.js'
const moved = vi.hoisted(() => process.env.NO_SUCH_VARIABLE || 'a large order')
test(\`\${moved} is lost\`, () => {
  const run = runFlow(decided, (test) =>
    test.given(orders, [{ order_id: 1, vip: false, amount: '5', created_at: '2026-01-01 10:00:01' }]))
  expect(run.rows(kept)).toEqual([])
})
`,
  'decided/decided.node.ts': `import { test } from 'node:test'
import { runFlow } from 'flowc/testing'
import decided, { orders } from './decided.flow.ts'
test('a large order is lost', () => {
  runFlow(decided, (test) => test.given(orders, []))
})
`,
  'vitest.config.ts': `import { flowc } from 'flowc/testing/vite'
import { defineConfig } from 'vitest/config'
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'plain', include: ['*.test.ts', 'decided/decided.test.ts'] } },
      { plugins: [flowc()], test: { name: 'guarded', include: ['docs/*.test.ts', 'decided/*.test.ts'] } },
    ],
  },
})
`,
}
/** What is told of them, as commands do. */
const TOLD = `error[FLOW2114]: \`o.vip ||\` is decided while the program is built: for JavaScript an expression is always there, and true
 --> decided/big.ts:5:35
  |
5 | export const big = (o: Order) => (o.vip as unknown) || o.amount!.gt(1)
  |                                   ^
help: write \`.or(…)\`, or \`ifNull(…)\` for a value that may be missing

error[FLOW2114]: \`params.strict ?\` is decided while the program is built: for JavaScript an expression is always there, and true
  --> decided/decided.flow.ts:11:55
   |
11 | export const kept = stream('kept', large.where((o) => params.strict ? lit(true) : o.vip))
   |                                                       ^^^^^^
help: write \`when(…)\` or \`ifElse(…)\``

const { path, cleanup } = folderWith({
  ...DECIDED,
  ...Object.fromEntries(files),
  'package.json': '{ "type": "module" }',
  'flow.config.json': '{}',
  'docs/tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'es2023',
      module: 'nodenext',
      strict: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: ['*.ts'],
  }),
  'shop.flow.ts': program,
  'shop.test.mjs': `import { test } from 'node:test'
import { assertRows, runFlow } from 'flowc/testing'
import { orders, revenue5min, shop } from './shop.mjs'

test('passes', () => {
  const run = runFlow(shop, (test) => test.given(orders, [${ORDER}]))
  assertRows(run.rows(revenue5min), [{ region: 'eu', revenue: '10' }])
})
test('shows rows', () => {
  const run = runFlow(shop, (test) => test.given(orders, [${ORDER}]))
  assertRows(run.rows(revenue5min), [{ region: 'us', revenue: '10' }])
})
test('shows the step', () => {
  runFlow(shop, (test) => test
    .given(orders, [{ ...${ORDER}, amount: 'ten' }]))
})
`,
  'shop.test.ts': `import 'flowc/testing/vitest'
import { expect, test } from 'vitest'
import { kafka } from 'flowc'
import { runFlow, type FlowRun } from 'flowc/testing'
import { orders, revenue5min, shop } from './shop.flow.js'

interface Kept {
  run: FlowRun
  what: 'lines of types are not there when this runs'
}
const run: Kept['run'] = runFlow(shop, (test) => test.given(orders, [${ORDER}]))
test('passes', () => {
  expect(run.rows(revenue5min)).toEqualRows([{ region: 'eu', revenue: 10 }])
  expect(run).toHaveDlq([])
  expect(run).toBalance()
})
test('shows rows', () => {
  expect(run.rows(revenue5min)).toEqualRows([{ region: 'us', revenue: '10' }])
})
test('shows the step', () => {
  runFlow(shop, (test) => test
    .given(orders, [{ ...${ORDER}, amount: 'ten' }]))
})
test('shows a mistake where it is made', () => {
  kafka(5 as never)
})
`,
})

beforeAll(() => {
  ensureBuilt()
  const own = join(path, 'node_modules/flowc')
  cpSync(join(root, 'package.json'), join(own, 'package.json'))
  // a copy: what a link leads to is no dependency to Vitest, which would transform all of it
  cpSync(join(root, 'dist'), join(own, 'dist'), { recursive: true, filter: (from) => !from.endsWith('.map') })
  for (const name of ['vitest', 'esbuild', 'prettier'])
    symlinkSync(join(root, 'node_modules', name), join(path, 'node_modules', name))
  buildSync({ entryPoints: [join(path, 'shop.flow.ts')], outfile: join(path, 'shop.mjs') })
}, 60_000)
afterAll(cleanup)

function run(...args: readonly string[]): { readonly exit: number | null; readonly text: string } {
  const { NODE_OPTIONS: _a, VITEST: _b, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: path,
    encoding: 'utf8',
    env: { ...env, NO_COLOR: '1', FORCE_COLOR: '0', CI: '1' },
  })
  return { exit: status, text: stdout + stderr }
}
const ROWS = [
  'the rows of `revenue_5min` are not as expected: 1 different',
  '  | region | revenue |',
  "- | 'us'   | 10.00   |",
  "+ | 'eu'   | 10.00   |",
  '    ^^^^^^',
]
const step = (file: string, line: number): readonly string[] => [
  "error[FLOW7002]: column `amount`: `'ten'` is no DECIMAL(18, 2)",
  `  --> ${file}:${line}:6`,
]

it('node --test shows rows and places', () => {
  const files = ['shop.test.mjs', 'docs/orders.node.ts', 'decided/decided.node.ts']
  const { exit, text } = run('--import', 'flowc/testing/register', '--test', '--test-reporter=tap', ...files)
  expect(exit, text).toBe(1)
  expect(text).toMatch(/^# pass 2$/m)
  expect(text).toMatch(/^# fail 3$/m)
  expect(text).toContain(TOLD.replaceAll(/^/gm, '    '))
  for (const line of [...ROWS, ...step('shop.test.mjs', 15)]) expect(text).toContain(`    ${line}\n`)
})

it('vitest shows rows and places, behind its own transformation', () => {
  const { exit, text } = run('node_modules/vitest/vitest.mjs', 'run', '--no-isolate', '--maxWorkers=1')
  expect(exit, text).toBe(1)
  expect(text).toMatch(/Tests +5 failed \| 9 passed/)
  expect(text).toMatch(/FAIL +\|guarded\| docs\/wrong\.test\.ts/)
  expect(text).toContain(shown)
  for (const line of [...ROWS, ...step('shop.test.ts', 22)]) expect(text).toContain(`${line}\n`)
  // the frame that Vitest shows is the call in the test
  expect(text).toMatch(/❯ shop\.test\.ts:18:/)
  expect(text).toMatch(/❯ shop\.test\.ts:21:3/)
  expect(text).toMatch(/ApiMistake: FLOW2120: [^\n]*\n ❯ shop\.test\.ts:25:3/)
  expect(text).toMatch(/FAIL +\|guarded\| decided\/decided\.test\.ts > a large order is lost\nFlowError: error/)
  expect(text.split(TOLD)).toHaveLength(2)
  expect(text).toMatch(/❯ decided\/decided\.test\.ts:6:15/)
  expect(text).not.toContain('Serialized Error')
  expect(text).not.toContain('Sourcemap for')
  expect(text).not.toMatch(/❯.*flowc[/]dist/)
})

it('the page compiles', () => {
  const { exit, text } = tsc(join(path, 'docs'))
  expect(text).toBe('')
  expect(exit).toBe(0)
})
