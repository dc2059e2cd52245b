// Avro object container files: header, blocks (null and deflate codec), records. Streaming: one block in memory at a time.
import { inflateRawSync } from 'node:zlib'
import type avro from 'avsc'
import { joinBytes } from '../../core/bytes.js'
import { data } from '../../diagnostics/codes/data.js'
import { readerFor, type RecordReader } from './avro-records-node.js'
import { writerType } from './avro-writer-node.js'
import type { DecodeContext, Decoded } from './decoding.js'
import { nextChunk, type Feed, type Reading } from './feed.js'
import { MAX_RECORD_BYTES } from './lines.js'
import { Refusal, refuse, type Position } from './problem.js'

const SYNC_BYTES = 16

export function* decodeAvro(context: DecodeContext, feed: Feed): Reading<Decoded> {
  const { path } = context
  const input = new ByteReader(feed)
  let position: Position = { line: null, record: 1, byteOffset: 0 }
  const fatal = (refusal: Refusal): Decoded => ({ kind: 'problem', problem: refusal.problem(path, position, true) })
  try {
    const header = yield* readHeader(input)
    const reader = readerFor(context, header.type)
    for (;;) {
      position = { ...position, byteOffset: input.offset }
      if (yield* input.atEnd()) return
      const count = yield* input.long()
      const size = yield* input.long()
      if (count < 0 || size < 0)
        refuse(data.avroFile, { reason: `a block at byte ${position.byteOffset} says it has ${count} records in ${size} bytes` })
      if (size > MAX_RECORD_BYTES) refuse(data.tooLong, { limit: MAX_RECORD_BYTES, what: 'a block of the file' })
      const stored = yield* input.take(size)
      const sync = yield* input.take(SYNC_BYTES)
      if (!sync.every((b, i) => b === header.sync[i]))
        refuse(data.avroFile, {
          reason: `the block at byte ${position.byteOffset} does not end with the file's sync marker: the file is damaged`,
        })
      const body = header.codec === 'deflate' ? inflate(stored) : stored
      for (const event of readBlock(context, reader, header.type, body, count, position)) {
        yield event
        if (event.kind === 'problem' && event.problem.fatal) return
      }
      position = { ...position, record: position.record + count }
    }
  } catch (e) {
    if (!(e instanceof Refusal)) throw e
    yield fatal(e as Refusal)
  }
}

function* readBlock(
  context: DecodeContext,
  reader: RecordReader,
  type: avro.Type,
  body: Uint8Array,
  count: number,
  block: Position,
): Generator<Decoded> {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  let at = 0
  for (let i = 0; i < count; i++) {
    const position = { ...block, record: block.record + i }
    const broken = (reason: string): Decoded => ({
      kind: 'problem',
      problem: new Refusal(data.avroFile, { reason }).problem(context.path, position, true),
    })
    let value: unknown
    try {
      const decoded = type.decode(buffer, at)
      if (decoded.offset < 0) {
        yield broken('the block ends in the middle of a record')
        return
      }
      value = decoded.value
      at = decoded.offset
    } catch (e) {
      yield broken(`the bytes are no record of the file's own schema (${e instanceof Error ? e.message : String(e)})`)
      return
    }
    try {
      const record = reader(value)
      if (record !== null) yield { kind: 'record', record, position }
    } catch (e) {
      if (!(e instanceof Refusal)) throw e
      yield { kind: 'problem', problem: (e as Refusal).problem(context.path, position) }
    }
  }
  if (at !== buffer.length) {
    const position = { ...block, record: block.record + count }
    yield {
      kind: 'problem',
      problem: new Refusal(data.avroFile, {
        reason: `a block of ${count} records has ${buffer.length - at} bytes left over`,
      }).problem(context.path, position, true),
    }
  }
}

interface Header {
  readonly type: avro.Type
  readonly codec: 'null' | 'deflate'
  readonly sync: Uint8Array
}

function* readHeader(input: ByteReader): Needs<Header> {
  if (yield* input.atEnd()) refuse(data.avroFile, { reason: 'the file is empty' })
  const magic = yield* input.take(4)
  if (magic[0] !== 0x4f || magic[1] !== 0x62 || magic[2] !== 0x6a || magic[3] !== 1) {
    const text = magic[0] === 0x7b || magic[0] === 0x5b ? '; it looks like JSON' : ''
    refuse(data.avroFile, { reason: `it does not begin with \`Obj\` and 1, as container files do${text}` })
  }
  const metadata = new Map<string, Uint8Array>()
  for (;;) {
    let count = yield* input.long()
    if (count === 0) break
    if (count < 0) {
      count = -count
      yield* input.long()
    }
    for (let i = 0; i < count; i++) {
      const key = new TextDecoder().decode(yield* input.bytes())
      metadata.set(key, yield* input.bytes())
    }
  }
  const sync = (yield* input.take(SYNC_BYTES)).slice()
  const text = (key: string): string | null => {
    const value = metadata.get(key)
    return value === undefined ? null : new TextDecoder().decode(value)
  }
  const codec = text('avro.codec') ?? 'null'
  if (codec !== 'null' && codec !== 'deflate')
    return refuse(data.avroFile, { reason: `it is compressed with \`${codec}\`; \`null\` and \`deflate\` are read` })
  const schema = text('avro.schema')
  if (schema === null) return refuse(data.avroFile, { reason: 'its header holds no schema' })
  return { type: writerType(schema), codec, sync }
}

function inflate(stored: Uint8Array): Uint8Array {
  const limit = 8 * MAX_RECORD_BYTES
  try {
    return inflateRawSync(stored, { maxOutputLength: limit })
  } catch (e) {
    if ((e as { readonly code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE')
      refuse(data.tooLong, { limit, what: 'an unpacked block of the file' })
    return refuse(data.avroFile, { reason: `a block cannot be unpacked (${e instanceof Error ? e.message : String(e)})` })
  }
}

/** Yields `null` while the feed has to be given more. */
type Needs<T> = Generator<null, T, void>

/** Bytes in order from chunks of any size. */
class ByteReader {
  readonly #feed: Feed
  #buffer: Uint8Array = new Uint8Array(0)
  #at = 0
  #done = false
  offset = 0

  constructor(feed: Feed) {
    this.#feed = feed
  }

  *#more(): Needs<boolean> {
    if (this.#done) return false
    const next = yield* nextChunk(this.#feed)
    if (next === null) {
      this.#done = true
      return false
    }
    const rest = this.#buffer.subarray(this.#at)
    const joined = new Uint8Array(rest.length + next.length)
    joined.set(rest)
    joined.set(next, rest.length)
    this.#buffer = joined
    this.#at = 0
    return true
  }

  *atEnd(): Needs<boolean> {
    while (this.#at >= this.#buffer.length) if (!(yield* this.#more())) return true
    return false
  }

  *take(length: number): Needs<Uint8Array> {
    if (this.#buffer.length - this.#at < length) yield* this.#gather(length)
    const bytes = this.#buffer.subarray(this.#at, this.#at + length)
    this.#at += length
    this.offset += length
    return bytes
  }

  /** Joins chunks once, so that a block over many chunks costs its length only. */
  *#gather(length: number): Needs<void> {
    const parts = [this.#buffer.subarray(this.#at)]
    let have = parts[0]!.length
    while (have < length) {
      const next = this.#done ? null : yield* nextChunk(this.#feed)
      if (next === null) {
        this.#done = true
        refuse(data.truncated, { reason: `${length - have} more bytes were to follow byte ${this.offset + have}` })
      } else {
        parts.push(next.slice())
        have += next.length
      }
    }
    this.#buffer = joinBytes(parts, have)
    this.#at = 0
  }

  /** Zig-zag variable-length long; lengths and counts stay far below 2^53. */
  *long(): Needs<number> {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = (yield* this.take(1))[0]!
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) {
        const number = Number((value >> 1n) ^ -(value & 1n))
        return Number.isSafeInteger(number)
          ? number
          : refuse(data.avroFile, { reason: `a length at byte ${this.offset} is ${number}: the file is damaged` })
      }
    }
    return refuse(data.avroFile, { reason: `a number at byte ${this.offset} does not end: the file is damaged` })
  }

  *bytes(): Needs<Uint8Array> {
    const length = yield* this.long()
    if (length < 0 || length > MAX_RECORD_BYTES)
      refuse(data.avroFile, { reason: `a length at byte ${this.offset} is ${length}: the file is damaged` })
    return (yield* this.take(length)).slice()
  }
}
