// Records of an Avro file → source records: plain rows, or the newest image of a Debezium envelope.
import type avro from 'avsc'
import { data } from '../../diagnostics/codes/data.js'
import type { SourceRecord } from '../api.js'
import type { Row } from '../value.js'
import { rowsOf } from './avro-values-node.js'
import { recordFields, unionTypes } from './avro-writer-node.js'
import { isPlaceholder, readsCommit, readsEvents } from './debezium.js'
import { plainRecord, type DecodeContext } from './decoding.js'
import { epochMillis } from './json-times.js'
import { refuse } from './problem.js'

/** Null: the record is none for the pipeline (a truncate event). */
export type RecordReader = (value: unknown) => SourceRecord | null

export function readerFor(context: DecodeContext, writer: avro.Type): RecordReader {
  const { source } = context
  if (source.format.kind === 'debezium') return envelopeReader(context, writer)
  const rows = rowsOf(source.physical, writer, context, '')
  return (value) => plainRecord(rows(value))
}

function envelopeReader(context: DecodeContext, writer: avro.Type): RecordReader {
  const { source } = context
  const fields = recordFields(writer)
  const image = fields?.get('after')
  if (fields === null || image === undefined || !fields.has('op'))
    return refuse(data.notDebezium, { got: 'an Avro file of plain rows' })
  const keys = new Set(
    source.primaryKey.flatMap((o) =>
      source.compute[o]?.kind === 'physical' ? [(source.compute[o] as { readonly field: number }).field] : [],
    ),
  )
  const after = rowsOf(source.physical, image, context, 'after')
  const quiet = { ...context, ignored: () => undefined }
  const key = rowsOf(
    source.physical.map((f, i) => (keys.has(i) ? f : { ...f, nullable: true })),
    fields.get('before') ?? image,
    quiet,
    'before',
  )
  const events = readsEvents(source)
  const needsCommit = source.compute.some(readsCommit)
  const inner = (type: avro.Type | undefined, v: unknown): unknown =>
    type !== undefined && unionTypes(type) !== null && v !== null && v !== undefined
      ? Object.values(v as Record<string, unknown>)[0]
      : v
  const commitOf = (event: Readonly<Record<string, unknown>>): number | null => {
    const from = fields.get('source')
    const record = inner(from, event['source']) as Readonly<Record<string, unknown>> | null | undefined
    const ts =
      record === null || record === undefined || from === undefined
        ? null
        : inner(recordFields(from)?.get('ts_ms'), record['ts_ms'])
    return typeof ts === 'bigint' ? epochMillis(ts) : null
  }
  return (value) => {
    const event = value as Readonly<Record<string, unknown>>
    const op = inner(fields.get('op'), event['op'])
    if (!events && (op === 't' || op === 'm')) {
      context.stats.ignoredEvents.set(op, (context.stats.ignoredEvents.get(op) ?? 0) + 1)
      return null
    }
    if (op !== 't' && op !== 'm' && op !== 'r' && op !== 'c' && op !== 'u' && op !== 'd')
      return refuse(data.debeziumEvent, { reason: `\`op\` is '${String(op)}'; Debezium writes r, c, u, d, t or m` })
    const commit = (): number | null => {
      const commitTime = commitOf(event)
      if (commitTime !== null || !needsCommit) return commitTime
      return refuse(data.debeziumEvent, {
        reason: 'the event has no `source.ts_ms`, and the table takes its time from the commit',
      })
    }
    const rest = { op, recordTime: null, topic: null, partition: 0, offset: null } as const
    if (events) {
      const read = (which: 'before' | 'after', rows: typeof after): Row | null => {
        const body = inner(fields.get(which), event[which])
        return body === null || body === undefined ? null : rows(body)
      }
      return { ...rest, fields: [], images: { before: read('before', key), after: read('after', after) }, commitTime: commit() }
    }
    const which = op === 'd' ? 'before' : 'after'
    const body = inner(fields.get(which), event[which])
    if (body === null || body === undefined)
      return refuse(data.debeziumEvent, { reason: `\`${which}\` is null in an event with \`op\` ${op}` })
    const commitTime = commit()
    const row = op === 'd' ? key(body).map((v, i) => (keys.has(i) ? v : null)) : after(body)
    const placeholder = row.findIndex(isPlaceholder)
    if (op !== 'd' && placeholder !== -1) return refuse(data.placeholder, { path: source.physical[placeholder]!.name })
    return { ...rest, fields: row, commitTime }
  }
}
