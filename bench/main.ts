// `npm run bench`: medians of ten. Compile of the example and its tests in a cold process, rows a second of the interpreter.
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { cold, median } from './cold.js'
import { interpreterRates, ROWS } from './interpreter.js'

const ROUNDS = 10
const out = mkdtempSync(join(tmpdir(), 'flowc-bench-'))
const commands: readonly (readonly [string, readonly string[], number | null])[] = [
  ['flowc --version', ['--version'], 150],
  ['flowc build examples/orders', ['build', 'examples/orders', '-o', out, '--quiet'], 400],
  ['flowc test examples/orders', ['test', 'examples/orders', '--quiet'], 500],
]

console.log(`Node ${process.versions.node}, ${cpus().length} cores; medians of ${ROUNDS}\n`)
try {
  for (const [name, args, aim] of commands) {
    const times = cold(args, ROUNDS)
    const spread = `${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)}`
    console.log(
      `${name.padEnd(30)} ${median(times).toFixed(0).padStart(6)} ms   ${spread.padStart(11)}${aim === null ? '' : `   aim ${aim} ms`}`,
    )
  }
} finally {
  rmSync(out, { recursive: true, force: true })
}
for (const { name, rates } of interpreterRates(ROUNDS)) {
  console.log(
    `${name.padEnd(30)} ${Math.round(median(rates)).toLocaleString('en').padStart(9)} rows/s   over ${ROWS.toLocaleString('en')} rows`,
  )
}
