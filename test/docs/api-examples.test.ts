// Every export of `flowc`, `flowc/testing` and `flowc/testing/vite` has an example in its doc comment. All of them are compiled by TypeScript against the types that
// ship, and run against the package that ships: those of `flowc` as programs, those of the others as tests.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../kit/run-cli.js'
import { tsc } from '../kit/tsc.js'
import { examplesOf, exportsOf, isInternal, isType, type Exported } from './api/exported.js'
import { moduleOf, type Modules } from './api/programs.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const HERE = join(ROOT, 'test', 'docs', 'api')

const exported = (file: string): readonly Exported[] => exportsOf(join(ROOT, file)).filter((e) => !isInternal(e))
const api = exported('src/api/index.ts')
const testing = exported('src/testing/index.ts')
const vite = exported('src/testing/vite.ts')
const namesOf = (exports: readonly Exported[]): ReadonlySet<string> => new Set(exports.map((e) => e.name))
const modules = (depth: string): Modules => [
  [`${depth}sample.flow.js`, namesOf(exportsOf(join(HERE, 'sample.flow.ts')))],
  ['flowc', namesOf(api)],
  ['flowc/testing', namesOf(testing)],
  ['flowc/testing/vite', namesOf(vite)],
  ['vitest', new Set(['expect'])],
]

/** Files that have a place of their own. */
const PLACES: Readonly<Record<string, string>> = {
  defineConfig: 'project/flow.config.ts',
  defineEnvironment: 'project/envs/production.ts',
}
const programs = api
  .filter((e) => !isType(e))
  .flatMap((e) =>
    examplesOf(e).map((text, i) => ({
      file: PLACES[e.name] ?? `${e.name}_${i + 1}.flow.ts`,
      text: moduleOf(text, modules('./')),
    })),
  )
const modulesOf = (folder: string, exports: readonly Exported[]) =>
  exports.flatMap((e) =>
    examplesOf(e).map((text, i) => ({ file: `${folder}/${e.name}_${i + 1}.ts`, text: moduleOf(text, modules('../')) })),
  )
/** What is no program: it runs by itself. */
const others = [
  ...modulesOf('types', api.filter(isType)),
  // names may differ by case alone
  ...modulesOf('testing-types', testing.filter(isType)),
  ...modulesOf(
    'testing',
    testing.filter((e) => !isType(e)),
  ),
  ...modulesOf('testing-vite', vite),
]

describe('each export has an example', () => {
  it.each([...api, ...testing, ...vite])('$name', (e) => {
    expect(examplesOf(e)).not.toEqual([])
  })
})

describe('the examples', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'flowc-examples-'))
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  beforeAll(() => {
    const flowc = join(folder, 'node_modules', 'flowc')
    for (const part of ['package.json', 'dist/index.mjs', 'dist/types'])
      cpSync(join(ROOT, part), join(flowc, part), { recursive: true })
    for (const name of ['testing.mjs', 'testing-vite.mjs']) symlinkSync(join(ROOT, 'dist', name), join(flowc, 'dist', name))
    symlinkSync(join(ROOT, 'node_modules', 'vitest'), join(folder, 'node_modules', 'vitest'), 'junction')
    for (const name of ['sample.flow.ts', 'shared.flow']) cpSync(join(HERE, name), join(folder, name))
    cpSync(join(HERE, 'shared.flow'), join(folder, 'project', 'shared.flow'))
    for (const { file, text } of [...programs, ...others]) write(file, text)
    write('package.json', '{ "type": "module" }\n')
    write('flow.config.json', '{}\n')
    write('matchers.d.ts', "import 'flowc/testing/vitest'\n")
    const compilerOptions = {
      target: 'es2023',
      lib: ['es2023', 'dom'],
      module: 'nodenext',
      strict: true,
      noEmit: true,
      types: [],
      skipLibCheck: true,
    }
    write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['**/*.ts'] }))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('are right for TypeScript', () => {
    expect(tsc(folder)).toEqual({ exit: 0, text: '' })
  })

  it('of flowc are programs without a mistake', async () => {
    const files = programs.map((p) => p.file).filter((file) => file.endsWith('.flow.ts'))
    const { exit, all } = await runCli(['check', '--quiet', ...files], { cwd: folder })
    expect(all).toBe('')
    expect(exit).toBe(0)
  })

  it('of settings are settings of a project', async () => {
    const { exit, all } = await runCli(['check', '--quiet', '-e', 'production'], { cwd: join(folder, 'project') })
    expect(all).toBe('')
    expect(exit).toBe(0)
  })

  it('of types and of what tests have run', async () => {
    const bundle = join(folder, 'examples.mjs')
    await build({
      absWorkingDir: folder,
      stdin: {
        contents: others
          .map(
            ({ file }) => `await import('./${file}').catch(error => { console.error('${file}', error); process.exitCode = 1 })`,
          )
          .join('\n'),
        resolveDir: folder,
      },
      bundle: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      alias: { vitest: join(HERE, 'expect.ts') },
      outfile: bundle,
      logLevel: 'error',
    })
    const { status, stderr } = spawnSync(process.execPath, [bundle], { cwd: folder, encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })
})
