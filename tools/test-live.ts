// On the real systems: sources of Kafka, then the orders example from one command to the last row, with Kafka, registry, Debezium
// on PostgreSQL, Iceberg and Flink, everything through `flowc`. What comes out is compared with the interpreter.
// npx tsx tools/test-live.ts [--keep]: with --keep Flink is left running for the next call.
import { comparing } from './live/comparison.js'
import { applying, submitting } from './live/failures.js'
import { down } from './live/place.js'
import { reading } from './live/reading.js'
import { play } from './live/timeline.js'
import { count, totals } from './live/verdicts.js'
import { emptyStack, makeWorld, STACK } from './live/world.js'

const KEEP = process.argv.includes('--keep')

const interrupt = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupt.abort())

async function all(): Promise<void> {
  await emptyStack(KEEP)
  const world = await makeWorld(interrupt.signal)
  await reading({ bootstrap: world.e.kafka.bootstrap, gateway: world.e.flink.gateway, rest: world.e.flink.rest })
  await applying(world)
  const job = await submitting(world)
  await comparing(world, await play(world, job))
}

console.log('\n== The orders example on the real systems')
const interrupted = new Promise<never>((_, reject) => {
  interrupt.signal.addEventListener('abort', () => reject(new Error('interrupted')))
})
try {
  await Promise.race([all(), interrupted])
} catch (error) {
  // what does not start or answer is a failure, never a skip
  count(false, error instanceof Error ? error.message : String(error), error instanceof Error ? (error.stack ?? '') : '')
} finally {
  if (!KEEP) await down(STACK)
}
const { passed, failed } = totals()
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
