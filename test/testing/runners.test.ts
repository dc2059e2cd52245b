// The package as it is built, in the runners that people have: node:test and Vitest, each as a process of its own.
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildSync } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureBuilt, folderWith, root } from '../kit/child.js'

const program = readFileSync(new URL('./shop.ts', import.meta.url), 'utf8').replace("'../../src/api/index.js'", "'flowc'")
const ORDER = `{ order_id: 1, customer_id: 7, region: 'eu', amount: '10.00', created_at: '2026-01-01 10:00:01' }`

/** Files of the page, and what it shows of the last one. */
const page = readFileSync(join(root, 'docs/testing.md'), 'utf8')
const files = new Map([...page.matchAll(/^```(?:ts|js) (\S+)\n([^]*?)^```/gm)].map((m) => [`docs/${m[1]!}`, m[2]!]))
const shown = /^```text\n([^]*?)^```/m.exec(page)![1]!

const { path, cleanup } = folderWith({
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
  symlinkSync(join(root, 'node_modules/vitest'), join(path, 'node_modules/vitest'))
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
/** What lets Node read TypeScript. */
const TSX = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href
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
  const { exit, text } = run('--import', TSX, '--test', '--test-reporter=tap', 'shop.test.mjs', 'docs/orders.node.ts')
  expect(exit, text).toBe(1)
  expect(text).toMatch(/^# pass 2$/m)
  expect(text).toMatch(/^# fail 2$/m)
  for (const line of [...ROWS, ...step('shop.test.mjs', 15)]) expect(text).toContain(`    ${line}\n`)
})

it('vitest shows rows and places, behind its own transformation', () => {
  const { exit, text } = run('node_modules/vitest/vitest.mjs', 'run', '--no-isolate', '--maxWorkers=1')
  expect(exit, text).toBe(1)
  expect(text).toMatch(/Tests +4 failed \| 7 passed/)
  expect(text).toMatch(/FAIL +docs\/wrong\.test\.ts/)
  expect(text).toContain(shown)
  for (const line of [...ROWS, ...step('shop.test.ts', 22)]) expect(text).toContain(`${line}\n`)
  // the frame that Vitest shows is the call in the test
  expect(text).toMatch(/❯ shop\.test\.ts:18:/)
  expect(text).toMatch(/❯ shop\.test\.ts:21:3/)
  expect(text).toMatch(/ApiMistake: FLOW2120: [^\n]*\n ❯ shop\.test\.ts:25:3/)
  expect(text).not.toContain('Serialized Error')
  expect(text).not.toMatch(/❯.*flowc[/]dist/)
})

it('the page compiles', () => {
  const { exit, text } = run(join(root, 'node_modules/@typescript/native/bin/tsc'), '-p', 'docs')
  expect(text).toBe('')
  expect(exit).toBe(0)
})
