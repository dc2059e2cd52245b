// What the loader of `flowc/testing/register` does with modules that Node asks it for.
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { load, resolve } from '../../src/testing/hooks-node.js'
import { folderWith } from '../kit/child.js'

const HELPER = 'export const big = (o: any) => o.vip || o.amount.gt(1)\n'
const folder = folderWith({
  'package.json': '{ "type": "module", "imports": { "#helper": "./lib/hashed.ts" } }',
  'rows.test.ts': "import rows from './rows.json' with { type: 'json' }\nexport const n: number = rows.length\n",
  'a.flow.ts':
    "import { stream } from 'flowc'\nimport '#helper'\nimport '@acme/plain'\nimport '@acme/modern'\nexport { stream }\n",
  'lib/hashed.ts': HELPER,
  'packages/plain/package.json': '{ "name": "@acme/plain", "type": "module", "exports": "./index.ts" }',
  'packages/plain/index.ts': HELPER,
  'packages/modern/package.json': '{ "name": "@acme/modern", "type": "module", "exports": { "import": "./index.ts" } }',
  'packages/modern/index.ts': `export * from './inner.ts'\n`,
  'packages/modern/inner.ts': HELPER,
  'packages/other/index.ts': HELPER,
})
afterAll(folder.cleanup)
const root = realpathSync(folder.path)
mkdirSync(join(root, 'node_modules/@acme'), { recursive: true })
for (const name of ['plain', 'modern']) symlinkSync(join(root, 'packages', name), join(root, 'node_modules/@acme', name), 'dir')

const urlOf = (name: string): string => pathToFileURL(join(root, name)).href
const next = (): never => {
  throw new Error('Node loads it')
}
const loaded = (name: string): string => (load(urlOf(name), {}, next) as { readonly source: string }).source
const isGuarded = (name: string): boolean => /"by": ?"o\.vip"/.test(loaded(name))

it('an import keeps what it says of its kind', () => {
  expect(loaded('rows.test.ts')).toMatch(/^import rows from "\.\/rows\.json" with \{ type: "json" \};/)
})

it('modules behind names are looked into, as those behind paths are', async () => {
  loaded('a.flow.ts')
  expect(['lib/hashed.ts', 'packages/plain/index.ts', 'packages/other/index.ts'].map(isGuarded)).toEqual([true, true, false])
})

it.each([
  ['in the thread that loads', (found: { url: string }) => found],
  ['in a thread of its own', (found: { url: string }) => Promise.resolve(found)],
])('what Node alone resolves counts when it has, %s', async (_, answer) => {
  loaded('a.flow.ts')
  const found = { url: urlOf('packages/modern/index.ts') }
  expect(await resolve('@acme/modern', { parentURL: urlOf('a.flow.ts') }, () => answer(found))).toBe(found)
  loaded('packages/modern/index.ts')
  expect(isGuarded('packages/modern/inner.ts')).toBe(true)
  // what knows nothing of flowc leads nowhere
  await resolve('other', { parentURL: urlOf('packages/other/main.ts') }, () => answer({ url: urlOf('packages/other/index.ts') }))
  expect(isGuarded('packages/other/index.ts')).toBe(false)
})
