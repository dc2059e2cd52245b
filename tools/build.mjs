// Bundles the command line and the Prettier plugin into dist/: one small entry each, a chunk a command, heavy libraries apart so that they load when used.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = fileURLToPath(new URL('../dist', import.meta.url))
const fresh = `${dist}.${process.pid}`

process.on('exit', () => rmSync(fresh, { recursive: true, force: true }))
// A failed build leaves the one before it.
await build({
  absWorkingDir: root,
  entryPoints: { flowc: 'src/cli/main.ts', prettier: 'src/format/prettier-plugin.ts' },
  outdir: fresh,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  chunkNames: 'chunks/[name]-[hash]',
  // Most of the start is V8 reading the text of the bundle: a short one is a fast one.
  minify: true,
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  // its program is a binary beside it; loaded only for a configuration in TypeScript
  // and Prettier's own printer of scripts: only for scripts
  external: ['esbuild', 'prettier/plugins/estree'],
  logLevel: 'warning',
  // chevrotain's package entry pulls some 600 small modules; its own one-file build is one.
  alias: { chevrotain: './node_modules/chevrotain/lib/chevrotain.mjs' },
  // CommonJS dependencies inside an ES module still call require.
  banner: { js: "import{createRequire as $require}from'node:module';const require=$require(import.meta.url);" },
}).catch(() => process.exit(1))

// What `flowc/prettier` exports, for who names the plugin in a configuration in TypeScript.
writeFileSync(
  `${fresh}/prettier.d.mts`,
  `import type { Parser, Printer, SupportLanguage } from 'prettier'
export declare const languages: SupportLanguage[]
export declare const parsers: Record<string, Parser>
export declare const printers: Record<string, Printer>
`,
)

rmSync(dist, { recursive: true, force: true })
renameSync(fresh, dist)
