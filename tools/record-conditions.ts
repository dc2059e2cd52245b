// Asks a live SQL gateway which conditions its planner knows to be never true, and writes the answers where the tests read them.
//   npx tsx tools/record-conditions.ts http://localhost:8083
// No broker is needed: the statements are only explained.
import { readFileSync, writeFileSync } from 'node:fs'
import { openSession } from '../src/deploy/gateway.js'

const FILE = new URL('../test/check/conditions.json', import.meta.url)
const [url] = process.argv.slice(2)
if (url === undefined) {
  console.error('usage: record-conditions GATEWAY-URL')
  process.exit(2)
}
const opened = await openSession(url)
if (!opened.ok) throw new Error(JSON.stringify(opened.failure))
const session = opened.value
const ask = async (statement: string): Promise<string> => {
  const result = await session.execute(statement)
  if (!result.ok) throw new Error(JSON.stringify(result.failure))
  return String(result.value.rows[0]?.fields[0] ?? '')
}
await ask(`CREATE TEMPORARY TABLE rows_of_conditions (
  order_id BIGINT NOT NULL, region STRING, amount DECIMAL(10, 2),
  item ROW<sku STRING NOT NULL, size ROW<width INT, height INT>>, created_at TIMESTAMP(3) NOT NULL
) WITH ('connector' = 'datagen')`)
const asked = JSON.parse(readFileSync(FILE, 'utf8')) as { condition: string; empty: boolean }[]
for (const row of asked) {
  const plan = await ask(`EXPLAIN SELECT order_id, region, amount FROM rows_of_conditions WHERE ${row.condition}`)
  const physical = plan.split('== Optimized Physical Plan ==')[1] ?? ''
  row.empty = physical.trim().startsWith('Values(') && physical.includes('tuples=[[]]')
}
await session.close()
writeFileSync(FILE, `${JSON.stringify(asked, null, 2)}\n`)
console.log(`${asked.length} conditions, ${asked.filter((r) => r.empty).length} of them never true`)
