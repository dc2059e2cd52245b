// Bundles the command line into dist/: one small entry, a chunk a command, heavy libraries apart so that they load when used.
import { renameSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = fileURLToPath(new URL('../dist', import.meta.url))
const fresh = `${dist}.${process.pid}`

process.on('exit', () => rmSync(fresh, { recursive: true, force: true }))
// A failed build leaves the one before it.
await build({
  absWorkingDir: root,
  entryPoints: { flowc: 'src/cli/main.ts' },
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
  external: ['esbuild'],
  logLevel: 'warning',
  // chevrotain's package entry pulls some 600 small modules; its own one-file build is one.
  alias: { chevrotain: './node_modules/chevrotain/lib/chevrotain.mjs' },
  // CommonJS dependencies inside an ES module still call require.
  banner: { js: "import{createRequire as $require}from'node:module';const require=$require(import.meta.url);" },
}).catch(() => process.exit(1))

rmSync(dist, { recursive: true, force: true })
renameSync(fresh, dist)
