// Generated statements bound to the judge connector: only connector options change, what the planner sees stays.
import { bug } from '../../../src/core/bug.js'
import type { FlinkProgram, SqlColumn, SqlCreateTable, SqlOptions, SqlStatement } from '../../../src/codegen/artifact.js'
import { bindTables } from '../../../src/codegen/flink/bind.js'
import { printStatement } from '../../../src/codegen/flink/printer.js'
import { flinkProgram } from '../../../src/codegen/flink/program.js'
import type { PlanProgram, SourceOperator } from '../../../src/ir/plan.js'
import type { TestPlan } from '../../../src/ir/test-plan.js'
import { splitsOf, timeScale } from './steps.js'
import type { RecordPlan } from './record-plan.js'

export interface JudgedProgram {
  readonly ddl: readonly string[]
  readonly insert: string
}

/** Name of a table in the timeline, or of the file that a sink writes: plain letters, one for one. */
export const fileName = (operator: string): string =>
  operator.replaceAll(/[^A-Za-z0-9_-]/g, (c) => `.${c.charCodeAt(0).toString(16)}.`)

export function judgedProgram(recorded: RecordPlan, test: TestPlan, folder: string): JudgedProgram {
  const { plan } = recorded
  const generated = flinkProgram(plan)
  const bound = bindTables(generated, (table) => ({ options: optionsOf(plan, test, table, folder) }))
  const statements = bound.statements.map((s) => withMetadata(s, generated, plan))
  const text = (s: SqlStatement): string => printStatement(s)?.sql ?? bug(`a ${s.kind} has no text`)
  return {
    ddl: statements.filter((s) => s.kind !== 'statement set').map(text),
    insert: text(statements.find((s) => s.kind === 'statement set') ?? bug('there is no statement set')),
  }
}

/** The judge connector has record metadata itself: the columns stay as generated. */
function withMetadata(s: SqlStatement, generated: FlinkProgram, program: PlanProgram): SqlStatement {
  if (s.kind !== 'create table') return s
  if (program.operators.some((o) => o.id === s.operator && o.kind === 'source' && o.connector.kind === 'every'))
    return { ...s, columns: s.columns.map(shownByTheTimeline) }
  const before = generated.statements.find((g): g is SqlCreateTable => g.kind === 'create table' && g.operator === s.operator)
  return before === undefined ? s : { ...s, columns: before.columns }
}

/** What the clock shows is a column of the timeline here. */
const shownByTheTimeline = (c: SqlColumn): SqlColumn =>
  c.kind === 'computed' ? { kind: 'physical', name: c.name, type: 'TIMESTAMP_LTZ(3)' } : c

function optionsOf(plan: PlanProgram, test: TestPlan, table: SqlCreateTable, folder: string): SqlOptions {
  const own = { connector: 'judge', folder, name: fileName(table.operator) }
  const operator = plan.operators.find((o) => o.id === table.operator)
  if (operator?.kind === 'sink') return list({ ...own, mode: operator.mode })
  if (operator?.kind !== 'source') return bug(`table of ${table.operator}`)
  return list({
    ...own,
    format: 'json',
    partitions: String(splitsOf(operator, test).length),
    ...sourceOptions(plan, test, operator, table),
  })
}

function sourceOptions(plan: PlanProgram, test: TestPlan, source: SourceOperator, table: SqlCreateTable): Record<string, string> {
  if (source.connector.kind === 'files' || source.connector.kind === 'iceberg') return { watermarks: 'operator' }
  if (source.connector.kind === 'every') return { 'scan.watermark.emit.strategy': 'on-event' }
  const options: Record<string, string> = {}
  const scale = timeScale(plan, test)
  for (const { name, value } of table.options) {
    if (!name.startsWith('scan.watermark.')) continue
    if (name !== 'scan.watermark.idle-timeout') options[name] = value
    else if (scale !== null && source.time?.idle != null) options[name] = `${Math.round(source.time.idle * scale)} ms`
  }
  return options
}

const list = (options: Record<string, string>): SqlOptions => Object.entries(options).map(([name, value]) => ({ name, value }))
