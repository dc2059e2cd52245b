// Asks a live Flink for the type and nullability of every expression, and for the values of the catalogue's examples, and
// writes test/types/recorded.json:
//   npx tsx tools/record-types.ts http://localhost:8083 [new | [expressions] [matrices | NAME…] [casts] [examples]]
// `new`: only what has no recording yet.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AGGREGATES, FUNCTIONS } from '../src/functions/catalog.js'
import { COLUMNS, TYPES } from '../test/types/columns.js'
import { EXPRESSIONS, type Case } from '../test/types/expressions.js'
import { openGateway, type Gateway } from '../test/types/gateway.js'
import { MATRICES, RUN_CASTS } from '../test/types/matrices.js'
import type { Recording } from '../test/types/recording.js'

const FROM = {
  scalar: 'FROM t',
  grouped: 'FROM t GROUP BY ni',
  windowed: "FROM TABLE(TUMBLE(TABLE w, DESCRIPTOR(rt), INTERVAL '1' MINUTE)) GROUP BY window_start, window_end, window_time, ni",
}
/** One view holds this many expressions; a refused one is found by halving. */
const BATCH = 64

async function describe(gateway: Gateway, cases: readonly Case[]): Promise<string[]> {
  if (cases.length === 0) return []
  const select = cases.map((c, n) => `${c.text} AS e${n}`).join(', ')
  try {
    await gateway.execute(`CREATE TEMPORARY VIEW v AS SELECT ${select} ${FROM[cases[0]!.in]}`)
  } catch (error) {
    if (cases.length === 1) return [`refused: ${cause(String(error))}`]
    const middle = cases.length >> 1
    return [...(await describe(gateway, cases.slice(0, middle))), ...(await describe(gateway, cases.slice(middle)))]
  }
  const rows = await gateway.execute('DESCRIBE v')
  await gateway.execute('DROP TEMPORARY VIEW v')
  return rows.map((r) => `${String(r[1]).replace(' *ROWTIME*', '')}${r[2] === true ? '' : ' NOT NULL'}`)
}

async function describeAll(gateway: Gateway, cases: readonly Case[]): Promise<string[]> {
  const answers: string[] = []
  for (let at = 0; at < cases.length; at += BATCH) answers.push(...(await describe(gateway, cases.slice(at, at + BATCH))))
  return answers
}

/** The innermost cause of a stack trace, without its class name. */
function cause(error: string): string {
  const lines = error.split(/\\n|\n/)
  const last = lines.findLast((l) => l.startsWith('Caused by:')) ?? lines[0]!
  return last.replace(/^Caused by: [\w.$]+: /, '').slice(0, 200)
}

const ddl = (columns: readonly { name: string; type: string; notNull: boolean }[]): string =>
  columns.map((c) => `${c.name} ${c.type}${c.notNull ? ' NOT NULL' : ''}`).join(', ')

/** Whether a cast from each type to each other can be run, not only planned. */
async function runCasts(base: string): Promise<Record<string, string>> {
  const gateway = await openGateway(base, { 'table.local-time-zone': 'UTC', 'execution.runtime-mode': 'batch' })
  const folder = mkdtempSync(join(tmpdir(), 'record-types-'))
  try {
    writeFileSync(join(folder, 'nulls.json'), '{}\n')
    const columns = TYPES.map(([name, type]) => ({ name, type, notNull: false }))
    await gateway.execute(
      `CREATE TEMPORARY TABLE t (${ddl(columns)}) WITH ('connector' = 'filesystem', 'path' = '${join(folder, 'nulls.json')}', 'format' = 'json')`,
    )
    const possible = async (row: string, targets: readonly string[]): Promise<boolean[]> => {
      try {
        await gateway.execute(`SELECT ${targets.map((t) => `CAST(${row} AS ${t}) IS NULL`).join(', ')} FROM t`)
        return targets.map(() => true)
      } catch {
        if (targets.length === 1) return [false]
        const middle = targets.length >> 1
        return [...(await possible(row, targets.slice(0, middle))), ...(await possible(row, targets.slice(middle)))]
      }
    }
    const result: Record<string, string> = {}
    for (const row of RUN_CASTS.rows) {
      const verdicts = await possible(row, RUN_CASTS.columns)
      result[row] = RUN_CASTS.columns.filter((_, i) => verdicts[i]).join(' | ')
    }
    return result
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function examples(base: string, known: Recording['examples']): Promise<Recording['examples']> {
  const gateway = await openGateway(base, { 'table.local-time-zone': 'UTC', 'execution.runtime-mode': 'batch' })
  const result: Record<string, { type: string; value: string | null }> = {}
  for (const { expr, rows } of [...FUNCTIONS, ...AGGREGATES].flatMap((f) => f.examples)) {
    const key = rows === undefined ? expr : `${expr} over ${rows.join(', ')}`
    const before = known[key]
    if (before !== undefined) {
      result[key] = before
      continue
    }
    const input =
      rows === undefined
        ? ''
        : `FROM (SELECT 1 AS k, x FROM (VALUES ${rows.map((r) => `(${r})`).join(', ')}) AS v(x)) AS g GROUP BY k`
    await gateway.execute(`CREATE TEMPORARY VIEW v AS SELECT ${expr} AS e ${input}`).catch((error: unknown) => {
      throw new Error(`${expr}: ${cause(String(error))}`)
    })
    const [column] = await gateway.execute('DESCRIBE v')
    const [value] = await gateway.execute('SELECT CAST(e AS STRING) FROM v')
    await gateway.execute('DROP TEMPORARY VIEW v')
    result[key] = {
      type: `${String(column![1])}${column![2] === true ? '' : ' NOT NULL'}`,
      value: value![0] === null ? null : String(value![0]),
    }
  }
  return result
}

type Planned = Pick<Recording, 'expressions' | 'matrices'>

async function plannedTypes(
  base: string,
  known: Planned | null,
  wanted: (part: string) => boolean,
  onlyNew: boolean,
): Promise<Planned> {
  const gateway = await openGateway(base, { 'table.local-time-zone': 'UTC' })
  const connector = "WITH ('connector' = 'filesystem', 'path' = '/nowhere', 'format' = 'json')"
  await gateway.execute(`CREATE TEMPORARY TABLE t (${ddl(COLUMNS)}) ${connector}`)
  await gateway.execute(
    `CREATE TEMPORARY TABLE w (${ddl(COLUMNS)}, rt TIMESTAMP(3) NOT NULL, WATERMARK FOR rt AS rt) ${connector}`,
  )
  const expressions: Record<string, string> = {}
  if (known !== null && !wanted('expressions') && !onlyNew) Object.assign(expressions, known.expressions)
  else
    for (const where of ['scalar', 'grouped', 'windowed'] as const) {
      const all = EXPRESSIONS.filter((c) => c.in === where)
      const name = (c: Case): string => `${where}: ${c.text}`
      const cases = onlyNew && known !== null ? all.filter((c) => known.expressions[name(c)] === undefined) : all
      const answers = await describeAll(gateway, cases)
      const asked = new Map(cases.map((c, n) => [c, answers[n]!]))
      for (const c of all) expressions[name(c)] = asked.get(c) ?? known!.expressions[name(c)]!
    }
  const matrices: Record<string, Record<string, string>> = {}
  for (const m of MATRICES) {
    const before = known?.matrices[m.name]
    if (before !== undefined && !wanted('matrices') && !wanted(m.name)) {
      matrices[m.name] = before
      continue
    }
    const rows: Record<string, string> = {}
    for (const row of m.rows) {
      const cases = m.columns.map((column) => ({ text: m.text(row, column), in: 'scalar' as const }))
      rows[row] = (await describeAll(gateway, cases)).map((a) => (a.startsWith('refused') ? '-' : a)).join(' | ')
    }
    matrices[m.name] = rows
    progress(m.name)
  }
  return { expressions, matrices }
}

const progress = (what: string): void => void process.stdout.write(`${what}\n`)

/** Parts that are not asked for stay as they were recorded. */
async function main(base: string, parts: readonly string[]): Promise<void> {
  const path = fileURLToPath(new URL('../test/types/recorded.json', import.meta.url))
  const onlyNew = parts.includes('new')
  const wanted = (part: string): boolean => parts.length === 0 || parts.includes(part)
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Recording) : null
  const info = JSON.parse(await (await fetch(`${base}/v1/info`)).text()) as { version: string }
  const recording: Recording = {
    flink: info.version,
    ...(await plannedTypes(base, known, wanted, onlyNew)),
    casts: known === null || wanted('casts') ? await runCasts(base) : known.casts,
    examples:
      known !== null && !onlyNew && !wanted('examples')
        ? known.examples
        : await examples(base, onlyNew ? (known?.examples ?? {}) : {}),
  }
  writeFileSync(path, `${JSON.stringify(recording, null, 1)}\n`)
  const count = EXPRESSIONS.length + MATRICES.reduce((n, m) => n + m.rows.length * m.columns.length, 0)
  progress(`${count} expressions recorded from Flink ${info.version}`)
}

const [base = 'http://localhost:8083', ...parts] = process.argv.slice(2)
await main(base, parts)
