// The door of this folder: bytes of a data file → records of a source, with every problem placed and nothing lost before it.
import type { SourceOperator } from '../../ir/plan.js'
import { decodeAvro } from './avro-container-node.js'
import { decodeCsv } from './csv.js'
import type { DecodeContext, Decoded, Decoding, DecodeStats } from './decoding.js'
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

export type { Decoded, Decoding, DecodeStats } from './decoding.js'
