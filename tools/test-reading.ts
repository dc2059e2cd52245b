// Sources of Kafka on systems that run already: npx tsx tools/test-reading.ts BOOTSTRAP GATEWAY REST
import { reading } from './live/reading.js'
import { count, totals } from './live/verdicts.js'

const [bootstrap, gateway, rest] = process.argv.slice(2)
if (bootstrap === undefined || gateway === undefined || rest === undefined)
  throw new Error('for example 127.0.0.1:9092 http://127.0.0.1:8083 http://127.0.0.1:8081')
try {
  await reading({ bootstrap, gateway, rest })
} catch (error) {
  count(false, error instanceof Error ? error.message : String(error), error instanceof Error ? (error.stack ?? '') : '')
}
const { passed, failed } = totals()
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
