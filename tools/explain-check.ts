// Sends generated statements with their real connector options to a live SQL gateway and looks at the plan that comes
// back: accepted, one scan a source, one stateful operator for each one written.
//   npx tsx tools/explain-check.ts http://localhost:8083 [plan.json …]
// Without plan files: the plans of codegen's own tests. No broker, registry or catalog service is needed.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSession, type Session } from '../src/deploy/gateway.js'
import type { FlinkProgram, SqlStatement } from '../src/codegen/artifact.js'
import { expectedCounts, physicalCounts, type PhysicalCounts } from '../src/codegen/flink/explain.js'
import { explainStatement, printStatement } from '../src/codegen/flink/printer.js'
import { flinkProgram } from '../src/codegen/flink/program.js'
import { testingPlans } from '../src/codegen/testing-plans.js'
import type { PlanProgram, TargetName } from '../src/ir/plan.js'

const [url, ...files] = process.argv.slice(2)
if (url === undefined) {
  console.error('usage: explain-check GATEWAY-URL [plan.json …]')
  process.exit(2)
}

const verbose = process.env['EXPLAIN_VERBOSE'] === '1'

const base = url.replace(/\/+$/, '')
const info = (await (await fetch(`${base}/v1/info`)).json()) as { version: string }
const target = `flink-${info.version.split('.').slice(0, 2).join('.')}` as TargetName
const plans: readonly (readonly [string, PlanProgram])[] =
  files.length > 0
    ? await Promise.all(
        files.map(async (f) => [f, { ...(JSON.parse(await readFile(f, 'utf8')) as PlanProgram), target }] as const),
      )
    : testingPlans(target)

const warehouse = await mkdtemp(join(tmpdir(), 'explain-check-'))
let failures = 0
for (const [index, [name, plan]] of plans.entries()) {
  const problem = await check(plan, index)
  if (problem === null) console.log(`ok    ${name}`)
  else {
    failures++
    console.log(`WRONG ${name}\n      ${problem.replaceAll('\n', '\n      ')}`)
  }
}
await rm(warehouse, { recursive: true, force: true })
console.log(`${plans.length - failures} of ${plans.length} plans on Flink ${info.version}`)
process.exit(failures === 0 ? 0 : 1)

async function check(plan: PlanProgram, index: number): Promise<string | null> {
  const opened = await openSession(base)
  if (!opened.ok) return JSON.stringify(opened.failure)
  const session = opened.value
  try {
    const program = standIn(flinkProgram(plan), `${warehouse}/${index}`)
    for (const statement of program.statements) {
      if (statement.kind === 'statement set') continue
      const problem = await run(session, printStatement(statement)!.sql)
      if (typeof problem === 'string') return problem
    }
    const explained = await run(session, explainStatement(program))
    if (typeof explained === 'string') return explained
    const text = String(explained.rows[0]?.fields[0])
    if (verbose) console.log(text.slice(text.indexOf('== Optimized Execution Plan ==')))
    return difference(expectedCounts(plan), physicalCounts(text), text)
  } finally {
    await session.close()
  }
}

async function run(session: Session, sql: string) {
  const filled = sql.replace(/\$\{(?:env|secret):([A-Z0-9_]+)\}/g, (_, name: string) =>
    name.includes('URL') || name.includes('URI') ? 'http://localhost:9' : 'localhost:9',
  )
  const result = await session.execute(filled)
  if (result.ok) return result.value
  const { failure } = result
  return failure.kind === 'refused' ? `${JSON.stringify(failure.problem, null, 1)}\n${sql}` : JSON.stringify(failure)
}

/** A catalog in a folder instead of a REST service, and tables that only such a service can make without their partitions. */
function standIn(program: FlinkProgram, folder: string): FlinkProgram {
  return {
    ...program,
    statements: program.statements.map((s): SqlStatement => {
      if (s.kind === 'create catalog')
        return {
          ...s,
          options: [
            { name: 'type', value: 'iceberg' },
            { name: 'catalog-type', value: 'hadoop' },
            { name: 'warehouse', value: `file://${folder}` },
          ],
        }
      if (s.kind === 'create table') return { ...s, madeBy: 'sql' }
      return s
    }),
  }
}

function difference(expected: PhysicalCounts, seen: PhysicalCounts, text: string): string | null {
  const wrong = (Object.keys(expected) as (keyof PhysicalCounts)[])
    .filter((k) => expected[k] !== seen[k])
    .map((k) => `${k}: ${seen[k]} planned, ${expected[k]} written`)
  return wrong.length === 0 ? null : `${wrong.join('; ')}\n${text.slice(text.indexOf('== Optimized Execution Plan =='))}`
}
