// CSV (RFC 4180) with a header row that names the columns, in any order. An empty cell is NULL, in quotes too and for a
// text as well: without 'csv.null-literal' = '' Flink fails the job at an empty number, with it this is what it reads.
import type { ExactJson } from '../../core/exact-json.js'
import { data } from '../../diagnostics/codes/data.js'
import { didYouMean } from '../../core/suggest.js'
import type { PhysicalField } from '../../ir/plan.js'
import { isNumeric } from '../../ir/types.js'
import { guarded, isBlank, plainRecord, type DecodeContext, type Decoded } from './decoding.js'
import { fieldConverter } from './json-values.js'
import { Path } from './path.js'
import type { Feed, Reading } from './feed.js'
import { lines, MAX_RECORD_BYTES } from './lines.js'
import { Refusal, refuse, type Position } from './problem.js'
import { rulesOf } from './rows.js'

interface CsvRow {
  readonly cells: readonly string[]
  readonly position: Position
}

type CsvEvent = { readonly kind: 'row'; readonly row: CsvRow } | Extract<Decoded, { kind: 'problem' }>

export function* decodeCsv(context: DecodeContext, feed: Feed): Reading<Decoded> {
  const { source, path } = context
  if (source.format.kind === 'debezium') {
    yield {
      kind: 'problem',
      problem: new Refusal(data.notDebezium, { got: 'a CSV file' }).problem(path, { line: 1, record: 1, byteOffset: 0 }, true),
    }
    return
  }
  let read: ((cells: readonly string[]) => readonly (string | null)[]) | null = null
  const convert = source.physical.map((f) => ({ field: f, convert: fieldConverter(f, rulesOf(source), null, null) }))
  const at = new Path()
  for (const event of csvRows(feed, path)) {
    if (event === null) {
      yield null
      continue
    }
    if (event.kind === 'problem') {
      yield event
      if (event.problem.fatal) return
      continue
    }
    const { cells, position } = event.row
    if (read === null) {
      const header = readHeader(cells, source.physical, context.ignored)
      if (typeof header === 'string') {
        yield { kind: 'problem', problem: new Refusal(data.csvHeader, { reason: header }).problem(path, position, true) }
        return
      }
      read = header
      continue
    }
    const arrange = read
    const decoded = guarded(path, position, () => {
      const row = arrange(cells)
      return plainRecord(
        convert.map(({ field, convert: toValue }, i) => {
          at.clear()
          at.push(field.name)
          const cell = row[i] ?? null
          return toValue(cell === null || cell === '' ? null : cellJson(cell, field), at)
        }),
      )
    })
    if (decoded !== null) yield decoded
  }
  if (read === null) {
    yield {
      kind: 'problem',
      problem: new Refusal(data.csvHeader, { reason: 'the file is empty: it has no header' }).problem(
        path,
        { line: 1, record: 1, byteOffset: 0 },
        true,
      ),
    }
  }
}

/** A cell in the form that the JSON rules know. */
function cellJson(cell: string, field: PhysicalField): ExactJson {
  const carriesNumber =
    isNumeric(field.type) || field.encoding === 'debezium-date' || (field.encoding?.startsWith('debezium-time') ?? false)
  return carriesNumber && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(cell.trim()) ? { digits: cell.trim() } : cell
}

function readHeader(
  cells: readonly string[],
  physical: readonly PhysicalField[],
  ignored: (field: string) => void,
): string | ((cells: readonly string[]) => readonly (string | null)[]) {
  const names = cells.map((c) => c.trim())
  const twice = names.find((n, i) => names.indexOf(n) !== i)
  if (twice !== undefined) return `the column \`${twice}\` stands twice in the header`
  const missing = physical.filter((f) => !f.nullable && !names.includes(f.name))
  if (missing.length > 0) {
    const first = missing[0]!.name
    const near = didYouMean(
      first,
      names.filter((n) => !physical.some((f) => f.name === n)),
    )
    return `the header has no column \`${first}\`, which the schema says is ${missing[0]!.type.key} NOT NULL${near === undefined ? '' : `; ${near}`}`
  }
  if (!physical.some((f) => names.includes(f.name)))
    return `the header names none of the schema's fields: it is \`${names.slice(0, 5).join(',')}\``
  const from = physical.map((f) => names.indexOf(f.name))
  const extra = names.filter((n) => !physical.some((f) => f.name === n))
  return (row) => {
    if (row.length !== names.length)
      refuse(data.csvRow, { reason: `the row has ${row.length} cells and the header ${names.length}` })
    for (const name of extra) ignored(name)
    return from.map((i) => (i === -1 ? null : row[i]!))
  }
}

function* csvRows(feed: Feed, path: string): Reading<CsvEvent> {
  let text = ''
  let quotes = 0
  let start: Position | null = null
  let record = 0
  for (const event of lines(feed, path, 'CSV text')) {
    if (event === null) {
      yield null
      continue
    }
    if (event.kind === 'problem') {
      record++
      text = ''
      quotes = 0
      start = null
      yield { kind: 'problem', problem: { ...event.problem, position: { ...event.problem.position, record } } }
      continue
    }
    const { line } = event
    if (start === null) {
      if (isBlank(line.text)) continue
      record++
      start = { line: line.number, record, byteOffset: line.byteOffset }
    }
    const position: Position = start
    const whole = text + line.text
    quotes += count(line.text, '"')
    // an even number of quotes is what closes a cell; asking for more on every line would take quadratic time
    const row = text === '' || quotes % 2 === 0 ? splitRow(whole) : OPEN
    if (row.kind === 'open') {
      text = whole + line.ending
      if (text.length > MAX_RECORD_BYTES) {
        yield {
          kind: 'problem',
          problem: new Refusal(data.tooLong, { limit: MAX_RECORD_BYTES, what: 'the row' }).problem(path, position, true),
        }
        return
      }
      continue
    }
    text = ''
    quotes = 0
    start = null
    if (row.kind === 'bad')
      yield { kind: 'problem', problem: new Refusal(data.csvRow, { reason: row.reason }).problem(path, position) }
    else yield { kind: 'row', row: { cells: row.cells, position } }
  }
  if (start !== null)
    yield {
      kind: 'problem',
      problem: new Refusal(data.truncated, { reason: 'a quoted cell is not closed' }).problem(path, start, true),
    }
}

type Split =
  | { readonly kind: 'row'; readonly cells: readonly string[] }
  | { readonly kind: 'open' }
  | { readonly kind: 'bad'; readonly reason: string }

const OPEN: Split = { kind: 'open' }

function count(text: string, of: string): number {
  let found = 0
  for (let at = text.indexOf(of); at !== -1; at = text.indexOf(of, at + 1)) found++
  return found
}

/** `open`: a quoted cell goes on in the next line. */
function splitRow(text: string): Split {
  const cells: string[] = []
  let at = 0
  for (;;) {
    if (text.charAt(at) === '"') {
      let cell = ''
      at++
      for (;;) {
        const end = text.indexOf('"', at)
        if (end === -1) return { kind: 'open' }
        cell += text.slice(at, end)
        at = end + 1
        if (text.charAt(at) !== '"') break
        cell += '"'
        at++
      }
      cells.push(cell)
      if (at < text.length && text.charAt(at) !== ',')
        return { kind: 'bad', reason: `\`${text.slice(at, at + 10)}\` follows the closing quote of cell ${cells.length}` }
    } else {
      const end = text.indexOf(',', at)
      const cell = text.slice(at, end === -1 ? text.length : end)
      if (cell.includes('"'))
        return {
          kind: 'bad',
          reason: `a quote stands inside the unquoted cell ${cells.length + 1}; the whole cell has to be quoted, and the quote doubled`,
        }
      cells.push(cell)
      at += cell.length
    }
    if (at >= text.length) return { kind: 'row', cells }
    at++
  }
}
