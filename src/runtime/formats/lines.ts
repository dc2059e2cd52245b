// Bytes of a file → lines of text: strict UTF-8, any line ending, no line longer than a limit.
import { joinBytes } from '../../core/bytes.js'
import { firstInvalid } from '../../core/utf8.js'
import { data } from '../../diagnostics/codes/data.js'
import { nextChunk, type Feed, type Reading } from './feed.js'
import { Refusal, type DataProblem } from './problem.js'

export const MAX_RECORD_BYTES = 32 * 1024 * 1024

export interface Line {
  readonly text: string
  /** From 1. */
  readonly number: number
  readonly byteOffset: number
  /** `\n`, `\r\n`, or nothing at the end of a file that ends without one. */
  readonly ending: '\n' | '\r\n' | ''
}

export type LineEvent =
  { readonly kind: 'line'; readonly line: Line } | { readonly kind: 'problem'; readonly problem: DataProblem }

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A line that is not UTF-8 is a problem of its own; the next one is read. Binary content ends the reading. */
export function* lines(feed: Feed, path: string, expected: string): Reading<LineEvent> {
  let pending: Uint8Array[] = []
  let pendingBytes = 0
  let lineOffset = 0
  let number = 1
  let overlong = false
  let first = true

  const finish = (ending: Line['ending'], consumed: number): LineEvent | null => {
    let bytes = pending.length === 1 ? pending[0]! : joinBytes(pending, pendingBytes)
    const offset = lineOffset
    const line = number
    pending = []
    pendingBytes = 0
    lineOffset += consumed
    number++
    const position = { line, record: line, byteOffset: offset }
    if (overlong) {
      overlong = false
      return {
        kind: 'problem',
        problem: new Refusal(data.tooLong, { limit: MAX_RECORD_BYTES, what: 'the line' }).problem(path, position),
      }
    }
    if (ending === '\r\n') bytes = bytes.subarray(0, bytes.length - 1)
    let skipped = 0
    if (offset === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) skipped = 3
    const body = skipped === 0 ? bytes : bytes.subarray(skipped)
    try {
      return { kind: 'line', line: { text: decoder.decode(body), number: line, byteOffset: offset + skipped, ending } }
    } catch {
      const bad = firstInvalid(body)
      return {
        kind: 'problem',
        problem: new Refusal(data.notUtf8, { byte: offset + skipped + bad.at, reason: bad.reason }).problem(path, position),
      }
    }
  }

  for (let chunk = yield* wholeHead(feed); chunk !== null; chunk = yield* nextChunk(feed)) {
    if (first && chunk.length > 0) {
      first = false
      const what = binaryKind(chunk)
      if (what !== null) {
        yield {
          kind: 'problem',
          problem: new Refusal(data.binary, { what, expected }).problem(path, { line: 1, record: 1, byteOffset: 0 }, true),
        }
        return
      }
    }
    let from = 0
    for (;;) {
      const end = chunk.indexOf(10, from)
      const part = chunk.subarray(from, end === -1 ? chunk.length : end)
      const zero = part.indexOf(0)
      if (zero !== -1) {
        const byteOffset = lineOffset + pendingBytes + zero
        yield {
          kind: 'problem',
          problem: new Refusal(data.binary, {
            what: `byte ${byteOffset} of the file is zero: this is binary data`,
            expected,
          }).problem(path, { line: number, record: number, byteOffset }, true),
        }
        return
      }
      if (pendingBytes + part.length > MAX_RECORD_BYTES) {
        overlong = true
        pending = []
      }
      // a chunk may be reused by its producer after the next one has been asked for
      if (!overlong && part.length > 0) pending.push(end === -1 ? part.slice() : part)
      pendingBytes += part.length
      if (end === -1) break
      const last = pending.at(-1)
      const ending = !overlong && last !== undefined && last[last.length - 1] === 13 ? '\r\n' : '\n'
      const event = finish(ending, pendingBytes + 1)
      if (event !== null) yield event
      from = end + 1
    }
  }
  if (pendingBytes > 0) {
    const event = finish('', pendingBytes)
    if (event !== null) yield event
  }
}

/** The first chunk holds the magic number of a binary file, however small the pieces are that the reader gives. */
function* wholeHead(feed: Feed): Generator<null, Uint8Array | null, void> {
  const head: Uint8Array[] = []
  let length = 0
  while (length < 4) {
    const chunk = yield* nextChunk(feed)
    if (chunk === null) break
    head.push(chunk.slice())
    length += chunk.length
  }
  return length === 0 ? null : joinBytes(head, length)
}

/** What a file is by its first bytes, where they say that it is no text. */
function binaryKind(bytes: Uint8Array): string | null {
  const starts = (...magic: number[]): boolean => magic.every((b, i) => bytes[i] === b)
  if (starts(0x4f, 0x62, 0x6a, 0x01)) return 'this is an Avro container file'
  if (starts(0x1f, 0x8b)) return 'this is gzip-compressed data'
  if (starts(0x50, 0x4b, 0x03, 0x04)) return 'this is a ZIP file'
  if (starts(0x28, 0xb5, 0x2f, 0xfd)) return 'this is zstd-compressed data'
  if (starts(0x50, 0x41, 0x52, 0x31)) return 'this is a Parquet file'
  if (starts(0xff, 0xfe) || starts(0xfe, 0xff)) return 'this is UTF-16 text'
  return null
}
