// Helpers of this folder's tests: sources without a program around them, bytes in chunks.
import type { PhysicalField, SourceFormat, SourceOperator } from '../../ir/plan.js'
import { decode, decodeBytes, type Decoded, type DecodeStats, type FileKind } from './decode.js'

export interface TestSource {
  readonly fields: readonly PhysicalField[]
  readonly format?: SourceFormat
  /** Ordinals of the key. */
  readonly key?: readonly number[]
  /** The commit time is a column. */
  readonly commit?: boolean
}

export function testSource({ fields, format = { kind: 'json' }, key = [], commit = false }: TestSource): SourceOperator {
  return {
    kind: 'source',
    id: 'p/s/source',
    inputs: [],
    columns: fields.map((f) => ({ ...f, from: [] })),
    ports: ['main'],
    traits: { change: 'append', keys: [], time: null, watermark: [], state: { bound: 'none', detail: '' } },
    relation: 's',
    origin: { declaration: 'x', start: 0, end: 0 },
    name: 's',
    connector: { kind: 'files', path: 'x' },
    format,
    physical: fields,
    compute: [
      ...fields.map((_, i) => ({ kind: 'physical', field: i }) as const),
      ...(commit ? [{ kind: 'envelope', key: 'commit_time' } as const] : []),
    ],
    time: null,
    primaryKey: key,
    acceptLate: false,
    parallelism: null,
    options: [],
  }
}

/** The same source read `as events`: both images of a change, every field nullable. */
export const asEvents = (source: SourceOperator): SourceOperator => ({
  ...source,
  connector: { kind: 'cdc', connection: 'db', table: 's.t', topic: 'db.s.t', events: true, deletesNever: false },
  physical: source.physical.map((f) => ({ ...f, nullable: true })),
  compute: (['op', 'before', 'after', 'commit_time'] as const).map((key) => ({ kind: 'envelope', key })),
  primaryKey: [],
})

export const field = (
  name: string,
  type: PhysicalField['type'],
  nullable = true,
  encoding?: PhysicalField['encoding'],
): PhysicalField => ({
  name,
  type,
  nullable,
  ...(encoding === undefined ? {} : { encoding }),
})

async function* inChunks(bytes: Uint8Array | string, size: number): AsyncGenerator<Uint8Array> {
  const all = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes
  // the buffer is reused, as a file reader would do it
  const buffer = new Uint8Array(size)
  for (let at = 0; at < all.length; at += size) {
    const part = all.subarray(at, at + size)
    buffer.set(part)
    yield buffer.subarray(0, part.length)
    buffer.fill(0x21)
  }
}

export interface Decoded1 {
  /** Rows in order; a problem is its message. */
  readonly events: readonly (readonly unknown[] | string)[]
  readonly decoded: readonly Decoded[]
  readonly stats: DecodeStats
}

export async function decodeAll(
  source: SourceOperator,
  bytes: Uint8Array | string,
  kind: FileKind = 'ndjson',
  size = 7,
): Promise<Decoded1> {
  const decoding = decode(source, inChunks(bytes, size), { path: `f.${kind}`, kind })
  const decoded: Decoded[] = []
  for await (const event of decoding) decoded.push(event)
  const whole = decodeBytes(source, typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes, {
    path: `f.${kind}`,
    kind,
  })
  // what is large is only counted
  if (whole.length !== decoded.length || (bytes.length < 100_000 && shown(whole) !== shown(decoded)))
    throw new Error(`read at once:\n${shown(whole)}\nread in chunks:\n${shown(decoded)}`)
  return { decoded, stats: decoding.stats, events: decoded.map(eventOf) }
}

const eventOf = (d: Decoded): readonly unknown[] | string =>
  d.kind === 'record' ? d.record.fields : `${d.problem.diagnostic.code} ${d.problem.diagnostic.message}`

const shown = (events: readonly Decoded[]): string =>
  events.map((d) => JSON.stringify([eventOf(d), d], (_, v: unknown) => (typeof v === 'bigint' ? `${v}n` : v))).join('\n')
