// The programs of commands in a loader that takes modules one by one: each module has its guards where it is written, and what they see is what
// commands see.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { decidedSoFar, decisions } from '../../src/testing/decisions.js'
import { ModuleGuards } from '../../src/workspace/module-guards-node.js'
import { readModule, resolveByPath } from '../../src/workspace/own-modules-node.js'
import { problemOfThrown } from '../../src/workspace/flow-script-problem.js'
import { FINE, FOUND, HEAD, HELPERS, LIBRARY } from '../kit/guard-cases.js'

const src = (path: string): string => fileURLToPath(new URL(`../../src/${path}`, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'flowc-modules-'))
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  // of the process: other tests run flows in it
  decisions.found.clear()
})

const inLibrary = (resolve: string | null): string | null => (resolve?.includes('node_modules') === true ? null : resolve)

/** Every program as it is loaded; of each what is decided, as `line:column operand`, in the order of places. */
async function runAll(name: string, programs: readonly string[]): Promise<readonly (readonly string[])[]> {
  const root = join(folder, name)
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  for (const [file, text] of Object.entries({ ...LIBRARY, ...HELPERS })) write(file, text)
  programs.forEach((text, i) => write(`${i}.flow.ts`, `${HEAD}${text}\nexport const given = s`))
  const guards = new ModuleGuards(src('testing/guards.ts'))
  await build({
    absWorkingDir: root,
    stdin: {
      contents: `export const modules = [${programs.map((_, i) => `() => import('./${i}.flow.ts')`).join(', ')}]`,
      resolveDir: root,
    },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    outfile: join(root, 'out.cjs'),
    alias: { flowc: src('api/index.ts') },
    logLevel: 'silent',
    plugins: [
      {
        name: 'guards',
        setup: (b) => {
          b.onLoad({ filter: /\.ts$/ }, ({ path }) => {
            if (!path.startsWith(root)) return undefined
            const text = readModule(path)!
            const resolve = (specifier: string, importer: string): string | null => inLibrary(resolveByPath(specifier, importer))
            const made = guards.guarded(path, text, resolve)
            return { contents: made?.code ?? text, loader: 'ts' }
          })
        },
      },
    ],
  })
  const start = HEAD.split('\n').length - 1
  // not by the runner of this test, which would transform it
  const { modules } = createRequire(import.meta.url)(join(root, 'out.cjs')) as {
    readonly modules: readonly (() => Promise<unknown>)[]
  }
  return Promise.all(
    modules.map(async (load, i) => {
      const thrown = await load().then(
        () => null,
        (error: Error) => error,
      )
      const file = join(root, `${i}.flow.ts`)
      const said = decidedSoFar()
        .filter((d) => d.site.file === file)
        .map((d) => {
          const places = { placeOf: () => null, frameOf: () => null, circleOf: () => null }
          const { message } = problemOfThrown({ message: '', stack: null, exit: false, mistake: d }, false, places).diagnostic(
            null,
          )
          return `${d.site.line - start}:${d.site.column} ${/^`(.*?)` is/.exec(message)![1]!}`
        })
      return thrown === null ? said : [...said, thrown.message]
    }),
  )
}

describe('what JavaScript decides about expressions', () => {
  it('is found where it stands', async () => {
    const found = await runAll(
      'found',
      FOUND.map(([program]) => program),
    )
    const missed = FOUND.map(([program, said], i) => [program, said, found[i]!] as const).filter(
      // a loop that would not end is told at once
      ([, said, all]) =>
        !(/ while /.test(said) ? all[0]?.startsWith(`FLOW2114: \`${said.slice(said.indexOf('while'))}\``) : all.includes(said)),
    )
    expect(missed).toEqual([])
    // what is left behind by it, or is undefined for it, is no mistake of its own
    expect(found.flat().filter((line) => /^FLOW(?!2114)/.test(line))).toEqual([])
  })
  it('is fine beside other values, and where a value may be missing', async () => {
    const found = await runAll('fine', FINE)
    expect(FINE.map((program, i) => [program, found[i]!] as const).filter(([, said]) => said.length > 0)).toEqual([])
  })
})
