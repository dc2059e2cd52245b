// The door of this folder: bytes of a data file → records of a source, with every problem placed and nothing lost before it.
import { describeJson, isExactObject, parseExactJson, type ExactJson } from '../../core/exact-json.js'
import { data } from '../../diagnostics/codes/data.js'
import type { SourceOperator } from '../../ir/plan.js'
import type { SourceRecord } from '../api.js'
import type { Row } from '../value.js'
import { decodeAvro } from './avro-container-node.js'
import { decodeCsv } from './csv.js'
import { debeziumReader } from './debezium.js'
import { detectFormat, formatWords } from './detect.js'
import { lines, MAX_RECORD_BYTES, type Line } from './lines.js'
import { placeOf, Refusal, refuse, type DataProblem, type Position } from './problem.js'
import { rowReader } from './rows.js'

export type FileKind = 'ndjson' | 'json' | 'csv' | 'avro'

const ENDINGS: readonly (readonly [string, FileKind])[] = [
  ['.ndjson', 'ndjson'],
  ['.jsonl', 'ndjson'],
  ['.json', 'json'],
  ['.csv', 'csv'],
  ['.avro', 'avro'],
]

/** How a file is read, by the ending of its name; null: nobody knows. */
export function fileKind(path: string): FileKind | null {
  const lower = path.toLowerCase()
  return ENDINGS.find(([ending]) => lower.endsWith(ending))?.[1] ?? null
}

export type Decoded =
  | { readonly kind: 'record'; readonly record: SourceRecord; readonly position: Position }
  | { readonly kind: 'problem'; readonly problem: DataProblem }

/** Counts that are no problems: they grow while the records are taken. */
export interface DecodeStats {
  records: number
  problems: number
  /** Fields of the data that the schema does not have, and how often each stood there. */
  readonly ignoredFields: Map<string, number>
  /** Empty records after deletes. */
  tombstones: number
  /** Debezium's truncate (t) and message (m) events. */
  readonly ignoredEvents: Map<string, number>
}

export interface Decoding extends AsyncIterable<Decoded> {
  readonly stats: DecodeStats
}

export interface DecodeOptions {
  /** For messages. */
  readonly path: string
  readonly kind: FileKind
}

/** Shared by the decoders of this folder. */
export interface DecodeContext {
  readonly source: SourceOperator
  readonly path: string
  readonly stats: DecodeStats
  readonly ignored: (field: string) => void
}

export function decode(source: SourceOperator, chunks: AsyncIterable<Uint8Array>, options: DecodeOptions): Decoding {
  const stats: DecodeStats = { records: 0, problems: 0, ignoredFields: new Map(), tombstones: 0, ignoredEvents: new Map() }
  const context: DecodeContext = {
    source,
    path: options.path,
    stats,
    ignored: (field) => stats.ignoredFields.set(field, (stats.ignoredFields.get(field) ?? 0) + 1),
  }
  const events = (): AsyncIterable<Decoded> => {
    switch (options.kind) {
      case 'ndjson':
        return decodeJsonLines(context, chunks)
      case 'json':
        return decodeJsonDocument(context, chunks)
      case 'csv':
        return decodeCsv(context, chunks)
      case 'avro':
        return decodeAvro(context, chunks)
    }
  }
  return {
    stats,
    async *[Symbol.asyncIterator]() {
      for await (const event of events()) {
        if (event.kind === 'record') stats.records++
        else stats.problems++
        yield event
      }
    },
  }
}

export const plainRecord = (fields: Row): SourceRecord => ({
  fields,
  op: 'c',
  commitTime: null,
  recordTime: null,
  topic: null,
  partition: 0,
  offset: null,
})

/** Null: the value is no record, and that is as it should be. */
export type JsonRecordReader = (value: ExactJson) => SourceRecord | null

export function jsonRecordReader(context: DecodeContext): JsonRecordReader {
  const { source, stats, ignored } = context
  if (source.format.kind === 'debezium') {
    const reader = debeziumReader(source)
    return (value) => {
      const result = reader.read(value, ignored)
      if (result.kind === 'record') return result.record
      if (result.what === 'tombstone') stats.tombstones++
      else stats.ignoredEvents.set(result.what, (stats.ignoredEvents.get(result.what) ?? 0) + 1)
      return null
    }
  }
  const rows = rowReader(source)
  return (value) => {
    if (!isExactObject(value)) return refuse(data.notAnObject, { got: describeJson(value) })
    try {
      return plainRecord(rows.read(value, ignored))
    } catch (e) {
      const format = detectFormat(value)
      if (e instanceof Refusal && format !== 'plain')
        throw new Refusal(e.definition, e.parameters, [`the record looks like ${formatWords(format)}`])
      throw e
    }
  }
}

/** A problem instead of an exception; anything but a Refusal is our fault and passes. */
export function guarded(path: string, position: Position, read: () => SourceRecord | null): Decoded | null {
  try {
    const record = read()
    return record === null ? null : { kind: 'record', record, position }
  } catch (e) {
    if (e instanceof Refusal) return { kind: 'problem', problem: (e as Refusal).problem(path, position) }
    throw e
  }
}

async function* decodeJsonLines(context: DecodeContext, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Decoded> {
  const read = jsonRecordReader(context)
  let record = 0
  for await (const event of lines(chunks, context.path, 'one JSON object a line')) {
    if (event.kind === 'problem') {
      record++
      yield { kind: 'problem', problem: { ...event.problem, position: { ...event.problem.position, record } } }
      continue
    }
    const { line } = event
    if (isBlank(line.text)) continue
    record++
    const position = { line: line.number, record, byteOffset: line.byteOffset }
    const decoded = guarded(context.path, position, () => read(parseLine(line)))
    if (decoded !== null) yield decoded
  }
}

export const isBlank = (text: string): boolean => /^[ \t\r]*$/.test(text)

function parseLine(line: Line): ExactJson {
  const json = parseExactJson(line.text)
  if (json.ok) {
    if (json.duplicate !== null) refuse(data.duplicateKey, { key: json.duplicate })
    return json.value
  }
  if (json.truncated && line.ending === '') return refuse(data.truncated, { reason: json.reason })
  return refuse(data.notJson, { column: json.offset + 1, reason: json.reason })
}

/** A `.json` file: one object, a list of objects, or, where the first line is whole by itself, one object a line. */
async function* decodeJsonDocument(context: DecodeContext, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Decoded> {
  const read = jsonRecordReader(context)
  let text = ''
  let startLine = 1
  let startByte = 0
  let record = 0
  let byLine: boolean | null = null
  let last: Line | null = null
  for await (const event of lines(chunks, context.path, 'JSON')) {
    if (event.kind === 'problem') {
      record++
      const whole = byLine !== true
      yield {
        kind: 'problem',
        problem: { ...event.problem, position: { ...event.problem.position, record }, fatal: event.problem.fatal || whole },
      }
      if (whole) return
      continue
    }
    const { line } = event
    last = line
    if (byLine === null) {
      if (isBlank(line.text)) continue
      const json = parseExactJson(line.text)
      byLine = json.ok && !Array.isArray(json.value)
      startLine = line.number
      startByte = line.byteOffset
    }
    if (!byLine) {
      text += line.text + line.ending
      if (text.length > MAX_RECORD_BYTES) {
        const position = { line: startLine, record: 1, byteOffset: startByte }
        yield {
          kind: 'problem',
          problem: new Refusal(data.tooLong, { limit: MAX_RECORD_BYTES, what: 'a JSON document over several lines' }).problem(
            context.path,
            position,
            true,
          ),
        }
        return
      }
      continue
    }
    if (isBlank(line.text)) continue
    record++
    const position = { line: line.number, record, byteOffset: line.byteOffset }
    const decoded = guarded(context.path, position, () => read(parseLine(line)))
    if (decoded !== null) yield decoded
  }
  if (byLine !== false || last === null) return
  const json = parseExactJson(text)
  const start = { line: startLine, record: 1, byteOffset: startByte }
  if (!json.ok) {
    const before = text.slice(0, json.offset)
    const line = startLine + (before.match(/\n/g)?.length ?? 0)
    const column = json.offset - (before.lastIndexOf('\n') + 1) + 1
    const position = { line, record: 1, byteOffset: startByte + new TextEncoder().encode(before).length }
    const refusal = json.truncated
      ? new Refusal(data.truncated, { reason: json.reason })
      : new Refusal(data.notJson, { column, reason: json.reason })
    yield { kind: 'problem', problem: refusal.problem(context.path, position, true) }
    return
  }
  if (json.duplicate !== null) {
    yield { kind: 'problem', problem: new Refusal(data.duplicateKey, { key: json.duplicate }).problem(context.path, start, true) }
    return
  }
  const items = Array.isArray(json.value) ? (json.value as readonly ExactJson[]) : [json.value]
  for (const [i, item] of items.entries()) {
    const decoded = guarded(
      items.length === 1 ? context.path : `${context.path} element ${i + 1},`,
      { ...start, record: i + 1 },
      () => read(item),
    )
    if (decoded !== null) yield decoded
  }
}

export { placeOf, type DataProblem, type Position }
