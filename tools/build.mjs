// Bundles everything that ships into dist/: the command line, `flowc/testing`, the plugins of Vite and Prettier, one small entry each, a chunk a command,
// heavy libraries apart so that they load when used; `flowc` itself alone in one file, and the types.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildTypes } from './build-types.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = fileURLToPath(new URL('../dist', import.meta.url))
const fresh = `${dist}.${process.pid}`

process.on('exit', () => rmSync(fresh, { recursive: true, force: true }))

const common = {
  absWorkingDir: root,
  outdir: fresh,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  target: 'node20.19',
  // Most of the start is V8 reading the text of the bundle: a short one is a fast one.
  minify: true,
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
}
const commandLine = {
  ...common,
  entryPoints: {
    flowc: 'src/cli/main.ts',
    testing: 'src/testing/index.ts',
    'testing-vitest': 'src/testing/vitest.ts',
    'testing-vite': 'src/testing/vite.ts',
    'testing-guards': 'src/testing/guards.ts',
    'testing-hooks': 'src/testing/hooks-node.ts',
    'testing-register': 'src/testing/register-node.ts',
    prettier: 'src/format/prettier-plugin.ts',
  },
  splitting: true,
  platform: 'node',
  chunkNames: 'chunks/[name]-[hash]',
  // esbuild's program is a binary beside it; loaded only for what is written in TypeScript
  // Prettier's own parser and printer of scripts: only for scripts
  // Vitest: the one that runs the tests
  external: ['esbuild', 'prettier/plugins/estree', 'prettier/plugins/typescript', 'vitest'],
  // chevrotain's package entry pulls some 600 small modules; its own one-file build is one.
  alias: { chevrotain: './node_modules/chevrotain/lib/chevrotain.mjs' },
  // CommonJS dependencies inside an ES module still call require.
  banner: { js: "import{createRequire as $require}from'node:module';const require=$require(import.meta.url);" },
}
// What programs import: no chunk of the command line, nothing of Node. It is read by people who debug, and bundled with programs that hand it on:
// its names stay, and no map leads from a program's places to our sources.
const api = {
  ...common,
  entryPoints: { index: 'src/api/index.ts', program: 'src/api/program.ts' },
  platform: 'neutral',
  minify: false,
  sourcemap: false,
}

// A failed build leaves the one before it.
const parts = await Promise.allSettled([build(commandLine), build(api), buildTypes(`${fresh}/types`)])
const failed = parts.filter((part) => part.status === 'rejected')
for (const { reason } of failed) if (!(reason.errors?.length > 0)) console.error(reason.message)
if (failed.length > 0) process.exit(1)

// What `flowc/prettier` exports, for who names the plugin in a configuration in TypeScript.
writeFileSync(
  `${fresh}/prettier.d.mts`,
  `import type { Parser, Printer, SupportLanguage } from 'prettier'
export declare const languages: SupportLanguage[]
export declare const parsers: Record<string, Parser>
export declare const printers: Record<string, Printer>
`,
)

writeFileSync(`${fresh}/testing-register.d.mts`, 'export {}\n')
// Vitest transforms a file of its set-up: this one has no map that would lead to sources which do not ship.
writeFileSync(`${fresh}/testing-setup.mjs`, "import './testing-vitest.mjs'\n")

rmSync(dist, { recursive: true, force: true })
renameSync(fresh, dist)
