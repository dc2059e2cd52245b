// The API stays outside of the bundle of a program and is imported from its file, wherever that is the same as to bundle it.
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiLink, ownFile } from './flow-package-node.js'
import { runFlowScripts, type ScriptCache } from './flow-script-run-node.js'
import { runScript } from './config-script-node.js'
import { bundle } from './script-bundle-node.js'

const folders: string[] = []
afterAll(() => folders.forEach((f) => rmSync(f, { recursive: true, force: true })))

function folderWith(files: Readonly<Record<string, string>>, name = 'flowc-natives-'): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), name)))
  folders.push(folder)
  write(folder, files)
  return folder
}
function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

let api = ''
let installed: Readonly<Record<string, string>> = {}
const manifest = JSON.stringify({
  name: 'flowc',
  version: '0.1.0',
  type: 'module',
  exports: { '.': { default: './dist/index.mjs' } },
})
beforeAll(() => {
  const built = buildSync({ entryPoints: [ownFile('index')], bundle: true, format: 'esm', write: false, target: 'node20' })
  api = `${built.outputFiles[0]!.text}\nconsole.log('evaluated')\n`
  installed = { 'node_modules/flowc/package.json': manifest, 'node_modules/flowc/dist/index.mjs': api }
})

const MONEY = "export const money = namedType('money', t.decimal(10, 2))\n"

/** How often the API was evaluated, and what came of the programs. */
function run(root: string, paths: readonly string[], cache?: ScriptCache) {
  let output = ''
  const runs = runFlowScripts(paths, { root, onText: (text) => (output += text), ...(cache === undefined ? {} : { cache }) })
  const said = paths.map((path) => {
    const found = runs.get(path)!
    if (found.kind === 'program') return found.program.declarations.map((d) => d.kind)
    return found.problems.map((p) => `${p.at?.line}:${p.at?.column} ${p.diagnostic(null).message}`)
  })
  return { said, evaluated: output.split('evaluated\n').length - 1 }
}
function nativesOf(root: string, path: string): readonly string[] | null {
  const bundled = bundle({ root, entry: { path }, ...apiLink(root, [path]) })
  return bundled.ok ? bundled.natives : null
}

describe('the API of a program', () => {
  it.each([
    ['flowc-natives-', 'flowc-natives-'],
    ['# %20 größe 日本 😀-', '# %20 größe 日本 😀-'],
    ['a(b)[c]$1+^-', 'a(b)[c]$1+^-'],
  ])('is imported from its file, whatever the folder is called: %s', (_, name) => {
    // above the project: paths inside of it are relative
    const parent = folderWith(installed, name)
    write(parent, { [`${name}/p/a.flow.ts`]: `import { namedType, t } from 'flowc'\n${MONEY}` })
    cpSync(join(parent, 'node_modules'), join(parent, name, 'node_modules'), { recursive: true })
    expect(nativesOf(parent, `${name}/p/a.flow.ts`)).toEqual([join(parent, name, 'node_modules/flowc/dist/index.mjs')])
    expect(run(parent, [`${name}/p/a.flow.ts`])).toEqual({ said: [['type']], evaluated: 1 })
  })
  it.each([
    ['a namespace', "import * as f from 'flowc'\nexport const money = f.namedType('money', f.t.decimal(10, 2))\n", true],
    ['several statements', `import { namedType } from 'flowc'\nimport {\n  t,\n} from 'flowc'\nimport 'flowc'\n${MONEY}`, true],
    ['names handed on', `import { namedType, t } from './lib.ts'\n${MONEY}`, true],
    ['all names handed on', `import { namedType, t } from './all.ts'\n${MONEY}`, false],
    ['types handed on', `import { namedType, t, type Any } from './types.ts'\nexport const f = (a: Any) => a\n${MONEY}`, true],
    ['an import that waits', `const { namedType, t } = await import('flowc')\n${MONEY}`, false],
    [
      'a text that looks like one',
      `import { namedType, t } from 'flowc'\nexport const text = \`\nimport { t } from "./node_modules/flowc/dist/index.mjs";\n\`.length\n${MONEY}`,
      false,
    ],
  ])('by %s is the same', (_, text, isNative) => {
    const root = folderWith({
      ...installed,
      'a.flow.ts': text,
      'lib.ts': "export { namedType, t as t } from 'flowc'\n",
      'all.ts': "export * from 'flowc'\n",
      'types.ts': "import { namedType, t, type Any } from 'flowc'\nexport { namedType, t, Any }\n",
    })
    expect(nativesOf(root, 'a.flow.ts')).toHaveLength(isNative ? 1 : 0)
    expect(run(root, ['a.flow.ts'])).toEqual({ said: [['type']], evaluated: 1 })
  })
  it('is one where a package finds it by another link', () => {
    const lib = "import { namedType, t } from 'flowc'\nexport const money = namedType('money', t.decimal(10, 2))\n"
    const root = folderWith({
      'store/flowc/node_modules/flowc/package.json': manifest,
      'store/flowc/node_modules/flowc/dist/index.mjs': api,
      'store/lib/node_modules/lib/package.json': '{ "name": "lib", "type": "module", "exports": "./index.js" }',
      'store/lib/node_modules/lib/index.js': lib,
      'node_modules/.keep': '',
      'a.flow.ts': "import { stream } from 'flowc'\nimport { money } from 'lib'\nexport { money }\nexport const s = stream\n",
    })
    symlinkSync('../store/flowc/node_modules/flowc', join(root, 'node_modules/flowc'), 'dir')
    symlinkSync('../../flowc/node_modules/flowc', join(root, 'store/lib/node_modules/flowc'), 'dir')
    symlinkSync('../store/lib/node_modules/lib', join(root, 'node_modules/lib'), 'dir')
    expect(run(root, ['a.flow.ts'])).toEqual({ said: [['type']], evaluated: 1 })
  })
  it('is in its bundle where the folder has a star in its name', () => {
    const root = folderWith({ ...installed, 'a.flow.ts': `import { namedType, t } from 'flowc'\n${MONEY}` }, '**-')
    expect(nativesOf(root, 'a.flow.ts')).toEqual([])
    expect(run(root, ['a.flow.ts'])).toEqual({ said: [['type']], evaluated: 1 })
  })
  it('is damaged, and the bundler says so', () => {
    const root = folderWith({ ...installed, 'a.flow.ts': `import { namedType, t } from 'flowc'\n${MONEY}` })
    rmSync(join(root, 'node_modules/flowc/dist'), { recursive: true })
    expect(run(root, ['a.flow.ts']).said).toEqual([[expect.stringContaining('`flowc` cannot be imported')]])
  })
  it('is that of the folder of each module, where there are several', () => {
    const root = folderWith({ ...installed, 'a.flow.ts': `import { namedType, t } from 'flowc'\nimport './sub/b.ts'\n${MONEY}` })
    cpSync(join(root, 'node_modules'), join(root, 'sub/node_modules'), { recursive: true })
    write(root, { 'sub/b.ts': "import { t } from 'flowc'\nt.bigint()\n" })
    expect(run(root, ['a.flow.ts'])).toEqual({ said: [['type']], evaluated: 2 })
  })
  it('has not every name, and the place is told', () => {
    const root = folderWith({
      ...installed,
      'a.flow.ts': `import { namedType, t } from 'flowc'\n${MONEY}`,
      'b.flow.ts': `import { namedTipe, t } from 'flowc'\nexport const money = namedTipe('money', t.bigint())\n`,
      'flow.config.ts': "import { defineKonfig } from 'flowc'\nexport default defineKonfig({})\n",
    })
    expect(run(root, ['a.flow.ts', 'b.flow.ts']).said).toEqual([['type'], ['1:10 `flowc` exports no `namedTipe`']])
    expect(runScript({ root, path: 'flow.config.ts' })).toEqual({
      ok: false,
      problem: {
        reason: 'no matching export in "node_modules/flowc/dist/index.mjs" for import "defineKonfig"',
        at: { file: 'flow.config.ts', line: 1, column: 10 },
      },
    })
  })
  it('is read again when another one is installed', () => {
    const root = folderWith({ ...installed, 'a.flow.ts': `import { namedType, t } from 'flowc'\n${MONEY}` })
    const cache: ScriptCache = new Map()
    const counts = [api, api, `${api}\n// another\n`].map((text) => {
      write(root, { 'node_modules/flowc/dist/index.mjs': text })
      return run(root, ['a.flow.ts'], cache).evaluated
    })
    expect(counts).toEqual([1, 0, 1])
  })
})
