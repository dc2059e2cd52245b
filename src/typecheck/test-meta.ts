// Meta columns of `given` that say what a record of Kafka has beside its fields: topic, timestamp, headers.
import { tests } from '../diagnostics/codes/tests.js'
import { matchesTopic, topicsOf } from '../ir/kafka-source.js'
import type { SourceOperator } from '../ir/plan.js'
import type { InputRow } from '../ir/test-plan.js'
import { BYTES, STRING, nullable } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import { literalFromCell } from './cell.js'
import type { TestScope } from './test-scope.js'

/** Those of a fixed name; `@header.NAME` comes beside them. */
export const KAFKA_META = ['@topic', '@timestamp', '@key'] as const

const HEADER = '@header.'
export const isHeader = (name: string): boolean => name.startsWith(HEADER) && name.length > HEADER.length

/** The source has a column, or an event time, that is the record's own time. */
export const readsTimestamp = (s: SourceOperator): boolean =>
  s.compute.some((c) => c.kind === 'metadata' && c.key === 'timestamp')

const isKafka = (s: SourceOperator): boolean => s.connector.kind === 'kafka'
const severalTopics = ({ connector }: SourceOperator): boolean =>
  connector.kind === 'kafka' && (connector.pattern !== null || connector.topics.length > 1)

/** Why a meta column cannot stand in a table of these sources; undefined: it is none of those that are known here. */
export function kafkaMetaProblem(name: string, sources: readonly SourceOperator[]): string | null | undefined {
  if (name === '@key') return 'the key of a record is made of its fields: `message key` says of which'
  if (name === '@topic') return sources.some(severalTopics) ? null : 'there is one topic only'
  if (name === '@timestamp') return sources.some(isKafka) ? null : 'only records of Kafka have a time of their own'
  if (!isHeader(name)) return undefined
  const header = name.slice(HEADER.length)
  const reads = (s: SourceOperator): boolean =>
    s.compute.some((c) => (c.kind === 'header' && c.header === header) || (c.kind === 'metadata' && c.key === 'headers'))
  return sources.some(reads) ? null : `nothing reads the header \`${header}\`: \`meta { … = header '${header}' as text }\` would`
}

type Cells = ReadonlyMap<string, ast.CellNode | null>

/** Topic and headers of a row; null where a cell is wrong, which has been reported. */
export function kafkaMeta(
  source: SourceOperator,
  cells: Cells,
  row: ast.FixtureRow,
  scope: TestScope,
): Pick<InputRow, 'topic' | 'headers'> | null {
  const { bag } = scope.checking
  const headers: [string, string][] = []
  let good = true
  for (const [name, cell] of cells) {
    if (!isHeader(name) || cell === null || cell.kind === 'null') continue
    const bytes = headerBytes(source, name.slice(HEADER.length), cell)
    if ('problem' in bytes) {
      bag.report(tests.cell, cell.span, { column: name, problem: bytes.problem }, bytes.help === null ? {} : { help: bytes.help })
      good = false
    } else headers.push([name.slice(HEADER.length), bytes.hex])
  }
  const topic = topicOf(source, cells.get('@topic') ?? null, row, scope)
  if (!good || topic === undefined) return null
  return { ...(topic === null ? {} : { topic }), ...(headers.length === 0 ? {} : { headers }) }
}

/** A text, unless the program reads the header as raw bytes: then its hexadecimal digits. */
function headerBytes(
  source: SourceOperator,
  header: string,
  cell: ast.CellNode,
): { readonly hex: string } | { readonly problem: string; readonly help: string | null } {
  const read = source.compute.filter((c) => c.kind === 'header' && c.header === header)
  const raw = read.length > 0 && read.every((c) => c.kind === 'header' && c.as === 'raw')
  const literal = literalFromCell(cell, nullable(raw ? BYTES : STRING))
  if (!literal.ok) return literal
  return { hex: raw ? String(literal.value) : hexOf(String(literal.value)) }
}

const hexOf = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (b) => b.toString(16).padStart(2, '0')).join('')

/** null: not said; undefined: wrong. */
function topicOf(
  source: SourceOperator,
  cell: ast.CellNode | null,
  row: ast.FixtureRow,
  scope: TestScope,
): string | null | undefined {
  const { bag } = scope.checking
  const { connector } = source
  const pattern = connector.kind === 'kafka' ? connector.pattern : null
  if (cell === null || cell.kind === 'null') {
    if (pattern === null) return null
    bag.report(
      tests.required,
      row.span,
      { column: '@topic', relation: source.name },
      { help: `a pattern names no topic: say which one the record is in, for example one that \`${pattern}\` matches` },
    )
    return undefined
  }
  const topic = cell.kind === 'string' || cell.kind === 'word' ? cell.text : null
  const topics = topicsOf(source)
  const fits = topic !== null && (pattern === null ? topics.includes(topic) : matchesTopic(pattern, topic))
  if (fits) return topic
  const problem =
    pattern === null ? `it is one of ${topics.map((t) => `\`${t}\``).join(', ')}` : `\`${pattern}\` does not match it`
  bag.report(tests.cell, cell.span, { column: '@topic', problem })
  return undefined
}
