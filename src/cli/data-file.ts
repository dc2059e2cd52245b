// A file of rows as chunks of bytes. Failures of the file system become failures of the command.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { cli } from '../diagnostics/codes/cli.js'
import { codeOf, reasonOf } from '../workspace/host-node.js'
import { EXIT } from './exit-codes.js'
import { fail } from './failure.js'

const CHUNK = 256 * 1024

/** `taken` is told how many bytes have been read so far. */
export async function* openChunks(
  path: string,
  shown: string,
  taken: (bytes: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    if ((await stat(path)).isDirectory()) fail(EXIT.usage, cli.unreadable, { path: shown, reason: 'it is a folder' })
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK })) {
      bytes += (chunk as Uint8Array).length
      taken(bytes)
      yield chunk as Uint8Array
    }
  } catch (cause) {
    const code = codeOf(cause)
    if (code === 'ENOENT' || code === 'ENOTDIR') fail(EXIT.usage, cli.noSuchFile, { path: shown, near: [] })
    if (code === 'EIO') fail(EXIT.system, cli.unreadable, { path: shown, reason: reasonOf(cause) })
    if (code !== null) fail(EXIT.usage, cli.unreadable, { path: shown, reason: reasonOf(cause) })
    throw cause
  }
}
