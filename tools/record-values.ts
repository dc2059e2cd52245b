// Asks a live Flink for the value of every expression of test/conformance/values and writes values.json:
//   npx tsx tools/record-values.ts http://localhost:8083
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { COLUMNS, CONSTANTS, ON_COLUMNS, ON_OVERFLOW, OVERFLOW } from '../test/conformance/values/expressions.js'
import { openGateway, type Gateway } from '../test/types/gateway.js'

/** The value as the text of CAST(… AS STRING), null for NULL; `refused` by the planner, `fails` when it runs. */
type Recorded = string | null | { readonly refused: string } | { readonly fails: string }

const row = COLUMNS.map(([, type, value]) => `CAST(${value} AS ${type})`).join(', ')
const FROM_COLUMNS = ` FROM UNNEST(ARRAY[ROW(${row})]) AS t (${COLUMNS.map(([name]) => name).join(', ')})`

async function values(gateway: Gateway, expressions: readonly string[], from: string): Promise<Recorded[]> {
  const select = expressions.map((e) => `CAST(${e} AS STRING)`).join(', ')
  try {
    const rows = await gateway.execute(`SELECT ${select}${from}`)
    return rows[0]!.map((v) => (v === null ? null : String(v)))
  } catch (error) {
    if (expressions.length === 1) return [reason(String(error))]
    const middle = expressions.length >> 1
    return [
      ...(await values(gateway, expressions.slice(0, middle), from)),
      ...(await values(gateway, expressions.slice(middle), from)),
    ]
  }
}

/** The innermost cause; what comes from the planner is a refusal. */
function reason(error: string): Recorded {
  const causes = [...error.matchAll(/Caused by: ([^\n\\]*)/g)].map((m) => m[1]!)
  const last = (causes.at(-1) ?? error).slice(0, 200)
  const ran =
    /JobExecutionException|NumberFormatException|ArithmeticException|DateTimeException|DateTimeParseException|TableRuntimeException/.test(
      error,
    )
  return ran ? { fails: last } : { refused: last }
}

async function main(base: string): Promise<void> {
  const gateway = await openGateway(base, { 'execution.runtime-mode': 'batch', 'table.local-time-zone': 'UTC' })
  const record = async (expressions: readonly string[], from: string): Promise<string> => {
    const unique = [...new Set(expressions)]
    const lines: string[] = []
    for (let at = 0; at < unique.length; at += 120) {
      const part = unique.slice(at, at + 120)
      for (const [i, value] of (await values(gateway, part, from)).entries())
        lines.push(`    ${JSON.stringify(part[i]!)}: ${JSON.stringify(value)}`)
      process.stderr.write(`${Math.min(at + 120, unique.length)} of ${unique.length}\n`)
    }
    return lines.join(',\n')
  }
  const { version } = JSON.parse(await (await fetch(`${base}/v1/info`)).text()) as { version: string }
  const constants = await record(CONSTANTS, '')
  const columns = await record(ON_COLUMNS, FROM_COLUMNS)
  const overflow = await record(ON_OVERFLOW, ` FROM (${OVERFLOW})`)
  const path = fileURLToPath(new URL('../test/conformance/values/values.json', import.meta.url))
  const groups = Object.entries({ constants, columns, overflow }).map(([name, lines]) => `  "${name}": {\n${lines}\n  }`)
  writeFileSync(path, `{\n  "flink": ${JSON.stringify(version)},\n${groups.join(',\n')}\n}\n`)
}

await main(process.argv[2] ?? 'http://localhost:8083')
