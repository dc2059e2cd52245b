// The results of a run: one NDJSON file a sink, dlq.ndjson for the dead letters; the first rows are kept for the report.
import { join } from 'node:path'
import type { SinkOperator } from '../ir/plan.js'
import { isBinary, type FlowType } from '../ir/types.js'
import type { Change } from '../runtime/api.js'
import type { Value } from '../runtime/value.js'
import { base64 } from '../runtime/base64.js'
import { sinkMember } from '../runtime/formats/sink-json.js'
import { jsonMember, quote } from '../runtime/json-text.js'
import { toText } from '../runtime/functions/cast-to-text.js'
import { bug } from '../core/bug.js'
import { createLineFile, type LineFile, type OutputOptions } from './output.js'

export interface SinkOutput {
  readonly sink: string
  readonly role: 'result' | 'dlq' | 'tap'
  readonly file: string
  readonly rows: number
  readonly head: readonly string[]
  /** The first rows as text. */
  readonly sample: readonly (readonly string[])[]
}

export interface SinkFiles {
  readonly write: (sink: string, change: Change) => void
  readonly finish: () => void
  /** After a failure: whole lines stay in `.partial` files; those with rows are named. */
  readonly keep: () => readonly { readonly file: string; readonly rows: number }[]
  readonly outputs: () => readonly SinkOutput[]
}

interface Open {
  readonly sink: SinkOperator
  readonly file: LineFile
  readonly sample: (readonly string[])[]
  /** The old row of an update, until it is known whether a new one follows. */
  old: Change | null
}

const SAMPLE = 50

/** Lines begin with what they do to a row: upserts, and taps of rows that change. */
const showsChanges = (sink: SinkOperator): boolean => sink.mode === 'upsert' || sink.traits.change === 'updating'

export function createSinkFiles(folder: string, sinks: readonly SinkOperator[], options: OutputOptions): SinkFiles {
  const names = fileNames(sinks)
  const open = new Map<string, Open>(
    sinks.map((sink) => [
      sink.id,
      { sink, file: createLineFile(join(folder, names.get(sink.id)!), options), sample: [], old: null },
    ]),
  )
  const put = ({ sink, file, sample }: Open, change: Change): void => {
    file.write(line(sink, change))
    if (sample.length < SAMPLE)
      sample.push([...(showsChanges(sink) ? [change.kind] : []), ...sink.row.map((c, i) => cellText(change.row[i]!, c.type))])
  }
  /** An old row that no new one has replaced is gone: a filter behind the update has kept the new one back. */
  const settle = (at: Open, next: Change | null): void => {
    if (at.old === null) return
    const replaced =
      next !== null && (next.kind === '+U' || next.kind === '+I') && keyOf(at.sink, next) === keyOf(at.sink, at.old)
    if (!replaced) put(at, { kind: '-D', row: at.old.row })
    at.old = null
  }
  return {
    write: (id, change) => {
      const at = open.get(id) ?? bug(`no sink ${id}`)
      if (at.sink.mode === 'append') return put(at, change)
      settle(at, change)
      if (change.kind === '-U') at.old = change
      else put(at, change)
    },
    finish: () => {
      for (const at of open.values()) settle(at, null)
      for (const { file } of open.values()) file.finish()
    },
    keep: () =>
      [...open.values()].flatMap(({ file }) => {
        file.keep()
        return file.lines === 0 ? [] : [{ file: `${options.shown(file.path)}.partial`, rows: file.lines }]
      }),
    outputs: () =>
      [...open.values()].map(({ sink, file, sample }) => ({
        sink: sink.name,
        role: roleOf(sink),
        file: options.shown(file.path),
        rows: file.lines,
        head: [...(showsChanges(sink) ? ['@op'] : []), ...sink.row.map((c) => c.name)],
        sample,
      })),
  }
}

const keyOf = (sink: SinkOperator, change: Change): string =>
  sink.key.map((k) => jsonMember(change.row[k]!, sink.row[k]!.type)).join()

/** A value as text for people; bytes in base64, as the files have them. */
export const cellText = (value: Value, type: FlowType): string =>
  value === null ? 'NULL' : isBinary(type) ? base64(value as Uint8Array) : toText(value, type)

/** Columns in their order; a change begins with what it does to the key. */
function line(sink: SinkOperator, change: Change): string {
  const op = showsChanges(sink) ? [`"@op":${quote(change.kind)}`] : []
  return `{${[...op, ...sink.row.map((c, i) => `${quote(c.name)}:${sinkMember(change.row[i]!, c.type)}`)].join(',')}}`
}

const roleOf = (sink: SinkOperator): SinkOutput['role'] => (sink.target.kind === 'kafka' ? sink.target.role : 'result')

/** A file name for each sink; equal ones are told apart by a number. */
export function fileNames(sinks: readonly SinkOperator[]): ReadonlyMap<string, string> {
  const used = new Set<string>()
  return new Map(
    sinks.map((sink) => {
      const base =
        roleOf(sink) === 'dlq'
          ? 'dlq'
          : (sink.target.kind === 'kafka'
              ? sink.target.topic
              : [sink.target.catalog, ...sink.target.namespace, sink.target.table].join('.')
            ).replaceAll(/[^A-Za-z0-9._-]/g, '_')
      let name = base
      for (let i = 2; used.has(name); i++) name = `${base}-${i}`
      used.add(name)
      return [sink.id, `${name}.ndjson`]
    }),
  )
}
