// The door of this folder: bytes of a data file → records of a source, with every problem placed and nothing lost before it.
import type { SourceOperator } from '../../ir/plan.js'
import { decodeAvro } from './avro-container-node.js'
import { decodeCsv } from './csv.js'
import type { DecodeContext, Decoded, Decoding, DecodeStats } from './decoding.js'
import { Feed, readStream, type Reading } from './feed.js'
import { decodeJsonDocument, decodeJsonLines } from './json-files.js'

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

export interface DecodeOptions {
  /** For messages. */
  readonly path: string
  readonly kind: FileKind
}

export function decode(source: SourceOperator, chunks: AsyncIterable<Uint8Array>, options: DecodeOptions): Decoding {
  const feed = new Feed()
  const { stats, reading } = start(source, feed, options)
  return { stats, [Symbol.asyncIterator]: () => readStream(feed, reading, chunks) }
}

/** All of a file that is in memory. */
export function decodeBytes(source: SourceOperator, bytes: Uint8Array, options: DecodeOptions): readonly Decoded[] {
  const feed = new Feed()
  feed.give(bytes)
  feed.end()
  return [...start(source, feed, options).reading].filter((event) => event !== null)
}

function start(
  source: SourceOperator,
  feed: Feed,
  { path, kind }: DecodeOptions,
): { readonly stats: DecodeStats; readonly reading: Reading<Decoded> } {
  const stats: DecodeStats = { records: 0, problems: 0, ignoredFields: new Map(), tombstones: 0, ignoredEvents: new Map() }
  const context: DecodeContext = {
    source,
    path,
    stats,
    ignored: (field) => stats.ignoredFields.set(field, (stats.ignoredFields.get(field) ?? 0) + 1),
  }
  return { stats, reading: counted(DECODERS[kind](context, feed), stats) }
}

const DECODERS: Readonly<Record<FileKind, (context: DecodeContext, feed: Feed) => Reading<Decoded>>> = {
  ndjson: decodeJsonLines,
  json: decodeJsonDocument,
  csv: decodeCsv,
  avro: decodeAvro,
}

function* counted(reading: Reading<Decoded>, stats: DecodeStats): Reading<Decoded> {
  for (const event of reading) {
    if (event?.kind === 'record') stats.records++
    else if (event !== null) stats.problems++
    yield event
  }
}

export type { Decoded, Decoding, DecodeStats } from './decoding.js'
