// `npm run check`: every static rule of the project, one after the other; all are run, the exit code tells whether all passed.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const STEPS = [
  ['types', '../@typescript/native/bin/tsc', '-p', '.'],
  // what TypeScript says of programs, under the versions that are not in npm test
  ['types of the API', 'tsx', 'tools/api-types.ts'],
  ['lint', 'oxlint', '--deny-warnings', 'src', 'test', 'tools', 'bench'],
  ['import law', 'depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'src'],
  ['dead code', 'knip', '--no-progress'],
  // a warning is an error: typedoc.json
  ['API pages', 'typedoc', '--emit', 'none'],
  // with our own plugin from its source: programs and the fences of the documentation too
  [
    'layout',
    'tsx',
    'node_modules/prettier/bin/prettier.cjs',
    '--plugin',
    './src/format/prettier-plugin.ts',
    '--check',
    '--log-level',
    'warn',
    '.',
  ],
]

let failed = 0
for (const [name, command, ...args] of STEPS) {
  const begin = performance.now()
  const result = spawnSync(`node_modules/.bin/${command}`, args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  const ok = result.status === 0
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${command}, ${seconds} s)`)
  if (ok) continue
  failed++
  console.log(`${result.stdout ?? ''}${result.stderr ?? ''}${result.error === undefined ? '' : result.error.message}`)
}
process.exit(failed === 0 ? 0 : 1)
