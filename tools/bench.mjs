// Runs bench/main.ts as one bundle, as people run the compiler: a loader that translates each file on the way costs a third.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
buildSync({
  absWorkingDir: root,
  entryPoints: ['bench/main.ts'],
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  // one folder below the root, as the sources are: they find the examples from where they stand
  outfile: 'bench/bench.built.mjs',
  logLevel: 'error',
})
process.exit(spawnSync(process.execPath, [`${root}bench/bench.built.mjs`], { stdio: 'inherit' }).status ?? 1)
