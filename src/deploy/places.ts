// From Flink's words to a line of the program: positions in statements through their marks, names of tasks through the
// tables and operators that they stand for.
import { lineStarts } from '../core/source.js'
import type { Location, Span } from '../core/span.js'
import type { FlinkProgram, SqlMark } from '../codegen/artifact.js'
import type { OperatorKind, PlanProgram } from '../ir/plan.js'
import type { FlinkProblem } from './stack-trace.js'

/** Something that a task's name may say, and where the program writes it. */
export interface Place {
  readonly kind: 'source' | 'sink' | 'operator'
  /** Table name, or the name that Flink gives the kind of operator. */
  readonly name: string
  readonly file: string
  readonly line: number
  readonly column: number
  readonly origin: Span
}

/** The innermost piece of the program behind a position in a statement's text; null where Flink names none. */
export function originOf(sql: string, marks: readonly SqlMark[], at: FlinkProblem['at']): Span | null {
  if (at === null) return null
  const starts = lineStarts(sql)
  const offset = (starts[at.line - 1] ?? sql.length) + at.column - 1
  const around = marks.filter((m) => m.start <= offset && offset < m.end)
  const inner = around.reduce<SqlMark | null>(
    (best, m) => (best === null || m.end - m.start < best.end - best.start ? m : best),
    null,
  )
  return inner?.origin ?? null
}

/** How Flink calls the operators that it keeps state for. */
const FLINK_NAMES: Partial<Readonly<Record<OperatorKind, readonly string[]>>> = {
  temporal_join: ['TemporalJoin'],
  window_aggregate: ['WindowAggregate', 'GlobalWindowAggregate', 'LocalWindowAggregate'],
  versions: ['Deduplicate', 'Rank'],
}

export function placesOf(plan: PlanProgram, program: FlinkProgram, locate: (span: Span) => Location): readonly Place[] {
  const place = (kind: Place['kind'], name: string, span: Span): Place => {
    const { file, start } = locate(span)
    return { kind, name, file, line: start.line, column: start.column, origin: span }
  }
  const tables = program.statements.flatMap((s) => (s.kind === 'create table' ? [place(s.role, s.name.join('.'), s.origin)] : []))
  const operators = plan.operators.flatMap((o) => (FLINK_NAMES[o.kind] ?? []).map((name) => place('operator', name, o.origin)))
  // an operator that is there twice says nothing about which one it is
  const single = operators.filter((p) => operators.filter((q) => q.name === p.name).length === 1)
  return [...tables, ...single]
}

const READS = /Deserializ|SourceReader|SourceOperator|RecordEmitter|SplitReader|connector\.kafka\.source/
const WRITES = /Serializ(?!able)|SinkWriter|Writer|Committer|connector\.kafka\.sink|iceberg/i

/** The place that a failed task most likely stands for. A chain of operators has one name for all: the trace decides between reading and writing. */
export function placeOfTask(places: readonly Place[], task: string | null, trace: string): Place | null {
  if (task === null) return null
  const named = places.filter((p) => mentions(task, p))
  const frames = trace.split('\n').slice(0, 25).join('\n')
  const of = (kind: Place['kind']): Place | undefined => named.find((p) => p.kind === kind)
  if (READS.test(frames) && of('source') !== undefined) return of('source')!
  if (WRITES.test(frames) && of('sink') !== undefined) return of('sink')!
  return of('operator') ?? of('source') ?? of('sink') ?? null
}

/** `orders[12]`, `sales.orders.dlq[3]: Writer`; Iceberg's tasks end in `catalog.namespace.table` with or without brackets. */
function mentions(task: string, { name, kind }: Place): boolean {
  const escaped = name.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&')
  const end = kind === 'operator' ? '\\[\\d+\\]' : '(?:\\[\\d+\\]|(?![\\w$-]|\\.\\w))'
  return new RegExp(`(?<![\\w.$-])${escaped}${end}`).test(task)
}
