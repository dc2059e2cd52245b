// The stack itself: every service started, used, killed, started again and stopped, with the times and the memory that it took.
// npm run test:services [FLINK_VERSION] [SERVICE…]
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { SERVICES } from '../src/stack/service.js'
import { FLINK_VERSIONS } from '../src/stack/versions.js'
import { checkStack } from '../test/stack/services.js'

const wanted = process.argv.slice(2)
const folder = resolve('.flowc', 'test-services')
const interrupt = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupt.abort())

let passed = 0
let failed = 0
function count(ok: boolean, line: string): void {
  if (ok) passed++
  else failed++
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${line}`)
}

await rm(folder, { recursive: true, force: true })
try {
  await checkStack({
    folder,
    services: SERVICES.filter((s) => wanted.includes(s)),
    flinkVersion: FLINK_VERSIONS.find((v) => wanted.includes(v)) ?? FLINK_VERSIONS[0],
    count,
    say: (line) => console.log(`     ${line}`),
    signal: interrupt.signal,
  })
} catch (error) {
  count(false, error instanceof Error ? error.message : String(error))
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
