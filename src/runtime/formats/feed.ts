// Bytes as a reader gets them, in chunks. Where none is there it yields `null` and goes on when there is one: so one reader does
// for a stream, which has to be waited for, and for bytes that are all there.

/** `null`: nothing can be said before the feed has been given more, or has ended. */
export type Reading<T> = Generator<T | null, void, void>

export class Feed {
  #chunk: Uint8Array | null = null
  #ended = false

  give(chunk: Uint8Array): void {
    this.#chunk = chunk
  }

  end(): void {
    this.#ended = true
  }

  /** Undefined: not yet; null: no more. */
  take(): Uint8Array | null | undefined {
    const chunk = this.#chunk
    this.#chunk = null
    return chunk ?? (this.#ended ? null : undefined)
  }
}

/** The next chunk, null at the end. */
export function* nextChunk(feed: Feed): Generator<null, Uint8Array | null, void> {
  for (;;) {
    const chunk = feed.take()
    if (chunk !== undefined) return chunk
    yield null
  }
}

/** What a reader makes of a stream. */
export async function* readStream<T extends object>(
  feed: Feed,
  reading: Reading<T>,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<T> {
  const stream = chunks[Symbol.asyncIterator]()
  try {
    for (const event of reading)
      if (event !== null) yield event
      else {
        const next = await stream.next()
        if (next.done === true) feed.end()
        else feed.give(next.value)
      }
  } finally {
    await stream.return?.()
  }
}
