// `npm run bench`: medians of ten. Compile of the example and its tests in a cold process, a large program cold, warm and after an
// edit, rows a second of the interpreter.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileText, edits, programOf } from './checking.js'
import { cold, median } from './cold.js'
import { interpreterRates, ROWS } from './interpreter.js'

const ROUNDS = 10
const out = mkdtempSync(join(tmpdir(), 'flowc-bench-'))
const big = join(out, 'big.flow')
writeFileSync(big, programOf(1_000))
writeFileSync(join(out, 'flow.config.json'), '{}\n')
const commands: readonly (readonly [string, readonly string[], number | null])[] = [
  ['flowc --version', ['--version'], 150],
  ['flowc build examples/orders', ['build', 'examples/orders', '-o', out, '--quiet'], 400],
  ['flowc test examples/orders', ['test', 'examples/orders', '--quiet'], 500],
  ['flowc check of 1,000 statements', ['check', big, '--quiet'], 600],
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
const line = (name: string, times: readonly number[], aim: number | null): void => {
  const spread = `${Math.min(...times).toFixed(1)}–${Math.max(...times).toFixed(1)}`
  console.log(
    `${name.padEnd(34)} ${median(times).toFixed(1).padStart(8)} ms   ${spread.padStart(13)}${aim === null ? '' : `   aim ${aim} ms`}`,
  )
}
const rounds = (n: number, statements: number): number[] => {
  const text = programOf(statements)
  return Array.from({ length: n }, () => compileText(text))
}
rounds(2 * ROUNDS, 1_000)
const warm = rounds(ROUNDS, 1_000)
line('1,000 statements warm', warm, 150)
const large = rounds(3, 10_000)
line('10,000 statements warm', large, null)
console.log(`  ten times the statements take ${(median(large) / median(warm)).toFixed(1)} times as long`)
line('one edit in 1,000 statements', edits(1_000, 2 * ROUNDS), 15)
for (const { name, rates } of interpreterRates(ROUNDS)) {
  console.log(
    `${name.padEnd(30)} ${Math.round(median(rates)).toLocaleString('en').padStart(9)} rows/s   over ${ROWS.toLocaleString('en')} rows`,
  )
}
