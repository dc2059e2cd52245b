// Asks a live Flink for the value of every expression of test/conformance/values and writes values.json:
//   npx tsx tools/record-values.ts http://localhost:8083 [new]
// `new`: only what has no recording yet.
import { readFileSync, writeFileSync } from 'node:fs'
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

async function main(base: string, onlyNew: boolean): Promise<void> {
  const path = fileURLToPath(new URL('../test/conformance/values/values.json', import.meta.url))
  const before = onlyNew
    ? (JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, Readonly<Record<string, Recorded>>>>)
    : {}
  const gateway = await openGateway(base, { 'execution.runtime-mode': 'batch', 'table.local-time-zone': 'UTC' })
  const record = async (group: string, expressions: readonly string[], from: string): Promise<string> => {
    const unique = [...new Set(expressions)]
    const answers = new Map(Object.entries(before[group] ?? {}))
    const asked = unique.filter((e) => !answers.has(e))
    for (let at = 0; at < asked.length; at += 120) {
      const part = asked.slice(at, at + 120)
      for (const [i, value] of (await values(gateway, part, from)).entries()) answers.set(part[i]!, value)
      process.stderr.write(`${Math.min(at + 120, asked.length)} of ${asked.length}\n`)
    }
    return unique.map((e) => `    ${JSON.stringify(e)}: ${JSON.stringify(answers.get(e)!)}`).join(',\n')
  }
  const { version } = JSON.parse(await (await fetch(`${base}/v1/info`)).text()) as { version: string }
  const constants = await record('constants', CONSTANTS, '')
  const columns = await record('columns', ON_COLUMNS, FROM_COLUMNS)
  const overflow = await record('overflow', ON_OVERFLOW, ` FROM (${OVERFLOW})`)
  const groups = Object.entries({ constants, columns, overflow }).map(([name, lines]) => `  "${name}": {\n${lines}\n  }`)
  writeFileSync(path, `{\n  "flink": ${JSON.stringify(version)},\n${groups.join(',\n')}\n}\n`)
}

await main(process.argv[2] ?? 'http://localhost:8083', process.argv[3] === 'new')
