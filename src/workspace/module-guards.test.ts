import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { transformSync } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { ModuleGuards } from './module-guards-node.js'
import { OwnModules, readModule, reachableFrom, resolveByPath, type Find } from './own-modules-node.js'

const folders: string[] = []
afterAll(() => folders.forEach((f) => rmSync(f, { recursive: true, force: true })))
function folderWith(files: Readonly<Record<string, string>>): (name: string) => string {
  const root = mkdtempSync(join(tmpdir(), 'flowc-modules-'))
  folders.push(root)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return (name) => join(root, name)
}
const guarded = (text: string, file = '/shop/a.flow.ts') => new ModuleGuards('/runtime.mjs').guarded(file, text, () => null)
/** The operands that are looked at, as they are written. */
const operands = (text: string): readonly string[] =>
  [...(guarded(text)?.code ?? '').matchAll(/"kind":"(\w+)","operator":"([^"]+)","by":"([^"]*)"/g)].map(
    ([, , o, by]) => `${by} ${o}`,
  )

describe('guards of a module of TypeScript', () => {
  it('stand within what types say of an operand', () => {
    expect(operands('export const f = (o: any) => (o.vip as boolean) || o!.amount.gt!(1)')).toEqual(['o.vip ||'])
    expect(operands("const k = o.kind satisfies string\nif (k === ('eu' as const)) {}")).toEqual(['k ==='])
    expect(operands('const f = <T,>({ vip = 1 }: { vip?: T }): T | 1 => vip')).toEqual(['vip ='])
    expect(operands('export const f = <boolean>(o.vip) ? 1 : 2')).toEqual(['o.vip ?'])
    expect(guarded('const a = <b c={o.vip || 1}>{o.x ?? <i />}</b>', '/shop/a.tsx')?.code).toContain('"by":"o.x"')
  })
  it('are none of what only TypeScript has', () => {
    for (const text of [
      'declare const a: { x: 1 } | null\ntype B = typeof a extends { x: infer X } ? X : never',
      'abstract class A { constructor(private readonly x?: number) {} abstract f(): void; g?(): void }',
      'enum E { a = 1 || 2 }\nnamespace N { export const x = 1 || 2 }\nexport type { X } from "./x.js"',
      'function f(): void\nfunction f(a?: number): void {}\nlet x!: number',
      'import a = require("a")',
    ])
      expect([text, operands(`${text}\nexport const f = (o) => (o.z ? 1 : 2)`)]).toEqual([text, ['o.z ?']])
  })
  it('are in a text that runs, line for line', () => {
    const text = `#!/usr/bin/env node
import { lit as l, type Row } from 'flowc'

export default function (this: void, { vip = l(true) }: Row, ...rest: readonly Row[]) {
  return (rest.length, vip) === 'x' ? vip! : \`\${vip || rest[0]?.vip.x}\`
}
export class A<T> { @dec() accessor #x: T = l(1) || l(2); static { if (l(3)) A } }
`
    const made = guarded(text)!
    expect(made.code.split('\n')).toHaveLength(text.split('\n').length)
    expect(made.code.startsWith('#!/usr/bin/env node\nimport{looksOf as $flowcLooks}from"/runtime.mjs";')).toBe(true)
    expect(() => transformSync(made.code, { loader: 'ts', target: 'esnext' })).not.toThrow()
    const map = new SourceMap({ ...made.map, file: '', sourceRoot: '' } as unknown as SourceMapPayload)
    const lines = text.split('\n')
    let words = 0
    for (const [i, line] of made.code.split('\n').entries())
      for (const { 0: word, index } of line.matchAll(/\b(?:vip|rest|length|return|accessor|lit|Row|x)\b/g)) {
        // the head is in none of them
        if (index < line.indexOf('import { lit')) continue
        const at = map.findEntry(i, index) as { readonly originalLine: number; readonly originalColumn: number }
        expect([word, at.originalLine]).toEqual([word, i])
        expect(lines[i]!.slice(at.originalColumn).startsWith(word)).toBe(true)
        words++
      }
    expect(words).toBeGreaterThan(12)
  })
  it('are no lines that a coverage counts', () => {
    const { code } = guarded('export const f = (o) => o.vip || 1')!
    // what takes the types out keeps comments that say so alone, and may write a line for each
    for (const { code: js } of [{ code }, transformSync(code, { loader: 'ts', target: 'esnext' })])
      expect(js).toMatch(/\/\* istanbul ignore next -- @preserve \*\/\s*function \$flowc\(\)/)
  })
  it('have names that the module has not', () => {
    const text =
      'const $flowc = 1\nlet $flowc_Row0 = 2, $flowcOwn\nexport const f = ({ vip = $flowc }) => (vip ? $flowc_Row0 : $flowcOwn)'
    const { code } = guarded(text)!
    expect(code.startsWith('import{looksOf as $flowc__Looks}from"/runtime.mjs";var $flowc__Own;')).toBe(true)
    // two declarations of one name do not parse
    expect(() => transformSync(code, { loader: 'ts', target: 'esnext' })).not.toThrow()
    expect(guarded(code)).toBeNull()
  })
  it('are put in once', () => {
    const made = guarded('export const f = (o) => o.vip || 1')!
    expect(guarded(made.code)).toBeNull()
  })
  it.each([
    ['has nothing to look at', 'const a = 1 + 2'],
    ['chooses by values alone', "const a = process.argv.length > 2 ? 'a' : 'b'"],
    ['cannot be read', 'const a = f(1) || ;'],
    ['is no TypeScript', 'const a = f(1) || (b: c)'],
  ])('leave a module that %s', (_, text) => {
    expect(guarded(text)).toBeNull()
  })
  it('follow what modules say now', () => {
    const at = folderWith({
      'b.ts': "import { lit } from 'flowc'\nexport const is = (o) => lit(o)",
      'c.ts': 'export const x = 1',
    })
    const guards = new ModuleGuards('/runtime.mjs')
    const text = "import { is } from './b.js'\nexport const c = is(1) ? 1 : 2"
    expect(guards.guarded(at('a.ts'), text, resolveByPath)?.code).toContain('"by":"is(…)"')
    const other = 'export const is = (o) => o.find(Boolean)\nexport const y = is([1]) ? 1 : 2'
    writeFileSync(at('b.ts'), other)
    guards.guarded(at('b.ts'), other, resolveByPath)
    expect(guards.guarded(at('a.ts'), text, resolveByPath)).toBeNull()
  })
  it('end where modules hand on each other', () => {
    const at = folderWith({
      'a.ts': "export * from './b.js'\nexport { lost } from './b.js'",
      'b.ts': "export * from './a.js'\nexport { lost } from './a.js'\nexport { there } from 'flowc'",
    })
    const text =
      "import { lost, never, there } from './a.js'\nimport * as all from './b.js'\nif (lost) all\nif (never()) all.lost\n"
    const guards = new ModuleGuards('/runtime.mjs')
    expect(guards.guarded(at('c.ts'), text, resolveByPath)).toBeNull()
    expect(guards.guarded(at('d.ts'), `${text}if (there()) all`, resolveByPath)?.code).toContain('"by":"there()"')
  })
})

describe('the modules that are looked into', () => {
  const files = {
    'flows/a.flow.ts': "import { kafka } from 'flowc'\nimport { big } from '../lib/big.js'\n",
    'lib/big.ts': "import { small } from './small'\nimport 'left-pad'\n",
    'lib/small.ts': 'export const small = 1\n',
    'lib/typed.ts': "import type { Expr } from 'flowc'\n",
    'lib/other.ts': "import { small } from './small.js'\nexport const flow = 'from flowc'\n",
    'app/main.ts': "import './side.js'\nawait import('./entry.js')\n",
    'app/entry.ts': "const flows = await import('../flows/a.flow.js')\n",
    'app/side.ts': "import { small } from '../lib/small.js'\nimport { other } from '../lib/other.js'\n",
    'node_modules/left-pad/index.js': '',
    'app/globbed.ts': "const all = import.meta.glob('./*.ts')\n",
    'app/aliased.ts': "import '~/lib/big'\n",
    'app/actual.ts': "await vi.importActual('../lib/big.js')\n",
    'app/later.ts': "const { kafka } = await import('flowc')\n",
  }
  const names = Object.keys(files).filter((name) => !name.includes('node_modules'))
  const taken = ['flows/a.flow.ts', 'lib/big.ts', 'lib/small.ts', 'lib/typed.ts', 'app/entry.ts', 'app/later.ts']
  const at = folderWith(files)
  const has = (modules: OwnModules, name: string, find: Find = resolveByPath): boolean =>
    modules.has(at(name), readModule(at(name))!, find)

  it('are programs, what imports flowc, and what these reach', () => {
    const modules = new OwnModules()
    expect(names.filter((name) => has(modules, name))).toEqual(taken)
  })
  it('are known before a module that imports them is', () => {
    const modules = new OwnModules()
    // what begins is asked for first, and imports small before the program does
    expect([has(modules, 'app/main.ts'), has(modules, 'lib/small.ts'), has(modules, 'app/side.ts')]).toEqual([false, true, false])
  })
  it('are known when all that they import has been found', () => {
    const modules = new OwnModules()
    const found = new Set<string>()
    const later: Find = (specifier, importer) => {
      const key = `${specifier} ${importer}`
      return found.has(key) ? resolveByPath(specifier, importer) : void found.add(key)
    }
    const rounds = [1, 2, 3, 4, 5].map(() => has(modules, 'app/main.ts', later))
    expect([rounds.includes(true), has(modules, 'lib/small.ts', later)]).toEqual([false, true])
  })
  it('are none of packages', () => {
    expect(new OwnModules().has(at('node_modules/left-pad/index.js'), "import 'flowc'", resolveByPath)).toBe(false)
  })
  it('are all that a test loads, where its text tells', () => {
    const reached = (name: string) => reachableFrom([at(name)])
    expect([...(reached('app/main.ts') ?? [])].toSorted()).toEqual(
      ['app/main.ts', 'app/entry.ts', 'app/side.ts', 'flows/a.flow.ts', 'lib/big.ts', 'lib/other.ts', 'lib/small.ts']
        .map(at)
        .toSorted(),
    )
    const unknown = ['globbed', 'aliased', 'actual', 'absent'].map((name) => reached(`app/${name}.ts`))
    expect(unknown).toEqual([null, null, null, null])
  })
})
