// Sends generated statements with their real connector options to a live SQL gateway and looks at the plan that comes
// back: accepted, one scan a source, one stateful operator for each one written.
//   npx tsx tools/explain-check.ts http://localhost:8083 [file.flow …]
// Without files: the examples and the golden programs. No broker, registry or catalog service is needed.
// EXPLAIN_VERBOSE=1 prints the plans; EXPLAIN_JAR names a jar with the classes of functions of Java.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { FlinkProgram, SqlStatement } from '../src/codegen/artifact.js'
import { expectedCounts, physicalCounts, type PhysicalCounts } from '../src/codegen/flink/explain.js'
import { explainStatement, printStatement } from '../src/codegen/flink/printer.js'
import { flinkProgram } from '../src/codegen/flink/program.js'
import { openSession, type Session, type StatementResult } from '../src/deploy/gateway.js'
import type { Operator, PlanProgram, TargetName } from '../src/ir/plan.js'
import { javaFunctions } from '../src/ir/java.js'
import { spell, timestamp, timestampLtz, type Typed } from '../src/ir/types.js'
import { quoteName } from '../src/codegen/flink/quote.js'
import { isTap, withoutTaps } from '../src/ir/taps.js'
import { target as targetCodes } from '../src/diagnostics/codes/target.js'
import { compile } from '../src/workspace/compile.js'
import { openProject } from '../src/workspace/project-node.js'

const [url, ...named] = process.argv.slice(2)
if (url === undefined) {
  console.error('usage: explain-check GATEWAY-URL [file.flow …]')
  process.exit(2)
}
const base = url.replace(/\/+$/, '')
const info = (await (await fetch(`${base}/v1/info`)).json()) as { version: string }
const target = `flink-${info.version.split('.').slice(0, 2).join('.')}` as TargetName
const warehouse = mkdtempSync(join(tmpdir(), 'explain-check-'))
const below = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((f) => join(folder, f))
const files =
  named.length > 0
    ? named
    : ['examples', 'test/golden/programs']
        .flatMap(below)
        .filter((f) => f.endsWith('.flow'))
        .sort()

const counts = { ok: 0, wrong: 0, unsupported: 0 }
for (const file of files) {
  for (const plan of plansOf(file)) {
    const name = `${file} (${plan.pipeline.name})`
    const foreign = javaFunctions(plan.operators).find((f) => !f.function.className.startsWith('judge.'))
    if (foreign !== undefined) {
      // the jar of a made-up program exists nowhere
      counts.unsupported++
      console.log(`-     ${file}: the class ${foreign.function.className} is not here`)
      continue
    }
    const problem = await check(plan)
    if (problem === null) {
      counts.ok++
      console.log(`ok    ${name}`)
    } else {
      counts.wrong++
      console.log(`WRONG ${name}\n      ${problem.replaceAll('\n', '\n      ')}`)
    }
  }
}
rmSync(warehouse, { recursive: true, force: true })
console.log(`${counts.ok} as expected, ${counts.wrong} wrong, ${counts.unsupported} not for this target; Flink ${info.version}`)
process.exit(counts.wrong === 0 && counts.ok > 0 ? 0 : 1)

function plansOf(file: string): readonly PlanProgram[] {
  const project = openProject(dirname(file), [basename(file)])
  const compiled = compile({ host: project.host, files: [basename(file)], target, index: project.index, before: [] })
  const errors = compiled.diagnostics.filter((d) => d.severity === 'error')
  const refused = errors.length > 0 && errors.every((d) => d.code === targetCodes.refuses.code)
  for (const d of errors) console.log(`${refused ? '-    ' : 'WRONG'} ${file}: ${d.message}`)
  if (errors.length > 0) counts[refused ? 'unsupported' : 'wrong']++
  // a tap may need a step of its own: what is written once is planned once without it
  return compiled.programs.flatMap(({ plan }) => (plan.operators.some(isTap) ? [withoutTaps(plan), plan] : [plan]))
}

async function check(plan: PlanProgram): Promise<string | null> {
  const opened = await openSession(base)
  if (!opened.ok) return JSON.stringify(opened.failure)
  const session = opened.value
  try {
    const jar = process.env['EXPLAIN_JAR']
    if (jar !== undefined) {
      const added = await run(session, `ADD JAR '${jar}'`)
      if (typeof added === 'string') return added
    }
    const program = standIn(flinkProgram(plan), `${warehouse}/${plan.pipeline.name}`)
    for (const statement of program.statements) {
      if (statement.kind !== 'create catalog') continue
      const result = await run(session, printStatement(statement)!.sql)
      if (typeof result === 'string') return result
    }
    for (const sql of plan.operators.flatMap(tableThatIsRead)) {
      const result = await run(session, sql)
      if (typeof result === 'string') return result
    }
    for (const statement of program.statements) {
      if (statement.kind === 'statement set' || statement.kind === 'create catalog') continue
      const result = await run(session, printStatement(statement)!.sql)
      if (typeof result === 'string') return result
    }
    const explained = await run(session, explainStatement(program))
    if (typeof explained === 'string') return explained
    const text = String(explained.rows[0]?.fields[0])
    if (process.env['EXPLAIN_VERBOSE'] === '1') console.log(physicalPart(text))
    // what raw SQL needs is not known
    if (plan.operators.some((o) => isTap(o) || o.kind === 'sql')) return null
    return difference(expectedCounts(plan), physicalCounts(text), text)
  } finally {
    await session.close()
  }
}

/** A source of a catalog is a table that somebody else has made. */
function tableThatIsRead(o: Operator): readonly string[] {
  if (o.kind !== 'source' || o.connector.kind !== 'iceberg') return []
  const { catalog, namespace, table } = o.connector
  const database = [catalog, ...namespace].map(quoteName).join('.')
  const columns = o.physical.map((f) => `${quoteName(f.name)} ${columnType(f)}`).join(', ')
  return [`CREATE DATABASE IF NOT EXISTS ${database}`, `CREATE TABLE IF NOT EXISTS ${database}.${quoteName(table)} (${columns})`]
}

/** Iceberg keeps microseconds. */
function columnType(f: Typed): string {
  const type = f.type.kind === 'timestamp' ? timestamp(6) : f.type.kind === 'timestamp_ltz' ? timestampLtz(6) : f.type
  return spell({ type, nullable: f.nullable })
}

function physicalPart(text: string): string {
  return text.slice(text.indexOf('== Optimized Execution Plan =='))
}

/** A string says what Flink refused. */
async function run(session: Session, sql: string): Promise<StatementResult | string> {
  const filled = sql
    .replaceAll('${env:FLOW_FILES}', 'file:///tmp')
    .replace(/\$\{(?:env|secret):([A-Z0-9_]+)\}/g, (_, name: string) =>
      /UR[IL]$/.test(name) ? 'http://localhost:9' : 'localhost:9',
    )
    .replaceAll('$${', '${')
  const result = await session.execute(filled)
  if (result.ok) return result.value
  const { failure } = result
  return failure.kind === 'refused' ? `${JSON.stringify(failure.problem, null, 1)}\n${sql}` : JSON.stringify(failure)
}

/** A catalog in a folder instead of a REST service, and tables that only such a service can make without their partitions. */
function standIn(program: FlinkProgram, folder: string): FlinkProgram {
  const options = [
    { name: 'type', value: 'iceberg' },
    { name: 'catalog-type', value: 'hadoop' },
    { name: 'warehouse', value: `file://${folder}` },
  ]
  return {
    ...program,
    statements: program.statements.map((s): SqlStatement => {
      if (s.kind === 'create catalog') return { ...s, options }
      return s.kind === 'create table' ? { ...s, madeBy: 'sql' } : s
    }),
  }
}

function difference(expected: PhysicalCounts, seen: PhysicalCounts, text: string): string | null {
  const wrong = (Object.keys(expected) as (keyof PhysicalCounts)[])
    .filter((k) => expected[k] !== seen[k])
    .map((k) => `${k}: ${seen[k]} planned, ${expected[k]} written`)
  return wrong.length === 0 ? null : `${wrong.join('; ')}\n${physicalPart(text)}`
}
