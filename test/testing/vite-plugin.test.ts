// The plugin by itself: which modules it takes, how it asks Vite, what it gives back.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { afterAll, describe, expect, expectTypeOf, it } from 'vitest'
import { defineConfig } from 'vitest/config'
import { flowc } from '../../src/testing/vite.js'
import type { FlowcPluginContext } from '../../src/testing/vite-plugin-node.js'

const root = mkdtempSync(join(tmpdir(), 'flowc-vite-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const at = (name: string): string => join(root, name)
const FILES: Readonly<Record<string, string>> = {
  'a.flow.ts': "import { big } from '#lib/big'\nexport const a = (o) => big(o) || o.vip\n",
  'lib/big.ts': 'export const big = (o) => o.amount.gt(1)\n',
  'app.ts': 'export const b = (o) => o.vip || 1\n',
  'node_modules/x/a.flow.ts': 'export const b = (o) => o.vip || 1\n',
}
for (const [name, text] of Object.entries(FILES)) {
  mkdirSync(dirname(at(name)), { recursive: true })
  writeFileSync(at(name), text)
}
/** Vite with an alias. */
function vite(): FlowcPluginContext & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    resolve: async (source) => {
      asked.push(source)
      return source === '#lib/big' ? { id: `${at('lib/big.ts')}?v=1` } : { id: source, external: true }
    },
  }
}
const transformed = (id: string, name = id, context: FlowcPluginContext = vite()) =>
  flowc().transform.call(context, FILES[name]!, at(id))

describe('the plugin', () => {
  it('is one of Vite', () => {
    expectTypeOf(flowc()).toExtend<Plugin>()
    expect(defineConfig({ plugins: [flowc()] }).plugins).toHaveLength(1)
  })
  it('asks Vite what names mean, once', async () => {
    const context = vite()
    const plugin = flowc()
    const made = await plugin.transform.call(context, FILES['a.flow.ts']!, at('a.flow.ts'))
    expect(made?.code).toContain('"by":"big(…)"')
    expect(JSON.parse(made!.map)).toMatchObject({ version: 3, sources: [at('a.flow.ts')], sourcesContent: [FILES['a.flow.ts']] })
    await plugin.transform.call(context, FILES['a.flow.ts']!, at('a.flow.ts'))
    expect(context.asked).toEqual(['#lib/big'])
    plugin.watchChange()
    await plugin.transform.call(context, FILES['a.flow.ts']!, at('a.flow.ts'))
    expect(context.asked).toEqual(['#lib/big', '#lib/big'])
  })
  it('takes modules that have to do with flows, by any name that Vite has for them', async () => {
    const ids = ['a.flow.ts', 'a.flow.ts?t=17&v=1', 'a.flow.ts?import', 'a.flow.ts?raw', 'a.flow.ts?url&v=1', 'app.ts']
    const made = await Promise.all(ids.map((id) => transformed(id, id.replace(/\?.*/, ''))))
    expect(made.map((m) => m !== null)).toEqual([true, true, true, false, false, false])
    expect(await transformed('node_modules/x/a.flow.ts')).toBeNull()
    expect(await flowc().transform.call(vite(), 'x || y', '\0virtual:flowc')).toBeNull()
  })
  it('has modules made anew that may have asked one that has changed', async () => {
    const plugin = flowc()
    const forgotten: string[] = []
    const moduleGraph = {
      getModulesByFile: (file: string) => (file === at('a.flow.ts') ? [{ file }] : undefined),
      invalidateModule: (module: object) => void forgotten.push((module as { readonly file: string }).file),
    }
    plugin.configureServer({ moduleGraph, environments: { ssr: { moduleGraph }, client: { moduleGraph } } })
    plugin.watchChange()
    expect(forgotten).toEqual([])
    await plugin.transform.call(vite(), FILES['a.flow.ts']!, at('a.flow.ts'))
    await plugin.transform.call(vite(), FILES['lib/big.ts']!, at('lib/big.ts'))
    plugin.watchChange()
    plugin.watchChange()
    expect(forgotten).toEqual([at('a.flow.ts'), at('a.flow.ts')])
  })
  it('brings the matchers, unless it is told not to', () => {
    const { test } = flowc().config() as { readonly test: { readonly setupFiles: readonly string[] } }
    expect(test.setupFiles.map(existsSync)).toEqual([true])
    expect(flowc({ matchers: false }).config()).toEqual({})
  })
  it('is for tests alone', () => {
    const { VITEST } = process.env
    expect(flowc().apply()).toBe(true)
    delete process.env['VITEST']
    expect(flowc().apply()).toBe(false)
    process.env['VITEST'] = VITEST
  })
})
