// NDJSON and JSON documents → records.
import { describeJson, isExactObject, parseExactJson, type ExactJson } from '../../core/exact-json.js'
import { data } from '../../diagnostics/codes/data.js'
import type { SourceRecord } from '../api.js'
import { debeziumReader } from './debezium.js'
import { guarded, isBlank, plainRecord, type DecodeContext, type Decoded } from './decoding.js'
import { detectFormat, formatWords } from './detect.js'
import type { Feed, Reading } from './feed.js'
import { lines, MAX_RECORD_BYTES, type Line } from './lines.js'
import { Refusal, refuse } from './problem.js'
import { rowReader } from './rows.js'

/** Null: the value is no record, and that is as it should be. */
type JsonRecordReader = (value: ExactJson) => SourceRecord | null

function jsonRecordReader(context: DecodeContext): JsonRecordReader {
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

export function* decodeJsonLines(context: DecodeContext, feed: Feed): Reading<Decoded> {
  const read = jsonRecordReader(context)
  let record = 0
  for (const event of lines(feed, context.path, 'one JSON object a line')) {
    if (event === null) {
      yield null
      continue
    }
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
export function* decodeJsonDocument(context: DecodeContext, feed: Feed): Reading<Decoded> {
  const read = jsonRecordReader(context)
  let text = ''
  let startLine = 1
  let startByte = 0
  let record = 0
  let byLine: boolean | null = null
  let last: Line | null = null
  for (const event of lines(feed, context.path, 'JSON')) {
    if (event === null) {
      yield null
      continue
    }
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
