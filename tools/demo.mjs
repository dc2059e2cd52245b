// `npm run demo`: the orders example from its source to result tables, by the commands that anybody would use.
import { spawnSync } from 'node:child_process'
import { statSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bundle = join(root, 'dist/flowc.mjs')

/** The bundle is built when it is missing or older than a source file. */
function isStale() {
  try {
    const built = statSync(bundle).mtimeMs
    return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true }).some(
      (e) => e.isFile() && statSync(join(e.parentPath, e.name)).mtimeMs > built,
    )
  } catch {
    return true
  }
}
if (isStale()) run('build', [join(root, 'tools/build.mjs')], true)

const STEPS = [
  ['Check: parse, resolve, type-check', ['check', 'examples/orders']],
  ['Build: Flink SQL and everything around it', ['build', 'examples/orders', '-o', 'out/demo']],
  ['Test: the test blocks of the program', ['test', 'examples/orders']],
  [
    'Run: the pipeline over its files',
    [
      'run',
      'examples/orders/orders.flow',
      '--input',
      'orders=examples/orders/data/orders.ndjson',
      '--input',
      'customers=examples/orders/data/customers.ndjson',
      '-o',
      'out/demo/run',
    ],
  ],
]

for (const [title, args] of STEPS) {
  console.log(`\n=== ${title}\n$ flowc ${args.join(' ')}\n`)
  run(args[0], [join(root, 'bin/flowc.mjs'), ...args], false)
}
console.log('\nThe generated SQL: out/demo/sales_orders/flink/')

function run(name, args, quiet) {
  const result = spawnSync(process.execPath, args, { cwd: root, stdio: ['inherit', quiet ? 2 : 'inherit', 'inherit'] })
  if (result.status !== 0) {
    console.error(`demo: ${name} failed`)
    process.exit(result.status ?? 1)
  }
}
